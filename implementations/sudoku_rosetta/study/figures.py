"""The document's figures from a study: the mean number of solutions against the number of clues.

Figure 1 is method 1, figure 2 method 2, figure 3 both, each with its intervals. matplotlib draws them (the extra
`plots`); `bars` needs nothing but a terminal.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ..messages import Language, Message
from ._summary import Summary
from .predict import Prediction

__all__ = ["bars", "curve", "figures"]

Studies = Mapping[int, Sequence[Summary]]
"""The method, 1 or 2, and what was found by it."""
COLOURS = {1: "#b35806", 2: "#2166ac"}
TITLES = {1: "figures.added", 2: "figures.removed", 3: "figures.both"}


def figures(
    studies: Studies, folder: Path, *, kind: str = "svg", language: Language = "en", log: bool = False
) -> list[Path]:
    """Figures 1 and 2 where there is such a study, and 3 where there are both; the paths written."""
    wanted = [(method, [method]) for method in sorted(studies)]
    if len(studies) == 2:
        wanted.append((3, [1, 2]))
    folder.mkdir(parents=True, exist_ok=True)
    return [
        _figure(number, {method: studies[method] for method in methods}, folder, kind, language, log=log)
        for number, methods in wanted
    ]


def _figure(number: int, studies: Studies, folder: Path, kind: str, language: Language, *, log: bool) -> Path:
    import matplotlib as mpl
    from matplotlib.figure import Figure

    # the same bytes again: no date, and ids that are not drawn by lot
    with mpl.rc_context({"svg.hashsalt": "sudoku-rosetta", "svg.fonttype": "none"}):
        drawn: Any = Figure(figsize=(7.5, 4.5), layout="constrained")
        axes = drawn.subplots()
        for method, summaries in studies.items():
            _draw(axes, _label(method, summaries).in_language(language), COLOURS[method], summaries)
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


def curve(prediction: Prediction, clues: Sequence[int], measured: Sequence[Summary], path: Path) -> None:
    """What the full grid predicts, as a band between its bounds, over the measured means."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    with mpl.rc_context({"svg.hashsalt": "sudoku-rosetta", "svg.fonttype": "none"}):
        drawn: Any = Figure(figsize=(7.5, 4.5), layout="constrained")
        axes = drawn.subplots()
        known = [float(prediction.known_part(k)) for k in clues]
        most = [float(prediction.known_part(k) + prediction.rest(k)) for k in clues]
        label = f"E(k) from A(0) .. A({prediction.distance}), and the most that it leaves out"
        axes.plot(clues, known, color="0.2", lw=1, label=label)
        axes.fill_between(clues, known, most, color="0.2", alpha=0.15, lw=0)
        if measured:
            _draw(axes, "measured", COLOURS[2], measured)
        axes.set_yscale("log")
        axes.set_ylim(0.9, 10 * max(known))
        axes.set_xlabel("clues")
        axes.set_ylabel("expected number of solutions")
        axes.grid(visible=True, color="0.9")
        axes.legend()
        drawn.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None, dpi=150)


def _draw(axes: Any, label: str, colour: str, summaries: Sequence[Summary]) -> None:
    known = [each for each in summaries if each.accepted and not math.isnan(each.mean)]
    means = [each.mean for each in known]
    below = [_reach(each.mean - each.interval.low) for each in known]
    above = [_reach(each.interval.high - each.mean) for each in known]
    clues = [each.clues for each in known]
    axes.errorbar(
        clues, means, yerr=(below, above), fmt="o-", ms=4, lw=1, capsize=2, color=colour, label=label
    )


def _reach(length: float) -> float:
    return 0.0 if math.isnan(length) else max(0.0, length)


def bars(summaries: Sequence[Summary], width: int = 60) -> list[str]:
    """The means as bars on a logarithmic scale that begins at the smallest."""
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
