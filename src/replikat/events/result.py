"""Results as they were written down, and how they are to be compared.

`Scoring` is what an event says of the method; every row of a table of results is one `Result`.
"""

import re
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Annotated, Literal

from annotated_types import Ge, Gt, Le

from replikat.errors import Breach, LawFault
from replikat.events.schedule import Section, Side

Score = int | Fraction
SittingKey = tuple[int, int, int, Section]
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


@dataclass(frozen=True, kw_only=True, slots=True)
class Result:
    """What was written down at one seat, or one side, of one square.

    `holders` are the people whose result it is: one, or those of a side. `round` and `table` say
    where it was played; both are 0 where nobody asks. Only results of one `section` are compared: a
    match, or a part of a large field. A score of None was to be played and was not.
    """

    square: int
    side: Side
    holders: tuple[str, ...]
    score: Score | Award | None
    round: int = 0
    table: int = 0
    section: Section = ()

    @property
    def sitting(self) -> SittingKey:
        """Return what all results of one sitting have in common: square, round, table and section."""
        return self.square, self.round, self.table, self.section

    @property
    def made(self) -> Score | None:
        """Return the score that was made at the table; None where an award stands in its place, or nothing was played."""
        return None if isinstance(self.score, Award) else self.score


@dataclass(frozen=True)
class Scoring:
    """How results become points.

    `steps` is the game's table of IMPs: the differences from which on there are 1, 2, 3 ... of them. `win` is what a
    beaten result is worth in matchpoints (a tie is half of it), `expected` how many results a square ought to have.
    `trim` results are left out at either end of a trimmed datum, and Butler's datum is rounded to the `nearest`.
    `sums` are what all seats of a table may add up to: none where that is free, one value where seats mirror each
    other. `plus` is what an average plus gains over an average (percent of the top, or points).
    """

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
        faults: list[Breach] = []
        if self.method in STEP_METHODS and not self.steps:
            faults.append((("steps",), f"the method {self.method} without a table of IMPs; expected the differences that give 1, 2, 3 ..."))
        faults += [
            (("steps", i), f"{later} after {earlier}; expected rising differences")
            for i, (earlier, later) in enumerate(pairwise(self.steps), 1)
            if later <= earlier
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


_AWARDS: dict[str, AwardKind] = {"A": "average", "A=": "average", "A+": "average_plus", "A-": "average_minus"}
_NUMBER = re.compile(r"[+-]?[0-9]{1,9}(?:[.,][0-9]{1,9})?")
_GROUPED = re.compile(r"[+-]?[1-9][0-9]{0,2}([.,])[0-9]{3}")  # 1,105: a decimal, or thousands
_DASHES = str.maketrans(dict.fromkeys("‐‑‒–—−﹣-", "-"))  # spreadsheets and phones make them of a hyphen


class TwoReadings(ValueError):
    """A number that is one thing in one country and another thing in another."""


def parse_score(text: str, decimal: str = "") -> Score | Award | None:
    """Return what a cell of a table of results says.

    A number with a point or a comma; A, A+ or A- for an average; 60% for a share of the top; nothing or a dash for a
    square that was not played.

    Args:
        text: The text of the cell.
        decimal: The sign that is known to stand before decimals, or nothing.

    Raises:
        TwoReadings: The number has three digits behind a sign that may stand between thousands.
        ValueError: The text is no result.
    """
    plain = text.strip().translate(_DASHES).replace("\N{NO-BREAK SPACE}", "")
    if plain in ("", "-"):
        return None
    if plain.upper() in _AWARDS:
        return Award(_AWARDS[plain.upper()])
    digits = plain.removesuffix("%").rstrip()
    if not _NUMBER.fullmatch(digits):
        raise ValueError(text)
    grouped = _GROUPED.fullmatch(digits)
    if grouped and grouped[1] != decimal:
        raise TwoReadings(text)
    number = Fraction(digits.replace(",", "."))
    if plain.endswith("%"):
        return Award("percent", number)
    return number.numerator if number.denominator == 1 else number
