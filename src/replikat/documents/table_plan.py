"""A game's set-up laid out on a table, and drawn: everything is read from the setup's zones."""

from collections.abc import Sequence
from dataclasses import dataclass

from replikat.documents.diagrams import (
    CARD_HIGH,
    CARD_WIDE,
    FAN_WIDE,
    NOTE,
    NOTE_LINE,
    Example,
    draw_arrow,
    draw_fan,
    draw_felt,
    draw_open,
    draw_stack,
    label,
    name_side,
    write_lines,
)
from replikat.model.games import Setup, Zone, parse_range
from replikat.model.geometry import Point, Rect
from replikat.model.squares import Mark
from replikat.model.texts import Catalogue
from replikat.press.fonts import width
from replikat.press.pen import Pen

SIDES = ("S", "W", "N", "E")
RIM = 5.5  # for the names of the seats
PAD = 3.0
GAP = 2.5
PICTURE = CARD_HIGH + 2.0  # height of every picture, words excluded
OPEN_STEP = 0.62 * CARD_WIDE  # between cards lying open beside each other
MOST_OPEN = 4


@dataclass(frozen=True)
class Item:
    """One place on the table: a zone, or (zone None) the pile of a position that nobody sits at."""

    zone: Zone | None
    home: str  # the position whose letter need not be said
    name: str
    ranges: tuple[str, ...]

    @property
    def cards(self) -> int:
        return sum(len(parse_range(text)) for text in self.ranges)

    @property
    def form(self) -> str:
        """Return how the item is drawn: a fan, open cards, a pile, or grey because it lies elsewhere or stays out."""
        if self.zone is None or self.zone.kind == "unused":
            return "grey"
        if self.zone.face == "up":
            return "open"
        return "fan" if self.zone.face == "owner" else "pile"

    @property
    def strict(self) -> bool:
        return self.zone is not None and self.zone.order == "strict" and self.cards > 1


@dataclass(frozen=True)
class Placed:
    """An item and the middle of its picture."""

    item: Item
    middle: Point


def range_text(text: str, home: str, words: Catalogue, strict: bool) -> str:
    """Return a range as players read it: 1–6, or 7 → 13 where the order matters, with the letter of a strange position."""
    marks = parse_range(text)
    first, last = marks[0].number, marks[-1].number
    numbers = str(first) if first == last else f"{first} → {last}" if strict else f"{first}–{last}"
    return numbers if marks[0].position == home else f"{words.letters[marks[0].position]} {numbers}"


def items_by_side(setup: Setup, words: Catalogue) -> dict[str, list[Item]]:
    """Return what lies at every seat, in the middle (""), and at positions without a seat whose cards go elsewhere."""
    sides: dict[str, list[Item]] = {side: [] for side in (*SIDES, *setup.seats, "")}
    for zone in setup.zones:
        kind = "own_pile" if zone.kind == "stock" and zone.owner else zone.kind
        name = words.phrase(f"zone.{kind}")
        if zone.owner and zone.owner not in SIDES:  # a seat that no edge names, from X5 on
            name = f"{words.phrase('seat.other', n=zone.owner[1:])} · {name}"
        sides[zone.owner or ""].append(Item(zone, zone.owner or "M", name, zone.ranges))
    for side in SIDES:
        away = [text for zone in setup.zones for text in zone.ranges if text[0] == side]
        if side not in setup.seats and away:
            sides[side].append(Item(None, side, "", tuple(away)))
    sides["N"].reverse()  # whoever sits at North has things the other way round
    return sides


class TablePlan:
    """Where everything lies; the box's height follows from what there is."""

    def __init__(self, setup: Setup, words: Catalogue, measure: float) -> None:
        self.setup, self.words, self.width = setup, words, measure
        self.sides = items_by_side(setup, words)
        self.right = [*self.sides["E"], *(item for seat in setup.seats[4:] for item in self.sides[seat])]
        top, bottom = self._row_high(self.sides["N"]), self._row_high(self.sides["S"])
        middle = max(self._column_high(self.sides["W"]), self._column_high(self.right), self._row_high(self.sides[""]))
        self.height = 2 * RIM + 2 * PAD + top + middle + bottom + GAP * ((top > 0) + (bottom > 0))
        self.box = Rect(0, 0, measure, self.height)
        self.felt = self.box.inset(RIM)
        self._tops = self.felt.y + PAD, self.felt.y + PAD + top + GAP * (top > 0)
        self._middle_high = middle
        self.placed = self._place()

    def lines(self, item: Item) -> list[str]:
        """Return the words under an item: its name, and its ranges where they do not stand on it."""
        ranges = [range_text(text, item.home, self.words, item.strict) for text in item.ranges]
        named = [item.name] if item.name else []
        return named if item.form == "fan" and len(ranges) == 1 else [*named, *ranges]

    def wide(self, item: Item) -> float:
        """Return the width of an item with its words, in mm."""
        words = max((width(line, "strong") * NOTE for line in self.lines(item)), default=0.0)
        picture = {"fan": FAN_WIDE, "open": CARD_WIDE + OPEN_STEP * (min(item.cards, MOST_OPEN) - 1)}.get(item.form, CARD_WIDE + 2)
        return max(words, picture)

    def high(self, item: Item) -> float:
        return PICTURE + len(self.lines(item)) * NOTE_LINE + 1

    def _row_high(self, items: Sequence[Item]) -> float:
        return max((self.high(item) for item in items), default=0.0)

    def _column_high(self, items: Sequence[Item]) -> float:
        return sum(self.high(item) + PAD for item in items) - PAD if items else 0.0

    def _place(self) -> list[Placed]:
        centre = self.felt.centre.x
        north, middle = self._tops
        south = self.felt.bottom - PAD - self._row_high(self.sides["S"])
        placed = self._row(self.sides["N"], centre, north) + self._row(self.sides["S"], centre, south)
        placed += self._row(self.sides[""], centre, middle + (self._middle_high - self._row_high(self.sides[""])) / 2)
        west = max((self.wide(item) for item in self.sides["W"]), default=0.0) / 2
        east = max((self.wide(item) for item in self.right), default=0.0) / 2
        placed += self._column(self.sides["W"], self.felt.x + PAD + west, middle)
        return placed + self._column(self.right, self.felt.right - PAD - east, middle)

    def _row(self, items: Sequence[Item], centre: float, top: float) -> list[Placed]:
        long = sum(self.wide(item) + GAP for item in items) - GAP
        x, placed = centre - long / 2, []
        for item in items:
            placed.append(Placed(item, Point(x + self.wide(item) / 2, top + PICTURE / 2)))
            x += self.wide(item) + GAP
        return placed

    def _column(self, items: Sequence[Item], middle: float, top: float) -> list[Placed]:
        y, placed = top + (self._middle_high - self._column_high(items)) / 2, []
        for item in items:
            placed.append(Placed(item, Point(middle, y + PICTURE / 2)))
            y += self.high(item) + PAD
        return placed


def draw_setup(pen: Pen, plan: TablePlan, example: Example) -> None:
    """Draw the table, what lies on it, and an arrow for cards that leave their position."""
    draw_felt(pen, plan.box)
    for side in SIDES:
        if plan.sides[side]:
            name_side(pen, _side_text(side, plan), side, plan.box, "ink" if side in plan.setup.seats else "stone")
    for curve in _arrows(plan):
        draw_arrow(pen, curve)
    for placed in plan.placed:
        _draw_item(pen, placed, plan, example)


def _side_text(side: str, plan: TablePlan) -> str:
    name = plan.words.positions[side]
    return plan.words.phrase("diagram.begins", position=name) if side == plan.setup.starts else name


def _draw_item(pen: Pen, placed: Placed, plan: TablePlan, example: Example) -> None:
    item, middle = placed.item, placed.middle
    if item.form == "fan":
        ranges = [range_text(text, item.home, plan.words, item.strict) for text in item.ranges]
        draw_fan(pen, middle, item.cards, ranges[0] if len(ranges) == 1 else "")
    elif item.form == "open":
        cards = _example_cards(item, plan.setup, example)[:MOST_OPEN]
        for place, card in enumerate(cards):
            draw_open(pen, example, card, Point(middle.x + (place - (len(cards) - 1) / 2) * OPEN_STEP, middle.y))
    else:
        draw_stack(pen, middle, item.form == "grey")
        if item.strict:
            label(pen, str(parse_range(item.ranges[0])[0].number), middle)
    lines = plan.lines(item)
    first = Point(middle.x, middle.y + PICTURE / 2 + NOTE_LINE - 0.6)
    named = 1 if item.name else 0
    write_lines(pen, lines[:named], first, "middle", "text", "black")
    write_lines(pen, lines[named:], Point(first.x, first.y + named * NOTE_LINE), "middle", "strong", "ink")


def _example_cards(item: Item, setup: Setup, example: Example) -> list[int]:
    """Return the cards that the example deck deals here, or the first of its pack where it has no such layout."""
    marks = [mark for text in item.ranges for mark in parse_range(text)]
    fitting = [square for square in example.deck.squares if square.layout == setup.layout]
    dealt: dict[Mark, int] = fitting[0].dealt() if fitting else {}
    return [dealt.get(mark, place) for place, mark in enumerate(marks)]


def _arrows(plan: TablePlan) -> list[tuple[Point, Point, Point, Point]]:
    """Return a curve for every range that lies elsewhere than at its position."""
    curves = []
    for target in plan.placed:
        if target.item.zone is None:
            continue
        strange = {text[0] for text in target.item.ranges} - {target.item.home, "M"}
        for position in sorted(strange):
            source = _source(position, plan)
            if source and source is not target:
                curves.append(_curve(source.middle, target.middle))
    return curves


def _source(position: str, plan: TablePlan) -> Placed | None:
    """Return the pile of a position: its own grey one, or what its seat holds (a pile rather than a hand)."""
    own = [placed for placed in plan.placed if placed.item.home == position]
    return max(own, key=lambda placed: (placed.item.form == "grey", placed.item.form == "pile"), default=None)


def _curve(start: Point, end: Point) -> tuple[Point, Point, Point, Point]:
    """Return a curve that leaves a pile upwards or downwards and arrives at the other's side."""
    down = 1 if end.y > start.y else -1
    aside = 1 if start.x > end.x else -1
    begin = Point(start.x, start.y + down * (CARD_HIGH / 2 + (9.5 if down > 0 else 2.0)))
    tip = Point(end.x + aside * (CARD_WIDE / 2 + 2.5), end.y)
    turn = Point(tip.x + aside * max(5.0, 0.55 * abs(begin.x - tip.x)), tip.y)
    return begin, Point(begin.x, begin.y + 0.6 * (tip.y - begin.y)), turn, tip
