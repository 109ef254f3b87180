"""How evenly the entries of a schedule are compared: fewest and most, against the best that is possible, and who never is."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb, gcd, isqrt

from replikat.events.schedule import Schedule
from replikat.events.schedules.counts import Pair, playing, sides_held, squares_alike


@dataclass(frozen=True, kw_only=True)
class Evenness:
    """How often any two entries are compared.

    `best` are fewest and most where as many comparisons are shared out as evenly as is possible; no plan has a
    narrower span. `never` are the pairs of entries that are never compared, in the order of the list. `fields` are the
    parts between which nothing is compared, not even by others.
    """

    fewest: int
    most: int
    best: tuple[int, int]
    never: tuple[tuple[str, str], ...]
    fields: tuple[tuple[str, ...], ...]

    @property
    def even(self) -> bool:
        """Return whether no plan of as many comparisons could be more even."""
        return self.most - self.fewest <= self.best[1] - self.best[0]


def evenness_of(schedule: Schedule, counts: Mapping[Pair, int]) -> Evenness | None:
    """Return how evenly entries are compared; None where less than two of them play.

    `counts` says how often any two are compared (`counts.compared`).
    """
    names = playing(schedule)
    pairs = list(combinations(names, 2))
    if not pairs:
        return None
    often = [counts.get(frozenset(pair), 0) for pair in pairs]
    return Evenness(
        fewest=min(often),
        most=max(often),
        best=_best(schedule, sum(often), len(pairs)),
        never=tuple(pair for pair, count in zip(pairs, often, strict=True) if not count),
        fields=_fields(schedule, names),
    )


def exact_howell_excluded(count: int) -> bool:
    """Return whether no Howell of so many pairs compares all of them equally often, as far as that is proved.

    Write 1 and -1 for the sides of a pair in every round, 0 where it sits out. With an even number an exact Howell gives a
    Hadamard matrix, whose order is a multiple of 4 (Hadamard 1893). With 1 more than a multiple of 4 it gives a
    symmetric conference matrix of order count + 1, and then count is a sum of two squares (Belevitch 1950). Of
    five, all ways to choose the sides were looked at.
    """
    if count % 4 == 1:
        rests = [count - root * root for root in range(isqrt(count) + 1)]
        return count == 5 or not any(isqrt(rest) ** 2 == rest for rest in rests)
    return count % 4 == 2


def _best(schedule: Schedule, comparisons: int, pairs: int) -> tuple[int, int]:
    """Return fewest and most if as many comparisons were shared out evenly: they come by the squares of a round."""
    step = gcd(*squares_alike(schedule).values())
    whole, rest = divmod(comparisons, pairs * step)
    if _is_whole_howell(schedule, comparisons, step) and exact_howell_excluded(len(schedule.entries)):
        return (whole - 1) * step, (whole + 1) * step
    return whole * step, (whole + bool(rest)) * step


def _is_whole_howell(schedule: Schedule, comparisons: int, step: int) -> bool:
    """Return whether all meet all, two at a table, all tables are compared, and nobody is missing in any round."""
    if not schedule.whole or len(schedule.rounds) != schedule.whole or len(schedule.sides) != 2:
        return False
    return comparisons == 2 * comb(len(schedule.entries) // 2, 2) * schedule.whole * step


def _fields(schedule: Schedule, names: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    root = {name: name for name in names}

    def top(name: str) -> str:
        while root[name] != name:
            name = root[name]
        return name

    for many in sides_held(schedule).values():
        owners = [schedule.owners[name] for holders in many for name in holders]
        for name in owners:
            root[top(name)] = top(owners[0])
    fields: dict[str, list[str]] = {}
    for name in names:
        fields.setdefault(top(name), []).append(name)
    return tuple(tuple(field) for field in fields.values())
