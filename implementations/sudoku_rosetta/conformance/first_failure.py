"""The failure that a pupil should mend first: what is wrong, what it means, and the grid to draw."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ..messages import Language, Message, sentences
from .case import Case, cases
from .grid_drawing import UNITS, Drawing
from .outcome import Outcome
from .plain_reason import plain_reason

_GIVEN, _RIGHT = ("line", "then"), ("solution",)
"""The arguments of a reason that hold the answer, and a solution."""


@dataclass(frozen=True)
class FirstFailure:
    """An outcome that is failed or errored, explained."""

    outcome: Outcome

    def text(self, language: Language) -> str:
        """What is wrong, in one sentence."""
        reason = self.outcome.reason
        return plain_reason(reason, language, without_solution=self.drawing is not None) if reason else ""

    @property
    def meaning(self) -> Message | None:
        """What it means and what to do; None if there is nothing to say about a reason of this kind."""
        reason = self.outcome.reason
        for message in _messages(reason) if reason else ():
            code = f"class_report.meaning.{message.code.replace('.', '_')}"
            if code in sentences("en"):
                return Message(code)
        return None

    @property
    def case(self) -> Case | None:
        """The case of the suite with this grid, if it is one."""
        case = _cases_by_id().get(self.outcome.case)
        return case if case and case.grid == self.outcome.grid else None

    @property
    def drawing(self) -> Drawing | None:
        """The grid with the answer; None if the check has no grid."""
        grid, reason = self.outcome.grid, self.outcome.reason
        if not _is_grid(grid) or reason is None:
            return None
        answer = next(_grids(reason, _GIVEN), "")
        expected = next(_grids(reason, _RIGHT), "")
        if answer and expected:  # one of the solutions that a longer answer misses
            answer = ""
        if any(message.code == "line.unchanged" for message in _messages(reason)):
            answer = grid
        if answer and self.case and self.case.expect == "unique":
            expected = self.case.solutions[0]
        return Drawing(grid, answer, expected, _named_cells(reason, answer))


_UNITS_FROM: Mapping[str, int] = {"unit.row": 0, "unit.column": 9, "unit.square": 18}


def _named_cells(reason: Message, answer: str) -> tuple[int, ...]:
    """The equal digits of a unit, or the clue that was changed."""
    for message in _messages(reason) if answer else ():
        arguments = message.arguments
        if message.code == "line.digit_twice" and isinstance(unit := arguments["unit"], Message):
            cells = UNITS[_UNITS_FROM[unit.code] + int(str(unit.arguments["number"])) - 1]
            return tuple(cell for cell in cells if answer[cell] == arguments["digit"])
        if message.code == "line.clue_changed":
            return (9 * int(str(arguments["row"])) + int(str(arguments["column"])) - 10,)
    return ()


def _is_grid(text: object) -> bool:
    return isinstance(text, str) and re.fullmatch("[0-9]{81}", text) is not None


def _messages(message: Message) -> Iterator[Message]:
    """The message and the messages among its arguments, the outermost first."""
    yield message
    for value in message.arguments.values():
        if isinstance(value, Message):
            yield from _messages(value)


def _grids(message: Message, names: tuple[str, ...]) -> Iterator[str]:
    for each in _messages(message):
        for name in names:
            value = each.arguments.get(name)
            if isinstance(value, str) and _is_grid(value):
                yield value


@functools.cache
def _cases_by_id() -> Mapping[str, Case]:
    return {case.id: case for case in cases()}
