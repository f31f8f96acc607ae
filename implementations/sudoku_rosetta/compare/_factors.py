"""Taking the difference apart: how much of it is the language, the writing, the algorithm.

    language    one tree, one style, in two languages: document c's own C against its twin in Python
    writing     one tree, one language: globals, copies of a matrix, 1-based matrices
    algorithm   one language, another search: the tree in reading order against rules, or against the fast core

The steps follow from what the solvers declare. A chain leads from one solver to another, each step changing one
thing; on the puzzles that all of the chain have run, its factors multiply to the whole, exactly.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

from ..solvers.protocol import Declared
from ._measure import SolverSamples
from .statistics import Ratio, ratio

Kind = Literal["language", "writing", "algorithm"]
Step = tuple[Kind, str, str]


@dataclass(frozen=True)
class Factor:
    """One step of a chain."""

    kind: Annotated[Kind, "what changes from the one to the other, all else being equal"]
    slower: Annotated[str, "the solver that the step leaves"]
    faster: Annotated[str, "the solver that it comes to"]
    ratio: Annotated[Ratio, "the time of `slower` to that of `faster`"]


@dataclass(frozen=True)
class Chain:
    """From one solver to another, step by step."""

    puzzles: Annotated[int, "how many puzzles all of the chain have run"]
    of: Annotated[int, "how many the set has"]
    one_tree: Annotated[bool, "whether those that declare the one tree were seen to search it, by digest"]
    whole: Annotated[Ratio, "the time of the first to that of the last: the product of the factors"]
    factors: Annotated[tuple[Factor, ...], "the steps"]


def factor_paths(declared: Mapping[str, Declared]) -> list[list[Step]]:
    """The chains of steps that these solvers allow."""
    trees = [name for name in declared if declared[name].one_tree]
    bridge = next(_twins(trees, declared), None)
    python_trees = [name for name in trees if declared[name].language == "Python"]
    if not python_trees:
        return []
    twin, compiled = bridge or (python_trees[0], None)
    below: list[Step] = [("language", twin, compiled)] if compiled else []
    if compiled:
        below += [
            ("algorithm", compiled, name) for name in _others(declared, declared[compiled].language, False)
        ][:1]
    writings = [name for name in python_trees if _identity(declared[name]) != _identity(declared[twin])]
    found: list[list[Step]] = [[("writing", name, twin), *below] for name in writings]
    if not writings and below:
        found = [below]
    return found + [[("algorithm", twin, name)] for name in _others(declared, "Python", True)]


def _twins(trees: Sequence[str], declared: Mapping[str, Declared]) -> Iterator[tuple[str, str]]:
    """The same document in Python and in its own language."""
    for one in trees:
        for other in trees:
            python, compiled = declared[one], declared[other]
            same = (python.document, python.style) == (compiled.document, compiled.style)
            if same and python.document and python.language == "Python" != compiled.language:
                yield one, other


def _others(declared: Mapping[str, Declared], language: str, of_a_document: bool) -> list[str]:
    """Those that search otherwise, in that language."""
    return [
        name
        for name, one in declared.items()
        if not one.one_tree and one.language == language and (one.document is not None) == of_a_document
    ]


def _identity(declared: Declared) -> tuple[str | None, str, str]:
    return declared.document, declared.style, declared.language


def chains(
    solvers: Mapping[str, SolverSamples], reference: str, size: int, allowed: Sequence[str]
) -> list[Chain]:
    """Every chain among the allowed solvers, measured."""
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

    whole = between(names[0], names[-1])
    factors = [
        Factor(kind, slower, faster, found)
        for kind, slower, faster in steps
        if (found := between(slower, faster))
    ]
    if whole is None or len(factors) < len(steps):
        return None
    return Chain(len(puzzles), size, _same_tree([solvers[name] for name in names]), whole, tuple(factors))


def _same_tree(solvers: Sequence[SolverSamples]) -> bool:
    trees = [solver.trees for solver in solvers if solver.declared and solver.declared.one_tree]
    common = set.intersection(*map(set, trees)) if trees else set()
    return bool(common) and all(tree[puzzle] == trees[0][puzzle] for tree in trees for puzzle in common)
