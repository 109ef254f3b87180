"""Victory points of a match by the continuous scale of the World Bridge Federation.

With t = (sqrt(5) - 1) / 2, X = 15 sqrt(boards) and a margin of M IMPs, the winner of a match gets

    10 + 10 (1 - t^(3M/X)) / (1 - t^3)

of 20, and all of them from M = X on. The published tables are this, rounded half up to hundredths, and then repaired
where rounding made a step larger than the one before it.
"""

from decimal import ROUND_HALF_UP, Context, Decimal, localcontext
from fractions import Fraction
from functools import cache

from replikat.events.result import Score
from replikat.events.scoring.exact import to_nearest

VICTORY_POINTS = 20  # of a match, for both sides together
DIGITS = 40  # far beyond what could move a hundredth


@cache
def victory_scale(boards: int) -> tuple[int, ...]:
    """Return the winner's victory points in hundredths for a margin of 0, 1, 2 ... IMPs; the last is 2000."""
    with localcontext(Context(prec=DIGITS)):
        t = (Decimal(5).sqrt() - 1) / 2
        full = 15 * Decimal(boards).sqrt()
        scale: list[int] = []
        while len(scale) < full:
            won = 10 + 10 * (1 - t ** (3 * len(scale) / full)) / (1 - t**3)
            scale.append(int((won * 100).quantize(Decimal(1), ROUND_HALF_UP)))
    scale.append(2000)
    grown = True
    while grown:
        grown = False
        for i in range(1, len(scale) - 1):
            while scale[i + 1] - scale[i] > scale[i] - scale[i - 1]:
                scale[i] += 1
                grown = True
    return tuple(scale)


def victory_points(margin: Score, boards: int) -> tuple[Fraction, Fraction]:
    """Return both sides' victory points, exactly 20 together, for the first one's margin.

    A margin that is no whole number (an adjusted score) is rounded, halves away from zero.
    """
    scale = victory_scale(boards)
    whole = to_nearest(Fraction(margin), 1)
    winner = Fraction(scale[min(abs(whole), len(scale) - 1)], 100)
    return (winner, 20 - winner) if whole >= 0 else (20 - winner, winner)
