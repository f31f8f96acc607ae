"""Messages to the user, in English and French. The sentences are in en.toml and fr.toml, by code.

No code may depend on the text of a message.

>>> Message("missing.no_file", file="mine.js").en
'file not found: mine.js'
"""

from __future__ import annotations

import functools
import locale
import os
import re
import string
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from types import MappingProxyType
from typing import Any, Literal, TypeAlias, get_args

__all__ = ["LANGUAGES", "Language", "Message", "format_number", "locale_language", "sentences"]

Language = Literal["en", "fr"]
LANGUAGES: tuple[Language, ...] = get_args(Language)
Argument: TypeAlias = "str | int | float | Message"
FRENCH_SEPARATORS = str.maketrans({",": "\N{NARROW NO-BREAK SPACE}", ".": ","})
ENGLISH_ORDINALS = {1: "st", 2: "nd", 3: "rd"}


@dataclass(frozen=True, init=False)
class Message:
    """A code and its arguments. An argument can be a message too.

    A sentence with a plural is a table: the argument `number` selects `none`, `one` or `other`. {number:n} adds
    thousands separators, {number:th} is an English ordinal, and a float gets the decimal separator of the language.

    Modules that cannot import `messages` write their English sentences themselves and pass them as `english`.

    >>> Message("counted.gives", number=0).fr
    'votre programme ne donne aucune solution'
    """

    code: str
    arguments: Mapping[str, Argument]

    def __init__(self, code: str, /, **arguments: Argument) -> None:
        object.__setattr__(self, "code", code)
        arguments = {
            key: _escaped(value) if isinstance(value, str) else value for key, value in arguments.items()
        }
        object.__setattr__(self, "arguments", MappingProxyType(arguments))

    def __hash__(self) -> int:
        return hash((self.code, tuple(self.arguments.items())))

    def __reduce__(self) -> tuple[Any, ...]:  # copy and pickle do not support MappingProxyType
        return functools.partial(Message, self.code, **self.arguments), ()

    @classmethod
    def verbatim(cls, text: str) -> Message:
        """A text that is not translated: the output of a program, a name."""
        return cls("verbatim", text=text)

    def in_language(self, language: Language) -> str:
        """The text in this language."""
        arguments = {
            key: value.in_language(language) if isinstance(value, Message) else value
            for key, value in self.arguments.items()
        }
        return _Formatter(language).vformat(_sentence(self, language), (), arguments)

    def __str__(self) -> str:
        return self.en

    @property
    def en(self) -> str:
        return self.in_language("en")

    @property
    def fr(self) -> str:
        return self.in_language("fr")

    def to_json(self) -> dict[str, Any]:
        """Code, arguments, and the text in both languages."""
        arguments = {
            key: value.to_json() if isinstance(value, Message) else value
            for key, value in self.arguments.items()
        }
        return {"code": self.code, "arguments": arguments, "en": self.en, "fr": self.fr}

    @classmethod
    def from_json(cls, fields: Mapping[str, Any]) -> Message:
        """Read what `to_json` wrote. An unknown code keeps its texts.

        >>> Message.from_json({"en": "an old sentence", "fr": "une ancienne phrase"}).fr
        'une ancienne phrase'
        """
        if fields.get("code") not in sentences("fr"):
            return cls("as_written", en=fields["en"], fr=fields["fr"])
        arguments = {
            key: cls.from_json(value) if isinstance(value, dict) else value
            for key, value in fields["arguments"].items()
        }
        return cls(fields["code"], **arguments)


def locale_language() -> Language:
    """The language of the user's locale; English by default."""
    name = next((os.environ[key] for key in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(key)), "")
    return "fr" if (name or locale.getlocale()[0] or "").lower().startswith("fr") else "en"


_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
"""Control characters except tab and newline, and surrogates, which UTF-8 cannot encode."""


def _escaped(text: str) -> str:
    return _CONTROL.sub(lambda found: ascii(found[0])[1:-1], text)


@functools.cache
def sentences(language: Language) -> Mapping[str, str | Mapping[str, str]]:
    """All sentences of a language, by code. A code is the path of TOML keys, joined by dots."""
    table = tomllib.loads((files(__package__) / f"{language}.toml").read_text(encoding="utf-8"))
    return MappingProxyType(dict(_flattened(table, ())))


def _flattened(table: Mapping[str, Any], path: Sequence[str]) -> list[tuple[str, Any]]:
    found: list[tuple[str, Any]] = []
    for key, value in table.items():
        if isinstance(value, dict) and "other" not in value:
            found += _flattened(value, [*path, key])
        else:
            found.append((".".join([*path, key]), value))
    return found


def _sentence(message: Message, language: Language) -> str:
    if language == "en" and "english" in message.arguments:
        return "{english}"
    found = sentences(language)[message.code]
    if isinstance(found, str):
        return found
    number = message.arguments["number"]
    form = "none" if number == 0 and "none" in found else "one" if number == 1 else "other"
    return found.get(form, found["other"])


def format_number(language: Language, value: float, spec: str = ",") -> str:
    """Format a number with the separators of the language.

    >>> format_number("en", 1234.5, ",.2f"), format_number("fr", 0.5, "g")
    ('1,234.50', '0,5')
    """
    text = format(value, spec)
    return text.translate(FRENCH_SEPARATORS) if language == "fr" else text


def _english_ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 11th, 21st."""
    return f"{number}{'th' if number // 10 % 10 == 1 else ENGLISH_ORDINALS.get(number % 10, 'th')}"


class _Formatter(string.Formatter):
    def __init__(self, language: Language) -> None:
        self._language = language

    def format_field(self, value: Any, format_spec: str) -> str:
        if format_spec == "n":
            return format_number(self._language, value)
        if format_spec == "th":
            return _english_ordinal(value)
        if isinstance(value, float):
            return format_number(self._language, value, format_spec)
        return str(super().format_field(value, format_spec))
