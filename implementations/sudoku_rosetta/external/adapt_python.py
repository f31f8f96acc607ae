"""The wrapper of a Python function: a function solve(text) in another file."""

from __future__ import annotations

import ast
import builtins
import re
from pathlib import PurePosixPath

from .forms import split_code
from .reading import Reading

_ROW = "text[start : start + 9]"
_ROWS = "for start in range(0, 81, 9)"
_NAMES = "'123456789'"


def python_wrapper(reading: Reading, source: str, comments: list[str]) -> str | None:
    """The text of the wrapper."""
    module = re.sub(r"\W", "_", PurePosixPath(reading.file).stem)
    module = f"_{module}" if module[0].isdigit() else module
    module = f"{module}_" if module in ("re", "text", "grid", "found", "digits", "numpy") else module
    body = [*_grid(reading.form)]
    *first, last = _prefixed(reading.call, module)
    body += first
    body += _answer(reading, source, last)
    uses_output = reading.answer.startswith("printed")
    imports = ["import re"]
    if uses_output:
        imports = ["import contextlib", "import io", *imports]
    if reading.form.startswith("array"):
        imports += ["", "import numpy"]
    loaded, more = _loaded(reading, module, source)
    lines = [
        *(f"# {line}" for line in comments),
        *sorted({*imports, *more} - {""}, key=lambda line: ("numpy" in line, line.startswith("from"), line)),
        "",
        *loaded,
        "",
        "",
        "def solve(text):",
        *(f"    {line}" if line else "" for line in body),
    ]
    return re.sub(r"\n{4,}", "\n\n\n", "\n".join(lines)) + "\n"


def _loaded(reading: Reading, module: str, source: str) -> tuple[list[str], list[str]]:
    """The lines that load the copy, and the imports for them. If statements of the copy fail, it is loaded without
    the statements that fail."""
    file = PurePosixPath(reading.file)
    if any(each.code == "reading.odd.skipped" for each in reading.odd):
        lines = [
            f'{module} = types.ModuleType("{module}")',
            f'for statement in ast.parse(Path(__file__).with_name("{file}").read_text()).body:',
            "    with contextlib.suppress(Exception, SystemExit), contextlib.redirect_stdout(None):",
            f'        exec(compile(ast.Module([statement], []), "{file}", "exec"), {module}.__dict__)',
        ]
        return lines, ["import ast", "import contextlib", "import types", "from pathlib import Path"]
    name = ".".join([*file.parts[:-1], file.stem])
    types = [each for each in ("List", "Optional") if re.search(rf"\b{each}\[", source)]
    missing = [each for each in types if not re.search(rf"import\b.*\b({each}|\*)", source)]
    before = [f"builtins.{each} = typing.{each}  # it is not imported there" for each in missing]
    if before or not all(part.isidentifier() for part in name.split(".")):
        lines = [*before, f'{module} = importlib.import_module("{name}")']
        return lines, ["import importlib", *(["import builtins", "import typing"] if before else [])]
    return [f"import {name}" if module == name else f"import {name} as {module}"], []


def _grid(form: str) -> list[str]:
    """The lines that convert the text."""
    name, blank = split_code(form)
    sign = {"space": " ", "nothing": ""}.get(blank, blank)
    text = "text" if blank == "0" else f'text.replace("0", "{sign}")'
    row = _ROW
    signs = [] if blank == "0" else [f"text = {text}"]
    number = "int(digit)" if blank in ("0", "nan") else f"int(digit) or {blank}"
    if name == "rows" or name == "array":
        rows = f"[[{number} for digit in {row}] {_ROWS}]"
        dtype = ", dtype=float" if blank == "nan" else ""
        lines = [f"grid = numpy.array({rows}{dtype})" if name == "array" else f"grid = {rows}"]
        return [*lines, "grid[grid == 0] = numpy.nan"] if blank == "nan" else lines
    if name == "tuples":
        return [f"grid = tuple(tuple(int(digit) for digit in {row}) {_ROWS})"]
    if name == "flat":
        return [f"grid = [{number} for digit in text]"]
    if name == "text":
        return [f"grid = {text}"]
    if blank == "nothing":
        return [f'grid = [[digit.replace("0", "") for digit in {row}] {_ROWS}]']
    if name == "characters":
        return [*signs, f"grid = [list({row}) {_ROWS}]"]
    if name == "flat-characters":
        return [f"grid = list({text})"]
    if name == "lines":
        return [*signs, f"grid = [{row} {_ROWS}]"]
    if name == "text-lines":
        return [*signs, f'grid = "\\n".join({row} {_ROWS})']
    squares = '[row + column for row in "ABCDEFGHI" for column in "123456789"]'
    if name == "squares":
        return [f"squares = {squares}", f"grid = dict(zip(squares, {text}))"]
    return [f"squares = {squares}", "grid = dict(zip(squares, map(int, text)))"]


def _answer(reading: Reading, source: str, last: str) -> list[str]:
    """The lines that make the call and return 81 digits or None."""
    if reading.answer.startswith("printed"):
        which = "-1" if reading.answer == "printed last" else "0"
        return [
            "with contextlib.redirect_stdout(io.StringIO()) as output:",
            f"    {last}",
            'rows = [re.sub(r"\\D", "", line) for line in output.getvalue().splitlines()]',
            'digits = "".join(row for row in rows if len(row) in (9, 81))',
            f'return (re.findall("[1-9]{{81}}", digits) or [None])[{which}]',
        ]
    if reading.answer == "in place":
        lines = [f"if {last} is False:", "    return None", "found = grid"]
    else:
        lines = [f"found = {last}"]
        if _is_generator(last, source):
            lines = [f"found = next({last}, None)"]
    cells = "found"
    if reading.form.startswith("square") or re.search(r"\bsquares\b|\bcross\(", source):
        lines += [
            "if isinstance(found, dict):",
            "    found = [found[square] for square in sorted(found)]",
        ]
    text = f"str({cells})"
    if reading.form.startswith("array") or re.search(r"\b(numpy|np)\b", source):
        lines += ['if hasattr(found, "tolist"):', "    found = found.astype(int).tolist()"]
    if reading.form.endswith(":-1"):
        text += '.replace("-1", "0")'
    return [
        *lines,
        f'digits = re.sub(r"\\D", "", {text})',
        'return digits[:81] if re.match("[1-9]{81}", digits) else None',
    ]


def _is_generator(call: str, source: str) -> bool:
    """Whether the function that is called last is a generator."""
    name = re.findall(r"(\w+)\(", call)
    try:
        tree = ast.parse(source)
    except SyntaxError:
        return False
    return any(
        isinstance(node, ast.FunctionDef)
        and name
        and node.name == name[0 if "." not in call.split("(")[0] else -1]
        and any(isinstance(each, ast.Yield | ast.YieldFrom) for each in ast.walk(node))
        for node in ast.walk(tree)
    )


class _Prefix(ast.NodeTransformer):
    """Writes the names of the module as its attributes, and GRID as grid."""

    def __init__(self, module: str) -> None:
        self._module = module

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id == "GRID":
            return ast.Name("grid", node.ctx)
        if node.id == "s" or hasattr(builtins, node.id):
            return node
        return ast.Attribute(ast.Name(self._module, ast.Load()), node.id, node.ctx)


def _prefixed(call: str, module: str) -> list[str]:
    """The statements of the call."""
    tree = _Prefix(module).visit(ast.parse(call))
    lines = [ast.unparse(ast.fix_missing_locations(node)) for node in tree.body]
    return [re.sub(r"^s\b", "solver", re.sub(r"(?<![\w.])s(?=[.)])", "solver", line)) for line in lines]
