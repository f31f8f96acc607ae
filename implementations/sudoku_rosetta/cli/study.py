"""`sudoku-rosetta study`: document scilab's experiments at any scale: run, show, compare, predict."""

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
from typing import Any, Literal, cast

import click

from .. import __version__
from ..generate import OF_DOCUMENT
from ..grid import Grid, GridError
from ..messages import LANGUAGES, Language
from ..runtime.executors import cores
from ..solvers import Solver, solver_named
from ..study import Plan, PlanError, Store, StoreError, Summary, run, summaries
from ..study.comparison import MARGIN, compared
from ..study.exports import COUNTS, counts_to, table_csv
from ..study.figures import bars, curve, figures
from ..study.near import NearMissing, differing
from ..study.predict import Prediction
from ..study.survey import Surveyed, spreads, surveyed
from ..study.worker_pools import WorkerPool, dask_pool, local_pool
from . import options
from .exits import NOT_SO, Failure, Interrupted
from .numbers import COUNT, SPAN
from .outputs import check_writable, json_line, paragraph, table, written_whole
from .progress import Progress
from .suggestions import Group

LINE_EACH = 60.0


DIR = click.Path(path_type=Path, file_okay=False)


def distance(default: int) -> options.Decorator[Any]:
    return click.option(
        "--distance",
        type=click.IntRange(4, 81),
        default=default,
        show_default=True,
        metavar="D",
        help="Count the grids that differ in up to D cells.",
    )


@click.group(cls=Group, short_help="Run and evaluate document scilab's experiments at any scale.")
def command() -> None:
    """Make grids in the two ways of document scilab, count all solutions of each, and
    evaluate the counts.

    \b
    Examples:
      sudoku-rosetta study run --method 2 --clues 40..50 --grids 99 --out results/
      sudoku-rosetta study show results/
      sudoku-rosetta study compare results1/ results2/
      sudoku-rosetta study predict document --distance 16

    Exit codes: 0 finished; 1 compare found a difference, or too few grids to decide;
    2 bad input or damaged results; 130 interrupted.
    """


@command.command("run", short_help="Make grids and count their solutions; resumable.")
@click.option("--method", type=click.Choice(["1", "2"]), help="1: add digits; 2: remove digits.")
@click.option("--clues", type=SPAN, metavar="A..B", help="Numbers of clues.")
@click.option("--grids", type=COUNT, metavar="N", help="Grids for each number of clues.")
@options.seed(0)
@options.rng
@click.option(
    "--from",
    "start",
    default="document",
    show_default=True,
    metavar="GRID",
    help="Full grid of method 2: document, uniform, or 81 digits.",
)
@options.limit
@click.option("--out", "folder", type=DIR, required=True, metavar="DIR", help="Folder of the study.")
@options.jobs
@click.option("--scheduler", metavar="ADDRESS", help="Run on a Dask cluster, as tcp://host:8786.")
@options.solver
@click.pass_context
def run_command(
    context: click.Context,
    method: str | None,
    clues: tuple[int | None, int | None] | None,
    grids: int | None,
    seed: int,
    rng: str,
    start: str,
    limit: int | None,
    folder: Path,
    jobs: int | None,
    scheduler: str | None,
    solver: str | None,
) -> int:
    """Run a study into --out, or resume the one that is there: with --out alone.

    Counts are stored as they come. Whatever ends the run (Ctrl-C, a kill, a full disk,
    a power cut), the same command resumes it, and the results are byte for byte those
    of an undisturbed run, with any number of jobs. An external solver is stored by its
    SPEC and looked up again.

    With --rng scilab --seed S the grids of each number of clues k are those of the
    document's stat(n,k) (method 1) or statSudoku(n,k) (method 2) after
    rand("seed",S); with --solver scilab-style it is the document's own experiment.

    \b
    Examples:
      sudoku-rosetta study run --method 2 --clues 27..50 --grids 1e6 --out kept/
      sudoku-rosetta study run --out kept/
      sudoku-rosetta study run --method 1 --clues 27..40 --grids 50 \\
        --rng scilab --seed 42 --solver scilab-style --out stat/

    Exit codes: 0 complete; 2 bad input or damaged results; 130 interrupted.
    """
    _check_run(context, method, clues, grids, scheduler)
    try:
        if method is None or clues is None or grids is None:
            with Store.opened(folder) as store:
                plan = store.plan
            external = _external(plan.solver)
        else:
            external = _external(solver)
            plan = Plan(
                method=cast(Literal[1, 2], int(method)),
                clues=tuple(_span(clues)),
                grids=grids,
                seed=seed,
                solver=solver or "",
                rng=cast(Literal["own", "scilab"], rng),
                limit=limit,
                start=OF_DOCUMENT.decode() if start == "document" else start,
            ).ready(external)
        return _run(plan, folder, _pool(plan, external, jobs, scheduler), external)
    except (PlanError, StoreError) as error:
        raise Failure(str(error)) from None


def _check_run(
    context: click.Context,
    method: str | None,
    clues: tuple[int | None, int | None] | None,
    grids: int | None,
    scheduler: str | None,
) -> None:
    """Refuse what is incomplete, and options that would have no effect."""
    asked = (method, clues, grids)
    if asked == (None, None, None):
        why = "only with --method, --clues and --grids; a study that is resumed keeps its plan"
        options.refuse(context, why, "seed", "rng", "start", "limit", "solver")
    elif None in asked:
        raise click.UsageError("a study needs --method, --clues and --grids; or --out alone, to resume one")
    if method == "1":
        options.refuse(context, "no effect with --method 1, which starts from an empty grid", "start")
    if scheduler is not None:
        options.refuse(context, "no effect with --scheduler: the cluster has its own workers", "jobs")


def _external(text: str | None) -> Solver | None:
    """The solver that the text names; None for a registered one, which workers find by its name."""
    return options.counting_solver(text) if text and options.parsed(text).is_external else None


def _span(clues: tuple[int | None, int | None]) -> range:
    least, most = clues
    return range(least or 0, (most if most is not None else 81) + 1)


def _pool(plan: Plan, external: Solver | None, jobs: int | None, scheduler: str | None) -> WorkerPool:
    if scheduler is None:
        return local_pool(external or solver_named(plan.solver), jobs)
    if external is not None:
        raise Failure(f"--scheduler needs a registered solver, not {plan.solver}")
    try:
        return dask_pool(scheduler)
    except ImportError:
        raise Failure("--scheduler needs Dask: pip install 'sudoku-rosetta[cluster]'") from None
    except (OSError, ValueError) as error:
        raise Failure(f"--scheduler {scheduler}: {error or 'no answer'}") from None


def _run(plan: Plan, folder: Path, pool: WorkerPool, external: Solver | None) -> int:
    total = plan.grids * len(plan.clues)
    began, log = time.monotonic(), _RunLog(folder)
    with Progress("grids counted", total=total, line_each=LINE_EACH) as progress:
        first = True

        def on_counted(grids: int) -> None:
            nonlocal first
            if first:
                log.note(
                    f"begun: {grids:,} of {total:,} grids were there; {pool.size} workers; {plan.to_json()}"
                )
                progress.begin_at(grids)
                first = False
            else:
                progress.done += grids

        try:
            run(plan, folder, pool=pool, on_progress=on_counted, solver=external)
        except KeyboardInterrupt:
            log.note(f"interrupted: {progress.done:,} grids")
            raise Interrupted(
                f": {progress.done:,} of {total:,} grids counted. The same command goes on."
            ) from None
    if not first:
        log.note(f"complete, after {time.monotonic() - began:.1f} s of this run")
    click.echo(f"complete: {total:,} grids in {folder}; sudoku-rosetta study show {folder}", err=True)
    return 0


class _RunLog:
    """Records when, where and how long: the results themselves are the same everywhere."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / "journal.txt"

    def note(self, what: str) -> None:
        now = datetime.now(UTC).isoformat(timespec="seconds")
        machine = f"{platform.machine()} {cores()} cores, Python {platform.python_version()}"
        with self._path.open("a", encoding="utf-8") as file:
            file.write(f"{now}  {__version__}  {machine}  {what}\n")


# --- looking at it --------------------------------------------------------------------------------------


@command.command("show", short_help="Show a study: table, figures, files for other programs.")
@click.argument("folders", nargs=-1, required=True, type=DIR, metavar="DIR...")
@options.output_format("text", "csv", "json")
@click.option("--bars", "with_bars", is_flag=True, help="Also show the means as bars.")
@click.option("--figures", "drawn", type=DIR, metavar="DIR", help="Draw the document's figures into DIR.")
@click.option("--png", is_flag=True, help="Figures as PNG (default: SVG).")
@click.option("--log", is_flag=True, help="Figures with a logarithmic scale.")
@click.option(
    "--lang",
    "language",
    type=click.Choice(LANGUAGES),
    default="en",
    show_default=True,
    help="Language of the figures.",
)
@options.output_file("--counts", "the count of every grid (.csv, .parquet or .arrow)")
@click.pass_context
def show_command(
    context: click.Context,
    folders: tuple[Path, ...],
    style: str,
    with_bars: bool,
    drawn: Path | None,
    png: bool,
    log: bool,
    language: Language,
    counts_file: Path | None,
) -> int:
    """Show one study or two, finished or not: for each number of clues

    \b
      accepted  grids with that number of clues; method 1 does not always reach it
      mean      of their numbers of solutions, with a 95% interval for long tails
                (Hall's); * if one grid makes more than a tenth of the sum, or
                all counts are 0: then trust neither
      median, none, one, several
                the middle number, and the shares of grids with no solution, one,
                or several
      largest   the largest number of solutions
      >=        counting was limited, and this is a lower bound; - is unknown

    --figures draws the document's figures 1 (method 1), 2 (method 2) and, of two
    studies, 3 (both). --counts writes one row per grid. Of two studies, each row of CSV
    begins with its study and method.

    \b
    Examples:
      sudoku-rosetta study show results/
      sudoku-rosetta study show method1/ method2/ --figures figures/ --lang fr
      sudoku-rosetta study show results/ --format csv > table.csv

    Exit codes: 0 finished; 2 bad input or damaged results.
    """
    if len(folders) > 2:
        raise click.UsageError("one study or two, not more")
    if counts_file is not None and len(folders) > 1:
        raise click.UsageError("--counts needs one study, not two")
    if drawn is None:
        options.refuse(context, "only with --figures", "png", "log", "language")
    if style != "text":
        options.refuse(context, f"no effect with --format {style}", "with_bars")
    if counts_file is not None:
        _check_counts(counts_file)
    if drawn is not None:
        _needs("matplotlib", "--figures needs matplotlib: pip install 'sudoku-rosetta[plots]'")
    try:
        if drawn is not None:
            _check_methods(folders)
        for folder in folders:
            with Store.opened(folder) as store:
                found = summaries(store)
                if style == "csv":
                    _show_csv(folder, store, found, folders)
                elif style == "json":
                    _show_json(folder, store, found)
                else:
                    _show(folder, store, found, with_bars=with_bars)
                if counts_file is not None:
                    _write_counts(counts_file, store)
        if drawn is not None:
            _draw(folders, drawn, "png" if png else "svg", language, log=log)
    except (PlanError, StoreError) as error:
        raise Failure(str(error)) from None
    return 0


def _show_csv(folder: Path, store: Store, found: Sequence[Summary], folders: Sequence[Path]) -> None:
    """With two studies, one table whose rows begin with their study."""
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
    """null in place of nan, which JSON does not have."""
    return None if math.isnan(number) else number


def _show(folder: Path, store: Store, found: Sequence[Summary], *, with_bars: bool) -> None:
    plan = store.plan
    done, total = store.grids_done(), plan.grids * len(plan.clues)
    state = "complete" if done == total else f"{done:,} of {total:,} grids so far"
    upto = "" if plan.limit is None else f" up to {plan.limit:,}"
    paragraph(
        f"{folder}: method {plan.method}, {plan.grids:,} grids for each number of clues, seed {plan.seed} "
        f"({plan.rng} generator), counted{upto} by {plan.solver}; {state}"
    )
    heads = ("clues", "accepted", "mean", "95% interval", "median", "none", "one", "several", "largest")
    table(heads, [_row(each) for each in found])
    if any(map(_doubtful, found)):
        paragraph(
            "* one grid makes more than a tenth of the sum, or none has a solution: more grids are needed."
        )
    if with_bars:
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
    """Whether the sample may be too small for the tail."""
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
    check_writable(path)


def _needs(module: str, says: str) -> None:
    """Refuse before the work, not after it."""
    if find_spec(module) is None:
        raise Failure(says)


def _write_counts(path: Path, store: Store) -> None:
    with written_whole(path) as fresh:
        counts_to(fresh, store)
    click.echo(f"written: {path}", err=True)


def _check_methods(folders: Sequence[Path]) -> None:
    methods = []
    for folder in folders:
        with Store.opened(folder) as store:
            methods.append(store.plan.method)
    if len(set(methods)) < len(methods):
        raise Failure(f"both studies are of method {methods[0]}: --figures needs one of each")


def _draw(folders: Sequence[Path], where: Path, kind: str, language: Language, *, log: bool) -> None:
    studies: dict[int, Sequence[Summary]] = {}
    for folder in folders:
        with Store.opened(folder) as store:
            studies[store.plan.method] = summaries(store)
    for path in figures(studies, where, kind=kind, language=language, log=log):
        click.echo(f"written: {path}", err=True)


# --- two studies ----------------------------------------------------------------------------------------


@command.command("compare", short_help="Compare two studies, for each number of clues.")
@click.argument("first", type=DIR)
@click.argument("second", type=DIR)
@options.text_or_json
def compare_command(first: Path, second: Path, style: str) -> int:
    """Compare two studies, for each number of clues that both have.

    P(more) is the probability that a grid of the first has more solutions than one of
    the second, counting ties as half; p is that of the Brunner-Munzel test of
    P(more) = 1/2, adjusted by Holm's method for the numbers of clues compared. The test
    assumes independent grids, and nothing about the distribution of the counts. Where a
    study was counted up to a limit, the other's counts are cut at the same.

    \b
      different                      the adjusted p is below 0.05
      different, within the margin   it is, and the 90% interval of P(more) lies
                                     within 0.45 to 0.55
      equivalent                     it is not, and the interval lies there
      undecided                      neither: more grids are needed

    Exit codes: 0 everywhere equivalent, or different within the margin; 1 somewhere
    different or undecided; 2 bad input or damaged results.
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
            click.echo(f"counted up to {found[0].limit:,} solutions a grid: more are not distinguished")
    return 0 if all(each.verdict != "different" and each.verdict != "undecided" for each in found) else NOT_SO


# --- the mean that a full grid predicts -----------------------------------------------------------------


@command.command("predict", short_help="Predict the mean from the grids that differ little.")
@click.argument("grid", metavar="GRID")
@distance(16)
@click.option(
    "--clues",
    type=SPAN,
    default="27..80",
    show_default=True,
    metavar="A..B",
    help="Numbers of clues to predict for.",
)
@click.option("--measured", type=DIR, metavar="DIR", help="A study of the same grid by method 2.")
@click.option("--out", "folder", type=DIR, metavar="DIR", help="Store partial counts in DIR, to resume.")
@options.output_file("--figure", "a plot (.svg or .png)")
@options.jobs
@options.text_or_json
def predict_command(
    grid: str,
    distance: int,
    clues: tuple[int | None, int | None],
    measured: Path | None,
    folder: Path | None,
    figure_file: Path | None,
    jobs: int | None,
    style: str,
) -> int:
    """Count A(d), the full grids that differ from GRID (81 digits, or "document") in
    exactly d cells, for every d up to --distance; and from them E(k), the expected
    number of solutions when k of its cells are kept at random:

    \b
      E(k) = sum over d of A(d) * C(81-d, k) / C(81, k)

    The terms for larger d are bounded: by the number of all full grids, a wide bound;
    and with --measured by the means of that study, a narrow one that holds as often as
    its intervals do. Each step of --distance takes about two and a half times as long;
    with --out the same command resumes an interrupted run.

    \b
    Examples:
      sudoku-rosetta study predict document
      sudoku-rosetta study predict document --distance 22 --measured removal/ \\
        --figure curve.svg --out near/

    Exit codes: 0 finished; 2 bad input or damaged results; 130 interrupted.
    """
    full, span = _full(grid), _span(clues)
    if not span or span[-1] > 81:
        raise Failure("numbers of clues are from 0 to 81")
    if figure_file is not None:
        _check_figure(figure_file)
    try:
        means = {} if measured is None else _measured(measured, full)
        with Progress("tasks done", line_each=LINE_EACH) as progress:

            def on_done(done: int, total: int) -> None:
                if progress.total is None:
                    progress.total = total
                    progress.begin_at(done)
                progress.done = done

            try:
                counts = differing(full, distance, folder=folder, workers=jobs, on_progress=on_done)
            except KeyboardInterrupt:
                raise Interrupted(f": {progress.done} of {progress.total} tasks done.") from None
    except (NearMissing, PlanError, StoreError) as error:
        raise Failure(str(error)) from None
    prediction = Prediction(counts, {k: each.interval.high for k, each in means.items()})
    if style == "json":
        _predict_json(full, prediction, span)
    else:
        _predict_text(prediction, span, means)
    if figure_file is not None:
        with written_whole(figure_file) as fresh:
            curve(prediction, span, list(means.values()), fresh)
        click.echo(f"written: {figure_file}", err=True)
    return 0


@command.command("survey", short_help="Count the grids that differ little, for many full grids.")
@click.option(
    "--grids", type=COUNT, default=100, show_default=True, metavar="N", help="Number of full grids."
)
@distance(12)
@options.seed(0)
@options.jobs
@options.text_or_json
def survey_command(grids: int, distance: int, seed: int, jobs: int | None, style: str) -> int:
    """Count A(d), as predict does, for many uniformly random full grids: how it varies,
    and which grids have the fewest and the most small differences. JSON has one line per
    grid. Ctrl-C ends the survey and shows what is finished.

    \b
    Example:
      sudoku-rosetta study survey --grids 1000 --distance 12 --seed 1

    Exit codes: 0 finished; 2 bad input; 130 interrupted.
    """
    found = []
    try:
        with Progress("full grids done", total=grids, line_each=LINE_EACH) as progress:
            for each in surveyed(grids, distance, seed, workers=jobs):
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
    counts = ", ".join(f"A({d}) = {times:,}" for d, times in enumerate(prediction.differing) if times)
    paragraph(f"grids that differ in d cells: {counts}")
    click.echo()
    rows, hidden = [], False
    for k in span:
        known, rest = prediction.known_part(k), prediction.rest(k)
        useless = rest > known
        hidden |= useless
        mean = means.get(k)
        interval = f"{_figure(mean.interval.low)} .. {_figure(mean.interval.high)}" if mean else "-"
        rows.append(
            [
                str(k),
                f"{float(known):,.6g}",
                "-" if useless else f"{float(rest):.2g}",
                _figure(mean.mean) if mean else "-",
                interval,
            ]
        )
    table(("clues", "E, at least", "plus at most", "measured", "95% interval"), rows)
    click.echo()
    paragraph("E is at least the sum up to the distance, plus at most the bound of the terms beyond it.")
    if hidden:
        paragraph("-: the bound exceeds the sum; a larger --distance or --measured makes it smaller.")
    last = prediction.last_doubtful()
    if last is not None:
        paragraph(
            f"Two solutions are possible with up to {last} clues: some grid differs in {81 - last} cells only."
        )
    for mean_below in (2.0, 1.5, 1.1):
        found = prediction.falls_below(mean_below)
        clues = "not known at this distance" if found is None else f"{found[0]} clues"
        if found is not None and found[0] != found[1]:
            clues = f"{found[0]} to {found[1]} clues"
        click.echo(f"E falls below {mean_below:g} from: {clues}")


def _predict_json(full: Grid, prediction: Prediction, span: range) -> None:
    expected = {k: [float(prediction.known_part(k)), float(prediction.rest(k))] for k in span}
    below = {str(mean): prediction.falls_below(mean) for mean in (2.0, 1.5, 1.1)}
    answer = {"grid": str(full), "differing": list(prediction.differing), "expected": expected}
    click.echo(json_line(answer | {"below": below, "last_doubtful": prediction.last_doubtful()}))


def _check_figure(path: Path) -> None:
    if path.suffix not in (".svg", ".png"):
        raise Failure(f"{path.name}: a figure is a .svg or a .png")
    _needs("matplotlib", "--figure needs matplotlib: pip install 'sudoku-rosetta[plots]'")
    check_writable(path)
