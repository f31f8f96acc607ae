"""The pytest plugin: which solvers `pytest --pyargs sudoku_rosetta.conformance` judges, and how.

pytest loads this file in every project of whoever has the package. So it imports nothing, and takes the short names
of its options last: where another plugin or a conftest.py has one, it is there under its long name only.
"""

from __future__ import annotations

import argparse
import contextlib
from collections.abc import Generator
from typing import Any

import pytest

QUICK = 500
"""Placements of a row-major search: without any option, only smaller cases are asked, and the documents' grids."""


def placements(text: str) -> int | str:
    """A number, or "all"; argparse names this function where it is neither."""
    return text if text == "all" else int(text)


OPTIONS: tuple[tuple[str, dict[str, Any]], ...] = (
    (
        "solver",
        {
            "action": "append",
            "default": [],
            "metavar": "SPEC",
            "help": "judge this solver: a registered name, file.py:function, module:function, a source file or "
            "folder, or cmd:COMMAND (a grid on standard input, 81 digits per solution on standard output); "
            "repeatable",
        },
    ),
    (
        "level",
        {
            "choices": ("first", "all", "count", "fast"),
            "default": None,
            "help": "what is asked for: the first solution, all of them, also of grids with thousands or their "
            "number, also of grids that take a plain search long",
        },
    ),
    (
        "budget",
        {
            "type": placements,
            "default": None,
            "metavar": "PLACEMENTS",
            "help": "skip the cases that take a row-major search more placements than this; all: what each solver "
            "is asked for by `sudoku-rosetta conform`",
        },
    ),
    (
        "case",
        {
            "action": "append",
            "default": [],
            "metavar": "PATTERN",
            "help": "only the cases whose id, group or tag is like this (with * and ?)",
        },
    ),
    ("lang", {"choices": ("en", "fr"), "default": None, "help": "the language of what is said: en or fr"}),
)
LONG_ONLY = ("budget",)


def pytest_addoption(parser: pytest.Parser) -> None:
    """--conformance-solver and the others."""
    for name, settings in OPTIONS:
        _group(parser).addoption(f"--conformance-{name}", dest=_destination(name), **settings)


@pytest.hookimpl(wrapper=True)
def pytest_load_initial_conftests(parser: pytest.Parser) -> Generator[None]:
    """--solver and the others."""
    yield
    for name, settings in OPTIONS:
        if name not in LONG_ONLY:
            with contextlib.suppress(ValueError, argparse.ArgumentError):
                _group(parser).addoption(f"--{name}", dest=_destination(name), **settings)


def is_quick(config: pytest.Config) -> bool:
    """Whether nothing was asked for in particular: our own solvers, and seconds rather than minutes."""
    given = (config.getoption(_destination(name), default=None) for name, _ in OPTIONS if name != "lang")
    return all(value is None or value == [] for value in given)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """How to ask for everything, where our suite alone is run, and only a part of it."""
    named = any("sudoku_rosetta" in each for each in config.args)
    if named and config.getoption("pyargs", default=False) and is_quick(config):
        terminalreporter.write_line(
            f"sudoku-rosetta: a quick run: cases of up to {QUICK} placements, and the documents' grids; "
            "--conformance-budget=all runs everything"
        )


def _group(parser: pytest.Parser) -> pytest.OptionGroup:
    return parser.getgroup("sudoku-rosetta conformance", "any Sudoku solver, judged")


def _destination(name: str) -> str:
    return f"conformance_{name.replace('-', '_')}"
