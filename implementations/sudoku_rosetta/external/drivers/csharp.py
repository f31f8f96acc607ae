"""The driver of C# copies, with Mono or .NET."""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files as resources
from pathlib import PurePosixPath

from ..driver import Driver
from ..reading import Reading
from .declarations import Class, Variable, blanked, class_bodies, class_declarations, member_headers
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

_NUMBER = r"(?:int|long|short|byte|sbyte|uint|ushort|ulong|Int32|Byte|System\.Int32)\??"
_LIST = r"(?:List|IList|IEnumerable|ICollection|IReadOnlyList)"
_DEFAULT_TYPES = {
    "rows": "int[,]",
    "characters": "char[][]",
    "text": "string",
    "text-lines": "string",
    "flat": "int[]",
    "flat-characters": "char[]",
    "lines": "string[]",
}
_USING = (
    "using System; using System.Collections.Generic; using System.Linq; using System.Text; using System.IO;"
)
_ACCESS = re.compile(r"\b(public|private|protected|internal)\b")
_PROJECT = """<Project Sdk="Microsoft.NET.Sdk">
  <PropertyGroup>
    <OutputType>Exe</OutputType>
    <TargetFrameworks></TargetFrameworks>
    <TargetFramework>net$(BundledNETCoreAppTargetFrameworkVersion)</TargetFramework>
    <StartupObject>SudokuRosettaDriver</StartupObject>
    <AllowUnsafeBlocks>true</AllowUnsafeBlocks>
    <EnableDefaultCompileItems>false</EnableDefaultCompileItems>
    <TreatWarningsAsErrors>false</TreatWarningsAsErrors>
    <AssemblyName>driver</AssemblyName>
  </PropertyGroup>
  <ItemGroup><Compile Include="SudokuRosettaDriver.cs;{file}" /></ItemGroup>
</Project>
"""


_BUILD = """set -- -nologo -debug -optimize -unsafe -warn:0 -main:SudokuRosettaDriver -out:driver.exe
{compiler} "$@" SudokuRosettaDriver.cs {name} >errors.txt 2>&1 && exit
{compiler} "$@" -recurse:'*.cs' >/dev/null 2>&1 && exit
cat errors.txt >&2
exit 1
"""
"""The copy alone is tried first, then all files of the folder."""


class _CSharp(Language):
    def __init__(self, source: str) -> None:
        self._source = source

    def forms(self, kind: str) -> list[str]:
        if re.fullmatch(rf"{_NUMBER}(\[,\]|\[\]\[\])|{_LIST}<{_LIST}<{_NUMBER}>>", kind):
            return ["rows", "rows:-1"] if re.search(r"[!=]=\s*-1\b", self._source) else ["rows"]
        if re.fullmatch(rf"(char|string|Char|String)(\[,\]|\[\]\[\])|{_LIST}<{_LIST}<(char|string)>>", kind):
            return character_forms(self._source, "characters")
        if re.fullmatch(rf"{_NUMBER}\[\]|{_LIST}<{_NUMBER}>", kind):
            return ["flat"]
        if kind == "char[]":
            return character_forms(self._source, "flat-characters")
        if kind in ("string[]", "String[]"):
            return ["lines", "lines:.", "flat-characters:0"]
        return [*character_forms(self._source, "text"), "text-lines"] if kind in ("string", "String") else []

    def is_number(self, kind: str) -> bool:
        return bool(re.fullmatch(_NUMBER, kind))

    def answers(self, kind: str) -> bool:
        inner = re.fullmatch(rf"{_LIST}<(.*)>", kind)
        return bool(self.forms(kind)) or (inner is not None and self.answers(inner[1]))

    def default(self, parameter: Variable) -> str | None:
        if parameter.type in ("bool", "Boolean"):
            return "false"
        if re.match(r"List<", parameter.type) and not self.forms(parameter.type):
            return f"new {parameter.type}()"
        return super().default(parameter)

    def new(self, owner: Class, arguments: str) -> str:
        return f"new {owner.name}({arguments})"

    def variable(self, owner: Class, made: str, name: str = "s") -> str:
        return f"var {name} = {made}"


@cache
def _calls(source: str) -> list[Call]:
    found = class_declarations(source, "C#")
    for each in found.classes:
        each.can_be_made = each.can_be_made or not each.is_abstract
    return calls(found, _CSharp(source))


def csharp_calls(source: str) -> list[tuple[str, str]]:
    return [(call.text, call.form) for call in _calls(source)]


def csharp_files(readings: Sequence[Reading], source: str) -> Mapping[str, str]:
    text = blanked(source, "C#")
    name = PurePosixPath(readings[0].file).name
    namespaces = list(dict.fromkeys(re.findall(r"\bnamespace\s+([\w.]+)\s*\{", text)))
    inside = namespaces[0] if namespaces else ""
    values = {
        "NAMESPACE": f"namespace {inside} {{" if inside else "",
        "END": "}" if inside else "",
        "CALLS": f"global::{inside}.SudokuRosettaCalls" if inside else "SudokuRosettaCalls",
        "USING": " ".join(f"using {name};" for name in namespaces),
        "CASES": " ".join(
            f"case {number}: return Call{number}(digits, argument);" for number in range(len(readings))
        ),
        "METHODS": "\n".join(_method(number, reading, source) for number, reading in enumerate(readings)),
    }
    template = (resources(__package__) / "Driver.cs").read_text(encoding="utf-8")
    found = {
        "SudokuRosettaDriver.cs": with_replacements(template, values),
        name: _copy(source, text),
        "build.sh": _BUILD.format(compiler=_COMPILER, name=shlex.quote(name)),
    }
    if _COMPILER is None:
        found["driver.csproj"] = _PROJECT.replace("{file}", name)
    return found


def _method(number: int, reading: Reading, source: str) -> str:
    kind = call_type(reading, _calls(source), _CSharp(source), _DEFAULT_TYPES)
    before, last = statements(reading.call)
    return f"""    static object Call{number}(string digits, object[] argument)
    {{
        {kind} grid = {_grid(kind, reading.form)};
        argument[0] = grid;
        {" ".join(f"{each};" for each in before)}
        return SudokuRosettaDriver.Value(() => {last});
    }}
"""


def _copy(source: str, text: str) -> str:
    """The copy with its private members visible to the driver, and with the usual namespaces."""
    edits = [
        (match.start(), match.end(), "internal")
        for match in re.finditer(r"\bprivate\b(?!\s+(?:set|get|init|protected)\b)", text)
    ]
    edits += [
        (m.start(), m.end(), "")
        for m in re.finditer(r"\breadonly\b(?!\s+(?:struct|ref|record|partial)\b)", text)
    ]
    edits += [(m.start(), m.end(), "") for m in re.finditer(r"^\s*namespace\s+[\w.]+\s*;", text, re.M)]
    for body in class_bodies(text):
        if body.kind in ("class", "struct", "record"):
            short_name = body.name.rpartition(".")[2]
            for start, header in member_headers(text, body.start, body.end):
                edits += _widened(start, header, short_name)
    found, position = [], 0
    for start, end, replacement in sorted(edits):
        found += [source[position:start], replacement]
        position = end
    return f"{_missing_using(text)}{''.join(found)}{source[position:]}"


def _widened(start: int, header: str, class_name: str) -> list[tuple[int, int, str]]:
    """Makes a member without an access modifier visible."""
    attributes = re.match(r"(?:\[[^\]]*\]\s*)*", header)
    skipped = attributes.end() if attributes else 0
    plain = header[skipped:]
    is_special = re.match(rf"static\s+{class_name}\s*\(|~|partial\s+void|#", plain) or re.search(
        r"\w\.\w+\s*\(", plain
    )
    if _ACCESS.search(plain) or is_special or not re.match(r"\w", plain):
        return []
    return [(start + skipped, start + skipped, "internal ")]


def _missing_using(text: str) -> str:
    """The usual namespaces that the copy does not name, in the same line as its first one."""
    missing = [each for each in re.findall(r"using [\w.]+;", _USING) if each not in " ".join(text.split())]
    return "".join(f"{each} " for each in missing)


def _grid(kind: str, form: str) -> str:
    name, blank = form_and_blank(form)
    if kind in ("string", "String"):
        return (
            f'SudokuRosettaDriver.Lines(digits, "{blank}")'
            if name == "text-lines"
            else f'digits.Replace("0", "{blank}")'
        )
    if "<" in kind:
        item = re.findall(r"[\w.]+\??", kind)[-1]
        return f'SudokuRosettaDriver.{"Rows" if kind.count("<") == 2 else "Row"}<{item}>(digits, "{blank}")'
    return f'({kind})SudokuRosettaDriver.Cells(typeof({kind}), digits, "{blank}", {str(name == "lines").lower()})'


_COMPILER = next(
    (name for name in ("csc", "mcs") if shutil.which(name)), None if shutil.which("dotnet") else "mcs"
)
DRIVER = Driver(
    calls=csharp_calls,
    files=lambda reading, source: csharp_files([reading], source),
    many=csharp_files,
    compile=(
        ("dotnet", "build", "driver.csproj", "--nologo", "-v", "quiet", "-c", "Release", "-o", "driver"),
    )
    if _COMPILER is None
    else (("sh", "build.sh"),),
    needs=() if _COMPILER is None else (_COMPILER,),
    run=("dotnet", "driver/driver.dll") if _COMPILER is None else ("mono", "--debug", "driver.exe"),
)
