"""`sudoku-rosetta compare`: how fast each writing is, how sure that is, and where the difference comes from."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from . import options
from .exits import NOT_SO, Failure, Interrupted, because, printable
from .outputs import OutputFiles, paragraph, table, written_whole
from .suggestions import Group

if TYPE_CHECKING:
    from ..compare import OnProgress
    from ..compare.growth import Growth
    from ..compare.results import Results
    from ..compare.sets import PuzzleSet
    from ..external.spec import SolverSpec

_FILE = click.Path(path_type=Path)


def cap(seconds: float) -> options.Decorator[Any]:
    return click.option(
        "--cap",
        type=click.FloatRange(0.01),
        default=seconds,
        show_default=True,
        metavar="SECONDS",
        help="Time limit for one puzzle.",
    )


def puzzles_of(name: str) -> options.Decorator[Any]:
    return click.option(
        "--set",
        "set_name",
        default=name,
        show_default=True,
        metavar="NAME|FILE",
        help="Set of puzzles, or a file of grids.",
    )


@click.group(cls=Group, invoke_without_command=True, short_help="Compare the speed of solvers.")
@options.solvers_option
@puzzles_of("medium")
@click.option("--puzzles", type=click.IntRange(min=1), metavar="N", help="Only the first N of the set.")
@click.option("--reference", metavar="NAME", help="Baseline for the ratios.")
@click.option(
    "--budget",
    type=click.FloatRange(1),
    default=45.0,
    show_default=True,
    metavar="SECONDS",
    help="Time limit for all measurements.",
)
@cap(5.0)
@options.seed()
@options.json_file
@options.plot_file
@options.markdown_file
@click.pass_context
def command(
    context: click.Context,
    solvers: tuple[str, ...],
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
    """Compare the speed of solvers on a set of puzzles, in less than a minute.

    Each solver is warmed up; then all run in turn and in random order, again and again
    in fresh processes, until the budget is spent or 30 rounds are done. Times are
    processor times. A slow solver gets the first puzzles only; the table says how
    many. Placements, tests and guesses are counted in separate runs. At the end the
    difference is broken down into language, writing and algorithm.

    Without --solver all registered solvers that can run here are compared. A function
    of yours runs without a sandbox; a program is started once for each puzzle, and
    that counts as its time.

    \b
    Examples:
      sudoku-rosetta compare
      sudoku-rosetta compare --set documents --json today.json --plot today.svg
      sudoku-rosetta compare --solver c-style --solver mine.py:solve
      sudoku-rosetta compare --solver fast-c --solver "cmd:node mine.js"
      sudoku-rosetta compare show today.json
      sudoku-rosetta compare diff yesterday.json today.json

    Exit codes: 0 finished; 1 a solver failed or gave a wrong answer; 2 bad input;
    130 interrupted.
    """
    if context.invoked_subcommand is not None:
        every = [each.name for each in context.command.params if each.name]
        why = f"no effect on compare {context.invoked_subcommand}, whose own options follow its name"
        options.refuse(context, why, *every)
        return 0
    from ..compare.comparison import compare

    files = _output_files(json=json_file, plot=plot_file, markdown=markdown_file)
    chosen, picked = specs(solvers), puzzle_set(set_name, puzzles)
    with _watched() as tell:
        results = compare(
            chosen, picked, reference=reference, budget=budget, cap=cap, seed=seed, on_progress=tell
        )
    show(results)
    write(results, files)
    _report(files)
    return NOT_SO if any(one.failed for one in results.solvers) else 0


@command.command("sets", short_help="List the sets of puzzles.")
@click.argument("name", required=False)
def sets(name: str | None) -> int:
    """List the sets of puzzles; with NAME, print the grids of that set, one per line."""
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
@options.plot_file
@options.markdown_file
@click.option("--pairs", is_flag=True, help="Also show the ratio of each pair of solvers.")
def shown(file: Path, plot_file: Path | None, markdown_file: Path | None, pairs: bool) -> int:
    """Show the results that `compare --json` or `compare growth --json` wrote."""
    from ..compare.growth import Growth
    from ..compare.report import ratio

    found = loaded_either(file)
    files = _output_files(plot=plot_file, markdown=markdown_file)
    if isinstance(found, Growth):
        if pairs:
            raise Failure(f"{printable(file)}: --pairs needs `compare` results, not `compare growth` results")
        show_growth(found)
    else:
        show(found)
        if pairs:
            click.echo("\nevery pair")
            rows = [[pair.slower, pair.faster, ratio(pair.ratio)] for pair in found.pairs]
            table(("slower", "faster", "times as long"), rows)
    write(found, files)
    return 0


@command.command("diff", short_help="Compare two results: what changed beyond noise.")
@click.argument("old", type=_FILE)
@click.argument("new", type=_FILE)
def diff(old: Path, new: Path) -> int:
    """Show what changed from the results in OLD to those in NEW beyond noise: each
    solver's ratio to the reference, and any count that differs. Both must have used
    the same puzzles and the same reference.

    Exit codes: 0 no solver became slower; 1 one did; 2 bad input.
    """
    from ..compare.difference import NotComparable, changes
    from ..compare.report import CHANGE, change

    try:
        found = changes(loaded(old), loaded(new))
    except NotComparable as error:
        raise Failure(str(error)) from None
    table(CHANGE, [change(each) for each in found])
    return NOT_SO if any(each.verdict == "slower" for each in found) else 0


@command.command("growth", short_help="Measure how time grows with the size of the search tree.")
@options.solvers_option
@puzzles_of("growth")
@cap(2.0)
@options.json_file
@options.plot_file
@options.markdown_file
def growth(
    solvers: tuple[str, ...],
    set_name: str,
    cap: float,
    json_file: Path | None,
    plot_file: Path | None,
    markdown_file: Path | None,
) -> int:
    """Run each solver on puzzles that take from a hundred to more than a thousand
    million placements in reading order, and show how its time grows with that tree. A
    solver that exceeds --cap on two puzzles in a row gets no more of them. The --json
    file is rewritten after each solver, so that an interrupt keeps the finished ones.

    \b
    Example:
      sudoku-rosetta compare growth --cap 1 --plot growth.svg

    Exit codes: 0 finished; 1 a solver failed; 2 bad input; 130 interrupted.
    """
    from ..compare.growth import grow

    files = _output_files(json=json_file, plot=plot_file, markdown=markdown_file)
    chosen, picked = specs(solvers), puzzle_set(set_name, None)
    done: list[Growth] = []

    def keep(so_far: Growth) -> None:
        files.put("json", so_far.to_json() + "\n")
        done.append(so_far)

    try:
        with _watched() as tell:
            found = grow(chosen, picked, cap=cap, on_progress=tell, keep=keep)
    except Interrupted:
        raise Interrupted(_kept(len(done), json_file)) from None
    show_growth(found)
    write(found, files)
    _report(files)
    return NOT_SO if any(curve.failed for curve in found.curves) else 0


@command.command("schema", short_help="Print the JSON Schema of the results.")
def schema() -> int:
    """Print the JSON Schema of what `compare --json` writes, with a description of each field."""
    import json

    from ..compare.results import json_schema

    click.echo(json.dumps(json_schema(), indent=1))
    return 0


# --- from the text of an option to what it names ------------------------------------------------------


def specs(texts: Sequence[str]) -> list[SolverSpec] | None:
    """The solvers that are named; None for all registered ones."""
    return [options.parsed(text) for text in texts] or None


def puzzle_set(name: str, first: int | None) -> PuzzleSet:
    """The set of that name, or the grids of a file."""
    from ..compare.sets import UnknownSet, set_named, set_of, shipped

    if name in shipped() or not os.path.lexists(name):
        try:
            found = set_named(name)
        except UnknownSet as error:
            raise Failure(f"no file and {printable(error)}") from None
    else:
        from ..formats import read_grids

        entries = list(read_grids(name, name=printable(name)))
        bad = next((entry.error for entry in entries if entry.error), None)
        if bad is not None:
            raise Failure(str(bad))
        found = set_of([entry.grid for entry in entries], printable(Path(name).name))
    return found if first is None else found.first(first)


def loaded(path: Path) -> Results:
    """The results of a file."""
    from ..compare.growth import Growth

    found = loaded_either(path)
    if isinstance(found, Growth):
        raise Failure(f"{printable(path)}: this file holds `compare growth` results, not `compare` results")
    return found


def loaded_either(path: Path) -> Results | Growth:
    """The results of a file, or the growth that it holds."""
    from ..compare import growth, results
    from ..compare.results import SchemaError

    try:
        text = path.read_text(encoding="utf-8")
        return growth.from_json(text) if f'"{growth.FORMAT}"' in text[:200] else results.from_json(text)
    except OSError as error:
        raise Failure(f"{printable(path)}: {because(error)}") from None
    except UnicodeDecodeError:
        raise Failure(f"{printable(path)}: not a text file") from None
    except SchemaError as error:
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


def _output_files(**files: Path | None) -> OutputFiles:
    """Where results go; refused before the work where that cannot be written or drawn."""
    from ..compare.plot import NoPlot, figure_maker

    found = OutputFiles(**files)
    if plot := found["plot"]:
        try:
            figure_maker(plot)
        except NoPlot as error:
            raise Failure(str(error)) from None
    return found


def write(found: Results | Growth, files: OutputFiles) -> None:
    """All that are asked for."""
    from ..compare.growth import Growth
    from ..compare.report import growth_markdown, markdown

    files.put("json", found.to_json() + "\n")
    files.put("markdown", growth_markdown(found) if isinstance(found, Growth) else markdown(found))
    if path := files["plot"]:
        with written_whole(path) as fresh:
            draw(found, fresh)


def _report(files: OutputFiles) -> None:
    for path in files.all():
        click.echo(f"written: {printable(path)}", err=True)


@contextlib.contextmanager
def _watched() -> Iterator[OnProgress]:
    """A measurement, shown while it runs, which Ctrl-C ends."""
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
    """What was kept of an interrupted run."""
    if not solvers or file is None:
        return ""
    return f": {solvers} solver{'s' * (solvers != 1)} done, kept in {printable(file)}."


# --- how it looks -------------------------------------------------------------------------------------


def show(results: Results) -> None:
    """The final tables, on standard output."""
    from ..compare import report

    paragraph(report.heading(results))
    click.echo()
    table(report.SPEED, report.speed(results))
    click.echo()
    table(report.COST, report.cost(results))
    for chain in results.chains:
        click.echo(f"\nwhere the difference comes from, {report.chain_title(chain)}")
        table(report.CHAIN, report.chain(chain))
    click.echo()
    for note in report.notes(results):
        paragraph(note)


def show_growth(found: Growth) -> None:
    """One row per puzzle, one column per solver."""
    from ..compare import report

    table(report.growth_heads(found), report.growth(found))
    click.echo()
    for note in report.growth_notes(found):
        paragraph(note)
