"""The instruction booklet: cover, contents, the guide and the games, on A5 pages."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from replikat.documents.backs import draw_symbol
from replikat.documents.diagrams import Example, draw_enlarged, draw_table, enlarged_high
from replikat.documents.table_plan import TablePlan, draw_setup
from replikat.errors import ReplikatError
from replikat.model.games import Setup
from replikat.model.geometry import Point, Rect
from replikat.model.squares import POSITIONS, Layout
from replikat.model.texts import Catalogue
from replikat.model.themes import Inks, Palette
from replikat.press.flow import Compositor, Entry, Folio, PageShape, page_break
from replikat.press.flowables import Drawing
from replikat.press.fonts import CAP, width
from replikat.press.markdown import set_markdown
from replikat.press.pen import Pen
from replikat.press.styles import BOOK

if TYPE_CHECKING:
    from reportlab.platypus import Flowable

A5 = PageShape(width=148, height=210, inner=17, outer=13, top=15, bottom=17.2, facing=True)
SQUARE_HIGH = 58.0
TABLE_HIGH = 94.0
CONTENTS_LINES = 34  # more headings than this, and the contents list chapters only
POINT = 25.4 / 72
COVER_TITLE, COVER_TEXT = 11.4, 5.0  # sizes in mm
COVER_SYMBOL = 32.0
TAB_DEPTH, TAB_LETTER = 16.0, 12.0


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
            flowables += set_markdown(filled(text, title.word, example.deck.layout(1)), compositor, A5.measure, picture, f"text-{place}")
        return flowables

    def furniture(pen: Pen, folio: Folio) -> None:
        if folio.number == 1:
            _draw_cover(pen, words, title)
        else:
            _draw_heads(pen, folio, title)

    return compositor.pages(A5, story, furniture)


def filled(prose: str, word: str, layout: Layout) -> str:
    """Return a text with its placeholders filled: the deck's word, and the numbers of its first layout."""
    piles = [layout.positions[position] for position in POSITIONS if position in layout.positions]
    values = {"word": word, "largest": max(piles), "pile": piles[0], "more": piles[0] + 1, "fewer": piles[0] - 1}
    for name, value in values.items():
        prose = prose.replace(f"{{{name}}}", str(value))
    return prose


def _picture(source: str, compositor: Compositor, example: Example, setups: Mapping[str, Setup]) -> Drawing:
    """Return the picture that a text names: square, table, or setup:GAME:SETUP."""
    measure = A5.measure
    if source == "square":
        high = enlarged_high(example, measure, SQUARE_HIGH)
        return compositor.drawing(measure, high, lambda pen: draw_enlarged(pen, example, Rect(0, 0, measure, high)))
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
    made: list[Flowable] = [compositor.heading(words.phrase("booklet.contents"), 1)]
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
    name = words.phrase("booklet.title")
    pen.text(name, Point(left, 33), "strong", COVER_TITLE, "ink", squeeze=min(1.0, (right - left) / (width(name, "strong") * COVER_TITLE)))
    pen.text(words.phrase("booklet.subtitle"), Point(left, 43), "text", COVER_TEXT, "ink")
    square = Rect(left, 54, right - left, right - left)
    pen.rect(square, None, "stone", 0.4, 4)
    middle = square.centre
    for side, turn in (("N", 0), ("E", 90), ("S", 180), ("W", 270)):
        with pen.at(middle.x, middle.y, turn) as turned:
            turned.polygons([_tab(square.width / 2)], "ink")
        _draw_letter(pen, words.letters[side], side, square)
    draw_symbol(pen, title.code, Rect(middle.x, middle.y, 0, 0).inset(-COVER_SYMBOL / 2), "rowan")
    pen.text(title.deck, Point(left, 184.5), "strong", COVER_TEXT, "ink")
    pen.text(title.code, Point(left, 192.5), "text", COVER_TEXT, "ink")
    pen.text(title.word, Point(right, 192.5), "text", COVER_TEXT, "ink", "right")


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
