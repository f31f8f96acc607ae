"""The measuring itself: calibrate, look once at what each does, then generation after generation of timed rounds.

A generation begins a fresh process for each solver and ends it. In each of its rounds every solver goes through
its share, the quick ones many times; all that is cut into slices of some hundredths of a second, and the slices
of all solvers are run in random order, one at a time: a neighbour that makes noise for a while hits all alike.
It ends when every interval is tight, or the time is over.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from operator import mul
from statistics import fmean, median

from .crew import Broke, Member, OverCap
from .entrants import Entrant, Facts
from .plan import BEARABLE, FEWEST, loops, passes, shares, slices
from .ratios import Round, levels, student
from .sets import PuzzleSet

GENERATIONS = 5
ROUNDS = 3
_BEGINNING = 0.2
"""Seconds of processor time, about, that a process takes to begin and to be warm."""
TIGHT = 0.01
"""Half the width of an interval, as far as it is the clock's doing, with which one may be content."""
CONTROL = "(again)"
"""The reference takes part twice: how much it differs from itself is seen in every run."""
_CALIBRATION, _LOOKING = 0.2, 0.12
_WARM, _SHORT = 50_000_000, 30_000_000
_TRIES = 2


@dataclass
class Standing:
    """All that is known of one solver so far."""

    entrant: Entrant
    facts: Facts | None = None
    failed: str | None = None
    costs: dict[int, int] = field(default_factory=dict)
    unfinished: list[int] = field(default_factory=list)
    solutions: dict[int, int] = field(default_factory=dict)
    counts: dict[int, dict[str, int]] = field(default_factory=dict)
    trees: dict[int, str] = field(default_factory=dict)
    share: list[int] = field(default_factory=list)
    passes: int = 1
    samples: dict[int, list[Round]] = field(default_factory=dict)
    startups: list[tuple[int, int]] = field(default_factory=list)
    peaks: list[int] = field(default_factory=list)
    clock: list[int] = field(default_factory=lambda: [0, 0])
    """Nanoseconds of the timed runs, by the processor and by the clock."""

    @property
    def name(self) -> str:
        return self.entrant.name

    @property
    def runs(self) -> bool:
        return self.failed is None and bool(self.share)

    @property
    def first_only(self) -> bool:
        return self.facts is not None and self.facts.first_only


Tell = Callable[[Sequence[Standing], str, float], object]
"""Told of the standings, of what is being done, and of how much of the time is over."""


class Measuring:
    """One comparison under way."""

    def __init__(
        self,
        entrants: Sequence[Entrant],
        puzzles: PuzzleSet,
        *,
        budget: float,
        cap: float,
        seed: int,
        tell: Tell,
    ) -> None:
        self.standings = [Standing(entrant) for entrant in entrants]
        self.puzzles = puzzles
        self.rounds = ROUNDS
        self.stopped_by = "time"
        self._cap = cap
        self._rng = random.Random(seed)
        self._tell = tell
        self._began = time.monotonic()
        self._budget = budget
        self._crowds: list[float] = []
        """By how much the clock went faster than the processor's time, as each process began."""

    def _over(self) -> float:
        return (time.monotonic() - self._began) / self._budget

    def _left(self) -> float:
        return self._budget * (1 - self._over())

    def _say(self, doing: str) -> None:
        self._tell(self.standings, doing, min(self._over(), 1.0))

    def _begun(self, entrant: Entrant) -> Member:
        return Member(entrant, self.puzzles.grids, self.puzzles.limit, self._cap)

    # --- before the timed rounds ----------------------------------------------------------------------

    def calibrate(self) -> None:
        """What each puzzle costs, each solver as far as it comes in its part of the time."""
        seconds = self._budget * _CALIBRATION / len(self.standings)
        for standing in self.standings:
            self._say(f"{standing.name}: a first run")
            try:
                self._first_runs(standing, seconds)
            except Broke as broke:
                standing.failed = str(broke)
            if not standing.costs and not standing.failed:
                standing.failed = f"no puzzle finished within {self._cap:g} s"

    def _first_runs(self, standing: Standing, seconds: float) -> None:
        end = time.monotonic() + seconds
        member = self._begun(standing.entrant)
        standing.facts = member.facts
        self._crowds.append(max(member.startup_wall / max(member.startup, 1), 1.0))
        try:
            for puzzle in range(len(self.puzzles.grids)):
                try:
                    cost = self._cost(member, puzzle)
                    standing.costs[puzzle] = cost
                except OverCap:
                    standing.unfinished.append(puzzle)
                    member.end()
                    member = self._begun(standing.entrant)
                if len(standing.unfinished) >= _TRIES or (
                    self._known_enough(standing) and time.monotonic() > end
                ):
                    break
        finally:
            member.end()

    @staticmethod
    def _known_enough(standing: Standing) -> bool:
        return len(standing.costs) >= FEWEST or sum(standing.costs.values()) > BEARABLE

    @staticmethod
    def _cost(member: Member, puzzle: int) -> int:
        """Looked at anew, by the clock, where it is short: the first run has often to find its way, and Linux
        tells of a process on which a cap has lain by the tick only."""
        cost = member.first(puzzle)
        return cost if cost > _SHORT else min(member.run([puzzle] * 3, [1] * 3)["wall"])

    def allot(self, reference: str) -> None:
        """Shares for all, and the reference once more as the control."""
        first = next(standing for standing in self.standings if standing.name == reference)
        control = Standing(
            Entrant(CONTROL, first.entrant.kind, first.entrant.what, first.entrant.folder), first.facts
        )
        control.costs = first.costs
        self.standings.append(control)
        known = {standing.name: standing.costs for standing in self.standings if not standing.failed}
        size = len(self.puzzles.grids)
        for name, share in shares(known, size, self._for_a_round(len(known))).items():
            standing = next(standing for standing in self.standings if standing.name == name)
            standing.share, standing.passes = share, passes(standing.costs, share)

    def _for_a_round(self, solvers: int) -> float:
        """Seconds of processor time; on a machine that others use too there are fewer of them in a minute."""
        seconds = (0.9 * self._left() - self._budget * _LOOKING) / (
            median(self._crowds) if self._crowds else 1.0
        )
        return max((seconds / GENERATIONS - solvers * _BEGINNING) / ROUNDS, 0.3)

    def look(self) -> None:
        """Counts, trees and answers, outside the timed runs."""
        watched = [standing for standing in self.standings if standing.runs and standing.name != CONTROL]
        for standing in watched:
            self._say(f"{standing.name}: what it counts")
            end = time.monotonic() + self._budget * _LOOKING / len(watched)
            try:
                with self._begun(standing.entrant) as member:
                    for puzzle in standing.share:
                        self._look_at(standing, member, puzzle)
                        if time.monotonic() > end:
                            break
            except Broke as broke:
                standing.failed = str(broke)
            except OverCap:
                standing.failed = "it ends when it is only timed, but not when its answer is looked at"

    @staticmethod
    def _look_at(standing: Standing, member: Member, puzzle: int) -> None:
        seen = member.look(puzzle)
        if seen["wrong"]:
            raise Broke(f"wrong answer: {seen['wrong']}")
        standing.solutions[puzzle] = seen["solutions"]
        if seen["counts"]:
            standing.counts[puzzle] = seen["counts"]
        if seen["tree"]:
            standing.trees[puzzle] = seen["tree"]

    def agree(self, reference: str) -> None:
        """Times of solvers that do not answer alike are not to be compared."""
        first = next(standing for standing in self.standings if standing.name == reference)
        for standing in self.standings:
            one_at_most = first.first_only or standing.first_only
            for puzzle, number in standing.solutions.items():
                other = first.solutions.get(puzzle, number)
                if bool(number) != bool(other) if one_at_most else number != other:
                    standing.failed = (
                        f"{number} solution{'s' * (number != 1)} of puzzle {puzzle + 1}, "
                        f"where {reference} has {other}"
                    )
                    break

    # --- the timed rounds -----------------------------------------------------------------------------

    def go(self, reference: str) -> None:
        """Generations, until all is tight or the time is over."""
        generation, longest = 0, 0.0
        while generation < 2 or self._left() > 1.1 * longest:
            began = time.monotonic()
            self._say(f"generation {generation + 1}")
            self._generation(generation)
            longest = max(longest, time.monotonic() - began)
            generation += 1
            if generation >= GENERATIONS and self._tight(reference):
                self.stopped_by = "tight intervals"
                break
        self._say("done")

    def _generation(self, generation: int) -> None:
        with ExitStack() as stack:
            members: dict[str, Member] = {}
            for standing in self._shuffled():
                with self._blame(standing):
                    members[standing.name] = stack.enter_context(self._begun(standing.entrant))
                    member = members[standing.name]
                    standing.startups.append((member.startup, member.startup_wall))
                    self._warm(standing, member)
            for _ in range(self.rounds):
                self._round(generation, members)
                self._say(f"generation {generation + 1}")
            for standing in self._shuffled():
                with self._blame(standing):
                    standing.peaks.append(members[standing.name].peak())

    def _shuffled(self) -> list[Standing]:
        running = [standing for standing in self.standings if standing.runs]
        self._rng.shuffle(running)
        return running

    @staticmethod
    def _warm(standing: Standing, member: Member) -> None:
        spent = 0
        for puzzle in standing.share:
            often = loops(standing.costs[puzzle])
            spent += often * member.run([puzzle], [often])["cpu"][0]
            if spent > _WARM:
                break

    def _round(self, generation: int, members: dict[str, Member]) -> None:
        taken: dict[str, dict[int, list[int]]] = {name: {} for name in members}
        for standing, piece in self._pieces():
            if not standing.runs:
                continue
            often = [loops(standing.costs[puzzle]) for puzzle in piece]
            with self._blame(standing):
                told = members[standing.name].run(piece, often)
                for puzzle, time in zip(piece, told["cpu"], strict=True):
                    taken[standing.name].setdefault(puzzle, []).append(time)
                for number, kind in enumerate(("cpu", "wall")):
                    standing.clock[number] += sum(map(mul, told[kind], often))
        for standing in self.standings:
            if standing.runs:
                means = {puzzle: round(fmean(times)) for puzzle, times in taken[standing.name].items()}
                standing.samples.setdefault(generation, []).append(means)

    def _pieces(self) -> list[tuple[Standing, list[int]]]:
        """The slices of all, in random order."""
        found = []
        for standing in self._shuffled():
            for _ in range(standing.passes):
                puzzles = list(standing.share)
                self._rng.shuffle(puzzles)
                found += [(standing, piece) for piece in slices(standing.costs, puzzles)]
        self._rng.shuffle(found)
        return found

    @contextmanager
    def _blame(self, standing: Standing) -> Iterator[None]:
        """What breaks here is this solver's end, and not that of the comparison."""
        try:
            yield
        except Broke as broke:
            standing.failed = str(broke)
        except OverCap:
            standing.failed = f"a puzzle that it had finished took far more than {self._cap:g} s"

    def _tight(self, reference: str) -> bool:
        """Looks at the rounds, not at the interval that will be shown: a rule that stopped when that interval
        happens to be narrow would lower its coverage."""
        first = next(standing for standing in self.standings if standing.name == reference)
        for standing in self.standings:
            if standing.runs and standing is not first:
                found = levels(standing.samples, first.samples, set(standing.share) & set(first.share))
                if len(found) >= 2 and student(list(found.values())) > TIGHT:
                    return False
        return True
