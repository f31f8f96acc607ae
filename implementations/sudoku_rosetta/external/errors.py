"""SolverError: an external solver gave no answer, or one that cannot be parsed.

A wrong answer is not an error; the conformance checks judge it.
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
LIMIT_KINDS: tuple[Kind, ...] = ("timed out", "too much memory", "too much output", "too many processes")
MAX_DETAIL_LINES, MAX_DETAIL_CHARACTERS = 20, 4000


class SolverError(RuntimeError):
    """`message` is one line. `detail` is the solver's own output. `while_loading` is true if the solver could not
    be loaded, so that it fails for all grids."""

    def __init__(self, kind: Kind, message: Message, detail: str = "", while_loading: bool = False) -> None:
        super().__init__(kind, message, detail, while_loading)
        self.kind = kind
        self.message = message
        self.detail = last_lines(detail)
        self.while_loading = while_loading
        self.compiler_output = ""
        """All that a compiler wrote."""
        self.solver = ""
        """The solver's name, or "" if it is not part of `one_line`."""

    def __str__(self) -> str:
        return self.message.en

    def one_line(self) -> str:
        """The message, preceded by the solver's name if it is set."""
        return f"{self.solver}: {self}" if self.solver else str(self)


def limit_error(error: LimitExceeded) -> SolverError:
    """The error for a program that exceeded one of its limits."""
    from ..messages import Message

    limits = error.limits
    numbers = {"bytes": limits.output_bytes, "memory": limits.memory_mb, "processes": limits.processes}
    message = Message(error.code, seconds=limits.seconds, **numbers)
    return SolverError(error.kind, message, error.errors)


def guard_killed_error(error: GuardKilled) -> SolverError:
    """The error for a program that killed its guard process."""
    from ..messages import Message

    return SolverError("crashed", Message(error.code), error.errors)


def exception_error(error: dict[str, Any]) -> SolverError:
    """The error for an exception, given as the result of `runtime.worker_child.exception_data`."""
    from ..messages import Message

    if "code" in error:
        return SolverError("unreadable", Message(error["code"], **error["arguments"]))
    if error.get("memory"):
        message = Message("function.out_of_memory")
        return SolverError("too much memory", message, error.get("traceback", ""))
    line = " ".join(error.get("line", error["type"]).split())
    return SolverError("raised", Message("function.raised", line=line), error.get("traceback", ""))


def grid_error_message(error: GridError) -> Message:
    """The message of a GridError in all languages."""
    from ..messages import Message

    return Message(error.code, english=str(error), **error.arguments)


def exit_message(code: int) -> Message:
    """Describe an exit code. A negative value is the number of the signal that ended the process."""
    from ..messages import Message

    if code >= 0:
        return Message("ended.exit_code", code=code)
    with contextlib.suppress(ValueError):
        return Message("ended.named_signal", number=-code, name=signal.Signals(-code).name)
    return Message("ended.signal", number=-code)


def last_lines(text: str) -> str:
    """The last lines of a text: in a traceback, they name the exception."""
    return "\n".join(text[-MAX_DETAIL_CHARACTERS:].strip("\r\n").splitlines()[-MAX_DETAIL_LINES:])


def quoted(text: str, max_length: int = 60) -> str:
    """The text in quotes, escaped and shortened to one line."""
    return ascii(text if len(text) <= max_length else text[: max_length - 3] + "...")
