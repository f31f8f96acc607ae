"""The reason of an outcome as a pupil reads it: one sentence, without carets, folders and tracebacks.

>>> plain_reason(Message.verbatim('File "/home/ada/mine.py", line 3 x[ ^^ SyntaxError'), "en")
'File "mine.py", line 3 x[ SyntaxError'
"""

from __future__ import annotations

import re

from ..messages import Language, Message

MAX_LENGTH = 400
UNREADABLE = "solver_error.kind.unreadable"
_PLACE = re.compile(r'File "([^"]+)", line (\d+)')
_LIBRARY = re.compile(r"[/\\]lib(?:64)?[/\\]python|site-packages|^<")
_TRACEBACK = re.compile(
    r"Traceback \(most recent call last\):.*?(?=\b\w*(?:Error|Exception|Interrupt|Exit)\b|$)", re.S
)
_CARETS = re.compile(r"(?<!\S)(?:\|\s*)?[\^~]+(?!\S)")
_QUOTED_PATH = re.compile(r"""(["'`‘])/[^"'`’]*/([^"'`’/]+)(["'`’])""")
_PATH = re.compile(r"""(?<![\w.:/])/(?:[^\s/:"'<>,;()]+/)+([^\s/:"'<>,;()]+)""")
_SOLUTION_AT_THE_END = re.compile(r"\s?: [0-9]{81}$")
_GRID = re.compile(r"(?<![0-9])([0-9]{9})[0-9]{72}(?![0-9])")


def plain_reason(reason: Message, language: Language, *, without_solution: bool = False) -> str:
    """The reason in one sentence. `without_solution`: 81 digits at its end are left out, others shortened."""
    if reason.code == "solver_error.said_in_detail":
        arguments = reason.arguments
        said = Message("solver_error.said", opening=arguments["opening"], said=arguments["said"])
        text = _plain(said.in_language(language))
        if getattr(arguments["opening"], "code", "") != UNREADABLE:  # the text already has the output
            text += _detail(str(arguments["detail"]), language)
    else:
        text = _plain(reason.in_language(language))
    if without_solution:
        text = _GRID.sub(r"\1…", _SOLUTION_AT_THE_END.sub("", text))
    return text if len(text) <= MAX_LENGTH else f"{text[:MAX_LENGTH]}…"


def as_sentence(text: str) -> str:
    """The text with a capital and a full stop."""
    text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "…", "!", "?")) else f"{text}."


def _detail(detail: str, language: Language) -> str:
    """Of a traceback, the last line of the pupil's own code; of other output, the text."""
    places = [place for place in _PLACE.findall(detail) if not _LIBRARY.search(place[0])]
    if places:
        file, line = places[-1]
        message = Message("class_report.place", file=re.split(r"[/\\]", file)[-1], line=int(line))
        return f" ({message.in_language(language)})"
    plain = _plain(detail)
    return f" ({plain})" if plain else ""


def _plain(text: str) -> str:
    text = _CARETS.sub(" ", _TRACEBACK.sub(" ", text))
    text = _PATH.sub(r"\1", _QUOTED_PATH.sub(r"\1\2\3", text))
    return " ".join(text.split())
