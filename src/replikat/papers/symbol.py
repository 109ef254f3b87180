"""The deck's symbol: a small pattern by which equal decks are known at a glance."""

from replikat.deck.code import symbol
from replikat.geometry.plane import Rect
from replikat.typeset.pen import Pen


def draw_symbol(pen: Pen, code: str, box: Rect, colour: str) -> None:
    """Draw the deck's symbol in a box."""
    side = box.width / 5
    cells = [
        Rect(box.x + x * side, box.y + y * side, side, side) for y, row in enumerate(symbol(code)) for x, filled in enumerate(row) if filled
    ]
    pen.polygons([cell.corners for cell in cells], colour)
