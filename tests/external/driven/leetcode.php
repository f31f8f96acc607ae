<?php
/**
 * Class Solution (LeetCode)
 */
class Solution {

    /**
     * @param String[][] $board
     * @return NULL
     */
    function solveSudoku(&$board) {
        $this->solve($board);
    }

    private function solve(&$board) {
        for ($i = 0; $i < 9; $i++) {
            for ($j = 0; $j < 9; $j++) {
                if ($board[$i][$j] == '.') {
                    for ($c = 1; $c <= 9; $c++) {
                        if ($this->valid($board, $i, $j, (string)$c)) {
                            $board[$i][$j] = (string)$c;
                            if ($this->solve($board)) return true;
                            $board[$i][$j] = '.';
                        }
                    }
                    return false;
                }
            }
        }
        return true;
    }
    private function valid($b, $r, $c, $n) {
        for ($i = 0; $i < 9; $i++) {
            if ($b[$r][$i] == $n || $b[$i][$c] == $n) return false;
            if ($b[3*intdiv($r,3)+intdiv($i,3)][3*intdiv($c,3)+$i%3] == $n) return false;
        }
        return true;
    }
}
