"""Running text, tables and drawings into pages: the door to platypus."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import Any

from reportlab.lib.utils import simpleSplit
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.platypus import Flowable, Frame, PageBreak, PageTemplate, Paragraph, Spacer
from reportlab.platypus.doctemplate import ActionFlowable

from replikat.geometry.units import MM
from replikat.typeset.figures.palette import Inks, Palette
from replikat.typeset.fonts import FILES, Face, check_glyphs, composed, fonts, width
from replikat.typeset.pdf import set_preferences
from replikat.typeset.pen import Pen, colour_of
from replikat.typeset.text.flowables import ContentsLine, Drawing, End, Heading, KeptStart, Picture, Recto, RuledTable, page_form, to_grid
from replikat.typeset.text.formats import PageShape, Scale
from replikat.typeset.text.reportlab_state import HeldDocument, is_at_top, room_left
from replikat.typeset.text.styles import INDENT, StyleName, styles

HAIRLINE = 0.25
ROW = 1.0  # height of a table row of one line, in parts of the leading
WHOLE = 16  # a table of so many lines is never parted
BETWEEN = 6.0  # mm between the columns of a table
NARROW = 1.35  # and at most so many leadings where the type is small
MOST_PASSES = 4  # two are enough unless the contents change their length


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

    def __init__(
        self, title: str, lang: str, palette: Palette, folder: Path, scale: Scale, inks: Inks = "rgb", ragged: bool = False
    ) -> None:
        fonts(folder)
        self.title, self.lang, self.palette, self.scale = title, lang, palette, scale
        self.inks: Inks = inks
        self.styles = styles(scale, palette, inks, lang, ragged)

    def paragraph(self, markup: str, style: StyleName = "body", bullet: str | None = None, depth: int = 0) -> Paragraph:
        """Return a paragraph of the library's markup (<b>, <i>); plain text goes through `text`."""
        made = self.styles[style]
        if depth:
            made = made.clone(f"{style}-{depth}", leftIndent=made.leftIndent + depth * INDENT * self.scale.grid)
            made.bulletIndent = depth * INDENT * self.scale.grid
        return self._checked(Paragraph(composed(markup), made, bulletText=bullet))

    def text(self, text: str, style: StyleName = "body", bullet: str | None = None) -> Paragraph:
        return self.paragraph(escape(text, quote=False), style, bullet)

    def heading(self, text: str, level: int, key: str = "", measure: float | None = None) -> Heading:
        """Return a heading of level 1 to 3; with a key it becomes an entry, a bookmark and an outline item.

        A word longer than the measure (mm) makes the heading smaller, since headings are not hyphenated.
        """
        names: dict[int, StyleName] = {1: "h1", 2: "h2", 3: "h3"}
        style = self.styles[names[level]]
        longest = max(width(word, "strong") for word in text.split()) * style.fontSize
        if measure and longest > measure * MM:
            smaller = measure * MM / longest * 0.999
            style = style.clone(f"{style.name}-small", fontSize=style.fontSize * smaller, leading=style.leading * smaller)
        made = Heading(composed(text), style, level, key, self.scale.grid)
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

    def table(self, header: Sequence[str], rows: Sequence[Sequence[str]], measure: float) -> RuledTable:
        """Return a table of markup cells with horizontal hairlines; columns of figures are set to the right.

        Columns are as wide as their text; the widest shrinks where all of them exceed the measure (mm).
        """
        right = [_is_figures([row[column] for row in rows]) for column in range(len(header))]
        head: list[StyleName] = ["head-right" if turned else "head" for turned in right]
        cell: list[StyleName] = ["figure" if turned else "cell" for turned in right]
        cells = [[self.paragraph(text, style) for text, style in zip(header, head, strict=True)]]
        cells += [[self.paragraph(text, style) for text, style in zip(row, cell, strict=True)] for row in rows]
        gap = min(BETWEEN * MM, NARROW * self.scale.grid)
        columns = _natural(cells, measure * MM, gap)
        pad = (ROW * self.scale.grid - self.scale.cell[1]) / 2
        made = RuledTable(cells, columns, repeatRows=1, hAlign="LEFT")
        stone = colour_of(self.palette, "stone", self.inks)
        made.setStyle(
            [
                ("FONTNAME", (0, 0), (-1, -1), FILES["text"]),  # else the library names Helvetica, though no cell uses it
                ("LINEBELOW", (0, 0), (-1, -1), HAIRLINE, stone),
                ("TOPPADDING", (0, 0), (-1, -1), pad),
                ("BOTTOMPADDING", (0, 0), (-1, -1), pad),
                ("LEFTPADDING", (0, 0), (-1, -1), 0),
                ("RIGHTPADDING", (0, 0), (-2, -1), gap),
                ("RIGHTPADDING", (-1, 0), (-1, -1), 0),
                ("VALIGN", (0, 0), (-1, -1), "TOP"),
                ("VALIGN", (0, 0), (-1, 0), "BOTTOM"),
            ]
        )
        _, height = made.wrap(measure * MM, 10_000)
        made.spaceAfter = self.scale.grid + to_grid(height, self.scale.grid)
        made.line, made.whole = self.scale.grid, height <= WHOLE * self.scale.grid
        return made

    def high(self, flowables: Sequence[Flowable], caption: str, measure: float) -> float:
        """Return how high flowables stand above a picture, and the caption (markup) below it, in mm; 0 without any."""
        if not flowables:
            return 0.0
        below = [self.paragraph(caption, "caption")] if caption else []
        spaces = sum(max(one.getSpaceAfter(), after.getSpaceBefore()) for one, after in pairwise([*flowables, *below]))
        highs = sum(one.needed if isinstance(one, Picture) else one.wrap(measure * MM, 10_000)[1] for one in (*flowables, *below))
        return (highs + spaces + 2 * self.scale.grid) / MM

    def picture(self, drawing: Drawing, caption: str, measure: float) -> Picture:
        """Return a drawing in the middle of the measure with its caption (markup) below, never parted."""
        drawing.hAlign = "CENTER"
        below: Flowable = self.paragraph(caption, "caption") if caption else Spacer(0, 0)
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

    def pages_at_once(self, shape: PageShape, flowables: Sequence[Flowable], furniture: Furniture, cover: str = "") -> bytes:
        """Return the PDF of a story whose contents, if any, consist of lines made by `contents_line`.

        `cover` is what viewers call the first page instead of 1.
        """
        buffer = BytesIO()
        _Document(buffer, self, shape, furniture, 0, cover).build([*flowables, End()])
        return buffer.getvalue()

    def contents_line(self, heading: Heading) -> ContentsLine:
        """Return a line of the contents: a link to a heading, its page number in front; chapters are strong."""
        text = f'<a href="#{heading.key}">{escape(heading.title, quote=False)}</a>'
        made = ContentsLine(f"<b>{text}</b>" if heading.level == 1 else text, self.styles["item"], heading.key)
        self._checked(made)
        return made

    def count(self, shape: PageShape, flowables: Sequence[Flowable]) -> int:
        """Return how many pages a story fills."""
        document = _Document(BytesIO(), self, shape, _bare, 0)
        document.unsaved = True
        document.build([*flowables, End()])
        return int(document.page)


class _Document(HeldDocument):
    """The pages being made; notes headings as they are drawn, floats pictures, and draws heads and feet at a page's end."""

    unsaved = False  # set only for its pages to be counted

    def __init__(
        self, buffer: BytesIO, compositor: Compositor, shape: PageShape, furniture: Furniture, pages: int, cover: str = ""
    ) -> None:
        self._compositor, self._furniture, self._pages, self._shape = compositor, furniture, pages, shape
        self._cover = cover
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
        if self._cover:
            self.canv.addPageLabel(0, prefix=self._cover)
            self.canv.addPageLabel(1, style="ARABIC", start=2)

    def handle_pageBegin(self) -> None:  # noqa: N802
        """Begin a recto or a verso."""
        self.pageTemplate = self.pageTemplates[self.page % 2]
        super().handle_pageBegin()

    def filterFlowables(self, flowables: list[Flowable]) -> None:  # noqa: N802
        """Hold back a picture that finds no room, until the next page or the end of its section.

        No picture passes a heading, and none comes between the items of a list.
        """
        first = flowables[0]
        if isinstance(first, ActionFlowable) and not isinstance(first, End):
            return
        frame = self.frame
        ends = isinstance(first, PageBreak | End | Heading)
        if self._floating and (ends or (is_at_top(frame) and not _is_item(first))):
            flowables[:0] = self._floating
            self._floating = []
        elif isinstance(first, Picture) and not is_at_top(frame) and first.needed > room_left(frame):
            self._floating.append(flowables.pop(0))
            self.filterFlowables(flowables)

    def afterFlowable(self, flowable: Flowable) -> None:  # noqa: N802
        if isinstance(flowable, Heading) and flowable.key:
            self.canv.addOutlineEntry(flowable.title, flowable.key, flowable.level - 1, closed=flowable.level == 1)
            self.entries.append(Entry(flowable.level, flowable.title, self.page, flowable.key))

    def finish(self) -> None:
        """Write the page numbers that the contents ask for."""
        if self.unsaved:
            return
        size = self._compositor.scale.body[0]
        for entry in self.entries:
            self.canv.beginForm(page_form(entry.key), 0, -size, 4 * size, size)  # type: ignore[arg-type]  # the stubs count in whole points
            self.canv.setFillColor(colour_of(self._compositor.palette, "ink", self._compositor.inks))
            self.canv.setFont(FILES["strong"], size)
            self.canv.drawString(0, 0, str(entry.page))
            self.canv.endForm()
        self.canv.save()

    def _finish_page(self, canvas: Any, document: Any) -> None:
        chapters = [entry for entry in self.entries if entry.level == 1]
        chapter = chapters[-1].text if chapters else ""
        opens = bool(chapters) and chapters[-1].page == self.page
        canvas.saveState()
        pen = Pen(canvas, self._compositor.palette, self._compositor.inks, self._shape.height)
        self._furniture(pen, Folio(self.page, self._pages, chapter, opens))
        canvas.restoreState()


def _is_item(flowable: Flowable) -> bool:
    return isinstance(flowable, Paragraph) and bool(flowable.bulletText)


def _bare(pen: Pen, folio: Folio) -> None:
    """Draw nothing beside the text."""


def _frame(shape: PageShape, page: int) -> Frame:
    bare: dict[str, Any] = {"leftPadding": 0, "rightPadding": 0, "topPadding": 0, "bottomPadding": 0}
    slack = 0.1  # sums of leadings must not fall short of the depth by rounding
    return Frame(shape.left(page) * MM, shape.bottom * MM - slack, shape.measure * MM, shape.depth * MM + slack, **bare)


def _natural(cells: Sequence[Sequence[Paragraph]], measure: float, gap: float) -> list[float]:
    """Return column widths as wide as the longest cell; where they exceed the measure the widest become equally narrow.

    No column becomes narrower than its longest word while another can give way.
    """
    columns = range(len(cells[0]))
    after = [0.0 if column == columns[-1] else gap for column in columns]
    least = [max(_longest_word(row[column]) for row in cells) + 0.5 for column in columns]
    widths = [max(_long(row[column]) for row in cells) + 0.5 for column in columns]
    room = measure - sum(after)
    if sum(widths) > room:
        fixed = [min(wide, word) for wide, word in zip(widths, least, strict=True)]
        cap = _water_level(widths, fixed, room)
        widths = [max(word, min(wide, cap)) for wide, word in zip(widths, fixed, strict=True)]
    return [wide + behind for wide, behind in zip(widths, after, strict=True)]


def _water_level(widths: Sequence[float], least: Sequence[float], room: float) -> float:
    """Return the width to which the widest columns shrink so that all fill the room, by halving."""
    low, high = 0.0, max(widths)
    for _ in range(40):
        middle = (low + high) / 2
        full = sum(max(word, min(wide, middle)) for wide, word in zip(widths, least, strict=True))
        low, high = (low, middle) if full > room else (middle, high)
    return low


def _long(cell: Paragraph) -> float:
    """Return the length of a cell's text in one line."""
    cell.wrap(10_000, 10_000)
    return float(max(cell.getActualLineWidths0(), default=0.0))


def _longest_word(cell: Paragraph) -> float:
    """Return the length of the longest word of a cell that has not been set yet."""
    return float(max((stringWidth(word, frag.fontName, frag.fontSize) for frag in cell.frags for word in frag.text.split()), default=0.0))


def _is_figures(column: Sequence[str]) -> bool:
    """Return whether most cells of a column, empty ones aside, are numbers, with a sign or without."""
    figures = [text for text in column if text[:1].isdigit() or (text[:1] in "+−" and text[1:2].isdigit())]
    return 2 * len(figures) > sum(text != "" for text in column)


def page_break() -> Flowable:
    return PageBreak()


def to_recto() -> list[Flowable]:
    """Return what ends a page and goes on at the next right-hand one."""
    return [PageBreak(), Recto()]


def lines_of(text: str, face: Face, size: float, measure: float) -> list[str]:
    """Return a text broken into lines no wider than `measure`; size and measure in mm."""
    text = composed(text)
    check_glyphs(text, FILES[face])
    return list(simpleSplit(text, FILES[face], size * MM, measure * MM))
