"""The instruction booklet: cover, contents, the guide and the games, in any format; stitched ones imposed on their paper."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from replikat.games.booklet.cover import draw_cover
from replikat.games.booklet.inserts import Content, Inserts
from replikat.games.booklet.prose import faults_of
from replikat.geometry.plane import Line, Point
from replikat.geometry.units import POINT
from replikat.papers.stationery import HAIR
from replikat.typeset.pdf import PdfFile
from replikat.typeset.pen import Pen
from replikat.typeset.text.flow import Compositor, Folio, page_break
from replikat.typeset.text.flowables import Heading, headings_of
from replikat.typeset.text.formats import PageShape
from replikat.typeset.text.markdown import set_markdown

if TYPE_CHECKING:
    from reportlab.platypus import Flowable

HEAD, FOOT = 1.08, 1.575  # baselines above and below the text, in parts of the leading
BESIDE = 2.4 / 12.6  # from the foot to the page's number, mm for each point of leading
RAGGED = 48  # a line of fewer letters is not justified
LETTER = 0.47  # em of an average letter
CONTENTS_LINES = 42  # more than so many, and the contents list chapters only
FOLD_MARK, FOLD_CLEAR = 4.0, 5.0  # length of the marks at the fold, and from the paper's edge
FOLD_TEXT, FOLD_OFF = 2.15, 1.2  # size of the words beside it, and how far beside


@dataclass(frozen=True)
class Booklet(Content):
    """A booklet, whose texts begin with the guide.

    `absent` names games whose text is not written in the language. A leaflet has neither cover nor contents.
    """

    absent: Sequence[str] = ()
    leaflet: bool = False

    @property
    def name(self) -> str:
        return f"{self.made.words.phrase('booklet.title')} · {self.title.deck}"


def booklet_pdf(book: Booklet) -> bytes:
    """Return the booklet, its pages in reading order or, for a stitched format, on sheets."""
    made, shape, scale = book.made, book.format.shape, book.format.scale
    ragged = shape.measure / (POINT * scale.body[0] * LETTER) < RAGGED
    compositor = Compositor(book.name, made.lang, made.palette, made.fonts, scale, made.inks, ragged)
    inserts = Inserts(compositor, shape, book.example, book.setups)

    flowables: list[Flowable] = []
    for place, text in enumerate(book.texts):
        with faults_of(text.file):
            flowables += set_markdown(text.prose, compositor, shape.measure, inserts, f"text-{place}")
    contents = [] if book.leaflet else [page_break(), *_contents(headings_of(flowables), compositor, book)]
    story = flowables[1:] if book.leaflet else [*contents, *flowables]
    cover = "" if book.leaflet else made.words.phrase("booklet.cover")
    pages = compositor.pages_at_once(shape, story, partial(_furnish, book=book), cover)
    return _on_sheets(pages, book) if book.format.imposed == "stitched" else pages


def _contents(headings: "Sequence[Heading]", compositor: Compositor, book: Booklet) -> "list[Flowable]":
    """Return the contents: page numbers first, chapters strong, every line a link; then the games that are absent."""
    words, grid = book.made.words, compositor.scale.grid
    made: list[Flowable] = [compositor.heading(words.phrase("booklet.contents"), 1)]
    listed = [heading for heading in headings if heading.level <= 2]
    if len(listed) + len([heading for heading in listed if heading.level == 1]) > CONTENTS_LINES:
        listed = [heading for heading in listed if heading.level == 1]
    for place, heading in enumerate(listed):
        line = compositor.contents_line(heading)
        line.spaceBefore = grid if place and heading.level == 1 and listed[-1].level == 2 else 0
        made.append(line)
    if book.absent:
        absent = compositor.text(words.phrase("booklet.absent", games=", ".join(book.absent)), "item")
        absent.spaceBefore = grid
        made.append(absent)
    return made


def _furnish(pen: Pen, folio: Folio, book: Booklet) -> None:
    """Draw the cover, or the heads and feet of a page."""
    shape, line = book.format.shape, book.format.scale.grid * POINT
    if folio.number == 1 and not book.leaflet:
        draw_cover(pen, shape, book.made.words, book.title)
        return
    if not folio.opens and folio.chapter:
        _outer_text(pen, folio, shape, folio.chapter, shape.top - HEAD * line, book.format.scale.small[0] * POINT)
    foot = shape.height - shape.bottom + FOOT * line
    outer = _outer_text(pen, folio, shape, f"{book.title.deck} · {book.title.code}", foot, book.format.scale.small[0] * POINT)
    gap, recto = BESIDE * book.format.scale.grid, folio.number % 2 == 1
    beside = Point(outer + gap if recto else outer - gap, foot)
    pen.text(str(folio.number), beside, "strong", book.format.scale.body[0] * POINT, "ink", "left" if recto else "right")


def _outer_text(pen: Pen, folio: Folio, shape: PageShape, text: str, baseline: float, size: float) -> float:
    """Write a line that ends at the outer edge of the text, and return where that is."""
    recto, left = folio.number % 2 == 1, shape.left(folio.number)
    outer = left + shape.measure if recto else left
    pen.text(text, Point(outer, baseline), "text", size, "ink", "right" if recto else "left")
    return outer


def _on_sheets(pages: bytes, book: Booklet) -> bytes:
    """Return the pages in the order in which stitched sheets are read, two on every side of the paper lying across."""
    from replikat.typeset.imposing import Placed, impose, page_count, stitched

    made, shape, paper = book.made, book.format.shape, book.format.paper
    assert paper is not None
    sides = stitched(page_count(pages))
    fold, top = paper.height / 2, (paper.width - shape.height) / 2
    file = PdfFile(book.name, made.lang, made.palette, made.fonts, made.inks, duplex="short")
    places = []
    for number, side in enumerate(sides):
        with file.page(paper.height, paper.width) as pen:
            _draw_fold(pen, fold, paper.width, _about_sheet(book, number // 2 + 1, len(sides) // 2))
        lefts = (fold - shape.width, fold)
        places.append([Placed(page, Point(left, top)) for page, left in zip(side, lefts, strict=True) if page is not None])
    return impose(pages, file.finish(), places)


def _about_sheet(book: Booklet, number: int, sheets: int) -> str:
    words = book.made.words
    return f"{words.phrase('sheet.number', n=number, m=sheets)} · {words.phrase('sheet.flip.short')}"


def _draw_fold(pen: Pen, fold: float, high: float, about: str) -> None:
    """Draw marks at both ends of the fold and, along it, which sheet this is and how the paper is turned."""
    ends = [(FOLD_CLEAR, FOLD_CLEAR + FOLD_MARK), (high - FOLD_CLEAR - FOLD_MARK, high - FOLD_CLEAR)]
    pen.lines([Line(Point(fold, above), Point(fold, below)) for above, below in ends], "stone", HAIR)
    with pen.at(fold - FOLD_OFF, high / 2, turn=-90) as turned:
        turned.text(about, Point(0, 0), "text", FOLD_TEXT, "stone", "middle")
