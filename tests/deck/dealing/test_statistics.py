"""Thousands of squares against exact distributions, at fixed seeds; chance.py states the threshold."""

import csv
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import comb, factorial, prod, sqrt
from statistics import stdev

import pytest

from chance import DEVIATIONS, assert_chi_square, assert_even, assert_fits, rank
from replikat.deck.dealing.measure import measure, overlap_by_balance, overlap_by_chance
from replikat.deck.deck import Deck
from replikat.deck.loaders import load_pack
from replikat.deck.squares import Layout, Position, Square
from support import DOCS, LIBRARY, VECTORS, plain_deck

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


both = pytest.mark.parametrize("balance", ["none", pytest.param("seats", marks=pytest.mark.long)])


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


def exact_overlaps() -> tuple[float, float]:
    """Return the mean overlap of two squares of `main` over all decks of 2, and of 4, balanced squares; exactly.

    There no card comes back. Two squares make every card an arrow between two of four positions; let opposite pairs of
    positions have a, b and c arrows, a + b + c = 26. In 4 squares the cards between two positions go between the other
    two in the other two squares, so that both pairs of squares are counted by the same sums.
    """
    two, all_two, four, all_four = 0, 0, 0, 0
    for a in range(27):
        for b in range(27 - a):
            c = 26 - a - b
            decks, pairs = arrows(a, b, c)
            named = factorial(52) // (factorial(a) * factorial(b) * factorial(c)) ** 2
            two, all_two = two + named * pairs, all_two + named * decks
            four, all_four = four + named * decks * pairs, all_four + named * decks * decks
    return float(Fraction(two, all_two)), float(Fraction(four, all_four))


def arrows(a: int, b: int, c: int) -> tuple[int, int]:
    """Return in how many ways arrows can point so that 13 leave every position, and the pairs that go together in all."""
    decks = pairs = 0
    for to_1, to_2, from_1 in product(range(a + 1), range(b + 1), range(c + 1)):  # from 0, 0, and from 1 to 2
        to_3 = 13 - to_1 - to_2
        one_three = 13 - (a - to_1) - from_1
        two_three = 13 - (b - to_2) - (c - from_1)
        chosen = [(to_1, a), (two_three, a), (to_2, b), (one_three, b), (to_3, c), (from_1, c)]
        ways = prod(comb(many, few) if few >= 0 else 0 for few, many in chosen)
        decks += ways
        pairs += ways * sum(comb(few, 2) + comb(many - few, 2) for few, many in chosen) if ways else 0
    return decks, pairs


def test_the_docs_state_the_exact_overlaps_of_few_balanced_squares() -> None:
    two, four = exact_overlaps()
    assert (two, four) == (pytest.approx(97.8542, abs=5e-5), pytest.approx(97.8872, abs=5e-5))
    text = " ".join((DOCS / "dealing.md").read_text(encoding="utf-8").split())
    assert f"by {two:.2f} on average over 2 balanced squares, and by {four:.2f} over 4" in text


@pytest.mark.parametrize(("count", "decks"), [(2, 300), (4, 200), (20, 12)])
def test_overlap_of_balanced_squares(count: int, decks: int) -> None:
    """Balance adds a little, for a card comes back to a position more seldom: docs/dealing.md states these figures."""
    from replikat.deck.dealing.seat_balance import balanced_table
    from replikat.deck.dealing.stream import Stream

    stated = {2: exact_overlaps()[0], 4: exact_overlaps()[1], 20: 74.01}[count]
    means = []
    for number in range(decks):
        table = balanced_table([13] * 4, count, Stream(1, f"{number:064x}", "trades", 0))
        pairs = [sum(comb(both, 2) for both in Counter(zip(a, b, strict=True)).values()) for a, b in combinations(table, 2)]
        means.append(sum(pairs) / len(pairs))
    assert sum(means) / decks == pytest.approx(stated, abs=3 * stdev(means) / sqrt(decks))
    assert overlap_by_chance([13] * 4, [13] * 4)[0] + overlap_by_balance([13] * 4, count) == pytest.approx(stated, rel=0.05)


def test_the_docs_state_how_seldom_codes_are_equal_by_chance() -> None:
    chances = [Fraction(decks * (decks - 1), 2**51) for decks in (1_000, 1_000_000)]
    text = (DOCS / "dealing.md").read_text(encoding="utf-8")
    assert [f"{float(chance):.0e}".replace("e-0", "e-") for chance in chances] == ["4e-10", "4e-4"]
    assert "4e-10 among a thousand decks, 4e-4 among a million" in text


def test_neighbouring_cards_of_the_start_are_no_longer_neighbours() -> None:
    """The start puts neighbours into one hand in 48 of 52 places; after the walk they meet like any two cards, in 4/17."""
    from replikat.deck.dealing.seat_balance import balanced_table
    from replikat.deck.dealing.stream import Stream

    tables = [balanced_table([13] * 4, 20, Stream(1, f"{number:064x}", "trades", 0)) for number in range(16)]
    met = [row[card] == row[card - 1] for table in tables for row in table for card in range(52)]
    assert sum(met) / len(met) == pytest.approx(4 / 17, abs=0.015)
