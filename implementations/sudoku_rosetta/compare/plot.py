"""The pictures of results, by matplotlib (the extra `plots`): readable without colour, on logarithmic scales.

A colour never stands alone: a shape and a label say the same.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from ._factors import Chain
from .growth import Growth
from .report import duration, three
from .results import Results, SolverResult
from .statistics import Ratio

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_INK, _SOFT = "#222222", "#8a8a8a"
_BY_LANGUAGE = {"C": ("s", "#0072b2"), "Python": ("o", "#d55e00")}
_ELSE = ("D", "#009e73")
_KINDS = {"writing": ("//", "#f0c9ae"), "language": ("", "#a9cbe3"), "algorithm": ("..", "#b5dfcf")}
_PLATE = {"boxstyle": "round,pad=0.15", "fc": "white", "ec": "none", "alpha": 0.85}
_SIGNS = "osD^vP*Xph"
_COLOURS = ("#d55e00", "#0072b2", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#444444")


class NoPlot(RuntimeError):
    """There can be no picture; the message says why and what to do."""


def plot(results: Results, path: Path) -> None:
    """Time a puzzle, for each solver, and below it the difference taken apart."""
    figure_of = figure_maker(path)
    there = [one for one in results.solvers if one.times is not None]
    chains = [chain for chain in results.chains if len(chain.factors) > 1] or list(results.chains)
    heights = [0.45 * len(there) + 0.9] + ([0.62 * len(chains) + 0.9] if chains else [])
    figure = figure_of(figsize=(8.4, sum(heights) + 0.5))
    axes = figure.subplots(len(heights), 1, squeeze=False, height_ratios=heights)[:, 0]
    _times(axes[0], there, results)
    if chains:
        _chains(axes[1], chains)
    _save(figure, path)


def plot_growth(growth: Growth, path: Path) -> None:
    """Time over placements; what was not finished stands on the line of the cap, hollow."""
    figure = figure_maker(path)(figsize=(8.4, 5.4))
    axes = figure.subplots()
    placements = {puzzle.id: puzzle.placements for puzzle in growth.puzzles}
    for number, curve in enumerate(growth.curves):
        sign, colour = _SIGNS[number % len(_SIGNS)], _COLOURS[number % len(_COLOURS)]
        done = [(placements[p.puzzle], p.time / 1e9) for p in curve.points if p.time and placements[p.puzzle]]
        missed = [placements[p.puzzle] for p in curve.points if p.time is None and placements[p.puzzle]]
        line = "-" if curve.one_tree else "none"  # for another search this order of puzzles is none
        sizes, times = zip(*done, strict=True) if done else ((), ())
        axes.plot(sizes, times, linestyle=line, marker=sign, color=colour, ms=5, lw=1.2, label=curve.solver)
        axes.plot(missed, [growth.cap] * len(missed), sign, color=colour, ms=8, mfc="none", mew=1.3)
    axes.axhline(growth.cap, color=_SOFT, lw=0.8, ls="--")
    axes.annotate(f"not finished in {growth.cap:g} s (hollow)", (0.01, growth.cap), color=_INK, va="bottom",
                  xycoords=("axes fraction", "data"), fontsize=8)  # fmt: skip
    axes.set(
        xscale="log",
        yscale="log",
        xlabel="placements of the tree in reading order",
        ylabel="processor time a puzzle",
    )
    axes.yaxis.set_major_formatter(
        lambda value, _: duration(1e9 * value).replace(".00", "").replace(".0", "")
    )
    axes.legend(frameon=False, fontsize=8, title="with a line: this very tree", title_fontsize=8)
    _plain(axes)
    axes.grid(True, axis="both", color="#dddddd", lw=0.6)
    _save(figure, path)


def figure_maker(path: Path) -> Any:
    """What makes a figure, without a window; NoPlot where the file or the library will not do."""
    if path.suffix not in (".svg", ".png", ".pdf"):
        raise NoPlot(f"{path.name}: a picture is .svg, .png or .pdf")
    try:
        import matplotlib
        from matplotlib.figure import Figure
    except ImportError:
        raise NoPlot("plots need matplotlib: pip install 'sudoku-rosetta[plots]'") from None
    # the same results give the same file
    matplotlib.rcParams.update({"svg.hashsalt": "sudoku-rosetta", "font.size": 9, "svg.fonttype": "none"})
    return Figure


def _save(figure: Any, path: Path) -> None:
    figure.set_layout_engine("constrained")
    metadata = {"Date": None} if path.suffix == ".svg" else None
    figure.savefig(path, dpi=150, metadata=metadata)
    if path.suffix == ".svg":  # matplotlib leaves spaces at the ends of lines
        lines = path.read_text(encoding="utf-8").splitlines()
        path.write_text("\n".join(line.rstrip() for line in lines) + "\n", encoding="utf-8")


def _plain(axes: Axes) -> None:
    axes.spines[["top", "right"]].set_visible(False)
    axes.set_axisbelow(True)


# --- times --------------------------------------------------------------------------------------------


def _times(axes: Axes, there: list[SolverResult], results: Results) -> None:
    """Fastest at the top: a line from the median to 99%, the mean as a sign, the ratio in words."""
    for row, one in enumerate(there):
        assert one.times is not None
        sign, colour = _BY_LANGUAGE.get(one.language, _ELSE)
        times = one.times
        axes.plot(
            [times.median, times.p99], [row, row], color=colour, lw=2, solid_capstyle="butt", alpha=0.55
        )
        axes.plot([times.median], [row], "|", color=colour, ms=11, mew=2)
        axes.plot([times.mean], [row], sign, color=colour, ms=7)
        label = duration(times.mean)
        if one.ratio is not None and one.name != results.asked.reference:
            label += f"   {_interval(one.ratio)}"
        axes.annotate(label, (max(times.p99, times.mean), row), xytext=(9, 0), textcoords="offset points",
                      va="center", fontsize=8, color=_INK)  # fmt: skip
    low = min(one.times.median for one in there if one.times)
    high = max(max(one.times.p99, one.times.mean) for one in there if one.times)
    axes.set_xscale("log")
    axes.set_xlim(low / 1.7, high * (high / low) ** 0.55 * 6)
    axes.set_yticks(range(len(there)), [_label(one, results) for one in there])
    axes.set_ylim(len(there) - 0.4, -0.6)
    axes.xaxis.set_major_formatter(lambda value, _: duration(value).replace(".00", "").replace(".0", ""))
    axes.grid(True, axis="x", color="#dddddd", lw=0.6)
    axes.set_title(
        f"Time a puzzle, set {results.asked.set}: mean (square: C, circle: Python), bar from median to 99%,\n"
        f"and how many times as long as {results.asked.reference}, with its 95% interval",
        loc="left", fontsize=9,
    )  # fmt: skip
    _plain(axes)


def _label(one: SolverResult, results: Results) -> str:
    part = "" if one.puzzles == results.asked.size else f"\n{one.puzzles} of {results.asked.size} puzzles"
    return one.name + part


def _interval(found: Ratio) -> str:
    return f"×{three(found.value)} [{three(found.low)}, {three(found.high)}]"


# --- factors ------------------------------------------------------------------------------------------


def _chains(axes: Axes, chains: list[Chain]) -> None:
    """Each chain as one bar: on a logarithmic scale factors stand end to end, and their product is the end."""
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
            axes.errorbar([end], [row], xerr=whiskers, color=_INK, capsize=3, lw=1)
            axes.annotate(f"{factor.kind}\n×{three(factor.ratio.value)}", ((low * high) ** 0.5, row), ha="center",
                          va="center", fontsize=7.5, color=_INK, bbox=_PLATE)  # fmt: skip
            reached, top = end, max(factor.ratio.high / factor.ratio.value, 1.0)
        axes.annotate(f"  ×{three(chain.whole.value)}", (max(reached * top, 1.0), row), xytext=(8, 0),
                      textcoords="offset points", va="center", fontsize=8, color=_INK)  # fmt: skip
        labels.append(f"{chain.factors[0].slower}\nto {chain.factors[-1].faster}")
    axes.set_xscale("log")
    ends = [chain.whole.high for chain in chains]
    axes.set_xlim(min(1.0, *(chain.whole.low for chain in chains)) / 1.1, max(ends) * 5)
    axes.set_yticks(range(len(chains)), labels)
    axes.set_ylim(len(chains) - 0.4, -0.6)
    axes.grid(True, axis="x", color="#dddddd", lw=0.6)
    axes.xaxis.set_major_formatter(lambda value, _: f"×{value:,.0f}")
    axes.set_title(
        "Where the difference comes from: the factors and, at the end, their product", loc="left", fontsize=9
    )
    _plain(axes)
