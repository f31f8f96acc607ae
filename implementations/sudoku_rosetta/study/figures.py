"""Draw the figures of document scilab from studies: mean number of solutions against number of clues.

Figure 1 is method 1, figure 2 is method 2, figure 3 is both; all show the intervals of the means. The figures need
matplotlib (the extra `plots`); `text_bars` does not.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ..messages import Language, Message
from ._summary import Summary
from .predict import Prediction

__all__ = ["draw_figures", "draw_prediction", "text_bars"]

Studies = Mapping[int, Sequence[Summary]]
"""The summaries of each method, 1 or 2."""
COLOURS = {1: "#b35806", 2: "#2166ac"}
TITLES = {1: "figures.added", 2: "figures.removed", 3: "figures.both"}


def draw_figures(
    studies: Studies, folder: Path, *, kind: str = "svg", language: Language = "en", log: bool = False
) -> list[Path]:
    """Draw figure 1 or 2 for each study, and figure 3 if there are two. Returns the paths of the files."""
    wanted = [(method, [method]) for method in sorted(studies)]
    if len(studies) == 2:
        wanted.append((3, [1, 2]))
    folder.mkdir(parents=True, exist_ok=True)
    return [
        _draw_figure(number, {method: studies[method] for method in methods}, folder, kind, language, log=log)
        for number, methods in wanted
    ]


def _draw_figure(
    number: int, studies: Studies, folder: Path, kind: str, language: Language, *, log: bool
) -> Path:
    import matplotlib as mpl
    from matplotlib.figure import Figure

    # reproducible files: no date, and no random ids
    with mpl.rc_context({"svg.hashsalt": "sudoku-rosetta", "svg.fonttype": "none"}):
        drawn: Any = Figure(figsize=(7.5, 4.5), layout="constrained")
        axes = drawn.subplots()
        for method, summaries in studies.items():
            _plot_means(axes, _label(method, summaries).in_language(language), COLOURS[method], summaries)
        axes.set_title(Message(TITLES[number]).in_language(language), fontsize=11)
        axes.set_xlabel(Message("figures.clues").in_language(language))
        axes.set_ylabel(Message("figures.mean").in_language(language))
        if log:
            axes.set_yscale("log")
        else:
            axes.set_ylim(bottom=0)
        axes.grid(visible=True, color="0.9")
        axes.legend()
        path = folder / f"figure{number}.{kind}"
        drawn.savefig(path, metadata={"Date": None} if kind == "svg" else None, dpi=150)
    return path


def _label(method: int, summaries: Sequence[Summary]) -> Message:
    limit = summaries[0].limit if summaries else None
    if limit is None:
        return Message("figures.method", method=method)
    return Message("figures.method_to_limit", method=method, limit=limit)


def draw_prediction(
    prediction: Prediction, clues: Sequence[int], measured: Sequence[Summary], path: Path
) -> None:
    """Draw the predicted mean as a band between its bounds, with the measured means."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    with mpl.rc_context({"svg.hashsalt": "sudoku-rosetta", "svg.fonttype": "none"}):
        drawn: Any = Figure(figsize=(7.5, 4.5), layout="constrained")
        axes = drawn.subplots()
        low = [float(prediction.partial_sum(k)) for k in clues]
        high = [float(prediction.partial_sum(k) + prediction.remainder_bound(k)) for k in clues]
        label = f"E(k) from A(0) .. A({prediction.distance}), and the bound of the remainder"
        axes.plot(clues, low, color="0.2", lw=1, label=label)
        axes.fill_between(clues, low, high, color="0.2", alpha=0.15, lw=0)
        if measured:
            _plot_means(axes, "measured", COLOURS[2], measured)
        axes.set_yscale("log")
        axes.set_ylim(0.9, 10 * max(low))
        axes.set_xlabel("clues")
        axes.set_ylabel("expected number of solutions")
        axes.grid(visible=True, color="0.9")
        axes.legend()
        drawn.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None, dpi=150)


def _plot_means(axes: Any, label: str, colour: str, summaries: Sequence[Summary]) -> None:
    known = [each for each in summaries if each.accepted and not math.isnan(each.mean)]
    means = [each.mean for each in known]
    below = [_error_length(each.mean - each.interval.low) for each in known]
    above = [_error_length(each.interval.high - each.mean) for each in known]
    clues = [each.clues for each in known]
    axes.errorbar(
        clues, means, yerr=(below, above), fmt="o-", ms=4, lw=1, capsize=2, color=colour, label=label
    )


def _error_length(length: float) -> float:
    return 0.0 if math.isnan(length) else max(0.0, length)


def text_bars(summaries: Sequence[Summary], width: int = 60) -> list[str]:
    """The means as bars of text, on a logarithmic scale from the smallest mean to the largest."""
    known = [each for each in summaries if each.accepted and each.mean > 0]
    if not known:
        return []
    low = min(math.log10(each.mean) for each in known)
    high = max(math.log10(each.mean) for each in known)
    lines = []
    for each in known:
        length = 1 + round((width - 1) * (math.log10(each.mean) - low) / (high - low)) if high > low else 1
        least = ">= " if each.capped else ""
        lines.append(f"{each.clues:3}  {'█' * length} {least}{each.mean:,.4g}")
    return lines
