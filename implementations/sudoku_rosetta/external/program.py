"""Runs a program in any language as a Solver, following the program contract: one process for each grid.

stdin is one line of 81 characters, with 0 for an empty cell. stdout is one line of 81 digits for each solution. The
exit code is 0 on success, even without a solution. Blank lines and lines that begin with # are ignored. At level
"count" the output may also be one line with the number of solutions.
"""

from __future__ import annotations

import contextlib
import re
import shlex
import shutil
from collections.abc import Generator, Iterator, Sequence
from pathlib import Path

from ..messages import Message
from ..runtime.limits import DEFAULT_LIMITS, GuardKilled, LimitedProcess, LimitExceeded, Limits, is_available
from ..solvers.protocol import Level
from .errors import SolverError, guard_killed_error, limit_error, quoted
from .program_contract import ContractReader
from .solver import ExternalSolver
from .spec_text import readable_name

__all__ = ["Limits", "ProgramSolver", "SolverError"]

_OUT_OF_MEMORY = re.compile(
    r"MemoryError|bad_alloc|out of memory|OutOfMemory|cannot allocate memory|heap limit", re.I
)


class ProgramSolver(ExternalSolver):
    """A program, given by its command, such as "node mine.js". `folder` is its working directory."""

    def __init__(
        self,
        command: str | Sequence[str],
        *,
        name: str | None = None,
        limits: Limits = DEFAULT_LIMITS,
        level: Level = "all",
        sandbox: bool = False,
        folder: Path | str | None = None,
        temporary: Path | None = None,
    ) -> None:
        self.command = tuple(_words(command) if isinstance(command, str) else command)
        if not self.command:
            raise ValueError("the command is empty; name the program to run")
        text = shlex.join(self.command)
        super().__init__(
            name or readable_name(text), f"The program {text}", Path(self.command[0]).name, level
        )
        self.limits = limits
        self._sandbox = sandbox
        self._folder = None if folder is None else Path(folder).absolute()
        self._temporary = temporary

    def missing(self) -> Message | None:
        program = self.command[0]
        if not is_available():
            return Message("missing.no_limits")
        if "/" in program:
            path = (self._folder or Path.cwd()) / program
            if not path.is_file():
                return Message("missing.no_file", file=program)
            return None if shutil.which(path) else Message("missing.not_executable", program=program)
        return None if shutil.which(program) else Message("missing.no_program", program=program)

    def answers(self, grid_text: str, limit: int | None) -> Iterator[str | int]:
        self.check_available()
        reader = ContractReader(self.level == "count")
        received = 0
        with (
            self._start() as program,
            contextlib.closing(_lines(program, grid_text.encode() + b"\n")) as lines,
        ):
            for line in lines:
                answer = reader.read(line)
                if answer is not None:
                    received += 1
                    yield answer
                if received == limit or reader.must_stop:
                    break
            else:
                self._check_exit(program, reader)
        reader.check()

    def _start(self) -> LimitedProcess:
        return LimitedProcess(
            self.command,
            self.limits,
            sandboxed=self._sandbox,
            folder=self._folder,
            temporary=self._temporary,
            visible=_visible_folders(self.command),
        )

    def _check_exit(self, program: LimitedProcess, reader: ContractReader) -> None:
        code = program.exit_code or 0
        if code == 0:
            return
        # some programs, such as Scilab, print their errors to stdout
        raise exit_error(code, program.errors or reader.invalid_lines, self.limits)


def exit_error(code: int, errors: str, limits: Limits) -> SolverError:
    """The error of a program that ended with an exit code other than 0."""
    if _OUT_OF_MEMORY.search(errors):
        message = Message("program.out_of_memory", memory=limits.memory_mb)
        return SolverError("too much memory", message, errors)
    return SolverError("crashed", _exit_message(code), errors)


def _lines(program: LimitedProcess, data: bytes) -> Generator[bytes, None, None]:
    try:
        yield from program.lines(data)
    except LimitExceeded as error:
        raise limit_error(error) from None
    except GuardKilled as error:
        raise guard_killed_error(error) from None


def _visible_folders(command: Sequence[str]) -> list[Path]:
    """The folder of a program that is given by its path, because it may need the other files there."""
    return [Path(command[0]).absolute().parent] if "/" in command[0] else []


_SIGNALS = {4: "SIGILL", 6: "SIGABRT", 8: "SIGFPE", 9: "SIGKILL", 11: "SIGSEGV", 15: "SIGTERM"}


def _exit_message(code: int) -> Message:
    if code < 0 or 128 < code < 160:
        number = -code if code < 0 else code - 128
        name = _SIGNALS.get(number)
        if name is None:
            return Message("program.signal", number=number)
        return Message("program.segmentation_fault" if name == "SIGSEGV" else "program.crashed", name=name)
    return Message("program.exit_code", code=code)


def _words(command: str) -> list[str]:
    try:
        return shlex.split(command)
    except ValueError as error:
        raise ValueError(f"the command {quoted(command)} cannot be parsed: {error}") from None
