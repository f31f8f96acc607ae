"""StagedProgramSolver: a pupil's program as a Solver, as its reading says. One process for each grid.

The grid is given on standard input, as an argument, in a file or in the source itself. The solutions are found in
what the program prints.
"""

from __future__ import annotations

import contextlib
import os
import re
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ..messages import Message
from ..runtime.limits import DEFAULT_LIMITS, GuardKilled, LimitedProcess, LimitExceeded, Limits, is_available
from ..solvers.protocol import Level
from .build import Build
from .errors import SolverError, guard_killed_error, limit_error
from .forms import input_of
from .languages import languages, not_installed_message
from .parse import answers_in, printed_grids, says_none
from .program import exit_error
from .program_readings import MADE_FILE
from .reading import Reading
from .recognise import language_of_file, source_text
from .solver import ExternalSolver
from .staging import StagedCopy
from .substitute import with_grid
from .written_files import stamps, take_written_text

_ENVIRONMENT = (
    "-u DISPLAY -u WAYLAND_DISPLAY TERM=dumb MPLBACKEND=Agg PYTHONUTF8=1 PYTHONUNBUFFERED=1"
    " PYTHONDONTWRITEBYTECODE=1 PYGAME_HIDE_SUPPORT_PROMPT=1"
).split()
"""Arguments of `env`: no window can be opened, and plots are drawn without one."""
_ANSWERS_TO_PROMPTS = "1\n" * 20
"""What a program reads whose grid is not on standard input: it may have a menu, or wait for the Enter key."""


SLOW_START_S, MAX_SLOW_TRIALS = 2.0, 2
MAX_TRIAL_OUTPUT_BYTES, MAX_LONG_OUTPUTS = 1_000_000, 6


@dataclass(frozen=True)
class ProgramForm:
    """How a program gets its grid: the parts of `Reading.form`."""

    way: str
    """"input", "argument", "file" or "source"."""
    form: str = "line"
    """A code of forms.INPUTS."""
    file: str = ""
    """The file that the program opens itself; "" for a file that is named by an argument."""

    @classmethod
    def of(cls, form: str) -> ProgramForm:
        """Split the form of a reading.

        >>> ProgramForm.of("file my grid.txt nine-lines:.")
        ProgramForm(way='file', form='nine-lines:.', file='my grid.txt')
        """
        way, _, rest = form.partition(" ")
        if way not in ("argument", "file", "source"):
            return cls("input", form)
        file, _, inner = rest.rpartition(" ")
        return cls(way, inner or "line", file)


def given_to(form: ProgramForm, grid_text: str, folder: Path) -> tuple[list[str], str]:
    """The arguments and the standard input of a program. The file that it opens is written in its folder."""
    text = input_of(form.form, grid_text)
    if form.way == "input":
        return [], text
    if form.way == "argument":
        return [text.rstrip("\n")], _ANSWERS_TO_PROMPTS
    file = folder / (form.file or MADE_FILE)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return ([], f"{form.file}\n{_ANSWERS_TO_PROMPTS}") if form.file else ([MADE_FILE], _ANSWERS_TO_PROMPTS)


class StagedProgramSolver(ExternalSolver):
    """The program of a reading whose call is "". Nothing is written in `folder`, the folder of the copy."""

    blank_means_none = True
    in_place = False
    changed_argument: bool | None = None
    cost_per_grid = 0.0
    """The seconds that the shortest run took, because a process is started for each grid."""

    def __init__(
        self,
        reading: Reading,
        folder: Path | str,
        *,
        name: str | None = None,
        limits: Limits = DEFAULT_LIMITS,
        level: Level = "all",
        sandbox: bool = False,
        temporary: Path | None = None,
    ) -> None:
        super().__init__(
            name or Path(reading.file).stem, f"The program {reading.file}", reading.language, level
        )
        self.reading = reading
        self.limits = limits
        self._folder = Path(folder).absolute()
        self._sandbox = sandbox
        self._temporary = temporary
        self._lock = threading.Lock()
        self._file_lock = threading.Lock()
        self._staged: StagedCopy | None = None
        self._builds: dict[str, Build] = {}
        self._failed: dict[str, SolverError] = {}
        self._slow_trials = 0
        self._long_outputs: list[SolverError] = []
        self._output_bytes = limits.output_bytes
        self.trial_errors: list[SolverError] = []
        """The different errors of the trials: what `unread_reason` needs."""
        self._owner = os.getpid()

    def missing(self) -> Message | None:
        if not is_available():
            return Message("missing.no_limits")
        if not (self._folder / self.reading.file).is_file():
            return Message("missing.no_file", file=self.reading.file)
        language = languages()[self.reading.language]
        return None if language.is_installed() else not_installed_message(language)

    def prepare(self) -> None:
        """Compile the program, unless it is compiled. Raise SolverError if it does not compile."""
        self._build_of(self.reading.file)

    @property
    def command(self) -> tuple[str, ...]:
        """The command of the compiled program."""
        return self._build_of(self.reading.file).command

    @property
    def working_folder(self) -> Path:
        """The folder in which it is run."""
        return self._build_of(self.reading.file).folder

    def _build_of(self, file: str) -> Build:
        self.check_available()
        with self._lock:
            if file in self._failed:
                raise self._failed[file]
            if file not in self._builds:
                try:
                    if self._staged is None:
                        self._staged = StagedCopy(self._folder, file)
                    self._builds[file] = self._built(self._staged, file)
                except SolverError as error:
                    self._failed[file] = error
                    raise
            return self._builds[file]

    def close(self) -> None:
        """Remove the compiled program. The next use compiles it again."""
        with self._lock:
            if self._staged is not None and os.getpid() == self._owner:
                self._staged.close()
            self._staged = None
            self._builds.clear()
            self._failed.clear()

    def answers(self, grid_text: str, limit: int | None) -> Iterator[str | int]:
        yield from self._answers(self.reading, grid_text, self.limits.seconds)[:limit]

    def ask(self, reading: Reading, grid: str, seconds: float) -> tuple[Reading, list[str | int]]:
        """Give a grid to the program as another reading of the same copy says (see `attempt.Ask`)."""
        if reading.answer == "auto":
            reading = replace(reading, answer="printed")
        self._output_bytes = min(MAX_TRIAL_OUTPUT_BYTES, self.limits.output_bytes)
        if len(self._long_outputs) >= MAX_LONG_OUTPUTS:
            raise self._long_outputs[-1]
        try:
            # a program that has not ended yet may have a slow start
            seconds += (
                SLOW_START_S
                if self._slow_trials < MAX_SLOW_TRIALS and not self.cost_per_grid
                else self.cost_per_grid
            )
            seconds = round(min(seconds, self.limits.seconds), 1)
            return reading, self._answers(reading, grid, seconds)
        except SolverError as error:
            if error.kind == "too much output":
                self._long_outputs.append(error)
            self._slow_trials += error.kind == "timed out"
            if str(error) + error.detail not in [str(each) + each.detail for each in self.trial_errors]:
                self.trial_errors.append(error)
            raise
        finally:
            self._output_bytes = self.limits.output_bytes

    def _answers(self, reading: Reading, grid_text: str, seconds: float) -> list[str | int]:
        text, error = self._run(reading, grid_text, seconds)
        found: list[str | int] = [*answers_in(text, grid_text)]
        if error is not None and not any("0" not in str(answer) for answer in found):
            if error.kind == "crashed" and says_none(text):
                return []
            raise error
        if self.level == "count" and not found:
            numbers = re.findall(r"(?<![\d.])\d{1,18}(?![\d.])", text)
            return [int(numbers[0])] if len(numbers) == 1 else []
        return found[-1:] if reading.answer == "printed last" else found

    # --- running -------------------------------------------------------------------------------------

    def _run(self, reading: Reading, grid_text: str, seconds: float) -> tuple[str, SolverError | None]:
        """What the program prints for a grid, and the error with which it ended."""
        form = ProgramForm.of(reading.form)
        if form.way == "source":
            return self._run_changed_source(reading.file, grid_text, seconds)
        build = self._build_of(reading.file)
        uses_folder = form.way == "file" or build.writes_files
        with self._file_lock if uses_folder else contextlib.nullcontext():
            arguments, data = given_to(form, grid_text, build.folder)
            return self._output(build, arguments, data, seconds)

    def _run_changed_source(
        self, name: str, grid_text: str, seconds: float
    ) -> tuple[str, SolverError | None]:
        self.check_available()
        changed = with_grid(source_text(self._folder / name), grid_text)
        if changed is None:
            raise SolverError("unreadable", Message("unread.no_solver"))
        start = time.monotonic()
        staged = StagedCopy(self._folder, name)
        try:
            staged.write({Path(name).name: changed})
            build = self._built(staged, name)
            return self._output(build, (), _ANSWERS_TO_PROMPTS, seconds, start)
        finally:
            staged.close()

    def _built(self, staged: StagedCopy, file: str) -> Build:
        language = language_of_file(self._folder / file) or languages()[self.reading.language]
        return Build(staged, file, language, temporary=self._temporary)

    def _output(
        self, build: Build, arguments: Sequence[str], data: str, seconds: float, start: float | None = None
    ) -> tuple[str, SolverError | None]:
        """Run the program. Its cost is counted from `start` on."""
        before = stamps(build.folder) if build.writes_files else {}
        lines: list[bytes] = []
        error: SolverError | None = None
        start = time.monotonic() if start is None else start
        with self._process(build, arguments, seconds) as program:
            try:
                for line in program.lines(data.encode()):
                    lines.append(line)  # those before a limit are kept
                text = b"\n".join(lines).decode(errors="replace")
                if program.exit_code:
                    error = exit_error(program.exit_code, program.errors or text, self.limits)
            except LimitExceeded as exceeded:
                error = limit_error(exceeded)
            except GuardKilled as killed:
                error = guard_killed_error(killed)
        elapsed = time.monotonic() - start
        if error is None or error.kind != "timed out":
            self.cost_per_grid = min(self.cost_per_grid or elapsed, elapsed)
        printed = b"\n".join(lines).decode(errors="replace")
        written = take_written_text(build.folder, before) if build.writes_files else ""
        has_grid = any("0" not in grid for grid in printed_grids(printed))
        return printed if has_grid else f"{printed}\n{written}", error

    def _process(self, build: Build, arguments: Sequence[str], seconds: float) -> LimitedProcess:
        return LimitedProcess(
            ["env", *_ENVIRONMENT, *build.command, *arguments],
            replace(self.limits, seconds=seconds, output_bytes=self._output_bytes),
            sandboxed=self._sandbox,
            folder=build.folder,
            temporary=self._temporary,
            visible=[build.root],
            writable=[build.folder] if build.writes_files else [],
        )

    def __del__(self) -> None:
        with contextlib.suppress(Exception):
            self.close()
