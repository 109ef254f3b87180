"""Mixed tables for any number of players and any size of table, where no perfect movement is known."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from replikat.model.deck import DEALING
from replikat.model.stream import Stream
from replikat.play.schedules.seating import Meeting, Meetings

PASSES = 6  # of exchanges in a round
PARTNER = 3  # how much more meeting as partners again weighs than meeting as opponents again

Counts = Counter[frozenset[int]]


def mixed(count: int, size: int, rounds: int, sides: Sequence[Sequence[int]]) -> Meetings:
    """Return rounds of tables of `size` in which the same people meet again as seldom as a bounded search finds.

    `sides` are the places at a table that are partners. Whoever has sat out least does so first; tables are turned
    so that everybody comes to every seat.
    """
    partners = [frozenset(pair) for side in sides for pair in combinations(side, 2)]
    met: Counts = Counter()
    sat: Counter[tuple[int, int]] = Counter()
    rested: Counter[int] = Counter()
    found: Meetings = []
    for number in range(rounds):
        order = Stream(DEALING, "", "mixing", count, number).order(count)
        away = sorted(range(count), key=lambda place: (rested[place], order[place]))[: count % size]
        rested.update(away)
        here = sorted(set(range(count)) - set(away), key=lambda place: order[place])
        tables = _exchanged([here[start : start + size] for start in range(0, len(here), size)], met, partners)
        turned_tables = [turned(table, sat) for table in tables]
        for table in turned_tables:
            met.update(_pairs(table, partners))
            sat.update(enumerate(table))
        found.append(turned_tables)
    return found


def _pairs(table: Sequence[int], partners: Sequence[frozenset[int]]) -> Counts:
    """Return who meets whom at a table, partners more heavily."""
    return Counter(
        {frozenset((table[a], table[b])): PARTNER if frozenset((a, b)) in partners else 1 for a, b in combinations(range(len(table)), 2)}
    )


def _cost(table: Sequence[int], met: Counts, partners: Sequence[frozenset[int]]) -> int:
    return sum(weight * met[pair] ** 2 for pair, weight in _pairs(table, partners).items())


def _exchanged(tables: list[list[int]], met: Counts, partners: Sequence[frozenset[int]]) -> list[list[int]]:
    """Exchange two people of two tables as long as it helps, a bounded number of times."""
    costs = [_cost(table, met, partners) for table in tables]
    for _ in range(PASSES):
        before = sum(costs)
        for one, other in combinations(range(len(tables)), 2):
            for i in range(len(tables[one])):
                for j in range(len(tables[other])):
                    if not costs[one] + costs[other]:
                        break
                    first, second = tables[one].copy(), tables[other].copy()
                    first[i], second[j] = second[j], first[i]
                    new = _cost(first, met, partners), _cost(second, met, partners)
                    if sum(new) < costs[one] + costs[other]:
                        tables[one], tables[other] = first, second
                        costs[one], costs[other] = new
        if sum(costs) in (0, before):
            break
    return tables


def turned(table: Sequence[int], sat: Counter[tuple[int, int]]) -> Meeting:
    """Return the table turned so that people come to the seats that they had least; neighbours and partners stay."""
    turns = [(*table[step:], *table[:step]) for step in range(len(table))]
    return min(turns, key=lambda turn: sum(sat[place] for place in enumerate(turn)))
