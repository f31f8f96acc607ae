"""Finds the entries of a source file that may solve a grid, and the readings to try.

`entry_readings` is for all languages with a driver. The rest is shared by the drivers: reading a source
without its comments, splitting parameters, and writing the calls of functions, methods and boards in the
syntax of a language."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from .driver import MAIN
from .forms import INPUTS, VALUES, codes
from .reading import Reading
from .recognise import MAX_SOURCE_BYTES

MAX_READINGS = 80
_READS_TEXT = re.compile(
    r"\.chars\b|each_char|\.split\(|charAt|charCodeAt|substr|str_split|strlen|\.match\(|\.scan\(|:sub\(|gmatch"
    r"|split\s*/|split\s*\(?\s*//|\b\w*(?:str|string|chaine|texte?)\b\s*[,)]",
    re.I,
)
"""Signs that a file takes a text apart."""
_NOT_TRIED = ("tuples", "array", "array:nan")
"""Forms of Python only."""


# --- readings -----------------------------------------------------------------------------------------


def entry_readings(copy_file: Path, language: str, folder: Path | None = None) -> list[Reading]:
    """The readings to try, most plausible first. The file is named relative to the folder: its own, if none
    is given."""
    from .driven import driver_of

    driver = driver_of(language)
    if driver is None:
        return []
    source = (driver.read or read_source)(copy_file)
    file = copy_file.name if folder is None else copy_file.relative_to(folder).as_posix()
    values, inputs = usual_forms(source, language), codes(INPUTS)
    pairs = in_turn(
        (call, [form] if form else inputs if call == MAIN else values) for call, form in driver.calls(source)
    )
    return [Reading(language, file, call, form, "auto") for call, form in pairs[:MAX_READINGS]]


def in_turn(calls: Iterable[tuple[str, Sequence[str]]]) -> list[tuple[str, str]]:
    """The pairs of a call and a form of its grid. The most plausible forms of the first calls come first, then
    the other forms and calls in turn."""
    ranked = [
        ((number + 1) * (place + 1), number, call, form)
        for number, (call, forms) in enumerate(calls)
        for place, form in enumerate(forms)
    ]
    ranked.sort(key=lambda each: each[:2])
    return list(dict.fromkeys((call, form) for _, _, call, form in ranked))


def python_forms(source: str) -> list[str]:
    """The forms of values for Python, which has tuples and arrays too."""
    forms = usual_forms(source, "Python")
    place = 1 if re.search(r"\bnumpy\b", source) else 8
    return [*forms[:place], "array", *forms[place:8], "tuples", *forms[8:], "array:nan"]


def usual_forms(source: str, language: str) -> list[str]:
    """The forms of values in the order in which the source makes them plausible."""
    text = without_comments(source, language)
    evidence = {
        ":.": len(re.findall(r"""(["'`])\.\1|["'`](?=\d*\.)[.\d]{9,}["'`]""", text)),
        ":0": len(re.findall(r"""(["'`])0\1""", text)),
        ":space": len(re.findall(r"""(["'`]) \1""", text)),
        ":nothing": len(re.findall(r"""[=(,]\s*(""|'')(?!["'])""", text)),
        ":-": len(re.findall(r"""(["'`])-\1""", text)),
        ":-1": len(re.findall(r"[=!]==?\s*-1\b", text)),
        ":None": len(
            re.findall(
                r"\]\s*[=!]==?\s*(?:null|nil)|\]\.nil\?|[\[,]\s*(?:null|nil|undef)\s*,|defined\b"
                r"|\bis None\b|[!=]= None\b",
                text,
            )
        ),
        "0": len(re.findall(r"(?:[=!]==?|[=!]=|~=|<>)\s*0\b|\b0\s*[=!]=|\b0\s*,|!\s*\w+\[", text)),
    }
    two_dimensional = bool(re.search(r"\]\s*\[|\}\s*(?:->)?\s*\{", text))
    reads_text = bool(_READS_TEXT.search(text))
    names = list(VALUES)

    def cost(code: str) -> float:
        name, colon, blank = code.partition(":")
        place = names.index(name) + (0.5 if colon else 0)
        sign = colon + blank or (":." if VALUES[name].blanks[0] == "." else "0")
        if sign in (":0", "0"):  # a text with 0: as a sign, or as a number after a conversion
            numeric = name in ("rows", "flat")
            found = evidence["0"] if numeric else max(evidence[":0"], evidence["0"] // 4)
        else:
            found = evidence.get(sign, 0)
        penalty = 6 if name == "squares" else 0
        if name == "text":
            penalty -= 5 if reads_text else 0
        elif name in ("flat", "flat-characters"):
            penalty += 4 if two_dimensional else 0
        return place - 6 * min(found, 2) + penalty

    tried = [code for code in codes(VALUES) if code not in _NOT_TRIED]
    return [code for *_, code in sorted((cost(code), place, code) for place, code in enumerate(tried))]


# --- sources ------------------------------------------------------------------------------------------


def read_source(file: Path) -> str:
    """The text of a source file. If it is not UTF-8, it is read as Windows-1252, as old editors write it."""
    with file.open("rb") as opened:
        data = opened.read(MAX_SOURCE_BYTES)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


_LINE = {"//": r"//[^\n]*", "#": r"#[^\n]*", "--": r"--[^\n]*", "%": r"%[^\n]*", ";": r";[^\n]*"}
_BLOCK = {
    "/*": r"/\*.*?(?:\*/|\Z)",
    "(*": r"\(\*.*?(?:\*\)|\Z)",
    "{": r"\{.*?(?:\}|\Z)",
    "{-": r"\{-.*?(?:-\}|\Z)",
}
_C = (_BLOCK["/*"], _LINE["//"])
_COMMENTS: dict[str, tuple[str, ...]] = {
    "PHP": (*_C, r"#(?!\[)[^\n]*"),
    "Ruby": (r"^=begin\b.*?^=end\b[^\n]*", r"#(?!\{)[^\n]*"),
    "Perl": (r"^=\w+.*?(?:^=cut\b[^\n]*|\Z)", r"(?<![$\\{\w\]])#[^\n]*"),
    "Lua": (r"--\[(=*)\[.*?\]\1\]", _LINE["--"]),
    "Python": (_LINE["#"],),
    "R": (_LINE["#"],),
    "Julia": (r"#=.*?=#", _LINE["#"]),
    "shell": (_LINE["#"],),
    "Haskell": (_BLOCK["{-"], _LINE["--"]),
    "OCaml": (_BLOCK["(*"],),
    "Pascal": (_BLOCK["(*"], _BLOCK["{"], _LINE["//"]),
    "Octave": (_LINE["%"], _LINE["#"]),
    "MATLAB": (_LINE["%"],),
    "Scilab": (*_C,),
}
_STRING = r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\''
_STRINGS = {
    "JavaScript": _STRING + r"|`(?:\\.|[^`\\])*`",
    "TypeScript": _STRING + r"|`(?:\\.|[^`\\])*`",
    "Go": _STRING + r"|`[^`]*`",
    "OCaml": r'"(?:\\.|[^"\\])*"|\'(?:\\[^\']+|[^\'\\\n])\'',
    "Haskell": r'"(?:\\.|[^"\\\n])*"|\'(?:\\[^\']+|[^\'\\\n])\'',
    "Rust": r'"(?:\\.|[^"\\])*"|\'(?:\\[^\']+|[^\'\\\n])\'',
    "Pascal": r"'(?:''|[^'\n])*'",
    "Octave": r'"(?:\\.|[^"\\\n])*"|(?<![\w\])}\'.])\'(?:\'\'|[^\'\n])*\'',
    "MATLAB": r'"(?:""|[^"\n])*"|(?<![\w\])}\'.])\'(?:\'\'|[^\'\n])*\'',
}


def without_comments(source: str, language: str) -> str:
    """The source with spaces instead of comments; its lines and columns are the same."""
    return _blanked(source, language, strings=False)


def without_strings(source: str, language: str) -> str:
    """The source with spaces instead of comments and of the contents of strings; its lines and columns are
    the same."""
    return _blanked(source, language, strings=True)


def _blanked(source: str, language: str, *, strings: bool) -> str:
    language = language.removesuffix("/MATLAB")
    comments = "|".join(_named(index, each) for index, each in enumerate(_COMMENTS.get(language, _C)))
    pattern = re.compile(f"(?P<string>{_STRINGS.get(language, _STRING)})|{comments}", re.S | re.M)

    def replaced(match: re.Match[str]) -> str:
        text = match[0]
        if match["string"] is None:
            return re.sub(r"[^\n]", " ", text)
        return text[0] + re.sub(r"[^\n]", " ", text[1:-1]) + text[-1] if strings else text

    return pattern.sub(replaced, source)


def _named(index: int, pattern: str) -> str:
    """The pattern with names for its numbered groups, so that several can be joined."""
    named = re.sub(r"(?<!\\)\((?!\?)", f"(?P<g{index}>", pattern)
    return named.replace(r"\1", f"(?P=g{index})")


def split_parameters(text: str, separator: str = ",") -> list[str]:
    """The parts of a parameter list, without commas inside of brackets or strings.

    >>> split_parameters("board: Array<[int, int]>, f = (a, b) => a, s = ','")
    ['board: Array<[int, int]>', 'f = (a, b) => a', "s = ','"]
    """
    parts, depth, start, quote = [], 0, 0, ""
    for place, sign in enumerate(text):
        if quote:
            quote = "" if sign == quote else quote
        elif sign in "\"'`":
            quote = sign
        elif sign in "([{<":
            depth += 1
        elif sign in ")]}" or (sign == ">" and text[place - 1 : place] not in ("=", "-")):
            depth -= 1
        elif sign == separator and depth <= 0:
            parts.append(text[start:place].strip())
            start = place + 1
    parts.append(text[start:].strip())
    return [part for part in parts if part]


def matching(text: str, start: int, pairs: str = "()[]{}") -> int:
    """The place of the bracket that closes the one at `start`, or the end of the text."""
    opening, closing = pairs[::2], pairs[1::2]
    depth = 0
    for place in range(start, len(text)):
        if text[place] in opening:
            depth += 1
        elif text[place] in closing:
            depth -= 1
            if depth == 0:
                return place
    return len(text)


def depths(text: str) -> list[int]:
    """How many braces are open before each character."""
    found, depth = [], 0
    for sign in text:
        if sign == "}":
            depth = max(0, depth - 1)
        found.append(depth)
        if sign == "{":
            depth += 1
    return found
