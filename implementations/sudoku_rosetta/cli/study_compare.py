"""`sudoku-rosetta study compare`: compare two studies."""

from __future__ import annotations

from pathlib import Path

import click

from ..study import PlanError, Store, StoreError
from ..study.comparison import MARGIN, compare_studies
from . import help_pages, options
from .exits import NEGATIVE_ANSWER, Failure
from .outputs import json_line, table
from .study_options import FOLDER, format_number


@help_pages.command("compare", short_help="Compare two studies, for each number of clues.")
@click.argument("first", type=FOLDER)
@click.argument("second", type=FOLDER)
@options.text_or_json
def compare_command(first: Path, second: Path, style: str) -> int:
    """Compare two studies, for each number of clues that both have.

    P(more) is the probability that a grid of the first study has more solutions than a
    grid of the second, with ties counted as half. p is the p-value of the
    Brunner-Munzel test of P(more) = 1/2, adjusted by Holm's method for the numbers of
    clues compared. The test assumes independent grids, but no distribution of the
    counts. If a study was counted up to a limit, the counts of the other are cut at the
    same limit. The margin is 0.45 to 0.55.

    \b
      different                      adjusted p < 0.05
      different, within the margin   adjusted p < 0.05, and the 90% interval of
                                     P(more) is within the margin
      equivalent                     adjusted p >= 0.05, and the 90% interval of
                                     P(more) is within the margin
      undecided                      adjusted p >= 0.05, and the 90% interval is
                                     not within the margin: more grids needed

    \b
    Example:
      sudoku-rosetta study compare results1/ results2/

    \b
    Exit codes:
      0    every verdict is "equivalent" or "different, within the margin"
      1    some verdict is "different" or "undecided"
      2    invalid input, usage error or damaged results
    """
    try:
        with Store.open(first) as ours, Store.open(second) as theirs:
            found = compare_studies(ours, theirs)
    except (PlanError, StoreError) as error:
        raise Failure(str(error)) from None
    if not found:
        raise Failure("the studies have no number of clues in common")
    if style == "json":
        for each in found:
            record = {"clues": each.clues, "grids": each.grids, "limit": each.limit, "means": each.means}
            record |= {"p_more": each.p_more}
            click.echo(json_line(record | {"p": each.p, "adjusted": each.adjusted, "verdict": each.verdict}))
    else:
        heads = (
            "clues",
            "mean of the first",
            "of the second",
            "P(more)",
            "90% interval",
            "adjusted p",
            "verdict",
        )
        table(
            heads,
            [
                [
                    str(each.clues),
                    *map(format_number, each.means),
                    f"{each.p_more:.4g}",
                    f"{each.interval.low:.4g} .. {each.interval.high:.4g}",
                    f"{each.adjusted:.2g}",
                    each.verdict,
                ]
                for each in found
            ],
        )
        click.echo(f"\nmargin: P(more) within {0.5 - MARGIN:.2f} to {0.5 + MARGIN:.2f}")
        if found[0].limit is not None:
            click.echo(f"counts are cut at {found[0].limit:,} solutions per grid")
    return (
        0
        if all(each.verdict != "different" and each.verdict != "undecided" for each in found)
        else NEGATIVE_ANSWER
    )
