"""The wrapper of a C++ copy: as in C, with containers, objects and what they return."""

from __future__ import annotations

import re
from collections.abc import Iterator

from .adapt_c import cell, filled, include_copy, main_function, read_back
from .adapt_common import free_name
from .drivers import c, cpp
from .drivers.c_source import Declaration, Function, Source, split_top
from .forms import split_code
from .reading import Reading

_CHOICE = re.compile(r"(?P<call>.*) \? (?:&|std::optional\()(?P<result>[\w.]+(?:\(\))?)\)? : .*")
_FLAT = ("text", "flat", "flat-characters")


def cpp_wrapper(reading: Reading, text: str, comments: list[str], name: str) -> str | None:
    """The text of the wrapper; None if none is known."""
    source = Source(text)
    try:
        called = c.called_of(reading, cpp.candidates(source))
    except ValueError:
        return None
    grid, digits = free_name("puzzle", text), free_name("digits", text)
    *first, last = split_top(reading.call, ";")
    assigned = [match[1] for each in first if (match := re.fullmatch(r"([\w.]+)\s*=\s*GRID", each))]
    target = assigned[0] if assigned else grid
    declared = _variable(target.rpartition(".")[2], source) if assigned else source.declaration(called.given)
    made = _made(declared, target, is_new=not assigned) if declared else None
    if declared is None or made is None:
        return None
    is_flat = split_code(reading.form)[0] in _FLAT
    given = [*made, filled(cell(target, is_flat=is_flat), reading, digits)]
    statements = [] if assigned else given
    for each in first:
        is_given = bool(re.fullmatch(r"[\w.]+\s*=\s*GRID", each))
        statements = [*statements, *(given if is_given else [each.replace("GRID", grid) + ";"])]
    answer = _answer(reading, source, last.replace("GRID", grid), target, declared, digits)
    if answer is None:
        return None
    opened = "." in last and bool(re.search(r"\bs\.\w+\b(?!\()", reading.call))
    head = include_copy(reading, comments, _head(source, text, opened=opened), text)
    if opened:
        head += "#undef private\n#undef class\n"
    head += "".join(f"using namespace {each};\n" for each in dict.fromkeys(source.namespaces))
    return head + main_function([*statements, *answer], text, digits)


def _head(source: Source, text: str, *, opened: bool) -> list[str]:
    """The lines before the copy: its usual headers, and words that make its members public."""
    lines = ["#include <bits/stdc++.h>"] if opened or not source.has_includes else []
    lines += [] if source.has_includes else ["using namespace std;"]
    if opened:
        lines += ["#define private public"]
        lines += [] if re.search(r"<\s*class\b", text) else ["#define class struct"]
    return lines


def _variable(name: str, source: Source) -> Declaration | None:
    scopes = [source.file, *source.file.classes]
    return next((each for scope in scopes for each in scope.variables if each.name == name), None)


def _made(declared: Declaration, name: str, *, is_new: bool) -> list[str] | None:
    """The statements that make a variable for the grid, or that give it its size."""
    if shape := c.shape_of(declared):
        if shape.by_pointers:
            return None
        size = "[82]" if shape.kind == "flat" else f"[9][{shape.width}]"
        return [f"{shape.element} {name}{size} = {{}};"] if is_new else []
    kind = re.sub(r"\b(vector|array|deque|string)\b", r"std::\1", declared.base)
    if declared.dims[: len(declared.dims) - declared.pointers]:
        return None
    match = re.fullmatch(r"std::(vector|deque|array)<(.*?)(?:,\s*\d+)?>", kind)
    if kind == "std::string":
        size = "(81, '0')"
    elif match is None:
        return None
    elif match[1] == "array" and "std::" not in match[2].replace("std::array", ""):
        size = "{}"
    elif match[1] != "array" and "std::" not in match[2]:
        size = "(81)"
    elif match[1] != "array" and "std::array" not in match[2]:
        size = f"(9, {match[2]}(9{', 0' if match[2].endswith('string') else ''}))"
    else:
        return None
    return [f"{kind} {name}{size};" if is_new else f"{name} = {kind}{size};"]


def _functions(source: Source) -> Iterator[Function]:
    for scope in (source.file, *source.file.classes):
        yield from scope.functions


def _answer(
    reading: Reading, source: Source, last: str, target: str, declared: Declaration, digits: str
) -> list[str] | None:
    """The statements that make the call and read its solution."""
    statements: list[str] = []
    result, kind = target, declared
    if choice := _CHOICE.fullmatch(last):
        statements, last = [f"if (!{choice['call']}) return 0;"], choice["result"]
    name = re.findall(r"(\w+)\s*(?:\(|$)", re.sub(r"\((?!\)).*\)$", "(", last))
    returns = next((each.returns for each in _functions(source) if name and each.name == name[-1]), None)
    if "(" not in last:
        result, kind = last, _variable(last.rpartition(".")[2], source) or declared
    elif returns is None:
        return None
    elif reading.answer == "in place" or (
        reading.answer == "in place and returned" and not cpp.forms_of(returns)
    ):
        statements.append(f"if (!{last}) return 0;" if c.is_plain_value(returns) else f"{last};")
    else:
        found = _returned(returns)
        if found is None:
            return None
        check, result, kind = found
        statements += [f"auto answer = {last};", f"if ({check}) return 0;"]
    forms = cpp.forms_of(kind)
    if not forms:
        return None
    has_characters = "char" in kind.base or "string" in kind.base
    has_characters &= split_code(reading.form)[0] not in ("rows", "flat")
    is_flat = forms[0].partition(":")[0] in _FLAT
    return statements + read_back(cell(result, is_flat=is_flat), digits, has_characters=has_characters)


def _returned(returns: Declaration) -> tuple[str, str, Declaration] | None:
    """When there is no solution in `answer`, how its grid is written, and the type of that."""
    if optional := re.fullmatch(r"(?:optional|unique_ptr|shared_ptr)<(.*)>", returns.base):
        return "!answer", "(*answer)", Declaration("", optional[1], (), "")
    if not cpp.forms_of(returns):
        return None
    if returns.pointers:
        is_container = "<" in returns.base or "string" in returns.base
        return "!answer", "(*answer)" if is_container else "answer", returns
    return "answer.size() == 0", "answer", returns
