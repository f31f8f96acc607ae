"""The puzzles: any file with one a line, or the sets that the package has.

A short list run again and again would be learnt by heart by the processor's branch predictor. So puzzles are drawn
from it, each moved by a random symmetry of the Sudoku (digits renamed, rows and columns exchanged within their
bands, bands exchanged, rows for columns): another grid for the predictor, the same puzzle for a solver's
reasoning.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import itemgetter
from pathlib import Path

from sudoku_rosetta.conformance.case import cases

from .contestant import Batch

EMPTY = bytes.maketrans(b"0-_*", b"....")


@dataclass(frozen=True)
class Puzzles:
    """A list, by its name."""

    name: str
    lines: tuple[bytes, ...]
    moved: bool = True
    """False: taken as they stand, in their order (where a count of solutions is compared from run to run)."""

    @property
    def digest(self) -> str:
        return hashlib.sha256(b"\n".join(self.lines)).hexdigest()[:16]

    def draw(self, so_many: int, seed: int) -> Batch:
        """So many puzzles, or the list itself where it is not to be moved."""
        if not self.moved:
            return Batch(self.lines[:so_many])
        chance = random.Random(f"{seed} {self.name}")
        order = sample(self.lines, so_many, chance)
        return Batch(tuple(symmetry(chance)(line) for line in order))


def sample(lines: Sequence[bytes], so_many: int, chance: random.Random) -> list[bytes]:
    """Each as often as the others, but for one; in random order."""
    drawn: list[bytes] = []
    while len(drawn) < so_many:
        drawn += chance.sample(lines, min(len(lines), so_many - len(drawn)))
    chance.shuffle(drawn)
    return drawn


def symmetry(chance: random.Random) -> Callable[[bytes], bytes]:
    """A random one of the symmetries that a Sudoku keeps."""

    def axis() -> list[int]:
        bands = [
            [3 * band + line for line in chance.sample(range(3), 3)] for band in chance.sample(range(3), 3)
        ]
        return [line for band in bands for line in band]

    rows, columns = axis(), axis()
    cells = [9 * row + column for row in rows for column in columns]
    if chance.random() < 0.5:
        cells = [cell % 9 * 9 + cell // 9 for cell in cells]
    pick = itemgetter(*cells)
    names = bytes.maketrans(b"123456789", bytes(chance.sample(b"123456789", 9)))
    return lambda line: bytes(pick(line)).translate(names)


def read(path: Path, *, moved: bool = True) -> Puzzles:
    """One puzzle a line: its first 81 characters. Lines that are empty or start with # are passed over."""
    lines = []
    for number, line in enumerate(path.read_bytes().splitlines(), 1):
        if not line.strip() or line.startswith(b"#"):
            continue
        puzzle = line[:81].translate(EMPTY)
        if len(puzzle) < 81 or puzzle.strip(b"123456789."):
            raise SystemExit(f"{path}, line {number}: not 81 digits and dots")
        lines.append(puzzle)
    if not lines:
        raise SystemExit(f"{path}: no puzzle in it")
    return Puzzles(path.stem, tuple(lines), moved)


def shipped() -> list[Puzzles]:
    """What there is without any file: the conformance suite's puzzles that have one solution."""
    unique = [case.grid.replace("0", ".").encode() for case in cases() if case.expect == "unique"]
    return [Puzzles("conformance-unique", tuple(line for line in unique if line.count(b".") >= 30))]
