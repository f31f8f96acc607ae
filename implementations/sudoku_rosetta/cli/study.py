"""`sudoku-rosetta study`: document 002's experiments at any scale: run, show, compare, predict."""

from __future__ import annotations

import csv
import io
import math
import platform
import sys
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path
from typing import Literal, cast

import click

from .. import __version__
from ..generate import OF_DOCUMENT
from ..grid import Grid, GridError
from ..solvers import solver_named
from ..solvers.cores import cores
from ..study import Plan, PlanError, Store, StoreError, Summary, run, summaries
from ..study.comparison import MARGIN, compared
from ..study.crews import Crew, dask_crew, local_crew
from ..study.exports import COUNTS, counts_to, table_csv
from ..study.figures import bars, curve, figures
from ..study.near import NearMissing, differing
from ..study.predict import Prediction
from ..study.survey import Surveyed, spreads, surveyed
from . import options
from .failures import NOT_SO, Failure, Interrupted, check_writable
from .numbers import COUNT, SPAN
from .outputs import json_line, table
from .progress import Progress

LINE_EACH = 60.0


@click.group(short_help="Document 002's experiments at any scale: run, show, compare, predict.")
def command() -> None:
    """Make grids in the two ways of document 002, count all solutions of each, and look at the counts.

    \b
    Examples:
      sudoku-rosetta study run --method 2 --clues 27..50 --grids 1000 --seed 1 --out results/
      sudoku-rosetta study show results/
      sudoku-rosetta study compare results1/ results2/
      sudoku-rosetta study predict document --distance 16

    Exit codes: 0; 1 compare found a difference, or too few grids to tell; 2 bad input or damaged results;
    130 interrupted.
    """


@command.command("run", short_help="Make grids and count their solutions; goes on where it was stopped.")
@click.option("--method", type=click.Choice(["1", "2"]), help="1: digits added; 2: digits removed.")
@click.option("--clues", type=SPAN, metavar="A..B", help="Numbers of clues, each with its grids.")
@click.option("--grids", type=COUNT, metavar="N", help="For each number of clues; 1e6 will do.")
@click.option("--seed", type=click.IntRange(0, 2**64 - 1), default=0, show_default=True, metavar="S")
@click.option(
    "--rng", type=click.Choice(["own", "scilab"]), default="own", help="scilab: the document's grids."
)
@click.option(
    "--from", "start", default="document", metavar="GRID", help="Method 2: document, uniform, or a grid."
)
@click.option(
    "--limit", type=click.IntRange(min=1), metavar="N", help="Count no further; default: count all."
)
@click.option(
    "--out", "folder", type=click.Path(path_type=Path, file_okay=False), required=True, metavar="DIR"
)
@click.option("--workers", type=click.IntRange(min=1), metavar="N", help="Default: one for each core.")
@click.option("--scheduler", metavar="ADDRESS", help="A Dask cluster's, as tcp://host:8786.")
@options.solver
def run_command(
    method: str | None,
    clues: tuple[int | None, int | None] | None,
    grids: int | None,
    seed: int,
    rng: str,
    start: str,
    limit: int | None,
    folder: Path,
    workers: int | None,
    scheduler: str | None,
    solver: str | None,
) -> int:
    """Run a study into --out, or go on with the one that is there: without --method, with --out alone.

    Counts are kept as they come, and safe: whatever ends the run (Ctrl-C, a kill, a full disk, a power cut), the
    same command goes on, and the results are byte for byte those of a run that nothing disturbed, with any
    number of workers.

    With --rng scilab --seed S the grids of each number of clues k are those of the document's stat(n,k)
    (method 1) or statSudoku(n,k) (method 2) after rand("seed",S); with --solver scilab-style it is the
    document's own experiment.

    \b
    Examples:
      sudoku-rosetta study run --method 2 --clues 27..50 --grids 1e6 --out removal/
      sudoku-rosetta study run --out removal/
      sudoku-rosetta study run --method 1 --clues 27..40 --grids 50 --rng scilab --seed 42 \\
        --solver scilab-style --out stat/

    Exit codes: 0 complete; 2 bad input or damaged results; 130 interrupted.
    """
    plan = _plan(method, clues, grids, seed, rng, start, limit, solver)
    try:
        if plan is not None:
            plan = plan.ready()
        else:
            with Store.opened(folder) as store:
                plan = store.plan
        return _run(plan, folder, _crew(plan, workers, scheduler))
    except (PlanError, StoreError) as error:
        raise Failure(str(error)) from None


def _plan(
    method: str | None,
    clues: tuple[int | None, int | None] | None,
    grids: int | None,
    seed: int,
    rng: str,
    start: str,
    limit: int | None,
    solver: str | None,
) -> Plan | None:
    if method is None and clues is None and grids is None:
        return None
    if method is None or clues is None or grids is None:
        raise click.UsageError("a study needs --method, --clues and --grids; or --out alone, to go on")
    return Plan(
        method=cast(Literal[1, 2], int(method)),
        clues=tuple(_span(clues)),
        grids=grids,
        seed=seed,
        solver=solver or "",
        rng=cast(Literal["own", "scilab"], rng),
        limit=limit,
        start=OF_DOCUMENT.decode() if start == "document" else start,
    )


def _span(clues: tuple[int | None, int | None]) -> range:
    least, most = clues
    return range(least or 0, (most if most is not None else 81) + 1)


def _crew(plan: Plan, workers: int | None, scheduler: str | None) -> Crew:
    if scheduler is None:
        return local_crew(solver_named(plan.solver), workers)
    try:
        return dask_crew(scheduler)
    except ImportError:
        raise Failure("--scheduler needs Dask: pip install 'sudoku-rosetta[cluster]'") from None
    except (OSError, ValueError) as error:
        raise Failure(f"--scheduler {scheduler}: {error or 'nobody answers'}") from None


def _run(plan: Plan, folder: Path, crew: Crew) -> int:
    total = plan.grids * len(plan.clues)
    began, journal = time.monotonic(), _Journal(folder)
    with Progress("grids counted", total=total, line_each=LINE_EACH) as progress:
        first = True

        def told(grids: int) -> None:
            nonlocal first
            if first:
                journal.note(
                    f"begun: {grids:,} of {total:,} grids were there; {crew.size} workers; {plan.to_json()}"
                )
                progress.begin_at(grids)
                first = False
            else:
                progress.done += grids

        try:
            run(plan, folder, crew=crew, told=told)
        except KeyboardInterrupt:
            journal.note(f"interrupted: {progress.done:,} grids")
            raise Interrupted(
                f": {progress.done:,} of {total:,} grids counted. The same command goes on."
            ) from None
    if not first:
        journal.note(f"complete, after {time.monotonic() - began:.1f} s of this run")
    click.echo(f"complete: {total:,} grids in {folder}; sudoku-rosetta study show {folder}", err=True)
    return 0


class _Journal:
    """When, where and how long: what has no place among the results, which are the same everywhere."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / "journal.txt"

    def note(self, what: str) -> None:
        now = datetime.now(UTC).isoformat(timespec="seconds")
        machine = f"{platform.machine()} {cores()} cores, Python {platform.python_version()}"
        with self._path.open("a", encoding="utf-8") as file:
            file.write(f"{now}  {__version__}  {machine}  {what}\n")


# --- looking at it --------------------------------------------------------------------------------------


@command.command("show", short_help="The table, the document's figures, and files for other programs.")
@click.argument(
    "folders", nargs=-1, required=True, type=click.Path(path_type=Path, file_okay=False), metavar="DIR..."
)
@click.option(
    "--format", "style", type=click.Choice(["text", "csv", "json"]), default="text", show_default=True
)
@click.option("--plot", is_flag=True, help="The means as bars, in the terminal.")
@click.option(
    "--figures", "drawn", type=click.Path(path_type=Path, file_okay=False), metavar="DIR", help="Draw them."
)
@click.option("--png", is_flag=True, help="Figures as PNG; default: SVG.")
@click.option("--log", is_flag=True, help="Figures with a logarithmic scale.")
@click.option("--lang", "language", type=click.Choice(["en", "fr"]), default="en", help="Of the figures.")
@click.option(
    "--counts", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE", help="Every grid's count."
)
def show_command(
    folders: tuple[Path, ...],
    style: str,
    plot: bool,
    drawn: Path | None,
    png: bool,
    log: bool,
    language: str,
    counts: Path | None,
) -> int:
    """Show one study or two, finished or not: for each number of clues

    \b
      accepted   grids that were made whole; method 1 does not reach the number of clues with all
      mean       of their numbers of solutions, with a 95% interval for long tails (Hall's); a * where more
                 than a tenth of the sum is owed to one grid, or there is none: do not trust either then
      median, none, one, several   the middle number, and the shares of grids with so many solutions
      largest    the largest number of solutions
      >=         counting was limited: what was counted is the least that it can be, and what is not known is -

    --figures draws the document's figures 1 (method 1), 2 (method 2) and, of two studies, 3 (both).
    --counts writes a .csv, .parquet or .arrow with one row for each grid. Of two studies, each row of CSV begins
    with its study and method.

    \b
    Examples:
      sudoku-rosetta study show results/
      sudoku-rosetta study show method1/ method2/ --figures figures/ --lang fr
      sudoku-rosetta study show results/ --format csv > table.csv

    Exit codes: 0; 2 bad input or damaged results.
    """
    if len(folders) > 2:
        raise click.UsageError("one study, or two")
    if counts is not None and len(folders) > 1:
        raise click.UsageError("--counts writes those of one study")
    if counts is not None:
        _check_counts(counts)
    if drawn is not None:
        _needs("matplotlib", "--figures needs matplotlib: pip install 'sudoku-rosetta[plots]'")
    try:
        for folder in folders:
            with Store.opened(folder) as store:
                found = summaries(store)
                if style == "csv":
                    _show_csv(folder, store, found, folders)
                elif style == "json":
                    _show_json(folder, store, found)
                else:
                    _show(folder, store, found, plot=plot)
                if counts is not None:
                    _write_counts(counts, store)
        if drawn is not None:
            _draw(folders, drawn, "png" if png else "svg", language, log=log)
    except (PlanError, StoreError) as error:
        raise Failure(str(error)) from None
    return 0


def _show_csv(folder: Path, store: Store, found: Sequence[Summary], folders: Sequence[Path]) -> None:
    """Of two studies, one table that says which line is of which."""
    if len(folders) == 1:
        sys.stdout.write(table_csv(found))
        return
    rows = list(csv.reader(io.StringIO(table_csv(found))))
    begins = [["study", "method"], *[[str(folder), str(store.plan.method)]] * len(found)]
    lines = [begin + row for begin, row in zip(begins, rows, strict=True)]
    csv.writer(sys.stdout, lineterminator="\n").writerows(lines if folder is folders[0] else lines[1:])


def _show_json(folder: Path, store: Store, found: Sequence[Summary]) -> None:
    for each in found:
        answer = {
            "study": str(folder),
            "method": store.plan.method,
            "limit": each.limit,
            "clues": each.clues,
            "grids": each.grids,
            "accepted": each.accepted,
            "mean": _or_null(each.mean),
            "interval": [_or_null(each.interval.low), _or_null(each.interval.high)],
            "median": _or_null(each.median),
            "one": _or_null(each.one),
            "largest": each.largest,
            "capped": each.capped,
        }
        click.echo(json_line(answer))


def _or_null(number: float) -> float | None:
    """JSON has no nan."""
    return None if math.isnan(number) else number


def _show(folder: Path, store: Store, found: Sequence[Summary], *, plot: bool) -> None:
    plan = store.plan
    done, total = store.grids_done(), plan.grids * len(plan.clues)
    state = "complete" if done == total else f"{done:,} of {total:,} grids so far"
    upto = "" if plan.limit is None else f" up to {plan.limit:,}"
    click.echo(
        f"{folder}: method {plan.method}, {plan.grids:,} grids for each number of clues, seed {plan.seed} "
        f"({plan.rng} generator), counted{upto} by {plan.solver}; {state}"
    )
    heads = ("clues", "accepted", "mean", "95% interval", "median", "none", "one", "several", "largest")
    table(heads, [_row(each) for each in found])
    if any(map(_doubtful, found)):
        click.echo("* one grid makes more than a tenth of it, or none has a solution: more grids would tell.")
    if plot:
        click.echo("\n".join(["", *bars(found)]))


def _row(each: Summary) -> list[str]:
    mark = " *" if _doubtful(each) else ""
    least = ">= " if each.capped else ""
    high = "-" if each.capped else _figure(each.interval.high)
    shares = [_percent(share) for share in (each.none, each.one, each.several)]
    return [
        str(each.clues),
        f"{each.accepted:,}",
        least + _figure(each.mean) + mark,
        f"{_figure(each.interval.low)} .. {high}",
        (">= " if each.median_capped else "") + _figure(each.median),
        *shares,
        f"{least}{each.largest:,}",
    ]


def _doubtful(each: Summary) -> bool:
    """The mean may not have met the tail yet."""
    return each.accepted > 0 and not 0 < each.largest_share <= 0.1


def _figure(number: float) -> str:
    return "-" if math.isnan(number) else f"{number:,.4g}" if abs(number) < 1000 else f"{number:,.0f}"


def _percent(share: float) -> str:
    return "-" if math.isnan(share) else f"{100 * share:.2f}%"


def _check_counts(path: Path) -> None:
    if path.suffix not in COUNTS:
        raise Failure(f"{path.name}: counts are written as {', '.join(COUNTS)}")
    if path.suffix != ".csv":
        _needs("pyarrow", f"{path.suffix} needs pyarrow: pip install 'sudoku-rosetta[tables]'; .csv does not")
    check_writable([path])


def _needs(module: str, says: str) -> None:
    """Told before the work, not after it."""
    if find_spec(module) is None:
        raise Failure(says)


def _write_counts(path: Path, store: Store) -> None:
    counts_to(path, store)
    click.echo(f"written: {path}", err=True)


def _draw(folders: Sequence[Path], where: Path, kind: str, language: str, *, log: bool) -> None:
    studies: dict[int, Sequence[Summary]] = {}
    for folder in folders:
        with Store.opened(folder) as store:
            if store.plan.method in studies:
                raise Failure(f"both are of method {store.plan.method}: figure 3 is of one study of each")
            studies[store.plan.method] = summaries(store)
    for path in figures(studies, where, kind=kind, language=language, log=log):
        click.echo(f"written: {path}", err=True)


# --- two studies ----------------------------------------------------------------------------------------


@command.command("compare", short_help="Do two studies differ, number of clues by number of clues?")
@click.argument("first", type=click.Path(path_type=Path, file_okay=False))
@click.argument("second", type=click.Path(path_type=Path, file_okay=False))
@options.text_or_json
def compare_command(first: Path, second: Path, style: str) -> int:
    """Compare two studies, for each number of clues that both have.

    P(more) is the probability that a grid of the first has more solutions than one of the second, half of it
    where they have equally many; p is that of the test of Brunner and Munzel that P(more) is 1/2, adjusted by
    Holm's method for the numbers of clues that are compared. The test supposes independent grids, and nothing
    about how the counts are distributed. Where a study was counted up to a limit, the other's counts are cut at
    the same.

    \b
      different                      the adjusted p is below 0.05
      different, within the margin   it is, and P(more) lies within 0.45 to 0.55 with its 90% interval
      equivalent                     it is not, and P(more) lies there
      undecided                      neither: more grids are needed

    Exit codes: 0 everywhere equivalent, or different within the margin; 1 somewhere different or undecided;
    2 bad input or damaged results.
    """
    try:
        with Store.opened(first) as ours, Store.opened(second) as theirs:
            found = compared(ours, theirs)
    except (PlanError, StoreError) as error:
        raise Failure(str(error)) from None
    if not found:
        raise Failure("the studies have no number of clues in common")
    if style == "json":
        for each in found:
            answer = {"clues": each.clues, "grids": each.grids, "limit": each.limit, "means": each.means}
            answer |= {"p_more": each.p_more}
            click.echo(json_line(answer | {"p": each.p, "adjusted": each.adjusted, "verdict": each.verdict}))
    else:
        table(
            (
                "clues",
                "mean of the first",
                "of the second",
                "P(more)",
                "90% interval",
                "adjusted p",
                "verdict",
            ),
            [
                [
                    str(each.clues),
                    *map(_figure, each.means),
                    f"{each.p_more:.4g}",
                    f"{each.interval.low:.4g} .. {each.interval.high:.4g}",
                    f"{each.adjusted:.2g}",
                    each.verdict,
                ]
                for each in found
            ],
        )
        click.echo(f"\nequivalent: P(more) within {0.5 - MARGIN:.2f} to {0.5 + MARGIN:.2f}")
        if found[0].limit is not None:
            click.echo(f"counted up to {found[0].limit:,} solutions a grid: more are not told apart")
    return 0 if all(each.verdict != "different" and each.verdict != "undecided" for each in found) else NOT_SO


# --- the mean that a full grid predicts -----------------------------------------------------------------


@command.command(
    "predict", short_help="The mean that a full grid predicts, from the grids that differ little."
)
@click.argument("grid", metavar="GRID")
@click.option("--distance", type=click.IntRange(4, 81), default=16, show_default=True, metavar="D")
@click.option("--clues", type=SPAN, default="27..80", show_default=True, metavar="A..B")
@click.option(
    "--measured", type=click.Path(path_type=Path, file_okay=False), metavar="DIR", help="A study of it."
)
@click.option(
    "--out", "folder", type=click.Path(path_type=Path, file_okay=False), metavar="DIR", help="Kept here."
)
@click.option(
    "--figure", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE", help="A .svg or .png."
)
@click.option("--workers", type=click.IntRange(min=1), metavar="N", help="Default: one for each core.")
@options.text_or_json
def predict_command(
    grid: str,
    distance: int,
    clues: tuple[int | None, int | None],
    measured: Path | None,
    folder: Path | None,
    figure: Path | None,
    workers: int | None,
    style: str,
) -> int:
    """Count A(d), the full grids that differ from GRID (a full one, or "document") in exactly d cells, for every d
    up to --distance; and from them E(k), the expected number of solutions when k of its cells are kept at random:

    \b
      E(k) = sum over d of A(d) * C(81-d, k) / C(81, k)

    What larger d add is bounded: by the number of all grids, which is wide, and where --measured names a study of
    the same grid by method 2, by its means, which is narrow and holds as its intervals do. Each step of --distance
    takes about two and a half times as long; with --out, the same command goes on where it was stopped.

    \b
    Examples:
      sudoku-rosetta study predict document
      sudoku-rosetta study predict document --distance 22 --measured removal/ --figure curve.svg --out near/

    Exit codes: 0; 2 bad input or damaged results; 130 interrupted.
    """
    full, span = _full(grid), _span(clues)
    if not span or span[-1] > 81:
        raise Failure("numbers of clues are from 0 to 81")
    if figure is not None:
        _check_figure(figure)
    try:
        means = {} if measured is None else _measured(measured, full)
        with Progress("tasks done", line_each=LINE_EACH) as progress:

            def told(done: int, total: int) -> None:
                if progress.total is None:
                    progress.total = total
                    progress.begin_at(done)
                progress.done = done

            try:
                counts = differing(full, distance, folder=folder, workers=workers, told=told)
            except KeyboardInterrupt:
                raise Interrupted(f": {progress.done} of {progress.total} tasks done.") from None
    except (NearMissing, PlanError, StoreError) as error:
        raise Failure(str(error)) from None
    prediction = Prediction(counts, {k: each.interval.high for k, each in means.items()})
    if style == "json":
        _predict_json(full, prediction, span)
    else:
        _predict_text(prediction, span, means)
    if figure is not None:
        curve(prediction, span, list(means.values()), figure)
        click.echo(f"written: {figure}", err=True)
    return 0


@command.command("survey", short_help="From grid to grid: how many others differ from it in few cells.")
@click.option("--grids", type=COUNT, default=100, show_default=True, metavar="N", help="Uniform full grids.")
@click.option("--distance", type=click.IntRange(4, 81), default=12, show_default=True, metavar="D")
@click.option("--seed", type=click.IntRange(0, 2**64 - 1), default=0, show_default=True, metavar="S")
@click.option("--workers", type=click.IntRange(min=1), metavar="N", help="Default: one for each core.")
@click.option("--format", "style", type=click.Choice(["text", "json"]), default="text", show_default=True)
def survey_command(grids: int, distance: int, seed: int, workers: int | None, style: str) -> int:
    """Count A(d), as predict does, for many full grids, each of all as likely as any other: how it is spread, and
    which grids have the fewest and the most small differences. JSON has a line for each grid.

    Ctrl-C ends it with what is done by then.

    \b
    Examples:
      sudoku-rosetta study survey --grids 1000 --distance 12 --seed 1

    Exit codes: 0; 2 bad input; 130 interrupted.
    """
    found = []
    try:
        with Progress("full grids done", total=grids, line_each=LINE_EACH) as progress:
            for each in surveyed(grids, distance, seed, workers=workers):
                progress.done += 1
                if style == "json":
                    answer = {
                        "number": each.number,
                        "grid": str(each.grid),
                        "differing": list(each.differing),
                    }
                    progress.write(json_line(answer))
                else:
                    found.append(each)
    except NearMissing as error:
        raise Failure(str(error)) from None
    except KeyboardInterrupt:
        if found:
            _survey_text(found, distance)
        raise Interrupted(f": {progress.done:,} of {grids:,} full grids done.") from None
    if style == "text":
        _survey_text(found, distance)
    return 0


def _survey_text(found: Sequence[Surveyed], distance: int) -> None:
    rows = [
        [str(each.distance), f"{each.mean:,.4g}", f"{each.least:,}", f"{each.most:,}", f"{each.without:,}"]
        for each in spreads(found)
    ]
    table(("d", "mean of A(d)", "least", "most", "grids with none"), rows)
    fewest, most = min(found, key=lambda each: each.small), max(found, key=lambda each: each.small)
    for what, each in (("fewest", fewest), ("most", most)):
        click.echo(f"\n{what} up to {distance}: {each.small:,}, grid {each.number}\n{each.grid}")


def _full(text: str) -> Grid:
    try:
        full = Grid(OF_DOCUMENT.decode() if text == "document" else text)
    except GridError as error:
        raise Failure(str(error)) from None
    if not full.is_full:
        raise Failure(f"a full grid is needed: {81 - full.clues} cells are empty")
    return full


def _measured(folder: Path, full: Grid) -> dict[int, Summary]:
    with Store.opened(folder) as store:
        if store.plan.method != 2 or store.plan.start != str(full) or store.plan.limit is not None:
            raise Failure(f"{folder} is not a study by method 2 of this grid, with all solutions counted")
        return {each.clues: each for each in summaries(store) if each.accepted > 1}


def _predict_text(prediction: Prediction, span: range, means: dict[int, Summary]) -> None:
    told = ", ".join(f"A({d}) = {times:,}" for d, times in enumerate(prediction.differing) if times)
    click.echo(f"grids that differ in d cells: {told}\n")
    rows = []
    for k in span:
        known, rest = prediction.known_part(k), prediction.rest(k)
        mean = means.get(k)
        interval = f"{_figure(mean.interval.low)} .. {_figure(mean.interval.high)}" if mean else "-"
        rows.append(
            [
                str(k),
                f"{float(known):,.6g}",
                f"{float(rest):.2g}",
                _figure(mean.mean) if mean else "-",
                interval,
            ]
        )
    table(("clues", "E, at least", "at most so much more", "measured", "95% interval"), rows)
    last = prediction.last_doubtful()
    if last is not None:
        click.echo(
            f"\ntwo solutions are possible with up to {last} clues: some grid differs in {81 - last} cells only"
        )
    for mean_below in (2.0, 1.5, 1.1):
        found = prediction.falls_below(mean_below)
        told = "not known at this distance" if found is None else f"{found[0]} clues"
        if found is not None and found[0] != found[1]:
            told = f"{found[0]} to {found[1]} clues"
        click.echo(f"E falls below {mean_below:g} from: {told}")


def _predict_json(full: Grid, prediction: Prediction, span: range) -> None:
    expected = {k: [float(prediction.known_part(k)), float(prediction.rest(k))] for k in span}
    below = {str(mean): prediction.falls_below(mean) for mean in (2.0, 1.5, 1.1)}
    answer = {"grid": str(full), "differing": list(prediction.differing), "expected": expected}
    click.echo(json_line(answer | {"below": below, "last_doubtful": prediction.last_doubtful()}))


def _check_figure(path: Path) -> None:
    if path.suffix not in (".svg", ".png"):
        raise Failure(f"{path.name}: a figure is a .svg or a .png")
    _needs("matplotlib", "--figure needs matplotlib: pip install 'sudoku-rosetta[plots]'")
    check_writable([path])
