"""Points, rectangles and lines in millimetres, origin top left, y downwards, as one looks at a sheet."""

from collections.abc import Iterable, Sequence
from math import hypot
from typing import NamedTuple


class Point(NamedTuple):
    """A place, in mm."""

    x: float
    y: float


class Line(NamedTuple):
    """A straight line from one place to another."""

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
    def corners(self) -> tuple[Point, ...]:
        """Return the corners clockwise from the top left one."""
        return Point(self.x, self.y), Point(self.right, self.y), Point(self.right, self.bottom), Point(self.x, self.bottom)

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


def shrunk(outline: Sequence[Point], by: float) -> tuple[Point, ...]:
    """Return a convex outline with every edge moved `by` mm inwards, so that a line along it stays inside."""
    edges = list(zip(outline, (*outline[1:], outline[0]), strict=True))
    area = sum(a.x * b.y - b.x * a.y for a, b in edges)
    inwards = by if area > 0 else -by
    moved = []
    for a, b in edges:
        long = hypot(b.x - a.x, b.y - a.y)
        x, y = (a.y - b.y) / long * inwards, (b.x - a.x) / long * inwards
        moved.append((Point(a.x + x, a.y + y), Point(b.x + x, b.y + y)))
    return tuple(_crossing(before, edge) for before, edge in zip((moved[-1], *moved[:-1]), moved, strict=True))


def _crossing(first: tuple[Point, Point], second: tuple[Point, Point]) -> Point:
    """Return where two lines, each through two points, cross."""
    (a, b), (c, d) = first, second
    over = (b.x - a.x) * (d.y - c.y) - (b.y - a.y) * (d.x - c.x)
    share = ((c.x - a.x) * (d.y - c.y) - (c.y - a.y) * (d.x - c.x)) / over
    return Point(a.x + share * (b.x - a.x), a.y + share * (b.y - a.y))


def around(points: Iterable[Point]) -> Rect:
    """Return the smallest rectangle that holds all points."""
    xs, ys = zip(*points, strict=True)
    left, top = min(xs), min(ys)
    return Rect(left, top, max(xs) - left, max(ys) - top)


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

    def after(self, first: "Matrix") -> "Matrix":
        """Return the map that does `first`, then this one."""
        return Matrix(
            self.a * first.a + self.c * first.b,
            self.b * first.a + self.d * first.b,
            self.a * first.c + self.c * first.d,
            self.b * first.c + self.d * first.d,
            self.a * first.e + self.c * first.f + self.e,
            self.b * first.e + self.d * first.f + self.f,
        )

    def inverse(self) -> "Matrix":
        """Return the map that undoes this one."""
        over = self.a * self.d - self.b * self.c
        a, b, c, d = self.d / over, -self.b / over, -self.c / over, self.a / over
        return Matrix(a, b, c, d, -(a * self.e + c * self.f), -(b * self.e + d * self.f))

    def box(self, box: Rect) -> Rect:
        """Return the rectangle about a mapped one."""
        return around(self(Point(x, y)) for x in (box.x, box.right) for y in (box.y, box.bottom))


IDENTITY = Matrix(1, 0, 0, 1, 0, 0)
