"""Printed sheets read back: what their foot says, which way up they are, what lies in which cell."""

import re
from dataclasses import dataclass, replace

from replikat.geometry.plane import Matrix, Rect, around
from replikat.press.printers.profile import Correction
from replikat.press.sheets.plan import SheetPlan
from replikat.press.sheets.spec import NAME_ROOM
from replikat.reading.drawn.backs import CODE
from replikat.reading.drawn.page import Outline, Page, Picture, Word, turn_page


@dataclass(frozen=True)
class Footer:
    """What the foot of a sheet says of itself."""

    code: str
    number: int
    of: int
    phrase: str  # how to turn the paper, in the language of the sheet
    sheet: str


_FOOT_CODE = re.compile(rf"· ({CODE.pattern})")
_FOOT_SHEET = re.compile(r"· (?P<number>[^·\d]*(\d+)[^·\d]+(\d+)[^·\d]*) · (?P<phrase>[^·]+) · (?P<sheet>\S+)")


def read_footer(page: Page) -> Footer | None:
    """Return the footer of a page; its two lines may come in either order, as the paper is turned."""
    text = " ".join(word.text for word in page.words)
    code = _FOOT_CODE.search(text)
    sheet = _FOOT_SHEET.search(text.replace(code[1], "")) if code else None  # a code's digits are no number of a sheet
    if not code or not sheet:
        return None
    return Footer(code[1], int(sheet[2]), int(sheet[3]), sheet["phrase"], sheet["sheet"])


FULL_LENGTH = 100.0  # mm, of the ruler at the foot of every sheet
EXACT = 0.0015  # part of a length by which drawings may differ and be called the same
RULER_LINES = 12  # the ruler itself and its ticks, each a line of two points
RULER_SHAPE = 50  # times as long as its ticks are high


def ruler_length(page: Page) -> float | None:
    """Return how long the ruler of 100 mm at the foot of a sheet is on the page, in mm; None where there is none."""
    for outline in page.outlines:
        if len(outline.parts) == RULER_LINES and all(len(part) == 2 for part in outline.parts):
            ticks, length = sorted((outline.box.width, outline.box.height))
            if abs(length - RULER_SHAPE * ticks) < 0.1 * length:
                return length
    return None


_FOOT_MOVED = re.compile(r"([+-]\d+\.\d\d) ([+-]\d+\.\d\d) mm ([+-]\d+\.\d{3})° (\d+\.\d{3}) (\d+\.\d{3}) %")


def unmoved(page: Page) -> Page:
    """Return the page without the correction for a printer that its foot tells of; nearly all pages have none."""
    found = _FOOT_MOVED.search(" ".join(word.text for word in page.words))
    if not found:
        return page
    x, y, rotation, wide, high = map(float, found.groups())
    back = Correction(x, y, rotation, wide / 100, high / 100).matrix(page.width, page.height).inverse()

    def box(old: Rect) -> Rect:
        middle = back(old.centre)
        return Rect(middle.x - old.width / 2, middle.y - old.height / 2, old.width, old.height)

    return replace(
        page,
        words=tuple(replace(word, box=box(word.box)) for word in page.words),
        outlines=tuple(_mapped(outline, back) for outline in page.outlines),
        pictures=tuple(replace(picture, box=box(picture.box)) for picture in page.pictures),
    )


def at_full_size(page: Page, length: float, plan: SheetPlan) -> Page:
    """Return a page whose ruler of 100 mm measures `length` as the sheet that was fitted to it: its middle stays the middle."""
    factor = FULL_LENGTH / length
    if abs(factor - 1) < EXACT:
        return page
    lying = (page.width > page.height) != (plan.width > plan.height)
    width, height = (plan.height, plan.width) if lying else (plan.width, plan.height)
    matrix = Matrix(factor, 0, 0, factor, (width - factor * page.width) / 2, (height - factor * page.height) / 2)

    return replace(
        page,
        width=width,
        height=height,
        words=tuple(replace(word, box=matrix.box(word.box), size=factor * word.size) for word in page.words),
        outlines=tuple(_mapped(outline, matrix) for outline in page.outlines),
        pictures=tuple(replace(picture, box=matrix.box(picture.box)) for picture in page.pictures),
    )


def _mapped(outline: Outline, matrix: Matrix) -> Outline:
    parts = tuple(tuple(matrix(point) for point in part) for part in outline.parts)
    return replace(outline, parts=parts, box=around(point for part in parts for point in part))


def upright(page: Page) -> Page:
    """Return the page as a reader holds it: turned by 180 degrees where most of its words stand on their heads."""
    telling = [word.turned for word in page.words if word.quarters % 2 == 0 and (len(word.text) > 1 or word.text.isdigit())]
    return replace(turn_page(page, 2), turned=True) if sum(telling) > len(telling) / 2 else page


def in_cell(page: Page, cell: Rect) -> tuple[list[Word], list[Outline]]:
    """Return what lies in a cell.

    A curve belongs to it if most of its points lie there: the handles of a figure's curves may lie far outside, and so may
    parts that its box cuts off.
    """
    words = [word for word in page.words if cell.holds(word.middle)]
    return words, [outline for outline in page.outlines if cell.covers(outline.box, 0.5) or (outline.curved and _mostly(outline, cell))]


def pictures_in(page: Page, cell: Rect) -> list[Picture]:
    """Return the pictures that lie in a cell by their middle."""
    return [picture for picture in page.pictures if cell.holds(picture.box.centre)]


def name_under(page: Page, cell: Rect) -> tuple[str, ...]:
    """Return the words that are written under a cell, outside it, on one line."""
    strip = Rect(cell.x, cell.bottom, cell.width, NAME_ROOM)
    words = [word for word in page.words if word.quarters == 0 and strip.holds(word.middle)]
    return tuple(word.text for word in sorted(words, key=lambda word: word.box.x))


def _mostly(outline: Outline, cell: Rect) -> bool:
    if not cell.meets(outline.box):
        return False
    points = outline.points
    return 2 * sum(cell.holds(point) for point in points) > len(points)
