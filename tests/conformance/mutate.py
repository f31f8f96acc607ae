"""Mutation testing of the documents' modules: one token is changed, and a test must detect it.

    python tests/conformance/mutate.py                    run all mutants of all modules
    python tests/conformance/mutate.py c_style --list     list the mutants of a module

Each mutant runs in a forked process with a time and a memory limit. Mutants of the solving functions must be
detected by the conformance suite, on small cases. Other mutants (statistics, drawing, output) are detected by
comparison with recorded output of Scilab, or with the output of the original module. Mutants of the deduction rules
do not change the answer: they are detected by the counts of the search. Equivalent mutants are listed in
equivalent_mutants.toml, with the reason.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import functools
import io
import json
import os
import re
import resource
import select
import signal
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import ModuleType
from typing import Any

from conformance.few_cases import FEW
from sudoku_rosetta import Grid, documents
from sudoku_rosetta.conformance.case import Case, cases
from sudoku_rosetta.conformance.checks import CHECKS
from sudoku_rosetta.conformance.solver_under_test import SolverUnderTest
from sudoku_rosetta.conformance.suite import judge, plan
from sudoku_rosetta.solvers import Solver
from sudoku_rosetta.solvers import documents as adapters

HERE = Path(__file__).parent
MODULES = ("c_style", "scilab_style", "pseudocode_style", "deduction_style")
SOLVING = {
    "c_style": {"conditionsinitiales", "possible", "arbre"},
    "scilab_style": {"Sudoku", "MoveIsPossible", "DefinitionA"},
    "pseudocode_style": {"Possible_Case", "Avancer_Case", "Reculer_Case", "Programme_Principal"},
    "deduction_style": {
        "commencer",
        "placer",
        "algorithme",
        "case_sans_solution",
        "case_a_un_seul_chiffre",
        "chiffre_a_une_seule_case",
        "premiere_case_vide",
        "retenir",
        "reprendre",
    },
}
"""The solving functions: the conformance suite must detect their mutants."""
SMALL = {"c_style": 400, "scilab_style": 120, "pseudocode_style": 250, "deduction_style": 400}
"""By module: every mutant is run on the cases with at most this many placements."""
MEMORY_BYTES = 2 << 30


Key = tuple[str, str, str, str, int]


@dataclass(frozen=True)
class Mutant:
    """One changed token. `before` and `after` are the line without indentation and comment."""

    module: str
    function: str
    before: str
    after: str
    start: int
    end: int
    text: str
    nth: int = 1
    """The number of this mutant among those of its function with the same `before` and `after`, from 1."""

    def source(self) -> str:
        whole = source_of(self.module).encode()
        return (whole[: self.start] + self.text.encode() + whole[self.end :]).decode()

    @property
    def key(self) -> Key:
        return self.module, self.function, self.before, self.after, self.nth


@functools.cache
def source_of(module: str) -> str:
    return (Path(documents.__file__).parent / f"{module}.py").read_text(encoding="utf-8")


# --- the mutations ------------------------------------------------------------------------------------

COMPARISONS = {
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
    ast.In: ("in", "not in"),
}
OPERATORS = {
    ast.Add: ("+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: ("*", "+"),
    ast.FloorDiv: ("//", "%"),
    ast.Mod: ("%", "//"),
    ast.Div: ("/", "*"),
}
DATA_LENGTH = 9
"""A list of this length or longer is a grid: it is not mutated."""


class Finder(ast.NodeVisitor):
    """Collects the mutants of a module."""

    def __init__(self, module: str) -> None:
        self.module = module
        self.bytes = source_of(module).encode()
        self.starts = [0]
        for line in self.bytes.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))
        self.function = "-"
        self.found: list[Mutant] = []

    def note(self, start: int, end: int, text: str) -> None:
        first = self.bytes.rfind(b"\n", 0, start) + 1
        last = self.bytes.find(b"\n", end)
        before = self.bytes[first:last].decode()
        after = (self.bytes[first:start] + text.encode() + self.bytes[end:last]).decode()
        clean = [re.sub(r"\s+# .*", "", line).strip() for line in (before, after)]
        self.found.append(Mutant(self.module, self.function, clean[0], clean[1], start, end, text))

    def span(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return (
            self.starts[node.lineno - 1] + node.col_offset,
            self.starts[node.end_lineno - 1] + node.end_col_offset,
        )

    def between(self, left: ast.expr, right: ast.expr, old: str, new: str) -> None:
        start = self.bytes.index(old.encode(), self.span(left)[1], self.span(right)[0])
        self.note(start, start + len(old), new)

    def swap(self, one: ast.expr, two: ast.expr) -> None:
        (a, b), (c, d) = self.span(one), self.span(two)
        first, middle, second = self.bytes[a:b], self.bytes[b:c], self.bytes[c:d]
        if first != second:
            self.note(a, d, (second + middle + first).decode())

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self.function = node.name
        for statement in node.body:
            if not (isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)):
                self.visit(statement)
        self.function = "-"

    def visit_If(self, node: ast.If) -> None:
        if not (self.function == "-" and isinstance(node.test, ast.Compare)):  # if __name__ == "__main__"
            self.generic_visit(node)

    def visit_List(self, node: ast.List) -> None:
        if len(node.elts) < DATA_LENGTH:
            self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> None:
        old, new = COMPARISONS[type(node.ops[0])]
        self.between(node.left, node.comparators[0], old, new)
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        left = node.left
        numbers = not isinstance(left, ast.Constant | ast.JoinedStr | ast.List) or (
            isinstance(left, ast.Constant) and isinstance(left.value, int)
        )
        if numbers and type(node.op) in OPERATORS:
            self.between(left, node.right, *OPERATORS[type(node.op)])
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        old, new = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
        self.between(node.values[0], node.values[1], old, new)
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        if type(node.value) is int:
            self.note(*self.span(node), str(node.value + 1))
        elif type(node.value) is bool:
            self.note(*self.span(node), str(not node.value))

    def visit_Call(self, node: ast.Call) -> None:
        if len(node.args) > 1:
            self.swap(node.args[0], node.args[1])
        self.generic_visit(node)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        if isinstance(node.slice, ast.Tuple):
            self.swap(node.slice.elts[0], node.slice.elts[1])
        self.generic_visit(node)

    def dropped(self, node: ast.stmt) -> None:
        if self.function != "-":
            self.note(*self.span(node), "pass")

    def visit_Assign(self, node: ast.Assign) -> None:
        target = node.targets[0]
        if isinstance(target, ast.Subscript) and isinstance(node.value, ast.Constant):
            place = target.slice
            if isinstance(place, ast.Constant) and isinstance(place.value, int):
                return  # a clue of the document's grid
        self.dropped(node)
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self.dropped(node)
        self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> None:
        self.dropped(node)
        self.generic_visit(node)

    def visit_Break(self, node: ast.Break) -> None:
        self.note(*self.span(node), "continue")


def mutants(module: str) -> list[Mutant]:
    """All mutants of the module, in source order, without duplicates."""
    finder = Finder(module)
    finder.visit(ast.parse(source_of(module)))
    found = sorted(finder.found, key=lambda mutant: (mutant.start, mutant.end, mutant.text))
    whole = source_of(module)
    alike: Counter[Key] = Counter()
    numbered = []
    for mutant in found:
        if mutant.source() != whole:
            alike[mutant.key] += 1
            numbered.append(replace(mutant, nth=alike[mutant.key]))
    return numbered


# --- detection ----------------------------------------------------------------------------------------


def loaded(module: str, source: str) -> Any:
    made = ModuleType(f"{documents.__name__}.{module}")
    made.__package__ = documents.__name__
    exec(compile(source, f"{module} mutated", "exec"), made.__dict__)
    made.__dict__["source_text"] = source
    return made


@functools.cache
def small_cases(module: str) -> tuple[Case, ...]:
    """The cases on which the mutants of the module are run, the smallest first."""
    searched = [each for each in (*FEW, *cases()) if each.limit is None and each.placements is not None]
    some = {case.grid: case for case in searched if (case.placements or 0) <= SMALL[module]}
    return tuple(sorted(some.values(), key=lambda case: (case.placements or 0, case.id)))


def adapter_of(module: str) -> Solver:
    return next(each for each in adapters.DOCUMENTS if each.module == module)


def suite_detects(module: str, source: str) -> str | None:
    """The first failed or errored outcome of the conformance suite; None if there is none."""
    code = compile(source, f"{module} mutated", "exec")

    def fresh_module(name: str) -> ModuleType:
        made = ModuleType(f"{documents.__name__}.{name}")
        made.__package__ = documents.__name__
        exec(code, made.__dict__)
        return made

    adapters.fresh_module = fresh_module  # safe: this is a forked process
    subject = SolverUnderTest(adapter_of(module), seconds=60)
    wanted = [check for check in CHECKS if check.name not in ("closing", "stop", "forked", "threads")]
    runs = list(plan(subject, small_cases(module), wanted))
    runs.sort(key=lambda run: run.check.on_case is None)  # the cheap checks first
    for run in runs:
        outcome = judge(run)
        if outcome.verdict in ("failed", "errored"):
            return f"{outcome.check} {outcome.case}: {outcome.reason and outcome.reason.en}"
    return None


def printed(work: Callable[[], object]) -> str:
    written = io.StringIO()
    with contextlib.redirect_stdout(written):
        work()
    return written.getvalue()


class Screen:
    """A mock surface and font that records the calls."""

    def __init__(self) -> None:
        self.done: list[object] = []

    def __getattr__(self, name: str) -> Callable[..., object]:
        def remembered(*arguments: object) -> object:
            self.done.append((name, *(each for each in arguments if each is not self)))
            return f"{name}{arguments}"

        return remembered


def c_style_shows(document: Any) -> object:
    ended: list[object] = []
    return printed(lambda: ended.append(document.main())), ended


def c_style_draws(document: Any) -> object:
    screen = Screen()
    document.screen = document.police = screen
    document.SDL_Flip = lambda surface: screen.done.append(("flip", surface is screen))
    document.pause = lambda: screen.done.append("pause")
    arbre = document.arbre
    document.arbre = lambda etage: None  # no search
    document.main()
    document.arbre = arbre
    document.nbcasesaremplir = 0
    arbre(0)
    document.line(3, 3, 3, 3, document.black)  # a line of one point
    return screen.done


def c_style_waits(document: Any) -> object:
    """What `pause` calls with a terminal, without one, and without standard input."""
    kept = sys.stdin, sys.stderr
    done = []
    for terminal in (True, False, None):
        inputs, errors = Screen(), Screen()
        inputs.isatty = lambda terminal=terminal: terminal  # type: ignore[attr-defined]
        sys.stdin, sys.stderr = (None if terminal is None else inputs), errors
        try:
            document.pause()
        finally:
            sys.stdin, sys.stderr = kept
        done += [inputs.done, errors.done]
    return done


def scilab_style_shows(document: Any) -> object:
    grid = document.Matrix(_rows(FEW[0].grid))
    return printed(lambda: document.Sudoku(grid)), printed(lambda: document.sudokuSol(grid))


QUICK_FIGURES = {("statSudoku", "0", "45"), ("statSudoku", "42", "45"), ("stat", "0", "34")}
"""The figures of test_native_scilab.py that are quick to compute: others take a minute in Python."""


def scilab_style_gives(document: Any) -> object:
    """The first result that differs from the recorded one of Scilab."""
    document.disp = lambda *_: None
    from sudoku_rosetta.documents import scilab

    words: Any = scilab
    for line in (HERE.parent / "edition" / "scilab-6.1.1.txt").read_text(encoding="ascii").splitlines():
        given = dict(re.findall(r"(\w+)=([\d. ]+?)(?= \w+=|$)", line))
        words.rand("seed", int(given["seed"]))
        if line.startswith("MR"):
            grid = "".join(str(digit) for digit in document.MR(int(given["n"])).T)
            right = grid == given["grid"] and words.rand() == float(given["next"])
        else:
            if (line.split()[0], given["seed"], given["k"]) not in QUICK_FIGURES:
                continue
            function = document.statSudoku if line.startswith("statSudoku") else document.stat
            numbers = list(function(int(given["n"]), int(given["k"])))
            right = numbers == [int(number) for number in given["N"].split()]
        if not right:
            return line
    return None


def scilab_style_says(document: Any) -> object:
    """What MR prints when it fails, what stat prints, and the grids that they make."""
    from sudoku_rosetta.documents import scilab

    words: Any = scilab
    words.rand("seed", 1)
    solved: list[str] = []
    solve = document.sudokuSol

    def noted(matrix: Any) -> None:
        solved.append(repr(matrix))
        solve(matrix)

    document.sudokuSol = noted
    return printed(lambda: (document.MR(37), document.statSudoku(2, 45), document.stat(1, 30))), solved


def pseudocode_style_shows(document: Any) -> object:
    def main() -> None:
        document.Programme_Principal(document.grille2)
        document.Programme_Principal(document.Matrix([int(digit) for digit in FEW[2].grid]))

    return printed(main)


def deduction_style_shows(document: Any) -> object:
    def main() -> None:
        document.resoudre(document.enonce)
        document.resoudre([int(digit) for digit in FEW[2].grid])

    return printed(main)


def deduction_style_deduces(document: Any) -> object:
    """The expected counts of the rules that differ: a missing rule changes the search, not the answer."""
    adapters.fresh_module = lambda name: loaded(name, document.source_text)
    grids = tomllib.loads((HERE.parent / "edition" / "figures.toml").read_text(encoding="utf-8"))["grid"]
    reports = [
        adapter_of("deduction_style").search(Grid(each["clues"]), limit=1, watch=True) for each in grids
    ]
    return [
        each["rules"]
        for each, report in zip(grids, reports, strict=True)
        if any(report.counts[name] != number for name, number in each["rules"].items())
    ]


def _rows(grid: str) -> list[list[int]]:
    return [[int(digit) for digit in grid[start : start + 9]] for start in range(0, 81, 9)]


SHOWS: dict[str, tuple[Callable[[Any], object], ...]] = {
    "c_style": (c_style_shows, c_style_draws, c_style_waits),
    "scilab_style": (scilab_style_says, scilab_style_shows, scilab_style_gives),
    "pseudocode_style": (pseudocode_style_shows,),
    "deduction_style": (deduction_style_deduces, deduction_style_shows),
}


@functools.cache
def original_output(module: str) -> list[object]:
    original = adapters.fresh_module
    try:
        return [show(loaded(module, source_of(module))) for show in SHOWS[module]]
    finally:
        adapters.fresh_module = original


def program_detects(module: str, source: str) -> str | None:
    """The first part of the program whose output differs from that of the original module."""
    for show, right in zip(SHOWS[module], original_output(module), strict=True):
        if show(loaded(module, source)) != right:
            return show.__name__
    return None


# --- one mutant, in a forked process ------------------------------------------------------------------


@dataclass(frozen=True)
class Detection:
    """What detected a mutant (suite, program or None), and how."""

    by: str | None
    how: str


STAGES = {"suite": suite_detects, "program": program_detects}


def detect(mutant: Mutant, seconds: Mapping[str, float]) -> Detection:
    """Run the stages on the mutant until one detects it. A timeout is a detection."""
    first = "suite" if mutant.function in SOLVING[mutant.module] else "program"
    for name in sorted(STAGES, key=lambda name: name != first):
        how = _stage(name, mutant.module, mutant.source(), seconds[name])
        if how is not None:
            return Detection(name, how)
    return Detection(None, "survives")


def _stage(name: str, module: str, source: str, seconds: float) -> str | None:
    original_output(module)  # computed before the fork, so that it is cached for all mutants
    return _in_a_fork(lambda: STAGES[name](module, source), seconds)


def _in_a_fork(work: Callable[[], str | None], seconds: float) -> str | None:
    read_end, write_end = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            _set_limits(seconds)
            os.close(read_end)
            try:
                result = work()
            except BaseException as error:
                result = f"{type(error).__name__}: {error}"
            os.write(write_end, json.dumps(result)[:4000].encode())
        finally:
            os._exit(0)
    os.close(write_end)
    try:
        ready = select.select([read_end], [], [], 10 * seconds)[0]  # the machine may be busy
        text = os.read(read_end, 1 << 16).decode() if ready else '"endless"'
    finally:
        os.close(read_end)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    try:
        result = json.loads(text) if text else "it ended without an answer"
    except ValueError:
        result = text
    return None if result is None else str(result)


def _set_limits(seconds: float) -> None:
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 1, int(seconds) + 1))


def timeouts_s(module: str) -> dict[str, float]:
    """CPU seconds of a mutant in each stage: a few times those of the original module."""
    taken = {}
    for name in STAGES:
        began = time.perf_counter()
        how = _stage(name, module, source_of(module), 300)
        if how is not None:
            raise SystemExit(f"the original {module} does not pass: {how}")
        taken[name] = 3 * (time.perf_counter() - began) + 2
    return taken


@dataclass(frozen=True)
class EquivalentMutant:
    """An entry of equivalent_mutants.toml."""

    why: str
    by: str | None
    """None: nothing can detect it. "program": only the output of the document's program can, because the adapter
    replaces that line."""


def equivalent_mutants() -> dict[Key, EquivalentMutant]:
    """The mutants that the suite cannot detect."""
    entries = tomllib.loads((HERE / "equivalent_mutants.toml").read_text(encoding="utf-8"))
    return {
        (
            each["module"],
            each["function"],
            each["before"],
            each["after"],
            each.get("nth", 1),
        ): EquivalentMutant(each["why"], each.get("by"))
        for each in entries.get("mutant", [])
    }


@dataclass(frozen=True)
class Survivor:
    """A mutant that was not detected, or not by the expected stage."""

    mutant: Mutant
    detection: Detection

    def __str__(self) -> str:
        one = self.mutant
        nth = f" ({one.nth})" if one.nth > 1 else ""
        return (
            f"{one.function}: {one.before}  ->  {one.after}{nth}  [{self.detection.by}: {self.detection.how}]"
        )


def unexplained(module: str) -> Iterator[Survivor]:
    """Yield the survivors that are not in equivalent_mutants.toml."""
    known = equivalent_mutants()
    seconds = timeouts_s(module)
    for mutant in mutants(module):
        entry = known.get(mutant.key)
        if entry is not None and entry.by is None:
            continue
        found = detect(mutant, seconds)
        solving = mutant.function in SOLVING[module]
        unexpected = found.by == "program" and solving and found.how != deduction_style_deduces.__name__
        if found.by is None or (unexpected and entry is None):
            yield Survivor(mutant, found)


def main() -> int:
    parser = argparse.ArgumentParser(
        description="Run the mutants of the documents' modules and list survivors."
    )
    parser.add_argument("modules", nargs="*", default=[], help="default: all four")
    parser.add_argument("--list", action="store_true", help="only list the mutants")
    chosen = parser.parse_args()
    survivors = 0
    for module in chosen.modules or MODULES:
        found = mutants(module)
        print(f"{module}: {len(found)} mutants on {len(small_cases(module))} cases", flush=True)
        if chosen.list:
            for mutant in found:
                print(f"  {mutant.function}: {mutant.before}  ->  {mutant.after}")
            continue
        began = time.perf_counter()
        for survivor in unexplained(module):
            survivors += 1
            print(f"  {survivor}", flush=True)
        print(f"  {time.perf_counter() - began:.0f} s", flush=True)
    print(f"{survivors} unexplained survivors")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
