"""`sudoku-rosetta generate`: make puzzles and grids, written to standard output or to a printable sheet."""

from __future__ import annotations

import secrets
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import click

from ..generate import (
    DOCUMENT_GRID,
    SYMMETRIES,
    DifficultyFilter,
    Puzzle,
    Recipe,
    RecipeError,
    puzzles,
    rating_of,
)
from ..generate.difficulty import RULES, Rules, Span
from ..generate.recipe import MAX_FEW, RATED, WAYS, Way
from ..generate.sheets import PER_PAGE, Sheet, pages
from ..generate.svg_and_pdf import as_pdf, as_svg
from ..generate.until_unique import DEFAULT_FEW
from ..grid import Grid, GridError
from ..runtime.executors import cores
from . import help_pages, options
from .exits import Failure, Interrupted
from .numbers import COUNT, SPAN
from .outputs import atomic_write, check_writable, json_line
from .progress import Progress

MAX_SHEET_PUZZLES = 10_000


@help_pages.command(
    short_help="Generate puzzles: minimal, symmetric, of a given difficulty.",
    groups={
        "Grids": ("--count", "--seed", "--way", "--clues", "--symmetry", "--from", "--few", "--rng"),
        "Difficulty": ("--rules", "--guesses", "--tree"),
        "Output": ("--format", "--rate", "--sheet", "--per-page", "--title"),
    },
)
@click.option("--count", type=COUNT, default=1, show_default=True, metavar="N", help="Number of grids.")
@options.seed()
@click.option(
    "--way", type=click.Choice(WAYS), default="minimal", show_default=True, help="Method; see above."
)
@click.option(
    "--clues", type=click.IntRange(0, 81), metavar="N", help="Number of clues (for mr: of digits tried)."
)
@click.option(
    "--symmetry",
    type=click.Choice(list(SYMMETRIES)),
    default="none",
    show_default=True,
    metavar="NAME",
    help=f"Symmetry of the pattern of clues, for minimal: {', '.join(SYMMETRIES)}.",
)
@click.option(
    "--from",
    "start",
    metavar="GRID",
    help="Full grid to start from, for minimal and removal: document, random, or 81 digits.",
)
@click.option(
    "--few",
    type=click.IntRange(0, MAX_FEW),
    metavar="N",
    help=f"Digits placed before the first search, for until-unique (default: {DEFAULT_FEW}).",
)
@options.rng
@click.option("--rules", type=click.Choice(RULES), help="Hardest rule that the puzzle needs.")
@click.option("--guesses", type=SPAN, metavar="A..B", help="Number of guesses of document deduction.")
@click.option("--tree", type=SPAN, metavar="A..B", help="Number of placements of the other documents.")
@options.output_format("text", "grid", "sdk", "json")
@click.option("--rate", is_flag=True, help="Add the difficulty of each grid, with --format json.")
@click.option(
    "--sheet",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Write printable pages of puzzles and solutions to FILE (.pdf or .svg).",
)
@click.option(
    "--per-page",
    type=click.Choice([str(n) for n in PER_PAGE]),
    default="4",
    show_default=True,
    help="Puzzles per page, with --sheet.",
)
@click.option("--title", default="Sudoku", show_default=True, help="Title of each page, with --sheet.")
@options.jobs
@options.solver
@click.pass_context
def command(
    context: click.Context,
    count: int,
    seed: int | None,
    way: Way,
    clues: int | None,
    symmetry: str,
    start: str | None,
    few: int | None,
    rng: str,
    rules: Rules | None,
    guesses: tuple[int | None, int | None] | None,
    tree: tuple[int | None, int | None] | None,
    style: str,
    rate: bool,
    sheet: Path | None,
    per_page: str,
    title: str,
    jobs: int | None,
    solver: str | None,
) -> int:
    """Generate grids, one per line, as `solve` and `check` read them. Each grid depends
    only on the seed and its own number: not on the machine, --jobs or --count.

    \b
    Ways:
      minimal       from a uniformly random full grid, clues are removed in
                    random order while the solution stays unique: no clue is
                    redundant (unless --clues sets a larger number); with
                    --symmetry, no group of symmetric clues is redundant
      until-unique  document c: a few digits that do not conflict, then one more
                    at a time until the solution is unique
      mr            document scilab, MR(n): --clues digits placed where they do
                    not conflict; some may be refused; the grid may have no
                    solution, or several
      removal       document scilab: all but --clues digits of a full grid
                    (--from) are removed; the grid may have several solutions
      full          full grids, uniform over all 6,670,903,752,021,072,936,960

    --rules, --guesses and --tree select puzzles by difficulty for the documents'
    programs. --rules is the hardest rule that the puzzle needs: candidates (naked
    singles are enough), places (hidden singles are needed too), or guesses.

    \b
    Examples:
      sudoku-rosetta generate --count 1e6 --seed 1 > puzzles.txt
      sudoku-rosetta generate --rules places --count 12 --sheet class.pdf
      sudoku-rosetta generate --symmetry half-turn --clues 30
      sudoku-rosetta generate --way mr --clues 27 --rng scilab --seed 42

    \b
    Exit codes:
      0    all grids were made
      2    invalid input or usage error, or no such grid exists or was found
      130  interrupted
    """
    _check_options(context, way, rng, sheet, style, rate=rate)
    if sheet is not None:
        _check_sheet(sheet, count)
    chosen_seed = secrets.randbelow(2**31) if seed is None else seed
    try:
        recipe = Recipe(
            way=way,
            clues=clues,
            symmetry=symmetry,
            start=_start(start, way, scilab=rng == "scilab"),
            few=few,
            scilab=rng == "scilab",
            difficulty=DifficultyFilter(
                rules, Span(*guesses) if guesses else None, Span(*tree) if tree else None
            ),
        )
        recipe.check()
        counting = options.counting_solver(solver)
        made = puzzles(recipe, chosen_seed, count, solver=counting, jobs=jobs or cores())
        hint = f"--seed {chosen_seed} makes the same grids again" if seed is None else None
        if sheet is not None:
            return _write_sheet(sheet, made, count, Sheet(title, per_page=int(per_page)), hint)
        return _write_grids(made, count, _FORMATS[style], chosen_seed, recipe, hint, rate=rate)
    except RecipeError as error:
        raise Failure(str(error)) from None


def _check_options(
    context: click.Context, way: Way, rng: str, sheet: Path | None, style: str, *, rate: bool
) -> None:
    """Refuse options that would have no effect; `Recipe.check` refuses the rest."""
    if way not in ("minimal", "removal"):
        options.refuse(context, f"no effect: the way {way!r} does not start from a full grid", "start")
    if rng == "scilab":
        options.refuse(
            context, "no effect with --rng scilab: its grids can only be made one after another", "jobs"
        )
    if sheet is None:
        options.refuse(context, "only with --sheet", "per_page", "title")
    else:
        options.refuse(context, "no effect with --sheet", "style", "rate")
    if rate and style != "json":
        options.refuse(context, "only with --format json", "rate")
    if rate and way not in RATED:
        options.refuse(context, f"no effect: grids of the way {way!r} have no difficulty", "rate")


def _start(start: str | None, way: Way, *, scilab: bool) -> bytes | None:
    if start == "random":
        return None
    if start == "document" or (start is None and way == "removal" and scilab):
        return DOCUMENT_GRID
    if start is None:
        return None
    try:
        full = Grid(start)
    except GridError as error:
        raise Failure(f"--from: {error}") from None
    if not full.is_full:
        raise Failure(f"--from: a full grid is needed; {81 - full.clues} cells are empty")
    return str(full).encode()


# --- standard output -----------------------------------------------------------------------------------

Format = Callable[[Puzzle, int, Recipe, bool], str]


def _write_grids(
    made: Iterator[Puzzle],
    count: int,
    text_of: Format,
    seed: int,
    recipe: Recipe,
    hint: str | None,
    *,
    rate: bool,
) -> int:
    with Progress("grids made", total=count) as progress:
        write = progress.write if sys.stdout.isatty() else _Buffered().write
        try:
            for puzzle in made:
                write(text_of(puzzle, seed, recipe, rate))
                progress.done += 1
                if hint is not None:
                    progress.write_stderr(hint)
                    hint = None
        except KeyboardInterrupt:
            raise Interrupted(f": {progress.done:,} of {count:,} grids made.") from None
    return 0


class _Buffered:
    """Writes lines to standard output and flushes them at most every half second, when a line is written."""

    def __init__(self) -> None:
        self._flushed = time.monotonic()

    def write(self, line: str) -> None:
        sys.stdout.write(line + "\n")
        if (now := time.monotonic()) - self._flushed > 0.5:
            sys.stdout.flush()
            self._flushed = now


def _text(puzzle: Puzzle, seed: int, recipe: Recipe, rate: bool) -> str:
    return puzzle.line


def _grid(puzzle: Puzzle, seed: int, recipe: Recipe, rate: bool) -> str:
    return puzzle.grid.pretty() + "\n"


def _sdk(puzzle: Puzzle, seed: int, recipe: Recipe, rate: bool) -> str:
    line = puzzle.grid.line()
    return "\n".join(["[Puzzle]", *(line[start : start + 9] for start in range(0, 81, 9)), ""])


def _json(puzzle: Puzzle, seed: int, recipe: Recipe, rate: bool) -> str:
    answer: dict[str, object] = {"number": puzzle.number, "seed": seed, "way": recipe.way}
    answer |= {"grid": puzzle.line, "clues": puzzle.grid.clues, "solution": puzzle.answer}
    if rate:
        rating = rating_of(puzzle.grid)
        answer |= {"rules": rating.rules, "guesses": rating.guesses, "placements": dict(rating.placements)}
    return json_line(answer)


_FORMATS: Mapping[str, Format] = {"text": _text, "grid": _grid, "sdk": _sdk, "json": _json}


# --- a printable sheet ---------------------------------------------------------------------------------


def _check_sheet(path: Path, count: int) -> None:
    """Fail before the puzzles are made if the sheet cannot be written."""
    if count > MAX_SHEET_PUZZLES:
        raise Failure(f"a sheet has at most {MAX_SHEET_PUZZLES:,} puzzles, not {count:,}")
    if path.suffix not in (".pdf", ".svg"):
        raise Failure(f"{path.name}: a sheet is a .pdf or .svg file")
    check_writable(path)


def _write_sheet(path: Path, made: Iterator[Puzzle], count: int, sheet: Sheet, hint: str | None) -> int:
    with Progress("puzzles made", total=count) as progress:
        finished = []
        try:
            for puzzle in made:
                finished.append(puzzle)
                progress.done += 1
        except KeyboardInterrupt:
            raise Interrupted(f": {progress.done:,} of {count:,} puzzles made, nothing written.") from None
    printed = list(pages(finished, sheet))
    if path.suffix == ".pdf":
        with atomic_write(path) as fresh:
            fresh.write_bytes(as_pdf(printed))
        click.echo(f"written: {path}, {len(printed)} pages", err=True)
    else:
        for number, page in enumerate(printed, 1):
            file = path if len(printed) == 1 else path.with_stem(f"{path.stem}-{number}")
            with atomic_write(file) as fresh:
                fresh.write_text(as_svg(page), encoding="utf-8")
            click.echo(f"written: {file}", err=True)
    if hint is not None:
        click.echo(hint, err=True)
    return 0
