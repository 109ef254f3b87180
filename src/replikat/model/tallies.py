"""How the points of a play are counted: a game's rule as data, what was noted at the table, and the working.

A game's data file names one rule of `TallyRules` and gives the numbers that differ from game to game. What the
players noted is a sheet (`HandsLeft`, ...). `play/tally` works a sheet out to a `Tally`: every line of the working,
in order, and what each side has in the end.
"""

import re
from dataclasses import dataclass, field, fields
from typing import Annotated, Literal, NamedTuple

from annotated_types import Ge, Gt, Le, MinLen

from replikat.errors import LawFault
from replikat.model.bounds import STRICT, Few, Line, Name

Reading = Literal["adjacent", "any_earlier"]
Cards = tuple[Name, ...]


@dataclass(frozen=True)
class HandPenalties:
    """Cards left in hand count against their holder; `values` by rank or card, a card's own before its rank's."""

    __pydantic_config__ = STRICT

    values: dict[Name, int]


@dataclass(frozen=True)
class CapturedItems:
    """Points for what was taken: the most cards, the most of a suit, named cards or ranks, the last take, sweeps.

    Nobody scores an item that two sides share.
    """

    __pydantic_config__ = STRICT

    suit: Name
    most_cards: Few = 0
    most_of_suit: Few = 0
    cards: dict[Name, int] = field(default_factory=dict)
    last_take: Few = 0
    each_sweep: Few = 0


@dataclass(frozen=True)
class GridLines:
    """A grid that one side reads across and the other down; a line counts its cards without those that fall.

    `suits` go from the lowest up and decide between cards of one rank; ranks are ordered as the pack says. `adjacent`
    counts a card that lies directly after a higher one as falling, `any_earlier` one after any higher one.
    """

    __pydantic_config__ = STRICT

    across: Name
    down: Name
    suits: Annotated[Cards, MinLen(1)]
    rows: Annotated[int, Ge(2), Le(20)] = 6
    columns: Annotated[int, Ge(2), Le(20)] = 6
    corners: bool = False
    most: Annotated[int, Gt(0)] = 32
    reading: Reading = "adjacent"


@dataclass(frozen=True)
class SomeOf:
    """A combination of at least `least` of these cards."""

    __pydantic_config__ = STRICT

    cards: Annotated[Cards, MinLen(2)]
    least: Annotated[int, Ge(2)]


@dataclass(frozen=True)
class RunsAndSets:
    """Counting cards and combinations of them; the difference is settled in units.

    `scale` names the values of the pack, `inside` what counts differently within a combination. `runs` are sequences
    of which `least_run` cards in a row and more make one combination. A set lists alternatives: the first that is held
    counts, the others do not. Whoever holds a `bonus` card adds its value to each combination that is without it. At the
    end each captured card above `level_cards` is a point, and the last trick gives `last_trick`.
    """

    __pydantic_config__ = STRICT

    scale: Name
    runs: tuple[Cards, ...]
    least_run: Annotated[int, Ge(2)] = 3
    sets: dict[Name, tuple[Cards, ...]] = field(default_factory=dict)
    some_of: dict[Name, SomeOf] = field(default_factory=dict)
    inside: dict[Name, int] = field(default_factory=dict)
    bonus: dict[Name, int] = field(default_factory=dict)
    level_cards: Few = 42
    last_trick: Few = 10
    unit: Annotated[int, Ge(1)] = 60


@dataclass(frozen=True)
class ContractScore:
    """The duplicate score of a contract; `sides` says which two seats play together."""

    __pydantic_config__ = STRICT

    sides: dict[Name, Cards]

    def __post_init__(self) -> None:
        if len(self.sides) != 2:
            raise LawFault([(("sides",), f"{len(self.sides)} sides; expected two")])


@dataclass(frozen=True)
class SoloistBonus:
    """A soloist's game with what is added to it: `won` or `lost` to the soloist, `others` to each of the others if lost.

    `others` goes by how many are at the table, those who sit out included.
    """

    __pydantic_config__ = STRICT

    others: dict[Name, int]
    won: int = 50
    lost: int = -50


@dataclass(frozen=True)
class TallyRules:
    """The registry of ways to count: a game names one, with its numbers; `play.tally.rules` knows how each is worked."""

    __pydantic_config__ = STRICT

    hand_penalties: HandPenalties | None = None
    captured_items: CapturedItems | None = None
    grid_lines: GridLines | None = None
    runs_and_sets: RunsAndSets | None = None
    contract_score: ContractScore | None = None
    soloist_bonus: SoloistBonus | None = None

    def __post_init__(self) -> None:
        named = [entry.name for entry in fields(self) if getattr(self, entry.name)]
        if len(named) != 1:
            raise LawFault([((), f"{len(named)} rules{' (' + ', '.join(named) + ')' if named else ''}; expected one")])

    @property
    def named(self) -> tuple[str, object]:
        """Return the name of the rule and its numbers."""
        return next((entry.name, options) for entry in fields(self) if (options := getattr(self, entry.name)))


@dataclass(frozen=True)
class HandsLeft:
    """The cards that every player has left; none for whoever went out."""

    __pydantic_config__ = STRICT

    left: Annotated[dict[Name, Cards], MinLen(1)]


@dataclass(frozen=True)
class Taken:
    """What a side took: all its cards in `captured`, or the numbers of them with the scoring cards in `held`."""

    __pydantic_config__ = STRICT

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

    __pydantic_config__ = STRICT

    sides: Annotated[dict[Name, Taken], MinLen(2)]


@dataclass(frozen=True)
class Grid:
    """The rows of a grid, cards and dots with spaces between, as they are read across."""

    __pydantic_config__ = STRICT

    rows: Annotated[tuple[Line, ...], MinLen(1)]


@dataclass(frozen=True)
class PointsEvent:
    """Points that a side scored during the deal."""

    __pydantic_config__ = STRICT

    side: Name
    points: Annotated[int, Ge(0), Le(10_000)]
    note: Line | None = None


@dataclass(frozen=True)
class Pile:
    """What a side captured: its counting cards (or all), and how many cards there are where it lists only some."""

    __pydantic_config__ = STRICT

    captured: Cards = ()
    cards: Annotated[int, Ge(0), Le(1000)] | None = None

    def __post_init__(self) -> None:
        if self.cards is not None and self.cards < len(self.captured):
            raise LawFault([(("cards",), f"{self.cards} cards, but {len(self.captured)} are listed")])


@dataclass(frozen=True)
class DealLedger:
    """A deal of two sides: the points scored on the way in their order, the piles at the end, who took the last trick."""

    __pydantic_config__ = STRICT

    sides: Annotated[dict[Name, Pile], MinLen(2)]
    events: tuple[PointsEvent, ...] = ()
    last_trick: Name | None = None

    def __post_init__(self) -> None:
        faults: list[tuple[tuple[str | int, ...], str]] = []
        known = ", ".join(self.sides)
        if len(self.sides) != 2:
            faults.append((("sides",), f"{len(self.sides)} sides; expected two"))
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

    __pydantic_config__ = STRICT

    contract: Line
    vulnerable: bool = False

    def __post_init__(self) -> None:
        if parse_contract(self.contract) is None and self.contract.strip().upper() not in PASSED:
            raise LawFault([(("contract",), f"{self.contract}; expected such as 4S N =, 3NTX E -2, 6HXX S +1, or P")])


@dataclass(frozen=True)
class Contracts:
    """Contracts one after another."""

    __pydantic_config__ = STRICT

    contracts: Annotated[tuple[Contract, ...], MinLen(1)]


@dataclass(frozen=True)
class SoloGame:
    """A game that one player played against the others; `points` are its value, negative where it was lost."""

    __pydantic_config__ = STRICT

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


class TallyLine(NamedTuple):
    """One line of the working: `what` is counted (the key of a phrase), `times` so many of it.

    `running` is where a ledger stands after the line: the open difference and the settled units of the first side.
    """

    side: str
    what: str
    points: int
    cards: tuple[str, ...] = ()
    times: int = 1
    running: tuple[int, int] | None = None


class TallyCheck(NamedTuple):
    """A sum that is known beforehand."""

    what: str
    found: int
    expected: int


class Tally(NamedTuple):
    """The working, and what each side has in the end; `checks` are sums that show a card forgotten."""

    lines: tuple[TallyLine, ...]
    totals: dict[str, int]
    checks: tuple[TallyCheck, ...] = ()

    @property
    def wrong(self) -> tuple[TallyCheck, ...]:
        """Return the checks that do not come out."""
        return tuple(check for check in self.checks if check.found != check.expected)


PASSED = ("P", "PASS")
BOOK = 6  # tricks that a contract does not count
MOST_ODD = 7
_CONTRACT = re.compile(r"([1-7]) ?(NT|[CDHSN]) ?(XX|X)? +([NESW]) +(=|[+-][1-9][0-9]?)")


def parse_contract(text: str) -> Bid | None:
    """Return the contract that a text writes; None for anything else, or for tricks that there are not."""
    match = _CONTRACT.fullmatch(text.strip().upper().replace("−", "-"))
    if not match:
        return None
    level, over = int(match[1]), 0 if match[5] == "=" else int(match[5])
    if not -BOOK - level <= over <= MOST_ODD - level:
        return None
    return Bid(level, match[2][0], {None: 1, "X": 2, "XX": 4}[match[3]], match[4], over)
