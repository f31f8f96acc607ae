#!/usr/bin/perl
use strict;
use warnings;

my @board = (
 [5,3,0,0,7,0,0,0,0],
 [6,0,0,1,9,5,0,0,0],
 [0,9,8,0,0,0,0,6,0],
 [8,0,0,0,6,0,0,0,3],
 [4,0,0,8,0,3,0,0,1],
 [7,0,0,0,2,0,0,0,6],
 [0,6,0,0,0,0,2,8,0],
 [0,0,0,4,1,9,0,0,5],
 [0,0,0,0,8,0,0,7,9],
);

sub possible {
    my ($r, $c, $n) = @_;
    for my $i (0..8) {
        return 0 if $board[$r][$i] == $n || $board[$i][$c] == $n;
    }
    my ($r0, $c0) = (int($r/3)*3, int($c/3)*3);
    for my $i (0..2) { for my $j (0..2) { return 0 if $board[$r0+$i][$c0+$j] == $n; } }
    return 1;
}

sub solve {
    for my $r (0..8) {
        for my $c (0..8) {
            if ($board[$r][$c] == 0) {
                for my $n (1..9) {
                    if (possible($r, $c, $n)) {
                        $board[$r][$c] = $n;
                        return 1 if solve();
                        $board[$r][$c] = 0;
                    }
                }
                return 0;
            }
        }
    }
    return 1;
}

if (solve()) { print join(" ", @$_), "\n" for @board; }
exit 0;
