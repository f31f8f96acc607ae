"""The plan of a study and its tasks. Two runs of the same plan give the same bytes, on any machine."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal

from ..generate import DOCUMENT_GRID, ScilabRng
from ..generate.batches import document_grids, scilab_rng_grids
from ..generate.rng import derive_seed
from ..grid import Grid, GridError
from ..solvers import Solver, solver_named

__all__ = ["Plan", "PlanError", "Task", "tasks_of"]

VERSION = 1
"""Changes if the grids of a plan or the storage of its counts change."""
BATCH_CHUNK, SINGLE_CHUNK = 500, 10
"""Default grids per chunk: for a solver that takes batches, and for one that may need a minute per grid."""
MAX_CHUNKS = 100_000_000
"""A run keeps one byte per chunk in memory."""


class PlanError(ValueError):
    """The plan is impossible; the message is one line."""


@dataclass(frozen=True)
class Plan:
    """Make `grids` grids for each number of clues and count their solutions.

    With `rng="scilab"` the grids of each number of clues are those that the document's `stat` (method 1) or
    `statSudoku` (method 2) makes after `rand("seed", seed)`.
    """

    method: Literal[1, 2]
    clues: tuple[int, ...]
    grids: int
    seed: int = 0
    solver: str = ""
    rng: Literal["own", "scilab"] = "own"
    start: str = DOCUMENT_GRID.decode()
    """The full grid for method 2, or "uniform" for a new random one each time."""
    limit: int | None = None
    """Stop counting the solutions of a grid at this number; None: count all."""
    chunk: int = 0
    """Grids that are made and counted together; 0: depends on the solver."""

    def resolved(self, solver: Solver | None = None) -> Plan:
        """Check the plan and fill in its defaults; PlanError if it is impossible.

        `solver` is the solver that `self.solver` names, if it is not a registered one.
        """
        if self.method not in (1, 2):
            raise PlanError(f"document scilab has methods 1 and 2, not {self.method}")
        if not self.clues or not all(0 <= clues <= 81 for clues in self.clues):
            raise PlanError("a study needs numbers of clues from 0 to 81")
        if self.grids < 1 or (self.limit is not None and self.limit < 1):
            raise PlanError("a study needs at least one grid, and a limit of at least 1")
        if not 0 <= self.seed < 2**64:
            raise PlanError("a seed is from 0 to 2^64 - 1")
        if self.rng == "scilab" and self.seed >= 2**31:
            raise PlanError("a seed of Scilab's generator is from 0 to 2^31 - 1")
        if self.rng == "scilab" and self.method == 2 and self.start == "uniform":
            raise PlanError("Scilab's generator needs one full grid to start from, not uniform ones")
        name = self.solver if solver else solver_named(self.solver or None).id
        takes_batches = (solver or solver_named(name)).takes_batches
        chunk = self.chunk or (BATCH_CHUNK if takes_batches else SINGLE_CHUNK)
        clues = tuple(sorted(set(self.clues)))
        most = MAX_CHUNKS // len(clues) * chunk
        if self.grids > most:
            raise PlanError(
                f"{self.grids:,} grids for each number of clues are too many: at most {most:,} by {name}"
            )
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
    def chunk_count(self) -> int:
        """The number of chunks for each number of clues."""
        return -(-self.grids // self.chunk)

    def chunk_size(self, chunk: int) -> int:
        """The number of grids in this chunk; the last chunk may be smaller."""
        return min(self.chunk, self.grids - chunk * self.chunk)

    def to_json(self) -> str:
        return json.dumps({"version": VERSION, **asdict(self)}, sort_keys=True)

    @classmethod
    def from_json(cls, text: str) -> Plan:
        """Raises PlanError if another version wrote it."""
        fields: dict[str, Any] = json.loads(text)
        if fields.pop("version", None) != VERSION:
            raise PlanError(
                "this study was made by another version of sudoku-rosetta: finish it with that version"
            )
        return cls(**fields | {"clues": tuple(fields["clues"])})

    def digest(self) -> bytes:
        """A hash of the plan, part of the checksum of each chunk."""
        return hashlib.blake2b(self.to_json().encode(), digest_size=16).digest()

    def differences(self, other: Plan) -> Mapping[str, tuple[object, object]]:
        """The fields that differ, each with both values."""
        ours, theirs = asdict(self), asdict(other)
        return {name: (ours[name], theirs[name]) for name in ours if ours[name] != theirs[name]}


@dataclass(frozen=True)
class Task:
    """One chunk, with everything that a worker on another machine needs."""

    method: int
    clues: int
    chunk: int
    first: int
    grids: int
    rng_start: int
    """The seed for this number of clues; or the state of Scilab's generator before the first grid of the chunk."""
    scilab: bool
    start: str
    solver: str
    limit: int | None

    def make_grids(self) -> bytes:
        full = None if self.start in ("", "uniform") else self.start.encode()
        if self.scilab:
            return scilab_rng_grids(full, self.clues, self.rng_start, self.grids)[0]
        numbers = range(self.first, self.first + self.grids)
        return document_grids(full, self.clues, self.rng_start, numbers, uniform=self.start == "uniform")


def tasks_of(plan: Plan) -> Iterator[Task]:
    """The tasks of a plan: the first chunk of every number of clues, then the second chunk of each, and so on.

    So the first results cover all numbers of clues.
    """
    states = dict.fromkeys(plan.clues, plan.seed)  # of Scilab's generator
    scilab = plan.rng == "scilab"
    for chunk in range(plan.chunk_count):
        for clues in plan.clues:
            rng_start = states[clues] if scilab else derive_seed(plan.seed, plan.method, clues)
            first, grids = chunk * plan.chunk, plan.chunk_size(chunk)
            if scilab:
                states[clues] = _state_after(plan.method, rng_start, clues, grids)
            yield Task(
                plan.method,
                clues,
                chunk,
                first,
                grids,
                rng_start,
                scilab,
                plan.start,
                plan.solver,
                plan.limit,
            )


def _state_after(method: int, state: int, clues: int, grids: int) -> int:
    """Method 2 draws once per removed digit. Method 1 draws an unknown number of times: its grids must be made."""
    if method == 1:
        return scilab_rng_grids(None, clues, state, grids)[1]
    rng = ScilabRng(state)
    rng.skip(grids * (81 - clues))
    return rng.state
