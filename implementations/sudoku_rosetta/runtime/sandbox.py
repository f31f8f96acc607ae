"""Runs a program in a bubblewrap sandbox, if bubblewrap is installed and permitted.

The program has no network, a read-only file system, a private /tmp and home folder, and its own process ids.
"""

from __future__ import annotations

import functools
import shutil
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

_NAMESPACES = "--unshare-net --unshare-pid --unshare-ipc --new-session --die-with-parent".split()
_FILE_SYSTEM = "--ro-bind / / --dev /dev --proc /proc".split()
_HIDDEN = Path("/tmp")
"""In the sandbox, an empty private folder replaces it."""
_HOME = "/tmp/home"
_MAX_TMP_BYTES = 256 * 2**20


@functools.cache
def unavailable_reason() -> str | None:
    """Why the sandbox cannot be used on this machine, or None if it can."""
    bwrap = shutil.which("bwrap")
    if bwrap is None:
        return "bwrap is not installed"
    try:
        run = subprocess.run([bwrap, *_options(bwrap), "true"], capture_output=True, timeout=10, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"bwrap does not run here ({type(error).__name__})"
    if run.returncode == 0:
        return None
    errors = run.stderr.decode(errors="replace").strip().splitlines()
    return errors[-1] if errors else f"bwrap exited with code {run.returncode}"


@functools.cache
def _options(bwrap: str) -> list[str]:
    """A read-only file system and a /tmp in memory, with a size limit if this version of bwrap supports it."""
    usage = subprocess.run([bwrap, "--help"], capture_output=True, timeout=10, check=False).stdout
    size = ["--size", str(_MAX_TMP_BYTES)] if b"--size" in usage else []
    return [*_NAMESPACES, *_FILE_SYSTEM, *size, "--tmpfs", str(_HIDDEN), "--dir", _HOME]


def sandboxed_command(
    command: Sequence[str], folder: Path, visible: Iterable[Path] = (), writable: Iterable[Path] = ()
) -> list[str]:
    """Return the command that runs `command` in the sandbox. It starts in `folder`."""
    bwrap = str(shutil.which("bwrap"))
    arguments = [bwrap, *_options(bwrap)]
    for path in _paths_to_bind(command, folder, visible):
        arguments += ["--ro-bind", str(path), str(path)]
    for path in writable:
        arguments += ["--bind", str(path), str(path)]
    for name in ("HOME", "TMPDIR", "SCIHOME"):
        arguments += ["--setenv", name, _HOME]
    return [*arguments, "--chdir", str(folder), "--", *command]


def _paths_to_bind(command: Sequence[str], folder: Path, visible: Iterable[Path]) -> list[Path]:
    """The paths in /tmp that the program needs: its folder, its files, the Python installation, this package."""
    package = Path(__file__).parents[2]
    needed = {folder, Path(sys.prefix), Path(sys.base_prefix), package, *visible}
    for argument in command:
        path = (folder / argument).absolute()
        if path.is_relative_to(_HIDDEN) and path.exists():
            needed.add(path if path.parent == _HIDDEN else path.parent)  # with the other files of its folder
    hidden = {path for path in needed if path.is_relative_to(_HIDDEN)}
    return sorted(path for path in hidden if hidden.isdisjoint(path.parents))
