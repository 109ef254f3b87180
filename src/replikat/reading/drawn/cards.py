"""The cards of a printed file, read from the words and paths of its pages; follows the paper as it is turned."""

from collections import Counter
from collections.abc import Mapping, Sequence

from replikat.geometry.paper import Flip
from replikat.geometry.plane import Point, Rect
from replikat.press.sheets.plan import SheetPlan
from replikat.reading.drawn.backs import ReadBack, read_back
from replikat.reading.drawn.faces import FaceBook, read_face
from replikat.reading.drawn.page import Page, turn_page
from replikat.reading.drawn.sheets import (
    Footer,
    at_full_size,
    in_cell,
    name_under,
    pictures_in,
    read_footer,
    ruler_length,
    unmoved,
    upright,
)
from replikat.reading.reading import Read, Reading, Ruler, Side, laid_together

_NO_NAMES: Mapping[tuple[str, ...], str] = {}


def read_cards(
    pages: Sequence[Page],
    plans: Mapping[str, SheetPlan],
    single: SheetPlan | None,
    book: FaceBook,
    flips: Mapping[str, Flip],
    names: Mapping[tuple[str, ...], str] = _NO_NAMES,
) -> Reading:
    """Return the cards of a file, whether each back follows its face or all backs follow all faces.

    `plans` are the sheet formats by name, as footers name them; `single` is the format of pages without a
    footer. `flips` turns a footer's phrase for turning the paper into long or short, `names` the words of a card's name under
    a sticker or insert into its code.
    """
    reading = Reading()
    sides: list[Side] = []
    seen: Counter[tuple[int, bool]] = Counter()
    totals: set[int] = set()
    for page in pages:
        page = unmoved(page)
        footer = read_footer(page)
        plan = plans.get(footer.sheet) if footer else single
        length = ruler_length(page)
        if plan and footer and length is not None:
            reading.rulers.append(Ruler(page.number, length, (page.width, page.height)))
            page = at_full_size(page, length, plan)
        held = _lying(page, plan) if plan else page
        if plan and not plan.folded:  # there most words stand on their heads
            held = upright(held)
        if plan is None:
            known = f"the sheet format {footer.sheet} is not known here" if footer else "no sheet of cards"
            reading.faults.append(f"page {page.number}: {known}; expected a foot that names a sheet format")
            continue
        if footer:
            totals.add(footer.of)
            reading.codes[footer.code] += 1
        if plan.one_sided and footer:
            seen[footer.number, plan.captioned] += 1
            reading.cards += _read_one_sided(held, footer, plan, book, names)
            continue
        side = _read_side(held, footer, plan, book, flips)
        if footer:
            seen[footer.number, side.is_back] += 1
        sides.append(side)
    reading.cards += laid_together(sides)
    _count_sheets(reading, seen, totals)
    return reading


def _lying(page: Page, plan: SheetPlan) -> Page:
    """Return a page whose sheet was stood up for the printer as its cards want it: turned clockwise by a quarter."""
    return turn_page(page, 1) if (page.width > page.height) != (plan.width > plan.height) else page


def _read_one_sided(page: Page, footer: Footer, plan: SheetPlan, book: FaceBook, names: Mapping[tuple[str, ...], str]) -> list[Read]:
    """Return the cards of a sheet that is printed on one side: faces and the backs below the fold, or backs and their names."""
    found = []
    below = turn_page(page, 2)
    for place in range(plan.capacity):
        cell = plan.cell(place)
        row, column = divmod(place, plan.columns)
        at = f"sheet {footer.number}, row {row + 1}, column {column + 1}"
        words, outlines = in_cell(page, cell)
        if plan.captioned:
            back = read_back(words, outlines, cell)
            name = name_under(page, cell)
            if back or name:
                found.append(Read(names.get(name) if name else "", back, True, at))
            continue
        pictures = pictures_in(page, cell)
        behind = plan.cell(place, back=True)
        turned = Rect(plan.width - behind.right, plan.height - behind.bottom, behind.width, behind.height)
        back = read_back(*in_cell(below, turned), turned)
        if words or outlines or pictures or back:
            found.append(Read(read_face(words, outlines, cell, book, pictures), back, True, at))
    return found


def _count_sheets(reading: Reading, seen: Counter[tuple[int, bool]], totals: set[int]) -> None:
    if len(totals) > 1:
        reading.faults.append(f"sheets of different printings: some say they are one of {min(totals)}, some of {max(totals)}")
    sides = {back for _, back in seen}
    for number in range(1, max(totals, default=0) + 1):
        for back in sorted(sides):
            count = seen[number, back]
            side = f"sheet {number}, {'backs' if back else 'faces'}"
            if not count:
                reading.missing.append(f"{side}: missing")
            elif count > 1:
                reading.faults.append(f"{side}: there {count} times")


def _read_side(page: Page, footer: Footer | None, plan: SheetPlan, book: FaceBook, flips: Mapping[str, Flip]) -> Side:
    """Return the faces or backs on a page; a page with any back on it is a page of backs."""
    faces: dict[Point, str | None] = {}
    backs: dict[Point, ReadBack] = {}
    for place in range(plan.capacity):
        cell = plan.cell(place)
        words, outlines = in_cell(page, cell)
        back = read_back(words, outlines, cell)
        if back:
            backs[cell.centre] = back
            continue
        pictures = pictures_in(page, cell)
        if words or outlines or pictures:
            faces[cell.centre] = read_face(words, outlines, cell, book, pictures)
    flip = flips.get(footer.phrase, plan.spec.flip) if footer else None
    return Side(page.number, plan, page.turned, {} if backs else faces, backs, footer.number if footer else None, flip)
