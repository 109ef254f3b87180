"""How much of the spread of the raw results came from the cards, and how much from the play.

A two-way layout, squares by players: a result is a mean, plus what the cards of that seat of that deal are worth,
plus what the player is worth, plus the rest of the play,

    r = m + c(deal, seat) + s(player) + e.

Those who held the same cards differ by s + e alone, so the mean square within comparisons estimates the variance of
the play, and the mean square between them has in addition n0 times the variance of the cards (n0 is the mean size,
corrected for unequal ones). The share of the cards is their variance over both together. If a player's gains agree
from one deal to another, that is s: the products of his gains in different deals, over what the design makes of them.

The ranges leave out one deal at a time (Arvesen and Layard 1975 for unequal sizes): the logarithm of the ratio of
the mean squares, and the share of the players as it is. Deals, not seats, are left out, since the seats of one deal
belong together. Numbers are floats here, and only here: this estimates and decides nothing.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from math import exp, fsum, log, sqrt
from typing import NamedTuple

from replikat.events.comparisons import Comparison, Luck, Share

FEWEST_COMPARISONS = 30
FEWEST_DEALS = 8  # seats of one deal are not independent: the ranges rest on deals
MOST = 1e12  # no ratio of mean squares is taken for larger, nor for smaller than one over it
Z = 1.959963984540054  # two-sided, nineteen times of twenty

Names = tuple[str, ...]


class _Held(NamedTuple):
    """One comparison: the deal, and who had which result, as a difference to the mean of all results."""

    deal: int
    holders: tuple[Names, ...]
    scores: tuple[float, ...]

    @property
    def mean(self) -> float:
        return fsum(self.scores) / len(self.scores)


class _Squares(NamedTuple):
    """Sums over comparisons, which add up over deals: number, sizes, their squares, and the sums of squares."""

    comparisons: float = 0
    results: float = 0
    sizes: float = 0
    within: float = 0
    means: float = 0
    between: float = 0

    def plus(self, other: "_Squares", sign: int = 1) -> "_Squares":
        """Return the sums of both, or what is left without the other."""
        return _Squares(*(a + sign * b for a, b in zip(self, other, strict=True)))

    @property
    def size(self) -> float:
        """Return n0, the size of comparisons corrected for unequal ones."""
        return (self.results - self.sizes / self.results) / (self.comparisons - 1)

    @property
    def play(self) -> float:
        """Return the mean square within comparisons."""
        return max(0.0, self.within) / (self.results - self.comparisons)

    @property
    def ratio(self) -> float:
        """Return the mean square between comparisons over that within, kept between bounds that have a logarithm."""
        between = (self.between - self.means**2 / self.results) / (self.comparisons - 1)
        return min(max(between / self.play, 1 / MOST), MOST) if self.play > 0 else MOST

    def cards(self, ratio: float) -> float:
        """Return the share of the cards that a ratio of mean squares means."""
        return max(0.0, (ratio - 1) / (ratio - 1 + self.size))


def where_luck_lies(comparisons: Iterable[Comparison], mirrored: bool = False) -> Luck:
    """Return the shares of cards, play and players in the spread of the raw results, whatever the method of scoring.

    A player is whoever holds a result: one person, or a pair that stays together. Where the seats of a table are
    `mirrored`, a deal counts as one comparison, since the other side's says the same again.
    """
    held = _centred(comparisons)
    deals: defaultdict[int, list[_Held]] = defaultdict(list)
    for one in held:
        deals[one.deal].append(one)
    counted = len(deals) if mirrored else len(held)
    if counted < FEWEST_COMPARISONS or len(deals) < FEWEST_DEALS:
        return Luck(counted, len(deals), None, None)
    by_deal = [_squares(group) for group in deals.values()]
    whole = _Squares()
    for part in by_deal:
        whole = whole.plus(part)
    if not whole.within and whole.between <= 0:
        return Luck(counted, len(deals), None, None)
    low, high = _left_out(log(whole.ratio), [log(whole.plus(part, -1).ratio) for part in by_deal])
    found = whole.cards(whole.ratio)
    cards = Share(found, min(found, whole.cards(exp(min(low, log(MOST))))), max(found, whole.cards(exp(min(high, log(MOST))))))
    return Luck(counted, len(deals), cards, _players(list(deals.values()), whole, cards.part))


def _centred(comparisons: Iterable[Comparison]) -> list[_Held]:
    """Return the comparisons of two results or more, as differences to the mean of all, so that nothing cancels."""
    raw = []
    for comparison in comparisons:
        rows = [(result.holders, float(score)) for result in comparison.results if (score := result.made) is not None]
        if len(rows) > 1:
            raw.append((comparison.deal, rows))
    scores = [score for _, rows in raw for _, score in rows]
    middle = fsum(scores) / len(scores) if scores else 0.0
    return [_Held(deal, tuple(who for who, _ in rows), tuple(score - middle for _, score in rows)) for deal, rows in raw]


def _squares(group: Sequence[_Held]) -> _Squares:
    found = _Squares()
    for one in group:
        size, mean = len(one.scores), one.mean
        found = found.plus(
            _Squares(1, size, size * size, fsum((score - mean) ** 2 for score in one.scores), size * mean, size * mean * mean)
        )
    return found


def _players(deals: Sequence[Sequence[_Held]], whole: _Squares, cards: float) -> Share | None:
    """Return the share of lasting differences between players; None where too little of the design shows them."""
    gains = [_gains(group) for group in deals]
    lasting: defaultdict[Names, float] = defaultdict(float)
    for who, gain in chain.from_iterable(own.items() for own in gains):
        lasting[who] += gain
    products = [fsum(gain * (lasting[who] - gain) for who, gain in own.items()) for own in gains]
    shown = _design(deals)
    if not whole.within or sum(shown) < sum(len(own) for own in gains):  # less than one other deal for every gain
        return None
    all_products, all_shown = fsum(products), fsum(shown)

    def share(product: float, seen: float) -> float:
        return product / seen / whole.play * (1 - cards) if seen > 0 else 0.0

    found = share(all_products, all_shown)
    without = [share(all_products - 2 * p, all_shown - 2 * s) for p, s in zip(products, shown, strict=True)]
    low, high = (min(max(bound, 0.0), 1 - cards) for bound in _left_out(found, without))
    found = min(max(found, 0.0), 1 - cards)
    return Share(found, min(low, found), max(high, found))


def _gains(group: Sequence[_Held]) -> Mapping[Names, float]:
    """Return what every player gained over the means of his comparisons in one deal."""
    gains: defaultdict[Names, float] = defaultdict(float)
    for one in group:
        mean = one.mean
        for who, score in zip(one.holders, one.scores, strict=True):
            gains[who] += score - mean
    return gains


def _design(deals: Sequence[Sequence[_Held]]) -> list[float]:
    """Return for every deal what its products with the other deals' gains are worth in variances of a player.

    Of comparisons of n and n' players that have k in common it is k ((1 - 1/n)(1 - 1/n') + (k - 1) / (n n')).
    """
    places = [(number, one) for number, group in enumerate(deals) for one in group]
    seats: defaultdict[Names, list[int]] = defaultdict(list)
    for place, (_, one) in enumerate(places):
        for who in one.holders:
            seats[who].append(place)
    shown = [0.0] * len(deals)
    for number, one in places:
        size = len(one.holders)
        for other, common in Counter(chain.from_iterable(seats[who] for who in one.holders)).items():
            where, there = places[other]
            if where != number:
                many = len(there.holders)
                shown[number] += common * ((size - 1) * (many - 1) + common - 1) / (size * many)
    return shown


def _left_out(whole: float, without: Sequence[float]) -> tuple[float, float]:
    """Return the range of a value by what it is without each of the deals in turn."""
    count = len(without)
    pseudo = [count * whole - (count - 1) * value for value in without]
    mean = fsum(pseudo) / count
    error = sqrt(fsum((value - mean) ** 2 for value in pseudo) / (count - 1) / count)
    reach = _student(count - 1) * error
    return mean - reach, mean + reach


def _student(freedom: int) -> float:
    """Return the two-sided limit of Student's t, by its expansion in the degrees of freedom."""
    return Z + (Z**3 + Z) / (4 * freedom) + (5 * Z**5 + 16 * Z**3 + 3 * Z) / (96 * freedom**2)
