"""Plots of gains: won is full and above, lost is open and below, so that no meaning hangs on a colour."""

from collections.abc import Sequence
from math import sqrt

from replikat.events.comparisons import Share
from replikat.geometry.plane import Line, Point, Rect
from replikat.geometry.units import POINT
from replikat.papers.lettering import fitted
from replikat.papers.stationery import HAIR, RULE
from replikat.typeset.pen import Pen

STRIP_HEAD = 4.6  # from the name of a strip to its bars
SMALLEST_DISC = 0.35  # mm, of a gain that is not nothing
LABEL = 7 * POINT
NAME = 8.5 * POINT


def draw_matrix(pen: Pen, name: str, values: Sequence[float | None], most: float, left: float, cell: float) -> None:
    """Draw a row of discs whose areas are gains; with `most` 0 the row of the deals' numbers over them."""
    if not most:
        for place, value in enumerate(values):
            pen.text(f"{value:.0f}", Point(left + (place + 0.5) * cell, 4.4), "strong", LABEL, "ink", "middle")
        pen.lines([Line(Point(0, 5.8), Point(left + len(values) * cell, 5.8))], "ink", RULE)
        return
    fitted(pen, name, Point(0, 3.7), "text", NAME, "black", "left", left - 3)
    pen.lines([Line(Point(0, 5), Point(left + len(values) * cell, 5))], "stone", HAIR)
    for place, value in enumerate(values):
        middle = Point(left + (place + 0.5) * cell, 2.5)
        if value is None:
            continue
        if not value:
            pen.lines([Line(Point(middle.x - 0.6, 2.5), Point(middle.x + 0.6, 2.5))], "stone", RULE)
            continue
        radius = max(SMALLEST_DISC, sqrt(abs(value) / most) * min(2.2, cell / 2 - 0.1))
        box = Rect(middle.x - radius, middle.y - radius, 2 * radius, 2 * radius)
        if value > 0:
            pen.rect(box, "ink", corner=radius)
        else:
            pen.rect(box.inset(RULE / 2), None, "rowan", RULE, radius - RULE / 2)


def draw_strip(
    pen: Pen, name: str, label: str, values: Sequence[float], deals: Sequence[int], most: float, scale: str, wide: float, high: float
) -> None:
    """Draw one contestant's gains as bars over the squares, from a line in the middle; all strips have one scale."""
    left = 9.0
    fitted(pen, name, Point(left, 3), "strong", NAME, "ink", "left", wide - left - 16)
    pen.text(label, Point(wide, 3), "strong", NAME, "ink", "right")
    top, middle = STRIP_HEAD, STRIP_HEAD + high / 2
    pen.text(scale, Point(left - 1.2, top + 2), "text", LABEL, "black", "right")
    pen.lines([Line(Point(left, y), Point(wide, y)) for y in (top, top + high)], "stone", HAIR)
    step = (wide - left) / max(1, len(values))
    bar = min(6.0, step * 0.7)
    for place, value in enumerate(values):
        x, long = left + (place + 0.5) * step, abs(value) / most * high / 2
        box = Rect(x - bar / 2, middle - long if value > 0 else middle, bar, long)
        if value > 0:
            pen.rect(box, "ink")
        elif value < 0:
            pen.rect(box, None, "rowan", RULE)
    pen.lines([Line(Point(left, middle), Point(wide, middle))], "ink", HAIR)
    every = max(1, -(-len(deals) * 4 // max(1, int(wide - left))))
    for place, deal in enumerate(deals):
        if place % every == 0:
            pen.text(str(deal), Point(left + (place + 0.5) * step, top + high + 3), "text", 6 * POINT, "black", "middle")


def draw_shares(pen: Pen, share: Share, labels: tuple[str, str], measure: float) -> None:
    """Draw the shares of cards and play as one bar, and the range of the border between them."""
    wide = min(measure, 120.0)
    border = share.part * wide
    pen.rect(Rect(0, 2, border, 5), "ink")
    pen.rect(Rect(border, 2, wide - border, 5), "mist", "ink", HAIR)
    low, high = share.low * wide, share.high * wide
    pen.lines([Line(Point(low, 8.6), Point(high, 8.6)), *(Line(Point(x, 7.8), Point(x, 9.4)) for x in (low, high))], "rowan", RULE)
    pen.text(labels[0], Point(0, 12.6), "text", NAME, "ink")
    pen.text(labels[1], Point(wide, 12.6), "text", NAME, "ink", "right")
