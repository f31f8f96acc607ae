"""Tries a reading on two easy grids.

The grids have one solution each and few empty cells, so that slow solvers answer too. The last cell is not empty,
nor is any cell of the first row of the first grid: solvers with a mistake there are read, and judged later. Others
do not solve a grid whose first row is full: the second grid has an empty cell there.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum

from .driver import MAIN
from .errors import LIMIT_KINDS, SolverError
from .names import is_name_of_solver, is_plausible_call, is_usual_call
from .reading import Reading

_FULL = "123456789456789123789123456231564897564897231897231564312645978645978312978312645"
_OTHER = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
_EMPTY = (
    (10, 13, 20, 24, 30, 34, 40, 47, 51, 55, 60, 69, 73),
    (4, 11, 15, 19, 26, 31, 36, 44, 49, 53, 57, 62, 66, 75),
)


def _without(solution: str, cells: Sequence[int]) -> str:
    return "".join("0" if cell in cells else digit for cell, digit in enumerate(solution))


EASY = ((_without(_FULL, _EMPTY[0]), _FULL), (_without(_OTHER, _EMPTY[1]), _OTHER))
"""The two grids, each with its solution."""

USUAL = ("530070000600195000098000060800060003400803001700020006060000280000419005000080079", _OTHER)
"""A grid with as many empty cells as usual."""

Ask = Callable[[Reading, str, float], tuple[Reading, list[str | int]]]
"""Gives a grid to the solver, with a time limit. Returns the reading with the place of the answer, if that was
"auto", and the answers: False for a function that returned False and nothing else."""


FIRST_TRIAL_S, SECOND_TRIAL_S, ALL_TRIALS_S = 1.0, 3.0, 6.0
MAX_SECOND_TRIALS = 2
MAX_SAME_ERRORS = 5
"""If a call raised the same exception for so many kinds of forms and no other, its other forms are not tried."""
MAX_OTHER_SOLVERS = 3
NOT_EASY = "090700860031005020806000000007050006000307000500010700000000109020600350054008070"
"""A grid that eliminating candidates alone does not solve, for a file with several solvers."""
_WRONG_INDEX = re.compile(r"(Index|Recursion|Range)Error")
_MISTAKE = re.compile(
    r"NotImplementedError|NameError|UnboundLocalError|ReferenceError|ZeroDivisionError|has no attribute 'clock'|is not defined|before initialization|not float$|'float' object cannot be interpreted"  # noqa: E501
)


class Status(IntEnum):
    """How far an attempt came."""

    RAISED = 0
    SILENT = 1
    """No exception, and no answer."""
    REFUSED = 2
    """False and nothing else: as if there were no solution."""
    ANSWERED = 3
    """A grid that is not complete, such as the same grid, or a number."""
    COMPLETE = 4
    """A complete grid with the clues, but not the solution."""
    ONE_RIGHT = 5
    RIGHT = 6


@dataclass(frozen=True)
class Attempt:
    """The result of one reading."""

    reading: Reading
    status: Status
    error: SolverError | None = None
    printed_grids: bool = False
    """Whether a program printed another grid for each of the two, though no complete one."""

    @property
    def timed_out(self) -> bool:
        return self.error is not None and self.error.kind == "timed out"

    @property
    def is_mistake(self) -> bool:
        """Whether the solver raised an exception that does not come from a wrong form of the grid."""
        return (
            self.error is not None
            and is_usual_call(self.reading.call)
            and _MISTAKE.search(self.error.message.en) is not None
        )

    @property
    def has_wrong_index(self) -> bool:
        """Whether a solver looks for a cell outside of the grid. In a wrong form of the grid it does so too."""
        usual = is_usual_call(self.reading.call)
        return usual and self.error is not None and _WRONG_INDEX.search(self.error.message.en) is not None

    @property
    def is_of_solver(self) -> bool:
        """Whether this is a solver, right or wrong: it gave a complete grid, or a function with a usual name gave
        another answer."""
        return (
            self.status >= Status.COMPLETE
            or self.printed_grids
            or (self.status >= Status.REFUSED and self._is_of_usual_name)
        )

    @property
    def _is_of_usual_name(self) -> bool:
        return _is_usual(self.reading)

    def is_better_than(self, other: Attempt) -> bool:
        """A wrong solver may have a right helper. So a wrong grid of a function with a usual name replaces a
        solution of one with another name, and is not replaced by it."""
        is_program = self.reading.call in ("", MAIN)
        if (
            other._is_of_usual_name
            and other.status >= Status.ANSWERED
            and not (is_program or self._is_of_usual_name)
        ):
            return False
        if (
            self._is_of_usual_name
            and self.status >= Status.ANSWERED
            and not (other.reading.call in ("", MAIN) or other._is_of_usual_name)
        ):
            return True
        return (self.is_of_solver, self.status) > (other.is_of_solver, other.status)


def _is_usual(reading: Reading) -> bool:
    """Whether the grid is an argument of a function with a usual name."""
    return ";" not in reading.call and "GRID" in reading.call and is_usual_call(reading.call)


def attempt(reading: Reading, ask: Ask, seconds: float, *, counts: bool = False) -> Attempt:
    """Give both grids to the solver. `counts`: the number of solutions is an answer too."""
    statuses = []
    grids = []
    for grid, solution in EASY:
        try:
            reading, answers = ask(reading, grid, seconds)
        except SolverError as error:
            statuses.append(Status.RAISED)
            if len(statuses) == 1:
                return Attempt(reading, Status.RAISED, error)
            continue
        if reading.answer == "printed" and len(answers) > 1 and answers[-1] == solution != answers[0]:
            reading = replace(reading, answer="printed last")
            answers = answers[-1:]
        statuses.append(_status(answers, grid, [1, solution] if counts else [solution]))
        is_silent_program = statuses[0] is Status.SILENT and reading.form.startswith("file ")
        if statuses[0] < Status.ONE_RIGHT and not (
            is_silent_program or _is_other_grid(reading, answers, grid)
        ):
            break
        grids += answers[:1]
    if statuses == [Status.ONE_RIGHT] * 2:
        if " = GRID" in reading.call and _needs_more_than_the_grid(reading, ask, seconds):
            return Attempt(reading, Status.ONE_RIGHT)
        return Attempt(reading, Status.RIGHT)
    if reading.form.startswith("file ") and Status.ONE_RIGHT in statuses:
        return Attempt(reading, Status.ONE_RIGHT)
    return Attempt(reading, statuses[0], printed_grids=len(set(map(str, grids))) == len(EASY))


def _needs_more_than_the_grid(reading: Reading, ask: Ask, seconds: float) -> bool:
    """Whether a function with the grid in a variable fails with more empty cells: its program may set more."""
    try:
        _, answers = ask(reading, USUAL[0], seconds)
    except SolverError:
        return False
    return bool(answers) and answers[0] not in (1, USUAL[1])


def _is_other_grid(reading: Reading, answers: list[str | int], grid: str) -> bool:
    """Whether a program printed one grid, with other digits than the one that it was given. A full one without
    its clues is that of a generator."""
    if reading.call or reading.form == "source" or len(answers) != 1 or not isinstance(answers[0], str):
        return False
    return len(answers[0]) == len(grid) and ("0" in answers[0] or _keeps_clues(answers[0], grid))


def _status(answers: list[str | int], grid: str, correct: list[str | int]) -> Status:
    if not answers:
        return Status.SILENT
    first = answers[0]
    if isinstance(first, bool):
        return Status.REFUSED
    if first in correct:
        return Status.ONE_RIGHT
    if isinstance(first, str) and "0" not in first and _keeps_clues(first, grid):
        return Status.COMPLETE
    return Status.ANSWERED


def _keeps_clues(answer: str, grid: str) -> bool:
    """Whether most clues are in the answer. Otherwise it may be the grid of a generator."""
    clues = [cell for cell in range(81) if grid[cell] != "0"]
    return sum(answer[cell] == grid[cell] for cell in clues) > 0.8 * len(clues)


def _quick_enough(right: Attempt, readings: Iterable[Reading], ask: Ask, *, counts: bool) -> Attempt:
    """The attempt that is right; or, if it exceeds a limit with a grid that is not easy, one of another solver of
    the same file that does not."""
    others = [each for each in readings if _is_other_solver(each, right.reading)][:MAX_OTHER_SOLVERS]
    if not others or not _exceeds_limit(right.reading, ask):
        return right
    for reading in others:
        tried = attempt(reading, ask, FIRST_TRIAL_S, counts=counts)
        if tried.status is Status.RIGHT and not _exceeds_limit(tried.reading, ask):
            return tried
    return right


def _is_other_solver(reading: Reading, found: Reading) -> bool:
    """Whether the calls differ only in the name of the function, and both names say that it solves."""
    names, found_names = re.findall(r"\w+", reading.call), re.findall(r"\w+", found.call)
    pairs = [(name, other) for name, other in zip(names, found_names, strict=False) if name != other]
    return (
        reading.form == found.form
        and len(names) == len(found_names)
        and len(pairs) == 1
        and all(is_name_of_solver(name) for name in pairs[0])
    )


def _is_certain(reading: Reading, ask: Ask) -> bool:
    """Whether this is a program, a function named as a solver, or one that solves a grid that is not easy."""
    if reading.call in ("", MAIN) or "FUNCTION" in reading.call or is_plausible_call(reading.call):
        return True
    try:
        _, answers = ask(reading, NOT_EASY, FIRST_TRIAL_S)
    except SolverError as error:
        return error.kind in LIMIT_KINDS
    return bool(answers) and isinstance(answers[0], str) and "0" not in answers[0]


def _exceeds_limit(reading: Reading, ask: Ask) -> bool:
    try:
        ask(reading, NOT_EASY, FIRST_TRIAL_S)
    except SolverError as error:
        return error.kind in LIMIT_KINDS
    return False


def best_attempt(
    readings: Iterable[Reading],
    ask: Ask,
    *,
    counts: bool = False,
    again: bool = True,
    clock: Callable[[], float] = time.monotonic,
) -> Attempt | None:
    """Try the readings in order until one is right. Those that took too long are tried again, with more time, if no
    other is right (not without `again`).

    `clock` gives the seconds that count as time of the trials.
    """
    deadline = clock() + ALL_TRIALS_S
    best: Attempt | None = None
    mistake: Attempt | None = None
    results: dict[str, list[Attempt]] = {}
    slow: list[Reading] = []
    for reading in readings:
        if clock() > deadline:
            break
        if best is not None and best.status is Status.RIGHT and not _is_usual(reading):
            continue
        if _is_hopeless(results.get(reading.call, ())):
            continue
        tried = attempt(reading, ask, FIRST_TRIAL_S, counts=counts)
        results.setdefault(reading.call, []).append(tried)
        if tried.timed_out:
            slow.append(reading)
        if mistake is None and (tried.is_mistake or (best is None and tried.has_wrong_index)):
            mistake = tried
        if tried.status is Status.RIGHT and not _is_certain(tried.reading, ask):
            tried = replace(tried, status=Status.COMPLETE)  # it may be a helper that fills the last cells
        if best is None or tried.is_better_than(best):
            best = tried
        if best.status is Status.RIGHT and (_is_usual(best.reading) or best.reading.call in ("", MAIN)):
            break
        if best.status is Status.ONE_RIGHT and is_usual_call(best.reading.call):
            return best
    if best is not None and best.status is Status.RIGHT:
        return _quick_enough(best, readings, ask, counts=counts)
    for reading in slow[:MAX_SECOND_TRIALS] if again and best and best.status < Status.ONE_RIGHT else ():
        tried = attempt(reading, ask, SECOND_TRIAL_S, counts=counts)
        if best is None or tried.is_better_than(best) or (tried.timed_out and not best.timed_out):
            best = tried
    is_hidden = (
        mistake is not None and mistake.is_mistake and best is not None and best.status < Status.COMPLETE
    )
    if mistake is not None and best is not None and not slow and (is_hidden or not best.is_of_solver):
        return mistake  # of more use than the silence of a call in a wrong form
    return best


def _is_hopeless(tried: Sequence[Attempt]) -> bool:
    """Whether the form of the grid makes no difference to a call that fails."""
    messages = {
        each.error.message.en if each.error and each.error.kind == "raised" else None for each in tried
    }
    return (
        len({each.reading.form.partition(":")[0] for each in tried}) >= MAX_SAME_ERRORS
        and len(messages) == 1
        and None not in messages
        and bool(tried[0].reading.call)
    )
