"""Movements, who meets whom in which round: those that are worked out, by name, and the data file of any other."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Literal

from annotated_types import Ge, Le, MinLen

from replikat.errors import Breach, LawFault

MOST_ENTRIES = 400

Moving = Literal["players", "pairs", "teams"]
Number = Annotated[int, Ge(1), Le(MOST_ENTRIES)]

# The movements that are worked out; any other name is a movement file. What moves in each:
MOVEMENTS: dict[str, tuple[Moving, ...]] = {
    "plain": ("teams", "players"),
    "teams": ("teams",),
    "individual": ("players",),
    "howell": ("pairs",),
    "mitchell": ("pairs",),
    "round_robin": ("players", "pairs", "teams"),
    "swiss": ("players", "pairs", "teams"),
}
USUAL: dict[Moving, str] = {"players": "individual", "pairs": "howell", "teams": "teams"}


@dataclass(frozen=True)
class Movement:
    """The data file of a movement: for every round its tables, and for every table who sits there.

    Players stand in the order of the seats, clockwise from South, so that the first and third of four are partners;
    pairs and teams in the order of the sides. With `turn` one round is written: from round to round the numbers 1 to
    `turn` grow by one (`turn` is followed by 1), greater ones stay. `sets` say which set of squares a table plays;
    absent, all play the same ones, set 1 in round 1 and so on.
    """

    entries: Annotated[int, Ge(2), Le(MOST_ENTRIES)]
    rounds: Annotated[tuple[Annotated[tuple[Annotated[tuple[Number, ...], MinLen(1)], ...], MinLen(1)], ...], MinLen(1)]
    of: Moving = "players"
    turn: Annotated[int, Ge(2), Le(MOST_ENTRIES)] | None = None
    sets: tuple[tuple[Number, ...], ...] = ()

    def __post_init__(self) -> None:
        faults = [*self._table_faults(), *self._turn_faults(), *self._set_faults()]
        if faults:
            raise LawFault(faults)

    @cached_property
    def played(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """Return all rounds, written out."""
        if self.turn is None:
            return self.rounds
        size = self.turn
        return tuple(
            tuple(tuple((number - 1 + step) % size + 1 if number <= size else number for number in table) for table in self.rounds[0])
            for step in range(size)
        )

    @property
    def seats(self) -> int:
        """Return how many numbers stand at a table."""
        return len(self.rounds[0][0])

    def _table_faults(self) -> Iterator[Breach]:
        for r, tables in enumerate(self.rounds):
            seen: dict[int, int] = {}
            for t, table in enumerate(tables):
                if len(table) != self.seats:
                    yield ("rounds", r, t), f"{len(table)} numbers at a table; the first table has {self.seats}"
                for s, number in enumerate(table):
                    if number > self.entries:
                        yield ("rounds", r, t, s), f"{number}; there are {self.entries} entries"
                    elif number in seen:
                        yield ("rounds", r, t, s), f"{number} sits at table {seen[number]} already in round {r + 1}"
                    else:
                        seen[number] = t + 1

    def _turn_faults(self) -> Iterator[Breach]:
        if self.turn is not None and self.turn > self.entries:
            yield ("turn",), f"{self.turn} numbers turn; there are {self.entries} entries"
        if self.turn is not None and len(self.rounds) != 1:
            yield ("rounds",), f"{len(self.rounds)} rounds; with the key turn one is written, the others follow from it"

    def _set_faults(self) -> Iterator[Breach]:
        if self.sets and self.turn is not None:
            yield ("sets",), "sets beside the key turn; write out the rounds to give every table its own set"
        elif self.sets and len(self.sets) != len(self.rounds):
            yield ("sets",), f"sets for {len(self.sets)} rounds; there are {len(self.rounds)}"
        elif self.sets:
            for r, (sets, tables) in enumerate(zip(self.sets, self.rounds, strict=True)):
                if len(sets) != len(tables):
                    yield ("sets", r), f"{len(sets)} sets for {len(tables)} tables"
