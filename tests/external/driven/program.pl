my @g;
while (<STDIN>) { chomp; push @g, [split //]; }
sub ok { my ($r,$c,$n)=@_; for my $i (0..8) { return 0 if $g[$r][$i]==$n || $g[$i][$c]==$n || $g[int($r/3)*3+int($i/3)][int($c/3)*3+$i%3]==$n } 1 }
sub go { my $k = shift; return 1 if $k==81; my ($r,$c)=(int($k/9),$k%9); return go($k+1) if $g[$r][$c]; for my $n (1..9) { if (ok($r,$c,$n)) { $g[$r][$c]=$n; return 1 if go($k+1); $g[$r][$c]=0 } } return 0 }
if (go(0)) { print join('', @$_), "\n" for @g } else { print "No solution\n" }
