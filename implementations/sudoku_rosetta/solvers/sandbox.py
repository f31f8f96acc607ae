"""Bubblewrap around a program, where it is installed and allowed: no network, a read-only world, a private /tmp
and a private folder to write in, process numbers of its own."""

from __future__ import annotations

import functools
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

_APART = "--unshare-net --unshare-pid --unshare-ipc --new-session --die-with-parent".split()
_WORLD = "--ro-bind / / --dev /dev --proc /proc".split()
_HIDDEN = Path("/tmp")  # the world's own, behind the private one
_HOME = "/tmp/home"
_TMP_BYTES = 256 * 2**20


@functools.cache
def why_not() -> str | None:
    """Why bubblewrap cannot hold a program here; None where it can."""
    bwrap = shutil.which("bwrap")
    if bwrap is None:
        return "bwrap is not installed"
    try:
        tried = subprocess.run([bwrap, *_inside(bwrap), "true"], capture_output=True, timeout=10, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"bwrap does not run here ({type(error).__name__})"
    if tried.returncode == 0:
        return None
    said = tried.stderr.decode(errors="replace").strip().splitlines()
    return said[-1] if said else f"bwrap ended with {tried.returncode}"


@functools.cache
def _inside(bwrap: str) -> list[str]:
    """What is seen inside: all of it read-only, but for a /tmp in memory (bounded, where bwrap knows how)."""
    manual = subprocess.run([bwrap, "--help"], capture_output=True, timeout=10, check=False).stdout
    bound = ["--size", str(_TMP_BYTES)] if b"--size" in manual else []
    return [*_APART, *_WORLD, *bound, "--tmpfs", str(_HIDDEN), "--dir", _HOME]


def around(command: Sequence[str], folder: Path) -> list[str]:
    """The command inside the sandbox: it begins in `folder`, and may write in its home and in /tmp."""
    bwrap = str(shutil.which("bwrap"))
    arguments = [bwrap, *_inside(bwrap)]
    for path in _needed_and_hidden(command, folder):
        arguments += ["--ro-bind", str(path), str(path)]
    for name in ("HOME", "TMPDIR", "SCIHOME"):
        arguments += ["--setenv", name, _HOME]
    return [*arguments, "--chdir", str(folder), "--", *command]


def _needed_and_hidden(command: Sequence[str], folder: Path) -> list[Path]:
    """What the program must see although it lies in /tmp: its folder, its files, this Python and this package."""
    package = Path(__file__).parents[2]
    asked = {folder, Path(sys.prefix), Path(sys.base_prefix), package}
    for argument in command:
        path = (folder / (argument.partition(":")[0] or argument)).absolute()  # the file of `mine.py:solve`
        if path.is_relative_to(_HIDDEN) and path.exists():
            asked.add(path if path.parent == _HIDDEN else path.parent)  # its neighbours belong to it
    hidden = {path for path in asked if path.is_relative_to(_HIDDEN)}
    return sorted(path for path in hidden if hidden.isdisjoint(path.parents))
