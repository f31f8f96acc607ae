"""Finds the functions of a source in Octave, MATLAB or Scilab, and writes their calls."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ..calls import Function, Module, Syntax
from ..calls import calls as calls_of
from ..names import name_rank

MAX_CALLS = 8
_HEAD = re.compile(
    r"function\s+(?:(?P<outputs>\[[^\]]*\]|\w+)\s*=\s*)?(?P<name>[\w.]+)[ \t]*(?:\((?P<parameters>[^)]*)\))?"
)
_WORD = re.compile(r"(?<![\w.])[A-Za-z_]\w*|[()\[\]{}]")
_QUOTED = r"\"(?:\"\"|\\.|[^\"\n])*\"|(?<![\w\])}'.])'(?:''|[^'\n])*'"


@dataclass(frozen=True)
class Dialect:
    """What differs between the languages."""

    comment: str
    """A pattern of comments."""
    opens: frozenset[str]
    """The words that begin a block."""
    end: str
    """The word that ends a function."""


OCTAVE = Dialect(
    r"^[ \t]*[%#]\{[ \t]*$.*?^[ \t]*[%#]\}[ \t]*$|[%#][^\n]*|\.\.\.[^\n]*",
    frozenset(
        "function if for while switch do try unwind_protect parfor methods properties classdef spmd".split()
    ),
    "end",
)
SCILAB = Dialect(
    r"//[^\n]*|/\*.*?\*/", frozenset("function if for while select switch try".split()), "endfunction"
)
_CLOSES = re.compile(r"end\w*|until")


@dataclass(frozen=True)
class Definition:
    """A function, with its text, which ends with the word for the end."""

    name: str
    parameters: tuple[str, ...]
    outputs: tuple[str, ...]
    text: str


def definitions(source: str, dialect: Dialect) -> list[Definition]:
    """The functions of a source. Those of a file may all end with `end`, or none of them."""
    text = re.sub(f"({_QUOTED})|{dialect.comment}", _blank, source, flags=re.M | re.S)
    starts: list[int] = []
    ends: list[int | None] = []
    depth = brackets = 0
    for word in _WORD.finditer(text):
        if word[0] in "([{":
            brackets += 1
        elif word[0] in ")]}":
            brackets = max(0, brackets - 1)
        elif brackets:
            continue
        elif word[0] in dialect.opens:
            if word[0] == "function" and depth == 1 and len(starts) > len(ends):
                ends.append(None)  # the function before has no `end`
                depth = 0
            if word[0] == "function" and depth == 0:
                starts.append(word.start())
            depth += 1
        elif _CLOSES.fullmatch(word[0]) and depth:
            depth -= 1
            if depth == 0 and len(starts) > len(ends):
                ends.append(word.end())
    return list(_definitions(source, text, starts, [*ends, None], dialect))


def _blank(found: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", found[0])


def _definitions(
    source: str, text: str, starts: Sequence[int], ends: Sequence[int | None], dialect: Dialect
) -> Iterator[Definition]:
    for start, end, following in zip(starts, ends, [*starts[1:], len(source)], strict=False):
        if found := _HEAD.match(text, start):
            body = source[start:end] if end is not None else f"{source[start:following]}\n{dialect.end}"
            outputs, parameters = found["outputs"] or "", found["parameters"] or ""
            yield Definition(found["name"], _names(parameters), _names(outputs), body)


def _names(text: str) -> tuple[str, ...]:
    return tuple(re.findall(r"[A-Za-z_]\w*", text))


def calls(source: str, dialect: Dialect, forms: Sequence[str]) -> list[tuple[str, str]]:
    """The calls of a source, each in the forms."""
    found = definitions(source, dialect)
    outputs = {each.name: each.outputs for each in found}
    boards = dict.fromkeys(re.findall(r"^[ \t]*global[ \t(]+(\w+)", source, re.M))
    ordered = sorted(found, key=lambda each: name_rank(each.name))
    functions = [Function(each.name, each.parameters) for each in ordered]
    made = calls_of(Module(functions, boards=list(boards)), Syntax(collection="[]"))
    made = [_with_positions(call) for call in made]
    texts = []
    for call in _with_omitted(made, ordered)[:MAX_CALLS]:
        with_all = _with_outputs(call, outputs)
        texts += (
            [with_all] if "= " not in with_all.rpartition("; ")[2] else [with_all, _with_outputs(call, {})]
        )
    ranked = [
        (number + 2 * place, call, form)
        for number, call in enumerate(texts)
        for place, form in enumerate(forms)
    ]
    return [(call, form) for _, call, form in sorted(ranked, key=lambda each: each[0])]


def _with_omitted(made: list[str], ordered: Sequence[Definition]) -> list[str]:
    """The calls, and those with the grid alone, or with 1 for the other arguments."""
    found = list(made)
    for each in ordered:
        number = len(each.parameters)
        place = next((index for index, call in enumerate(found) if call.startswith(f"{each.name}(")), None)
        if number > 1:
            alone = f"{each.name}(GRID)"
            rest = f"{each.name}(GRID{', 1' * (number - 1)})"
            if place is None:
                rank = name_rank(each.name)
                place = 0 if rank == 0 else 1 if rank == 1 else len(found)
                found[place:place] = [alone, rest]
            else:
                found.insert(place + 1, alone)
    return list(dict.fromkeys(found))


def _with_positions(call: str) -> str:
    """Rows and columns begin at 1."""
    return re.sub(r"(?<=[(,\s])0(?=[,)])", "1", call)


def _with_outputs(call: str, outputs: Mapping[str, tuple[str, ...]]) -> str:
    before, separator, last = call.rpartition("; ")
    names = outputs.get(last.partition("(")[0], ())
    if len(names) > 1:
        last = f"[{', '.join(names)}] = {last}"
    board = re.match(r"(\w+) = GRID", before)
    return (f"global {board[1]}; " if board else "") + before + separator + last
