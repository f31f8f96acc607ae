"""Export a study: its summary as CSV, the count of every grid as CSV, Parquet or Arrow."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from ._store import Store, StoreError
from ._summary import Summary
from ._work import REFUSED

__all__ = ["COUNT_SUFFIXES", "summary_csv", "write_counts"]

COUNT_SUFFIXES = (".csv", ".parquet", ".arrow")
COLUMNS = "clues grids accepted mean mean_low mean_high median none one several one_low one_high".split()
COLUMNS += ["largest", "largest_share", "capped"]


def summary_csv(summaries: Sequence[Summary]) -> str:
    """One row for each number of clues; all intervals are 95% intervals."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for each in summaries:
        mean = (each.mean, each.interval.low, each.interval.high, each.median)
        shares = (each.none, each.one, each.several, each.one_interval.low, each.one_interval.high)
        last = (each.largest, each.largest_share, each.capped)
        writer.writerow((each.clues, each.grids, each.accepted, *mean, *shares, *last))
    return out.getvalue()


def write_counts(path: Path, store: Store) -> None:
    """One row for each grid: clues, number, count. The count is empty if method 1 refused the grid."""
    if path.suffix == ".csv":
        with path.open("w", encoding="ascii") as file:
            file.write("clues,grid,count\n")
            for clues, first, counts in _chunks(store):
                file.writelines(
                    f"{clues},{number},{'' if count == REFUSED else count}\n"
                    for number, count in enumerate(counts, first)
                )
    else:
        _write_columnar(path, store)


def _chunks(store: Store) -> Iterator[tuple[int, int, list[int]]]:
    for clues in store.plan.clues:
        first = 0
        for counts in store.counts(clues):
            yield clues, first, counts
            first += len(counts)


def _write_columnar(path: Path, store: Store) -> None:
    """Write Parquet or Arrow in batches, so that memory use does not grow with the study."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    schema = pa.schema([("clues", pa.int16()), ("grid", pa.int64()), ("count", pa.int64())])
    schema = schema.with_metadata({"plan": store.plan.to_json()})
    writer: Any = (
        pq.ParquetWriter(path, schema) if path.suffix == ".parquet" else pa.ipc.new_file(str(path), schema)
    )
    with writer:
        for batch in _batches(store, 1 << 16):
            try:
                columns = [pa.array(column, field.type) for column, field in zip(batch, schema, strict=True)]
            except OverflowError:
                raise StoreError("a count has more than 64 bits: use .csv") from None
            writer.write_batch(pa.record_batch(columns, schema=schema))


def _batches(store: Store, size: int) -> Iterator[tuple[list[int], list[int], list[int | None]]]:
    rows: list[tuple[int, int, int | None]] = []
    for clues, first, counts in _chunks(store):
        rows.extend((clues, n, None if count == REFUSED else count) for n, count in enumerate(counts, first))
        if len(rows) >= size:
            yield tuple(map(list, zip(*rows, strict=True)))  # type: ignore[misc]
            rows = []
    if rows:
        yield tuple(map(list, zip(*rows, strict=True)))  # type: ignore[misc]
