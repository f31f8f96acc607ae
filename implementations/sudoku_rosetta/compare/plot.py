"""Plots of results with matplotlib (the extra `plots`), on logarithmic scales.

Plots must be readable without colour: a marker or a label repeats the meaning of each colour.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from ._factors import Chain
from .growth import Growth
from .report import duration, three_digits
from .results import Results, SolverResult
from .statistics import Ratio

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_DARK, _GREY = "#222222", "#8a8a8a"
_BY_LANGUAGE = {"C": ("s", "#0072b2"), "Python": ("o", "#d55e00")}
_OTHER_LANGUAGE = ("D", "#009e73")
_KINDS = {"implementation": ("//", "#f0c9ae"), "language": ("", "#a9cbe3"), "algorithm": ("..", "#b5dfcf")}
_LABEL_BOX = {"boxstyle": "round,pad=0.15", "fc": "white", "ec": "none", "alpha": 0.85}
_MARKERS = "osD^vP*Xph"
_COLOURS = ("#d55e00", "#0072b2", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#444444")


class PlotError(RuntimeError):
    """The plot cannot be drawn; the message says why and what to do."""


def plot(results: Results, path: Path) -> None:
    """Plot the time per puzzle of each solver and, below it, the factors of the differences."""
    figure_of = figure_class(path)
    measured = [one for one in results.solvers if one.times is not None]
    chains = [chain for chain in results.chains if len(chain.factors) > 1] or list(results.chains)
    heights = [0.45 * len(measured) + 0.9] + ([0.62 * len(chains) + 0.9] if chains else [])
    figure = figure_of(figsize=(8.4, sum(heights) + 0.5))
    axes = figure.subplots(len(heights), 1, squeeze=False, height_ratios=heights)[:, 0]
    _times(axes[0], measured, results)
    if chains:
        _chains(axes[1], chains)
    _save(figure, path)


def plot_growth(growth: Growth, path: Path) -> None:
    """Plot time against placements, with timeouts as hollow markers at the cap."""
    figure = figure_class(path)(figsize=(8.4, 5.4))
    axes = figure.subplots()
    placements = {puzzle.id: puzzle.placements for puzzle in growth.puzzles}
    for number, curve in enumerate(growth.curves):
        marker, colour = _MARKERS[number % len(_MARKERS)], _COLOURS[number % len(_COLOURS)]
        done = [(placements[p.puzzle], p.time / 1e9) for p in curve.points if p.time and placements[p.puzzle]]
        timeouts = [placements[p.puzzle] for p in curve.points if p.time is None and placements[p.puzzle]]
        line = "-" if curve.row_major else "none"  # another search has a tree of another size
        sizes, times = zip(*done, strict=True) if done else ((), ())
        axes.plot(sizes, times, linestyle=line, marker=marker, color=colour, ms=5, lw=1.2, label=curve.solver)
        axes.plot(timeouts, [growth.cap] * len(timeouts), marker, color=colour, ms=8, mfc="none", mew=1.3)
    axes.axhline(growth.cap, color=_GREY, lw=0.8, ls="--")
    axes.annotate(f"timeout after {growth.cap:g} s (hollow)", (0.01, growth.cap), color=_DARK, va="bottom",
                  xycoords=("axes fraction", "data"), fontsize=8)  # fmt: skip
    axes.set(
        xscale="log",
        yscale="log",
        xlabel="placements of the row-major search",
        ylabel="CPU time per puzzle",
    )
    axes.yaxis.set_major_formatter(
        lambda value, _: duration(1e9 * value).replace(".00", "").replace(".0", "")
    )
    axes.legend(frameon=False, fontsize=8, title="with a line: row-major search", title_fontsize=8)
    _style_axes(axes)
    axes.grid(True, axis="both", color="#dddddd", lw=0.6)
    _save(figure, path)


def figure_class(path: Path) -> Any:
    """The figure class of matplotlib, without a window; PlotError if it or the file type is not available."""
    if path.suffix not in (".svg", ".png", ".pdf"):
        raise PlotError(f"{path.name}: a plot is .svg, .png or .pdf")
    try:
        import matplotlib
        from matplotlib.figure import Figure
    except ImportError:
        raise PlotError("plots need matplotlib: pip install 'sudoku-rosetta[plots]'") from None
    # equal results give equal files
    matplotlib.rcParams.update({"svg.hashsalt": "sudoku-rosetta", "font.size": 9, "svg.fonttype": "none"})
    return Figure


def _save(figure: Any, path: Path) -> None:
    figure.set_layout_engine("constrained")
    metadata = {"Date": None} if path.suffix == ".svg" else None
    figure.savefig(path, dpi=150, metadata=metadata)
    if path.suffix == ".svg":  # matplotlib writes trailing spaces
        lines = path.read_text(encoding="utf-8").splitlines()
        path.write_text("\n".join(line.rstrip() for line in lines) + "\n", encoding="utf-8")


def _style_axes(axes: Axes) -> None:
    axes.spines[["top", "right"]].set_visible(False)
    axes.set_axisbelow(True)


# --- times --------------------------------------------------------------------------------------------


def _times(axes: Axes, measured: list[SolverResult], results: Results) -> None:
    """One row per solver, fastest first: a line from median to 99th percentile, and a marker at the mean."""
    for row, one in enumerate(measured):
        assert one.times is not None
        marker, colour = _BY_LANGUAGE.get(one.language, _OTHER_LANGUAGE)
        times = one.times
        axes.plot(
            [times.median, times.p99], [row, row], color=colour, lw=2, solid_capstyle="butt", alpha=0.55
        )
        axes.plot([times.median], [row], "|", color=colour, ms=11, mew=2)
        axes.plot([times.mean], [row], marker, color=colour, ms=7)
        label = duration(times.mean)
        if one.ratio is not None and one.name != results.settings.reference:
            label += f"   {_interval(one.ratio)}"
        axes.annotate(label, (max(times.p99, times.mean), row), xytext=(9, 0), textcoords="offset points",
                      va="center", fontsize=8, color=_DARK)  # fmt: skip
    low = min(one.times.median for one in measured if one.times)
    high = max(max(one.times.p99, one.times.mean) for one in measured if one.times)
    axes.set_xscale("log")
    axes.set_xlim(low / 1.7, high * (high / low) ** 0.55 * 6)
    axes.set_yticks(range(len(measured)), [_label(one, results) for one in measured])
    axes.set_ylim(len(measured) - 0.4, -0.6)
    axes.xaxis.set_major_formatter(lambda value, _: duration(value).replace(".00", "").replace(".0", ""))
    axes.grid(True, axis="x", color="#dddddd", lw=0.6)
    axes.set_title(
        f"Time per puzzle, set {results.settings.set}: mean (square: C, circle: Python), line from median to 99th\n"
        f"percentile, and ratio to {results.settings.reference} with its 95% interval",
        loc="left", fontsize=9,
    )  # fmt: skip
    _style_axes(axes)


def _label(one: SolverResult, results: Results) -> str:
    part = (
        "" if one.puzzles == results.settings.size else f"\n{one.puzzles} of {results.settings.size} puzzles"
    )
    return one.name + part


def _interval(found: Ratio) -> str:
    return f"×{three_digits(found.value)} [{three_digits(found.low)}, {three_digits(found.high)}]"


# --- factors ------------------------------------------------------------------------------------------


def _chains(axes: Axes, chains: list[Chain]) -> None:
    """One bar per chain. On a logarithmic scale the lengths of the factors add up to their product."""
    labels = []
    for row, chain in enumerate(chains):
        reached = top = 1.0
        for factor in reversed(chain.factors):
            hatch, colour = _KINDS[factor.kind]
            end = reached * factor.ratio.value
            low, high = min(reached, end), max(reached, end)
            axes.barh(
                row, high - low, left=low, height=0.56, color=colour, hatch=hatch, edgecolor="white", lw=1.5
            )
            whiskers = [[end - reached * factor.ratio.low], [reached * factor.ratio.high - end]]
            axes.errorbar([end], [row], xerr=whiskers, color=_DARK, capsize=3, lw=1)
            axes.annotate(f"{factor.kind}\n×{three_digits(factor.ratio.value)}", ((low * high) ** 0.5, row),
                          ha="center", va="center", fontsize=7.5, color=_DARK, bbox=_LABEL_BOX)  # fmt: skip
            reached, top = end, max(factor.ratio.high / factor.ratio.value, 1.0)
        axes.annotate(f"  ×{three_digits(chain.ratio.value)}", (max(reached * top, 1.0), row), xytext=(8, 0),
                      textcoords="offset points", va="center", fontsize=8, color=_DARK)  # fmt: skip
        labels.append(f"{chain.factors[0].slower}\nto {chain.factors[-1].faster}")
    axes.set_xscale("log")
    ends = [chain.ratio.high for chain in chains]
    axes.set_xlim(min(1.0, *(chain.ratio.low for chain in chains)) / 1.1, max(ends) * 5)
    axes.set_yticks(range(len(chains)), labels)
    axes.set_ylim(len(chains) - 0.4, -0.6)
    axes.grid(True, axis="x", color="#dddddd", lw=0.6)
    axes.xaxis.set_major_formatter(lambda value, _: f"×{value:,.0f}")
    axes.set_title(
        "Factors of the time ratio and, at the end of the bar, their product", loc="left", fontsize=9
    )
    _style_axes(axes)
