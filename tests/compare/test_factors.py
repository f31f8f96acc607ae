"""Who plays which part is read off what solvers declare, whoever is there."""

from __future__ import annotations

from sudoku_rosetta.compare.entrants import Entrant, Facts, usual_reference
from sudoku_rosetta.compare.factors import roads
from sudoku_rosetta.solvers import solvers

TREE = ("lexicographic", "row-major")


def facts(language: str, style: str, document: str | None, *promises: str) -> Facts:
    return Facts("", style, language, document, ("all",), promises, ())


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


def without(*names: str) -> dict[str, Facts]:
    return {name: fact for name, fact in KNOWN.items() if name not in names}


def test_from_the_slowest_writing_to_the_fast_core_one_thing_changes_at_a_time() -> None:
    assert roads(KNOWN) == [WHOLE, RULES]


def test_every_part_may_be_missing() -> None:
    assert roads(without("fast-c")) == [WHOLE[:2], RULES]
    assert roads(without("original-c", "fast-c")) == [WHOLE[:1], RULES]
    assert roads(without("scilab-style")) == [WHOLE[1:], RULES]
    assert roads(without("c-style")) == [[("algorithm", "scilab-style", "rules")]]
    assert roads(without("c-style", "scilab-style")) == []
    assert roads({}) == []


def test_the_same_solver_twice_is_no_factor() -> None:
    assert roads(KNOWN | {"c-style-2": KNOWN["c-style"]}) == [WHOLE, RULES]


def test_our_own_solvers_make_a_chain_with_every_writing() -> None:
    found = roads({solver.id: Facts.of(solver) for solver in solvers()})
    begun_with = {steps[0][1] for steps in found}
    assert {"scilab-style", "pseudocode-style", "c-style"} <= begun_with


def test_the_usual_reference_is_the_document_s_own_c_or_else_the_first() -> None:
    def usual(known: dict[str, Facts]) -> str:
        return usual_reference([Entrant(name, "registered", (name,)) for name in known], known)

    assert usual(KNOWN) == "original-c"
    assert usual(without("original-c")) == "c-style"
