"""What helps to score, drawn in the margin beside a table."""

from replikat.geometry.plane import Line, Point
from replikat.geometry.units import POINT
from replikat.papers.forms import Help
from replikat.papers.lettering import fitted
from replikat.papers.stationery import HAIR, RULE, SMALL
from replikat.typeset.fonts import width
from replikat.typeset.pen import Pen
from replikat.typeset.text.flow import lines_of

HELP_WIDE, HELP_GAP, HELP_LINE = 42.0, 7.0, 11.5 * POINT


def help_high(told: Help) -> float:
    """Return how deep a help is in a margin."""
    return 6.4 + sum(len(lines) * HELP_LINE + 1.2 for lines, _ in _help_lines(told))


def _help_lines(told: Help) -> list[tuple[list[str], str]]:
    """Return the lines of every label, set beside its value, and the value."""
    return [
        (lines_of(label, "text", SMALL, HELP_WIDE - (width(value, "digits") * SMALL + 2 if value else 0)), value)
        for label, value in told.lines
    ]


def draw_help(pen: Pen, told: Help, at: Point) -> None:
    """Draw what helps to score, as wide as the margin for it."""
    fitted(pen, told.title, Point(at.x, at.y + 5), "strong", SMALL, "ink", "left", HELP_WIDE)
    pen.lines([Line(Point(at.x, at.y + 6.4), Point(at.x + HELP_WIDE, at.y + 6.4))], "ink", RULE)
    low = at.y + 6.4
    for lines, value in _help_lines(told):
        for line in lines:
            low += HELP_LINE
            pen.text(line, Point(at.x, low), "text", SMALL, "black")
        if value:
            pen.text(value, Point(at.x + HELP_WIDE, low), "digits", SMALL, "ink", "right")
        low += 1.2
        pen.lines([Line(Point(at.x, low), Point(at.x + HELP_WIDE, low))], "stone", HAIR)
