"""Set-ups as data: which numbers of which position go where at the table."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Annotated, Literal, NamedTuple

from annotated_types import Ge, Le, MaxLen, MinLen

from replikat.bounds import LayoutName, Line, Name, PackName
from replikat.deck.squares import POSITIONS, Layout, Mark, Position
from replikat.errors import Breach, FieldPath, LawFault, quoted

Order = Literal["none", "strict", "batch3", "batch4", "cells"]
Facing = Literal["owner", "up", "down", "last_up", "top_up"]
Kind = Literal[
    "hand", "hole", "stock", "draw", "batches", "starter", "upcard", "trump_card", "table", "kitty", "talon", "crib", "board",
    "tableau", "grid", "down_row", "up_row", "reserve", "fola", "exposed", "unused",
]  # fmt: skip
Role = Literal["elder", "younger", "forehand", "middlehand", "rearhand", "across", "down", "flop", "turn", "river", "house", "house_hidden"]

OPENINGS = ("by_square", "by_card", "lowest_card", "after_blinds", "together")  # what `starts` may say instead of a seat
# seats beyond those that positions name, clockwise between East and South
FURTHER_SEATS = {f"X{number}": number for number in range(5, 11)}
BATCHES = {"batch3": 3, "batch4": 4}


class SetupName(NamedTuple):
    """Which set-up is meant: the id of a game, and the key of the set-up in its file."""

    game: str
    key: str

    def __str__(self) -> str:
        """Return the name as texts write it: crazy-eights:p2."""
        return f"{self.game}:{self.key}"


@dataclass(frozen=True)
class Span:
    """A range of a set-up: the cards of one position from the number `first` to `last`, both included."""

    position: Position
    first: int
    last: int

    @property
    def cards(self) -> int:
        return self.last - self.first + 1

    @cached_property
    def marks(self) -> tuple[Mark, ...]:
        return tuple(Mark(self.position, number) for number in range(self.first, self.last + 1))

    def __str__(self) -> str:
        """Return the range as data files write it: S 7, or S 8-13."""
        return f"{self.position} {self.first}" + (f"-{self.last}" if self.cards > 1 else "")


@dataclass(frozen=True)
class Zone:
    """A place at the table: `ranges` such as "S 8-13", lowest number first, the first listed card on top.

    `owner` is the seat it lies at; None for the middle of the table. A grid has `rows` and `columns` and is laid out as
    `reader` reads it, the first row nearest to that seat; `frame` places round it stay free for play. `on` names the kind
    of the owner's zone on whose cards these lie. `take` names the parameter that says how many of the first cards
    are used.
    """

    kind: Kind
    ranges: Annotated[tuple[Line, ...], MinLen(1)]
    face: Facing
    order: Order = "none"
    owner: Name | None = None
    role: Role | None = None
    rows: Annotated[int, Ge(1), Le(20)] = 1
    columns: Annotated[int, Ge(1), Le(20)] | None = None
    reader: Name | None = None
    frame: Annotated[int, Ge(0), Le(5)] = 0
    on: Kind | None = None
    take: Name | None = None

    # `ranges` are the texts of the data file, whose schema they are; all others read `spans`.
    @cached_property
    def spans(self) -> tuple[Span, ...]:
        """Return the ranges in the order listed; ValueError for one that is none."""
        return tuple(parse_range(text) for text in self.ranges)

    @cached_property
    def slots(self) -> tuple[Mark, ...]:
        """Return the marks in the order listed; ValueError for a range that is none."""
        return tuple(mark for span in self.spans for mark in span.marks)

    @property
    def ordered(self) -> bool:
        return self.order != "none"


@dataclass(frozen=True)
class Setup:
    """How a square is set up for so many players (or from so many to so many; then the first seats are taken).

    `pack` narrows the game's packs. `starts` is a seat or one of OPENINGS; `partners` are the sides, by seats;
    `parameters` name numbers with their least and most, such as the cards of a hand. `unsorted` ranges stay as they come
    in a semi-replicate.
    """

    players: Annotated[int, Ge(1), Le(10)] | Annotated[tuple[Annotated[int, Ge(1), Le(10)], ...], MinLen(2), MaxLen(2)]
    layout: LayoutName
    seats: Annotated[tuple[Name, ...], MinLen(1)]
    starts: Name
    zones: Annotated[tuple[Zone, ...], MinLen(1)]
    dealer: Position = "S"
    pack: PackName | Annotated[tuple[PackName, ...], MinLen(1)] | None = None
    partners: tuple[tuple[Name, ...], ...] = ()
    parameters: dict[Name, Annotated[tuple[int, ...], MinLen(2), MaxLen(2)]] = field(default_factory=dict)
    unsorted: tuple[Line, ...] = ()

    def __post_init__(self) -> None:
        faults = [*self._seat_faults(), *(fault for place, zone in enumerate(self.zones) for fault in self._zone_faults(place, zone))]
        faults += _range_faults(self.unsorted, ("unsorted",))
        faults = faults or list(self._unsorted_faults())
        if faults:
            raise LawFault(faults)

    @property
    def fewest(self) -> int:
        return self.players if isinstance(self.players, int) else self.players[0]

    @property
    def most(self) -> int:
        return self.players if isinstance(self.players, int) else self.players[1]

    @property
    def sides(self) -> tuple[tuple[str, ...], ...]:
        """Return the seats that write down one result together: the partners, else every seat by itself."""
        return self.partners or tuple((seat,) for seat in self.seats)

    @cached_property
    def capacities(self) -> dict[Position, int]:
        """Return the largest number that every position has here."""
        found: dict[Position, int] = {}
        for mark in (mark for zone in self.zones for mark in zone.slots):
            found[mark.position] = max(found.get(mark.position, 0), mark.number)
        return {position: found[position] for position in POSITIONS if position in found}

    @cached_property
    def unsorted_spans(self) -> tuple[Span, ...]:
        """Return the ranges that stay unsorted in a semi-replicate."""
        return tuple(parse_range(text) for text in self.unsorted)

    @cached_property
    def loose(self) -> frozenset[Mark]:
        """Return the marks that stay unsorted in a semi-replicate."""
        return frozenset(mark for span in self.unsorted_spans for mark in span.marks)

    def is_loose(self, span: Span) -> bool:
        """Whether all cards of a range stay unsorted in a semi-replicate."""
        return self.loose.issuperset(span.marks)

    def with_players(self, players: int) -> "Setup":
        """Return the setup with the first seats taken; what belongs to the others stays out of play."""
        seats = self.seats[: len(self.seats) - self.most + players]
        away = [zone for zone in self.zones if zone.owner in self.seats and zone.owner not in seats]
        if not away:
            return replace(self, players=players)
        out = [zone for zone in self.zones if zone.kind == "unused"]
        ranges = tuple(text for zone in (*away, *out) for text in zone.ranges)
        kept = tuple(zone for zone in self.zones if zone not in away and zone not in out)
        unused = Zone("unused", ranges, "down")
        return replace(self, players=players, seats=seats, zones=(*kept, unused))

    def _seat_faults(self) -> Iterator[Breach]:
        if isinstance(self.players, tuple) and not self.players[0] < self.players[1]:
            yield ("players",), f"{self.players[0]} to {self.players[1]}; expected the fewest, then the most"
        elif len(self.seats) != self.most:
            yield ("seats",), f"{len(self.seats)} seats for {self.most} players"
        yield from ((("seats", i), f"{seat} stands twice") for i, seat in enumerate(self.seats) if seat in self.seats[:i])
        if self.starts not in (*self.seats, *OPENINGS):
            yield ("starts",), f"{self.starts} is no seat of this setup, and none of {', '.join(OPENINGS)}"
        for i, side in enumerate(self.partners):
            yield from ((("partners", i, j), f"{seat} is no seat of this setup") for j, seat in enumerate(side) if seat not in self.seats)

    def _zone_faults(self, place: int, zone: Zone) -> Iterator[Breach]:
        here: FieldPath = ("zones", place)
        found = list(_range_faults(zone.ranges, (*here, "ranges")))
        yield from found
        for key, seat in (("owner", zone.owner), ("reader", zone.reader)):
            if seat is not None and seat not in (*self.seats, self.dealer):
                yield (*here, key), f"{seat} is no seat of this setup"
        if zone.take is not None and zone.take not in self.parameters:
            yield (*here, "take"), f"{zone.take} is no parameter of this setup"
        if found:
            return
        cards = len(zone.slots)
        if zone.columns is not None and zone.rows * zone.columns != cards:
            yield (*here, "columns"), f"{zone.rows} rows of {zone.columns}, but {cards} cards"
        if (batch := BATCHES.get(zone.order)) and cards % batch:
            yield (*here, "order"), f"{cards} cards are no whole batches of {batch}"
        if zone.on and not [other for other in self.zones if (other.kind, other.owner) == (zone.on, zone.owner)]:
            yield (*here, "on"), f"the same owner has no zone {zone.on}"

    def _unsorted_faults(self) -> Iterator[Breach]:
        """Yield a fault where a card left unsorted lies above one that is in order, or where nothing asks for order."""
        asked = {mark for zone in self.zones if zone.ordered for mark in zone.slots}
        for place, span in enumerate(self.unsorted_spans):
            idle = [mark for mark in span.marks if mark not in asked]
            if idle:
                yield ("unsorted", place), f"{span}: {idle[0]} lies in no zone whose order matters"
        for place, zone in enumerate(self.zones):
            loose = [mark in self.loose for mark in zone.slots]
            if zone.ordered and loose != sorted(loose):
                first = zone.slots[loose.index(True)]
                yield ("zones", place, "ranges"), f"{first} is left unsorted, but cards in order lie below it"
            for index, span in enumerate(zone.spans if zone.ordered else ()):
                if 0 < len(self.loose.intersection(span.marks)) < span.cards:
                    yield ("zones", place, "ranges", index), f"{span} is left unsorted in part; write it as two ranges"


_RANGE = re.compile(r"([SWNEM]) ([1-9][0-9]{0,2})(?:-([1-9][0-9]{0,2}))?")


def parse_setup_name(text: str) -> SetupName:
    """Return the set-up that a text names, such as crazy-eights:p2; whether it exists is not looked at."""
    game, _, key = text.partition(":")
    return SetupName(game, key)


def parse_range(text: str) -> Span:
    """Return the range that a data file writes: "S 7" or "S 8-13"; ValueError for anything else."""
    match = _RANGE.fullmatch(text)
    if not match:
        raise ValueError(text)
    first, last = int(match[2]), int(match[3] or match[2])
    if last < first:
        raise ValueError(text)
    position: Position = next(known for known in POSITIONS if known == match[1])
    return Span(position, first, last)


def _range_faults(ranges: tuple[str, ...], path: FieldPath) -> Iterator[Breach]:
    """Yield a fault for every text that is no range, or whose numbers do not rise."""
    last: dict[Position, int] = {}
    for index, text in enumerate(ranges):
        try:
            span = parse_range(text)
        except ValueError:
            yield (*path, index), f"{quoted(text)}; expected a position and numbers such as S 1-6"
            continue
        if span.first <= last.get(span.position, 0):
            yield (*path, index), f"{text}; numbers of one position stand in rising order"
        else:
            last[span.position] = span.last


def check_setup(setup: Setup, layout: Layout) -> None:
    """Raise LawFault unless the zones use every mark of the layout exactly once."""
    used = Counter(mark for zone in setup.zones for mark in zone.slots)
    wrong = [f"{mark} is used {used[mark]} times" for mark in layout.slots if used[mark] != 1]
    wrong += [f"{mark} is no mark of the layout" for mark in used if mark not in layout.slots]
    if wrong:
        raise LawFault([(("zones",), text) for text in wrong])
