"""The checks of what a solver answers: the first solution, all of them, their order, number and tree, the limit."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise

from ..grid import Grid, GridError
from .case import Case
from .outcome import Reason
from .subject import MANY, Answer, Broken, Skip, Subject, Wrong, is_late, reference_of, room
from .words import both, how_many, ordinal, there_are, unreadable, wrong_with


def check_answer(subject: Subject, case: Case) -> None:
    """The first solution is a right one, or there is none and it says so."""
    subject.affords(case)
    line = first_line(subject, case.grid)
    if line is None:
        if case.expect != "none":
            raise Wrong(
                both(
                    "with this grid your program gives no solution; there {are}; here is one: {one}",
                    "avec cette grille votre programme ne donne aucune solution ; il y en a ; en voici une : "
                    "{one}",
                    are="is one" if case.expect == "unique" else "are several",
                    one=_one_of(case),
                )
            )
        return
    check_right(line, case)


def first_line(subject: Subject, grid: str) -> str | None:
    """The first line that it gives, or None; where it is one of ours, asked through `solve`."""
    if subject.raw:
        lines = subject.ask(grid, limit=1).lines
        return lines[0] if lines else None
    solution = subject.bounded(lambda: subject.solver.solve(Grid(grid)))
    return None if solution is None else str(solution)


def check_right(line: str, case: Case) -> None:
    """Wrong where this line is no solution of the case, Broken where it is no grid at all."""
    if (why := unreadable(line)) is not None:
        raise Broken(why)
    if case.expect == "none" and wrong_with(line, case.grid) is not None:
        reason = wrong_with(line, case.grid)
        assert reason is not None
        raise Wrong(
            both("this grid has no solution; {why}", "cette grille n'a pas de solution ; {why}", why=reason)
        )
    if (why := wrong_with(line, case.grid)) is not None:
        raise Wrong(why)


def check_all(subject: Subject, case: Case) -> None:
    """All the solutions, and nothing else: each right, none twice, none missed."""
    _many(subject, case)
    subject.affords(case)
    answer = subject.whole(case)
    for line in answer.lines:
        check_right(line, case)
    check_none_twice(answer.lines)
    given = len(answer.lines)
    if given == case.asked and not answer.cut:
        return
    if given < case.asked:
        missed = _missed(answer.lines, case)
        raise Wrong(
            both(
                "with this grid your program gives {given}; {there}; here is {one} that it misses: {missed}",
                "avec cette grille votre programme donne {given} ; {there} ; en voici une qui lui manque : "
                "{missed}",
                given=how_many(given),
                there=there_are(case.asked) if case.limit is None else asked_for(case.limit),
                one="the one" if case.asked - given == 1 else "one",
                missed=missed or "?",
            )
        )
    raise Wrong(
        both(
            "with this grid your program gives {given}; {there}",
            "avec cette grille votre programme donne {given} ; {there}",
            given=how_many(given),
            there=there_are(case.asked) if case.limit is None else asked_for(case.limit),
        )
    )


def check_none_twice(lines: Sequence[str]) -> None:
    """Wrong where a solution is given a second time."""
    place: dict[str, int] = {}
    for number, line in enumerate(lines, 1):
        if line in place:
            raise Wrong(
                both(
                    "your program gives the same solution twice, as its {first} and its {second}: {line}",
                    "votre programme donne deux fois la même solution, comme {first} et comme {second} : {line}",
                    first=ordinal(place[line]),
                    second=ordinal(number),
                    line=line,
                )
            )
        place[line] = number


def check_order(subject: Subject, case: Case) -> None:
    """The solutions come in lexicographic order; where only so many are asked for, the first ones of all."""
    if case.asked < 2:
        raise Skip(
            Reason("fewer than two solutions have no order", "moins de deux solutions n'ont pas d'ordre")
        )
    _many(subject, case)
    subject.affords(case)
    lines = subject.whole(case).lines
    for number, (before, after) in enumerate(pairwise(lines), 2):
        if after < before:
            raise Wrong(
                both(
                    "your program promises its solutions in rising order, but its {second} is smaller than "
                    "its {first}: {after}",
                    "votre programme promet ses solutions dans l'ordre croissant, mais sa {second} est plus "
                    "petite que sa {first} : {after}",
                    first=ordinal(number - 1),
                    second=ordinal(number),
                    after=after,
                )
            )
    _check_first_ones(lines, case)


def _check_first_ones(lines: Sequence[str], case: Case) -> None:
    """Where only so many are asked for: what it gives that is right begins with the first of all."""
    if case.limit is None:
        return
    mine = dict.fromkeys(line for line in lines if not unreadable(line) and not wrong_with(line, case.grid))
    for number, (line, right) in enumerate(zip(mine, case.solutions, strict=False), 1):
        if line != right:
            raise Wrong(
                both(
                    "your program promises its solutions in rising order; its {nth} should be {right}",
                    "votre programme promet ses solutions dans l'ordre croissant ; sa {nth} devrait être {right}",
                    nth=ordinal(number),
                    right=right,
                )
            )
    if case.digest and len(mine) == case.asked and not case.is_answered_by(mine):
        raise Wrong(
            both(
                "your program promises its solutions in rising order; its {number} are not the first ones of all",
                "votre programme promet ses solutions dans l'ordre croissant ; ses {number} ne sont pas les "
                "premières de toutes",
                number=case.asked,
            )
        )


def check_tree(subject: Subject, case: Case) -> None:
    """The placements, one by one, and the counts, are those of the row-major tree."""
    _many(subject, case)
    subject.affords(case)
    right = reference_of(case)
    if right is None:
        raise Skip(
            Reason(
                "the tree is too large to be walked once more in Python, for a comparison",
                "l'arbre est trop grand pour être parcouru encore une fois en Python et comparé",
            )
        )
    report = subject.whole(case).report
    if report is None:
        raise Wrong(
            Reason(
                "its search gives far more solutions than there are: no tree to compare",
                "sa recherche donne bien plus de solutions qu'il n'y en a : pas d'arbre à comparer",
            )
        )
    if report.tree is None and not {"placements", "tests"} & report.counts.keys():
        raise Skip(
            Reason(
                "it promises the row-major tree but reports neither digest nor placements nor tests",
                "il promet l'arbre ligne par ligne mais n'en dit ni empreinte, ni placements, ni tests",
            )
        )
    expected = {"placements": right.placements}
    if case.limit is None:  # left half-way, some have asked for all the tests of a cell, some not
        expected["tests"] = right.tests
    for name, number in expected.items():
        if name in subject.solver.reports and report.counts.get(name) != number:
            raise Wrong(
                both(
                    "it promises the row-major tree, which takes {right} {name} here; it reports {mine}",
                    "il promet l'arbre ligne par ligne, qui demande ici {right} {name} ; il en déclare {mine}",
                    right=number,
                    name=name,
                    mine=str(report.counts.get(name)),
                )
            )
    if report.tree is not None and report.tree != right.tree:
        raise Wrong(
            both(
                "it makes {number} placements, as the row-major tree does, but not the same ones in that order",
                "il fait {number} placements, comme l'arbre ligne par ligne, mais pas les mêmes dans cet ordre",
                number=right.placements,
            )
        )


def check_count(subject: Subject, case: Case) -> None:
    """The number of solutions is right, however it is asked for."""
    subject.affords(case)
    counted = subject.count(case)
    if counted != case.asked:
        raise Wrong(
            both(
                "your program counts {counted}; {there}",
                "votre programme compte {counted} ; {there}",
                counted=how_many(counted),
                there=there_are(case.asked) if case.limit is None else asked_for(case.limit),
            )
        )
    if not subject.raw and "all" in subject.solver.can:
        _check_report(subject.whole(case))


def _check_report(answer: Answer) -> None:
    if answer.report is not None and answer.report.solutions != len(answer.lines):
        raise Wrong(
            both(
                "its report says {said}, but it gave {gave}",
                "son rapport dit {said}, mais il a donné {gave}",
                said=how_many(answer.report.solutions),
                gave=how_many(len(answer.lines)),
            )
        )


def asked_for(limit: int) -> Reason:
    return both(
        "there are more, and {limit} were asked for",
        "il y en a davantage, et on en demandait {limit}",
        limit=limit,
    )


def check_limit(subject: Subject, case: Case) -> None:
    """Asked for 1, n - 1, n and n + 1 solutions, it gives so many, and n for the last."""
    subject.affords(case, times=4)
    number = case.asked
    for limit in sorted({1, number - 1, number, number + 1}):
        right = min(limit, number)
        answer = subject.ask(case.grid, limit=limit, at_most=room(case))
        for line in answer.lines:
            check_right(line, case)
        _check_limited(len(answer.lines), limit, right)
        if subject.raw:
            continue
        if limit < number:
            counted = subject.bounded(
                lambda most=limit: subject.solver.count(Grid(case.grid), limit=most)  # type: ignore[misc]
            )
            _check_limited(counted, limit, right)
        report = answer.report
        if report is not None and limit != number and report.complete != (limit > number):
            raise Wrong(
                both(
                    "of {limit} solutions asked for there are {right}: its report says complete={complete}",
                    "de {limit} solutions demandées il y a {right} : son rapport dit complete={complete}",
                    limit=limit,
                    right=right,
                    complete=str(report.complete),
                )
            )


def _check_limited(given: int, limit: int, right: int) -> None:
    if given != right:
        raise Wrong(
            both(
                "asked for {limit} at most, your program gives {given} instead of {right}",
                "alors qu'on en demande {limit} au plus, votre programme donne {given} au lieu de {right}",
                limit=how_many(limit),
                given=how_many(given),
                right=right,
            )
        )


def check_refusing(subject: Subject, case: Case) -> None:
    """A grid whose clues clash gets no solution: an error or nothing, but no answer."""
    if not subject.raw:
        _check_that_grid_refuses(case)
        return
    try:
        lines = subject.ask(case.grid, limit=1).lines
    except Exception as error:
        if getattr(error, "while_loading", False):
            raise
        if getattr(error, "kind", None) in ("crashed", "raised"):
            return  # an exit code that is not 0, an exception: that is a refusal
        if is_late(error):
            raise Broken(
                Reason(
                    "the clues of this grid clash, and your program searches it for ever: check the clues first",
                    "les chiffres donnés de cette grille se contredisent, et votre programme y cherche sans fin : "
                    "vérifiez-les d'abord",
                )
            ) from error
        raise
    if lines:
        raise Wrong(
            both(
                "the clues of this grid clash, and yet your program gives a solution: {line}",
                "les chiffres donnés de cette grille se contredisent, et votre programme donne pourtant une "
                "solution : {line}",
                line=lines[0],
            )
        )


def _check_that_grid_refuses(case: Case) -> None:
    try:
        Grid(case.grid)
    except GridError:
        return
    raise Wrong(
        Reason("Grid takes these clues, which clash", "Grid accepte ces chiffres, qui se contredisent")
    )


def _many(subject: Subject, case: Case) -> None:
    if case.asked >= MANY and not subject.reaches("count"):
        raise Skip(
            both(
                "{number} solutions: asked for from the level count on",
                "{number} solutions : demandées à partir du niveau count",
                number=case.asked,
            )
        )


def _one_of(case: Case) -> str:
    return _missed((), case) or "?"


def _missed(lines: Sequence[str], case: Case) -> str | None:
    """The smallest solution that is not among these lines, where it can be known."""
    right = case.solutions
    if not right:
        walked = reference_of(case)
        right = () if walked is None else walked.solutions
    given = set(lines)
    return next((line for line in right if line not in given), None)


APPLIES: Mapping[str, Callable[[Subject, Case], bool]] = {
    "answer": lambda subject, case: case.expect != "invalid",
    "all": lambda subject, case: case.expect != "invalid",
    "order": lambda subject, case: case.asked > 1,
    "tree": lambda subject, case: case.expect != "invalid",
    # where the solutions are given, that there is one only is seen as well
    "count": lambda subject, case: (
        case.expect in ("multiple", "none") or (case.expect == "unique" and not subject.gives_all)
    ),
    "limit": lambda subject, case: case.limit is None and 2 <= case.asked <= 100,
    "refusing": lambda subject, case: case.expect == "invalid",
}
"""Which cases a check is about."""
