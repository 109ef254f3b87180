"""Labels for card boxes, to be cut out and stuck on: which deck this is, and which of how many."""

from collections.abc import Sequence
from dataclasses import dataclass

from replikat.data.library import Library
from replikat.deck.print_settings import PrintSettings
from replikat.geometry.plane import Line, Point, Rect
from replikat.geometry.units import POINT
from replikat.papers.stationery import HAIR, Stationery, stationery
from replikat.papers.symbol import draw_symbol
from replikat.typeset.fonts import width
from replikat.typeset.pdf import PdfFile
from replikat.typeset.pen import Pen

WIDE, HIGH = 84.0, 44.0  # fits the broad side of a tuck box for poker and bridge cards
COLUMNS, ROWS = 2, 6
EDGE = 5.0
SYMBOL = 15.0
MARK = 4.0  # length of a cut mark


@dataclass(frozen=True)
class Label:
    """What a box is labelled with: the deck's name and code, its number, and a line that says more."""

    name: str
    code: str
    number: int
    line: str


def labels_pdf(title: str, labels: Sequence[Label], made: Stationery) -> bytes:
    """Return sheets of labels, twelve a page, in the order in which they are given."""
    pdf = PdfFile(title, made.lang, made.palette, made.fonts, made.inks)
    wide, high = made.paper.width, made.paper.height
    left = (wide - COLUMNS * WIDE) / 2
    top = (high - ROWS * HIGH) / 2
    for first in range(0, len(labels), COLUMNS * ROWS):
        shown = labels[first : first + COLUMNS * ROWS]
        with pdf.page(wide, high) as pen:
            pen.lines(_cuts(left, top), "stone", HAIR)
            for place, label in enumerate(shown):
                row, column = divmod(place, COLUMNS)
                _draw_label(pen, label, Rect(left + column * WIDE, top + row * HIGH, WIDE, HIGH))
    return pdf.finish()


def _cuts(left: float, top: float) -> list[Line]:
    """Return the marks round the block of labels, by which it is cut."""
    right, bottom = left + COLUMNS * WIDE, top + ROWS * HIGH
    cuts = []
    for column in range(COLUMNS + 1):
        x = left + column * WIDE
        cuts += [Line(Point(x, top - MARK - 1), Point(x, top - 1)), Line(Point(x, bottom + 1), Point(x, bottom + MARK + 1))]
    for row in range(ROWS + 1):
        y = top + row * HIGH
        cuts += [Line(Point(left - MARK - 1, y), Point(left - 1, y)), Line(Point(right + 1, y), Point(right + MARK + 1, y))]
    return cuts


def _draw_label(pen: Pen, label: Label, box: Rect) -> None:
    """Draw the number large to the right, name, line and code to the left, the deck's symbol under them."""
    number = str(label.number)
    size = min(24.0, (0.42 * WIDE) / width(number, "digits"))
    pen.text(number, Point(box.right - EDGE, box.y + HIGH / 2 + 0.37 * size), "digits", size, "ink", "right")
    room = WIDE - 3 * EDGE - width(number, "digits") * size
    for text, face, points, baseline in ((label.name, "strong", 15, 10.5), (label.line, "text", 11, 17.0)):
        letters = points * POINT
        squeeze = min(1.0, room / (width(text, face) * letters))
        pen.text(text, Point(box.x + EDGE, box.y + baseline), face, letters, "ink", squeeze=squeeze)  # type: ignore[arg-type]
    draw_symbol(pen, label.code, Rect(box.x + EDGE, box.bottom - EDGE - SYMBOL, SYMBOL, SYMBOL), "ink")
    pen.text(label.code, Point(box.x + EDGE + SYMBOL + 3, box.bottom - EDGE), "text", 9 * POINT, "ink")


def box_labels(title: str, decks: Sequence[tuple[str, str]], settings: PrintSettings, lang: str, library: Library) -> bytes:
    """Return a label for each of the decks, told by name and code, numbered from 1."""
    made = stationery(settings, lang, library)
    lines = (made.words.phrase("label.number", n=number, m=len(decks)) for number in range(1, len(decks) + 1))
    labels = [Label(name, code, number, line) for number, ((name, code), line) in enumerate(zip(decks, lines, strict=True), 1)]
    return labels_pdf(title, labels, made)
