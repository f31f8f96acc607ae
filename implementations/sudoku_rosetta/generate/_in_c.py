"""Whole batches of grids by csrc/make: what `in_python` does, grid for grid, a thousand times as fast."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from ._make import ffi, lib

__all__ = ["by_document", "by_scilab", "fulls", "shrunk"]

Judge = Callable[[bytes], Sequence[int]]
_preparing = threading.Lock()


def fulls(seed: int, numbers: Sequence[int]) -> bytes:
    grids = bytearray(81 * len(numbers))
    _ready().make_fulls(seed, _numbers(numbers), -1, len(numbers), ffi.from_buffer("unsigned char[]", grids))
    return bytes(grids)


def by_document(full: bytes | None, clues: int, seed: int, numbers: range, *, uniform: bool = False) -> bytes:
    grids = bytearray(81 * len(numbers))
    out = ffi.from_buffer("unsigned char[]", grids)
    _ready().make_by_document(full or ffi.NULL, uniform, clues, seed, numbers.start, len(numbers), out)
    return bytes(grids)


def by_scilab(full: bytes | None, clues: int, state: int, count: int) -> tuple[bytes, int]:
    grids = bytearray(81 * count)
    out = ffi.from_buffer("unsigned char[]", grids)
    after: int = _ready().make_by_scilab(full or ffi.NULL, clues, state, count, out)
    return bytes(grids), after


def shrunk(
    seed: int,
    numbers: Sequence[int],
    attempt: int,
    groups: Sequence[Sequence[int]],
    least: int,
    full: bytes | None,
    judge: Judge,
) -> tuple[bytes, bytes]:
    n = len(numbers)
    make, in_groups = _ready(), _groups(tuple(map(tuple, groups)))
    leads = ffi.new("make_shrinking[]", n)
    grids, whose = bytearray(81 * n), ffi.new("uint32_t[]", n)
    questions, starts = ffi.from_buffer("unsigned char[]", grids), bytearray(81 * n)
    fulls_out = ffi.from_buffer("unsigned char[]", starts)
    make.make_begin(leads, seed, _numbers(numbers), attempt, n, in_groups, least, full or ffi.NULL, fulls_out)
    while asked := make.make_ask(leads, n, in_groups, questions, whose):
        make.make_answer(leads, in_groups, whose, bytes(judge(bytes(grids[: 81 * asked]))), asked)
    make.make_puzzles(leads, n, questions)
    return bytes(starts), bytes(grids)


def weight(second: int, third: int) -> int:
    """For the tests: the weight of a pair of partitions."""
    found: int = _ready().make_weight(second, third)
    return found


def _ready() -> Any:
    with _preparing:
        lib.make_prepare()
    return lib


def _numbers(numbers: Sequence[int]) -> Any:
    return ffi.new("uint64_t[]", list(numbers))


@cache
def _groups(groups: tuple[tuple[int, ...], ...]) -> Any:
    made = ffi.new("make_groups *")
    made.n = len(groups)
    first = 0
    for number, group in enumerate(groups):
        made.first[number] = first
        for cell in group:
            made.cells[first] = cell
            first += 1
    made.first[len(groups)] = first
    return made
