"""Shapes in a grey picture of a back: the squares and the bar at the foot, the tab of a square."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import median

from PIL import Image

from replikat.deck.squares import Position
from replikat.geometry.paper import CardSize
from replikat.reading.scanned.regions import FINE, LIGHT, Box, Region, dark, inked, regions

LEVELS = (LIGHT, 216, 228)  # at which frames are looked for
ROUND = 3  # pixels in the corners of a square that its round frame may reach

SMALLEST_SQUARE = 5.0  # mm
OPEN = 0.3  # of a square is paper at least; a ground that breaks up around it has less
SMALLEST_TAB = 2.6  # a tab is larger than the digits it holds
NUMBER_HEIGHTS = (0.9, 3.4)  # of the quiet number of a square
LONG_BAR = 0.6  # of the card's width
THICK_BAR = (0.5, 3.0)
TOUCHES, CLEAR = 0.25, 0.5  # mm: a tab lies at an edge up to here, and off it from there on
OFF_CENTRE = 0.6  # mm that the middle of a tab may lie beside the middle of its edge
DASH = (5, 15)  # how long a dash is, in parts of its height
SOLID, OUTLINED = 0.5, 0.45  # how much of its box a tab fills, at least and at most
SAME_SIZE = 0.08  # squares of one back are of one size within this part of it
SYMBOL = 4.2  # mm at the left of the foot that the deck's symbol has
SMALLEST_LEGEND = 2.7  # mm; letters are smaller
STAIN = 0.005  # of a place's pixels: below it the place is empty


def find_bar(fine: Image.Image, card: CardSize) -> Box | None:
    """Return the bar that lies at the foot of every back: long, thin and solid; None where there is not exactly one."""
    bars = [
        region.box
        for region in regions(dark(fine), diagonal=True)
        if region.box.width >= LONG_BAR * card.width * FINE
        and THICK_BAR[0] * FINE <= region.box.height <= THICK_BAR[1] * FINE
        and region.area >= 0.8 * region.box.width * region.box.height
    ]
    return bars[0] if len(bars) == 1 else None


def has_legend(fine: Image.Image, bar: Box, above: float) -> bool:
    """Return whether the small tab of the legend stands in the foot, between the bar and the squares that end `above` it.

    It is more than any letter is, and the symbol of the code stands at the left end.
    """
    foot = Box(bar.left + SYMBOL * FINE, above, bar.right, bar.top)
    found = regions(dark(_crop(fine, foot)), diagonal=True)
    return any(
        min(region.box.width, region.box.height) >= SMALLEST_LEGEND * FINE and region.area >= SOLID * region.box.width * region.box.height
        for region in found
    )


@dataclass(frozen=True)
class Lattice:
    """The squares of a back as seen: the inside of each frame by its number in reading order, and those not to be seen."""

    squares: dict[int, Box]
    lost: frozenset[int] = field(default_factory=frozenset)


def find_squares(fine: Image.Image) -> list[Box]:
    """Return the insides of the squares: light regions that frames enclose, all of one size.

    A faint frame leaks at one level of grey and holds at a lighter one; the level that shows most squares is taken.
    """
    best: list[Box] = []
    for level in LEVELS:
        found = _enclosed(fine, level)
        if len(found) > len(best):
            best = found
        if best and _is_full(best):
            break
    return best


def _is_full(boxes: Sequence[Box]) -> bool:
    """Return whether squares fill whole rows and columns."""
    columns = _lines([box.left for box in boxes], SMALLEST_SQUARE * FINE / 2)
    return len(columns) * len(_lines([box.top for box in boxes], SMALLEST_SQUARE * FINE / 2)) == len(boxes)


def _enclosed(fine: Image.Image, level: int) -> list[Box]:
    light = fine.point([255 if grey >= level else 0 for grey in range(256)])
    large = [
        region.box
        for region in regions(light, diagonal=False)
        if min(region.box.width, region.box.height) >= SMALLEST_SQUARE * FINE
        and region.area >= OPEN * region.box.width * region.box.height
        and region.box.left > 0
        and region.box.top > 0
        and region.box.right < fine.width
        and region.box.low < fine.height
    ]
    outer = [box for box in large if not any(box is not other and box.within(other) for other in large)]
    if not outer:
        return []
    width, height = median(box.width for box in outer), median(box.height for box in outer)
    return [box for box in outer if abs(box.width / width - 1) < SAME_SIZE and abs(box.height / height - 1) < SAME_SIZE]


def lattice(boxes: Sequence[Box], fine: Image.Image) -> Lattice:
    """Number squares row by row from the top left; places between them without a square, or with a stain, are lost."""
    width, height = median(box.width for box in boxes), median(box.height for box in boxes)
    lefts, tops = _lines([box.left for box in boxes], width / 2), _lines([box.top for box in boxes], height / 2)
    squares: dict[int, Box] = {}
    for box in boxes:
        column = min(range(len(lefts)), key=lambda i: abs(lefts[i] - box.left))
        row = min(range(len(tops)), key=lambda i: abs(tops[i] - box.top))
        squares[row * len(lefts) + column + 1] = box
    lost = {number for number in range(1, max(squares)) if number not in squares}
    for number in range(max(squares) + 1, len(lefts) * len(tops) + 1):
        row, column = divmod(number - 1, len(lefts))
        place = Box(lefts[column], tops[row], lefts[column] + width, tops[row] + height)
        stain = inked(_crop(fine, place)).histogram()[255]
        if stain > STAIN * width * height:
            lost |= set(range(max(squares) + 1, number + 1))
    return Lattice(squares, frozenset(lost))


def _lines(starts: Sequence[float], apart: float) -> list[float]:
    """Return where the lines of a lattice lie, from the places that were seen; a line that none was seen on is put in."""
    groups: list[list[float]] = []
    for start in sorted(starts):
        if groups and start - groups[-1][-1] < apart:
            groups[-1].append(start)
        else:
            groups.append([start])
    seen = [median(group) for group in groups]
    pitch = min((after - before for before, after in pairwise(seen)), default=apart)
    lines = seen[:1]
    for before, after in pairwise(seen):
        steps = round((after - before) / pitch)
        lines += [before + (after - before) * step / steps for step in range(1, steps + 1)]
    return lines


def open_inside(fine: Image.Image, square: Box) -> Image.Image:
    """Return the inside of a square with its corners and rim made white, where the frame may be seen."""
    inside = _crop(fine, square).convert("L")
    width, height = inside.size
    for left, top in ((0, 0), (width - ROUND, 0), (0, height - ROUND), (width - ROUND, height - ROUND)):
        inside.paste(255, (left, top, left + ROUND, top + ROUND))
    for rim in ((0, 0, width, 1), (0, height - 1, width, height), (0, 0, 1, height), (width - 1, 0, width, height)):
        inside.paste(255, rim)
    return inside


def _crop(picture: Image.Image, box: Box) -> Image.Image:
    left, top, right, low = (round(side) for side in box)
    return picture.crop((left, top, right, low))


@dataclass(frozen=True)
class Holding:
    """What a square holds besides its number; boxes in pixels of the fine picture.

    `tab` is its box and `position` the edge that it hugs; `dash` says that a dash is there and no tab; `unclear`
    is why it cannot be told.
    """

    tab: Box | None = None
    position: Position | None = None
    solid: bool = True
    dash: bool = False
    unclear: str = ""
    signs: tuple[Box, ...] = ()  # dash and dots


def look_into(fine: Image.Image, square: Box) -> Holding:
    """Return what stands in a square."""
    inside = _crop(fine, square)
    shapes = [region for region in regions(dark(inside), diagonal=True) if region.area >= 4]
    dashes = [region for region in shapes if _is_dash(region, square)]
    signs = [*dashes, *(region for region in shapes if _is_dot(region, square))]
    boxes = tuple(region.box.moved(square.left, square.top) for region in signs)
    others = [region for region in shapes if region not in signs]
    tabs = [region for region in others if min(region.box.width, region.box.height) >= SMALLEST_TAB * FINE]
    tab = max(tabs, key=lambda region: region.box.width * region.box.height, default=None)
    strange = [region for region in others if not (tab and region.box.within(tab.box, 1)) and not _is_small(region)]
    if strange:
        return Holding(unclear="ink that is no tab, dash or number", signs=boxes)
    if tab is None:
        return Holding(dash=True, signs=boxes) if len(dashes) == 1 else Holding(unclear="neither a tab nor a dash", signs=boxes)
    position = _position(tab.box, square)
    if position is None:
        return Holding(unclear="the edge of the tab is not clear", signs=boxes)
    filled = tab.area / (tab.box.width * tab.box.height)
    if OUTLINED < filled < SOLID:
        return Holding(unclear="a tab neither solid nor outlined", signs=boxes)
    return Holding(tab.box.moved(square.left, square.top), position, filled >= SOLID, signs=boxes)


def _is_small(region: Region) -> bool:
    """Return whether a region may be a figure of the square's own number, or a part of one."""
    return max(region.box.width, region.box.height) <= NUMBER_HEIGHTS[1] * FINE


def _is_dash(region: Region, square: Box) -> bool:
    """Return whether a region is a level stroke in the middle of its square, or somewhat below it."""
    box = region.box
    long, (x, y) = box.width / box.height, box.centre
    stroke = box.width >= 1.5 * FINE and DASH[0] <= long <= DASH[1] and region.area >= 0.6 * box.width * box.height
    return stroke and abs(x - square.width / 2) < 0.5 * FINE and -0.5 * FINE <= y - square.height / 2 < 3.5 * FINE


def _is_dot(region: Region, square: Box) -> bool:
    """Return whether a region is a round dot in a corner of its square, the sign of a group."""
    box = region.box
    round_ = max(box.width, box.height) <= 1.6 * FINE and abs(box.width - box.height) <= 0.3 * FINE
    x, y = box.centre
    return round_ and min(x, square.width - x) < 2.5 * FINE and min(y, square.height - y) < 2.5 * FINE


def _position(tab: Box, square: Box) -> Position | None:
    """Return the one edge that a tab touches, in the middle of it; "M" where it touches none and lies in the middle."""
    off: dict[Position, float] = {
        "S": square.height - tab.low,
        "W": tab.left,
        "N": tab.top,
        "E": square.width - tab.right,
    }
    near = [position for position, distance in off.items() if distance <= TOUCHES * FINE]
    between = [position for position, distance in off.items() if TOUCHES * FINE < distance < CLEAR * FINE]
    if between or len(near) > 1:
        return None
    beside = abs(tab.centre[0] - square.width / 2) / FINE, abs(tab.centre[1] - square.height / 2) / FINE
    if not near:
        return "M" if max(beside) <= OFF_CENTRE else None
    along = beside[0] if near[0] in ("N", "S") else beside[1]
    return near[0] if along <= OFF_CENTRE else None
