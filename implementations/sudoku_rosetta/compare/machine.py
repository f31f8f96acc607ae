"""What a comparison was run on: the machine, the Python, the compiler, the commit. What is not known is null."""

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
    """Where the figures come from."""

    cpu: Annotated[str | None, "the processor's name"]
    cores: Annotated[int, "how many of them this process may use"]
    governor: Annotated[str | None, "how the frequency of the processor is governed"]
    system: Annotated[str, "the operating system, its release, the architecture"]
    load: Annotated[float | None, "how many processes wanted to run, in the minute before"]
    python: Annotated[str, "the interpreter and its version"]
    python_built: Annotated[str, "the compiler that it was built with, and how it was configured"]
    python_flags: Annotated[str | None, "the compiler flags of the interpreter"]
    compiler: Annotated[str | None, "the compiler of our C, as it says itself in the extension"]
    flags: Annotated[str | None, "its flags, where the extension has recorded them"]
    version: Annotated[str, "of sudoku-rosetta"]
    commit: Annotated[
        str | None, "the commit of the checkout that it runs from; + where it was changed since"
    ]


def this_machine() -> Machine:
    """As it is now."""
    extension = _extension()
    return Machine(
        cpu=_cpu(),
        cores=cores(),
        governor=_text("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"),
        system=f"{platform.system()} {platform.release()} {platform.machine()}",
        load=round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None,
        python=f"{platform.python_implementation()} {platform.python_version()}",
        python_built="; ".join([platform.python_compiler(), *_configured()]),
        python_flags=sysconfig.get_config_var("CFLAGS"),
        compiler=_said(extension, rb"(?:GCC: \([^\0]*|[^\0]*clang version [^\0]*)"),
        flags=_said(extension, rb"GNU C\d+ [^\0]*"),
        version=_version(),
        commit=_commit(),
    )


def _configured() -> list[str]:
    """The choices that were made for this Python; not the folders, which are nobody's business."""
    words = shlex.split(str(sysconfig.get_config_var("CONFIG_ARGS") or ""))
    return [
        word for word in words if word.startswith(("--enable", "--with", "--disable")) and "/" not in word
    ]


def _version() -> str:
    try:
        return importlib.metadata.version("sudoku-rosetta")
    except importlib.metadata.PackageNotFoundError:  # run from its files, not installed
        return "not installed"


def _cpu() -> str | None:
    named = re.search(r"^(?:model name|Model)\s*: (.*)", _text("/proc/cpuinfo") or "", re.M)
    return named[1] if named else platform.processor() or None


def _text(path: str) -> str | None:
    try:
        return Path(path).read_text(encoding="utf-8").strip()
    except OSError:
        return None


def _extension() -> bytes:
    spec = importlib.util.find_spec(f"{__package__.rpartition('.')[0]}.solvers._original_c")
    return Path(spec.origin).read_bytes() if spec and spec.origin else b""


def _said(extension: bytes, pattern: bytes) -> str | None:
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
