"""A spec and a seed become the squares of a deck."""

from replikat.dealing.trades import balanced_table
from replikat.model.deck import Deck, DeckSpec, Group, Parts
from replikat.model.squares import POSITIONS, Layout, Mark, Square
from replikat.model.stream import Stream


def deal(spec: DeckSpec, parts: Parts, seed: str) -> Deck:
    """Return the deck that `seed` (64 hex digits) deals; the same on every machine, for ever, by `spec.dealing`."""
    squares: list[Square] = []
    for place, (group, layout, members) in enumerate(zip(spec.squares, parts.layouts, parts.members, strict=True)):
        drawn = _free_squares if group.balance == "none" else _balanced_squares
        for marks in drawn(group, layout, Origin(spec.dealing, seed, place)):
            spread: list[Mark | None] = [None] * len(parts.pack.cards)
            for card, mark in zip(members, marks, strict=True):
                spread[card] = mark
            squares.append(Square(group.layout, tuple(spread)))
    return Deck(spec, parts, tuple(squares))


class Origin:
    """Where a group's chance comes from."""

    def __init__(self, dealing: int, seed: str, group: int) -> None:
        self._label = dealing, seed, group

    def stream(self, purpose: str, square: int = 0) -> Stream:
        """Return the stream for one purpose, and for one square where each has its own."""
        dealing, seed, group = self._label
        return Stream(dealing, seed, purpose, group, square)


def _free_squares(group: Group, layout: Layout, origin: Origin) -> list[list[Mark]]:
    """Return independent squares: place k of the order drawn for a square gets the layout's k-th mark."""
    squares = []
    for square in range(group.count):
        order = origin.stream("order", square).order(layout.cards)
        marks = [layout.slots[0]] * layout.cards
        for slot, card in zip(layout.slots, order, strict=True):
            marks[card] = slot
        squares.append(marks)
    return squares


def _balanced_squares(group: Group, layout: Layout, origin: Origin) -> list[list[Mark]]:
    """Return squares that keep the seat balance, with numbers drawn anew for each, relabelled by a uniform order."""
    positions = [position for position in POSITIONS if position in layout.positions]
    table = balanced_table([layout.positions[position] for position in positions], group.count, origin.stream("trades"))
    relabelled = origin.stream("relabel").order(layout.cards)
    squares = []
    for square, row in enumerate(table):
        marks = [layout.slots[0]] * layout.cards
        reached = dict.fromkeys(positions, 0)
        for card in origin.stream("numbers", square).order(layout.cards):
            position = positions[row[card]]
            reached[position] += 1
            marks[relabelled[card]] = Mark(position, reached[position])
        squares.append(marks)
    return squares
