"""Make formatters for pymdownx.superfences from functions that turn the options of a fence into HTML."""

import functools
from collections.abc import Callable
from typing import Any

import yaml
from pymdownx.superfences import SuperFencesException

Render = Callable[[dict[str, Any], str], str]


class StaleError(ValueError):
    """A fence refers to something that does not exist."""


def fence(render: Render, language: str) -> Callable[..., str]:
    """The formatter of a fence. It can be pickled, as zensical requires."""
    return functools.partial(_formatted, render, language)


def _formatted(render: Render, language: str, source: str, *_: object, **__: object) -> str:
    try:
        # exclude fences from the search index: it recognizes them by a tag that they do not contain themselves
        return f"<section data-search-exclude>{render(yaml.safe_load(source), language)}</section>"
    except Exception as error:  # superfences hides all other exceptions
        raise SuperFencesException(f"{type(error).__name__}: {error}\nin the fence\n{source}") from error


def check_options(options: dict[str, Any], *names: str, needed: tuple[str, ...] = ()) -> None:
    """Reject unknown and missing options."""
    if unknown := set(options) - set(names):
        raise StaleError(f"unknown options {', '.join(sorted(unknown))}; the fence has {', '.join(names)}")
    if missing := set(needed) - set(options):
        raise StaleError(f"{', '.join(sorted(missing))} missing")


def words(value: str | list[str]) -> list[str]:
    """A YAML list, or a string of words separated by commas."""
    return [word.strip() for word in value.split(",")] if isinstance(value, str) else list(value)
