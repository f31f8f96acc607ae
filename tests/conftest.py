"""What holds for all tests: the words of demand.py as fixtures, and that Ctrl-C is heard."""

import signal
from collections.abc import Callable
from typing import NoReturn

import demand
import pytest


def pytest_configure() -> None:
    """A shell that starts the tests in the background has them ignore Ctrl-C, and all programs that they start."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(name="skip_or_fail", scope="session")
def _skip_or_fail() -> Callable[[str, str], NoReturn]:
    return demand.skip_or_fail
