"""The cover of a booklet: one large square with the four positions at its edges and the deck's own symbol in the middle."""

from dataclasses import dataclass

from replikat.deck.catalogue import Catalogue
from replikat.geometry.plane import Point, Rect
from replikat.papers.symbol import draw_symbol
from replikat.typeset.fonts import CAP, width
from replikat.typeset.pen import Pen
from replikat.typeset.text.formats import PageShape

WIDE, HIGH = 148.0, 210.0  # the page for which it is drawn; on others it is larger or smaller
LEFT, RIGHT = 17.0, 135.0
TITLE, TEXT = 11.4, 5.0  # sizes in mm
SYMBOL = 32.0
TAB_DEPTH, TAB_LETTER = 16.0, 12.0


@dataclass(frozen=True)
class Title:
    """What the cover and the feet of the pages say about the deck."""

    deck: str
    code: str
    word: str


def draw_cover(pen: Pen, shape: PageShape, words: Catalogue, title: Title) -> None:
    """Draw the cover as large as the page allows."""
    scale = min(shape.width / WIDE, shape.height / HIGH)
    with pen.at((shape.width - WIDE * scale) / 2, (shape.height - HIGH * scale) / 2, scale=scale) as inner:
        _draw(inner, words, title)


def _draw(pen: Pen, words: Catalogue, title: Title) -> None:
    name, wide = words.phrase("booklet.title"), RIGHT - LEFT
    pen.text(name, Point(LEFT, 33), "strong", TITLE, "ink", squeeze=min(1.0, wide / (width(name, "strong") * TITLE)))
    pen.text(words.phrase("booklet.subtitle"), Point(LEFT, 43), "text", TEXT, "ink")
    square = Rect(LEFT, 54, wide, wide)
    pen.rect(square, None, "stone", 0.4, 4)
    middle = square.centre
    for side, turn in (("N", 0), ("E", 90), ("S", 180), ("W", 270)):
        with pen.at(middle.x, middle.y, turn) as turned:
            turned.polygons([_tab(square.width / 2)], "ink")
        _draw_letter(pen, words.letters[side], side, square)
    draw_symbol(pen, title.code, Rect(middle.x, middle.y, 0, 0).inset(-SYMBOL / 2), "rowan")
    pen.text(title.deck, Point(LEFT, 184.5), "strong", TEXT, "ink")
    pen.text(title.code, Point(LEFT, 192.5), "text", TEXT, "ink")
    pen.text(title.word, Point(RIGHT, 192.5), "text", TEXT, "ink", "right")


def _tab(half: float) -> tuple[Point, ...]:
    """Return the upper tab of a square about its middle, in the proportion of the backs."""
    long, narrow = 0.56 * half, 0.46 * half
    return (Point(-long, -half), Point(long, -half), Point(narrow, TAB_DEPTH - half), Point(-narrow, TAB_DEPTH - half))


def _draw_letter(pen: Pen, letter: str, side: str, square: Rect) -> None:
    """Write a position's letter upright in the middle of its tab."""
    reach = square.width / 2 - TAB_DEPTH / 2
    across, down = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}[side]
    low = square.centre.y + down * reach + TAB_LETTER * CAP["digits"] / 2
    pen.text(letter, Point(square.centre.x + across * reach, low), "digits", TAB_LETTER, "paper", "middle")
