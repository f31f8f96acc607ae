"""Chance: known numbers, no number likelier than another, and Scilab's own."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from sudoku_rosetta.documents import scilab
from sudoku_rosetta.generate.draws import GAMMA, MASK, Draws, ScilabDraws, mixed


def test_splitmix_gives_the_numbers_that_its_author_published() -> None:
    state, given = 1234567, []
    for _ in range(5):
        state = state + GAMMA & MASK
        given.append(mixed(state))
    assert given == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_a_key_is_its_own_sequence() -> None:
    starts = {
        tuple(Draws(*key).below(2**20) for _ in range(4)) for key in ((1,), (2,), (1, 0), (0, 1), (1, 1))
    }
    assert len(starts) == 5
    assert [Draws(7, 3).below(n) for n in (9, 81, 1000)] == [Draws(7, 3).below(n) for n in (9, 81, 1000)]


def test_every_number_below_is_as_likely() -> None:
    draws = Draws(1)
    met = Counter(draws.below(7) for _ in range(70_000))
    squares = sum((met[n] - 10_000) ** 2 / 10_000 for n in range(7))
    assert squares < 22.5  # chi square, 6 degrees of freedom: one sequence in a thousand is beyond


def test_a_remainder_is_refused_where_the_32_bits_do_not_divide() -> None:
    """3 * 2^30 leaves a quarter of the 32-bit numbers out: without refusal a third of the answers would be twice
    as likely."""
    draws, third = Draws(2), 2**30
    met = Counter(draws.below(3 * third) // third for _ in range(30_000))
    assert all(abs(met[n] - 10_000) < 400 for n in range(3))


def test_any_order_is_as_likely() -> None:
    met: Counter[tuple[int, ...]] = Counter()
    for number in range(6_000):
        things = [0, 1, 2]
        Draws(3, number).shuffle(things)
        met[tuple(things)] += 1
    assert sum((n - 1000) ** 2 / 1000 for n in met.values()) < 20.5
    assert len(met) == 6


@pytest.mark.parametrize("seed", [0, 1, 42, 2**31 - 1])
def test_scilabs_numbers(seed: int) -> None:
    words: Any = scilab
    words.rand("seed", seed)
    draws = ScilabDraws(seed)
    assert [draws.below(n) for n in range(1, 82)] == [words.int(words.rand() * n) for n in range(1, 82)]
    words.rand("seed", 0)


def test_scilabs_numbers_can_be_jumped_over() -> None:
    one_by_one, jumped = ScilabDraws(42), ScilabDraws(42)
    for _ in range(1000):
        one_by_one.below(9)
    jumped.skip(1000)
    assert jumped.state == one_by_one.state
