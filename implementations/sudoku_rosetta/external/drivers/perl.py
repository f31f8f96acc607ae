"""Perl: finds the functions, methods and boards of a file, and calls them."""

from __future__ import annotations

import re

from ..calls import Class, Function, Module, Syntax, calls, with_main
from ..driver import Driver
from ..entries import matching, split_parameters, without_comments, without_strings
from ..names import is_grid_name, name_rank
from ..reading import Reading
from .interpreted import request, template

DRIVER_FILE = "sudoku_rosetta_driver.pl"
_SUB = re.compile(r"^[ \t]*sub\s+(\w+)\s*(\([^)]*\))?\s*(?:\{|$)", re.M)
_UNPACKED = re.compile(r"\bmy\s*(\([^)]*\)|[\$@%]\w+)\s*=\s*(@_|shift\b(?!\s*->)|\$_\[\d\])")
_PACKAGE = re.compile(r"^[ \t]*package\s+([\w:]+)", re.M)
_ANONYMOUS = re.compile(r"^my\s+(\$\w+)\s*;?\s*(?:^\1\s*)?=\s*sub\b", re.M)
_BOARD = re.compile(r"^(?:my|our)?\s*\(?\s*([\$@]\w+)\s*\)?\s*(?:=(?![=~])|;)", re.M)
_FIELD = re.compile(r"\$self->\{['\"]?(\w+)['\"]?\}\s*=(?![=~])|(?:^|[{,(])\s*['\"]?(\w+)['\"]?\s*=>", re.M)
_READS_INPUT = re.compile(r"<STDIN>|<>|<\$?\w*(?:fh|in|IN|STDIN)\w*>|\bSTDIN\b|<ARGV>")
_SYNTAX = Syntax(
    new="{name}->new({arguments})",
    new_in_brackets="{new}",
    method="{object}->{name}({arguments})",
    static="{owner}::{name}({arguments})",
    attribute="{object}->{{{name}}}",
    set_attribute="{object}->{{{name}}} = {value}",
    variable="$s",
    may_omit=True,
)


def perl_calls(source: str) -> list[tuple[str, str]]:
    text = re.split(r"^__(?:END|DATA)__", without_strings(source, "Perl"), maxsplit=1, flags=re.M)[0]
    module = _module(text, _FIELD.findall(without_comments(source, "Perl")))
    found = [call for each in calls(module, _SYNTAX) for call in _with_lists(each)]
    found += _array_calls(module, text)
    listed = [(call, "") for call in dict.fromkeys(sorted(found, key=lambda call: name_rank(_name(call))))]
    if _READS_INPUT.search(text):
        listed = with_main([call for call, _ in listed])
    return listed


def _name(call: str) -> str:
    """The name of the function or method that a call ends with."""
    names = re.findall(r"(\w+)\(", call)
    return names[-1] if names else ""


def _with_lists(call: str) -> list[str]:
    """The call with a reference, and with a list if it has no other argument."""
    return (
        [call, call.replace("(GRID)", "(@{GRID})")]
        if call.count("GRID") == 1 and "(GRID)" in call
        else [call]
    )


def _array_calls(module: Module, text: str) -> list[str]:
    """Calls of functions without a grid, which is in a global array or variable."""
    found = []
    boards = [name for name in dict.fromkeys(_BOARD.findall(text)) if is_grid_name(name[1:])]
    for function in module.functions:
        if any(map(is_grid_name, function.parameters)) or len(function.parameters) > 2:
            continue
        arguments = ", ".join("0" for _ in function.parameters)
        for board in boards[:3]:
            if board.startswith("@"):
                found.append(f"{board} = @{{GRID}}; {function.name}({arguments}); \\{board}")
            else:
                found.append(f"{board} = GRID; {function.name}({arguments}); {board}")
    return found


def _module(text: str, fields: list[tuple[str, str]]) -> Module:
    module = Module()
    packages: dict[str, Class] = {}
    for match in _SUB.finditer(text):
        place = text.find("{", match.end() - 1)
        body = text[place : matching(text, place)] if place >= 0 else ""
        owner = next((each[1] for each in reversed(list(_PACKAGE.finditer(text, 0, match.start())))), "main")
        parameters = _parameters(match[2] or "", body)
        is_method = bool(parameters) and parameters[0] in ("self", "class", "this", "proto")
        if owner == "main" and not is_method:
            module.functions.append(Function(match[1], parameters))
        elif not is_method:
            packages.setdefault(owner, Class(owner)).methods.append(
                Function(match[1], parameters, is_static=True)
            )
        elif match[1] == "new":
            packages.setdefault(owner, Class(owner)).constructor = Function("new", parameters[1:])
        else:
            packages.setdefault(owner, Class(owner)).methods.append(Function(match[1], parameters[1:]))
    for found in packages.values():
        found.attributes = [one or other for one, other in fields]
    module.functions += [Function(f"{name}->", ("grid",)) for name in _ANONYMOUS.findall(text)]
    module.classes = list(packages.values())
    return module


def _parameters(signature: str, body: str) -> tuple[str, ...]:
    if re.search(r"\w", signature):
        listed = split_parameters(signature[1:-1])
        return tuple(each.lstrip("$@%").split("=")[0].strip() for each in listed)
    names: list[str] = []
    for group, source in _UNPACKED.findall(body[:600]):
        found = re.findall(r"[\$@%](\w+)", group)
        names += found if source != "shift" else found[:1]
    if not names and re.search(r"\$_\[|@_|\bshift\b", body):
        names = ["grid"]
    return tuple(names)


def _files(reading: Reading, source: str) -> dict[str, str]:
    return {DRIVER_FILE: template("driver.pl")}


DRIVER = Driver(
    calls=perl_calls,
    files=_files,
    run=("perl", DRIVER_FILE, "{file}"),
    request=request,
    ready=True,
    attribute=_SYNTAX.attribute,
)
