"""Bubblewrap around a program, where it is installed and allowed: no network, a read-only file system, a /tmp and a
home folder of its own, and its own process numbers."""

from __future__ import annotations

import functools
import shutil
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

_NAMESPACES = "--unshare-net --unshare-pid --unshare-ipc --new-session --die-with-parent".split()
_FILE_SYSTEM = "--ro-bind / / --dev /dev --proc /proc".split()
_HIDDEN = Path("/tmp")  # hidden behind the private one
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
    return [*_NAMESPACES, *_FILE_SYSTEM, *bound, "--tmpfs", str(_HIDDEN), "--dir", _HOME]


def around(command: Sequence[str], folder: Path, visible: Iterable[Path] = ()) -> list[str]:
    """The command inside the sandbox: it starts in `folder`, and may write in its home and in /tmp."""
    bwrap = str(shutil.which("bwrap"))
    arguments = [bwrap, *_inside(bwrap)]
    for path in _needed_and_hidden(command, folder, visible):
        arguments += ["--ro-bind", str(path), str(path)]
    for name in ("HOME", "TMPDIR", "SCIHOME"):
        arguments += ["--setenv", name, _HOME]
    return [*arguments, "--chdir", str(folder), "--", *command]


def _needed_and_hidden(command: Sequence[str], folder: Path, visible: Iterable[Path]) -> list[Path]:
    """What the program must see although it is in /tmp: its folder, its files, this Python and this package."""
    package = Path(__file__).parents[2]
    needed = {folder, Path(sys.prefix), Path(sys.base_prefix), package, *visible}
    for argument in command:
        path = (folder / argument).absolute()
        if path.is_relative_to(_HIDDEN) and path.exists():
            needed.add(path if path.parent == _HIDDEN else path.parent)  # with the files beside it
    hidden = {path for path in needed if path.is_relative_to(_HIDDEN)}
    return sorted(path for path in hidden if hidden.isdisjoint(path.parents))
