"""The instruction booklet: cover, contents, the guide and the games, on A5 pages."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from replikat.documents.backs import draw_symbol
from replikat.documents.diagrams import FRAME, Example, draw_enlarged, draw_table
from replikat.documents.table_plan import TablePlan, draw_setup
from replikat.errors import ReplikatError
from replikat.model.games import Setup
from replikat.model.geometry import Point, Rect
from replikat.model.texts import Catalogue
from replikat.model.themes import Inks, Palette
from replikat.press.flow import Compositor, Drawing, Entry, Folio, PageShape, page_break
from replikat.press.fonts import CAP, width
from replikat.press.markdown import set_markdown
from replikat.press.pen import Pen
from replikat.press.styles import BOOK

if TYPE_CHECKING:
    from reportlab.platypus import Flowable

A5 = PageShape(width=148, height=210, inner=17, outer=13, top=15, bottom=17.2, facing=True)
SQUARE_HIGH = 58.0
TABLE_HIGH = 98.0
CONTENTS_LINES = 34  # more headings than this, and the contents list chapters only
POINT = 25.4 / 72


@dataclass(frozen=True)
class Title:
    """What the cover and the feet of the pages say about the deck."""

    deck: str
    code: str
    word: str


def booklet_pdf(
    prose: Sequence[str],
    words: Catalogue,
    lang: str,
    title: Title,
    example: Example,
    setups: Mapping[str, Setup],
    palette: Palette,
    fonts: Path,
    inks: Inks = "rgb",
) -> bytes:
    """Return the booklet: `prose` are Markdown texts, the guide first; `setups` by "game:setup", as pictures name them."""
    compositor = Compositor(f"{words.phrase('booklet.title')} · {title.deck}", lang, palette, fonts, BOOK, inks)

    def picture(source: str) -> Drawing:
        return _picture(source, compositor, example, setups)

    def story(entries: Sequence[Entry]) -> "list[Flowable]":
        flowables = [page_break(), *_contents(entries, compositor, words)]
        for place, text in enumerate(prose):
            flowables += set_markdown(text.replace("{word}", title.word), compositor, A5.measure, picture, f"text-{place}")
        return flowables

    def furniture(pen: Pen, folio: Folio) -> None:
        if folio.number == 1:
            _draw_cover(pen, words, title)
        else:
            _draw_heads(pen, folio, title)

    return compositor.pages(A5, story, furniture)


def _picture(source: str, compositor: Compositor, example: Example, setups: Mapping[str, Setup]) -> Drawing:
    """Return the picture that a text names: square, table, or setup:GAME:SETUP."""
    measure = A5.measure
    if source == "square":
        return compositor.drawing(measure, SQUARE_HIGH, lambda pen: draw_enlarged(pen, example, Rect(0, 0, measure, SQUARE_HIGH)))
    if source == "table":
        return compositor.drawing(measure, TABLE_HIGH, lambda pen: draw_table(pen, example, Rect(0, 0, measure, TABLE_HIGH)))
    kind, _, name = source.partition(":")
    if kind == "setup" and name in setups:
        plan = TablePlan(setups[name], example.faces.words, measure)
        return compositor.drawing(measure, plan.height, lambda pen: draw_setup(pen, plan, example))
    known = ", ".join(["square", "table", *(f"setup:{name}" for name in setups)])
    raise ReplikatError(f"the text asks for a picture {source!r}; expected one of {known}")


def _contents(entries: Sequence[Entry], compositor: Compositor, words: Catalogue) -> "list[Flowable]":
    """Return the contents: page numbers first, chapters strong, every line a link."""
    made: list[Flowable] = [compositor.heading(words.phrase("booklet.contents"), 0, "contents")]
    deepest = 2 if len([entry for entry in entries if entry.level <= 2]) <= CONTENTS_LINES else 1
    for place, entry in enumerate(entry for entry in entries if entry.level <= deepest):
        text = compositor.link(entry.key, entry.text)
        line = compositor.paragraph(f"<b>{text}</b>" if entry.level == 1 else text, "item", str(entry.page))
        line.spaceBefore = BOOK.grid if entry.level == 1 and place else 0
        made.append(line)
    return made


def _draw_heads(pen: Pen, folio: Folio, title: Title) -> None:
    """Draw the chapter's name at the head, the deck at the foot, and the page number in the outer margin."""
    recto = folio.number % 2 == 1
    left = A5.left(folio.number)
    outer, align = (left + A5.measure, "right") if recto else (left, "left")
    size = BOOK.small[0] * POINT
    if not folio.opens and folio.chapter:
        pen.text(folio.chapter, Point(outer, 10.2), "text", size, "ink", align)  # type: ignore[arg-type]
    foot = A5.height - 10.2
    pen.text(f"{title.deck} · {title.code}", Point(outer, foot), "text", size, "ink", align)  # type: ignore[arg-type]
    beside = outer + 2.4 if recto else outer - 2.4
    pen.text(str(folio.number), Point(beside, foot), "strong", BOOK.body[0] * POINT, "ink", "left" if recto else "right")


def _draw_cover(pen: Pen, words: Catalogue, title: Title) -> None:
    """Draw one large square with the four positions at its edges and the deck's own symbol in the middle."""
    left, right = A5.inner, A5.width - A5.outer
    pen.text(words.phrase("booklet.title"), Point(left, 36), "strong", 11.4, "ink", squeeze=_fit(words.phrase("booklet.title"), 11.4, right - left))
    pen.text(words.phrase("booklet.subtitle"), Point(left, 46), "text", 5.0, "ink")
    square = Rect(left, 60, right - left, 108)
    pen.rect(square, None, "stone", FRAME * 2, 4)
    for side in ("N", "S", "W", "E"):
        _draw_tab(pen, square, side, words.letters[side])
    size = 30.0
    draw_symbol(pen, title.code, Rect(square.centre.x - size / 2, square.centre.y - size / 2, size, size), "rowan")
    pen.text(title.deck, Point(left, 182), "strong", 5.6, "ink")
    pen.text(title.code, Point(left, 190), "text", 4.6, "ink")
    pen.text(title.word, Point(right, 190), "text", 4.6, "ink", "right")


def _fit(text: str, size: float, room: float) -> float:
    return min(1.0, room / (width(text, "strong") * size))


def _draw_tab(pen: Pen, square: Rect, side: str, letter: str) -> None:
    """Draw the tab of a position, in the proportion of the backs, with its letter."""
    depth, half, narrow = 15.0, 32.0, 6.0
    middle = square.centre
    outlines = {
        "N": ((middle.x - half, square.y), (middle.x + half, square.y), (middle.x + half - narrow, square.y + depth), (middle.x - half + narrow, square.y + depth)),
        "S": ((middle.x - half, square.bottom), (middle.x + half, square.bottom), (middle.x + half - narrow, square.bottom - depth), (middle.x - half + narrow, square.bottom - depth)),
        "W": ((square.x, middle.y - half), (square.x, middle.y + half), (square.x + depth, middle.y + half - narrow), (square.x + depth, middle.y - half + narrow)),
        "E": ((square.right, middle.y - half), (square.right, middle.y + half), (square.right - depth, middle.y + half - narrow), (square.right - depth, middle.y - half + narrow)),
    }
    outline = [Point(*corner) for corner in outlines[side]]
    pen.polygons([outline], "ink")
    x = sum(corner.x for corner in outline) / 4
    y = sum(corner.y for corner in outline) / 4
    size = 12.0
    pen.text(letter, Point(x, y + size * CAP["digits"] / 2), "digits", size, "paper", "middle")
