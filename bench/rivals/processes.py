"""Run functions in parallel: one forked process each, all started together; measure the wall time."""

from __future__ import annotations

import os
import struct
import time
from collections.abc import Callable, Sequence

from .bench_solver import Excluded


def run_on_cores(tasks: Sequence[Callable[[], int]]) -> tuple[int, float]:
    """The sum of the results, and the seconds; Excluded if a process ends without a result."""
    start_read, start_write = os.pipe()
    done_read, done_write = os.pipe()
    children = []
    for task in tasks:
        child = os.fork()
        if child == 0:
            _child(task, (start_read, start_write), (done_read, done_write))
        children.append(child)
    os.close(start_read)
    os.close(done_write)
    for _ in children:
        os.read(done_read, 1)  # wait until each process is ready
    began = time.perf_counter()
    os.close(start_write)  # the start signal: all processes wait for the end of this pipe
    answers = [os.read(done_read, 8) for _ in children]  # empty if all remaining processes have ended
    seconds = time.perf_counter() - began
    os.close(done_read)
    codes = [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children]
    if not all(answers):
        signals = "".join(f", by signal {-code}" for code in codes if code < 0)
        raise Excluded(f"excluded: on {len(tasks)} cores a process ended without a result{signals}")
    return sum(struct.unpack("<q", answer)[0] for answer in answers), seconds


def _child(task: Callable[[], int], start: tuple[int, int], done: tuple[int, int]) -> None:
    try:
        os.close(start[1])
        os.close(done[0])
        os.write(done[1], b"r")
        os.read(start[0], 1)
        os.write(done[1], struct.pack("<q", task()))
    finally:
        os._exit(0)
