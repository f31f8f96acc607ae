"""Work for all cores: one forked process each, let go together, timed by the clock until the last one is done."""

from __future__ import annotations

import os
import struct
import time
from collections.abc import Callable, Sequence

from .contestant import Absent


def on_cores(works: Sequence[Callable[[], int]]) -> tuple[int, float]:
    """The sum of what they return, and the seconds; Absent where one of them ends without an answer. Forked, so
    that what was prepared is there already."""
    start_read, start_write = os.pipe()
    done_read, done_write = os.pipe()
    children = []
    for work in works:
        child = os.fork()
        if child == 0:
            _child(work, (start_read, start_write), (done_read, done_write))
        children.append(child)
    os.close(start_read)
    os.close(done_write)
    for _ in children:
        os.read(done_read, 1)  # each says that it is there
    began = time.perf_counter()
    os.close(start_write)  # which all of them are waiting for
    answers = [os.read(done_read, 8) for _ in children]  # nothing, once those that are left have all ended
    seconds = time.perf_counter() - began
    os.close(done_read)
    codes = [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children]
    if not all(answers):
        signals = "".join(f", by signal {-code}" for code in codes if code < 0)
        raise Absent(f"excluded: on {len(works)} cores a process ended before it had answered{signals}")
    return sum(struct.unpack("<q", answer)[0] for answer in answers), seconds


def _child(work: Callable[[], int], start: tuple[int, int], done: tuple[int, int]) -> None:
    try:
        os.close(start[1])
        os.close(done[0])
        os.write(done[1], b"r")
        os.read(start[0], 1)
        os.write(done[1], struct.pack("<q", work()))
    finally:
        os._exit(0)
