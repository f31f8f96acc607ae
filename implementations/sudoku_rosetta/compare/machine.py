"""The environment of a comparison: processor, Python, compiler, commit. Unknown values are null."""

from __future__ import annotations

import contextlib
import importlib.metadata
import importlib.util
import os
import platform
import re
import shlex
import subprocess
import sysconfig
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from ..runtime.executors import cores


@dataclass(frozen=True)
class Machine:
    """The machine and the software that produced the results."""

    cpu: Annotated[str | None, "name of the processor"]
    cores: Annotated[int, "number of CPU cores available to this process"]
    governor: Annotated[str | None, "frequency governor of the processor"]
    system: Annotated[str, "operating system, release, architecture"]
    load: Annotated[float | None, "load average of the last minute"]
    python: Annotated[str, "Python implementation and version"]
    python_built: Annotated[str, "compiler and configure options of the interpreter"]
    python_flags: Annotated[str | None, "compiler flags of the interpreter"]
    compiler: Annotated[str | None, "compiler of the package's C extension, read from the extension"]
    flags: Annotated[str | None, "its flags, if the extension records them"]
    version: Annotated[str, "version of sudoku-rosetta"]
    commit: Annotated[str | None, "git commit of the checkout, with + if files were modified"]


def this_machine() -> Machine:
    """Describe the machine that this process runs on."""
    extension = _extension()
    return Machine(
        cpu=_cpu(),
        cores=cores(),
        governor=_read_text("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"),
        system=f"{platform.system()} {platform.release()} {platform.machine()}",
        load=round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None,
        python=f"{platform.python_implementation()} {platform.python_version()}",
        python_built="; ".join([platform.python_compiler(), *_configure_options()]),
        python_flags=sysconfig.get_config_var("CFLAGS"),
        compiler=_match(extension, rb"(?:GCC: \([^\0]*|[^\0]*clang version [^\0]*)"),
        flags=_match(extension, rb"GNU C\d+ [^\0]*"),
        version=_version(),
        commit=_commit(),
    )


def _configure_options() -> list[str]:
    """The options of the interpreter's ./configure, without folders, which are private."""
    words = shlex.split(str(sysconfig.get_config_var("CONFIG_ARGS") or ""))
    return [
        word for word in words if word.startswith(("--enable", "--with", "--disable")) and "/" not in word
    ]


def _version() -> str:
    try:
        return importlib.metadata.version("sudoku-rosetta")
    except importlib.metadata.PackageNotFoundError:  # imported from a checkout
        return "not installed"


def _cpu() -> str | None:
    named = re.search(r"^(?:model name|Model)\s*: (.*)", _read_text("/proc/cpuinfo") or "", re.M)
    return named[1] if named else platform.processor() or None


def _read_text(path: str) -> str | None:
    try:
        return Path(path).read_text(encoding="utf-8").strip()
    except OSError:
        return None


def _extension() -> bytes:
    spec = importlib.util.find_spec(f"{__package__.rpartition('.')[0]}.solvers._original_c")
    return Path(spec.origin).read_bytes() if spec and spec.origin else b""


def _match(extension: bytes, pattern: bytes) -> str | None:
    found = re.search(pattern, extension)
    return found[0].decode(errors="replace").strip() if found else None


def _commit() -> str | None:
    def git(*words: str) -> str:
        command = ["git", "-C", str(Path(__file__).parent), *words]
        return subprocess.run(command, capture_output=True, text=True, check=True, timeout=10).stdout.strip()

    if "site-packages" in Path(__file__).parts:
        return None
    with contextlib.suppress(OSError, subprocess.SubprocessError):
        changed = git("status", "--porcelain", "--untracked-files=no")
        return git("rev-parse", "--short=12", "HEAD") + ("+" if changed else "")
    return None
