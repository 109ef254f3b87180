"""Letters fitted into the room that they have."""

from replikat.geometry.plane import Point
from replikat.typeset.fonts import Face, width
from replikat.typeset.pen import Align, Pen
from replikat.typeset.text.flow import lines_of

_FAINTEST = 0.72  # letters are not narrowed more
_TIGHT = 0.86  # names are broken into lines rather than narrowed more


def lines_in(text: str, face: Face, size: float, room: float) -> list[str]:
    """Return a text in lines that keep their size in the room (mm) when they are narrowed a little.

    A word that is wider is broken after a hyphen, or else where the room ends.
    """
    if not text:
        return []
    if width(text, face) * size * _TIGHT <= room:
        return [text]
    lines = []
    for line in lines_of(text, face, size, room / _TIGHT):
        while width(line, face) * size * _TIGHT > room and len(line) > 1:
            fit = max(1, sum(width(line[:end], face) * size * _TIGHT <= room for end in range(1, len(line))))
            hyphen = line.rfind("-", 0, fit) + 1
            cut = hyphen if hyphen > fit // 3 else fit
            lines.append(line[:cut])
            line = line[cut:]
        lines.append(line)
    return lines


def fitted(pen: Pen, text: str, at: Point, face: Face, size: float, colour: str, align: Align, room: float) -> None:
    """Write a text no wider than its room: narrowed a little, then smaller."""
    long = width(text, face) * size
    squeeze = min(1.0, max(_FAINTEST, room / long)) if long else 1.0
    smaller = min(1.0, room / (long * squeeze)) if long else 1.0
    pen.text(text, at, face, size * smaller, colour, align, squeeze)
