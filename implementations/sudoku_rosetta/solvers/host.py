"""Where someone's Python function lives: a process of its own, `python -P -m sudoku_rosetta.solvers.host SPEC`.

It stays from one grid to the next, as the function would in a pupil's own program, so that what it keeps in its
globals can be seen. Requests and answers are lines of JSON on the pipes that it was born with; the function sees
neither: its standard input is empty, and what it prints goes to the standard error.
"""

from __future__ import annotations

import importlib
import importlib.util
import json
import os
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any, TextIO

from .answers import call
from .broke import SolverBroke, last_lines
from .pipes import pipes_to_ourselves

USUAL_NAMES = (
    "solve",
    "resoudre",
    "résoudre",
    "solve_sudoku",
    "solveSudoku",
    "resoudre_sudoku",
    "sudoku",
    "main",
)


def split(spec: str) -> tuple[str, str | None]:
    """The file or the module, and the function's name if it is said.

    >>> split("copies/mine.py:solve"), split("mine.py"), split("package.module:Solver.solve")
    (('copies/mine.py', 'solve'), ('mine.py', None), ('package.module', 'Solver.solve'))
    """
    where, colon, name = spec.rpartition(":")
    if colon and where and name.replace(".", "").isidentifier():
        return where, name
    return spec, None


def is_file(where: str) -> bool:
    return where.endswith(".py") or "/" in where or os.sep in where


def load(spec: str) -> tuple[str, Callable[[Any], Any]]:
    """The function that a spec names, and its name."""
    where, name = split(spec)
    module = _module_of_file(Path(where)) if is_file(where) else _module_named(where)
    return (name, _named(module, where, name)) if name else _guessed(module, where)


def _module_of_file(path: Path) -> ModuleType:
    path = path.absolute()
    if not path.is_file():
        raise _unusable(f"there is no file {path.name}", f"il n'y a pas de fichier {path.name}")
    sys.path.insert(0, str(path.parent))  # its neighbours can be imported, as when Python runs it
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise _unusable(f"{path.name} is not a Python file", f"{path.name} n'est pas un fichier Python")
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module


def _module_named(name: str) -> ModuleType:
    sys.path.insert(0, str(Path.cwd()))
    return importlib.import_module(name)


def _named(module: ModuleType, where: str, name: str) -> Callable[[Any], Any]:
    thing: Any = module
    for part in name.split("."):
        thing = getattr(thing, part, None)
    if callable(thing):
        return thing  # type: ignore[no-any-return]
    there = ", ".join(_functions(module)) or "none"
    raise _unusable(
        f"{where} has no function {name}; its functions: {there}",
        f"{where} n'a pas de fonction {name}; ses fonctions: {there}",
    )


def _guessed(module: ModuleType, where: str) -> tuple[str, Callable[[Any], Any]]:
    functions = _functions(module)
    for name in (*USUAL_NAMES, *(functions if len(functions) == 1 else ())):
        if callable(getattr(module, name, None)):
            return name, getattr(module, name)
    there = ", ".join(functions)
    example = f"{where}:{next(iter(functions), 'solve')}"
    raise _unusable(
        f"{where} has no function called solve, resoudre or the like; "
        + (f"say which of {there}, as {example}" if there else "it defines no function at all"),
        f"{where} n'a pas de fonction appelée solve, resoudre ou semblable; "
        + (f"dites laquelle de {there}, ainsi: {example}" if there else "il ne définit aucune fonction"),
    )


def _functions(module: ModuleType) -> dict[str, Callable[..., Any]]:
    """Those that it defines itself, for others to call."""
    return {
        name: thing
        for name, thing in vars(module).items()
        if callable(thing)
        and not name.startswith("_")
        and not isinstance(thing, type)
        and getattr(thing, "__module__", None) == module.__name__
    }


def _unusable(en: str, fr: str) -> SolverBroke:
    return SolverBroke("unreadable", en, fr)


def broken_by(error: BaseException) -> SolverBroke:
    """What the function raised, as one line, and the end of its traceback without our own lines."""
    if isinstance(error, SolverBroke):
        return error
    frames = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if Path(frame.filename).parent != Path(__file__).parent and "importlib" not in frame.filename
    ]
    last = traceback.format_exception_only(error)
    detail = last_lines("".join([*traceback.format_list(frames)[-6:], *last]))
    line = " ".join(last[-1].split())[:200]
    if isinstance(error, MemoryError):
        return SolverBroke("too much memory", "it ran out of memory", "il a manqué de mémoire", detail)
    return SolverBroke("raised", f"it raised {line}", f"il a levé {line}", detail)


class _Host:
    def __init__(self, requests: TextIO, answers: TextIO) -> None:
        self._requests = requests
        self._answers = answers

    def run(self, spec: str) -> None:
        try:
            name, function = load(spec)
        except BaseException as error:
            self._say_broken(error)
            return
        self._say(ready=name)
        for line in self._requests:
            request = json.loads(line)
            try:
                self._answer(function, request)
            except BaseException as error:
                self._say_broken(error)

    def _answer(self, function: Callable[[Any], Any], request: dict[str, Any]) -> None:
        answered = call(function, request["grid"], request["form"], counts=request["counts"])
        for given, answer in enumerate(answered.answers, 1):
            self._say(answer=answer)
            if given == request["limit"]:
                break
        close = getattr(answered.answers, "close", None)
        if close is not None:
            close()
        self._say(changed=answered.changed, in_place=answered.in_place)

    def _say_broken(self, error: BaseException) -> None:
        broke = broken_by(error)
        self._say(broke=[broke.kind, str(broke), broke.fr, broke.detail])

    def _say(self, **words: Any) -> None:
        self._answers.write(json.dumps(words) + "\n")
        self._answers.flush()


if __name__ == "__main__":
    _Host(*pipes_to_ourselves()).run(sys.argv[1])
