"""How the points of a play are counted, as data: a game names one rule, and the numbers that differ from game to game."""

from dataclasses import dataclass, field, fields
from typing import Annotated, Literal

from annotated_types import Ge, Gt, Le, MinLen

from replikat.bounds import Few, Name
from replikat.errors import LawFault

Reading = Literal["adjacent", "any_earlier"]
Cards = tuple[Name, ...]


@dataclass(frozen=True)
class HandPenalties:
    """Cards left in hand count against their holder; `values` by rank or card, a card's own before its rank's."""

    values: dict[Name, int]


@dataclass(frozen=True)
class CapturedItems:
    """Points for what was taken: the most cards, the most of a suit, named cards or ranks, the last take, sweeps.

    Nobody scores an item that two sides share.
    """

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

    sides: dict[Name, Cards]

    def __post_init__(self) -> None:
        if len(self.sides) != 2:
            raise LawFault([(("sides",), f"{len(self.sides)} sides; expected two")])


@dataclass(frozen=True)
class SoloistBonus:
    """A soloist's game with what is added to it: `won` or `lost` to the soloist, `others` to each of the others if lost.

    `others` goes by how many are at the table, those who sit out included.
    """

    others: dict[Name, int]
    won: int = 50
    lost: int = -50


@dataclass(frozen=True)
class TallyRules:
    """The registry of ways to count: a game names one, with its numbers; `play.tally.rules` knows how each is worked."""

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
