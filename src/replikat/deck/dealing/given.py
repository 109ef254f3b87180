"""Deals from elsewhere become squares: who holds what is given, the numbers within each hand are drawn."""

from collections.abc import Mapping, Sequence

from replikat.deck.dealing.deal import Origin
from replikat.deck.squares import POSITIONS, Mark, Position, Square


def numbered(held: Mapping[Position, Sequence[int]], layout: str, cards: int, origin: Origin, square: int) -> Square:
    """Return a square of a pack of `cards` cards in which each position holds these places of the pack.

    The numbers are uniform orders from the stream "given" of this square (counted from 0), position after position.
    """
    stream = origin.stream("given", square)
    marks: list[Mark | None] = [None] * cards
    for position in POSITIONS:
        if position in held:
            for card, number in zip(sorted(held[position]), stream.order(len(held[position])), strict=True):
                marks[card] = Mark(position, number + 1)
    return Square(layout, tuple(marks))
