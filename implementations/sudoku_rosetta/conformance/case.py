"""A case: a grid, the expected answer, and the mistake that it catches. Cases are read from `cases/*.toml`.

Each `[[case]]` has:

    id          readable, never reused, never changed: to correct a case, add one that `replaces` it
    grid        81 digits, 0 for an empty cell; the digits may clash
    expect      unique, multiple, none, or invalid (the clues clash)
    why, why_fr the mistake that the case catches, in one sentence, in English and in French
    source      origin of the grid
    tags        categories, used to select cases
    count       multiple: the exact number of solutions; or
    limit       multiple: there are too many solutions to count; this many are requested
    solutions   unique, multiple: up to 100 solutions: all, or the first `limit`, in lexicographic order; or
    digest      multiple: more than 100 solutions: the SHA-256 of the same list, each followed by a newline
    placements  optional: number of placements of a complete row-major search
    replaces    optional: id of the case that this one corrects; the old case is no longer used

`tests/conformance/oracle.py` checks the cases with an independent solver.
"""

from __future__ import annotations

import functools
import hashlib
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import pairwise
from typing import Literal, cast, get_args

__all__ = ["Case", "CaseError", "case_named", "cases", "digest_of", "read_cases"]

Expect = Literal["unique", "multiple", "none", "invalid"]
MAX_LISTED_SOLUTIONS = 100


class CaseError(ValueError):
    """A case file is invalid; the message names the file, the case and the error."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One grid and its expected answer.

    >>> case = case_named("document-c-grid-less-one-clue")
    >>> case.expect, case.count, len(case.solutions), case.placements
    ('multiple', 90, 90, 30973)
    """

    id: str
    group: str
    """The name of its file, without .toml."""
    grid: str
    expect: Expect
    why: str
    why_fr: str
    source: str
    tags: tuple[str, ...]
    count: int | None
    """The number of solutions; None if the clues clash or there are too many to count."""
    limit: int | None = None
    solutions: tuple[str, ...] = ()
    """All solutions or the first `limit`, in lexicographic order; empty if there is only a digest."""
    digest: str | None = None
    placements: int | None = None
    replaces: str | None = None

    @property
    def expected_count(self) -> int:
        """The number of solutions that a solver must give: the limit, or all."""
        return self.limit or self.count or 0

    def accepts(self, solutions: Iterable[str]) -> bool:
        """Whether these are the expected solutions, in lexicographic order.

        >>> case_named("document-c-grid").accepts([])
        False
        """
        given = list(solutions)
        return digest_of(given) == self.digest if self.digest else tuple(given) == self.solutions


def digest_of(solutions: Iterable[str]) -> str:
    """The SHA-256 of the solutions in the order given, each followed by a newline.

    >>> digest_of([])[:8]
    'e3b0c442'
    """
    return hashlib.sha256("".join(f"{solution}\n" for solution in solutions).encode("ascii")).hexdigest()


@functools.cache
def cases() -> tuple[Case, ...]:
    """All cases of the package, file by file, without replaced ones."""
    return read_cases(files(__package__) / "cases")


def matching_cases(patterns: Sequence[str]) -> tuple[Case, ...]:
    """The cases whose id, group or one of whose tags matches one of the patterns."""
    return tuple(
        case
        for case in cases()
        if any(fnmatchcase(word, each) for word in (case.id, case.group, *case.tags) for each in patterns)
    )


def case_named(name: str) -> Case:
    """The case with that id."""
    for case in cases():
        if case.id == name:
            return case
    raise LookupError(f"unknown case: {name!r}")


def read_cases(folder: Traversable) -> tuple[Case, ...]:
    """The cases in a folder of .toml files, sorted by file name, without replaced ones."""
    found = [file for file in folder.iterdir() if file.name.endswith(".toml")]
    known: dict[str, Case] = {}
    for file in sorted(found, key=lambda file: file.name):
        for case in _cases_of(file):
            if case.id in known:
                raise CaseError(f"{file.name}: the id {case.id} is already in {known[case.id].group}.toml")
            known[case.id] = case
    replaced = {case.replaces: case for case in known.values() if case.replaces}
    for old, new in replaced.items():
        if old not in known or old == new.id:
            raise CaseError(f"{new.group}.toml: {new.id} replaces {old}, which is not the id of another case")
    return tuple(case for case in known.values() if case.id not in replaced)


# --- parsing and validation ---------------------------------------------------------------------------

_TEXTS = ("id", "grid", "expect", "why", "why_fr", "source")
_NUMBERS = ("count", "limit", "placements")
_KEYS = (*_TEXTS, "tags", *_NUMBERS, "solutions", "digest", "replaces")
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def _cases_of(file: Traversable) -> Iterator[Case]:
    try:
        content = tomllib.loads(file.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise CaseError(f"{file.name}: not TOML: {error}") from None
    tables = content.get("case")
    if set(content) != {"case"} or not isinstance(tables, list):
        raise CaseError(f"{file.name}: a case file holds only [[case]] tables")
    for number, table in enumerate(tables, 1):
        where = f"{file.name}, case {number}"
        if not isinstance(table, dict):
            raise CaseError(f"{where}: not a [[case]] table")
        if isinstance(table.get("id"), str):
            where += f" ({table['id']})"
        fault = _type_fault(table) or _text_fault(table) or _answer_fault(table)
        if fault:
            raise CaseError(f"{where}: {fault}")
        yield _case(file.name.removesuffix(".toml"), table)


def _case(group: str, table: Mapping[str, object]) -> Case:
    fields = dict(table)
    counts = {"unique": 1, "none": 0}
    fields["count"] = table.get("count", counts.get(cast(str, table["expect"])))
    for key in ("tags", "solutions"):
        fields[key] = tuple(cast(list[str], table.get(key, ())))
    return Case(group=group, **fields)  # type: ignore[arg-type]  # the types were checked before


def _type_fault(table: Mapping[str, object]) -> str | None:
    """The first unknown or missing key, or value of the wrong type; None if there is none."""
    for key, value in table.items():
        if key not in _KEYS:
            return f"unknown key {key!r}; known keys: {', '.join(_KEYS)}"
        if key in _NUMBERS:
            if type(value) is not int or value < 0:
                return f"{key} must be an integer, 0 or more"
        elif key in ("tags", "solutions"):
            if not isinstance(value, list) or not value or not all(isinstance(item, str) for item in value):
                return f"{key} must be a non-empty list of strings"
        elif not isinstance(value, str):
            return f"{key} must be a string"
    return next((f"{key} is missing" for key in (*_TEXTS, "tags") if key not in table), None)


def _text_fault(table: Mapping[str, object]) -> str | None:
    """The first malformed string; None if all are valid. The types were checked before."""
    names = [table["id"], table.get("replaces", "none"), *cast(list[str], table["tags"])]
    for name in cast(list[str], names):
        if not _NAME.fullmatch(name):
            return f"{name!r} is not a valid name: use lowercase letters and digits, words joined by -"
    for key in ("why", "why_fr", "source"):
        text = cast(str, table[key])
        if not text.strip() or text != text.strip() or "\n" in text:
            return f"{key} must be one non-empty line without spaces around it"
    if not re.fullmatch("[0-9]{81}", cast(str, table["grid"])):
        return "grid must be 81 digits, 0 for an empty cell"
    if table["expect"] not in get_args(Expect):
        return f"expect must be one of {', '.join(get_args(Expect))}"
    if not re.fullmatch("[0-9a-f]{64}", cast(str, table.get("digest", "0" * 64))):
        return "digest must be a SHA-256: 64 lowercase hexadecimal digits"
    return None


def _answer_fault(table: Mapping[str, object]) -> str | None:
    """The first contradiction in the expected answer; None if there is none."""
    expect = table["expect"]
    allowed = {"unique": {"solutions"}, "multiple": {"count", "limit", "solutions", "digest"}}.get(
        cast(str, expect), set()
    )
    for key in ("count", "limit", "solutions", "digest"):
        if key in table and key not in allowed:
            return f"{key} is not allowed with expect = {expect}"
    if expect == "invalid" and "placements" in table:
        return "placements is not allowed with expect = invalid"
    if expect == "unique":
        return _solutions_fault(table, 1)
    if expect == "multiple":
        if ("count" in table) == ("limit" in table):
            return "expect = multiple needs either count or limit"
        number = cast(int, table.get("count", table.get("limit")))
        if number < ("limit" not in table) + 1:
            return "count must be at least 2, limit at least 1"
        if number > MAX_LISTED_SOLUTIONS:
            if "digest" not in table or "solutions" in table:
                return f"more than {MAX_LISTED_SOLUTIONS} solutions need a digest, and no solutions"
            return None
        return _solutions_fault(table, number)
    return None


def _solutions_fault(table: Mapping[str, object], number: int) -> str | None:
    solutions = cast(list[str], table.get("solutions", []))
    if "digest" in table or len(solutions) != number:
        return f"expected: {number} solution{'s' * (number > 1)}, and no digest"
    if not all(re.fullmatch("[1-9]{81}", solution) for solution in solutions):
        return "each solution must be 81 digits from 1 to 9"
    if not all(before < after for before, after in pairwise(solutions)):
        return "solutions must be in lexicographic order, without duplicates"
    return None
