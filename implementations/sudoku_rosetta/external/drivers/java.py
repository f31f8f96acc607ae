"""The driver of Java copies. One JVM answers all grids, for a call and for the whole program (`MAIN`)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files as resources
from pathlib import PurePosixPath

from ..driver import MAIN, Driver
from ..reading import Reading
from .declarations import Class, Variable, blanked, class_declarations
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

CALLS_CLASS = "SudokuRosettaCalls"
_NUMBERS = ("int", "long", "short", "byte", "Integer", "Long", "Short", "Byte")
_NUMBER = "|".join(_NUMBERS)
_DEFAULT_TYPES = {
    "rows": "int[][]",
    "characters": "char[][]",
    "text": "String",
    "text-lines": "String",
    "flat": "int[]",
    "flat-characters": "char[]",
    "lines": "String[]",
}
_IMPORTS = "".join(
    f"import java.{each}.*; " for each in ("util", "util.function", "util.stream", "io", "math")
)


_BUILD = """set -- -J-XX:+UseSerialGC -J-XX:TieredStopAtLevel=1 -J-Xmx256m @javac.options
javac -encoding UTF-8 "$@" 2>errors.txt && exit
if grep -q unmappable errors.txt; then javac -encoding ISO-8859-1 "$@" 2>/dev/null && exit; fi
if grep -q 'cannot find symbol' errors.txt; then javac -encoding UTF-8 "$@" *.java 2>/dev/null && exit; fi
cat errors.txt >&2
exit 1
"""
"""Other classes are found in the files of their names, or else in any file of the folder."""


class _Java(Language):
    def __init__(self, source: str) -> None:
        self._source = source

    def forms(self, kind: str) -> list[str]:
        if re.fullmatch(rf"({_NUMBER})\[\]\[\]|(Array)?List<(Array)?List<Integer>>|List<int\[\]>", kind):
            return ["rows", "rows:-1"] if re.search(r"[!=]=\s*-1\b", self._source) else ["rows"]
        if re.fullmatch(
            r"(char|Character|String)\[\]\[\]|(Array)?List<(Array)?List<(Character|String)>>", kind
        ):
            return character_forms(self._source, "characters")
        if re.fullmatch(rf"({_NUMBER})\[\]|(Array)?List<Integer>", kind):
            return ["flat"]
        if kind in ("char[]", "Character[]"):
            return character_forms(self._source, "flat-characters")
        if kind in ("String[]", "List<String>"):
            return ["lines", "lines:.", "flat-characters:0"]
        return [*character_forms(self._source, "text"), "text-lines"] if kind == "String" else []

    def is_number(self, kind: str) -> bool:
        return kind in _NUMBERS

    def answers(self, kind: str) -> bool:
        inner = re.fullmatch(r"(?:Optional|List|ArrayList|Collection|Set|Iterable)<(.*)>", kind)
        return bool(self.forms(kind)) or (inner is not None and self.answers(inner[1]))

    def default(self, parameter: Variable) -> str | None:
        if parameter.type == "boolean":
            return "false"
        if re.match(r"(Array)?List<", parameter.type) and not self.forms(parameter.type):
            return "new ArrayList<>()"
        return super().default(parameter)

    def new(self, owner: Class, arguments: str) -> str:
        return f"new {owner.name}({arguments})"

    def variable(self, owner: Class, made: str, name: str = "s") -> str:
        return f"{owner.name} {name} = {made}"


@cache
def _calls(source: str) -> list[Call]:
    return calls(class_declarations(source, "Java"), _Java(source))


def java_calls(source: str) -> list[tuple[str, str]]:
    """The calls, and the whole program if it reads standard input."""
    main = (
        [(MAIN, "")]
        if _main_class(source) and re.search(r"\bSystem\s*\.\s*in\b", blanked(source, "Java"))
        else []
    )
    return [(call.text, call.form) for call in _calls(source)] + main


def java_files(readings: Sequence[Reading], source: str) -> Mapping[str, str]:
    text = blanked(source, "Java")
    package = _package(text)
    copy = PurePosixPath(readings[0].file)
    renamed = f"{_public_class(text) or copy.stem}.java"
    names = {
        "CALLS_CLASS": f"{package}.{CALLS_CLASS}".lstrip("."),
        "MAIN_CLASS": f"{package}.{_main_class(source)}".lstrip("."),
    }
    template = (resources(__package__) / "Driver.java").read_text(encoding="utf-8")
    found = {
        copy.name: "",
        renamed: _copy(source, text),
        "sudokurosetta/Driver.java": with_replacements(template, names),
        f"{CALLS_CLASS}.java": _calls_source(readings, source, package),
    }
    root = "/".join([".."] * len(package.split("."))) if _is_in_folder_of_package(copy, package) else "."
    options = ["-d", "classes", "-sourcepath", root, "-proc:none", "-nowarn", "-g"]
    sources = [name for name in found if name not in (copy.name, renamed)] + [renamed]
    found["build.sh"] = _BUILD
    found["javac.options"] = "\n".join([*options, *(f'"{each}"' for each in sources)]) + "\n"
    return found


def _is_in_folder_of_package(copy: PurePosixPath, package: str) -> bool:
    parts = tuple(package.split(".")) if package else ()
    return bool(parts) and copy.parent.parts[-len(parts) :] == parts


def _package(text: str) -> str:
    match = re.search(r"^\s*package\s+([\w.]+)\s*;", text, re.M)
    return match[1] if match else ""


def _public_class(text: str) -> str:
    match = re.search(
        r"\bpublic\s+(?:(?:final|abstract|strictfp|sealed)\s+)*(?:class|interface|enum|record)\s+(\w+)", text
    )
    return match[1] if match else ""


def _main_class(source: str) -> str:
    """The class with the method main. Nested classes are not called."""
    for each in class_declarations(source, "Java").classes:
        if "." not in each.name and any(
            method.name == "main" and method.is_static for method in each.methods
        ):
            return each.name
    return ""


def _copy(source: str, text: str) -> str:
    """The copy without private members, and with an exit that does not end the driver.

    If it imports nothing, the usual packages are imported, in the line of its first statement.
    """
    pieces, position = [], 0
    edits = re.compile(
        r"\b(?:private|protected)\b|\bfinal\b(?=[^;={}()]*\[\s*\])"
        r"|\b(?:java\.lang\.)?System\s*\.\s*exit\s*(?=\()"
    )
    for match in edits.finditer(text):
        word = "sudokurosetta.Driver.exit" if "exit" in match.group() else " " * len(match.group())
        pieces += [source[position : match.start()], word]
        position = match.end()
    found = "".join([*pieces, source[position:]])
    if re.search(r"^\s*import\s", text, re.M):
        return found
    package = re.search(r"^\s*package\s+[\w.]+\s*;", found, re.M)
    start = package.end() if package else 0
    return f"{found[:start]}{_IMPORTS}{found[start:]}"


def _calls_source(readings: Sequence[Reading], source: str, package: str) -> str:
    numbered = [(number, each) for number, each in enumerate(readings) if each.call != MAIN]
    cases = "".join(
        f"            case {number}: return call{number}(digits, argument);\n" for number, _ in numbered
    )
    return (
        (f"package {package};\n" if package else "")
        + "import java.util.*;\nimport java.util.function.*;\n"
        + '@SuppressWarnings({"unchecked", "rawtypes"})\n'
        + f"public class {CALLS_CLASS} implements sudokurosetta.Driver.Calls {{\n"
        + "    public Object make(int number, String digits, Object[] argument) throws Throwable {\n"
        + f"        switch (number) {{\n{cases}            default: return null;\n        }}\n    }}\n"
        + "".join(_call_source(number, reading, source) for number, reading in numbered)
        + "}\n"
    )


def grid_type(reading: Reading, source: str) -> str:
    """The type of the grid in a call."""
    return call_type(reading, _calls(source), _Java(source), _DEFAULT_TYPES)


def _call_source(number: int, reading: Reading, source: str) -> str:
    kind = grid_type(reading, source)
    before, last = statements(reading.call)
    lines = "".join(f"        {each};\n" for each in before)
    return (
        f"    static Object call{number}(String digits, Object[] argument) throws Throwable {{\n"
        + f"        {kind} grid = {_grid(kind, reading.form)};\n"
        + "        argument[0] = grid;\n"
        + lines
        + f"        return sudokurosetta.Driver.value(() -> {last});\n    }}\n"
    )


def _grid(kind: str, form: str) -> str:
    name, blank = form_and_blank(form)
    driver = "sudokurosetta.Driver"
    if kind == "String":
        return (
            f'{driver}.lines(digits, "{blank}")'
            if name == "text-lines"
            else f'digits.replace("0", "{blank}")'
        )
    if kind == "List<String>":
        rows = f'{driver}.lines(digits, "{blank}").split("\\n")'
        return f"new ArrayList<>(Arrays.asList({rows}))"
    if kind == "List<int[]>":
        return f'new ArrayList<>(Arrays.asList(({driver}.array(int[][].class, digits, "{blank}"))))'
    if "List<" in kind:
        item = re.findall(r"\w+", kind)[-1]
        return f'{driver}.list({item}.class, {str(kind.count("List<") == 2).lower()}, digits, "{blank}")'
    blank = f"line{blank}" if name == "lines" else blank
    return f'({kind}) {driver}.array({kind}.class, digits, "{blank}")'


DRIVER = Driver(
    calls=java_calls,
    files=lambda reading, source: java_files([reading], source),
    many=java_files,
    compile=(("sh", "build.sh"),),
    needs=("javac",),
    run=(
        "java",
        "-XX:+UseSerialGC",
        "-Xms16m",
        "-Xmx512m",
        "-Xshare:auto",
        "-cp",
        "classes",
        "sudokurosetta.Driver",
    ),
)
