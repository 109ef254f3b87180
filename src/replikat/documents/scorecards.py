"""The score sheet of a duel: one row for every square, to be filled in by hand."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from replikat.documents.stationery import HAIR, MASTHEAD, POINT, RULE, SMALL, Stationery, draw_masthead, paged_foot, sheet_shape
from replikat.model.geometry import Line, Point
from replikat.model.texts import Catalogue
from replikat.press.flow import Entry, lines_of
from replikat.press.fonts import width
from replikat.press.pen import Pen

if TYPE_CHECKING:
    from reportlab.platypus import Flowable

LOWEST_ROW, HIGHEST_ROW = 8.0, 12.0
FIELDS = 17.0  # the lines for names, date and game
HEADER = 13.0  # the two lines over the columns
COMPARE_LINE = 10.5 * POINT
NAMES = ("A", "B")  # the players, as the columns call them


SHARES = (0.9, 0.9, 1.3, 1.3, 1.3, 1.3, 1.3, 1.3)  # of the width: square, South, and both players three times
AFTER = (3.0, 1.5, 1.5, 4.0, 1.5, 4.0, 1.5, 0.0)  # mm of white behind each column
GROUPS = (("scorecard.first", 1, 3), ("scorecard.second", 4, 5), ("scorecard.gain", 6, 7))  # phrase, first and last column
GAINS = (6, 7)


def scorecards_pdf(deck: str, code: str, squares: int, made: Stationery) -> bytes:
    """Return the blank score sheet of a duel for a deck of so many squares."""
    words = made.words
    title = words.phrase("scorecard.title")
    compositor = made.compositor(f"{title} · {deck}")
    shape = sheet_shape(made.paper)
    compare = lines_of(words.phrase("scorecard.compare"), "text", SMALL, shape.measure)
    room = shape.depth - MASTHEAD - FIELDS - HEADER - len(compare) * COMPARE_LINE - 3
    shares = share_out(squares, room)

    def story(entries: Sequence[Entry]) -> "list[Flowable]":
        sheets = [_Page(words, deck, code, part, part == shares[-1], shape.measure, room, compare) for part in shares]
        return [compositor.drawing(shape.measure, shape.depth, sheet) for sheet in sheets]

    return compositor.pages(shape, story, paged_foot(shape, words, deck, code, words.phrase("scorecard.subtitle")))


def share_out(squares: int, room: float) -> list[range]:
    """Return the squares of each page, shared out evenly; `room` (mm) holds their rows, the sum and what is carried over."""
    one_page = int(room / LOWEST_ROW) - 1
    if squares <= one_page:
        return [range(1, squares + 1)]
    pages = -(-squares // (one_page - 1))
    most = -(-squares // pages)
    return [range(first, min(first + most, squares + 1)) for first in range(1, squares + 1, most)]


@dataclass(frozen=True)
class _Page:
    """One page of the sheet, drawn when called."""

    words: Catalogue
    deck: str
    code: str
    squares: range
    last: bool
    measure: float
    room: float
    compare: Sequence[str]

    def __call__(self, pen: Pen) -> None:
        words = self.words
        draw_masthead(pen, words.phrase("scorecard.title"), words.phrase("scorecard.subtitle"), self.deck, self.code, self.measure)
        self._draw_fields(pen, MASTHEAD)
        top = MASTHEAD + FIELDS
        self._draw_header(pen, top)
        bottom = self._draw_rows(pen, top + HEADER)
        for place, line in enumerate(self.compare):
            pen.text(line, Point(0, bottom + 6 + place * COMPARE_LINE), "text", SMALL, "black")

    def _draw_fields(self, pen: Pen, top: float) -> None:
        """Draw the lines for names, date and game."""
        half = (self.measure - 8) / 2
        captions = [self.words.phrase("scorecard.player", letter=name) for name in NAMES]
        captions += [self.words.phrase("scorecard.game"), self.words.phrase("scorecard.date")]
        for place, caption in enumerate(captions):
            row, column = divmod(place, 2)
            left, line = column * (half + 8), top + 6 + row * 8.5
            pen.text(caption, Point(left, line - 0.8), "strong", SMALL, "ink")
            start = left + width(caption, "strong") * SMALL + 2
            pen.lines([Line(Point(start, line), Point(left + half, line))], "stone", HAIR)

    def _columns(self) -> list[tuple[float, float]]:
        """Return left and right of every column."""
        free = self.measure - sum(AFTER)
        x, edges = 0.0, []
        for share, after in zip(SHARES, AFTER, strict=True):
            wide = free * share / sum(SHARES)
            edges.append((x, x + wide))
            x += wide + after
        return edges

    def _draw_header(self, pen: Pen, top: float) -> None:
        edges, words = self._columns(), self.words
        for phrase, first, last in GROUPS:
            left, right = edges[first][0], edges[last][1]
            text = words.phrase(phrase)
            squeeze = min(1.0, (right - left) / (width(text, "strong") * SMALL))
            pen.text(text, Point((left + right) / 2, top + 5), "strong", SMALL, "ink", "middle", squeeze)
            pen.lines([Line(Point(left, top + 6.4), Point(right, top + 6.4))], "stone", HAIR)
        captions = [words.phrase("scorecard.square"), words.phrase("scorecard.south"), *NAMES, *NAMES, *NAMES]
        for (left, right), caption in zip(edges, captions, strict=True):
            pen.text(caption, Point((left + right) / 2, top + HEADER - 2.2), "strong", SMALL, "ink", "middle")
        pen.lines([Line(Point(left, top + HEADER), Point(right, top + HEADER)) for left, right in edges], "ink", RULE)

    def _draw_rows(self, pen: Pen, top: float) -> float:
        """Draw the rows and the sum, and return where they end."""
        carried = [self.words.phrase("scorecard.brought")] if self.squares[0] > 1 else []
        ended = self.words.phrase("scorecard.sum") if self.last else self.words.phrase("scorecard.carried")
        high = min(HIGHEST_ROW, self.room / (len(self.squares) + len(carried) + 1))
        edges = self._columns()
        for row, square in enumerate((*carried, *self.squares)):
            low = top + (row + 1) * high
            if isinstance(square, int):
                left, right = edges[0]
                pen.text(str(square), Point((left + right) / 2, low - high / 2 + 1.5), "digits", 4.2, "stone", "middle")
                colour, weight = ("ink", RULE) if square == self.squares[-1] else ("stone", HAIR)
                pen.lines([Line(Point(left, low), Point(right, low)) for left, right in edges], colour, weight)
            else:
                self._draw_sum(pen, square, low, "stone", HAIR)
        low = top + (len(carried) + len(self.squares) + 1) * high
        self._draw_sum(pen, ended, low, "ink", RULE)
        return low

    def _draw_sum(self, pen: Pen, caption: str, low: float, colour: str, weight: float) -> None:
        """Draw a line with places for the two gains only."""
        edges = self._columns()
        gains = [edges[place] for place in GAINS]
        pen.text(caption, Point(gains[0][0] - AFTER[5], low - 2.4), "strong", SMALL, "ink", "right")
        pen.lines([Line(Point(left, low), Point(right, low)) for left, right in gains], colour, weight)
