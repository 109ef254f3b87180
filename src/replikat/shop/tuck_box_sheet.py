"""The template of a tuck box: its net, and what stands on it of the deck and of who printed it."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil, hypot

from replikat.deck.catalogue import Catalogue
from replikat.geometry.paper import INKLESS, Paper
from replikat.geometry.plane import Line, Point, Rect
from replikat.papers.symbol import draw_symbol
from replikat.shop.tuck_box import TuckBox
from replikat.typeset.fonts import width
from replikat.typeset.pdf import PdfFile
from replikat.typeset.pen import Pen

CUT, FOLD, HAIR = 0.25, 0.2, 0.12
DASH = 2.0
MARGIN = 6.0  # of what stands on a panel
FOOT = 6.0  # room for the instruction below the net
SYMBOL = 26.0
NAME, TEXT, SMALL, TINY = 5.2, 3.2, 2.6, 2.0  # sizes in mm
FIELDS = ("publisher", "printer", "year", "copy")


@dataclass(frozen=True)
class BoxTexts:
    """What stands on the box; `imprint` takes the place of the empty fields where it is given."""

    deck: str
    code: str
    word: str
    cards: int
    squares: int
    imprint: str = ""


def draw_tuckbox(pdf: PdfFile, box: TuckBox, texts: BoxTexts, words: Catalogue, papers: Sequence[Paper]) -> None:
    """Draw the template on the first paper that holds it, or on a page of its own size."""
    wide, high = box.size
    room = (wide + 2 * INKLESS, high + 2 * INKLESS + FOOT)
    pages = [(side, other) for paper in papers for side, other in ((paper.width, paper.height), (paper.height, paper.width))]
    page = next((page for page in pages if page[0] >= room[0] and page[1] >= room[1]), room)
    with pdf.page(*page) as pen:
        with pen.at((page[0] - wide) / 2, max(INKLESS, (page[1] - high - FOOT) / 2)) as net:
            net.lines(box.cuts(), "black", CUT)
            net.lines(_broken(box.folds()), "stone", FOLD)
            _draw_front(net, box.panels["front"], texts, words)
            _draw_back(net, box.panels["back"], texts, words)
            for name in ("left", "right"):
                _draw_side(net, box.panels[name], texts)
            lid = box.panels["lid"]
            _fitted(net, f"{texts.deck} · {texts.code}", Point(lid.centre.x, lid.centre.y + 1), TEXT, lid.width - 2 * MARGIN)
        sizes = {name: f"{size:.1f}".replace(".", words.decimal) for name, size in zip(("wide", "high", "deep"), box.inside, strict=True)}
        said = words.phrase("box.cut", **sizes)
        _fitted(pen, said, Point(page[0] / 2, page[1] - INKLESS - 0.6), SMALL, page[0] - 2 * INKLESS, strong=False)


def _fitted(pen: Pen, text: str, at: Point, size: float, room: float, strong: bool = True, colour: str = "ink") -> None:
    """Write a line about a middle, smaller where there is not room enough."""
    face = "strong" if strong else "text"
    pen.text(text, at, face, min(size, room / width(text, face)), colour, "middle")  # type: ignore[arg-type]  # one of the faces


def _draw_front(pen: Pen, panel: Rect, texts: BoxTexts, words: Catalogue) -> None:
    middle, room = panel.centre.x, panel.width - 2 * MARGIN
    _fitted(pen, texts.word.upper(), Point(middle, panel.y + 22), TEXT, room)
    side = min(SYMBOL, room)
    draw_symbol(pen, texts.code, Rect(middle - side / 2, panel.centre.y - side / 2 - 2, side, side), "rowan")
    _fitted(pen, texts.deck, Point(middle, panel.bottom - 19), NAME, room)
    _fitted(pen, texts.code, Point(middle, panel.bottom - 13), TEXT, room, strong=False)
    contents = words.phrase("box.contents", cards=texts.cards, squares=texts.squares)
    _fitted(pen, contents, Point(middle, panel.bottom - 7.5), SMALL, room, strong=False)


def _draw_back(pen: Pen, panel: Rect, texts: BoxTexts, words: Catalogue) -> None:
    """Draw deck and code, the imprint or the fields for it, and the notice of the licence."""
    left, room = panel.x + MARGIN, panel.width - 2 * MARGIN
    _fitted(pen, texts.deck, Point(panel.centre.x, panel.y + 12), NAME, room)
    _fitted(pen, texts.code, Point(panel.centre.x, panel.y + 18), TEXT, room, strong=False)
    y = panel.y + 30
    if texts.imprint:
        for line in _wrapped(texts.imprint, TEXT, room):
            pen.text(line, Point(left, y), "text", TEXT, "ink")
            y += TEXT * 1.4
    else:
        for field in FIELDS:
            label = words.phrase(f"imprint.{field}")
            pen.text(label, Point(left, y), "text", SMALL, "ink")
            start = left + width(label, "text") * SMALL + 1.5
            pen.lines([Line(Point(start, y + 0.4), Point(left + room, y + 0.4))], "stone", HAIR)
            y += 7.5
    lines = _wrapped(words.phrase("licence.notice"), TINY, room)
    for row, line in enumerate(lines):
        pen.text(line, Point(left, panel.bottom - MARGIN - (len(lines) - 1 - row) * TINY * 1.35), "text", TINY, "ink")


def _draw_side(pen: Pen, panel: Rect, texts: BoxTexts) -> None:
    """Write deck and code along a side, where it is broad enough for letters."""
    size = min(TEXT, 0.4 * panel.width)
    with pen.at(panel.centre.x - size * 0.35, panel.centre.y, turn=90) as turned:
        _fitted(turned, f"{texts.deck} · {texts.code}", Point(0, 0), size, panel.height - 2 * MARGIN)


def _wrapped(text: str, size: float, room: float) -> list[str]:
    """Return a text in lines that fit a room of so many mm."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if width(longer, "text") * size <= room or not lines[-1]:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _broken(lines: Iterable[Line]) -> Iterator[Line]:
    """Yield the dashes of broken lines."""
    for start, end in lines:
        dashes = 2 * ceil(hypot(end.x - start.x, end.y - start.y) / (2 * DASH)) - 1
        for place in range(0, dashes, 2):
            share, other = place / dashes, (place + 1) / dashes
            yield Line(
                Point(start.x + (end.x - start.x) * share, start.y + (end.y - start.y) * share),
                Point(start.x + (end.x - start.x) * other, start.y + (end.y - start.y) * other),
            )
