"""What the players noted at the table, a sheet for every rule of counting."""

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, NamedTuple

from annotated_types import Ge, Le, MinLen

from replikat.bounds import Few, Line, Name
from replikat.errors import Breach, LawFault
from replikat.tally.counting_rules import Cards

PASSED = ("P", "PASS")
BOOK = 6  # tricks that a contract does not count
MOST_ODD = 7
_CONTRACT = re.compile(r"([1-7]) ?(NT|[CDHSN]) ?(XX|X)? *([NESW]) *(=|[+-][1-9][0-9]?)")
_SIGNS = str.maketrans("♠♥♦♣♤♡♢♧−–—", "SHDCSHDC---", "\N{VARIATION SELECTOR-15}\N{VARIATION SELECTOR-16}")


@dataclass(frozen=True)
class HandsLeft:
    """The cards that every player has left; none for whoever went out."""

    left: Annotated[dict[Name, Cards], MinLen(1)]


@dataclass(frozen=True)
class Taken:
    """What a side took: all its cards in `captured`, or the numbers of them with the scoring cards in `held`."""

    captured: Cards = ()
    held: Cards = ()
    cards: Few | None = None
    of_suit: Few | None = None
    sweeps: Few = 0
    last: bool = False

    def __post_init__(self) -> None:
        if self.captured and (self.held or self.cards is not None or self.of_suit is not None):
            raise LawFault([(("captured",), "all cards, and numbers of them too; expected one of the two")])


@dataclass(frozen=True)
class Takings:
    """What every side took."""

    sides: Annotated[dict[Name, Taken], MinLen(2)]


@dataclass(frozen=True)
class Grid:
    """The rows of a grid, cards and dots with spaces between, as they are read across."""

    rows: Annotated[tuple[Line, ...], MinLen(1)]

    @cached_property
    def places(self) -> tuple[tuple[str, ...], ...]:
        """Return what lies at every place, row by row: the code of a card, or a dot."""
        return tuple(tuple(row.split()) for row in self.rows)


@dataclass(frozen=True)
class PointsEvent:
    """Points that a side scored during the deal."""

    side: Name
    points: Annotated[int, Ge(0), Le(10_000)]
    note: Line | None = None


@dataclass(frozen=True)
class Pile:
    """What a side captured: its counting cards (or all), and how many cards there are where it lists only some."""

    captured: Cards = ()
    cards: Annotated[int, Ge(0), Le(1000)] | None = None

    def __post_init__(self) -> None:
        if self.cards is not None and self.cards < len(self.captured):
            raise LawFault([(("cards",), f"{self.cards} cards, but {len(self.captured)} are listed")])


@dataclass(frozen=True)
class DealLedger:
    """A deal of two sides: the points scored on the way in their order, the piles at the end, who took the last trick."""

    sides: Annotated[dict[Name, Pile], MinLen(2)]
    events: tuple[PointsEvent, ...] = ()
    last_trick: Name | None = None

    def __post_init__(self) -> None:
        faults: list[Breach] = []
        known = ", ".join(self.sides)
        if len(self.sides) != 2:
            raise LawFault([(("sides",), f"{len(self.sides)} sides; expected two")])
        faults += [
            (("events", i, "side"), f"{e.side} is no side; expected {known}") for i, e in enumerate(self.events) if e.side not in self.sides
        ]
        if self.last_trick is not None and self.last_trick not in self.sides:
            faults.append((("last_trick",), f"{self.last_trick} is no side; expected {known}"))
        if faults:
            raise LawFault(faults)


@dataclass(frozen=True)
class Contract:
    """A contract and its result: "4S N =", "3NTX E -2", "6HXX S +1", or "P" where all passed."""

    contract: Line
    vulnerable: bool = False

    def __post_init__(self) -> None:
        if parse_contract(self.contract) is None and not is_passed(self.contract):
            raise LawFault([(("contract",), f"{self.contract}; expected such as 4S N =, 3NTX E -2, 6HXX S +1, or P")])


@dataclass(frozen=True)
class Contracts:
    """Contracts one after another."""

    contracts: Annotated[tuple[Contract, ...], MinLen(1)]


@dataclass(frozen=True)
class SoloGame:
    """A game that one player played against the others; `points` are its value, negative where it was lost."""

    players: Annotated[Cards, MinLen(3)]
    soloist: Name
    points: int

    def __post_init__(self) -> None:
        if self.soloist not in self.players:
            raise LawFault([(("soloist",), f"{self.soloist} is no player; expected {', '.join(self.players)}")])


class Bid(NamedTuple):
    """A contract read: `doubled` is 1, 2 or 4, `over` the tricks above the contract, negative below it."""

    level: int
    strain: str
    doubled: int
    by: str
    over: int


def is_passed(text: str) -> bool:
    """Return whether a text says that all passed."""
    return text.strip().upper() in PASSED


def parse_contract(text: str) -> Bid | None:
    """Return the contract that a text writes; None for anything else, or for tricks that there are not.

    Suits may be letters or signs, and a dash is a minus.
    """
    match = _CONTRACT.fullmatch(text.strip().upper().translate(_SIGNS))
    if not match:
        return None
    level, over = int(match[1]), 0 if match[5] == "=" else int(match[5])
    if not -BOOK - level <= over <= MOST_ODD - level:
        return None
    return Bid(level, match[2][0], {None: 1, "X": 2, "XX": 4}[match[3]], match[4], over)
