"""What may be skipped: nothing that the environment variable SUDOKU_ROSETTA_DEMAND names.

It is a comma separated list of the things that a machine must have (`cc`, `sdl`, ...): where one of them
is demanded, its absence fails the test that needs it, so that a green run cannot hide it.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import NoReturn

import pytest


def demanded(name: str) -> bool:
    return name in [word.strip() for word in os.environ.get("SUDOKU_ROSETTA_DEMAND", "").split(",")]


def skip_or_fail(name: str, reason: str) -> NoReturn:
    if demanded(name):
        pytest.fail(f"{name} is demanded by SUDOKU_ROSETTA_DEMAND: {reason}", pytrace=False)
    pytest.skip(reason)


@pytest.fixture(name="demanded", scope="session")
def _demanded() -> Callable[[str], bool]:
    return demanded


@pytest.fixture(name="skip_or_fail", scope="session")
def _skip_or_fail() -> Callable[[str, str], NoReturn]:
    return skip_or_fail
