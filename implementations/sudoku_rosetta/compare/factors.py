"""Taking the difference apart: how much of it is the language, the writing, the algorithm.

    language    one tree, one style, in two languages: document c's own C against its twin in Python
    writing     one tree, one language: globals, copies of a matrix, 1-based matrices
    algorithm   one language, another search: the tree in reading order against rules, or against the fast core

Who plays which part is read off what the solvers declare. A chain leads from one solver to another, each step
changing one thing; on the puzzles that all of the chain have run, its factors multiply to the whole, exactly.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

from .entrants import Facts
from .measure import Standing
from .ratios import Ratio, ratio

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


def roads(facts: Mapping[str, Facts]) -> list[list[Step]]:
    """The chains that these solvers make possible."""
    trees = [name for name in facts if facts[name].one_tree]
    bridge = next(_twins(trees, facts), None)
    python_trees = [name for name in trees if facts[name].language == "Python"]
    if not python_trees:
        return []
    twin, compiled = bridge or (python_trees[0], None)
    below: list[Step] = [("language", twin, compiled)] if compiled else []
    if compiled:
        below += [("algorithm", compiled, name) for name in _others(facts, facts[compiled].language, False)][
            :1
        ]
    writings = [name for name in python_trees if _identity(facts[name]) != _identity(facts[twin])]
    found: list[list[Step]] = [[("writing", name, twin), *below] for name in writings]
    if not writings and below:
        found = [below]
    return found + [[("algorithm", twin, name)] for name in _others(facts, "Python", True)]


def _twins(trees: Sequence[str], facts: Mapping[str, Facts]) -> Iterator[tuple[str, str]]:
    """The same document in Python and in its own language."""
    for one in trees:
        for other in trees:
            same = (facts[one].document, facts[one].style) == (facts[other].document, facts[other].style)
            if same and facts[one].document and facts[one].language == "Python" != facts[other].language:
                yield one, other


def _others(facts: Mapping[str, Facts], language: str, of_a_document: bool) -> list[str]:
    """Those that search otherwise, in that language."""
    return [
        name
        for name, fact in facts.items()
        if not fact.one_tree and fact.language == language and (fact.document is not None) == of_a_document
    ]


def _identity(facts: Facts) -> tuple[str | None, str, str]:
    return facts.document, facts.style, facts.language


def chains(standings: Mapping[str, Standing], reference: str, size: int, ours: Sequence[str]) -> list[Chain]:
    """Every chain among `ours`, measured."""
    there = {name: standing for name, standing in standings.items() if standing.runs and name in ours}
    facts = {name: standing.facts for name, standing in there.items() if standing.facts}
    found = [_chain(steps, there, standings[reference], size) for steps in roads(facts)]
    return [chain for chain in found if chain is not None]


def _chain(
    steps: Sequence[Step], standings: Mapping[str, Standing], reference: Standing, size: int
) -> Chain | None:
    names = [steps[0][1], *(faster for _, _, faster in steps)]
    common = set(reference.share)
    for name in names:
        common &= set(standings[name].share)
    puzzles = sorted(common)
    if not puzzles:
        return None

    def between(slower: str, faster: str) -> Ratio | None:
        samples = (standings[slower].samples, standings[faster].samples, reference.samples)
        return ratio(*samples, puzzles, size)

    ratios = [between(slower, faster) for _, slower, faster in steps]
    whole = between(names[0], names[-1])
    factors = [
        Factor(kind, slower, faster, each)
        for (kind, slower, faster), each in zip(steps, ratios, strict=True)
        if each
    ]
    if whole is None or len(factors) < len(steps):
        return None
    return Chain(len(puzzles), size, _same_tree([standings[name] for name in names]), whole, tuple(factors))


def _same_tree(standings: Sequence[Standing]) -> bool:
    trees = [standing.trees for standing in standings if standing.facts and standing.facts.one_tree]
    common = set.intersection(*map(set, trees)) if trees else set()
    return bool(common) and all(tree[puzzle] == trees[0][puzzle] for tree in trees for puzzle in common)
