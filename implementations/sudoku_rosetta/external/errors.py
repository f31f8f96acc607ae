"""SolverError: an external solver gave no answer that can be read, or none at all.

A wrong answer is not one of these: it is an answer, which the checks judge.
"""

from __future__ import annotations

import contextlib
import signal
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from ..grid import GridError
    from ..messages import Message
    from ..runtime.limits import GuardKilled, LimitExceeded

Kind = Literal[
    "crashed",
    "timed out",
    "too much output",
    "too much memory",
    "too many processes",
    "unreadable",
    "raised",
    "not compiled",
]
AT_A_LIMIT: tuple[Kind, ...] = ("timed out", "too much memory", "too much output", "too many processes")
DETAIL_LINES, DETAIL_CHARACTERS = 20, 4000


class SolverError(RuntimeError):
    """`message` is one line; `detail` is what the solver itself printed. `while_loading`: it failed before it was
    asked anything, and would fail again for another grid."""

    def __init__(self, kind: Kind, message: Message, detail: str = "", while_loading: bool = False) -> None:
        super().__init__(kind, message, detail, while_loading)
        self.kind = kind
        self.message = message
        self.detail = last_lines(detail)
        self.while_loading = while_loading
        self.solver = ""
        """The solver's name, where it was searched through our face or compiled."""

    def __str__(self) -> str:
        return self.message.en

    def in_one_line(self) -> str:
        """The message with the solver's name."""
        return f"{self.solver}: {self}" if self.solver else str(self)


def at_limit(error: LimitExceeded) -> SolverError:
    """For a program that was ended at one of its limits."""
    from ..messages import Message

    limits = error.limits
    terms = {"bytes": limits.output_bytes, "memory": limits.memory_mb, "processes": limits.processes}
    message = Message(error.code, seconds=limits.seconds, **terms)
    return SolverError(error.kind, message, error.errors)


def guard_killed(error: GuardKilled) -> SolverError:
    """For a program that ended the process that guards it."""
    from ..messages import Message

    return SolverError("crashed", Message(error.code), error.errors)


def raised(error: dict[str, Any]) -> SolverError:
    """For an exception, as `runtime.worker_child.described` says it."""
    from ..messages import Message

    if "code" in error:
        return SolverError("unreadable", Message(error["code"], **error["arguments"]))
    if error.get("memory"):
        message = Message("function.out_of_memory")
        return SolverError("too much memory", message, error.get("traceback", ""))
    line = " ".join(error.get("line", error["type"]).split())
    return SolverError("raised", Message("function.raised", line=line), error.get("traceback", ""))


def not_a_grid(error: GridError) -> Message:
    """Why an answer is no grid: the error's own English sentence, and by its code those of other languages."""
    from ..messages import Message

    return Message(error.code, english=str(error), **error.arguments)


def how_it_ended(code: int) -> Message:
    """An exit code in words; negative: the signal that ended the process."""
    from ..messages import Message

    if code >= 0:
        return Message("ended.exit_code", code=code)
    with contextlib.suppress(ValueError):
        return Message("ended.named_signal", number=-code, name=signal.Signals(-code).name)
    return Message("ended.signal", number=-code)


def last_lines(text: str) -> str:
    """The end of a text: there a traceback says what went wrong."""
    return "\n".join(text[-DETAIL_CHARACTERS:].strip("\r\n").splitlines()[-DETAIL_LINES:])


def shown(text: str, longest: int = 60) -> str:
    """What a program printed, in quotes, on one line and short."""
    return ascii(text if len(text) <= longest else text[: longest - 3] + "...")
