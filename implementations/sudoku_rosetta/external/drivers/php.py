"""PHP: finds the functions, methods and boards of a file, and calls them."""

from __future__ import annotations

import re

from ..calls import Class, Function, Module, Syntax, calls, with_main
from ..driver import MAIN, Driver
from ..entries import depths, matching, split_parameters, without_comments, without_strings
from ..names import is_grid_name
from ..reading import Reading
from .interpreted import request, template

DRIVER_FILE = "sudoku_rosetta_driver.php"
_FUNCTION = re.compile(
    r"((?:\b(?:public|private|protected|static|final|abstract)\s+)*)\bfunction\s+&?\s*(\w+)\s*\("
)
_CLOSURE = re.compile(r"(\$\w+)\s*=\s*(?:static\s+)?(?:function|fn)\s*&?\s*\(")
_CLASS = re.compile(r"\bclass\s+(\w+)[^{;]*\{")
_FIELD = re.compile(r"\$this->(\w+)\s*=(?!=)|\b(?:public|private|protected|var)\s+(?:\??[\w|]+\s+)?\$(\w+)")
_BOARD = re.compile(r"(\$\w+)\s*=(?!=)\s*(\[|array)?")
_READS_INPUT = re.compile(r"\bSTDIN\b|php://stdin|\breadline\s*\(|\$argv\b")
_SYNTAX = Syntax(
    new_in_brackets="({new})",
    method="{object}->{name}({arguments})",
    static="{owner}::{name}({arguments})",
    attribute="(fn() => $this->{name})->call({object})",
    set_attribute="(fn($value) => $this->{name} = $value)->call({object}, {value})",
    variable="$s",
    text="(string) {object}",
)


def php_calls(source: str) -> list[tuple[str, str]]:
    found = [(call, "") for call in calls(_module(without_strings(source, "PHP")), _SYNTAX)]
    if _READS_INPUT.search(without_comments(source, "PHP")):
        found = with_main([call for call, _ in found])
        found.insert(2, (MAIN, "argument"))
    return found


def _module(text: str) -> Module:
    module = Module()
    depth = depths(text)
    classes = [
        (match[1], match.end() - 1, matching(text, match.end() - 1)) for match in _CLASS.finditer(text)
    ]
    owners = {name: Class(name) for name, _, _ in classes}
    for match in _FUNCTION.finditer(text):
        function = _function(match[2], text, match.end() - 1, is_static="static" in match[1])
        owner = next((name for name, start, end in classes if start < match.start() < end), None)
        if owner is None:
            if depth[match.start()] == 0 or "namespace" in text:
                module.functions.append(function)
        elif function.name in ("__construct", owner):
            owners[owner].constructor = function
        elif "private" not in match[1] and "protected" not in match[1]:
            owners[owner].methods.append(function)
    for match in _CLOSURE.finditer(text):
        if depth[match.start()] == 0:
            module.functions.append(_function(match[1], text, match.end() - 1))
    for name, start, end in classes:
        owners[name].attributes = [one or other for one, other in _FIELD.findall(text, start, end)]
    module.classes = list(owners.values())
    boards = [
        (match[2] is None, match[1])
        for match in _BOARD.finditer(text)
        if depth[match.start()] == 0 and is_grid_name(match[1][1:])
    ]
    boards += [(True, name) for name in re.findall(r"\bglobal\s+(\$\w+)", text)]
    module.boards = list(dict.fromkeys(name for _, name in sorted(boards)))
    return module


def _function(name: str, text: str, place: int, *, is_static: bool = False) -> Function:
    parameters = split_parameters(text[place + 1 : matching(text, place)])
    optional = [number for number, each in enumerate(parameters) if "=" in each or "..." in each]
    names = tuple(found[1] if (found := re.search(r"\$(\w+)", each)) else each for each in parameters)
    return Function(name, names, optional[0] if optional else None, is_static)


def _files(reading: Reading, source: str) -> dict[str, str]:
    driver = {DRIVER_FILE: template("driver.php")}
    if "<?" in source:
        return driver
    return {**driver, reading.file.rpartition("/")[2]: f"<?php {source}"}


DRIVER = Driver(
    calls=php_calls,
    files=_files,
    run=("sh", "-c", 'exec php "$0" "$1" 3<&0 </dev/null', DRIVER_FILE, "{file}"),
    request=request,
    ready=True,
    attribute=_SYNTAX.attribute,
)
