"""A sheet worked out: every line of the working, in order, and what each side has in the end."""

from collections.abc import Iterable
from typing import NamedTuple


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


def totals_of(lines: Iterable[TallyLine], sides: Iterable[str]) -> dict[str, int]:
    """Return the points of every side, those of its lines together."""
    totals = dict.fromkeys(sides, 0)
    for line in lines:
        totals[line.side] += line.points
    return totals


class Tally(NamedTuple):
    """The working, and what each side has in the end; `checks` are sums that show a card forgotten."""

    lines: tuple[TallyLine, ...]
    totals: dict[str, int]
    checks: tuple[TallyCheck, ...] = ()

    @property
    def wrong(self) -> tuple[TallyCheck, ...]:
        """Return the checks that do not come out."""
        return tuple(check for check in self.checks if check.found != check.expected)
