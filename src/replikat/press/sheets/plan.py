"""Sheet formats worked out: how cards lie on paper, where the knife goes, and what turns when the paper is turned."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from replikat.errors import LawFault
from replikat.geometry.paper import INKLESS, CardSize
from replikat.geometry.plane import Line, Point, Rect
from replikat.press.sheets.spec import SheetSpec

MARK_LONGEST = 4.0
MARK_SHORTEST = 3.0  # what a knife needs to be laid against; a tighter grid must be asked for
MARK_OFF = 1.0  # marks stop this far outside the trim
FOOTER = 2.5  # height of a line of the footer
FOLD = 5.0  # from the fold of a gutterfold to the cards on both sides of it
SHORTEST_CUT = 0.5  # room in which a crop mark is still to be seen

Margin = Literal["top", "bottom", "left", "right"]
_MARGINS: tuple[Margin, ...] = ("top", "bottom", "left", "right")


@dataclass(frozen=True)
class SheetPlan:
    """A sheet format worked out: page size, grid and cells; the same cells however few cards are on the page."""

    name: str
    spec: SheetSpec
    width: float
    height: float
    columns: int
    rows: int
    inkless: float = INKLESS

    @property
    def card(self) -> CardSize:
        return self.spec.card

    @property
    def single(self) -> bool:
        return self.spec.paper is None

    @property
    def capacity(self) -> int:
        return self.columns * self.rows

    @property
    def one_sided(self) -> bool:
        """Return whether all is printed on one side of the paper."""
        return self.spec.use != "cards"

    @property
    def captioned(self) -> bool:
        """Return whether there are backs alone, each with the name of its card outside it."""
        return self.spec.use in ("stickers", "inserts")

    @property
    def folded(self) -> bool:
        return self.spec.use == "gutterfold"

    @property
    def fold(self) -> Line:
        """Return the line along which a gutterfold is folded."""
        return Line(Point(0, self.height / 2), Point(self.width, self.height / 2))

    @property
    def pitch(self) -> tuple[float, float]:
        """Return how far it is from cell to cell, across and down."""
        stock = self.spec.stock
        if stock is None:
            return self.card.width + self.spec.gap, self.card.height + self.spec.gap
        return (stock.down, stock.across) if stock.lying else (stock.across, stock.down)

    @cached_property
    def block(self) -> Rect:
        """Return the rectangle of all cells: centred on the page, above the fold, or where the stock has them."""
        across, down = self.pitch
        width, height = (self.columns - 1) * across + self.card.width, (self.rows - 1) * down + self.card.height
        stock = self.spec.stock
        if stock is not None:
            return Rect(self.width - stock.y - width, stock.x, width, height) if stock.lying else Rect(stock.x, stock.y, width, height)
        top = self.height / 2 - FOLD - height if self.folded else (self.height - height) / 2
        return Rect((self.width - width) / 2, top, width, height)

    @cached_property
    def extent(self) -> Rect:
        """Return the rectangle of all that is cut out: the cells, with those below the fold."""
        block = self.block
        return Rect(block.x, block.y, block.width, self.height - 2 * block.y) if self.folded else block

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
        return not self.one_sided and (self.spec.flip == "long") == (self.width > self.height)

    def cell(self, place: int, back: bool = False) -> Rect:
        """Return the trim rectangle of cell `place`, row by row from the top left; `back` is the cell behind it."""
        row, column = divmod(place, self.columns)
        x, y = self.block.x + column * self.pitch[0], self.block.y + row * self.pitch[1]
        if back and self.folded:
            y = self.height - y - self.card.height
        elif back and not self.one_sided:
            x = self.width - x - self.card.width
        return Rect(x, y, self.card.width, self.card.height)

    def crop_marks(self, used: int, back: bool = False) -> list[Line]:
        """Return the crop marks of a sheet with `used` cards: at every cut of a used cell, all in the margins; none on stock."""
        if self.spec.stock is not None:
            return []
        cells = [self.cell(place, side) for place in range(used) for side in ((False, True) if self.folded else (back,))]
        xs = sorted({round(x, 4) for cell in cells for x in (cell.x, cell.right)})
        ys = sorted({round(y, 4) for cell in cells for y in (cell.y, cell.bottom)})
        block = self.extent
        top, low, left, right = map(self._mark, _MARGINS)
        marks = [Line(Point(x, block.y - top[0]), Point(x, block.y - top[1])) for x in xs]
        marks += [Line(Point(x, block.bottom + low[0]), Point(x, block.bottom + low[1])) for x in xs]
        marks += [Line(Point(block.x - left[0], y), Point(block.x - left[1], y)) for y in ys]
        marks += [Line(Point(block.right + right[0], y), Point(block.right + right[1], y)) for y in ys]
        return marks

    def _mark(self, margin: Margin) -> tuple[float, float]:
        """Return where the crop marks in a margin begin and end, in mm outside the block."""
        room = (self.extent.y if margin in ("top", "bottom") else self.extent.x) - self.inkless
        if margin == self.footer_margin:
            room -= self.footer_lines * FOOTER
        off = min(MARK_OFF, max(0.0, room) / 4)
        return off, off + min(MARK_LONGEST, max(0.0, room - off))

    @property
    def footer_margin(self) -> Margin:
        """Return the widest margin: at the foot, or at the left, where the footer runs upwards."""
        return "left" if self.extent.x > self.extent.y else "bottom"

    @property
    def footer_lines(self) -> int:
        """Return how many lines the footer has: two, or one where two would leave no room for whole crop marks."""
        room = max(self.extent.x, self.extent.y) - self.inkless - MARK_OFF - MARK_LONGEST
        return 2 if room >= 2 * FOOTER else 1

    @property
    def footer_band(self) -> Rect:
        """Return the rectangle of the footer, along the widest margin, inside the edges that printers leave white."""
        rim, high = self.inkless, self.footer_lines * FOOTER
        if self.footer_margin == "left":
            return Rect(rim, rim, high, self.height - 2 * rim)
        return Rect(rim, self.height - rim - high, self.width - 2 * rim, high)

    def spread(self, cards: int, start: int = 0) -> list[tuple[int, int]]:
        """Return the sheets that hold `cards` cards, as (first card, how many); the first `start` cells are used up."""
        ends = [*range(self.capacity - start, cards, self.capacity), cards] if cards else []
        return [(first, end - first) for first, end in zip((0, *ends), ends, strict=False)]

    def within(self, inkless: float, marked: bool = True) -> "SheetPlan":
        """Return the same cells with footer and crop marks so many mm from the edges; LawFault says how many mm are missing.

        A side that is not `marked` has a footer alone.
        """
        plan = replace(self, inkless=max(INKLESS, inkless))
        narrow, wide = sorted((plan.extent.x, plan.extent.y))
        cut = SHORTEST_CUT if marked and self.spec.stock is None else 0.0
        missing = max(plan.inkless + cut - narrow if cut else 0.0, plan.inkless + FOOTER + cut - wide)
        if missing > 1e-9:
            text = f"{missing:.1f} mm are missing on {self.name}: ink must stay {plan.inkless:.1f} mm from the paper's edges"
            raise LawFault([((), text)])
        return plan


def plan_sheet(name: str, spec: SheetSpec) -> SheetPlan:
    """Return the plan of a sheet format; LawFault says by how many mm a grid does not fit."""
    if spec.paper is None:
        return SheetPlan(name, spec, spec.card.width + 2 * spec.bleed, spec.card.height + 2 * spec.bleed, 1, 1)
    upright = (spec.paper.width, spec.paper.height)
    pages = [upright, upright[::-1]]
    if spec.stock is not None:
        return _on_stock(name, spec)
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
    best = max(plans, key=lambda plan: min(plan.extent.x, plan.extent.y))
    margins = (("wide", best.extent.x), ("high", best.extent.y))
    said = " and ".join(f"{2 * (INKLESS - margin):.1f} mm too {word}" for word, margin in margins if margin < INKLESS - 1e-9)
    foot = INKLESS + FOOTER - max(best.extent.x, best.extent.y)
    if not said and foot > 1e-9:
        said = f"{2 * foot:.1f} mm too large for the {FOOTER:g} mm of a footer on one side"
    if said:
        grid = f"{spec.grid.columns} x {spec.grid.rows} {spec.card.name} cards on {spec.paper.name}"
        raise LawFault([(("grid",), f"{grid}: {said}, with the {INKLESS:g} mm at the edges that printers leave white")])
    return best


def _on_stock(name: str, spec: SheetSpec) -> SheetPlan:
    """Return the plan of bought stock, seen so that its cards stand upright."""
    assert spec.paper and spec.grid and spec.stock
    if spec.stock.lying:
        plan = SheetPlan(name, spec, spec.paper.height, spec.paper.width, spec.grid.rows, spec.grid.columns)
    else:
        plan = SheetPlan(name, spec, spec.paper.width, spec.paper.height, spec.grid.columns, spec.grid.rows)
    if any(pitch < size - 1e-9 for pitch, size in zip(plan.pitch, (spec.card.width, spec.card.height), strict=True)):
        raise LawFault([(("stock",), "the cells overlap; expected steps of at least a card's size")])
    if not Rect(0, 0, plan.width, plan.height).covers(plan.block):
        over = max(-plan.block.x, -plan.block.y, plan.block.right - plan.width, plan.block.bottom - plan.height)
        raise LawFault([(("stock",), f"the cells reach {over:.1f} mm over the edge of the paper")])
    return plan


def _grids(page: tuple[float, float], spec: SheetSpec) -> list[tuple[int, int]]:
    """Return every grid that a page holds, as columns and rows."""
    columns, rows = (
        int((room - 2 * INKLESS + spec.gap) / (size + spec.gap) + 1e-9)
        for room, size in zip(page, (spec.card.width, spec.card.height), strict=True)
    )
    return [(column, row) for column in range(1, columns + 1) for row in range(1, rows + 1)]
