"""Records of single squares: a sheet of each that is its own envelope, and slips for every hand."""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from replikat.deals.records.compass import Record, draw_held, letters_size, measured_hand
from replikat.deals.records.hand_records import opening, shown_squares
from replikat.deals.records.side_by_side import draw_list, list_height
from replikat.deck.squares import POSITIONS, Position
from replikat.errors import ReplikatError
from replikat.geometry.plane import Line, Point, Rect
from replikat.geometry.units import POINT
from replikat.papers.stationery import HAIR, Stationery, paged_foot, sheet_shape
from replikat.papers.symbol import draw_symbol
from replikat.typeset.pen import Pen
from replikat.typeset.text.flow import Entry
from replikat.typeset.text.formats import PageShape

if TYPE_CHECKING:
    from reportlab.platypus import Flowable

FROM_FOLD = 7.0
FOLD_MARK = 6.0
SYMBOL = 12.0
COLUMNS, MOST_ROWS = 2, 5
PAD = 5.0
SLIP_HEAD = 11.0


class Slip(NamedTuple):
    """One hand of one square."""

    square: int
    position: Position


def envelopes_pdf(record: Record, made: Stationery, square: int | None = None) -> bytes:
    """Return a sheet for every square, or one alone, to be folded in three: outside the square's number, inside its hands."""
    deck, words = record.deck, record.words
    shape = sheet_shape(made.paper)
    title = words.phrase("envelopes.title")
    compositor = made.compositor(f"{title} · {deck.name}")
    squares = shown_squares(deck, square)
    third = shape.height / 3
    size = letters_size(record, squares, shape.measure, third - 2 * FROM_FOLD, list_height)
    if size is None:
        raise ReplikatError(f"the hands of {deck.name} do not fit a third of a page of {shape.width:.0f} x {shape.height:.0f} mm")

    def story(entries: Sequence[Entry]) -> "list[Flowable]":
        draws = [partial(_draw_envelope, record=record, square=number, shape=shape, size=size) for number in squares]
        sheets = [compositor.drawing(shape.measure, shape.depth, draw) for draw in draws]
        return [*opening(compositor, deck, words, "envelopes", title, shape.measure, square), *sheets]

    return compositor.pages(shape, story, paged_foot(shape, words, deck.name, deck.code, title))


def _draw_envelope(pen: Pen, record: Record, square: int, shape: PageShape, size: float) -> None:
    """Draw one sheet: the number on the upper third, the hands on the middle one, marks where it is folded."""
    third, middle = shape.height / 3, shape.measure / 2
    words, deck = record.words, record.deck
    high = third / 2 - shape.top
    pen.text(words.phrase("square", n=square), Point(middle, high), "strong", 34 * POINT, "ink", "middle")
    pen.text(f"{deck.name} · {deck.code}", Point(middle, high + 10), "text", 12 * POINT, "ink", "middle")
    pen.text(words.phrase("envelopes.open"), Point(middle, high + 17), "text", 10 * POINT, "ink", "middle")
    draw_symbol(pen, deck.code, Rect(shape.measure - SYMBOL, 2, SYMBOL, SYMBOL), "ink")
    draw_list(pen, record, square, Rect(0, third - shape.top + FROM_FOLD, shape.measure, third - 2 * FROM_FOLD), size)
    folds = [third - shape.top, 2 * third - shape.top]
    ends = [(5 - shape.inner, 5 - shape.inner + FOLD_MARK), (shape.measure + shape.outer - 5 - FOLD_MARK, shape.measure + shape.outer - 5)]
    pen.lines([Line(Point(left, fold), Point(right, fold)) for fold in folds for left, right in ends], "stone", HAIR)


def curtain_pdf(record: Record, made: Stationery, square: int | None = None) -> bytes:
    """Return a slip for every hand of every square, or of one, to be cut and put beside the cards."""
    deck, words = record.deck, record.words
    shape = sheet_shape(made.paper)
    title = words.phrase("curtain.title")
    compositor = made.compositor(f"{title} · {deck.name}")
    slips = [
        Slip(number, position)
        for number in shown_squares(deck, square)
        for position in POSITIONS
        if position in deck.layout(number).positions
    ]
    rows, size = _slip_rows(record, shape)

    def story(entries: Sequence[Entry]) -> "list[Flowable]":
        step = COLUMNS * rows
        pages = [slips[first : first + step] for first in range(0, len(slips), step)]
        draws = [partial(_draw_slips, record=record, slips=page, shape=shape, rows=rows, size=size) for page in pages]
        sheets = [compositor.drawing(shape.measure, shape.depth, draw) for draw in draws]
        return [*opening(compositor, deck, words, "curtain", title, shape.measure, square), *sheets]

    return compositor.pages(shape, story, paged_foot(shape, words, deck.name, deck.code, title))


def _slip_rows(record: Record, shape: PageShape) -> tuple[int, float]:
    """Return how many slips stand under each other, as many as their letters allow, and the size of these."""
    squares = range(1, len(record.deck.squares) + 1)
    wide = shape.measure / COLUMNS - 2 * PAD
    for rows in range(MOST_ROWS, 0, -1):
        if size := letters_size(record, squares, wide, shape.depth / rows - 2 * PAD, _slip_height):
            return rows, size
    raise ReplikatError(f"the hands of {record.deck.name} do not fit a slip of {wide:.0f} mm")


def _slip_height(record: Record, square: int, wide: float, size: float) -> float:
    return SLIP_HEAD + max(measured_hand(record, square, position, size, wide).high for position in record.deck.layout(square).positions)


def _draw_slips(pen: Pen, record: Record, slips: Sequence[Slip], shape: PageShape, rows: int, size: float) -> None:
    """Draw a page of slips and the lines along which they are cut."""
    wide, high = shape.measure / COLUMNS, shape.depth / rows
    for place, slip in enumerate(slips):
        row, column = divmod(place, COLUMNS)
        box = Rect(column * wide + PAD, row * high + PAD, wide - 2 * PAD, high - 2 * PAD)
        pen.text(record.words.phrase("square", n=slip.square), Point(box.x, box.y + 4.5), "strong", 13 * POINT, "ink")
        pen.text(record.deck.code, Point(box.right, box.y + 4.5), "text", 8 * POINT, "ink", "right")
        held = measured_hand(record, slip.square, slip.position, size, box.width)
        draw_held(pen, record, slip.position, held, Point(box.x, box.y + SLIP_HEAD - 3), size)
    used = -(-len(slips) // COLUMNS)
    across = [Line(Point(0, row * high), Point(shape.measure, row * high)) for row in range(used + 1)]
    down = [Line(Point(column * wide, 0), Point(column * wide, used * high)) for column in range(COLUMNS + 1)]
    pen.lines([*across, *down], "stone", HAIR)
