"""Makes the cases of the conformance suite, always the same: `recipes/` gives grids and words, and here each
gets its answer.

    python tests/conformance/make_cases.py            adds the cases that the files do not have yet
    python tests/conformance/make_cases.py --check    says where the files differ from what it makes, and exits 1

A case that stands in the files is never changed nor taken away. Others, written by hand, may stand beside them.
The answers come from the small solver in grids.py; oracle.py then checks them with one from elsewhere.
"""

from __future__ import annotations

import json
import sys
import tomllib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # tests/, when this file is run as a program

import sudoku_rosetta.conformance
from conformance.grids import clash, solutions
from conformance.recipes import by_answer, by_search, by_shape, given
from conformance.recipes.made import Made, Recipe, placements
from sudoku_rosetta.conformance.case import LISTED_AT_MOST, digest_of

FOLDER = Path(sudoku_rosetta.conformance.__path__[0]) / "cases"
GROUPS: dict[str, Callable[[], Recipe]] = {
    "documents": given.documents,
    "published": given.published,
    "none": by_answer.none,
    "one": by_answer.one,
    "few": by_answer.few,
    "many": by_answer.many,
    "limits": by_answer.limits,
    "full": by_shape.full,
    "clashes": by_shape.clashes,
    "empties": by_shape.empties,
    "last_cell": by_shape.last_cell,
    "symmetries": by_shape.symmetries,
    "search": by_search.search,
    "guesses": by_search.guesses,
}
COUNTED_ONCE = {"norvig-impossible": 2_549_798_780}
"""Placements that take minutes to count, as they were counted."""

Table = dict[str, object]


def main(arguments: list[str]) -> int:
    if arguments not in ([], ["--check"]):
        print("usage: make_cases.py [--check]", file=sys.stderr)
        return 2
    wrong = 0
    for group, recipe in GROUPS.items():
        path = FOLDER / f"{group}.toml"
        standing = _standing(path)
        tables = [answered(made) for made in recipe()]
        for table in tables:
            if standing.get(str(table["id"]), table) != table:
                print(f"{path.name}: {table['id']} stands there otherwise than it is made")
                wrong += 1
        missing = [table for table in tables if table["id"] not in standing]
        if arguments and missing:
            print(f"{path.name}: {len(missing)} cases are missing, {missing[0]['id']} first")
            wrong += 1
        elif missing:
            _add(path, missing)
    return 1 if wrong else 0


def answered(made: Made) -> Table:
    """The case's table, with what a right solver answers."""
    table: Table = {"id": made.id, "grid": made.grid}
    if clash(made.grid):
        table["expect"] = "invalid"
    elif made.limit:
        table |= {"expect": "multiple", "limit": made.limit}
        table |= _told(list(_in_order(made.grid, made.limit)))
    else:
        found = sorted(solutions(made.grid, 20_000))
        table["expect"] = ("none", "unique", "multiple")[min(len(found), 2)]
        if len(found) > 1:
            table["count"] = len(found)
        table |= _told(found)
        table["placements"] = COUNTED_ONCE.get(made.id) or placements(made.grid)
    table |= {"why": made.why, "why_fr": made.why_fr, "source": made.source, "tags": made.tags.split()}
    return table


def _told(found: list[str]) -> Table:
    if not found:
        return {}
    return {"solutions": found} if len(found) <= LISTED_AT_MOST else {"digest": digest_of(found)}


def _in_order(grid: str, number: int) -> Iterator[str]:
    """The first solutions in lexicographic order: the first empty cell takes each digit in its turn."""
    if not number or not solutions(grid, 1):
        return
    if "0" not in grid:
        yield grid
        return
    for digit in "123456789":
        tried = grid.replace("0", digit, 1)
        if not clash(tried):
            for found in _in_order(tried, number):
                yield found
                number -= 1


def _standing(path: Path) -> dict[str, Table]:
    if not path.exists():
        return {}
    return {table["id"]: table for table in tomllib.loads(path.read_text(encoding="utf-8"))["case"]}


def _add(path: Path, tables: Iterable[Table]) -> None:
    with path.open("a", encoding="utf-8") as file:
        for table in tables:
            file.write("\n" * (file.tell() > 0) + _toml(table))


def _toml(table: Table) -> str:
    lines = ["[[case]]"]
    for key, value in table.items():
        if key == "solutions" and isinstance(value, list) and len(value) > 1:
            lines += [f"{key} = [", *(f'  "{solution}",' for solution in value), "]"]
        else:
            lines.append(f"{key} = {json.dumps(value, ensure_ascii=False)}")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
