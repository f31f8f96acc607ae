"""`sudoku-rosetta study show`: tables, figures and exports of one or two studies."""

from __future__ import annotations

import csv
import io
import math
import sys
from collections.abc import Sequence
from pathlib import Path

import click

from ..messages import LANGUAGES, Language
from ..study import PlanError, Store, StoreError, Summary, summaries
from ..study.exports import COUNT_SUFFIXES, summary_csv, write_counts
from ..study.figures import draw_figures, text_bars
from . import help_pages, options
from .exits import Failure
from .outputs import atomic_write, check_writable, json_line, paragraph, table
from .study_options import FOLDER, format_number, require_module


@help_pages.command("show", short_help="Show a study: table, figures, exports.")
@click.argument("folders", nargs=-1, required=True, type=FOLDER, metavar="DIR...")
@options.output_format("text", "csv", "json")
@click.option("--bars", "with_bars", is_flag=True, help="Also show the means as bars.")
@click.option("--figures", type=FOLDER, metavar="DIR", help="Draw the document's figures into DIR.")
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
    figures: Path | None,
    png: bool,
    log: bool,
    language: Language,
    counts_file: Path | None,
) -> int:
    """Show one study or two, finished or not. The columns, for each number of clues:

    \b
      accepted  number of grids with that number of clues (method 1 does not
                always reach it)
      mean      mean number of solutions, with Hall's 95% interval (for
                distributions with a long tail); * marks an unreliable mean
                and interval: one grid has more than a tenth of the sum, or
                all counts are 0
      median    median number of solutions
      none, one, several
                shares of grids with no solution, one solution, or several
      largest   largest number of solutions
      >=        a lower bound, because counting was limited
      -         unknown

    --figures draws the document's figure 1 (method 1) or 2 (method 2); for two studies
    also figure 3 (both). --counts writes one row per grid. For two studies, each row of
    CSV starts with the study and its method.

    \b
    Examples:
      sudoku-rosetta study show results/
      sudoku-rosetta study show method1/ method2/ --figures figures/ --lang fr
      sudoku-rosetta study show results/ --format csv > table.csv

    \b
    Exit codes:
      0    success
      2    invalid input, usage error or damaged results
    """
    if len(folders) > 2:
        raise click.UsageError("at most two studies can be shown")
    if counts_file is not None and len(folders) > 1:
        raise click.UsageError("--counts needs one study, not two")
    if figures is None:
        options.refuse(context, "only with --figures", "png", "log", "language")
    if style != "text":
        options.refuse(context, f"no effect with --format {style}", "with_bars")
    if counts_file is not None:
        _check_counts(counts_file)
    if figures is not None:
        require_module("matplotlib", "--figures needs matplotlib: pip install 'sudoku-rosetta[plots]'")
    try:
        if figures is not None:
            _check_methods(folders)
        for folder in folders:
            with Store.open(folder) as store:
                found = summaries(store)
                if style == "csv":
                    _show_csv(folder, store, found, folders)
                elif style == "json":
                    _show_json(folder, store, found)
                else:
                    _show(folder, store, found, with_bars=with_bars)
                if counts_file is not None:
                    _export_counts(counts_file, store)
        if figures is not None:
            _draw_figures(folders, figures, "png" if png else "svg", language, log=log)
    except (PlanError, StoreError) as error:
        raise Failure(str(error)) from None
    return 0


def _show_csv(folder: Path, store: Store, found: Sequence[Summary], folders: Sequence[Path]) -> None:
    """For two studies, one table; each row starts with the study and its method."""
    if len(folders) == 1:
        sys.stdout.write(summary_csv(found))
        return
    rows = list(csv.reader(io.StringIO(summary_csv(found))))
    starts = [["study", "method"], *[[str(folder), str(store.plan.method)]] * len(found)]
    lines = [start + row for start, row in zip(starts, rows, strict=True)]
    csv.writer(sys.stdout, lineterminator="\n").writerows(lines if folder is folders[0] else lines[1:])


def _show_json(folder: Path, store: Store, found: Sequence[Summary]) -> None:
    for each in found:
        record = {
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
        click.echo(json_line(record))


def _or_null(number: float) -> float | None:
    """nan becomes null, because JSON has no nan."""
    return None if math.isnan(number) else number


def _show(folder: Path, store: Store, found: Sequence[Summary], *, with_bars: bool) -> None:
    plan = store.plan
    done, total = store.grids_done(), plan.grids * len(plan.clues)
    state = "complete" if done == total else f"{done:,} of {total:,} grids so far"
    up_to = "" if plan.limit is None else f" up to {plan.limit:,}"
    paragraph(
        f"{folder}: method {plan.method}, {plan.grids:,} grids for each number of clues, seed {plan.seed} "
        f"({plan.rng} generator), counted{up_to} by {plan.solver}; {state}"
    )
    heads = ("clues", "accepted", "mean", "95% interval", "median", "none", "one", "several", "largest")
    table(heads, [_row(each) for each in found])
    if any(map(_is_unreliable, found)):
        paragraph(
            "* unreliable: one grid has more than a tenth of the sum, or all counts are 0; more grids are needed."
        )
    if with_bars:
        click.echo("\n".join(["", *text_bars(found)]))


def _row(each: Summary) -> list[str]:
    mark = " *" if _is_unreliable(each) else ""
    least = ">= " if each.capped else ""
    high = "-" if each.capped else format_number(each.interval.high)
    shares = [_percent(share) for share in (each.none, each.one, each.several)]
    return [
        str(each.clues),
        f"{each.accepted:,}",
        least + format_number(each.mean) + mark,
        f"{format_number(each.interval.low)} .. {high}",
        (">= " if each.median_capped else "") + format_number(each.median),
        *shares,
        f"{least}{each.largest:,}",
    ]


def _is_unreliable(each: Summary) -> bool:
    """Whether the sample may be too small for the tail of the distribution."""
    return each.accepted > 0 and not 0 < each.largest_share <= 0.1


def _percent(share: float) -> str:
    return "-" if math.isnan(share) else f"{100 * share:.2f}%"


def _check_counts(path: Path) -> None:
    if path.suffix not in COUNT_SUFFIXES:
        raise Failure(f"{path.name}: the file name must end in {', '.join(COUNT_SUFFIXES)}")
    if path.suffix != ".csv":
        require_module(
            "pyarrow", f"{path.suffix} needs pyarrow: pip install 'sudoku-rosetta[tables]'; .csv does not"
        )
    check_writable(path)


def _export_counts(path: Path, store: Store) -> None:
    with atomic_write(path) as fresh:
        write_counts(fresh, store)
    click.echo(f"written: {path}", err=True)


def _check_methods(folders: Sequence[Path]) -> None:
    methods = []
    for folder in folders:
        with Store.open(folder) as store:
            methods.append(store.plan.method)
    if len(set(methods)) < len(methods):
        raise Failure(f"both studies use method {methods[0]}: --figures needs one of each method")


def _draw_figures(folders: Sequence[Path], where: Path, kind: str, language: Language, *, log: bool) -> None:
    studies: dict[int, Sequence[Summary]] = {}
    for folder in folders:
        with Store.open(folder) as store:
            studies[store.plan.method] = summaries(store)
    for path in draw_figures(studies, where, kind=kind, language=language, log=log):
        click.echo(f"written: {path}", err=True)
