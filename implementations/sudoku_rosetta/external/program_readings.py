"""The ways in which a program may take its grid, found in its source, the most plausible first."""

from __future__ import annotations

import re
from collections.abc import Iterator

from .forms import INPUTS, codes
from .languages import Language, languages
from .reading import Reading
from .recognise import Copy
from .substitute import has_grid

INPUT_FORMS = codes(INPUTS)
MAX_FILE_NAMES = 2
MADE_FILE = "grid.txt"
"""The file that a program is told to open if it asks for a name."""
_FILE_NAME = re.compile(
    r"""["'`](?:<\s*)?(?!self\.)((?:\./)?[\w\- /]+\.(?:txt|csv|dat|data|inp?|sdk|sdm|sud|sudoku|grid|puzzle|json|tsv))["'`]""",  # noqa: E501
    re.IGNORECASE,
)
_FILE_WRITTEN = re.compile(r"""["'`]\s*,\s*["'`](?:w|a)[bt+]?["'`]""")
_OPENS = re.compile(
    r"\bopen\b|fopen|ifstream|FileReader|new\s+File\b|Files\.|readFile|File\.|os\.Open|File::open|read_file|genfromtxt"
    r"|loadtxt|read_csv|csvread|load\(|dlmread|importdata|textread|read\.table|readLines|file_get_contents|openFile|open_in|assign\s*\(",
    re.IGNORECASE,
)
_READS_SIZE = re.compile(
    r"(?:scanf\s*\([^;]*?&\s*|>>\s*)(n|m|size|taille|dim\w*|ordre|order|rows|cols|lignes|colonnes)\b",
    re.IGNORECASE,
)
_UNDERSCORE = re.compile(r"""["']_["']""")
_SIZE = re.compile(r"(?i)size|order\b|dimension|taille|ordre\b|\bn\b")
_FIRST_FILE_FORMS = ("nine-lines", "line", "spaced", "csv", "nine-lines:.", "line:.", "spaced:.")


def program_readings(copy: Copy, file: str | None = None) -> Iterator[Reading]:
    """The readings of a copy's files as programs, or of one of its files."""
    for name in copy.files if file is None else (file,):
        language = languages().get(copy.language_of(name))
        if language is not None:
            source = _without_comments(copy.source_of(name), language)
            if language.has_main(source):
                for form in dict.fromkeys(_forms(source, language, copy, name)):
                    yield Reading(language.name, name, "", form, "auto")


def _forms(source: str, language: Language, copy: Copy, name: str) -> Iterator[str]:
    reads = language.reads_input(source)
    takes_arguments = language.uses_arguments(source)
    files = _file_names(source)
    opens = _OPENS.search(source) is not None
    written = has_grid(source)
    underscores = _UNDERSCORE.search(source) is not None
    if takes_arguments and not reads:
        yield from _argument_forms(opens, underscores=underscores)
    if reads and not _is_only_pause(source, language):
        yield from _input_forms(source)
        if opens and not files:
            yield from (f"file {MADE_FILE} {form}" for form in _FIRST_FILE_FORMS)
    for file in files:
        yield from (f"file {file} {form}" for form in _file_forms(copy, name, file, source))
    if written:
        yield "source"
    if takes_arguments and reads:
        yield from _argument_forms(opens, underscores=underscores)
    if reads and _is_only_pause(source, language):
        yield from INPUT_FORMS
    if not (reads or takes_arguments or files or written):
        yield "line"


def _input_forms(source: str) -> list[str]:
    """All forms of standard input. Those for empty cells that the source names come first."""
    dots = re.search(r"""["']\.["']""", source) is not None
    lines = (
        re.search(r"(?:range\s*\(\s*9|<\s*9\b|<=\s*[89]\b|\b9\.times|0\.\.9|1\.\.9|\b1\s+to\s+9)", source)
        is not None
    )
    forms = [form for form in INPUT_FORMS if not form.endswith(":_") or _UNDERSCORE.search(source)]
    if lines:
        forms.sort(key=lambda form: not form.startswith(("nine-lines", "spaced")))
    if dots and not re.search(r"""["']0["']""", source):
        forms.sort(key=lambda form: not form.endswith(":."))
    has_commas = re.search(r"""["'],\s*["']|csv|%d,""", source) is not None
    has_list = re.search(r"json|JSON|eval|literal|loads", source) is not None
    has_size = _SIZE.search(source) is not None
    likely = {
        "csv": has_commas,
        "commas": has_commas,
        "list": has_list,
        "headed": False,
        "sized": has_size,
        "sized-twice": has_size,
    }
    forms = [form for form in forms if likely.get(form.partition(":")[0], True)]
    forms = _sized_first(forms, source)
    # the plain contract is always tried first
    return ["line", *(form for form in forms if form != "line")]


def _sized_first(forms: list[str], source: str) -> list[str]:
    """The forms; first that with the numbers of rows and columns, if the source reads them in C or C++."""
    names = set(_READS_SIZE.findall(source))
    form = "sized-twice" if len(names) > 1 else "sized"
    return sorted(forms, key=lambda each: each != form) if names else forms


def _argument_forms(opens: bool, *, underscores: bool) -> Iterator[str]:
    files = [f"file {form}" for form in (*_FIRST_FILE_FORMS, "commas:.", "commas")]
    if underscores:
        files.insert(0, "file spaced:_")
    texts = ["argument", "argument line:."]
    yield from [*files, *texts] if opens else [*texts, *files]


def _file_names(source: str) -> list[str]:
    """The names of files that the program may read."""
    found = {}
    for match in _FILE_NAME.finditer(source):
        name = match[1].removeprefix("./")
        if not _FILE_WRITTEN.match(source, match.end() - 1) and ".." not in name and not name.startswith("/"):
            found[name] = re.search(r"(?i)result|output|solution|out\.", name) is not None
    return sorted(found, key=lambda name: found[name])[:MAX_FILE_NAMES]


def _file_forms(copy: Copy, name: str, file: str, source: str) -> list[str]:
    """The forms of a file; first that of the file which is there."""
    forms = list(_FIRST_FILE_FORMS)
    if re.search(r"(?i)\bgrid\b|euler|p?096", source + file):
        forms.append("headed")
    if _SIZE.search(source):
        forms += ["sized", "sized-twice"]
    forms = _sized_first(forms, source)
    path = (copy.folder / name).parent / file
    if file.lower().endswith(".csv"):
        forms.sort(key=lambda form: form != "csv")
    if path.is_file() and path.stat().st_size < 1_000_000:
        text = path.read_text(encoding="utf-8", errors="replace")
        form = _form_of(text)
        forms.sort(key=lambda each: each != form)
    return forms


def _form_of(text: str) -> str:
    """The form of the first grid in a file."""
    lines = [line.strip() for line in text.splitlines() if re.search(r"[0-9.]", line)]
    first = lines[0] if lines else ""
    empty = ":." if "." in text and "0" not in text else ""
    if len(first) == 81:
        return f"line{empty}"
    if "," in first:
        return "csv"
    return f"{'spaced' if ' ' in first else 'nine-lines'}{empty}"


def _is_only_pause(source: str, language: Language) -> bool:
    """Whether the program only waits for a key, or asks a question, and has its grid elsewhere."""
    if not has_grid(source):
        return False
    calls = re.findall(language.reads, source)
    return (
        len(calls) <= 2
        and re.search(r"(?i)press|appuye|entr[ée]e|continue|enter\b(?! (?:the|your))|quit", source)
        is not None
    )


def _without_comments(source: str, language: Language) -> str:
    """The source without its comments at the beginnings of lines and in blocks."""
    if language.block_comment and language.name != "Pascal":
        start, end = map(re.escape, language.block_comment)
        source = re.sub(rf"{start}[\s\S]*?{end}", " ", source)
    if language.line_comment:
        source = re.sub(rf"(?m)^\s*{re.escape(language.line_comment)}(?!!).*$", "", source)
    return source
