"""`solve_many` and `count_many`: solve millions of grids with the fast core, on all cores.

The grids may be bytes, a list, a numpy array or a file; the results have the same form. For bytes and arrays, no
Python object is created per grid.
"""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, BinaryIO, Generic, NamedTuple, TextIO, TypeVar, overload

from ..formats import open_file
from ..grid import GridError, digits_of
from ..runtime.executors import cores
from ..runtime.stoppable_thread import StopFlag, Stopped, run_until
from ..solvers.fast_c import FastC
from ..solvers.protocol import CELLS, checked_limit

if TYPE_CHECKING:
    from numpy import uint8, uint64
    from numpy.typing import NDArray

T = TypeVar("T")
Solutions = TypeVar("Solutions")
Counts = TypeVar("Counts")
File = str | os.PathLike[str] | BinaryIO | TextIO
CHUNK_GRIDS = 1 << 14
"""Grids per chunk. It is large, because the core is less efficient for the last grids of a chunk."""
MAX_DIRECT_GRIDS = 64
"""Up to this number of grids are solved in the caller's thread."""
COUNT_CHUNK_GRIDS = 16
"""Grids per chunk when all their solutions are counted, which may take a long time."""
READ_BYTES = 1 << 20
LINE_BYTES = 82
MAX_FIRST_LINE_BYTES = 4096
"""The first line end must be in this many bytes. An error quotes at most as many bytes of an invalid line."""


class Solved(NamedTuple, Generic[Solutions, Counts]):
    """The result of `solve_many`, in the form of its argument.

    `solutions` has the first solution of each grid. If a grid has none, there are 81 zeros in bytes or an array, or
    None in a list. `counts` has the number of solutions of each grid: 0, 1, or 2 for several.
    """

    solutions: Solutions
    counts: Counts


# Some argument types are subtypes of others but have a different result type: mypy's `overload-overlap`.
@overload
def solve_many(  # type: ignore[overload-overlap]
    puzzles: bytes | bytearray | memoryview, *, threads: int | None = None, instruction_set: str | None = None
) -> Solved[bytes, bytes]: ...
@overload
def solve_many(  # type: ignore[overload-overlap]
    puzzles: File, *, threads: int | None = None, instruction_set: str | None = None
) -> Iterator[tuple[str | None, int]]: ...
@overload
def solve_many(  # type: ignore[overload-overlap]
    puzzles: NDArray[Any], *, threads: int | None = None, instruction_set: str | None = None
) -> Solved[NDArray[uint8], NDArray[uint8]]: ...
@overload
def solve_many(
    puzzles: Iterable[object], *, threads: int | None = None, instruction_set: str | None = None
) -> Solved[list[str | None], bytes]: ...
def solve_many(puzzles: Any, *, threads: int | None = None, instruction_set: str | None = None) -> Any:
    """Solve many grids on all cores.

    `puzzles` may be:

    - bytes: 81 characters per grid, with or without line ends;
    - a numpy array of shape (n, 81) or (n, 9, 9), of digits;
    - an iterable of anything that `Grid` accepts;
    - a file, given as its path or as an open stream, with one grid per line.

    The result is a tuple `(solutions, counts)`. For bytes, both are bytes; for an array, both are arrays; for an
    iterable, they are a list of strings and bytes. For a file, the result is an iterator over pairs
    `(solution, count)`, and memory use is constant.

    `solutions` has the first solution of each grid in lexicographic order. A count is 0, 1, or 2 for several
    solutions. A grid without a solution, or with clashing clues, has count 0 and the solution None (81 zeros in
    bytes and arrays). In bytes and files, blank lines and comments (`#`) are skipped.

    `threads` is the number of threads (default: one per core). `instruction_set` is a name such as "avx2"
    (default: the best one of this machine).

    >>> solved = solve_many(["." * 80 + "1", "11" + "." * 79])
    >>> str(solved.solutions[0])[:9], solved.solutions[1], list(solved.counts)
    ('123456789', None, [2, 0])
    """
    core = FastC(instruction_set)
    core.check_available()
    threads = _threads(threads)
    if _is_file(puzzles):
        return _results_of_file(puzzles, core, lambda batch: _texts(batch, *_solve(batch, threads)))
    return _results_of_memory(
        puzzles, core, lambda batch: Solved(*batch.to_form(batch, *_solve(batch, threads)))
    )


@overload
def count_many(
    puzzles: bytes | bytearray | memoryview,
    *,
    limit: int | None = None,
    threads: int | None = None,
    instruction_set: str | None = None,
) -> list[int]: ...
@overload
def count_many(  # type: ignore[overload-overlap]
    puzzles: File, *, limit: int | None = None, threads: int | None = None, instruction_set: str | None = None
) -> Iterator[int]: ...
@overload
def count_many(  # type: ignore[overload-overlap]
    puzzles: NDArray[Any],
    *,
    limit: int | None = None,
    threads: int | None = None,
    instruction_set: str | None = None,
) -> NDArray[uint64]: ...
@overload
def count_many(
    puzzles: Iterable[object],
    *,
    limit: int | None = None,
    threads: int | None = None,
    instruction_set: str | None = None,
) -> list[int]: ...
def count_many(
    puzzles: Any, *, limit: int | None = None, threads: int | None = None, instruction_set: str | None = None
) -> Any:
    """Count the solutions of many grids on all cores, up to `limit` for each grid.

    Return a list; for a numpy array, an array; for a file, an iterator. The other parameters
    are the same as in `solve_many`.

    >>> count_many(["." * 80 + "1"], limit=1000)
    [1000]
    """
    core = FastC(instruction_set)
    core.check_available()
    checked_limit(limit)
    threads = _threads(threads)
    if _is_file(puzzles):
        return _results_of_file(puzzles, core, lambda batch: _count(batch, limit, threads))
    return _results_of_memory(puzzles, core, lambda batch: _numbers(batch, _count(batch, limit, threads)))


# --- converting the grids to one buffer ---------------------------------------------------------------


@dataclass(frozen=True)
class Batch:
    """Grids in one buffer, as records of `size` bytes."""

    core: FastC
    grids: memoryview
    size: int
    to_form: Callable[[Batch, bytes, bytes], tuple[Any, Any]]
    """Converts solutions and counts to the form of the puzzles."""
    shape: tuple[int, ...] = ()
    """The shape of a numpy array."""
    checked: bool = True
    before: int = 0
    """Number of grids in the same file before this batch."""

    @property
    def number(self) -> int:
        return len(self.grids) // self.size

    def chunk(self, first: int, number: int) -> memoryview:
        """Some of the grids. Raise GridError if one is invalid.

        Each thread checks its own grids just before it solves them, so that they are in its cache.
        """
        grids = self.grids[first * self.size : (first + number) * self.size]
        if not self.checked and self.core.leading_grids(grids, self.size) < number:
            raise self.first_error()
        return grids

    def first_error(self) -> GridError:
        """The error of the first invalid grid."""
        valid = self.core.leading_grids(self.grids, self.size)
        start = valid * self.size
        max_length = MAX_FIRST_LINE_BYTES if self.size == LINE_BYTES else self.size
        line = bytes(self.grids[start : start + max_length]).partition(b"\n")[0]
        return GridError(f"grid {self.before + valid + 1}: {_error_text(line.decode('utf-8', 'replace'))}")


def _results_of_memory(puzzles: Any, core: FastC, answers: Callable[[Batch], T]) -> T:
    """The results for anything except a file."""
    if isinstance(puzzles, bytes | bytearray | memoryview):
        return _results_of_bytes(
            bytes(puzzles) if isinstance(puzzles, memoryview) else puzzles, 0, core, answers
        )
    if hasattr(puzzles, "__array_interface__"):
        return answers(_batch_of_array(puzzles, core))
    return answers(_batch_of_list(list(puzzles), core))


def _results_of_bytes(text: bytes | bytearray, before: int, core: FastC, answers: Callable[[Batch], T]) -> T:
    """The results for bytes. Comments and blank lines are rare, so they are only removed after an error."""
    with contextlib.suppress(GridError):
        return answers(_batch_of_bytes(text, before, core))
    return answers(_batch_of_bytes(_without_comments(text), before, core))


def _without_comments(text: bytes | bytearray) -> bytes:
    """Remove a byte order mark, comments and blank lines."""
    lines = text.removeprefix(b"\xef\xbb\xbf").replace(b"\r\n", b"\n").splitlines(keepends=True)
    return b"".join(line for line in lines if line.strip() and not line.lstrip().startswith(b"#"))


def _batch_of_bytes(text: bytes | bytearray, before: int, core: FastC) -> Batch:
    """81 characters per grid, with or without line ends."""
    if b"\r" in text[:MAX_FIRST_LINE_BYTES]:
        text = text.replace(b"\r\n", b"\n")
    size = LINE_BYTES if b"\n" in text[:MAX_FIRST_LINE_BYTES] else CELLS
    if size == LINE_BYTES and not text.endswith(b"\n"):
        text = text + b"\n"
    batch = Batch(core, memoryview(text), size, _bytes, checked=False, before=before)
    if len(text) % size:
        raise batch.first_error()
    return batch


def _batch_of_list(grids: list[Any], core: FastC) -> Batch:
    if all(isinstance(grid, str) and len(grid) == CELLS for grid in grids):
        text = "".join(grids).encode(errors="replace")
        if core.leading_grids(text, CELLS) == len(grids):
            return Batch(core, memoryview(text), CELLS, _texts_and_counts)
    digits = []
    for number, grid in enumerate(grids, 1):  # anything else that `Grid` accepts, or an error
        try:
            digits.append(digits_of(grid))
        except GridError as error:
            raise error.located(f"grid {number}") from None
    return Batch(core, memoryview(b"".join(digits)), CELLS, _texts_and_counts)


def _batch_of_array(puzzles: Any, core: FastC) -> Batch:
    import numpy

    array = numpy.asarray(puzzles)
    if array.size % CELLS or array.shape[-1:] not in ((81,), (9,)):
        raise GridError(f"array of shape {array.shape}: expected n x 81 or n x 9 x 9 digits")
    if array.dtype.kind not in "iu" or (array.size and not 0 <= array.min() <= array.max() <= 9):
        raise GridError("an array of grids must contain integers from 0 to 9, with 0 for an empty cell")
    cells = numpy.ascontiguousarray(array, dtype=numpy.uint8).reshape(-1)
    return Batch(core, cells.data, CELLS, _array, array.shape)


def _error_text(text: str) -> str:
    try:
        digits_of(text)
    except GridError as error:
        return str(error)
    return "expected 81 characters or one line per grid"


# --- converting the results to the form of the grids --------------------------------------------------


def _bytes(batch: Batch, solutions: bytes, counts: bytes) -> tuple[Any, Any]:
    return solutions, counts


def _texts(batch: Batch, solutions: bytes, counts: bytes) -> list[tuple[str | None, int]]:
    return list(zip(*_texts_and_counts(batch, solutions, counts), strict=True))


def _texts_and_counts(batch: Batch, solutions: bytes, counts: bytes) -> tuple[list[str | None], bytes]:
    text = str(solutions, "ascii")
    starts = range(0, len(text), batch.size)
    return [
        text[start : start + CELLS] if number else None for start, number in zip(starts, counts, strict=True)
    ], counts


def _array(batch: Batch, solutions: bytes, counts: bytes) -> tuple[Any, Any]:
    import numpy

    digits = numpy.frombuffer(solutions, dtype=numpy.uint8) - ord("0")
    return digits.reshape(batch.shape), numpy.frombuffer(counts, dtype=numpy.uint8).copy()


def _numbers(batch: Batch, numbers: list[int]) -> Any:
    if batch.to_form is not _array:
        return numbers
    import numpy

    fits = max(numbers, default=0) < 2**64
    return numpy.array(numbers, dtype=numpy.uint64 if fits else object)


# --- solving and counting on all cores ----------------------------------------------------------------


def _solve(batch: Batch, threads: int) -> tuple[bytes, bytes]:
    solutions = batch.core.solutions_buffer(len(batch.grids))
    counts = bytearray(batch.number)
    output, numbers = memoryview(solutions), memoryview(counts)

    def solve(first: int, number: int, stop: StopFlag | None) -> None:
        end = first + number
        chunk_output = output[first * batch.size : end * batch.size]
        batch.core.solve_batch(batch.chunk(first, number), numbers[first:end], chunk_output, stop=stop)

    in_chunks(batch.number, CHUNK_GRIDS, threads, solve, max_direct=MAX_DIRECT_GRIDS)
    return solutions, bytes(counts)


def _count(batch: Batch, limit: int | None, threads: int) -> list[int]:
    """Count up to two solutions of each grid, which is fast. Then count all solutions of the grids with two."""
    known = bytearray(batch.number)
    counts = memoryview(known)

    def count_to_two(first: int, number: int, stop: StopFlag | None) -> None:
        batch.core.solve_batch(batch.chunk(first, number), counts[first : first + number], stop=stop)

    in_chunks(batch.number, CHUNK_GRIDS, threads, count_to_two, max_direct=MAX_DIRECT_GRIDS)
    if limit == 1:
        return list(known.replace(b"\2", b"\1"))
    numbers = list(known)
    several = list(_indices(known, 2)) if limit != 2 else []

    def count(first: int, number: int, stop: StopFlag | None) -> None:
        indices = several[first : first + number]
        grids = b"".join(batch.chunk(index, 1)[:CELLS] for index in indices)
        counted = batch.core.count_batch(grids, limit=limit, stop=stop)
        for index, solutions in zip(indices, counted, strict=True):
            numbers[index] = solutions

    in_chunks(len(several), COUNT_CHUNK_GRIDS, threads, count)
    return numbers


def _indices(numbers: bytearray, number: int) -> Iterator[int]:
    """The indices at which `number` occurs. They are few, so `find` is faster than a loop over all numbers."""
    index = numbers.find(number)
    while index >= 0:
        yield index
        index = numbers.find(number, index + 1)


def in_chunks(
    number: int,
    size: int,
    threads: int,
    work: Callable[[int, int, StopFlag | None], None],
    *,
    max_direct: int = 0,
) -> None:
    """Split `number` items into chunks of `size`, and call work(first, count, flag) for each, in several threads.

    An interrupt sets the flag, and is raised after all threads have returned. Up to `max_direct` items are
    processed in the caller's thread, without a flag.
    """
    if number <= max_direct:
        work(0, number, None)
        return
    size = max(min(size, -(-number // threads)), 1)
    firsts, lock, stop = iter(range(0, number, size)), threading.Lock(), StopFlag()

    def take_chunks() -> None:
        while not stop.is_set:
            with lock:
                first = next(firsts, None)
            if first is None:
                return
            work(first, min(size, number - first), stop)
        raise Stopped

    needed = min(threads, -(-number // size))
    run_until(threading.Event(), lambda: _in_threads(take_chunks, needed, stop), stop.set)


def _in_threads(work: Callable[[], None], threads: int, stop: StopFlag) -> None:
    """Run `work` in several threads, including this one. The first exception stops all of them and is raised."""
    raised: list[BaseException] = []

    def run() -> None:
        try:
            work()
        except BaseException as error:
            raised.append(error)
            stop.set()

    others = [threading.Thread(target=run, daemon=True) for _ in range(threads - 1)]
    for thread in others:
        thread.start()
    run()
    for thread in others:
        thread.join()
    if raised:
        raise raised[0]


def _threads(threads: int | None) -> int:
    if threads is None:
        return cores()
    if threads < 1:
        raise ValueError(f"threads must be at least 1, or None for one per core: {threads}")
    return threads


# --- files --------------------------------------------------------------------------------------------


def _is_file(puzzles: Any) -> bool:
    return isinstance(puzzles, str | os.PathLike) or hasattr(puzzles, "read")


def _results_of_file(file: Any, core: FastC, answers: Callable[[Batch], Sequence[Any]]) -> Iterator[Any]:
    """Open the file now, so that a missing file raises an error here. Read it as the results are requested."""
    with contextlib.ExitStack() as stack:
        stream = file if hasattr(file, "read") else _open_path(file, core, stack)
        return _results_of_stream(stream, stack.pop_all(), core, answers)


def _open_path(path: str | os.PathLike[str], core: FastC, stack: contextlib.ExitStack) -> BinaryIO:
    try:
        return stack.enter_context(open_file(path))
    except OSError:
        if not isinstance(path, str) or not _begins_with_a_grid(path, core):
            raise
    raise GridError(
        "a string must be the path of a file, but this one is a grid: use a list of strings, or bytes"
    )


def _begins_with_a_grid(text: str, core: FastC) -> bool:
    return len(text) >= CELLS and core.leading_grids(text[:CELLS].encode(errors="replace"), CELLS) == 1


def _results_of_stream(
    stream: BinaryIO | TextIO,
    stack: contextlib.ExitStack,
    core: FastC,
    answers: Callable[[Batch], Sequence[Any]],
) -> Iterator[Any]:
    before = 0
    with stack:
        for lines in _blocks_of_lines(stream):
            results = _results_of_bytes(lines, before, core, answers)
            before += len(results)
            yield from results


def _blocks_of_lines(stream: BinaryIO | TextIO) -> Iterator[bytes]:
    rest = b""
    while data := stream.read(READ_BYTES):
        lines, newline, rest = (rest + (data.encode() if isinstance(data, str) else data)).rpartition(b"\n")
        if newline:
            yield lines + newline
    if rest:
        yield rest
