"""From who meets whom to seats: what a table looks like for players, pairs, teams that cross, groups that stay."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from replikat.errors import LawFault
from replikat.events.movements import Moving
from replikat.events.schedule import Entry, Seating, Section
from replikat.games.setups import Setup

Meeting = tuple[int, ...]  # who meets at a table, as places in the list of entries
Meetings = list[list[Meeting]]  # round by round
Named = tuple[tuple[str, ...], ...]  # a round: the names that meet, table by table
Style = Literal["single", "sides", "crossed", "group"]

STYLES: dict[Moving, Style] = {"players": "single", "pairs": "sides", "teams": "crossed"}


class Play(NamedTuple):
    """One square at one table, as it is planned: who holds which seat, and the how-manieth play of it there."""

    square: int
    seats: Seating
    play: int = 1


class TablePlan(NamedTuple):
    """What one table plays in one round, in order, and in which match (`section`)."""

    table: int
    plays: tuple[Play, ...]
    section: Section = ()


RoundPlan = tuple[TablePlan, ...]


@dataclass(frozen=True)
class Tables:
    """The tables of an event: their seats, the sides that these form, and how entries take them."""

    seats: tuple[str, ...]
    sides: tuple[tuple[str, ...], ...]
    style: Style

    @property
    def partners(self) -> bool:
        return len(self.sides[0]) > 1

    @property
    def size(self) -> int:
        """Return how many entries meet at a table (two teams at two tables)."""
        return {"single": len(self.seats), "sides": len(self.sides), "crossed": 2, "group": 1}[self.style]

    @property
    def physical(self) -> int:
        """Return how many tables a meeting takes."""
        return 2 if self.style == "crossed" else 1

    def seated(self, entries: Sequence[Entry]) -> tuple[Seating, ...]:
        """Return who holds which seat, table by table, when these entries meet."""
        if self.style == "single":
            return (tuple(zip(self.seats, (entry.members[0] for entry in entries), strict=True)),)
        if self.style == "group" and self.partners:
            members, half = entries[0].members, len(self.sides[0])
            return (self._by_sides([members[start : start + half] for start in range(0, len(members), half)]),)
        if self.style == "group":
            return (tuple(zip(self.seats, entries[0].members, strict=True)),)
        if self.style == "sides":
            return (self._by_sides([entry.members for entry in entries]),)
        home, away = (entry.members for entry in entries)
        half = len(self.sides[0])
        return self._by_sides([home[:half], away[half:]]), self._by_sides([away[:half], home[half:]])

    def _by_sides(self, holders: Sequence[Sequence[str]]) -> Seating:
        held = {seat: name for side, names in zip(self.sides, holders, strict=True) for seat, name in zip(side, names, strict=True)}
        return tuple((seat, held[seat]) for seat in self.seats)


def tables_for(setup: Setup, moving: Moving, stay: bool) -> Tables:
    """Return the tables of a tournament with this setup; LawFault where its seats do not form the sides that are needed."""
    style: Style = "group" if stay and moving == "teams" else STYLES[moving]
    sides = setup.sides
    if style == "sides" and {len(side) for side in setup.partners} != {2}:
        raise LawFault([(("pairs",), f"pairs need a game of partners; this set-up has {len(setup.seats)} seats without sides of two")])
    if style == "crossed" and len(setup.partners) != 2:
        if len(setup.seats) % 2:
            text = f"teams cross {len(setup.seats)} seats; expected an even number, or movement: plain"
            raise LawFault([(("movement",), text)])
        sides = setup.seats[::2], setup.seats[1::2]
    return Tables(setup.seats, sides, style)


def round_plan(tables: Tables, entries: Sequence[Entry], meetings: Sequence[Meeting], squares: Sequence[Sequence[int]]) -> RoundPlan:
    """Return a round: who meets at which table, with these squares at every meeting."""
    plans: list[TablePlan] = []
    for meeting, numbers in zip(meetings, squares, strict=True):
        met = [entries[place] for place in meeting]
        section = tuple(entry.name for entry in met) if tables.style == "crossed" else ()
        for seats in tables.seated(met):
            plans.append(TablePlan(len(plans) + 1, tuple(Play(number, seats) for number in numbers), section))
    return tuple(plans)
