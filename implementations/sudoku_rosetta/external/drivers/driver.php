<?php
// Calls the functions of a PHP file, or runs it as a program, many times. The requests are described in interpreted.py,
// the replies in driver.py. Requests come by the descriptor 3, because the copy may read its standard input.

namespace SudokuRosetta;

const STATEMENT_S = 1;
const LOAD_S = 5;
const MAX_ITEMS = 1000;
const CELL_VALUES = ["value", "val", "digit", "number", "num", "valeur", "chiffre"];

class Ended extends \Exception {}

function leave($code = 0) {
    if (is_string($code)) echo $code;
    throw new Ended("exit($code)");
}

function reply(array $value): void {
    while (ob_get_level() > 0) ob_end_flush();
    fwrite(STDOUT, "\n\x1e" . json_encode($value ?: new \stdClass, JSON_INVALID_UTF8_SUBSTITUTE | JSON_UNESCAPED_SLASHES | JSON_PARTIAL_OUTPUT_ON_ERROR) . "\n");
    fflush(STDOUT);
}

function described(\Throwable $error): string {
    if ($error instanceof Ended) return $error->getMessage();
    return substr(get_class($error) . ": " . $error->getMessage(), 0, 500);
}

function start_timer(int $seconds): void {
    if (!function_exists("pcntl_alarm")) return;
    pcntl_async_signals(true);
    pcntl_signal(SIGALRM, function () { throw new \RuntimeException("takes more than " . STATEMENT_S . " s"); });
    pcntl_alarm($seconds);
}

// The statements of the file, with exit and die as calls of leave(): functions and classes first.
function statements(string $source): array {
    $before = "";
    $found = [];
    $text = "";
    $depth = 0;
    $line = 1;
    $first = null;
    $opens = null;
    $tokens = array_values(\PhpToken::tokenize($source));
    $count = count($tokens);
    for ($number = 0; $number < $count; $number++) {
        $token = $tokens[$number];
        if ($token->is([T_COMMENT, T_DOC_COMMENT])) {
            $text .= str_repeat("\n", substr_count($token->text, "\n")) . " ";
            continue;
        }
        if ($token->is([T_OPEN_TAG, T_INLINE_HTML])) continue;
        if ($token->is(T_OPEN_TAG_WITH_ECHO)) {
            $text .= "echo ";
            continue;
        }
        if ($token->is(T_HALT_COMPILER)) break;
        if ($token->is(T_WHITESPACE)) {
            $text .= $token->text;
            continue;
        }
        if ($first === null) {
            $first = $token;
            $line = $token->line;
            $text = "";
        }
        $written = $token->is(T_CLOSE_TAG) ? ";" : $token->text;
        if ($token->is(T_EXIT)) {
            $next = next_of($tokens, $number);
            $written = "\\SudokuRosetta\\leave" . ($next !== null && $next->text === "(" ? "" : "()");
        }
        $text .= $written;
        if (in_array($written, ["{", "(", "[", "\${"], true) || $token->is([T_CURLY_OPEN, T_DOLLAR_OPEN_CURLY_BRACES])) $depth++;
        if (in_array($written, ["}", ")", "]"], true)) $depth--;
        $ends = $depth === 0 && ($written === ";" || ($written === "}" && is_block($first)));
        $next = $ends ? next_of($tokens, $number) : null;
        if (!$ends || ($next !== null && $next->is([T_ELSE, T_ELSEIF, T_CATCH, T_FINALLY]))) continue;
        if ($next !== null && $first->is(T_DO) && $next->is(T_WHILE) && $written === "}") continue;
        if ($first->is([T_NAMESPACE, T_USE]) && $written === ";") $before .= $text . " ";
        elseif (!$first->is(T_DECLARE) && trim($text, "; \n") !== "") {
            $is_definition = $first->is([T_CLASS, T_INTERFACE, T_TRAIT, T_ABSTRACT, T_FINAL, T_ENUM])
                || ($first->is(T_FUNCTION) && preg_match('/^function\s*&?\s*\w+/', $text));
            $found[] = [$is_definition ? 0 : 1, $line, $text];
        }
        $text = "";
        $first = null;
    }
    if ($first !== null) $found[] = [1, $line, $text];
    usort($found, fn($one, $other) => [$one[0], $one[1]] <=> [$other[0], $other[1]]);
    return [$before, $found];
}

function next_of(array $tokens, int $number): ?\PhpToken {
    for ($place = $number + 1; $place < count($tokens); $place++) {
        if (!$tokens[$place]->isIgnorable()) return $tokens[$place];
    }
    return null;
}

function is_block(\PhpToken $first): bool {
    return $first->is([T_CLASS, T_INTERFACE, T_TRAIT, T_ABSTRACT, T_FINAL, T_ENUM, T_FUNCTION, T_IF, T_FOR, T_FOREACH,
        T_WHILE, T_SWITCH, T_TRY, T_NAMESPACE]) || $first->text === "{";
}

function plain($value, int $depth = 0) {
    if ($value === null || is_bool($value) || is_string($value) || is_int($value)) return $value;
    if (is_float($value)) return is_finite($value) ? $value : null;
    if (is_array($value)) {
        if ($depth > 4) return ["type" => "array"];
        if (!array_is_list($value)) ksort($value);
        return array_map(fn($item) => plain($item, $depth + 1), array_values($value));
    }
    if ($value instanceof \Traversable) {
        $found = [];
        foreach ($value as $item) {
            $found[] = plain($item, $depth + 1);
            if (count($found) >= MAX_ITEMS) break;
        }
        return $found;
    }
    if (!is_object($value)) return ["type" => gettype($value)];
    $grids = [];
    foreach ((array) $value as $name => $held) {
        $short = preg_replace('/^.*\0/', "", (string) $name);
        if ($depth > 0 && in_array($short, CELL_VALUES, true)) return plain($held, $depth + 1);
        $size = is_array($held) ? count($held) : (is_string($held) ? strlen($held) : 0);
        if ($size === 9 || $size === 81) $grids[] = $short;
    }
    return ["type" => get_class($value), "grids" => $grids];
}

// A class of another file of the folder, if the copy does not load that file itself.
function load_class(string $name): void {
    $short = preg_quote(preg_replace('/^.*\\\\/', "", $name), "/");
    $declares = "/^\s*(abstract |final )*(class|interface|trait|enum) +$short\b/mi";
    if (preg_match($declares, file_get_contents($GLOBALS["__sudoku_rosetta_file"]))) return;
    foreach (glob(dirname($GLOBALS["__sudoku_rosetta_file"]) . "/*.php") as $file) {
        if ($file === $GLOBALS["__sudoku_rosetta_file"] || realpath($file) === __FILE__) continue;
        if (preg_match($declares, file_get_contents($file))) {
            require_once $file;
            return;
        }
    }
}

function main_program(array $request): void {
    $command = array_merge([PHP_BINARY, "-d", "display_errors=stderr", $GLOBALS["__sudoku_rosetta_file"]], $request["arguments"]);
    $process = proc_open($command, [0 => ["pipe", "r"], 1 => STDOUT, 2 => STDERR], $pipes);
    @fwrite($pipes[0], $request["main"]);
    fclose($pipes[0]);
    reply(["exit" => proc_close($process)]);
}

$__sudoku_rosetta_file = realpath($argv[1]);
error_reporting(E_ALL & ~E_DEPRECATED & ~E_WARNING & ~E_NOTICE);
ini_set("display_errors", "stderr");
$_SERVER["argv"] = $argv = [$__sudoku_rosetta_file];
$_SERVER["argc"] = $argc = 1;
$__sudoku_rosetta_requests = fopen("php://fd/3", "r");
$__sudoku_rosetta_before = "";
register_shutdown_function(function () {
    if (!empty($GLOBALS["__sudoku_rosetta_is_calling"])) {
        $error = error_get_last();
        reply(["error" => $error ? $error["message"] : "the process ended", "ended" => true]);
    }
});
spl_autoload_register("SudokuRosetta\\load_class");
reply([]);
while (($__sudoku_rosetta_line = fgets($__sudoku_rosetta_requests)) !== false) {
    $__sudoku_rosetta_request = json_decode($__sudoku_rosetta_line, true);
    if (isset($__sudoku_rosetta_request["main"])) {
        main_program($__sudoku_rosetta_request);
        continue;
    }
    if (isset($__sudoku_rosetta_request["load"])) {
        $__sudoku_rosetta_skipped = [];
        try {
            $__sudoku_rosetta_source = preg_replace('/^(\xEF\xBB\xBF)?(#![^\n]*\n)?/', "", file_get_contents($__sudoku_rosetta_file));
            token_get_all($__sudoku_rosetta_source, TOKEN_PARSE);
            [$__sudoku_rosetta_before, $__sudoku_rosetta_statements] = statements($__sudoku_rosetta_source);
        } catch (\ParseError $__sudoku_rosetta_error) {
            reply(["error" => described($__sudoku_rosetta_error) . " (line " . $__sudoku_rosetta_error->getLine() . ")"]);
            continue;
        }
        chdir(dirname($__sudoku_rosetta_file));
        $__sudoku_rosetta_end = microtime(true) + LOAD_S;
        // a class may extend one that is defined after it: definitions that fail are tried again
        for ($__sudoku_rosetta_pass = 0; $__sudoku_rosetta_pass < 3; $__sudoku_rosetta_pass++) {
            $__sudoku_rosetta_again = [];
            foreach ($__sudoku_rosetta_statements as $__sudoku_rosetta_statement) {
                [$__sudoku_rosetta_kind, $__sudoku_rosetta_number, $__sudoku_rosetta_text] = $__sudoku_rosetta_statement;
                if (microtime(true) > $__sudoku_rosetta_end) break;
                try {
                    start_timer(STATEMENT_S);
                    eval(str_repeat("\n", $__sudoku_rosetta_number - 1) . $__sudoku_rosetta_before . $__sudoku_rosetta_text);
                } catch (Ended $__sudoku_rosetta_error) {
                    continue;
                } catch (\Throwable $__sudoku_rosetta_error) {
                    if ($__sudoku_rosetta_kind === 0 && $__sudoku_rosetta_pass < 2) $__sudoku_rosetta_again[] = $__sudoku_rosetta_statement;
                    else $__sudoku_rosetta_skipped[] = [$__sudoku_rosetta_number, described($__sudoku_rosetta_error)];
                } finally {
                    start_timer(0);
                }
            }
            $__sudoku_rosetta_statements = $__sudoku_rosetta_again;
        }
        reply(["skipped" => $__sudoku_rosetta_skipped]);
        continue;
    }
    if ($__sudoku_rosetta_request["trial"] && function_exists("pcntl_fork")) {
        $__sudoku_rosetta_child = pcntl_fork();
        if ($__sudoku_rosetta_child > 0) {
            pcntl_waitpid($__sudoku_rosetta_child, $__sudoku_rosetta_status);
            continue;
        }
    }
    $__sudoku_rosetta_is_calling = true;
    $__sudoku_rosetta_answer = [];
    $GRID = $__sudoku_rosetta_request["grid"];
    try {
        $__sudoku_rosetta_code = $__sudoku_rosetta_request["first"] . "; return " . $__sudoku_rosetta_request["last"] . ";";
        $__sudoku_rosetta_code = preg_replace('/(?<![$\w])GRID\b/', '\$GRID', $__sudoku_rosetta_code);
        $__sudoku_rosetta_answer["returned"] = plain(eval($__sudoku_rosetta_before . "; " . $__sudoku_rosetta_code));
    } catch (\Throwable $__sudoku_rosetta_error) {
        $__sudoku_rosetta_answer["error"] = described($__sudoku_rosetta_error);
    }
    $__sudoku_rosetta_answer["argument"] = plain($GRID);
    $__sudoku_rosetta_is_calling = false;
    if (isset($__sudoku_rosetta_child) && $__sudoku_rosetta_child === 0) {
        reply($__sudoku_rosetta_answer);
        posix_kill(getmypid(), SIGKILL);
    }
    reply($__sudoku_rosetta_answer);
}
