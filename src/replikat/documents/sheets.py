"""Cards on sheets: faces, backs in register behind them, crop marks and footers."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Literal

from replikat.documents.backs import BLEED, BackSet, draw_back, draw_ground, draw_ornaments
from replikat.documents.faces import FaceSet, draw_face
from replikat.model.cards import Card
from replikat.model.geometry import Line, Point, Rect
from replikat.model.sheet import FOOTER, INKLESS, SheetPlan
from replikat.model.squares import Mark
from replikat.model.texts import Catalogue
from replikat.press.fonts import Face, width
from replikat.press.pdf import PdfFile
from replikat.press.pen import Pen

Side = Literal["faces", "backs"]
Order = Literal["interleaved", "fronts-backs"]
SIDES: tuple[Side, ...] = ("faces", "backs")
MARK_WIDTH = 0.2
RULER = 100.0
RULER_TEXT = 9.0  # room for "100 mm" beside it
HAIR = 0.08  # half the width of the ruler's lines
FOOTER_SIZE = 2.2
FOOTER_FACES: tuple[Face, Face] = ("strong", "text")


@dataclass(frozen=True)
class PrintedCard:
    """One card to print: None for a blank face; `marks` in square order."""

    card: Card | None
    marks: tuple[Mark | None, ...]


def draw_sheets(
    pdf: PdfFile,
    cards: Sequence[PrintedCard],
    plan: SheetPlan,
    faces: FaceSet,
    backs: BackSet,
    deck: str,
    sides: Sequence[Side] = SIDES,
    order: Order = "interleaved",
    only: Collection[int] = (),
) -> int:
    """Draw all sheets and return how many there are: each face page with its back page, or first all faces, then all backs.

    Of the sheets, which count from 1, those in `only` are drawn, all where it is empty.
    """
    spread = plan.spread(len(cards))
    pages = [(sheet, side) for sheet in range(len(spread)) for side in sides if not only or sheet + 1 in only]
    if order == "fronts-backs":
        pages.sort(key=lambda page: sides.index(page[1]))
    for sheet, side in pages:
        first, count = spread[sheet]
        trim = plan.cell(0) if plan.single else None
        with pdf.page(plan.width, plan.height, trim, turned=side == "backs" and plan.back_is_turned and not plan.single) as pen:
            _draw_cells(pen, cards[first : first + count], plan, side, faces, backs)
            if not plan.single:
                if side == sides[0]:
                    pen.lines(plan.crop_marks(count, back=side == "backs"), "black", MARK_WIDTH)
                _draw_footer(pen, plan, _footer_texts(faces.words, deck, backs.code, side, sheet + 1, len(spread), plan))
    return len({sheet for sheet, _ in pages})


def _draw_cells(pen: Pen, held: Sequence[PrintedCard], plan: SheetPlan, side: Side, faces: FaceSet, backs: BackSet) -> None:
    cells = [plan.cell(place, back=side == "backs") for place in range(len(held))]
    if side == "backs":
        bleed = plan.spec.bleed if plan.single else _ground_bleed(plan)
        for cell in cells:
            with pen.at(cell.x, cell.y) as inner:
                draw_ground(inner, backs, bleed if backs.theme.bleeds else 0.0)
        for cell in cells:
            with pen.at(cell.x, cell.y) as inner:
                draw_ornaments(inner, backs, _own_ground(cell, cells, bleed if backs.theme.bleeds else 0.0))
    for cell, printed in zip(cells, held, strict=True):
        with pen.at(cell.x, cell.y) as inner:
            if side == "faces":
                draw_face(inner, printed.card, faces, plan.spec.bleed if plan.single else plan.spec.gap / 2)
            else:
                draw_back(inner, printed.marks, backs)


def _own_ground(cell: Rect, cells: Sequence[Rect], bleed: float) -> Rect:
    """Return what of the ground is a card's own, from its trim's corner: its bleed too where no other card lies beside it."""
    left, top, right, low = (
        0.0 if any(other.meets(strip) for other in cells) else bleed
        for strip in (
            Rect(cell.x - bleed, cell.y, bleed, cell.height),
            Rect(cell.x, cell.y - bleed, cell.width, bleed),
            Rect(cell.right, cell.y, bleed, cell.height),
            Rect(cell.x, cell.bottom, cell.width, bleed),
        )
    )
    return Rect(-left, -top, cell.width + left + right, cell.height + top + low)


def _ground_bleed(plan: SheetPlan) -> float:
    """Return how far a ground runs over the trim on a sheet: what the margins and gaps allow."""
    inside = plan.spec.gap / 2 if plan.spec.gap else BLEED
    return min(BLEED, inside, plan.block.x - INKLESS, plan.block.y - INKLESS)


def _footer_texts(words: Catalogue, deck: str, code: str, side: Side, sheet: int, sheets: int, plan: SheetPlan) -> tuple[str, str]:
    second = " · ".join(
        (
            words.phrase(f"sheet.{side}"),
            words.phrase("sheet.number", n=sheet, m=sheets),
            words.phrase(f"sheet.flip.{plan.spec.flip}"),
            plan.name,
        )
    )
    return f"{deck} · {code}", second


def _draw_footer(pen: Pen, plan: SheetPlan, texts: tuple[str, str]) -> None:
    """Draw the texts and a 100 mm ruler along the widest margin, 5 mm inside the paper's edge."""
    high = plan.footer_lines * FOOTER
    if plan.footer_margin == "left":
        with pen.at(0, plan.height, turn=-90) as inner:
            _draw_footer_band(inner, Rect(INKLESS, INKLESS, plan.height - 2 * INKLESS, high), texts)
    else:
        _draw_footer_band(pen, Rect(INKLESS, plan.height - INKLESS - high, plan.width - 2 * INKLESS, high), texts)


def _draw_footer_band(pen: Pen, band: Rect, texts: tuple[str, str]) -> None:
    """Draw the footer in a band of one or two lines: texts at the left, the ruler at the right."""
    room = band.width - RULER - RULER_TEXT - 4
    first, second = width(texts[0], "strong") * FOOTER_SIZE, width(texts[1], "text") * FOOTER_SIZE
    start, low = band.x + HAIR, band.bottom - 0.55
    if band.height > FOOTER:
        places = ((Point(start, low - FOOTER), room / first), (Point(start, low), room / second))
    else:
        share = min(1.0, room / (first + 3 + second))
        places = ((Point(start, low), share), (Point(start + (first + 3) * share, low), share))
    for text, face, (at, share) in zip(texts, FOOTER_FACES, places, strict=True):
        pen.text(text, at, face, FOOTER_SIZE * min(1.0, share), "black")
    _draw_ruler(pen, Point(band.right - RULER - HAIR, band.bottom - HAIR))


def _draw_ruler(pen: Pen, start: Point) -> None:
    """Draw the 100 mm by which one sees whether the printer kept the scale."""
    ticks = [Line(start, Point(start.x + RULER, start.y))]
    for step in range(11):
        high = 2.0 if step % 5 == 0 else 1.2
        x = start.x + 10 * step
        ticks.append(Line(Point(x, start.y), Point(x, start.y - high)))
    pen.lines(ticks, "black", 2 * HAIR)
    pen.text("100 mm", Point(start.x - 1.2, start.y - 0.5), "text", 1.9, "black", "right")
