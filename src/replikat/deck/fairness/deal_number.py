"""The number of a deal: who holds which cards, as one integer, in the order that bridge programs have agreed on."""

from collections.abc import Sequence
from math import comb, prod


def deals_of(sizes: Sequence[int]) -> int:
    """Return how many ways there are to deal hands of these sizes from as many cards as they hold together."""
    return prod(comb(sum(sizes[place:]), size) for place, size in enumerate(sizes))


def number_of_deal(hands: Sequence[Sequence[int]]) -> int:
    """Return the number of a deal, from 0 to `deals_of` its sizes less 1.

    Hands hold places of cards, 0, 1, ... together. The first hand counts most; each stands as a combination of the cards
    that the hands before it left, in lexicographic order. With hands N, E, S, W and cards AS KS ... 2C this is the number
    that BigDeal uses.
    """
    left = sorted(card for hand in hands for card in hand)
    number = 0
    for hand in hands:
        held = set(hand)
        number = number * comb(len(left), len(hand)) + _rank([place for place, card in enumerate(left) if card in held], len(left))
        left = [card for card in left if card not in held]
    return number


def _rank(chosen: Sequence[int], cards: int) -> int:
    """Return the place of a rising combination among all of its size, in lexicographic order."""
    after = sum(comb(cards - 1 - index, len(chosen) - place) for place, index in enumerate(chosen))
    return comb(cards, len(chosen)) - 1 - after
