"""Explain the time ratio of two solvers as a product of factors.

    implementation  same tree, same language, another style: globals, copies of a matrix, 1-based matrices
    language        same tree, same style, another language: document c's C program and its Python version
    algorithm       same language, another search: the rules or the fast core instead of the row-major search

A chain is a list of steps from one solver to another; each step changes one of the three. The steps follow from
what the solvers declare. All ratios of a chain use the same puzzles, so the product of the factors is the ratio of
its two ends.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

from ..solvers.protocol import Declared
from ._measure import SolverSamples
from .statistics import Ratio, ratio

Kind = Literal["language", "implementation", "algorithm"]
Step = tuple[Kind, str, str]


@dataclass(frozen=True)
class Factor:
    """One step of a chain."""

    kind: Annotated[Kind, "what differs between the two solvers"]
    slower: Annotated[str, "the first solver of the step"]
    faster: Annotated[str, "the second solver of the step"]
    ratio: Annotated[Ratio, "the time of `slower` divided by that of `faster`"]


@dataclass(frozen=True)
class Chain:
    """The steps from one solver to another."""

    puzzles: Annotated[int, "number of puzzles that all solvers of the chain ran"]
    set_size: Annotated[int, "number of puzzles in the set"]
    same_tree: Annotated[bool, "whether the solvers that declare the row-major tree had equal tree digests"]
    ratio: Annotated[Ratio, "the time of the first solver divided by that of the last"]
    factors: Annotated[tuple[Factor, ...], "the steps"]


def factor_paths(declared: Mapping[str, Declared]) -> list[list[Step]]:
    """The chains between these solvers."""
    trees = [name for name in declared if declared[name].row_major]
    python_trees = [name for name in trees if declared[name].language == "Python"]
    if not python_trees:
        return []
    # find a Python version whose original program is also compared
    version, original = next(_versions_with_original(trees, declared), (python_trees[0], None))
    # from this version to the original, and from the original to the fast core
    tail: list[Step] = []
    if original:
        tail = [("language", version, original)]
        fast = _other_searches(declared, declared[original].language, of_a_document=False)
        tail += [("algorithm", original, name) for name in fast[:1]]
    # from each other Python program to this one
    others = [name for name in python_trees if _identity(declared[name]) != _identity(declared[version])]
    found: list[list[Step]] = [[("implementation", name, version), *tail] for name in others]
    if not others and tail:
        found = [tail]
    rules = _other_searches(declared, "Python", of_a_document=True)
    return found + [[("algorithm", version, name)] for name in rules]


def _versions_with_original(
    trees: Sequence[str], declared: Mapping[str, Declared]
) -> Iterator[tuple[str, str]]:
    """Each Python version of a document's program, with the original in its own language."""
    for one in trees:
        for other in trees:
            python, original = declared[one], declared[other]
            same = (python.document, python.style) == (original.document, original.style)
            if same and python.document and python.language == "Python" != original.language:
                yield one, other


def _other_searches(declared: Mapping[str, Declared], language: str, *, of_a_document: bool) -> list[str]:
    """The solvers in this language that do not search the row-major tree."""
    return [
        name
        for name, one in declared.items()
        if not one.row_major and one.language == language and (one.document is not None) == of_a_document
    ]


def _identity(declared: Declared) -> tuple[str | None, str, str]:
    return declared.document, declared.style, declared.language


def chains(
    solvers: Mapping[str, SolverSamples], reference: str, size: int, allowed: Sequence[str]
) -> list[Chain]:
    """The measured chains between the allowed solvers."""
    measured = {name: solver for name, solver in solvers.items() if solver.is_measured and name in allowed}
    declared = {name: solver.declared for name, solver in measured.items() if solver.declared}
    found = [_chain(steps, measured, solvers[reference], size) for steps in factor_paths(declared)]
    return [chain for chain in found if chain is not None]


def _chain(
    steps: Sequence[Step], solvers: Mapping[str, SolverSamples], reference: SolverSamples, size: int
) -> Chain | None:
    names = [steps[0][1], *(faster for _, _, faster in steps)]
    puzzles = sorted(set(reference.share).intersection(*(solvers[name].share for name in names)))
    if not puzzles:
        return None

    def between(slower: str, faster: str) -> Ratio | None:
        return ratio(solvers[slower].rounds, solvers[faster].rounds, puzzles)

    product = between(names[0], names[-1])
    factors = [
        Factor(kind, slower, faster, found)
        for kind, slower, faster in steps
        if (found := between(slower, faster))
    ]
    if product is None or len(factors) < len(steps):
        return None
    return Chain(len(puzzles), size, _same_tree([solvers[name] for name in names]), product, tuple(factors))


def _same_tree(solvers: Sequence[SolverSamples]) -> bool:
    trees = [solver.trees for solver in solvers if solver.declared and solver.declared.row_major]
    common = set.intersection(*map(set, trees)) if trees else set()
    return bool(common) and all(tree[puzzle] == trees[0][puzzle] for tree in trees for puzzle in common)
