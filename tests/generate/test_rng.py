"""Random number generators: published values, uniformity, and Scilab's generator."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from sudoku_rosetta.documents import scilab
from sudoku_rosetta.generate.rng import GAMMA, MASK, ScilabRng, SplitMix64, mix64


def test_splitmix_gives_its_published_values() -> None:
    state, given = 1234567, []
    for _ in range(5):
        state = state + GAMMA & MASK
        given.append(mix64(state))
    assert given == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_each_key_has_its_own_sequence() -> None:
    starts = {
        tuple(SplitMix64(*key).below(2**20) for _ in range(4)) for key in ((1,), (2,), (1, 0), (0, 1), (1, 1))
    }
    assert len(starts) == 5
    assert [SplitMix64(7, 3).below(n) for n in (9, 81, 1000)] == [
        SplitMix64(7, 3).below(n) for n in (9, 81, 1000)
    ]


def test_below_is_uniform() -> None:
    rng = SplitMix64(1)
    seen = Counter(rng.below(7) for _ in range(70_000))
    chi_square = sum((seen[n] - 10_000) ** 2 / 10_000 for n in range(7))
    assert chi_square < 22.5  # chi-square, 6 degrees of freedom, p = 0.001


def test_below_rejects_values_that_would_bias_the_result() -> None:
    """n = 3 * 2^30 does not divide 2^32: without rejection, a third of the numbers would be twice as likely."""
    rng, third = SplitMix64(2), 2**30
    seen = Counter(rng.below(3 * third) // third for _ in range(30_000))
    assert all(abs(seen[n] - 10_000) < 400 for n in range(3))


def test_shuffle_is_uniform() -> None:
    seen: Counter[tuple[int, ...]] = Counter()
    for number in range(6_000):
        items = [0, 1, 2]
        SplitMix64(3, number).shuffle(items)
        seen[tuple(items)] += 1
    assert sum((n - 1000) ** 2 / 1000 for n in seen.values()) < 20.5
    assert len(seen) == 6


@pytest.mark.parametrize("seed", [0, 1, 42, 2**31 - 1])
def test_scilab_rng_matches_the_document_module(seed: int) -> None:
    primitives: Any = scilab
    primitives.rand("seed", seed)
    rng = ScilabRng(seed)
    assert [rng.below(n) for n in range(1, 82)] == [
        primitives.int(primitives.rand() * n) for n in range(1, 82)
    ]
    primitives.rand("seed", 0)


def test_scilab_rng_skips_any_number_of_steps() -> None:
    one_by_one, skipped = ScilabRng(42), ScilabRng(42)
    for _ in range(1000):
        one_by_one.below(9)
    skipped.skip(1000)
    assert skipped.state == one_by_one.state
