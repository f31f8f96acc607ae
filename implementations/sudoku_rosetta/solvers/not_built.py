"""What is said where a C extension of ours is not there, and what to do about it."""

from __future__ import annotations


def not_built(error: ImportError) -> str:
    """For the solver whose extension could not be imported."""
    return (
        "not built: install sudoku-rosetta again where there is a C compiler "
        "(Debian, Ubuntu: apt install gcc; Fedora: dnf install gcc; macOS: xcode-select --install); "
        f"SUDOKU_ROSETTA_REQUIRE_CORE=1 then shows what goes wrong ({error})"
    )
