"""`sudoku-rosetta check`: is a grid legal, is its solution unique, is it minimal?"""

from __future__ import annotations

from dataclasses import dataclass

import click

from ..grid import Grid
from ..solvers import Solver
from . import options
from .exits import BAD_INPUT, NOT_SO, Interrupted
from .inputs import Asked, Grids, from_keyboard
from .outputs import json_line, place
from .progress import Progress

SOLUTIONS = ("no solution", "one solution", "several solutions")


@dataclass(frozen=True)
class Verdict:
    """What is known of a legal grid."""

    solutions: int  # 2 for two or more
    spare: tuple[int, ...]  # the cells whose clue alone can be removed, with the solution still unique


@click.command(short_help="Check whether grids are legal, unique and minimal.")
@options.grids
@options.solver
@options.text_or_json
def command(grids: tuple[str, ...], solver: str | None, style: str) -> int:
    """Check each of GRIDS: files, or grids of 81 characters; standard input if none is
    given. A grid is

    \b
      legal    if no digit is repeated in a row, a column or a box;
      unique   if it has exactly one solution;
      minimal  if each clue is needed: without it there are several solutions.
               Redundant clues are listed; each one alone can be removed, but
               perhaps not two of them together.

    \b
    Examples:
      sudoku-rosetta check puzzles.sdm
      sudoku-rosetta check grids.txt --format json
      sudoku-rosetta check grids.txt --solver mine.py:solve

    Exit codes: 0 all legal and unique; 1 legal, but not all unique; 2 bad input or
    illegal; 130 interrupted.
    """
    chosen = options.counting_solver(solver)
    legal = unique = True
    with Progress(typing=from_keyboard(grids)) as progress:
        asked_grids = Grids(grids, progress.tell, clashes=True)
        try:
            for asked in asked_grids:
                verdict = None if asked.grid is None else judge(asked.grid, chosen)
                progress.write((_json if style == "json" else _text)(asked, verdict, chosen))
                progress.done += 1
                legal &= verdict is not None
                unique &= verdict is not None and verdict.solutions == 1
        except KeyboardInterrupt:
            raise Interrupted(f": {progress.done} grid{'s' * (progress.done != 1)} done.") from None
    return BAD_INPUT if asked_grids.bad or not legal else 0 if unique else NOT_SO


def judge(grid: Grid, solver: Solver) -> Verdict:
    """The number of solutions, and if it is one, the redundant clues."""
    solutions = solver.count(grid, limit=2)
    if solutions != 1:
        return Verdict(solutions, ())
    clues = (cell for cell in range(81) if grid[cell])
    return Verdict(1, tuple(cell for cell in clues if solver.count(grid.with_digit(cell, 0), limit=2) == 1))


def _text(asked: Asked, verdict: Verdict | None, solver: Solver) -> str:
    if asked.grid is None or verdict is None:
        return f"{asked.place}: not legal: {asked.clash}"
    found = f"{asked.place}: legal, {asked.grid.clues} clues, {SOLUTIONS[verdict.solutions]}"
    if verdict.solutions != 1:
        return found
    if not verdict.spare:
        return f"{found}, minimal"
    clues = "".join(
        f"\n  row {row}, column {column}: {digit}" for row, column, digit in _named(asked.grid, verdict)
    )
    number = len(verdict.spare)
    return (
        f"{found}, not minimal: {f'any one of {number} clues' if number > 1 else 'one clue'} can go:{clues}"
    )


def _json(asked: Asked, verdict: Verdict | None, solver: Solver) -> str:
    answer: dict[str, object] = {"legal": verdict is not None}
    if asked.grid is None or verdict is None:
        return json_line(place(asked) | answer | {"clash": str(asked.clash)})
    answer |= {
        "clues": asked.grid.clues,
        "solver": solver.id,
        "solutions": SOLUTIONS[verdict.solutions].split()[0],
    }
    answer |= {"unique": verdict.solutions == 1}
    if verdict.solutions == 1:
        named = [
            dict(zip(("row", "column", "digit"), clue, strict=True)) for clue in _named(asked.grid, verdict)
        ]
        answer |= {"minimal": not verdict.spare, "spare": named}
    return json_line(place(asked) | answer)


def _named(grid: Grid, verdict: Verdict) -> list[tuple[int, int, int]]:
    return [(cell // 9 + 1, cell % 9 + 1, grid[cell]) for cell in verdict.spare]
