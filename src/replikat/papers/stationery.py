"""What all sheets beside the cards share: page shape, masthead with the deck's symbol, foot."""

from dataclasses import dataclass
from functools import partial
from pathlib import Path

from replikat.data.library import Library
from replikat.deck.catalogue import Catalogue
from replikat.deck.loaders import load_language
from replikat.deck.print_settings import PrintSettings
from replikat.errors import Fault, ReplikatError
from replikat.geometry.paper import Paper
from replikat.geometry.plane import Line, Point, Rect
from replikat.geometry.units import POINT
from replikat.papers.loaders import load_theme
from replikat.papers.symbol import draw_symbol
from replikat.press.loaders import load_sheet
from replikat.typeset.figures.palette import Inks, Palette
from replikat.typeset.fonts import fonts_folder, width
from replikat.typeset.pen import Pen
from replikat.typeset.text.flow import Compositor, Folio, Furniture
from replikat.typeset.text.flowables import Drawing
from replikat.typeset.text.formats import SHEET, PageShape

SMALL = 8 * POINT
TITLE = 20 * POINT
HAIR = 0.25 * POINT
RULE = 0.5 * POINT
TITLE_GAP = 8.0  # between a title and the deck's name
FOOT_GAP = 4.0  # between the parts of a foot
NARROWEST = 0.88  # a long title is narrowed no more, then smaller
MASTHEAD = 21.0  # height of a page's head
SYMBOL = 12.0


@dataclass(frozen=True)
class Stationery:
    """What all papers of one language are made with: its code and words, the paper, the colours, the fonts' folder."""

    lang: str
    words: Catalogue
    paper: Paper
    palette: Palette
    fonts: Path
    inks: Inks = "rgb"

    def compositor(self, title: str) -> Compositor:
        """Return the compositor of a sheet with this title."""
        return Compositor(title, self.lang, self.palette, self.fonts, SHEET, self.inks)


def sheet_shape(paper: Paper) -> PageShape:
    return PageShape(paper.width, paper.height, inner=16, outer=16, top=14, bottom=17)


def draw_masthead(pen: Pen, title: str, subtitle: str, deck: str, code: str, measure: float) -> None:
    """Draw title and subtitle to the left, the deck's name, code and symbol to the right, over a hairline."""
    beside = measure - (SYMBOL + 3 if code else 0)
    room = (beside - max(width(deck, "strong"), width(code, "text")) * 12 * POINT - TITLE_GAP) / (width(title, "strong") * TITLE)
    squeeze = min(1.0, max(NARROWEST, room))
    pen.text(title, Point(0, 7.4), "strong", TITLE * min(1.0, room / squeeze), "ink", squeeze=squeeze)
    pen.text(subtitle, Point(0, 13.6), "text", 12 * POINT, "ink")
    if code:
        draw_symbol(pen, code, Rect(measure - SYMBOL, 1.8, SYMBOL, SYMBOL), "ink")
    pen.text(deck, Point(beside, 7.4), "strong", 12 * POINT, "ink", "right")
    pen.text(code, Point(beside, 13.6), "text", 12 * POINT, "ink", "right")
    pen.lines([Line(Point(0, 17.5), Point(measure, 17.5))], "stone", HAIR)


def masthead(compositor: Compositor, title: str, subtitle: str, deck: str, code: str, measure: float) -> Drawing:
    """Return the masthead as the first thing of a story."""
    draw = partial(draw_masthead, title=title, subtitle=subtitle, deck=deck, code=code, measure=measure)
    return compositor.drawing(measure, MASTHEAD, draw)


def paged_foot(shape: PageShape, words: Catalogue, deck: str, code: str, subject: str) -> Furniture:
    """Return what draws the feet of a sheet's pages."""
    return partial(_draw_foot, shape=shape, words=words, deck=deck, code=code, subject=subject)


def _draw_foot(pen: Pen, folio: Folio, shape: PageShape, words: Catalogue, deck: str, code: str, subject: str) -> None:
    """Draw the deck's name and code, what the sheet is, and the page's number at the foot of a page."""
    baseline = shape.height - shape.bottom + 8
    pages = words.phrase("page.number", n=folio.number, m=max(folio.pages, folio.number))
    pen.text(pages, Point(shape.width - shape.outer, baseline), "text", SMALL, "ink", "right")
    about = width(subject, "text") * SMALL
    name = " · ".join(part for part in (deck, code) if part)
    wide, room = width(name, "strong") * SMALL, shape.measure - about - width(pages, "text") * SMALL - 2 * FOOT_GAP
    pen.text(name, Point(shape.inner, baseline), "strong", SMALL * min(1.0, room / max(wide, room)), "ink")
    middle = max(shape.width / 2, shape.inner + min(wide, room) + FOOT_GAP + about / 2)  # a long name moves it aside
    pen.text(subject, Point(middle, baseline), "text", SMALL, "ink", "middle")


def stationery(settings: PrintSettings, lang: str, library: Library) -> Stationery:
    """Return what the papers are made with; one-card formats leave the paper to the default sheet."""
    paper = load_sheet(settings.sheet, library).spec.paper or load_sheet(PrintSettings().sheet, library).spec.paper
    if paper is None:
        raise ReplikatError(Fault(f"the sheet {PrintSettings().sheet} names no paper", "it is the one that papers are printed on"))
    palette = load_theme(settings.theme, library)[1]
    words = load_language(lang, library).with_indices(settings.indices)
    return Stationery(lang, words, paper, palette, fonts_folder(library))
