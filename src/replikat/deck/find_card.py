"""Which card is it: the one that carries a mark."""

from replikat.deck.cards import Card
from replikat.deck.deck import Deck
from replikat.errors import Fault, ReplikatError, quoted


def find_card(deck: Deck, square: int, mark: str) -> list[Card]:
    """Return the card that carries a mark in a square (one, in a sound deck)."""
    from replikat.deck.squares import parse_mark

    if not 1 <= square <= len(deck.squares):
        raise ReplikatError(Fault(f"square {square}", f"{deck.name} has squares 1 to {len(deck.squares)}", field="--square"))
    try:
        wanted = parse_mark(mark.upper())
    except ValueError:
        raise ReplikatError(
            Fault(f"{quoted(mark)} is no mark", "expected a position and a number, such as S7", field="--missing")
        ) from None
    cards = [card for card, held in zip(deck.pack.cards, deck.squares[square - 1].marks, strict=True) if held == wanted]
    if not cards:
        slots = deck.layout(square).positions
        said = ", ".join(f"{position}1-{position}{count}" for position, count in slots.items())
        raise ReplikatError(Fault(f"no card has {mark} in square {square}", f"the square deals {said}", field="--missing"))
    return cards
