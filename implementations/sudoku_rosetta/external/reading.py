"""Reading: how the solver in a copy is called, in which form it takes its grid, and how it answers.

`reader` finds it, `readings.csv` shows it to the teacher, who may correct it, and `solver_of_reading` runs it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal, get_args

from ..messages import Message
from ..solvers import SolverMissing
from .forms import INPUTS, VALUES, is_code

Answer = Literal["returned", "in place", "in place and returned", "printed", "printed last"]
Sure = Literal["sure", "likely", "doubtful"]
ANSWERS: tuple[Answer, ...] = get_args(Answer)


@dataclass(frozen=True)
class Reading:
    """How one solver is run."""

    language: str
    """A name of languages.toml."""
    file: str
    """The file of the solver, relative to the folder of the copy."""
    call: str
    """An expression in the language of the copy, such as "Solution().solveSudoku(GRID)" or "board = GRID; solve()",
    in which GRID is the grid; "" for a program that is started once for each grid."""
    form: str
    """The form of the grid: a code of `forms`; for a program also "argument", "file FORM" (named by an argument),
    "file NAME FORM" (a file that the program opens itself), or "source" (the grid is written in the source, which
    is changed)."""
    answer: str
    """An Answer; while readings are tried also "auto"."""
    sure: Sure = "sure"
    odd: tuple[Message, ...] = ()
    """Remarks for the teacher."""

    def to_json(self) -> dict[str, Any]:
        return {**asdict(replace(self, odd=())), "odd": [each.to_json() for each in self.odd]}

    @classmethod
    def from_json(cls, fields: Mapping[str, Any]) -> Reading:
        return cls(**{**fields, "odd": tuple(map(Message.from_json, fields["odd"]))})


def is_form(form: str, *, is_program: bool) -> bool:
    """Whether the text is a form of a program, or of a function."""
    if not is_program:
        return is_code(form, VALUES)
    if form in ("argument", "source"):
        return True
    words = form.split()
    return len(words) > 0 and is_code(words[-1], INPUTS) and (len(words) == 1 or words[0] == "file")


class Unread(SolverMissing):
    """No solver could be read in the copy. The code of `message` is "unread.<group>": groups say what to do."""

    def __init__(self, message: Message) -> None:
        super().__init__(message.en)
        self.message = message
