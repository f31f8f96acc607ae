<?php
$grid = [
    [5, 3, 0, 0, 7, 0, 0, 0, 0], [6, 0, 0, 1, 9, 5, 0, 0, 0], [0, 9, 8, 0, 0, 0, 0, 6, 0],
    [8, 0, 0, 0, 6, 0, 0, 0, 3], [4, 0, 0, 8, 0, 3, 0, 0, 1], [7, 0, 0, 0, 2, 0, 0, 0, 6],
    [0, 6, 0, 0, 0, 0, 2, 8, 0], [0, 0, 0, 4, 1, 9, 0, 0, 5], [0, 0, 0, 0, 8, 0, 0, 7, 9],
];
function fits($g, $r, $c, $v) {
    for ($k = 0; $k < 9; $k++) {
        if ($g[$r][$k] == $v || $g[$k][$c] == $v) return false;
        if ($g[$r - $r % 3 + intdiv($k, 3)][$c - $c % 3 + $k % 3] == $v) return false;
    }
    return true;
}
function solve(&$g, $n = 0) {
    if ($n == 81) return true;
    $r = intdiv($n, 9); $c = $n % 9;
    if ($g[$r][$c]) return solve($g, $n + 1);
    for ($v = 1; $v <= 9; $v++) {
        if (fits($g, $r, $c, $v)) {
            $g[$r][$c] = $v;
            if (solve($g, $n + 1)) return true;
            $g[$r][$c] = 0;
        }
    }
    return false;
}
if (solve($grid)) foreach ($grid as $row) echo implode(",", $row), PHP_EOL;
else echo "No solution found";
