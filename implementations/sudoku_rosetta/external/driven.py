"""Runs a solver by the driver of its language: one process for many grids.

`DrivenSolver` runs one reading. `DrivenTrials` tries many, and compiles as many as possible in one driver.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import re
import shutil
import threading
import time
import weakref
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any, Self

from ..messages import Message
from ..runtime.limits import DEFAULT_LIMITS, GuardKilled, LimitedProcess, LimitExceeded, Limits, is_available
from ..solvers.protocol import Level
from .attempt import FIRST_TRIAL_S, Attempt, best_attempt
from .build import names_only_the_copy, run_compiler
from .driver import MAIN, REPLY, Driver
from .entries import read_source
from .errors import SolverError, exception_error, exit_message, guard_killed_error, limit_error
from .forms import input_of, value_of
from .function_values import IN_PLACE, CallResult
from .reading import Reading
from .solver import ExternalSolver
from .staging import StagedCopy

__all__ = ["DrivenSolver", "DrivenTrials", "best_driven_attempt", "driver_of"]

START_S = 10.0
"""For starting a driver and loading the copy."""
FIRST_REQUEST_S = 1.0
"""More time for the first request, if the driver does not say when it is ready."""
MAX_PRINTED = 200_000
"""Of what a call prints, so many characters of the beginning and of the end are kept."""
MAX_TRIAL_OUTPUT_BYTES = 2_000_000
MAX_REMARKS = 3
MAX_UNCOMPILED = 3
"""If so many readings of a file were compiled one by one and failed, and none succeeded, its other readings
are not compiled."""
MAX_TIMED_OUT_FORMS, MAX_TIMED_OUT = 2, 5
"""If a call took too long with so many forms of the grid, it is not tried with others; if so many trials did,
none is tried any more with the first limit."""
_MODULES = {"C++": "cpp", "C#": "csharp", "Octave/MATLAB": "octave"}
_OUT_OF_MEMORY = re.compile(
    r"OutOfMemory|out of memory|bad_alloc|Allowed memory size|heap limit|not enough memory", re.I
)


def driver_of(language: str) -> Driver | None:
    """The driver of a language, given by its name in languages.toml; None if it has none."""
    module = _MODULES.get(language, language.lower())
    try:
        driver: Driver = importlib.import_module(f"{__package__}.drivers.{module}").DRIVER
    except (ModuleNotFoundError, AttributeError):
        return None
    return driver


def missing_program(driver: Driver) -> str | None:
    """The first program that the driver needs and that is not installed."""
    commands = [*driver.compile, driver.run]
    programs = [*driver.needs, *(command[0] for command in commands if command and "/" not in command[0])]
    return next((program for program in programs if shutil.which(program) is None), None)


class DrivenSolver(ExternalSolver):
    """A function, method or program, called as its reading says."""

    blank_means_none = True
    changed_argument: bool | None = None
    """Whether the last call changed its argument."""

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
        compiled: Path | None = None,
    ) -> None:
        """`compiled` is the `compiled_folder` of another such solver, perhaps in another process."""
        title = f"{reading.file}: {reading.call}"
        super().__init__(name or Path(reading.file).stem, title, reading.language, level)
        driver = driver_of(reading.language)
        if driver is None:
            raise ValueError(f"there is no driver for {reading.language}")
        self.reading = reading
        self.limits = limits
        self._driver = driver
        self._program = _Program(driver, [reading], Path(folder), limits, sandbox, temporary)
        if compiled is not None:
            self._program.use_compiled(compiled)

    def missing(self) -> Message | None:
        if not is_available():
            return Message("missing.no_limits")
        if not self._program.source.is_file():
            return Message("missing.no_file", file=self.reading.file)
        program = missing_program(self._driver)
        return None if program is None else Message("missing.no_program", program=program)

    def prepare(self) -> None:
        """Compile the driver. Raise SolverError if that fails."""
        self._program.prepare()

    @property
    def compiled_folder(self) -> Path:
        """The folder of the compiled driver. It is removed when this solver is closed."""
        return self._program.compiled_folder()

    @property
    def in_place(self) -> bool:
        """Whether it is the way of the function to fill its argument."""
        return self.reading.answer in IN_PLACE

    def answers(self, grid_text: str, limit: int | None) -> Iterator[str | int]:
        self.check_available()
        reply = self._program.reply(self.reading, grid_text)
        result = _result(self.reading, reply, grid_text, self.level)
        self.changed_argument = result.changed(reply["argument"])
        number = 0
        for number, answer in enumerate(result.answers, 1):
            yield answer
            if number == limit:
                return
        if number == 0 and reply.get("exit"):
            message = Message("function.ended_its_process", how=exit_message(reply["exit"]))
            raise SolverError("crashed", message)

    def close(self) -> None:
        """End the processes and remove the compiled driver. The next call makes them again."""
        self._program.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _result(reading: Reading, reply: Mapping[str, Any], grid_text: str, level: Level) -> CallResult:
    return CallResult(
        reply,
        _argument(reading, grid_text),
        grid_text=grid_text,
        answer=reading.answer,
        counts=level == "count",
    )


def _argument(reading: Reading, grid_text: str) -> Any:
    return None if reading.call == MAIN else value_of(reading.form, grid_text)


# --- trying readings ----------------------------------------------------------------------------------


def best_driven_attempt(
    readings: Sequence[Reading], folder: Path | str, *, level: Level = "all", **options: Any
) -> Attempt | None:
    """Try the readings in order until one is right. The options are those of `DrivenTrials`."""
    with DrivenTrials(readings, folder, level=level, **options) as trials:
        return best_attempt(readings, trials.ask, counts=level == "count", clock=trials.clock)


class DrivenTrials:
    """Gives grids to the solver by several readings. `ask` is for `best_attempt`."""

    def __init__(
        self,
        readings: Sequence[Reading],
        folder: Path | str,
        *,
        limits: Limits = DEFAULT_LIMITS,
        level: Level = "all",
        sandbox: bool = False,
        temporary: Path | None = None,
    ) -> None:
        self._folder = Path(folder)
        self._limits = limits
        self._level = level
        output_bytes = min(MAX_TRIAL_OUTPUT_BYTES, limits.output_bytes)
        self._options = (replace(limits, output_bytes=output_bytes), sandbox, temporary)
        by_file: dict[tuple[str, str], list[Reading]] = {}
        for reading in readings:
            by_file.setdefault((reading.language, reading.file), []).append(reading)
        self._programs = [program for group in by_file.values() for program in self._programs_of(group)]
        self._too_slow: list[tuple[str, SolverError]] = []
        """The calls that took longer than the first limit."""
        self._uncompiled: dict[str, int] = {}
        self._compiled: set[str] = set()
        self._compiling_s = 0.0

    def _programs_of(self, readings: Sequence[Reading]) -> list[_Program]:
        driver = driver_of(readings[0].language)
        if driver is None:
            return []
        together = driver.many is not None or driver.request is not None
        groups = [readings] if together else [[reading] for reading in readings]
        return [_Program(driver, group, self._folder, *self._options) for group in groups]

    def clock(self) -> float:
        """The time in seconds, without that of the compilers."""
        return time.monotonic() - self._compiling_s

    def ask(self, reading: Reading, grid: str, seconds: float) -> tuple[Reading, list[str | int]]:
        """Give the grid to the solver. Return the reading with the place of the answer, and the first answers."""
        program = self._program(reading)
        if seconds <= FIRST_TRIAL_S:
            self._check_time(reading)
        try:
            reply = program.reply(reading, grid, seconds=min(seconds, self._limits.seconds), trial=True)
        except SolverError as error:
            if error.kind == "timed out":
                self._too_slow.append((reading.call, error))
            raise
        if call := _call_of_attribute(program.driver, reading, reply):
            return self.ask(replace(reading, call=call), grid, seconds)
        result = _result(reading, reply, grid, self._level)
        answers: list[str | int] = list(islice(result.answers, 3))
        if not answers and reply.get("returned") in (False, 0):
            answers = [False]
        odd = tuple(
            Message("reading.odd.skipped", line=line, error=error)
            for line, error in (() if reading.call == MAIN else program.skipped[:MAX_REMARKS])
        )
        return replace(reading, answer=result.answer, odd=odd or reading.odd), answers

    def _check_time(self, reading: Reading) -> None:
        """Raise the last error if this call, or all calls, took too long too often."""
        same = [error for call, error in self._too_slow if call == reading.call]
        if len(same) >= MAX_TIMED_OUT_FORMS or len(self._too_slow) >= MAX_TIMED_OUT:
            raise self._too_slow[-1][1]

    def _program(self, reading: Reading) -> _Program:
        """The compiled program that serves the reading. If many readings do not compile together, they are
        divided."""
        found = next((each for each in self._programs if each.serves(reading)), None)
        if found is None:
            self._programs += self._programs_of([reading])
            found = self._programs[-1]
        file = reading.file
        try:
            if not found.is_prepared and file not in self._compiled:
                self._check_hope(file)
            found.prepare()
        except SolverError as error:
            self._compiling_s += found.compiling_s
            if len(found.readings) == 1 or found.driver.request is not None or found.is_fault_of_copy:
                self._uncompiled[file] = self._uncompiled.get(file, 0) + 1
                found.failure = error
                raise
        else:
            if file not in self._compiled:
                self._compiling_s += found.compiling_s
            self._compiled.add(file)
            return found
        self._programs.remove(found)
        found.close()
        half = len(found.readings) // 2
        parts = (found.readings[:half], found.readings[half:])
        self._programs += [_Program(found.driver, part, self._folder, *self._options) for part in parts]
        return self._program(reading)

    def _check_hope(self, file: str) -> None:
        if self._uncompiled.get(file, 0) >= MAX_UNCOMPILED:
            raise next(each.failure for each in self._programs if each.failure and each.serves_file(file))

    def close(self) -> None:
        """End all processes."""
        for program in self._programs:
            program.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _call_of_attribute(driver: Driver, reading: Reading, reply: Mapping[str, Any]) -> str | None:
    """The call that takes the grid out of an object, if an object with a grid was returned."""
    returned = reply.get("returned")
    names = returned.get("grids", []) if isinstance(returned, dict) else []
    if not names:
        return None
    name = min(names, key=lambda name: not re.search("sol|board|grid|grill|puzzle", name))
    first, separator, last = reading.call.rpartition("; ")
    return first + separator + driver.attribute.format(object=last, name=name)


# --- the process --------------------------------------------------------------------------------------


class _Program:
    """The compiled driver of some readings of one file, and its idle process.

    A call from another thread, and a call in a forked process, each start a new process.
    """

    def __init__(
        self,
        driver: Driver,
        readings: Sequence[Reading],
        folder: Path,
        limits: Limits,
        sandbox: bool,
        temporary: Path | None,
    ) -> None:
        self.driver = driver
        self.readings = readings
        self.skipped: Sequence[Sequence[Any]] = ()
        """The statements of the file that failed, each with its line and its error."""
        self.failure: SolverError | None = None
        """Why the driver does not start."""
        self.is_fault_of_copy = False
        """Whether the copy itself does not compile, whatever is called in it."""
        self.compiling_s = 0.0
        self._load_failure: SolverError | None = None
        """Why the copy cannot be loaded for a call."""
        self._last: str | None = None
        """The last reading."""
        self._file = readings[0].file
        self._folder = folder.absolute()
        self._limits = _raised(limits, driver.limits_bytes or {})
        self._sandbox = sandbox
        self._temporary = temporary
        self._copy: StagedCopy | None = None
        self._lock = threading.Lock()
        self._idle: list[_Session] = []
        weakref.finalize(self, _end_all, self._idle)

    @property
    def source(self) -> Path:
        return self._folder / self._file

    @property
    def is_prepared(self) -> bool:
        return self._copy is not None

    def serves_file(self, file: str) -> bool:
        return self._file == file

    def serves(self, reading: Reading) -> bool:
        """Whether the driver can make this call."""
        if self._file != reading.file:
            return False
        return self.driver.request is not None or self._number(reading) is not None

    def _number(self, reading: Reading) -> int | None:
        keys = [(each.call, each.form) for each in self.readings]
        key = (reading.call, reading.form)
        return keys.index(key) if key in keys else None

    def prepare(self) -> None:
        """Write and compile the driver, once. Raise SolverError if that fails."""
        with self._lock:
            if self.failure is not None:
                raise self.failure
            if self._copy is not None:
                return
            text = (self.driver.read or read_source)(self.source)
            copy = StagedCopy(self._folder, self._file)
            try:
                if self.driver.many is not None:
                    written = self.driver.many(self.readings, text)
                else:
                    written = self.driver.files(self.readings[0], text)
                copy.write(written)
                start = time.monotonic()
                try:
                    for command in self.driver.compile:
                        run_compiler(self._command(command), copy.folder, temporary=self._temporary)
                finally:
                    self.compiling_s += time.monotonic() - start
            except SolverError as error:
                self.is_fault_of_copy = names_only_the_copy(error.compiler_output, text, written)
                copy.close()
                raise
            except BaseException:
                copy.close()
                raise
            self._copy = copy

    def use_compiled(self, root: Path) -> None:
        """Use the driver that another program with the same readings has compiled."""
        self._copy = StagedCopy.existing(root, self._file)

    def compiled_folder(self) -> Path:
        """Where the compiled driver is."""
        self.prepare()
        assert self._copy is not None
        return self._copy.root

    def _command(self, command: Sequence[str]) -> list[str]:
        return [word.replace("{file}", Path(self._file).name) for word in command]

    def reply(
        self, reading: Reading, grid: str, *, seconds: float | None = None, trial: bool = False
    ) -> dict[str, Any]:
        """Make one call and return the reply of the driver, with what was printed."""
        self.prepare()
        if self._load_failure is not None and reading.call != MAIN:
            raise self._load_failure
        if self.driver.fresh and self._last not in (None, reading.call + reading.form):
            with self._lock:
                _end_all(self._idle)
        self._last = reading.call + reading.form
        session = self._take_idle() or self._start()
        try:
            self._load(session, reading)
            reply = session.request(
                self._line(reading, grid, trial), self._limits.seconds if seconds is None else seconds
            )
        except BaseException:
            session.end()
            raise
        if "skipped" in reply:
            self.skipped = _skipped(reply)
        if reply.pop("ended", False):
            session.end()
        else:
            self._keep_idle(session)
        if reply.get("argument") is None:
            reply["argument"] = _argument(reading, grid)
        return reply

    def _line(self, reading: Reading, grid: str, trial: bool) -> str:
        if self.driver.request is not None:
            return self.driver.request(reading, grid, trial)
        line = json.dumps(input_of(reading.form, grid)) if reading.call == MAIN else grid
        return line if self.driver.many is None else f"{self._number(reading)} {line}"

    def _start(self) -> _Session:
        assert self._copy is not None
        process = LimitedProcess(
            self._command(self.driver.run),
            self._limits,
            sandboxed=self._sandbox,
            folder=self._copy.folder,
            temporary=self._temporary,
            visible=[self._copy.root],
        )
        session = _Session(process, self._copy.root)
        if self.driver.ready:
            try:
                self._request_load(session, "")
            except BaseException:
                session.end()
                raise
        return session

    def _load(self, session: _Session, reading: Reading) -> None:
        """Load the copy, if the driver does that on request."""
        if self.driver.request is not None and reading.call != MAIN and not session.is_loaded:
            self.skipped = _skipped(self._request_load(session, self.driver.request(reading, "", False)))
            session.is_loaded = True

    def _request_load(self, session: _Session, line: str) -> dict[str, Any]:
        try:
            reply = session.request(line, START_S)
            if "error" in reply:
                raise exception_error(reply["error"])
        except SolverError as error:
            failure = _loading_error(error)
            if line:
                self._load_failure = failure
            else:
                self.failure = failure
            raise failure from None
        return reply

    def _take_idle(self) -> _Session | None:
        with self._lock:
            while self._idle:
                session = self._idle.pop()
                if session.owner == os.getpid():
                    return session
                session.end()  # started before a fork, so this only closes the pipes
        return None

    def _keep_idle(self, session: _Session) -> None:
        with self._lock:
            if not self._idle:
                self._idle.append(session)
                return
        session.end()

    def close(self) -> None:
        """End the processes and remove the staged folder."""
        with self._lock:
            _end_all(self._idle)
            if self._copy is not None:
                self._copy.close()
                self._copy = None


def _raised(limits: Limits, larger: Mapping[str, int]) -> Limits:
    return replace(limits, **{name: max(getattr(limits, name), value) for name, value in larger.items()})


def _end_all(idle: list[_Session]) -> None:
    while idle:
        idle.pop().end()


class _Session:
    """A process of a driver."""

    is_loaded = False

    def __init__(self, process: LimitedProcess, root: Path) -> None:
        self.owner = os.getpid()
        self._root = f"{root}/"
        self._process = process
        self._more_s = FIRST_REQUEST_S

    def request(self, line: str, seconds: float) -> dict[str, Any]:
        """Write a line and read the reply. With an empty line, only read the reply that says that the driver
        is ready."""
        self._process.begin_request(seconds + self._more_s)
        self._more_s = 0.0
        try:
            return self._request(line.encode() + b"\n" if line else b"")
        except LimitExceeded as error:
            raise limit_error(error) from None
        except GuardKilled as error:
            raise guard_killed_error(error) from None

    def _request(self, data: bytes) -> dict[str, Any]:
        printed = _Printed()
        mark = REPLY.encode()
        with contextlib.closing(self._process.lines(data, last=False)) as lines:
            for line in lines:
                before, found, text = line.partition(mark)
                if found:
                    printed.add(before)
                    return _checked(text.replace(self._root.encode(), b"")) | {"printed": printed.text()}
                printed.add(line + b"\n")
        code = self._process.exit_code or 0
        errors = (self._process.errors or printed.text()).replace(self._root, "")
        if _OUT_OF_MEMORY.search(errors):
            raise SolverError("too much memory", Message("function.out_of_memory"), errors)
        message = Message("function.ended_its_process", how=exit_message(code))
        raise SolverError("crashed", message, errors)

    def end(self) -> None:
        self._process.end()


class _Printed:
    """The beginning and the end of what was printed."""

    def __init__(self) -> None:
        self._first = b""
        self._last = b""

    def add(self, data: bytes) -> None:
        free = MAX_PRINTED - len(self._first)
        self._first += data[:free]
        if rest := data[free:]:
            self._last = (self._last + rest)[-MAX_PRINTED:]

    def text(self) -> str:
        return (self._first + self._last).decode(errors="replace")


def _checked(text: bytes) -> dict[str, Any]:
    """The reply, with an exception as `worker_child.exception_data` describes it."""
    try:
        reply = json.loads(text.decode(errors="replace"))
    except (ValueError, RecursionError):
        reply = None
    if not isinstance(reply, dict):
        raise SolverError("unreadable", Message("function.wrote_into_pipe"))
    reply.pop("stream", None)
    if not isinstance(reply.get("exit", 0), int):
        del reply["exit"]
    if reply.get("error") is None:
        reply.pop("error", None)
    else:
        line = " ".join(str(reply["error"]).split())[:200] or "?"
        reply["error"] = {
            "type": "Error",
            "text": line,
            "line": line,
            "traceback": str(reply.get("traceback", ""))[:4000],
            "memory": bool(_OUT_OF_MEMORY.search(line)),
        }
    return {**reply, "returned": _value(reply.get("returned")), "argument": _value(reply.get("argument"))}


def _value(value: Any) -> Any:
    """The value as the values of `worker_child.json_value`."""
    if isinstance(value, list):
        return [_value(item) for item in value]
    if isinstance(value, dict):
        grids = value.get("grids")
        names = [str(name) for name in grids] if isinstance(grids, list) else []
        return {"type": str(value.get("type", "object")), "grids": names}
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value


def _skipped(reply: Mapping[str, Any]) -> list[tuple[int, str]]:
    found = reply.get("skipped")
    return [
        (int(line), " ".join(str(error).split())[:200])
        for line, error in (found if isinstance(found, list) else ())
    ]


def _loading_error(error: SolverError) -> SolverError:
    message = Message("function.while_loading", what=error.message)
    return SolverError(error.kind, message, error.detail, while_loading=True)
