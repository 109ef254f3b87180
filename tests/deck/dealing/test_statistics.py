"""Thousands of squares against exact distributions, at fixed seeds; chance.py states the threshold."""

import csv
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from math import comb, factorial, sqrt

import pytest

from chance import DEVIATIONS, assert_chi_square, assert_even, assert_fits, rank
from replikat.deck.dealing.measure import measure, overlap_by_balance, overlap_by_chance
from replikat.deck.deck import Deck
from replikat.deck.loaders import load_pack
from replikat.deck.squares import Layout, Position, Square
from support import LIBRARY, VECTORS, plain_deck

MAIN: dict[Position, int] = {"S": 13, "W": 13, "N": 13, "E": 13}
PACK = load_pack("french52", LIBRARY)
POINTS = {"A": 4, "K": 3, "Q": 2, "J": 1}


@cache
def squares(balance: str) -> list[Square]:
    """Return squares that are independent of each other: 10,800 free ones, or the first of each of 1,000 balanced decks."""
    if balance == "none":
        return [square for number in range(180) for square in plain_deck(MAIN, 60, "none", f"{number:064x}").squares]
    return [plain_deck(MAIN, 4, "seats", f"{number:064x}").squares[0] for number in range(1000)]


@cache
def shares(kind: str) -> dict[str, int]:
    """Return the exact numbers of hands of a kind, out of all hands of 13 cards."""
    path = VECTORS / "hand_statistics.csv"
    with path.open(encoding="utf-8") as file:
        exact = {row["value"]: int(row["exact_hands"]) for row in csv.DictReader(file) if row["kind"] == kind}
    assert sum(exact.values()) == comb(52, 13)
    return exact


def hands(balance: str) -> Iterator[list[str]]:
    """Yield south's cards in every square; only one hand of a square, for the four depend on each other."""
    for square in squares(balance):
        yield [PACK.codes[card] for card, mark in enumerate(square.marks) if mark and mark.position == "S"]


both = pytest.mark.parametrize("balance", ["none", "seats"])


@both
def test_high_card_points(balance: str) -> None:
    assert_fits(Counter(str(sum(POINTS.get(code[:-1], 0) for code in hand)) for hand in hands(balance)), shares("hcp"))


@both
def test_shapes(balance: str) -> None:
    suits = [suit.code for suit in dict.fromkeys(card.suit for card in PACK.cards) if suit]
    seen = Counter(
        "-".join(map(str, sorted((sum(code[-1] == suit for code in hand) for suit in suits), reverse=True))) for hand in hands(balance)
    )
    assert_fits(seen, shares("shape"))


@both
def test_every_card_gets_every_mark_equally_often(balance: str) -> None:
    """52 x 52 counts; rows and columns add up, so the statistic has 51 x 51 degrees of freedom, times 52/51."""
    counts = Counter((card, mark) for square in squares(balance) for card, mark in enumerate(square.marks))
    expected = len(squares(balance)) / 52
    statistic = sum((counts[card, mark] - expected) ** 2 / expected for card in range(52) for mark in Layout(MAIN).slots)
    assert_chi_square(statistic * 51 / 52, 51 * 51)


@both
def test_order_numbers_are_even(balance: str) -> None:
    """The order of a square as one number below 52!: its highest and its lowest five bits are each even."""
    numbers = []
    for square in squares(balance):
        dealt = square.dealt()
        numbers.append(rank([dealt[mark] for mark in Layout(MAIN).slots]))
    assert_even(Counter(number * 32 // factorial(52) for number in numbers), range(32))
    assert_even(Counter(number % 32 for number in numbers), range(32))


@both
def test_two_cards_meet_as_often_as_by_chance(balance: str) -> None:
    """Each pair shares a hand in 4/17 of the squares; in all, 312 of 1326 pairs in each square, exactly."""
    together = Counter()
    for square in squares(balance)[:1000]:
        for position in MAIN:
            together.update(combinations([card for card, mark in enumerate(square.marks) if mark and mark.position == position], 2))
    expected = 1000 * 4 / 17
    assert sum(together.values()) == 1000 * 312
    statistic = sum((together[pair] - expected) ** 2 for pair in combinations(range(52), 2)) / (expected * 13 / 17)
    assert_chi_square(statistic * 1274 / 1326, 1274)  # all sums of a card's row are fixed: 1326 - 52 degrees of freedom


def overlaps(made: Iterator[Deck]) -> list[int]:
    return [overlap.pairs for deck in made for overlap in measure(deck).overlaps]


def test_overlap_of_free_squares_is_chance() -> None:
    """73.41 on average, exactly; the overlaps of independent squares are uncorrelated, even within a deck."""
    pairs = overlaps(plain_deck(MAIN, 24, "none", f"{number:064x}") for number in range(12))
    mean, spread = overlap_by_chance([13] * 4, [13] * 4)
    assert mean == pytest.approx(312 * 312 / 1326)
    assert abs(sum(pairs) / len(pairs) - mean) < DEVIATIONS * spread / sqrt(len(pairs))
    assert sum((pair - mean) ** 2 for pair in pairs) / len(pairs) == pytest.approx(spread**2, rel=0.15)


@pytest.mark.parametrize(("count", "stated"), [(4, 97.7), (20, 74.0)])
def test_overlap_of_balanced_squares(count: int, stated: float) -> None:
    """Balance adds a little, for a card comes back to a position more seldom: docs/dealing.md states these figures."""
    pairs = overlaps(plain_deck(MAIN, count, "seats", f"{number:064x}") for number in range(240 // count))
    assert sum(pairs) / len(pairs) == pytest.approx(stated, abs=4 * 6.7 / sqrt(len(pairs)))
    assert overlap_by_chance([13] * 4, [13] * 4)[0] + overlap_by_balance([13] * 4, count) == pytest.approx(stated, rel=0.05)


def test_neighbouring_cards_of_the_start_are_no_longer_neighbours() -> None:
    """The start puts neighbours into one hand in 48 of 52 places; after the walk they meet like any two cards, in 4/17."""
    from replikat.deck.dealing.seat_balance import balanced_table
    from replikat.deck.dealing.stream import Stream

    tables = [balanced_table([13] * 4, 20, Stream(1, f"{number:064x}", "trades", 0)) for number in range(16)]
    met = [row[card] == row[card - 1] for table in tables for row in table for card in range(52)]
    assert sum(met) / len(met) == pytest.approx(4 / 17, abs=0.015)
