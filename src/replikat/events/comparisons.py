"""What comparing results gives: points square by square, matches, a ranking, and where the luck lay.

`events/scoring` makes these values, from which terminal, CSV and paper are written. Points are exact (whole numbers and
fractions); only `Luck`, an estimate, is not.
"""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from replikat.events.result import Result
from replikat.events.schedule import Section, Side, by_compass


class Gain(NamedTuple):
    """What one result is worth against the others; None where there was nothing to compare it with."""

    result: Result
    points: Fraction | None


class Comparison(NamedTuple):
    """All results of one side of one deal in one section, and their points in the same order.

    `top` is the most points that it can give, where there is one.
    """

    section: Section
    deal: int
    side: Side
    results: tuple[Result, ...]
    points: tuple[Fraction | None, ...]
    top: Fraction | None = None

    @property
    def gains(self) -> tuple[Gain, ...]:
        return tuple(map(Gain, self.results, self.points))


class MatchSquare(NamedTuple):
    """One deal of a match: by how much home did better (None: not compared), and the points of both sides."""

    deal: int
    difference: Fraction | None
    home: Fraction
    away: Fraction


class Match(NamedTuple):
    """Two sides that played the same deals.

    `victory` holds their victory points where the event counts them. `round` tells matches of the
    same two apart, and is 0 where two play all the time.
    """

    section: Section
    home: str
    away: str
    squares: tuple[MatchSquare, ...]
    victory: tuple[Fraction, Fraction] | None = None
    round: int = 0

    @property
    def score(self) -> tuple[Fraction, Fraction]:
        """Return the points of both sides over all squares."""
        return sum((square.home for square in self.squares), Fraction(0)), sum((square.away for square in self.squares), Fraction(0))

    @property
    def points(self) -> tuple[Fraction, Fraction]:
        """Return what the match is worth in the ranking: victory points, or else the score."""
        return self.victory or self.score


def rounds_told(matches: Sequence[Match]) -> list[int]:
    """Return the round of every match whose two sides meet more than once, and 0 for all others."""
    often = Counter(frozenset((match.home, match.away)) for match in matches)
    again = [often[frozenset((match.home, match.away))] > 1 for match in matches]
    return [match.round if more else 0 for match, more in zip(matches, again, strict=True)]


class Field(NamedTuple):
    """Those who are compared with each other, be it through others; two fields have nothing in common.

    `side` is what all of a field hold all the time, such as North and South in a Mitchell;
    otherwise fields are numbered from 1. Those who are compared with nobody have neither.
    """

    side: Side = ()
    number: int = 0

    @property
    def name(self) -> str:
        """Return what the field is called in tables: N-S, field 2."""
        if self.side:
            return "-".join(by_compass(self.side))
        return f"field {self.number}" if self.number else "compared with nobody"


class Standing(NamedTuple):
    """One line of a ranking; `plays` are comparisons or matches, `top` is what could have been won in them.

    `broken` holds what the tie-breaks that were asked gave, in their order. `field` is the one in
    which the place counts, None where there is only one. `extra` are those of the points that
    belong to no play, such as points for a bye: neither mean nor percentage has them.
    """

    place: int
    shared: bool
    name: str
    points: Fraction
    plays: int
    top: Fraction | None = None
    broken: tuple[Fraction, ...] = ()
    field: Field | None = None
    extra: Fraction = Fraction(0)

    @property
    def label(self) -> str:
        """Return the place as it is printed: 1, 2=, 2=, 4."""
        return f"{self.place}=" if self.shared else str(self.place)

    @property
    def mean(self) -> Fraction:
        return (self.points - self.extra) / self.plays if self.plays else Fraction(0)

    @property
    def percent(self) -> Fraction | None:
        return 100 * (self.points - self.extra) / self.top if self.top else None


def by_field(standings: Sequence[Standing]) -> list[tuple[Field | None, tuple[Standing, ...]]]:
    """Return the ranking of every field, as they are listed; where there is only one it is None."""
    fields = dict.fromkeys(standing.field for standing in standings)
    return [(field, tuple(one for one in standings if one.field == field)) for field in fields]


class Share(NamedTuple):
    """A part of a whole between 0 and 1, with the range that holds it nineteen times of twenty."""

    part: float
    low: float
    high: float


class Luck(NamedTuple):
    """Where the spread of the raw results came from: the cards, or the play.

    `players` is that part of the whole which is a lasting difference between players, a part of the
    play's; None where nobody was met in enough deals. `cards` is None where `comparisons` or
    `deals` are too few to say.
    """

    comparisons: int
    deals: int
    cards: Share | None
    players: Share | None

    @property
    def play(self) -> Share | None:
        """Return what is left for the play."""
        return Share(1 - self.cards.part, 1 - self.cards.high, 1 - self.cards.low) if self.cards else None
