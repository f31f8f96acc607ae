"""The public names and their parameters are the recorded ones."""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import Any

import pytest
import sudoku_rosetta
from recording import same_as_recorded

pytestmark = pytest.mark.recorded
RECORDED = Path(__file__).with_name("public_names.json")
PROTOCOLS = ("__eq__", "__getitem__", "__hash__", "__iter__", "__len__", "__lt__", "__str__")


def test_public_names_are_the_recorded_ones() -> None:
    assert sorted(sudoku_rosetta.__all__) == sudoku_rosetta.__all__
    same_as_recorded(
        RECORDED, {name: described(getattr(sudoku_rosetta, name)) for name in sudoku_rosetta.__all__}
    )


def described(thing: Any) -> Any:
    """The public members of a class; the parameters of a function."""
    if not inspect.isclass(thing):
        return parameters(thing)
    classes = [kind for kind in thing.__mro__ if kind.__module__.startswith(sudoku_rosetta.__name__)]
    base = next(kind.__name__ for kind in thing.__mro__ if kind.__module__ == "builtins")
    names = {name for kind in classes for name in (*vars(kind), *vars(kind).get("__annotations__", ()))}
    members = {name: member(thing, name) for name in sorted(names) if not name.startswith("_")}
    protocols = [name for name in PROTOCOLS if any(name in vars(kind) for kind in classes)]
    return {"is": base, "protocols": protocols} | members


def member(kind: type, name: str) -> str:
    found = inspect.getattr_static(kind, name, None)
    if isinstance(found, property):
        return "property"
    return parameters(getattr(kind, name)) if callable(getattr(kind, name, None)) else "attribute"


def parameters(called: Any) -> str:
    """Names, kinds and defaults, without types: mypy checks those."""
    given = inspect.signature(called).parameters.values()
    bare = [each.replace(annotation=inspect.Parameter.empty) for each in given]
    return str(inspect.Signature(bare))
