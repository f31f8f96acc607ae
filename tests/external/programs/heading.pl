# Prints names of rows and columns.
my @g = split //, <STDIN>;
sub fits {
    my ($n, $v) = @_;
    my ($r, $c) = (int($n / 9), $n % 9);
    for my $k (0 .. 8) {
        return 0 if $g[9 * $r + $k] == $v || $g[9 * $k + $c] == $v;
        return 0 if $g[9 * (int($r / 3) * 3 + int($k / 3)) + int($c / 3) * 3 + $k % 3] == $v;
    }
    return 1;
}
sub solve {
    my ($n) = @_;
    return 1 if $n == 81;
    return solve($n + 1) if $g[$n];
    for my $v (1 .. 9) {
        if (fits($n, $v)) { $g[$n] = $v; return 1 if solve($n + 1); $g[$n] = 0; }
    }
    return 0;
}
if (solve(0)) {
    print "   1 2 3   4 5 6   7 8 9\n";
    for my $r (0 .. 8) {
        my @row = @g[9 * $r .. 9 * $r + 8];
        print chr(65 + $r), "  @row[0..2] | @row[3..5] | @row[6..8]\n";
    }
} else { print "no solution\n"; }
