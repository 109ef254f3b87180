"""What each of many results of the same cards is worth against the others.

Every function takes scores of which the higher is better and returns their points in the same order. Equal scores are
counted, never compared pair by pair: a field of thousands has few scores that differ.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import accumulate

from replikat.events.result import Score, Scoring
from replikat.events.scoring.exact import mean, median, to_nearest, total, trimmed_mean


def differences(scores: Sequence[Score], datum: Fraction) -> list[Fraction]:
    """Return the difference of every score to a datum."""
    worth = {score: score - datum for score in set(scores)}
    return [worth[score] for score in scores]


def cross_differences(scores: Sequence[Score]) -> list[Fraction]:
    """Return every score less the mean of the others."""
    whole, others = total(scores), len(scores) - 1
    worth = {score: score - (whole - score) / others for score in set(scores)}
    return [worth[score] for score in scores]


def first_differences(scores: Sequence[Score]) -> list[Fraction]:
    """Return every score less the first one, which gains what the others lose to it."""
    later = differences(scores[1:], Fraction(scores[0]))
    return [-total(later), *later]


def matchpoints(scores: Sequence[Score], win: int = 2, expected: int | None = None) -> list[Fraction]:
    """Return `win` for every score beaten and half of it for every tie.

    Where more results were `expected`, Neuberg's formula (M + a) E / N - a brings the points to their scale; a is
    the value of a tie.
    """
    played, expected = len(scores), expected or len(scores)
    counts = Counter(scores)
    worth, beaten = {}, 0
    for score in sorted(counts):
        same = counts[score]
        worth[score] = Fraction(((2 * beaten + same) * expected - played) * win, 2 * played)
        beaten += same
    return [worth[score] for score in scores]


def imps(difference: Score, steps: Sequence[int]) -> int:
    """Return the IMPs of a difference: how many of the rising steps it reaches, with its sign."""
    if difference < 0:
        return -imps(-difference, steps)
    return bisect_right(steps, difference)


def cross_imps(scores: Sequence[Score], steps: Sequence[int]) -> list[Fraction]:
    """Return the mean of the IMPs against each of the others."""
    counts = Counter(scores)
    values = sorted(counts)
    many = [counts[value] for value in values]
    won = _steps_won(values, many, steps)
    lost = _steps_won([-value for value in reversed(values)], many[::-1], steps)[::-1]
    worth = {value: Fraction(up - down, len(scores) - 1) for value, up, down in zip(values, won, lost, strict=True)}
    return [worth[score] for score in scores]


def _steps_won(values: Sequence[Score], many: Sequence[int], steps: Sequence[int]) -> list[int]:
    """Return how many steps every value is above the lower ones, all of them together; values rise."""
    below = [0, *accumulate(many)]
    won = [0] * len(values)
    for step in steps:
        lower = 0
        for place, value in enumerate(values):
            reach = value - step
            while values[lower] <= reach:
                lower += 1
            won[place] += below[lower]
    return won


def butler(scores: Sequence[Score], steps: Sequence[int], trim: int = 1, nearest: int = 10) -> list[Fraction]:
    """Return the IMPs of every score against the trimmed mean, rounded to the nearest ten."""
    datum = to_nearest(trimmed_mean(scores, trim), nearest)
    worth = {score: Fraction(imps(score - datum, steps)) for score in set(scores)}
    return [worth[score] for score in scores]


def points_of(scores: Sequence[Score], scoring: Scoring, expected: int) -> list[Fraction]:
    """Return the points of at least two scores (one, with matchpoints) by the method of a field."""
    methods: dict[str, Callable[[], list[Fraction]]] = {
        "cross_difference": lambda: cross_differences(scores),
        "mean_difference": lambda: differences(scores, mean(scores)),
        "median_difference": lambda: differences(scores, median(scores)),
        "trimmed_difference": lambda: differences(scores, trimmed_mean(scores, scoring.trim)),
        "first_difference": lambda: first_differences(scores),
        "matchpoints": lambda: matchpoints(scores, scoring.win, expected),
        "cross_imps": lambda: cross_imps(scores, scoring.steps),
        "butler": lambda: butler(scores, scoring.steps, scoring.trim, scoring.nearest),
    }
    return methods[scoring.method]()
