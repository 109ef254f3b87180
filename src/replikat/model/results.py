"""Results as they were written down, how they are to be compared, and what the comparison gives.

Made to be fed from an event file and a table of results: `Scoring` is what the event says of the method, every row
of the table is one `Result`. `play/scoring` turns them into `Comparison`, `Match`, `Standing` and `Luck`, from which
terminal, CSV and paper are written. Points are exact (whole numbers and fractions); only `Luck`, an estimate, is not.
"""

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Literal, NamedTuple

from annotated_types import Ge, Gt, Le

from replikat.errors import LawFault
from replikat.model.bounds import STRICT

Score = int | Fraction
Better = Literal["low", "high"]
AwardKind = Literal["average", "average_plus", "average_minus", "percent", "points"]
Method = Literal[
    "cross_difference",
    "mean_difference",
    "median_difference",
    "trimmed_difference",
    "first_difference",
    "matchpoints",
    "cross_imps",
    "butler",
    "seat_difference",
    "imps",
    "board_a_match",
]
TieBreak = Literal["head_to_head", "head_to_head_basic", "wins", "opponents", "basic", "point_a_board"]

MATCH_METHODS = ("seat_difference", "imps", "board_a_match")  # two sides against each other; the others compare a field
STEP_METHODS = ("cross_imps", "butler", "imps")
SHARE_METHODS = ("matchpoints", "board_a_match")  # the points of a square have a top, of which an award is a share
MATCH_TIE_BREAKS = ("head_to_head", "head_to_head_basic", "basic")


@dataclass(frozen=True)
class Award:
    """Points given by the director instead of a result; `value` belongs to the kinds percent and points."""

    kind: AwardKind
    value: Fraction = Fraction(0)


class Result(NamedTuple):
    """What was written down at one seat (or side) of one square.

    `holders` are the people whose result it is: one, or the two of a side. `table` tells plays of the same square
    apart (a table, a pass). Only results of one `section` are compared: a match, or a part of a large field.
    A score of None was to be played and was not.
    """

    square: int
    seat: str
    holders: tuple[str, ...]
    score: Score | Award | None
    table: str = ""
    section: str = ""


@dataclass(frozen=True)
class Scoring:
    """How results become points.

    `steps` is the game's table of IMPs: the differences from which on there are 1, 2, 3 ... of them. `win` is what a
    beaten result is worth in matchpoints (a tie is half of it), `expected` how many results a square ought to have.
    `trim` results are left out at either end of a trimmed datum, and Butler's datum is rounded to the `nearest`.
    `sums` are what all seats of a table may add up to: none where that is free, one value where seats mirror each
    other. `plus` is what an average plus gains over an average (percent of the top, or points).
    """

    __pydantic_config__ = STRICT

    method: Method
    better: Better = "high"
    steps: tuple[Annotated[int, Gt(0)], ...] = ()
    win: Annotated[int, Ge(1), Le(2)] = 2
    expected: Annotated[int, Ge(2)] | None = None
    trim: Annotated[int, Ge(0)] = 1
    nearest: Annotated[int, Ge(1)] = 10
    sums: tuple[int, ...] = ()
    victory_points: bool = False
    plus: float | None = None
    rank_by: Literal["mean", "total"] = "mean"
    tie_breaks: tuple[TieBreak, ...] = ()

    def __post_init__(self) -> None:
        faults: list[tuple[tuple[str | int, ...], str]] = []
        if self.method in STEP_METHODS and not self.steps:
            faults.append((("steps",), f"the method {self.method} without a table of IMPs; expected the differences that give 1, 2, 3 ..."))
        faults += [
            (("steps", i), f"{step} after {self.steps[i - 1]}; expected rising differences")
            for i, step in enumerate(self.steps)
            if i and step <= self.steps[i - 1]
        ]
        if self.victory_points and self.method != "imps":
            faults.append((("victory_points",), f"victory points with the method {self.method}; expected imps, which they are made from"))
        if not self.by_match:
            faults += [
                (("tie_breaks", i), f"{name} needs matches; the method {self.method} compares a field")
                for i, name in enumerate(self.tie_breaks)
                if name in MATCH_TIE_BREAKS
            ]
        if faults:
            raise LawFault(faults)

    @property
    def by_match(self) -> bool:
        return self.method in MATCH_METHODS

    @property
    def mirrored(self) -> bool:
        """Return whether the seats of a table always add up to the same, so that one side says it all."""
        return len(self.sums) == 1


class Gain(NamedTuple):
    """What one result is worth against the others; None where there was nothing to compare it with."""

    result: Result
    points: Fraction | None


class Comparison(NamedTuple):
    """All results of one seat of one deal in one section, and their points in the same order.

    `top` is the most points that it can give, where there is one.
    """

    section: str
    deal: int
    seat: str
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
    """Two sides that played the same deals; `victory` holds their victory points where the event counts them."""

    section: str
    home: str
    away: str
    squares: tuple[MatchSquare, ...]
    victory: tuple[Fraction, Fraction] | None = None

    @property
    def score(self) -> tuple[Fraction, Fraction]:
        """Return the points of both sides over all squares."""
        return sum((square.home for square in self.squares), Fraction(0)), sum((square.away for square in self.squares), Fraction(0))

    @property
    def points(self) -> tuple[Fraction, Fraction]:
        """Return what the match is worth in the ranking: victory points, or else the score."""
        return self.victory or self.score


class Standing(NamedTuple):
    """One line of a ranking; `plays` are comparisons or matches, `top` is what could have been won in them.

    `broken` holds what the tie-breaks that were asked gave, in their order.
    """

    place: int
    shared: bool
    name: str
    points: Fraction
    plays: int
    top: Fraction | None = None
    broken: tuple[Fraction, ...] = ()

    @property
    def label(self) -> str:
        """Return the place as it is printed: 1, 2=, 2=, 4."""
        return f"{self.place}=" if self.shared else str(self.place)

    @property
    def mean(self) -> Fraction:
        return self.points / self.plays if self.plays else Fraction(0)

    @property
    def percent(self) -> Fraction | None:
        return 100 * self.points / self.top if self.top else None


class Share(NamedTuple):
    """A part of a whole between 0 and 1, with the range that holds it nineteen times of twenty."""

    part: float
    low: float
    high: float


class Luck(NamedTuple):
    """Where the spread of the raw results came from: the cards, or the play.

    `players` is that part of the whole which is a lasting difference between players, a part of the play's; None
    where nobody was met in enough deals. `cards` is None where `comparisons` or `deals` are too few to say.
    """

    comparisons: int
    deals: int
    cards: Share | None
    players: Share | None

    @property
    def play(self) -> Share | None:
        """Return what is left for the play."""
        return Share(1 - self.cards.part, 1 - self.cards.high, 1 - self.cards.low) if self.cards else None


_AWARDS: dict[str, AwardKind] = {"A": "average", "A=": "average", "A+": "average_plus", "A-": "average_minus"}
_NUMBER = re.compile(r"[+-]?[0-9]{1,9}(?:[.,][0-9]{1,9})?")


def parse_score(text: str) -> Score | Award | None:
    """Return what a cell of a table of results says; ValueError for anything else.

    A number with a point or a comma; A, A+ or A- for an average; 60% for a share of the top; nothing or a dash for a
    square that was not played.
    """
    plain = text.strip().replace("−", "-").replace("\N{NO-BREAK SPACE}", "")
    if plain in ("", "-"):
        return None
    if plain.upper() in _AWARDS:
        return Award(_AWARDS[plain.upper()])
    digits = plain.removesuffix("%").rstrip()
    if not _NUMBER.fullmatch(digits):
        raise ValueError(text)
    number = Fraction(digits.replace(",", "."))
    if plain.endswith("%"):
        return Award("percent", number)
    return number.numerator if number.denominator == 1 else number
