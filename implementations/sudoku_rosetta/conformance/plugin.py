"""pytest plugin: the options of `pytest --pyargs sudoku_rosetta.conformance`.

pytest loads this module in every project of an environment that has the package installed. So it imports no other
module of the package, and adds its short options last: if another plugin has the same option, only the long name is
added.
"""

from __future__ import annotations

import argparse
import contextlib
from collections.abc import Generator
from typing import Any

import pytest

QUICK_PLACEMENTS = 500
"""Without options, only the grids of the documents and cases with at most this many placements are run."""


def placements(text: str) -> int | str:
    """Parse a number or "all". argparse shows the name of this function in its error message."""
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
            "help": "first: the first solution; all: all solutions; count: also grids with thousands of "
            "solutions, or their number; fast: also grids on which a plain search is slow",
        },
    ),
    (
        "budget",
        {
            "type": placements,
            "default": None,
            "metavar": "PLACEMENTS",
            "help": "skip cases in which a row-major search makes more placements; all: the default budgets of "
            "`sudoku-rosetta conform`",
        },
    ),
    (
        "case",
        {
            "action": "append",
            "default": [],
            "metavar": "PATTERN",
            "help": "run only the cases with a matching id, group or tag (wildcards: * and ?)",
        },
    ),
    ("lang", {"choices": ("en", "fr"), "default": None, "help": "language of the messages"}),
)
LONG_ONLY = ("budget",)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the long options, such as --conformance-solver."""
    for name, settings in OPTIONS:
        _group(parser).addoption(f"--conformance-{name}", dest=_destination(name), **settings)


@pytest.hookimpl(wrapper=True)
def pytest_load_initial_conftests(parser: pytest.Parser) -> Generator[None]:
    """Add the short options, such as --solver, unless another plugin has them."""
    yield
    for name, settings in OPTIONS:
        if name not in LONG_ONLY:
            with contextlib.suppress(ValueError, argparse.ArgumentError):
                _group(parser).addoption(f"--{name}", dest=_destination(name), **settings)


def is_quick(config: pytest.Config) -> bool:
    """Whether no option was given: then only a quick part of the suite is run."""
    given = (config.getoption(_destination(name), default=None) for name, _ in OPTIONS if name != "lang")
    return all(value is None or value == [] for value in given)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """After a quick run of the suite alone, print how to run all of it."""
    named = any("sudoku_rosetta" in each for each in config.args)
    if named and config.getoption("pyargs", default=False) and is_quick(config):
        terminalreporter.write_line(
            f"sudoku-rosetta: quick run: cases with up to {QUICK_PLACEMENTS} placements, and the grids of the "
            "documents; --conformance-budget=all runs everything"
        )


def _group(parser: pytest.Parser) -> pytest.OptionGroup:
    return parser.getgroup("sudoku-rosetta conformance", "judge any Sudoku solver")


def _destination(name: str) -> str:
    return f"conformance_{name.replace('-', '_')}"
