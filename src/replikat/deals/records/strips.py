"""The sheet for an ordinary pack as strips: one square each, folded so that nobody sees another by mistake."""

from collections.abc import Sequence
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING

from replikat.deals.records.compass import Record
from replikat.deals.records.hand_records import opening, pack_title, shown_squares
from replikat.deals.records.hands import draw_pip
from replikat.deals.records.ordinary_pack import DASH
from replikat.errors import ReplikatError
from replikat.geometry.plane import Line, Point, Rect
from replikat.geometry.units import POINT
from replikat.papers.stationery import HAIR, RULE, Stationery, paged_foot, sheet_shape
from replikat.typeset.pen import Pen
from replikat.typeset.text.flow import Entry
from replikat.typeset.text.formats import PageShape

if TYPE_CHECKING:
    from reportlab.platypus import Flowable

ACROSS = 14  # cards of a row
LABEL = 10.0  # height of the label, which stays in sight
APART = 4.0  # between two strips
LOWEST_ROW, HIGHEST_ROW = 7.4, 9.5
PIP_COLUMN = 8.0
BELOW = 2.0  # white between the last row and the fold
INDEX, LETTERS = 8 * POINT, 11 * POINT


def strips_pdf(record: Record, made: Stationery, square: int | None = None) -> bytes:
    """Return strips to be cut, of all squares or of one: a label, the table of its cards, and a flap that is folded up over it."""
    deck, words = record.deck, record.words
    shape = sheet_shape(made.paper)
    title = pack_title(words, deck, "strips")
    compositor = made.compositor(f"{title} · {deck.name}")
    rows = rows_of_cards([card.suit.code if card.suit else "" for card in deck.pack.cards])
    high = _row_height(len(rows), shape, deck.name)
    strip = LABEL + 2 * (len(rows) * high + BELOW)
    per_page = int((shape.depth + APART + 0.01) / (strip + APART))

    def story(entries: Sequence[Entry]) -> "list[Flowable]":
        shown = shown_squares(deck, square)
        pages = [range(first, min(first + per_page, shown.stop)) for first in range(shown.start, shown.stop, per_page)]
        draws = [partial(_draw_strips, record=record, squares=squares, rows=rows, high=high, measure=shape.measure) for squares in pages]
        sheets = [compositor.drawing(shape.measure, shape.depth, draw) for draw in draws]
        return [*opening(compositor, deck, words, "strips", title, shape.measure, square), *sheets]

    return compositor.pages(shape, story, paged_foot(shape, words, deck.name, deck.code, title))


def rows_of_cards(suits: Sequence[str]) -> list[range]:
    """Return the cards of each row: those of one suit, at most ACROSS of them, a longer suit shared out evenly."""
    rows: list[range] = []
    first = 0
    for _, group in groupby(suits):
        count = len(list(group))
        parts = -(-count // ACROSS)
        most = -(-count // parts)
        rows += [range(start, min(start + most, first + count)) for start in range(first, first + count, most)]
        first += count
    return rows


def _row_height(rows: int, shape: PageShape, deck: str) -> float:
    """Return the height of a row with which most strips fit a page."""
    for strips in range(9, 0, -1):
        high = (((shape.depth + APART) / strips - APART - LABEL) / 2 - BELOW) / rows
        if high >= LOWEST_ROW:
            return min(high, HIGHEST_ROW)
    raise ReplikatError(f"the cards of {deck} do not fit a folded strip on a page of {shape.width:.0f} x {shape.height:.0f} mm")


def _draw_strips(pen: Pen, record: Record, squares: range, rows: Sequence[range], high: float, measure: float) -> None:
    table = len(rows) * high + BELOW
    step = LABEL + 2 * table + APART
    for place, square in enumerate(squares):
        _draw_strip(pen, record, square, rows, high, Rect(0, place * step, measure, LABEL + 2 * table))


def _draw_strip(pen: Pen, record: Record, square: int, rows: Sequence[range], high: float, box: Rect) -> None:
    """Draw one strip: its frame is cut, its inner line folded."""
    words, deck = record.words, record.deck
    pen.text(words.phrase("square", n=square), Point(box.x + 3, box.y + 6.8), "strong", 14 * POINT, "ink")
    pen.text(f"{deck.name} · {deck.code}", Point(box.right - 3, box.y + 6.8), "text", 9 * POINT, "ink", "right")
    top = box.y + LABEL
    step = (box.width - PIP_COLUMN) / max(map(len, rows))
    for row, cards in enumerate(rows):
        _draw_row(pen, record, square, cards, Rect(box.x, top + row * high, box.width, high), step, row % 2 == 0)
    fold = top + len(rows) * high + BELOW
    pen.lines([Line(Point(box.x, top), Point(box.right, top))], "ink", RULE)
    pen.lines([Line(Point(box.x, fold), Point(box.right, fold))], "stone", HAIR)
    pen.text(words.phrase("strips.fold"), Point(box.centre.x, fold + 5), "text", 8 * POINT, "ink", "middle")
    pen.rect(box, line="stone", width=HAIR)


def _draw_row(pen: Pen, record: Record, square: int, cards: range, box: Rect, step: float, tinted: bool) -> None:
    """Draw the cards of a row, `step` mm apart: each index, and under it the mark."""
    if tinted:
        pen.rect(box, "mist")
    pack, marks = record.deck.pack.cards, record.deck.squares[square - 1].marks
    draw_pip(pen, pack[cards.start].suit, record.figures, Point(box.x + PIP_COLUMN / 2 + 0.5, box.centre.y), 4.2)
    middles = [box.x + PIP_COLUMN + (column + 0.5) * step for column in range(len(cards))]
    indices = [(record.words.index(pack[card]), Point(x, box.y + 0.36 * box.height)) for card, x in zip(cards, middles, strict=True)]
    pen.words(indices, "strong", INDEX, "ink")
    said = [f"{record.words.letters[mark.position]}{mark.number}" if (mark := marks[card]) else DASH for card in cards]
    pen.words([(text, Point(x, box.y + 0.86 * box.height)) for text, x in zip(said, middles, strict=True)], "text", LETTERS, "black")
