"""The driver of Rust copies.

It is written after the copy, in the same file, so that it can call what is private.
"""

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
    has_character_digits,
    with_replacements,
)

_NUMBER = r"(?:[ui](?:8|16|32|64|128|size))"
_DEFAULT_TYPES = {
    "rows": "[[u8; 9]; 9]",
    "characters": "Vec<Vec<char>>",
    "text": "String",
    "text-lines": "String",
    "flat": "[u8; 81]",
    "flat-characters": "Vec<char>",
    "lines": "Vec<String>",
}
_FUNCTION = re.compile(r"\bfn\s+(?P<name>\w+)\s*(?:<[^()]*?>)?\s*\(")
_IMPL = re.compile(
    r"^[ \t]*impl\b(?:<[^{>]*>)?\s*(?:(?P<trait>[\w:<>\[\];, &']+?)\s+for\s+)?(?P<name>\w+)[^{;]*\{", re.M
)
_STRUCT = re.compile(
    r"^[ \t]*(?:pub(?:\([^)]*\))?\s+)?struct\s+(?P<name>\w+)\s*(?:<[^>{(]*>)?[^;{(]*(?P<sign>[{(;])", re.M
)
_ALIAS = re.compile(r"^[ \t]*(?:pub(?:\([^)]*\))?\s+)?type\s+(\w+)\s*=\s*([^;]+(?:;[^;\n]+\])*[^;]*);", re.M)
_STATIC = re.compile(r"^[ \t]*(?:pub\s+)?static\s+mut\s+(\w+)\s*:\s*([^=]+?)\s*=", re.M)
_MAKERS = re.compile(r"^(new|from|try_from|make|create|parse|read|load|init|build|with)", re.I)


class _Rust(Language):
    def __init__(self, source: str, aliases: Mapping[str, str]) -> None:
        self._source = source
        self._aliases = aliases

    def resolved(self, kind: str) -> str:
        """The type without references, with what aliases stand for."""
        kind = _reference(kind)[1]
        for _ in range(3):
            kind = re.sub(
                r"\b[A-Z]\w*\b(?!<)", lambda match: self._aliases.get(match.group(), match.group()), kind
            )
        return _reference(kind)[1]

    def forms(self, kind: str) -> list[str]:
        kind = self.resolved(kind)
        kind = re.sub(r"^Box<(.*)>$", r"\1", kind)
        if inner := re.fullmatch(r"\[(.+);[^;\]]+\]|Vec<(.+)>|\[(.+)\]", kind):
            row = next(filter(None, inner.groups()))
            if cells := re.fullmatch(r"\[(.+);[^;\]]+\]|Vec<(.+)>", row):
                return self._cell_forms(next(filter(None, cells.groups())), "rows", "characters")
            if row == "String":
                return ["lines", "lines:."]
            return self._cell_forms(row, "flat", "flat-characters")
        return [*character_forms(self._source, "text"), "text-lines"] if kind in ("str", "String") else []

    def _cell_forms(self, cell: str, numbers: str, characters: str) -> list[str]:
        if cell == "u8" and has_character_digits(self._source):
            signs = character_forms(self._source, characters)
            return [numbers, *signs] if ".to_digit(" in self._source else [*signs, numbers]
        if re.fullmatch(_NUMBER, cell):
            return [numbers, f"{numbers}:-1"] if re.search(r"[!=]=\s*-1\b", self._source) else [numbers]
        if re.fullmatch(rf"Option<{_NUMBER}>", cell):
            return [f"{numbers}:None"]
        return character_forms(self._source, characters) if cell in ("char", "String") else []

    def argument(self, kind: str) -> tuple[str, str]:
        reference, plain = _reference(kind)
        if plain == "str":
            plain = "String"
        elif slice_of := re.fullmatch(r"\[([^;]+|.*[\]>])\]", plain):
            plain = f"Vec<{slice_of[1]}>"
        return f"{reference}GRID", plain

    def is_number(self, kind: str) -> bool:
        return bool(re.fullmatch(_NUMBER, kind))

    def answers(self, kind: str) -> bool:
        kind = kind.replace("Self", "")
        if inner := re.fullmatch(r"(?:\w+::)*(?:Option|Result|Vec|Box)<(.*)>", kind):
            return bool(self.forms(kind)) or self.answers(split_top_level(inner[1])[0] if inner[1] else "")
        if kind.startswith("("):
            return any(self.answers(part) for part in split_top_level(kind[1:-1]))
        return bool(self.forms(kind))

    def default(self, parameter: Variable) -> str | None:
        reference, plain = _reference(parameter.type)
        if plain == "bool":
            return f"{reference}false"
        if plain.startswith("Vec<") and not self.forms(plain):
            return f"{reference}Vec::new()"
        value = super().default(Variable(parameter.name, plain))
        return value and f"{reference}{value}"

    def static(self, owner: str, name: str) -> str:
        return f"{owner}::{name}" if owner else name

    def new(self, owner: Class, arguments: str) -> str:
        return f"{owner.name}::default()" if owner.fields else owner.name

    def variable(self, owner: Class, made: str, name: str = "s") -> str:
        return f"let mut {name} = {made}"

    def object_argument(self, kind: str, name: str, type_of_object: str) -> str:
        return f"{_reference(kind)[0]}{name}"

    def unwrapped(self, made: str, returns: str) -> str:
        return f"{made}.unwrap()" if re.match(r"(\w+::)*(Option|Result)\b", returns) else made

    def object_of_field(self, owner: Class, name: str) -> str | None:
        kind = next(each.type for each in owner.fields if each.name == name)
        grid, _ = self.argument(kind)
        if len(owner.fields) != 1:
            return None
        return f"{owner.name}({grid})" if name == "0" else f"{owner.name} {{ {name}: {grid} }}"


def _reference(kind: str) -> tuple[str, str]:
    """A type is split in its reference ("&mut ", "&" or "") and the rest without spaces."""
    match = re.match(r"\s*(&\s*(?:'\w+\s+)?(?:mut\b)?)?(.*)", kind, re.S)
    assert match is not None
    found = (match[1] or "").strip()
    reference = "&mut " if found.endswith("mut") else found[:1]
    return reference, "".join(match[2].split())


@cache
def _declarations(source: str) -> Declarations:
    text = re.sub(r"#!?\[[^\]]*\]", lambda match: " " * len(match.group()), blanked(source, "Rust"))
    text = _without_test_modules(text)
    found = Declarations()
    for match in _ALIAS.finditer(text):
        found.aliases[match[1]] = "".join(match[2].split())
    classes = {match["name"]: _struct(text, match) for match in _STRUCT.finditer(text)}
    blocks = []
    for match in _IMPL.finditer(text):
        end = end_of_block(text, match.end() - 1)
        name = match["name"]
        owner = classes.get(name)
        if owner is None and name not in found.aliases:
            owner = classes[name] = Class(name)
        blocks.append((match.end(), end, owner))
    for match in _FUNCTION.finditer(text):
        inside = [owner for start, end, owner in blocks if start <= match.start() < end]
        depth = text.count("{", 0, match.start()) - text.count("}", 0, match.start())
        if depth != bool(inside):
            continue
        function, has_self = _function(text, match)
        if not inside:
            found.functions.append(function)
        elif (owner := inside[0]) is not None:
            returns = re.sub(r"\bSelf\b", owner.name, function.returns)
            makes = owner.name in re.findall(r"\w+", returns)
            function = Function(function.name, function.parameters, returns, is_static=not has_self)
            if not has_self and makes and _MAKERS.match(function.name):
                owner.constructors.append(function)
            elif not has_self and makes and not function.parameters:
                continue
            else:
                owner.methods.append(function)
    for function in found.functions:
        made = re.findall(r"\w+", function.returns)
        owner = classes.get(made[-1]) if made else None
        if owner is not None and _MAKERS.match(function.name):
            owner.constructors.append(function)
    defaults = set(re.findall(r"impl\s+Default\s+for\s+(\w+)", text))
    defaults |= set(re.findall(r"derive\([^)]*\bDefault\b[^)]*\)\][^;{(]*?\bstruct\s+(\w+)", source))
    for each in classes.values():
        if each.fields and not each.constructors and each.name not in defaults:
            each.constructors.append(Function("", (Variable("", "?"),)))
    found.variables = [
        Variable(name, "".join(kind.split()), is_static=True) for name, kind in _STATIC.findall(text)
    ]
    found.classes = list(classes.values())
    return found


def _without_test_modules(text: str) -> str:
    for match in reversed(list(re.finditer(r"\bmod\s+tests?\s*\{", text))):
        end = end_of_block(text, match.end() - 1)
        text = text[: match.start()] + re.sub(r"[^\n]", " ", text[match.start() : end]) + text[end:]
    return text


def _struct(text: str, match: re.Match[str]) -> Class:
    found = Class(match["name"])
    if match["sign"] == ";":
        return found
    body = text[match.end() : end_of_block(text, match.end() - 1) - 1]
    for number, part in enumerate(split_top_level(body)):
        plain = re.sub(r"^pub(\([^)]*\))?\s+", "", part)
        name, _, kind = plain.partition(":") if match["sign"] == "{" else (str(number), "", plain)
        found.fields.append(Variable(name.strip(), _type(kind)))
    return found


def _function(text: str, match: re.Match[str]) -> tuple[Function, bool]:
    end = end_of_block(text, match.end() - 1)
    result = re.match(r"\s*->\s*([^{]*?)\s*(?:\bwhere\b[^{]*)?\{", text[end:])
    parameters = []
    has_self = False
    for part in split_top_level(text[match.end() : end - 1]):
        name, colon, kind = part.partition(":")
        if re.fullmatch(r"(&\s*('\w+\s+)?)?(mut\s+)?self", name.strip()):
            has_self = True
        elif colon:
            parameters.append(Variable(name.strip().removeprefix("mut ").strip(), _type(kind)))
    returns = _type(result[1]) if result else ""
    return Function(match["name"], tuple(parameters), "" if returns == "()" else returns), has_self


def _type(text: str) -> str:
    return "".join(_reference(text))


def _language(source: str) -> _Rust:
    return _Rust(source, _declarations(source).aliases)


@cache
def _calls(source: str) -> list[Call]:
    return calls(_declarations(source), _language(source))


def rust_calls(source: str) -> list[tuple[str, str]]:
    return [(call.text, call.form) for call in _calls(source)]


def rust_files(readings: Sequence[Reading], source: str) -> Mapping[str, str]:
    values = {
        "FUNCTIONS": "\n".join(_call_source(number, each, source) for number, each in enumerate(readings)),
        "CASES": "\n            ".join(
            f"{number} => call{number}(digits)," for number in range(len(readings))
        ),
    }
    template = (resources(__package__) / "driver.rs").read_text(encoding="utf-8")
    name = PurePosixPath(readings[0].file).name
    options = [
        "--edition",
        "2021",
        "--crate-name",
        "driver",
        "-O",
        "--cap-lints",
        "allow",
        "-o",
        "driver",
        name,
    ]
    return {
        name: f"{_copy(source)}{with_replacements(template, values)}",
        "rustc.options": "\n".join(options) + "\n",
    }


def _call_source(number: int, reading: Reading, source: str) -> str:
    form, blank = form_and_blank(reading.form)
    kind = call_type(reading, _calls(source), _language(source), _DEFAULT_TYPES)
    *before, last = [part.strip() for part in split_top_level(_with_grid(reading.call), ";")] or ["()"]
    return f"""
    #[allow(unused_unsafe, static_mut_refs)]
    fn call{number}(digits: &str) -> ::std::string::String {{
        sudoku_rosetta_call_on("{form}", "{blank}", digits, |grid: &mut {kind}| unsafe {{
            {" ".join(f"{each};" for each in before)}
            SudokuRosettaReply(&({last})).json()
        }})
    }}
"""


def _with_grid(call: str) -> str:
    """A grid that is given by value is copied, so that it can be compared afterwards."""

    def grid(match: re.Match[str]) -> str:
        if match[2]:
            return f"grid{match[2]}"
        return f"{match[1]}*grid" if match[1] else "grid.clone()"

    return re.sub(r"(&mut |&)?(?<![.\w])GRID\b(\.)?", grid, call)


def _copy(source: str) -> str:
    """The copy with another name for its main, and with struct Solution if only its methods are written."""
    text = blanked(source, "Rust")
    main = re.search(r"^(?:pub\s+)?fn\s+(main)\s*\(", text, re.M)
    found = f"{source[: main.start(1)]}main_of_copy{source[main.end(1) :]}" if main else source
    for match in re.finditer(r"^impl\s+(\w+)\s*\{", text, re.M):
        name = match[1]
        if not re.search(rf"\b(struct|enum|type|trait|use\b[^;]*)\s+{name}\b|\b{name}\s*[,}};]", text):
            return f"{found}\nstruct {name};\n"
    return found


DRIVER = Driver(
    calls=rust_calls,
    files=lambda reading, source: rust_files([reading], source),
    many=rust_files,
    compile=(("rustc", "@rustc.options"),),
    run=("./driver",),
)
