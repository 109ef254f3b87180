"""Boards: deals of bridge as other programs know them, 52 cards to four hands of thirteen."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from replikat.deck.cards import Card, Pack
from replikat.deck.deck import Deck
from replikat.errors import LawFault

SEATS = "NESW"  # clockwise, the order in which boards list hands
SUITS = "SHDC"
RANKS = "AKQJT98765432"
CARDS = tuple(rank + suit for suit in SUITS for rank in RANKS)  # AS, KS, ... 2C
HAND = 13


class Hand(NamedTuple):
    """A hand: the ranks that it holds of each suit, falling, such as "AT3"; "" where it is void."""

    spades: str
    hearts: str
    diamonds: str
    clubs: str


Hands = tuple[Hand, Hand, Hand, Hand]  # North, East, South, West


@dataclass(frozen=True)
class Board:
    """A deal of bridge: its number, dealer (N, E, S or W), who is vulnerable (None, NS, EW or All), and its hands.

    Dealer and vulnerability are "" where a file does not tell them. `hands` holds North, East, South and West.
    """

    number: int
    dealer: str
    vulnerable: str
    hands: Hands

    def holders(self) -> list[int]:
        """Return who holds AS, KS, ... 2C: 0 to 3 for North, East, South, West."""
        found = {card: seat for seat, hand in enumerate(self.hands) for card in cards_of(hand)}
        return [found[card] for card in CARDS]


def cards_of(hand: Hand) -> list[str]:
    """Return the cards of a hand, such as ["AS", "TS", ...]."""
    return [rank + suit for suit, ranks in zip(SUITS, hand, strict=True) for rank in ranks]


def hand_of(cards: Iterable[str]) -> Hand:
    """Return a hand from cards such as "AS"."""
    own = set(cards)
    return Hand(*("".join(rank for rank in RANKS if rank + suit in own) for suit in SUITS))


def bridge_code(card: Card) -> str:
    """Return a card as boards name it ("TS" for the ten of spades); of another pack's card its own code."""
    if card.suit is None or card.rank is None:
        return card.code
    return ("T" if card.rank.code == "10" else card.rank.code) + card.suit.code


def bridge_cards(pack: Pack) -> dict[str, int]:
    """Return the place in the pack of each of the 52 cards of bridge; LawFault where the pack has others."""
    places = {bridge_code(card): place for place, card in enumerate(pack.cards)}
    if places.keys() != set(CARDS):
        raise LawFault([((), f"{pack.name} is not the pack of bridge: 52 cards, A to 2 in four suits")])
    return places


def hands_in(deck: Deck, square: int) -> Hands:
    """Return the hands of square 1, 2, ...; LawFault where it does not deal four hands of thirteen."""
    layout = deck.layout(square).positions
    codes = [bridge_code(card) for card in deck.pack.cards]
    held: dict[str, list[str]] = {position: [] for position in layout}
    for code, mark in zip(codes, deck.squares[square - 1].marks, strict=True):
        if mark:
            held[mark.position].append(code)
    if set(codes) != set(CARDS) or set(layout) != set(SEATS) or any(len(cards) != HAND for cards in held.values()):
        raise LawFault([((), f"square {square} is no deal of bridge: 52 cards, thirteen to each of four hands")])
    north, east, south, west = (hand_of(held[seat]) for seat in SEATS)
    return north, east, south, west
