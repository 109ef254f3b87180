"""Exact sums, means and data of scores, and the one place where a value is rounded."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from decimal import Decimal
from fractions import Fraction

from replikat.events.result import Score


def total(values: Iterable[Score]) -> Fraction:
    """Return the exact sum; values of one denominator are added as whole numbers, which is much quicker."""
    parts: defaultdict[int, int] = defaultdict(int)
    for value in values:
        parts[value.denominator] += value.numerator
    return sum((Fraction(above, below) for below, above in parts.items()), Fraction(0))


def mean(values: Sequence[Score]) -> Fraction:
    """Return the exact mean of at least one value."""
    return total(values) / len(values)


def median(values: Sequence[Score]) -> Fraction:
    """Return the middle value, or the mean of the two in the middle."""
    ordered = sorted(values)
    half = len(ordered) // 2
    return Fraction(ordered[half]) if len(ordered) % 2 else Fraction(ordered[half - 1] + ordered[half]) / 2


def trimmed_mean(values: Sequence[Score], trim: int) -> Fraction:
    """Return the mean without the `trim` best and worst values; of all of them where fewer than two would be left."""
    if len(values) < 2 * trim + 2:
        return mean(values)
    return mean(sorted(values)[trim : len(values) - trim])


def to_nearest(value: Fraction, unit: int) -> int:
    """Return the nearest multiple of `unit`; halves go away from zero, so that both sides of a table agree."""
    steps = (abs(value) * 2 + unit) // (2 * unit)
    return unit * int(steps) * (1 if value >= 0 else -1)


def shown(value: Decimal) -> str:
    """Return a decimal number as text, with a point and without needless zeros."""
    return f"{value.normalize():f}"


def rounded(value: Score, places: int = 2) -> Decimal:
    """Return the value as it is shown: so many decimals, halves away from zero."""
    return Decimal(to_nearest(Fraction(value) * 10**places, 1)).scaleb(-places)
