"""Letters fitted into the room that they have."""

from replikat.geometry.plane import Point
from replikat.typeset.fonts import Face, width
from replikat.typeset.pen import Align, Pen

_FAINTEST = 0.72  # letters are not narrowed more


def fitted(pen: Pen, text: str, at: Point, face: Face, size: float, colour: str, align: Align, room: float) -> None:
    """Write a text no wider than its room: narrowed a little, then smaller."""
    long = width(text, face) * size
    squeeze = min(1.0, max(_FAINTEST, room / long)) if long else 1.0
    smaller = min(1.0, room / (long * squeeze)) if long else 1.0
    pen.text(text, at, face, size * smaller, colour, align, squeeze)
