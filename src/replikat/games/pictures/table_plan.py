"""A game's set-up laid out on a table, and drawn: everything is read from the setup's zones."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from replikat.deck.catalogue import Catalogue
from replikat.deck.squares import Mark
from replikat.games.pictures.diagrams import RIM, Example, draw_arrow, draw_felt, name_side
from replikat.games.pictures.measures import CARD_HIGH, CARD_WIDE, NOTE
from replikat.games.pictures.table_forms import draw_item
from replikat.games.pictures.table_items import MOST_OPEN, SIDES, Item, Laid, Lettering, items_by_side
from replikat.games.setups import Setup
from replikat.geometry.plane import Point, Rect
from replikat.typeset.pen import Pen

PAD = 3.0
GAP = 2.5
HIGHEST = 160.0  # of a table, so that it stands on a page of a booklet with words
POINT = 25.4 / 72
LEAST = 6 * POINT  # of the words in a picture
LARGER = (1.0, 1.15, 1.3, 1.5, 1.75, 2.0, 2.3, 2.7, 3.2)  # words beside their cards, until they can be read
ARCH = 6.0  # room for an arrow that passes over the middle
Curve = tuple[Point, Point, Point, Point]


@dataclass(frozen=True)
class Placed:
    """An item and the middle of its picture."""

    item: Item
    middle: Point


class TablePlan:
    """Where everything lies; the box's height follows from what there is.

    Seats that no edge names sit on clockwise from East: `beside` of them below East (None: half), the others to the right of
    South. What is wider than `measure` or higher than `most` (mm) is drawn smaller, by `scale`, and never larger than `largest`.
    """

    def __init__(
        self,
        setup: Setup,
        laid: Laid,
        measure: float,
        most: float = HIGHEST,
        largest: float = 1.0,
        beside: int | None = None,
    ) -> None:
        self.setup, self.lettering, self.sides = setup, laid.lettering, laid.sides
        self.wide, self.high, self._picture_high = laid.wide, laid.high, laid.picture_high
        self.rim, self.gap = RIM * self.lettering.note, GAP * self.lettering.note / NOTE
        extra = further_seats(setup)
        first = (len(extra) + 1) // 2 if beside is None else beside
        self.right = [*self.sides["E"], *(item for seat in extra[:first] for item in self.sides[seat])]
        self.bottom = [*self.sides["S"], *(item for seat in reversed(extra[first:]) for item in self.sides[seat])]
        top, bottom = self._row_high(self.sides["N"]) + (ARCH if self._is_arched() else 0.0), self._row_high(self.bottom)
        middle = max(self._column_high(self.sides["W"]), self._column_high(self.right), self._row_high(self.sides[""]))
        high = 2 * self.rim + 2 * PAD + top + middle + bottom + GAP * ((top > 0) + (bottom > 0))
        inner = max(measure / largest, self._least_wide(), measure * high / most)
        self.scale = measure / inner
        self.width, self.height = measure, high * self.scale
        self.box = Rect(0, 0, inner, high)
        self.felt = self.box.inset(self.rim)
        self._tops = self.felt.y + PAD, self.felt.y + PAD + top + GAP * (top > 0)
        self._middle_high = middle
        self.placed = self._place()

    @property
    def letters(self) -> float:
        """Return the size of the smallest words as they are drawn, mm."""
        return self.scale * self.lettering.note

    def _is_arched(self) -> bool:
        """Return whether an arrow passes over the middle, so that room is needed for it."""
        leaving = [side for side in ("W", "E") if any(item.zone is None and item.is_nameless for item in self.sides[side])]
        across = any(zone.owner == other for zone in self.setup.zones for other in ("W", "E") if other not in leaving)
        piles = [item for item in self.sides[""] if item.form not in ("grid", "columns")]
        return bool(leaving) and bool(self.sides["N"]) and (len(piles) > 1 or (bool(piles) and across and len(leaving) == 1))

    def _least_wide(self) -> float:
        """Return the width in which nothing touches."""
        columns = [max((self.wide(item) for item in items), default=0.0) for items in (self.sides["W"], self.right)]
        middle = self._row_wide(self.sides[""])
        across = sum(columns) + middle + self.gap * (sum(column > 0 for column in columns) + (middle > 0) - 1)
        if middle:  # it lies about the centre
            across = max(across, middle + 2 * (max(columns) + self.gap))
        return 2 * (self.rim + PAD) + max(across, self._row_wide(self.sides["N"]), self._row_wide(self.bottom))

    def _row_wide(self, items: Sequence[Item]) -> float:
        return sum(self.wide(item) + self.gap for item in items) - self.gap if items else 0.0

    def _row_high(self, items: Sequence[Item]) -> float:
        return max((self.high(item) for item in items), default=0.0)

    def _column_high(self, items: Sequence[Item]) -> float:
        return sum(self.high(item) + PAD for item in items) - PAD if items else 0.0

    def _place(self) -> list[Placed]:
        centre = self.felt.centre.x
        north, middle = self._tops
        south = self.felt.bottom - PAD - self._row_high(self.bottom)
        placed = self._row(self.sides["N"], centre, north) + self._row(self.bottom, centre, south)
        high = self._row_high(self.sides[""])
        placed += self._row(self.sides[""], centre, middle + (self._middle_high - high) / 2, high)
        west = max((self.wide(item) for item in self.sides["W"]), default=0.0) / 2
        east = max((self.wide(item) for item in self.right), default=0.0) / 2
        placed += self._column(self.sides["W"], self.felt.x + PAD + west, middle)
        return placed + self._column(self.right, self.felt.right - PAD - east, middle)

    def _row(self, items: Sequence[Item], centre: float, top: float, high: float = 0.0) -> list[Placed]:
        """Place items side by side; those much lower than `high` in the middle of that height."""
        x, placed = centre - self._row_wide(items) / 2, []
        for item in items:
            lower = (high - self.high(item)) / 2 if high > 2 * CARD_HIGH + self.high(item) / 2 else 0.0
            placed.append(Placed(item, Point(x + self.wide(item) / 2, top + lower + self._picture_high(item) / 2)))
            x += self.wide(item) + self.gap
        return placed

    def _column(self, items: Sequence[Item], middle: float, top: float) -> list[Placed]:
        y, placed = top + (self._middle_high - self._column_high(items)) / 2, []
        for item in items:
            placed.append(Placed(item, Point(middle, y + self._picture_high(item) / 2)))
            y += self.high(item) + PAD
        return placed


def further_seats(setup: Setup) -> list[str]:
    """Return the seats that no edge names."""
    return [seat for seat in setup.seats if seat not in SIDES]


def fitted_table(setup: Setup, words: Catalogue, measure: float, most: float, semi: bool = False, largest: float = 1.0) -> TablePlan:
    """Return the plan with the largest cards whose words can be read, or that with the largest words; measures in mm."""
    plans: list[TablePlan] = []
    sides = items_by_side(setup, words, semi)
    further = len(further_seats(setup))
    ways = sorted(range(further + 1), key=lambda beside: abs(2 * beside - further - 1))  # of equal ones the first is taken
    for factor in LARGER:
        laid = Laid(sides, Lettering(words, NOTE * factor))
        tried = [TablePlan(setup, laid, measure, most, largest, beside) for beside in ways]
        plans.append(max(tried, key=lambda plan: plan.scale))
        if plans[-1].letters >= LEAST * max(1.0, largest):
            return plans[-1]
    return max(plans, key=lambda plan: plan.letters)


def draw_setup(pen: Pen, plan: TablePlan, example: Example, dealt: Mapping[Mark, int] | None = None) -> None:
    """Draw the table, what lies on it, and an arrow for cards that leave a position where nobody sits.

    `dealt` says which cards of the example's pack lie open; absent: those of its first square of the set-up's layout.
    """
    shown = dealt if dealt is not None else _example_deal(plan.setup, example)
    if plan.scale == 1.0:
        _draw(pen, plan, example, shown)
        return
    with pen.at(0, 0, scale=plan.scale) as inner:
        _draw(inner, plan, example, shown)


def _draw(pen: Pen, plan: TablePlan, example: Example, dealt: Mapping[Mark, int]) -> None:
    draw_felt(pen, plan.box, plan.lettering.note)
    for side in SIDES:
        if plan.sides[side]:
            name_side(
                pen, _side_text(side, plan), side, _beside(side, plan), "ink" if side in plan.setup.seats else "stone", plan.lettering.note
            )
    for curve in _arrows(plan):
        draw_arrow(pen, curve)
    for placed in plan.placed:
        draw_item(pen, placed.item, placed.middle, plan.lettering, example, dealt)


def _beside(side: str, plan: TablePlan) -> Rect:
    """Return a box as high and wide about a side's own things as the table, so that a name beside it stands at them."""
    box, own = plan.box, [placed.middle for placed in plan.placed if any(placed.item is item for item in plan.sides[side])]
    if side == "S" and plan.bottom != plan.sides["S"]:
        return Rect(sum(at.x for at in own) / len(own) - box.width / 2, box.y, box.width, box.height)
    if side == "E" and plan.right != plan.sides["E"]:
        return Rect(box.x, sum(at.y for at in own) / len(own) - box.height / 2, box.width, box.height)
    return box


def _side_text(side: str, plan: TablePlan) -> str:
    name = plan.lettering.words.positions[side]
    return plan.lettering.words.phrase("diagram.begins", position=name) if side == plan.setup.starts else name


def _example_deal(setup: Setup, example: Example) -> Mapping[Mark, int]:
    """Return the deal of the example deck, or the cards in pack order where it has no such layout."""
    fitting = [square for square in example.deck.squares if square.layout == setup.layout]
    if fitting:
        return fitting[0].dealt()
    return {mark: place for place, mark in enumerate(mark for zone in setup.zones for mark in zone.slots)}


def _arrows(plan: TablePlan) -> list[Curve]:
    """Return a curve for cards that lie elsewhere than at their position: where nobody sits there, or turned from a pile."""
    curves = []
    for target in plan.placed:
        if target.item.form in ("grey", "grid"):  # a grid says at its rows where they come from
            continue
        strange = {span.position for span in target.item.spans} - {target.item.home, "M"}
        for source in plan.placed:
            left = source.item.zone is None and source.item.is_nameless and source.item.home in ("W", "E")
            if source.item.home in strange and (left or _is_turned(target.item, source.item)):
                curves.append(_curve(source, target, plan))
    return curves


def _is_turned(shown: Item, pile: Item) -> bool:
    """Return whether an open card is the one that lay on top of a pile."""
    if shown.form != "open" or pile.form != "pile" or pile.zone is None:
        return False
    shown_last, first = shown.spans[-1], pile.zone.slots[0]
    return (shown_last.position, shown_last.last + 1) == first


def _curve(source: Placed, target: Placed, plan: TablePlan) -> Curve:
    """Return a curve that leaves a pile upwards or downwards and arrives at the other's side."""
    start, end = source.middle, target.middle
    piled = target.item.form in ("pile", "topped", "open") and target.item.cards != MOST_OPEN
    half = CARD_WIDE / 2 if piled else target.item.size(plan.lettering)[0] / 2
    aside = 1 if start.x > end.x else -1
    tip = Point(end.x + aside * (half + 2.5), end.y)
    if abs(end.y - start.y) < CARD_HIGH and abs(start.x - tip.x) > CARD_WIDE:
        return _level(start, tip, target, plan)
    down = 1 if end.y > start.y else -1
    words = len(source.item.lines(plan.lettering)) * plan.lettering.line
    begin = Point(start.x, start.y + down * (CARD_HIGH / 2 + (4.0 + words if down > 0 else 2.0)))
    turn = Point(tip.x + aside * max(5.0, 0.55 * abs(begin.x - tip.x)), tip.y)
    return begin, Point(begin.x, begin.y + 0.6 * (tip.y - begin.y)), turn, tip


def _level(start: Point, tip: Point, target: Placed, plan: TablePlan) -> Curve:
    """Return a curve between two things on one level; past what lies between them it comes from above."""
    aside = 1 if start.x > tip.x else -1
    begin = Point(start.x - aside * (CARD_WIDE / 2 + 2), start.y)
    low, high = sorted((begin.x, tip.x))
    passed = [placed for placed in plan.placed if low < placed.middle.x < high and abs(placed.middle.y - start.y) < CARD_HIGH]
    if passed:
        tops = [placed.middle.y - placed.item.size(plan.lettering)[1] / 2 for placed in (*passed, target)]
        above = Point(target.middle.x, tops[-1] - 1.5)
        over = min(tops) - 1.6 * ARCH
        return begin, Point(begin.x - aside * 10, over), Point(above.x + aside * 4, over), above
    third = (tip.x - begin.x) / 3
    return begin, Point(begin.x + third, begin.y), Point(tip.x - third, tip.y), tip
