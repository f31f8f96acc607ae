"""Ruby: finds the functions, methods and boards of a file, and calls them."""

from __future__ import annotations

import re

from ..calls import Class, Function, Module, Syntax, calls, with_main
from ..driver import Driver
from ..entries import matching, split_parameters, without_comments, without_strings
from ..names import is_grid_name
from ..reading import Reading
from .interpreted import request, template

DRIVER_FILE = "sudoku_rosetta_driver.rb"
_DEF = re.compile(r"^([ \t]*)def\s+(self\.|[A-Z]\w*\.)?([A-Za-z_]\w*[!?]?)[ \t]*(\(|[^\n;]*)", re.M)
_OWNER = re.compile(r"^([ \t]*)(class|module)\s+(?:([A-Z][\w:]*)|<<\s*self)", re.M)
_LAMBDA = re.compile(
    r"^(\$?[a-z_]\w*)\s*=\s*(?:->\s*\(?([^){\n]*)\)?\s*(?:\{|do)|(?:lambda|proc)\s*(?:\{|do)\s*\|([^|\n]*)\|)",
    re.M,
)
_ATTRIBUTE = re.compile(r"@(\w+)\s*(?:=(?!=)|\|\|=)")
_BOARD = re.compile(r"^(\$\w+|@\w+|[A-Z]\w*)\s*=(?!=)", re.M)
_READS_INPUT = re.compile(r"\b(STDIN|ARGF|gets|readlines?)\b|\$stdin\b|\$<")
_SYNTAX = Syntax(
    new="{name}.new({arguments})",
    new_in_brackets="{new}",
    attribute="{object}.instance_variable_get(:@{name})",
    set_attribute="{object}.instance_variable_set(:@{name}, {value})",
    text="{object}.to_s",
)


def ruby_calls(source: str) -> list[tuple[str, str]]:
    text = without_strings(source, "Ruby").partition("\n__END__")[0]
    found = [(call, "") for call in calls(_module(text), _SYNTAX)]
    if _READS_INPUT.search(without_comments(source, "Ruby")):
        found = with_main([call for call, _ in found])
    return found


def _module(text: str) -> Module:
    module = Module()
    owners: dict[str, Class] = {}
    for match in _DEF.finditer(text):
        function = _function(match, text)
        owner, is_static = _owner(match, text)
        if owner is None:
            module.functions.append(function)
            continue
        found = owners.setdefault(owner, Class(owner))
        if function.name == "initialize":
            found.constructor = function
        elif is_static or match[2]:
            found.methods.append(Function(function.name, function.parameters, function.required, True))
        else:
            found.methods.append(function)
    for found in owners.values():
        found.attributes = [name for name in dict.fromkeys(_ATTRIBUTE.findall(text)) if name[0].islower()]
    for match in _LAMBDA.finditer(text):
        names = tuple(split_parameters(match[2] or match[3] or ""))
        module.functions.append(Function(f"{match[1]}.call", names))
    module.classes = list(owners.values())
    boards = dict.fromkeys(_BOARD.findall(text))
    module.boards = sorted(
        (name for name in boards if is_grid_name(name.lstrip("$@"))), key=lambda name: name[0].isupper()
    )
    return module


def _function(match: re.Match[str], text: str) -> Function:
    if match[4] == "(":
        place = match.start(4)
        listed = text[place + 1 : matching(text, place)]
    else:
        listed = "" if match[4].lstrip().startswith("=") else match[4]
    parameters = [each for each in split_parameters(listed) if not each.startswith(("&", "**"))]
    optional = [
        number for number, each in enumerate(parameters) if "=" in each or each.startswith("*") or ":" in each
    ]
    names = tuple(re.split(r"[\s=:]", each.lstrip("*"))[0] for each in parameters)
    return Function(match[3], names, optional[0] if optional else None)


def _owner(match: re.Match[str], text: str) -> tuple[str | None, bool]:
    """The class or module of a definition, by its indentation, and whether it is a function of the class itself."""
    indentation = len(match[1].expandtabs())
    names: list[str] = []
    is_static = False
    for owner in reversed(list(_OWNER.finditer(text, 0, match.start()))):
        width = len(owner[1].expandtabs())
        if width >= indentation:
            continue
        indentation = width
        if owner[3] is None:
            is_static = True
        else:
            names.insert(0, owner[3])
            if owner[2] == "module" and len(names) == 1:
                is_static = is_static or "module_function" in text or "extend self" in text
    return ("::".join(names) or None), is_static


def _files(reading: Reading, source: str) -> dict[str, str]:
    return {DRIVER_FILE: template("driver.rb")}


DRIVER = Driver(
    calls=ruby_calls,
    files=_files,
    run=("ruby", DRIVER_FILE, "{file}"),
    request=request,
    ready=True,
    attribute=_SYNTAX.attribute,
)
