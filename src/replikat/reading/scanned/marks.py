"""A second reader of printed backs, which knows pixels alone: no text, no paths, nothing of the printer's geometry."""

from dataclasses import dataclass, replace
from itertools import zip_longest
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

from replikat.deck.squares import Mark
from replikat.geometry.paper import CardSize
from replikat.reading.scanned.digits import Patch, Place, Setting, Told, digits, find_digits, fit
from replikat.reading.scanned.regions import FINE, Box, fine_picture, inked, levelled, regions
from replikat.reading.scanned.shapes import NUMBER_HEIGHTS, Holding, find_bar, find_squares, has_legend, lattice, look_into, open_inside

if TYPE_CHECKING:
    from PIL.Image import Image

LARGEST = 25  # number of a mark

DIGIT_HEIGHTS = (1.6, 5.0)  # mm, in a tab
MARK_GAINS = (0.7, 1.15)
NUMBER_GAINS = (0.15, 1.1)
SAME_HEIGHT = 0.08  # numbers of one back are equally high within this part

WORST_ERROR = 0.085  # of the energy of one digit
LEAST_MARGIN = 0.10
WORST_PIXEL = 0.55
NUMBER_ERROR = 0.25  # square numbers are only held against their order
NUMBER_MARGIN = 0.08
ENOUGH_NUMBERS = 3  # one square number in so many must be read to trust the order of the squares
LINED = (6, 9)  # numbers with a line below, which tells which way up they are; a dot where lines mean a second batch
HALF = 0.65  # of a card's height


@dataclass(frozen=True)
class PixelBack:
    """A back as its pixels show it: marks in square order, None for a dash and for what is in `unread`.

    `unread` tells for every square that could not be read why; `numbers` are the square numbers as read. `turned`:
    the card lay upside down, None for a back that is printed both ways. `margin` is the smallest by which a number
    was told from the next best one.
    """

    marks: tuple[Mark | None, ...]
    unread: dict[int, str]
    numbers: tuple[int | None, ...]
    turned: bool | None
    margin: float


@dataclass(frozen=True)
class BackPicture:
    """A picture of one card's back in which the bar was found: in its own pixels and at FINE pixels a mm."""

    grey: "Image"
    fine: "Image"
    dpi: float
    card: CardSize
    bar: Box  # in pixels of the fine picture
    boxes: tuple[Box, ...]  # the insides of the squares, in the same

    @property
    def scale(self) -> tuple[float, float]:
        """Return how many own pixels a fine one is, across and down."""
        return self.grey.width / self.fine.width, self.grey.height / self.fine.height

    def own(self, box: Box) -> Box:
        """Return a box of the fine picture in the picture's own pixels."""
        across, down = self.scale
        return Box(box.left * across, box.top * down, box.right * across, box.low * down)

    def turned(self) -> "BackPicture":
        """Return the same picture turned by 180 degrees."""
        wide, high = self.fine.size
        bar, *boxes = (Box(wide - box.right, high - box.low, wide - box.left, high - box.top) for box in (self.bar, *self.boxes))
        return BackPicture(self.grey.rotate(180), self.fine.rotate(180), self.dpi, self.card, bar, tuple(boxes))

    @property
    def above(self) -> list[Box]:
        """Return the squares above the bar: of a back that lies upright all of them, or the upright half."""
        return [box for box in self.boxes if box.centre[1] < self.bar.centre[1]]

    @property
    def halved(self) -> bool:
        """Return whether the back is printed two-way, with squares on both sides of its bar, one side of which may be lost."""
        upper = len(self.above)
        reach = max(max(abs(box.top - self.bar.centre[1]), abs(box.low - self.bar.centre[1])) for box in self.boxes)
        return 0 < upper < len(self.boxes) or reach < HALF * self.card.height * FINE


def back_picture(picture: "Image", dpi: float, card: CardSize) -> BackPicture | None:
    """Return a picture in which bar and squares were found, or None where it shows no back.

    The picture holds the card and at most a few millimetres around it, upright or upside down, in any place.
    """
    grey = levelled(picture)
    fine = fine_picture(grey, dpi) if grey else None
    bar = find_bar(fine, card) if fine else None
    boxes = find_squares(fine) if fine and bar else []
    return BackPicture(grey, fine, dpi, card, bar, tuple(boxes)) if grey and fine and bar and boxes else None


def read_marks(picture: BackPicture, font: Path, squares: int | None = None, batch: int | None = None) -> PixelBack:
    """Return what a back shows.

    `font` is the file of the digits' font and `squares` how many squares are expected, if that is known. `batch` is
    what an underlined number is more than its digits say, if the foot shows that there are such numbers.
    """
    if picture.halved:
        return _both(*(_Reader(half, font, batch).read(squares) for half in (picture, picture.turned())))
    if picture.above:
        return _Reader(picture, font, batch).read(squares)
    return replace(_Reader(picture.turned(), font, batch).read(squares), turned=True)


def _both(upright: PixelBack, turned: PixelBack) -> PixelBack:
    """Return what both halves of a back say; a square of which they say different things is unread."""
    count = max(len(upright.marks), len(turned.marks))
    nothing = PixelBack((), dict.fromkeys(range(1, count + 1), "the half is not to be seen"), (), None, 0.0)
    upright, turned = upright if upright.marks else nothing, turned if turned.marks else nothing
    unread = {number: f"in the turned half: {why}" for number, why in turned.unread.items()} | upright.unread
    marks: list[Mark | None] = []
    for number, (one, other) in enumerate(zip_longest(upright.marks, turned.marks), 1):
        if one != other and number not in unread:
            unread[number] = f"{one or 'a dash'} in the upright half, {other or 'a dash'} in the turned one"
        marks.append(None if number in unread else one)
    marks += [None] * (count - len(marks))
    return PixelBack(tuple(marks), unread, upright.numbers, None, min(upright.margin, turned.margin))


class _Reader:
    """Reads the squares above the bar of one picture."""

    def __init__(self, picture: BackPicture, font: Path, batch: int | None) -> None:
        self.picture, self.grey, self.fine, self.font, self.batch = picture, picture.grey, picture.fine, font, batch
        self.dots = picture.dpi / 25.4
        self.underlined = False

    def read(self, squares: int | None) -> PixelBack:
        """Return the marks of all squares."""
        bar, boxes = self.picture.bar, self.picture.above
        if not boxes:
            return PixelBack((), {}, (), False, 0.0)
        self.underlined = has_legend(self.fine, bar, max(box.low for box in boxes))
        seen = lattice(boxes, self.fine)
        count = max((*seen.squares, *seen.lost, squares or 0))
        holdings = {number: look_into(self.fine, box) for number, box in seen.squares.items()}
        numbers = self._numbers(seen.squares, holdings)
        unread = {number: "the square is not to be seen" for number in range(1, count + 1) if number not in seen.squares}
        told, second = self._told(holdings, unread)
        marks: dict[int, Mark] = {}
        for number, item in told.items():
            position = holdings[number].position
            if position:
                marks[number] = Mark(position, item.number + (self.batch or 0 if number in second else 0))
        unread |= _disordered(numbers, seen.squares)
        if squares is not None and count > squares:
            unread |= dict.fromkeys(range(squares + 1, count + 1), f"there are {squares} squares")
        margin = min((item.margin for number, item in told.items() if number not in unread), default=0.0)
        order = range(1, count + 1)
        return PixelBack(
            tuple(None if number in unread else marks.get(number) for number in order),
            unread,
            tuple(numbers.get(number) for number in order),
            False,
            margin,
        )

    def _told(self, holdings: dict[int, Holding], unread: dict[int, str]) -> tuple[dict[int, Told], set[int]]:
        """Return the numbers in the tabs, and the squares whose number is underlined; notes in `unread` what cannot be told."""
        places: dict[int, Place] = {}
        for number, holding in holdings.items():
            if holding.unclear:
                unread[number] = holding.unclear
            elif holding.tab:
                place = self._place(holding.tab, holding)
                if place:
                    places[number] = place
                else:
                    unread[number] = "the tab holds no number that can be seen"
        second: set[int] = set()
        if not places:
            return {}, second
        highs = {number: place.low - place.top for number, place in places.items()}
        usual = median(highs.values())
        patches = {number: Patch(self.grey, place, usual, self.font, self.underlined) for number, place in places.items()}
        near = [patches[number] for number in patches if abs(highs[number] / usual - 1) < SAME_HEIGHT]
        setting = fit(near, usual / _tall(self.font), MARK_GAINS)
        told = {number: patch.tell(setting, MARK_GAINS) for number, patch in patches.items()}
        for number, item in told.items():
            lined, dotted = patches[number].rule(setting.em, item.at), patches[number].dot(setting.em, item)
            signs = _Signs(lined, dotted, self.underlined, self.batch)
            if fault := _doubt(item, highs[number], setting, self.font) or signs.doubt(item.number):
                unread[number] = fault
            elif self.underlined and lined:
                second.add(number)
        return told, second

    def _place(self, tab: Box, holding: Holding) -> Place | None:
        """Return where the number in a tab stands."""
        own = self.picture.own(tab)
        level = holding.position in ("N", "S")
        half = 0.45 * own.height if level else 0.35 * own.width
        x = own.centre[0]
        window = Box(x - half, own.top, x + half, own.low)
        rows = find_digits(self.grey, window, holding.solid, (DIGIT_HEIGHTS[0] * self.dots, DIGIT_HEIGHTS[1] * self.dots))
        return Place(x, *rows, holding.solid) if rows else None

    def _numbers(self, squares: dict[int, Box], holdings: dict[int, Holding]) -> dict[int, int | None]:
        """Return the quiet numbers of the squares, None where they are not to be read."""
        places: dict[int, Box] = {}
        for number, box in squares.items():
            if found := self._quiet(box, holdings[number]):
                places[number] = self.picture.own(found)
        if not places:
            return {}
        usual = median(box.height for box in places.values())
        patches = {
            number: Patch(self.grey, Place(box.centre[0], box.top, box.low, False), usual, self.font)
            for number, box in places.items()
            if abs(box.height / usual - 1) < 2 * SAME_HEIGHT
        }
        setting = fit(list(patches.values()), usual / _tall(self.font), NUMBER_GAINS)
        told = {number: patch.tell(setting, NUMBER_GAINS) for number, patch in patches.items()}
        return {
            number: item.number if item.error <= NUMBER_ERROR and item.margin >= NUMBER_MARGIN else None for number, item in told.items()
        }

    def _quiet(self, square: Box, holding: Holding) -> Box | None:
        """Return the box of the square number: what is printed in a square besides tab, dash and dots."""
        left, top = round(square.left), round(square.top)
        found = [
            region.box.moved(left, top)
            for region in regions(inked(open_inside(self.fine, square)), diagonal=True)
            if NUMBER_HEIGHTS[0] * FINE <= region.box.height <= NUMBER_HEIGHTS[1] * FINE
        ]
        parts = [box for box in found if not any(box.meets(other) for other in (*holding.signs, *([holding.tab] if holding.tab else [])))]
        if not parts:
            return None
        box = Box(min(b.left for b in parts), min(b.top for b in parts), max(b.right for b in parts), max(b.low for b in parts))
        return box if box.height <= NUMBER_HEIGHTS[1] * FINE and box.width <= 2.2 * box.height else None


def _tall(font: Path) -> float:
    """Return the usual height of a digit in em."""
    return median(digits(font, 0.0).tops)


class _Signs(NamedTuple):
    """What stands about a number, None where it is not clear, and what the back uses it for."""

    lined: bool | None
    dotted: bool | None
    underlined: bool
    batch: int | None

    def doubt(self, number: int) -> str:
        """Return why rule or dot do not go with a number, or nothing."""
        if not self.underlined:
            return "" if self.lined is (number in LINED) else f"like {number}, but the line below does not say so"
        if number < 10 and self.dotted is not (number in LINED):
            return f"like {number}, but the dot after it does not say so"
        if self.lined is None:
            return f"{number}, underlined or not"
        return "underlined, and no layout of the deck has a second batch" if self.lined and self.batch is None else ""


def _doubt(item: Told, high: float, setting: Setting, font: Path) -> str:
    """Return why a number must not be trusted, or nothing."""
    if not 1 <= item.number <= LARGEST:
        return f"looks like {item.number}, which is no number of a mark"
    tops = digits(font, 0.0).tops
    wanted = setting.em * max(tops[int(digit)] for digit in str(item.number))
    if abs(high / wanted - 1) > 1.5 * SAME_HEIGHT:
        return "digits of another height than on the rest of the back"
    if item.error > WORST_ERROR or item.worst > WORST_PIXEL:
        return f"most like {item.number}, but not enough ({item.error:.2f}, {item.worst:.2f})"
    if item.margin < LEAST_MARGIN:
        return f"{item.number} or another number ({item.margin:.2f})"
    return ""


def _disordered(numbers: dict[int, int | None], squares: dict[int, Box]) -> dict[int, str]:
    """Return the squares whose own number does not stand in its order; all of them, where too few numbers were read."""
    agreeing = sum(number == read for number, read in numbers.items())
    if agreeing * ENOUGH_NUMBERS < len(squares):
        return dict.fromkeys(squares, "too few square numbers could be read")
    wrong = {
        number: f"bears the number {read} where {number} is expected"
        for number, read in numbers.items()
        if read is not None and read != number
    }
    if wrong:
        wrong |= {number: "without a number, among squares in disorder" for number in squares if numbers.get(number) is None}
    return wrong
