"""`sudoku-rosetta conform`: run the conformance suite on registered or external solvers, or on a class."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, get_args

import click

from .. import __version__
from ..conformance.case import matching_cases
from ..conformance.checks import CHECKS
from ..conformance.marks import Mark, mark_of
from ..conformance.outcome import Event, KnownOutcomes, Outcome, format_grid
from ..conformance.parallel import Job, Settings, judge_in_parallel
from ..conformance.results import Results
from ..conformance.submissions import Submission, fingerprint, submissions_in
from ..conformance.suite import NO_CASE
from ..external.confinement import confinement_message
from ..external.spec import SolverSpec, with_unique_names
from ..messages import LANGUAGES, Language, Message, format_number, locale_language
from ..runtime.executors import cores
from ..runtime.limits import Limits
from ..solvers import solvers as registered_solvers
from ..solvers.protocol import Level
from . import help_pages, options
from .exits import NEGATIVE_ANSWER, Failure, Interrupted, printable
from .outputs import OutputFiles
from .progress import Progress

if TYPE_CHECKING:
    from ..conformance.marks_table import MarksRow
    from ..conformance.result_journal import ResultJournal

SOME_ERRORED = 3
"""Exit code: no test failed, but some solver crashed, timed out or could not be loaded."""
TIMEOUT_S, REGISTERED_TIMEOUT_S = 10.0, 60.0


@help_pages.command(
    short_help="Test solvers, in any language, with the conformance suite.",
    groups={
        "What to test": ("--solver", "--folder", "--level", "--case"),
        "Output": ("--report", "--json", "--csv", "--lang"),
        "Running": ("--jobs", "--seconds", "--memory", "--sandbox", "--again"),
    },
)
@click.argument("specs", nargs=-1, metavar="[SPEC]...")
@options.solvers_option
@click.option(
    "--folder", type=click.Path(path_type=Path), metavar="DIR", help="Test each file and folder in DIR."
)
@click.option("--level", type=click.Choice(get_args(Level)), help="Level of the tests, as listed above.")
@click.option(
    "--case",
    "patterns",
    multiple=True,
    metavar="PATTERN",
    help="Run only the cases with a matching id, group or tag, such as 'few*'. May be repeated.",
)
@click.option(
    "--lang", "language", type=click.Choice(LANGUAGES), help="Language of all output (default: your locale)."
)
@click.option(
    "--report", type=click.Path(path_type=Path), metavar="FILE", help="Write an HTML report to FILE."
)
@click.option(
    "--json", "json_file", type=click.Path(path_type=Path), metavar="FILE", help="Write all results to FILE."
)
@click.option(
    "--csv",
    "csv_file",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write a table of marks to FILE.",
)
@options.jobs
@click.option(
    "--seconds",
    type=click.FloatRange(min=0.1),
    metavar="S",
    help="Time limit per grid, in seconds (default: 10; for registered solvers 60).",
)
@click.option(
    "--memory",
    type=click.IntRange(min=16),
    metavar="MB",
    default=1024,
    show_default=True,
    help="Memory limit of an external solver, in MB.",
)
@click.option(
    "--sandbox/--no-sandbox",
    default=None,
    help="Run each external solver in a bubblewrap sandbox (default: only with --folder).",
)
@click.option("--again", is_flag=True, help="With --folder, discard the results of an earlier run.")
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
    """Test solvers with the conformance suite, and explain the failures.

    SPEC names a solver in the same way as the option --solver: a Python function
    (mine.py, mine.py:solve), a source file or folder in another language (mine.c,
    mine.js), cmd:COMMAND, or a registered solver. Without any, all registered solvers
    are tested.

    A program is started once per grid. It reads one line of 81 digits from standard
    input, with 0 for an empty cell. It prints each solution as a line of 81 digits,
    and ends with exit code 0. If the grid has no solution, it prints nothing.

    \b
    Levels (each includes the ones above it):
      first  find one solution, or report that there is none
      all    list all solutions, each once (default for external solvers)
      count  list or count all solutions of grids with thousands of them
      fast   solve grids on which a simple backtracking search takes very long

    With --folder, each file or folder in DIR is one student's solver, and runs in a
    sandbox. If --report, --json or --csv is given, finished tests are stored next to
    that file: run the same command again to resume an interrupted run.

    \b
    Examples:
      sudoku-rosetta conform mine.py:solve --level first
      sudoku-rosetta conform cmd:./a.out "cmd:node mine.js" --report report.html
      sudoku-rosetta conform --folder students/ --report report.html --csv marks.csv

    \b
    Exit codes:
      0    every test passed or was skipped
      1    some test failed
      2    invalid input or usage error
      3    no test failed, but a solver crashed, timed out or could not be loaded
      130  interrupted
    """
    outputs = OutputFiles(report=report, json=json_file, csv=csv_file)
    chosen = tuple(case.id for case in matching_cases(patterns)) if patterns else None
    if chosen == ():
        raise Failure(f"no case has an id, a group or a tag that matches {' or '.join(patterns)}")
    limits = Limits(seconds or TIMEOUT_S, memory)
    sandboxed = sandbox if sandbox is not None else folder is not None
    settings = Settings(limits, level, sandboxed, None, chosen)
    if folder is not None:
        if specs or solvers:
            raise click.UsageError("--folder cannot be combined with named solvers")
        if not outputs.paths():
            why = "only with --report, --json or --csv: the results are stored next to that file"
            options.refuse(context, why, "again")
        submissions = _class_submissions(folder, outputs)
    else:
        options.refuse(context, "only with --folder", "again")
        submissions = _named_submissions([*solvers, *specs])
        if not any(each.spec and each.spec.is_external for each in submissions):
            options.refuse(context, "no effect on registered solvers", "sandbox", "memory")
    conformance_run = ConformanceRun(
        submissions,
        settings,
        replace(settings, limits=Limits(seconds or REGISTERED_TIMEOUT_S, memory)),
        outputs,
        language or locale_language(),
        jobs or cores(),
        folder is not None,
    )
    return conformance_run.run(again)


# --- the solvers ------------------------------------------------------------------------------------


def _class_submissions(folder: Path, outputs: OutputFiles) -> list[Submission]:
    if not folder.is_dir():
        raise Failure(f"{printable(folder)}: not a folder")
    journal = _journal_path(outputs)
    submissions = submissions_in(folder, [*outputs.paths(), *([journal] if journal else [])])
    if not submissions:
        raise Failure(f"{printable(folder)}: empty; it must contain one file or folder per student")
    return submissions


def _named_submissions(texts: Sequence[str]) -> list[Submission]:
    if not texts:
        return [
            Submission.from_spec(SolverSpec(each.id, "registered", (each.id,)))
            for each in registered_solvers()
        ]
    specs = [options.parsed(text) for text in texts]
    registered = {spec.name: spec for spec in specs if not spec.is_external}
    external = [spec for spec in specs if spec.is_external]
    return [Submission.from_spec(spec) for spec in with_unique_names([*registered.values(), *external])]


# --- the run ------------------------------------------------------------------------------------------


def _journal_path(outputs: OutputFiles) -> Path | None:
    """The journal of a class, in the folder of its first output file."""
    first = next(iter(outputs.paths()), None)
    return first and first.with_name(first.stem + ".kept.jsonl")


@dataclass
class ConformanceRun:
    """Tests solvers in parallel; prints and writes the results."""

    submissions: Sequence[Submission]
    settings: Settings
    registered_settings: Settings
    outputs: OutputFiles
    language: Language
    max_parallel: int
    is_class: bool
    known: dict[str, KnownOutcomes] = field(default_factory=dict)

    def run(self, again: bool) -> int:
        with contextlib.ExitStack() as stack:
            journal = self._journal(again, stack)
            self.known = (
                journal.known if journal else {each.name: KnownOutcomes() for each in self.submissions}
            )
            progress = stack.enter_context(Progress(self._say("conform.checks_done")))
            self._print_resumed(progress)
            before = {
                name: replace(known, outcomes=dict(known.outcomes)) for name, known in self.known.items()
            }
            try:
                judge_in_parallel(
                    self._jobs(),
                    before,
                    self.max_parallel,
                    lambda event: self._record(event, journal, progress),
                )
            except KeyboardInterrupt:
                raise Interrupted(self._interrupted(journal, progress)) from None
        results = self._results()
        self._explain(results)
        self._write(results)
        for path in self.outputs.paths():
            click.echo(self._say("conform.written", file=printable(path)), err=True)
        tally = results.tally()
        return NEGATIVE_ANSWER if tally["failed"] else SOME_ERRORED if tally["errored"] else 0

    def _say(self, code: str, **arguments: str | int) -> str:
        return Message(code, **arguments).in_language(self.language)

    def _jobs(self) -> list[Job]:
        return [
            Job(each.spec, self.settings if each.spec.is_external else self.registered_settings)
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
            each.name: fingerprint(each, (self.settings, self.settings.cases()), __version__)
            for each in self.submissions
        }
        try:
            journal = stack.enter_context(contextlib.closing(ResultJournal(path, fingerprints)))
        except JournalBusy:
            raise Failure(f"{printable(path)}: another run is using it") from None
        if again:
            journal.clear()
        return journal

    def _print_resumed(self, progress: Progress) -> None:
        answers = sum(len(known.outcomes) for known in self.known.values())
        if answers:
            ended = sum(known.ended for known in self.known.values())
            copies = len(self.submissions)
            progress.write_stderr(self._say("conform.known", answers=answers, ended=ended, copies=copies))

    def _record(self, event: Event, journal: ResultJournal | None, progress: Progress) -> None:
        known = self.known[event.name]
        if journal:
            journal.add(event)
        if event.outcome is not None:
            known.outcomes[event.run_id] = event.outcome
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

    def _interrupted(self, journal: ResultJournal | None, progress: Progress) -> str:
        done = f": {progress.done} tests finished."
        return f"{done} Run the same command again to resume." if journal else done

    # --- results -----------------------------------------------------------------------------------

    def _outcomes(self, submission: Submission) -> list[Outcome]:
        outcome = submission.outcome()
        return [outcome] if outcome else list(self.known[submission.name].outcomes.values())

    def _results(self) -> Results:
        outcomes = [outcome for each in self.submissions for outcome in self._outcomes(each)]
        results = Results.of(outcomes, [], self.settings.cases(), CHECKS, self.settings.level)
        return replace(results, solvers=[each.declared() for each in self.submissions])

    def _rows(self, results: Results) -> list[MarksRow]:
        from ..conformance.marks_table import MarksRow

        confined = confinement_message(sandboxed=self.settings.sandbox)
        return [
            MarksRow(each, mark_of(self._outcomes(each)), self._remark(results, each.name), confined)
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
            outputs.write("json", results.to_json() + "\n")
        if not (outputs["report"] or outputs["csv"]):
            return
        from ..conformance.marks_table import marks_csv
        from ..conformance.report import html

        rows = self._rows(results)
        outputs.write("csv", marks_csv(rows, self.language))
        if outputs["report"]:
            external = any(each.spec is None or each.spec.is_external for each in self.submissions)
            confined = Message(
                "conform.confinement", held=confinement_message(sandboxed=self.settings.sandbox)
            )
            notes = {row.submission.name: _note(row, self.language) for row in rows} if self.is_class else {}
            page = html(results, self.language, remarks=[confined] if external else [], notes=notes)
            outputs.write("report", page)

    def _explain(self, results: Results) -> None:
        """Print the smallest failure of each solver; for a class, only the solvers that could not be run."""
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
            lines += [self._say("conform.the_grid"), *format_grid(outcome.grid).splitlines(), outcome.grid]
        return "\n  ".join(lines)


def _note(row: MarksRow, language: Language) -> str:
    """A student's mark and smallest failure, for the report."""
    points = row.mark.out_of(20, 2)
    mark, remark = "" if points is None else _of_20(points, language), row.remark[:300]
    if not (mark and remark):
        return mark or remark
    return Message("conform.and_then", first=mark, second=remark).in_language(language)


def _of_20(points: float, language: Language) -> str:
    return f"{format_number(language, points, 'g')}/20"
