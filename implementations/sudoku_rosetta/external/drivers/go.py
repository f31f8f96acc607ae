"""The driver of Go copies."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
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
    has_character_digits,
    statements,
    with_replacements,
)

_NUMBER = r"(?:u?int(?:8|16|32|64)?|byte|rune)"
_DEFAULT_TYPES = {
    "rows": "[9][9]int",
    "characters": "[][]byte",
    "text": "string",
    "text-lines": "string",
    "flat": "[]int",
    "flat-characters": "[]byte",
    "lines": "[]string",
}
_FIRST = "FIRST"
_PACKAGES = (
    "bufio",
    "bytes",
    "errors",
    "fmt",
    "log",
    "math",
    "os",
    "sort",
    "strconv",
    "strings",
    "time",
    "unicode",
)
_FUNCTION = re.compile(r"^func\s*(?:\((?P<receiver>[^()]*)\)\s*)?(?P<name>\w+)\s*(?:\[[^\]]*\])?\s*\(", re.M)
_STRUCT = re.compile(r"^(?:type\s+|\s+)(?P<name>\w+)\s+struct\s*\{", re.M)
_ALIAS = re.compile(r"^(?:type\s+|\s+)(\w+)\s*=?\s*((?:\*|\[\w*\])*\w+)[ \t]*$", re.M)
_VARIABLE = re.compile(r"^(?:var[ \t]+)(\w+(?:\s*,\s*\w+)*)[ \t]+((?:\*|\[[\w.]*\])*\w+)", re.M)
_ASSIGNED = re.compile(r"^(?:var[ \t]+|[ \t]+)(\w+)[ \t]*=[ \t]*((?:\[[\w.]*\])+\w+)[ \t]*\{", re.M)
_IN_BLOCK = re.compile(r"^[ \t]+(\w+(?:\s*,\s*\w+)*)[ \t]+((?:\*|\[[\w.]*\])+\w+)[ \t]*(?==|$)", re.M)


_BUILD = """go build -o driver sudoku_rosetta_driver.go {name} 2>errors.txt && exit
ls *.go | grep -v _test.go | xargs go build -o driver 2>/dev/null && exit
cat errors.txt >&2
exit 1
"""
"""The copy alone is tried first: other files of the folder may have a function of the same name."""


class _Go(Language):
    def __init__(self, source: str, aliases: Mapping[str, str]) -> None:
        self._source = source
        self._aliases = aliases

    def resolved(self, kind: str) -> str:
        for _ in range(3):
            kind = re.sub(
                r"[A-Za-z_]\w*$", lambda match: self._aliases.get(match.group(), match.group()), kind
            )
        return kind.lstrip("*")

    def forms(self, kind: str) -> list[str]:
        kind = self.resolved(kind)
        rows = ["rows", "rows:-1"] if re.search(r"[!=]=\s*-1\b", self._source) else ["rows"]
        if re.fullmatch(r"(\[[\w.]*\]){2}(byte|rune|uint8|int32)", kind):
            characters = character_forms(self._source, "characters")
            return [*characters, *rows] if has_character_digits(self._source) else [*rows, *characters]
        if re.fullmatch(rf"(\[[\w.]*\]){{2}}{_NUMBER}", kind):
            return rows
        if re.fullmatch(r"(\[[\w.]*\]){2}string", kind):
            return character_forms(self._source, "characters")
        if re.fullmatch(r"\[[\w.]*\](byte|rune)", kind) and has_character_digits(self._source):
            return character_forms(self._source, "flat-characters")
        if re.fullmatch(rf"\[[\w.]*\]{_NUMBER}", kind):
            return ["flat"]
        if re.fullmatch(r"\[[\w.]*\]string", kind):
            return ["lines", "lines:.", "flat-characters:0"]
        return [*character_forms(self._source, "text"), "text-lines"] if kind == "string" else []

    def argument(self, kind: str) -> tuple[str, str]:
        return ("&GRID", kind[1:]) if kind.startswith("*") else ("GRID", kind)

    def is_number(self, kind: str) -> bool:
        return bool(re.fullmatch(_NUMBER, kind))

    def answers(self, kind: str) -> bool:
        return any(
            self.forms(part) or self.forms(part.removeprefix("[]"))
            for part in split_top_level(kind.strip("()"))
        )

    def default(self, parameter: Variable) -> str | None:
        return "false" if parameter.type == "bool" else super().default(parameter)

    def static(self, owner: str, name: str) -> str:
        return name

    def new(self, owner: Class, arguments: str) -> str:
        return f"new({owner.name})"

    def variable(self, owner: Class, made: str, name: str = "s") -> str:
        return f"{name} := {made}"

    def object_argument(self, kind: str, name: str, type_of_object: str) -> str:
        is_pointer = not type_of_object or type_of_object.lstrip("(").startswith("*")
        return name if kind.startswith("*") == is_pointer else f"*{name}" if is_pointer else f"&{name}"

    def unwrapped(self, made: str, returns: str) -> str:
        return f"{_FIRST}({made})" if "," in returns else made

    def object_of_field(self, owner: Class, name: str) -> str | None:
        return f"(&{owner.name}{{{name}: GRID}})"


@cache
def _declarations(source: str) -> Declarations:
    text = blanked(source, "Go")
    found = Declarations()
    classes = {}
    for match in _STRUCT.finditer(text):
        body = text[match.end() : end_of_block(text, match.end() - 1) - 1]
        classes[match["name"]] = Class(match["name"], fields=list(_fields(body)))
    for name, kind in _ALIAS.findall(text):
        if kind not in ("struct", "interface") and (re.search(rf"\btype\s+{name}\b", text) or "[" in kind):
            found.aliases[name] = kind
            classes.setdefault(name, Class(name))
    for match in _FUNCTION.finditer(text):
        end = end_of_block(text, match.end() - 1)
        results = re.match(r"[ \t]*(\([^{}]*?\)|[^\n{(]*)[ \t]*\{", text[end:])
        function = Function(
            match["name"], _parameters(text[match.end() : end - 1]), _results(results[1] if results else "")
        )
        receiver = (match["receiver"] or "").split()
        if receiver:
            classes.setdefault(receiver[-1].lstrip("*"), Class(receiver[-1].lstrip("*"))).methods.append(
                function
            )
            continue
        found.functions.append(function)
        made = classes.get(split_top_level(function.returns.strip("()") or " x")[0].lstrip("*"))
        if made is not None and re.match(r"new|make|create|parse|from|read|load", function.name, re.I):
            made.constructors.append(function)
    found.classes = list(classes.values())
    found.variables = list(_variables(text))
    return found


def _variables(text: str) -> Iterator[Variable]:
    blocks = [text[m.end() : end_of_block(text, m.end() - 1)] for m in re.finditer(r"^var\s*\(", text, re.M)]
    for names, kind in [
        *_VARIABLE.findall(text),
        *(each for block in blocks for each in _IN_BLOCK.findall(block)),
    ]:
        for name in names.split(","):
            yield Variable(name.strip(), kind, is_static=True)
    top_level = "\n".join([*blocks, *(line for line in text.splitlines() if line.startswith("var "))])
    for name, kind in _ASSIGNED.findall(top_level):
        yield Variable(name, kind, is_static=True)


def _fields(body: str) -> Iterator[Variable]:
    for line in re.split(r"[\n;]", body):
        if match := re.fullmatch(
            r"\s*(\w+(?:\s*,\s*\w+)*)\s+((?:\*|\[[^\]]*\])*[\w.]+)\s*(?:`[^`]*`)?\s*", line
        ):
            for name in match[1].split(","):
                yield Variable(name.strip(), match[2])


def _parameters(text: str) -> tuple[Variable, ...]:
    """Names without a type have the type of the next one."""
    found: list[Variable] = []
    kind = ""
    for part in reversed(split_top_level(text)):
        name, _, own = part.partition(" ")
        kind = "".join(own.split()) or kind
        found.append(Variable(name, kind))
    return tuple(reversed(found))


def _results(text: str) -> str:
    """The types of the results, without their names."""
    text = text.strip()
    if not text.startswith("("):
        return "".join(text.split())
    parts = split_top_level(text[1:-1])
    named = any(
        re.match(r"\w+\s+\S", part) and not part.startswith(("map", "chan", "func")) for part in parts
    )
    kinds = [each.type for each in _parameters(text[1:-1])] if named else parts
    return "(" + ",".join("".join(kind.split()) for kind in kinds) + ")" if len(kinds) > 1 else "".join(kinds)


def _language(source: str) -> _Go:
    return _Go(source, _declarations(source).aliases)


@cache
def _calls(source: str) -> list[Call]:
    found = _declarations(source)
    for each in found.classes:
        if not any(parameter for made in each.constructors for parameter in made.parameters):
            each.constructors.append(Function(each.name, ()))
    return [replace(call, text=_with_second_result(call.text)) for call in calls(found, _language(source))]


def _with_second_result(call: str) -> str:
    """A constructor that returns an error too is called by a statement."""
    call = re.sub(rf"\b([gs]) := {_FIRST}\((.*?\))\);", r"\1, _ := \2;", call)
    return re.sub(rf"^{_FIRST}\((.*?\))\)\.", r"s, _ := \1; s.", call)


def go_calls(source: str) -> list[tuple[str, str]]:
    return [(call.text, call.form) for call in _calls(source)]


def go_files(readings: Sequence[Reading], source: str) -> Mapping[str, str]:
    forms = [form_and_blank(each.form) for each in readings]
    values = {
        "CASES": "\n\t".join(
            f'{{"{form}", "{blank}", sudokuRosettaCall{n}}},' for n, (form, blank) in enumerate(forms)
        ),
        "FUNCTIONS": "\n".join(_function(number, each, source) for number, each in enumerate(readings)),
    }
    template = (resources(__package__) / "driver.go").read_text(encoding="utf-8")
    name = PurePosixPath(readings[0].file).name
    return {
        "sudoku_rosetta_driver.go": with_replacements(template, values),
        name: _copy(source),
        "build.sh": _BUILD.format(name=shlex.quote(name)),
    }


def grid_type(reading: Reading, source: str) -> str:
    """The type of the grid in a call."""
    return call_type(reading, _calls(source), _language(source), _DEFAULT_TYPES)


def plain_type(kind: str, source: str) -> str:
    """The type without the names that the source gives to types."""
    return _language(source).resolved(kind)


def results_of(call: str, source: str) -> list[str]:
    """The types that a called function or method may return."""
    match = re.match(r".*?(\w+)\([^()]*\)$", call)
    found = _declarations(source)
    functions = [*found.functions, *(method for each in found.classes for method in each.methods)]
    return [each.returns for each in functions if match is not None and each.name == match[1]]


def _function(number: int, reading: Reading, source: str) -> str:
    before, last = statements(reading.call)
    kind = grid_type(reading, source)
    result = f"{last}\n\treturn nil" if _is_void(last, source) else f"return sudokuRosettaValues({last})"
    return f"""func sudokuRosettaCall{number}(digits string, argument *reflect.Value) interface{{}} {{
	var grid {kind}
	sudokuRosettaFill(reflect.ValueOf(&grid).Elem(), digits)
	*argument = reflect.ValueOf(&grid).Elem()
	{"; ".join(before)}
	{result}
}}
"""


def _is_void(last: str, source: str) -> bool:
    return "" in results_of(last, source)


def _copy(source: str) -> str:
    """The copy in package main, with another name for its own main.

    If it imports nothing, the usual packages are imported.
    """
    text = blanked(source, "Go")
    edits = [
        (m.start(1), m.end(1), "mainOfCopy") for m in re.finditer(r"^func\s+(main)\s*\(\s*\)", text, re.M)
    ]
    package = re.search(r"^package\s+\w+[ \t]*;?", text, re.M)
    used = [name for name in _PACKAGES if re.search(rf"(?<![\w.]){name}\.[A-Z]", text)]
    imports = "" if re.search(r"^import\b", text, re.M) else "".join(f' import "{name}";' for name in used)
    edits.append(
        (package.start() if package else 0, package.end() if package else 0, f"package main;{imports} ")
    )
    found, position = [], 0
    for start, end, replacement in sorted(edits):
        found += [source[position:start], replacement]
        position = end
    return "".join([*found, source[position:]])


DRIVER = Driver(
    calls=go_calls,
    files=lambda reading, source: go_files([reading], source),
    many=go_files,
    compile=(("sh", "build.sh"),),
    needs=("go",),
    run=("./driver",),
)
