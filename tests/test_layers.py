"""Which part of the package may import which, checked on the syntax trees."""

import ast
import sys
from pathlib import Path

import pytest
import sudoku_rosetta

PACKAGE = Path(sudoku_rosetta.__file__).parent
FILES = sorted(PACKAGE.rglob("*.py"))
HEAVY = {"matplotlib", "pygame", "distributed", "pyarrow", "numpy", "rich"}

MAY_IMPORT = {
    "grid": "",
    "documents": "",
    "runtime": "",
    "messages": "",
    "formats": "grid",
    "solvers": "documents grid runtime messages",
    "bulk": "formats solvers documents grid runtime messages",
    "external": "solvers documents grid runtime messages",
    "conformance": "external bulk formats solvers documents grid runtime messages",
    "compare": "external bulk formats solvers documents grid runtime messages",
    "generate": "bulk formats solvers documents grid runtime messages",
    "study": "generate bulk formats solvers documents grid runtime messages",
    "trace": "solvers documents grid runtime messages",
    "__init__": "bulk formats solvers grid",
}
DOCUMENTS_MAY_IMPORT = {"scilab_style": {"scilab"}, "pseudocode_style": {"scilab"}}


def subpackage(parts: tuple[str, ...]) -> str:
    """The top-level folder or file of the package that contains the module."""
    return parts[0].removesuffix(".py") if parts else "__init__"


def is_private(parts: tuple[str, ...]) -> bool:
    """Whether the path contains a private module of a subpackage."""
    return any(part.startswith("_") and not part.startswith("__") for part in parts[:2])


def _is_module(parts: tuple[str, ...]) -> bool:
    path = PACKAGE.joinpath(*parts)
    return path.is_dir() or path.with_suffix(".py").is_file()


def imports(path: Path) -> list[tuple[str, tuple[str, ...], bool]]:
    """For each import: the module of another package or "", the path inside this package, whether at the top
    level."""
    here = path.relative_to(PACKAGE).with_suffix("").parts
    tree = ast.parse(path.read_text(encoding="utf-8"))
    top = {id(node) for node in tree.body}
    found: list[tuple[str, tuple[str, ...], bool]] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [name.name for name in node.names]
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            names = [node.module or ""]
        elif isinstance(node, ast.ImportFrom):
            base = here[: len(here) - node.level] + tuple(
                (node.module or "").split(".") if node.module else ()
            )
            named = [(*base, name.name) for name in node.names]
            inside = [base, *(part for part in named if _is_module(part))] if node.module else named
            found.extend(("", part, id(node) in top) for part in inside)
            continue
        else:
            continue
        for name in names:
            first, *rest = name.split(".")
            internal = first == PACKAGE.name
            found.append(("" if internal else first, tuple(rest) if internal else (), id(node) in top))
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_a_module_imports_only_what_its_subpackage_may_import(path: Path) -> None:
    parts = path.relative_to(PACKAGE).parts
    where = subpackage(parts)
    for outside, inside, top in imports(path):
        if outside in HEAVY and where != "cli":
            assert not top, f"{outside} is imported at the top of the file"
        if outside or where == "__main__":
            continue
        assert where == subpackage(inside) or not is_private(inside), (
            f"{'.'.join(inside)} is private to its subpackage"
        )
        if where == "cli":
            continue
        assert subpackage(inside) != "cli", "only cli may import cli"
        if where == "documents":
            assert set(inside[1:]) <= DOCUMENTS_MAY_IMPORT.get(path.stem, set())
        else:
            assert subpackage(inside) in {where, *MAY_IMPORT[where].split()}, (
                f"{where} may not import {'.'.join(inside) or 'the package'}"
            )


@pytest.mark.parametrize("path", sorted((PACKAGE / "documents").glob("*.py")), ids=lambda path: path.stem)
def test_a_document_imports_only_the_standard_library(path: Path) -> None:
    assert {outside for outside, _, _ in imports(path) if outside} <= sys.stdlib_module_names


@pytest.mark.parametrize(
    "path", sorted((PACKAGE / "documents").glob("*_style.py")), ids=lambda path: path.stem
)
def test_a_document_has_the_sections_that_all_documents_have(path: Path) -> None:
    lines = [line.strip() for line in path.read_text(encoding="utf-8").splitlines()]
    opened = [line for line in lines if line.startswith("# [section:")]
    assert sorted(opened) == sorted(
        f"# [section: {name}]" for name in "grid possible next try back end".split()
    )
    assert lines.count("# [end section]") == len(opened)


@pytest.mark.parametrize(
    "path", sorted((PACKAGE / "documents").glob("*_style.py")), ids=lambda path: path.stem
)
def test_a_document_has_no_type_hints_and_a_complete_header(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    header = ast.get_docstring(tree) or ""
    assert "Differs from the document in:" in header
    assert "Glossary" in header
    for node in ast.walk(tree):
        assert not isinstance(node, ast.AnnAssign)
        if isinstance(node, ast.FunctionDef):
            assert node.returns is None
            assert all(argument.annotation is None for argument in node.args.args)
