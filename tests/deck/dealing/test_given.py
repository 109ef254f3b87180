"""Hands from elsewhere keep their cards; the numbers within them are uniform orders of the square's own stream."""

from collections import Counter
from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from chance import assert_even
from replikat.deck.dealing.deal import Origin
from replikat.deck.dealing.given import numbered
from replikat.deck.squares import Position
from support import SEED

ORIGIN = Origin(1, SEED, 0)


@given(st.permutations(range(20)), st.integers(0, 59))
def test_every_position_keeps_its_cards_and_numbers_them(cards: list[int], square: int) -> None:
    held: dict[Position, list[int]] = {"S": cards[:7], "N": cards[7:12], "M": cards[12:15]}
    made = numbered(held, "any", 20, ORIGIN, square)
    for position, own in held.items():
        numbers = {card: mark.number for card, mark in enumerate(made.marks) if mark and mark.position == position}
        assert set(numbers) == set(own) and sorted(numbers.values()) == list(range(1, len(own) + 1))
    assert [made.marks[card] for card in cards[15:]] == [None] * 5


def test_the_order_in_which_cards_are_told_is_nothing() -> None:
    assert numbered({"S": [1, 0, 2], "N": [3]}, "any", 4, ORIGIN, 1) == numbered({"N": [3], "S": [2, 1, 0]}, "any", 4, ORIGIN, 1)


def test_squares_and_seeds_have_streams_of_their_own() -> None:
    hand: dict[Position, range] = {"S": range(13)}
    made = {str(numbered(hand, "any", 13, origin, square)) for origin in (ORIGIN, Origin(1, "ff" * 32, 0)) for square in range(50)}
    assert len(made) == 100


def test_every_number_is_as_likely_as_any_other() -> None:
    seen = Counter(
        tuple(mark.number for mark in numbered({"S": range(4)}, "any", 4, ORIGIN, square).marks if mark) for square in range(4800)
    )
    assert_even(seen, permutations((1, 2, 3, 4)))


def test_the_numbers_of_an_imported_deal_are_for_ever() -> None:
    assert str(numbered({"S": [0, 1, 2, 3, 4], "W": [5, 6, 7]}, "any", 8, ORIGIN, 0)) == "S1 S4 S2 S5 S3 W1 W3 W2"
