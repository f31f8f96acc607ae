"""Makes the puzzle sets of `compare`, always the same: from a seed, or from the grids that are named here.

    python tests/compare/make_sets.py            writes the sets, in a few minutes
    python tests/compare/make_sets.py --named    only those of grids that have a name
    python tests/compare/make_sets.py --check 3  says where the first 3 grids of each made set differ, and exits 1

What a set holds is decided by counts (guesses of the rules, placements of the row-major tree), never by seconds.
"""

from __future__ import annotations

import json
import sys
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # tests/, when this file is run as a program

import sudoku_rosetta.compare
from compare.random_grids import full_grid, shuffled, solutions, thinned, with_digits, without
from sudoku_rosetta.grid import Grid
from sudoku_rosetta.solvers import solver_named

FOLDER = Path(sudoku_rosetta.compare.__path__[0]) / "sets"
CASES = FOLDER.parents[1] / "conformance" / "cases"
SEED = 2026
SIZE = 100
FROM_SEED = (
    f"made by tests/compare/make_sets.py from seed {SEED}: "
    "random full grids, clues taken away in random order"
)


@dataclass
class Recipe:
    """One made set: how many, and which grid, if any, it takes from a random minimal one."""

    title: str
    size: int
    limit: int
    take: Callable[[str, str, Random], str | None]
    grids: list[str] = field(default_factory=list)


def guesses(grid: str) -> int:
    return solver_named("deduction-style").search(Grid(grid), limit=2, watch=True).counts["guesses"]


def placements(grid: str, limit: int | None = 2) -> int:
    return solver_named("original-c").search(Grid(grid), limit=limit, watch=True).counts["placements"]


def given_back(minimal: str, full: str, rng: Random) -> Iterator[str]:
    """The grid with one clue more each time."""
    grid = minimal
    for cell in shuffled(rng, [cell for cell in range(81) if minimal[cell] == "0"]):
        grid = with_digits(grid, {cell: int(full[cell])})
        yield grid


def easy(minimal: str, full: str, rng: Random) -> str | None:
    for grid in given_back(minimal, full, rng):
        if Grid(grid).clues >= 30 and guesses(grid) == 0 and 100 <= placements(grid) <= 2_000:
            return grid
    return None


def medium(minimal: str, full: str, rng: Random) -> str | None:
    for grid in given_back(minimal, full, rng):
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
            "Single candidates and single places are enough; 30 clues or more, 100 to 2,000 placements",
            SIZE, 2, easy,
        ),
        "medium": Recipe(
            "The rules of document deduction guess 1 to 9 times; 200 to 2,000 placements",
            SIZE, 2, medium,
        ),
        "hard": Recipe(
            "The rules of document deduction guess 20 times or more; at most a million placements",
            SIZE, 2, hard,
        ),
        "minimal": Recipe(
            "No clue can go without a second solution; at most three million placements",
            SIZE, 2, any_minimal,
        ),
        "many": Recipe(
            "20 to 2,000 solutions, all of them searched for; at most 100,000 placements",
            20, 0, many,
        ),
    }  # fmt: skip


def made(sizes: dict[str, int]) -> dict[str, Recipe]:
    """Every recipe filled, each from the same stream of random minimal grids."""
    all_of = recipes()
    rng = Random(SEED)
    while open_ones := [recipe for name, recipe in all_of.items() if len(recipe.grids) < sizes[name]]:
        full = full_grid(rng)
        minimal = thinned(full, shuffled(rng, range(81)))
        seed = rng.random()
        for recipe in open_ones:
            grid = recipe.take(minimal, full, Random(seed))
            if grid is not None:
                recipe.grids.append(grid)
    return all_of


# --- sets of grids that have a name -------------------------------------------------------------------

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
    """Made grids, so many for each power of ten of placements; then the enemies."""
    made_sets = {name: standing(name) for name in ("easy", "medium", "hard", "minimal")}
    counted = sorted(
        (placements(grid), name, number)
        for name, grids in made_sets.items()
        for number, grid in enumerate(grids, 1)
    )
    chosen: list[tuple[int, str, int]] = []
    for step in range(2 * PER_DECADE, 6 * PER_DECADE):
        aim = 10 ** (step / PER_DECADE)
        near = [each for each in counted if each not in chosen and 0.8 < each[0] / aim < 1.25]
        if near:
            chosen.append(min(near, key=lambda each: abs(each[0] / aim - 1)))
    return [
        (f"{name}-{number}", made_sets[name][number - 1], f"grid {number} of the set {name}")
        for _, name, number in chosen
    ]


# --- writing ------------------------------------------------------------------------------------------


def head(title: str, limit: int, made_by: str, seed: int | None) -> list[str]:
    lines = [f'title = "{title}"', f"limit = {limit}", f'provenance = "{made_by}"']
    return lines + ([f"seed = {seed}"] if seed is not None else [])


def write_made(name: str, recipe: Recipe) -> None:
    lines = head(recipe.title, recipe.limit, FROM_SEED, SEED)
    lines += ["grids = ["] + [f'  "{grid}",' for grid in recipe.grids] + ["]"]
    (FOLDER / f"{name}.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")


def write_named(name: str, title: str, limit: int, made_by: str, grids: list[tuple[str, str, str]]) -> None:
    lines = head(title, limit, made_by, None)
    for id_, grid, source in grids:
        lines += ["", "[[grid]]", f'id = "{id_}"', f'grid = "{grid}"', f"source = {json.dumps(source)}"]
        lines += [f"placements = {size_of_tree(grid, limit)}"]
    (FOLDER / f"{name}.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")


def standing(name: str) -> list[str]:
    """The grids of a made set, as they are shipped."""
    grids: list[str] = tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))["grids"]
    return grids


def size_of_tree(grid: str, limit: int) -> int:
    """Counted here, but for those that take minutes and stand in the conformance suite."""
    known = {str(case["grid"]): case.get("placements") for case in cases().values()}
    return known.get(grid) or placements(grid, limit or None)  # type: ignore[return-value]


def from_cases(ids: list[str]) -> list[tuple[str, str, str]]:
    known = cases()
    return [(id_, str(known[id_]["grid"]), str(known[id_]["source"])) for id_ in ids]


def main(arguments: list[str]) -> int:
    if arguments[:1] == ["--check"]:
        return check(int(arguments[1]))
    if arguments == []:
        for name, recipe in made({name: recipe.size for name, recipe in recipes().items()}).items():
            write_made(name, recipe)
    documents, enemies = from_cases(DOCUMENTS), from_cases(ENEMIES)
    write_named(
        "documents", "The documents' own grids, every solution searched for", 0, "the documents", documents
    )
    write_named(
        "enemies", "What a search in reading order fears: a million placements and far more", 2,
        "published grids by their names, and some found for the conformance suite", enemies,
    )  # fmt: skip
    write_named(
        "growth", "From a hundred placements to more than a thousand million", 2,
        "grids of the sets easy, medium, hard, minimal and enemies", by_decades() + enemies,
    )  # fmt: skip
    return 0


def check(so_many: int) -> int:
    """Whether the shipped sets begin as they are made today."""
    wrong = 0
    for name, recipe in made(dict.fromkeys(recipes(), so_many)).items():
        if standing(name)[:so_many] != recipe.grids[:so_many]:
            print(f"{name}.toml does not begin as it is made")
            wrong = 1
    return wrong


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
