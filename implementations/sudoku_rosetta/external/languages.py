"""The programming languages of solvers: the entries of languages.toml.

>>> languages()["Go"].suffixes, language_of_suffix(".PY").name
(('.go',), 'Python')
"""

from __future__ import annotations

import functools
import re
import shutil
import sys
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from types import MappingProxyType
from typing import Any

from ..messages import Message


@dataclass(frozen=True)
class Tool:
    """One way to compile and run a source file. See languages.toml for the words in braces."""

    needs: tuple[str, ...]
    run: tuple[str, ...]
    compile: tuple[str, ...] = ()
    when: str = ""
    ignores_exit_code: bool = False
    """Whether the compiler's exit code says nothing: the TypeScript compiler also compiles files with errors."""

    def missing(self) -> str | None:
        """The first program that is not installed."""
        return next((program for program in self.needs if shutil.which(program) is None), None)

    def fits(self, source: str) -> bool:
        """Whether the tool is meant for this source."""
        return not self.when or re.search(self.when, source) is not None


@dataclass(frozen=True)
class Language:
    """One entry of languages.toml."""

    name: str
    suffixes: tuple[str, ...]
    tools: tuple[Tool, ...]
    install: Mapping[str, str]
    interpreters: tuple[str, ...] = ()
    environment: Mapping[str, str] = field(default_factory=dict)
    reads: str = ""
    arguments: str = ""
    main: str = ""
    line_comment: str = ""
    block_comment: tuple[str, str] | tuple[()] = ()

    def is_installed(self) -> bool:
        return self.missing() is None

    def missing(self) -> str | None:
        """The program to install, if no tool can be used."""
        programs = [tool.missing() for tool in self.tools]
        return None if None in programs else programs[0]

    def reads_input(self, source: str) -> bool:
        """Whether a program reads standard input."""
        return _has(self.reads, source)

    def uses_arguments(self, source: str) -> bool:
        """Whether a program uses the arguments of its command."""
        return _has(self.arguments, source)

    def has_main(self, source: str) -> bool:
        """Whether the file can be started as a program."""
        return not self.main or _has(self.main, source)

    def install_command(self) -> str:
        """What to install on this system."""
        systems = {"darwin": "macos", "win32": "windows"}
        return self.install.get(systems.get(sys.platform, "debian"), "")


@functools.cache
def languages() -> Mapping[str, Language]:
    """The languages by name."""
    table = tomllib.loads((files(__package__) / "languages.toml").read_text(encoding="utf-8"))
    return MappingProxyType({name: _language(name, entry) for name, entry in table.items()})


@functools.cache
def language_of_suffix(suffix: str) -> Language | None:
    """The language of a file's suffix."""
    suffix = suffix.lower()
    return next((language for language in languages().values() if suffix in language.suffixes), None)


def language_of_interpreter(program: str) -> Language | None:
    """The language of the program in a file's first line, such as "python3.11" or "bash"."""
    name = re.sub(r"(?<=[a-z])[\d.]+$", "", program)
    found = (each for each in languages().values() if {name, program} & set(each.interpreters))
    return next(found, None)


def not_installed_message(language: Language) -> Message:
    """What to install to run solvers in a language."""
    return Message(
        "unread.not_installed",
        language=language.name,
        program=language.missing() or "",
        command=language.install_command(),
    )


def _language(name: str, entry: dict[str, Any]) -> Language:
    fields = _with_tuples(entry)
    fields["tools"] = tuple(Tool(**_with_tuples(tool)) for tool in entry["tools"])
    return Language(name, **fields)


def _with_tuples(entry: dict[str, Any]) -> dict[str, Any]:
    return {key: tuple(value) if isinstance(value, list) else value for key, value in entry.items()}


def _has(pattern: str, source: str) -> bool:
    return bool(pattern) and re.search(pattern, source) is not None
