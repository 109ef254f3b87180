"""Swiss: who stands near each other meets; the same two meet again seldom, and late."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from replikat.events.schedules.mixing import turned
from replikat.events.schedules.seating import Meeting, Meetings

STEPS = 20_000  # of the search for a sum of weights: enough for all pairings of twelve
MOST_RESTING = 15  # of those whose turn it is to sit out, so many of the last are looked at

Pair = frozenset[int]


class Earlier(NamedTuple):
    """What was played before: how often any two have met, and how often everybody has played.

    `running` is what two who met in the last round weigh besides: more than all meetings of a
    round.
    """

    met: Counter[Pair]
    last: frozenset[Pair]
    seated: Counter[int]
    running: int

    def weight(self, one: int, other: int) -> int:
        """Return what a meeting of two weighs: earlier meetings, and that they met just now."""
        pair = frozenset((one, other))
        return self.met[pair] + (self.running if pair in self.last else 0)


def next_round(ranked: Sequence[int], size: int, played: Meetings) -> list[Meeting]:
    """Return the meetings of the next round.

    Of those who have sat out least the last one sits out (or as many as a table lacks). Two by two,
    in this order: as few as can be meet who met in the round before; the meetings that any two have
    had before are as few as can be, all together; the one who sits out is the last; the first meets
    the nearest in the standings, then the next one does. With larger tables each takes, in the
    order of the standings, who has met the others there least.

    `ranked` are the entries in the order of the standings, `size` is how many meet at a table,
    `played` the rounds before.
    """
    earlier = _earlier(played, len(ranked))
    sat: Counter[tuple[int, int]] = Counter()
    for meetings in played:
        for meeting in meetings:
            sat.update(enumerate(meeting))
    if size == 2:
        coming = _paired(ranked, earlier)
    else:
        coming = _grouped(ranked, size, earlier)
    return [turned(meeting, sat) for meeting in coming]


def _earlier(played: Meetings, count: int) -> Earlier:
    met: Counter[Pair] = Counter()
    seated: Counter[int] = Counter()
    last: set[Pair] = set()
    for meetings in played:
        last = set()
        for meeting in meetings:
            seated.update(meeting)
            last.update(_pairs_in(meeting))
        met.update(last)
    return Earlier(met, frozenset(last), seated, count * (len(played) + 1))


def _pairs_in(meeting: Meeting) -> Iterator[Pair]:
    for place, one in enumerate(meeting):
        yield from (frozenset((one, other)) for other in meeting[place + 1 :])


def _last_to_rest(ranked: Sequence[int], seated: Counter[int]) -> list[int]:
    """Return everybody in the order of sitting out: who has played most, of these the last."""
    rank = {one: place for place, one in enumerate(ranked)}
    return sorted(ranked, key=lambda one: (-seated[one], -rank[one]))


def _paired(ranked: Sequence[int], earlier: Earlier) -> list[Meeting]:
    """Return the pairs of the next round.

    Sums of weights are tried from the smallest that could be, each with a bounded number of steps.
    """
    here: list[list[int]] = [list(ranked)]
    if len(ranked) % 2:
        turn = _last_to_rest(ranked, earlier.seated)
        resting = [one for one in turn if earlier.seated[one] == earlier.seated[turn[0]]]
        here = [[one for one in ranked if one != away] for away in resting[:MOST_RESTING]]
    searches = [_Search(rest, earlier) for rest in here]
    steps = STEPS // len(searches)
    allowed, growth = min(search.least for search in searches), 1
    while True:
        for search in searches:
            pairs = search.within(allowed, steps)
            if pairs is not None:
                return pairs
        following = min(search.next_sum for search in searches)
        if any(search.exhausted for search in searches):
            # Too large a field to be sure: larger and larger steps keep the time within bounds.
            following, growth = max(following, allowed + growth), 2 * growth
        allowed = following


class _Search:
    """The search for pairs of everybody `here`, in the order of the standings.

    `least` is a bound below which no sum of weights can be, `next_sum` the smallest sum beyond the
    one that was tried last that may do. `exhausted` says that the steps did not suffice for that
    one.
    """

    def __init__(self, here: Sequence[int], earlier: Earlier) -> None:
        self.here = tuple(here)
        self.weights = {one: _weights(one, here, earlier) for one in here}
        self.best = {one: min(weights.values(), default=0) for one, weights in self.weights.items()}
        self.most = sum(max(weights.values(), default=0) for weights in self.weights.values())
        self.least = self._bound(self.here)
        self.next_sum = self.least
        self.allowed = 0
        self.steps = 0
        self.exhausted = False
        self.hopeless: dict[tuple[int, ...], int] = {}  # what was not enough for those who are left

    def within(self, allowed: int, steps: int) -> list[Meeting] | None:
        """Return the first pairs, by the standings, whose weights have at most this sum.

        None where there are none, or where so many steps do not suffice.
        """
        if self.least > allowed:
            return None
        self.allowed, self.steps, self.exhausted = allowed, steps, False
        self.next_sum = max(self.most, allowed + 1)
        self.hopeless.clear()
        return self._pairs(self.here, allowed)

    def _bound(self, rest: Sequence[int]) -> int:
        """Return a sum that pairs of these cannot go below: the lightest opponents, halved."""
        return -(-sum(self.best[one] for one in rest) // 2)

    def _pairs(self, rest: tuple[int, ...], left: int) -> list[Meeting] | None:
        if not rest:
            return []
        if self.hopeless.get(rest, -1) >= left:
            return None
        first, others = rest[0], rest[1:]
        for place, other in enumerate(others):
            after = others[:place] + others[place + 1 :]
            spare = left - self.weights[first][other]
            lacking = self._bound(after) - spare
            if lacking > 0:
                self.next_sum = min(self.next_sum, self.allowed + lacking)
                continue
            if not self.steps:
                self.exhausted = True
                return None
            self.steps -= 1
            pairs = self._pairs(after, spare)
            if pairs is not None:
                return [(first, other), *pairs]
        self.hopeless[rest] = left
        return None


def _weights(one: int, here: Sequence[int], earlier: Earlier) -> dict[int, int]:
    """Return what a meeting with each of the others weighs."""
    return {other: earlier.weight(one, other) for other in here if other != one}


def _grouped(ranked: Sequence[int], size: int, earlier: Earlier) -> list[Meeting]:
    away = set(_last_to_rest(ranked, earlier.seated)[: len(ranked) % size])
    rest = [one for one in ranked if one not in away]
    tables = []
    while rest:
        table = [rest.pop(0)]
        while len(table) < size:
            weights = {one: sum(earlier.weight(one, other) for other in table) for one in rest}
            table.append(min(rest, key=weights.__getitem__))
            rest.remove(table[-1])
        tables.append(tuple(table))
    return tables
