"""OR-Tools, CP-SAT with `enumerate_all_solutions`: all solutions of a model of 27 all-different constraints. A
callback cannot be suspended, so the adapter solves again with a growing limit."""

from __future__ import annotations

from collections.abc import Iterator

from ortools.sat.python import cp_model

PACKAGE = "ortools"
VERSION_SEEN = "9.15.6755"
LEVEL = "fast"


class _Collect(cp_model.CpSolverSolutionCallback):  # type: ignore[misc,unused-ignore]
    def __init__(self, cells: list[cp_model.IntVar], most: int) -> None:
        super().__init__()
        self._cells = cells
        self._most = most
        self.lines: list[str] = []

    def on_solution_callback(self) -> None:
        self.lines.append("".join(str(self.value(cell)) for cell in self._cells))
        if len(self.lines) >= self._most:
            self.stop_search()


def solve(grid: str) -> Iterator[str]:
    model = cp_model.CpModel()
    cells = [
        model.new_int_var(int(digit) or 1, int(digit) or 9, f"cell{number}")
        for number, digit in enumerate(grid)
    ]
    for unit in range(9):
        corner = unit // 3 * 27 + unit % 3 * 3
        model.add_all_different(cells[unit * 9 : unit * 9 + 9])
        model.add_all_different(cells[unit::9])
        model.add_all_different([cells[corner + row * 9 + column] for row in range(3) for column in range(3)])
    seen: set[str] = set()
    most = 4
    while True:
        solver = cp_model.CpSolver()
        solver.parameters.enumerate_all_solutions = True
        solver.parameters.num_workers = 1
        collect = _Collect(cells, most)
        solver.solve(model, collect)
        yield from (line for line in collect.lines if line not in seen)
        if len(collect.lines) < most:
            return
        seen.update(collect.lines)
        most *= 16
