"""Why a copy cannot be read: the message that says what is wrong and what to do, from the errors of its trials."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable, Sequence
from pathlib import Path

from ..messages import Message
from .build import first_error, without_paths
from .errors import SolverError
from .languages import languages
from .program_readings import program_readings
from .recognise import Copy, source_text
from .staged_program import ProgramForm

_ORDER = (
    "python2",
    "syntax_error",
    "missing_header",
    "missing_module",
    "opens_window",
    "needs_dotnet",
    "not_compiled",
    "missing_file",
    "waits_for_keys",
    "raises",
    "too_slow",
    "silent",
)
"""The groups; the first of them that an error has is said."""
_OF_WRONG_FORMS = ("missing_file", "raises", "too_slow")
_NAME = r"[\"'`‘“]?([^\s\"'`’”:;,]+?)[\"'`’”]?"
_MODULE = re.compile(
    rf"""No\ module\ named\ {_NAME}(?=[\s;.,]*$)                                   # Python
      | Cannot\ find\ (?:module|package)\ ['"]([^'"]+)                             # node
      | cannot\ load\ such\ file\ --\ (\S+)                                        # Ruby
      | Can't\ locate\ (\S+?)\.pm                                                  # Perl
      | module\ '([^']+)'\ not\ found                                              # Lua
      | there\ is\ no\ package\ called\ [‘']([^’']+)                               # R
      | (?:no\ required\ module\ provides\ package|cannot\ find\ package)\ "?([^\s";:]+)   # Go
      | error:\ package\ ([\w.]+)\ does\ not\ exist                                # Java
      | (?:can't\ find\ crate\ for|undeclared\ crate\ or\ module|unresolved\ import)\ `(\w+)    # Rust
      | Could\ not\ (?:find|load)\ module\ [‘`']([\w.]+)                           # Haskell
      | Unbound\ module\ (\w+)                                                     # OCaml
      | [Cc]an't\ find\ unit\ (\w+)                                                # Pascal
      | Package\ (\w+)\ not\ found                                                 # Julia
    """,
    re.VERBOSE | re.MULTILINE,
)
_HEADER = re.compile(r"fatal error: ([\w./+-]+): No such file")
_FILE = re.compile(
    r"""FileNotFoundError:[^\n]*?['"]([^'"\n]+)['"]\s*$
      | ENOENT[^\n]*?'([^'\n]+)'
      | No\ such\ file\ or\ directory\ @\ \w+\ -\ (\S+)
      | FileNotFoundException:\ (?!Could)(\S+)
      | FileNotFoundException:[^\n]*"([^"\n]+)"
      | open\ (\S+?):\ (?:no\ such\ file|The\ system)
      | cannot\ open\ file\ '([^'\n]+)'
      | ([\w./-]+\.[a-zA-Z]\w*):\ (?:openFile:\ does\ not\ exist|No\ such\ file)
      | Sys_error\("([^"\n]+?):\ No\ such
    """,
    re.VERBOSE | re.MULTILINE,
)
_WINDOW_ERROR = re.compile(
    r"no display name|cannot open display|could(?:n't| not) connect to display|No available video device|TclError"
    r"|HeadlessException|\b(?:document|window|alert|localStorage) is not defined|Gtk|Qt platform plugin|GLFW"
)
_WINDOW_LIBRARY = re.compile(
    r"\b(tkinter|Tkinter|pygame|turtle|arcade|kivy|PyQt\d|PySide\d|wx|curses|javax\.swing|javafx|java\.awt|SDL2?|SFML"
    r"|ncurses|raylib|document|window|System\.Windows\.Forms|tput|customtkinter|pyautogui|selenium|streamlit|flask|react)\b"
)
_SYNTAX = re.compile(
    r"(?m)^(?:\w+:\s)*(SyntaxError|IndentationError|TabError)\b|PHP Parse error|Parse error:|syntax error"
    r"|parse error|near '?<eof>|unexpected symbol|unexpected '[^']*' in"
    r"|: unexpected (?:end of (?:line|input)|string constant|numeric constant|assignment|input|')"
    r"|expected near|Unrecognized token"
)
_OCAML_ERROR = re.compile(r"^File \".*\n(?:.*\n)*?Error: ", re.MULTILINE)
_TOO_NEW_FOR_MCS = re.compile(
    r"error CS(?:1547|1644|8\d{3}|1525: Unexpected symbol `(?:\[|=>|\.\.|with|switch|new|when|is|not|\{)')"
)
"""Errors of Mono's compiler for what it does not know: local functions, `new()`, patterns, ranges."""
_PYTHON2 = re.compile(
    r"Missing parentheses in call to '(?:print|exec)'|name '(?:xrange|raw_input|unicode|unichr)' is not defined"
    r"|has no attribute '(?:has_key|iteritems|itervalues|iterkeys)'|multiple exception types must be parenthesized"
    r"|leading zeros in decimal"
)
_CANNOT_OPEN = re.compile(
    r"(?i)\b(?:error|cannot|can'?t|could ?n[o']t|unable|fail\w*|impossible|erreur)\b"
    r".{0,40}?\b(?:open\w*|ouvrir|find|read|lire)\b"
)
_NAMED_FILE = re.compile(r"""["']([\w./-]+\.(?:txt|csv|dat|data|in|inp|sdk|sdm|sudoku|json))["']""")
MAX_HEADERS = 20
_NO_INPUT = re.compile(
    r"EOF|end-of-file|End_of_file|No line found|NoSuchElementException|InputMismatch|user-input failed"
    r"|end of (?:file|input)|readline|ValueError: invalid literal for int|NumberFormatException|ParseIntError"
    r"|FormatException|undefined method .* for nil|Prelude\.read|Failure[ (]\"int_of_string\""
    r"|not enough values to unpack|Invalid numeric format"
)
_PIP_NAMES = {
    "cv2": "opencv-python",
    "PIL": "pillow",
    "sklearn": "scikit-learn",
    "bs4": "beautifulsoup4",
    "yaml": "pyyaml",
}
_INSTALL_MODULE = {
    "Python": "pip install {}",
    "JavaScript": "npm install {}",
    "TypeScript": "npm install {}",
    "Ruby": "gem install {}",
    "Perl": "cpan {}",
    "Lua": "luarocks install {}",
    "R": 'install.packages("{}")',
    "Go": "go get {}",
    "Rust": "cargo add {}",
    "Haskell": "cabal install --lib {}",
    "OCaml": "opam install {}",
    "Julia": 'Pkg.add("{}")',
    "Octave/MATLAB": "pkg install -forge {}",
}
MAX_LINE_CHARACTERS = 200


def unread_reason(
    copy: Copy, errors: Iterable[SolverError], file: str | None = None, *, ended_once: bool = False
) -> Message:
    """Why none of the trials of a copy was right. `errors` are those of the trials.

    With `ended_once`, one trial ended without an error: some errors of the others come from the form of their grid.
    """
    file = file or copy.files[0]
    found = sorted((_reason(copy, file, error) for error in errors), key=_seconds, reverse=True)
    groups = {message.code.rpartition(".")[2]: message for message in reversed(found)}
    for group in _ORDER:
        if group in groups and not (ended_once and group in _OF_WRONG_FORMS):
            return groups[group]
    # a program that takes no grid has only the form "line"
    is_program = any(reading.form != "line" for reading in program_readings(copy))
    return Message("unread.silent" if is_program or ended_once else "unread.no_solver")


def _seconds(message: Message) -> float:
    seconds = message.arguments.get("seconds", 0)
    return float(seconds) if isinstance(seconds, int | float) else 0


def _reason(copy: Copy, file: str, error: SolverError) -> Message:
    """The message for one error."""
    language = copy.language_of(file)
    source = copy.source_of(file)
    text = re.sub(r"\bdriver_copy(?=\.\w)", Path(file).stem, f"{error.detail}\n{error.message.en}")
    if language == "Python" and (_PYTHON2.search(text) or _divides_as_python2(text, source)):
        return Message("unread.python2", line=_line(text))
    if match := _HEADER.search(text):
        return Message("unread.missing_header", module=match[1])
    if language == "PHP" and (included := _missing_include(copy, file)):
        return Message("unread.missing_header", module=included)
    library = _WINDOW_LIBRARY.search(source)
    if match := _MODULE.search(text):
        module = _module_name(_group(match), language)
        if library and module.partition(".")[0] in library[1]:
            return Message("unread.opens_window", library=module)
        return Message("unread.missing_module", module=module, command=_install_command(module, language))
    if _WINDOW_ERROR.search(text):
        return Message("unread.opens_window", library=library[1] if library else "")
    if error.kind == "not compiled" and _TOO_NEW_FOR_MCS.search(text) and shutil.which("dotnet") is None:
        return Message("unread.needs_dotnet", line=first_error(error.compiler_output or error.detail))
    if error.kind == "not compiled" or (language == "OCaml" and _OCAML_ERROR.search(text)):
        return Message(
            "unread.not_compiled",
            line=first_error(error.compiler_output or error.detail) or without_paths(_last_line(text)),
        )
    if _SYNTAX.search(text):
        return Message("unread.syntax_error", line=_line(text))
    if error.kind == "too much output" and languages()[language].reads_input(source):
        return Message("unread.waits_for_keys", line=error.message)  # it asks again and again
    if error.kind == "timed out":
        return _slow_message(source, library, error)
    if (match := _FILE.search(text)) and _is_missing(name := _group(match).rstrip(":"), copy, file):
        return Message("unread.missing_file", file=without_paths(name))
    if _CANNOT_OPEN.search(text) and (named := _file_not_there(copy, file)):
        return Message("unread.missing_file", file=named)
    if _NO_INPUT.search(text) and languages()[language].reads_input(source):
        return Message("unread.waits_for_keys", line=_line(text))
    if error.kind == "unreadable":
        return Message("unread.silent")
    return Message("unread.raises", line=_raised_line(error, language, file) or _line(text))


def _divides_as_python2(text: str, source: str) -> bool:
    return (
        re.search(r"indices must be integers or slices, not float|'float' object cannot be interpreted", text)
        is not None
        and re.search(r"\bxrange\b|\braw_input\b|^\s*print\s+[\"'\w]", source, re.M) is not None
    )


def _file_not_there(copy: Copy, file: str) -> str | None:
    """The first file that is named in the source or in its headers, that is not there and that was not given."""
    folder = (copy.folder / file).parent
    sources = [copy.source_of(file)]
    if copy.language_of(file) in ("C", "C++"):
        sources += [source_text(header) for header in sorted(folder.glob("*.h*"))[:MAX_HEADERS]]
    names = [name for source in sources for name in _NAMED_FILE.findall(source)]
    return next(
        (name for name in names if not (folder / name).exists() and _is_missing(name, copy, file)), None
    )


def _missing_include(copy: Copy, file: str) -> str | None:
    """The first file that a PHP file includes and that is not beside it."""
    folder = (copy.folder / file).parent
    names = re.findall(
        r"""\b(?:include|require)(?:_once)?\s*\(?\s*["']([\w./-]+)["']""", copy.source_of(file)
    )
    return next((name for name in names if not (folder / name).is_file()), None)


def _raised_line(error: SolverError, language: str, file: str) -> Message | None:
    """The exception of a function, after its line in the source if that is known. Python's traceback says more."""
    if error.message.code != "function.raised" or language == "Python":
        return None
    what = re.sub(r"\bcopy:(?=\d+:)", f"{Path(file).name}:", str(error.message.arguments["line"]))
    what = without_paths(what)[:MAX_LINE_CHARACTERS]
    number = re.search(rf"\b{re.escape(Path(file).name)}:(\d+)", error.detail)
    return Message("unread.at_line", number=number[1], what=what) if number else Message.verbatim(what)


def _slow_message(source: str, library: re.Match[str] | None, error: SolverError) -> Message:
    if library and re.search(
        r"mainloop\(|display\.(?:set_mode|flip|update)|setVisible|createCanvas|\.show\(|tput |askopenfilename|filedialog|\bTk\(",  # noqa: E501
        source,
    ):
        return Message("unread.opens_window", library=library[1])
    return Message("unread.too_slow", seconds=_seconds(error.message))


def _group(match: re.Match[str]) -> str:
    return next(group for group in match.groups() if group)


def _is_missing(name: str, copy: Copy, file: str) -> bool:
    """Whether this file is one that the program was not given, rather than a grid that it took for a name."""
    given = {ProgramForm.of(reading.form).file for reading in program_readings(copy, file)}
    return name not in given and re.search(r"\d{9}|^\d( \d){8}", name) is None


def _module_name(name: str, language: str) -> str:
    if language == "Python":
        return name.partition(".")[0]
    return name.replace("/", "::") if language == "Perl" else name


def _install_command(module: str, language: str) -> str:
    name = _PIP_NAMES.get(module, module) if language == "Python" else module
    return _INSTALL_MODULE.get(language, "{}").format(name)


def _line(text: str) -> Message:
    """The line of the error, after its number in the source: "line 3: NameError: name 'x' is not defined"."""
    if ruby := _RUBY.search(text):
        what = without_paths(ruby[2])[:MAX_LINE_CHARACTERS]
        return Message("unread.at_line", number=ruby[1], what=what)
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    error = _error_line(lines[:-1] or lines)
    number = re.findall(r"""(?:\bline |\w\.\w{1,4}:|on line )(\d+)""", text)
    said = number and number[-1] not in re.findall(r"\d+", error)
    what = without_paths(error)[:MAX_LINE_CHARACTERS]
    return Message("unread.at_line", number=number[-1], what=what) if said else Message.verbatim(what)


_RUBY = re.compile(r"(?m)^\S+\.rb:(\d+):in [`'].*?': (.*\([\w:]+\))\s*$")
_ERROR_LINE = re.compile(
    r"^(?:\w+\.)*\w*(?:Error|Exception|Interrupt|Exit|Failure)\b|\berror\b|exception|panicked|Fatal|Uncaught|undefined",
    re.IGNORECASE,
)


def _error_line(lines: Sequence[str]) -> str:
    named = [line for line in lines if re.match(r"(?:\w+\.)*\w*(?:Error|Exception)\b", line)]
    others = [line for line in lines if _ERROR_LINE.search(line)]
    return (named or others[:1] or lines or [""])[-1]


def _last_line(text: str) -> str:
    lines = text.strip().splitlines()
    return lines[-1] if lines else ""
