"""Finds the functions, methods and boards of a Python file, which is only parsed, and writes the calls to try."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from .calls import Class, Function, Module, Syntax, calls
from .names import GRID

_SYNTAX = Syntax(
    new="{name}({arguments})",
    new_in_brackets="{new}",
    text="str({object})",
    keyword="{name}={value}",
    size_of_boxes="(3, 3)",
    digits=("[1, 2, 3, 4, 5, 6, 7, 8, 9]", 'list("123456789")'),
)


def python_calls(tree: ast.Module, name: str | None = None) -> list[str]:
    """The calls to try, most plausible first. With a name, such as "solve", "Solution" or "Solution.solve", only
    calls of that function or class."""
    module = module_of(tree)
    return calls(module if name is None else module.only(name), _SYNTAX)


def module_of(tree: ast.Module) -> Module:
    """What the file defines."""
    module = Module()
    literal: list[str] = []
    named: list[str] = []
    for node in _statements(tree.body):
        if isinstance(node, ast.FunctionDef):
            module.functions.append(_function(node, 0))
        elif isinstance(node, ast.ClassDef):
            module.classes.append(_class(node))
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                if isinstance(target, ast.Name):
                    if _is_board(node.value):
                        literal.append(target.id)
                    elif GRID.search(target.id):
                        named.append(target.id)
    used = {
        name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) for name in _free_names(node)
    }
    declared = [name for name in sorted(_declared_global(tree)) if GRID.search(name)]
    module.boards = [name for name in dict.fromkeys([*literal, *named, *declared]) if name in used]
    return module


def _statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements of the module, with those inside of if, try and with."""
    for node in body:
        yield node
        for name in ("body", "orelse", "handlers", "finalbody"):
            inner = getattr(node, name, [])
            if not isinstance(node, ast.FunctionDef | ast.ClassDef | ast.AsyncFunctionDef):
                for each in inner:
                    yield from _statements([each] if isinstance(each, ast.stmt) else each.body)


def _function(node: ast.FunctionDef, skipped: int) -> Function:
    arguments = [*node.args.posonlyargs, *node.args.args]
    static = any(isinstance(each, ast.Name) and each.id == "staticmethod" for each in node.decorator_list)
    skipped = 0 if static else skipped
    names = tuple(each.arg for each in arguments)[skipped:]
    required = len(arguments) - len(node.args.defaults) - skipped
    if any(default is None for default in node.args.kw_defaults):
        return Function(node.name, (*names, "*"), None, static)  # its value cannot be guessed
    return Function(node.name, names, max(required, 0), static)


def _class(node: ast.ClassDef) -> Class:
    found = Class(node.name, Function("__init__", (), 0))
    for each in node.body:
        if isinstance(each, ast.FunctionDef):
            method = _function(each, 1)
            if each.name == "__init__":
                found.constructor = method
            elif any(isinstance(name, ast.Name) and name.id == "property" for name in each.decorator_list):
                found.attributes.append(each.name)
            elif not each.name.startswith("__"):
                found.methods.append(method)
        elif isinstance(each, ast.Assign):
            found.attributes += [name.id for name in each.targets if isinstance(name, ast.Name)]
        elif isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name):
            found.attributes.append(each.target.id)
    found.attributes += [
        target.attr
        for each in ast.walk(node)
        if isinstance(each, ast.Assign | ast.AnnAssign)
        for target in (each.targets if isinstance(each, ast.Assign) else [each.target])
        if isinstance(target, ast.Attribute)
        and isinstance(target.value, ast.Name)
        and target.value.id == "self"
    ]
    return found


def _is_board(value: ast.expr | None) -> bool:
    """Whether the expression is a literal grid, perhaps inside of a call such as numpy.array."""
    if isinstance(value, ast.Call) and value.args:
        return _is_board(value.args[0])
    if isinstance(value, ast.Constant) and isinstance(value.value, str):
        return len(re.sub(r"\s", "", value.value)) == 81
    if isinstance(value, ast.List | ast.Tuple):
        return len(value.elts) in (9, 81)
    return False


def _declared_global(tree: ast.Module) -> set[str]:
    return {name for node in ast.walk(tree) if isinstance(node, ast.Global) for name in node.names}


def _free_names(function: ast.FunctionDef) -> set[str]:
    """The names that the function reads and that are not its parameters."""
    parameters = {each.arg for each in function.args.args}
    return {
        node.id for node in ast.walk(function) if isinstance(node, ast.Name) and node.id not in parameters
    }
