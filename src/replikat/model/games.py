"""Games as data: which numbers of which position go where."""

import re
from collections import Counter
from dataclasses import dataclass
from typing import Annotated, Literal

from annotated_types import Ge, Le, MinLen

from replikat.errors import LawFault
from replikat.model.bounds import STRICT, LayoutName, Line, Name, PackName
from replikat.model.squares import POSITIONS, Layout, Mark, Position

Order = Literal["none", "strict"]
Facing = Literal["owner", "up", "down"]


@dataclass(frozen=True)
class Zone:
    """A place at the table: `from` ranges such as "S 8-13", lowest number first, the first listed card on top.

    `owner` is the seat it lies at; None for the middle of the table.
    """

    __pydantic_config__ = STRICT

    kind: Name
    ranges: Annotated[tuple[Line, ...], MinLen(1)]
    face: Facing
    order: Order = "none"
    owner: Name | None = None

    def marks(self) -> tuple[Mark, ...]:
        """Return the marks in the order listed; ValueError for a range that is none."""
        return tuple(mark for text in self.ranges for mark in parse_range(text))


@dataclass(frozen=True)
class Setup:
    """How a square is set up for so many players; `unsorted` ranges stay as they come in a semi-replicate."""

    __pydantic_config__ = STRICT

    players: Annotated[int, Ge(1), Le(10)]
    layout: LayoutName
    seats: tuple[Name, ...]
    starts: Name
    zones: Annotated[tuple[Zone, ...], MinLen(1)]
    unsorted: tuple[Line, ...] = ()

    def __post_init__(self) -> None:
        faults: list[tuple[tuple[str | int, ...], str]] = []
        for place, zone in enumerate(self.zones):
            for index, text in enumerate(zone.ranges):
                if not _RANGE.fullmatch(text):
                    faults.append((("zones", place, "ranges", index), f"{text!r}; expected a position and numbers such as S 1-6"))
            if zone.owner is not None and zone.owner not in self.seats:
                faults.append((("zones", place, "owner"), f"{zone.owner} is no seat of this setup"))
        if self.starts not in self.seats:
            faults.append((("starts",), f"{self.starts} is no seat of this setup"))
        if faults:
            raise LawFault(faults)


@dataclass(frozen=True)
class Game:
    """The data file of a game."""

    __pydantic_config__ = STRICT

    names: dict[Name, Name]
    pack: PackName
    better: Literal["low", "high"]
    setups: dict[Name, Setup]
    deals: dict[Literal["duel", "rotation", "tournament"], Annotated[tuple[int, ...], MinLen(2)]]


_RANGE = re.compile(r"([SWNEM]) ([1-9][0-9]*)(?:-([1-9][0-9]*))?")


def parse_range(text: str) -> tuple[Mark, ...]:
    """Return the marks of a range: "S 7" or "S 8-13"; ValueError for anything else."""
    match = _RANGE.fullmatch(text)
    if not match:
        raise ValueError(text)
    first, last = int(match[2]), int(match[3] or match[2])
    position: Position = next(known for known in POSITIONS if known == match[1])
    return tuple(Mark(position, number) for number in range(first, last + 1))


def check_setup(setup: Setup, layout: Layout) -> None:
    """Raise LawFault unless the zones use every mark of the layout exactly once."""
    used = Counter(mark for zone in setup.zones for mark in zone.marks())
    wrong = [f"{mark} is used {used[mark]} times" for mark in layout.slots if used[mark] != 1]
    wrong += [f"{mark} is no mark of the layout" for mark in used if mark not in layout.slots]
    if wrong:
        raise LawFault([(("zones",), text) for text in wrong])
