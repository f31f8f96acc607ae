"""The fence `data`: recorded measurements of docs/data as tables and pictures, with machine, date and command.

file: compare.json      under docs/data
show: speeds            a key of SHOWN below
alt: ...                text alternative of a picture
"""

import csv
import html as escaping
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .fences import StaleError, check_options
from .numbers import interval, number, rounded, share, time

DATA = Path(__file__).resolve().parents[1] / "data"
ASSETS = "assets:"  # docs/build.py replaces it with the path from the page to the assets

# Labels of columns and factors: French, English.
WORDS = {
    "solver": ("solveur", "solver"),
    "puzzles": ("grilles", "puzzles"),
    "rate": ("grilles par seconde", "puzzles per second"),
    "median": ("temps médian", "median time"),
    "ratio": ("temps relatif", "relative time"),
    "placements": ("poses", "placements"),
    "tests": ("tests", "tests"),
    "guesses": ("hypothèses", "guesses"),
    "ns": ("temps par pose", "time per placement"),
    "slower": ("de", "from"),
    "faster": ("à", "to"),
    "kind": ("ce qui change", "what changes"),
    "implementation": ("l’implémentation", "the implementation"),
    "language": ("le langage", "the language"),
    "algorithm": ("l’algorithme", "the algorithm"),
    "puzzle": ("grille", "puzzle"),
    "generator": ("générateur", "generator"),
    "unique": ("solution unique", "unique solution"),
    "minimal": ("minimales", "minimal"),
    "clues": ("chiffres donnés", "clues"),
    "mean": ("nombre moyen de solutions", "mean number of solutions"),
    "none": ("aucune", "none"),
    "one": ("une", "one"),
    "several": ("plusieurs", "several"),
    "measured": ("Mesuré le", "Measured on"),
    "of": ("sur", "of"),
}


@dataclass(frozen=True)
class Table:
    headings: list[str]  # keys of WORDS, or literal text
    rows: list[list[str]]
    source: str


def html(options: dict[str, Any], language: str) -> str:
    check_options(options, "file", "show", "alt", needed=("file", "show"))
    file = DATA / options["file"]
    if not file.is_file():
        raise StaleError(f"no docs/data/{options['file']}")
    if options["show"] == "picture":
        check_options(options, "file", "show", "alt", needed=("alt",))
        return _picture(options["file"], options["alt"], language)
    if options["show"] not in SHOWN:
        raise StaleError(f"unknown show: {options['show']!r}; choose from {', '.join(SHOWN)}, picture")
    return _table(SHOWN[options["show"]](file, language), language)


def _picture(name: str, alt: str, language: str) -> str:
    big = "Agrandir" if language == "fr" else "Enlarge"
    return (
        f'<figure class="measured"><a href="{ASSETS}data/{name}" title="{big}">'
        f'<img src="{ASSETS}data/{name}" alt="{escaping.escape(alt)}" loading="lazy"></a>'
        f"<figcaption>{escaping.escape(alt)}</figcaption></figure>"
    )


def _table(table: Table, language: str) -> str:
    headings = "".join(
        f'<th scope="col">{escaping.escape(word(head, language))}</th>' for head in table.headings
    )
    rows = "".join(
        f'<tr><th scope="row">{escaping.escape(first)}</th>'
        + "".join(f"<td>{escaping.escape(cell)}</td>" for cell in rest)
        + "</tr>"
        for first, *rest in table.rows
    )
    return (
        '<div class="measured" role="group" tabindex="0" '
        f'aria-label="{escaping.escape(table.source)}"><table>'
        f"<caption>{escaping.escape(table.source)}</caption>"
        f"<thead><tr>{headings}</tr></thead><tbody>{rows}</tbody></table></div>"
    )


def word(name: str, language: str) -> str:
    return WORDS[name][language == "en"] if name in WORDS else name


# --- one function per kind of table ----------------------------------------------------------------


def speeds(file: Path, language: str) -> Table:
    recorded = _json(file)
    rows = [
        [
            solver["name"],
            f"{solver['puzzles'] - solver['unfinished']} {word('of', language)} {recorded['settings']['size']}",
            number(solver["times"]["rate"], language),
            time(solver["times"]["median"], language),
            interval(solver["ratio"], language),
        ]
        for solver in recorded["solvers"]
        if solver["times"]
    ]
    return Table(["solver", "puzzles", "rate", "median", "ratio"], rows, _compared(recorded, language))


def counts(file: Path, language: str) -> Table:
    recorded = _json(file)
    counted = ("placements", "tests", "guesses")
    rows = []
    for solver in recorded["solvers"]:
        if solver["work"]:
            found = solver["work"]["counts"]
            values = [rounded(found[name], language) if name in found else "–" for name in counted]
            each = solver["work"]["ns_per_placement"]
            rows.append([solver["name"], *values, "–" if each is None else time(each, language)])
    return Table(["solver", *counted, "ns"], rows, _compared(recorded, language))


def factors(file: Path, language: str) -> Table:
    recorded = _json(file)
    rows = [
        [
            factor["slower"],
            factor["faster"],
            word(factor["kind"], language),
            f"{chain['puzzles']} {word('of', language)} {chain['set_size']}",
            interval(factor["ratio"], language),
        ]
        for chain in recorded["chains"]
        for factor in chain["factors"]
    ]
    return Table(["slower", "faster", "kind", "puzzle", "ratio"], rows, _compared(recorded, language))


def growth(file: Path, language: str) -> Table:
    recorded = _json(file)
    times = {
        curve["solver"]: {point["puzzle"]: point["time"] for point in curve["points"]}
        for curve in recorded["curves"]
    }
    rows = [
        [puzzle["id"], number(puzzle["placements"], language)]
        + [
            time(found[puzzle["id"]], language) if found.get(puzzle["id"]) else "–"
            for found in times.values()
        ]
        for puzzle in recorded["puzzles"]
    ]
    command = f"sudoku-rosetta compare growth --cap {recorded['cap']:g}"
    return Table(["puzzle", "placements", *times], rows, _source(recorded, command, language))


def generators(file: Path, language: str) -> Table:
    recorded = _json(file)
    of = word("of", language)
    rows = [
        [
            found["name"],
            number(found.get("rate") or found["best"], language),
            f"{number(found['unique'], language)} {of} {number(found['puzzles'], language)}",
            f"{found['minimal']} {of} 100",
            rounded(found["clues"], language),
        ]
        for found in recorded["found"]
    ]
    source = f"{word('measured', language)} {recorded['when'][:10]}, {recorded['machine']}"
    return Table(["generator", "rate", "unique", "minimal", "clues"], rows, source)


def means(file: Path, language: str) -> Table:
    with file.open(encoding="utf-8", newline="") as lines:
        recorded = list(csv.DictReader(lines))
    rows = [
        [
            line["clues"],
            interval(
                {
                    "value": float(line["mean"]),
                    "low": float(line["mean_low"]),
                    "high": float(line["mean_high"]),
                },
                language,
            ),
            *(share(float(line[name]), language) for name in ("none", "one", "several")),
        ]
        for line in recorded
    ]
    grids = number(float(recorded[0]["grids"]), language)
    each = "grilles par ligne" if language == "fr" else "grids per line"
    return Table(
        ["clues", "mean", "none", "one", "several"], rows, f"make study-large: {grids} {each}; {file.name}"
    )


SHOWN: dict[str, Callable[[Path, str], Table]] = {
    each.__name__: each for each in (speeds, counts, factors, growth, generators, means)
}


def _json(file: Path) -> Any:
    return json.loads(file.read_text(encoding="utf-8"))


def _compared(recorded: Any, language: str) -> str:
    request = recorded["settings"]
    command = (
        f"sudoku-rosetta compare --set {request['set']} --puzzles {request['size']} "
        f"--cap {request['cap']:g} --budget {request['budget']:g}"
    )
    return _source(recorded, command, language)


def _source(recorded: Any, command: str, language: str) -> str:
    machine = recorded["machine"]
    cores = "cœurs" if language == "fr" else "cores"
    return (
        f"{word('measured', language)} {recorded['date'][:10]}, {machine['cpu']}, {machine['cores']} {cores}, "
        f"{machine['python']}; {command}"
    )
