<html><body>
<?php
$board = array(array(5,3,0,0,7,0,0,0,0), array(6,0,0,1,9,5,0,0,0));
function ok($r,$c,$n) { global $board; for ($i=0;$i<9;$i++) { if ($board[$r][$i]==$n || $board[$i][$c]==$n) return false; if ($board[$r-$r%3+intdiv($i,3)][$c-$c%3+$i%3]==$n) return false; } return true; }
function solve($k = 0) { global $board; if ($k==81) return true; $r=intdiv($k,9); $c=$k%9; if ($board[$r][$c]) return solve($k+1);
 for ($n=1;$n<10;$n++) if (ok($r,$c,$n)) { $board[$r][$c]=$n; if (solve($k+1)) return true; $board[$r][$c]=0; } return false; }
if (!isset($_POST['go'])) { die("no form"); } else echo "x";
?>
</body></html>
