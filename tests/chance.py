"""Judging chance with fixed seeds: chi-square with a stated threshold, and all outcomes of a function that draws."""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import permutations
from math import factorial, sqrt

DEVIATIONS = 4  # a chi-square further than this from its mean, up or down, fails: about one seed in 10,000


def assert_fits(observed: Mapping[Hashable, int], shares: Mapping[Hashable, float], least: int = 10) -> None:
    """Check counts against expected shares by chi-square; cells that expect fewer than `least` are put together."""
    total = sum(observed.values())
    assert set(observed) <= set(shares), f"never expected: {set(observed) - set(shares)}"
    statistic, cells = 0.0, 0
    rest_seen, rest_expected = 0, 0.0
    for cell, share in shares.items():
        expected = total * share / sum(shares.values())
        if expected < least:
            rest_seen, rest_expected = rest_seen + observed.get(cell, 0), rest_expected + expected
        else:
            statistic, cells = statistic + (observed.get(cell, 0) - expected) ** 2 / expected, cells + 1
    if rest_expected >= least:
        statistic, cells = statistic + (rest_seen - rest_expected) ** 2 / rest_expected, cells + 1
    assert_chi_square(statistic, cells - 1)


def assert_even(observed: Mapping[Hashable, int], outcomes: Iterable[Hashable]) -> None:
    """Check by chi-square that every outcome is met about equally often, and no other."""
    assert_fits(observed, dict.fromkeys(outcomes, 1.0))


def assert_chi_square(statistic: float, freedom: int) -> None:
    """Check that a chi-square lies within DEVIATIONS of its mean; a fit that is too good is a fault as well."""
    assert freedom > 0
    off = (statistic - freedom) / sqrt(2 * freedom)
    assert abs(off) <= DEVIATIONS, f"chi-square {statistic:.1f} on {freedom} degrees of freedom: {off:+.1f} deviations"


class Script:
    """A stream that follows a script and goes on with zeros, and notes how many choices it had each time."""

    def __init__(self, script: Iterable[int]) -> None:
        self.script = list(script)
        self.limits: list[int] = []

    def below(self, limit: int) -> int:
        at = len(self.limits)
        self.limits.append(limit)
        return self.script[at] if at < len(self.script) else 0

    def order(self, size: int) -> list[int]:
        return list(list(permutations(range(size)))[self.below(factorial(size))])


def outcomes(draw: Callable[[Script], Hashable]) -> dict[Hashable, Fraction]:
    """Return the exact chance of every outcome of `draw`, by going through all that its stream could say."""
    found: dict[Hashable, Fraction] = {}
    todo: list[list[int]] = [[]]
    while todo:
        stream = Script(todo.pop())
        outcome = draw(stream)
        taken = len(stream.script)
        chance = Fraction(1)
        for limit in stream.limits:
            chance /= limit
        found[outcome] = found.get(outcome, Fraction(0)) + chance
        for place in range(taken, len(stream.limits)):  # the choices that this run took as 0 for the first time
            head = stream.script + [0] * (place - taken)
            todo += [[*head, choice] for choice in range(1, stream.limits[place])]
    return found


def rank(order: Sequence[int]) -> int:
    """Return the rank of an order of range(len(order)): the inverse of `unrank`."""
    rest = list(range(len(order)))
    value, weight = 0, 1
    for item in order:
        index = rest.index(item)
        value += weight * index
        weight *= len(rest)
        rest.pop(index)
    return value
