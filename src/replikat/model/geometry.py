"""Points, rectangles and lines in millimetres, origin top left, y downwards, as one looks at a sheet."""

from typing import NamedTuple


class Point(NamedTuple):
    x: float
    y: float


class Line(NamedTuple):
    start: Point
    end: Point


class Rect(NamedTuple):
    """A rectangle by its top left corner and size."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    @property
    def centre(self) -> Point:
        return Point(self.x + self.width / 2, self.y + self.height / 2)

    def inset(self, by: float) -> "Rect":
        """Return the rectangle `by` mm smaller on every side (larger where negative)."""
        return Rect(self.x + by, self.y + by, self.width - 2 * by, self.height - 2 * by)

    def holds(self, point: Point, slack: float = 0.0) -> bool:
        return self.x - slack <= point.x <= self.right + slack and self.y - slack <= point.y <= self.bottom + slack

    def covers(self, other: "Rect", slack: float = 1e-6) -> bool:
        return self.holds(Point(other.x, other.y), slack) and self.holds(Point(other.right, other.bottom), slack)

    def meets(self, other: "Rect", slack: float = 1e-6) -> bool:
        """Return whether the two share more than an edge."""
        return (
            self.x < other.right - slack
            and other.x < self.right - slack
            and self.y < other.bottom - slack
            and other.y < self.bottom - slack
        )
