"""A case: a grid, what a right solver answers, and the mistake that it catches; read from `cases/*.toml`.

Each `[[case]]` has:

    id          readable, never reused, never changed: a fix is a new case that `replaces` the old one
    grid        81 digits, 0 for an empty cell; raw, as two equal digits may clash
    expect      unique, multiple, none, or invalid (the clues clash, and a solver is never given it unchecked)
    why, why_fr the mistake that the case catches, in one sentence, in English and in French
    source      where the grid comes from
    tags        the kinds that it belongs to
    count       multiple: the exact number of solutions; or
    limit       multiple: there are too many to count, and only so many are asked for
    solutions   unique, multiple: in lexicographic order, up to 100 of them (with a limit: the first ones); or
    digest      multiple: beyond 100, the SHA-256 of the solutions in that order, each followed by a newline
    placements  optional: how many digits the document's C places to search the grid to its end
    replaces    optional: the id of the case that this one corrects, which is then no longer given

What is asked of a solver with a case is the suite's matter; whether the cases are right, that of an
oracle in the project's tests.
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
LISTED_AT_MOST = 100


class CaseError(ValueError):
    """A file of cases says something that no case can: which file, which case, what."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One grid and what is known of it.

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
    """How many solutions there are; None where the clues clash, or where there are too many to count."""
    limit: int | None = None
    solutions: tuple[str, ...] = ()
    """All of them, or the first `limit`, in lexicographic order; empty too where there is only a digest."""
    digest: str | None = None
    placements: int | None = None
    replaces: str | None = None

    @property
    def asked(self) -> int:
        """How many solutions a solver that gives them all is to give: the limit's worth, where there is one."""
        return self.limit or self.count or 0

    def is_answered_by(self, solutions: Iterable[str]) -> bool:
        """Whether these, in lexicographic order, are the solutions, or with a limit the first ones.

        >>> case_named("document-c-grid").is_answered_by([])
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
    """Every case that ships with the package, file by file, save those that another one replaces."""
    return read_cases(files(__package__) / "cases")


def cases_like(patterns: Sequence[str]) -> tuple[Case, ...]:
    """Those whose id, group or tag is like one of the patterns."""
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
    raise LookupError(f"no case is called {name!r}")


def read_cases(folder: Traversable) -> tuple[Case, ...]:
    """The cases of a folder's .toml files, by the files' names, save those that another one replaces."""
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
            raise CaseError(f"{new.group}.toml: {new.id} replaces {old}, which is not another case")
    return tuple(case for case in known.values() if case.id not in replaced)


# --- from a file to cases, strictly -------------------------------------------------------------------

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
        raise CaseError(f"{file.name}: a file of cases holds [[case]] tables and nothing else")
    for number, table in enumerate(tables, 1):
        where = f"{file.name}, case {number}"
        if not isinstance(table, dict):
            raise CaseError(f"{where}: not a [[case]] table")
        if isinstance(table.get("id"), str):
            where += f" ({table['id']})"
        wrong = _wrong_types(table) or _wrong_texts(table) or _wrong_answer(table)
        if wrong:
            raise CaseError(f"{where}: {wrong}")
        yield _case(file.name.removesuffix(".toml"), table)


def _case(group: str, table: Mapping[str, object]) -> Case:
    fields = dict(table)
    counts = {"unique": 1, "none": 0}
    fields["count"] = table.get("count", counts.get(cast(str, table["expect"])))
    for key in ("tags", "solutions"):
        fields[key] = tuple(cast(list[str], table.get(key, ())))
    return Case(group=group, **fields)  # type: ignore[arg-type]  # the types were checked one by one


def _wrong_types(table: Mapping[str, object]) -> str | None:
    """What is wrong with the keys and with the kinds of their values, if anything."""
    for key, value in table.items():
        if key not in _KEYS:
            return f"no key is called {key!r}; there are: {', '.join(_KEYS)}"
        if key in _NUMBERS:
            if type(value) is not int or value < 0:
                return f"{key} is a whole number, 0 or more"
        elif key in ("tags", "solutions"):
            if not isinstance(value, list) or not value or not all(isinstance(item, str) for item in value):
                return f"{key} is a list of texts, not an empty one"
        elif not isinstance(value, str):
            return f"{key} is a text"
    return next((f"{key} is missing" for key in (*_TEXTS, "tags") if key not in table), None)


def _wrong_texts(table: Mapping[str, object]) -> str | None:
    """What is wrong with how the texts are written, if anything; their types are right."""
    names = [table["id"], table.get("replaces", "none"), *cast(list[str], table["tags"])]
    for name in cast(list[str], names):
        if not _NAME.fullmatch(name):
            return f"{name!r} is not a name: small letters and digits, words joined by -"
    for key in ("why", "why_fr", "source"):
        text = cast(str, table[key])
        if not text.strip() or text != text.strip() or "\n" in text:
            return f"{key} is one line, not an empty one, without spaces around it"
    if not re.fullmatch("[0-9]{81}", cast(str, table["grid"])):
        return "grid is 81 digits, 0 for an empty cell"
    if table["expect"] not in get_args(Expect):
        return f"expect is one of {', '.join(get_args(Expect))}"
    if not re.fullmatch("[0-9a-f]{64}", cast(str, table.get("digest", "0" * 64))):
        return "digest is a SHA-256, 64 hexadecimal digits in small letters"
    return None


def _wrong_answer(table: Mapping[str, object]) -> str | None:
    """What does not hold together in the expected answer, if anything; each text and number is well written."""
    expect = table["expect"]
    allowed = {"unique": {"solutions"}, "multiple": {"count", "limit", "solutions", "digest"}}.get(
        cast(str, expect), set()
    )
    for key in ("count", "limit", "solutions", "digest"):
        if key in table and key not in allowed:
            return f"{key} has no place where {expect} is expected"
    if expect == "invalid" and "placements" in table:
        return "placements has no place where invalid is expected: nothing is searched"
    if expect == "unique":
        return _wrong_solutions(table, 1)
    if expect == "multiple":
        if ("count" in table) == ("limit" in table):
            return "multiple asks for either count or limit"
        number = cast(int, table.get("count", table.get("limit")))
        if number < ("limit" not in table) + 1:
            return "count is at least 2 and limit at least 1"
        if number > LISTED_AT_MOST:
            if "digest" not in table or "solutions" in table:
                return f"more than {LISTED_AT_MOST} solutions are told by a digest alone"
            return None
        return _wrong_solutions(table, number)
    return None


def _wrong_solutions(table: Mapping[str, object], number: int) -> str | None:
    solutions = cast(list[str], table.get("solutions", []))
    if "digest" in table or len(solutions) != number:
        return f"solutions lists {number} grid{'s' * (number > 1)}, without a digest"
    if not all(re.fullmatch("[1-9]{81}", solution) for solution in solutions):
        return "a solution is 81 digits from 1 to 9"
    if not all(before < after for before, after in pairwise(solutions)):
        return "solutions are in lexicographic order, each once"
    return None
