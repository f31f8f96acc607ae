"""R: the functions that a file assigns. Its other statements are not run, except for constants and packages."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from ..calls import Function, Module, Syntax
from ..calls import calls as calls_of
from ..driver import Driver
from ..entries import matching, split_parameters, without_strings
from ..names import name_rank
from ..reading import Reading

FORMS = (
    "rows",
    "flat",
    "text",
    "rows:None",
    "text:.",
    "characters",
    "characters:0",
    "flat-characters:0",
    "lines",
)
MAX_CALLS = 8
_FUNCTION = re.compile(r"^[ \t]*([A-Za-z.][\w.]*)[ \t]*(?:<<?-|=)[ \t]*(?:function|\\)[ \t]*(?=\()", re.M)
_BOARD = re.compile(
    r"^([A-Za-z.][\w.]*)[ \t]*(?:<<?-|=)[ \t]*(?:matrix|array|rbind|c|structure|t|as\.matrix)\(", re.M
)
_GLOBAL = re.compile(r"\b([A-Za-z.][\w.]*)(?:\[[^\]\n]*\])?[ \t]*<<-")
_RESULT = "result|sol|board|grid|grill|sudoku|matri|answer|puzzle|final|r.ponse"
_DRIVER = "driver_main.R"


def calls(source: str) -> list[tuple[str, str]]:
    """The calls of a source, each in the usual forms."""
    text = without_strings(source, "R")
    functions = []
    for found in _FUNCTION.finditer(text):
        inside = text[found.end() + 1 : matching(text, found.end())]
        parameters = split_parameters(inside)
        names = tuple(each.partition("=")[0].strip() for each in parameters)
        required = sum("=" not in each for each in parameters)
        functions.append(Function(found[1], names, required))
    functions.sort(key=lambda each: name_rank(each.name))
    boards = list(dict.fromkeys(_BOARD.findall(text)))
    made = calls_of(Module(functions, boards=boards), Syntax(collection="list()"))[:MAX_CALLS]
    made = [re.sub(r"(?<=[(,\s])0(?=[,)])", "1", call) for call in made]  # rows and columns begin at 1
    texts = _with_global_results(made, text)
    ranked = [
        (number + 2 * place, call, form)
        for number, call in enumerate(texts)
        for place, form in enumerate(FORMS)
    ]
    return [(call, form) for _, call, form in sorted(ranked, key=lambda each: each[0])]


def _with_global_results(made: list[str], text: str) -> list[str]:
    """The calls, and after each those whose answer is in a global variable that a function assigns."""
    results = [name for name in dict.fromkeys(_GLOBAL.findall(text)) if re.search(_RESULT, name, re.I)]
    calls: list[str] = []
    for call in made:
        statements = call.split("; ")
        if len(statements) == 3:  # board = GRID; solve(); board
            calls.append(f"{statements[0]}; if (isTRUE({statements[1]})) {statements[2]}")
        calls.append(call)
        if len(statements) == 1 and len(calls) < 2 * MAX_CALLS:
            for name in results[:2]:
                calls += [f"if (isTRUE({call})) {name}", f"{call}; {name}"]
    return list(dict.fromkeys(calls))


def files(reading: Reading, source: str) -> Mapping[str, str]:
    """The driver, and the copy."""
    driver = Path(__file__).with_name("driver.R").read_text(encoding="utf-8")
    return {_DRIVER: driver, "driver_copy.R": source}


def request(reading: Reading, grid: str, is_trial: bool) -> str:
    """The form, the grid and the call, separated by tabs."""
    return "\t".join([reading.form, grid, reading.call]) if grid else "load"


DRIVER = Driver(
    calls=calls,
    files=files,
    run=("Rscript", "--vanilla", _DRIVER),
    request=request,
)
