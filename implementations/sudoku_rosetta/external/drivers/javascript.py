"""JavaScript: finds the functions, methods and boards of a file, and calls them in node."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..calls import Class, Function, Module, Syntax, calls, with_main
from ..driver import Driver
from ..entries import depths, matching, split_parameters, without_comments, without_strings
from ..names import is_grid_name
from ..reading import Reading
from .interpreted import request, template

DRIVER_FILE = "sudoku_rosetta_driver.cjs"
_NAME = r"[A-Za-z_$][\w$]*"
_TYPE = r"(?::[^={};]+?)?"
_FUNCTION = re.compile(
    rf"(?<![=(:,]\s)(?<![\w$.=(:,])(?:async\s+)?function\s*\*?\s*({_NAME})\s*(?:<[^>(]*>)?\s*\("
)
_ASSIGNED = re.compile(
    rf"(?<![\w$.])({_NAME}(?:\.{_NAME})*)\s*{_TYPE}=(?!=)\s*(?:async\s*)?"
    rf"(?:function\s*\*?\s*(?:{_NAME})?\s*(?:<[^>(]*>)?(\()|({_NAME})\s*=>|(?:<[^>(]*>)?(\())"
)
_CLASS = re.compile(rf"(?<![\w$.])class\s+({_NAME})[^{{]*\{{")
_METHOD = re.compile(
    rf"(?<![\w$.#])((?:(?:public|private|protected|static|async|readonly|override|get|set)\s+)*)\*?\s*(#?{_NAME})\s*(?:<[^>(]*>)?(\()"
)
_PROPERTY = re.compile(
    rf"(?<![\w$.])({_NAME})\s*:\s*(?:async\s*)?(?:function\s*\*?\s*(?:{_NAME})?\s*(\()|(\())"
)
_OBJECT = re.compile(rf"(?:const|let|var)\s+({_NAME})\s*{_TYPE}=\s*\{{")
_VARIABLE = re.compile(rf"(?:^|[;\s])(?:const|let|var)\s+({_NAME})\s*{_TYPE}(?:=(?!=)\s*([^\s;]?)|;|$)", re.M)
_THIS = re.compile(rf"\bthis\.({_NAME})\s*=(?!=)")
_READS_INPUT = re.compile(r"\bstdin\b|readline|/dev/stdin|readFileSync\(\s*0|prompt")
_EXPORTED = re.compile(r"\bexport\s+default\s+(?:async\s+)?(?:function\s*\*?\s*\(|\(|[\w$]+\s*=>)")
_KEYWORDS = {
    "if",
    "for",
    "while",
    "switch",
    "catch",
    "function",
    "return",
    "with",
    "constructor",
    "super",
    "else",
    "do",
    "new",
    "typeof",
}
_SYNTAX = Syntax(text="String({object})", may_omit=True)


def javascript_calls(source: str, language: str = "JavaScript") -> list[tuple[str, str]]:
    """The calls of a file. A program that reads its input is tried as a program first, unless it has a
    function of a usual name."""
    text = without_strings(source, language)
    found = [(call, "") for call in calls(module_of(text), _SYNTAX)]
    if _EXPORTED.search(text):
        found.insert(0, ("module.exports(GRID)", ""))
    if _READS_INPUT.search(without_comments(source, language)):
        found = with_main([call for call, _ in found])
    return found


def module_of(text: str) -> Module:
    """What a file defines, from its text without comments and strings."""
    module = Module()
    depth = depths(text)
    classes: dict[str, Class] = {}
    for match in _FUNCTION.finditer(text):
        if depth[match.start()] == 0:
            module.functions.append(_function(match[1], text, match.end() - 1))
    for match in _ASSIGNED.finditer(text):
        if depth[match.start()] == 0 and (function := _assigned(match, text)):
            _add_assigned(function, module, classes)
    for match in _CLASS.finditer(text):
        if depth[match.start()] == 0:
            classes[match[1]] = _class(match[1], text, match.end() - 1, depth)
    for match in _OBJECT.finditer(text):
        if depth[match.start()] == 0:
            module.functions += _members(match[1], text, match.end() - 1, depth)
    for name in list(classes):
        made_by = next((each for each in module.functions if each.name == name), None)
        if made_by is not None:  # a constructor function with a prototype
            module.functions.remove(made_by)
            classes[name].constructor = made_by
            classes[name].attributes += _THIS.findall(text)
    module.classes = list(classes.values())
    module.boards = _boards(text, depth)
    return module


def _function(name: str, text: str, place: int, *, is_static: bool = False) -> Function:
    """The function whose parameters begin at this bracket."""
    parameters = split_parameters(text[place + 1 : matching(text, place)])
    parameters = [each for each in parameters if not each.startswith("this:")]
    optional = [
        number
        for number, each in enumerate(parameters)
        if re.search(r"(?<![=])=(?!=)|\?\s*:|\?$", each) or each.startswith("...")
    ]
    names = tuple(_parameter_name(each) for each in parameters)
    return Function(name, names, min(optional) if optional else None, is_static)


def _parameter_name(parameter: str) -> str:
    text = re.sub(r"^(?:(?:public|private|protected|readonly)\s+)+", "", parameter).lstrip(".")
    found = re.match(_NAME, text)
    return found[0] if found else text


def _assigned(match: re.Match[str], text: str) -> Function | None:
    name = match[1]
    if match[3]:
        return Function(name, (match[3],))
    place = match.start(2) if match[2] else match.start(4)
    if match[4]:  # only an arrow function
        after = text[matching(text, place) + 1 :]
        if not re.match(r"\s*(?::[^={}]+?)?=>", after):
            return None
    return _function(name, text, place)


def _add_assigned(function: Function, module: Module, classes: dict[str, Class]) -> None:
    owner, dot, method = function.name.partition(".prototype.")
    if dot:
        found = classes.setdefault(owner, Class(owner))
        found.methods.append(Function(method, function.parameters, function.required))
    elif not re.match(r"(document|window\.on|this)\b", function.name):
        module.functions.append(function)


def _class(name: str, text: str, start: int, depth: list[int]) -> Class:
    end = matching(text, start)
    found = Class(name, Function("constructor"))
    inside = depth[start] + 1
    for match in _METHOD.finditer(text, start + 1, end):
        if depth[match.start()] != inside:
            continue
        if match[2] == "constructor":
            found.constructor = _function("constructor", text, match.start(3))
            found.attributes += [
                _parameter_name(each)
                for each in split_parameters(text[match.start(3) + 1 : matching(text, match.start(3))])
                if re.match(r"public|private|protected|readonly", each)
            ]
        elif match[2] not in _KEYWORDS and not match[2].startswith("#") and _has_body(text, match.start(3)):
            if re.search(r"\bget\b", match[1]):
                found.attributes.append(match[2])
            else:
                found.methods.append(
                    _function(match[2], text, match.start(3), is_static="static" in match[1])
                )
    for match in _ASSIGNED.finditer(text, start + 1, end):
        if depth[match.start()] == inside and "." not in match[1] and (method := _assigned(match, text)):
            found.methods.append(method)
    found.attributes += _THIS.findall(text, start, end)
    return found


def _has_body(text: str, place: int) -> bool:
    return bool(re.match(r"\s*(?::[^;{}]+(?:\{[^{}]*\}[^;{}]*)?)?\{", text[matching(text, place) + 1 :]))


def _members(owner: str, text: str, start: int, depth: list[int]) -> Iterator[Function]:
    """The functions of an object literal."""
    end = matching(text, start)
    for match in _PROPERTY.finditer(text, start + 1, end):
        place = match.start(2) if match[2] else match.start(3)
        if depth[match.start()] == depth[start] + 1 and (
            match[2] or "=>" in text[matching(text, place) : end][:40]
        ):
            yield _function(f"{owner}.{match[1]}", text, place)
    for match in _METHOD.finditer(text, start + 1, end):
        is_member = depth[match.start()] == depth[start] + 1 and match[2] not in _KEYWORDS
        if is_member and _has_body(text, match.start(3)):
            yield _function(f"{owner}.{match[2]}", text, match.start(3))


def _boards(text: str, depth: list[int]) -> list[str]:
    """The global variables that may hold a board, those with a literal list first."""
    found = [
        (match[2] != "[", match[1])
        for match in _VARIABLE.finditer(text)
        if depth[match.start()] == 0 and (match[2] == "[" or is_grid_name(match[1]))
    ]
    return [name for _, name in sorted(found, key=lambda each: (each[0], not is_grid_name(each[1])))]


def _files(reading: Reading, source: str) -> dict[str, str]:
    return {DRIVER_FILE: template("driver.js")}


DRIVER = Driver(
    calls=javascript_calls,
    files=_files,
    run=("node", "--stack-size=3900", DRIVER_FILE, "{file}"),
    limits_bytes={"memory_mb": 1536},
    request=request,
    ready=True,
)
