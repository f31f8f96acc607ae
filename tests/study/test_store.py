"""The store of a study: nothing is lost, damage is detected, and the final bytes are reproducible."""

from __future__ import annotations

import contextlib
import random
import sqlite3
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from naming import naming
from sudoku_rosetta.study import (
    DamagedError,
    Plan,
    PlanError,
    Store,
    StoreBusyError,
    StoreError,
    run,
    summaries,
)
from sudoku_rosetta.study import _store as store_module
from sudoku_rosetta.study._store import decode_counts, encode_counts

PLAN = Plan(2, (45, 50), 40, seed=3, chunk=5)
NAME = "study.sqlite"
run_module = sys.modules[run.__module__]


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The bytes of a study that ran without interruption."""
    folder = tmp_path_factory.mktemp("finished")
    run(PLAN, folder)
    return (folder / NAME).read_bytes()


@given(st.lists(st.integers(-1, 10**22)))
def test_counts_of_any_size_are_encoded_and_decoded(counts: list[int]) -> None:
    assert decode_counts(encode_counts(counts)) == counts


def test_the_final_bytes_do_not_depend_on_the_order_of_the_chunks(tmp_path: Path, finished: bytes) -> None:
    (tmp_path / "whole").mkdir()
    (tmp_path / "whole" / NAME).write_bytes(finished)
    with Store.open(tmp_path / "whole") as whole:
        chunks = [(clues, n, counts) for clues in PLAN.clues for n, counts in enumerate(whole.counts(clues))]
    random.Random(1).shuffle(chunks)
    with Store.open_for_writing(tmp_path / "other", PLAN.resolved()) as other:
        for chunk in chunks:
            assert not other.is_complete
            other.add([chunk])
        other.finish()
        assert other.is_complete
    assert (tmp_path / "other" / NAME).read_bytes() == finished


def test_a_run_resumes_where_another_stopped(
    tmp_path: Path, finished: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    class StopRunError(Exception):
        pass

    def stopped_after_a_commit() -> int:
        reported: list[int] = []

        def on_progress(grids: int) -> None:
            reported.append(grids)
            if len(reported) == 2:  # the first call reports the grids of earlier runs
                raise StopRunError

        with pytest.raises(StopRunError):
            run(PLAN, tmp_path, on_progress=on_progress, grid_timeout=60)
        return reported[0]

    monkeypatch.setattr(run_module, "COMMIT_INTERVAL_S", 0)
    before = [stopped_after_a_commit() for _ in range(2)]
    assert 0 == before[0] < before[1] < 80
    run(PLAN, tmp_path)
    assert (tmp_path / NAME).read_bytes() == finished
    assert {path.name for path in tmp_path.iterdir()} == {NAME, "study.lock"}


def test_an_interrupt_just_after_a_commit_does_no_damage(
    tmp_path: Path, finished: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Python raises KeyboardInterrupt there if the signal comes while SQLite waits for the disk."""
    add = Store.add

    def interrupted(store: Store, chunks: Any) -> None:
        monkeypatch.setattr(Store, "add", add)
        add(store, chunks)
        raise KeyboardInterrupt

    monkeypatch.setattr(run_module, "COMMIT_INTERVAL_S", 0)
    monkeypatch.setattr(Store, "add", interrupted)
    with pytest.raises(KeyboardInterrupt):
        run(PLAN, tmp_path)
    run(None, tmp_path)
    assert (tmp_path / NAME).read_bytes() == finished


def test_without_a_plan_the_existing_study_is_resumed(tmp_path: Path, finished: bytes) -> None:
    with Store.open_for_writing(tmp_path, PLAN.resolved()):
        pass
    run(None, tmp_path)
    assert (tmp_path / NAME).read_bytes() == finished
    with pytest.raises(StoreError, match=naming("nothing")):
        run(None, tmp_path / "nothing")
    assert not (tmp_path / "nothing").exists()


def test_another_plan_is_refused_with_the_differences(tmp_path: Path) -> None:
    run(Plan(2, (50,), 5), tmp_path)
    with pytest.raises(PlanError, match=naming(tmp_path, "seed", 0, 1)):
        run(Plan(2, (50,), 5, seed=1), tmp_path)


def test_one_run_at_a_time(tmp_path: Path) -> None:
    with Store.open_for_writing(tmp_path, PLAN.resolved()):
        with pytest.raises(StoreBusyError, match=naming(tmp_path)):
            Store.open_for_writing(tmp_path, None)
        assert not summaries(tmp_path)[0].accepted  # reading is possible


@pytest.mark.parametrize("seed", range(40))
def test_a_changed_byte_is_never_read_as_a_result(tmp_path: Path, finished: bytes, seed: int) -> None:
    """Each change is detected, or is in a byte without meaning (free space, a counter of SQLite)."""
    rng = random.Random(seed)
    place = rng.randrange(len(finished))
    changed = bytearray(finished)
    changed[place] ^= rng.randrange(1, 256)
    (tmp_path / NAME).write_bytes(changed)
    (tmp_path / "whole").mkdir()
    (tmp_path / "whole" / NAME).write_bytes(finished)
    with contextlib.suppress(StoreError, PlanError):
        found = summaries(tmp_path)
        expected = summaries(tmp_path / "whole")
        assert [each for each in found if each.grids == 40] == [
            each for each, mine in zip(expected, found, strict=True) if mine.grids == 40
        ]


def test_an_error_names_the_chunk_with_a_changed_count(tmp_path: Path) -> None:
    run(PLAN, tmp_path)
    with sqlite3.connect(tmp_path / NAME) as database:
        database.execute("UPDATE chunks SET counts = x'0909090909' WHERE clues = 50 AND chunk = 2")
    database.close()
    with pytest.raises(DamagedError, match=naming(NAME, "chunk 2", "50 clues")):
        summaries(tmp_path)
    with pytest.raises(DamagedError):
        run(None, tmp_path)


def test_an_error_names_a_chunk_in_the_place_of_another(tmp_path: Path) -> None:
    run(PLAN, tmp_path)
    with sqlite3.connect(tmp_path / NAME) as database:
        database.execute("UPDATE chunks SET chunk = 100 - chunk WHERE clues = 50 AND chunk IN (3)")
        database.execute("UPDATE chunks SET chunk = 3 WHERE clues = 50 AND chunk = 4")
    database.close()
    with pytest.raises(DamagedError, match=naming(NAME, "chunk 3", "50 clues")):
        summaries(tmp_path)


@pytest.mark.parametrize("kept", [0, 1, 100, 4096, 5000, 8192])
def test_a_truncated_file_is_an_error(tmp_path: Path, finished: bytes, kept: int) -> None:
    (tmp_path / NAME).write_bytes(finished[:kept])
    with pytest.raises(StoreError, match=naming(NAME)):
        summaries(tmp_path)


def test_a_file_that_is_not_a_store_is_an_error(tmp_path: Path) -> None:
    (tmp_path / NAME).write_text("not a database at all, but long enough to have been one" * 20)
    with pytest.raises(DamagedError):
        run(PLAN, tmp_path)


def test_a_plan_with_invalid_utf8_is_damage(tmp_path: Path, finished: bytes) -> None:
    (tmp_path / NAME).write_bytes(finished.replace(b'"method"', b'"\xffethod"'))
    with pytest.raises(DamagedError, match=naming(NAME)):
        summaries(tmp_path)


@pytest.mark.parametrize("word", ["full", "malformed"])
def test_the_text_of_a_sqlite_error_is_not_interpreted(tmp_path: Path, finished: bytes, word: str) -> None:
    (tmp_path / NAME).write_bytes(finished)
    refused = pytest.raises(StoreError, match=f"{NAME}: .*{word}$")
    with Store.open(tmp_path) as store, refused as raised, store_module._sqlite_errors_translated(store.path):
        store._database.execute(f"SELECT * FROM {word}")
    assert not isinstance(raised.value, DamagedError)


def test_a_full_disk_is_a_one_line_error_and_loses_nothing(
    tmp_path: Path, finished: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    connect = store_module._connect

    def on_a_full_disk(path: Path) -> tuple[sqlite3.Connection, Plan]:
        database, plan = connect(path)
        (pages,) = database.execute("PRAGMA page_count").fetchone()
        database.execute(f"PRAGMA max_page_count = {pages}")
        return database, plan

    plan = Plan(2, (45,), 4000, seed=3, chunk=500, limit=1)
    monkeypatch.setattr(store_module, "_connect", on_a_full_disk)
    with pytest.raises(StoreError, match=naming(NAME)) as full:
        run(plan, tmp_path / "full")
    assert not isinstance(full.value, DamagedError)
    assert "\n" not in str(full.value)
    monkeypatch.undo()
    run(plan, tmp_path / "full")
    run(plan, tmp_path / "room")
    assert (tmp_path / "full" / NAME).read_bytes() == (tmp_path / "room" / NAME).read_bytes()
