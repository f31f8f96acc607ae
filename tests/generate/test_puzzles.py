"""Puzzles: one solution, no clue to spare, the pattern and the difficulty that were asked for; always the same."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

import pytest
from naming import naming
from sudoku_rosetta.generate import (
    SYMMETRIES,
    Puzzle,
    Recipe,
    RecipeError,
    generate,
    puzzles,
    rating_of,
)
from sudoku_rosetta.generate import _in_python as in_python
from sudoku_rosetta.generate._full import full_grid
from sudoku_rosetta.generate._symmetry import orbits
from sudoku_rosetta.generate.batches import IN_C
from sudoku_rosetta.generate.draws import Draws
from sudoku_rosetta.grid import Grid
from sudoku_rosetta.solvers import Solver, solver_named, solvers
from sudoku_rosetta.solvers.fast_c import FastC


@pytest.fixture(scope="module")
def judge() -> Solver:
    return solver_named(None)


def lines(made: Sequence[Puzzle]) -> list[str]:
    return [puzzle.line for puzzle in made]


def test_a_minimal_puzzle_can_spare_no_clue(judge: Solver) -> None:
    for puzzle in generate(1, seed=2):
        assert judge.count(puzzle.grid, limit=2) == 1
        assert puzzle.solution().solves(puzzle.grid)
        for cell in range(81):
            if puzzle.grid[cell]:
                assert judge.count(puzzle.grid.with_digit(cell, 0), limit=2) == 2


@pytest.mark.parametrize("symmetry", list(SYMMETRIES))
def test_a_symmetric_puzzle_is_and_has_no_orbit_to_spare(symmetry: str, judge: Solver) -> None:
    (puzzle,) = generate(1, seed=7, symmetry=symmetry, clues=None)
    assert judge.count(puzzle.grid, limit=2) == 1
    for orbit in orbits(symmetry):
        there = {bool(puzzle.grid[cell]) for cell in orbit}
        assert len(there) == 1
        if there == {True}:
            less = puzzle.grid
            for cell in orbit:
                less = less.with_digit(cell, 0)
            assert judge.count(less, limit=2) == 2


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
def test_so_many_clues(clues: int, symmetry: str, judge: Solver) -> None:
    for puzzle in generate(2, seed=2, clues=clues, symmetry=symmetry):
        assert puzzle.grid.clues == clues
        assert judge.count(puzzle.grid, limit=2) == 1


def one_by_one(seed: int, number: int, least: int, judge: Solver) -> bytes:
    """What `Shrinking` must come to: each clue in its turn, asked about alone."""
    draws = Draws(seed, number, 0)
    cells = bytearray(full_grid(draws))
    order = list(range(81))
    draws.shuffle(order)
    for cell in order:
        without = cells.copy()
        without[cell] = 48
        if 81 - cells.count(48) > least and judge.count(Grid(bytes(without)), limit=2) == 1:
            cells = without
    return bytes(cells)


@pytest.mark.parametrize("least", [0, 28])
def test_asking_about_several_clues_at_once_changes_nothing(least: int, judge: Solver) -> None:
    asked = 0

    def count(grids: bytes) -> Sequence[int]:
        nonlocal asked
        asked += len(grids) // 81
        return judge.count_batch(grids, limit=2)

    _, made = in_python.shrunk(3, [0, 1], 0, orbits("none"), least, None, count)
    assert made == b"".join(one_by_one(3, number, least, judge) for number in (0, 1))
    assert asked < 2 * 60


@pytest.mark.skipif(not IN_C, reason="needs the C core")
def test_the_c_core_makes_what_python_makes(judge: Solver) -> None:
    from sudoku_rosetta.generate import _in_c as in_c

    def count(grids: bytes) -> Sequence[int]:
        return judge.count_batch(grids, limit=2)

    for symmetry, least in (("none", 0), ("half-turn", 30), ("all", 0)):
        asked = (1, [0, 1, 5], 2, orbits(symmetry), least, None, count)
        assert in_c.shrunk(*asked) == in_python.shrunk(*asked)
    document = b"123756489756489123984123765435867291267591834891234657349678512578912346612345978"
    for full in (None, document):
        assert in_c.by_scilab(full, 35, 42, 20) == in_python.by_scilab(full, 35, 42, 20)
        for uniform in (False, True):
            for_c = in_c.by_document(full, 30, 2**63, range(5, 15), uniform=uniform)
            assert for_c == in_python.by_document(full, 30, 2**63, range(5, 15), uniform=uniform)
    from sudoku_rosetta.generate._full import weights

    known = weights().table
    assert all(known[pair] == in_c.weight(*divmod(pair, 280)) for pair in range(280 * 280))


@pytest.mark.parametrize("way", ["minimal", "full", "mr", "removal"])
def test_a_grid_depends_on_its_seed_and_number_alone(way: str) -> None:
    recipe = Recipe(way=way, clues=30 if way in ("mr", "removal", "minimal") else None)  # type: ignore[arg-type]
    whole = lines(list(puzzles(recipe, 5, 5)))
    assert lines(list(puzzles(recipe, 5, 2, first=3))) == whole[3:]
    assert lines(list(puzzles(recipe, 5, 5, jobs=2))) == whole
    assert lines(list(islice(puzzles(recipe, 5, None), 5))) == whole
    assert not set(lines(list(puzzles(recipe, 6, 5)))) & set(whole)


def test_scilabs_sequence_can_be_entered_anywhere() -> None:
    recipe = Recipe(way="mr", clues=30, scilab=True)
    assert lines(list(puzzles(recipe, 42, 3, first=4))) == lines(list(puzzles(recipe, 42, 7)))[4:]


def test_the_grids_of_a_seed_are_for_ever() -> None:
    """A change here is a change of every study: it needs a new version of the generator, not new figures."""
    assert [puzzle.line for puzzle in generate(2, seed=1)] == [
        "043000120005400009900810000008305000000200010090000500087004390030000082000500000",
        "700090508094300007305001090007005100000000620001020000040000000000007900203000000",
    ]
    (mr,) = generate(1, seed=1, way="mr", clues=24)
    (removal,) = generate(1, seed=1, way="removal", clues=24)
    assert (mr.line, removal.line) == (MR_FOR_EVER, REMOVAL_FOR_EVER)


def test_a_solver_that_has_no_name_judges_in_threads() -> None:
    portable = FastC("portable")
    assert portable not in solvers()
    assert lines(list(generate(3, seed=1, solver=portable, jobs=2))) == lines(list(generate(3, seed=1)))


def test_too_many_digits_at_random_are_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sudoku_rosetta.generate.recipe.TRIES", 2000)
    with pytest.raises(RecipeError, match=naming("2,000")):
        list(generate(1, seed=1, way="until-unique", few=40))


def test_where_few_digits_leave_no_solution_the_same_draws_go_on() -> None:
    (puzzle,) = generate(1, seed=0, way="until-unique", few=24)  # the third lot of digits
    assert puzzle.line == UNTIL_UNIQUE_FOR_EVER


UNTIL_UNIQUE_FOR_EVER = "300480000000090030002000000050010370160905800090000060800700904501000700007520001"
MR_FOR_EVER = "400205010009000040000009080027000000001080000590000207700060000000007104008040500"
REMOVAL_FOR_EVER = "103040079600050000008000000000003100900010008071000000200080000000301002000005387"


@pytest.mark.parametrize(
    ("asked", "named"),
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
def test_what_cannot_be_is_said(asked: dict[str, object], named: list[object]) -> None:
    with pytest.raises(RecipeError, match=naming(*named)):
        generate(1, **asked)  # type: ignore[arg-type]


# --- difficulty ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", ["candidates", "places", "guesses"])
def test_the_rules_that_are_asked_for_are_needed(rules: str) -> None:
    for puzzle in generate(2, seed=1, clues=28, rules=rules):  # type: ignore[arg-type]
        counts = solver_named("deduction-style").search(puzzle.grid, watch=True).counts
        assert (counts["guesses"] > 0) == (rules == "guesses")
        if rules != "guesses":
            assert (counts["single places"] > 0) == (rules == "places")


def test_a_tree_of_the_size_that_is_asked_for() -> None:
    for puzzle in generate(2, seed=1, clues=34, tree=(500, 5000)):
        assert 500 <= rating_of(puzzle.grid).placements["c-style"] <= 5000


def test_so_many_guesses() -> None:
    (puzzle,) = generate(1, seed=3, clues=27, guesses=(2, 4))
    assert 2 <= rating_of(puzzle.grid).guesses <= 4


def test_a_rating_is_what_each_writing_does() -> None:
    (puzzle,) = generate(1, seed=1, clues=38)
    rating = rating_of(puzzle.grid)
    for name, placements in rating.placements.items():
        assert solver_named(name).search(puzzle.grid, watch=True).counts["placements"] == placements
