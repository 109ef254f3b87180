"""Events as data: who plays which squares of which game, in which way."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import Annotated, Literal

from annotated_types import Ge, Gt, Le, MaxLen, MinLen, Predicate

from replikat.bounds import GameName, Line, Name, Seed, Word
from replikat.deck.code import read_code
from replikat.deck.squares import MOST_SQUARES
from replikat.errors import Breach, FieldPath, LawFault, suggestion
from replikat.events.movements import MOST_ENTRIES, MOVEMENTS, USUAL, Moving, Number
from replikat.events.result import Method, TieBreak
from replikat.events.schedule import JOIN
from replikat.games.game import Use

MOST_ROTATING = 10
LONGEST_SQUARE = 240  # minutes

_RANGE = re.compile(r"([1-9][0-9]?)(?: ?[-–−] ?([1-9][0-9]?))?")
_CLOCK = re.compile(r"([01]?[0-9]|2[0-3])[:.]([0-5][0-9])")


def is_squares(text: str) -> bool:
    """numbers of squares such as 1-6 or 1-4, 9"""
    return all(_RANGE.fullmatch(part.strip()) for part in text.split(","))


def is_clock(text: str) -> bool:
    """a time of day such as 19:00"""
    return _CLOCK.fullmatch(text) is not None


Squares = Annotated[str, Predicate(is_squares)]
Clock = Annotated[str, Predicate(is_clock)]
Minutes = Annotated[float, Gt(0), Le(LONGEST_SQUARE)]


@dataclass(frozen=True)
class Break:
    """A pause of so many minutes after a round."""

    after: Number
    minutes: Minutes


@dataclass(frozen=True)
class Change:
    """Who is gone and who has come from a round on.

    As many of both: who comes takes over the places of who goes. Otherwise the rest is planned anew, unless the plan is
    to be kept (`keep`): then nobody takes over a place, the opponents of whoever is missing sit out, and
    whoever comes late has had a place from the first round on.
    """

    round: Number
    gone: tuple[Word, ...] = ()
    come: tuple[Word, ...] = ()
    keep: bool = False

    @property
    def replaces(self) -> bool:
        """Return whether every place of those who go is taken over."""
        return not self.keep and len(self.gone) == len(self.come)


@dataclass(frozen=True)
class Carried:
    """Points brought along, or a percentage, and how many boards or matches they were won in."""

    points: float | None = None
    percent: Annotated[float, Ge(0), Le(100)] | None = None
    boards: Annotated[int, Ge(0)] | None = None
    matches: Annotated[int, Ge(0)] | None = None

    def __post_init__(self) -> None:
        if (self.points is None) == (self.percent is None):
            raise LawFault([((), "expected one of the keys points and percent")])
        if self.percent is not None and 0 in (self.boards, self.matches):
            raise LawFault([(("percent",), "a percentage of nothing; expected points, or how many boards or matches there were")])


@dataclass(frozen=True)
class Wishes:
    """How the results are to be compared; what is absent follows from the game. The words are those of `Scoring`."""

    method: Method | None = None
    steps: tuple[Annotated[int, Gt(0)], ...] = ()
    win: Annotated[int, Ge(1), Le(2)] | None = None
    trim: Annotated[int, Ge(0)] | None = None
    nearest: Annotated[int, Ge(1)] | None = None
    victory_points: bool = False
    plus: float | None = None
    rank_by: Literal["mean", "total"] | None = None
    tie_breaks: tuple[TieBreak, ...] = ()
    carried: dict[Word, float | Carried] = field(default_factory=dict)


@dataclass(frozen=True)
class Event:
    """The data file of an event: it and the table of results are the whole state of an evening.

    Exactly one of `players`, `pairs` and `teams` says who plays; a team is also a group that stays at its table.
    `minutes` are for one square, dealing included; absent, they are estimated from the game. `changes` name only who
    stands in the list; whoever comes by a change has been away before.
    """

    use: Use
    game: GameName
    squares: Squares | Annotated[tuple[Annotated[int, Ge(1), Le(MOST_SQUARES)] | Squares, ...], MinLen(1)]
    name: Word | None = None
    setup: Name | None = None
    deck: Line | None = None
    code: Line | None = None
    players: tuple[Word, ...] = ()
    pairs: dict[Word, Annotated[tuple[Word, ...], MinLen(2), MaxLen(2)]] = field(default_factory=dict)
    teams: dict[Word, Annotated[tuple[Word, ...], MinLen(1)]] = field(default_factory=dict)
    movement: Name | None = None
    rounds: Number | None = None
    passes: Annotated[int, Ge(2), Le(MOST_ROTATING)] | None = None
    by: Literal["seat", "dealer"] = "seat"
    order: Literal["written", "varied"] = "written"
    seed: Seed | None = None
    tables: Number | None = None
    decks: Number | None = None
    scoring: Wishes = field(default_factory=Wishes)
    minutes: Minutes | None = None
    semi: bool = False
    breaks: tuple[Break, ...] = ()
    start: Clock | None = None
    changes: tuple[Change, ...] = ()

    def __post_init__(self) -> None:
        faults = [*self._square_faults(), *self._name_faults()]
        faults = faults or [*self._use_faults(), *self._time_faults(), *self._change_faults(), *self._carried_faults()]
        if faults:
            raise LawFault(faults)

    @property
    def moving(self) -> Moving:
        """Return what takes part as one: players, pairs or teams."""
        return "pairs" if self.pairs else "teams" if self.teams else "players"

    @cached_property
    def entries(self) -> dict[str, tuple[str, ...]]:
        """Return everybody who takes part, by name, with the people behind it."""
        return {name: (name,) for name in self.players} or self.pairs or self.teams

    @property
    def movement_name(self) -> str:
        """Return the movement of a tournament: the one that is named, or the usual one."""
        return self.movement or USUAL[self.moving]

    @cached_property
    def square_numbers(self) -> tuple[int, ...]:
        """Return the squares in the order in which they are written."""
        return tuple(number for _, number in self._squares())

    @property
    def start_minute(self) -> int | None:
        """Return the minute of the day at which it begins."""
        match = _CLOCK.fullmatch(self.start) if self.start else None
        return 60 * int(match[1]) + int(match[2]) if match else None

    def _squares(self) -> Iterator[tuple[FieldPath, int]]:
        listed = self.squares if isinstance(self.squares, tuple) else (self.squares,)
        for place, item in enumerate(listed):
            path: FieldPath = ("squares", place) if isinstance(self.squares, tuple) else ("squares",)
            for part in (item if isinstance(item, str) else str(item)).split(","):
                match = _RANGE.fullmatch(part.strip())
                if match:
                    yield from ((path, number) for number in range(int(match[1]), int(match[2] or match[1]) + 1))

    def _square_faults(self) -> Iterator[Breach]:
        found = list(self._squares())
        if not found:
            yield ("squares",), f"{self.squares} names no square; expected rising numbers such as 1-6"
        seen: set[int] = set()
        for path, number in found:
            if number > MOST_SQUARES:
                yield path, f"square {number}; a deck has at most {MOST_SQUARES}"
                return
            if number in seen:
                yield path, f"square {number} stands twice"
                return
            seen.add(number)

    def _name_faults(self) -> Iterator[Breach]:
        kinds = [kind for kind in MOVEMENTS["swiss"] if getattr(self, kind)]
        if len(kinds) != 1:
            said = " and ".join(kinds) or "nobody plays"
            yield (kinds[1],) if kinds else (), f"{said}; expected one of the keys players, pairs and teams"
            return
        everybody: list[tuple[FieldPath, str]] = [(("players", i), name) for i, name in enumerate(self.players)] or [
            ((self.moving, entry, i), name) for entry, members in self.entries.items() for i, name in enumerate(members)
        ]
        count = Counter(name for _, name in everybody)
        seen: set[str] = set()
        for path, name in everybody:
            if count[name] > 1 and name in seen:
                yield path, f"{name} stands twice; add something that tells the two apart"
            if JOIN in name:
                yield path, f"{name}; the sign between the names of two people on score sheets cannot be part of one"
            seen.add(name)
        if len(self.entries) > MOST_ENTRIES:
            yield (self.moving,), f"{len(self.entries)} {self.moving}; at most {MOST_ENTRIES} are planned together"

    def _use_faults(self) -> Iterator[Breach]:
        tournament = self.use == "tournament"
        only = {"passes": self.use == "rotation", "by": not tournament, "order": not tournament}
        only |= dict.fromkeys(("movement", "rounds", "tables", "decks"), tournament)
        for key, fits in only.items():
            if not fits and getattr(self, key) not in (None, "seat", "written"):
                yield (key,), f"the key {key} says nothing of a {self.use}; delete it"
        count = len(self.entries)
        if self.use == "duel" and (count != 2 or self.teams):
            yield (self.moving,), f"a duel of {count} {self.moving}; expected two players or two pairs"
        if self.use == "rotation":
            if self.teams or (self.pairs and count != 2):
                yield (self.moving,), f"a rotation of {count} {self.moving}; expected players, or two pairs that stay together"
            elif not 2 <= count <= MOST_ROTATING:
                yield ("players",), f"{count} players; a rotation is for 2 to {MOST_ROTATING}, expected a tournament for more"
        if tournament and self.movement in MOVEMENTS and self.moving not in MOVEMENTS[self.movement]:
            yield ("movement",), f"{self.movement} moves {' or '.join(MOVEMENTS[self.movement])}; the event names {self.moving}"
        if self.code is not None:
            try:
                read_code(self.code)
            except ValueError:
                yield ("code",), f"{self.code} is no deck code; a sign is wrong or missing"

    def _time_faults(self) -> Iterator[Breach]:
        for key, rounds in (("breaks", [pause.after for pause in self.breaks]), ("changes", [change.round for change in self.changes])):
            for i, (earlier, later) in enumerate(pairwise(rounds), 1):
                if later <= earlier:
                    yield (key, i), f"round {later} after round {earlier}; expected rising rounds"

    def _change_faults(self) -> Iterator[Breach]:
        here = set(self.present)
        for i, change in enumerate(self.changes):
            if change.keep and (self.use != "tournament" or self.movement == "swiss"):
                what = "Swiss, which is planned round by round" if self.movement == "swiss" else self.use
                yield ("changes", i, "keep"), f"the key keep says nothing of a {what}; delete it"
            elif self.use != "tournament" and len(change.gone) != len(change.come):
                yield ("changes", i), f"{len(change.gone)} gone, {len(change.come)} come; in a {self.use} somebody takes over every place"
            for key, names, away in (("gone", change.gone, False), ("come", change.come, True)):
                for j, name in enumerate(names):
                    if name not in self.entries:
                        yield ("changes", i, key, j), f"{name} is none of the {self.moving}; {suggestion(name, self.entries)}"
                    elif (name in here) == away:
                        yield ("changes", i, key, j), f"{name} is {'already here' if away else 'not here'} in round {change.round}"
            here = here - set(change.gone) | set(change.come)

    def _carried_faults(self) -> Iterator[Breach]:
        for name in self.scoring.carried:
            if name not in self.entries:
                yield ("scoring", "carried", name), f"{name} is none of the {self.moving}; {suggestion(name, self.entries)}"

    @property
    def present(self) -> tuple[str, ...]:
        """Return the entries that are there at the beginning: all but those who come later."""
        return self._first(late=False)

    @property
    def expected(self) -> tuple[str, ...]:
        """Return the entries that the first round is planned for: who is there, and who comes later into a plan that is kept."""
        return self._first(late=True)

    def here(self, number: int) -> list[str]:
        """Return the entries that are there in a round."""
        names = list(self.present)
        for change in self.changes:
            if change.round <= number:
                names = [name for name in names if name not in change.gone] + list(change.come)
        return names

    def _first(self, late: bool) -> tuple[str, ...]:
        """Return who counts as there at the beginning, with those who come late into a kept plan or without."""
        first: dict[str, bool] = {}
        for change in self.changes:
            for name in change.gone:
                first.setdefault(name, True)
            for name in change.come:
                first.setdefault(name, late and change.keep)
        return tuple(name for name in self.entries if first.get(name, True))
