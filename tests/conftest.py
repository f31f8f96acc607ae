"""Fixtures and settings for all tests."""

import os
import signal
import uuid
from collections.abc import Callable, Iterator
from typing import NoReturn

import demand
import pytest
from waiting import alive


def pytest_configure() -> None:
    """Restore SIGINT: a shell that runs the tests in the background makes them, and their children, ignore it."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int | None:
    """With -n auto, use one worker more than there are cores, because some tests wait."""
    if "PYTEST_XDIST_AUTO_NUM_WORKERS" in os.environ:
        return None
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return cores + 1


@pytest.fixture(name="skip_or_fail", scope="session")
def _skip_or_fail() -> Callable[[str, str], NoReturn]:
    return demand.skip_or_fail


@pytest.fixture
def mark(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A marker in the environment of every process that the test starts. At the end, none may be alive."""
    word = uuid.uuid4().hex
    monkeypatch.setenv("STARTED_BY_A_TEST", word)
    yield word
    assert alive(word) == []
