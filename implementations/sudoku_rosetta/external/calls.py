"""Writes the calls of functions, methods and boards in the syntax of a language."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from .driver import MAIN
from .names import BOX, COLLECTION, DIGITS, GRID, POSITION, RUN, SETTER, SIZE, SOLVES, is_grid_name, name_rank

MAX_CALLS = 40
PRIVATE_RANK = 10


CONSTRUCTORS = ("__init__", "new", "constructor", "initialize", "__construct")


@dataclass(frozen=True)
class Function:
    """A function or method: its name as it is called, and its parameters without `self`."""

    name: str
    parameters: tuple[str, ...] = ()
    required: int | None = None
    """How many parameters have no default value; None for all."""
    is_static: bool = False

    @property
    def first(self) -> tuple[str, ...]:
        """The parameters without a default value."""
        return self.parameters if self.required is None else self.parameters[: self.required]


@dataclass
class Class:
    name: str
    constructor: Function = field(default_factory=lambda: Function("new"))
    methods: list[Function] = field(default_factory=list)
    attributes: list[str] = field(default_factory=list)


@dataclass
class Module:
    functions: list[Function] = field(default_factory=list)
    classes: list[Class] = field(default_factory=list)
    boards: list[str] = field(default_factory=list)
    """Global variables that hold a board, as they are written in a call."""

    def only(self, name: str) -> Module:
        """This module with one function, class or method: "solve", "Solution", "Solution.solve"."""
        owner, _, member = name.rpartition(".")
        functions = [each for each in self.functions if each.name == name]
        classes = [
            each
            if each.name == name
            else replace(each, methods=[one for one in each.methods if one.name == member])
            for each in self.classes
            if owner in ("", each.name)
        ]
        return Module(functions, classes, self.boards)


@dataclass(frozen=True)
class Syntax:
    """How calls are written in a language."""

    new: str = "new {name}({arguments})"
    new_in_brackets: str = "({new})"
    """A new object of which a method is called at once."""
    method: str = "{object}.{name}({arguments})"
    static: str = "{owner}.{name}({arguments})"
    attribute: str = "{object}.{name}"
    set_attribute: str = "{object}.{name} = {value}"
    variable: str = "s"
    collection: str = "[]"
    text: str = ""
    """How an object is converted to text, if that is usual."""
    call: str = "{name}({arguments})"
    grid: str = "GRID"
    position: str = "0"
    """The first row, column or cell."""
    may_omit: bool = False
    """Whether a call may have fewer arguments than the function has parameters."""
    keyword: str = ""
    """How an argument is given by its name, if that is possible."""
    size_of_boxes: str = ""
    """A size as it is written for boxes, beside 9, if that is usual."""
    digits: tuple[str, ...] = ()
    """The list of the nine digits: as numbers, as characters."""


def calls(module: Module, syntax: Syntax) -> list[str]:
    """The calls of a file, most plausible first. The number and names of the parameters decide before the
    name does."""
    found: list[tuple[tuple[int, int], str]] = []
    for function in module.functions:
        for rank, call in _function_calls(function, module.boards, syntax):
            found.append(((_rank(function), rank), call))
    for owner in module.classes:
        for method in owner.methods:
            for rank, call in _method_calls(owner, method, syntax):
                private = PRIVATE_RANK * owner.name.startswith("_")
                found.append(((_rank(method), rank + private), call))
    found.sort(key=lambda each: each[0])
    return list(dict.fromkeys(call for _, call in found))[:MAX_CALLS]


def with_main(found: Sequence[str]) -> list[tuple[str, str]]:
    """The calls of a program that reads its input: the program itself comes first, or after a function of a
    usual name."""
    names = re.findall(r"([A-Za-z_]\w*)[!?]?\(", found[0]) if found else []
    place = 1 if names and name_rank(names[-1]) == 0 else 0
    return [(call, "") for call in [*found[:place], MAIN, *found[place:]]]


def _rank(function: Function) -> int:
    name = _last_name(function.name)
    return 1 if RUN.match(name) and not function.first else name_rank(name)


def _last_name(name: str) -> str:
    """The name that says what a function does: that of a module's only export is a usual one."""
    last = re.split(r"[.:>]+", name)[-1]
    return "solve" if last in ("exports", "default", "__default") else last


def _function_calls(function: Function, boards: Sequence[str], syntax: Syntax) -> Iterator[tuple[int, str]]:
    for rank, arguments in _arguments(function, syntax):
        yield rank, syntax.call.format(name=function.name, arguments=arguments)
    rest = _filled(function.first, function.first, syntax)
    if rest is not None and not any(map(is_grid_name, function.first)):
        for more, arguments in enumerate(_with_omission(rest, syntax)):
            call = syntax.call.format(name=function.name, arguments=arguments)
            for number, board in enumerate(boards[:4]):
                yield 2 + more + number, f"{board} = {syntax.grid}; {call}; {board}"
                yield 2 + more + number, f"{board} = {syntax.grid}; {call}"


def _method_calls(owner: Class, method: Function, syntax: Syntax) -> Iterator[tuple[int, str]]:
    if method.is_static:
        for rank, arguments in _arguments(method, syntax):
            yield rank, syntax.static.format(owner=owner.name, name=method.name, arguments=arguments)
        return
    s = syntax.variable
    rest = _filled(method.first, method.first, syntax)
    takes_no_grid = rest is not None and not any(map(is_grid_name, method.first))
    for rank, made_with in _arguments(owner.constructor, syntax) if owner.constructor.parameters else ():
        new = syntax.new.format(name=owner.name, arguments=made_with)
        for omitted, passed in enumerate(_with_omission(rest, syntax) if takes_no_grid else ()):
            run = syntax.method.format(object=s, name=method.name, arguments=passed)
            yield rank + omitted, _called_at_once(new, method.name, passed, syntax)
            for number, attribute in enumerate(_attributes(owner)[:3]):
                held = syntax.attribute.format(object=s, name=attribute)
                yield rank + 1 + number + omitted, f"{s} = {new}; {run}; {held}"
            if syntax.text:
                yield rank + 4, f"{s} = {new}; {run}; {syntax.text.format(object=s)}"
        for more, arguments in _arguments(method, syntax):
            yield rank + more + 3, _called_at_once(new, method.name, arguments, syntax)
    empty = _filled(owner.constructor.first, owner.constructor.first, syntax)
    if empty is None:
        return
    new = syntax.new.format(name=owner.name, arguments=empty)
    for rank, arguments in _arguments(method, syntax):
        yield rank, _called_at_once(new, method.name, arguments, syntax)
        run = syntax.method.format(object=s, name=method.name, arguments=arguments)
        for number, attribute in enumerate(_attributes(owner)[:2]):
            held = syntax.attribute.format(object=s, name=attribute)
            yield rank + 3 + number, f"{s} = {new}; {run}; {held}"
    if takes_no_grid:
        yield from _calls_after_setting(owner, method, new, rest or "", syntax)


def _with_omission(arguments: str | None, syntax: Syntax) -> list[str]:
    """The arguments, and none."""
    return [arguments, ""] if arguments and syntax.may_omit else [arguments or ""]


def _called_at_once(new: str, name: str, arguments: str, syntax: Syntax) -> str:
    made = syntax.new_in_brackets.format(new=new)
    return syntax.method.format(object=made, name=name, arguments=arguments)


def _calls_after_setting(
    owner: Class, method: Function, new: str, rest: str, syntax: Syntax
) -> Iterator[tuple[int, str]]:
    """The grid is given by another method, or by an attribute."""
    s = syntax.variable
    run = syntax.method.format(object=s, name=method.name, arguments=rest)
    for setter in owner.methods:
        if setter.name != method.name and SETTER.search(setter.name) and len(setter.first) == 1:
            given = syntax.method.format(object=s, name=setter.name, arguments=syntax.grid)
            yield 3, f"{s} = {new}; {given}; {run}"
            for attribute in _attributes(owner)[:2]:
                held = syntax.attribute.format(object=s, name=attribute)
                yield 4, f"{s} = {new}; {given}; {run}; {held}"
    for attribute in _attributes(owner)[:3]:
        held = syntax.attribute.format(object=s, name=attribute)
        if is_grid_name(attribute):
            set_it = syntax.set_attribute.format(object=s, name=attribute, value=syntax.grid)
            yield 4, f"{s} = {new}; {set_it}; {run}; {held}"
            yield 5, f"{s} = {new}; {set_it}; {run}"


def _attributes(owner: Class) -> list[str]:
    names = dict.fromkeys(owner.attributes)
    return sorted(names, key=lambda name: not GRID.search(name) and not SOLVES.search(name))


def _arguments(function: Function, syntax: Syntax) -> Iterator[tuple[int, str]]:
    """The arguments with the grid at its most plausible place, then elsewhere."""
    names, first = function.parameters, function.first
    places = [number for number, name in enumerate(names) if is_grid_name(name)]
    if first and not places:
        places = [0]
    for rank, place in enumerate(places[:2]):
        is_optional = place >= len(first)
        if is_optional and syntax.keyword:
            before = _filled(first, first, syntax)
            if before is not None:
                given = syntax.keyword.format(name=names[place], value=syntax.grid)
                yield rank + 1, ", ".join(filter(None, [before, given]))
            continue
        for second, guess in enumerate(_guesses(first, syntax, function.name in CONSTRUCTORS)):
            before = _filled(names[:place], first, syntax, guess)
            after = _filled(names[place + 1 : len(first)], first, syntax, guess)
            if before is not None and after is not None:
                more = (1 + second if second else len(first) > 1) + is_optional
                yield rank + more, ", ".join(filter(None, [before, syntax.grid, after]))
                if syntax.may_omit and after:
                    yield rank + more + 1, ", ".join(filter(None, [before, syntax.grid]))


@dataclass(frozen=True)
class _Guess:
    """The values of parameters for which there are several usual ones."""

    size: str = "9"
    digits: str | None = None


def _guesses(parameters: Sequence[str], syntax: Syntax, is_constructor: bool) -> list[_Guess]:
    """The guesses to try for these parameters."""
    if any(map(DIGITS.search, parameters)):
        return [_Guess(digits=digits) for digits in syntax.digits] or [_Guess()]
    guesses = [_Guess()]
    if "n" in parameters and not is_constructor:  # the number of a cell, or the size
        guesses.insert(0, _Guess("0"))
    if syntax.size_of_boxes and any(map(SIZE.match, parameters)):
        guesses.append(_Guess(syntax.size_of_boxes))
    return guesses


def _filled(
    names: Sequence[str], all_names: Sequence[str], syntax: Syntax, guess: _Guess | None = None
) -> str | None:
    """The usual values of parameters other than the grid; None if one of them cannot be guessed."""
    guess = guess or _Guess()
    values = []
    for name in names:
        if SIZE.match(name) and not {"i", "j", "k"} & set(all_names):
            values.append(guess.size if name.lower() != "n" or len(all_names) < 3 else "0")
        elif BOX.search(name):
            values.append("3")
        elif POSITION.match(name):
            values.append(syntax.position)
        elif guess.digits is not None and DIGITS.search(name):
            values.append(guess.digits)
        elif COLLECTION.search(name):
            values.append(syntax.collection)
        else:
            return None
    return ", ".join(values)
