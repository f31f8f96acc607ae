"""A function from what is written in a fence to HTML, as superfences wants it."""

import functools
from collections.abc import Callable
from typing import Any

import yaml
from pymdownx.superfences import SuperFencesException

Render = Callable[[dict[str, Any], str], str]


class StaleError(ValueError):
    """A page asks for what is not, or no longer, in the files."""


def fence(render: Render, language: str) -> Callable[..., str]:
    """Not a function inside this one: zensical keeps what it has built by a digest of the pickled settings."""
    return functools.partial(_formatted, render, language)


def _formatted(render: Render, language: str, source: str, *_: object, **__: object) -> str:
    try:
        # what is searched is the pages' own text; the search knows what it leaves out by the tag alone, so the
        # tag has to be one that is not inside
        return f"<section data-search-exclude>{render(yaml.safe_load(source), language)}</section>"
    except Exception as error:  # superfences swallows every other one, and the page would come out wrong
        raise SuperFencesException(f"{type(error).__name__}: {error}\nin the fence\n{source}") from error


def only(asked: dict[str, Any], *names: str, needed: tuple[str, ...] = ()) -> None:
    """A word in a fence that nobody reads is a mistake."""
    if unknown := set(asked) - set(names):
        raise StaleError(f"a fence has no {', '.join(sorted(unknown))}; it has {', '.join(names)}")
    if missing := set(needed) - set(asked):
        raise StaleError(f"{', '.join(sorted(missing))} missing")


def words(said: str | list[str]) -> list[str]:
    """A list written as YAML writes it, or as words with commas."""
    return [word.strip() for word in said.split(",")] if isinstance(said, str) else list(said)
