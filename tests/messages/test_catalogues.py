"""The message catalogues match each other and the code, whose calls are read from the syntax trees."""

import ast
import copy
import pickle
import re
from array import array
from collections.abc import Iterator, Mapping
from pathlib import Path
from string import Formatter
from types import FunctionType
from typing import get_args

import pytest
import sudoku_rosetta
from sudoku_rosetta.conformance.checks import CHECKS
from sudoku_rosetta.external.errors import Kind, grid_error_message
from sudoku_rosetta.formats import errors as file_errors
from sudoku_rosetta.grid import Grid, GridError
from sudoku_rosetta.messages import LANGUAGES, Language, Message, sentences

PACKAGE = Path(sudoku_rosetta.__file__).parent
NODES = [
    node
    for path in sorted(PACKAGE.rglob("*.py"))
    if "documents" not in path.parts
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
]
CALLS = [
    node
    for node in NODES
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Message"
]
CODES = sorted(sentences("en"))
IN_GRID = list(ast.walk(ast.parse((PACKAGE / "grid.py").read_text(encoding="utf-8"))))
GRID_CODES = {
    str(node.value)
    for node in IN_GRID
    if isinstance(node, ast.Constant) and re.fullmatch(r"grid\.\w+", str(node.value))
}
"""The codes of the errors of grid.py, whose English sentences are in grid.py."""
ERRORS_OF_FILES = {
    name: function
    for name, function in vars(file_errors).items()
    if isinstance(function, FunctionType) and name[0] != "_"
}
"""The functions that make the errors of puzzle files, with their English sentences."""

INVALID_GRIDS: dict[str, list[object]] = {
    "grid.unreadable": [array],
    "grid.not_text": [b"\xff" * 81],
    "grid.no_order": [{}, [{}] * 9],
    "grid.no_items": [None, [[1] * 9, 5]],
    "grid.many_items": [[0] * 82, [[0] * 82]],
    "grid.cells": [[], [1], [0] * 80],
    "grid.cell_value": [[12] + [0] * 80, ["x"] * 81, [0.5] * 81],
    "grid.cell_type": [[10**9] * 81],
    "grid.rows": [[[0] * 9], [[0] * 9] * 8],
    "grid.row_cells": [[[]] * 9, [[0]] * 9, [[0] * 8] * 9],
    "grid.character": ["x" * 81],
    "grid.dashes": ["1" + "-" * 80],
    "grid.empty": [""],
    "grid.several": ["\n".join(["0" * 81] * 2)],
    "grid.characters": ["1", "0" * 80],
    "grid.twice_in_row": ["0" * 18 + "050000500" + "0" * 54],
    "grid.twice_in_column": ["6" + "0" * 26 + "6" + "0" * 53],
    "grid.twice_in_square": ["7" + "0" * 9 + "7" + "0" * 70],
}
"""For each error of grid.py, invalid sources that produce it, in all plural forms."""


def arguments_of(text: str) -> set[str]:
    """The names in braces.

    >>> sorted(arguments_of("{number:n} of {all}"))
    ['all', 'number']
    """
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def forms(code: str, language: Language) -> Mapping[str, str]:
    """The plural forms of a sentence; only `other` if it has none."""
    found = sentences(language)[code]
    return {"other": found} if isinstance(found, str) else found


def expected(code: str) -> set[str]:
    """The arguments of the message with this code."""
    chosen = {"number"} if any(len(forms(code, language)) > 1 for language in LANGUAGES) else set()
    return chosen.union(
        *(arguments_of(text) for language in LANGUAGES for text in forms(code, language).values())
    )


def literals(node: ast.expr) -> Iterator[str]:
    """The codes in an expression: a string, or both branches of a conditional."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from literals(node.body)
        yield from literals(node.orelse)


def prefix(node: ast.AST) -> str | None:
    """The prefix of an f-string code: "promise." in f"promise.{name}"."""
    if isinstance(node, ast.JoinedStr) and node.values and isinstance(node.values[0], ast.Constant):
        return str(node.values[0].value)
    return None


def error_of_file(name: str) -> GridError:
    """The error with any arguments."""
    values = {"str": "text", "object": "reason", "int": 79, "list[str]": ["a", "b"]}
    types = ERRORS_OF_FILES[name].__annotations__
    made = ERRORS_OF_FILES[name](*(values[type_] for key, type_ in types.items() if key != "return"))
    assert isinstance(made, GridError)
    return made


@pytest.mark.parametrize("name", ERRORS_OF_FILES)
def test_an_error_of_a_file_has_the_same_arguments_in_french(name: str) -> None:
    error = error_of_file(name)
    message = grid_error_message(error)
    assert (message.en, message.fr != message.en) == (str(error), True)
    assert {
        part for form in forms(error.code, "fr").values() for part in arguments_of(form)
    } <= error.arguments.keys()


def test_both_catalogues_have_the_same_codes_and_the_french_one_also_those_of_grid() -> None:
    assert sorted(sentences("fr")) == sorted(
        [*CODES, *GRID_CODES, *(error_of_file(name).code for name in ERRORS_OF_FILES)]
    )


def test_every_error_of_grid_has_a_code() -> None:
    raised = [
        node
        for node in IN_GRID
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ("GridError", "ClashError")
    ]
    assert all("code" in {keyword.arg for keyword in call.keywords} for call in raised)
    assert INVALID_GRIDS.keys() == GRID_CODES - {"grid.untranslated"}  # used for errors of other modules


@pytest.mark.parametrize(
    ("code", "source"), [(code, each) for code in INVALID_GRIDS for each in INVALID_GRIDS[code]]
)
def test_an_error_of_grid_has_the_same_numbers_in_each_language(code: str, source: object) -> None:
    with pytest.raises(GridError) as caught:
        Grid(source)
    error = caught.value
    message = grid_error_message(error)
    assert (error.code, message.en) == (code, str(error))
    assert message.fr != message.en
    assert set(re.findall(r"\d+", message.fr)) <= set(re.findall(r"\d+", message.en))
    for text in forms(code, "fr").values():
        assert arguments_of(text) <= error.arguments.keys()
    assert Message.from_json(message.to_json()) == message


@pytest.mark.parametrize("code", [code for code in CODES if code != "as_written"])
def test_a_sentence_has_the_same_arguments_in_each_language_and_form(code: str) -> None:
    for language in LANGUAGES:
        found = forms(code, language)
        assert found.keys() <= {"none", "one", "other"}
        for text in found.values():
            assert arguments_of(text) | {"number"} == expected(code) | {"number"}, (language, text)


def test_every_code_in_the_package_is_in_the_catalogues() -> None:
    used = {code for call in CALLS for code in literals(call.args[0])}
    assert used - set(CODES) == set()
    tables = {found for call in CALLS if (found := prefix(call.args[0])) is not None}
    assert [table for table in tables if not any(code.startswith(table) for code in CODES)] == []


def test_every_call_gives_the_arguments_of_its_sentence() -> None:
    for call in CALLS:
        given = {keyword.arg for keyword in call.keywords}
        if None not in given:  # not Message(code, **arguments)
            assert all(given == expected(code) for code in literals(call.args[0])), ast.unparse(call)


def test_every_code_in_the_catalogues_is_used_in_the_package() -> None:
    texts = {node.value for node in NODES if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    tables = tuple(found for node in NODES if (found := prefix(node)) is not None and "." in found)
    unused = [code for code in CODES if code not in texts and not code.startswith((*tables, "report."))]
    assert unused == []


def test_every_check_has_its_promise() -> None:
    assert {code for code in CODES if code.startswith("promise.")} == {
        f"promise.{each.name}" for each in CHECKS
    }


def test_every_kind_of_error_has_its_sentence() -> None:
    kinds = {f"solver_error.kind.{kind.replace(' ', '_')}" for kind in get_args(Kind)}
    assert {code for code in CODES if code.startswith("solver_error.kind.")} == kinds


def test_the_report_uses_exactly_the_texts_of_its_table() -> None:
    folder = PACKAGE / "conformance"
    page, script, code = (
        (folder / f"report.{kind}").read_text(encoding="utf-8") for kind in ("html", "js", "py")
    )
    known = {code.removeprefix("report.") for code in CODES if code.startswith("report.")}
    in_script = set(re.findall(r"\bwords\.(\w+)", script)) - {"language"}
    assert in_script <= known
    in_code = set(re.findall(r"""words\[["'](\w+)["']\]""", code))
    assert in_code <= known
    in_page = set(re.findall(r"\$(\w+)", page))
    made = {"passed", "failed", "skipped", "errored", "unread"}
    made |= {f"meaning_{verdict}" for verdict in made} | {
        code for code in known if code.startswith("expect_")
    }
    made |= set(re.findall(r"\breport\.(\w+)", code))
    assert known - in_script - in_code - in_page - made == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_number_selects_the_plural_form(language: Language) -> None:
    sentences_of = [Message("counted.gives", number=number).in_language(language) for number in (0, 1, 2)]
    assert len(set(sentences_of)) == 3
    assert "0" not in sentences_of[0]


def test_ordinals_are_those_of_the_language() -> None:
    numbers = (1, 2, 3, 4, 11, 21, 112)
    ordinals = [Message("ordinal", number=number) for number in numbers]
    assert [each.en for each in ordinals] == "1st 2nd 3rd 4th 11th 21st 112th".split()
    assert [each.fr for each in ordinals] == "1re 2e 3e 4e 11e 21e 112e".split()


def test_no_code_depends_on_the_text_of_a_message() -> None:
    def is_sentence(node: ast.AST) -> bool:
        return isinstance(node, ast.Attribute) and node.attr in LANGUAGES

    for node in NODES:
        if isinstance(node, ast.Compare):
            assert not any(map(is_sentence, [node.left, *node.comparators])), ast.unparse(node)
        if isinstance(node, ast.Attribute) and node.attr in (
            "startswith",
            "endswith",
            "find",
            "index",
            "count",
        ):
            assert not is_sentence(node.value), ast.unparse(node)


def test_messages_round_trip_through_json_and_unknown_codes_keep_their_texts() -> None:
    first, second = Message("ordinal", number=1), Message("ordinal", number=2)
    message = Message("all.twice", first=first, second=second, line="x")
    assert Message.from_json(message.to_json()) == message
    assert pickle.loads(pickle.dumps(message)) == copy.deepcopy(message) == message
    written = {"code": "of.another_version", "arguments": {"n": 1}, "en": "one", "fr": "un"}
    assert (Message.from_json(written).en, Message.from_json(written).fr) == ("one", "un")


def test_control_characters_and_surrogates_are_escaped() -> None:
    message = Message.verbatim("é\N{NARROW NO-BREAK SPACE}\n\t\udcff\ud800\x00\x1b[31m")
    assert message.en == "é\N{NARROW NO-BREAK SPACE}\n\t\\udcff\\ud800\\x00\\x1b[31m"
    assert Message.from_json(message.to_json()) == message
