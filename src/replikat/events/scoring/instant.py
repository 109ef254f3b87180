"""Instant scores: what any score of a deal is worth against results that are known, to be looked up after play."""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple


class Instant(NamedTuple):
    """A range of scores and its share of the matchpoints; equal bounds mean that score alone, None no bound, else both are left out."""

    low: Fraction | None
    high: Fraction | None
    share: Fraction


def instant_scores(known: Sequence[Fraction]) -> list[Instant]:
    """Return ranges from the highest down that cover every score; each known result that is beaten counts whole, an equal one half."""
    found: list[Instant] = []
    above: Fraction | None = None
    for score in sorted(set(known), reverse=True):
        lower, equal = sum(other < score for other in known), known.count(score)
        found.append(Instant(score, above, Fraction(lower + equal, len(known))))
        found.append(Instant(score, score, Fraction(2 * lower + equal, 2 * len(known))))
        above = score
    return [*found, Instant(None, above, Fraction(0))] if found else []
