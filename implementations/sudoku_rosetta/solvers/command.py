"""Any program, in any language, behind the solvers' face, by the program contract: one process for each grid.

Standard input is one line of 81 characters, 0 for an empty cell; standard output is one line of 81 digits for
each solution; the exit code is 0 when it is done. Blank lines and lines that begin with # are ignored. At level
"count" one line with a number, how many solutions there are, is an answer too.
"""

from __future__ import annotations

import contextlib
import re
import shlex
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

from .broke import SolverBroke, shown
from .confined import USUAL, Confined, Limits, unavailable
from .outsider import Level, Outsider, readable_name

__all__ = ["CommandSolver", "Limits", "SolverBroke"]

_SOLUTION = re.compile(r"[0-9]{81}", re.ASCII)
_NUMBER = re.compile(r"[0-9]{1,18}", re.ASCII)
_ROW = re.compile(r"[\W_]*(?:[0-9.][\W_]*){9}", re.ASCII)
_OUT_OF_MEMORY = re.compile(
    r"MemoryError|bad_alloc|out of memory|OutOfMemory|cannot allocate memory|heap limit", re.I
)
_READ_ON = 200  # lines after one that cannot be read, to see how the program ends


class CommandSolver(Outsider):
    """`CommandSolver("node mine.js")`; `folder` is where it begins, the current one unless said."""

    def __init__(
        self,
        command: str | Sequence[str],
        *,
        name: str | None = None,
        limits: Limits = USUAL,
        level: Level = "all",
        sandbox: bool = False,
        folder: Path | str | None = None,
    ) -> None:
        self.command = tuple(_words(command) if isinstance(command, str) else command)
        if not self.command:
            raise ValueError("the command is empty: say which program to run")
        written = shlex.join(self.command)
        super().__init__(
            name or readable_name(written), f"The program {written}", Path(self.command[0]).name, level
        )
        self.limits = limits
        self._sandbox = sandbox
        self._folder = None if folder is None else Path(folder).absolute()

    def missing(self) -> str | None:
        program = self.command[0]
        if reason := unavailable():
            return reason
        if "/" in program:
            path = (self._folder or Path.cwd()) / program
            if not path.is_file():
                return f"there is no file {program}"
            return None if shutil.which(path) else f"{program} may not be run: chmod +x {program}"
        return None if shutil.which(program) else f"no program is called {program} here"

    def answers(self, grid_text: str, limit: int | None) -> Iterator[str | int]:
        self.demand()
        reader = _Reader(self.level == "count")
        given = 0
        with (
            Confined(self.command, self.limits, sandboxed=self._sandbox, folder=self._folder) as program,
            contextlib.closing(program.lines(grid_text.encode() + b"\n")) as lines,
        ):
            for line in lines:
                answer = reader.read(line)
                if answer is not None:
                    given += 1
                    yield answer
                if given == limit or reader.lost:
                    break
            else:
                self._check_exit(program, reader)
        reader.check()

    def _check_exit(self, program: Confined, reader: _Reader) -> None:
        code = program.exit_code or 0
        if code == 0:
            return
        # Scilab and others say on their standard output what went wrong
        said = program.errors or reader.bad
        if _OUT_OF_MEMORY.search(said):
            raise SolverBroke(
                "too much memory",
                f"it ran out of memory ({self.limits.memory_mb} MB are allowed)",
                f"il a manqué de mémoire ({self.limits.memory_mb} Mo sont permis)",
                said,
            )
        raise SolverBroke("crashed", *_how_it_crashed(code), said)


def _how_it_crashed(code: int) -> tuple[str, str]:
    if code < 0 or 128 < code < 160:
        number = -code if code < 0 else code - 128
        name = {4: "SIGILL", 6: "SIGABRT", 8: "SIGFPE", 9: "SIGKILL", 11: "SIGSEGV", 15: "SIGTERM"}.get(
            number, f"signal {number}"
        )
        hint = {"SIGSEGV": ("a wrong index or pointer?", "un indice ou un pointeur faux?")}.get(name)
        return (
            f"it crashed ({name}{': ' + hint[0] if hint else ''})",
            f"il s'est interrompu ({name}{': ' + hint[1] if hint else ''})",
        )
    return (
        f"it ended with exit code {code}; 0 is expected when it is done, solution or not",
        f"il a fini avec le code {code}; 0 est attendu quand il a fini, avec ou sans solution",
    )


class _Reader:
    """Reads the lines of one run; after the first that is none of the contract's, only how it ends matters."""

    def __init__(self, numbers: bool) -> None:
        self._numbers = numbers
        self._line = 0
        self._bad: list[str] = []
        self._number_of_bad = 0

    @property
    def lost(self) -> bool:
        return len(self._bad) > _READ_ON

    @property
    def bad(self) -> str:
        return "\n".join(self._bad)

    def read(self, raw: bytes) -> str | int | None:
        self._line += 1
        line = raw.decode(errors="replace").strip("\ufeff \t\r")
        if not line or line.startswith("#"):
            return None
        if self._bad:
            self._bad.append(line[:200])
            return None
        if _SOLUTION.fullmatch(line):
            return line
        if self._numbers and _NUMBER.fullmatch(line):
            return int(line)
        self._bad.append(line[:200])
        self._number_of_bad = self._line
        return None

    def check(self) -> None:
        if not self._bad:
            return
        line, number = self._bad[0], self._number_of_bad
        en, fr = "", ""
        if _ROW.fullmatch(line):
            en = " (this looks like one row: print the nine rows as one line)"
            fr = " (on dirait une ligne de la grille: affichez les neuf à la suite, sur une seule ligne)"
        elif line.isascii() and line.isdigit() and len(line) > 9:
            en, fr = f" (this one has {len(line)})", f" (celle-ci en a {len(line)})"
        expected, attendu = "one line of 81 digits per solution", "une ligne de 81 chiffres par solution"
        if self._numbers:
            expected, attendu = f"a number, or {expected}", f"un nombre, ou {attendu}"
        raise SolverBroke(
            "unreadable",
            f"line {number} of its output is {shown(line)}; expected: {expected}{en}",
            f"la ligne {number} de sa sortie est {shown(line)}; attendu: {attendu}{fr}",
            self.bad,
        )


def _words(command: str) -> list[str]:
    try:
        return shlex.split(command)
    except ValueError as error:
        raise ValueError(f"the command {shown(command)} cannot be read: {error}") from None
