"""The puzzles: files with one puzzle per line, or the cases of the conformance suite.

A short list that is repeated trains the branch predictor, so that solvers appear faster. So puzzles are sampled
from the list, and each is transformed by a random symmetry of Sudoku: relabelled digits, permuted rows and columns
within bands, permuted bands, transposition. The transformed puzzle is equally hard, but the predictor has not seen
it.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import itemgetter
from pathlib import Path

from sudoku_rosetta.conformance.case import cases

from .bench_solver import Batch

EMPTY = bytes.maketrans(b"0-_*", b"....")


@dataclass(frozen=True)
class Puzzles:
    """A list of puzzles."""

    name: str
    lines: tuple[bytes, ...]
    transformed: bool = True
    """Whether to sample and transform the puzzles. If not, they are used in their order."""

    @property
    def digest(self) -> str:
        return hashlib.sha256(b"\n".join(self.lines)).hexdigest()[:16]

    def draw(self, number: int, seed: int) -> Batch:
        """Sample `number` transformed puzzles, or take the first `number` as they are."""
        if not self.transformed:
            return Batch(self.lines[:number])
        rng = random.Random(f"{seed} {self.name}")
        order = sample(self.lines, number, rng)
        return Batch(tuple(symmetry(rng)(line) for line in order))


def sample(lines: Sequence[bytes], number: int, rng: random.Random) -> list[bytes]:
    """Sample lines in random order; the numbers of times that two lines occur differ by at most one."""
    drawn: list[bytes] = []
    while len(drawn) < number:
        drawn += rng.sample(lines, min(len(lines), number - len(drawn)))
    rng.shuffle(drawn)
    return drawn


def symmetry(rng: random.Random) -> Callable[[bytes], bytes]:
    """A random symmetry of Sudoku, as a function on the text of a grid."""

    def axis() -> list[int]:
        bands = [[3 * band + line for line in rng.sample(range(3), 3)] for band in rng.sample(range(3), 3)]
        return [line for band in bands for line in band]

    rows, columns = axis(), axis()
    cells = [9 * row + column for row in rows for column in columns]
    if rng.random() < 0.5:
        cells = [cell % 9 * 9 + cell // 9 for cell in cells]
    pick = itemgetter(*cells)
    labels = bytes.maketrans(b"123456789", bytes(rng.sample(b"123456789", 9)))
    return lambda line: bytes(pick(line)).translate(labels)


def read(path: Path, *, transformed: bool = True) -> Puzzles:
    """Read one puzzle per line, its first 81 characters. Empty lines and comments (#) are skipped."""
    lines = []
    for number, line in enumerate(path.read_bytes().splitlines(), 1):
        if not line.strip() or line.startswith(b"#"):
            continue
        puzzle = line[:81].translate(EMPTY)
        if len(puzzle) < 81 or puzzle.strip(b"123456789."):
            raise SystemExit(f"{path}, line {number}: not 81 digits and dots")
        lines.append(puzzle)
    if not lines:
        raise SystemExit(f"{path}: no puzzles")
    return Puzzles(path.stem, tuple(lines), transformed)


def default_lists() -> list[Puzzles]:
    """The puzzles of the conformance suite that have a unique solution."""
    unique = [case.grid.replace("0", ".").encode() for case in cases() if case.expect == "unique"]
    return [Puzzles("conformance-unique", tuple(line for line in unique if line.count(b".") >= 30))]
