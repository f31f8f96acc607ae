"""The results of a comparison, and their JSON file. Times are in nanoseconds of CPU time unless stated otherwise.

The annotation of each field is its documentation; `compare schema` prints it as a JSON Schema.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Annotated, Any, Literal

from . import _schema
from ._factors import Chain
from ._schema import SchemaError
from .machine import Machine
from .statistics import Ratio

__all__ = [
    "FORMAT",
    "Pair",
    "Process",
    "Results",
    "RunInfo",
    "SchemaError",
    "Settings",
    "SolverResult",
    "Times",
    "Work",
    "from_json",
    "json_schema",
]
FORMAT: Literal["sudoku-rosetta compare 3"] = "sudoku-rosetta compare 3"


Kind = Literal["registered", "python", "driver", "program"]


@dataclass(frozen=True)
class Settings:
    """The parameters of the comparison."""

    set: Annotated[str, "the name of the set of puzzles"]
    title: Annotated[str, "a description of the set"]
    provenance: Annotated[str, "the source of its puzzles"]
    set_seed: Annotated[int | None, "the random seed that generated the set"]
    size: Annotated[int, "number of puzzles in the set"]
    digest: Annotated[str, "hash of the puzzles and the limit"]
    limit: Annotated[int, "largest number of solutions searched for in each puzzle; 0: all"]
    budget: Annotated[float, "time budget of the comparison, in seconds"]
    cap: Annotated[float, "CPU time limit for one puzzle, in seconds"]
    seed: Annotated[int, "seed of the random order of the runs"]
    reference: Annotated[str, "name of the solver that is the baseline of the ratios"]


@dataclass(frozen=True)
class RunInfo:
    """Duration and control of the comparison."""

    seconds: Annotated[float, "wall time of the comparison"]
    generations: Annotated[int, "number of times that all processes were started"]
    rounds: Annotated[int, "number of rounds of timed runs"]
    ended_by: Annotated[
        Literal["tight intervals", "time", "rounds"],
        "why it ended: the budget was spent, or all rounds were done; 'tight intervals' is from an earlier version",
    ]
    control: Annotated[Ratio | None, "the reference compared to a second copy of itself: 1, except for noise"]


@dataclass(frozen=True)
class Times:
    """CPU time over the puzzles that the solver ran. The time of a puzzle is the median over the rounds."""

    rate: Annotated[float, "puzzles per second"]
    mean: Annotated[float, "mean time per puzzle"]
    median: Annotated[float, "median time per puzzle"]
    p90: Annotated[float, "90th percentile"]
    p99: Annotated[float, "99th percentile"]
    wall_per_cpu: Annotated[float, "wall time divided by CPU time: above 1 if the process waited"]


@dataclass(frozen=True)
class Work:
    """Counts of the search, from separate runs that are not timed."""

    puzzles: Annotated[int, "number of puzzles that were counted"]
    counts: Annotated[dict[str, float], "mean counts per puzzle: placements, tests, guesses..."]
    ns_per_placement: Annotated[float | None, "time per placement on these puzzles"]
    first_only: Annotated[bool, "whether the solver finds the first solution only, which is less work"]


@dataclass(frozen=True)
class Process:
    """Memory and startup of the process of a solver."""

    peak: Annotated[int | None, "peak memory in bytes, including the interpreter; null if unknown"]
    startup: Annotated[int, "CPU time from process start to the solution of a grid with one empty cell"]
    startup_wall: Annotated[int, "the same in wall time; for a program it includes its launcher"]


@dataclass(frozen=True)
class SolverResult:
    """The measurements of one solver."""

    name: Annotated[str, "the solver's name in this comparison"]
    title: Annotated[str, "a description"]
    kind: Annotated[Kind, "kind of solver; a driver calls a function of another language in its own process"]
    language: Annotated[str, "programming language"]
    style: Annotated[str, "programming style"]
    document: Annotated[str | None, "id of the document that it implements"]
    row_major: Annotated[bool, "whether it declares that it searches the row-major tree, as the documents do"]
    failed: Annotated[str | None, "why it was not measured; null if it was"]
    puzzles: Annotated[int, "number of puzzles that it ran, from the beginning of the set"]
    unfinished: Annotated[int, "number of puzzles that exceeded the CPU time limit"]
    times: Annotated[Times | None, "times"]
    ratio: Annotated[Ratio | None, "its time divided by the reference's, on the puzzles that both ran"]
    work: Annotated[Work | None, "counts of its search"]
    process: Annotated[Process | None, "memory and startup"]
    per_puzzle: Annotated[tuple[int, ...], "time of each puzzle that it ran, in the order of the set"]


@dataclass(frozen=True)
class Pair:
    """Two solvers, compared on the puzzles that both and the reference ran."""

    slower: Annotated[str, "the solver that takes longer"]
    faster: Annotated[str, "the other solver"]
    ratio: Annotated[Ratio, "the time of `slower` divided by that of `faster`"]


@dataclass(frozen=True)
class Results:
    """One comparison."""

    format: Annotated[Literal["sudoku-rosetta compare 3"], "name and version of this format"]
    date: Annotated[str, "start of the comparison, ISO 8601, UTC"]
    machine: Annotated[Machine, "the machine that it ran on"]
    settings: Annotated[Settings, "the parameters"]
    run: Annotated[RunInfo, "duration and control"]
    solvers: Annotated[tuple[SolverResult, ...], "the solvers, fastest first; failed ones last"]
    pairs: Annotated[tuple[Pair, ...], "the ratio of each pair of solvers"]
    chains: Annotated[tuple[Chain, ...], "ratios as products of factors"]

    def to_json(self) -> str:
        return json.dumps(asdict(self), indent=1, ensure_ascii=False)

    def solver(self, name: str) -> SolverResult:
        return next(solver for solver in self.solvers if solver.name == name)


def from_json(text: str) -> Results:
    """Parse the text of a results file; SchemaError says where it is invalid."""
    try:
        data = json.loads(text)
    except ValueError as error:
        raise SchemaError(f"not JSON: {error}") from None
    found = data.get("format") if isinstance(data, dict) else None
    if found != FORMAT:
        raise SchemaError(f"the format is {found!r}, not {FORMAT!r}")
    return _schema.read(Results, data)


def json_schema() -> dict[str, Any]:
    """The JSON Schema of a results file."""
    header = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": FORMAT}
    return header | _schema.schema(Results)
