"""A printer that does everything a little wrong, and eyes that read its calibration sheet from the lines drawn on it."""

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256

from replikat.geometry.paper import Flip, Paper
from replikat.geometry.plane import Matrix, Point
from replikat.papers.loaders import load_theme
from replikat.press.printers.correction import calibration
from replikat.press.printers.profile import Correction
from replikat.press.printers.readings import AXES, CORNER, RULERS, STATIONS, Axis, Readings, scale_off
from replikat.reading.drawn.page import Outline, Page, read_pages
from support import LIBRARY

PALETTE = load_theme("plain", LIBRARY)[1]


@dataclass(frozen=True)
class SimulatedPrinter:
    """What it does to each side, as seen from the front of the upright paper."""

    front: Correction
    back: Correction
    flip: Flip = "long"

    def lands(self, at: Point, back: bool, paper: Paper) -> Point:
        """Where a point of a page comes to lie on the paper, as seen from the front."""
        seen = through(at, self.flip, paper) if back else at
        return self.errors(back, paper)(seen)

    def errors(self, back: bool, paper: Paper) -> Matrix:
        return (self.back if back else self.front).matrix(paper.width, paper.height)


def through(at: Point, flip: Flip, paper: Paper) -> Point:
    """Where a point of the back's page lies, seen through the paper from the front."""
    return Point(paper.width - at.x, at.y) if flip == "long" else Point(at.x, paper.height - at.y)


def ticks(page: Page) -> Iterator[Outline]:
    yield from (outline for outline in page.outlines if not outline.filled and all(len(part) == 2 for part in outline.parts))


def middle(part: tuple[Point, ...]) -> Point:
    return Point((part[0].x + part[1].x) / 2, (part[0].y + part[1].y) / 2)


def read_sheet(printer: SimulatedPrinter, paper: Paper) -> Readings:
    """Print a calibration sheet, hold it against a lamp and read all that it asks for, to a tenth of a millimetre."""
    front, back = read_pages(calibration(paper, printer.flip, "en", PALETTE, LIBRARY))
    stations = {
        station: Point(
            *(read_scale(printer, paper, front, back, scale_off(station, axis, paper.width, paper.height), axis) for axis in AXES)
        )
        for station in STATIONS
    }
    far = Point(paper.width - CORNER, paper.height - CORNER)
    a, b, c = (printer.lands(at, False, paper) for at in (Point(CORNER, CORNER), Point(CORNER, far.y), Point(CORNER, CORNER)))
    rulers = RULERS[0] * printer.front.scale_x, RULERS[1] * printer.front.scale_y
    return Readings(stations, (round(a.x, 1), round(b.x, 1), round(c.y, 1)), (round(rulers[0], 1), round(rulers[1], 1)))


def read_scale(printer: SimulatedPrinter, paper: Paper, front: Page, back: Page, off: Point, axis: Axis) -> float:
    """Read one scale: the whole millimetre next to the pointer, then the line of the vernier that meets one of the front best."""
    at = Point(paper.width / 2 + off.x, paper.height / 2 + off.y)
    across = (lambda part: part[0].x == part[1].x) if axis == "x" else (lambda part: part[0].y == part[1].y)

    def near(part: tuple[Point, ...], place: Point) -> bool:
        return (
            abs(place.x - at.x) < 11.6 and abs(place.y - at.y) < 11.6 and across(tuple(Point(round(p.x, 2), round(p.y, 2)) for p in part))
        )

    mine = [middle(p) for o in ticks(front) if len(o.parts) == 23 for p in o.parts if near(p, middle(p))]
    its = [middle(p) for o in ticks(back) for p in o.parts if near(p, through(middle(p), printer.flip, paper))]
    assert (len(mine), len(its)) == (23, 11)
    scale = sorted(getattr(printer.lands(place, False, paper), axis) for place in mine)
    vernier = sorted(getattr(printer.lands(place, True, paper), axis) for place in its)
    pointer = vernier[5]
    whole = min(range(23), key=lambda i: abs(scale[i] - pointer)) - 11
    tenths = min(range(11), key=lambda k: min(abs(vernier[k] - line) for line in scale)) - 5
    return whole + tenths / 10


def drift(number: int, most: float) -> Point:
    """Some drift of paper, at most so many mm in any direction: the same for the same number."""
    digest = sha256(f"drift {number}".encode()).digest()
    return Point(*((2 * int.from_bytes(digest[i : i + 4]) / 0xFFFFFFFF - 1) * most for i in (0, 4)))
