use strict; use warnings;
sub ok { my ($g, $k, $n) = @_; my ($r, $c) = (int($k/9), $k%9);
  for my $i (0..8) { return 0 if $g->[$r*9+$i] eq $n || $g->[$i*9+$c] eq $n || $g->[(int($r/3)*3+int($i/3))*9+int($c/3)*3+$i%3] eq $n; } return 1; }
sub solve_sudoku {
  my ($text) = @_;
  my @g = split //, $text;
  return search(\@g) ? join('', @g) : undef;
}
sub search { my $g = shift; for my $k (0..80) { next if $g->[$k] ne '.'; for my $n (1..9) { if (ok($g,$k,$n)) { $g->[$k]=$n; return 1 if search($g); $g->[$k]='.'; } } return 0; } return 1; }
print solve_sudoku($ARGV[0]), "\n" if @ARGV;
