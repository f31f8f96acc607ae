"""Finds the declarations of a C or C++ source: functions, classes, variables, and the types that they name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from ..entries import read_source
from ..names import name_rank

MAX_HEAD_CHARACTERS, MAX_TYPE_CHARACTERS, MAX_DIMENSION_CHARACTERS = 3000, 400, 200
"""Longer declarations, types and dimensions are not those of a grid."""
_HEADER = re.compile(r'^[ \t]*#[ \t]*include[ \t]*"([^"\n]+)"', re.M)
_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'", re.S)
_DEFINE = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)[ \t]+([^\n]*)$", re.M)
_CONSTANT = re.compile(r"\b(?:const|constexpr|enum)\b[^;(){}=]*?\{?\s*(\w+)\s*=\s*(\d+)\s*[;,}]")
_QUALIFIER = re.compile(
    r"\b(?:const|constexpr|static|inline|register|volatile|struct|class|extern|virtual|explicit|friend|typename|"
    r"restrict|public|private|protected)\b\s*:?|\bstd\s*::"
)
_KEYWORDS = frozenset(
    ["if", "for", "while", "switch", "return", "else", "do", "sizeof", "catch", "main", "operator"]
)
_NAMED = re.compile(r"(?:struct|class|union)\s+(\w+)")


@dataclass(frozen=True)
class Declaration:
    """A variable, a parameter or a type. `base` is its type without qualifiers; `dims` has its dimensions, from
    pointers too: "" where the length is not given."""

    name: str
    base: str
    dims: tuple[str, ...]
    text: str
    by_reference: bool = False
    pointers: int = 0


@dataclass(frozen=True)
class Function:
    name: str
    returns: Declaration
    parameters: tuple[Declaration, ...]
    required: int
    is_static: bool = False
    is_recursive: bool = False

    @property
    def rank(self) -> int:
        """How plausible it is that it solves, by its name, and because it calls itself: lower is better."""
        rank = 10 * name_rank(self.name)
        return min(rank, 12) if self.is_recursive else rank


@dataclass
class Scope:
    """A file, or a class or structure. Of a file `name` is ""."""

    name: str = ""
    functions: list[Function] = field(default_factory=list)
    variables: list[Declaration] = field(default_factory=list)
    classes: list[Scope] = field(default_factory=list)


class Source:
    """The declarations of a source text."""

    def __init__(self, text: str) -> None:
        text = without_comments(text).replace("\\\n", " ")
        self.has_includes = bool(re.search(r"^\s*#\s*include", text, re.M))
        self.macros = {name: value.strip() for name, value in _DEFINE.findall(text)}
        code = re.sub(r"^[ \t]*#[^\n]*$", "", text, flags=re.M)
        self._numbers = dict(_CONSTANT.findall(code))
        self._types: dict[str, Declaration] = {}
        self.inner_types: set[str] = set()
        """The names of types that are defined inside of classes."""
        self.namespaces: list[str] = []
        self.file = Scope()
        self._read(code, self.file)

    def _read(self, code: str, scope: Scope) -> None:
        for head, body, tail in _chunks(code):
            self._read_chunk(head.strip(), body, tail.strip(), scope)

    def _read_chunk(self, head: str, body: str | None, tail: str, scope: Scope) -> None:
        if len(head) > MAX_HEAD_CHARACTERS:
            return
        head = re.sub(r"^(?:(?:public|private|protected)\s*:\s*)+", "", head)
        head = re.sub(r"^template\s*<[^{}();]*>\s*", "", head)
        words = _QUALIFIER.sub(" ", head).split()
        if head.startswith(("namespace", 'extern "')) and body is not None:
            if found := re.fullmatch(r"namespace\s+([\w:]+)", head):
                self.namespaces.append(found[1])
            self._read(body, scope)
        elif head.startswith("using") and "=" in head:
            name, _, meaning = head.removeprefix("using").partition("=")
            self._name_type(name.strip(), self.declaration(f"{meaning.strip()} {name.strip()}"), scope)
        elif body is not None and re.match(r"(typedef\s+)?(struct|class|union)\b[^(=]*$", head):
            self._read_class(head, body, tail, scope)
        elif head.startswith("typedef") and body is None:
            declared = self.declaration(head.removeprefix("typedef").strip())
            self._name_type(declared.name, declared, scope)
        elif words and "(" in head and "=" not in head.partition("(")[0]:
            if function := self._function(head, scope):
                is_recursive = bool(body and re.search(rf"\b{re.escape(function.name)}\s*\(", body))
                scope.functions = [each for each in scope.functions if body is None or each != function]
                function = replace(function, is_recursive=is_recursive)
                scope.functions.append(function)
        elif words and not head.startswith(("using", "typedef", "enum", "goto", "return")):
            scope.variables += self._variables(head)

    def _name_type(self, name: str, meaning: Declaration, scope: Scope) -> None:
        self._types[name] = meaning
        if scope.name:
            self.inner_types.add(name)

    def _read_class(self, head: str, body: str, tail: str, scope: Scope) -> None:
        typedef = head.startswith("typedef")
        named = _NAMED.search(head)
        name = tail.strip(" *") if typedef else named[1] if named else ""
        inner = Scope(name.split(",")[0].strip())
        if inner.name:  # "bool Sudoku::solve();" in the class itself
            body = re.sub(rf"\b{re.escape(inner.name)}\s*::\s*(?=~?\w+\s*\()", "", body)
        self._read(body, inner)
        if inner.name:
            scope.classes.append(inner)
            if typedef and named:
                self._types[named[1]] = Declaration(named[1], inner.name, (), "")
        if not typedef and tail:
            scope.variables += self._variables(f"{inner.name} {tail}")

    def _variables(self, head: str) -> Iterator[Declaration]:
        first, *others = split_top(head, ",") or [head]
        declared = self.declaration(first)
        if not declared.name:
            return
        yield declared
        name = re.search(rf"[\s*&]*\b{re.escape(declared.name)}\b(?=[^\w]*(\[|=|\(|$|\{{))", first)
        base = first[: name.start()] if name else ""
        for other in others:
            yield self.declaration(f"{base} {other}")

    def _function(self, head: str, scope: Scope) -> Function | None:
        matched = re.match(
            r"(?P<type>.*?)(?P<name>~?[\w:]+)\s*\((?P<parameters>.*)\)[\s\w:,(){}&]*$", head, re.S
        )
        if matched is None:
            return None
        head_name = matched["name"]
        inside = _inside_parentheses(head[matched.start("name") :])
        owner, _, name = head_name.rpartition("::")
        if name in _KEYWORDS or name.startswith("~"):
            return None
        texts = [] if inside.strip() in ("", "void") else split_top(inside, ",")
        parameters = tuple(self.declaration(each) for each in texts)
        required = sum("=" not in each for each in texts)
        returns = self.declaration(f"{matched['type'].strip() or 'void'} _")
        if owner:  # the class declares it too
            return None
        is_static = bool(re.match(r"\s*static\b", matched["type"])) if scope.name else False
        return Function(name, returns, parameters, required, is_static)

    def declaration(self, text: str) -> Declaration:
        """The variable or parameter that the text declares."""
        text = _before_top(text, "=").strip()
        array = re.match(r"(.*?)\(\s*([*&])\s*(?:const\s+)?(\w*)\s*\)\s*((?:\[[^\]]*\]\s*)+)$", text, re.S)
        if array:
            dims = tuple(map(self._number, re.findall(r"\[([^\]]*)\]", array[4])))
            declared = Declaration(
                array[3], array[1], ("", *dims) if array[2] == "*" else dims, text, array[2] == "&"
            )
        else:
            matched = re.match(r"(.*?[\s*&>])(\w+)\s*((?:\[[^\]]*\]\s*)*)(?:\{.*)?$", text, re.S)
            if matched is None:
                return Declaration("", text.strip(" *&"), (), text)
            dims = tuple(map(self._number, re.findall(r"\[([^\]]*)\]", matched[3])))
            declared = Declaration(matched[2], matched[1], dims, text)
        base = " ".join(_QUALIFIER.sub(" ", f" {declared.base} ").split())
        pointers = base.count("*") if "<" not in base else base.rpartition(">")[2].count("*")
        by_reference = declared.by_reference or base.endswith("&")
        base = (
            base.rstrip("*& ").replace(" ", "") if "<" in base else base.replace("*", " ").replace("&", " ")
        )
        base = " ".join(base.split())
        dims = (*declared.dims, *[""] * pointers)
        for _ in range(5):  # a type may be named after another one
            macro = self.macros.get(base)
            known = self._types.get(base) or (
                self.declaration(f"{macro} _") if macro and macro != base else None
            )
            if known is None or known.base == base:
                break
            base, dims = known.base, (*dims, *known.dims)
            pointers += known.pointers
        if "<" in base:
            base = self._without_names(base)
        return replace(declared, base=base, dims=dims, by_reference=by_reference, pointers=pointers)

    def _without_names(self, base: str) -> str:
        """The type with its named parts written out."""
        for name, known in self._types.items():
            if not known.dims:
                base = re.sub(rf"\b{name}\b", known.base.replace(" ", ""), base)[:MAX_TYPE_CHARACTERS]
        return re.sub(r"\b[A-Z]\w*\b", lambda found: self._number(found[0]), base)

    def _number(self, text: str) -> str:
        """The text of a dimension, calculated if it is constant."""
        for _ in range(5):
            text = re.sub(r"[A-Za-z_]\w*", self._constant, text)[:MAX_DIMENSION_CHARACTERS]
        text = re.sub(r"\s", "", text)
        for _ in range(5):
            text = re.sub(r"\((\d+)\)", r"\1", text)
            text = re.sub(r"(\d+)\*(\d+)", lambda found: str(int(found[1]) * int(found[2])), text, count=1)
            if "*" not in text:
                text = re.sub(r"^(\d+)\+(\d+)", lambda found: str(int(found[1]) + int(found[2])), text)
        return text

    def _constant(self, found: re.Match[str]) -> str:
        return self.macros.get(found[0]) or str(self._numbers.get(found[0], found[0]))


def read_with_headers(file: Path, depth: int = 3) -> str:
    """The source after the headers of its folder that it includes, for their declarations."""
    text = read_source(file)
    headers = [] if depth == 0 else [file.parent / name for name in _HEADER.findall(text)]
    found = [
        read_with_headers(each, depth - 1)
        for each in headers
        if each.is_file() and each.suffix in (".h", ".hh", ".hpp", ".hxx")
    ]
    return "\n".join([*found, text])


def without_comments(text: str) -> str:
    """The source without comments, and with empty texts in place of its literals."""

    def replaced(found: re.Match[str]) -> str:
        return (
            " "
            if found[0].startswith("/")
            else found[0]
            if len(found[0]) < 4 and "{" not in found[0] and "}" not in found[0]
            else found[0][0] * 2
        )

    return _COMMENT.sub(replaced, text)


def split_top(text: str, sign: str) -> list[str]:
    """The parts of a text between signs that are not inside of brackets."""
    parts, depth, start = [], 0, 0
    for place, character in enumerate(text):
        depth += (character in "([{<") - (character in ")]}>")
        if character == sign and depth == 0:
            parts.append(text[start:place])
            start = place + 1
    return [part.strip() for part in [*parts, text[start:]] if part.strip()]


def _before_top(text: str, sign: str) -> str:
    depth = 0
    for place, character in enumerate(text):
        depth += (character in "([{<") - (character in ")]}>")
        if character == sign and depth == 0:
            return text[:place]
    return text


def _inside_parentheses(text: str) -> str:
    start = text.index("(")
    depth = 0
    for place in range(start, len(text)):
        depth += (text[place] == "(") - (text[place] == ")")
        if depth == 0:
            return text[start + 1 : place]
    return text[start + 1 :]


def _chunks(code: str) -> Iterator[tuple[str, str | None, str]]:
    """The declarations of a scope: the text before the braces, between them, and after them until the semicolon."""
    place, start = 0, 0
    while place < len(code):
        if code[place] == ";":
            yield code[start:place], None, ""
            start = place + 1
        elif code[place] == "{":
            end = _closing(code, place)
            head, body = code[start:place], code[place + 1 : end]
            is_function = "(" in head and "=" not in head.partition("(")[0]
            if is_function or re.match(r"\s*(namespace|extern\s)", head):
                yield head, body, ""
                start = place = end + 1
                continue
            semicolon = code.find(";", end)
            semicolon = len(code) if semicolon < 0 else semicolon
            yield head, body, code[end + 1 : semicolon]
            start, place = semicolon + 1, semicolon
        place += 1


def _closing(code: str, opening: int) -> int:
    depth = 0
    for place in range(opening, len(code)):
        depth += (code[place] == "{") - (code[place] == "}")
        if depth == 0:
            return place
    return len(code)
