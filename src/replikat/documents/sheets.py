"""Cards on sheets: faces, backs in register behind them, crop marks and footers."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from replikat.documents.backs import BLEED, BackSet, draw_back, draw_ground
from replikat.documents.faces import FaceSet, draw_face
from replikat.model.cards import Card
from replikat.model.geometry import Line, Point, Rect
from replikat.model.sheet import INKLESS, SheetPlan
from replikat.model.squares import Mark
from replikat.model.texts import Catalogue
from replikat.press.fonts import width
from replikat.press.pdf import PdfFile
from replikat.press.pen import Pen

Side = Literal["faces", "backs"]
SIDES: tuple[Side, ...] = ("faces", "backs")
MARK_WIDTH = 0.2
RULER = 100.0
FOOTER_SIZE = 2.2


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
) -> int:
    """Draw all sheets, each face page followed by its back page, and return how many sheets there are."""
    spread = plan.spread(len(cards))
    for sheet, (first, count) in enumerate(spread, 1):
        held = cards[first : first + count]
        for side in sides:
            trim = plan.cell(0) if plan.single else None
            if plan.single and trim:
                trim = Rect(plan.spec.bleed, plan.spec.bleed, plan.card.width, plan.card.height)
            with pdf.page(plan.width, plan.height, trim, turned=side == "backs" and plan.back_is_turned and not plan.single) as pen:
                _draw_cells(pen, held, plan, side, faces, backs)
                if not plan.single:
                    if side == sides[0]:
                        pen.lines(
                            plan.crop_marks(count) if side == "faces" else _mirrored(plan.crop_marks(count), plan), "black", MARK_WIDTH
                        )
                    _draw_footer(pen, plan, _footer_texts(faces.words, deck, backs.code, side, sheet, len(spread), plan))
    return len(spread)


def _mirrored(marks: list[Line], plan: SheetPlan) -> list[Line]:
    """Return crop marks as they lie on the back of the sheet."""
    return [Line(Point(plan.width - a.x, a.y), Point(plan.width - b.x, b.y)) for a, b in marks]


def _draw_cells(pen: Pen, held: Sequence[PrintedCard], plan: SheetPlan, side: Side, faces: FaceSet, backs: BackSet) -> None:
    cells = [plan.cell(place, back=side == "backs") for place in range(len(held))]
    if side == "backs":
        bleed = plan.spec.bleed if plan.single else _ground_bleed(plan)
        for cell in cells:
            with pen.at(cell.x, cell.y) as inner:
                draw_ground(inner, backs, bleed if backs.theme.bleeds else 0.0)
    for cell, printed in zip(cells, held, strict=True):
        with pen.at(cell.x, cell.y) as inner:
            if side == "faces":
                draw_face(inner, printed.card, faces)
            else:
                draw_back(inner, printed.marks, backs)


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
    """Draw two lines of text and a 100 mm ruler along the widest margin, 5 mm inside the paper's edge."""
    if plan.footer_is_turned:
        with pen.at(0, plan.height, turn=-90) as inner:
            _draw_footer_line(inner, Rect(INKLESS, INKLESS, plan.height - 2 * INKLESS, plan.block.x - INKLESS), texts)
    else:
        margin = plan.height - plan.block.bottom
        _draw_footer_line(pen, Rect(INKLESS, plan.block.bottom, plan.width - 2 * INKLESS, margin - INKLESS), texts)


def _draw_footer_line(pen: Pen, band: Rect, texts: tuple[str, str]) -> None:
    """Draw a footer at the outer edge of its band: the lower one, or the upper one where the band is turned."""
    turned = band.y == INKLESS
    low = band.y + 2 * FOOTER_SIZE + 0.4 if turned else band.bottom
    room = band.width - RULER - 6
    for text, baseline, face in ((texts[0], low - FOOTER_SIZE - 0.7, "strong"), (texts[1], low - 0.5, "text")):
        long = width(text, face) * FOOTER_SIZE  # type: ignore[arg-type]
        size = FOOTER_SIZE * min(1.0, room / long)
        pen.text(text, Point(band.x, baseline), face, size, "black")  # type: ignore[arg-type]
    _draw_ruler(pen, Point(band.right - RULER, low))


def _draw_ruler(pen: Pen, start: Point) -> None:
    """Draw the 100 mm by which one sees whether the printer kept the scale."""
    ticks = [Line(start, Point(start.x + RULER, start.y))]
    for step in range(11):
        high = 2.0 if step % 5 == 0 else 1.2
        x = start.x + 10 * step
        ticks.append(Line(Point(x, start.y), Point(x, start.y - high)))
    pen.lines(ticks, "black", 0.15)
    pen.text("100 mm", Point(start.x + RULER - 1.2, start.y - 2.4), "text", 1.9, "black", "right")
