"""What a comparison found, as it is written to a file and read again. Times are in nanoseconds.

The field's own words are the documentation; `compare schema` prints them as a JSON Schema.
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
FORMAT: Literal["sudoku-rosetta compare 1"] = "sudoku-rosetta compare 1"


@dataclass(frozen=True)
class Settings:
    """What was compared, and for how long."""

    set: Annotated[str, "the name of the set of puzzles"]
    title: Annotated[str, "what the set holds"]
    provenance: Annotated[str, "where its puzzles come from"]
    set_seed: Annotated[int | None, "the seed that it was made from"]
    size: Annotated[int, "how many puzzles it has"]
    digest: Annotated[str, "of its puzzles and its limit: equal digests, equal questions"]
    limit: Annotated[int, "at most this many solutions were searched for; 0: all"]
    budget: Annotated[float, "the seconds that it was to take"]
    cap: Annotated[float, "the seconds of processor time that a puzzle might take"]
    seed: Annotated[int, "of the order in which all were run"]
    reference: Annotated[str, "the baseline for the ratios"]


@dataclass(frozen=True)
class RunInfo:
    """How the comparison itself went."""

    seconds: Annotated[float, "from its beginning to its end"]
    generations: Annotated[int, "how often all processes were started afresh"]
    rounds: Annotated[int, "how many rounds of timed runs: one a generation; in older files three"]
    ended_by: Annotated[
        Literal["tight intervals", "time", "rounds"],
        "why it stopped: the time was over, or the most rounds were done; in older files: tight intervals",
    ]
    control: Annotated[Ratio | None, "the reference's time to its own, under another name: 1, but for noise"]


@dataclass(frozen=True)
class Times:
    """Processor time, over the puzzles that the solver ran; of each puzzle, the median of its runs."""

    rate: Annotated[float, "puzzles a second"]
    mean: Annotated[float, "nanoseconds for a puzzle, on average"]
    median: Annotated[float, "what half of the puzzles do not exceed"]
    p90: Annotated[float, "what 90% do not exceed"]
    p99: Annotated[float, "what 99% do not exceed"]
    clock: Annotated[float, "time by the clock to processor time: over 1, it waited or was made to wait"]


@dataclass(frozen=True)
class Work:
    """What it counts of its search, outside the timed runs, for a puzzle on average."""

    puzzles: Annotated[int, "on how many puzzles it was counted"]
    counts: Annotated[dict[str, float], "placements, tests, guesses...: as the solver names them"]
    ns_per_placement: Annotated[float | None, "its time on these puzzles by its placements on them"]
    limited: Annotated[bool, "whether it gives the first solution only: less work than the others do"]


@dataclass(frozen=True)
class Process:
    """What its process takes, apart from the solving."""

    peak: Annotated[int | None, "the most memory, in bytes, interpreter included; null where it is not known"]
    startup: Annotated[int, "processor time from nothing to the answer to a grid with one empty cell"]
    startup_clock: Annotated[int, "the same by the clock; for a program its launcher's is in it"]


@dataclass(frozen=True)
class SolverResult:
    """One solver."""

    name: Annotated[str, "as the comparison calls it"]
    title: Annotated[str, "what it is"]
    kind: Annotated[Literal["registered", "python", "program"], "how it was found"]
    language: Annotated[str, "what it is written in"]
    style: Annotated[str, "how it is written"]
    document: Annotated[str | None, "the document that it follows"]
    one_tree: Annotated[bool, "whether it declares the tree of the documents' programs"]
    failed: Annotated[str | None, "why there are no figures"]
    puzzles: Annotated[int, "how many it ran: a beginning of the set"]
    unfinished: Annotated[int, "how many it was given and did not finish within the cap"]
    times: Annotated[Times | None, "how fast it is"]
    ratio: Annotated[Ratio | None, "its time to the reference's, on the puzzles that both ran"]
    work: Annotated[Work | None, "what it counts"]
    process: Annotated[Process | None, "start-up and memory"]
    per_puzzle: Annotated[tuple[int, ...], "nanoseconds of each puzzle that it ran, in the set's order"]


@dataclass(frozen=True)
class Pair:
    """Two solvers, on the puzzles that both and the reference ran."""

    slower: Annotated[str, "the one with the greater time"]
    faster: Annotated[str, "the one with the smaller time"]
    ratio: Annotated[Ratio, "the time of `slower` to that of `faster`"]


@dataclass(frozen=True)
class Results:
    """One comparison."""

    format: Annotated[Literal["sudoku-rosetta compare 1"], "the version of this description"]
    date: Annotated[str, "when it began, ISO 8601, UTC"]
    machine: Annotated[Machine, "where"]
    asked: Annotated[Settings, "what"]
    took: Annotated[RunInfo, "how it went"]
    solvers: Annotated[tuple[SolverResult, ...], "who, fastest first, then those that failed"]
    pairs: Annotated[tuple[Pair, ...], "every two of them"]
    chains: Annotated[tuple[Chain, ...], "the difference taken apart"]

    def to_json(self) -> str:
        return json.dumps(asdict(self), indent=1, ensure_ascii=False)

    def named(self, name: str) -> SolverResult:
        return next(solver for solver in self.solvers if solver.name == name)


def from_json(text: str) -> Results:
    """Results out of a file; `SchemaError` says where it differs."""
    try:
        data = json.loads(text)
    except ValueError as error:
        raise SchemaError(f"not JSON: {error}") from None
    form = data.get("format") if isinstance(data, dict) else None
    if form != FORMAT:
        raise SchemaError(f"its format is {form!r}; {FORMAT!r} is expected")
    return _schema.read(Results, data)


def json_schema() -> dict[str, Any]:
    """The description of the file, as a JSON Schema."""
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": FORMAT}
    return head | _schema.schema(Results)
