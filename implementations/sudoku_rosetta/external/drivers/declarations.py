"""Finds the functions, methods and fields that a source file declares, in languages with types.

Only as much is parsed as the calls of a solver need. Comments and strings are replaced by spaces first, so that
positions stay the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

_COMMENTS = r"//[^\n]*|/\*.*?\*/"
_STRING = r'"(?:\\.|[^"\\\n])*"'
_CHARACTER = r"'(?:\\[^\n]{1,8}?|[^'\\\n])'"
_TOKENS = {
    "Java": rf'{_COMMENTS}|"""(?:\\.|.)*?"""|{_STRING}|{_CHARACTER}',
    "Kotlin": rf'{_COMMENTS}|""".*?"""|{_STRING}|{_CHARACTER}',
    "C#": rf'{_COMMENTS}|^[ \t]*#[^\n]*|\$?@\$?"(?:""|[^"])*"|{_STRING}|{_CHARACTER}',
    "Go": rf"{_COMMENTS}|`[^`]*`|{_STRING}|{_CHARACTER}",
    "Rust": rf'{_COMMENTS}|r(?P<raw>#+)".*?"(?P=raw)|"(?:\\.|[^"\\])*"|{_CHARACTER}',
}
_OPENING, _CLOSING = "([{<", ")]}>"


@dataclass(frozen=True)
class Variable:
    """A parameter or a field."""

    name: str
    type: str
    is_static: bool = False


@dataclass(frozen=True)
class Function:
    name: str
    parameters: tuple[Variable, ...]
    returns: str = ""
    """Its type; "" if it returns nothing."""
    is_static: bool = False


@dataclass
class Class:
    """A class, or a struct with its methods."""

    name: str
    constructors: list[Function] = field(default_factory=list)
    methods: list[Function] = field(default_factory=list)
    fields: list[Variable] = field(default_factory=list)
    can_be_made: bool = True
    """Whether it can be made, without an object of another class."""
    is_abstract: bool = False


@dataclass
class Declarations:
    functions: list[Function] = field(default_factory=list)
    classes: list[Class] = field(default_factory=list)
    variables: list[Variable] = field(default_factory=list)
    aliases: dict[str, str] = field(default_factory=dict)
    """Names of types that stand for other types."""


def blanked(source: str, language: str) -> str:
    """The source with spaces for its comments and for what is inside of strings."""

    def spaces(match: re.Match[str]) -> str:
        text = match.group()
        inner = re.sub(r"[^\n]", " ", text)
        return inner if text[0] in "/# \t" else text[0] + inner[1:-1] + text[-1]

    return re.sub(_TOKENS[language], spaces, source, flags=re.S | re.M)


def end_of_block(text: str, start: int) -> int:
    """The position after the bracket that closes the one at `start`. The text is blanked."""
    opening = text[start]
    closing = {"{": "}", "(": ")", "[": "]"}[opening]
    depth = 0
    for match in re.compile(f"[{re.escape(opening + closing)}]").finditer(text, start):
        depth += 1 if match.group() == opening else -1
        if depth == 0:
            return match.end()
    return len(text)


def split_top_level(text: str, separator: str = ",") -> list[str]:
    """The parts of a text between separators that are in no brackets."""
    parts, depth, start = [], 0, 0
    for position, sign in enumerate(text):
        if sign in _OPENING:
            depth += 1
        elif sign in _CLOSING and not text.startswith("->", position - 1):
            depth -= 1
        elif sign == separator and depth == 0:
            parts.append(text[start:position])
            start = position + 1
    return [part.strip() for part in [*parts, text[start:]] if part.strip()]


# --- Java and C# --------------------------------------------------------------------------------------

_CLASS = re.compile(
    r"(?P<before>[^;{}]*)\b(?P<kind>class|struct|interface|enum|record)\s+(?P<name>\w+)(?P<after>[^;{]*)\{"
)
_ANNOTATION = re.compile(r"@\w+(?:\([^()]*\))?|^\s*\[[^\]]*\]")
_MODIFIERS = re.compile(
    r"\b(?:public|private|protected|internal|static|final|abstract|synchronized|native|strictfp|default|readonly|virtual|override|"
    r"sealed|async|unsafe|extern|const|volatile|transient|new|ref|out|in|params|this|required|partial)\b"
)
_METHOD = re.compile(
    r"(?:<[^()]*>\s*)?(?P<type>[\w.<>\[\],?\s]*?)\s*\b(?P<name>\w+)\s*(?:<\w+>)?\s*\((?P<parameters>.*)\)",
    re.S,
)
_FIELD = re.compile(
    r"(?P<type>[\w.]+(?:<[\w.<>\[\],?\s]*>)?[\[\],?\s]*?)\s*\b(?P<name>\w+)\s*(?P<array>(?:\[\s*\]\s*)*)$",
    re.S,
)


@dataclass(frozen=True)
class Body:
    """The body of a class, with the positions of its text."""

    kind: str
    name: str
    before: str
    after: str
    start: int
    end: int


def class_declarations(source: str, language: str) -> Declarations:
    """The classes of a Java or C# file, with those inside of other classes."""
    text = blanked(source, language)
    found = Declarations()
    for body in class_bodies(text):
        if body.kind != "interface":
            found.classes.append(_class(text, body))
    return found


def class_bodies(text: str, start: int = 0, end: int | None = None, outer: str = "") -> Iterator[Body]:
    """The bodies of all classes, structs, interfaces and enums. The text is blanked."""
    position, end = start, len(text) if end is None else end
    while match := _CLASS.search(text, position, end):
        position = end_of_block(text, match.end() - 1)
        name = f"{outer}.{match['name']}" if outer else match["name"]
        yield Body(match["kind"], name, match["before"], match["after"], match.end(), position - 1)
        yield from class_bodies(text, match.end(), position - 1, name)


def _class(text: str, body: Body) -> Class:
    short_name = body.name.rpartition(".")[2]
    needs_outer = "." in body.name and body.kind == "class" and not re.search(r"\bstatic\b", body.before)
    is_abstract = bool(re.search(r"\babstract\b", body.before))
    found = Class(
        body.name,
        can_be_made=body.kind in ("class", "struct", "record") and not is_abstract and not needs_outer,
        is_abstract=is_abstract or body.kind == "enum",
    )
    if body.kind == "record" and (parameters := re.search(r"\((.*)\)", body.after, re.S)):
        found.constructors.append(Function(short_name, _parameters(parameters[1])))
    for _, header in member_headers(text, body.start, body.end):
        _add_member(header, found, short_name)
    return found


def member_headers(text: str, start: int, end: int) -> Iterator[tuple[int, str]]:
    """The text of each member of a class, before its body or its value, with its position."""
    begin = position = start
    while match := re.compile(r"[;{=(]").search(text, position, end):
        sign = match.group()
        if sign == "(":
            position = end_of_block(text, match.start())
            continue
        header = text[begin : match.start()]
        if header.strip():
            yield begin + len(header) - len(header.lstrip()), header.strip()
        if sign == ";":
            position = match.end()
        elif sign == "{":
            position = end_of_block(text, match.start())
        else:
            position = _end_of_value(text, match.end(), end)
        begin = position


def _end_of_value(text: str, position: int, end: int) -> int:
    while match := re.compile(r"[;{(]").search(text, position, end):
        if match.group() == ";":
            return match.end()
        position = end_of_block(text, match.start())
    return end


def _add_member(header: str, owner: Class, short_name: str) -> None:
    header = _ANNOTATION.sub(" ", header)
    if re.search(r"\b(class|interface|enum|record|struct|delegate|event)\s+\w+", header):
        return
    is_static = bool(re.search(r"\b(static|const)\b", header))
    plain = " ".join(_MODIFIERS.sub(" ", header.partition(" throws ")[0]).split())
    if "(" in plain:
        plain = plain[: end_of_block(plain, plain.index("("))] if not plain.startswith("(") else plain
        if match := _METHOD.fullmatch(plain):
            returns = "".join(match["type"].split())
            function = Function(
                match["name"],
                _parameters(match["parameters"]),
                "" if returns == "void" else returns,
                is_static,
            )
            if not returns and match["name"] == short_name:
                owner.constructors.append(function)
            elif returns:
                owner.methods.append(function)
        return
    first, *others = split_top_level(plain) or [""]
    if match := _FIELD.fullmatch(first):
        kind = "".join((match["type"] + match["array"]).split())
        owner.fields += [
            Variable(name, kind, is_static) for name in [match["name"], *others] if name.isidentifier()
        ]


def _parameters(text: str) -> tuple[Variable, ...]:
    found = []
    for part in split_top_level(text):
        plain = _MODIFIERS.sub(" ", _ANNOTATION.sub(" ", part.partition("=")[0])).strip()
        match = _FIELD.fullmatch(plain)
        kind = "".join((match["type"] + match["array"]).split()) if match else plain
        found.append(Variable(match["name"] if match else "", kind))
    return tuple(found)
