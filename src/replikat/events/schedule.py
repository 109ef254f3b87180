"""The schedule of an event: who sits where with which square, round by round, and at which minute."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

JOIN = " & "  # between the names of those who hold a side together
VERSUS = " - "  # between the entries of a match
DAY = 24 * 60
COMPASS = ("N", "E", "S", "W")

Seating = tuple[tuple[str, str], ...]  # seat and name, clockwise from South
Side = tuple[str, ...]  # the seats that write down one result together
Section = tuple[str, ...]  # whose results are compared: the entries of a match; empty where all are


class Entry(NamedTuple):
    """Who takes part as one: a player, a pair, a team or a group."""

    name: str
    members: tuple[str, ...]


class Sitting(NamedTuple):
    """One square played at one table: who holds which seat, and when it begins, in minutes from the beginning.

    `play` counts the plays of this square at this table; results are compared within a `section`,
    which is the match where teams cross seats.
    """

    table: int
    square: int
    seats: Seating
    start: int
    deck: int = 1
    play: int = 1
    section: Section = ()

    @property
    def people(self) -> tuple[str, ...]:
        return tuple(name for _, name in self.seats)

    def holders(self, side: Side) -> tuple[str, ...]:
        """Return who holds the seats of a side, in its order; nobody where a seat of it is not taken."""
        held = dict(self.seats)
        return tuple(held[seat] for seat in side) if all(seat in held for seat in side) else ()


class Round(NamedTuple):
    """A round: its sittings in the order in which they begin, and who does not play in it."""

    number: int
    start: int
    end: int
    sittings: tuple[Sitting, ...]
    resting: tuple[str, ...] = ()


class Pause(NamedTuple):
    """A break after a round, in minutes from the beginning."""

    after: int
    start: int
    end: int


class Place(NamedTuple):
    """A line of the table of results: one side (or seat) of one sitting, and who holds it."""

    round: int
    sitting: Sitting
    side: Side
    holders: tuple[str, ...]

    @property
    def seat(self) -> str:
        """Return the side as it is printed."""
        return side_name(self.side)

    @property
    def name(self) -> str:
        """Return the holders as they are printed."""
        return JOIN.join(self.holders)


@dataclass(frozen=True)
class Schedule:
    """All rounds of an event.

    `sides` are the seats that write down one result together: the sides where there are partners, else every seat by
    itself. `minutes` is the time for a square, `opens` the minute of the day at which it begins. `spare` squares were
    named but are not needed. `replays` says that meeting a square again is meant. `open` says that further rounds
    follow from results. `whole` is how many rounds it takes until everybody has met everybody, 0 where that is not meant.
    """

    entries: tuple[Entry, ...]
    seats: tuple[str, ...]
    sides: tuple[Side, ...]
    rounds: tuple[Round, ...]
    minutes: float
    pauses: tuple[Pause, ...] = ()
    opens: int | None = None
    spare: tuple[int, ...] = ()
    replays: bool = False
    open: bool = False
    code: str | None = None
    whole: int = 0

    @property
    def end(self) -> int:
        """Return the minute, from the beginning, at which all is over."""
        return self.rounds[-1].end if self.rounds else 0

    @cached_property
    def sittings(self) -> tuple[Sitting, ...]:
        return tuple(sitting for round_ in self.rounds for sitting in round_.sittings)

    @cached_property
    def people(self) -> tuple[str, ...]:
        return tuple(name for entry in self.entries for name in entry.members)

    @cached_property
    def owners(self) -> dict[str, str]:
        """Return the entry for which every person plays."""
        return {name: entry.name for entry in self.entries for name in entry.members}

    def places(self) -> Iterator[Place]:
        """Yield every line of the table of results, in the order of play."""
        for round_ in self.rounds:
            for sitting in round_.sittings:
                for side in self.sides:
                    if holders := sitting.holders(side):
                        yield Place(round_.number, sitting, side, holders)

    def clock(self, minute: int) -> str:
        """Return a minute as it is printed: 19:20, or +80 min after the beginning where no start is given."""
        if self.opens is None:
            return f"+{minute} min"
        whole = (minute + self.opens) % DAY
        return f"{whole // 60}:{whole % 60:02}"

    def span(self, first: int, last: int) -> str:
        """Return from when to when, in the same way: 19:00-19:20, or +0 to +20 min."""
        return f"+{first} to +{last} min" if self.opens is None else f"{self.clock(first)}-{self.clock(last)}"


def section_name(section: Section) -> str:
    """Return a section as text, for people and other programs to read.

    Two sections may have one name ("A - B" against "C", "A" against "B - C"): never compare by it.
    """
    return VERSUS.join(section)


def by_compass(side: Iterable[str]) -> list[str]:
    """Return the seats of a side as they are named: North, East, South, West, then any others."""
    return sorted(side, key=lambda seat: COMPASS.index(seat) if seat in COMPASS else len(COMPASS))


def side_name(side: Side) -> str:
    """Return the name of a side in tables: NS, EW, or the seat itself."""
    return "".join(by_compass(side))
