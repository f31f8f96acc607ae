"""The words of demand.py as fixtures, for tests that take them so."""

from collections.abc import Callable
from typing import NoReturn

import demand
import pytest


@pytest.fixture(name="skip_or_fail", scope="session")
def _skip_or_fail() -> Callable[[str, str], NoReturn]:
    return demand.skip_or_fail
