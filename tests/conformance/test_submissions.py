"""A class of thirty submissions, judged in parallel: each gets the correct mark, even after an interruption."""

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
from conformance.pupils import CLASS, Pupil, write_class
from naming import names, numbers
from recorded.outcomes import not_passed
from recorded.running import ANSWERS
from recording import same_as_recorded
from sudoku_rosetta.conformance.case import cases
from sudoku_rosetta.conformance.marks import scores_of
from sudoku_rosetta.conformance.results import Results
from sudoku_rosetta.conformance.solver_under_test import SolverUnderTest
from sudoku_rosetta.conformance.submissions import fingerprint, submissions_in
from sudoku_rosetta.conformance.suite import judge, plan
from sudoku_rosetta.external.confinement import confinement_message
from sudoku_rosetta.external.reading import Unread
from sudoku_rosetta.external.recognise import copy_at
from sudoku_rosetta.runtime.limits import is_available
from sudoku_rosetta.runtime.temporary_folder import remove
from sudoku_rosetta.solvers import solver_named
from waiting import HANG_GUARD_S, until

pytestmark = pytest.mark.skipif(not is_available(), reason="programs cannot be limited on this system")
MARKER = "SUDOKU_ROSETTA_TEST_MARKER"


def small_cases() -> list[str]:
    """A case with one solution, one with none, and one that is full."""
    sized = [case for case in cases() if case.placements is not None]
    sized.sort(key=lambda case: case.placements or 0)
    return [
        next(case.id for case in sized if case.expect == "unique" and (case.placements or 0) > 60),
        next(case.id for case in sized if case.expect == "none" and (case.placements or 0) < 1000),
        next(case.id for case in cases() if case.expect == "unique" and "0" not in case.grid),
    ]


class Command:
    """`sudoku-rosetta conform --folder`, with a marker in the environment of all its processes."""

    def __init__(
        self, place: Path, *more: str, seconds: float = HANG_GUARD_S, env: dict[str, str] | None = None
    ) -> None:
        self.place = place
        self.marker = uuid.uuid4().hex
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
        self.env = {**os.environ, **(env or {}), MARKER: self.marker}

    def start(self) -> subprocess.Popen[str]:
        return subprocess.Popen(
            self.arguments,
            cwd=self.place,
            env=self.env,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def records(self) -> list[dict[str, str]]:
        """The journal so far. Its last line may be incomplete."""
        path = self.place / "report.kept.jsonl"
        lines = path.read_text().splitlines(keepends=True) if path.exists() else []
        return [json.loads(line) for line in lines if line.endswith("\n")]

    def processes(self) -> list[str]:
        found = []
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                if self.marker.encode() in (folder / "environ").read_bytes():
                    found.append((folder / "cmdline").read_bytes().replace(b"\0", b" ").decode())
            except OSError:
                continue
        return found

    def ended(self) -> int:
        """The number of finished submissions in the journal."""
        return sum(not {"run_id", "reading"} & record.keys() for record in self.records())

    def answered(self) -> int:
        """The number of outcomes in the journal."""
        return sum("run_id" in record for record in self.records())

    def assert_no_process_left(self) -> None:
        until(lambda: self.processes() == [], "the end of its processes")


ADA, SAMIR = (next(pupil for pupil in CLASS if pupil.name == name) for name in ("ada", "samir"))
ENDING = tuple(pupil for pupil in CLASS if not pupil.hangs)
HANGING = tuple(pupil for pupil in CLASS if pupil.hangs)
HANG_TIMEOUT_S = 0.3
"""Only for solvers that hang: a correct one may need more on a busy machine."""


@pytest.mark.slow
@pytest.mark.recorded
def test_a_killed_run_resumes_and_judges_the_whole_class(tmp_path: Path) -> None:
    """Each mark is correct, no check runs twice, no process is left, and a third run judges nothing again."""
    write_class(tmp_path / "copies", ENDING)
    command = Command(tmp_path, "--jobs", "2")  # marks must not depend on what is running at the kill
    first = command.start()
    until(lambda: command.ended() >= len(CLASS) // 4, "the first quarter of the class")
    first.send_signal(signal.SIGKILL)
    first.communicate()
    command.assert_no_process_left()
    assert not (tmp_path / "report.html").exists()
    ended = command.ended()
    answers = command.answered()
    second = command.start()
    _, errors = second.communicate(timeout=HANG_GUARD_S)
    assert second.returncode == 1, errors
    assert names(errors, answers, ended, len(ENDING), "--again")
    command.assert_no_process_left()
    runs = Counter((record["copy"], record["run_id"]) for record in command.records() if "run_id" in record)
    assert max(runs.values()) == 1
    for pupil in ENDING:
        assert_mark(pupil, tmp_path)
    judged = judged_class(tmp_path)
    del judged["omar"]  # it repeats its first answer, which depends on the order of two threads
    if shutil.which("node") is None:
        del judged["henri"]
    same_as_recorded(ANSWERS / "class.json", judged, whole="henri" in judged)
    assert_rerun_does_nothing(command)


def assert_rerun_does_nothing(command: Command) -> None:
    before, kept = (command.place / "report.json").read_text(), command.records()
    third = command.start()
    third.communicate(timeout=HANG_GUARD_S)
    assert third.returncode == 1
    assert command.records() == kept
    first, again = (Results.from_json(text) for text in (before, (command.place / "report.json").read_text()))
    assert again.outcomes == first.outcomes


@pytest.mark.slow
def test_a_submission_that_hangs_gets_its_mark(tmp_path: Path) -> None:
    """Only the time limit ends these submissions, so it can be short."""
    write_class(tmp_path / "copies", HANGING)
    command = Command(tmp_path, seconds=HANG_TIMEOUT_S)
    run = command.start()
    _, errors = run.communicate(timeout=HANG_GUARD_S)
    assert run.returncode == 3, errors
    command.assert_no_process_left()
    for pupil in HANGING:
        assert_mark(pupil, tmp_path)


def test_the_class_has_thirty_submissions() -> None:
    assert len({pupil.name for pupil in CLASS}) == len(CLASS) == 30
    assert len(HANGING) == 4


MARKS = "copy file mark_of_20 solves_of_16 care_of_4 percent passed failed skipped errored unread".split()


def judged_class(place: Path) -> dict[str, object]:
    """For each submission its marks, without times and sentences, and the checks that it did not pass."""
    results = json.loads((place / "report.json").read_text(encoding="utf-8"))
    with (place / "marks.csv").open(newline="", encoding="utf-8") as file:
        lines = list(csv.DictReader(file))
    return {
        line["copy"]: {key: line[key] for key in MARKS} | not_passed(results, line["copy"].removeprefix("'"))
        for line in lines
    }


def assert_mark(pupil: Pupil, place: Path) -> None:
    with (place / "marks.csv").open(newline="", encoding="utf-8") as file:
        marks = {line["copy"].removeprefix("'"): line for line in csv.DictReader(file)}
    line = marks[pupil.name]
    if pupil.mark == "unread":
        asked = {key: line[key] for key in ("passed", "failed", "skipped", "errored")}
        assert (line["mark_of_20"], set(asked.values()), line["unread"]) == ("", {"0"}, "1")
        assert line["remark"]
        return
    mark = float(line["mark_of_20"])
    assert (0 < mark < 20) if pupil.mark == "some" else mark == float(pupil.mark), line["remark"]
    assert (line["remark"] == "") == (pupil.mark == "20")
    assert line["confinement"] == confinement_message().en
    results = Results.from_json((place / "report.json").read_text())
    assert ({pupil.check} - {""}) <= set(results.failing_checks(pupil.name))


@pytest.mark.slow
def test_a_changed_submission_is_judged_again(tmp_path: Path) -> None:
    pupils = (Pupil("one.py", "def solve(text):\n    return None\n", "some"), ADA)
    write_class(tmp_path / "copies", pupils)
    command = Command(tmp_path)
    command.start().communicate(timeout=HANG_GUARD_S)
    before = len(command.records())
    (tmp_path / "copies" / "one.py").write_text(ADA.text)
    last = command.start()
    out, errors = last.communicate(timeout=HANG_GUARD_S)
    assert last.returncode == 0, out + errors
    assert {record["copy"] for record in command.records()[before:]} == {"one"}


def test_ctrl_c_stops_the_run_cleanly_with_a_journal(tmp_path: Path) -> None:
    write_class(tmp_path / "copies", (ADA, SAMIR))
    command = Command(tmp_path, "--jobs", "1")
    first = command.start()
    until(lambda: len(command.records()) > 3, "outcomes in the journal")
    first.send_signal(signal.SIGINT)
    _, errors = first.communicate(timeout=HANG_GUARD_S)
    assert first.returncode == 130
    assert "Traceback" not in errors
    answers = command.answered()
    assert numbers(errors.splitlines()[-1]) in (
        [answers],
        [answers - 1],
    )  # in the journal, but not counted yet
    command.assert_no_process_left()


def test_two_runs_cannot_write_to_one_journal(tmp_path: Path) -> None:
    write_class(tmp_path / "copies", (ADA, SAMIR))
    command = Command(tmp_path, "--jobs", "1")
    first = command.start()
    until(lambda: len(command.records()) > 0, "outcomes in the journal")
    second = command.start()
    _, errors = second.communicate(timeout=HANG_GUARD_S)
    first.kill()
    first.communicate()
    assert (second.returncode, errors.count("\n")) == (2, 1)
    assert names(errors, "report.kept.jsonl")
    command.assert_no_process_left()


@pytest.mark.slow
def test_no_temporary_file_is_left(tmp_path: Path) -> None:
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    chosen = {"ada", "grace", "samir", "kim"}
    write_class(tmp_path / "copies", tuple(pupil for pupil in CLASS if pupil.name in chosen))
    command = Command(tmp_path, seconds=HANG_TIMEOUT_S, env={"TMPDIR": str(temporary)})
    first = command.start()
    until(lambda: len(command.records()) > 5, "outcomes in the journal")
    first.kill()
    first.communicate()
    command.assert_no_process_left()
    until(lambda: list(temporary.iterdir()) == [], "removal of the folder of a killed run")
    command.start().communicate(timeout=HANG_GUARD_S)
    assert list(temporary.iterdir()) == []


def test_a_temporary_folder_is_removed_after_its_process_is_killed() -> None:
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
    until(lambda: not Path(ran.stdout.strip()).exists(), "removal of its folder")


def test_a_folder_is_removed_while_files_are_added(tmp_path: Path) -> None:
    private = tmp_path / "private"
    private.mkdir()
    for name in range(2000):
        (private / str(name)).touch()

    def add_files() -> None:
        with contextlib.suppress(OSError):  # the folder is removed
            for name in range(50):
                (private / f"later-{name}").touch()
                time.sleep(0.0005)

    busy = Thread(target=add_files)
    busy.start()
    remove(private)
    busy.join()
    assert not private.exists()


# --- how a submission is run --------------------------------------------------------------------------


def test_the_file_of_the_solver_in_a_folder_is_found(tmp_path: Path) -> None:
    files = {
        "a/solver.py": "def solve(grid): return grid",
        "a/test_solver.py": "from solver import solve",
        "b/main.c": "int main(void) { return 0; }",
        "b/notes.txt": "notes",
        "c/x.js": "function solve(grid) { return grid; }",
        "d/deep/y.sh": "read grid; echo $grid",
        "e/__pycache__/z.pyc": "compiled",
        "e/.DS_Store": "icons",
    }
    for file, text in files.items():
        path = tmp_path / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"{text}\n")
    copies = {name: copy_at(tmp_path / name) for name in "abcd"}
    assert {name: copy.files[0] for name, copy in copies.items()} == {
        "a": "solver.py",
        "b": "main.c",
        "c": "x.js",
        "d": "y.sh",
    }
    assert copies["b"].language == "C"
    assert [submission.name for submission in submissions_in(tmp_path)] == ["a", "b", "c", "d", "e"]
    with pytest.raises(Unread) as caught:
        copy_at(tmp_path / "e")
    assert caught.value.message.code == "unread.empty_folder"


def test_submission_names_are_unique(tmp_path: Path) -> None:
    for name in ("martin.c", "martin.c.txt", "martin.py"):
        (tmp_path / name).write_text("x=1\n")
    submissions = submissions_in(tmp_path)
    assert [submission.name for submission in submissions] == ["martin.c", "martin.c-2", "martin.py"]


def test_output_files_in_the_folder_are_not_submissions(tmp_path: Path) -> None:
    for name in ("ada.py", "marks.csv", "report.html"):
        (tmp_path / name).write_text("x=1\n")
    (tmp_path / "endless").symlink_to("endless")
    written = [Path(os.path.relpath(tmp_path / "marks.csv")), tmp_path / "report.html"]
    assert [submission.name for submission in submissions_in(tmp_path, written)] == ["ada", "endless"]


def test_an_unreadable_file_has_a_fingerprint(tmp_path: Path) -> None:
    (tmp_path / "unreadable.c").symlink_to("/proc/self/mem")
    (submission,) = submissions_in(tmp_path)
    before = fingerprint(submission, (), "1")
    (tmp_path / "unreadable.c").unlink()
    (tmp_path / "unreadable.c").write_text("int main() {}\n")
    assert fingerprint(submission, (), "1") != before


def test_a_skip_after_timeouts_is_marked_given_up() -> None:
    late = {case.id for case in cases()}
    for slow in (
        SolverUnderTest(solver_named("c-style"), timeouts=99),
        SolverUnderTest(solver_named("c-style"), timed_out_cases=late),
    ):
        run = next(run for run in plan(slow, cases()) if run.check.name == "answer")
        judged = judge(run)
        assert judged.verdict == "skipped"
        assert judged.given_up
        assert scores_of([judged]).counted == 1
