"""Writes the calls of functions, methods and fields in languages with types.

The type of a parameter gives the form of the grid.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ..forms import VALUES
from ..names import COLLECTION, GRID, HELPER, SETTER, SIZE, SOLVES, USUAL
from ..reading import Reading
from .declarations import Class, Declarations, Function, Variable

_GETTER = re.compile(r"^_*(get|to|board|grid|grill|solution|result|values|cells)", re.I)
_MAIN = re.compile(r"^main$", re.I)
_BOX = re.compile(r"width|height|box|largeur|hauteur|order|ordre|base", re.I)
_READS_INPUT = re.compile(r"stdin|input|prompt|console|keyboard|user|interactive", re.I)
"""Constructors that would read the requests of the driver."""
MAX_CALLS = 30


@dataclass(frozen=True)
class Call:
    text: str
    form: str
    type: str
    """The type of GRID."""


class Language(ABC):
    """How the calls of one language are written."""

    @abstractmethod
    def forms(self, kind: str) -> list[str]:
        """The forms of a grid of this type, the most plausible first; none if it cannot be a grid."""

    def argument(self, kind: str) -> tuple[str, str]:
        """The grid as an argument for a parameter of this type, and the type of GRID."""
        return "GRID", kind

    def default(self, parameter: Variable) -> str | None:
        """The usual value of a parameter that is not the grid; None if it cannot be guessed."""
        if not self.is_number(parameter.type):
            return None
        if _BOX.search(parameter.name):
            return "3"
        return "9" if SIZE.match(parameter.name) and parameter.name != "n" else "0"

    @abstractmethod
    def is_number(self, kind: str) -> bool: ...

    def answers(self, kind: str) -> bool:
        """Whether a result of this type can be a solution."""
        return bool(self.forms(kind))

    def static(self, owner: str, name: str) -> str:
        """A static member of a class, or a function outside of classes."""
        return f"{owner}.{name}" if owner else name

    @abstractmethod
    def new(self, owner: Class, arguments: str) -> str: ...

    @abstractmethod
    def variable(self, owner: Class, made: str, name: str = "s") -> str:
        """Declares a variable that holds an object."""

    def object_argument(self, kind: str, name: str, type_of_object: str) -> str:
        """A variable as an argument for a parameter of this type."""
        return name

    def unwrapped(self, made: str, returns: str) -> str:
        """The object, where a constructor may return an error beside it."""
        return made

    def object_of_field(self, owner: Class, name: str) -> str | None:
        """An object that is made from its fields, where the language has this."""
        return None


def calls(found: Declarations, language: Language) -> list[Call]:
    """The calls to try, most plausible first: by name, then by the number of guessed arguments."""
    ranked = sorted(enumerate(_calls(found, language)), key=lambda each: (*_order(*each[1][0]), each[0]))
    return list(dict.fromkeys(call for _, (_, call) in ranked))[:MAX_CALLS]


def _order(rank: int, form: int) -> tuple[int, int, int]:
    """Usual names in all forms come before other names."""
    return rank // 10, form, rank


@dataclass(frozen=True)
class _Object:
    rank: int
    made: str
    """The expression that makes it."""
    kind: str = ""
    """The type of the grid that it is made with; "" if there is none."""
    type: str = ""
    """What a constructor function returns."""


Ranked = tuple[tuple[int, int], Call]
"""A call, with its rank by name and arguments, and the number of its form."""


def _calls(found: Declarations, language: Language) -> Iterator[Ranked]:
    writer = _Writer(language, {each.name.rpartition(".")[2]: each for each in found.classes})
    for function in found.functions:
        if not _MAIN.match(function.name):
            yield from writer.function("", function, found.variables, found.classes)
    for owner in found.classes:
        for method in owner.methods:
            if method.is_static and not _MAIN.match(method.name):
                yield from writer.function(owner.name, method, owner.fields, found.classes)
            elif not method.is_static and owner.can_be_made:
                yield from writer.method(owner, method)


def _name_rank(name: str) -> int:
    if USUAL.match(name):
        return 0
    is_other = bool(HELPER.match(name))
    if SOLVES.search(name) and not is_other:
        return 10
    return 30 if is_other else 20


@dataclass(frozen=True)
class _Writer:
    language: Language
    classes: Mapping[str, Class]
    """By their names without those of outer classes."""

    def function(
        self, owner: str, function: Function, variables: list[Variable], classes: list[Class]
    ) -> Iterator[Ranked]:
        """A function that needs no object."""
        name = self.language.static(owner, function.name)
        base = _name_rank(function.name) + self._answer_rank(function)
        for rank, arguments, kind in self._with_grid(function):
            yield from self._in_forms(base + rank, f"{name}({arguments})", kind)
            for each in (
                classes if "," not in function.returns and not self.language.answers(function.returns) else ()
            ):
                if each.name in re.findall(r"\w+", function.returns):
                    for variable in self._boards(each.fields)[:1]:
                        yield from self._in_forms(
                            base + rank + 1, f"{name}({arguments}).{variable.name}", kind
                        )
        for rank, statement, arguments, after, kind in self._with_object(function):
            call = f"{statement}; {name}({arguments})"
            if not self.language.answers(function.returns):
                yield from self._in_forms(base + rank, f"{call}; {after}", kind)
            yield from self._in_forms(base + rank + 1, call, kind)
        rest = self._rest(function.parameters)
        boards = [each for each in variables if each.is_static or not owner]
        if rest is None:
            return
        for number, variable in enumerate(self._boards(boards)[:3]):
            board = self.language.static(owner, variable.name)
            made = f"{board} = GRID; {name}({rest})"
            text = made if self.language.answers(function.returns) else f"{made}; {board}"
            yield from self._in_forms(base + 2 + number, text, variable.type)

    def method(self, owner: Class, method: Function) -> Iterator[Ranked]:
        """A method of an object, or of a type that is a grid."""
        base = _name_rank(method.name) + self._answer_rank(method)
        rest = self._rest(method.parameters)
        if self.language.forms(owner.name):
            if rest is not None:
                yield from self._in_forms(base, f"GRID.{method.name}({rest})", owner.name)
            return
        if rest is not None:
            yield from self._after_making_with_object(base, owner, method, rest)
        for each in self._objects(owner):
            rank = base + each.rank
            if each.kind and rest is not None:
                yield from self._after_making(rank, owner, each.made, method, rest, each.kind)
            elif each.kind:
                for more, arguments, kind in self._with_grid(method):
                    if kind == each.kind:
                        text = f"{each.made}.{method.name}({arguments})"
                        yield from self._in_forms(rank + more + 3, text, kind)
            else:
                yield from self._method_with_grid(rank, owner, each.made, method)
                yield from self._method_with_object(rank, owner, each.made, method)
                if rest is not None:
                    yield from self._after_setting(base + 2, owner, each.made, method, rest)

    def _method_with_grid(self, rank: int, owner: Class, made: str, method: Function) -> Iterator[Ranked]:
        """The object was made without a grid, and the method takes it."""
        for more, arguments, kind in self._with_grid(method):
            yield from self._in_forms(rank + more, f"{made}.{method.name}({arguments})", kind)
            if not self.language.answers(method.returns):
                for after in self._after(owner)[:1]:
                    variable = self.language.variable(owner, made)
                    text = f"{variable}; s.{method.name}({arguments}); s.{after}"
                    yield from self._in_forms(rank + more + 3, text, kind)

    def _after_making_with_object(
        self, rank: int, owner: Class, method: Function, rest: str
    ) -> Iterator[Ranked]:
        """The object is made with another one, which was made with the grid."""
        for constructor in owner.constructors:
            for more, statement, arguments, after, kind in self._with_object(constructor):
                variable = self.language.variable(owner, self._new(owner, constructor, arguments))
                call = f"{statement}; {variable}; s.{method.name}({rest})"
                text = call if self.language.answers(method.returns) else f"{call}; {after}"
                yield from self._in_forms(rank + more, text, kind)

    def _after_making(
        self, rank: int, owner: Class, made: str, method: Function, rest: str, kind: str
    ) -> Iterator[Ranked]:
        """The object was made with the grid."""
        if self.language.answers(method.returns):
            yield from self._in_forms(rank, f"{made}.{method.name}({rest})", kind)
            return
        for number, after in enumerate(self._after(owner)[:2]):
            text = f"{self.language.variable(owner, made)}; s.{method.name}({rest}); s.{after}"
            yield from self._in_forms(rank + number, text, kind)
        yield from self._in_forms(rank + 2, f"{made}.{method.name}({rest})", kind)

    def _after_setting(
        self, rank: int, owner: Class, made: str, method: Function, rest: str
    ) -> Iterator[Ranked]:
        """Another method or a field takes the grid."""
        variable = self.language.variable(owner, made)
        result = f"s.{method.name}({rest})"
        after = [] if self.language.answers(method.returns) else self._after(owner)
        last = f"; s.{after[0]}" if after else ""
        for setter in owner.methods:
            if not setter.is_static and setter is not method and SETTER.search(setter.name):
                for more, arguments, kind in self._with_grid(setter):
                    text = f"{variable}; s.{setter.name}({arguments}); {result}{last}"
                    yield from self._in_forms(rank + more, text, kind)
        for number, each in enumerate(self._boards(owner.fields)[:2]):
            last = "" if self.language.answers(method.returns) else f"; s.{each.name}"
            static = self.language.static(owner.name, each.name)
            text = f"{variable}; {static if each.is_static else 's.' + each.name} = GRID; {result}{last}"
            if not each.is_static:
                yield from self._in_forms(rank + 1 + number, text, each.type)
            else:
                text = f"{variable}; {static} = GRID; {result}" + (last and f"; {static}")
                yield from self._in_forms(rank + 1 + number, text, each.type)

    def _objects(self, owner: Class) -> Iterator[_Object]:
        """Objects of the class: with the grid, or with no argument that cannot be guessed."""
        constructors = owner.constructors or [Function(owner.name, ())]
        for constructor in constructors:
            for rank, arguments, kind in self._with_grid(constructor):
                yield _Object(rank, self._new(owner, constructor, arguments), kind, constructor.returns)
        if (made := self._made_of_fields(owner)) is not None:
            yield _Object(1, *made)
        for constructor in constructors:
            if _READS_INPUT.search(constructor.name):
                continue
            if (rest := self._rest(constructor.parameters)) is not None:
                yield _Object(0, self._new(owner, constructor, rest), "", constructor.returns)
                break

    def _class_of(self, kind: str) -> Class | None:
        """The class that a parameter is an object of, perhaps by a reference."""
        return self.classes.get(re.sub(r"^(&\s*(mut\s)?|\*|ref\s)|<.*|\?$|^.*\.", "", kind.strip()).strip())

    def _with_object(self, function: Function) -> Iterator[tuple[int, str, str, str, str]]:
        """The arguments with an object that is made with the grid.

        Each with its rank, the statement that makes the object, where its grid is afterwards, and the type
        of the grid."""
        for place, parameter in enumerate(function.parameters):
            owner = self._class_of(parameter.type)
            before, after = (
                self._rest(function.parameters[:place]),
                self._rest(function.parameters[place + 1 :]),
            )
            if owner is None or not owner.can_be_made or before is None or after is None:
                continue
            for each in self._objects(owner):
                grids = self._after(owner)
                if each.kind and grids:
                    statement = self.language.variable(owner, each.made, "g")
                    argument = self.language.object_argument(parameter.type, "g", each.type)
                    arguments = ", ".join(filter(None, [before, argument, after]))
                    yield each.rank + 1, statement, arguments, f"g.{grids[0]}", each.kind

    def _method_with_object(self, rank: int, owner: Class, made: str, method: Function) -> Iterator[Ranked]:
        """A method of an object without a grid takes an object that is made with the grid."""
        for more, statement, arguments, after, kind in self._with_object(method):
            call = f"{statement}; {made}.{method.name}({arguments})"
            yield from self._in_forms(rank + more, f"{call}; {after}", kind)
            yield from self._in_forms(rank + more + 1, call, kind)

    def _new(self, owner: Class, constructor: Function, arguments: str) -> str:
        if constructor.name in (owner.name, owner.name.rpartition(".")[2]):
            return self.language.new(owner, arguments)
        function = self.language.static(owner.name if constructor.is_static else "", constructor.name)
        return self.language.unwrapped(f"{function}({arguments})", constructor.returns)

    def _made_of_fields(self, owner: Class) -> tuple[str, str] | None:
        for variable in self._boards(owner.fields):
            if made := self.language.object_of_field(owner, variable.name):
                return made, variable.type
        return None

    def _after(self, owner: Class) -> list[str]:
        """The fields and the getters that may hold the answer."""
        getters = [
            f"{each.name}()"
            for each in owner.methods
            if not each.is_static
            and not each.parameters
            and self.language.answers(each.returns)
            and _GETTER.match(each.name)
        ]
        fields = [each.name for each in self._boards(owner.fields) if not each.is_static]
        solved = [name for name in fields if SOLVES.search(name)]
        return [*fields[:1], *solved, *getters, *fields[1:]]

    def _boards(self, variables: list[Variable]) -> list[Variable]:
        boards = [each for each in variables if self.language.forms(each.type)]
        return sorted(boards, key=lambda each: not GRID.search(each.name))

    def _in_forms(self, rank: int, text: str, kind: str) -> Iterator[Ranked]:
        for number, form in enumerate(self.language.forms(kind)):
            yield (rank, number), Call(text, form, self.language.argument(kind)[1])

    def _with_grid(self, function: Function) -> Iterator[tuple[int, str, str]]:
        """The arguments with the grid at its most plausible place, with the type of that parameter."""
        parameters = function.parameters
        places = [number for number, each in enumerate(parameters) if self.language.forms(each.type)]
        places.sort(key=lambda number: (not GRID.search(parameters[number].name), number))
        for rank, place in enumerate(places[:2]):
            before, after = self._rest(parameters[:place]), self._rest(parameters[place + 1 :])
            if before is not None and after is not None:
                grid, _ = self.language.argument(parameters[place].type)
                arguments = ", ".join(filter(None, [before, grid, after]))
                yield rank + (len(parameters) > 1), arguments, parameters[place].type

    def _rest(self, parameters: tuple[Variable, ...]) -> str | None:
        values = [self._default(each) for each in parameters]
        return None if None in values else ", ".join(filter(None, values))

    def _default(self, parameter: Variable) -> str | None:
        """The usual value of a parameter. An object, such as a cell, is made of the usual values."""
        value = self.language.default(parameter)
        owner = self._class_of(parameter.type)
        if value is not None or owner is None or not owner.can_be_made or self.language.forms(owner.name):
            return value
        for constructor in owner.constructors:
            values = [self.language.default(each) for each in constructor.parameters]
            if values and None not in values:
                return self._new(owner, constructor, ", ".join(filter(None, values)))
        return None

    def _answer_rank(self, function: Function) -> int:
        """Functions that count, or return one cell, come later."""
        if self.language.is_number(function.returns):
            return 4
        return 2 if COLLECTION.search(function.name) else 0


def form_and_blank(code: str) -> tuple[str, str]:
    name, colon, blank = code.partition(":")
    return name, blank if colon else VALUES[name].blanks[0]


def call_type(reading: Reading, found: list[Call], language: Language, defaults: Mapping[str, str]) -> str:
    """The type of GRID in a call. If the call was edited, the usual type of its form."""
    same = [each for each in found if each.text == reading.call]
    exact = [each.type for each in same if each.form == reading.form]
    name = form_and_blank(reading.form)[0]
    for kind in [*exact, *(each.type for each in same)]:
        if any(form_and_blank(form)[0] == name for form in language.forms(kind)):
            return kind
    return defaults.get(name, defaults["rows"])


def with_replacements(template: str, values: Mapping[str, str]) -> str:
    """The template with the values of its names in braces."""
    return re.sub(r"\{([A-Z_]+)\}", lambda match: values.get(match[1], match.group()), template)


def statements(call: str, grid: str = "grid") -> tuple[list[str], str]:
    """The statements of a call, and its last expression, with `grid` for GRID."""
    parts = [part.strip() for part in re.sub(r"(?<![.\w])GRID\b", grid, call).split(";") if part.strip()]
    return (parts[:-1], parts[-1]) if parts else ([], "")


def is_dotted(source: str) -> bool:
    """Whether the source writes an empty cell as a point."""
    return source.count("'.'") + source.count('"."') > 0


def has_character_digits(source: str) -> bool:
    """Whether the source writes digits as characters."""
    return bool(re.search(r"b?'[0-9.]'", source))


def character_forms(source: str, name: str) -> list[str]:
    """The forms of a grid of characters or text, by the sign that the source compares with."""
    zero, point = (f"{name}:0", f"{name}:.") if VALUES[name].blanks[0] != "0" else (name, f"{name}:.")
    if VALUES[name].blanks[0] == ".":
        point = name
    return [point, zero] if is_dotted(source) or (name != "text" and "'0'" not in source) else [zero, point]
