"""What holds for all tests: the words of demand.py as fixtures, and that Ctrl-C is heard."""

import os
import signal
import uuid
from collections.abc import Callable, Iterator
from typing import NoReturn

import demand
import pytest
from waiting import alive


def pytest_configure() -> None:
    """A shell that starts the tests in the background has them ignore Ctrl-C, and all programs that they start."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int | None:
    """With -n auto, one more than the cores of this process: some tests wait, and another can run meanwhile."""
    if "PYTEST_XDIST_AUTO_NUM_WORKERS" in os.environ:
        return None
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return cores + 1


@pytest.fixture(name="skip_or_fail", scope="session")
def _skip_or_fail() -> Callable[[str, str], NoReturn]:
    return demand.skip_or_fail


@pytest.fixture
def mark(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A word that every process started meanwhile carries; none of them may be left in the end."""
    word = uuid.uuid4().hex
    monkeypatch.setenv("STARTED_BY_A_TEST", word)
    yield word
    assert alive(word) == []
