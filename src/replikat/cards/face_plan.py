"""The geometry of a face: corner indices, pips, the panel of the courts."""

from dataclasses import dataclass
from typing import NamedTuple

from replikat.geometry.paper import CardSize
from replikat.geometry.plane import Point, Rect

INDEX_HIGH = 5.7  # cap height of the index on a poker card
INDEX_WIDE = 6.4  # the widest an index may be
INDEX_MIDDLE = 6.8  # from the side
INDEX_TOP = 4.6
PIP_UNDER = 1.5  # between index and its pip
SMALL_PIP = 5.2
PANEL_SIDE = 11.4  # from the side to the panel of courts
LARGE = 1.5  # a large index, in parts of the usual one
LARGE_WIDE = 9.4
LARGE_PANEL_SIDE = 14.0
PIPS_APART = 0.8  # white between the indices and the pips beside them
COURT = (100.0, 86.0)  # the box in which the upper half of a two-way figure is drawn
TALL = 1.56  # height by width; on taller cards pips are larger
BADGE = 4.0  # the disc with a card's points under its index
BADGE_UNDER = 1.2
BADGE_DIGIT = 2.3
TITLE_SIDE = 0.8  # between a title and the indices beside it
EMBLEM_RIM = 4.2  # between an emblem's panel and the side of the card
EMBLEM_OFF = 0.9  # between the panel and the index above it
EMBLEM_BAND = 12.0  # the least room over a panel that stands beside the indices
NUMERAL_HIGH = 6.0
NAME_SIZE = 3.7  # of the letters
NAME_LEADING = 1.2
JOKER_HIGH = 3.1
JOKER_STEP = 4.2

_SIDES = (-1, 1)
_COLUMNS: dict[int, tuple[tuple[float, ...], tuple[float, ...]]] = {
    # heights of the pips at both sides, and in the middle, in parts of the column from 0 (top) to 1
    1: ((), (0.5,)),
    2: ((), (0, 1)),
    3: ((), (0, 0.5, 1)),
    4: ((0, 1), ()),
    5: ((0, 1), (0.5,)),
    6: ((0, 0.5, 1), ()),
    7: ((0, 0.5, 1), (0.25,)),
    8: ((0, 0.5, 1), (0.25, 0.75)),
    9: ((0, 1 / 3, 2 / 3, 1), (0.5,)),
    10: ((0, 1 / 3, 2 / 3, 1), (1 / 6, 5 / 6)),
}


class Pip(NamedTuple):
    """A pip by its middle; those in the lower half stand on their heads."""

    middle: Point
    turned: bool


@dataclass(frozen=True)
class Index:
    """The index of the upper left corner: cap height, widest, middle from the side; the pip's size and middle (mm)."""

    high: float
    wide: float
    middle: float
    pip: float
    pip_middle: float

    @property
    def baseline(self) -> Point:
        return Point(self.middle, INDEX_TOP + self.high)


@dataclass(frozen=True)
class FacePlan:
    """Where everything lies on a face; the origin is the card's top left trim corner.

    `large` indices are half as large again; with `four` corners all of them bear one.
    """

    card: CardSize
    large: bool = False
    four: bool = False

    @property
    def index_scale(self) -> float:
        """Return how indices shrink on cards narrower than a bridge card."""
        return min(1.0, self.card.width / 56)

    @property
    def index(self) -> Index:
        """Return the measures of the index."""
        size = self.index_scale * (LARGE if self.large else 1.0)
        wide = (LARGE_WIDE if self.large else INDEX_WIDE) * self.index_scale
        left = (INDEX_MIDDLE - INDEX_WIDE / 2) * self.index_scale
        high, pip = INDEX_HIGH * size, SMALL_PIP * size
        return Index(high, wide, left + wide / 2, pip, INDEX_TOP + high + PIP_UNDER * size + pip / 2)

    def badge(self, pip: bool) -> Point:
        """Return the middle of the disc under an index, with a pip between them or not."""
        index, scale = self.index, self.index_scale
        low = index.pip_middle + index.pip / 2 if pip else index.baseline.y
        return Point(index.middle, low + (BADGE_UNDER + BADGE / 2) * scale)

    @property
    def badge_size(self) -> float:
        return BADGE * self.index_scale

    def emblem(self, width: float, height: float) -> Rect:
        """Return the panel of an upright picture of `width` x `height` units: as large as the indices allow.

        It stands either between the columns of the indices or between their rows, from rim to rim.
        """
        scale = self.index_scale
        column = self.index.middle + self.index.wide / 2 + TITLE_SIDE
        row = self.badge(pip=False).y + self.badge_size / 2 + EMBLEM_OFF
        rooms = ((column, EMBLEM_BAND * scale), (EMBLEM_RIM * scale, row))
        size = max(min((self.card.width - 2 * across) / width, (self.card.height - 2 * down) / height) for across, down in rooms)
        wide, high = width * size, height * size
        return Rect((self.card.width - wide) / 2, (self.card.height - high) / 2, wide, high)

    @property
    def title_room(self) -> float:
        """Return how wide a numeral or a name between the indices may be."""
        return self.card.width - 2 * (self.index.middle + self.index.wide / 2 + TITLE_SIDE)

    @property
    def corners(self) -> list[tuple[Point, int]]:
        """Return where the index of the upper left corner is printed, as (origin, turn in degrees)."""
        width, height, across = self.card.width, self.card.height, 2 * self.index.middle
        places = [(Point(0, 0), 0), (Point(width, height), 180)]
        return places + ([(Point(width - across, 0), 0), (Point(across, height), 180)] if self.four else [])

    @property
    def pip_size(self) -> float:
        return 0.178 * self.card.width * min(1.2, max(1.0, self.card.height / self.card.width / TALL))

    def pips(self, count: int) -> list[Pip]:
        """Return the pips of a card of `count`, 1 to 10."""
        sides, middle = _COLUMNS[count]
        top, high = 0.168 * self.card.height, 0.664 * self.card.height
        edge = self.index.middle + self.index.wide / 2 + PIPS_APART
        aside = min(0.183 * self.card.width, self.card.width / 2 - edge - self.pip_size / 2)
        places = [(self.card.width / 2 + side * aside, share) for share in sides for side in _SIDES]
        places += [(self.card.width / 2, share) for share in middle]
        return [Pip(Point(x, top + share * high), share > 0.5) for x, share in places]

    @property
    def panel(self) -> Rect:
        """Return the panel of a two-way figure, in the figure's own proportion."""
        width = self.card.width - 2 * (LARGE_PANEL_SIDE if self.large else PANEL_SIDE) * self.index_scale
        height = 2 * width * COURT[1] / COURT[0]
        most = self.card.height - 2 * 7.0
        if height > most:
            width, height = width * most / height, most
        return Rect((self.card.width - width) / 2, (self.card.height - height) / 2, width, height)

    @property
    def single(self) -> Rect:
        """Return the square box of an ace's figure."""
        size = 0.6 * self.card.width
        return Rect((self.card.width - size) / 2, (self.card.height - size) / 2, size, size)
