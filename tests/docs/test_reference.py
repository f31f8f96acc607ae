"""The reference pages match the code: public names, commands, keys of a case, abilities of a solver."""

import doctest
import html as escaping
import importlib
import json
import re
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
import sudoku_rosetta
from click.testing import CliRunner
from hooks import cases as case_fence
from hooks import commands, doctests, exercise, numbers
from hooks.fences import fence
from naming import naming
from sudoku_rosetta.cli import commands as program
from sudoku_rosetta.conformance.case import _KEYS, _TEXTS, case_named, cases
from sudoku_rosetta.conformance.solver_under_test import LEVELS
from sudoku_rosetta.solvers.protocol import Ability, Promise

Refusal = Callable[[Callable[..., str], str], str]

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
LANGUAGES = ("fr", "en")


def page(language: str, name: str) -> str:
    return (DOCS / language / name).read_text(encoding="utf-8")


def bare(text: str) -> str:
    return re.sub(r"\s+", "", text)


def text_of(html: str) -> str:
    return escaping.unescape(re.sub(r"<[^>]+>", " ", html))


def first_words(language: str, name: str, table: int) -> list[str]:
    """The first column of a table of the page, without its heading."""
    tables = re.findall(r"(?:^\|.*\n)+", page(language, name), re.MULTILINE)
    return re.findall(r"^\| `([^`]+)` \|", tables[table], re.MULTILINE)


# --- the Python interface -----------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_public_name_is_documented_once(language: str) -> None:
    documented = re.findall(
        r"^::: (sudoku_rosetta[\w.]*)$", page(language, "reference/python.md"), re.MULTILINE
    )
    assert sorted(name.rpartition(".")[2] for name in documented) == sorted(sudoku_rosetta.__all__)
    for name in documented:
        module, _, object_name = name.rpartition(".")
        assert getattr(importlib.import_module(module), object_name) is getattr(sudoku_rosetta, object_name)


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_docstrings_are_on_the_page_with_their_examples_as_code(site: Path, language: str) -> None:
    built = (site / language / "reference" / "python" / "index.html").read_text(encoding="utf-8")
    said = bare(text_of(built))
    for name in ("solve", "count", "solve_many", "solver_named", "Grid", "Solver", "Report"):
        documented = getattr(sudoku_rosetta, name).__doc__.splitlines()[0]
        assert bare(documented.replace("`", "")) in said, name
    assert bare('>>> solve("." * 81) ').removesuffix(")")[:14] in said
    assert "<blockquote>" not in built
    assert 'lang="en"' in built[built.index("<article") :]


def test_an_example_in_a_docstring_becomes_a_code_block() -> None:
    documented = doctests.fenced("Counts.\n\n    >>> count(1)\n    100\n\nAnd >>> more.")
    assert documented == "Counts.\n\n    ```pycon\n    >>> count(1)\n    100\n    ```\n\nAnd >>> more."


def test_doctests_of_numbers_pass() -> None:
    done = doctest.testmod(numbers)
    assert (done.failed, done.attempted >= 4) == (0, True)


# --- the command line ---------------------------------------------------------------------------------


def all_commands() -> Iterator[str]:
    """Every command, with subcommands."""
    waiting: list[list[str]] = [[]]
    while waiting:
        path = waiting.pop()
        yield " ".join(path) or commands.PROGRAM
        waiting += [[*path, name] for name, _ in commands.command_records(commands.context_of(path))]


COMMANDS = sorted(all_commands())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_has_its_heading_and_its_manual(language: str) -> None:
    text = page(language, "reference/command-line.md")
    manuals = re.findall(r"^```manual\nof: (.*)\n```$", text, re.MULTILINE)
    assert sorted(manuals) == COMMANDS
    assert re.findall(r"^###? `(.*)`$", text, re.MULTILINE) == manuals


@pytest.mark.parametrize("command", COMMANDS)
def test_a_manual_is_the_text_of_help(command: str) -> None:
    asked = [] if command == commands.PROGRAM else command.split()
    helped = CliRunner().invoke(program, [*asked, "--help"], prog_name=commands.PROGRAM)
    assert helped.exit_code == 0
    expected = helped.output.removeprefix("Usage: ")
    for language in LANGUAGES:
        shown = commands.html({"of": command}, language)
        assert bare(text_of(shown)) == bare(expected)


# --- cases and contract -------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_keys_of_a_case_are_those_of_the_code(language: str) -> None:
    documented = first_words(language, "reference/cases.md", 0)
    assert sorted(documented) == sorted(_KEYS)
    assert sorted(documented[:7]) == sorted([*_TEXTS, "tags"])  # the required keys


def test_a_case_is_shown_as_in_its_file() -> None:
    shown = text_of(fence(case_fence.html, "fr")("id: few-2-solutions"))
    (table,) = tomllib.loads(re.sub(r"(?<=\[) (?=\[)", "", shown).replace("[ [", "[["))["case"]
    assert table["grid"] == case_named("few-2-solutions").grid
    assert tuple(table["solutions"]) == case_named("few-2-solutions").solutions


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_of_files_counts_every_case(language: str) -> None:
    shown = fence(case_fence.html, language)("show: files")
    rows = [re.findall(r"<td>(\d+)</td>", row) for row in shown.split("<tr>")[2:]]
    assert len(rows) == len({case.group for case in cases()}) + 1
    assert sum(int(row[-1]) for row in rows[:-1]) == int(rows[-1][-1]) == len(cases())
    assert [int(row[-1]) for row in rows] == [sum(map(int, row[:-1])) for row in rows]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_contract_lists_abilities_promises_and_levels(language: str) -> None:
    declared = first_words(language, "reference/solver-contract.md", 0)
    assert sorted(declared) == sorted([*get_args(Ability), *get_args(Promise)])
    assert first_words(language, "reference/solver-contract.md", 1) == list(LEVELS)


@pytest.mark.slow
@pytest.mark.parametrize("file", ["c/solver.c", "python/solver.py"])
def test_an_example_solver_is_shown_and_can_be_downloaded(site: Path, file: str) -> None:
    source = (ROOT / "examples" / "solvers" / file).read_text(encoding="utf-8")
    shown = fence(exercise.worked, "en")(f"file: {file}")
    code = re.search(r"<code>(.*)</code>", shown, re.DOTALL)
    assert code
    assert escaping.unescape(re.sub(r"<[^>]+>", "", code[1])) == source
    assert (site / "assets" / "solvers" / file).read_text(encoding="utf-8") == source


@pytest.mark.parametrize(
    ("render", "asked", "named"),
    [
        (commands.html, "of: compare grow", ["sudoku-rosetta compare", "grow"]),
        (commands.html, "of: tour grow", ["sudoku-rosetta tour", "grow"]),
        (case_fence.html, "id: no-such-case", ["no-such-case"]),
        (case_fence.html, "show: file", ["id", "show: files"]),
        (exercise.worked, "file: cobol/solver.cob", ["examples/solvers/cobol/solver.cob"]),
    ],
)
def test_a_fence_for_something_missing_fails_the_build(
    render: Any, asked: str, named: list[str], refusal: Refusal
) -> None:
    assert re.search(naming(*named), refusal(fence(render, "en"), asked))


# --- the accessibility statement ----------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_statement_names_the_version_of_axe(language: str) -> None:
    pinned = json.loads((ROOT / "tests" / "conformance" / "axe" / "package.json").read_text(encoding="utf-8"))
    assert f"axe-core {pinned['devDependencies']['axe-core']} " in page(language, "accessibility.md")


@pytest.mark.slow
def test_every_page_links_to_the_statement_in_its_language(site: Path) -> None:
    for language in LANGUAGES:
        for file in (site / language).rglob("index.html"):
            found = re.search(
                r'<div class="md-copyright">\s*<a href="([^"]+)"', file.read_text(encoding="utf-8")
            )
            assert found, file
            assert (file.parent / found[1]).resolve() == (site / language / "accessibility").resolve()
