"""Swiss: who stands near each other meets, and nobody meets again while that can be avoided."""

from collections import Counter
from collections.abc import Iterator, Sequence

from replikat.events.schedules.mixing import turned
from replikat.events.schedules.seating import Meeting, Meetings

STEPS = 20_000  # of the search, for every number of repeats that is tried

Met = Counter[frozenset[int]]


def next_round(ranked: Sequence[int], size: int, played: Meetings) -> list[Meeting]:
    """Return the meetings of the next round for entries in the order of the standings.

    Of those who sat out least the last one sits out (or as many as a table lacks). Two by two, the first meets the next whom it
    has not met; with larger tables each takes, in order, who has met the others there least.
    """
    met: Met = Counter()
    sat: Counter[tuple[int, int]] = Counter()
    seated: Counter[int] = Counter()
    for meeting in (meeting for meetings in played for meeting in meetings):
        met.update(frozenset((a, b)) for i, a in enumerate(meeting) for b in meeting[i + 1 :])
        sat.update(enumerate(meeting))
        seated.update(meeting)
    found = _paired(ranked, seated, met) if size == 2 else _grouped(ranked, size, seated, met)
    return [turned(meeting, sat) for meeting in found]


def _last_to_rest(ranked: Sequence[int], seated: Counter[int]) -> list[int]:
    """Return everybody in the order in which they are to sit out: who has played most, and of these the last."""
    rank = {one: place for place, one in enumerate(ranked)}
    return sorted(ranked, key=lambda one: (-seated[one], -rank[one]))


def _paired(ranked: Sequence[int], seated: Counter[int], met: Met) -> list[Meeting]:
    """Return pairs with as few repeats as the bounded search finds; who sits out is moved too, among those whose turn it is."""
    resting: list[int | None] = [None]
    if len(ranked) % 2:
        turn = _last_to_rest(ranked, seated)
        resting = [one for one in turn if seated[one] == seated[turn[0]]]
    for repeats in range(len(ranked) // 2 + 1):
        for away in resting:
            steps = iter(range(STEPS))
            found = _search([one for one in ranked if one != away], repeats, met, steps)
            if found is not None:
                return found
    raise AssertionError("as many repeats as pairs are allowed at the end")


def _search(rest: list[int], repeats: int, met: Met, steps: Iterator[int]) -> list[Meeting] | None:
    """Return pairs of everybody, with so many repeats at most; None where there are none, or the steps are used up."""
    if not rest:
        return []
    first, others = rest[0], rest[1:]
    for other in others:
        again = met[frozenset((first, other))] > 0
        if again > repeats or next(steps, None) is None:
            continue
        found = _search([one for one in others if one != other], repeats - again, met, steps)
        if found is not None:
            return [(first, other), *found]
    return None


def _grouped(ranked: Sequence[int], size: int, seated: Counter[int], met: Met) -> list[Meeting]:
    away = set(_last_to_rest(ranked, seated)[: len(ranked) % size])
    rest = [one for one in ranked if one not in away]
    found = []
    while rest:
        table = [rest.pop(0)]
        while len(table) < size:
            table.append(min(rest, key=lambda one: sum(met[frozenset((one, other))] for other in table)))
            rest.remove(table[-1])
        found.append(tuple(table))
    return found
