"""The chains of factors follow from the declarations of the available solvers."""

from __future__ import annotations

from sudoku_rosetta.compare._factors import factor_paths
from sudoku_rosetta.compare.comparison import default_reference
from sudoku_rosetta.external.spec import SolverSpec
from sudoku_rosetta.solvers import solvers
from sudoku_rosetta.solvers.protocol import Declared

TREE = ("lexicographic", "row-major")


def declared(language: str, style: str, document: str | None, *promises: str) -> Declared:
    return Declared("", "", style, language, document, ("all",), promises)


KNOWN = {
    "c-style": declared("Python", "C", "c", *TREE),
    "scilab-style": declared("Python", "Scilab", "scilab", *TREE),
    "rules": declared("Python", "rules", "deduction", "lexicographic"),
    "original-c": declared("C", "C", "c", *TREE),
    "fast-c": declared("C", "fast", None, "lexicographic"),
    "mine.py:solve": declared("Python", "external", None),
    "a.out": declared("a.out", "external", None),
}
WHOLE = [
    ("implementation", "scilab-style", "c-style"),
    ("language", "c-style", "original-c"),
    ("algorithm", "original-c", "fast-c"),
]
RULES = [("algorithm", "c-style", "rules")]


def without(*names: str) -> dict[str, Declared]:
    return {name: each for name, each in KNOWN.items() if name not in names}


def test_each_step_changes_one_of_implementation_language_and_algorithm() -> None:
    assert factor_paths(KNOWN) == [WHOLE, RULES]


def test_chains_without_some_solvers() -> None:
    assert factor_paths(without("fast-c")) == [WHOLE[:2], RULES]
    assert factor_paths(without("original-c", "fast-c")) == [WHOLE[:1], RULES]
    assert factor_paths(without("scilab-style")) == [WHOLE[1:], RULES]
    assert factor_paths(without("c-style")) == [[("algorithm", "scilab-style", "rules")]]
    assert factor_paths(without("c-style", "scilab-style")) == []
    assert factor_paths({}) == []


def test_the_same_solver_twice_is_no_factor() -> None:
    assert factor_paths(KNOWN | {"c-style-2": KNOWN["c-style"]}) == [WHOLE, RULES]


def test_every_document_solver_starts_a_chain() -> None:
    found = factor_paths({solver.id: solver.declared() for solver in solvers()})
    starts = {steps[0][1] for steps in found}
    assert {"scilab-style", "pseudocode-style", "c-style"} <= starts


def test_the_default_reference_is_the_original_c_program_or_else_the_first_solver() -> None:
    def default(known: dict[str, Declared]) -> str:
        return default_reference([SolverSpec(name, "registered", (name,)) for name in known], known)

    assert default(KNOWN) == "original-c"
    assert default(without("original-c")) == "c-style"
