"""Who holds which cards in a square, suit by suit, with drawn pips."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import cos, pi, sin
from typing import NamedTuple

from replikat.deck.cards import Card
from replikat.deck.catalogue import Catalogue
from replikat.deck.deck import Deck
from replikat.deck.pack_spec import Suit
from replikat.deck.squares import Position
from replikat.geometry.plane import Point, Rect
from replikat.typeset.figures.figure import Figure
from replikat.typeset.fonts import CAP, width
from replikat.typeset.pen import Pen

VOID = "–"
PIP = 1.0  # size of a pip in parts of the letters' size
AFTER_PIP = 0.45  # from a pip to the first rank
BETWEEN = 0.38  # between two ranks
NOTE = 0.62  # size of a card's number beside its rank
RAISED = 0.3  # and how much higher it stands
POINTED = 8  # the star that stands for cards of no suit


@dataclass(frozen=True)
class SuitLine:
    """The cards of one suit in a hand, from the highest down; None for cards of no suit.

    `numbers` are those of the cards, where they are to be shown.
    """

    suit: Suit | None
    cards: tuple[Card, ...]
    numbers: tuple[int, ...] = ()


class Item(NamedTuple):
    """A rank in a row: its text, its left edge, and the card's number or nothing."""

    text: str
    x: float
    note: str

    def right(self, size: float) -> float:
        """Return its right edge in letters of this size."""
        return self.x + (width(self.text, "text") + (width(self.note, "text") * NOTE if self.note else 0)) * size


def suits_of(cards: Sequence[Card]) -> list[Suit | None]:
    """Return the suits in the order in which the pack has them."""
    return list(dict.fromkeys(card.suit for card in cards))


def hand(deck: Deck, square: int, position: Position, numbers: bool = False) -> tuple[SuitLine, ...]:
    """Return what a position holds in square 1, 2, ...: a line for every suit of the square's cards, empty for a void.

    Cards of no suit make a line only where there are some; `numbers` keeps the number of every card.
    """
    marks = deck.squares[square - 1].marks
    dealt = [card for card, mark in zip(deck.pack.cards, marks, strict=True) if mark]
    held = [card for card, mark in zip(deck.pack.cards, marks, strict=True) if mark and mark.position == position]
    number = {card.code: mark.number for card, mark in zip(deck.pack.cards, marks, strict=True) if mark}
    lines = []
    for suit in suits_of(dealt):
        cards = deck.pack.from_high([card for card in held if card.suit == suit])
        lines.append(SuitLine(suit, cards, tuple(number[card.code] for card in cards) if numbers else ()))
    return tuple(line for line in lines if line.suit or line.cards)


def in_order(deck: Deck, square: int, position: Position) -> tuple[Card, ...]:
    """Return what a position holds in square 1, 2, ..., in order of number."""
    marks = deck.squares[square - 1].marks
    held = [(mark.number, card) for card, mark in zip(deck.pack.cards, marks, strict=True) if mark and mark.position == position]
    return tuple(card for _, card in sorted(held, key=lambda numbered: numbered[0]))


def draw_pip(pen: Pen, suit: Suit | None, figures: Mapping[str, Figure], middle: Point, size: float) -> None:
    """Draw a suit's pip about its middle, or the sign of cards that have none."""
    if suit is None:
        _draw_sign(pen, middle, size)
        return
    figure = figures[suit.figure]
    box = Rect(0, 0, figure.width, figure.height)
    form = pen.form(f"pip-{suit.code}", box, lambda inner: inner.figure(figure, suit.colour))
    pen.place(form, middle.x - size / 2, middle.y - size / 2, scale=size / figure.width)


def _draw_sign(pen: Pen, middle: Point, size: float) -> None:
    """Draw a small star, the sign of emblems such as trumps."""
    corners = []
    for corner in range(2 * POINTED):
        far, turn = (0.5 if corner % 2 == 0 else 0.28) * size, pi * corner / POINTED
        corners.append(Point(middle.x + far * sin(turn), middle.y - far * cos(turn)))
    pen.polygons([corners], "ink")


def rows_of(line: SuitLine, words: Catalogue, size: float, room: float) -> list[list[Item]]:
    """Return the ranks of a suit broken into rows, each rank with its distance from the pip's left edge."""
    start = (PIP + AFTER_PIP) * size
    rows: list[list[Item]] = [[]]
    x = start
    notes = [str(number) for number in line.numbers] or [""] * max(len(line.cards), 1)
    for text, note in zip([words.index(card) for card in line.cards] or [VOID], notes, strict=True):
        item = Item(text, x, note)
        if rows[-1] and item.right(size) > room:
            rows.append([])
            item = Item(text, start, note)
        rows[-1].append(item)
        x = item.right(size) + BETWEEN * size
    return rows


def hand_width(lines: Sequence[SuitLine], words: Catalogue, size: float, room: float) -> float:
    """Return how wide a hand is within `room`."""
    return max(item.right(size) for line in lines for row in rows_of(line, words, size, room) for item in row)


def hand_rows(lines: Sequence[SuitLine], words: Catalogue, size: float, room: float) -> int:
    return sum(len(rows_of(line, words, size, room)) for line in lines)


def draw_hand(
    pen: Pen,
    lines: Sequence[SuitLine],
    words: Catalogue,
    figures: Mapping[str, Figure],
    at: Point,
    size: float,
    leading: float,
    room: float,
) -> None:
    """Draw a hand with its first baseline at `at`, one row for every suit or more where `room` (mm) is narrow."""
    baseline = at.y
    for line in lines:
        middle = Point(at.x + PIP * size / 2, baseline - CAP["text"] * size / 2)
        draw_pip(pen, line.suit, figures, middle, PIP * size * (0.86 if line.suit else 0.7))
        for row in rows_of(line, words, size, room):
            for item in row:
                pen.text(item.text, Point(at.x + item.x, baseline), "text", size, "black")
                _draw_note(pen, item, Point(at.x, baseline), size)
            baseline += leading


def _draw_note(pen: Pen, item: Item, at: Point, size: float) -> None:
    if item.note:
        x = at.x + item.x + width(item.text, "text") * size
        pen.text(item.note, Point(x, at.y - RAISED * size), "text", NOTE * size, "ink")


def points_of(deck: Deck, lines: Iterable[SuitLine]) -> str | None:
    """Return what a hand is worth on the scale that the pack's records count, such as "12" or "4.5"; None where it counts none."""
    scale = deck.pack.values.get(deck.pack.counted or "")
    if scale is None:
        return None
    return f"{sum(scale.get(card.code, 0) for line in lines for card in line.cards):g}"


def shape_of(deck: Deck, square: int, lines: Iterable[SuitLine]) -> str:
    """Return how many cards of each suit of the square a hand has, in the pack's order, such as "5-3-3-2"."""
    held = {line.suit: len(line.cards) for line in lines}
    dealt = [card for card, mark in zip(deck.pack.cards, deck.squares[square - 1].marks, strict=True) if mark]
    return "-".join(str(held.get(suit, 0)) for suit in suits_of(dealt))
