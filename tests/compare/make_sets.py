"""Write the puzzle sets of `compare`: generated sets, from a fixed seed, and sets of named grids.

    python tests/compare/make_sets.py            write all sets (takes a few minutes)
    python tests/compare/make_sets.py --named    write the sets of named grids only
    python tests/compare/make_sets.py --check 3  generate the first 3 grids of each set again; exit 1 if they differ

Grids are selected by counts (guesses of the rules, placements of the row-major search), never by time.
"""

from __future__ import annotations

import json
import sys
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # tests/, if this file is run as a program

import sudoku_rosetta.compare
from compare.random_grids import full_grid, minimized, shuffled, solutions, with_digits, without
from sudoku_rosetta.grid import Grid
from sudoku_rosetta.solvers import solver_named

FOLDER = Path(sudoku_rosetta.compare.__path__[0]) / "sets"
CASES = FOLDER.parents[1] / "conformance" / "cases"
SEED = 2026
SIZE = 100
FROM_SEED = (
    f"made by tests/compare/make_sets.py from seed {SEED}: random full grids, clues removed in random order"
)


@dataclass
class Recipe:
    """A generated set. `take` makes a grid of the set from a random minimal grid, or returns None."""

    title: str
    size: int
    limit: int
    take: Callable[[str, str, Random], str | None]
    grids: list[str] = field(default_factory=list)


def guesses(grid: str) -> int:
    return solver_named("deduction-style").search(Grid(grid), limit=2, watch=True).counts["guesses"]


def placements(grid: str, limit: int | None = 2) -> int:
    return solver_named("original-c").search(Grid(grid), limit=limit, watch=True).counts["placements"]


def with_more_clues(minimal: str, full: str, rng: Random) -> Iterator[str]:
    """The minimal grid with one more clue, two more clues, and so on; the clues are in random order."""
    grid = minimal
    for cell in shuffled(rng, [cell for cell in range(81) if minimal[cell] == "0"]):
        grid = with_digits(grid, {cell: int(full[cell])})
        yield grid


def easy(minimal: str, full: str, rng: Random) -> str | None:
    for grid in with_more_clues(minimal, full, rng):
        if Grid(grid).clues >= 30 and guesses(grid) == 0 and 100 <= placements(grid) <= 2_000:
            return grid
    return None


def medium(minimal: str, full: str, rng: Random) -> str | None:
    for grid in with_more_clues(minimal, full, rng):
        if 1 <= guesses(grid) <= 9 and 200 <= placements(grid) <= 2_000:
            return grid
    return None


def hard(minimal: str, full: str, rng: Random) -> str | None:
    return minimal if guesses(minimal) >= 20 and placements(minimal) <= 1_000_000 else None


def any_minimal(minimal: str, full: str, rng: Random) -> str | None:
    return minimal if placements(minimal) <= 3_000_000 else None


def many(minimal: str, full: str, rng: Random) -> str | None:
    cells = shuffled(rng, [cell for cell in range(81) if minimal[cell] != "0"])
    grid = without(minimal, cells[:2])
    number = len(solutions(grid, 2_001))
    return grid if 20 <= number <= 2_000 and placements(grid, None) <= 100_000 else None


def recipes() -> dict[str, Recipe]:
    return {
        "easy": Recipe(
            "Solved by naked and hidden singles; at least 30 clues, 100 to 2,000 placements",
            SIZE, 2, easy,
        ),
        "medium": Recipe(
            "The rules of document deduction need 1 to 9 guesses; 200 to 2,000 placements",
            SIZE, 2, medium,
        ),
        "hard": Recipe(
            "The rules of document deduction need at least 20 guesses; at most 1,000,000 placements",
            SIZE, 2, hard,
        ),
        "minimal": Recipe(
            "Minimal puzzles: no clue is redundant; at most 3,000,000 placements",
            SIZE, 2, any_minimal,
        ),
        "many": Recipe(
            "20 to 2,000 solutions, all are searched for; at most 100,000 placements",
            20, 0, many,
        ),
    }  # fmt: skip


def generate(sizes: dict[str, int]) -> dict[str, Recipe]:
    """Generate the grids of every set from one stream of random minimal grids."""
    sets = recipes()
    rng = Random(SEED)
    while unfinished := [recipe for name, recipe in sets.items() if len(recipe.grids) < sizes[name]]:
        full = full_grid(rng)
        minimal = minimized(full, shuffled(rng, range(81)))
        seed = rng.random()
        for recipe in unfinished:
            grid = recipe.take(minimal, full, Random(seed))
            if grid is not None:
                recipe.grids.append(grid)
    return sets


# --- sets of named grids ------------------------------------------------------------------------------

DOCUMENTS = [
    "document-c-grid",
    "document-c-grid-less-one-clue",
    "document-pseudocode-grid-2",
    "document-scilab-grid",
]
ENEMIES = [
    "platinum-blonde", "long-two-million", "inkala-2012", "fata-morgana",
    "long-eight-million-for-single-candidates", "seventeen-clues-two", "long-twenty-three-million",
    "long-forty-million", "brute-force-resistant", "seventeen-clues-one", "norvig-top95-first",
    "norvig-impossible",
]  # fmt: skip
PER_DECADE = 3


def cases() -> dict[str, dict[str, object]]:
    found: dict[str, dict[str, object]] = {}
    for path in sorted(CASES.glob("*.toml")):
        for case in tomllib.loads(path.read_text(encoding="utf-8"))["case"]:
            found[case["id"]] = case
    return found


def by_decades() -> list[tuple[str, str, str]]:
    """Generated grids: about `PER_DECADE` for each power of ten of placements."""
    generated = {name: written_grids(name) for name in ("easy", "medium", "hard", "minimal")}
    counted = sorted(
        (placements(grid), name, number)
        for name, grids in generated.items()
        for number, grid in enumerate(grids, 1)
    )
    chosen: list[tuple[int, str, int]] = []
    for step in range(2 * PER_DECADE, 6 * PER_DECADE):
        aim = 10 ** (step / PER_DECADE)
        near = [each for each in counted if each not in chosen and 0.8 < each[0] / aim < 1.25]
        if near:
            chosen.append(min(near, key=lambda each: abs(each[0] / aim - 1)))
    return [
        (f"{name}-{number}", generated[name][number - 1], f"grid {number} of the set {name}")
        for _, name, number in chosen
    ]


# --- files --------------------------------------------------------------------------------------------


def header(title: str, limit: int, provenance: str, seed: int | None) -> list[str]:
    lines = [f'title = "{title}"', f"limit = {limit}", f'provenance = "{provenance}"']
    return lines + ([f"seed = {seed}"] if seed is not None else [])


def write_generated(name: str, recipe: Recipe) -> None:
    lines = header(recipe.title, recipe.limit, FROM_SEED, SEED)
    lines += ["grids = ["] + [f'  "{grid}",' for grid in recipe.grids] + ["]"]
    (FOLDER / f"{name}.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")


def write_named(
    name: str, title: str, limit: int, provenance: str, grids: list[tuple[str, str, str]]
) -> None:
    lines = header(title, limit, provenance, None)
    for id_, grid, source in grids:
        lines += ["", "[[grid]]", f'id = "{id_}"', f'grid = "{grid}"', f"source = {json.dumps(source)}"]
        lines += [f"placements = {tree_size(grid, limit)}"]
    (FOLDER / f"{name}.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")


def written_grids(name: str) -> list[str]:
    """The grids in the file of a generated set."""
    grids: list[str] = tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))["grids"]
    return grids


def tree_size(grid: str, limit: int) -> int:
    """Placements of the row-major search: from the conformance case if it has them, else counted now."""
    known = {str(case["grid"]): case.get("placements") for case in cases().values()}
    return known.get(grid) or placements(grid, limit or None)  # type: ignore[return-value]


def from_cases(ids: list[str]) -> list[tuple[str, str, str]]:
    known = cases()
    return [(id_, str(known[id_]["grid"]), str(known[id_]["source"])) for id_ in ids]


def main(arguments: list[str]) -> int:
    if arguments[:1] == ["--check"]:
        return check(int(arguments[1]))
    if arguments == []:
        for name, recipe in generate({name: recipe.size for name, recipe in recipes().items()}).items():
            write_generated(name, recipe)
    documents, enemies = from_cases(DOCUMENTS), from_cases(ENEMIES)
    write_named(
        "documents",
        "The grids of the documents; all solutions are searched for",
        0,
        "the documents",
        documents,
    )
    write_named(
        "enemies", "Hard for a row-major search: more than a million placements", 2,
        "published grids, and some found for the conformance suite", enemies,
    )  # fmt: skip
    write_named(
        "growth", "From 463 to 2,549,798,780 placements", 2,
        "grids of the sets easy, medium, hard, minimal and enemies", by_decades() + enemies,
    )  # fmt: skip
    return 0


def check(size: int) -> int:
    """Check the first grids of the generated sets against the files."""
    different = 0
    for name, recipe in generate(dict.fromkeys(recipes(), size)).items():
        if written_grids(name)[:size] != recipe.grids[:size]:
            print(f"{name}.toml differs from the generated grids")
            different = 1
    return different


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
