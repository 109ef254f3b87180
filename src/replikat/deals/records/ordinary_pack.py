"""The sheet from which an ordinary pack deals the squares of a deck: a table of cards and squares."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING

from replikat.deals.records.compass import Record
from replikat.deals.records.hand_records import opening, pack_title, shown_squares, span
from replikat.deals.records.hands import draw_pip
from replikat.deck.cards import Card
from replikat.deck.deck import Deck
from replikat.geometry.plane import Line, Point, Rect
from replikat.geometry.units import POINT
from replikat.papers.stationery import HAIR, RULE, Stationery, paged_foot, sheet_shape
from replikat.typeset.figures.figure import Figure
from replikat.typeset.fonts import CAP
from replikat.typeset.pen import Pen
from replikat.typeset.text.flow import Entry
from replikat.typeset.text.formats import PageShape

if TYPE_CHECKING:
    from reportlab.platypus import Flowable

LOWEST_ROW, HIGHEST_ROW = 4.3, 6.0
NARROWEST = 13.0  # column of a square
CARD_COLUMN = 18.0
TOP = 17.0  # the title and the numbers of the squares
LETTERS = 9.5 * POINT
DASH = "–"


@dataclass(frozen=True)
class Part:
    """What one page shows: a run of cards (places in the pack) and a run of squares."""

    cards: range
    squares: range


def ordinary_pdf(deck: Deck, figures: Mapping[str, Figure], made: Stationery, square: int | None = None) -> bytes:
    """Return the sheet for an ordinary pack: a page without deals, then cards down and squares (or one alone) across."""
    words = made.words
    record = Record(deck, words, figures)
    title = pack_title(words, deck, "ordinary")
    compositor = made.compositor(f"{title} · {deck.name}")
    shape = sheet_shape(made.paper)
    rows = runs([card.suit.code if card.suit else "" for card in deck.pack.cards], int((shape.depth - TOP) / LOWEST_ROW))
    columns = evenly(len(deck.squares), int((shape.measure - CARD_COLUMN) / NARROWEST))
    columns = [shown_squares(deck, square)] if square else columns
    parts = [Part(cards, squares) for squares in columns for cards in rows]

    def story(entries: Sequence[Entry]) -> "list[Flowable]":
        draws = [partial(_draw_part, record=record, part=part, shape=shape) for part in parts]
        tables = [compositor.drawing(shape.measure, shape.depth, draw) for draw in draws]
        return [*opening(compositor, deck, words, "ordinary", title, shape.measure, square), *tables]

    return compositor.pages(shape, story, paged_foot(shape, words, deck.name, deck.code, title))


def runs(suits: Sequence[str], most: int) -> list[range]:
    """Return the cards of each page: whole suits, at most `most` rows; a longer suit is shared out evenly."""
    pages: list[range] = []
    first = 0
    for _, group in groupby(suits):
        count = len(list(group))
        for part in evenly(count, most):
            cards = range(first + part.start - 1, first + part.stop - 1)
            if pages and len(pages[-1]) + len(cards) <= most:
                pages[-1] = range(pages[-1].start, cards.stop)
            else:
                pages.append(cards)
        first += count
    return pages


def evenly(count: int, most: int) -> list[range]:
    """Return 1 to `count` in as few runs of at most `most` as possible, as equal as possible."""
    parts = -(-count // most)
    longest = -(-count // parts)
    return [range(first, min(first + longest, count + 1)) for first in range(1, count + 1, longest)]


def _draw_part(pen: Pen, record: Record, part: Part, shape: PageShape) -> None:
    """Draw one page of the table: tinted every second row, a hairline between suits."""
    words, deck = record.words, record.deck
    high = min(HIGHEST_ROW, (shape.depth - TOP) / len(part.cards))
    step = (shape.measure - CARD_COLUMN) / len(part.squares)
    pen.text(pack_title(words, deck, "ordinary"), Point(0, 5), "strong", 12 * POINT, "ink")
    pen.text(span(words, part.squares.start, part.squares.stop - 1), Point(shape.measure, 5), "strong", 12 * POINT, "ink", "right")
    _draw_header(pen, record, part, step, shape.measure)
    cells: list[tuple[str, Point]] = []
    for row, card in enumerate(part.cards):
        top = TOP + row * high
        low = top + high / 2 + CAP["text"] * LETTERS / 2
        if row % 2 == 0:
            pen.rect(Rect(0, top, shape.measure, high), "mist")
        _draw_card(pen, record, deck.pack.cards[card], Point(2, low))
        for column, square in enumerate(part.squares):
            mark = deck.squares[square - 1].marks[card]
            text = f"{words.letters[mark.position]}{mark.number}" if mark else DASH
            cells.append((text, Point(CARD_COLUMN + (column + 0.5) * step, low)))
    pen.words(cells, "text", LETTERS, "black")
    _draw_rules(pen, record, part, high, shape.measure)


def _draw_header(pen: Pen, record: Record, part: Part, step: float, measure: float) -> None:
    pen.text(record.words.phrase("ordinary.card"), Point(2, TOP - 2.2), "strong", 8 * POINT, "ink")
    for column, square in enumerate(part.squares):
        middle = CARD_COLUMN + (column + 0.5) * step
        pen.text(str(square), Point(middle, TOP - 2.0), "digits", 10 * POINT, "ink", "middle")
    pen.lines([Line(Point(0, TOP), Point(measure, TOP))], "ink", RULE)


def _draw_card(pen: Pen, record: Record, card: Card, at: Point) -> None:
    middle = Point(at.x + LETTERS / 2, at.y - CAP["text"] * LETTERS / 2)
    draw_pip(pen, card.suit, record.figures, middle, LETTERS * (0.9 if card.suit else 0.7))
    pen.text(record.words.index(card), Point(at.x + 1.6 * LETTERS, at.y), "strong", LETTERS, "black")


def _draw_rules(pen: Pen, record: Record, part: Part, high: float, measure: float) -> None:
    """Draw the hairlines between suits, and the line that ends the table."""
    cards = record.deck.pack.cards
    ends = [card for card in part.cards if card + 1 == part.cards.stop or cards[card].suit != cards[card + 1].suit]
    lows = [TOP + (card - part.cards.start + 1) * high for card in ends]
    pen.lines([Line(Point(0, low), Point(measure, low)) for low in lows[:-1]], "ink", HAIR)
    pen.lines([Line(Point(0, lows[-1]), Point(measure, lows[-1]))], "ink", RULE)
