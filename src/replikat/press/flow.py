"""Running text, tables and drawings into pages: the door to platypus."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from io import BytesIO
from pathlib import Path
from typing import Any

from reportlab.lib.utils import simpleSplit
from reportlab.platypus import BaseDocTemplate, Flowable, Frame, PageBreak, PageTemplate, Paragraph, Table
from reportlab.platypus.doctemplate import ActionFlowable

from replikat.model.themes import Inks, Palette
from replikat.press.flowables import Drawing, End, Heading, KeptStart, Picture, WholeTable, to_grid
from replikat.press.fonts import FILES, Face, check_glyphs, fonts
from replikat.press.pdf import set_preferences
from replikat.press.pen import MM, Pen, colour_of
from replikat.press.styles import INDENT, Scale, StyleName, styles

HAIRLINE = 0.25
ROW = 1.0  # height of a table row of one line, in parts of the leading
WHOLE_ROWS = 14  # a table of so many rows is never parted
BETWEEN = 6.0  # mm between the columns of a table
MOST_PASSES = 4  # two are enough unless the contents change their length


@dataclass(frozen=True)
class PageShape:
    """A page and its margins in mm; `facing` pages change the inner margin from side to side."""

    width: float
    height: float
    inner: float
    outer: float
    top: float
    bottom: float
    facing: bool = False

    @property
    def measure(self) -> float:
        """Return the width of the text."""
        return self.width - self.inner - self.outer

    @property
    def depth(self) -> float:
        """Return the height of the text."""
        return self.height - self.top - self.bottom

    def left(self, page: int) -> float:
        """Return where the text of a page begins; odd pages are rectos."""
        return self.outer if self.facing and page % 2 == 0 else self.inner


@dataclass(frozen=True)
class Entry:
    """A heading and where it came to stand."""

    level: int
    text: str
    page: int
    key: str


@dataclass(frozen=True)
class Folio:
    """What is known of a page when its running head is drawn: its number, how many there are, its chapter."""

    number: int
    pages: int
    chapter: str
    opens: bool  # whether the chapter begins on it


Story = Callable[[Sequence[Entry]], list[Flowable]]
Furniture = Callable[[Pen, Folio], None]


class Compositor:
    """Makes what a story consists of, every glyph checked, and sets stories in pages."""

    def __init__(self, title: str, lang: str, palette: Palette, folder: Path, scale: Scale, inks: Inks = "rgb") -> None:
        fonts(folder)
        self.title, self.lang, self.palette, self.scale = title, lang, palette, scale
        self.inks: Inks = inks
        self.styles = styles(scale, palette, inks, lang)

    def paragraph(self, markup: str, style: StyleName = "body", bullet: str | None = None, depth: int = 0) -> Paragraph:
        """Return a paragraph of the library's markup (<b>, <i>); plain text goes through `text`."""
        made = self.styles[style]
        if depth:
            made = made.clone(f"{style}-{depth}", leftIndent=made.leftIndent + depth * INDENT * self.scale.grid)
            made.bulletIndent = depth * INDENT * self.scale.grid
        return self._checked(Paragraph(markup, made, bulletText=bullet))

    def text(self, text: str, style: StyleName = "body", bullet: str | None = None) -> Paragraph:
        return self.paragraph(escape(text, quote=False), style, bullet)

    def heading(self, text: str, level: int, key: str = "") -> Heading:
        """Return a heading of level 1 to 3; with a key it becomes an entry, a bookmark and an outline item."""
        names: dict[int, StyleName] = {1: "h1", 2: "h2", 3: "h3"}
        made = Heading(text, self.styles[names[level]], level, key, self.scale.grid)
        self._checked(made)
        return made

    def _checked(self, made: Paragraph) -> Paragraph:
        for frag in made.frags:
            check_glyphs(frag.text, frag.fontName)
        if made.bulletText:
            check_glyphs(made.bulletText, made.style.bulletFontName)
        return made

    def drawing(self, width: float, height: float, paint: Callable[[Pen], None]) -> Drawing:
        """Return a drawing of this size in mm."""
        return Drawing(width, height, paint, self.palette, self.inks)

    def link(self, key: str, text: str) -> str:
        """Return markup that leads to a heading."""
        return f'<a href="#{key}">{escape(text, quote=False)}</a>'

    def table(self, header: Sequence[str], rows: Sequence[Sequence[str]], measure: float) -> Table:
        """Return a table of markup cells with horizontal hairlines; columns of figures are set to the right.

        Columns are as wide as their text; the widest shrinks where all of them exceed the measure (mm).
        """
        right = [_is_figures([row[column] for row in rows]) for column in range(len(header))]
        head: list[StyleName] = ["head-right" if turned else "head" for turned in right]
        cell: list[StyleName] = ["figure" if turned else "cell" for turned in right]
        cells = [[self.paragraph(text, style) for text, style in zip(header, head, strict=True)]]
        cells += [[self.paragraph(text, style) for text, style in zip(row, cell, strict=True)] for row in rows]
        columns = _natural(cells, measure * MM)
        pad = (ROW * self.scale.grid - self.scale.cell[1]) / 2
        made = (WholeTable if len(cells) <= WHOLE_ROWS else Table)(cells, columns, repeatRows=1, hAlign="LEFT")
        stone = colour_of(self.palette, "stone", self.inks)
        made.setStyle(
            [
                ("FONTNAME", (0, 0), (-1, -1), FILES["text"]),  # else the library names Helvetica, though no cell uses it
                ("LINEBELOW", (0, 0), (-1, -1), HAIRLINE, stone),
                ("TOPPADDING", (0, 0), (-1, -1), pad),
                ("BOTTOMPADDING", (0, 0), (-1, -1), pad),
                ("LEFTPADDING", (0, 0), (-1, -1), 0),
                ("RIGHTPADDING", (0, 0), (-2, -1), BETWEEN * MM),
                ("RIGHTPADDING", (-1, 0), (-1, -1), 0),
                ("VALIGN", (0, 0), (-1, -1), "TOP"),
                ("VALIGN", (0, 0), (-1, 0), "BOTTOM"),
            ]
        )
        _, height = made.wrap(measure * MM, 10_000)
        made.spaceAfter = self.scale.grid + to_grid(height, self.scale.grid)
        return made

    def picture(self, drawing: Drawing, caption: str, measure: float) -> Picture:
        """Return a drawing in the middle of the measure with its caption (markup) below, never parted."""
        drawing.hAlign = "CENTER"
        below = self.paragraph(caption, "caption")
        below.wrap(measure * MM, 10_000)
        drawing.spaceAfter = 0.5 * self.scale.grid
        picture = Picture(drawing, below, drawing.spaceAfter)
        below.spaceAfter = self.scale.grid + to_grid(picture.needed, self.scale.grid)
        return picture

    def pages(self, shape: PageShape, story: Story, furniture: Furniture) -> bytes:
        """Return the PDF of a story: it is set again until the pages of its headings are those it was told."""
        entries: list[Entry] = []
        pages = 0
        for _ in range(MOST_PASSES):
            buffer = BytesIO()
            document = _Document(buffer, self, shape, furniture, pages)
            document.build([*story(entries), End()])
            if document.entries == entries and document.page == pages:
                break
            entries, pages = document.entries, document.page
        return buffer.getvalue()


class _Document(BaseDocTemplate):
    """The pages being made; notes headings as they are drawn, floats pictures, and draws heads and feet at a page's end."""

    def __init__(self, buffer: BytesIO, compositor: Compositor, shape: PageShape, furniture: Furniture, pages: int) -> None:
        self._compositor, self._furniture, self._pages, self._shape = compositor, furniture, pages, shape
        self.entries: list[Entry] = []
        self._floating: list[Flowable] = []
        size = (shape.width * MM, shape.height * MM)
        sides = [PageTemplate(id=str(page), frames=[_frame(shape, page)], pagesize=size, onPageEnd=self._finish_page) for page in (1, 2)]
        super().__init__(
            buffer,
            pagesize=size,
            pageTemplates=sides,
            invariant=1,
            pageCompression=1,
            initialFontName=FILES["text"],
            enforceColorSpace="cmyk" if compositor.inks == "cmyk" else None,
            lang=compositor.lang,
            keepTogetherClass=KeptStart,
        )

    def beforeDocument(self) -> None:  # noqa: N802
        set_preferences(self.canv, self._compositor.title, "simplex" if not self._shape.facing else "long")

    def handle_pageBegin(self) -> None:  # noqa: N802
        """Begin a recto or a verso."""
        self.pageTemplate = self.pageTemplates[self.page % 2]
        super().handle_pageBegin()

    def filterFlowables(self, flowables: list[Flowable]) -> None:  # noqa: N802
        """Hold back a picture that finds no room, until the next page or the end of its section: no picture passes a heading."""
        first = flowables[0]
        if isinstance(first, ActionFlowable) and not isinstance(first, End):
            return
        frame: Any = self.frame  # its state is private, and the library offers no other way to ask
        if self._floating and (frame._atTop or isinstance(first, PageBreak | End | Heading)):
            flowables[:0] = self._floating
            self._floating = []
        elif isinstance(first, Picture) and not frame._atTop and first.needed > frame._y - frame._y1p:
            self._floating.append(flowables.pop(0))
            self.filterFlowables(flowables)

    def afterFlowable(self, flowable: Flowable) -> None:  # noqa: N802
        if isinstance(flowable, Heading) and flowable.key:
            self.canv.addOutlineEntry(flowable.title, flowable.key, flowable.level - 1, closed=flowable.level == 1)
            self.entries.append(Entry(flowable.level, flowable.title, self.page, flowable.key))

    def _finish_page(self, canvas: Any, document: Any) -> None:
        chapters = [entry for entry in self.entries if entry.level == 1]
        chapter = chapters[-1].text if chapters else ""
        opens = bool(chapters) and chapters[-1].page == self.page
        canvas.saveState()
        pen = Pen(canvas, self._compositor.palette, self._compositor.inks, self._shape.height)
        self._furniture(pen, Folio(self.page, self._pages, chapter, opens))
        canvas.restoreState()


def _frame(shape: PageShape, page: int) -> Frame:
    bare: dict[str, Any] = {"leftPadding": 0, "rightPadding": 0, "topPadding": 0, "bottomPadding": 0}
    slack = 0.1  # sums of leadings must not fall short of the depth by rounding
    return Frame(shape.left(page) * MM, shape.bottom * MM - slack, shape.measure * MM, shape.depth * MM + slack, **bare)


def _natural(cells: Sequence[Sequence[Paragraph]], measure: float) -> list[float]:
    """Return column widths as wide as the longest cell, and the widest narrower where they exceed the measure."""
    gap = BETWEEN * MM
    widths = [max(_long(row[column]) for row in cells) + gap + 0.5 for column in range(len(cells[0]))]
    widths[-1] -= gap
    over = sum(widths) - measure
    if over > 0:
        widest = max(range(len(widths)), key=lambda column: widths[column])
        widths[widest] -= over
    return widths


def _long(cell: Paragraph) -> float:
    """Return the length of a cell's text in one line."""
    cell.wrap(10_000, 10_000)
    return float(max(cell.getActualLineWidths0(), default=0.0))


def _is_figures(column: Sequence[str]) -> bool:
    """Return whether most cells of a column are numbers, with a sign or without."""
    figures = [text for text in column if text[:1].isdigit() or (text[:1] in "+−" and text[1:2].isdigit())]
    return 2 * len(figures) > len(column)


def page_break() -> Flowable:
    return PageBreak()


def lines_of(text: str, face: Face, size: float, measure: float) -> list[str]:
    """Return a text broken into lines no wider than `measure`; size and measure in mm."""
    check_glyphs(text, FILES[face])
    return list(simpleSplit(text, FILES[face], size * MM, measure * MM))
