"""The document's own C, compiled, behind the solvers' face.

csrc/original/binding.csrc.c says how its text is left as it is. Its tables are globals, so one search at a time
has them: the turn is given up while a solution is looked at and whenever the C takes breath, which is also
when Ctrl-C and a stop are heard.
"""

from __future__ import annotations

import os
import threading
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from ..grid import Grid
from .protocol import Found, Report, Solver, checked_limit

if TYPE_CHECKING:
    from ..messages import Message

try:
    from ._original_c import ffi, lib
except ImportError as error:
    ffi = lib = None
    from .not_built import not_built

    _NOT_BUILT: Message | None = not_built(error)
else:
    _NOT_BUILT = None


class OriginalC(Solver):
    id = "original-c"
    title = "Document c's own C, compiled through cffi"
    style = "C"
    document = "c"
    language = "C"
    promises = frozenset({"lexicographic", "row-major"})
    reports = frozenset({"calls", "tests", "placements"})

    def missing(self) -> Message | str | None:
        return _NOT_BUILT

    def search(
        self, grid: Grid, found: Found | None = None, *, limit: int | None = None, watch: bool = False
    ) -> Report:
        self.demand()
        hearing = _Hearing(found)
        report = ffi.new("original_report *")
        arguments = (str(grid).encode("ascii"), checked_limit(limit) or 0, found is not None)
        handle = ffi.new_handle(hearing)
        with _turn:
            lib.original_search(*arguments, handle, report)
        if hearing.raised is not None:
            raise hearing.raised
        if not watch:
            return Report(report.solutions, not report.stopped)
        counts = {name: int(getattr(report, name)) for name in sorted(self.reports)}
        return Report(report.solutions, not report.stopped, MappingProxyType(counts), f"{report.tree:016x}")


class _Hearing:
    """What the C's words are told to; an exception cannot cross C, so it is kept until the C has returned."""

    def __init__(self, found: Found | None) -> None:
        self._found = found
        self.raised: BaseException | None = None

    def hear(self, solution: Any) -> None:
        if self._found is not None and solution != ffi.NULL:
            self._found(Grid(ffi.string(solution)))


_turn = threading.RLock()
if hasattr(os, "register_at_fork"):  # a forked process has one thread: no other has the turn there
    os.register_at_fork(after_in_child=_turn._at_fork_reinit)  # type: ignore[attr-defined]


def _speaks(handle: Any, solution: Any) -> bool:
    """Give up the turn, listen, take it back: always, since the C goes on to its end with the globals, and an
    interrupt may fall between any two lines."""
    hearing: _Hearing = ffi.from_handle(handle)
    try:
        _turn.release()
        hearing.hear(solution)
    except BaseException as error:
        hearing.raised = error
    while not _turn._is_owned():  # type: ignore[attr-defined]
        try:
            _turn.acquire()
        except BaseException as error:
            hearing.raised = error
    return hearing.raised is not None


def _interrupted(kind: object, error: BaseException, traceback: Any) -> None:
    """An interrupt fell on _speaks itself, before the turn was given up or once it was taken back."""
    ffi.from_handle(traceback.tb_frame.f_locals["handle"]).raised = error


if ffi is not None:
    ffi.def_extern(name="original_speaks", error=1, onerror=_interrupted)(_speaks)
