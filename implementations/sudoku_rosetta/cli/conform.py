"""`sudoku-rosetta conform`: run the conformance suite on registered or external solvers, or on a class."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, get_args

import click

from .. import __version__
from ..conformance.case import matching_cases
from ..conformance.checks import CHECKS
from ..conformance.level_counts import level_counts, level_of
from ..conformance.marks import DEFAULT_WEIGHTS, Scores, Weights, WeightsError, scores_of
from ..conformance.outcome import Event, KnownOutcomes, Outcome, format_grid
from ..conformance.parallel import Job, Settings, judge_in_parallel
from ..conformance.results import Results
from ..conformance.submissions import Submission, fingerprint, submissions_in
from ..conformance.suite import NO_CASE
from ..external.confinement import confinement_message
from ..external.reading import Reading
from ..external.reading_sentence import remarks_in_words
from ..external.recognise import root_of
from ..external.spec import SolverSpec, with_unique_names
from ..messages import LANGUAGES, Language, Message, format_number, locale_language
from ..runtime.executors import cores
from ..runtime.limits import Limits
from ..solvers import solvers as registered_solvers
from ..solvers.protocol import Level
from . import help_pages, options
from .exits import NEGATIVE_ANSWER, Failure, Interrupted, printable
from .outputs import OutputFiles, OutputFolder
from .progress import Progress

if TYPE_CHECKING:
    from ..conformance.marks_table import MarksRow
    from ..conformance.result_journal import ResultJournal

SOME_ERRORED = 3
"""Exit code: no test failed, but some solver crashed, timed out or could not be read."""
TIMEOUT_S, REGISTERED_TIMEOUT_S = 10.0, 60.0


def _weights(context: click.Context, parameter: click.Parameter, text: str) -> Weights:
    try:
        return Weights.parse(text)
    except WeightsError as error:
        raise click.BadParameter(str(error)) from None


@help_pages.command(
    short_help="Test solvers, in any language, with the conformance suite.",
    groups={
        "What to test": ("--solver", "--folder", "--level", "--case"),
        "How solvers are read": ("--read-only", "--readings", "--adapt"),
        "Output": ("--report", "--per-copy", "--json", "--csv", "--marks", "--lang"),
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
    "--per-copy",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="With --folder, write a page for each copy to DIR, to be printed or sent alone.",
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
@click.option(
    "--marks",
    "weights",
    callback=_weights,
    default="solves=16,care=4",
    show_default=True,
    metavar="WEIGHTS",
    help="Points of the two scores in a mark.",
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
@click.option(
    "--read-only",
    is_flag=True,
    help="Say how each solver was read, without a test; with --folder, write readings.csv (or the file of --csv).",
)
@click.option(
    "--readings",
    "readings_file",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="With --folder, use the readings in FILE, which --read-only has written and you have corrected.",
)
@click.option(
    "--adapt",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write to FILE the few lines that make the solver follow the plain contract.",
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
    per_copy: Path | None,
    json_file: Path | None,
    csv_file: Path | None,
    weights: Weights,
    jobs: int | None,
    seconds: float | None,
    memory: int,
    sandbox: bool | None,
    again: bool,
    read_only: bool,
    readings_file: Path | None,
    adapt: Path | None,
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

    A mark has two parts: solves (right answers) and care (clashing clues, full
    grids, the same answer twice, the argument unchanged). A solver that cannot be
    read is "unread", with the reason; it has no mark.

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
      3    no test failed, but a solver crashed, timed out or could not be read
      130  interrupted
    """
    if read_only or adapt:
        options.refuse(
            context, "not with --read-only or --adapt", "report", "json_file", "per_copy", "weights", "again"
        )
    outputs = OutputFiles(report=report, json=json_file, csv=csv_file, adapt=adapt)
    pages = OutputFolder(per_copy) if per_copy and folder else None
    chosen = tuple(case.id for case in matching_cases(patterns)) if patterns else None
    if chosen == ():
        raise Failure(f"no case has an id, a group or a tag that matches {' or '.join(patterns)}")
    limits = Limits(seconds or TIMEOUT_S, memory)
    sandboxed = sandbox if sandbox is not None else folder is not None
    settings = Settings(limits, level, sandboxed, None, chosen, read_only or adapt is not None)
    if folder is not None:
        if specs or solvers:
            raise click.UsageError("--folder cannot be combined with named solvers")
        if not outputs.paths():
            why = "only with --report, --json or --csv: the results are stored next to that file"
            options.refuse(context, why, "again")
        options.refuse(context, "only with one solver, not with --folder", "adapt")
        if read_only and csv_file is None:
            outputs = OutputFiles(csv=Path("readings.csv"))
        submissions = _class_submissions(folder, outputs, pages, readings_file, read_only)
    else:
        options.refuse(context, "only with --folder", "again", "per_copy", "readings_file")
        submissions = _named_submissions([*solvers, *specs])
        if adapt is not None:
            _check_copy(submissions, adapt, language or locale_language())
        if not any(each.spec.is_external for each in submissions):
            options.refuse(context, "no effect on registered solvers", "sandbox", "memory")
    conformance_run = ConformanceRun(
        submissions,
        settings,
        replace(settings, limits=Limits(seconds or REGISTERED_TIMEOUT_S, memory)),
        outputs,
        language or locale_language(),
        jobs or cores(),
        folder is not None,
        weights,
        pages,
    )
    return conformance_run.run(again)


# --- the solvers ------------------------------------------------------------------------------------


def _class_submissions(
    folder: Path,
    outputs: OutputFiles,
    pages: OutputFolder | None,
    readings_file: Path | None,
    read_only: bool,
) -> list[Submission]:
    if not folder.is_dir():
        raise Failure(f"{printable(folder)}: not a folder")
    if pages and pages.path.resolve() == folder.resolve():
        raise Failure(f"{printable(folder)}: --per-copy needs another folder than --folder")
    journal = _journal_path(outputs)
    written = [*outputs.paths(), *([journal] if journal else []), *([pages.path] if pages else [])]
    if readings_file:
        written.append(readings_file)
    if read_only and outputs["csv"] != readings_file:
        _check_absent(outputs["csv"])
    readings = _readings(readings_file) if readings_file else {}
    submissions = submissions_in(folder, written, readings)
    if unknown := sorted(set(readings) - {each.name for each in submissions}):
        raise Failure(
            f"{printable(readings_file or '')}: no copy in {printable(folder)} is called {printable(unknown[0])}"
        )
    if not submissions:
        raise Failure(f"{printable(folder)}: empty; it must contain one file or folder per student")
    return submissions


def _readings(file: Path) -> Mapping[str, Reading]:
    from ..conformance.readings_table import InvalidReadings, readings_in

    try:
        return readings_in(file)
    except InvalidReadings as error:
        raise Failure(f"{printable(file)}: {error}") from None


def _check_absent(table: Path | None) -> None:
    """A table of readings may have been corrected by hand: it is not replaced."""
    if table and table.exists():
        raise Failure(
            f"{printable(table)}: exists, and may have been corrected; use it with --readings {printable(table)}, "
            "or delete it, or give another file with --csv"
        )


def _named_submissions(texts: Sequence[str]) -> list[Submission]:
    if not texts:
        return [Submission(SolverSpec(each.id, "registered", (each.id,))) for each in registered_solvers()]
    specs = [options.parsed(text) for text in texts]
    registered = {spec.name: spec for spec in specs if not spec.is_external}
    external = [spec for spec in specs if spec.is_external]
    return [Submission(spec) for spec in with_unique_names([*registered.values(), *external])]


def _check_copy(submissions: Sequence[Submission], wrapper: Path, language: Language) -> None:
    """A wrapper is written for one copy, and not in place of it."""
    path = submissions[0].path
    if len(submissions) != 1 or path is None:
        raise Failure(Message("adapt.one_solver").in_language(language))
    if wrapper.exists() and (path.samefile(wrapper) if path.exists() else False):
        raise Failure(Message("adapt.same_file", file=printable(wrapper)).in_language(language))


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
    weights: Weights = DEFAULT_WEIGHTS
    per_copy: OutputFolder | None = None
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
        self.submissions = [replace(each, reading=self.known[each.name].reading) for each in self.submissions]
        results = self._results()
        if self.settings.read_only:
            self._write_readings()
        else:
            self._explain(results)
            self._write(results)
        for path in self._written():
            click.echo(self._say("conform.written", file=printable(path)), err=True)
        tally = results.tally()
        if tally["failed"]:
            return NEGATIVE_ANSWER
        return SOME_ERRORED if tally["errored"] or tally["unread"] else 0

    def _written(self) -> list[Path]:
        """The files of the run: there is no wrapper of a solver that could not be read."""
        is_unread = all(each.reading is None for each in self.submissions)
        absent = self.outputs["adapt"] if is_unread else None
        paths = [path for path in self.outputs.paths() if path != absent]
        return [*paths, *([self.per_copy.path] if self.per_copy else [])]

    def _say(self, code: str, **arguments: str | int) -> str:
        return Message(code, **arguments).in_language(self.language)

    def _jobs(self) -> list[Job]:
        return [
            Job(each.spec, self.settings if each.spec.is_external else self.registered_settings)
            for each in self.submissions
        ]

    def _journal(self, again: bool, stack: contextlib.ExitStack) -> ResultJournal | None:
        path = _journal_path(self.outputs) if self.is_class and not self.settings.read_only else None
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
        if event.reading is not None:
            known.reading = event.reading
            if self.settings.read_only or not self.is_class:
                progress.write(
                    self._named(event.name, remarks_in_words(event.reading).in_language(self.language))
                )
        if not event.is_end:
            return
        known.ended = True
        if self.settings.read_only and known.reading is not None:
            return
        line = self._line(event.name, list(known.outcomes.values()))
        progress.write(self._named(event.name, line))

    def _named(self, name: str, said: str) -> str:
        return self._say("conform.named", name=printable(name), said=said)

    def _line(self, name: str, outcomes: Sequence[Outcome]) -> str:
        if len(outcomes) == 1 and outcomes[0].verdict == "unread":
            return self._unread(outcomes[0])
        scores = scores_of(outcomes)
        if not self.is_class and self._is_external(name):
            return "; ".join(self._level_parts(outcomes, scores))
        counts = {str(verdict): number for verdict, number in scores.counts.items()}
        line = self._say("conform.counts", **counts)
        if not self.is_class or scores.mark(self.weights) is None:
            return line
        return self._say(
            "conform.and_then", first=line, second=_marks_in_words(scores, self.weights, self.language)
        )

    def _is_external(self, name: str) -> bool:
        return any(each.name == name and each.spec.is_external for each in self.submissions)

    def _level_parts(self, outcomes: Sequence[Outcome], scores: Scores) -> Iterator[str]:
        """The parts of the summary of one solver: how many checks it passes at each level."""
        for count in level_counts(outcomes):
            code = "conform.level_complete" if count.is_complete else "conform.level"
            yield self._say(code, level=count.level, passed=count.passed, counted=count.counted)
        if clashes := scores.care_groups.get("clashing"):
            yield self._say("conform.clashes", passed=clashes.right, counted=clashes.asked)
        if skipped := scores.counts["skipped"] - scores.given_up:
            yield self._say("conform.skipped", number=skipped)

    def _write_readings(self) -> None:
        if self.outputs["csv"]:
            from ..conformance.readings_table import readings_csv

            rows = [
                (each, next((outcome.reason for outcome in self._outcomes(each)), None))
                for each in self.submissions
            ]
            self.outputs.write("csv", readings_csv(rows, self.language))
        if self.outputs["adapt"]:
            self._write_wrapper()

    def _write_wrapper(self) -> None:
        from ..external.adapt import NoWrapper, wrapper_of

        submission, file = self.submissions[0], self.outputs["adapt"]
        if submission.reading is None or submission.path is None or file is None:
            return
        path = submission.path
        folder = root_of(path) if path.is_dir() else path.parent
        try:
            text = wrapper_of(submission.reading, folder, file, self.language)
        except NoWrapper as error:
            raise Failure(printable(error.message.in_language(self.language))) from None
        self.outputs.write("adapt", text)

    def _unread(self, outcome: Outcome) -> str:
        reason = outcome.reason.in_language(self.language) if outcome.reason else ""
        return self._say("conform.unread", reason=" ".join(reason.split()))

    def _interrupted(self, journal: ResultJournal | None, progress: Progress) -> str:
        done = f": {progress.done} tests finished."
        return f"{done} Run the same command again to resume." if journal else done

    # --- results -----------------------------------------------------------------------------------

    def _outcomes(self, submission: Submission) -> list[Outcome]:
        return list(self.known[submission.name].outcomes.values())

    def _results(self) -> Results:
        outcomes = [outcome for each in self.submissions for outcome in self._outcomes(each)]
        results = Results.of(outcomes, [], self.settings.cases(), CHECKS, self.settings.level)
        return replace(results, solvers=[each.declared() for each in self.submissions])

    def _rows(self, results: Results) -> list[MarksRow]:
        from ..conformance.marks_table import MarksRow

        confined = confinement_message(sandboxed=self.settings.sandbox)
        return [
            MarksRow(each, scores_of(self._outcomes(each)), self._remark(results, each.name), confined)
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
        unread = [each for each in results.outcomes if each.solver == name and each.verdict == "unread"]
        return self._unread(unread[0]) if unread else ""

    def _write(self, results: Results) -> None:
        outputs = self.outputs
        if outputs["json"]:
            outputs.write("json", results.to_json() + "\n")
        if outputs["csv"]:
            from ..conformance.marks_table import marks_csv

            outputs.write("csv", marks_csv(self._rows(results), self.language, self.weights))
        if self.is_class:
            self._write_pages_of_class(results)
        elif outputs["report"]:
            from ..conformance.report import html

            external = any(each.spec.is_external for each in self.submissions)
            remarks = [self._confinement()] if external else []
            outputs.write("report", html(results, self.language, remarks=remarks))

    def _write_pages_of_class(self, results: Results) -> None:
        if not (self.outputs["report"] or self.per_copy):
            return
        from ..conformance.class_report import class_report, pages_per_copy
        from ..conformance.copy_section import JudgedCopy

        copies = [JudgedCopy.of(each, results, self.weights) for each in self.submissions]
        if self.outputs["report"]:
            page = class_report(results, copies, self.language, self._confinement())
            self.outputs.write("report", page)
        if self.per_copy:
            self.per_copy.write(pages_per_copy(results, copies, self.language))

    def _confinement(self) -> Message:
        held = confinement_message(sandboxed=self.settings.sandbox)
        return Message("conform.confinement", held=held)

    def _explain(self, results: Results) -> None:
        """Print the first thing to mend of each solver that is not part of a class."""
        for each in self.submissions if not self.is_class else ():
            worst = results.smallest_failure(each.name)
            if worst is not None:
                click.echo(f"\n{self._in_words(worst)}")

    def _in_words(self, outcome: Outcome) -> str:
        verdict = self._say(f"conform.verdict.{outcome.verdict}")
        case = "" if outcome.case == NO_CASE else f", {outcome.case}"
        reason = outcome.reason.in_language(self.language) if outcome.reason else ""
        check = f"{outcome.check}{case}"
        head = self._say("conform.mend", level=level_of(outcome), verdict=verdict, check=check)
        first = self._say("conform.named", name=printable(outcome.solver), said=head)
        lines = [first, *reason.splitlines()]
        if outcome.grid:
            lines += [self._say("conform.the_grid"), *format_grid(outcome.grid).splitlines(), outcome.grid]
        return "\n  ".join(lines)


def _marks_in_words(scores: Scores, weights: Weights, language: Language) -> str:
    """The mark and its two scores; "" if there is no mark."""
    parts = {
        "mark": (scores.mark(weights), weights.total),
        "solves": (scores.points("solves", weights, 1), weights.solves),
        "care": (scores.points("care", weights, 1), weights.care),
    }
    texts = {
        name: "-" if points is None else f"{format_number(language, points, 'g')}/{best}"
        for name, (points, best) in parts.items()
    }
    return "" if parts["mark"][0] is None else Message("conform.scores", **texts).in_language(language)
