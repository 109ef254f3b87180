"""Sheet formats: how cards lie on paper, where the knife goes, and what turns when the paper is turned."""

from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Literal

from annotated_types import Ge, Le

from replikat.errors import LawFault
from replikat.model.bounds import STRICT, Count, Gap, Millimetres, Name
from replikat.model.geometry import Line, Point, Rect

INKLESS = 5.0  # no home printer reaches further out than this on all four sides
MARK_LONGEST = 4.0
MARK_SHORTEST = 3.0  # what a knife needs to be laid against; a tighter grid must be asked for
MARK_OFF = 1.0  # marks stop this far outside the trim
FOOTER = 2.5  # height of a line of the footer

Flip = Literal["long", "short"]
Margin = Literal["top", "bottom", "left", "right"]
_MARGINS: tuple[Margin, ...] = ("top", "bottom", "left", "right")


@dataclass(frozen=True)
class Paper:
    """A paper size, upright."""

    __pydantic_config__ = STRICT

    name: Name
    width: Millimetres
    height: Millimetres


@dataclass(frozen=True)
class CardSize:
    """A trimmed card; `corner` is the radius to round it to."""

    __pydantic_config__ = STRICT

    name: Name
    width: Annotated[float, Ge(20), Le(300)]
    height: Annotated[float, Ge(20), Le(300)]
    corner: Gap = 3.5


@dataclass(frozen=True)
class Grid:
    """How many cards lie side by side, and above each other."""

    __pydantic_config__ = STRICT

    columns: Count
    rows: Count


@dataclass(frozen=True)
class SheetSpec:
    """The data file of a sheet format.

    Without `paper` there is one card a page, trimmed from its bleed. Without `grid` the best fit is chosen that
    leaves room for crop marks. `gap` separates cards, `bleed` is ink beyond the trim.
    """

    __pydantic_config__ = STRICT

    card: CardSize
    paper: Paper | None = None
    grid: Grid | None = None
    gap: Gap = 0.0
    bleed: Gap = 0.0
    flip: Flip = "long"

    def __post_init__(self) -> None:
        if self.paper is None and self.grid is not None:
            raise LawFault([(("grid",), "a grid needs a paper to lie on")])
        if self.bleed > 2 * self.gap and self.paper is not None and self.bleed > INKLESS:
            raise LawFault([(("bleed",), f"{self.bleed:g} mm; expected at most {INKLESS:g} mm on a sheet")])


@dataclass(frozen=True)
class SheetPlan:
    """A sheet format worked out: page size, grid and cells; the same cells however few cards are on the page."""

    name: str
    spec: SheetSpec
    width: float
    height: float
    columns: int
    rows: int

    @property
    def card(self) -> CardSize:
        return self.spec.card

    @property
    def single(self) -> bool:
        return self.spec.paper is None

    @property
    def capacity(self) -> int:
        return self.columns * self.rows

    @cached_property
    def block(self) -> Rect:
        """Return the rectangle of all cells, centred on the page."""
        width = self.columns * self.card.width + (self.columns - 1) * self.spec.gap
        height = self.rows * self.card.height + (self.rows - 1) * self.spec.gap
        return Rect((self.width - width) / 2, (self.height - height) / 2, width, height)

    @property
    def mark_room(self) -> float:
        """Return how long the shortest crop mark is."""
        return min(end - start for start, end in map(self._mark, _MARGINS))

    @property
    def back_is_turned(self) -> bool:
        """Return whether turning the paper turns the back's page by 180 degrees.

        Paper turned about an upright axis (portrait on the long edge, landscape on the short one) brings columns
        into mirror order; about a level axis it is the same page turned by 180 degrees.
        """
        return (self.spec.flip == "long") == (self.width > self.height)

    def cell(self, place: int, back: bool = False) -> Rect:
        """Return the trim rectangle of cell `place`, row by row from the top left; `back` is the cell behind it."""
        row, column = divmod(place, self.columns)
        if back:
            column = self.columns - 1 - column
        x = self.block.x + column * (self.card.width + self.spec.gap)
        return Rect(x, self.block.y + row * (self.card.height + self.spec.gap), self.card.width, self.card.height)

    def crop_marks(self, used: int, back: bool = False) -> list[Line]:
        """Return the crop marks of a sheet with `used` cards: at every cut of a used cell, all in the margins."""
        cells = [self.cell(place, back) for place in range(used)]
        xs = sorted({round(x, 4) for cell in cells for x in (cell.x, cell.right)})
        ys = sorted({round(y, 4) for cell in cells for y in (cell.y, cell.bottom)})
        block = self.block
        top, low, left, right = map(self._mark, _MARGINS)
        marks = [Line(Point(x, block.y - top[0]), Point(x, block.y - top[1])) for x in xs]
        marks += [Line(Point(x, block.bottom + low[0]), Point(x, block.bottom + low[1])) for x in xs]
        marks += [Line(Point(block.x - left[0], y), Point(block.x - left[1], y)) for y in ys]
        marks += [Line(Point(block.right + right[0], y), Point(block.right + right[1], y)) for y in ys]
        return marks

    def _mark(self, margin: Margin) -> tuple[float, float]:
        """Return where the crop marks in a margin begin and end, in mm outside the block."""
        room = (self.block.y if margin in ("top", "bottom") else self.block.x) - INKLESS
        if margin == self.footer_margin:
            room -= self.footer_lines * FOOTER
        off = min(MARK_OFF, max(0.0, room) / 4)
        return off, off + min(MARK_LONGEST, max(0.0, room - off))

    @property
    def footer_margin(self) -> Margin:
        """Return the widest margin: at the foot, or at the left, where the footer runs upwards."""
        return "left" if self.block.x > self.block.y else "bottom"

    @property
    def footer_lines(self) -> int:
        """Return how many lines the footer has: two, or one where two would leave no room for whole crop marks."""
        room = max(self.block.x, self.block.y) - INKLESS - MARK_OFF - MARK_LONGEST
        return 2 if room >= 2 * FOOTER else 1

    def spread(self, cards: int) -> list[tuple[int, int]]:
        """Return the sheets that hold `cards` cards, as (first card, how many)."""
        return [(first, min(self.capacity, cards - first)) for first in range(0, cards, self.capacity)]


def plan_sheet(name: str, spec: SheetSpec) -> SheetPlan:
    """Return the plan of a sheet format; LawFault says by how many mm a grid does not fit."""
    if spec.paper is None:
        return SheetPlan(name, spec, spec.card.width + 2 * spec.bleed, spec.card.height + 2 * spec.bleed, 1, 1)
    upright = (spec.paper.width, spec.paper.height)
    pages = [upright, upright[::-1]]
    if spec.grid is None:
        plans = [SheetPlan(name, spec, *page, *grid) for page in pages for grid in _grids(page, spec)]
        fitting = [plan for plan in plans if plan.mark_room >= MARK_SHORTEST - 1e-9]
        if not fitting:
            room = 2 * (INKLESS + MARK_OFF + MARK_SHORTEST)
            over = min(max(spec.card.width + room - page[0], spec.card.height + room - page[1]) for page in pages)
            large = f"{max(over, 0):.1f} mm too large for {spec.paper.name}"
            text = f"a {spec.card.name} card is {large} with footer and {MARK_SHORTEST:g} mm crop marks"
            raise LawFault([(("card",), text)])
        return max(fitting, key=lambda plan: plan.capacity)
    plans = [SheetPlan(name, spec, *page, spec.grid.columns, spec.grid.rows) for page in pages]
    best = max(plans, key=lambda plan: min(plan.block.x, plan.block.y))
    margins = (("wide", best.block.x), ("high", best.block.y))
    said = " and ".join(f"{2 * (INKLESS - margin):.1f} mm too {word}" for word, margin in margins if margin < INKLESS - 1e-9)
    foot = INKLESS + FOOTER - max(best.block.x, best.block.y)
    if not said and foot > 1e-9:
        said = f"{2 * foot:.1f} mm too large for the {FOOTER:g} mm of a footer on one side"
    if said:
        grid = f"{spec.grid.columns} x {spec.grid.rows} {spec.card.name} cards on {spec.paper.name}"
        raise LawFault([(("grid",), f"{grid}: {said}, with the {INKLESS:g} mm at the edges that printers leave white")])
    return best


def _grids(page: tuple[float, float], spec: SheetSpec) -> list[tuple[int, int]]:
    """Return every grid that a page holds, as columns and rows."""
    columns, rows = (
        int((room - 2 * INKLESS + spec.gap) / (size + spec.gap) + 1e-9)
        for room, size in zip(page, (spec.card.width, spec.card.height), strict=True)
    )
    return [(column, row) for column in range(1, columns + 1) for row in range(1, rows + 1)]
