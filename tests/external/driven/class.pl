package Sudoku;
use strict;
sub new { my ($class, $grid) = @_; my $self = { grid => [ map { [@$_] } @$grid ] }; return bless $self, $class; }
sub ok { my ($self,$r,$c,$n)=@_; my $g=$self->{grid}; for my $i (0..8) { return 0 if $g->[$r][$i]==$n || $g->[$i][$c]==$n || $g->[int($r/3)*3+int($i/3)][int($c/3)*3+$i%3]==$n } 1 }
sub solve { my ($self, $k) = @_; $k ||= 0; return 1 if $k==81; my $g=$self->{grid}; my ($r,$c)=(int($k/9),$k%9); return $self->solve($k+1) if $g->[$r][$c]; for my $n (1..9) { if ($self->ok($r,$c,$n)) { $g->[$r][$c]=$n; return 1 if $self->solve($k+1); $g->[$r][$c]=0 } } return 0 }
package main;
my $s = Sudoku->new([]);
