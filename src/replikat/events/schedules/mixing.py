"""Mixed tables for any number of players and any size of table, where no perfect movement is known."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from replikat.deck.dealing.stream import DEALING, Stream
from replikat.events.schedules.seating import Meeting, Meetings

PASSES = 6  # of exchanges in a round
TRIALS = 4  # beginnings of a round, the best of which is taken
EXCHANGES = 600_000  # about so many are tried in all: the more rounds and people, the fewer beginnings
PARTNER = 3  # how much more meeting as partners weighs than meeting as opponents

Met = list[list[int]]  # how often any two have met, partners weighing more
Links = list[tuple[int, int, int]]  # two places at a table, and what meeting there weighs


def mixed(count: int, size: int, rounds: int, sides: Sequence[Sequence[int]]) -> Meetings:
    """Return rounds of tables of `size` in which the same people meet again as seldom as a bounded search finds.

    `sides` are the places at a table that are partners. Whoever has sat out least does so first; tables are turned
    so that everybody comes to every seat.
    """
    partners = {pair for side in sides for pair in combinations(sorted(side), 2)}
    links = [(a, b, PARTNER if (a, b) in partners else 1) for a, b in combinations(range(size), 2)]
    met = [[0] * count for _ in range(count)]
    sat: Counter[tuple[int, int]] = Counter()
    rested: Counter[int] = Counter()
    trials = min(TRIALS, max(1, 2 * EXCHANGES // (PASSES * rounds * count * count)))
    found: Meetings = []
    for number in range(rounds):
        orders = Stream(DEALING, "", "mixing", count, number)
        order = orders.order(count)
        away = sorted(order, key=lambda place: rested[place])[: count % size]
        rested.update(away)
        here = [place for place in order if place not in away]
        tables = [turned(table, sat) for table in _best([orders.order(len(here)) for _ in range(trials)], here, size, met, links)]
        for table in tables:
            sat.update(enumerate(table))
            for a, b, weight in links:
                met[table[a]][table[b]] += weight
                met[table[b]][table[a]] += weight
        found.append(tables)
    return found


def _best(orders: Sequence[Sequence[int]], here: Sequence[int], size: int, met: Met, links: Links) -> list[list[int]]:
    """Return the best tables of those that begin in these orders."""
    tries = []
    for order in orders:
        tables = [[here[place] for place in order[start : start + size]] for start in range(0, len(here), size)]
        tries.append(_exchanged(tables, met, links))
        if not tries[-1][0]:
            break
    return min(tries, key=lambda one: one[0])[1]


def _cost(table: Sequence[int], met: Met, links: Links) -> int:
    return sum([weight * met[table[a]][table[b]] ** 2 for a, b, weight in links])


def _exchanged(tables: list[list[int]], met: Met, links: Links) -> tuple[int, list[list[int]]]:
    """Exchange two people of two tables as long as it helps, a bounded number of times; return cost and tables."""
    costs = [_cost(table, met, links) for table in tables]
    for _ in range(PASSES):
        before = sum(costs)
        for one, other in combinations(range(len(tables)), 2):
            first, second = tables[one], tables[other]
            for i in range(len(first)):
                for j in range(len(second)):
                    if not costs[one] + costs[other]:
                        break
                    first[i], second[j] = second[j], first[i]
                    new = _cost(first, met, links), _cost(second, met, links)
                    if sum(new) < costs[one] + costs[other]:
                        costs[one], costs[other] = new
                    else:
                        first[i], second[j] = second[j], first[i]
        if sum(costs) in (0, before):
            break
    return sum(costs), tables


def turned(table: Sequence[int], sat: Counter[tuple[int, int]]) -> Meeting:
    """Return the table turned so that people come to the seats that they had least; neighbours and partners stay."""
    turns = [(*table[step:], *table[:step]) for step in range(len(table))]
    return min(turns, key=lambda turn: sum(sat[place] for place in enumerate(turn)))
