"""The geometry of a back: the grid of squares, the tabs at their edges, the foot with the word."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from math import floor
from typing import NamedTuple

from replikat.deck.deck import Deck
from replikat.deck.print_settings import BackOption
from replikat.deck.squares import MOST_SQUARES, Mark, Position, shared_batch
from replikat.errors import Fault, LawFault, ReplikatError
from replikat.geometry.paper import CardSize
from replikat.geometry.plane import Point, Rect
from replikat.papers.theme import RIM

GAP = 0.9  # between squares
FOOT = 5.6  # the bar, the word and the code
FOOT_OFF = 0.9  # between the squares and the foot
BAR = 1.2  # the bar at the very bottom, by which a card lying upside down shows
FOOT_CLEAR = 0.9  # between the bar and the symbol
FOOT_LINE = 1.25  # the baseline of word and code above the bar
CODE_HIGH = 1.55  # cap height of the code
CODE_SHARES = (1.0, 0.8)  # of it; the second where the word is long
FRAME_CORNER = 1.0
FREE_CORNER = 1.2  # of a square, that no tab enters: the group's dots lie there
LARGEST_DOT = 1.2
DOT_OFF = 0.42  # at least so far from the edges of the square
MOST_DOTS = 3
SMALLEST_DIGIT = 2.0
LARGEST_DIGIT = 4.4
FULL_GRID = 0.9  # a grid without empty places is preferred to one whose digits are up to a ninth larger

# Metrics of the digits' font, in parts of a digit's height; tests/press/test_fonts.py holds them to the font.
DIGIT_WIDTH = 0.859  # advance of one digit
DIGIT_EM = 1.319  # font size

NUMBER_SHARE = 0.68  # height of the square number in parts of a mark's
CORNER_SHARE = 0.62  # the same in the corner, where tabs leave less room and marks are larger
ACROSS = 0.16  # white beside a number in its tab, in parts of the digit height
ABOVE = 0.3  # white above a number in its tab
BELOW = 0.46  # below it, with room for the rule under 6 and 9
NUMBER_OFF = 0.5  # between the frame and a square number in the corner
NUMBER_CLEAR = 0.2  # between that number and a tab at the upper edge
CORNERS = 0.3  # how far a tab narrows towards its inner edge, in parts of its depth
RULE_OFF, RULE = 0.16, 0.1  # of the rule under a number: below the baseline, and its height
DOT, DOT_ASIDE = 0.24, 0.05  # side of the dot after 6 and 9 where rules mean something else, and how far off it stands


class Written(NamedTuple):
    """How a number stands in its tab: its digits, whether a rule lies under them and whether a dot follows."""

    text: str
    ruled: bool
    dotted: bool


class Tab(NamedTuple):
    """A tab: its outline, and the baseline middle of its number."""

    outline: tuple[Point, ...]
    baseline: Point


@dataclass(frozen=True)
class BackPlan:
    """Where everything lies on the back of a card; the origin is the card's top left trim corner.

    `corner` says that square numbers stand in the top left corner, because some square uses its middle or because
    more squares fit so. `two_way` divides the card by its bar: all of this describes the upper half, and the lower
    one is the same turned about the card's middle. With a `batch`, numbers above it are printed as what they are
    more than it, with a rule under them.
    """

    card: CardSize
    squares: int
    columns: int
    rows: int
    corner: bool
    digits: int  # that a tab has room for
    two_way: bool = False
    batch: int | None = None

    @property
    def height(self) -> float:
        """Return the height of the card, or of the half with the bar between the two, as if its own rim followed."""
        return self.card.height / 2 + BAR / 2 + RIM if self.two_way else self.card.height

    @cached_property
    def room(self) -> Rect:
        """Return the rectangle of all squares."""
        return Rect(RIM, RIM, self.card.width - 2 * RIM, self.height - 2 * RIM - FOOT - FOOT_OFF)

    @cached_property
    def size(self) -> tuple[float, float]:
        """Return width and height of a square."""
        width = (self.room.width - (self.columns - 1) * GAP) / self.columns
        return width, (self.room.height - (self.rows - 1) * GAP) / self.rows

    @cached_property
    def foot(self) -> Rect:
        return Rect(RIM, self.height - RIM - FOOT, self.card.width - 2 * RIM, FOOT)

    @property
    def bar(self) -> Rect:
        return bar_of(self.card, self.two_way)

    @property
    def foot_line(self) -> float:
        """Return how low the baseline of word and code lies."""
        return self.bar.y - FOOT_LINE

    def square(self, number: int) -> Rect:
        """Return the rectangle of square 1, 2, ..., row by row from the top left."""
        row, column = divmod(number - 1, self.columns)
        width, height = self.size
        return Rect(self.room.x + column * (width + GAP), self.room.y + row * (height + GAP), width, height)

    @property
    def number_share(self) -> float:
        return CORNER_SHARE if self.corner else NUMBER_SHARE

    @cached_property
    def digit(self) -> float:
        """Return the height of the digits in the tabs: the largest at which nothing overlaps."""
        width, height = self.size
        two = self.digits * DIGIT_WIDTH
        depth = two + 2 * ACROSS
        number = self.number_share * 2 * DIGIT_WIDTH
        if self.corner:
            # beside the corner's number a tab at the upper or left edge still holds its own number
            limits = [
                (width - 2 * (NUMBER_OFF + NUMBER_CLEAR)) / (2 * number + two + 2 * ACROSS + CORNERS),
                (width / 2 - 0.6) / (number + two / 2 + ACROSS),
                (height - 1.0) / (2 * self.number_share + 1 + ABOVE + BELOW + 2 * CORNERS * depth),
            ]
        else:
            limits = [(width / 2 - 0.4) / (depth + number / 2), (height / 2 - 0.4) / (1 + ABOVE + BELOW + self.number_share / 2)]
        return min(LARGEST_DIGIT, *limits)

    @property
    def number_digit(self) -> float:
        """Return the height of the square numbers' digits."""
        return self.digit * self.number_share

    def number_baseline(self, number: int) -> Point:
        """Return the middle of the baseline of a square number."""
        square, high = self.square(number), self.number_digit
        if not self.corner:
            return Point(square.centre.x, square.centre.y + high / 2)
        return Point(square.x + NUMBER_OFF + DIGIT_WIDTH * high, square.y + 0.6 + high)

    @cached_property
    def free_corner(self) -> Point:
        """Return width and height of the corners of a square that no tab enters."""
        if self.corner:
            return Point(NUMBER_OFF + 2 * DIGIT_WIDTH * self.number_digit + NUMBER_CLEAR, 0.6 + 1.2 * self.number_digit)
        return Point(*(max(FREE_CORNER, 0.08 * side) for side in self.size))

    def sign(self, number: int, dots: int) -> list[Rect]:
        """Return the boxes of the dots that tell a square's group: in its free corners, up to MOST_DOTS of them."""
        square, free = self.square(number), min(self.free_corner)
        size = min(LARGEST_DOT, free / 2)
        off = max(DOT_OFF, (free - size) / 2)
        left, right = square.x + off, square.right - off - size
        top, low = square.y + off, square.bottom - off - size
        return [Rect(x, y, size, size) for x, y in ((right, top), (right, low), (left, low))[:dots]]

    def tab(self, number: int, mark: Mark) -> Tab:
        """Return the tab of a mark in square `number`, hugging the edge that the position names."""
        square, high = self.square(number), self.digit
        level, upright = (1 + ABOVE + BELOW) * high, (self.digits * DIGIT_WIDTH + 2 * ACROSS) * high
        if mark.position == "M":
            middle = square.centre
            box = Rect(middle.x - upright / 2 - 0.3, middle.y - level / 2, upright + 0.6, level)
            return Tab(_chamfered(box, 0.2 * high), Point(middle.x, box.y + (ABOVE + 1) * high))
        if mark.position in ("N", "S"):
            return self._level_tab(square, mark.position, level)
        return self._upright_tab(square, mark.position, upright)

    def _level_tab(self, square: Rect, position: Position, depth: float) -> Tab:
        high, middle = self.digit, square.centre.x
        outer = square.width / 2 - self.free_corner.x
        inner = outer - CORNERS * depth / 2
        if position == "N":
            outline = (
                (middle - outer, square.y),
                (middle + outer, square.y),
                (middle + inner, square.y + depth),
                (middle - inner, square.y + depth),
            )
            baseline = Point(middle, square.y + (ABOVE + 1) * high)
        else:
            top, low = square.bottom - depth, square.bottom
            outline = ((middle - inner, top), (middle + inner, top), (middle + outer, low), (middle - outer, low))
            baseline = Point(middle, top + (ABOVE + 1) * high)
        return Tab(tuple(Point(*corner) for corner in outline), baseline)

    def _upright_tab(self, square: Rect, position: Position, depth: float) -> Tab:
        high, middle = self.digit, square.centre.y
        outer = square.height / 2 - self.free_corner.y
        inner = outer - CORNERS * depth
        edge, inside = (square.x, square.x + depth) if position == "W" else (square.right, square.right - depth)
        outline = ((edge, middle - outer), (inside, middle - inner), (inside, middle + inner), (edge, middle + outer))
        baseline = Point((edge + inside) / 2, middle - (1 + ABOVE + BELOW) * high / 2 + (ABOVE + 1) * high)
        return Tab(tuple(Point(*corner) for corner in outline), baseline)

    def written(self, number: int) -> Written:
        """Return how a number is printed; 6 and 9 are told apart by a rule, or by a dot where rules mark a batch."""
        if self.batch is None:
            return Written(str(number), marked(number), False)
        second = number > self.batch
        shown = number - self.batch if second else number
        return Written(str(shown), second, marked(shown))

    def rule(self, baseline: Point) -> Rect:
        """Return the rule under a number: under a 6 or 9 a short one; across the tab's number where it marks a batch."""
        wide = (0.8 if self.batch is None else self.digits) * DIGIT_WIDTH * self.digit
        return Rect(baseline.x - wide / 2, baseline.y + RULE_OFF * self.digit, wide, RULE * self.digit)

    def dot(self, baseline: Point, text: str) -> Rect:
        """Return the dot after a 6 or 9, which tells which way up the number is read."""
        side = DOT * self.digit
        return Rect(baseline.x + (len(text) * DIGIT_WIDTH / 2 + DOT_ASIDE) * self.digit, baseline.y - side, side, side)

    def dash(self, number: int) -> Rect:
        """Return the dash of a card that a square does not deal."""
        square, high = self.square(number), self.digit
        drop = 0.0 if self.corner else 0.9 * self.number_digit
        return Rect(square.centre.x - 0.7 * high, square.centre.y + drop, 1.4 * high, 0.16 * high)


def bar_of(card: CardSize, two_way: bool = False) -> Rect:
    """Return the bar on a back: at the foot of the card, or across its middle where it is printed two-way."""
    low = card.height / 2 + BAR / 2 if two_way else card.height - RIM
    return Rect(RIM, low - BAR, card.width - 2 * RIM, BAR)


def _chamfered(box: Rect, cut: float) -> tuple[Point, ...]:
    return tuple(
        Point(x, y)
        for x, y in (
            (box.x + cut, box.y),
            (box.right - cut, box.y),
            (box.right, box.y + cut),
            (box.right, box.bottom - cut),
            (box.right - cut, box.bottom),
            (box.x + cut, box.bottom),
            (box.x, box.bottom - cut),
            (box.x, box.y + cut),
        )
    )


def plan_back(card: CardSize, squares: int, corner: bool, largest: int, two_way: bool = False, batch: int | None = None) -> BackPlan:
    """Return the grid with the largest digits for this many squares and this largest number.

    Raises LawFault where digits would be smaller than 2 mm, and says how many squares the card carries.
    """
    best = _best(card, squares, corner, largest, two_way, batch)
    if best.digit < SMALLEST_DIGIT - 1e-9:
        fitting = most_squares(card, corner, largest, two_way, batch)
        small = floor(10 * best.digit) / 10
        on = f"a {card.name} card{' printed two-way' if two_way else ''}"
        expected = f"expected at most {fitting} squares, for digits of {SMALLEST_DIGIT:g} mm" if fitting else "expected a larger card"
        raise LawFault([(("squares",), f"{squares} squares leave digits of {small} mm on {on}; {expected}")])
    return best


def most_squares(card: CardSize, corner: bool, largest: int, two_way: bool = False, batch: int | None = None) -> int:
    """Return how many squares a card carries with digits of at least 2 mm."""
    plans = (_best(card, count, corner, largest, two_way, batch) for count in range(1, MOST_SQUARES + 1))
    return max((plan.squares for plan in plans if plan.digit >= SMALLEST_DIGIT - 1e-9), default=0)


def _best(card: CardSize, squares: int, corner: bool, largest: int, two_way: bool, batch: int | None) -> BackPlan:
    """Return the best grid; half a card has square numbers in the corner where it carries so many squares only so."""
    best = _best_grid(card, squares, corner, largest, two_way, batch)
    if two_way and not corner and best.digit < SMALLEST_DIGIT - 1e-9:
        return max(best, _best_grid(card, squares, True, largest, two_way, batch), key=lambda plan: plan.digit)
    return best


def _best_grid(card: CardSize, squares: int, corner: bool, largest: int, two_way: bool, batch: int | None) -> BackPlan:
    digits = _digits(largest, batch)
    plans = [
        BackPlan(card, squares, columns, -(-squares // columns), corner, digits, two_way, batch)
        for columns in range(1, min(squares, 10) + 1)
    ]
    legible = [plan for plan in plans if plan.digit >= SMALLEST_DIGIT - 1e-9]
    return max(legible or plans, key=lambda plan: plan.digit if plan.columns * plan.rows == squares else plan.digit * FULL_GRID)


@cache
def _digits(largest: int, batch: int | None) -> int:
    """Return how many digits a tab must have room for; a dot takes as much as another digit."""
    if batch is None:
        return max(2, len(str(largest)))
    shown = max(min(batch, largest), largest - batch)
    return max(2, *(len(str(number)) + marked(number) for number in range(1, shown + 1)))


def marked(number: int) -> bool:
    """Return whether a number could be another one upside down, and so carries a rule or a dot."""
    return set(str(number)) <= set("0689") and bool(set(str(number)) & set("69"))


def back_plan(deck: Deck, card: CardSize, options: Sequence[BackOption] = ()) -> BackPlan:
    """Return the geometry of a deck's backs at a card size; an error says how many squares the card carries."""
    layouts = {group.layout: layout for group, layout in zip(deck.spec.squares, deck.parts.layouts, strict=True)}
    largest = max(mark.number for layout in layouts.values() for mark in layout.slots)
    try:
        batch = shared_batch(layouts) if "underlined" in options else None
        return plan_back(card, len(deck.squares), deck.has_middle, largest, "two-way" in options, batch)
    except LawFault as law:
        faults = [Fault(text, file=deck.name, field=".".join(map(str, path))) for path, text in law.faults]
        raise ReplikatError(*faults) from None
