"""The steps of a chain follow from what solvers declare, whichever are there."""

from __future__ import annotations

from sudoku_rosetta.compare._factors import factor_paths
from sudoku_rosetta.compare.comparison import usual_reference
from sudoku_rosetta.external.spec import SolverSpec
from sudoku_rosetta.solvers import solvers
from sudoku_rosetta.solvers.protocol import Declared

TREE = ("lexicographic", "row-major")


def facts(language: str, style: str, document: str | None, *promises: str) -> Declared:
    return Declared("", "", style, language, document, ("all",), promises)


KNOWN = {
    "c-style": facts("Python", "C", "c", *TREE),
    "scilab-style": facts("Python", "Scilab", "scilab", *TREE),
    "rules": facts("Python", "rules", "deduction", "lexicographic"),
    "original-c": facts("C", "C", "c", *TREE),
    "fast-c": facts("C", "fast", None, "lexicographic"),
    "mine.py:solve": facts("Python", "anyone's", None),
    "a.out": facts("a.out", "anyone's", None),
}
WHOLE = [
    ("writing", "scilab-style", "c-style"),
    ("language", "c-style", "original-c"),
    ("algorithm", "original-c", "fast-c"),
]
RULES = [("algorithm", "c-style", "rules")]


def without(*names: str) -> dict[str, Declared]:
    return {name: fact for name, fact in KNOWN.items() if name not in names}


def test_from_the_slowest_writing_to_the_fast_core_one_thing_changes_at_a_time() -> None:
    assert factor_paths(KNOWN) == [WHOLE, RULES]


def test_every_part_may_be_missing() -> None:
    assert factor_paths(without("fast-c")) == [WHOLE[:2], RULES]
    assert factor_paths(without("original-c", "fast-c")) == [WHOLE[:1], RULES]
    assert factor_paths(without("scilab-style")) == [WHOLE[1:], RULES]
    assert factor_paths(without("c-style")) == [[("algorithm", "scilab-style", "rules")]]
    assert factor_paths(without("c-style", "scilab-style")) == []
    assert factor_paths({}) == []


def test_the_same_solver_twice_is_no_factor() -> None:
    assert factor_paths(KNOWN | {"c-style-2": KNOWN["c-style"]}) == [WHOLE, RULES]


def test_our_own_solvers_make_a_chain_with_every_writing() -> None:
    found = factor_paths({solver.id: solver.declared() for solver in solvers()})
    begun_with = {steps[0][1] for steps in found}
    assert {"scilab-style", "pseudocode-style", "c-style"} <= begun_with


def test_the_usual_reference_is_the_document_s_own_c_or_else_the_first() -> None:
    def usual(known: dict[str, Declared]) -> str:
        return usual_reference([SolverSpec(name, "registered", (name,)) for name in known], known)

    assert usual(KNOWN) == "original-c"
    assert usual(without("original-c")) == "c-style"
