"""One square's hands round a compass."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from replikat.deals.records.hands import SuitLine, draw_hand, hand, hand_rows, hand_width, points_of, shape_of
from replikat.deck.catalogue import Catalogue
from replikat.deck.deck import Deck
from replikat.deck.squares import Position
from replikat.geometry.plane import Line, Point, Rect
from replikat.geometry.units import POINT
from replikat.papers.stationery import HAIR
from replikat.typeset.figures.figure import Figure
from replikat.typeset.fonts import CAP, width
from replikat.typeset.pen import Pen

SIZES = tuple(points * POINT for points in (11, 10, 9, 8, 7.5))  # of a hand's letters
LEADING = 1.55  # in parts of the letters' size
HEAD = 11.0  # the square's number over its hands
COMPASS = 14.0
NAME = 9 * POINT
ANALYSIS = 7.5 * POINT  # what a hand is worth, in the row below it
AFTER_NAME = 2.0
CLEAR = 2.0  # between the compass and the hands beside it
APART_MIDDLE = 3.0  # between the cards of the middle and the hands beside them
SIDES: tuple[Position, ...] = ("W", "E")
APART = (9.0, 3.0)  # between the rows of hands: what looks well, and the least


@dataclass(frozen=True)
class Record:
    """A deck and what its records are written with; `figures` holds the pips by name.

    `numbers` asks for the number beside every card, `analysis` for points and shape below every hand.
    """

    deck: Deck
    words: Catalogue
    figures: Mapping[str, Figure]
    numbers: bool = False
    analysis: bool = False

    def lines(self, square: int, position: Position) -> tuple[SuitLine, ...]:
        """Return what a position holds, suit by suit."""
        return hand(self.deck, square, position, self.numbers)

    def said(self, square: int, lines: Iterable[SuitLine]) -> str:
        """Return points and shape of a hand; nothing where they are not asked for."""
        if not self.analysis:
            return ""
        held = list(lines)
        points, shape = points_of(self.deck, held), shape_of(self.deck, square, held)
        if points is None:
            return shape
        return f"{self.words.phrase('deals.points', n=points.replace('.', self.words.decimal))} · {shape}"


@dataclass(frozen=True)
class Hand:
    """A hand measured for one size of letters; `said` stands below it."""

    lines: tuple[SuitLine, ...]
    said: str
    room: float
    wide: float
    high: float


Hands = dict[Position, Hand]


Needed = Callable[[Record, int, float, float], float]  # the height (mm) of a square's hands: a record, square, width, size


def letters_size(record: Record, squares: Iterable[int], wide: float, high: float, needed: Needed) -> float | None:
    """Return the largest size (mm) at which every square fits `wide` x `high`; None where one fits in none."""
    left = list(squares)
    for size in SIZES:
        left = [square for square in left if needed(record, square, wide, size) > high]
        if not left:
            return size
    return None


def record_height(record: Record, square: int, wide: float, size: float) -> float:
    """Return how high the cross of a square's hands is, with its head."""
    return HEAD + sum(_heights(_measured(record, square, wide, size))) + 2 * APART[1]


def draw_head(pen: Pen, record: Record, square: int, box: Rect) -> None:
    """Draw the number of a square over a hairline."""
    pen.text(record.words.phrase("square", n=square), Point(box.x, box.y + 5), "strong", 13 * POINT, "ink")
    pen.lines([Line(Point(box.x, box.y + 7.5), Point(box.right, box.y + 7.5))], "stone", HAIR)


def draw_record(pen: Pen, record: Record, square: int, box: Rect, size: float) -> None:
    """Draw the number of a square and its hands; cards of the middle lie under the compass."""
    draw_head(pen, record, square, box)
    hands = _measured(record, square, box.width, size)
    above, beside, below = _heights(hands)
    apart = min(APART[0], (box.height - HEAD - above - beside - below) / 2)
    middle = box.y + HEAD + above + apart
    compass = COMPASS / 2 if "M" in hands else beside / 2
    _draw_compass(pen, record, square, Point(box.centre.x, middle + compass))
    for position, held in hands.items():
        tops: dict[Position, float] = {
            "N": box.y + HEAD,
            "S": middle + beside + apart,
            "W": middle + (beside - held.high) / 2,
            "E": middle + (beside - held.high) / 2,
            "M": middle + COMPASS + CLEAR,
        }
        lefts = {"W": box.x, "E": box.right - held.wide}
        draw_held(pen, record, position, held, Point(lefts.get(position, box.centre.x - held.wide / 2), tops[position]), size)


def _measured(record: Record, square: int, wide: float, size: float) -> Hands:
    beside = (wide - COMPASS) / 2 - CLEAR
    rooms: dict[Position, float] = {"N": 0.8 * wide, "S": 0.8 * wide, "W": beside, "E": beside}
    hands: Hands = {}
    positions = record.deck.layout(square).positions
    for position in sorted(positions, key="SWNEM".index):  # the middle takes what West and East leave
        flanks = max((hands[side].wide for side in SIDES if side in hands), default=0.0)
        room = rooms.get(position, wide - 2 * (flanks + APART_MIDDLE))
        hands[position] = measured_hand(record, square, position, size, room)
    return hands


def measured_hand(record: Record, square: int, position: Position, size: float, room: float) -> Hand:
    """Return a hand as it is drawn within `room` (mm), its name above it."""
    lines = record.lines(square, position)
    said = record.said(square, lines)
    rows = hand_rows(lines, record.words, size, room)
    high = NAME + AFTER_NAME + rows * LEADING * size + (LEADING * ANALYSIS if said else 0)
    wide = max(hand_width(lines, record.words, size, room), width(said, "text") * ANALYSIS)
    return Hand(lines, said, room, wide, high)


def _heights(hands: Hands) -> tuple[float, float, float]:
    """Return the heights of the upper, the middle and the lower row."""
    high = {str(position): held.high for position, held in hands.items()}
    middle = COMPASS + (high["M"] + CLEAR if "M" in high else 0.0)
    return high.get("N", 0.0), max(middle, high.get("W", 0.0), high.get("E", 0.0)), high.get("S", 0.0)


def draw_held(pen: Pen, record: Record, position: Position, held: Hand, at: Point, size: float) -> None:
    """Draw a hand with its name above it, its top left corner at `at`."""
    pen.text(record.words.positions[position], Point(at.x, at.y + NAME), "strong", NAME, "ink")
    first = Point(at.x, at.y + NAME + AFTER_NAME + size)
    draw_hand(pen, held.lines, record.words, record.figures, first, size, LEADING * size, held.room)
    if held.said:
        pen.text(held.said, Point(at.x, at.y + held.high - 0.3 * ANALYSIS), "text", ANALYSIS, "ink")


def _draw_compass(pen: Pen, record: Record, square: int, middle: Point) -> None:
    """Draw a square with the positions' letters at its edges and its number in the middle."""
    box = Rect(middle.x - COMPASS / 2, middle.y - COMPASS / 2, COMPASS, COMPASS)
    pen.rect(box, "mist", corner=1.5)
    letters, size = record.words.letters, 7.5 * POINT
    cap = CAP["strong"] * size
    places: dict[Position, Point] = {
        "N": Point(middle.x, box.y + 1.2 + cap),
        "S": Point(middle.x, box.bottom - 1.2),
        "W": Point(box.x + 2.2, middle.y + cap / 2),
        "E": Point(box.right - 2.2, middle.y + cap / 2),
    }
    for position in record.deck.layout(square).positions:
        if position in places:
            pen.text(letters[position], places[position], "strong", size, "ink", "middle")
    large = 4.6
    pen.text(str(square), Point(middle.x, middle.y + large * CAP["digits"] / 2), "digits", large, "ink", "middle")
