"""CopySolver: the solver in a file or folder, which is read at its first use and then run as it was read."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ..messages import Message
from ..solvers.protocol import Level
from .attempt import EASY
from .errors import SolverError
from .reader import read, solver_of_reading
from .reading import Reading, Unread
from .recognise import Copy, copy_at
from .solver import ExternalSolver


class CopySolver(ExternalSolver):
    """The solver in a copy; with `function`, that function, method or class of the copy."""

    def __init__(
        self,
        path: Path,
        function: str | None = None,
        *,
        name: str,
        level: Level = "all",
        reading: Reading | None = None,
        **options: Any,
    ) -> None:
        super().__init__(name, path.name, reading.language if reading else "", level)
        self.path = path
        self._function = function
        self._given = reading
        self._options = {**options, "name": name, "level": level}
        self._copy: Copy | None = None
        self._solver: ExternalSolver | None = None
        self._unread: Unread | None = None
        self._lock = threading.Lock()

    def prepare(self) -> None:
        """Read the copy, unless its reading is known, and compile it if necessary. Raise Unread or SolverError."""
        with self._lock:
            if self._unread is not None:
                raise self._unread
            if self._solver is None:
                try:
                    self._read()
                except Unread as error:
                    self._unread = error
                    raise

    def _read(self) -> None:
        self._copy = copy_at(self.path)
        reading = self._given or read(self._copy, self._function, **self._options)
        solver = solver_of_reading(reading, self._copy.folder, **self._options)
        solver.prepare()
        self._solver, self._given, self.language = solver, reading, reading.language

    def missing(self) -> Message | None:
        try:
            self.prepare()
        except Unread as error:
            return error.message
        return None

    @property
    def reading(self) -> Reading:
        """How the solver is called."""
        self.prepare()
        assert self._given is not None
        return self._given

    @property
    def folder(self) -> Path:
        """The folder to which the file of the reading is relative."""
        self.prepare()
        assert self._copy is not None
        return self._copy.folder

    @property
    def solver(self) -> ExternalSolver:
        """The function or program that was read."""
        self.prepare()
        assert self._solver is not None
        return self._solver

    def answers(self, grid_text: str, limit: int | None) -> Iterator[str | int]:
        return self.solver.answers(grid_text, limit)

    @property
    def blank_means_none(self) -> bool:
        """Whether a grid with empty cells is the answer that there is no solution."""
        return self.solver.blank_means_none

    @property
    def in_place(self) -> bool:
        """Whether it is the way of the solver to fill its argument."""
        return self.solver.in_place

    @property
    def changed_argument(self) -> bool | None:
        """Whether the last call changed its argument."""
        return self.solver.changed_argument

    @property
    def cost_per_grid(self) -> float:
        """The seconds that one grid costs, because a process is started for it."""
        if self.reading.call == "" and not self.solver.cost_per_grid:
            with contextlib.suppress(SolverError):
                list(self.solver.answers(EASY[0][0], 1))
        return self.solver.cost_per_grid

    def close(self) -> None:
        with self._lock:
            if self._solver is not None:
                self._solver.close()
            if self._copy is not None:
                self._copy.close()
            self._solver = self._copy = None
