"""Pages that are pictures: how far they are turned, where their bars lie, and how a sheet format lies on them."""

from cmath import exp
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from math import hypot, pi
from pathlib import Path
from typing import NamedTuple

from PIL import Image

from replikat.cards.back_plan import bar_of
from replikat.geometry.plane import IDENTITY, Matrix, Point, Rect
from replikat.press.sheets.plan import SheetPlan
from replikat.reading.drawn.page import opened
from replikat.reading.scanned.regions import dark, levelled, regions
from replikat.typeset.raster import page_picture

SHARP = 2  # pixels a mm, about, of the picture by which a page is straightened
COARSE = 4  # pixels a mm of the picture in which bars are looked for
TURNS = (2.0, 0.25, 0.02)  # degrees: as far as a page may be turned, the first steps, the last
SHORTEST_BAR, BAR_HEIGHTS = 20.0, (0.6, 2.6)  # mm
SOLID = 0.7  # of its box a bar fills, whose edges may lie within pixels
LONG = 12  # times as long as high
NEAR = 7.0  # mm between a bar, or the page's middle, and the place where it is expected
FAR = 20.0  # mm of movement that count as much as one by which the bars disagree
OFF = 0.8  # mm that the end of a bar may lie beside its place once the page is laid right
SCALES = (0.94, 1.06)


def similar(turn: complex, shift: complex = 0) -> Matrix:
    """Return the map that turns, scales and moves: z' = turn z + shift, with points in mm as complex numbers."""
    return Matrix(turn.real, turn.imag, -turn.imag, turn.real, shift.real, shift.imag)


def about(middle: Point, turn: complex) -> Matrix:
    """Return the map that turns and scales about a point."""
    return similar(turn, complex(*middle) * (1 - turn))


def scale_of(lie: Matrix) -> float:
    """Return by how much such a map scales."""
    return hypot(lie.a, lie.b)


def turned(degrees: float) -> complex:
    """Return the factor that turns clockwise."""
    return exp(1j * pi * degrees / 180)


@dataclass(frozen=True)
class Scan:
    """A page as a grey picture of `dpi` dots an inch; its mm count from the picture's top left corner."""

    number: int
    picture: Image.Image
    dpi: float

    @property
    def dots(self) -> float:
        """Return pixels a mm."""
        return self.dpi / 25.4

    @property
    def size(self) -> Point:
        return Point(self.picture.width / self.dots, self.picture.height / self.dots)

    @property
    def middle(self) -> Point:
        return Point(self.size.x / 2, self.size.y / 2)

    def cut(self, box: Rect, lie: Matrix = IDENTITY, dots: float = 0.0) -> Image.Image:
        """Return what lies in a rectangle that `lie` maps onto the page, at `dots` pixels a mm, its own where 0."""
        fine, dots = self.dots, dots or self.dots
        size = max(1, round(box.width * dots)), max(1, round(box.height * dots))
        step = fine / dots
        start = lie(Point(box.x, box.y))
        way = (lie.a * step, lie.c * step, start.x * fine, lie.b * step, lie.d * step, start.y * fine)
        return self.picture.transform(size, Image.Transform.AFFINE, way, Image.Resampling.BICUBIC, fillcolor=255)

    def quarter(self) -> "Scan":
        """Return the page turned clockwise by a quarter."""
        return Scan(self.number, self.picture.transpose(Image.Transpose.ROTATE_270), self.dpi)


def scanned_pages(pdf: Path | bytes, dpi: float, numbers: Container[int] | None = None) -> Iterator[Scan]:
    """Yield the pages of a PDF as they are seen, whatever they are made of; those with these numbers, all where none are given."""
    with opened(pdf) as document:
        for index in range(len(document)):
            if numbers is not None and index + 1 not in numbers:
                continue
            yield Scan(index + 1, page_picture(document, index, dpi / 72, grayscale=True).convert("L"), dpi)


def straighten(scan: Scan) -> Matrix:
    """Return the map from the page laid straight onto the page as it is: that at which its rows and columns are sharpest."""
    reduced = scan.picture.reduce(max(1, round(scan.dots / SHARP)))
    small = Scan(scan.number, reduced, scan.dpi * reduced.width / scan.picture.width)
    rect = Rect(0, 0, *small.size)

    def sharpness(degrees: float) -> float:
        laid = small.cut(rect, about(small.middle, turned(degrees)))
        across = laid.resize((1, laid.height), Image.Resampling.BOX).tobytes()
        down = laid.resize((laid.width, 1), Image.Resampling.BOX).tobytes()
        return sum((a - b) ** 2 for row in (across, down) for a, b in zip(row, row[2:], strict=False))

    widest, step, last = TURNS
    best = max((step * n for n in range(-round(widest / step), round(widest / step) + 1)), key=lambda at: (sharpness(at), -abs(at)))
    while step > last:
        step /= 2
        best = max((best - step, best, best + step), key=lambda at: (sharpness(at), -abs(at)))
    return about(scan.middle, turned(best))


def bars(scan: Scan, straight: Matrix) -> list[Rect]:
    """Return the bars on a page that is laid straight: long, thin and solid."""
    grey = levelled(scan.cut(Rect(0, 0, *scan.size), straight, COARSE))
    if grey is None:
        return []
    return [
        Rect(box.left / COARSE, box.top / COARSE, box.width / COARSE, box.height / COARSE)
        for box, area in regions(dark(grey), diagonal=True)
        if box.width >= SHORTEST_BAR * COARSE
        and BAR_HEIGHTS[0] * COARSE <= box.height <= BAR_HEIGHTS[1] * COARSE
        and box.width >= LONG * box.height
        and area >= SOLID * box.width * box.height
    ]


class Laid(NamedTuple):
    """How a sheet format lies on a page: `lie` maps the upright sheet onto the page, `turned` where it lies upside down."""

    lie: Matrix
    turned: bool
    off: float  # mm, the end of a bar that lies worst
    moved: float  # mm, the middle of the sheet from that of the page

    @property
    def unlikely(self) -> float:
        """Return how unlikely it is: a format whose bars agree as well and that had to be moved less is the right one."""
        return self.off + self.moved / FAR


def lay_bars(found: Sequence[Rect], middle: Point, straight: Matrix, plan: SheetPlan, two_way: bool, upside: bool) -> Laid | None:
    """Return how a format lies on a page whose bars were found, or None where most of them are not its backs'.

    `middle` is that of the page; the format must lie about it, within a few millimetres, and on its head with `upside`.
    """
    places = [_bar_place(plan, place, two_way) for place in range(plan.capacity)]
    own = Point(plan.width / 2, plan.height / 2)
    start = similar(1, complex(*middle) - complex(*own)).after(about(own, -1 if upside else 1))
    pairs: list[tuple[Point, Point]] = []
    for bar in found:
        if not places:
            break
        place = min(places, key=lambda place: _apart(start(place.centre), bar.centre))
        if _apart(start(place.centre), bar.centre) > NEAR:
            continue
        places.remove(place)
        ends = [Point(place.x, place.centre.y), Point(place.right, place.centre.y)]
        seen = [Point(bar.x, bar.centre.y), Point(bar.right, bar.centre.y)]
        pairs += zip(ends, reversed(seen) if upside else seen, strict=True)
    if len(pairs) < len(found):  # two for each bar
        return None
    lie = fitted(pairs)
    off = max(_apart(lie(a), b) for a, b in pairs)
    moved = _apart(lie(own), middle)
    fits = off <= OFF and moved <= NEAR and SCALES[0] <= scale_of(lie) <= SCALES[1]
    return Laid(straight.after(lie), upside, off, moved) if fits else None


def _bar_place(plan: SheetPlan, place: int, two_way: bool) -> Rect:
    """Return where the bar behind a card lies on the upright sheet; below the fold of a gutterfold backs lie upside down."""
    cell, bar = plan.cell(place, back=True), bar_of(plan.card, two_way)
    top = plan.card.height - bar.bottom if plan.folded else bar.y
    return Rect(cell.x + bar.x, cell.y + top, bar.width, bar.height)


def _apart(a: Point, b: Point) -> float:
    return abs(complex(*a) - complex(*b))


def fitted(pairs: Sequence[tuple[Point, Point]]) -> Matrix:
    """Return the map that turns, scales and moves points nearest to others, in the sense of least squares."""
    here, there = ([complex(*point) for point in side] for side in zip(*pairs, strict=True))
    middle, other = sum(here) / len(pairs), sum(there) / len(pairs)
    turn = sum((b - other) * (a - middle).conjugate() for a, b in zip(here, there, strict=True)) / sum(abs(a - middle) ** 2 for a in here)
    return similar(turn, other - turn * middle)
