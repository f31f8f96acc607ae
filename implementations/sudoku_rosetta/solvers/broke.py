"""What is raised where a solver from outside did not answer: the kind, one line in either language, the detail.

A wrong answer is none of these: it is an answer, which the checks judge.
"""

from __future__ import annotations

from typing import Literal

Kind = Literal[
    "crashed", "timed out", "too much output", "too much memory", "too many processes", "unreadable", "raised"
]
LINES_KEPT = 20
BYTES_KEPT = 4000


class SolverBroke(RuntimeError):
    """`str()` of it is one line in English, `fr` the same in French; `detail` is what the solver itself said.
    `while_loading`: it did not come so far as to be asked, and will not for another grid."""

    def __init__(self, kind: Kind, en: str, fr: str, detail: str = "", while_loading: bool = False) -> None:
        super().__init__(kind, en, fr, detail, while_loading)
        self.kind = kind
        self.fr = fr
        self.detail = last_lines(detail)
        self.while_loading = while_loading

    def __str__(self) -> str:
        return str(self.args[1])


def last_lines(text: str) -> str:
    """The end of a text: that is where a traceback says what went wrong."""
    return "\n".join(text[-BYTES_KEPT:].strip("\r\n").splitlines()[-LINES_KEPT:])


def shown(text: str, longest: int = 60) -> str:
    """What someone's program wrote, in quotes, on one line and short."""
    return ascii(text if len(text) <= longest else text[: longest - 3] + "...")
