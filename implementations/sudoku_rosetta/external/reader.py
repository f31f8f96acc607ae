"""Reads the solver in a file or folder: tries its functions, then the file as a program, on two easy grids.

The reading says how the solver is called. `solver_of_reading` runs it; `copy_solver` does both.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from ..messages import Message
from .attempt import Attempt, Status, best_attempt
from .driven import DrivenSolver, best_driven_attempt
from .driver import MAIN
from .entries import entry_readings
from .errors import SolverError
from .function import FunctionSolver
from .languages import languages, not_installed_message
from .names import is_call_of, is_name_of_solver, is_plausible_call
from .program_readings import program_readings
from .reading import Reading, Sure, Unread
from .recognise import Copy
from .solver import ExternalSolver
from .staged_program import StagedProgramSolver
from .unread_reason import unread_reason

MAX_FILES = 4
MAX_READING_S = 12.0
"""After this time no other file is tried."""
_SURE: dict[Status, Sure] = {Status.RIGHT: "sure", Status.ONE_RIGHT: "likely"}


def read(copy: Copy, function: str | None = None, **options: Any) -> Reading:
    """Read the solver in a copy; with `function`, only this function, method or class. Raise Unread."""
    language = languages()[copy.language]
    if not language.is_installed():
        raise Unread(not_installed_message(language))
    deadline = time.monotonic() + MAX_READING_S
    best: Attempt | None = None
    errors: list[SolverError] = []
    errors_of_functions = 0
    mistakes: list[SolverError] = []
    for find in (_functions_of,) if function else (_functions_of, _programs_of):
        errors_of_functions = len(errors)
        for file in copy.files[:MAX_FILES]:
            if best is not None and file != copy.files[0] and time.monotonic() > deadline:
                break
            try:
                tried = find(copy, file, function, errors, options)
            except SolverError as error:
                errors.append(error)
                continue
            if tried is None:
                continue
            if tried.error is not None and _says_why(tried):
                errors.append(tried.error)
            if (
                tried.error is not None
                and tried.status is Status.RAISED
                and (tried.is_mistake or tried.has_wrong_index)
            ):
                mistakes.append(tried.error)
            if best is None or tried.is_better_than(best):
                best = tried
            if best.status is Status.RIGHT:
                return best.reading
    if best is None or not (best.is_of_solver or (function and best.status > Status.SILENT)):
        for each in errors:
            if each.message.code == "function.not_found":
                raise Unread(Message("unread.not_loaded", what=each.message))
        if (
            best is not None
            and _is_ended_program(best)
            and language.reads_input(copy.source_of(best.reading.file))
        ):
            errors = errors[errors_of_functions:]
        ended_once = not mistakes and _is_silent_solver(best)
        raise Unread(unread_reason(copy, [*mistakes, *errors], ended_once=ended_once))
    return replace(best.reading, sure=_SURE.get(best.status, "doubtful"))


def _is_ended_program(best: Attempt) -> bool:
    return not best.reading.call and best.status > Status.RAISED


def _is_silent_solver(best: Attempt | None) -> bool:
    """Whether a solver was called and ended, without an answer."""
    if best is None or best.status is Status.RAISED:
        return False
    return best.reading.call == MAIN or is_name_of_solver(best.reading.call)


def _says_why(tried: Attempt) -> bool:
    """Whether the error of a trial is one of the solver, rather than of another function."""
    assert tried.error is not None
    return not tried.reading.call or tried.error.while_loading or is_plausible_call(tried.reading.call)


def _functions_of(
    copy: Copy, file: str, function: str | None, errors: list[SolverError], options: Mapping[str, Any]
) -> Attempt | None:
    if copy.language_of(file) == "Python":
        spec = f"{file}:{function}" if function else file
        with FunctionSolver(spec, folder=copy.folder, **options) as solver:
            return solver.best_attempt()
    readings = entry_readings(copy.folder / file, copy.language_of(file), copy.folder)
    readings = [each for each in readings if not function or is_call_of(each.call, function)]
    return best_driven_attempt(readings, copy.folder, **_without_name(options)) if readings else None


def _programs_of(
    copy: Copy, file: str, function: str | None, errors: list[SolverError], options: Mapping[str, Any]
) -> Attempt | None:
    readings = list(program_readings(copy, file))
    if not readings:
        return None
    solver = StagedProgramSolver(readings[0], copy.folder, **options)
    try:
        return best_attempt(
            readings,
            solver.ask,
            counts=solver.level == "count",
            again=all(error.kind != "timed out" for error in errors),  # then its functions had more time
        )
    finally:
        errors += solver.trial_errors
        solver.close()


def _without_name(options: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in options.items() if key != "name"}


def solver_of_reading(reading: Reading, folder: Path, **options: Any) -> ExternalSolver:
    """The solver that a reading describes."""
    if not reading.call:
        return StagedProgramSolver(reading, folder, **options)
    if reading.language == "Python":
        return FunctionSolver(reading.file, reading=reading, folder=folder, **options)
    return DrivenSolver(reading, folder, **options)
