"""Cards for the box: a card for every set-up, and the log of which squares were played when and by whom."""

import re
from dataclasses import dataclass
from functools import partial
from math import floor
from typing import TYPE_CHECKING

from replikat.games.booklet.inserts import Content, Inserts
from replikat.games.booklet.prose import Text, faults_of
from replikat.games.pictures.table_plan import LEAST
from replikat.geometry.paper import Paper
from replikat.geometry.plane import Line, Point
from replikat.geometry.units import POINT
from replikat.papers.stationery import HAIR, RULE
from replikat.typeset.pdf import PdfFile
from replikat.typeset.pen import Pen
from replikat.typeset.text.flow import Compositor, Folio, page_break, to_recto
from replikat.typeset.text.flowables import smallest_letters
from replikat.typeset.text.markdown import set_markdown

if TYPE_CHECKING:
    from reportlab.platypus import Flowable

FIRST, OVERLEAF = 0.15, 1.0  # least depth left for a picture on the first side, in parts of it; never is so much left
DEEPEST = {FIRST: 0.62, OVERLEAF: 0.5}  # of a picture, in parts of a side
TRIED = (
    *((size, FIRST) for size in (1.0, 0.94, 0.88)),
    *((size, OVERLEAF) for size in (1.0, 0.94, 0.88)),
    *((size, least) for size in (0.82, 0.76) for least in (FIRST, OVERLEAF)),
)  # sizes of letters, and where the picture stands, tried until a set-up fits both sides of a card and its picture can be read
SIDES, PER_SHEET = 2, 4
FOOT = 1.5  # baseline below the text, in parts of the leading
MARK, CLEAR = 4.0, 5.0  # length of the marks where the knife goes, and from the paper's edge
ABOUT_TEXT = 2.15  # size of the words that say how the sheet is turned
NUMBER_WIDE, LOWEST_ROW, HIGHEST_ROW, HEADER = 9.0, 8.0, 10.0, 6.0
TIMES = 5  # how often a square can be logged
_CAPTION = re.compile(r"^!\[.*?\]\(", re.M)
LOG_HEAD = 5.2  # lines of the log's title and its explanation


@dataclass(frozen=True)
class QuickCards(Content):
    """The cards for the box, a text for every card; how many squares the log has."""

    squares: int
    proof: int | None = None

    @property
    def name(self) -> str:
        return f"{self.made.words.phrase('cards.title')} · {self.title.deck}"

    def compositor(self, size: float) -> Compositor:
        """Return the compositor for letters of this size, in parts of the usual one."""
        made = self.made
        return Compositor(self.name, made.lang, made.palette, made.fonts, self.format.scale.times(size), made.inks, ragged=True)


def quick_cards_pdf(cards: QuickCards) -> bytes:
    """Return the cards side by side, a page a side; for a format that is cut, four of them on a sheet."""
    story: list[Flowable] = []
    for place, text in enumerate(cards.texts):
        story += [*_fitted_card(text, f"card-{place}", cards), *to_recto()]
    story += _log(cards)
    pages = cards.compositor(1.0).pages_at_once(cards.format.shape, story, partial(_draw_foot, cards=cards))
    return _on_sheets(pages, cards) if cards.format.imposed == "cut" else pages


def _fitted_card(text: Text, key: str, cards: QuickCards) -> "list[Flowable]":
    """Return a card at the largest size that fits two sides and whose pictures can be read, or else has the largest words in them.

    What fits at no size goes on to another card.
    """
    best, words = TRIED[0], 0.0
    for size, least in TRIED:
        made = _card(text, key, cards, size, least)
        letters = min(smallest_letters(made), LEAST)
        if letters > words + 0.01 and cards.compositor(size).count(cards.format.shape, made) <= SIDES:
            best, words = (size, least), letters
        if words > LEAST - 0.01:
            break
    return _card(text, key, cards, *best)


def _card(text: Text, key: str, cards: QuickCards, size: float, least: float) -> "list[Flowable]":
    """Return the flowables of a card; its pictures stand without captions, since the steps say the same."""
    compositor, shape = cards.compositor(size), cards.format.shape
    inserts = Inserts(compositor, shape, cards.example, cards.setups, DEEPEST[least], least, strict=True)
    with faults_of(text.file):
        return set_markdown(_CAPTION.sub("![](", text.prose), compositor, shape.measure, inserts, key, from_top=True)[1:]


def _log(cards: QuickCards) -> "list[Flowable]":
    """Return the square log: as many sides as the squares ask for, evenly filled."""
    compositor, words, shape = cards.compositor(1.0), cards.made.words, cards.format.shape
    room = shape.depth - LOG_HEAD * compositor.scale.grid * POINT - HEADER
    sides = -(-cards.squares // floor(room / LOWEST_ROW))
    most = -(-cards.squares // sides)
    made: list[Flowable] = []
    for place in range(sides):
        squares = range(place * most + 1, min((place + 1) * most, cards.squares) + 1)
        heading = compositor.heading(words.phrase("log.title"), 1, f"log-{place}", shape.measure)
        heading.spaceAfter = 0
        row = min(HIGHEST_ROW, room / most)
        draw = partial(_draw_log, cards=cards, squares=squares, row=row)
        rows = compositor.drawing(shape.measure, HEADER + row * len(squares), draw)
        made += [*([page_break()] if place else []), heading, compositor.text(words.phrase("log.what"), "small"), rows]
    return made


def _draw_log(pen: Pen, cards: QuickCards, squares: range, row: float) -> None:
    """Draw a row for every square, its number printed, with places to write in."""
    measure, small = cards.format.shape.measure, cards.format.scale.small[0] * POINT
    words, step = cards.made.words, (measure - NUMBER_WIDE) / TIMES
    pen.text(words.phrase("scorecard.square"), Point(0, HEADER - 1.6), "strong", small, "ink")
    pen.text(words.phrase("log.played"), Point(measure, HEADER - 1.6), "strong", small, "ink", "right")
    pen.lines([Line(Point(0, HEADER), Point(measure, HEADER))], "ink", RULE)
    for place, square in enumerate(squares, 1):
        low = HEADER + place * row
        pen.text(str(square), Point(NUMBER_WIDE - 1.5, low - row / 2 + 1.4), "digits", 4.0, "stone", "right")
        pen.lines([Line(Point(0, low), Point(measure, low))], "stone", HAIR)
        if square == cards.proof:
            pen.text(words.phrase("log.proof"), Point(NUMBER_WIDE + 1.5, low - row / 2 + 1), "text", small, "ink")
    free = [HEADER + place * row for place, square in enumerate(squares) if square != cards.proof]
    columns = [NUMBER_WIDE + step * column for column in range(TIMES)]
    pen.lines([Line(Point(x, top), Point(x, top + row)) for x in columns for top in free], "stone", HAIR)


def _draw_foot(pen: Pen, folio: Folio, cards: QuickCards) -> None:
    """Draw what the card is about, and the deck's name and code."""
    shape, scale = cards.format.shape, cards.format.scale
    low, size = shape.height - shape.bottom + FOOT * scale.grid * POINT, scale.small[0] * POINT
    pen.text(f"{cards.title.deck} · {cards.title.code}", Point(shape.width - shape.outer, low), "text", size, "ink", "right")
    if not folio.opens:
        pen.text(folio.chapter, Point(shape.inner, low), "text", size, "ink")


def _on_sheets(pages: bytes, cards: QuickCards) -> bytes:
    """Return the cards four on a sheet, the second sides behind the first when the paper is turned over its long edge."""
    from replikat.typeset.imposing import Placed, impose, page_count

    made, shape, paper = cards.made, cards.format.shape, cards.format.paper
    assert paper is not None
    count = page_count(pages)
    sheets = -(-count // (2 * PER_SHEET))
    file = PdfFile(cards.name, made.lang, made.palette, made.fonts, made.inks, duplex="long")
    places = []
    for side in range(2 * sheets):
        about = f"{made.words.phrase('sheet.number', n=side // 2 + 1, m=sheets)} · {made.words.phrase('sheet.flip.long')}"
        with file.page(paper.width, paper.height) as pen:
            _draw_cuts(pen, paper, about)
        first, back = side // 2 * PER_SHEET, side % 2
        cells = [Placed(2 * (first + cell) + back, Point((cell + back) % 2 * shape.width, cell // 2 * shape.height)) for cell in range(4)]
        places.append([placed for placed in cells if placed.page < count])
    return impose(pages, file.finish(), places)


def _draw_cuts(pen: Pen, paper: Paper, about: str) -> None:
    """Draw marks where the knife goes, once across and once down, and beside the edge how the sheet is turned."""
    x, y = paper.width / 2, paper.height / 2
    ends = [(CLEAR, CLEAR + MARK), (y - MARK / 2, y + MARK / 2), (paper.height - CLEAR - MARK, paper.height - CLEAR)]
    across = [(CLEAR, CLEAR + MARK), (x - MARK / 2, x + MARK / 2), (paper.width - CLEAR - MARK, paper.width - CLEAR)]
    pen.lines([Line(Point(x, a), Point(x, b)) for a, b in ends] + [Line(Point(a, y), Point(b, y)) for a, b in across], "ink", HAIR)
    with pen.at(CLEAR + ABOUT_TEXT, y / 2, turn=-90) as turned:
        turned.text(about, Point(0, 0), "text", ABOUT_TEXT, "stone", "middle")
