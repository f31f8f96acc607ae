"""What a study keeps: nothing lost, nothing read that is not what was written, the same bytes at the end."""

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
from sudoku_rosetta.study._store import packed, unpacked

PLAN = Plan(2, (45, 50), 40, seed=3, chunk=5)
NAME = "study.sqlite"
run_module = sys.modules[run.__module__]


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The bytes of a study that nothing disturbed."""
    folder = tmp_path_factory.mktemp("finished")
    run(PLAN, folder)
    return (folder / NAME).read_bytes()


@given(st.lists(st.integers(-1, 10**22)))
def test_counts_of_any_size_come_back(counts: list[int]) -> None:
    assert unpacked(packed(counts)) == counts


def test_the_order_of_writing_leaves_no_trace(tmp_path: Path, finished: bytes) -> None:
    (tmp_path / "whole").mkdir()
    (tmp_path / "whole" / NAME).write_bytes(finished)
    with Store.opened(tmp_path / "whole") as whole:
        chunks = [(clues, n, counts) for clues in PLAN.clues for n, counts in enumerate(whole.counts(clues))]
    random.Random(1).shuffle(chunks)
    with Store.begun(tmp_path / "other", PLAN.ready()) as other:
        for chunk in chunks:
            assert not other.is_complete
            other.add([chunk])
        other.finish()
        assert other.is_complete
    assert (tmp_path / "other" / NAME).read_bytes() == finished


def test_a_run_goes_on_where_another_stopped(
    tmp_path: Path, finished: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    class EnoughError(Exception):
        pass

    def stopped_after_a_commit() -> int:
        heard: list[int] = []

        def on_progress(grids: int) -> None:
            heard.append(grids)
            if len(heard) == 2:  # the first one is of what was there before
                raise EnoughError

        with pytest.raises(EnoughError):
            run(PLAN, tmp_path, on_progress=on_progress, grid_timeout=60)
        return heard[0]

    monkeypatch.setattr(run_module, "SECONDS_PER_COMMIT", 0)
    before = [stopped_after_a_commit() for _ in range(2)]
    assert 0 == before[0] < before[1] < 80
    run(PLAN, tmp_path)
    assert (tmp_path / NAME).read_bytes() == finished
    assert {path.name for path in tmp_path.iterdir()} == {NAME, "study.lock"}


def test_an_interrupt_just_after_a_commit_is_no_damage(
    tmp_path: Path, finished: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As Python raises it when the signal comes while SQLite waits for the disk."""
    add = Store.add

    def interrupted(store: Store, chunks: Any) -> None:
        monkeypatch.setattr(Store, "add", add)
        add(store, chunks)
        raise KeyboardInterrupt

    monkeypatch.setattr(run_module, "SECONDS_PER_COMMIT", 0)
    monkeypatch.setattr(Store, "add", interrupted)
    with pytest.raises(KeyboardInterrupt):
        run(PLAN, tmp_path)
    run(None, tmp_path)
    assert (tmp_path / NAME).read_bytes() == finished


def test_without_a_plan_the_one_that_is_there_goes_on(tmp_path: Path, finished: bytes) -> None:
    with Store.begun(tmp_path, PLAN.ready()):
        pass
    run(None, tmp_path)
    assert (tmp_path / NAME).read_bytes() == finished
    with pytest.raises(StoreError, match=naming("nothing")):
        run(None, tmp_path / "nothing")
    assert not (tmp_path / "nothing").exists()


def test_another_plan_is_refused_and_what_differs_is_said(tmp_path: Path) -> None:
    run(Plan(2, (50,), 5), tmp_path)
    with pytest.raises(PlanError, match=naming(tmp_path, "seed", 0, 1)):
        run(Plan(2, (50,), 5, seed=1), tmp_path)


def test_one_run_at_a_time(tmp_path: Path) -> None:
    with Store.begun(tmp_path, PLAN.ready()):
        with pytest.raises(StoreBusyError, match=naming(tmp_path)):
            Store.begun(tmp_path, None)
        assert not summaries(tmp_path)[0].accepted  # but it can be looked at


@pytest.mark.parametrize("seed", range(40))
def test_no_changed_byte_is_read_as_a_result(tmp_path: Path, finished: bytes, seed: int) -> None:
    """Each flip is recognised, or hits a byte that says nothing (a free one, a counter of SQLite's)."""
    chance = random.Random(seed)
    place = chance.randrange(len(finished))
    changed = bytearray(finished)
    changed[place] ^= chance.randrange(1, 256)
    (tmp_path / NAME).write_bytes(changed)
    (tmp_path / "whole").mkdir()
    (tmp_path / "whole" / NAME).write_bytes(finished)
    with contextlib.suppress(StoreError, PlanError):
        found = summaries(tmp_path)
        told = summaries(tmp_path / "whole")
        assert [each for each in found if each.grids == 40] == [
            each for each, mine in zip(told, found, strict=True) if mine.grids == 40
        ]


def test_a_changed_count_is_named(tmp_path: Path) -> None:
    run(PLAN, tmp_path)
    with sqlite3.connect(tmp_path / NAME) as database:
        database.execute("UPDATE chunks SET counts = x'0909090909' WHERE clues = 50 AND chunk = 2")
    database.close()
    with pytest.raises(DamagedError, match=naming(NAME, "chunk 2", "50 clues")):
        summaries(tmp_path)
    with pytest.raises(DamagedError):
        run(None, tmp_path)


def test_a_chunk_in_the_place_of_another_is_named(tmp_path: Path) -> None:
    run(PLAN, tmp_path)
    with sqlite3.connect(tmp_path / NAME) as database:
        database.execute("UPDATE chunks SET chunk = 100 - chunk WHERE clues = 50 AND chunk IN (3)")
        database.execute("UPDATE chunks SET chunk = 3 WHERE clues = 50 AND chunk = 4")
    database.close()
    with pytest.raises(DamagedError, match=naming(NAME, "chunk 3", "50 clues")):
        summaries(tmp_path)


@pytest.mark.parametrize("kept", [0, 1, 100, 4096, 5000, 8192])
def test_a_file_that_was_cut_is_never_read(tmp_path: Path, finished: bytes, kept: int) -> None:
    (tmp_path / NAME).write_bytes(finished[:kept])
    with pytest.raises(StoreError, match=naming(NAME)):
        summaries(tmp_path)


def test_a_file_that_is_none_of_ours(tmp_path: Path) -> None:
    (tmp_path / NAME).write_text("not a database at all, but long enough to have been one" * 20)
    with pytest.raises(DamagedError):
        run(PLAN, tmp_path)


def test_a_plan_that_is_no_text_is_damage(tmp_path: Path, finished: bytes) -> None:
    (tmp_path / NAME).write_bytes(finished.replace(b'"method"', b'"\xffethod"'))
    with pytest.raises(DamagedError, match=naming(NAME)):
        summaries(tmp_path)


@pytest.mark.parametrize("word", ["full", "malformed"])
def test_the_words_of_an_error_decide_nothing(tmp_path: Path, finished: bytes, word: str) -> None:
    (tmp_path / NAME).write_bytes(finished)
    refused = pytest.raises(StoreError, match=f"{NAME}: .*{word}$")
    with Store.opened(tmp_path) as store, refused as raised, store_module._named(store.path):
        store._database.execute(f"SELECT * FROM {word}")
    assert not isinstance(raised.value, DamagedError)


def test_a_full_disk_is_one_line_and_loses_nothing(
    tmp_path: Path, finished: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    connected = store_module._connected

    def on_a_full_disk(path: Path) -> tuple[sqlite3.Connection, Plan]:
        database, plan = connected(path)
        (pages,) = database.execute("PRAGMA page_count").fetchone()
        database.execute(f"PRAGMA max_page_count = {pages}")
        return database, plan

    plan = Plan(2, (45,), 4000, seed=3, chunk=500, limit=1)
    monkeypatch.setattr(store_module, "_connected", on_a_full_disk)
    with pytest.raises(StoreError, match=naming(NAME)) as full:
        run(plan, tmp_path / "full")
    assert not isinstance(full.value, DamagedError)
    assert "\n" not in str(full.value)
    monkeypatch.undo()
    run(plan, tmp_path / "full")
    run(plan, tmp_path / "room")
    assert (tmp_path / "full" / NAME).read_bytes() == (tmp_path / "room" / NAME).read_bytes()
