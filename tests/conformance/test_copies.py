"""A class at once: thirty copies, good, wrong and worse; the right mark for each, whatever happens half-way."""

import contextlib
import csv
import json
import os
import shutil
import signal
import subprocess
import sys
import time
import uuid
from collections import Counter
from pathlib import Path
from threading import Thread

import pytest
from conformance.pupils import CLASS, Pupil, made
from naming import names, numbers
from recorded.outcomes import not_passed
from recorded.running import ANSWERS
from recording import same_as_recorded
from sudoku_rosetta.conformance.case import cases
from sudoku_rosetta.conformance.marks import mark_of
from sudoku_rosetta.conformance.outcome import Outcome, Verdict
from sudoku_rosetta.conformance.results import Results
from sudoku_rosetta.conformance.solver_under_test import SolverUnderTest
from sudoku_rosetta.conformance.submissions import fingerprint, submissions_in
from sudoku_rosetta.conformance.suite import judge, plan
from sudoku_rosetta.external.confinement_words import confinement
from sudoku_rosetta.external.recognise import is_program
from sudoku_rosetta.messages import Message
from sudoku_rosetta.runtime.limits import is_available
from sudoku_rosetta.runtime.temporary_folder import remove
from sudoku_rosetta.solvers import solver_named
from waiting import HANG_GUARD_S, until

pytestmark = pytest.mark.skipif(not is_available(), reason="programs cannot be limited on this system")
MARK = "SUDOKU_ROSETTA_TEST_OF_COPIES"


def small_cases() -> list[str]:
    """One of one solution, one of none, one that is full."""
    sized = [case for case in cases() if case.placements is not None]
    sized.sort(key=lambda case: case.placements or 0)
    return [
        next(case.id for case in sized if case.expect == "unique" and (case.placements or 0) > 60),
        next(case.id for case in sized if case.expect == "none" and (case.placements or 0) < 1000),
        next(case.id for case in cases() if case.expect == "unique" and "0" not in case.grid),
    ]


class Command:
    """`sudoku-rosetta conform --folder`, whose processes can all be found again."""

    def __init__(
        self, place: Path, *more: str, seconds: float = HANG_GUARD_S, env: dict[str, str] | None = None
    ) -> None:
        self.place = place
        self.mark = uuid.uuid4().hex
        chosen = [word for name in small_cases() for word in ("--case", name)]
        self.arguments = [sys.executable, "-m", "sudoku_rosetta", "conform", "--folder", "copies"]
        self.arguments += ["--level", "first", "--seconds", str(seconds), "--memory", "200", "--lang", "en"]
        self.arguments += [
            "--report",
            "report.html",
            "--json",
            "report.json",
            "--csv",
            "marks.csv",
            *chosen,
            *more,
        ]
        self.env = {**os.environ, **(env or {}), MARK: self.mark}

    def begun(self) -> subprocess.Popen[str]:
        return subprocess.Popen(
            self.arguments,
            cwd=self.place,
            env=self.env,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def record(self) -> list[dict[str, str]]:
        """What is kept so far; its last line may be half a line."""
        path = self.place / "report.kept.jsonl"
        lines = path.read_text().splitlines(keepends=True) if path.exists() else []
        return [json.loads(line) for line in lines if line.endswith("\n")]

    def processes(self) -> list[str]:
        found = []
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                if self.mark.encode() in (folder / "environ").read_bytes():
                    found.append((folder / "cmdline").read_bytes().replace(b"\0", b" ").decode())
            except OSError:
                continue
        return found

    def ended(self) -> int:
        """How many copies are kept as done."""
        return sum("question" not in told for told in self.record())

    def leaves_nothing(self) -> None:
        until(lambda: self.processes() == [], "the end of its processes")


ADA, SAMIR = (next(pupil for pupil in CLASS if pupil.name == name) for name in ("ada", "samir"))
ENDING = tuple(pupil for pupil in CLASS if not pupil.hangs)
HANGING = tuple(pupil for pupil in CLASS if pupil.hangs)
A_MOMENT = 0.3
"""Seconds for a solver that hangs; a correct one may need more on a busy machine."""


@pytest.mark.slow
@pytest.mark.recorded
def test_a_class_that_is_killed_half_way_is_judged_to_its_end(tmp_path: Path) -> None:
    """The right mark for each copy; nothing asked twice; nothing left; and a third run has nothing to do."""
    made(tmp_path / "copies", ENDING)
    command = Command(
        tmp_path, "--jobs", "2"
    )  # which copies are under way at the kill must not decide their marks
    first = command.begun()
    until(lambda: command.ended() >= len(CLASS) // 4, "the first quarter of the class")
    first.send_signal(signal.SIGKILL)
    first.communicate()
    command.leaves_nothing()
    assert not (tmp_path / "report.html").exists()
    ended = command.ended()
    answers = len(command.record()) - ended
    second = command.begun()
    _, errors = second.communicate(timeout=HANG_GUARD_S)
    assert second.returncode == 1, errors
    assert names(errors, answers, ended, len(ENDING), "--again")
    command.leaves_nothing()
    asked = Counter((told["copy"], told["question"]) for told in command.record() if "question" in told)
    assert max(asked.values()) == 1
    for pupil in ENDING:
        gets_its_mark(pupil, tmp_path)
    judged = judged_class(tmp_path)
    del judged["omar"]  # it answers what it was asked first; which of two threads is first is chance
    if shutil.which("node") is None:
        del judged["henri"]
    same_as_recorded(ANSWERS / "class.json", judged, whole="henri" in judged)
    has_nothing_to_do_again(command)


def has_nothing_to_do_again(command: Command) -> None:
    before, kept = (command.place / "report.json").read_text(), command.record()
    third = command.begun()
    third.communicate(timeout=HANG_GUARD_S)
    assert third.returncode == 1
    assert command.record() == kept
    first, again = (Results.from_json(text) for text in (before, (command.place / "report.json").read_text()))
    assert again.outcomes == first.outcomes


@pytest.mark.slow
def test_a_copy_that_hangs_gets_its_mark(tmp_path: Path) -> None:
    """Only the limit of time ends these: it may be as short as it likes."""
    made(tmp_path / "copies", HANGING)
    command = Command(tmp_path, seconds=A_MOMENT)
    run = command.begun()
    _, errors = run.communicate(timeout=HANG_GUARD_S)
    assert run.returncode == 3, errors
    command.leaves_nothing()
    for pupil in HANGING:
        gets_its_mark(pupil, tmp_path)


def test_the_class_is_of_thirty() -> None:
    assert len({pupil.name for pupil in CLASS}) == len(CLASS) == 30
    assert len(HANGING) == 4


MARKS = "copy file mark_of_20 percent passed failed skipped errored".split()


def judged_class(place: Path) -> dict[str, object]:
    """For each copy its line of marks, without times and sentences, and what it did not pass."""
    results = json.loads((place / "report.json").read_text(encoding="utf-8"))
    with (place / "marks.csv").open(newline="", encoding="utf-8") as file:
        lines = list(csv.DictReader(file))
    return {
        line["copy"]: {key: line[key] for key in MARKS} | not_passed(results, line["copy"].removeprefix("'"))
        for line in lines
    }


def gets_its_mark(pupil: Pupil, place: Path) -> None:
    with (place / "marks.csv").open(newline="", encoding="utf-8") as file:
        marks = {line["copy"].removeprefix("'"): line for line in csv.DictReader(file)}
    line = marks[pupil.name]
    if pupil.mark == "none":
        assert (line["mark_of_20"], line["failed"], line["errored"]) == ("", "0", "0")
        return
    mark = float(line["mark_of_20"])
    assert (0 < mark < 20) if pupil.mark == "some" else mark == float(pupil.mark), line["remark"]
    assert (line["remark"] == "") == (pupil.mark == "20")
    assert line["confinement"] == confinement().en
    results = Results.from_json((place / "report.json").read_text())
    assert ({pupil.check} - {""}) <= set(results.failing_checks(pupil.name))


@pytest.mark.slow
def test_a_copy_that_has_changed_is_judged_anew(tmp_path: Path) -> None:
    pupils = (Pupil("one.py", "def solve(text):\n    return None\n", "some"), ADA)
    made(tmp_path / "copies", pupils)
    command = Command(tmp_path)
    command.begun().communicate(timeout=HANG_GUARD_S)
    before = len(command.record())
    (tmp_path / "copies" / "one.py").write_text(ADA.text)
    last = command.begun()
    out, errors = last.communicate(timeout=HANG_GUARD_S)
    assert last.returncode == 0, out + errors
    assert {told["copy"] for told in command.record()[before:]} == {"one"}


def test_ctrl_c_ends_it_in_order_and_it_goes_on_from_there(tmp_path: Path) -> None:
    made(tmp_path / "copies", (ADA, SAMIR))
    command = Command(tmp_path, "--jobs", "1")
    first = command.begun()
    until(lambda: len(command.record()) > 3, "answers that are kept")
    first.send_signal(signal.SIGINT)
    _, errors = first.communicate(timeout=HANG_GUARD_S)
    assert first.returncode == 130
    assert "Traceback" not in errors
    answers = len(command.record()) - command.ended()
    assert numbers(errors.splitlines()[-1]) in ([answers], [answers - 1])  # kept, but not counted yet
    command.leaves_nothing()


def test_two_runs_do_not_write_into_one_record(tmp_path: Path) -> None:
    made(tmp_path / "copies", (ADA, SAMIR))
    command = Command(tmp_path, "--jobs", "1")
    first = command.begun()
    until(lambda: len(command.record()) > 0, "answers that are kept")
    second = command.begun()
    _, errors = second.communicate(timeout=HANG_GUARD_S)
    first.kill()
    first.communicate()
    assert (second.returncode, errors.count("\n")) == (2, 1)
    assert names(errors, "report.kept.jsonl")
    command.leaves_nothing()


@pytest.mark.slow
def test_no_temporary_file_is_left(tmp_path: Path) -> None:
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    chosen = {"ada", "grace", "samir", "kim"}
    made(tmp_path / "copies", tuple(pupil for pupil in CLASS if pupil.name in chosen))
    command = Command(tmp_path, seconds=A_MOMENT, env={"TMPDIR": str(temporary)})
    first = command.begun()
    until(lambda: len(command.record()) > 5, "answers that are kept")
    first.kill()
    first.communicate()
    command.leaves_nothing()
    until(lambda: list(temporary.iterdir()) == [], "the end of the folder of a run that was killed")
    command.begun().communicate(timeout=HANG_GUARD_S)
    assert list(temporary.iterdir()) == []


def test_a_temporary_folder_is_removed_although_its_process_is_killed() -> None:
    program = """
import os, signal
from sudoku_rosetta.runtime.temporary_folder import TemporaryFolder
folder = TemporaryFolder().path
(folder / "file").touch()
print(folder, flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (-signal.SIGKILL, "")
    until(lambda: not Path(ran.stdout.strip()).exists(), "the end of its folder")


def test_a_folder_is_cleared_away_although_something_is_put_into_it_meanwhile(tmp_path: Path) -> None:
    private = tmp_path / "private"
    private.mkdir()
    for name in range(2000):
        (private / str(name)).touch()

    def put() -> None:
        with contextlib.suppress(OSError):  # when the folder is gone
            for name in range(50):
                (private / f"later-{name}").touch()
                time.sleep(0.0005)

    busy = Thread(target=put)
    busy.start()
    remove(private)
    busy.join()
    assert not private.exists()


# --- how a copy is run --------------------------------------------------------------------------------


def test_a_folder_is_run_by_its_solver_its_main_or_its_only_file(tmp_path: Path) -> None:
    for file in ("a/solver.py", "a/other.py", "b/main.c", "b/notes.txt", "c/x.js", "d/deep/y.sh"):
        path = tmp_path / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("x = 1\n")
    for file in ("e/one.py", "e/two.py", "f/.hidden", "__pycache__/z.pyc", ".DS_Store"):
        path = tmp_path / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("x = 1\n")
    copies = {copy.name: copy for copy in submissions_in(tmp_path)}
    assert list(copies) == ["a", "b", "c", "d", "e", "f"]
    files = {name: copy.spec.what[-1] for name, copy in copies.items() if copy.spec and name in "acd"}
    assert files.get("a") == "./solver.py"
    assert files.get("d") == "./y.sh"
    assert copies["b"].declared().language == "C"
    which = copies["e"].unrecognised
    assert which is not None
    assert names(which.en, "solver.*", "main.*")
    assert names(which.fr, "solver.*", "main.*")
    assert copies["f"].unrecognised is not None


def test_a_name_is_one_pupils_alone(tmp_path: Path) -> None:
    for name in ("martin.c", "martin.c.txt", "martin.py"):
        (tmp_path / name).write_text("x=1\n")
    copies = submissions_in(tmp_path)
    assert [copy.name for copy in copies] == ["martin.c", "martin.c-2", "martin.py"]
    assert [copy.spec.name for copy in copies if copy.spec] == ["martin.c", "martin.py"]


def test_what_a_run_writes_into_the_folder_is_no_pupils(tmp_path: Path) -> None:
    for name in ("ada.py", "marks.csv", "report.html"):
        (tmp_path / name).write_text("x=1\n")
    (tmp_path / "endless").symlink_to("endless")
    written = [Path(os.path.relpath(tmp_path / "marks.csv")), tmp_path / "report.html"]
    assert [copy.name for copy in submissions_in(tmp_path, written)] == ["ada", "endless"]


def test_a_file_that_cannot_be_read_has_a_key_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "unreadable.c").symlink_to("/proc/self/mem")
    (copy,) = submissions_in(tmp_path)
    assert copy.unrecognised is not None
    before = fingerprint(copy, (), "1")
    (tmp_path / "unreadable.c").unlink()
    (tmp_path / "unreadable.c").write_text("int main() {}\n")
    assert fingerprint(copy, (), "1") != before


@pytest.mark.parametrize(
    ("text", "program"),
    [
        ("g = input()\n", True),
        ("import sys\nfor line in sys.stdin: pass\n", True),
        ("def solve(g): pass\n", False),
        ("def resoudre(g): pass\nif __name__ == '__main__':\n    print(resoudre(input()))\n", False),
        ("def help_me(g): pass\n", False),
        ("def main():\n    print(input())\nmain()\n", True),
        ("def solve(:\n", False),
        ("\0", False),
    ],
)
def test_a_python_file_is_a_program_where_it_reads_its_grid(tmp_path: Path, text: str, program: bool) -> None:
    file = tmp_path / "mine.py"
    file.write_text(text)
    assert is_program(file) is program


# --- the mark -----------------------------------------------------------------------------------------


def outcome(check: str, verdict: Verdict, given_up: bool = False) -> Outcome:
    return Outcome("x", check, "c", verdict, Message.verbatim("so"), given_up=given_up)


def test_what_was_skipped_counts_neither_way_save_what_was_given_up() -> None:
    half = [outcome("answer", "passed"), outcome("all", "failed"), outcome("tree", "skipped")]
    assert mark_of(half).out_of(20) == 10
    assert mark_of([*half, outcome("count", "skipped", given_up=True)]).out_of(20) == 6.6


def test_without_one_right_answer_the_mark_is_nought() -> None:
    assert mark_of([outcome("refusing", "passed"), outcome("again", "passed")]).out_of(20) == 0


def test_only_who_passes_everything_has_all_the_points() -> None:
    nearly = [outcome("answer", "passed")] * 9999 + [outcome("answer", "failed")]
    assert mark_of(nearly).out_of(20, 2) == 19.99
    assert mark_of(nearly[:-1]).out_of(20, 2) == 20


def test_the_suite_says_of_a_skip_that_the_solver_was_given_up() -> None:
    late = {case.id for case in cases()}
    for tired in (
        SolverUnderTest(solver_named("c-style"), timeouts=99),
        SolverUnderTest(solver_named("c-style"), late=late),
    ):
        asked = next(cell for cell in plan(tired, cases()) if cell.check.name == "answer")
        judged = judge(asked)
        assert judged.verdict == "skipped"
        assert judged.given_up
        assert mark_of([judged]).tried == 1
