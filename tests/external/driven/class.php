<?php
declare(strict_types=1);
namespace App\Sudoku;
use InvalidArgumentException;
final class Solver extends Base implements \JsonSerializable {
  private array $grid;
  public function __construct(array $grid) { $this->grid = $grid; }
  public function jsonSerialize(): mixed { return null; }
  public function solve(): bool { return $this->go(0); }
  private function go(int $k): bool { if ($k===81) return true; $r=intdiv($k,9); $c=$k%9; if ($this->grid[$r][$c]) return $this->go($k+1);
   for ($n=1;$n<10;$n++) if ($this->ok($r,$c,$n)) { $this->grid[$r][$c]=$n; if ($this->go($k+1)) return true; $this->grid[$r][$c]=0; } return false; }
}
abstract class Base {
  protected function ok(int $r,int $c,int $n): bool { $b = (fn() => $this->grid)->call($this); for ($i=0;$i<9;$i++) { if ($b[$r][$i]===$n||$b[$i][$c]===$n) return false; if ($b[$r-$r%3+intdiv($i,3)][$c-$c%3+$i%3]===$n) return false; } return true; }
}
