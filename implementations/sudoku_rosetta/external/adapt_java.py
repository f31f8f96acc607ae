"""The wrapper of a Java copy: a class with a main, which javac compiles with the file of the copy."""

from __future__ import annotations

import re

from ..messages import Message
from .adapt_common import NoWrapper, free_name
from .drivers import java
from .drivers.declarations import Declarations, blanked, class_declarations
from .drivers.typed_calls import statements
from .forms import split_code
from .reading import Reading

_SIGNS = {"space": " "}
_ROWS = 'text.split("(?<=\\\\G.{9})")'
_OF_JAVA_UTIL = re.compile(r"\b(?:(?:Array|Linked)?List|Map|HashMap|Set|HashSet|Arrays|Scanner)\b")


def java_wrapper(reading: Reading, source: str, comments: list[str], name: str) -> str | None:
    """The text of the wrapper; None if none is known."""
    text = blanked(source, "Java")
    stem = reading.file.rpartition("/")[2].removesuffix(".java")
    found = class_declarations(source, "Java")
    if re.search(r"^\s*package\b", text, re.M) or not name.isidentifier():
        return None
    if not re.search(r"^\s*import\b", text, re.M) and _OF_JAVA_UTIL.search(text):
        return None
    first = next((each for each in re.findall(r"[A-Z]\w*", reading.call) if each != "GRID"), stem)
    if first != stem:
        raise NoWrapper(Message("adapt.java_file", file=reading.file, name=first))
    grid = free_name("puzzle", reading.call)
    kind = java.grid_type(reading, source)
    given = _given(kind, grid, *split_code(reading.form))
    before, last = statements(reading.call, grid)
    answer = _answer(reading, found, before, last, grid, text)
    if given is None or answer is None:
        return None
    blank = split_code(reading.form)[1]
    is_text = split_code(reading.form)[0] not in ("rows", "flat")
    replaced = f'.replace("0", "{_SIGNS.get(blank, blank)}")' if is_text and blank != "0" else ""
    is_loud = "System.out" in text
    lines = [
        f"String text = new Scanner(System.in).nextLine().trim(){replaced};",
        *given,
        *(
            [
                "PrintStream output = System.out;",
                "System.setOut(new PrintStream(new ByteArrayOutputStream()));",
            ]
            if is_loud
            else []
        ),
        *[f"{each};" for each in before],
        *answer,
        'String digits = Arrays.deepToString(new Object[] {answer}).replace("-1", "0").replaceAll("\\\\D", "");',
        *(["System.setOut(output);"] if is_loud else []),
        'if (digits.matches("[1-9]{81}")) System.out.println(digits);',
    ]
    imports = ["import java.util.*;"]
    if is_loud:
        imports.insert(0, "import java.io.*;")
    return (
        "".join(f"// {line}\n" for line in comments)
        + "\n".join(imports)
        + f"\n\npublic class {name} {{\n    public static void main(String[] args) throws Exception {{\n"
        + "".join(f"        {line}\n" for line in lines)
        + "    }\n}\n"
    )


def _given(kind: str, grid: str, form: str, blank: str) -> list[str] | None:
    """The statements that make the grid from `text`."""
    if blank == "nothing":
        return None
    number = "text.charAt(i) - '0'"
    if form in ("rows", "flat") and blank != "0":
        number = f"text.charAt(i) == '0' ? {blank} : {number}"
    if match := re.fullmatch(r"(\w+)(\[\]\[\]|\[\])", kind):
        element, dims = match[1], match[2]
        values = {
            "int": number,
            "Integer": number,
            "long": number,
            "byte": f"(byte) ({number})",
            "short": f"(short) ({number})",
            "char": "text.charAt(i)",
            "Character": "text.charAt(i)",
            "String": "text.substring(i, i + 1)",
        }
        if form == "lines":
            return [f"{kind} {grid} = {_ROWS};"]
        if element not in values:
            return None
        cell, size = ("[i / 9][i % 9]", "[9][9]") if dims == "[][]" else ("[i]", "[81]")
        return [
            f"{kind} {grid} = new {element}{size};",
            f"for (int i = 0; i < 81; i++) {grid}{cell} = {values[element]};",
        ]
    if kind == "String":
        lines = f'String.join("\\n", {_ROWS})'
        return [f"String {grid} = {lines if form == 'text-lines' else 'text'};"]
    if kind == "List<String>" and form == "lines":
        return [f"List<String> {grid} = new ArrayList<>(Arrays.asList({_ROWS}));"]
    if match := re.fullmatch(r"(?:Array)?List<(?:Array)?List<(Integer|Character|String)>>", kind):
        value = {"Integer": number, "Character": "text.charAt(i)", "String": "text.substring(i, i + 1)"}
        return [
            f"{kind} {grid} = new ArrayList<>();",
            f"for (int i = 0; i < 9; i++) {grid}.add(new ArrayList<>());",
            f"for (int i = 0; i < 81; i++) {grid}.get(i / 9).add({value[match[1]]});",
        ]
    return None


def _answer(
    reading: Reading, found: Declarations, before: list[str], last: str, grid: str, text: str
) -> list[str] | None:
    """The statements that make the last call, and put the grid into `answer`."""
    calls = "; ".join([*before, last])
    private = [
        name
        for name in re.findall(r"[A-Za-z_]\w*", calls)
        if re.search(rf"\bprivate\b[^;={{}}()]*\b{name}\s*[;=(,]", text)
    ]
    field = re.fullmatch(r"([a-z]\w*)\.(\w+)", last)
    if field and private == [field[2]]:  # only reflection can read it
        return [
            f'var field = {field[1]}.getClass().getDeclaredField("{field[2]}");',
            "field.setAccessible(true);",
            f"Object answer = field.get({field[1]});",
        ]
    if private:
        return None
    method = re.match(r".*?(\w+)\([^()]*\)$", last)
    returns = {
        each.returns for owner in found.classes for each in owner.methods if method and each.name == method[1]
    }
    is_returned = reading.answer == "returned" or not returns & {"", "void", "boolean", "int"}
    if is_returned:
        return [f"Object answer = {last};"]
    check = f"if (!{last}) return;" if "boolean" in returns else f"if ({last} == 0) return;"
    return [f"{last};" if returns & {"", "void"} else check, f"Object answer = {grid};"]
