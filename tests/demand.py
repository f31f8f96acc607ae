"""What may be skipped: nothing that the environment variable SUDOKU_ROSETTA_DEMAND names.

It is a comma separated list of the things that a machine must have (`cc`, `sdl`, `core`...): where one of them
is demanded, its absence fails the test that needs it, so that a green run cannot hide it.
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
