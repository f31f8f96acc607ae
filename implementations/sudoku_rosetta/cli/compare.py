"""`sudoku-rosetta compare`: compare the speed of solvers."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from . import options
from .exits import NEGATIVE_ANSWER, Failure, Interrupted, printable, system_reason
from .outputs import OutputFiles, atomic_write, paragraph, table
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
        help="CPU time limit for one puzzle.",
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


@click.group(
    cls=Group,
    invoke_without_command=True,
    short_help="Compare the speed of solvers.",
    groups={
        "Measurement": (
            *("--solver", "--set", "--puzzles", "--column", "--strict", "--reference"),
            *("--budget", "--cap", "--seed"),
        ),
        "Output": ("--json", "--plot", "--markdown"),
    },
)
@options.solvers_option
@puzzles_of("medium")
@click.option("--puzzles", type=click.IntRange(min=1), metavar="N", help="Only the first N of the set.")
@options.column
@options.strict
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
    column: str | None,
    strict: bool,
    reference: str | None,
    budget: float,
    cap: float,
    seed: int | None,
    json_file: Path | None,
    plot_file: Path | None,
    markdown_file: Path | None,
) -> int:
    """Compare the speed of solvers on a set of puzzles, in less than a minute.

    A round runs all solvers in random order, in new processes. There are 2 to 30
    rounds, as many as the budget allows. Times are CPU times. A slow solver runs the first
    puzzles only; the table shows how many. Placements, tests and guesses are counted in
    separate runs. Time ratios have 95% confidence intervals, and are broken down into
    the factors implementation, language and algorithm.

    Without --solver, all registered solvers that can run here are compared. Python
    functions run without a sandbox. A program is started once per puzzle, and its time
    includes its startup.

    \b
    Examples:
      sudoku-rosetta compare
      sudoku-rosetta compare --set documents --json today.json --plot today.svg
      sudoku-rosetta compare --solver c-style --solver mine.py:solve
      sudoku-rosetta compare --solver fast-c --solver "cmd:node mine.js"
      sudoku-rosetta compare show today.json
      sudoku-rosetta compare diff yesterday.json today.json

    \b
    Exit codes:
      0    every solver was measured
      1    a solver failed or gave a wrong answer
      2    invalid input or usage error
      130  interrupted
    """
    if context.invoked_subcommand is not None:
        names = [each.name for each in context.command.params if each.name]
        name = context.invoked_subcommand
        why = f"no effect on compare {name}: write its options after its name"
        options.refuse(context, why, *names)
        return 0
    from ..compare.comparison import compare

    files = _output_files(json=json_file, plot=plot_file, markdown=markdown_file)
    chosen, picked = specs(solvers), puzzle_set(set_name, puzzles, column=column, strict=strict)
    with _live_table() as show_progress:
        results = compare(
            chosen, picked, reference=reference, budget=budget, cap=cap, seed=seed, on_progress=show_progress
        )
    show(results)
    write(results, files)
    _list_files(files)
    return NEGATIVE_ANSWER if any(one.failed for one in results.solvers) else 0


@command.command("sets", short_help="List the sets of puzzles.")
@click.argument("name", required=False)
def sets(name: str | None) -> int:
    """List the sets of puzzles; with NAME, print the grids of that set, one per line.

    \b
    Examples:
      sudoku-rosetta compare sets
      sudoku-rosetta compare sets medium > medium.txt

    \b
    Exit codes:
      0    success
      2    usage error, or no such set
    """
    from ..compare.sets import load_set, set_names

    if name is not None:
        for grid in puzzle_set(name, None).grids:
            click.echo(str(grid))
        return 0
    rows = []
    for each in map(load_set, set_names()):
        source = f"seed {each.seed}" if each.seed is not None else "named grids"
        limit = "all" if each.limit == 0 else str(each.limit)
        rows.append([each.name, str(len(each.grids)), limit, source, each.title])
    table(("set", "puzzles", "solutions", "source", "description"), rows)
    return 0


@command.command("show", short_help="Show the results in a file.")
@click.argument("file", type=_FILE)
@options.plot_file
@options.markdown_file
@click.option("--pairs", is_flag=True, help="Also show the ratio of each pair of solvers.")
def show_file(file: Path, plot_file: Path | None, markdown_file: Path | None, pairs: bool) -> int:
    """Show the results that `compare --json` or `compare growth --json` wrote.

    \b
    Example:
      sudoku-rosetta compare show today.json --pairs

    \b
    Exit codes:
      0    success
      2    invalid input or usage error
    """
    from ..compare.growth import Growth
    from ..compare.report import ratio_text

    found = read_results_or_growth(file)
    files = _output_files(plot=plot_file, markdown=markdown_file)
    if isinstance(found, Growth):
        if pairs:
            raise Failure(f"{printable(file)}: --pairs needs `compare` results, not `compare growth` results")
        show_growth(found)
    else:
        show(found)
        if pairs:
            click.echo("\nall pairs")
            rows = [[pair.slower, pair.faster, ratio_text(pair.ratio)] for pair in found.pairs]
            table(("slower", "faster", "time ratio"), rows)
    write(found, files)
    return 0


@command.command("diff", short_help="Show what changed between two results.")
@click.argument("old", type=_FILE)
@click.argument("new", type=_FILE)
def diff(old: Path, new: Path) -> int:
    """Compare the results in the files OLD and NEW: for each solver, show the change of
    its ratio to the reference, and the counts that differ. Both files must have the same
    puzzles and the same reference.

    \b
    Example:
      sudoku-rosetta compare diff yesterday.json today.json

    \b
    Exit codes:
      0    no solver became slower
      1    a solver became slower
      2    invalid input or usage error
    """
    from ..compare.difference import NotComparable, changes
    from ..compare.report import CHANGE_HEADS, change_row

    try:
        found = changes(read_results(old), read_results(new))
    except NotComparable as error:
        raise Failure(str(error)) from None
    table(CHANGE_HEADS, [change_row(each) for each in found])
    return NEGATIVE_ANSWER if any(each.verdict == "slower" for each in found) else 0


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
    """Show how the time of each solver grows with the size of the search tree. The
    puzzles of the default set need 463 to 2,549,798,780 placements in a row-major
    search. A solver is stopped after two puzzles in a row that exceed --cap. The --json
    file is rewritten after each solver, so that an interrupt loses no finished solver.

    \b
    Example:
      sudoku-rosetta compare growth --cap 1 --plot growth.svg

    \b
    Exit codes:
      0    no solver failed
      1    a solver failed
      2    invalid input or usage error
      130  interrupted
    """
    from ..compare.growth import measure_growth

    files = _output_files(json=json_file, plot=plot_file, markdown=markdown_file)
    chosen, picked = specs(solvers), puzzle_set(set_name, None)
    done: list[Growth] = []

    def save(partial: Growth) -> None:
        files.write("json", partial.to_json() + "\n")
        done.append(partial)

    try:
        with _live_table() as show_progress:
            found = measure_growth(chosen, picked, cap=cap, on_progress=show_progress, save=save)
    except Interrupted:
        raise Interrupted(_saved(len(done), json_file)) from None
    show_growth(found)
    write(found, files)
    _list_files(files)
    return NEGATIVE_ANSWER if any(curve.failed for curve in found.curves) else 0


@command.command("schema", short_help="Print the JSON Schema of the results.")
def schema() -> int:
    """Print the JSON Schema of what `compare --json` writes, with a description of each field.

    \b
    Example:
      sudoku-rosetta compare schema > schema.json

    \b
    Exit codes:
      0    success
      2    usage error
    """
    import json

    from ..compare.results import json_schema

    click.echo(json.dumps(json_schema(), indent=1))
    return 0


# --- options ------------------------------------------------------------------------------------------


def specs(texts: Sequence[str]) -> list[SolverSpec] | None:
    """Parse the values of --solver; None, for all registered solvers, if there are none."""
    return [options.parsed(text) for text in texts] or None


def puzzle_set(name: str, first: int | None, *, column: str | None = None, strict: bool = False) -> PuzzleSet:
    """The value of --set: a built-in set or the grids of a file. `first` is the value of --puzzles."""
    from ..compare.sets import UnknownSet, load_set, set_from_grids, set_names

    if name in set_names() or not os.path.lexists(name):
        try:
            found = load_set(name)
        except UnknownSet as error:
            raise Failure(f"no file and {printable(error)}") from None
    else:
        from ..formats import read_grids

        entries = list(read_grids(name, name=printable(name), column=column, strict=strict))
        bad = next((entry.error for entry in entries if entry.error), None)
        if bad is not None:
            raise Failure(str(bad))
        found = set_from_grids([entry.grid for entry in entries], printable(Path(name).name))
    return found if first is None else found.first(first)


def read_results(path: Path) -> Results:
    """Read a `compare` results file."""
    from ..compare.growth import Growth

    found = read_results_or_growth(path)
    if isinstance(found, Growth):
        raise Failure(
            f"{printable(path)}: this file contains `compare growth` results, not `compare` results"
        )
    return found


def read_results_or_growth(path: Path) -> Results | Growth:
    """Read a results file of `compare` or of `compare growth`."""
    from ..compare import growth, results
    from ..compare.results import SchemaError

    try:
        text = path.read_text(encoding="utf-8")
        return growth.from_json(text) if f'"{growth.FORMAT}"' in text[:200] else results.from_json(text)
    except OSError as error:
        raise Failure(f"{printable(path)}: {system_reason(error)}") from None
    except UnicodeDecodeError:
        raise Failure(f"{printable(path)}: not a text file") from None
    except SchemaError as error:
        raise Failure(f"{printable(path)}: not a results file of compare: {error}") from None


def draw(found: Results | Growth, path: Path) -> None:
    """Draw a plot with matplotlib."""
    from ..compare.growth import Growth
    from ..compare.plot import PlotError, plot, plot_growth

    try:
        if isinstance(found, Growth):
            plot_growth(found, path)
        else:
            plot(found, path)
    except PlotError as error:
        raise Failure(str(error)) from None


def _output_files(**files: Path | None) -> OutputFiles:
    """The output files. A file that cannot be written or drawn is an error before the work starts."""
    from ..compare.plot import PlotError, figure_class

    found = OutputFiles(**files)
    if plot := found["plot"]:
        try:
            figure_class(plot)
        except PlotError as error:
            raise Failure(str(error)) from None
    return found


def write(found: Results | Growth, files: OutputFiles) -> None:
    """Write the requested files."""
    from ..compare.growth import Growth
    from ..compare.report import growth_markdown, markdown

    files.write("json", found.to_json() + "\n")
    files.write("markdown", growth_markdown(found) if isinstance(found, Growth) else markdown(found))
    if path := files["plot"]:
        with atomic_write(path) as temporary:
            draw(found, temporary)


def _list_files(files: OutputFiles) -> None:
    for path in files.paths():
        click.echo(f"written: {printable(path)}", err=True)


@contextlib.contextmanager
def _live_table() -> Iterator[OnProgress]:
    """Show a live table during a measurement; Ctrl-C ends the measurement."""
    from ..compare import NothingToCompare
    from .live import Live

    try:
        with Live() as live:
            yield live.update
    except NothingToCompare as error:
        raise Failure(str(error)) from None
    except KeyboardInterrupt:
        raise Interrupted from None


def _saved(solvers: int, file: Path | None) -> str:
    """What an interrupted run has saved, for the end of its message."""
    if not solvers or file is None:
        return ""
    return f": {solvers} solver{'s' * (solvers != 1)} finished, saved in {printable(file)}."


# --- tables -------------------------------------------------------------------------------------------


def show(results: Results) -> None:
    """Print the tables to stdout."""
    from ..compare import report

    paragraph(report.heading(results))
    click.echo()
    table(report.SPEED_HEADS, report.speed_rows(results))
    click.echo()
    table(report.COST_HEADS, report.cost_rows(results))
    for chain in results.chains:
        click.echo(f"\nfactors {report.chain_title(chain)}")
        table(report.CHAIN_HEADS, report.chain_rows(chain))
    click.echo()
    for note in report.notes(results):
        paragraph(note)


def show_growth(found: Growth) -> None:
    """Print the table to stdout."""
    from ..compare import report

    table(report.growth_heads(found), report.growth_rows(found))
    click.echo()
    for note in report.growth_notes(found):
        paragraph(note)
