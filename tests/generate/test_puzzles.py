"""Puzzles: unique solution, no redundant clue, the requested symmetry and difficulty, reproducible."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

import pytest
from naming import naming
from sudoku_rosetta.generate import SYMMETRIES, Puzzle, Recipe, RecipeError, generate, puzzles, rating_of
from sudoku_rosetta.generate import _in_python as in_python
from sudoku_rosetta.generate._full import full_grid
from sudoku_rosetta.generate._symmetry import orbits
from sudoku_rosetta.generate.batches import IN_C
from sudoku_rosetta.generate.rng import SplitMix64
from sudoku_rosetta.grid import Grid
from sudoku_rosetta.solvers import Solver, solver_named, solvers
from sudoku_rosetta.solvers.fast_c import FastC


@pytest.fixture(scope="module")
def solver() -> Solver:
    return solver_named(None)


def lines(made: Sequence[Puzzle]) -> list[str]:
    return [puzzle.line for puzzle in made]


def test_a_minimal_puzzle_has_no_redundant_clue(solver: Solver) -> None:
    for puzzle in generate(1, seed=2):
        assert solver.count(puzzle.grid, limit=2) == 1
        assert puzzle.solution().solves(puzzle.grid)
        for cell in range(81):
            if puzzle.grid[cell]:
                assert solver.count(puzzle.grid.with_digit(cell, 0), limit=2) == 2


@pytest.mark.parametrize("symmetry", list(SYMMETRIES))
def test_a_symmetric_puzzle_has_no_redundant_orbit(symmetry: str, solver: Solver) -> None:
    (puzzle,) = generate(1, seed=7, symmetry=symmetry, clues=None)
    assert solver.count(puzzle.grid, limit=2) == 1
    for orbit in orbits(symmetry):
        kept = {bool(puzzle.grid[cell]) for cell in orbit}
        assert len(kept) == 1
        if kept == {True}:
            less = puzzle.grid
            for cell in orbit:
                less = less.with_digit(cell, 0)
            assert solver.count(less, limit=2) == 2


def test_the_orbits_of_each_symmetry() -> None:
    assert {name: len(orbits(name)) for name in SYMMETRIES} == {
        "none": 81,
        "half-turn": 41,
        "quarter-turn": 21,
        "left-right": 45,
        "top-bottom": 45,
        "diagonal": 45,
        "antidiagonal": 45,
        "both-mirrors": 25,
        "both-diagonals": 25,
        "all": 15,
    }
    for name in SYMMETRIES:
        assert sorted(cell for orbit in orbits(name) for cell in orbit) == list(range(81))


@pytest.mark.parametrize(
    ("clues", "symmetry"), [(81, "none"), (45, "none"), (30, "none"), (36, "quarter-turn")]
)
def test_the_number_of_clues_is_exact(clues: int, symmetry: str, solver: Solver) -> None:
    for puzzle in generate(2, seed=2, clues=clues, symmetry=symmetry):
        assert puzzle.grid.clues == clues
        assert solver.count(puzzle.grid, limit=2) == 1


def one_by_one(seed: int, number: int, min_clues: int, solver: Solver) -> bytes:
    """The reference for `ClueRemoval`: try to remove one clue at a time."""
    rng = SplitMix64(seed, number, 0)
    cells = bytearray(full_grid(rng))
    order = list(range(81))
    rng.shuffle(order)
    for cell in order:
        without = cells.copy()
        without[cell] = 48
        if 81 - cells.count(48) > min_clues and solver.count(Grid(bytes(without)), limit=2) == 1:
            cells = without
    return bytes(cells)


@pytest.mark.parametrize("min_clues", [0, 28])
def test_removing_several_clues_per_query_gives_the_same_puzzle(min_clues: int, solver: Solver) -> None:
    queries = 0

    def count(grids: bytes) -> Sequence[int]:
        nonlocal queries
        queries += len(grids) // 81
        return solver.count_batch(grids, limit=2)

    _, made = in_python.remove_clues(3, [0, 1], 0, orbits("none"), min_clues, None, count)
    assert made == b"".join(one_by_one(3, number, min_clues, solver) for number in (0, 1))
    assert queries < 2 * 60


@pytest.mark.skipif(not IN_C, reason="needs the C core")
def test_the_c_core_makes_the_same_grids_as_python(solver: Solver) -> None:
    from sudoku_rosetta.generate import _in_c as in_c

    def count(grids: bytes) -> Sequence[int]:
        return solver.count_batch(grids, limit=2)

    for symmetry, min_clues in (("none", 0), ("half-turn", 30), ("all", 0)):
        arguments = (1, [0, 1, 5], 2, orbits(symmetry), min_clues, None, count)
        assert in_c.remove_clues(*arguments) == in_python.remove_clues(*arguments)
    document = b"123756489756489123984123765435867291267591834891234657349678512578912346612345978"
    for full in (None, document):
        assert in_c.scilab_rng_grids(full, 35, 42, 20) == in_python.scilab_rng_grids(full, 35, 42, 20)
        for uniform in (False, True):
            for_c = in_c.document_grids(full, 30, 2**63, range(5, 15), uniform=uniform)
            assert for_c == in_python.document_grids(full, 30, 2**63, range(5, 15), uniform=uniform)
    from sudoku_rosetta.generate._full import weights

    known = weights().table
    assert all(known[pair] == in_c.weight(*divmod(pair, 280)) for pair in range(280 * 280))


@pytest.mark.parametrize("way", ["minimal", "full", "mr", "removal"])
def test_a_grid_depends_only_on_its_seed_and_number(way: str) -> None:
    recipe = Recipe(way=way, clues=30 if way in ("mr", "removal", "minimal") else None)  # type: ignore[arg-type]
    whole = lines(list(puzzles(recipe, 5, 5)))
    assert lines(list(puzzles(recipe, 5, 2, first=3))) == whole[3:]
    assert lines(list(puzzles(recipe, 5, 5, jobs=2))) == whole
    assert lines(list(islice(puzzles(recipe, 5, None), 5))) == whole
    assert not set(lines(list(puzzles(recipe, 6, 5)))) & set(whole)


def test_scilabs_sequence_can_start_at_any_grid() -> None:
    recipe = Recipe(way="mr", clues=30, scilab=True)
    assert lines(list(puzzles(recipe, 42, 3, first=4))) == lines(list(puzzles(recipe, 42, 7)))[4:]


def test_the_grids_of_a_seed_never_change() -> None:
    """If these change, the results of every study change too: increase the version of the plan."""
    assert [puzzle.line for puzzle in generate(2, seed=1)] == [
        "043000120005400009900810000008305000000200010090000500087004390030000082000500000",
        "700090508094300007305001090007005100000000620001020000040000000000007900203000000",
    ]
    (mr,) = generate(1, seed=1, way="mr", clues=24)
    (removal,) = generate(1, seed=1, way="removal", clues=24)
    assert (mr.line, removal.line) == (MR_GRID, REMOVAL_GRID)


def test_an_unregistered_solver_works_in_threads() -> None:
    portable = FastC("portable")
    assert portable not in solvers()
    assert lines(list(generate(3, seed=1, solver=portable, jobs=2))) == lines(list(generate(3, seed=1)))


def test_too_many_random_digits_end_after_the_maximum_of_attempts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sudoku_rosetta.generate.recipe.MAX_ATTEMPTS", 2000)
    with pytest.raises(RecipeError, match=naming("2,000")):
        list(generate(1, seed=1, way="until-unique", few=40))


def test_an_unsolvable_start_continues_the_same_random_stream() -> None:
    (puzzle,) = generate(1, seed=0, way="until-unique", few=24)  # the third start is solvable
    assert puzzle.line == UNTIL_UNIQUE_GRID


UNTIL_UNIQUE_GRID = "300480000000090030002000000050010370160905800090000060800700904501000700007520001"
MR_GRID = "400205010009000040000009080027000000001080000590000207700060000000007104008040500"
REMOVAL_GRID = "103040079600050000008000000000003100900010008071000000200080000000301002000005387"


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ({"way": "mr"}, ["mr", "clues"]),
        ({"clues": 16}, [16, 17]),
        ({"clues": 82}, [0, 81, 82]),
        ({"symmetry": "spiral"}, ["spiral", "half-turn"]),
        ({"way": "full", "clues": 3}, ["full", "clues"]),
        ({"way": "mr", "clues": 30, "symmetry": "all"}, ["mr", "symmetry"]),
        ({"way": "removal", "clues": 30, "rules": "places"}, ["removal", "minimal", "until-unique"]),
        ({"way": "full", "tree": (50, None)}, ["full", "minimal", "until-unique"]),
        ({"scilab": True}, ["Scilab"]),
        ({"scilab": True, "way": "mr", "clues": 27, "seed": 2**31}, ["Scilab", 2**31]),
        ({"start": "0" * 81}, [81]),
        ({"way": "until-unique", "few": 41}, [0, 40, 41]),
        ({"few": 3}, ["minimal", "until-unique"]),
        ({"rules": "candidates", "guesses": (3, 5)}, ["candidates", 0]),
        ({"rules": "places", "guesses": (1, None)}, ["places", 0]),
        ({"rules": "guesses", "guesses": (0, 0)}, ["guesses", 1]),
        ({"rules": "magic"}, ["magic", "candidates", "places", "guesses"]),
        ({"guesses": (5, 3)}, [5, 3]),
        ({"clues": 78, "rules": "guesses"}, [78]),
        ({"clues": 30, "tree": (None, 50)}, [30, 51]),
        ({"tree": (None, 40)}, [40, 41]),
        ({"symmetry": "all", "clues": 30}, ["all", 30]),
        ({"seed": -1}, [0, -1]),
        ({"seed": 2**64}, [0, 2**64]),
        ({"solver": solver_named("c-style").__class__(), "jobs": 2}, ["c-style"]),
    ],
)
def test_an_impossible_request_is_an_error(arguments: dict[str, object], named: list[object]) -> None:
    with pytest.raises(RecipeError, match=naming(*named)):
        generate(1, **arguments)  # type: ignore[arg-type]


# --- difficulty ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", ["candidates", "places", "guesses"])
def test_the_requested_rules_are_needed(rules: str) -> None:
    for puzzle in generate(2, seed=1, clues=28, rules=rules):  # type: ignore[arg-type]
        counts = solver_named("deduction-style").search(puzzle.grid, watch=True).counts
        assert (counts["guesses"] > 0) == (rules == "guesses")
        if rules != "guesses":
            assert (counts["hidden singles"] > 0) == (rules == "places")


def test_the_tree_has_the_requested_size() -> None:
    for puzzle in generate(2, seed=1, clues=34, tree=(500, 5000)):
        assert 500 <= rating_of(puzzle.grid).placements["c-style"] <= 5000


def test_the_number_of_guesses_is_in_the_requested_range() -> None:
    (puzzle,) = generate(1, seed=3, clues=27, guesses=(2, 4))
    assert 2 <= rating_of(puzzle.grid).guesses <= 4


def test_a_rating_matches_the_counters_of_each_program() -> None:
    (puzzle,) = generate(1, seed=1, clues=38)
    rating = rating_of(puzzle.grid)
    for name, placements in rating.placements.items():
        assert solver_named(name).search(puzzle.grid, watch=True).counts["placements"] == placements
