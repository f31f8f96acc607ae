"""Compiles the program of a copy in a temporary folder, and gives the command that runs it there."""

from __future__ import annotations

import itertools
import os
import re
import shutil
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from ..messages import Message
from ..runtime.limits import GuardKilled, LimitedProcess, LimitExceeded, Limits
from .errors import SolverError
from .languages import Language, Tool, not_installed_message
from .reading import Unread
from .recognise import source_text
from .staging import StagedCopy
from .written_files import writes_files

COMPILER_LIMITS = Limits(seconds=120, memory_mb=2048, output_bytes=4_000_000, processes=200)
_ERROR = re.compile(r"(?i)\berror\b|fatal|undefined|cannot find|not in scope|unexpected|expected")
_UNHELPFUL = re.compile(
    r"(?i)^\s*(?:in file included|from |at |\d+ errors?|compilation terminated|#|\d*\s*\|)|\[-W|warning:"
)
_MISSING_PART = re.compile(r"undefined reference|No such file|ld returned")
"""Errors of C and C++ that another file may mend."""
_PROJECTS = {"C": ("Makefile", "makefile"), "C++": ("Makefile", "makefile"), "Rust": ("Cargo.toml",)}
_HEADERS = Path(__file__).with_name("headers")
MAX_ERROR_CHARACTERS = 300


class Build:
    """The compiled program of one source file of a staged copy."""

    def __init__(
        self, staged: StagedCopy, file: str, language: Language, *, temporary: Path | None = None
    ) -> None:
        self._source_file = staged.root / file
        self._language = language
        self._temporary = temporary
        self.root = staged.root.parent
        """The folder that contains all files of the program."""
        self.folder = self._source_file.parent
        """The working directory of the program."""
        self.writes_files = writes_files(source_text(self._source_file))
        self.command = self._command()

    def _command(self) -> tuple[str, ...]:
        """Compile the file with the first tool that can, and return the command of the program."""
        source = source_text(self._source_file)
        self._adapt(source)
        first_error: SolverError | None = None
        for project in _PROJECTS.get(self._language.name, ()):
            if (self.folder / project).is_file() and (command := self._made(project)):
                return command
        tools = [tool for tool in self._language.tools if tool.missing() is None]
        for tool in [tool for tool in tools if tool.fits(source)]:
            for all_files in (False, True) if "{files}" in tool.compile else (False,):
                words = self._words(tool, source, all_files)
                if words is None:
                    continue
                try:
                    return self._compiled(tool, words)
                except SolverError as error:
                    first_error = first_error or error
                    if self._language.name in ("C", "C++") and not _MISSING_PART.search(error.detail):
                        break  # other files do not help
            if first_error is not None and "undefined reference" in first_error.detail:
                break  # it compiles, and another standard does not help
        if first_error is None:
            raise Unread(not_installed_message(self._language))
        raise first_error

    def _compiled(self, tool: Tool, words: dict[str, list[str]]) -> tuple[str, ...]:
        if tool.compile:
            Path(words["{build}"][0]).mkdir(parents=True, exist_ok=True)
            run_compiler(
                _filled(tool.compile, words),
                self.folder,
                environment=self._language.environment,
                temporary=self._temporary,
                needs_success=not tool.ignores_exit_code,
            )
        command = tuple(_filled(tool.run, words))
        if tool.ignores_exit_code and not any(Path(word).is_file() for word in command):
            line = Message.verbatim(self._source_file.name)
            raise SolverError("not compiled", Message("program.not_compiled", errors=line))
        return command

    def _words(self, tool: Tool, source: str, all_files: bool) -> dict[str, list[str]] | None:
        """What the words in braces stand for; None if there are no other files to add."""
        others = self._other_files() if all_files else []
        if all_files and not others:
            return None
        name = f"./{self._source_file.name}"
        build = next(self.root / f"build{number}" for number in itertools.count() if self._is_new(number))
        return {
            "{file}": [name],
            "{files}": [name, *others],
            "{build}": [str(build)],
            "{out}": [str(build / "program")],
            "{class}": [main_class(self._language, source, self._source_file.stem)],
            "{stem}": [self._source_file.stem],
            "{python}": [sys.executable],
            "{headers}": [str(_HEADERS)],
        }

    def _is_new(self, number: int) -> bool:
        return not (self.root / f"build{number}").exists()

    def _other_files(self) -> list[str]:
        """The other files of the program: those of the same language that are not programs themselves."""
        files = (
            file for file in sorted(self.folder.rglob("*")) if file.suffix.lower() in self._language.suffixes
        )
        others = (
            file
            for file in files
            if file != self._source_file and not self._language.has_main(source_text(file))
        )
        return [f"./{file.relative_to(self.folder)}" for file in others if not file.stem.endswith("_test")]

    def _adapt(self, source: str) -> None:
        """Change what the compiler insists on: a Java file has the name of its public class."""
        for file in [self._source_file, *self.folder.glob("*")]:
            if file.suffix.lower() in self._language.suffixes:
                _write_as_utf8(file)
        if self._language.name == "Java":
            public = re.search(
                r"\bpublic\s+(?:(?:final|abstract|strictfp)\s+)*(?:class|interface|enum|record)\s+(\w+)",
                _code(source),
            )
            if public and public[1] != self._source_file.stem:
                renamed = self._source_file.with_name(f"{public[1]}.java")
                self._source_file.rename(renamed)
                self._source_file = renamed
        elif self._language.name == "PHP" and "<?" not in source:
            self._source_file.write_text(f"<?php {source}", encoding="utf-8")
        elif self._language.name == "Octave/MATLAB" and not self._source_file.stem.isidentifier():
            function = re.match(r"(?:\s|[%#][^\n]*\n)*function\b[^(\n]*?(\w+)\s*(?:\(|\n)", source)
            self._source_file = self._source_file.rename(
                self._source_file.with_name(f"{function[1] if function else 'program'}.m")
            )
        elif self._language.name == "JavaScript" and re.search(
            r"(?m)^\s*(?:import\s.*\bfrom\b|import\s*[\"']|export\s)", source
        ):
            package = self.folder / "package.json"
            if not package.exists() and self._source_file.suffix == ".js":
                package.write_text('{"type": "module"}\n', encoding="utf-8")

    def _made(self, project: str) -> tuple[str, ...] | None:
        """The program that a Makefile or Cargo.toml makes. None: the file is compiled by itself."""
        tool = "cargo" if project == "Cargo.toml" else "make"
        if shutil.which(tool) is None:
            return None
        before = set(_executables(self.folder))
        command = ["cargo", "build", "--release", "--offline", "-q"] if tool == "cargo" else ["make"]
        try:
            run_compiler(command, self.folder, temporary=self._temporary)
        except SolverError:
            return None
        made = [file for file in _executables(self.folder) if file not in before and "deps" not in file.parts]
        made = [file for file in made if "build" not in file.relative_to(self.folder).parts[:-1]]
        return (str(min(made, key=lambda file: len(file.parts))),) if made else None


def main_class(language: Language, source: str, stem: str) -> str:
    """The Java class with the main method, or the name of the Haskell module."""
    if language.name == "Haskell":
        module = re.search(r"(?m)^\s*module\s+([\w.]+)", source)
        return module[1] if module else "Main"
    source = _code(source)
    package = re.search(r"(?m)^\s*package\s+([\w.]+)\s*;", source)
    main = re.search(language.main, source) if language.main else None
    before = source[: main.start()] if main else source
    depths = _classes_around(before)
    name = "$".join(depths) if depths else stem
    return f"{package[1]}.{name}" if package else name


def _write_as_utf8(file: Path) -> None:
    """Change a source in Latin-1, in UTF-16 or with a byte order mark, unless it declares its encoding."""
    data = file.read_bytes()
    try:
        is_utf8 = not data.startswith(b"\xef\xbb\xbf") and data.decode("utf-8") is not None
    except UnicodeDecodeError:
        is_utf8 = False
    if not is_utf8 and not re.search(rb"coding[:=]", data[:200]):
        file.write_text(source_text(file), encoding="utf-8")


def _code(source: str) -> str:
    """A source of a language like Java without its strings and comments."""
    return re.sub(
        r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])+'", " ", source, flags=re.DOTALL
    )


def _classes_around(text: str) -> list[str]:
    """The classes whose braces are open at the end of a source text, from the outermost."""
    stack: list[str | None] = []
    name: str | None = None
    for token in re.finditer(r"\b(?:class|interface|enum|record|object)\s+(\w+)|[{}]", text):
        if token[1]:
            name = token[1]
        elif token[0] == "{":
            stack.append(name)
            name = None
        elif stack:
            stack.pop()
    return [each for each in stack if each]


def _executables(folder: Path) -> list[Path]:
    return [
        file
        for file in folder.rglob("*")
        if file.is_file() and os.access(file, os.X_OK) and file.suffix in ("", ".out", ".exe", ".bin")
    ]


def _filled(template: Sequence[str], words: dict[str, list[str]]) -> list[str]:
    filled: list[str] = []
    for word in template:
        if word in words:
            filled += words[word]
            continue
        for name, values in words.items():
            word = word.replace(name, values[0])
        filled.append(word)
    return filled


def run_compiler(
    command: Sequence[str],
    folder: Path,
    *,
    environment: Mapping[str, str] | None = None,
    temporary: Path | None = None,
    needs_success: bool = True,
) -> None:
    """Run a compiler. Raise SolverError with its first error."""
    words = list(command)
    if "/" not in words[0] and shutil.which(words[0]) is None:
        raise SolverError("not compiled", Message("missing.no_program", program=words[0]), while_loading=True)
    if environment:
        words = ["env", *(f"{name}={value}" for name, value in environment.items()), *words]
    output: list[bytes] = []
    try:
        with LimitedProcess(words, COMPILER_LIMITS, folder=folder, temporary=temporary) as compiler:
            output += compiler.lines()
            if compiler.exit_code == 0 or not needs_success:
                return
            errors = compiler.errors + "\n" + b"\n".join(output).decode(errors="replace")
    except (LimitExceeded, GuardKilled) as error:
        errors = str(error)
    message = Message("program.not_compiled", errors=first_error(errors))
    failure = SolverError("not compiled", message, errors, while_loading=True)
    failure.compiler_output = errors
    raise failure


_PLACE = re.compile(r"""([^\s:"'(),/]+\.[A-Za-z]\w*)(?:"?,\s+lines?\s+|[:(])(\d+)""")
"""The file and the line of an error: "mine.c:3", "Mine.cs(3,5)", "File "mine.ml", line 3"."""


def names_only_the_copy(errors: str, source: str, written: Mapping[str, str]) -> bool:
    """Whether all errors are in the lines of a copy, and none in those of the driver that was written for it.

    >>> names_only_the_copy("a.c:1:5: error", "int x\\n", {"a.c": "int x\\nint driver;"})
    True
    >>> names_only_the_copy("a.c:2:5: error", "int x\\n", {"a.c": "int x\\nint driver;"})
    False
    """
    lines = source.splitlines()
    start = next((line.strip() for line in lines if len(line.split()) > 2), source)
    drivers = {name.rpartition("/")[2] for name, text in written.items() if text and start not in text}
    places = [(name, int(number)) for name, number in _PLACE.findall(without_paths(errors))]
    return bool(places) and all(name not in drivers and number <= len(lines) for name, number in places)


def first_error(errors: str) -> str:
    """The first error in a compiler's output, without the path of the temporary folder.

    >>> first_error("In file included from x.h:1\\n/tmp/sudoku-rosetta-a1/copy/mine.c:3:5: error: expected ';'")
    "mine.c:3:5: error: expected ';'"
    """
    text = _in_one_line(re.sub(r"\x1b\[[0-9;]*[mK]", "", errors))
    lines = [line.strip() for line in text.splitlines() if line.strip() and not _UNHELPFUL.search(line)]
    chosen = next((line for line in lines if _ERROR.search(line)), lines[0] if lines else text.strip())
    return without_paths(chosen)[:MAX_ERROR_CHARACTERS]


def _in_one_line(errors: str) -> str:
    """The errors of OCaml, Rust and Haskell, which need many lines, with the place and the text in one.

    >>> _in_one_line('File "mine.ml", line 3, characters 4-5:\\n3 | f x\\nError: This has\\n  type int')
    'mine.ml:3: error: This has type int'
    """

    def ocaml(match: re.Match[str]) -> str:
        return f"{match[1]}:{match[2]}: error: {' '.join(match[3].split())}"

    errors = re.sub(
        r'(?m)^File "([^"\n]+)", lines? (\d+)[^\n]*\n(?:(?!File ).*\n)*?Error: (.*(?:\n[ \t]+\S.*)*)',
        ocaml,
        errors,
    )
    errors = re.sub(r"(?m)^(error(?:\[\w+\])?: .*)\n\s*--> (\S+?:\d+)(?::\d+)?$", r"\2: \1", errors)
    return re.sub(r"(?m)^(\S+\.l?hs:\d+:\d+: error:)(?: \[[^\n]*\])?\n\s*(?:• )?", r"\1 ", errors)


def without_paths(text: str) -> str:
    """The text without the folders of temporary files."""
    return re.sub(
        r"(?:\.?/)?(?:[^\s/'\"(]*/)*sudoku-rosetta-[^\s/]*/(?:copy/|build\d*/)?|(?<![\w.])\./(?=\w)", "", text
    )
