"""The wrapper of a program: a Python function that starts it for each grid and reads what it prints."""

from __future__ import annotations

import re
from pathlib import Path, PurePosixPath

from .build import main_class
from .forms import split_code
from .languages import Language, languages
from .reading import Reading
from .recognise import language_of_file
from .staged_program import ProgramForm
from .substitute import with_grid

_ROWS = "text[start : start + 9] for start in range(0, 81, 9)"
_INPUTS = {
    "line": 'text + "\\n"',
    "nine-lines": '"".join(row + "\\n" for row in rows)',
    "spaced": '"".join(" ".join(row) + "\\n" for row in rows)',
    "numbers": '"".join(digit + "\\n" for digit in text)',
    "csv": '"".join(",".join(row) + "\\n" for row in rows)',
    "commas": '",".join(text) + "\\n"',
    "headed": '"Grid 01\\n" + "".join(row + "\\n" for row in rows)',
    "list": 'f"{[[int(digit) for digit in row] for row in rows]}\\n"',
}
_FOUND = """
    lines = [re.sub(r"\\D", "", line) for line in output.splitlines()]
    digits = "".join(line for line in lines if len(line) in (9, 81))
    found = [digits[start : start + 81] for start in range(0, len(digits), 81)]
    found = [each for each in found if re.fullmatch("[1-9]{81}", each)]
    return found[{which}] if found else None
"""


def program_wrapper(reading: Reading, folder: Path, source: str, comments: list[str]) -> str | None:
    """The text of the wrapper; None if the grid cannot be given to the program by a short one."""
    language = language_of_file(folder / reading.file) or languages()[reading.language]
    form = ProgramForm.of(reading.form if reading.form != "auto" else "line")
    parts = _command(language, reading.file, source, changes_source=form.way == "source")
    if parts is None:
        return None
    compile_words, run_words = parts
    given, arguments, data = _given(form, run_words, reading, source)
    if given is None:
        return None
    is_compiled = bool(compile_words)
    lines = [
        *(f"# {line}" for line in comments),
        "import re",
        "import subprocess",
        *(["import sys"] if "sys." in run_words else []),
        "import tempfile",
        "from pathlib import Path",
        "",
        "FOLDER = Path(__file__).parent",
        "BUILD = tempfile.TemporaryDirectory()",
    ]
    if is_compiled and form.way != "source":
        lines += [f"subprocess.run({compile_words}, cwd=FOLDER, check=True)"]
    lines += ["", "", "def solve(text):", *(f"    {each}" for each in given)]
    if is_compiled and form.way == "source":
        lines += [f"    subprocess.run({compile_words}, cwd=FOLDER, check=True)"]
    lines += [
        f"    command = [{', '.join([run_words, *arguments])}]",
        f"    result = subprocess.run(command, input={data}, capture_output=True, text=True, cwd=BUILD.name)",
        "    output = result.stdout"
        + _FOUND.replace("{which}", "-1" if reading.answer == "printed last" else "0").rstrip(),
    ]
    return "\n".join(lines) + "\n"


def _given(
    form: ProgramForm, run_words: str, reading: Reading, source: str
) -> tuple[list[str] | None, list[str], str]:
    """The lines that prepare the input; the arguments; the standard input."""
    if form.way == "source":
        return _changed_source(reading, source), [], '"1\\n" * 20'
    name, blank = split_code(form.form)
    sign = {"nothing": "", "space": " "}.get(blank, blank)
    lines = [] if blank in ("0", "nothing") else [f'text = text.replace("0", "{sign}")']
    expression = _INPUTS[name]
    if "rows" in expression:
        lines.append(f"rows = [{_ROWS}]")
    if blank == "nothing":
        expression += '.replace("0", "")'
    if form.way == "argument":
        return lines, [expression.removesuffix(' + "\\n"')], '""'
    if form.way == "input":
        return lines, [], expression
    file = form.file or "grid.txt"
    lines.append(f'(Path(BUILD.name) / "{file}").write_text({expression})')
    if "/" in file:
        lines.insert(-1, f'(Path(BUILD.name) / "{file}").parent.mkdir(exist_ok=True)')
    if form.file:
        return lines, [], f'"{file}\\n" + "1\\n" * 20'
    return lines, [f'"{file}"'], '"1\\n" * 20'


def _changed_source(reading: Reading, source: str) -> list[str] | None:
    """The lines that write the grid into the source, which is compiled or run in the temporary folder."""
    grids = ["123456789" * 9, "912345678" * 9]
    changed = [with_grid(source, grid) for grid in grids]
    if changed[0] is None or changed[1] is None:
        return None
    region = _region(source, changed[0])
    start, end = region
    part = source[start:end]
    cells = re.findall(r"[0-9.]", part)
    if len(cells) != 81:
        return None
    first = source.count("\n", 0, start)
    last = source.count("\n", 0, end) + 1
    lines = source.split("\n")
    block = "\n".join(lines[first:last])
    if len(re.findall(r"[0-9.]", block)) != 81:
        return None
    name = PurePosixPath(reading.file).name
    return [
        f'lines = (FOLDER / "{reading.file}").read_text().split("\\n")',
        "cells = iter(text)",
        f"for number in range({first}, {last}):",
        '    lines[number] = re.sub("[0-9.]", lambda _: next(cells), lines[number])',
        f'(Path(BUILD.name) / "{name}").write_text("\\n".join(lines))',
    ]


def _region(source: str, changed: str) -> tuple[int, int]:
    start = next(
        (at for at, (one, other) in enumerate(zip(source, changed, strict=False)) if one != other), 0
    )
    tail = 0
    while tail < min(len(source), len(changed)) - start and source[-1 - tail] == changed[-1 - tail]:
        tail += 1
    end = len(source) - tail
    line_start = source.rfind("\n", 0, start) + 1
    line_end = source.find("\n", end)
    return line_start, line_end if line_end >= 0 else len(source)


def _command(language: Language, file: str, source: str, *, changes_source: bool) -> tuple[str, str] | None:
    """The words of the compiler, as a Python list, and those of the program."""
    tool = next((tool for tool in language.tools if tool.missing() is None and tool.fits(source)), None)
    if tool is None:
        return None
    path = PurePosixPath(file)
    built = path.name if changes_source else file
    in_folder = f'f"{{BUILD.name}}/{built}"' if changes_source else f'FOLDER / "{file}"'
    compiled = f'f"{{BUILD.name}}/{built}"' if changes_source else f'"{file}"'
    values = {
        "{class}": main_class(language, source, path.stem),
        "{stem}": path.stem,
        "{out}": "{BUILD.name}/program",
        "{build}": "{BUILD.name}",
    }

    def words(template: tuple[str, ...], file_word: str) -> list[str]:
        made = []
        for word in template:
            if word in ("{file}", "{files}"):
                made.append(file_word)
            elif word == "{python}":
                made.append("sys.executable")
            elif word == "{headers}":
                made.pop()
            else:
                for name, value in values.items():
                    word = word.replace(name, value)
                prefix = "f" if "{BUILD" in word else ""
                made.append(f'{prefix}"{word}"')
        return made

    if language.name == "Java" and _public_class_differs(source, path.stem):
        return "", f'"java", {in_folder}'
    compile_words = words(tool.compile, compiled)
    run = ", ".join(words(tool.run, in_folder))
    return (f"[{', '.join(compile_words)}]" if compile_words else ""), run


def _public_class_differs(source: str, stem: str) -> bool:
    public = re.search(r"\bpublic\s+(?:final\s+)?class\s+(\w+)", source)
    return public is not None and public[1] != stem
