<?php
$g = [];
while (($l = fgets(STDIN)) !== false) { $g[] = array_map('intval', str_split(trim($l))); }
function ok($g,$r,$c,$n) { for ($i=0;$i<9;$i++) { if ($g[$r][$i]==$n || $g[$i][$c]==$n) return false; if ($g[$r-$r%3+intdiv($i,3)][$c-$c%3+$i%3]==$n) return false; } return true; }
function go(&$g, $k) { if ($k==81) return true; $r=intdiv($k,9); $c=$k%9; if ($g[$r][$c]) return go($g,$k+1);
 for ($n=1;$n<10;$n++) if (ok($g,$r,$c,$n)) { $g[$r][$c]=$n; if (go($g,$k+1)) return true; $g[$r][$c]=0; } return false; }
if (go($g, 0)) foreach ($g as $r) echo implode(' ', $r), PHP_EOL; else exit("Pas de solution\n");
