# Calls the functions of a Perl file, or runs it as a program, many times. The requests are described in interpreted.py,
# the replies in driver.py. A trial, and a program, run in a forked process.
package SudokuRosetta;
use strict;
use warnings;
use JSON::PP ();
use POSIX ();
use File::Basename ();
use Cwd ();

our $FILE = Cwd::abs_path(shift @ARGV);
our $LOAD_S = 3;
our $GRID;
open(my $requests, '<&', \*STDIN) or die;
open(my $replies, '>&', \*STDOUT) or die;
my $json = JSON::PP->new->ascii->allow_nonref;
my @skipped;

sub reply {
    my ($value) = @_;
    $| = 1;
    { local $\; local $,; print {$replies} "\n\x1e", $json->encode($value), "\n"; }
    $replies->flush;
}

sub described {
    my $text = defined $_[0] ? "$_[0]" : 'an exception';
    $text =~ s/\s+/ /g;
    return substr($text, 0, 500);
}

BEGIN {
    *CORE::GLOBAL::exit = sub (;$) { die SudokuRosetta::Exit->new($_[0] // 0) };
}

package SudokuRosetta::Exit {
    use overload '""' => sub { "exit($_[0]{code})" };
    sub new { my ($class, $code) = @_; return bless { code => $code }, $class }
}

sub source {
    open(my $file, '<:raw', $FILE) or die "cannot read the file: $!";
    local $/;
    my $text = <$file>;
    $text =~ s/\A\xEF\xBB\xBF//;
    $text =~ s/\r\n/\n/g;
    my $data;
    $data = $1 if $text =~ s/^__(?:END|DATA)__\n?(.*)\z//ms;
    return ($text, $data);
}

# The variables of the file outside of functions, so that a call sees them.
sub variables {
    my ($text) = @_;
    my @found;
    for my $list ($text =~ /^(?:my|our)\s*(\([^)]*\)|[\$\@%]\w+)/mg) {
        push @found, $list =~ /([\$\@%]\w+)/g;
    }
    return join ', ', map { "\\$_" } @found;
}

sub load {
    my ($text, $data) = source();
    my $seen = variables($text);
    unshift @INC, File::Basename::dirname($FILE);
    open(main::DATA, '<', \$data) if defined $data;
    my $sub = 'sub SudokuRosetta::evaluate { my @seen = (' . $seen . '); no strict; no warnings; '
        . 'my $GRID = $SudokuRosetta::GRID; return eval $_[0] }';
    my $first = "package main; no strict; no warnings; \n#line 1 \"copy\"\n";
    local $SIG{ALRM} = sub { die "takes more than $LOAD_S s\n" };
    local @ARGV = ();
    alarm $LOAD_S;
    eval "$first$text\n;package main; $sub 1";
    my $error = $@;
    alarm 0;
    if ($error && ref $error ne 'SudokuRosetta::Exit') {
        my $syntax = check("$first$text\n;");
        return $syntax if defined $syntax;
        my ($line) = described($error) =~ /line (\d+)/;
        push @skipped, [ $line || 1, described($error) ];
    }
    elsif (!defined &evaluate) {
        eval "package main; $sub";
    }
    return undef;
}

# The message of a syntax error, or of a module that is missing.
sub check {
    my ($text) = @_;
    no warnings;
    eval "return 1;\n" . '#line 1 "copy"' . "\n$text";
    return $@ ? described($@) : undef;
}

sub plain {
    my ($value, $numeric, $depth) = @_;
    $depth ||= 0;
    return undef if !defined $value;
    if (ref $value eq 'ARRAY') {
        return { type => 'ARRAY' } if $depth > 4;
        return [ map { plain($_, $numeric, $depth + 1) } @$value ];
    }
    return plain($$value, $numeric, $depth) if ref $value eq 'SCALAR' || ref $value eq 'REF';
    if (ref $value eq 'HASH' && (keys %$value == 9 || keys %$value == 81)) {
        return [ map { plain($value->{$_}, $numeric, $depth + 1) } sort keys %$value ];
    }
    if (my $type = ref $value) {
        my @grids = $type =~ /^(?:CODE|GLOB|Regexp)$/ || "$value" !~ /HASH/ ? ()
            : sort grep { ref $value->{$_} eq 'ARRAY' && (@{ $value->{$_} } == 9 || @{ $value->{$_} } == 81) } keys %$value;
        return { type => $type, grids => \@grids };
    }
    return $value + 0 if $numeric && $value =~ /\A-?\d{1,15}\z/;
    return "$value";
}

sub call {
    my ($request) = @_;
    $GRID = $request->{grid};
    my %answer;
    my $code = $request->{call};
    $code =~ s/(?<![\$\@%\w])GRID\b/\$GRID/g;
    my @returned = evaluate("no strict; no warnings; $code");
    my $error = $@;
    if ($error) {
        $answer{error} = described($error);
    }
    else {
        my $one = @returned == 1 ? $returned[0] : @returned ? \@returned : undef;
        $answer{returned} = defined $one && !ref $one && $one eq '' ? JSON::PP::false
            : plain($one, $request->{numeric} || (defined $one && !ref $one && length $one < 81));
    }
    $answer{argument} = plain($GRID, $request->{numeric});
    reply(\%answer);
}

sub in_fork {
    my ($run) = @_;
    my $process = fork // die "cannot fork: $!";
    if ($process == 0) {
        eval { $run->() };
        $| = 1;
        POSIX::_exit(0);
    }
    waitpid $process, 0;
    return $?;
}

sub main {
    my ($request) = @_;
    pipe(my $input, my $text) or die;
    my $process = fork // die "cannot fork: $!";
    if ($process == 0) {
        close $text;
        open(STDIN, '<&', $input) or die;
        $ENV{PERL_UNICODE} = '';
        exec { $^X } $^X, '-I', File::Basename::dirname($FILE), $FILE, @{ $request->{arguments} };
        POSIX::_exit(127);
    }
    close $input;
    local $SIG{PIPE} = 'IGNORE';
    print {$text} $request->{main};
    close $text;
    waitpid $process, 0;
    reply({ exit => $? & 127 ? 128 + ($? & 127) : $? >> 8 });
}

package main;
{
    no warnings;
    open(STDIN, '<', '/dev/null');
    $| = 1;
    SudokuRosetta::reply({});
    while (defined(my $line = do { local $/ = "\n"; <$requests> })) {
        my $request = $json->decode($line);
        if (exists $request->{main}) {
            SudokuRosetta::main($request);
        }
        elsif ($request->{load}) {
            my $error = SudokuRosetta::load();
            SudokuRosetta::reply(defined $error ? { error => $error } : { skipped => \@skipped });
        }
        elsif ($request->{trial}) {
            my $status = SudokuRosetta::in_fork(sub { SudokuRosetta::call($request) });
            SudokuRosetta::reply({ error => 'the process ended' }) if $status;
        }
        else {
            SudokuRosetta::call($request);
        }
    }
}
POSIX::_exit(0);
