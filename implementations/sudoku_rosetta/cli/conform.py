"""`sudoku-rosetta conform`: the conformance suite on our solvers, on anyone's, or on a class."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, get_args

import click

from .. import __version__
from ..conformance.case import cases_like
from ..conformance.checks import CHECKS
from ..conformance.marks import Mark, mark_of
from ..conformance.outcome import Event, Known, Outcome, drawn
from ..conformance.parallel import Job, Terms, judge_in_parallel
from ..conformance.results import Results
from ..conformance.submissions import Submission, fingerprint, submissions_in
from ..conformance.suite import NO_CASE
from ..external.confinement_words import confinement
from ..external.spec import SolverSpec, distinct
from ..messages import LANGUAGES, Language, Message, locale_language, number_in
from ..runtime.executors import cores
from ..runtime.limits import Limits
from ..solvers import solvers as registered_solvers
from ..solvers.protocol import Level
from . import options
from .exits import NOT_SO, Failure, Interrupted, printable
from .outputs import OutputFiles
from .progress import Progress

if TYPE_CHECKING:
    from ..conformance.marks_table import MarksRow
    from ..conformance.result_journal import ResultJournal

NOTHING_JUDGED = 3
"""Nothing failed, but some solver gave no answer to judge."""
SECONDS, SECONDS_OF_OURS = 10.0, 60.0


@click.command(short_help="Judge solvers by the conformance suite: ours, yours, a whole class.")
@click.argument("specs", nargs=-1, metavar="[SPEC]...")
@options.solvers_option
@click.option(
    "--folder", type=click.Path(path_type=Path), metavar="DIR", help="A class: one solver per entry."
)
@click.option("--level", type=click.Choice(get_args(Level)), help="What is asked for; see above.")
@click.option(
    "--case", "patterns", multiple=True, metavar="PATTERN", help="Only cases with such an id or tag."
)
@click.option("--lang", "language", type=click.Choice(LANGUAGES), help="Default: your locale's.")
@click.option("--report", type=click.Path(path_type=Path), metavar="FILE", help="The report: one HTML page.")
@click.option("--json", "json_file", type=click.Path(path_type=Path), metavar="FILE", help="All outcomes.")
@click.option("--csv", "csv_file", type=click.Path(path_type=Path), metavar="FILE", help="One mark per line.")
@options.jobs
@click.option("--seconds", type=click.FloatRange(min=0.1), metavar="S", help="Per grid; default: 10.")
@click.option("--memory", type=click.IntRange(min=16), metavar="MB", default=1024, show_default=True)
@click.option("--sandbox/--no-sandbox", default=None, help="Bubblewrap around each; default: with --folder.")
@click.option("--again", is_flag=True, help="With --folder: forget the outcomes of an earlier run.")
@click.pass_context
def command(
    context: click.Context,
    specs: tuple[str, ...],
    solvers: tuple[str, ...],
    folder: Path | None,
    level: Level | None,
    patterns: tuple[str, ...],
    language: Language | None,
    report: Path | None,
    json_file: Path | None,
    csv_file: Path | None,
    jobs: int | None,
    seconds: float | None,
    memory: int,
    sandbox: bool | None,
    again: bool,
) -> int:
    """Judge solvers on every case. SPEC is what --solver takes: a Python function
    (mine.py, mine.py:solve, package.module:solve), a file or folder in another
    language (mine.c, mine.js, mine.sce, mine.sh), cmd:COMMAND, or a registered
    solver. Without any, and without --folder, all registered solvers are judged.

    A program gets one grid on standard input, a line of 81 digits with 0 for an
    empty cell; it prints one line of 81 digits for each solution, and ends with
    exit code 0.

    \b
    Levels, each with all before it:
      first  the first solution, or the right "none"
      all    all of them, each once (the default for an external solver)
      count  also where there are thousands, or their number
      fast   also where a plain search takes long

    With --folder each file or folder in DIR is one pupil's solver: they are judged
    in parallel, each in a sandbox. Outcomes are written beside the report as they
    come: the same command continues where it was stopped.

    \b
    Examples:
      sudoku-rosetta conform mine.py:solve --level first
      sudoku-rosetta conform cmd:./a.out "cmd:node mine.js" --report report.html
      sudoku-rosetta conform --folder copies/ --report report.html --csv marks.csv

    \b
    Exit codes: 0 all passed or skipped; 1 something failed; 2 bad input;
      3 nothing failed, but something crashed, took too long or could not be read;
      130 interrupted.
    """
    outputs = OutputFiles(report=report, json=json_file, csv=csv_file)
    chosen = tuple(case.id for case in cases_like(patterns)) if patterns else None
    if chosen == ():
        raise Failure(f"no case has an id, a group or a tag like {' or '.join(patterns)}")
    limits = Limits(seconds or SECONDS, memory)
    sandboxed = sandbox if sandbox is not None else folder is not None
    terms = Terms(limits, level, sandboxed, None, chosen)
    if folder is not None:
        if specs or solvers:
            raise click.UsageError("--folder stands alone: a class, or solvers that are named")
        if not outputs.all():
            why = "only with --report, --json or --csv, beside which the outcomes of a run are kept"
            options.refuse(context, why, "again")
        submissions = _class(folder, outputs)
    else:
        options.refuse(context, "only with --folder", "again")
        submissions = _named([*solvers, *specs])
        if not any(each.spec and each.spec.is_external for each in submissions):
            options.refuse(context, "no effect on registered solvers", "sandbox", "memory")
    run = Run(
        submissions,
        terms,
        replace(terms, limits=Limits(seconds or SECONDS_OF_OURS, memory)),
        outputs,
        language or locale_language(),
        jobs or cores(),
        folder is not None,
    )
    return run.go(again)


# --- who is judged ------------------------------------------------------------------------------------


def _class(folder: Path, outputs: OutputFiles) -> list[Submission]:
    if not folder.is_dir():
        raise Failure(f"{printable(folder)}: not a folder")
    journal = _journal_path(outputs)
    submissions = submissions_in(folder, [*outputs.all(), *([journal] if journal else [])])
    if not submissions:
        raise Failure(f"{printable(folder)}: no copy in it; each file or folder in it is one pupil's solver")
    return submissions


def _named(texts: Sequence[str]) -> list[Submission]:
    if not texts:
        return [
            Submission.named(SolverSpec(each.id, "registered", (each.id,))) for each in registered_solvers()
        ]
    specs = [options.parsed(text) for text in texts]
    once = {spec.name: spec for spec in specs if not spec.is_external}
    external = [spec for spec in specs if spec.is_external]
    return [Submission.named(spec) for spec in distinct([*once.values(), *external])]


# --- the run ------------------------------------------------------------------------------------------


def _journal_path(outputs: OutputFiles) -> Path | None:
    """Beside the report."""
    first = next(iter(outputs.all()), None)
    return first and first.with_name(first.stem + ".kept.jsonl")


@dataclass
class Run:
    """Solvers judged in parallel, and what is printed and written of it."""

    submissions: Sequence[Submission]
    terms: Terms
    terms_of_ours: Terms
    outputs: OutputFiles
    language: Language
    at_once: int
    is_class: bool
    known: dict[str, Known] = field(default_factory=dict)

    def go(self, again: bool) -> int:
        with contextlib.ExitStack() as stack:
            journal = self._journal(again, stack)
            self.known = journal.known if journal else {each.name: Known() for each in self.submissions}
            progress = stack.enter_context(Progress(self._say("conform.questions")))
            self._print_what_is_known(progress)
            before = {
                name: replace(known, outcomes=dict(known.outcomes)) for name, known in self.known.items()
            }
            try:
                judge_in_parallel(
                    self._jobs(), before, self.at_once, lambda event: self._take(event, journal, progress)
                )
            except KeyboardInterrupt:
                raise Interrupted(self._so_far(journal, progress)) from None
        results = self._results()
        self._explain(results)
        self._write(results)
        for path in self.outputs.all():
            click.echo(self._say("conform.written", file=printable(path)), err=True)
        tally = results.tally()
        return NOT_SO if tally["failed"] else NOTHING_JUDGED if tally["errored"] else 0

    def _say(self, code: str, **arguments: str | int) -> str:
        return Message(code, **arguments).in_language(self.language)

    def _jobs(self) -> list[Job]:
        return [
            Job(each.spec, self.terms if each.spec.is_external else self.terms_of_ours)
            for each in self.submissions
            if each.spec
        ]

    def _journal(self, again: bool, stack: contextlib.ExitStack) -> ResultJournal | None:
        path = _journal_path(self.outputs) if self.is_class else None
        if path is None:
            return None
        from ..conformance.result_journal import ResultJournal
        from ..runtime.journal import JournalBusy

        fingerprints = {
            each.name: fingerprint(each, (self.terms, self.terms.cases()), __version__)
            for each in self.submissions
        }
        try:
            journal = stack.enter_context(contextlib.closing(ResultJournal(path, fingerprints)))
        except JournalBusy:
            raise Failure(f"{printable(path)}: another run is writing into it") from None
        if again:
            journal.clear()
        return journal

    def _print_what_is_known(self, progress: Progress) -> None:
        answers = sum(len(known.outcomes) for known in self.known.values())
        if answers:
            ended = sum(known.ended for known in self.known.values())
            copies = len(self.submissions)
            progress.tell(self._say("conform.known", answers=answers, ended=ended, copies=copies))

    def _take(self, event: Event, journal: ResultJournal | None, progress: Progress) -> None:
        known = self.known[event.name]
        if journal:
            journal.add(event)
        if event.outcome is not None:
            known.outcomes[event.question] = event.outcome
            progress.done += 1
            return
        known.ended = True
        progress.write(f"{event.name}: {self._line(mark_of(known.outcomes.values()))}")

    def _line(self, mark: Mark) -> str:
        line = self._say(
            "conform.counts", **{str(verdict): number for verdict, number in mark.counts.items()}
        )
        points = mark.out_of(20)
        if points is None or not self.is_class:
            return line
        return self._say("conform.and_then", first=line, second=_of_20(points, self.language))

    def _so_far(self, journal: ResultJournal | None, progress: Progress) -> str:
        done = f": {progress.done} questions answered."
        return f"{done} The same command goes on from there." if journal else done

    # --- at the end -----------------------------------------------------------------------------------

    def _outcomes(self, submission: Submission) -> list[Outcome]:
        outcome = submission.outcome()
        return [outcome] if outcome else list(self.known[submission.name].outcomes.values())

    def _results(self) -> Results:
        outcomes = [outcome for each in self.submissions for outcome in self._outcomes(each)]
        results = Results.of(outcomes, [], self.terms.cases(), CHECKS, self.terms.level)
        return replace(results, solvers=[each.declared() for each in self.submissions])

    def _rows(self, results: Results) -> list[MarksRow]:
        from ..conformance.marks_table import MarksRow

        held = confinement(sandboxed=self.terms.sandbox)
        return [
            MarksRow(each, mark_of(self._outcomes(each)), self._remark(results, each.name), held)
            for each in self.submissions
        ]

    def _remark(self, results: Results, name: str) -> str:
        worst = results.smallest_failure(name)
        if worst is not None and worst.reason is not None:
            reason = worst.reason.in_language(self.language)
            return (
                reason
                if worst.case == NO_CASE
                else self._say("conform.remark", case=worst.case, reason=reason)
            )
        found = [each for each in results.outcomes if each.solver == name and each.check == "found"]
        return found[0].reason.in_language(self.language) if found and found[0].reason else ""

    def _write(self, results: Results) -> None:
        outputs = self.outputs
        if outputs["json"]:
            outputs.put("json", results.to_json() + "\n")
        if not (outputs["report"] or outputs["csv"]):
            return
        from ..conformance.marks_table import marks_csv
        from ..conformance.report import html

        rows = self._rows(results)
        outputs.put("csv", marks_csv(rows, self.language))
        if outputs["report"]:
            external = any(each.spec is None or each.spec.is_external for each in self.submissions)
            held = Message("conform.confinement", held=confinement(sandboxed=self.terms.sandbox))
            notes = {row.submission.name: _note(row, self.language) for row in rows} if self.is_class else {}
            page = html(results, self.language, remarks=[held] if external else [], notes=notes)
            outputs.put("report", page)

    def _explain(self, results: Results) -> None:
        """The smallest failure of each; of a class only what was not run."""
        for each in self.submissions:
            if self.is_class:
                outcome = each.outcome()
                if outcome and outcome.reason:
                    click.echo(f"{each.name}: {outcome.reason.in_language(self.language)}")
                continue
            worst = results.smallest_failure(each.name)
            if worst is not None:
                click.echo(f"\n{self._in_words(worst)}")

    def _in_words(self, outcome: Outcome) -> str:
        verdict = self._say(f"conform.verdict.{outcome.verdict}")
        case = "" if outcome.case == NO_CASE else f", {outcome.case}"
        reason = outcome.reason.in_language(self.language) if outcome.reason else ""
        lines = [f"{outcome.solver}: {verdict} ({outcome.check}{case})", *reason.splitlines()]
        if outcome.grid:
            lines += [self._say("conform.the_grid"), *drawn(outcome.grid).splitlines(), outcome.grid]
        return "\n  ".join(lines)


def _note(row: MarksRow, language: Language) -> str:
    """A pupil's mark and the smallest failure, for the report."""
    points = row.mark.out_of(20, 2)
    mark, remark = "" if points is None else _of_20(points, language), row.remark[:300]
    if not (mark and remark):
        return mark or remark
    return Message("conform.and_then", first=mark, second=remark).in_language(language)


def _of_20(points: float, language: Language) -> str:
    return f"{number_in(language, points, 'g')}/20"
