"""Games as data: their set-ups, what is written down and compared, and which named rules a square answers."""

from dataclasses import dataclass, field
from itertools import pairwise
from typing import Annotated, Literal

from annotated_types import Gt, MinLen

from replikat.bounds import Name, PackName
from replikat.errors import Breach, LawFault
from replikat.games.rule_parameters import Rules
from replikat.games.setups import Setup
from replikat.tally.counting_rules import TallyRules

Turn = Literal["clockwise", "counterclockwise", "alternating", "alone", "together"]
Use = Literal["duel", "rotation", "tournament"]
Unit = Literal[
    "points", "penalties", "tricks", "odd_tricks", "late_tricks", "chips", "places", "resti", "fours", "stakes", "cards", "losses",
]  # fmt: skip
Method = Literal["seat_difference", "same_seat_difference", "cross_difference", "seat_rank", "matchpoints_or_imps"]
Value = bool | int | Name


@dataclass(frozen=True)
class Record:
    """What every player, or every side where there are partners, writes down, and what that adds up to at one table.

    `total` is a number, "zero", "places" (n players share 0 to n - 1) or "free".
    """

    unit: Unit
    total: Literal["free", "zero", "places"] | int = "free"


@dataclass(frozen=True)
class Setting:
    """A rule of play that is agreed before the first square; `semi` is the advice for semi-replicates."""

    values: Annotated[tuple[Value, ...], MinLen(2)]
    default: Value
    semi: Value | None = None

    def __post_init__(self) -> None:
        told = ", ".join(str(value) for value in self.values)
        faults = [
            ((key,), f"{value} is none of the values {told}")
            for key, value in (("default", self.default), ("semi", self.semi))
            if value is not None and value not in self.values
        ]
        if faults:
            raise LawFault(faults)

    def advised(self, semi: bool) -> Value:
        """Return the value for a full replicate, or for a semi-replicate."""
        return self.semi if semi and self.semi is not None else self.default


@dataclass(frozen=True)
class Game:
    """The data file of a game; `pack` names one pack or all with which it is played, `also` other names it goes by.

    `tally` holds the ways to count a deal, by name, the usual one first; `imps` the differences that give 1, 2, 3 ... IMPs.
    """

    names: dict[Name, Name]
    pack: PackName | Annotated[tuple[PackName, ...], MinLen(1)]
    turn: Turn
    better: Literal["low", "high"]
    setups: Annotated[dict[Name, Setup], MinLen(1)]
    record: Record
    deals: dict[Use, Annotated[tuple[int, ...], MinLen(2)]]
    compare: dict[Use, Method]
    also: tuple[Name, ...] = ()
    rules: Rules = field(default_factory=Rules)
    settings: dict[Name, Setting] = field(default_factory=dict)
    tally: dict[Name, TallyRules] = field(default_factory=dict)
    imps: tuple[Annotated[int, Gt(0)], ...] = ()

    def __post_init__(self) -> None:
        faults: list[Breach] = [(("deals", use), "this use has no way to compare") for use in self.deals if use not in self.compare]
        faults += [(("compare", use), "this use has no number of deals") for use in self.compare if use not in self.deals]
        faults += [
            (("imps", i), f"{b} after {a}; expected rising differences") for i, (a, b) in enumerate(pairwise(self.imps), 1) if b <= a
        ]
        kinds = [(setup.fewest, setup.layout, self.packs(setup)) for setup in self.setups.values()]
        faults += [
            (("setups", key), "another setup is for as many players, the same layout and pack")
            for i, key in enumerate(self.setups)
            if kinds[i] in kinds[:i]
        ]
        if faults:
            raise LawFault(faults)

    def packs(self, setup: Setup | None = None) -> tuple[str, ...]:
        """Return the packs with which a setup, or the game, is played."""
        named = self.pack if setup is None or setup.pack is None else setup.pack
        return (named,) if isinstance(named, str) else named
