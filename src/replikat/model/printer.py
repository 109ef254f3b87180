"""Printer profiles: what a printer does wrong, measured on a calibration sheet, and the correction of each side."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import cos, degrees, radians, sin
from typing import Annotated, Literal, NamedTuple

from annotated_types import Ge, Le, MaxLen

from replikat.errors import LawFault
from replikat.model.bounds import STRICT
from replikat.model.geometry import Point, Rect
from replikat.model.sheet import Flip

FURTHEST = 6.0  # mm that the scales of a calibration sheet reach
DOT = 0.2  # mm: as exactly is known where ink ends
DISAGREE = 0.6  # mm between readings that cannot all be right
INSET = 38.0  # mm from the paper's edge to the middle of a station of the calibration sheet
BESIDE = 13.0  # mm from there to the middles of its two scales
CORNER = 20.0  # mm from the left and upper edge to the lines by which the front is placed
RULERS = (100.0, 150.0)  # mm, level and upright

Feed = Literal["both-sides", "faces-first", "faces-first-reversed"]
Station = Literal["left", "right", "top", "bottom"]
Axis = Literal["x", "y"]
AXES: tuple[Axis, ...] = ("x", "y")
STATIONS: tuple[Station, ...] = ("left", "right", "top", "bottom")
EDGES = ("top", "right", "bottom", "left")
Offset = Annotated[float, Ge(-20), Le(20)]
Stretch = Annotated[float, Ge(0.95), Le(1.05)]
Rim = Annotated[float, Ge(0), Le(40)]


class Matrix(NamedTuple):
    """An affine map of points in mm: x' = a x + c y + e, y' = b x + d y + f."""

    a: float
    b: float
    c: float
    d: float
    e: float
    f: float

    def __call__(self, at: Point) -> Point:
        return Point(self.a * at.x + self.c * at.y + self.e, self.b * at.x + self.d * at.y + self.f)

    def inverse(self) -> "Matrix":
        """Return the map that undoes this one."""
        over = self.a * self.d - self.b * self.c
        a, b, c, d = self.d / over, -self.b / over, -self.c / over, self.a / over
        return Matrix(a, b, c, d, -(a * self.e + c * self.f), -(b * self.e + d * self.f))

    def box(self, box: Rect) -> Rect:
        """Return the rectangle about a mapped one."""
        corners = [self(Point(x, y)) for x in (box.x, box.right) for y in (box.y, box.bottom)]
        left, top = min(at.x for at in corners), min(at.y for at in corners)
        return Rect(left, top, max(at.x for at in corners) - left, max(at.y for at in corners) - top)


@dataclass(frozen=True)
class Correction:
    """How one side is moved: mm to the right and down, degrees clockwise, stretched, all about the page's middle.

    Both sides are seen from the front of the upright paper, the back as if through it.
    """

    __pydantic_config__ = STRICT

    x: Offset = 0.0
    y: Offset = 0.0
    rotation: Annotated[float, Ge(-5), Le(5)] = 0.0
    scale_x: Stretch = 1.0
    scale_y: Stretch = 1.0

    def matrix(self, width: float, height: float) -> Matrix:
        """Return the map of points of a page of this size."""
        turn, (x, y) = radians(self.rotation), (width / 2, height / 2)
        a, b = cos(turn) * self.scale_x, sin(turn) * self.scale_x
        c, d = -sin(turn) * self.scale_y, cos(turn) * self.scale_y
        return Matrix(a, b, c, d, x + self.x - a * x - c * y, y + self.y - b * x - d * y)

    def mirrored(self, flip: Flip) -> "Correction":
        """Return the same correction as seen on the page of the back, after upright paper was turned over that edge."""
        across, down = (-self.x, self.y) if flip == "long" else (self.x, -self.y)
        return Correction(across + 0.0, down + 0.0, -self.rotation + 0.0, self.scale_x, self.scale_y)


@dataclass(frozen=True)
class Margins:
    """How far from each edge of the upright paper a printer's ink begins, in mm."""

    __pydantic_config__ = STRICT

    top: Rim = 4.3
    right: Rim = 4.3
    bottom: Rim = 4.3
    left: Rim = 4.3


@dataclass(frozen=True)
class Printer:
    """A printer profile: how it turns paper, in which order it is fed, and what corrects each of its sides.

    `paper` is a note on the paper it was measured with.
    """

    __pydantic_config__ = STRICT

    flip: Flip = "long"
    feed: Feed = "both-sides"
    front: Correction = field(default_factory=Correction)
    back: Correction = field(default_factory=Correction)
    margins: Margins = field(default_factory=Margins)
    paper: Annotated[str, MaxLen(200)] = ""

    def correction(self, back: bool, flip: Flip | None = None) -> Correction:
        """Return the correction of a page as it lies in the file; `flip` is the edge over which its paper is turned."""
        return self.back.mirrored(flip or self.flip) if back else self.front

    def needs(self, width: float, height: float, back: bool) -> float:
        """Return how many mm from the paper's edges ink must stay so that a corrected side keeps all of it."""
        page, rim = Rect(0, 0, min(width, height), max(width, height)), self.margins
        moved = self.correction(back).matrix(page.width, page.height).box(page)
        upright = rim.top - moved.y, rim.bottom + moved.bottom - page.height
        return max(*upright, rim.left - moved.x, rim.right + moved.right - page.width)


class Profile(NamedTuple):
    """A printer by its name."""

    name: str
    printer: Printer

    def note(self, back: bool) -> str:
        """Return what the foot of a side says of it: by how much its page was moved, turned and stretched, if it was."""
        moved = self.printer.correction(back)
        if moved == Correction():
            return ""
        scales = f"{100 * moved.scale_x:.3f} {100 * moved.scale_y:.3f} %"
        return f"{self.name} {moved.x:+.2f} {moved.y:+.2f} mm {moved.rotation:+.3f}° {scales}"


def lost(ink: Rect, page: Rect, rim: Margins) -> tuple[str, float] | None:
    """Return the edge at which most ink would be lost, and how many mm, or None where all of it is printed."""
    over = {
        "left": rim.left - ink.x,
        "top": rim.top - ink.y,
        "right": ink.right - (page.width - rim.right),
        "bottom": ink.bottom - (page.height - rim.bottom),
    }
    edge = max(over, key=lambda name: over[name])
    return (edge, over[edge]) if over[edge] > DOT else None


@dataclass(frozen=True)
class Readings:
    """What was read on a calibration sheet, in mm.

    `stations`: where the back's pointer stands on the front's two scales, right and down. `edges`: how far the long line lies
    from the left edge at its top and at its foot, and the level line from the upper edge at its left. `rulers`: how long
    the level and the upright ruler are.
    """

    stations: Mapping[Station, Point]
    edges: tuple[float, float, float] = (CORNER, CORNER, CORNER)
    rulers: tuple[float, float] = RULERS


class Error(NamedTuple):
    """What a side does wrong: moved, turned by radians clockwise, stretched, about the page's middle."""

    x: float
    y: float
    turn: float
    wide: float
    high: float

    def at(self, off: Point) -> Point:
        """Return by how much a point is off that lies there, seen from the page's middle."""
        return Point(
            self.x + (self.wide - 1) * off.x - self.turn * off.y,
            self.y + (self.high - 1) * off.y + self.turn * off.x,
        )

    def correction(self) -> Correction:
        """Return the correction that undoes the error."""
        matrix = Correction(self.x, self.y, degrees(self.turn), self.wide, self.high).matrix(0, 0).inverse()
        values = matrix.e, matrix.f, -degrees(self.turn), 1 / self.wide, 1 / self.high
        x, y, rotation, wide, high = (round(value, 5) + 0.0 for value in values)
        return Correction(round(x, 3) + 0.0, round(y, 3) + 0.0, round(rotation, 4) + 0.0, wide, high)


def scale_off(station: Station, axis: Axis, width: float, height: float) -> Point:
    """Return where the middle of a station's scale lies, seen from the page's middle."""
    across, down = width / 2 - INSET, height / 2 - INSET
    side = BESIDE if axis == "y" else -BESIDE
    return {
        "left": Point(-across, side),
        "right": Point(across, -side),
        "top": Point(side, -down),
        "bottom": Point(-side, down),
    }[station]


def front_error(readings: Readings, width: float, height: float) -> Error:
    """Return what the front does wrong, from the lines near the paper's edges and the rulers."""
    upper, lower, top = readings.edges
    wide, high = (read / meant for read, meant in zip(readings.rulers, RULERS, strict=True))
    turn = (upper - lower) / (height - 2 * CORNER)
    # the long line stands CORNER from the edge at its middle, the level one at its left end
    x = (upper + lower) / 2 - CORNER + (wide - 1) * (width / 2 - CORNER)
    y = top - CORNER + (high - 1) * (height / 2 - CORNER) + turn * (width / 2 - CORNER)
    return Error(x, y, turn, wide, high)


def back_against_front(readings: Readings, width: float, height: float) -> Error:
    """Return how the back lies against the front, by least squares; LawFault where readings contradict each other."""
    read = {(station, axis): getattr(at, axis) for station, at in readings.stations.items() for axis in AXES}
    far = [
        ((station,), f"{axis} {value:g} mm; the scales reach from -{FURTHEST:g} to {FURTHEST:g} mm")
        for (station, axis), value in read.items()
        if abs(value) > FURTHEST + 0.5
    ]
    if far:
        raise LawFault(far)
    rows = []
    for (station, axis), value in read.items():
        off = scale_off(station, axis, width, height)
        rows.append(((1, 0, -off.y, off.x, 0) if axis == "x" else (0, 1, off.x, 0, off.y), value))
    x, y, turn, wide, high = _least_squares(rows)
    error = Error(x, y, turn, 1 + wide, 1 + high)
    apart = {key: value - getattr(error.at(scale_off(*key, width, height)), key[1]) for key, value in read.items()}
    station, axis = worst = max(apart, key=lambda key: abs(apart[key]))
    if abs(apart[worst]) > DISAGREE:
        wanted = read[worst] - apart[worst]
        text = f"{axis} {read[worst]:g} mm, where the other readings want {wanted:.1f}; look at its sign again, and at theirs"
        raise LawFault([((station,), text)])
    return error


def _least_squares(rows: Sequence[tuple[Sequence[float], float]]) -> list[float]:
    """Return the unknowns that fit best: each row gives their factors, and what they should add up to."""
    count = len(rows[0][0])
    table = [[sum(row[i] * row[j] for row, _ in rows) for j in range(count)] for i in range(count)]
    sums = [sum(row[i] * value for row, value in rows) for i in range(count)]
    for i in range(count):
        pivot = table[i][i]
        table[i], sums[i] = [item / pivot for item in table[i]], sums[i] / pivot
        for j in range(count):
            if j != i:
                share = table[j][i]
                table[j] = [item - share * mine for item, mine in zip(table[j], table[i], strict=True)]
                sums[j] -= share * sums[i]
    return sums


def calibrated(readings: Readings, width: float, height: float) -> tuple[Correction, Correction]:
    """Return the corrections of front and back that the readings of a sheet of this size ask for."""
    front, apart = front_error(readings, width, height), back_against_front(readings, width, height)
    back = Error(front.x + apart.x, front.y + apart.y, front.turn + apart.turn, front.wide + apart.wide - 1, front.high + apart.high - 1)
    return front.correction(), back.correction()
