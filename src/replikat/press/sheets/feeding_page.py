"""The page that shows how paper is put back into the tray for its second side."""

from itertools import pairwise
from pathlib import Path

from replikat.deck.catalogue import Catalogue
from replikat.geometry.paper import Flip, Paper
from replikat.geometry.plane import Line, Point, Rect
from replikat.typeset.figures.palette import Palette
from replikat.typeset.fonts import width
from replikat.typeset.pdf import PdfFile
from replikat.typeset.pen import Pen

SHEET = Rect(0, 0, 42, 58)  # a sheet in the pictures, mm
LEADING, SIZE = 6.0, 4.0
EDGE = 22.0


def feeding_pdf(paper: Paper, flip: Flip, begins: int, words: Catalogue, palette: Palette, fonts: Path) -> bytes:
    """Return one page in words and pictures; the backs begin with the sheet `begins`."""
    pdf = PdfFile(words.phrase("feeding.title"), words.lang, palette, fonts)
    with pdf.page(paper.width, paper.height) as pen:
        pen.text(words.phrase("feeding.title"), Point(EDGE, 30), "strong", 7, "black")
        gap = (paper.width - 2 * EDGE - 3 * SHEET.width) / 2
        for place in range(3):
            with pen.at(EDGE + place * (SHEET.width + gap), 42) as inner:
                _draw_stack(inner, place, flip, words)
            if place < 2:
                _draw_arrow(pen, Point(EDGE + (place + 1) * (SHEET.width + gap) - gap + 3, 42 + SHEET.height / 2), gap - 6)
        y = 42 + SHEET.height + 22
        steps = words.phrase("feeding.faces"), words.phrase(f"feeding.{flip}"), words.phrase("feeding.back", n=begins)
        for text in (*steps, words.phrase("feeding.trial")):
            y = _write(pen, text, Point(EDGE, y), paper.width - 2 * EDGE) + 3
    return pdf.finish()


def _draw_stack(pen: Pen, place: int, flip: Flip, words: Catalogue) -> None:
    """Draw the stack: its faces as they came out, being turned, and as it lies in the tray for the backs."""
    if place == 1:
        return _draw_turning(pen, flip)
    for step in (2, 1, 0):
        pen.rect(Rect(step * 1.2, -step * 1.2, SHEET.width, SHEET.height), fill="paper", line="black", width=0.3)
    if place == 0:
        pen.text(words.phrase("sheet.faces"), Point(SHEET.width / 2, 8), "text", 3.4, "black", "middle")
        cards = [Rect(6 + column * 10.5, 13 + row * 14, 9, 12.5) for row in range(3) for column in range(3)]
        for card in cards:
            pen.rect(card, line="black", width=0.2)
            pen.text("A", Point(card.x + 1, card.y + 3.6), "strong", 3, "black")
        return None
    pen.text(words.phrase("sheet.backs"), Point(SHEET.width / 2, 8), "text", 3.4, "black", "middle")
    return None


def _draw_turning(pen: Pen, flip: Flip) -> None:
    """Draw a sheet half turned: about its upright middle for the long edge, about the level one for the short."""
    wide, high = SHEET.width, SHEET.height
    if flip == "long":
        outline = [Point(wide / 2, 0), Point(wide - 8, 6), Point(wide - 8, high + 6), Point(wide / 2, high)]
        axis = Line(Point(wide / 2, -6), Point(wide / 2, high + 8))
        hook = [Point(wide - 3, 2), Point(wide / 2 + 4, -7), Point(wide / 2 - 14, -2)]
    else:
        outline = [Point(0, high / 2), Point(6, high - 12), Point(wide + 6, high - 12), Point(wide, high / 2)]
        axis = Line(Point(-6, high / 2), Point(wide + 8, high / 2))
        hook = [Point(wide + 3, high - 8), Point(wide + 9, high / 2 + 2), Point(wide + 4, high / 2 - 14)]
    pen.rect(SHEET, line="stone", width=0.2)
    pen.polygons([outline], "paper", "black", 0.3)
    pen.lines([axis], "black", 0.2)
    pen.lines([Line(a, b) for a, b in pairwise(hook)], "black", 0.5)
    tip, before = hook[-1], hook[-2]
    _draw_head(pen, tip, Point(tip.x - before.x, tip.y - before.y))


def _draw_arrow(pen: Pen, start: Point, long: float) -> None:
    pen.lines([Line(start, Point(start.x + long, start.y))], "black", 0.5)
    _draw_head(pen, Point(start.x + long, start.y), Point(1, 0))


def _draw_head(pen: Pen, tip: Point, way: Point) -> None:
    long = (way.x**2 + way.y**2) ** 0.5
    x, y = way.x / long * 2.6, way.y / long * 2.6
    pen.polygons([[tip, Point(tip.x - x - y / 2, tip.y - y + x / 2), Point(tip.x - x + y / 2, tip.y - y - x / 2)]], "black")


def _write(pen: Pen, text: str, at: Point, measure: float) -> float:
    """Write a paragraph and return where the next one begins."""
    line, y = "", at.y
    for word in text.split():
        longer = f"{line} {word}".lstrip()
        if line and width(longer, "text") * SIZE > measure:
            pen.text(line, Point(at.x, y), "text", SIZE, "black")
            line, y = word, y + LEADING
        else:
            line = longer
    pen.text(line, Point(at.x, y), "text", SIZE, "black")
    return y + LEADING
