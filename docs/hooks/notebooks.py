"""Make notebooks from the exercise files, for Capytale, Basthon or Jupyter.

Each function is a cell, and so is the code between two functions. The last cells try a few grids; they need only
Python. `conform` can test a notebook that was exported as a Python file.
"""

import ast
import json
import re
from pathlib import Path
from typing import Any

from sudoku_rosetta.conformance.case import case_named

from .exercise import FILES

Cell = dict[str, Any]

# Cases that the trial runs in less than a second: solvable and unsolvable grids.
TRIAL_CASES = (
    "one-with-one-empty-cell-in-each-square",
    "document-pseudocode-grid-2",
    "none-digit-without-a-place-in-a-square",
    "clash-in-a-column-far-apart",
)
HEAD = """\
# {french}

*{english}*

Exécutez les cellules de haut en bas. Il n’y a rien à installer. La cellule d’essai dit ce qui manque encore.
Pour être noté sur toutes les grilles, exportez ce carnet en fichier Python, puis : `{command}`

*Run the cells from top to bottom. There is nothing to install. The trial cell says what is still missing.
For a mark on all grids, export this notebook as a Python file and run the command above.*
"""
TRIAL = '''\
GRIDS = [
{grids}
]


def trial():
    """Un essai sur quelques grilles. / A trial on a few grids."""
    try:
        for grid, solution in GRIDS:
            answer = solve(grid)
            if answer != solution:
                options = f"grille / grid: {{grid}}\\nattendu / expected: {{solution}}"
                return f"faux / wrong\\n{{options}}\\nrendu / given: {{answer}}"
    except NotImplementedError as gap:
        return f"il reste à faire / still to do: {{gap}}"
    return "toutes justes / all correct"


if __name__ == "__main__":
    print(trial())
'''


def write_all(folder: Path) -> None:
    """Write a notebook for each exercise file."""
    for file in sorted(FILES.glob("*_gap.py")):
        content = json.dumps(notebook(file.read_text(encoding="utf-8")), ensure_ascii=False, indent=1)
        (folder / f"{file.stem}.ipynb").write_text(content + "\n", encoding="utf-8")


def notebook(program: str) -> dict[str, Any]:
    """The notebook in nbformat 4.4, the newest version that needs no cell ids."""
    head, *blocks = ast.parse(program).body
    lines = program.splitlines()
    cells = [_head(ast.literal_eval(ast.unparse(head)))]
    main_block = ""
    for text in _blocks(blocks, lines):
        if text.startswith("if __name__"):
            main_block = text
        else:
            cells += [*_gaps(text), _code(text)]
    cells += [_code(_trial()), *([_code(main_block)] if main_block else [])]
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    return {
        "cells": cells,
        "metadata": {"kernelspec": kernel, "language_info": {"name": "python"}},
        "nbformat": 4,
        "nbformat_minor": 4,
    }


def _head(docstring: str) -> Cell:
    french, english, *_ = docstring.splitlines()
    command = next(line for line in docstring.splitlines() if line.startswith("sudoku-rosetta conform"))
    return _markdown(HEAD.format(french=french.rstrip("."), english=english, command=command))


def _blocks(nodes: list[ast.stmt], lines: list[str]) -> list[str]:
    """The text of each function, and of the code between two functions."""
    blocks: list[tuple[type[ast.stmt], list[str]]] = []
    for node in nodes:
        kind = ast.FunctionDef if isinstance(node, ast.FunctionDef) else ast.stmt
        text = "\n".join(lines[node.lineno - 1 : node.end_lineno])
        if kind is ast.stmt and blocks and blocks[-1][0] is ast.stmt and not isinstance(node, ast.If):
            blocks[-1][1].append(text)
        else:
            blocks.append((kind, [text]))
    return ["\n".join(texts) for _, texts in blocks]


def _gaps(text: str) -> list[Cell]:
    """A cell with the instructions of the gaps in this code, to be placed above it."""
    instructions = [
        f"**{found.replace('TROU', 'Trou').replace('GAP', 'Gap')}**"
        for found in re.findall(r"# (TROU .*)", text)
    ]
    return [_markdown("  \n".join(instructions))] if instructions else []


def _trial() -> str:
    grids = []
    for case in map(case_named, TRIAL_CASES):
        solution = repr(case.solutions[0]) if case.solutions else "None"
        grids.append(f"    ({case.grid!r}, {solution}),".replace("'", '"'))
    return TRIAL.format(grids="\n".join(grids)).rstrip()


def _markdown(text: str) -> Cell:
    return {"cell_type": "markdown", "metadata": {}, "source": _source(text)}


def _code(text: str) -> Cell:
    return {
        "cell_type": "code",
        "execution_count": None,
        "metadata": {},
        "outputs": [],
        "source": _source(text),
    }


def _source(text: str) -> list[str]:
    return text.rstrip("\n").splitlines(keepends=True)
