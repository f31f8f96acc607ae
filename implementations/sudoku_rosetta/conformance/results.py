"""Results: the outcomes of a run of the suite with their context, to JSON and back.

The JSON (schema 2) is one object. Apart from the date and the times, it is reproducible:

    schema             1
    version            of sudoku-rosetta
    date               ISO 8601, in UTC
    machine            one line: operating system, processor, number of cores, Python version
    level              first, all, count, fast, or null: everything that each solver declares
    budget_placements  as given, or null: the budget of each solver
    solvers            [{id, title, style, language, document, can, promises, reports, missing}]; missing: why it
                       cannot run here, or null
    checks             [{name, level, promise: a message}]
    cases              [{id, group, grid, expect, count, limit, placements, why, why_fr, source, tags}]
    outcomes           [{solver, check, case, verdict, reason: a message or null, grid, seconds, counts, given_up,
                       expects}] in the order of the run; verdict is passed, failed (wrong answer), skipped, errored
                       (no answer: crash, timeout or unreadable) or unread (no solver was read; the only outcome of
                       the solver, of check "read"; the code of its reason is "unread.<group>"); reason is null only
                       if passed; case is "-" for a check of the solver as a whole; grid is 81 digits, or empty;
                       given_up is true if the check was not run because of earlier failures, and for a skip that
                       counts as not passed; expects is what the case expects: solutions, none, full (a full grid)
                       or clash; it is empty without a case

Schema 1, which is read too, has neither `expects` nor the verdict unread.

A message is {code, arguments, en, fr}: a code of `messages` with its arguments, and the text in each language.
"""

from __future__ import annotations

import json
import platform
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field, fields
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Any, get_args

from ..runtime.executors import cores
from ..solvers import Solver
from ..solvers.protocol import Declared, Level
from .outcome import Outcome, Verdict

if TYPE_CHECKING:
    from .case import Case
    from .checks import Check

SCHEMA = 2
READABLE_SCHEMAS = (1, 2)
_CASE_FIELDS = "id group grid expect count limit placements why why_fr source tags".split()


@dataclass
class Results:
    """The outcomes of one run, and the other fields of the JSON."""

    outcomes: list[Outcome]
    solvers: Sequence[Declared] = ()
    version: str = ""
    date: str = ""
    machine: str = ""
    level: Level | None = None
    budget_placements: int | None = None
    checks: list[dict[str, Any]] = field(default_factory=list)
    cases: list[dict[str, Any]] = field(default_factory=list)

    @classmethod
    def of(
        cls,
        outcomes: Iterable[Outcome],
        solvers: Iterable[Solver],
        cases: Sequence[Case],
        checks: Sequence[Check],
        level: Level | None = None,
        budget_placements: int | None = None,
    ) -> Results:
        """Results with the current version, date and machine."""
        return cls(
            list(outcomes),
            [solver.declared() for solver in solvers],
            _version(),
            datetime.now(UTC).isoformat(timespec="seconds"),
            _machine(),
            level,
            budget_placements,
            [{"name": each.name, "level": each.level, "promise": each.promise.to_json()} for each in checks],
            [{key: _plain(getattr(case, key)) for key in _CASE_FIELDS} for case in cases],
        )

    def tally(self, solver: str | None = None) -> dict[Verdict, int]:
        """The number of outcomes of each verdict, of all solvers or of one."""
        counted = Counter(each.verdict for each in self.outcomes if solver in (None, each.solver))
        return {verdict: counted[verdict] for verdict in get_args(Verdict)}

    @property
    def is_success(self) -> bool:
        """Whether no outcome is failed, errored or unread."""
        tally = self.tally()
        return tally["failed"] == tally["errored"] == tally["unread"] == 0

    def failing_checks(self, solver: str) -> dict[str, set[Verdict]]:
        """The checks that did not pass, each with failed, errored or both."""
        found: dict[str, set[Verdict]] = {}
        for each in self.outcomes:
            if each.solver == solver and each.verdict in ("failed", "errored"):
                found.setdefault(each.check, set()).add(each.verdict)
        return found

    def smallest_failure(self, solver: str) -> Outcome | None:
        """The failure to mend first: of the lowest level, wrong answers before errors, with the fewest empty cells.
        Clashing clues and full grids, which only show care, are last."""
        levels = {check["name"]: get_args(Level).index(check["level"]) for check in self.checks}

        def rank(outcome: Outcome) -> tuple[bool, bool, int, bool, int]:
            empty = outcome.grid.count("0") if outcome.grid else 82
            level = levels.get(outcome.check, 0)
            errored = outcome.verdict == "errored"
            return outcome.given_up, outcome.expects in ("clash", "full"), level, errored, empty

        some = [each for each in self.outcomes if each.solver == solver]
        return min((each for each in some if each.verdict in ("failed", "errored")), key=rank, default=None)

    def summary(self) -> str:
        """One line per solver.

        >>> Results([Outcome("mine", "answer", "one", "passed")], [Declared("mine")]).summary()
        'mine: 1 passed, 0 failed, 0 skipped, 0 errored'
        """
        return "\n".join(
            f"{solver.id}: "
            + ", ".join(
                f"{number} {verdict}"
                for verdict, number in self.tally(solver.id).items()
                if number or verdict != "unread"
            )
            for solver in self.solvers
        )

    def to_json(self) -> str:
        """JSON, schema 2 (see above)."""
        written = {each.name: getattr(self, each.name) for each in fields(self)}
        written["solvers"] = [asdict(solver) for solver in self.solvers]
        written["outcomes"] = [outcome.to_json() for outcome in written.pop("outcomes")]
        return json.dumps({"schema": SCHEMA, **written}, ensure_ascii=False, indent=1)

    @classmethod
    def from_json(cls, text: str) -> Results:
        """Read what `to_json` wrote."""
        written = json.loads(text)
        if not isinstance(written, dict) or written.pop("schema", None) not in READABLE_SCHEMAS:
            raise ValueError(f"not the results of a conformance run, schema {SCHEMA}")
        written["outcomes"] = [Outcome.from_json(each) for each in written["outcomes"]]
        written["solvers"] = [Declared.from_json(each) for each in written["solvers"]]
        return cls(**written)


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _version() -> str:
    try:
        return version("sudoku-rosetta")
    except PackageNotFoundError:
        return "unknown"


def _machine() -> str:
    system, processor = platform.system(), platform.machine()
    return f"{system} {processor}, {cores()} cores, Python {platform.python_version()}"
