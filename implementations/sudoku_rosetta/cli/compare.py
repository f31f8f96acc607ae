"""`sudoku-rosetta compare`: how fast each writing is, how sure that is, and where the difference comes from."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from . import options
from .failures import NOT_SO, Failure, Interrupted, because, check_writable, printable
from .outputs import table

if TYPE_CHECKING:
    from ..compare.entrants import Entrant
    from ..compare.growth import Growth
    from ..compare.measure import Tell
    from ..compare.results import Results
    from ..compare.sets import PuzzleSet

_FILE = click.Path(path_type=Path)


@click.group(invoke_without_command=True, short_help="Compare speeds: who, by how much, why, and how sure.")
@options.solvers_of_any_kind
@click.option(
    "--set", "set_name", default="medium", show_default=True, metavar="NAME|FILE", help="The puzzles."
)
@click.option("--puzzles", type=click.IntRange(min=1), metavar="N", help="Only the first N of the set.")
@click.option("--reference", metavar="NAME", help="To whose time the others' are set in relation.")
@click.option("--budget", type=click.FloatRange(1), default=45.0, show_default=True, metavar="SECONDS")
@click.option("--cap", type=click.FloatRange(0.01), default=5.0, show_default=True, metavar="SECONDS",
              help="For one puzzle.")  # fmt: skip
@click.option("--seed", type=int, help="Of the order in which all are run; default: another each time.")
@click.option(
    "--json", "json_file", type=_FILE, metavar="FILE", help="The results, to show or to compare later."
)
@click.option("--plot", "plot_file", type=_FILE, metavar="FILE", help="A picture: .svg, .png or .pdf.")
@click.option("--markdown", "markdown_file", type=_FILE, metavar="FILE", help="The tables, for a page.")
@click.pass_context
def command(
    context: click.Context,
    solvers: tuple[str, ...],
    commands: tuple[str, ...],
    set_name: str,
    puzzles: int | None,
    reference: str | None,
    budget: float,
    cap: float,
    seed: int | None,
    json_file: Path | None,
    plot_file: Path | None,
    markdown_file: Path | None,
) -> int:
    """Compare the speed of solvers on a set of puzzles, honestly, in less than a minute.

    Each is warmed up, all are run in turn and in random order, over and over in fresh processes, until the ratio of
    its time to the reference's is known well enough or the time is over. Times are processor times. A slow solver
    gets the first puzzles only; the table says how many. What it counts (placements, tests, guesses) is counted
    in another run. In the end the difference is taken apart: language, writing, algorithm.

    \b
    Who takes part (default: every registered solver that can run here):
      --solver NAME           a registered one; 'sudoku-rosetta solvers' lists them
      --solver mine.py:solve  a Python function of yours, trusted: it runs without a sandbox
      --solver-cmd "./a.out"  a program: a process for each puzzle, start-up included

    \b
    Examples:
      sudoku-rosetta compare
      sudoku-rosetta compare --set documents --json today.json --plot today.svg
      sudoku-rosetta compare --solver c-style --solver mine.py:solve --reference c-style
      sudoku-rosetta compare show today.json
      sudoku-rosetta compare diff yesterday.json today.json

    Exit codes: 0 done; 1 a solver had no figures, or gave a wrong answer; 2 bad input; 130 interrupted.
    """
    if context.invoked_subcommand is not None:
        return 0
    from ..compare.comparison import compare

    files = Files(json_file, plot_file, markdown_file)
    files.check()
    chosen, picked = entrants(solvers, commands), puzzle_set(set_name, puzzles)
    with _watched() as tell:
        results = compare(chosen, picked, reference=reference, budget=budget, cap=cap, seed=seed, tell=tell)
    show(results)
    files.write(results)
    files.tell()
    return NOT_SO if any(one.failed for one in results.solvers) else 0


@command.command("sets", short_help="List the sets of puzzles.")
@click.argument("name", required=False)
def sets(name: str | None) -> int:
    """List the shipped sets of puzzles; or print the grids of one, one a line."""
    from ..compare.sets import set_named, shipped

    if name is not None:
        for grid in puzzle_set(name, None).grids:
            click.echo(str(grid))
        return 0
    rows = []
    for each in map(set_named, shipped()):
        made = f"seed {each.seed}" if each.seed is not None else "named"
        rows.append(
            [each.name, str(len(each.grids)), "all" if each.limit == 0 else str(each.limit), made, each.title]
        )
    table(("set", "puzzles", "solutions", "from", "what it holds"), rows)
    return 0


@command.command("show", short_help="Show the results that a file holds.")
@click.argument("file", type=_FILE)
@click.option("--plot", "plot_file", type=_FILE, metavar="FILE", help="A picture: .svg, .png or .pdf.")
@click.option("--markdown", "markdown_file", type=_FILE, metavar="FILE", help="The tables, for a page.")
@click.option("--pairs", is_flag=True, help="Every two solvers beside each other, too.")
def shown(file: Path, plot_file: Path | None, markdown_file: Path | None, pairs: bool) -> int:
    """Show the results that --json wrote, those of `compare growth` too."""
    from ..compare.growth import Growth
    from ..compare.words import ratio

    files = Files(None, plot_file, markdown_file)
    found = loaded_either(file)
    check_writable(files.all())
    if isinstance(found, Growth):
        show_growth(found)
    else:
        show(found)
        if pairs:
            click.echo("\nevery pair")
            rows = [[pair.slower, pair.faster, ratio(pair.ratio)] for pair in found.pairs]
            table(("slower", "faster", "times as long"), rows)
    files.write(found)
    return 0


@command.command("diff", short_help="What changed from one result to another, beyond noise.")
@click.argument("old", type=_FILE)
@click.argument("new", type=_FILE)
def diff(old: Path, new: Path) -> int:
    """What changed from the results in OLD to those in NEW, beyond noise: each solver's ratio to the reference, and
    any count that moved. Both must have asked the same puzzles, with the same reference.

    Exit codes: 0 nothing became slower; 1 something did; 2 bad input.
    """
    from ..compare.difference import NotComparable, changes
    from ..compare.words import CHANGE, change

    try:
        found = changes(loaded(old), loaded(new))
    except NotComparable as error:
        raise Failure(str(error)) from None
    table(CHANGE, [change(each) for each in found])
    return NOT_SO if any(each.verdict == "slower" for each in found) else 0


@command.command("growth", short_help="How cost grows with the size of the tree, up to its worst.")
@options.solvers_of_any_kind
@click.option(
    "--set", "set_name", default="growth", show_default=True, metavar="NAME|FILE", help="The puzzles."
)
@click.option("--cap", type=click.FloatRange(0.01), default=2.0, show_default=True, metavar="SECONDS",
              help="For one puzzle; what is not finished by then is shown so.")  # fmt: skip
@click.option("--json", "json_file", type=_FILE, metavar="FILE", help="The results, to show later.")
@click.option("--plot", "plot_file", type=_FILE, metavar="FILE", help="A picture: .svg, .png or .pdf.")
@click.option("--markdown", "markdown_file", type=_FILE, metavar="FILE", help="The table, for a page.")
def growth(
    solvers: tuple[str, ...],
    commands: tuple[str, ...],
    set_name: str,
    cap: float,
    json_file: Path | None,
    plot_file: Path | None,
    markdown_file: Path | None,
) -> int:
    """Each solver on puzzles from a hundred placements to more than a thousand million, those of the tree in
    reading order: how its time grows with that tree, or does not. A solver that does not finish two in a row is
    let off. The --json file is written anew after each solver, so that an interrupt keeps those that were done.

    \b
    Example:
      sudoku-rosetta compare growth --cap 1 --plot growth.svg

    Exit codes: 0 done; 1 a solver broke; 2 bad input; 130 interrupted.
    """
    from ..compare.growth import grow

    files = Files(json_file, plot_file, markdown_file)
    files.check()
    chosen, picked = entrants(solvers, commands), puzzle_set(set_name, None)
    done: list[Growth] = []

    def keep(so_far: Growth) -> None:
        files.write_json(so_far)
        done.append(so_far)

    try:
        with _watched() as tell:
            found = grow(chosen, picked, cap=cap, tell=tell, keep=keep)
    except Interrupted:
        raise Interrupted(_kept(len(done), json_file)) from None
    show_growth(found)
    files.write(found)
    files.tell()
    return NOT_SO if any(curve.failed for curve in found.curves) else 0


@command.command("schema", short_help="Print the JSON Schema of the results.")
def schema() -> int:
    """Print the JSON Schema of what --json writes: each field, with what it is."""
    import json

    from ..compare.results import json_schema

    click.echo(json.dumps(json_schema(), indent=1))
    return 0


# --- from words to what is meant ----------------------------------------------------------------------


def entrants(solvers: Sequence[str], commands: Sequence[str]) -> list[Entrant] | None:
    """Who is named; None for everybody."""
    from ..compare.entrants import named, program

    try:
        found = [named(each) for each in solvers] + [program(each) for each in commands]
    except ValueError as error:
        raise Failure(str(error)) from None
    return found or None


def puzzle_set(name: str, so_many: int | None) -> PuzzleSet:
    """The set of that name, or the grids of a file."""
    from ..compare.sets import UnknownSet, set_named, set_of, shipped

    if name in shipped() or not os.path.lexists(name):
        try:
            found = set_named(name)
        except UnknownSet as error:
            raise Failure(f"{printable(error)}, or the name of a file") from None
    else:
        from ..gridfiles import read_grids

        entries = list(read_grids(name, name=printable(name)))
        bad = next((entry.error for entry in entries if entry.error), None)
        if bad is not None:
            raise Failure(str(bad))
        found = set_of([entry.grid for entry in entries], printable(Path(name).name))
    return found if so_many is None else found.first(so_many)


def loaded(path: Path) -> Results:
    """The results of a file."""
    from ..compare.growth import Growth

    found = loaded_either(path)
    if isinstance(found, Growth):
        raise Failure(f"{printable(path)}: it is of compare growth; results of compare are expected")
    return found


def loaded_either(path: Path) -> Results | Growth:
    """The results of a file, or the growth that it holds."""
    from ..compare import growth, results
    from ..compare.typed import NotSo

    try:
        text = path.read_text(encoding="utf-8")
        return growth.from_json(text) if f'"{growth.FORMAT}"' in text[:200] else results.from_json(text)
    except OSError as error:
        raise Failure(f"{printable(path)}: {because(error)}") from None
    except UnicodeDecodeError:
        raise Failure(f"{printable(path)}: not a text file") from None
    except NotSo as error:
        raise Failure(f"{printable(path)}: not results of compare: {error}") from None


def draw(found: Results | Growth, path: Path) -> None:
    """The picture, where matplotlib is."""
    from ..compare.growth import Growth
    from ..compare.plot import NoPlot, plot, plot_growth

    try:
        if isinstance(found, Growth):
            plot_growth(found, path)
        else:
            plot(found, path)
    except NoPlot as error:
        raise Failure(str(error)) from None


@dataclass(frozen=True)
class Files:
    """Where results go."""

    json: Path | None = None
    plot: Path | None = None
    markdown: Path | None = None

    def check(self) -> None:
        """Before the work whether they can be written and drawn."""
        from ..compare.plot import NoPlot, figure_maker

        check_writable(self.all())
        if self.plot:
            try:
                figure_maker(self.plot)
            except NoPlot as error:
                raise Failure(str(error)) from None

    def write(self, found: Results | Growth) -> None:
        """All that are asked for."""
        from ..compare.growth import Growth
        from ..compare.words import growth_markdown, markdown

        self.write_json(found)
        if self.markdown:
            text = growth_markdown(found) if isinstance(found, Growth) else markdown(found)
            self.markdown.write_text(text, encoding="utf-8")
        if self.plot:
            draw(found, self.plot)

    def write_json(self, found: Results | Growth) -> None:
        """The results alone, if they are asked for."""
        if self.json:
            self.json.write_text(found.to_json() + "\n", encoding="utf-8")

    def tell(self) -> None:
        """Which were written."""
        for path in self.all():
            click.echo(f"written: {printable(path)}", err=True)

    def all(self) -> list[Path]:
        return [path for path in (self.json, self.plot, self.markdown) if path]


@contextlib.contextmanager
def _watched() -> Iterator[Tell]:
    """A measurement that somebody may look on at, and end."""
    from ..compare import NothingToCompare
    from .live import Live

    try:
        with Live() as live:
            yield live.tell
    except NothingToCompare as error:
        raise Failure(str(error)) from None
    except KeyboardInterrupt:
        raise Interrupted from None


def _kept(solvers: int, file: Path | None) -> str:
    """What an interrupt does not cost."""
    if not solvers or file is None:
        return ""
    return f": {solvers} solver{'s' * (solvers != 1)} done, kept in {printable(file)}."


# --- how it looks -------------------------------------------------------------------------------------


def show(results: Results) -> None:
    """The final tables, on standard output."""
    from ..compare import words

    click.echo(words.heading(results) + "\n")
    table(words.SPEED, words.speed(results))
    click.echo()
    table(words.COST, words.cost(results))
    for chain in results.chains:
        click.echo(f"\nwhere the difference comes from, {words.chain_title(chain)}")
        table(words.CHAIN, words.chain(chain))
    click.echo()
    for note in words.notes(results):
        click.echo(note)


def show_growth(found: Growth) -> None:
    """A row a puzzle, a column a solver."""
    from ..compare import words

    table(words.growth_heads(found), words.growth(found))
    click.echo()
    for note in words.growth_notes(found):
        click.echo(note)
