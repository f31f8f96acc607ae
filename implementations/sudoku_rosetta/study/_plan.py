"""What a study is to do, whole: two runs of one plan end with the same bytes, whoever runs them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal

from ..generate import OF_DOCUMENT, ScilabDraws
from ..generate.batches import by_document, by_scilab
from ..generate.draws import derived
from ..grid import Grid, GridError
from ..solvers import Solver, solver_named

__all__ = ["Plan", "PlanError", "Task", "Tasks"]

VERSION = 1
"""Of all that decides which grids a plan makes and how its counts are kept."""
MANY, FEW = 500, 10
"""Grids a chunk, for a solver that takes many at once, and for one that may need a minute for each."""


MOST_CHUNKS = 100_000_000
"""Of a study: whoever leads it notes for each, in a byte, whether it is there."""


class PlanError(ValueError):
    """Cannot be done as it is asked for; its text is one line."""


@dataclass(frozen=True)
class Plan:
    """`grids` grids for each number of clues. `start`: the full grid of method 2, or "uniform" for one each.

    With `rng="scilab"` the grids of each number of clues are those that the document's `stat` (method 1) or
    `statSudoku` (method 2) makes after `rand("seed", seed)`.
    """

    method: Literal[1, 2]
    clues: tuple[int, ...]
    grids: int
    seed: int = 0
    solver: str = ""
    rng: Literal["own", "scilab"] = "own"
    start: str = OF_DOCUMENT.decode()
    limit: int | None = None
    """A grid's solutions are counted no further than that; None: all of them."""
    chunk: int = 0
    """Grids that are made and counted together; 0: as suits the solver."""

    def ready(self, solver: Solver | None = None) -> Plan:
        """The plan with nothing left open; PlanError where it cannot be done. `solver` is what `self.solver` names
        where that is not a registered one: the plan keeps the name."""
        if self.method not in (1, 2):
            raise PlanError(f"document 002 has methods 1 and 2, not {self.method}")
        if not self.clues or not all(0 <= clues <= 81 for clues in self.clues):
            raise PlanError("a study needs numbers of clues from 0 to 81")
        if self.grids < 1 or (self.limit is not None and self.limit < 1):
            raise PlanError("at least one grid is needed, and a limit of at least 1")
        if not 0 <= self.seed < 2**64:
            raise PlanError("a seed is from 0 to 2^64 - 1")
        if self.rng == "scilab" and self.seed >= 2**31:
            raise PlanError("a seed of Scilab's generator is from 0 to 2^31 - 1")
        if self.rng == "scilab" and self.method == 2 and self.start == "uniform":
            raise PlanError("Scilab's generator needs one full grid to start from")
        name = self.solver if solver else solver_named(self.solver or None).id
        chunk = self.chunk or (MANY if (solver or solver_named(name)).takes_batches else FEW)
        clues = tuple(sorted(set(self.clues)))
        most = MOST_CHUNKS // len(clues) * chunk
        if self.grids > most:
            raise PlanError(f"{self.grids:,} grids for each number of clues: at most {most:,} by {name}")
        return Plan(**asdict(self) | {"clues": clues, "solver": name, "chunk": chunk, "start": self._start()})

    def _start(self) -> str:
        if self.method == 1:
            return ""
        if self.start == "uniform":
            return self.start
        try:
            full = Grid(self.start)
        except GridError as error:
            raise PlanError(f"the full grid to start from: {error}") from None
        if not full.is_full:
            raise PlanError(f"the full grid to start from has {81 - full.clues} empty cells")
        return str(full)

    @property
    def chunks(self) -> int:
        """For each number of clues."""
        return -(-self.grids // self.chunk)

    def size(self, chunk: int) -> int:
        """How many grids the chunk has: the last one may have fewer."""
        return min(self.chunk, self.grids - chunk * self.chunk)

    def to_json(self) -> str:
        return json.dumps({"version": VERSION, **asdict(self)}, sort_keys=True)

    @classmethod
    def from_json(cls, text: str) -> Plan:
        """PlanError where it was written by another version."""
        told: dict[str, Any] = json.loads(text)
        if told.pop("version", None) != VERSION:
            raise PlanError(
                "this study was made by another version of sudoku-rosetta: finish it with that one"
            )
        return cls(**told | {"clues": tuple(told["clues"])})

    def digest(self) -> bytes:
        """Tells the chunks of one plan from those of another."""
        return hashlib.blake2b(self.to_json().encode(), digest_size=16).digest()

    def differs(self, other: Plan) -> Mapping[str, tuple[object, object]]:
        """What the plans do not share."""
        ours, theirs = asdict(self), asdict(other)
        return {name: (ours[name], theirs[name]) for name in ours if ours[name] != theirs[name]}


@dataclass(frozen=True)
class Task:
    """One chunk, with all that a worker on another machine needs."""

    method: int
    clues: int
    chunk: int
    first: int
    grids: int
    key: int
    """The seed of its number of clues; or the state of Scilab's generator before the chunk's first grid."""
    scilab: bool
    start: str
    solver: str
    limit: int | None

    def made(self) -> bytes:
        """The chunk's grids."""
        full = None if self.start in ("", "uniform") else self.start.encode()
        if self.scilab:
            return by_scilab(full, self.clues, self.key, self.grids)[0]
        numbers = range(self.first, self.first + self.grids)
        return by_document(full, self.clues, self.key, numbers, uniform=self.start == "uniform")

    def judge(self) -> Solver:
        return solver_named(self.solver)


class Tasks:
    """The tasks of a plan: a chunk of each number of clues in turn, so that early results are of all of them."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._states = dict.fromkeys(plan.clues, plan.seed)

    def __iter__(self) -> Iterator[Task]:
        for chunk in range(self._plan.chunks):
            for clues in self._plan.clues:
                yield self._task(clues, chunk)

    def _task(self, clues: int, chunk: int) -> Task:
        plan = self._plan
        scilab = plan.rng == "scilab"
        key = self._states[clues] if scilab else derived(plan.seed, plan.method, clues)
        first, grids = chunk * plan.chunk, plan.size(chunk)
        if scilab:
            self._states[clues] = self._after(key, clues, grids)
        return Task(plan.method, clues, chunk, first, grids, key, scilab, plan.start, plan.solver, plan.limit)

    def _after(self, state: int, clues: int, grids: int) -> int:
        """Method 2 draws once for each cell that it empties; how often method 1 draws, only making them tells."""
        if self._plan.method == 1:
            return by_scilab(None, clues, state, grids)[1]
        draws = ScilabDraws(state)
        draws.skip(grids * (81 - clues))
        return draws.state
