"""Who holds which cards in a square, suit by suit, with drawn pips."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from replikat.model.cards import Card, Suit
from replikat.model.deck import Deck
from replikat.model.figures import Figure
from replikat.model.geometry import Point, Rect
from replikat.model.squares import Position
from replikat.model.texts import Catalogue
from replikat.press.fonts import CAP, width
from replikat.press.pen import Pen

VOID = "–"
PIP = 1.0  # size of a pip in parts of the letters' size
AFTER_PIP = 0.45  # from a pip to the first rank
BETWEEN = 0.38  # between two ranks


@dataclass(frozen=True)
class SuitLine:
    """The cards of one suit in a hand, from the highest down; None for cards of no suit."""

    suit: Suit | None
    cards: tuple[Card, ...]


def suits_of(cards: Sequence[Card]) -> list[Suit | None]:
    """Return the suits in the order in which the pack has them."""
    return list(dict.fromkeys(card.suit for card in cards))


def hand(deck: Deck, square: int, position: Position) -> tuple[SuitLine, ...]:
    """Return what a position holds in square 1, 2, ...: a line for every suit of the square's cards, empty for a void.

    Cards of no suit make a line only where there are some.
    """
    marks = deck.squares[square - 1].marks
    dealt = [card for card, mark in zip(deck.pack.cards, marks, strict=True) if mark]
    held = [card for card, mark in zip(deck.pack.cards, marks, strict=True) if mark and mark.position == position]
    lines = [SuitLine(suit, deck.pack.from_high([card for card in held if card.suit == suit])) for suit in suits_of(dealt)]
    return tuple(line for line in lines if line.suit or line.cards)


def draw_pip(pen: Pen, suit: Suit, figures: Mapping[str, Figure], middle: Point, size: float) -> None:
    """Draw a suit's pip about its middle."""
    figure = figures[suit.figure]
    box = Rect(0, 0, figure.width, figure.height)
    form = pen.form(f"pip-{suit.code}", box, lambda inner: inner.figure(figure, suit.colour))
    pen.place(form, middle.x - size / 2, middle.y - size / 2, scale=size / figure.width)


def rows_of(line: SuitLine, words: Catalogue, size: float, room: float) -> list[list[tuple[str, float]]]:
    """Return the ranks of a suit broken into rows, each rank with its distance from the pip's left edge."""
    start = (PIP + AFTER_PIP) * size
    rows: list[list[tuple[str, float]]] = [[]]
    x = start
    for text in [words.index(card) for card in line.cards] or [VOID]:
        wide = width(text, "text") * size
        if rows[-1] and x + wide > room:
            rows.append([])
            x = start
        rows[-1].append((text, x))
        x += wide + BETWEEN * size
    return rows


def hand_width(lines: Sequence[SuitLine], words: Catalogue, size: float, room: float) -> float:
    """Return how wide a hand is within `room`."""
    rows = [row for line in lines for row in rows_of(line, words, size, room)]
    return max(x + width(text, "text") * size for row in rows for text, x in row)


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
        if line.suit:
            draw_pip(pen, line.suit, figures, Point(at.x + PIP * size / 2, baseline - CAP["text"] * size / 2), PIP * size * 0.86)
        for row in rows_of(line, words, size, room):
            for text, x in row:
                pen.text(text, Point(at.x + x, baseline), "text", size, "black")
            baseline += leading
