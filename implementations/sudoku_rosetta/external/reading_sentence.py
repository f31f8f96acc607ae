"""A reading in one sentence: "class Solution, method solveSudoku; fills nine lists of characters in place"."""

from __future__ import annotations

import re

from ..messages import Message
from .driver import MAIN
from .forms import default_blank, split_code
from .names import is_name_of_solver
from .reading import Reading

_WORD = r"[\w$!?]+"
_SET_VARIABLE = re.compile(rf"(?P<variable>[\w.$@:]+) = GRID; (?:{_WORD}(?:\.|::))?(?P<name>{_WORD})\(")
_METHOD = re.compile(rf"(?:new )?(?P<owner>{_WORD})(?:\.new|::new|\(|\.|->|::)")
_MADE = re.compile(
    rf"(?:[\w<>\[\]&*:.]+ )*?(?P<variable>{_WORD}) :?= (?:new )?(?:New(?=[A-Z]))?(?P<owner>{_WORD})"
    rf"(?:\.new|(?:\.|::){_WORD})?\("
    rf"|(?P<declared>[A-Z]\w*) (?P<as>\w+)(?:[({{]|$)"
)
"""A statement that makes an object: "Sudoku s = new Sudoku(GRID)", "let mut s = Sudoku::new(GRID)", "Sudoku
s(GRID)"."""
_CALL = re.compile(rf"(?:(?P<owner>{_WORD})(?:\.|->|::))?(?P<name>{_WORD})\(")
_LAST_CALL = re.compile(rf"(?P<name>{_WORD})\s*\([^()]*\)(?!.*\()")
_FUNCTION = re.compile(rf"(?P<name>{_WORD})(?:\(|\s)")


def sentence_of(reading: Reading) -> Message:
    """What was recognised."""
    code = reading.answer.replace(" ", "_")
    if reading.call in ("", MAIN):
        return Message(
            f"reading.{_program_way(reading.form)}", form=_form(reading.form), file=_file_name(reading.form)
        )
    if _SET_VARIABLE.match(reading.call):
        code = code.removesuffix("_and_returned")
    return Message(f"reading.{code}", entry=_entry(reading.call), form=_form(reading.form))


def remarks_in_words(reading: Reading) -> Message:
    """The sentence, with how sure it is, and with the first remark."""
    said = sentence_of(reading)
    if reading.sure != "sure":
        said = Message(f"reading.sure.{reading.sure}", said=said)
    return Message("reading.remark", said=said, remark=reading.odd[0]) if reading.odd else said


def _entry(call: str) -> Message:
    if found := _SET_VARIABLE.match(call):
        return Message("reading.entry.variable", name=found["name"], variable=found["variable"])
    if ";" in call and (entry := _entry_of_statements(call)) is not None:
        return entry
    plain = re.sub(r"^[\w$]+ = (?=.*;)", "", call)
    owner = _METHOD.match(plain)
    last = _LAST_CALL.search(plain)
    if owner and owner["owner"] == "GRID" and last:
        return Message("reading.entry.function", name=last["name"])
    if owner and owner["owner"][:1].isupper() and last and last["name"] != owner["owner"]:
        made = plain.partition(")")[0]
        code = (
            "reading.entry.object" if "GRID" in made and last["name"] not in made else "reading.entry.method"
        )
        return Message(code, owner=owner["owner"], name=last["name"])
    if found := _FUNCTION.match(plain):
        return Message("reading.entry.function", name=found["name"])
    return Message.verbatim(call)


def _entry_of_statements(call: str) -> Message | None:
    """The entry where an object is made first: the call that solves."""
    statements = [part.strip() for part in call.split(";")]
    made = {
        found["variable"] or found["as"]: (found["owner"] or found["declared"], part)
        for part in statements
        if (found := _MADE.match(part))
    }
    calls = [found for part in statements if not _MADE.match(part) and (found := _CALL.match(part))]
    if not made or not calls:
        return None
    found = next((each for each in calls if is_name_of_solver(each["name"])), calls[0])
    owner, statement = made.get(found["owner"], (found["owner"] or "", ""))
    if not owner[:1].isupper():
        return Message("reading.entry.function", name=found["name"])
    code = "reading.entry.object" if "GRID" in statement else "reading.entry.method"
    return Message(code, owner=owner, name=found["name"])


def _program_way(form: str) -> str:
    way = form.split()[0]
    if way == "file":
        return "program_named_file" if len(form.split()) > 2 else "program_file"
    return {"argument": "program_argument", "source": "program_source"}.get(way, "program_input")


def _file_name(form: str) -> str:
    return " ".join(form.split()[1:-1]) if form.startswith("file ") else ""


def _form(code: str) -> Message:
    code = code.rpartition(" ")[2] if code.startswith("file ") else code
    if code in ("argument", "source"):
        code = "line"
    name, blank = split_code(code)
    form = Message(f"form.{name.replace('-', '_')}")
    if blank == default_blank(code):
        return form
    sign = Message(f"form.blank.{blank}") if blank in ("space", "nothing") else Message.verbatim(blank)
    return Message("form.with_blank", form=form, blank=sign)
