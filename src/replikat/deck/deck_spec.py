"""The spec that asks for a deck: its groups of squares, and what stands in its file beside them."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Annotated, Literal
from unicodedata import normalize

from annotated_types import Ge, Le, MinLen

from replikat.bounds import FolderName, GameName, Hash, LayoutName, Line, Name, PackName, Seed
from replikat.deck.dealing.stream import DEALING
from replikat.deck.print_settings import PrintSettings
from replikat.deck.squares import MOST_SQUARES, Position
from replikat.errors import Breach, LawFault

EFFORT = 60_000  # looks at two squares by which balance pairs is evened out

Balance = Literal["none", "seats", "pairs"]
Source = Literal["dealt", "given", "twin"]


@dataclass(frozen=True)
class Group:
    """A run of squares of one kind: `cards` is "all" or the name of a short pack.

    After a group with `twins` comes one of source twin: as many squares, copies of its own in a secret order, disguised
    by an exchange of suits. `keep_off` names the cards that a position never gets. `effort` says how long `pairs` are
    evened out. `formerly` is the balance that a spec had in an earlier version: a deck made then is still the one that
    it asks for.
    """

    layout: LayoutName
    count: Annotated[int, Ge(1), Le(MOST_SQUARES)]
    balance: Balance = "seats"
    cards: Literal["all"] | PackName = "all"
    source: Source = "dealt"
    twins: Literal["suits"] | None = None
    keep_off: dict[Position, tuple[Name, ...]] = field(default_factory=dict)
    effort: Annotated[int, Ge(0), Le(100_000_000)] = EFFORT
    formerly: Balance | None = None

    def __post_init__(self) -> None:
        if self.effort != EFFORT and self.balance != "pairs":
            raise LawFault([(("effort",), f"nothing is evened out with balance {self.balance}; expected balance: pairs")])
        if self.keep_off and self.balance != "none":
            text = f"with balance {self.balance} cards kept off a position would no longer visit all alike; expected balance: none"
            raise LawFault([(("keep_off",), text)])
        if self.keep_off and self.twins:
            raise LawFault([(("keep_off",), "twins exchange suits, and would bring other cards there; expected one of the two")])


@dataclass(frozen=True)
class Twins:
    """The secret of a deck's twins: which suit stands for which, and the original of every twin, in order."""

    suits: dict[Name, Name]
    of: tuple[Annotated[int, Ge(1), Le(MOST_SQUARES)], ...]


@dataclass(frozen=True)
class DeckSpec:
    """What a deck spec asks for; with `marks` it is a deck file, and the marks are the deck.

    `code` is the deck code of the marks, by which a hand edit is seen; `origin` ties code, seed and what decides the
    deals together. `proof` names the square that is dealt once after cutting and never played. `twins` is known once the deck is
    dealt. In `squares` the groups of twins stand where they belong, whether the file names them or not.
    """

    name: FolderName
    pack: PackName
    squares: Annotated[tuple[Group, ...], MinLen(1)]
    dealing: int = DEALING
    seed: Seed | None = None
    print: PrintSettings = field(default_factory=PrintSettings)
    games: tuple[GameName, ...] = ()
    proof: int | None = None
    code: Line | None = None
    origin: Hash | None = None
    twins: Twins | None = None
    marks: str | None = None

    def __post_init__(self) -> None:
        faults: list[Breach] = [
            (("squares", place, "source"), "a group of twins; it follows by itself a group with twins: suits")
            for place, group in enumerate(self.squares)
            if group.source == "twin" and (place == 0 or twin_of(self.squares[place - 1]) != group)
        ]
        object.__setattr__(self, "squares", _with_twins(self.squares))
        object.__setattr__(self, "name", normalize("NFC", self.name))  # one name, however its accents were composed
        if self.dealing != DEALING:
            faults.append((("dealing",), f"dealing {self.dealing} is unknown to this version; it knows {DEALING}"))
        if self.count > MOST_SQUARES:
            faults.append((("squares",), f"{self.count} squares; a back has room for at most {MOST_SQUARES}"))
        if self.proof is not None and not 1 <= self.proof <= self.count:
            faults.append((("proof",), f"{self.proof} is no square; expected 1 to {self.count}"))
        if faults:
            raise LawFault(faults)

    @property
    def count(self) -> int:
        return sum(group.count for group in self.squares)

    @cached_property
    def groups_by_square(self) -> tuple[int, ...]:
        """Return the group's place in the spec for every square."""
        return tuple(place for place, group in enumerate(self.squares) for _ in range(group.count))

    def is_asked_for_by(self, wanted: "DeckSpec") -> bool:
        """Return whether this deck is the one that a spec asks for, or asked for in earlier versions.

        How long pairs were evened out is no part of it: a deck made with more effort is still the
        one that is asked for. Nor are its seed, print settings, games and proof square.
        """
        if (self.name, self.pack, self.dealing) != (wanted.name, wanted.pack, wanted.dealing):
            return False
        mine = _as_asked(self.squares)
        return mine in (_as_asked(wanted.squares), _as_asked(_former(wanted.squares)))

    def of_today(self) -> "DeckSpec":
        """Return the spec without what it was in earlier versions, as a deck made now keeps it."""
        return replace(self, squares=tuple(replace(group, formerly=None) for group in self.squares))

    @property
    def has_given(self) -> bool:
        """Return whether any squares stand for themselves, and do not come from the seed."""
        return any(group.source == "given" for group in self.squares)

    def unhurried(self) -> "DeckSpec":
        """Return the spec without the evening out of pairs, for decks that are pictures only."""
        return replace(self, squares=tuple(replace(group, effort=0) if group.balance == "pairs" else group for group in self.squares))

    @cached_property
    def originals(self) -> dict[int, int]:
        """Return the square that every twin is a copy of, so that results of both are compared; empty before the deck is dealt."""
        twins = (number for number, place in enumerate(self.groups_by_square, 1) if self.squares[place].source == "twin")
        return dict(zip(twins, self.twins.of, strict=False)) if self.twins else {}

    def written(self, place: int) -> int:
        """Return where a group stands in its file: a deck spec leaves groups of twins out, a deck file does not."""
        return place if self.marks is not None else place - sum(group.source == "twin" for group in self.squares[:place])


def _as_asked(groups: Sequence[Group]) -> tuple[Group, ...]:
    """Return groups without what does not make another deck of them."""
    return tuple(replace(group, effort=EFFORT, formerly=None) for group in groups)


def _former(groups: Sequence[Group]) -> tuple[Group, ...]:
    """Return groups with the balance that they had in an earlier version."""
    return tuple(replace(group, balance=group.formerly or group.balance) for group in groups)


def twin_of(group: Group) -> Group | None:
    """Return the group of twins that follows a group."""
    return replace(group, source="twin", twins=None) if group.twins else None


def _with_twins(groups: Sequence[Group]) -> tuple[Group, ...]:
    whole: list[Group] = []
    for place, group in enumerate(groups):
        whole.append(group)
        twin = twin_of(group)
        if twin and groups[place + 1 : place + 2] != (twin,):
            whole.append(twin)
    return tuple(whole)
