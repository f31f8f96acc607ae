"""`sudoku-rosetta study predict` and `study survey`: count the full grids that differ in few cells."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from ..generate import DOCUMENT_GRID
from ..grid import Grid, GridError
from ..study import PlanError, Store, StoreError, Summary, summaries
from ..study.figures import draw_prediction
from ..study.near import CoreNotBuilt, count_differing
from ..study.predict import Prediction
from ..study.survey import SurveyedGrid, spreads, survey
from . import help_pages, options
from .exits import Failure, Interrupted
from .numbers import COUNT, SPAN
from .outputs import atomic_write, check_writable, json_line, paragraph, table
from .progress import Progress
from .study_options import FOLDER, PROGRESS_INTERVAL_S, clue_range, format_number, require_module


def distance(default: int) -> options.Decorator[Any]:
    return click.option(
        "--distance",
        type=click.IntRange(4, 81),
        default=default,
        show_default=True,
        metavar="D",
        help="Count the grids that differ in up to D cells.",
    )


@help_pages.command("predict", short_help="Predict the mean number of solutions from a full grid.")
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
@click.option("--measured", type=FOLDER, metavar="DIR", help="A study of the same grid by method 2.")
@click.option("--out", "folder", type=FOLDER, metavar="DIR", help="Store partial counts in DIR, to resume.")
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
    """Predict E(k), the expected number of solutions if k random cells of GRID are
    kept. GRID is a full grid (81 digits), or "document".

    \b
      E(k) = sum over d of A(d) * C(81-d, k) / C(81, k)

    A(d) is the number of full grids that differ from GRID in exactly d cells. It is
    counted for every d up to --distance. The number of all full grids gives a bound of
    the other terms; this bound is wide. With --measured, the means of that study give a
    narrow bound, which holds if the study's intervals contain the true means.

    Each step of --distance takes about two and a half times as long as the one before.
    With --out, the same command resumes an interrupted run.

    \b
    Examples:
      sudoku-rosetta study predict document
      sudoku-rosetta study predict document --distance 22 --measured removal/ \\
        --figure curve.svg --out near/

    \b
    Exit codes:
      0    success
      2    invalid input, usage error or damaged results
      130  interrupted
    """
    full, span = _full(grid), clue_range(clues)
    if not span or span[-1] > 81:
        raise Failure("numbers of clues are from 0 to 81")
    if figure_file is not None:
        _check_figure(figure_file)
    try:
        means = {} if measured is None else _measured(measured, full)
        with Progress("tasks done", log_interval_s=PROGRESS_INTERVAL_S) as progress:

            def on_done(done: int, total: int) -> None:
                if progress.total is None:
                    progress.total = total
                    progress.resume_at(done)
                progress.done = done

            try:
                counts = count_differing(full, distance, folder=folder, workers=jobs, on_progress=on_done)
            except KeyboardInterrupt:
                raise Interrupted(f": {progress.done} of {progress.total} tasks done.") from None
    except (CoreNotBuilt, PlanError, StoreError) as error:
        raise Failure(str(error)) from None
    prediction = Prediction(counts, {k: each.interval.high for k, each in means.items()})
    if style == "json":
        _predict_json(full, prediction, span)
    else:
        _predict_text(prediction, span, means)
    if figure_file is not None:
        with atomic_write(figure_file) as fresh:
            draw_prediction(prediction, span, list(means.values()), fresh)
        click.echo(f"written: {figure_file}", err=True)
    return 0


@help_pages.command("survey", short_help="Count A(d), as predict does, for many random full grids.")
@click.option(
    "--grids", type=COUNT, default=100, show_default=True, metavar="N", help="Number of full grids."
)
@distance(12)
@options.seed(0)
@options.jobs
@options.text_or_json
def survey_command(grids: int, distance: int, seed: int, jobs: int | None, style: str) -> int:
    """Count A(d), as predict does, for many uniformly random full grids. Show how A(d)
    varies, and the grids with the smallest and the largest sum of A(d). JSON has one
    line per grid. Ctrl-C ends the survey and shows the results so far.

    \b
    Example:
      sudoku-rosetta study survey --grids 1000 --distance 12 --seed 1

    \b
    Exit codes:
      0    success
      2    invalid input or usage error
      130  interrupted
    """
    found = []
    try:
        with Progress("full grids done", total=grids, log_interval_s=PROGRESS_INTERVAL_S) as progress:
            for each in survey(grids, distance, seed, workers=jobs):
                progress.done += 1
                if style == "json":
                    record = {"number": each.number, "grid": str(each.grid)}
                    progress.write(json_line(record | {"differing": list(each.differing)}))
                else:
                    found.append(each)
    except CoreNotBuilt as error:
        raise Failure(str(error)) from None
    except KeyboardInterrupt:
        if found:
            _survey_text(found, distance)
        raise Interrupted(f": {progress.done:,} of {grids:,} full grids done.") from None
    if style == "text":
        _survey_text(found, distance)
    return 0


def _survey_text(found: Sequence[SurveyedGrid], distance: int) -> None:
    rows = [
        [str(each.distance), f"{each.mean:,.4g}", *(f"{n:,}" for n in (each.least, each.most, each.without))]
        for each in spreads(found)
    ]
    table(("d", "mean of A(d)", "minimum", "maximum", "grids with none"), rows)
    smallest, largest = min(found, key=lambda each: each.total), max(found, key=lambda each: each.total)
    for which, each in (("smallest", smallest), ("largest", largest)):
        click.echo(f"\n{which} sum up to A({distance}): {each.total:,}, grid {each.number}\n{each.grid}")


def _full(text: str) -> Grid:
    try:
        full = Grid(DOCUMENT_GRID.decode() if text == "document" else text)
    except GridError as error:
        raise Failure(str(error)) from None
    if not full.is_full:
        raise Failure(f"a full grid is needed: {81 - full.clues} cells are empty")
    return full


def _measured(folder: Path, full: Grid) -> dict[int, Summary]:
    with Store.open(folder) as store:
        if store.plan.method != 2 or store.plan.start != str(full) or store.plan.limit is not None:
            raise Failure(f"{folder} is not a study of this grid by method 2 without a limit")
        return {each.clues: each for each in summaries(store) if each.accepted > 1}


def _predict_text(prediction: Prediction, span: range, means: dict[int, Summary]) -> None:
    counts = ", ".join(f"A({d}) = {times:,}" for d, times in enumerate(prediction.differing) if times)
    paragraph(f"Number of full grids that differ in d cells: {counts}")
    click.echo()
    rows, any_too_wide = [], False
    for k in span:
        partial, bound = prediction.partial_sum(k), prediction.remainder_bound(k)
        too_wide = bound > partial
        any_too_wide |= too_wide
        mean = means.get(k)
        interval = (
            f"{format_number(mean.interval.low)} .. {format_number(mean.interval.high)}" if mean else "-"
        )
        rows.append(
            [
                str(k),
                f"{float(partial):,.6g}",
                "-" if too_wide else f"{float(bound):.2g}",
                format_number(mean.mean) if mean else "-",
                interval,
            ]
        )
    table(("clues", "E, at least", "plus at most", "measured", "95% interval"), rows)
    click.echo()
    paragraph("E is between the sum up to the distance and that sum plus the bound of the other terms.")
    if any_too_wide:
        paragraph("-: the bound is larger than the sum; use a larger --distance, or --measured.")
    last = prediction.max_ambiguous_clues()
    if last is not None:
        paragraph(
            f"Up to {last} clues can leave a second solution: some full grid differs in only {81 - last} cells."
        )
    for mean_below in (2.0, 1.5, 1.1):
        found = prediction.falls_below(mean_below)
        clues = "unknown at this distance" if found is None else f"{found[0]} clues"
        if found is not None and found[0] != found[1]:
            clues = f"{found[0]} to {found[1]} clues"
        click.echo(f"Fewest clues with E below {mean_below:g}: {clues}")


def _predict_json(full: Grid, prediction: Prediction, span: range) -> None:
    expected = {k: [float(prediction.partial_sum(k)), float(prediction.remainder_bound(k))] for k in span}
    below = {str(mean): prediction.falls_below(mean) for mean in (2.0, 1.5, 1.1)}
    record = {"grid": str(full), "differing": list(prediction.differing), "expected": expected}
    click.echo(json_line(record | {"below": below, "last_doubtful": prediction.max_ambiguous_clues()}))


def _check_figure(path: Path) -> None:
    if path.suffix not in (".svg", ".png"):
        raise Failure(f"{path.name}: a figure is a .svg or .png file")
    require_module("matplotlib", "--figure needs matplotlib: pip install 'sudoku-rosetta[plots]'")
    check_writable(path)
