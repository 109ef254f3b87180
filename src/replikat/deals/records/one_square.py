"""The record of one square alone, with the number of every card: for the proof square, or one that is given up."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from replikat.deals.records.compass import Record
from replikat.deals.records.hands import draw_pip
from replikat.deck.deck import Deck
from replikat.deck.squares import POSITIONS, Mark
from replikat.geometry.plane import Line, Point
from replikat.geometry.units import POINT
from replikat.papers.stationery import HAIR, RULE, Stationery, masthead, paged_foot, sheet_shape
from replikat.typeset.figures.figure import Figure
from replikat.typeset.fonts import CAP
from replikat.typeset.pen import Pen
from replikat.typeset.text.flow import Entry

if TYPE_CHECKING:
    from reportlab.platypus import Flowable

HEAD = 9.0
ROW = 8.0
GAP = 5.0  # between columns
LETTERS = 11 * POINT


def proof_pdf(deck: Deck, square: int, figures: Mapping[str, Figure], made: Stationery) -> bytes:
    """Return the record of square 1, 2, ... alone: for every position its numbers, each with its card."""
    words = made.words
    record = Record(deck, words, figures)
    kind = "proof" if square == deck.spec.proof else "single"
    title, subtitle = words.phrase(f"{kind}.title"), words.phrase("square", n=square)
    compositor = made.compositor(f"{title} · {deck.name}")
    shape = sheet_shape(made.paper)
    longest = max(deck.layout(square).positions.values())
    row = min(ROW, (shape.depth - 60) / longest)
    draw = partial(_draw_numbers, record=record, square=square, measure=shape.measure, row=row)

    def story(entries: Sequence[Entry]) -> "list[Flowable]":
        return [
            masthead(compositor, title, subtitle, deck.name, deck.code, shape.measure),
            compositor.text(words.phrase(f"{kind}.what", n=square)),
            compositor.drawing(shape.measure, HEAD + longest * row, draw),
        ]

    return compositor.pages(shape, story, paged_foot(shape, words, deck.name, deck.code, title))


def _draw_numbers(pen: Pen, record: Record, square: int, measure: float, row: float) -> None:
    """Draw a column for every position: the numbers from 1, each with its card."""
    deck = record.deck
    capacities = deck.layout(square).positions
    positions = [position for position in POSITIONS if position in capacities]
    dealt = deck.squares[square - 1].dealt()
    step = (measure + GAP) / len(positions)
    for place, position in enumerate(positions):
        left, right = place * step, (place + 1) * step - GAP
        pen.text(record.words.positions[position], Point(left, 5), "strong", 12 * POINT, "ink")
        pen.lines([Line(Point(left, HEAD - 1), Point(right, HEAD - 1))], "ink", RULE)
        for number in range(1, capacities[position] + 1):
            low = HEAD + number * row - 1
            _draw_card(pen, record, number, dealt[Mark(position, number)], Point(left, low - 0.3 * row))
            pen.lines([Line(Point(left, low), Point(right, low))], "stone", HAIR)


def _draw_card(pen: Pen, record: Record, number: int, card: int, at: Point) -> None:
    """Draw a number and its card: pip, or the star of cards that have none, and index."""
    held = record.deck.pack.cards[card]
    pen.text(str(number), Point(at.x + 7, at.y), "digits", LETTERS, "ink", "right")
    middle = Point(at.x + 12 + LETTERS / 2, at.y - CAP["text"] * LETTERS / 2)
    draw_pip(pen, held.suit, record.figures, middle, LETTERS * (0.86 if held.suit else 0.7))
    pen.text(record.words.index(held), Point(at.x + 12 + 1.5 * LETTERS, at.y), "text", LETTERS, "black")
