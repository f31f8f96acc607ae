"""The checks that nothing goes from one search to another: whatever came before, beside or inside, an answer is the
same. Each runs on a few witnesses among the cases: small, but not so small that nothing could be left behind.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import threading
import warnings
from collections.abc import Callable, Sequence
from typing import Any

from ..grid import Grid
from .case import Case
from .outcome import Reason
from .subject import Broken, Skip, Subject, TimedOut, Wrong, placements_of, room
from .words import both, how_many

ENOUGH_TO_LEAVE_TRACES = 60
"""Placements from which on a case is a good witness."""
WITNESSES = 2
FULL_AND_WRONG = "1" * 81
"""It clashes everywhere and has no empty cell: nobody searches it for long."""


class Interrupted(Exception):
    """What our consumer raises."""


def witnesses(subject: Subject, cases: Sequence[Case]) -> list[Case]:
    """A few cases, each with the next one as the other grid: of one solution, of several, of none."""
    most = min(subject.budget or 20_000, 20_000) // 6
    sizes = {case.id: placements_of(case, most) for case in cases if _is_searched(case)}
    fit = sorted(
        (size < ENOUGH_TO_LEAVE_TRACES, size if size >= ENOUGH_TO_LEAVE_TRACES else -size, case.id, case)
        for case in cases
        if (size := sizes.get(case.id)) is not None and size <= most
    )
    chosen: list[Case] = []
    for expect in ("unique", "multiple", "none"):
        if expect == "multiple" and not (subject.gives_all or subject.only_counts):
            continue
        some = [case for *_, case in fit if case.expect == expect]
        chosen += some[: WITNESSES if expect != "none" else 1]
    return chosen


def _is_searched(case: Case) -> bool:
    return case.expect != "invalid" and case.limit is None and (case.count or 0) <= 100


def _answer(subject: Subject, case: Case) -> tuple[str, ...]:
    """What is compared: all the solutions, in the order that is promised; below the level all, the first."""
    if subject.only_counts:
        return (how_many(subject.count(case)).en,)
    if not subject.gives_all:
        return subject.ask(case.grid, limit=1).lines
    lines = subject.ask(case.grid, at_most=room(case)).lines
    return lines if "lexicographic" in subject.solver.promises else tuple(sorted(lines))


def _compare(before: Sequence[str], after: Sequence[str], when: Reason) -> None:
    if before == after:
        return
    if len(before) != len(after):
        first, then = how_many(len(before)), how_many(len(after))
    else:
        pairs = zip(before, after, strict=True)
        first, then = next((Reason(a, a), Reason(b, b)) for a, b in pairs if a != b)
    raise Wrong(
        both(
            "with this grid your program gives {first}, and {when} {then}: something is left of another search",
            "avec cette grille votre programme donne {first}, et {when} {then} : il reste quelque chose d'une "
            "autre recherche",
            first=first,
            then=then,
            when=when,
        )
    )


def check_input(subject: Subject, case: Case, other: Case) -> None:
    """The grid that it was given is afterwards as it was."""
    if subject.raw:
        _check_argument(subject, case)
        return
    grid = Grid(case.grid)
    subject.bounded(lambda: subject.solver.solve(grid))
    if str(grid) != case.grid:
        raise Wrong(
            both(
                "your program changes the grid that it is given; afterwards it holds {after}",
                "votre programme change la grille qu'on lui donne ; elle contient ensuite {after}",
                after=str(grid),
            )
        )


def _check_argument(subject: Subject, case: Case) -> None:
    subject.ask(case.grid, limit=1)
    changed = getattr(subject.solver, "changed_argument", None)
    if changed is None:
        raise Skip(
            Reason("it is given a text, which cannot change", "on lui donne un texte, qui ne peut changer")
        )
    if changed and not getattr(subject.solver, "in_place", False):
        raise Wrong(
            Reason(
                "your function changes the grid that it is given, and gives its answer apart: a caller who keeps "
                "the grid loses it (to solve in place, return True or None)",
                "votre fonction change la grille qu'on lui donne, et rend sa réponse à part : qui garde la grille "
                "la perd (pour résoudre sur place, rendre True ou None)",
            )
        )


def check_again(subject: Subject, case: Case, other: Case) -> None:
    """The same grid a second time gets the same answer."""
    first = _answer(subject, case)
    _compare(first, _answer(subject, case), Reason("the second time", "la seconde fois"))


def check_between(subject: Subject, case: Case, other: Case) -> None:
    """The same grid gets the same answer once another grid was solved in between."""
    first = _answer(subject, case)
    _answer(subject, other)
    when = both(
        "once it has solved another ({grid})", "après en avoir résolu une autre ({grid})", grid=other.grid
    )
    _compare(first, _answer(subject, case), when)


def check_nested(subject: Subject, case: Case, other: Case) -> None:
    """A search asked for while another one shows a solution disturbs neither."""
    if subject.raw:
        raise Skip(Reason("it is not ours to interrupt", "on ne peut pas s'y glisser"))
    first, inside = _answer(subject, case), _answer(subject, other)
    inner: list[str] = []
    answer = subject.hear(case.grid, lambda: inner.extend(_heard(subject, other)), at_most=room(case))
    when = Reason("when another is solved meanwhile", "quand une autre est résolue pendant ce temps")
    _compare(first, _as_promised(subject, answer.lines), when)
    if answer.lines:
        _compare(inside, _as_promised(subject, inner), when)


def _heard(subject: Subject, case: Case) -> tuple[str, ...]:
    """Asked in the thread where we are: in the midst of another search."""
    lines: list[str] = []

    def found(solution: Grid) -> None:
        if len(lines) == room(case):
            raise Interrupted
        lines.append(str(solution))

    with contextlib.suppress(Interrupted):
        subject.solver.search(Grid(case.grid), found)
    return tuple(lines)


def check_after_error(subject: Subject, case: Case, other: Case) -> None:
    """Right after an error (a consumer that raises; for a program, a grid that makes no sense) the answer is the
    same."""
    first = _answer(subject, case)
    when = Reason("right after an error", "juste après une erreur")
    if subject.raw:
        try:
            subject.bounded(lambda: _ask_nonsense(subject))
        except Skip:
            raise
        except Exception:  # whatever it says of it is another check's matter
            pass
        _compare(first, _answer(subject, case), when)
        return
    if case.expect == "none":
        raise Skip(Reason("it has no solution to raise at", "elle n'a pas de solution où lever une erreur"))

    shown: list[Grid] = []

    def found(solution: Grid) -> None:
        shown.append(solution)
        raise Interrupted

    came_out = False
    try:
        subject.bounded(lambda: subject.solver.search(Grid(case.grid), found, limit=2))
    except Interrupted:
        came_out = True
    if shown and not came_out:
        raise Wrong(
            Reason(
                "an exception that its caller raises at a solution does not come out of its search",
                "une exception que l'appelant lève devant une solution ne ressort pas de sa recherche",
            )
        )
    _compare(first, _answer(subject, case), when)


def _ask_nonsense(subject: Subject) -> None:
    solver: Any = subject.solver
    (solver.raw_count if subject.only_counts else solver.raw_search)(FULL_AND_WRONG, 1)


def check_threads(subject: Subject, case: Case, other: Case) -> None:
    """Two searches at once, from two threads, get the answers that they get alone."""
    alone = [_answer(subject, each) for each in (case, other)]
    meeting = threading.Barrier(2)
    together: dict[int, tuple[str, ...] | BaseException] = {}

    def ask(number: int, each: Case) -> None:
        try:
            together[number] = _meeting_answer(subject, each, meeting)
        except BaseException as error:
            together[number] = error

    threads = [threading.Thread(target=ask, args=(0, case)), threading.Thread(target=ask, args=(1, other))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    when = Reason("while another thread solves another", "pendant qu'un autre fil en résout une autre")
    for number, before in enumerate(alone):
        after = together[number]
        if isinstance(after, BaseException):
            raise after
        _compare(before, after, when)


def _meeting_answer(subject: Subject, case: Case, meeting: threading.Barrier) -> tuple[str, ...]:
    """The answer; where we see its first solution, the other search is waited for, so that both are under way."""
    if subject.raw:
        return _answer(subject, case)

    def meet() -> None:
        # one that searches a grid at a time does not come: that is its right
        with contextlib.suppress(threading.BrokenBarrierError):
            meeting.wait(0.5)

    limit = None if subject.gives_all else 1
    try:
        answer = subject.hear(case.grid, meet, limit=limit, at_most=room(case))
    finally:
        meeting.abort()  # one without a solution keeps nobody waiting
    return _as_promised(subject, answer.lines)


def check_forked(subject: Subject, case: Case, other: Case) -> None:
    """In a forked process the answer is the same."""
    if subject.raw or not hasattr(os, "fork"):
        raise Skip(
            Reason("it has a process of its own", "il a son propre processus")
            if subject.raw
            else Reason("this system has no fork", "ce système n'a pas de fork")
        )
    first = _answer(subject, case)
    after = in_a_fork(lambda: _answer(subject, case), subject.seconds)
    _compare(first, after, Reason("in a forked process", "dans un processus dédoublé"))


def in_a_fork(work: Callable[[], Sequence[str]], seconds: float) -> tuple[str, ...]:
    """The work's lines, from a process forked off this one, which is gone afterwards."""
    reading, writing = os.pipe()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of Python 3.12 on: a fork beside threads
        child = os.fork()
    if child == 0:  # nothing of our caller's may run here: no clean-up, no report of its tests
        try:
            os.close(reading)
            try:
                said: object = list(work())
            except BaseException as error:
                said = f"{type(error).__name__}: {error}"
            _write(writing, json.dumps(said).encode())
        finally:
            os._exit(0)
    os.close(writing)
    try:
        text = _read(reading, seconds + 5)
    finally:
        os.close(reading)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    if text is None:
        raise TimedOut(seconds)
    said = json.loads(text or '"it ended without a word"')
    if isinstance(said, str):
        raise Broken(both("in a forked process: {said}", "dans un processus dédoublé : {said}", said=said))
    assert isinstance(said, list)
    return tuple(said)


def _write(pipe: int, data: bytes) -> None:
    while data:
        data = data[os.write(pipe, data) :]


def _read(pipe: int, seconds: float) -> bytes | None:
    parts: list[bytes] = []
    while select.select([pipe], [], [], seconds)[0]:
        part = os.read(pipe, 1 << 16)
        if not part:
            return b"".join(parts)
        parts.append(part)
    return None


def _as_promised(subject: Subject, lines: Sequence[str]) -> tuple[str, ...]:
    return tuple(lines) if "lexicographic" in subject.solver.promises else tuple(sorted(lines))
