"""Cards on sheets: faces, backs in register behind them, crop marks and footers."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from replikat.cards.backs import BLEED, BackSet, draw_back, draw_ground, draw_ornaments
from replikat.cards.faces import FaceSet, draw_face
from replikat.deck.cards import Card
from replikat.deck.catalogue import Catalogue
from replikat.deck.squares import Mark
from replikat.geometry.plane import Line, Point, Rect
from replikat.press.sheets.plan import FOOTER, SheetPlan
from replikat.press.sheets.sides import SIDES, Order, Side
from replikat.typeset.fonts import Face, width
from replikat.typeset.pdf import PdfFile
from replikat.typeset.pen import Pen

MARK_WIDTH = 0.2
RULER = 100.0
RULER_TEXT = 9.0  # room for "100 mm" beside it
HAIR = 0.08  # half the width of the ruler's lines
FOOTER_SIZE = 2.2
NAME_SIZE = 2.8  # of the name of a card under its sticker or insert
NAME_OFF = 3.2  # of its baseline, from the trim
CROSS = 4.0  # mm, of the crosses of a gutterfold
FOOTER_FACES: tuple[Face, Face] = ("strong", "text")


@dataclass(frozen=True)
class PrintedCard:
    """One card to print: None for a blank face; `marks` in square order."""

    card: Card | None
    marks: tuple[Mark | None, ...]


@dataclass(frozen=True)
class Fit:
    """How sheets are fitted to stock and printer.

    The first `start` cells of the first sheet stay empty; `notes` are added to the feet of a side; `behind` is the plan of
    backs whose footer must stay further inside.
    """

    start: int = 0
    notes: Mapping[Side, str] = field(default_factory=dict)
    behind: SheetPlan | None = None

    def places(self, sheet: int, count: int) -> range:
        """Return the cells of a sheet, counted from 0, that hold its cards."""
        return range(self.start, self.start + count) if sheet == 0 else range(count)


AS_PLANNED = Fit()


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
    fit: Fit = AS_PLANNED,
) -> int:
    """Draw all sheets and return how many there are: each face page with its back page, or first all faces, then all backs.

    Of the sheets, which count from 1, those in `only` are drawn, all where it is empty. Sheets of one side have both, or backs
    alone, on it.
    """
    spread = plan.spread(len(cards), fit.start)
    if plan.one_sided:
        return _draw_one_sided(pdf, cards, plan, faces, backs, deck, only, fit)
    pages = [(sheet, side) for sheet in range(len(spread)) for side in sides if not only or sheet + 1 in only]
    if order != "interleaved":
        pages.sort(key=lambda page: (sides.index(page[1]), -page[0] if order == "backs-reversed" and page[1] == "backs" else page[0]))
    for sheet, side in pages:
        first, count = spread[sheet]
        own = fit.behind or plan if side == "backs" else plan
        trim = plan.cell(0) if plan.single else None
        with pdf.page(plan.width, plan.height, trim, turned=side == "backs" and plan.back_is_turned and not plan.single) as pen:
            cells = [own.cell(place, back=side == "backs") for place in fit.places(sheet, count)]
            _draw_cells(pen, cards[first : first + count], cells, own, side, faces, backs)
            if not plan.single:
                if side == sides[0]:
                    pen.lines(own.crop_marks(count, back=side == "backs"), "black", MARK_WIDTH)
                note = fit.notes.get(side, "")
                texts = _footer_texts(faces.words, deck, backs.code, f"sheet.{side}", sheet + 1, len(spread), plan, note)
                _draw_footer(pen, own, texts)
    return len({sheet for sheet, _ in pages})


def _draw_one_sided(
    pdf: PdfFile,
    cards: Sequence[PrintedCard],
    plan: SheetPlan,
    faces: FaceSet,
    backs: BackSet,
    deck: str,
    only: Collection[int],
    fit: Fit,
) -> int:
    """Draw sheets that are printed on one side, and return how many there are."""
    spread = plan.spread(len(cards), fit.start)
    sheets = [sheet for sheet in range(len(spread)) if not only or sheet + 1 in only]
    for sheet in sheets:
        first, count = spread[sheet]
        held, cells = cards[first : first + count], [plan.cell(place) for place in fit.places(sheet, count)]
        with pdf.page(plan.width, plan.height) as pen:
            if plan.folded:
                _draw_cells(pen, held, cells, plan, "faces", faces, backs)
                with pen.at(plan.width, plan.height, turn=180) as turned:  # below the fold, seen upside down
                    behind = [Rect(plan.width - cell.right, cell.y, cell.width, cell.height) for cell in cells]
                    _draw_cells(turned, held, behind, plan, "backs", faces, backs)
                _draw_fold(pen, plan)
            else:
                _draw_cells(pen, held, cells, plan, "backs", faces, backs)
                _name_cards(pen, held, cells, faces)
            pen.lines(plan.crop_marks(count), "black", MARK_WIDTH)
            side = "sheet.both" if plan.folded else "sheet.backs"
            texts = _footer_texts(faces.words, deck, backs.code, side, sheet + 1, len(spread), plan, fit.notes.get("faces", ""))
            _draw_footer(pen, plan, texts)
    return len(sheets)


def _name_cards(pen: Pen, held: Sequence[PrintedCard], cells: Sequence[Rect], faces: FaceSet) -> None:
    """Write under every sticker or insert, outside what is peeled off or cut out, which card it belongs to."""
    for cell, printed in zip(cells, held, strict=True):
        if printed.card:
            name = faces.words.label(printed.card, faces.names)
            size = NAME_SIZE * min(1.0, (cell.width - 2) / (width(name, "strong") * NAME_SIZE))
            pen.text(name, Point(cell.centre.x, cell.bottom + NAME_OFF), "strong", size, "black", "middle")


def _draw_fold(pen: Pen, plan: SheetPlan) -> None:
    """Draw the line along which the sheet is folded, and crosses that must lie on each other when it is."""
    line, (left, right) = plan.fold, (plan.extent.x - CROSS, plan.extent.right + CROSS)
    y, lines = line.start.y, []
    for start in range(round(plan.extent.x), round(plan.extent.right), 4):
        lines.append(Line(Point(start, y), Point(min(start + 2.5, plan.extent.right), y)))
    for x in (left, right):
        for middle in (plan.extent.y + CROSS, y, plan.extent.bottom - CROSS):
            lines.append(Line(Point(x - CROSS / 2, middle), Point(x + CROSS / 2, middle)))
            lines.append(Line(Point(x, middle - CROSS / 2), Point(x, middle + CROSS / 2)))
    pen.lines(lines, "black", MARK_WIDTH)


def _draw_cells(
    pen: Pen, held: Sequence[PrintedCard], cells: Sequence[Rect], plan: SheetPlan, side: Side, faces: FaceSet, backs: BackSet
) -> None:
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
    if plan.spec.stock is not None:
        gap = min(pitch - size for pitch, size in zip(plan.pitch, (plan.card.width, plan.card.height), strict=True))
        inside = gap / 2 if gap > 0 or plan.captioned else BLEED
    return max(0.0, min(BLEED, inside, plan.extent.x - plan.inkless, plan.extent.y - plan.inkless))


def _footer_texts(
    words: Catalogue, deck: str, code: str, side: str, sheet: int, sheets: int, plan: SheetPlan, note: str = ""
) -> tuple[str, str]:
    turning = "fold" if plan.folded else "single" if plan.one_sided else plan.spec.flip
    second = (words.phrase(side), words.phrase("sheet.number", n=sheet, m=sheets), words.phrase(f"sheet.flip.{turning}"), plan.name)
    return " · ".join((deck, code, note) if note else (deck, code)), " · ".join(second)


def _draw_footer(pen: Pen, plan: SheetPlan, texts: tuple[str, str]) -> None:
    """Draw the texts and a 100 mm ruler along the widest margin, 5 mm inside the paper's edge."""
    high, rim = plan.footer_lines * FOOTER, plan.inkless
    if plan.footer_margin == "left":
        with pen.at(0, plan.height, turn=-90) as inner:
            _draw_footer_band(inner, Rect(rim, rim, plan.height - 2 * rim, high), texts)
    else:
        _draw_footer_band(pen, Rect(rim, plan.height - rim - high, plan.width - 2 * rim, high), texts)


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
