"""The wrapper of a Go copy: a second file of its package, with a main."""

from __future__ import annotations

import re

from ..messages import Message
from .adapt_common import NoWrapper, free_name
from .drivers import go
from .drivers.declarations import blanked, split_top_level
from .drivers.typed_calls import statements
from .forms import split_code
from .reading import Reading

_SIGNS = {"space": " "}


def go_wrapper(reading: Reading, source: str, comments: list[str], name: str) -> str | None:
    """The text of the wrapper; None if none is known."""
    text = blanked(source, "Go")
    if re.search(r"^func\s+main\s*\(", text, re.M) or not re.search(r"^package\s+main\b", text, re.M):
        raise NoWrapper(Message("adapt.go_main", file=reading.file))
    form, blank = split_code(reading.form)
    grid = free_name("puzzle", source)
    kind = go.grid_type(reading, source)
    resolved = go.plain_type(kind, source)
    given = _given(kind, resolved, grid, form, blank)
    before, last = statements(reading.call, grid)
    answer = _answer(reading, last, grid, source)
    if given is None or answer is None:
        return None
    has_text = form not in ("rows", "flat")
    lines = [
        "var text string",
        "fmt.Scan(&text)",
        *(
            [f'text = strings.ReplaceAll(text, "0", "{_SIGNS.get(blank, blank)}")']
            if has_text and blank != "0"
            else []
        ),
        *given,
        *before,
        *answer,
        f'shown := fmt.Sprintf("{_verb(resolved, form)}", answer)',
        'digits := regexp.MustCompile(`-1|\\D`).ReplaceAllString(shown, "")',
        "if regexp.MustCompile(`^[1-9]{81}$`).MatchString(digits) {",
        "\tfmt.Println(digits)",
        "}",
    ]
    imports = ["fmt", "regexp", *(["strings"] if any("strings." in line for line in lines) else [])]
    return (
        "".join(f"// {line}\n" for line in comments)
        + "\npackage main\n\nimport (\n"
        + "".join(f'\t"{each}"\n' for each in imports)
        + ")\n\nfunc main() {\n"
        + "".join(f"\t{line}\n" for line in lines)
        + "}\n"
    )


def _verb(resolved: str, form: str) -> str:
    is_character = form in ("characters", "flat-characters") and not resolved.endswith("string")
    return "%c" if is_character else "%v"


def _given(kind: str, resolved: str, grid: str, form: str, blank: str) -> list[str] | None:
    """The statements that make the grid from `text`."""
    if resolved == "string" and form == "text":
        return [f"{grid} := text"]
    if resolved == "[]string" and form == "lines":
        return [f'{grid} := regexp.MustCompile(".{{9}}").FindAllString(text, -1)']
    match = re.fullmatch(r"((?:\[[\w.]*\]){1,2})(\w+)", resolved)
    if match is None or blank == "nothing" or (form in ("rows", "flat") and blank != "0"):
        return None
    dims, element = re.findall(r"\[([\w.]*)\]", match[1]), match[2]
    made = [f"var {grid} {kind}"] if dims[0] else [f"{grid} := make({kind}, {81 if len(dims) == 1 else 9})"]
    if len(dims) == 2 and not dims[1]:
        made += [f"for i := range {grid} {{", f"\t{grid}[i] = make([]{element}, 9)", "}"]
    value = f"{element}(digit - '0')" if form in ("rows", "flat") else f"{element}(digit)"
    cell = "[i]" if len(dims) == 1 else "[i/9][i%9]"
    return [*made, "for i, digit := range text {", f"\t{grid}{cell} = {value}", "}"]


def _answer(reading: Reading, last: str, grid: str, source: str) -> list[str] | None:
    """The statements that make the last call, and put the grid into `answer`."""
    if "(" not in last:
        return [f"answer := {last}"]
    returns = next(iter(go.results_of(last, source)), None)
    if returns is None:
        return None
    if returns == "":
        return [last, f"answer := {grid}"]
    kinds = split_top_level(returns.strip("()"))
    if len(kinds) == 1:
        if reading.answer == "returned" or kinds[0] not in ("bool", "error", "int"):
            return [f"answer := {last}"]
        check = {"bool": f"!{last}", "int": f"{last} == 0", "error": f"{last} != nil"}[kinds[0]]
        return [f"if {check} {{", "\treturn", "}", f"answer := {grid}"]
    checks = {"bool": "!ok", "error": "ok != nil"}
    if len(kinds) != 2 or not checks.keys() & set(kinds):
        return None
    is_first = kinds[0] in checks
    names = "ok, answer" if is_first else "answer, ok"
    return [f"{names} := {last}", f"if {checks[kinds[0 if is_first else 1]]} {{", "\treturn", "}"]
