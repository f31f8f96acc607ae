"""Haskell: the functions of a file, called as their type signatures say."""

from __future__ import annotations

import functools
import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ..driver import Driver
from ..entries import without_strings
from ..names import name_rank
from ..reading import Reading
from .guesses import number_for
from .ocaml import split_type, without_brackets

MAX_CALLS = 10
_PACKAGES_TIMEOUT_S = 30
MAX_TYPE_CHARACTERS = 400
"""A longer type is not that of a grid."""
_NUMBER = r"(?:Int|Integer|Word8|Word|Int8)"
_SIGNATURE = re.compile(r"^([a-z_][\w']*(?:\s*,\s*[a-z_][\w']*)*)\s*::\s*(.*(?:\n[ \t]+.*)*)", re.M)
_SYNONYM = re.compile(r"^type\s+([A-Z]\w*)((?:\s+[a-z]\w*)*)\s*=\s*(.*(?:\n[ \t]+.*)*)", re.M)
_WRAPPER = re.compile(
    r"^(?:newtype|data)\s+([A-Z]\w*)\s*=\s*([A-Z]\w*)\s*(?:\{\s*\w+\s*::\s*([^,{}|]*)\}|([^{}|\n]*?))\s*(?:deriving[^\n]*)?$",
    re.M,
)


@dataclass(frozen=True)
class Candidate:
    rank: int
    call: str
    grid: str
    """The type of the grid."""
    returns: str


@dataclass
class Types:
    """The types that a source names, without their comments."""

    synonyms: dict[str, tuple[tuple[str, ...], str]]
    wrappers: dict[str, tuple[str, str]]
    """Types with one constructor of one value: the constructor, and the type of the value."""

    @classmethod
    def of(cls, text: str) -> Types:
        synonyms = {
            found[1]: (tuple(found[2].split()), " ".join(found[3].split()))
            for found in _SYNONYM.finditer(text)
        }
        wrappers = {
            found[1]: (found[2], " ".join((found[3] or found[4] or "").split()))
            for found in _WRAPPER.finditer(text)
        }
        return cls(synonyms, wrappers)

    def plain(self, kind: str) -> str:
        """The type with synonyms written out."""
        for _ in range(8):
            before = kind
            for name, (parameters, meaning) in self.synonyms.items():
                kind = _replaced(kind, name, parameters, meaning)[:MAX_TYPE_CHARACTERS]
            if kind == before:
                break
        kind = re.sub(r"\bString\b", "[Char]", kind)
        kind = re.sub(r"\s*([\[\](),])\s*", r"\1", kind)
        kind = re.sub(r"\bMaybe\((.*)\)$", r"Maybe \1", kind)
        kind = re.sub(r"(\w)([\[(])", r"\1 \2", kind)
        return _without_brackets(kind.strip())


def _replaced(kind: str, name: str, parameters: tuple[str, ...], meaning: str) -> str:
    """The type with its uses of one synonym written out."""
    argument = r"\s+(\w+|\[[^\[\]]*\]|\[\[[^\[\]]*\]\]|\([^()]*\))"

    def written(found: re.Match[str]) -> str:
        text = meaning
        for number, parameter in enumerate(parameters, 1):
            text = found[number].join(re.split(rf"\b{parameter}\b", text))
        return f"({text})" if " " in text and not text.startswith(("[", "(")) else text

    return re.sub(rf"(?<![\w.'])(?:[A-Z]\w*\.)?{name}\b" + argument * len(parameters), written, kind)


def _without_brackets(kind: str) -> str:
    """The type without parentheses around the whole of it, unless it is a tuple."""
    inside = without_brackets(kind)
    return kind if not inside or len(split_type(inside, ",")) > 1 else inside


# --- the calls ----------------------------------------------------------------------------------------


def candidates(source: str) -> list[Candidate]:
    """The plausible calls, best first."""
    text = without_strings(source, "Haskell")
    types = Types.of(text)
    found: list[Candidate] = []
    for signature in _SIGNATURE.finditer(text):
        kind = " ".join(signature[2].split())
        if kind.startswith("forall"):
            kind = kind.partition(".")[2]
        kind = kind.rpartition("=>")[2].strip()
        for name in re.split(r"\s*,\s*", signature[1]):
            found += _of_function(name, kind, types, text)
    return sorted(found, key=lambda each: each.rank)[:MAX_CALLS]


def _of_function(name: str, kind: str, types: Types, text: str) -> Iterator[Candidate]:
    *parameters, returns = split_type(kind, "->")
    expanded = types.plain(_without_brackets(kind))
    if not parameters and "->" in expanded:  # type Solver = Board -> Maybe Board
        *parameters, returns = split_type(expanded, "->")
    parameters = [types.plain(parameter) for parameter in parameters]
    equation = re.search(rf"^{re.escape(name)}\s+([^=|\n]*)=", text, re.M)
    names = tuple(equation[1].split()) if equation else ()
    arguments, grid = [], ""
    for number, parameter in enumerate(parameters):
        if not grid and grid_forms(parameter, types):
            grid = parameter
            arguments.append("GRID")
            continue
        value = _usual_value(parameter, names[number] if number < len(names) else "x", names)
        if value is None:
            return
        arguments.append(value)
    if grid:
        rank = 10 * name_rank(name) + len(parameters) - 1
        yield Candidate(rank, f"{name} {' '.join(arguments)}", grid, types.plain(returns))


def _usual_value(kind: str, name: str, names: tuple[str, ...]) -> str | None:
    if re.fullmatch(_NUMBER, kind):
        return str(number_for(name, tuple(each for each in names if each != name)))
    if re.fullmatch(rf"\({_NUMBER},{_NUMBER}\)", kind):
        return "(0, 0)"
    if kind == "Bool":
        return "False"
    return "[]" if kind.startswith("[") else None


def grid_forms(kind: str, types: Types) -> tuple[str, ...]:
    """The forms of a type that may hold a grid."""
    if kind in types.wrappers:
        inner = types.plain(types.wrappers[kind][1])
        return () if inner in types.wrappers else grid_forms(inner, types)
    if found := re.fullmatch(r"(?:U?Array)\s*\(Int,Int\)(.*)", kind):
        cells = grid_forms(f"[[{found[1].strip()}]]", types)
        return tuple(form.replace("lines", "characters") for form in cells)
    element = r"(?:[a-z]\w*|" + _NUMBER + ")"
    for pattern, forms in (
        (rf"\[\[{element}\]\]", ("rows",)),
        (rf"\[\[Maybe {_NUMBER}\]\]", ("rows:None",)),
        (r"\[\[Maybe Char\]\]", ("characters",)),
        (r"\[\[Char\]\]", ("lines:.", "lines", "lines: ")),
        (r"\[Char\]", ("text:.", "text", "text-lines")),
        (rf"\[{_NUMBER}\]", ("flat",)),
        (rf"\[Maybe {_NUMBER}\]", ("flat:None",)),
    ):
        if re.fullmatch(pattern, kind):
            return forms
    return ()


def calls(source: str) -> list[tuple[str, str]]:
    """The calls of a source with their forms."""
    types = Types.of(without_strings(source, "Haskell"))
    found = []
    for each in candidates(source):
        forms = grid_forms(each.grid, types)
        if _is_array(each.grid, types):  # its first index is in the call
            found += [
                (each.call.replace("GRID", f"{{-{first}-}} GRID", 1), form)
                for first in (0, 1)
                for form in forms
            ]
        else:
            found += [(each.call, form) for form in forms]
    return found


def _is_array(kind: str, types: Types) -> bool:
    inner = types.plain(types.wrappers[kind][1]) if kind in types.wrappers else kind
    return bool(re.match(r"U?Array\b", inner))


# --- the program --------------------------------------------------------------------------------------


def files(reading: Reading, source: str) -> Mapping[str, str]:
    """The driver of one call."""
    return many([reading], source)


def many(readings: Sequence[Reading], source: str) -> Mapping[str, str]:
    """The driver of several calls."""
    types = Types.of(without_strings(source, "Haskell"))
    found = {each.call: each for each in candidates(source)}
    by_function = {each.call.partition(" ")[0]: each for each in reversed(found.values())}
    served = []
    for reading in readings:
        called = found.get(re.sub(r"\{-.-\} ", "", reading.call)) or by_function.get(
            reading.call.partition(" ")[0]
        )
        if called is None:
            raise ValueError(f"no function for the call {reading.call}")
        served.append(_call(reading, called, types))
    calls_text = "\n  , ".join(served)
    main = f"\nmain :: DriverPrelude.IO ()\nmain = DriverValues.serve\n  [ {calls_text}\n  ]\n"
    return {
        "DriverMain.hs": _as_main_module(source) + main,
        "DriverValues.hs": _template("DriverValues.hs"),
        **{
            path: _template(name)
            for module, (path, name) in _STAND_INS.items()
            if _is_missing(module, source)
        },
    }


_STAND_INS = {
    "Test.QuickCheck": ("Test/QuickCheck.hs", "QuickCheck.hs"),
    "Data.List.Split": ("Data/List/Split.hs", "Split.hs"),
}
"""Modules that pupils often import, for compilers without their packages."""


def _template(name: str) -> str:
    return Path(__file__).with_name(name).read_text(encoding="utf-8")


def _is_missing(module: str, source: str) -> bool:
    return bool(
        re.search(rf"^import\s+(qualified\s+)?{re.escape(module)}\b", source, re.M)
    ) and not _is_installed(module)


@functools.cache
def _is_installed(module: str) -> bool:
    if shutil.which("ghc-pkg") is None:
        return False
    command = ["ghc-pkg", "find-module", module, "--simple-output"]
    found = subprocess.run(command, capture_output=True, text=True, timeout=_PACKAGES_TIMEOUT_S, check=False)
    return bool(found.stdout.strip())


_IMPORTS = "import qualified DriverValues\nimport qualified Prelude as DriverPrelude\nimport Prelude\n"


def _as_main_module(source: str) -> str:
    """The source as the module Main with the imports of the driver, and its own main under another name."""
    text = without_strings(source, "Haskell")
    source = re.sub(r"^main(?=\s*(::|=|\||\$))", "driverCopyMain", source, flags=re.M)
    text = re.sub(r"^main(?=\s*(::|=|\||\$))", "driverCopyMain", text, flags=re.M)
    header = re.search(r"^module\s+[\w.]+\s*(\((?:[^()]|\([^()]*\))*\))?\s*where", text, re.M)
    has_prelude = re.search(r"^import\s+(?:qualified\s+)?Prelude\b", text, re.M)
    imports = _IMPORTS.replace("import Prelude\n", "") if has_prelude else _IMPORTS
    if header:
        start, end = header.span()
        return f"{source[:start]}module Main (main) where\n{imports}{source[end:]}"
    first = re.search(r"^(?=[a-zA-Z_(])", text, re.M)
    place = first.start() if first else len(source)
    return f"{source[:place]}module Main (main) where\n{imports}{source[place:]}"


def _call(reading: Reading, called: Candidate, types: Types) -> str:
    name, _, blank = reading.form.partition(":")
    blank = (blank or {"characters": ".", "flat-characters": "."}.get(name, "0"))[0]
    first = found[1] if (found := re.search(r"\{-(\d)-\}", reading.call)) else "0"
    grid = _built(called.grid, blank, name, first, types)
    call = re.sub(r"\bGRID\b", f"({grid})", reading.call)
    kind = called.returns
    if found := re.match(r"IO\s+(.*)", kind):
        return f"\\driverDigits -> ({call}) DriverPrelude.>>= {_writer(_without_brackets(found[1]), types)}"
    return f"\\driverDigits -> {_writer(kind, types)} ({call})"


def _built(kind: str, blank: str, form: str, first: str, types: Types) -> str:
    if kind in types.wrappers:
        constructor, inner = types.wrappers[kind]
        return f"{constructor} ({_built(types.plain(inner), blank, form, first, types)})"
    if form == "text-lines":
        return f"DriverPrelude.unlines (DriverValues.rows (DriverValues.sign '{blank}') driverDigits)"
    cell = "DriverValues.number"
    if "Maybe Char" in kind:
        cell = "DriverValues.maybeSign"
    elif "Maybe" in kind:
        cell = "DriverValues.maybeNumber"
    elif "Char" in kind:
        cell = f"(DriverValues.sign '{blank}')"
    if "Array" in kind:
        return f"DriverValues.array {first} {cell} driverDigits"
    return f"DriverValues.{'rows' if kind.startswith('[[') else 'cells'} {cell} driverDigits"


def _writer(kind: str, types: Types) -> str:
    """The function that writes a value of the type as JSON."""
    kind = _without_brackets(kind)
    if kind in types.wrappers:
        constructor, inner = types.wrappers[kind]
        return f"(\\({constructor} driverValue) -> {_writer(types.plain(inner), types)} driverValue)"
    if kind == "[Char]":
        return "DriverValues.text"
    if kind.startswith("[") and kind.endswith("]"):
        item = kind[1:-1]
        kind_of_list = (
            "solutions"
            if grid_forms(item, types)
            and item not in ("[Int]", "[Integer]", "[Char]")
            and not re.fullmatch(r"\[(Maybe )?\w+\]", item)
            else "list"
        )
        if kind_of_list == "list" and item == "[Char]":
            kind_of_list = "solutions"
        return f"(DriverValues.{kind_of_list} {_writer(item, types)})"
    if found := re.match(r"Maybe\s+(.*)", kind):
        return f"(DriverValues.optional {_writer(found[1], types)})"
    if found := re.match(r"Either\s+(?:\w+|\[[^\]]*\]|\([^)]*\))\s*(.*)", kind):
        return f"(DriverValues.either' {_writer(found[1], types)})"
    if found := re.match(r"Array\s*(?:\([^()]*\)|\w+)\s*(.*)", kind):
        return f"(DriverValues.grid {_writer(found[1], types)})"
    parts = split_type(kind[1:-1], ",") if kind.startswith("(") and kind.endswith(")") else []
    if len(parts) == 2:
        return f"(DriverValues.pair {_writer(parts[0], types)} {_writer(parts[1], types)})"
    if re.fullmatch(_NUMBER, kind):
        return "DriverValues.number'"
    if re.fullmatch(r"[a-z]\w*", kind):
        return "DriverValues.number'"
    simple = {"Bool": "boolean", "Char": "character", "()": "unit"}
    return f"DriverValues.{simple.get(kind, 'nothing')}"


DRIVER = Driver(
    calls=calls,
    files=files,
    compile=(("ghc", "-v0", "-w", "-O1", "-main-is", "Main", "-o", "driver", "DriverMain.hs"),),
    run=("./driver",),
    many=many,
)
