"""The wrapper of a C copy: it includes the copy, under another name for its main."""

from __future__ import annotations

import re

from .adapt_common import free_name
from .drivers import c
from .drivers.c_source import Declaration, Source, split_top, without_comments
from .forms import split_code
from .reading import Reading

_CHARACTER_FORMS = ("characters", "text", "flat-characters", "lines")
_SIGNS = {"space": " ", "nothing": " "}


def c_wrapper(reading: Reading, text: str, comments: list[str], name: str) -> str | None:
    """The text of the wrapper; None if none is known."""
    source = Source(text)
    try:
        called = c.called_of(reading, c.candidates(source))
    except ValueError:
        return None
    grid, digits = free_name("puzzle", text), free_name("digits", text)
    statements, target = _filled(reading, called.shape, grid, digits)
    *_, last = split_top(reading.call.replace("GRID", grid), ";")
    statements += _answer(reading, called, last, target, digits)
    return include_copy(reading, comments, [], text) + main_function(statements, text, digits)


def _filled(reading: Reading, shape: c.Shape, grid: str, digits: str) -> tuple[list[str], str]:
    """The statements before the last one of the call, and the variable that has the grid."""
    *first, _ = split_top(reading.call, ";")
    assigned = [match[1] for each in first if (match := re.fullmatch(r"([\w.>-]+)\s*=\s*GRID", each))]
    target = assigned[0] if assigned and not shape.by_pointers else grid
    statements: list[str] = []
    if target == grid:
        statements += _declared(shape, grid)
        statements.append(filled(cell(grid, is_flat=shape.kind == "flat"), reading, digits))
    for each in first:
        if each.startswith(f"{target} = GRID") or each == f"{target}=GRID":
            statements.append(filled(cell(target, is_flat=shape.kind == "flat"), reading, digits))
        else:
            statements.append(each.replace("GRID", grid) + ";")
    return statements, target


def _declared(shape: c.Shape, grid: str) -> list[str]:
    """The declarations of a variable for the grid."""
    if shape.kind == "flat":
        return [f"{shape.element} {grid}[82] = {{0}};"]
    if not shape.by_pointers:
        return [f"{shape.element} {grid}[9][{shape.width}] = {{{{0}}}};"]
    return [
        f"{shape.element} {grid}_rows[9][10] = {{{{0}}}}, *{grid}[9];",
        f"for (int i = 0; i < 9; i++) {grid}[i] = {grid}_rows[i];",
    ]


def cell(variable: str, *, is_flat: bool) -> str:
    """The cell number i."""
    return f"{variable}[i]" if is_flat else f"{variable}[i / 9][i % 9]"


def filled(into: str, reading: Reading, digits: str) -> str:
    """The loop that writes the digits into the cells."""
    form, blank = split_code(reading.form)
    digit = f"{digits}[i]"
    if form in _CHARACTER_FORMS:
        sign = _SIGNS.get(blank, blank)
        value = digit if sign == "0" else f"{digit} == '0' ? '{sign}' : {digit}"
    else:
        value = f"{digit} - '0'" if blank == "0" else f"{digit} == '0' ? {blank} : {digit} - '0'"
    return f"for (int i = 0; i < 81; i++) {into} = {value};"


def read_back(result: str, digits: str, *, has_characters: bool) -> list[str]:
    """The loop that reads the cells of the solution."""
    value = result if has_characters else f"{result} + '0'"
    return [
        "for (int i = 0; i < 81; i++) {",
        f"    {digits}[i] = {value};",
        f"    if ({digits}[i] < '1' || {digits}[i] > '9') return 0;",
        "}",
    ]


def _answer(reading: Reading, called: c.Candidate, last: str, target: str, digits: str) -> list[str]:
    """The statements that make the call and read its solution."""
    returns, shape = called.returns, called.shape
    statements: list[str] = []
    result = target
    if "(" not in last:
        result = last
    elif returns is not None and returns.dims and reading.answer != "in place":
        statements = [f"{_pointer(returns, 'answer')} = {last};", "if (!answer) return 0;"]
        result, shape = "answer", c.shape_of(returns) or c.Shape("flat", returns.base)
    elif returns is not None and c.is_plain_value(returns):
        statements = [f"if (!{last}) return 0;"]
    else:
        statements = [f"{last};"]
    has_characters = split_code(reading.form)[0] in _CHARACTER_FORMS and "char" in shape.element
    return statements + read_back(
        cell(result, is_flat=shape.kind == "flat"), digits, has_characters=has_characters
    )


def _pointer(returns: Declaration, name: str) -> str:
    """The declaration of a variable for what a function returns."""
    if len(returns.dims) == 2 and returns.dims[1]:
        return f"{returns.base} (*{name})[{returns.dims[1]}]"
    return f"{returns.base} {'*' * len(returns.dims)}{name}"


def include_copy(reading: Reading, comments: list[str], before: list[str], text: str) -> str:
    """The lines that include the copy."""
    stem = re.sub(r"\W", "_", reading.file.rpartition("/")[2].rpartition(".")[0])
    system = ["stdio.h", *(["unistd.h"] if _prints(text) else [])]
    lines = [
        *(f"// {line}" for line in comments),
        *before,
        *(f"#include <{each}>" for each in system),
        f"#define main main_of_{stem}",
        f'#include "{reading.file}"',
        "#undef main",
    ]
    return "\n".join(lines) + "\n"


def main_function(statements: list[str], text: str, digits: str) -> str:
    """The function main, which reads and prints digits. What the copy prints is not shown."""
    before, shown = [], [f"puts({digits});"]
    if _prints(text):
        before = ['FILE *output = fdopen(dup(1), "w");', 'freopen("/dev/null", "w", stdout);']
        shown = [f'fprintf(output, "%s\\n", {digits});', "fclose(output);"]
    lines = [
        f"char {digits}[82];",
        f'if (scanf("%81s", {digits}) != 1) return 1;',
        *before,
        *statements,
        *shown,
        "return 0;",
    ]
    return "\nint main(void)\n{\n" + "".join(f"    {line}\n" for line in lines) + "}\n"


def _prints(text: str) -> bool:
    """Whether a function other than main prints."""
    code = re.sub(r"\bmain\s*\([^)]*\)\s*\{.*?^\}", "", without_comments(text), flags=re.S | re.M)
    return bool(re.search(r"\b(?:printf|puts|putchar|cout)\b", code))
