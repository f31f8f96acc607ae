"""Skip a test that needs something missing, or fail it if SUDOKU_ROSETTA_DEMAND names that thing.

This environment variable is a comma-separated list of requirements, such as `cc`, `sdl` and `core`. Tests that need
them must not be skipped.
"""

import os
from typing import NoReturn

import pytest


def demanded(name: str) -> bool:
    return name in [word.strip() for word in os.environ.get("SUDOKU_ROSETTA_DEMAND", "").split(",")]


def skip_or_fail(name: str, reason: str) -> NoReturn:
    if demanded(name):
        pytest.fail(f"{name} is demanded by SUDOKU_ROSETTA_DEMAND: {reason}", pytrace=False)
    pytest.skip(reason)
