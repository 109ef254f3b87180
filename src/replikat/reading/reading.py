"""Cards as read from paper: the sides of sheets, laid on each other as the paper is turned."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from replikat.geometry.paper import Flip
from replikat.geometry.plane import Point
from replikat.press.sheets.plan import SheetPlan
from replikat.reading.drawn.backs import ReadBack


@dataclass(frozen=True)
class Read:
    """One card read from paper: `code` is the face ("" blank, None unknown), `back` what lies behind it."""

    code: str | None
    back: ReadBack | None
    faced: bool  # the file has the face's side
    place: str  # for people: "sheet 2, row 1, column 3"
    dim: bool = False  # the face is there and cannot be told


@dataclass(frozen=True)
class Ruler:
    """The ruler of 100 mm at the foot of a sheet as the file draws it: its `length` and the size of its page in mm."""

    page: int
    length: float
    paper: tuple[float, float]


@dataclass
class Reading:
    """A whole file as read.

    `faults` are of the sheets themselves, `missing` tells the sides that a whole file would have, `unread` what is
    there and cannot be told; `codes` counts the feet of sheets by the deck that they name, `rulers` are theirs.
    """

    cards: list[Read] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)
    codes: Counter[str] = field(default_factory=Counter)
    rulers: list[Ruler] = field(default_factory=list)


@dataclass(frozen=True)
class Side:
    """One side of a sheet: what was found in each cell, by the cell's middle on the upright page.

    `sheet` is its number and `flip` the edge over which it is turned, as its foot says, if it has one; `turned`
    where the page lies upside down.
    """

    page: int
    plan: SheetPlan
    turned: bool
    faces: Mapping[Point, str | None]
    backs: Mapping[Point, ReadBack]
    sheet: int | None = None
    flip: Flip | None = None

    @property
    def is_back(self) -> bool:
        return bool(self.backs)


def laid_together(sides: Sequence[Side], backs_reversed: bool = False) -> list[Read]:
    """Return the cards of a file, whether each back follows its face or all backs follow all faces.

    Sheets without numbers cannot tell of themselves whether the last of all backs comes first: `backs_reversed` does.
    """
    return [card for front, back in _sheets(sides, backs_reversed) for card in _cards(front, back)]


def _sheets(sides: Sequence[Side], backs_reversed: bool) -> Iterator[tuple[Side | None, Side | None]]:
    """Yield the two sides of every sheet as a printer lays them on each other, whatever their feet say.

    That is each page of faces and the page of backs after it, or, where all faces come first, the first page of
    faces and the first of backs, and so on.
    """
    half = len(sides) // 2
    if half > 1 and [side.is_back for side in sides] == [False] * half + [True] * half:
        faces, backs = sides[:half], sides[half:]
        numbers = [[side.sheet for side in part] for part in (faces, backs)]
        last_first = numbers[0] == numbers[1][::-1] if all(numbers[0]) else backs_reversed
        yield from zip(faces, reversed(backs) if last_first else backs, strict=True)
        return
    waiting: Side | None = None
    for side in sides:
        if not side.is_back:
            if waiting:
                yield waiting, None
            waiting = side
        elif waiting and (side.sheet is None or waiting.sheet is None or waiting.sheet == side.sheet):
            yield waiting, side
            waiting = None
        else:
            yield None, side
    if waiting:
        yield waiting, None


def _cards(front: Side | None, back: Side | None) -> Iterator[Read]:
    """Yield the cards of a sheet: which back lies behind which face."""
    seen = front or back
    assert seen, "a sheet has a side"
    plan = seen.plan
    sheet = f"sheet {seen.sheet}" if seen.sheet else f"page {seen.page}"
    behind = dict(back.backs) if back else {}
    if front and back and back.flip:
        turned = _turn(back.plan, back.flip, back.turned)
        behind = {turned(middle): found for middle, found in behind.items()}
    for index in range(plan.capacity):
        cell = plan.cell(index)
        row, column = divmod(index, plan.columns)
        place = f"page {seen.page}" if plan.single else f"{sheet}, row {row + 1}, column {column + 1}"
        face = front.faces.get(cell.centre, "") if front else None
        found = next((item for middle, item in behind.items() if cell.holds(middle)), None)
        if found or (front and cell.centre in front.faces):
            yield Read(face, found, front is not None, place)


def _turn(plan: SheetPlan, flip: Flip, printed_turned: bool) -> "Turn":
    """Return where a point of the printed back lies as seen from the front.

    The page was read upright; what matters here is how it lies on paper, so a page that was printed turned is
    turned back first.
    """
    level = (flip == "long") == (plan.width > plan.height)  # the axis about which the paper is turned
    return Turn(plan.width, plan.height, level, printed_turned)


@dataclass(frozen=True)
class Turn:
    """The paper turned over: where a point of the printed back lies as seen from the front."""

    width: float
    height: float
    level: bool
    printed_turned: bool

    def __call__(self, point: Point) -> Point:
        x, y = (self.width - point.x, self.height - point.y) if self.printed_turned else point
        return Point(x, self.height - y) if self.level else Point(self.width - x, y)
