"""Lua: finds the functions, methods and boards of a file, and calls them."""

from __future__ import annotations

import re
from typing import Any

from ..calls import Class, Function, Module, Syntax, calls, with_main
from ..driver import MAIN, Driver
from ..entries import matching, split_parameters, without_comments, without_strings
from ..names import is_grid_name
from ..reading import Reading
from .interpreted import request_of, template

DRIVER_FILE = "sudoku_rosetta_driver.lua"
_FUNCTION = re.compile(r"^(?:local\s+)?function\s+([\w.]+)(?::(\w+))?\s*\(", re.M)
_ASSIGNED = re.compile(r"^(?:local\s+)?([\w.]+)\s*=\s*function\s*\(", re.M)
_RETURNED = re.compile(r"^return\s+function\s*\(|^return\s+(\w+)\s*\Z", re.M)
_FIELD = re.compile(r"\b(?:self|obj|o|this|instance|new\w*)\.(\w+)\s*=(?!=)")
_BOARD = re.compile(r"^(?:local\s+)?(\w+)\s*=(?!=)\s*(\{)?(?!\s*function)", re.M)
_READS_INPUT = re.compile(r"\bio\.(?:read|lines|stdin)\b")
_SYNTAX = Syntax(
    new="{name}({arguments})",
    new_in_brackets="{new}",
    method="{object}:{name}({arguments})",
    static="{owner}.{name}({arguments})",
    collection="{}",
    position="1",
    may_omit=True,
    text="tostring({object})",
)


def lua_calls(source: str) -> list[tuple[str, str]]:
    found = [(call, "") for call in calls(_module(without_strings(source, "Lua")), _SYNTAX)]
    if _READS_INPUT.search(without_comments(source, "Lua")):
        found = with_main([call for call, _ in found])
    if re.search(r"\barg\s*\[\s*1\s*\]", source):
        found.append((MAIN, "argument"))
    return found


def _module(text: str) -> Module:
    module = Module()
    methods: dict[str, list[Function]] = {}
    constructors: dict[str, tuple[str, Function]] = {}
    for match in [*_FUNCTION.finditer(text), *_ASSIGNED.finditer(text)]:
        place = match.end() - 1
        parameters = split_parameters(text[place + 1 : matching(text, place)])
        owner, _, name = match[1].rpartition(".")
        if match.re is _FUNCTION and match[2]:
            owner, name, separator = match[1], match[2], ":"
        elif parameters[:1] == ["self"] and owner:
            parameters, separator = parameters[1:], ":"
        else:
            separator = "."
        function = Function(name, tuple(parameters))
        if owner and re.match(r"new|create|init$|from", name, re.I):
            constructors.setdefault(owner, (f"{owner}{separator}{name}", function))
        elif separator == ":":
            methods.setdefault(owner, []).append(function)
        else:
            module.functions.append(Function(match[1], tuple(parameters)))
    for owner, found in methods.items():
        made_by, constructor = constructors.get(owner, (owner, Function("new")))
        attributes = list(_FIELD.findall(text))
        if owner in constructors:
            module.classes.append(Class(made_by, constructor, found, attributes))
        else:  # a table with functions
            module.functions += [Function(f"{owner}:{each.name}", each.parameters) for each in found]
    if re.search(r"^return\s+function\s*\(", text, re.M):
        module.functions.append(Function("MODULE", ("grid",)))
    boards = [(match[2] is None, match[1]) for match in _BOARD.finditer(text) if is_grid_name(match[1])]
    module.boards = [name for _, name in sorted(boards)]
    return module


def _files(reading: Reading, source: str) -> dict[str, str]:
    return {DRIVER_FILE: template("driver.lua")}


def _request(reading: Reading, grid: str, trial: bool) -> str:
    return _literal(request_of(reading, grid, trial))


def _literal(value: Any) -> str:
    """A value as Lua writes it, in one line.

    >>> _literal({"main": "a\\n", "arguments": [1, None]})
    '{["main"] = "a\\\\010", ["arguments"] = {1, nil}}'
    """
    if isinstance(value, dict):
        return "{" + ", ".join(f"[{_literal(name)}] = {_literal(each)}" for name, each in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "{" + ", ".join(map(_literal, value)) + "}"
    if isinstance(value, str):
        signs = (
            chr(byte) if 32 <= byte < 127 and byte not in b'"\\' else f"\\{byte:03d}"
            for byte in value.encode()
        )
        return '"' + "".join(signs) + '"'
    return (
        {None: "nil", True: "true", False: "false"}[value]
        if value is None or isinstance(value, bool)
        else str(value)
    )


DRIVER = Driver(
    calls=lua_calls,
    files=_files,
    run=("sh", "-c", 'exec lua "$0" "$1" 3<&0 </dev/null', DRIVER_FILE, "{file}"),
    request=_request,
    ready=True,
)
