"""When to stop asking a solver: after too many limits reached, or the same failure several times in a row."""

from __future__ import annotations

from ..messages import Message
from .marks import CARE_OF_CHECK
from .outcome import Expects, Outcome, Verdict
from .suite import NO_CASE, CheckRun, expects

MAX_LIMIT_HITS = 5
"""After this many answers that reached a limit, the other check runs of the solver are not run, and errored."""
MAX_REPEATS = 3


class Repeats:
    """Counts equal errors in a row. Only an error is repeated: a wrong answer costs no more than a right one.

    A solver that has passed nothing is asked nothing more. Another one is still asked the other kinds of cases: it
    may only fail on grids without a solution.
    """

    def __init__(self) -> None:
        self._error: Outcome | None = None
        self._times = 0
        self._has_passed = False
        self._ended = False
        self._ended_kinds: set[tuple[bool, Expects]] = set()

    def add(self, outcome: Outcome) -> None:
        """Count the outcome of a check that was run."""
        if outcome.verdict == "skipped":
            return
        self._has_passed |= outcome.verdict == "passed"
        if outcome.verdict != "errored":
            self._error, self._times = None, 0
            return
        same = self._error is not None and self._error.reason == outcome.reason
        self._times = self._times + 1 if same else 1
        self._error = outcome
        if self._times < MAX_REPEATS:
            return
        if self._has_passed:
            self._ended_kinds.add((outcome.check in CARE_OF_CHECK, outcome.expects))
        else:
            self._ended = True

    def outcome_without_run(self, run: CheckRun) -> Outcome | None:
        """The outcome of a check that is not asked any more; None if it is."""
        kind = run.check.name in CARE_OF_CHECK, expects(run.case)
        if self._ended or kind in self._ended_kinds:
            return unasked(run, Message("judging.same_failure", times=MAX_REPEATS))
        return None


def unasked(run: CheckRun, reason: Message) -> Outcome:
    """The outcome of a check that is not asked any more. It counts as not passed: it is errored, or with clashing
    clues, which are only care, skipped."""
    case = run.case.id if run.case else NO_CASE
    grid = run.case.grid if run.case else ""
    name, check, kind = run.subject.name, run.check.name, expects(run.case)
    if run.skip_reason:
        return Outcome(name, check, case, "skipped", run.skip_reason, grid, expects=kind)
    verdict: Verdict = "skipped" if kind == "clash" else "errored"
    return Outcome(name, check, case, verdict, reason, grid, given_up=True, expects=kind)
