"""The solver original-c: the original C code of document c, compiled.

Its tables are global variables, so a lock allows one search at a time. The C code calls back into Python at each
solution and at regular intervals. During the callback, the lock is released and Python handles Ctrl-C and requests
to stop. csrc/original/binding.csrc.c explains how the C code is compiled without changes.
"""

from __future__ import annotations

import os
import threading
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from ..grid import Grid
from .protocol import Handler, Report, Solver, checked_limit

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
        self, grid: Grid, on_solution: Handler | None = None, *, limit: int | None = None, watch: bool = False
    ) -> Report:
        self.check_available()
        receiver = _Receiver(on_solution)
        report = ffi.new("original_report *")
        arguments = (str(grid).encode("ascii"), checked_limit(limit) or 0, on_solution is not None)
        handle = ffi.new_handle(receiver)
        with _lock:
            lib.original_search(*arguments, handle, report)
        if receiver.raised is not None:
            raise receiver.raised
        if not watch:
            return Report(report.solutions, not report.stopped)
        counts = {name: int(getattr(report, name)) for name in sorted(self.reports)}
        return Report(report.solutions, not report.stopped, MappingProxyType(counts), f"{report.tree:016x}")


class _Receiver:
    """Receives the callbacks of one search. An exception cannot pass through C, so it is kept until C returns."""

    def __init__(self, on_solution: Handler | None) -> None:
        self._on_solution = on_solution
        self.raised: BaseException | None = None

    def receive(self, solution: Any) -> None:
        if self._on_solution is not None and solution != ffi.NULL:
            self._on_solution(Grid(ffi.string(solution)))


_lock = threading.RLock()
if hasattr(os, "register_at_fork"):  # a forked process has only one thread, so the lock must be free there
    os.register_at_fork(after_in_child=_lock._at_fork_reinit)  # type: ignore[attr-defined]


def _callback(handle: Any, solution: Any) -> bool:
    """Release the lock, handle the solution, acquire the lock again. Return whether the search must stop.

    The lock must be held at the return, because the C code then uses its global variables. KeyboardInterrupt
    or Stopped may be raised at any line.
    """
    receiver: _Receiver = ffi.from_handle(handle)
    try:
        _lock.release()
        receiver.receive(solution)
    except BaseException as error:
        receiver.raised = error
    while not _lock._is_owned():  # type: ignore[attr-defined]
        try:
            _lock.acquire()
        except BaseException as error:
            receiver.raised = error
    return receiver.raised is not None


def _on_error(kind: object, error: BaseException, traceback: Any) -> None:
    """Keep a KeyboardInterrupt or Stopped that was raised in `_callback`, outside of its try statements."""
    ffi.from_handle(traceback.tb_frame.f_locals["handle"]).raised = error


if ffi is not None:
    ffi.def_extern(name="original_callback", error=1, onerror=_on_error)(_callback)
