"""`sudoku-rosetta conform`: the conformance suite on our solvers, on anyone's, or on a class of them."""

from __future__ import annotations

import contextlib
import locale
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import get_args

import click

from .. import __version__
from ..conformance.checks import CHECKS
from ..conformance.copies import Busy, Copy, Kept, Line, copies_in, copy_of, distinct, key_of, marks_csv
from ..conformance.marks import Mark, mark_of
from ..conformance.outcome import Language, Outcome, Reason
from ..conformance.report import html
from ..conformance.results import Card, Results
from ..conformance.side_by_side import Known, News, judge_side_by_side
from ..conformance.subject import Level
from ..conformance.words import drawn
from ..conformance.worker import Job, named
from ..solvers import solver_named, solvers
from ..solvers.confined import Limits, confinement
from ..solvers.cores import cores
from ..solvers.foreign import ForeignSolver
from ..solvers.outsider import readable_name
from .failures import NOT_SO, Failure, Interrupted, check_writable, printable, put
from .progress import Progress

NOTHING_JUDGED = 3
"""Nothing is wrong, as far as could be seen; but something gave no answer to judge."""
SECONDS, SECONDS_OF_OURS = 10.0, 60.0


@click.command(short_help="Judge solvers by the conformance suite: ours, yours, a whole class.")
@click.argument("specs", nargs=-1, metavar="[SPECS]...")
@click.option("--cmd", "commands", multiple=True, metavar="CMD", help="A program, by the program contract.")
@click.option("--solver", "names", multiple=True, metavar="NAME", help="A solver that is registered.")
@click.option("--folder", type=click.Path(path_type=Path), metavar="DIR", help="A class: each entry a copy.")
@click.option("--level", type=click.Choice(get_args(Level)), help="What is asked for; see above.")
@click.option("--case", "patterns", multiple=True, metavar="PATTERN", help="Only cases of such an id or tag.")
@click.option("--lang", "language", type=click.Choice(get_args(Language)), help="Default: your locale's.")
@click.option("--report", type=click.Path(path_type=Path), metavar="FILE", help="The report, one HTML page.")
@click.option("--json", "json_file", type=click.Path(path_type=Path), metavar="FILE", help="All outcomes.")
@click.option("--csv", "csv_file", type=click.Path(path_type=Path), metavar="FILE", help="A mark a line.")
@click.option("--jobs", type=click.IntRange(min=1), metavar="N", help="So many at once; default: all cores.")
@click.option("--seconds", type=click.FloatRange(min=0.1), metavar="S", help="For a grid; default: 10.")
@click.option("--memory", type=click.IntRange(min=16), metavar="MB", default=1024, show_default=True)
@click.option("--sandbox/--no-sandbox", default=None, help="Bubblewrap around each; default: with --folder.")
@click.option("--again", is_flag=True, help="With --folder: forget what is kept of a run before.")
def command(
    specs: tuple[str, ...],
    commands: tuple[str, ...],
    names: tuple[str, ...],
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
    """Judge solvers on every case. SPECS are Python functions (mine.py, mine.py:solve, package.module:solve) or
    files and folders in another language (mine.c, mine.js, mine.sce, mine.sh); without any, and without --cmd,
    --solver and --folder, all registered solvers are judged.

    A program gets one grid on standard input, a line of 81 digits with 0 for an empty cell; it prints one line
    of 81 digits for each solution, and ends with exit code 0.

    \b
    Levels, each with all before it:
      first  the first solution, or the right "none"
      all    all of them, each once (the default for a solver that is not registered)
      count  also where there are thousands, or their number
      fast   also where a plain search takes long

    With --folder each file or folder in DIR is one pupil's solver: all are judged side by side, each confined.
    Outcomes are kept beside the report as they come: the same command goes on where it was stopped.

    \b
    Examples:
      sudoku-rosetta conform mine.py:solve --level first
      sudoku-rosetta conform --cmd ./a.out --cmd "node mine.js" --report report.html
      sudoku-rosetta conform --folder copies/ --report report.html --json report.json --csv marks.csv

    \b
    Exit codes: 0 all passed or skipped; 1 something failed; 2 bad input; 3 nothing failed, but something
      crashed, took too long or could not be read; 130 interrupted.
    """
    outputs = Outputs(report, json_file, csv_file)
    chosen = named(patterns)
    if chosen == ():
        raise Failure(f"no case has an id, a group or a tag like {' or '.join(patterns)}")
    limits = Limits(seconds or SECONDS, memory)
    sandboxed = sandbox if sandbox is not None else folder is not None
    terms = Job("", "command", (), None, level, limits, sandboxed, None, chosen)
    if folder is not None:
        if specs or commands or names:
            raise click.UsageError("--folder stands alone: a class, or solvers that are named")
        copies = _class(folder, terms, outputs)
    else:
        ours = replace(terms, limits=Limits(seconds or SECONDS_OF_OURS, memory))
        copies = _distinct(
            [*_registered(names, specs or commands, ours), *_outsiders(specs, commands, terms)]
        )
    run = Run(copies, terms, outputs, language or _locale_language(), jobs or cores(), folder is not None)
    return run.go(again)


# --- who is judged ------------------------------------------------------------------------------------


def _class(folder: Path, terms: Job, outputs: Outputs) -> list[Copy]:
    if not folder.is_dir():
        raise Failure(f"{printable(folder)}: not a folder")
    copies = copies_in(folder, terms, outputs.all_and_record())
    if not copies:
        raise Failure(f"{printable(folder)}: no copy in it; each file or folder in it is one pupil's solver")
    return copies


def _registered(names: Sequence[str], others: Sequence[str], terms: Job) -> Iterator[Copy]:
    known = [solver_named(name).id for name in names] if names or others else [each.id for each in solvers()]
    for name in dict.fromkeys(known):
        yield Copy(name, Path(), replace(terms, name=name, kind="registered", what=(name,)))


def _outsiders(specs: Sequence[str], commands: Sequence[str], terms: Job) -> Iterator[Copy]:
    here = str(Path.cwd())
    for spec in specs:
        path = Path(spec)
        if path.is_dir() or (path.is_file() and path.suffix.lower() != ".py"):
            copy = copy_of(path, readable_name(spec), terms)
            if wrong := copy.wrong or copy.lacking:
                raise Failure(f"{printable(spec)}: {wrong.en}")
            yield copy
            continue
        job = replace(terms, name=readable_name(spec), kind="function", what=(spec,), folder=here)
        if missing := ForeignSolver(spec).missing():
            raise Failure(missing)
        yield Copy(job.name, path, job)
    for words in commands:
        job = replace(terms, name=readable_name(words), kind="command", folder=here)
        yield Copy(job.name, Path(), replace(job, what=_words(words)))


def _words(text: str) -> tuple[str, ...]:
    from ..solvers.command import CommandSolver

    try:
        solver = CommandSolver(text)
    except ValueError as error:
        raise Failure(str(error)) from None
    if missing := solver.missing():
        raise Failure(missing)
    return solver.command


def _distinct(copies: Sequence[Copy]) -> list[Copy]:
    names = distinct(copy.name for copy in copies)
    return [
        replace(copy, name=name, job=copy.job and replace(copy.job, name=name))
        for copy, name in zip(copies, names, strict=True)
    ]


def _locale_language() -> Language:
    told = next((os.environ[key] for key in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(key)), "")
    return "fr" if (told or locale.getlocale()[0] or "").lower().startswith("fr") else "en"


# --- the run ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Outputs:
    """Where the answers go; known to be writable before hours of work."""

    report: Path | None
    json: Path | None
    csv: Path | None

    def __post_init__(self) -> None:
        check_writable(self.all(), whole=True)

    def all(self) -> list[Path]:
        return [path for path in (self.report, self.json, self.csv) if path is not None]

    def all_and_record(self) -> list[Path]:
        record = self.record()
        return [*self.all(), *([record] if record else [])]

    def record(self) -> Path | None:
        """What is kept of a class lies beside its report."""
        first = next(iter(self.all()), None)
        return first and first.with_name(first.stem + ".kept.jsonl")


@dataclass
class Run:
    """Solvers judged side by side, and what is told of it."""

    copies: Sequence[Copy]
    terms: Job
    outputs: Outputs
    language: Language
    at_once: int
    is_class: bool
    found: dict[str, Known] = field(default_factory=dict)

    def go(self, again: bool) -> int:
        with contextlib.ExitStack() as stack:
            kept = self._kept(again, stack)
            self.found = kept.known if kept else {copy.name: Known() for copy in self.copies}
            progress = stack.enter_context(Progress(self._say("questions answered", "questions répondues")))
            self._tell_what_is_kept(progress)
            try:
                judge_side_by_side(
                    [copy.job for copy in self.copies if copy.job],
                    {
                        name: replace(known, outcomes=dict(known.outcomes))
                        for name, known in self.found.items()
                    },
                    self.at_once,
                    lambda news: self._hear(news, kept, progress),
                )
            except KeyboardInterrupt:
                raise Interrupted(self._so_far(kept, progress)) from None
        results = self._results()
        self._explain(results)
        self._write(results)
        self._tell_what_is_written()
        tally = results.tally()
        return NOT_SO if tally["failed"] else NOTHING_JUDGED if tally["errored"] else 0

    def _say(self, english: str, french: str) -> str:
        return english if self.language == "en" else french

    def _kept(self, again: bool, stack: contextlib.ExitStack) -> Kept | None:
        path = self.outputs.record() if self.is_class else None
        if path is None:
            return None
        keys = {copy.name: key_of(copy, __version__) for copy in self.copies}
        try:
            kept = stack.enter_context(contextlib.closing(Kept(path, keys)))
        except Busy:
            raise Failure(f"{printable(path)}: another run is writing into it") from None
        if again:
            kept.forget()
        return kept

    def _tell_what_is_kept(self, progress: Progress) -> None:
        ended = sum(known.ended for known in self.found.values())
        answers = sum(len(known.outcomes) for known in self.found.values())
        if answers:
            progress.tell(
                self._say(
                    f"Kept from before: {answers} answers, {ended} of {len(self.copies)} copies done "
                    "(--again begins anew).",
                    f"Gardé d'avant : {answers} réponses, {ended} copies finies sur {len(self.copies)} "
                    "(--again recommence).",
                )
            )

    def _hear(self, news: News, kept: Kept | None, progress: Progress) -> None:
        known = self.found[news.job.name]
        if kept:
            kept.add(news)
        if news.outcome is not None:
            known.outcomes[news.question] = news.outcome
            progress.done += 1
            return
        known.ended = True
        progress.write(f"{news.job.name}: {self._line(mark_of(known.outcomes.values()))}")

    def _line(self, mark: Mark) -> str:
        words = self._say("passed failed skipped errored", "réussis échoués sautés erreurs").split()
        told = ", ".join(f"{number} {word}" for number, word in zip(mark.counts.values(), words, strict=True))
        points = mark.out_of(20)
        return told if points is None or not self.is_class else f"{told}; {points:g}/20"

    def _so_far(self, kept: Kept | None, progress: Progress) -> str:
        done = f": {progress.done} questions answered."
        return f"{done} The same command goes on from there." if kept else done

    # --- at the end -----------------------------------------------------------------------------------

    def _outcomes(self, copy: Copy) -> list[Outcome]:
        return [copy.outcome] if copy.outcome else list(self.found[copy.name].outcomes.values())

    def _results(self) -> Results:
        outcomes = [outcome for copy in self.copies for outcome in self._outcomes(copy)]
        results = Results.of(outcomes, [], self.terms.chosen(), CHECKS, self.terms.level)
        return replace(results, solvers=[_card(copy) for copy in self.copies])

    def _lines(self, results: Results) -> list[Line]:
        held = self._confinement()
        return [
            Line(copy, mark_of(self._outcomes(copy)), _remark(results, copy.name), held)
            for copy in self.copies
        ]

    def _confinement(self) -> Reason:
        asked = self.terms.sandbox
        return Reason(
            confinement(sandboxed=asked, language="en"), confinement(sandboxed=asked, language="fr")
        )

    def _write(self, results: Results) -> None:
        outputs = self.outputs
        if outputs.json:
            put(outputs.json, results.to_json() + "\n")
        if not (outputs.report or outputs.csv):
            return
        lines = self._lines(results)
        if outputs.csv:
            put(outputs.csv, marks_csv(lines, self.language))
        if outputs.report:
            outside = [copy for copy in self.copies if not copy.job or copy.job.kind != "registered"]
            remarks = [_opening(self._confinement())] if outside else []
            notes = {line.copy.name: _note(line) for line in lines} if self.is_class else {}
            put(outputs.report, html(results, self.language, remarks=remarks, notes=notes))

    def _explain(self, results: Results) -> None:
        """The smallest failure of each; of a class only its line, where nothing was run."""
        for copy in self.copies:
            if self.is_class:
                if copy.outcome and copy.outcome.reason:
                    click.echo(f"{copy.name}: {copy.outcome.reason.in_language(self.language)}")
                continue
            worst = results.smallest_failure(copy.name)
            if worst is not None:
                click.echo(f"\n{self._in_words(worst)}")

    def _tell_what_is_written(self) -> None:
        for path in self.outputs.all():
            click.echo(f"{self._say('written', 'écrit')}: {printable(path)}", err=True)

    def _in_words(self, outcome: Outcome) -> str:
        verdict = self._say(outcome.verdict, "échoué" if outcome.verdict == "failed" else "erreur")
        case = "" if outcome.case == "-" else f", {outcome.case}"
        reason = outcome.reason.in_language(self.language) if outcome.reason else ""
        lines = [f"{outcome.solver}: {verdict} ({outcome.check}{case})", *reason.splitlines()]
        if outcome.grid:
            lines += [self._say("The grid:", "La grille :"), *drawn(outcome.grid).splitlines(), outcome.grid]
        return "\n  ".join(lines)


def _card(copy: Copy) -> Card:
    if copy.job is None:
        return Card(copy.name, copy.path.name)
    card = Card.of(copy.job.solver())
    return card if copy.path == Path() else replace(card, title=copy.path.name, language=copy.language)


def _remark(results: Results, name: str) -> Reason | None:
    worst = results.smallest_failure(name)
    if worst is None or worst.reason is None:
        skipped = [each for each in results.outcomes if each.solver == name and each.check == "found"]
        return skipped[0].reason if skipped else None
    return Reason(
        *(f"{worst.case}: {text}".removeprefix("-: ") for text in (worst.reason.en, worst.reason.fr))
    )


def _note(line: Line) -> Reason:
    points = line.mark.out_of(20, 2)
    mark = "" if points is None else f"{points:g}/20"
    french = mark.replace(".", ",")
    if line.remark is None:
        return Reason(mark, french)
    english = f"{mark}; {line.remark.en[:300]}"
    return Reason(english.removeprefix("; "), f"{french} ; {line.remark.fr[:300]}".removeprefix(" ; "))


def _opening(held: Reason) -> Reason:
    return Reason(f"Confinement of each program: {held.en}.", f"Confinement de chaque programme : {held.fr}.")
