"""The driver of Kotlin copies."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files as resources
from pathlib import PurePosixPath

from ..driver import Driver
from ..reading import Reading
from .declarations import Class, Declarations, Function, Variable, blanked, end_of_block, split_top_level
from .typed_calls import (
    Call,
    Language,
    call_type,
    calls,
    character_forms,
    form_and_blank,
    statements,
    with_replacements,
)

_DEFAULT_TYPES = {
    "rows": "Array<IntArray>",
    "characters": "Array<CharArray>",
    "text": "String",
    "text-lines": "String",
    "flat": "IntArray",
    "flat-characters": "CharArray",
    "lines": "Array<String>",
}
_LISTS = r"(?:Array|List|MutableList|ArrayList|Collection|Iterable)"
_FUNCTION = re.compile(r"\bfun\s+(?:<[^>]*>\s*)?(?:(?P<receiver>[\w<>?]+)\.)?(?P<name>\w+|`[^`]*`)\s*\(")
_CLASS = re.compile(
    r"(?P<before>[\w ]*)\b(?P<kind>class|object)\s+(?P<name>\w+)(?:<[^>]*>)?\s*"
    r"(?:(?:private\s+|internal\s+)?constructor\s*)?"
    r"(?P<parameters>\()?"
)
_PROPERTY = re.compile(
    r"\b(?:val|var)\s+(?P<name>\w+)\s*(?::\s*(?P<type>[\w<>?, ]+?))?\s*(?:=\s*(?P<value>[^\n]*)|\n|$)"
)
_VALUES = (
    (r"Array\s*\(\w+\)\s*\{\s*IntArray|arrayOf\s*\(\s*intArrayOf", "Array<IntArray>"),
    (r"Array\s*\(\w+\)\s*\{\s*CharArray|arrayOf\s*\(\s*charArrayOf", "Array<CharArray>"),
    (
        r"Array\s*\(\w+\)\s*\{\s*Array\s*\(\w+\)\s*\{\s*\d|arrayOf\s*\(\s*arrayOf\s*\(\s*\d"
        r"|Array\s*\(\w+\)\s*\{\s*arrayOf",
        "Array<Array<Int>>",
    ),
    (r"IntArray\s*\(\s*81|intArrayOf", "IntArray"),
)


_JAVA = "exec java -XX:+UseSerialGC -Xmx512m -cp driver.jar"


class _Kotlin(Language):
    def __init__(self, source: str) -> None:
        self._source = source

    def forms(self, kind: str) -> list[str]:
        kind = kind.removesuffix("?")
        if re.fullmatch(rf"{_LISTS}<(IntArray|{_LISTS}<Int>)>", kind):
            return ["rows", "rows:-1"] if re.search(r"[!=]=\s*-1\b", self._source) else ["rows"]
        if re.fullmatch(rf"{_LISTS}<{_LISTS}<Int\?>>", kind):
            return ["rows:None"]
        if re.fullmatch(rf"{_LISTS}<(CharArray|{_LISTS}<(Char|String)>)>", kind):
            return character_forms(self._source, "characters")
        if re.fullmatch(rf"IntArray|{_LISTS}<Int>", kind):
            return ["flat"]
        if re.fullmatch(rf"CharArray|{_LISTS}<Char>", kind):
            return character_forms(self._source, "flat-characters")
        if re.fullmatch(rf"{_LISTS}<String>", kind):
            return ["lines", "lines:."]
        return [*character_forms(self._source, "text"), "text-lines"] if kind == "String" else []

    def is_number(self, kind: str) -> bool:
        return kind in ("Int", "Long", "Short", "Byte")

    def default(self, parameter: Variable) -> str | None:
        return "false" if parameter.type == "Boolean" else super().default(parameter)

    def new(self, owner: Class, arguments: str) -> str:
        return f"{owner.name}({arguments})"

    def variable(self, owner: Class, made: str, name: str = "s") -> str:
        return f"val {name} = {made}"


@cache
def _declarations(source: str) -> Declarations:
    text = blanked(source, "Kotlin")
    found = Declarations()
    blocks: list[tuple[int, int, Class, bool]] = []
    for match in _CLASS.finditer(text):
        end = end_of_block(text, match.end() - 1) if match["parameters"] else match.end()
        body = re.compile(r"\s*(?::[^{\n]*)?\{").match(text, end)
        is_object = match["kind"] == "object"
        made = Class(
            match["name"],
            can_be_made=not is_object and not re.search(r"\b(abstract|enum)\b", match["before"]),
        )
        if match["parameters"]:
            inside = text[match.end() : end - 1]
            made.constructors.append(Function(match["name"], _parameters(inside)))
            for name, kind in re.findall(
                r"\b(?:val|var)\s+(\w+)\s*:\s*([\w<>?, ]+?)\s*(?:=|,\s*\w|$)", inside
            ):
                made.fields.append(Variable(name, "".join(kind.split())))
        found.classes.append(made)
        if body:
            blocks.append((body.end(), end_of_block(text, body.end() - 1), made, is_object))
    receivers: dict[str, Class] = {}
    for match in _FUNCTION.finditer(text):
        owner, is_static = _owner(text, match.start(), blocks)
        if owner is None and is_static:
            continue
        end = end_of_block(text, match.end() - 1)
        result = re.compile(r"\s*:\s*([\w<>?, ]+?)\s*[{=\n]").match(text, end)
        returns = "".join(result[1].split()) if result else ""
        parameters = _parameters(text[match.end() : end - 1])
        function = Function(match["name"], parameters, "" if returns == "Unit" else returns, is_static)
        if match["receiver"]:
            receivers.setdefault(match["receiver"], Class(match["receiver"])).methods.append(function)
        elif owner is None:
            found.functions.append(function)
        else:
            owner.methods.append(function)
    for match in _PROPERTY.finditer(text):
        owner, is_static = _owner(text, match.start(), blocks)
        kind = "".join((match["type"] or "").split()) or _type_of_value(match["value"] or "")
        if kind and owner is None and not is_static:
            found.variables.append(Variable(match["name"], kind, is_static=True))
        elif kind and owner is not None:
            owner.fields.append(Variable(match["name"], kind, is_static))
    found.classes += receivers.values()
    return found


def _owner(
    text: str, place: int, blocks: Sequence[tuple[int, int, Class, bool]]
) -> tuple[Class | None, bool]:
    """The class whose member this is, and whether it is an object.

    (None, False) at the top level, (None, True) inside of a function.
    """
    inner = max(
        (block for block in blocks if block[0] <= place < block[1]), key=lambda block: block[0], default=None
    )
    start = inner[0] if inner else 0
    between = text[start:place]
    if any(between.count(opening) != between.count(closing) for opening, closing in ("{}", "()")):
        return None, True
    return (inner[2], inner[3]) if inner else (None, False)


def _type_of_value(value: str) -> str:
    return next((kind for pattern, kind in _VALUES if re.match(pattern, value)), "")


def _parameters(text: str) -> tuple[Variable, ...]:
    """The parameters without those that have a usual value."""
    found = []
    for part in split_top_level(text):
        plain, _, usual = part.partition("=")
        name, _, kind = plain.partition(":")
        if not usual:
            found.append(Variable(name.split()[-1], "".join(kind.split())))
    return tuple(found)


@cache
def _calls(source: str) -> list[Call]:
    return calls(_declarations(source), _Kotlin(source))


def kotlin_calls(source: str) -> list[tuple[str, str]]:
    return [(call.text, call.form) for call in _calls(source)]


def kotlin_files(readings: Sequence[Reading], source: str) -> Mapping[str, str]:
    text = blanked(source, "Kotlin")
    package = re.search(r"^\s*package\s+[\w.]+", text, re.M)
    values = {
        "PACKAGE": package[0].strip() if package else "",
        "IMPORTS": "\n".join(re.findall(r"^import\s+[\w.*]+", text, re.M)),
        "CASES": "\n        ".join(
            f"{number} -> call{number}(digits, argument)" for number in range(len(readings))
        ),
        "FUNCTIONS": "\n".join(_function(number, each, source) for number, each in enumerate(readings)),
    }
    template = (resources(__package__) / "Driver.kt").read_text(encoding="utf-8")
    name = f"{package[0].split()[-1]}." if package else ""
    return {
        PurePosixPath(readings[0].file).name: _copy(source, text),
        "SudokuRosettaDriver.kt": with_replacements(template, values),
        "run.sh": f"{_JAVA} {name}SudokuRosettaDriver\n",
    }


def _function(number: int, reading: Reading, source: str) -> str:
    kind = call_type(reading, _calls(source), _Kotlin(source), _DEFAULT_TYPES)
    before, last = statements(reading.call)
    return f"""    private fun call{number}(digits: String, argument: Array<Any?>): Any? {{
        val grid: {kind} = {_grid(kind.removesuffix("?"), reading.form)}
        argument[0] = grid
        {"; ".join(before)}
        return {last}
    }}
"""


def _grid(kind: str, form: str) -> str:
    name, blank = form_and_blank(form)
    if kind == "String":
        lines = 'rows(digits).joinToString("\\n")' if name == "text-lines" else "digits"
        return f'{lines}.replace("0", "{blank}")'
    if name == "lines":
        return _collected(f'rows(digits).map {{ it.replace("0", "{blank}") }}', kind)
    inner = re.fullmatch(rf"{_LISTS}<(.*)>", kind)
    if inner and (inner[1].endswith("Array") or "<" in inner[1]):
        return _collected(f"rows(digits).map {{ row -> {_row(inner[1], 'row', blank)} }}", kind)
    return _row(kind, "digits", blank)


def _row(kind: str, text: str, blank: str) -> str:
    cell = next((word for word in ("Int?", "Char", "String") if word in kind), "Int")
    make = {"Int": "number", "Int?": "numberOrNull", "Char": "character", "String": "text"}[cell]
    return _collected(f'{text}.map {{ {make}(it, "{blank}") }}', kind)


def _collected(items: str, kind: str) -> str:
    usual = {"IntArray": "toIntArray()", "CharArray": "toCharArray()"}.get(kind)
    if usual is None:
        usual = "toTypedArray()" if kind.startswith("Array<") else "let { ArrayList(it) }"
    return f"{items}.{usual}"


def _copy(source: str, text: str) -> str:
    """The copy with its private members visible, and boards that can be replaced."""
    edits = re.compile(
        r"\b(private|protected)\b(?!\s+set\b)"
        r"|\bval\b(?=\s+\w+\s*(?::[^=\n]*)?=\s*(?:Array|arrayOf|IntArray)\b)"
    )
    return "".join(
        source[start:end] if word is None else word.ljust(end - start)
        for start, end, word in _pieces(edits, text)
    )


def _pieces(edits: re.Pattern[str], text: str) -> list[tuple[int, int, str | None]]:
    found: list[tuple[int, int, str | None]] = []
    position = 0
    for match in edits.finditer(text):
        found += [
            (position, match.start(), None),
            (match.start(), match.end(), "var" if match[0] == "val" else ""),
        ]
        position = match.end()
    return [*found, (position, len(text), None)]


_KOTLINC = ("kotlinc", "-nowarn", "-include-runtime", "-d", "driver.jar")
DRIVER = Driver(
    calls=kotlin_calls,
    files=lambda reading, source: kotlin_files([reading], source),
    many=kotlin_files,
    compile=((*_KOTLINC, "SudokuRosettaDriver.kt", "{file}"),),
    run=("sh", "run.sh"),
)
