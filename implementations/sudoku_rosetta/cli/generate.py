"""`sudoku-rosetta generate`: puzzles and grids, in the documents' ways and in ours, to a stream or on paper."""

from __future__ import annotations

import secrets
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import click

from ..generate import OF_DOCUMENT, SYMMETRIES, Puzzle, Recipe, RecipeError, Wanted, puzzles, rating_of
from ..generate.difficulty import RULES, Rules, Span
from ..generate.paper import as_pdf, as_svg
from ..generate.recipe import WAYS, Way
from ..generate.sheets import PER_PAGE, Sheet, pages
from ..generate.until_unique import START
from ..grid import Grid, GridError
from . import options
from .failures import Failure, Interrupted, check_writable
from .numbers import COUNT, SPAN
from .outputs import json_line
from .progress import Progress

ON_PAPER = 10_000
"""More puzzles than that nobody prints."""


@click.command(short_help="Make puzzles: minimal, symmetric, as hard as you like; or as the documents do.")
@click.option("--count", type=COUNT, default=1, metavar="N", help="How many; 1e6 will do. Default: 1.")
@click.option("--seed", type=click.IntRange(0, 2**64 - 1), metavar="S", help="The same again, anywhere.")
@click.option("--way", type=click.Choice(WAYS), default="minimal", show_default=True, help="See above.")
@click.option("--clues", type=click.IntRange(0, 81), metavar="N", help="So many clues exactly.")
@click.option("--symmetry", type=click.Choice(list(SYMMETRIES)), default="none", help="Of the clues' places.")
@click.option(
    "--from", "start", metavar="GRID", help="The full grid to start from: document, random, or one."
)
@click.option("--few", type=click.IntRange(0, 40), default=START, metavar="N", help="For until-unique.")
@click.option(
    "--rng", type=click.Choice(["own", "scilab"]), default="own", help="Whose chance; default: own."
)
@click.option("--rules", type=click.Choice(RULES), help="What is needed: candidates alone, places, guesses.")
@click.option("--guesses", type=SPAN, metavar="A..B", help="So many guesses by the document of rules.")
@click.option("--tree", type=SPAN, metavar="A..B", help="So many placements in the other documents' tree.")
@click.option("--format", "style", type=click.Choice(["text", "grid", "sdk", "json"]), default="text")
@click.option("--rate", is_flag=True, help="Say in JSON how hard each is.")
@click.option(
    "--sheet", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE", help="A .pdf or .svg."
)
@click.option("--per-page", type=click.Choice([str(n) for n in PER_PAGE]), default="4", show_default=True)
@click.option("--title", default="Sudoku", show_default=True, help="At the head of each page.")
@click.option("--jobs", type=click.IntRange(min=1), default=1, metavar="N", help="Workers; default: 1.")
@options.solver
def command(
    count: int,
    seed: int | None,
    way: Way,
    clues: int | None,
    symmetry: str,
    start: str | None,
    few: int,
    rng: str,
    rules: Rules | None,
    guesses: tuple[int | None, int | None] | None,
    tree: tuple[int | None, int | None] | None,
    style: str,
    rate: bool,
    sheet: Path | None,
    per_page: str,
    title: str,
    jobs: int,
    solver: str | None,
) -> int:
    """Make grids, one a line, as `solve` and `check` read them. Each depends on the seed and its own number only:
    not on the machine, on --jobs or on how many are made.

    \b
    Ways:
      minimal       a uniform full grid, from which clues go in a random order as long as one solution is
                    left: no clue can be spared (unless --clues asks for more clues than that leaves);
                    with --symmetry, no group of clues that belong together can be spared
      until-unique  document c: a few digits that do not clash, then one more at a time until one
                    solution is left
      mr            document 002, MR(n): --clues digits put where they do not clash; maybe fewer come to
                    stand, and there may be no solution, or many
      removal       document 002: a full grid (--from) of which --clues digits are kept; maybe many solutions
      full          full grids, each of the 6,670,903,752,021,072,936,960 as likely as any other

    --rules, --guesses and --tree ask for a difficulty, as the documents' own programs meet it.

    \b
    Examples:
      sudoku-rosetta generate --count 1e6 --seed 1 > puzzles.txt
      sudoku-rosetta generate --symmetry half-turn --rules places --count 12 --sheet class.pdf
      sudoku-rosetta generate --way mr --clues 27 --rng scilab --seed 42

    \b
    Exit codes: 0; 2 what is asked for cannot be; 130 interrupted.
    """
    if seed is None:
        seed = secrets.randbelow(2**31)
        click.echo(f"--seed {seed} makes these again", err=True)
    try:
        recipe = Recipe(
            way=way,
            clues=clues,
            symmetry=symmetry,
            start=_start(start, way, scilab=rng == "scilab"),
            few=few,
            scilab=rng == "scilab",
            wanted=Wanted(rules, Span(*guesses) if guesses else None, Span(*tree) if tree else None),
        )
        if sheet is not None:
            _check_paper(sheet, count)
        made = puzzles(recipe, seed, count, solver=solver, jobs=jobs)
        if sheet is not None:
            return _on_paper(sheet, made, Sheet(title, per_page=int(per_page)))
        return _streamed(made, _FORMATS[style], seed, recipe, rate=rate)
    except RecipeError as error:
        raise Failure(str(error)) from None


def _start(start: str | None, way: Way, *, scilab: bool) -> bytes | None:
    if start == "random":
        return None
    if start == "document" or (start is None and way == "removal" and scilab):
        return OF_DOCUMENT
    if start is None:
        return None
    try:
        full = Grid(start)
    except GridError as error:
        raise Failure(f"--from: {error}") from None
    if not full.is_full:
        raise Failure(f"--from: a full grid is needed, {81 - full.clues} cells are empty")
    return str(full).encode()


# --- as a stream ---------------------------------------------------------------------------------------

Told = Callable[[Puzzle, int, Recipe, bool], str]


def _streamed(made: Iterator[Puzzle], told: Told, seed: int, recipe: Recipe, *, rate: bool) -> int:
    with Progress("grids made") as progress:
        write = progress.write if sys.stdout.isatty() else _Buffered().write
        try:
            for puzzle in made:
                write(told(puzzle, seed, recipe, rate))
                progress.done += 1
        except KeyboardInterrupt:
            raise Interrupted(f": {progress.done:,} grids made.") from None
    return 0


class _Buffered:
    """Lines go out together, every half second while they come; the last before a pause waits for the next."""

    def __init__(self) -> None:
        self._flushed = time.monotonic()

    def write(self, line: str) -> None:
        sys.stdout.write(line + "\n")
        if (now := time.monotonic()) - self._flushed > 0.5:
            sys.stdout.flush()
            self._flushed = now


def _text(puzzle: Puzzle, seed: int, recipe: Recipe, rate: bool) -> str:
    return puzzle.line


def _drawing(puzzle: Puzzle, seed: int, recipe: Recipe, rate: bool) -> str:
    return puzzle.grid.pretty() + "\n"


def _sdk(puzzle: Puzzle, seed: int, recipe: Recipe, rate: bool) -> str:
    line = puzzle.grid.line()
    return "\n".join(["[Puzzle]", *(line[start : start + 9] for start in range(0, 81, 9)), ""])


def _json(puzzle: Puzzle, seed: int, recipe: Recipe, rate: bool) -> str:
    answer: dict[str, object] = {"number": puzzle.number, "seed": seed, "way": recipe.way}
    answer |= {"grid": puzzle.line, "clues": puzzle.grid.clues, "solution": puzzle.answer}
    if rate and recipe.way in ("minimal", "until-unique"):
        rating = rating_of(puzzle.grid)
        answer |= {"rules": rating.rules, "guesses": rating.guesses, "placements": dict(rating.placements)}
    return json_line(answer)


_FORMATS: Mapping[str, Told] = {"text": _text, "grid": _drawing, "sdk": _sdk, "json": _json}


# --- on paper ------------------------------------------------------------------------------------------


def _check_paper(path: Path, count: int) -> None:
    """What a sheet cannot be is said before the puzzles are made."""
    if count > ON_PAPER:
        raise Failure(f"{count:,} puzzles are too many for a sheet: {ON_PAPER:,} at most")
    if path.suffix not in (".pdf", ".svg"):
        raise Failure(f"{path.name}: a sheet is a .pdf or a .svg")
    check_writable([path])


def _on_paper(path: Path, made: Iterator[Puzzle], sheet: Sheet) -> int:
    with Progress("puzzles made") as progress:
        kept = []
        for puzzle in made:
            kept.append(puzzle)
            progress.done += 1
    printed = list(pages(kept, sheet))
    if path.suffix == ".pdf":
        path.write_bytes(as_pdf(printed))
        click.echo(f"written: {path}, {len(printed)} pages", err=True)
        return 0
    for number, page in enumerate(printed, 1):
        file = path if len(printed) == 1 else path.with_stem(f"{path.stem}-{number}")
        file.write_text(as_svg(page), encoding="utf-8")
        click.echo(f"written: {file}", err=True)
    return 0
