"""Make grids in batches with csrc/make: the same grids as `_in_python`, about a thousand times as fast."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from functools import cache
from typing import Any

from ._make import ffi, lib
from .until_unique import CountBatch

__all__ = ["document_grids", "full_grids", "remove_clues", "scilab_rng_grids"]

_prepare_lock = threading.Lock()


def full_grids(seed: int, numbers: Sequence[int]) -> bytes:
    grids = bytearray(81 * len(numbers))
    _prepared_library().make_full_grids(
        seed, _numbers(numbers), -1, len(numbers), ffi.from_buffer("unsigned char[]", grids)
    )
    return bytes(grids)


def document_grids(
    full: bytes | None, clues: int, seed: int, numbers: range, *, uniform: bool = False
) -> bytes:
    grids = bytearray(81 * len(numbers))
    out = ffi.from_buffer("unsigned char[]", grids)
    _prepared_library().make_document_grids(
        full or ffi.NULL, uniform, clues, seed, numbers.start, len(numbers), out
    )
    return bytes(grids)


def scilab_rng_grids(full: bytes | None, clues: int, state: int, count: int) -> tuple[bytes, int]:
    grids = bytearray(81 * count)
    out = ffi.from_buffer("unsigned char[]", grids)
    after: int = _prepared_library().make_scilab_rng_grids(full or ffi.NULL, clues, state, count, out)
    return bytes(grids), after


def remove_clues(
    seed: int,
    numbers: Sequence[int],
    attempt: int,
    groups: Sequence[Sequence[int]],
    min_clues: int,
    full: bytes | None,
    count_batch: CountBatch,
) -> tuple[bytes, bytes]:
    n = len(numbers)
    make, c_groups = _prepared_library(), _c_groups(tuple(map(tuple, groups)))
    removals = ffi.new("make_removal[]", n)
    grids, owners = bytearray(81 * n), ffi.new("uint32_t[]", n)
    queries, starts = ffi.from_buffer("unsigned char[]", grids), bytearray(81 * n)
    fulls_out = ffi.from_buffer("unsigned char[]", starts)
    make.make_begin_removals(
        removals, seed, _numbers(numbers), attempt, n, c_groups, min_clues, full or ffi.NULL, fulls_out
    )
    while n_queries := make.make_next_queries(removals, n, c_groups, queries, owners):
        make.make_answer_queries(
            removals, c_groups, owners, bytes(count_batch(bytes(grids[: 81 * n_queries]))), n_queries
        )
    make.make_puzzles(removals, n, queries)
    return bytes(starts), bytes(grids)


def weight(second: int, third: int) -> int:
    """The weight of a pair of partitions, for the tests."""
    found: int = _prepared_library().make_weight(second, third)
    return found


def _prepared_library() -> Any:
    """The library, with its tables computed."""
    with _prepare_lock:
        lib.make_prepare()
    return lib


def _numbers(numbers: Sequence[int]) -> Any:
    return ffi.new("uint64_t[]", list(numbers))


@cache
def _c_groups(groups: tuple[tuple[int, ...], ...]) -> Any:
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
