"""OCaml: the functions of a file, called as their types say; the compiler infers the types."""

from __future__ import annotations

import functools
import re
import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ...runtime.limits import GuardKilled, LimitedProcess, LimitExceeded, Limits
from ...runtime.temporary_folder import TemporaryFolder
from ..driver import Driver
from ..names import name_rank
from ..reading import Reading
from .guesses import number_for

MAX_CALLS = 12
_TYPE_LIMITS = Limits(seconds=20, memory_mb=1024, output_bytes=1_000_000)
_ITEM = re.compile(
    r"\b(?P<kind>val|type|module|end|exception|external|class)\b(?P<text>.*?)(?=\b(?:val|type|module|end|exception|external|class)\b|\Z)",
    re.S,
)
_FORMS: Mapping[str, tuple[str, ...]] = {
    "int array array": ("rows",),
    "int list list": ("rows",),
    "int list array": ("rows",),
    "int array list": ("rows",),
    "int option array array": ("rows:None",),
    "int option list list": ("rows:None",),
    "char array array": ("characters", "characters:0", "characters: "),
    "char list list": ("characters", "characters:0", "characters: "),
    "string array array": ("characters:0", "characters"),
    "string list list": ("characters:0", "characters"),
    "string": ("text", "text:.", "text-lines"),
    "bytes": ("text", "text:."),
    "string array": ("lines", "lines:."),
    "string list": ("lines", "lines:."),
    "bytes array": ("lines", "lines:."),
    "int array": ("flat",),
    "int list": ("flat",),
    "char array": ("flat-characters", "flat-characters:0"),
    "char list": ("flat-characters", "flat-characters:0"),
}


@dataclass(frozen=True)
class Candidate:
    rank: int
    call: str
    grid: str
    """The type of the grid."""
    returns: str


# --- types --------------------------------------------------------------------------------------------


@functools.lru_cache(maxsize=8)
def signature(source: str) -> str:
    """What the compiler infers; "" if it is not installed or the source has an error."""
    if shutil.which("ocamlc") is None:
        return ""
    folder = TemporaryFolder()
    try:
        (folder.path / "copy.ml").write_text(source, encoding="utf-8")
        command = ["ocamlc", "-w", "-a", "-I", "+unix", "-I", "+str", "-i", "copy.ml"]
        with LimitedProcess(command, _TYPE_LIMITS, folder=folder.path) as process:
            lines = [line.decode(errors="replace") for line in process.lines()]
            return "\n".join(lines) if process.exit_code == 0 else ""
    except (LimitExceeded, GuardKilled, OSError):
        return ""
    finally:
        folder.close()


@dataclass
class Types:
    """The values of a source with their types, and its named types."""

    values: dict[str, str]
    names: dict[str, str]
    records: dict[str, dict[str, str]]

    @classmethod
    def of(cls, source: str) -> Types:
        types = cls({}, {}, {})
        modules: list[str] = []
        named: dict[str, str] = {}
        is_module_type = False
        for item in _ITEM.finditer(signature(source)):
            text = " ".join(item["text"].split())
            prefix = "".join(f"{module}." for module in modules)
            if item["kind"] == "module" and (found := re.match(r"(\w+) : (\w+)$", text)):
                named[found[1]] = found[2]
            elif item["kind"] == "module" and (found := re.match(r"(\w+) : sig", text)):
                modules.append(found[1])
            elif item["kind"] == "type" and is_module_type and (found := re.match(r"(\w+) = sig", text)):
                modules.append(f"type {found[1]}")
            elif item["kind"] == "end" and modules:
                modules.pop()
            elif item["kind"] == "val" and (found := re.match(r"(\w+) : (.*)", text)):
                types.values[prefix + found[1]] = found[2]
            elif item["kind"] == "type" and (found := re.match(r"(\w+) = (.*)", text)):
                if found[2].startswith("{"):
                    fields = re.findall(r"(?:mutable )?(\w+) : ([^;}]+)", found[2])
                    types.records[found[1]] = {name: kind.strip() for name, kind in fields}
                elif "|" not in found[2] and " of " not in found[2] and found[2][0].islower():
                    types.names[found[1]] = found[2]
            is_module_type = item["kind"] == "module" and not text
        for module, kind in named.items():
            for name, value in list(types.values.items()):
                if name.startswith(f"type {kind}."):
                    types.values[f"{module}.{name.removeprefix(f'type {kind}.')}"] = value
        types.values = {name: value for name, value in types.values.items() if not name.startswith("type ")}
        return types

    def plain(self, kind: str) -> str:
        """The type with named types written out."""
        for _ in range(5):
            before = kind
            for name, meaning in self.names.items():
                kind = re.sub(rf"(?<![\w.'])(?:\w+\.)?{name}\b", meaning, kind)
            if kind == before:
                break
        return kind


def split_type(kind: str, sign: str) -> list[str]:
    """The parts of a type around "->" or "*", outside of parentheses."""
    parts, depth, start = [], 0, 0
    for place, character in enumerate(kind):
        depth += (character in "([{") - (character in ")]}")
        if depth == 0 and kind.startswith(sign, place):
            parts.append(kind[start:place].strip())
            start = place + len(sign)
    return [*parts, kind[start:].strip()]


def without_brackets(kind: str) -> str:
    """The type without parentheses around the whole of it."""
    while kind.startswith("(") and kind.endswith(")") and not _closes_early(kind[1:-1]):
        kind = kind[1:-1].strip()
    return kind


def _closes_early(text: str) -> bool:
    depth = 0
    for character in text:
        depth += (character == "(") - (character == ")")
        if depth < 0:
            return True
    return False


# --- the calls ----------------------------------------------------------------------------------------


def candidates(source: str) -> list[Candidate]:
    """The plausible calls, best first."""
    types = Types.of(source)
    found: list[Candidate] = []
    for name, kind in types.values.items():
        found += _of_value(name, kind, types, source)
    return sorted(found, key=lambda each: each.rank)[:MAX_CALLS]


def _of_value(name: str, kind: str, types: Types, source: str) -> Iterator[Candidate]:
    *parameters, returns = [types.plain(part) for part in split_type(kind, "->")]
    if not parameters:
        return
    base_rank = 10 * name_rank(name.rpartition(".")[2]) + len(parameters) - 1
    names = _parameter_names(name.rpartition(".")[2], source)
    arguments = []
    grid = ""
    for number, parameter in enumerate(parameters):
        labelled = re.match(r"(\??)(\w+):(?=\S)(.*)", parameter)
        label = f"~{labelled[2]}:" if labelled and not labelled[1] else ""
        if labelled and labelled[1]:
            continue
        given = _grid_type(labelled[3] if labelled else parameter)
        if given and not grid:
            grid = given
            arguments.append(f"{label}GRID")
            continue
        value = _usual_value(parameter, names, number)
        if value is None:
            return
        arguments.append(f"{label}{value}")
    call = f"{name} {' '.join(arguments)}"
    if grid:
        yield Candidate(base_rank, call, grid, returns)
        return
    for number, (board, board_kind) in enumerate(types.values.items()):
        board_type = types.plain(board_kind)
        if board_type.endswith(" ref") and (given := _grid_type(board_type.removesuffix(" ref"))):
            yield Candidate(base_rank + 4 + number, f"{board} := GRID; {call}", given, returns)
            yield Candidate(
                base_rank + 5 + number, f"{board} := GRID; ignore ({call}); !{board}", given, given
            )
        elif board_type.endswith(" array array") and (given := _grid_type(board_type)):
            filled = f"Array.iteri (fun i row -> {board}.(i) <- row) GRID"
            yield Candidate(base_rank + 4 + number, f"{filled}; {call}", given, returns)


def _grid_type(kind: str) -> str:
    """The type of a grid, with int for a type variable; "" if it holds none."""
    kind = re.sub(r"'_?\w+", "int", without_brackets(kind))
    return kind if kind in _FORMS else ""


def _parameter_names(name: str, source: str) -> tuple[str, ...]:
    found = re.search(rf"\b(?:let|and)\s+(?:rec\s+)?{re.escape(name)}\b([^=]*)=", source)
    return tuple(re.findall(r"[a-z_]\w*", re.sub(r":[^)]*", "", found[1]))) if found else ()


def _usual_value(kind: str, names: Sequence[str], number: int) -> str | None:
    name = names[number] if number < len(names) else "x"
    others = tuple(each for place, each in enumerate(names) if place != number)
    simple = {"unit": "()", "bool": "false", "int": str(number_for(name, others)), "int list": "[]"}
    if kind.endswith(" list"):
        return "[]"
    if re.fullmatch(r"\(?int \* int\)?", kind):
        return "(0, 0)"
    return simple.get(kind)


def calls(source: str) -> list[tuple[str, str]]:
    """The calls of a source with their forms."""
    return [(each.call, form) for each in candidates(source) for form in _FORMS[each.grid]]


# --- the program --------------------------------------------------------------------------------------


def files(reading: Reading, source: str) -> Mapping[str, str]:
    """The driver of one call."""
    return many([reading], source)


def many(readings: Sequence[Reading], source: str) -> Mapping[str, str]:
    """The driver of several calls."""
    found = {each.call: each for each in candidates(source)}
    types = Types.of(source)
    by_function = {each.call.partition(" ")[0]: each for each in reversed(found.values())}
    parts = []
    for reading in readings:
        called = found.get(reading.call) or by_function.get(reading.call.partition(" ")[0])
        if called is None:
            raise ValueError(f"no function for the call {reading.call}")
        parts.append(_call(reading, called, types))
    template = Path(__file__).with_name("driver.ml").read_text(encoding="utf-8")
    name = readings[0].file.rpartition("/")[2]
    copy = f'# 1 "{name}"\n{without_statements(source)}\n;;\n'
    served = "\n".join(f"  ({part});" for part in parts)
    return {"driver.ml": f"{template}\n{copy}\nlet () = Driver.serve [\n{served}\n]\n"}


def _call(reading: Reading, called: Candidate, types: Types) -> str:
    blank = reading.form.partition(":")[2] or ("." if "characters" in reading.form else "0")
    grid = _built(called.grid, blank, reading.form)
    write_grid = _writer(called.grid, types)
    call = re.sub(r"\bGRID\b", "driver_grid", reading.call)
    write = _writer(called.returns, types)
    return f"fun () -> let driver_grid = {grid} in Driver.show {write_grid} driver_grid; {write} ({call})"


def _built(kind: str, blank: str, form: str) -> str:
    """The grid as a value of its type."""
    if form.startswith("text-lines"):
        return f"String.concat \"\\n\" (List.init 9 (fun driver_row -> Driver.text '{blank}' (9 * driver_row) 9))"
    element, *containers = re.findall(r"int option|\w+", kind)
    if element in ("string", "bytes") and len(containers) < 2:
        made = f"Driver.text '{blank}' {'0 81' if not containers else '(9 * driver_row) 9'}"
        made = f"Bytes.of_string ({made})" if element == "bytes" else made
        return f"{_init(containers[0], 9, 'driver_row', made)}" if containers else made
    cell = {
        "int": "Driver.number",
        "int option": "Driver.option",
        "char": f"Driver.sign '{blank}'",
        "string": f"Driver.text1 '{blank}'",
    }[element]
    if element == "string":
        cell = f"(fun driver_cell -> Driver.text '{blank}' driver_cell 1)"
    if len(containers) == 1:
        return _init(containers[0], 81, "driver_cell", f"{cell} driver_cell")
    row = _init(containers[0], 9, "driver_column", f"{cell} (9 * driver_row + driver_column)")
    return _init(containers[1], 9, "driver_row", row)


def _init(container: str, length: int, variable: str, item: str) -> str:
    module = {"array": "Stdlib.Array", "list": "Stdlib.List"}[container]
    return f"({module}.init {length} (fun {variable} -> {item}))"


def _writer(kind: str, types: Types) -> str:
    """The function that writes a value of the type as JSON."""
    kind = without_brackets(kind)
    parts = split_type(kind, "*")
    if len(parts) > 1:
        names = [f"driver_{number}" for number in range(len(parts))]
        items = "; ".join(f"{_writer(part, types)} {name}" for part, name in zip(parts, names, strict=True))
        return f"(fun ({', '.join(names)}) -> Driver.list (fun driver_item -> driver_item) [{items}])"
    for ending, writer in (
        (" array", "array"),
        (" list", "list"),
        (" option", "maybe"),
        (" Seq.t", "seq"),
        (" ref", "!"),
        (" Lazy.t", "lazy"),
    ):
        if kind.endswith(ending):
            inner = _writer(kind.removesuffix(ending), types)
            if writer == "!":
                return f"(fun driver_value -> {inner} !driver_value)"
            if writer == "lazy":
                return f"(fun driver_value -> {inner} (Stdlib.Lazy.force driver_value))"
            return f"(Driver.{writer} {inner})"
    if kind.endswith(" result"):
        first = split_type(without_brackets(kind.removesuffix(" result")), ",")[0]
        return f"(Driver.result {_writer(first, types)})"
    if fields := types.records.get(kind):
        for name, field in fields.items():
            if _grid_type(types.plain(field)):
                return f"(fun driver_value -> {_writer(types.plain(field), types)} driver_value.{name})"
    return (
        f"Driver.{kind}" if kind in ("int", "bool", "char", "string", "bytes", "float") else "Driver.nothing"
    )


_LITERAL_OR_BRACKET = re.compile(r'"(?:\\.|[^"\\])*"|\'(?:\\[^\']+|[^\'\\\n])\'|\(\*|\*\)', re.S)


def _without_comments(source: str) -> str:
    """The source with spaces instead of comments, which may be nested, and of literals."""
    parts, depth, start = [], 0, 0
    for found in _LITERAL_OR_BRACKET.finditer(source):
        between = source[start : found.start()]
        parts.append(_blank(between) if depth else between)
        if found[0] == "(*":
            depth += 1
        elif found[0] == "*)":
            depth = max(0, depth - 1)
        parts.append(
            _blank(found[0])
            if depth or found[0] == "*)" or found[0][0] != '"'
            else f'"{_blank(found[0][2:])}"'
        )
        start = found.end()
    rest = source[start:]
    return "".join([*parts, _blank(rest) if depth else rest])


def _blank(text: str) -> str:
    return re.sub(r"[^\n]", " ", text)


_DEFINES = re.compile(r"\s*(let|type|module|open|exception|external|class|include|and|end|in|with|#|\)|;;|$)")


def without_statements(source: str) -> str:
    """The source with its statements as functions, which are not called: a demonstration at the end is not run."""
    text = _without_comments(source)
    places = [
        found.start(1)
        for found in re.finditer(r"^(let\s+(?:\(\s*\)|_|_\w*\s*:\s*unit|\(\s*\)\s*:\s*unit)\s*=)", text, re.M)
    ]
    for number, place in enumerate(sorted(places, reverse=True)):
        end = text.index("=", place) + 1
        source = f"{source[:place]}let driver_skipped_{number} () ={source[end:]}"
        text = f"{text[:place]}let driver_skipped_{number} () ={text[end:]}"
    phrases = [0, *(found.end() for found in re.finditer(r";;", text))]
    for number, place in enumerate(reversed(phrases)):
        if not _DEFINES.match(text, place) and text[place:].strip():
            source = f"{source[:place]} let driver_phrase_{number} () = {source[place:]}"
    return re.sub(r"^#(use|require|load)[^\n]*", "", source, flags=re.M)


DRIVER = Driver(
    calls=calls,
    files=files,
    compile=(
        (
            "ocamlopt",
            "-w",
            "-a",
            "-O3",
            "-I",
            "+unix",
            "-I",
            "+str",
            "unix.cmxa",
            "str.cmxa",
            "driver.ml",
            "-o",
            "driver",
        ),
    ),
    run=("./driver",),
    many=many,
)
