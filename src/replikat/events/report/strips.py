"""Strips of a report: what is drawn one below the other, shared out over pages."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from replikat.deck.catalogue import Catalogue
from replikat.events.result import Score
from replikat.events.scoring.exact import rounded, shown
from replikat.geometry.plane import Line, Point, Rect
from replikat.geometry.units import POINT
from replikat.papers.lettering import fitted
from replikat.papers.stationery import HAIR, RULE
from replikat.typeset.pen import Align, Pen
from replikat.typeset.text.flow import lines_of

LINE, HEADING, SMALL_HEADING = 4.6, 12.0, 7.5
TEXT = 9 * POINT
BESIDE = 3.0  # mm between columns
ROUNDING = 0.001
FEWEST = 2  # lines that stay with their heading


@dataclass(frozen=True)
class Strip:
    """Something drawn over the whole measure; one to `keep` never stands at the foot of a page."""

    height: float
    draw: Callable[[Pen], None]
    keep: bool = False


def paginated(strips: Sequence[Strip], depth: float, first: float) -> list[list[Strip]]:
    """Return the strips of every page; the first page has its head, `first` mm high."""
    pages: list[list[Strip]] = [[]]
    used = first
    for place, strip in enumerate(strips):
        kept = next((one for one in range(place, len(strips)) if not strips[one].keep), len(strips)) - place
        needed = sum(one.height for one in strips[place : place + kept + (FEWEST if kept else 1)])
        if used + needed > depth + ROUNDING and pages[-1]:
            pages.append([])
            used = 0.0
        pages[-1].append(strip)
        used += strip.height
    return pages


def figure(value: Score | None, words: Catalogue, signed: bool = False) -> str:
    """Return a number as the language writes it, to two decimals without needless ones."""
    if value is None:
        return ""
    number = rounded(value)
    digits = shown(abs(number)).replace(".", words.decimal)
    if number < 0:
        return f"−{digits}"
    return f"+{digits}" if signed and number else digits


def heading(text: str, small: bool = False) -> Strip:
    """Return a heading, kept with what follows."""
    high, size = (SMALL_HEADING, 9.5 * POINT) if small else (HEADING, 13 * POINT)
    return Strip(high, lambda pen: pen.text(text, Point(0, high - 2.6), "strong", size, "ink"), keep=True)


def mark(text: str, measure: float) -> Iterator[Strip]:
    """Yield what has to be read first, as large as a heading and on as many lines as it needs."""
    for line in lines_of(text, "strong", 13 * POINT, measure):
        yield heading(line)


def said(text: str, measure: float, size: float = TEXT, leads: bool = False) -> Iterator[Strip]:
    """Yield a paragraph, line by line, whole on one page; one that leads to what follows is kept with it."""
    lines = lines_of(text, "text", size, measure)
    for place, line in enumerate(lines):
        yield Strip(LINE * size / TEXT, partial(_write, line=line, size=size), keep=leads or place + 1 < len(lines))


def _write(pen: Pen, line: str, size: float) -> None:
    pen.text(line, Point(0, 3.4 * size / TEXT), "text", size, "black")


def column_lines(
    columns: Sequence[float],
    cells: Sequence[str],
    measure: float,
    head: bool = False,
    right: Sequence[int] = (),
    bar: float | None = None,
    high: float = LINE,
) -> Strip:
    """Return a line of a table: cells at the left of their columns, those in `right` at the right.

    `bar` is drawn behind them, -1 to 1; a head over lines with bars has one of 0.
    """

    def draw(pen: Pen) -> None:
        ends = [*columns[1:], measure if bar is None else columns[-1] + 0.14 * measure]
        low = high - 1.3
        for place, text in enumerate(cells):
            left, room = columns[place], ends[place] - columns[place] - BESIDE
            align: Align = "right" if place in right else "left"
            at = Point(left + room if align == "right" else left, low)
            fitted(pen, text, at, "strong" if head else "text", 7.5 * POINT if head else TEXT, "ink" if head else "black", align, room)
        pen.lines([Line(Point(0, high), Point(measure, high))], "ink" if head else "stone", RULE if head else HAIR)
        if bar is not None and not head:
            _draw_bar(pen, bar, ends[-1], measure, high)

    return Strip(high, draw, keep=head)


def _draw_bar(pen: Pen, share: float, left: float, right: float, high: float) -> None:
    """Draw a bar from the middle: what is won to the right and full, what is lost to the left and open."""
    middle, reach = (left + right) / 2, (right - left) / 2 - 0.5
    long = abs(share) * reach
    box = Rect(middle if share > 0 else middle - long, 1.3, long, high - 2.8)
    if share > 0:
        pen.rect(box, "ink")
    elif share < 0:
        pen.rect(box, None, "rowan", RULE)
    pen.lines([Line(Point(middle, 0.6), Point(middle, high - 0.8))], "stone", HAIR)
