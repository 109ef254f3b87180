"""What is read on a calibration sheet, and the corrections of a printer's two sides that follow from it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import degrees
from typing import Literal, NamedTuple

from replikat.errors import LawFault
from replikat.geometry.plane import Point
from replikat.press.printers.profile import Correction

FURTHEST = 6.0  # mm that the scales of a calibration sheet reach
DISAGREE = 0.6  # mm between readings that cannot all be right
INSET = 38.0  # mm from the paper's edge to the middle of a station of the calibration sheet
BESIDE = 13.0  # mm from there to the middles of its two scales
CORNER = 20.0  # mm from the left and upper edge to the lines by which the front is placed
RULERS = (100.0, 150.0)  # mm, level and upright

Station = Literal["left", "right", "top", "bottom"]
Axis = Literal["x", "y"]
AXES: tuple[Axis, ...] = ("x", "y")
STATIONS: tuple[Station, ...] = ("left", "right", "top", "bottom")


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
