"""Seats exchanged so that people come to all of them, and so that any two are compared about equally often.

Tables are turned, and partners exchange seats, or anybody where there are no partners: none of it changes who is whose
partner or opponent.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

from replikat.events.schedules.seating import Meeting, Meetings, Named

PASSES = 8  # over all tables; more than the search takes
VISITS = 4000  # of tables, about, where there are very many
SEAT, SEAT_ALONE = 3, 6  # how much evenness of seats weighs against that of comparisons, with partners and without

Held = tuple[str, int]  # who holds which place at a table


def evened(meetings: Meetings, count: int, sides: Sequence[list[int]], seats_matter: bool) -> Meetings:
    """Return the meetings of `count` entries with seats exchanged.

    `sides` are the places at a table whose results stand together: whoever holds the same side in the same round is compared.
    `seats_matter` where also every place at a table is to be held by everybody.
    """
    search = _Search(meetings, count, sides, seats_matter)
    passes = min(PASSES, 1 + VISITS // max(1, sum(map(len, meetings))))
    for _ in range(passes):
        better = sum(search.improve(number, table) for number, turn in enumerate(search.rounds) for table in range(len(turn)))
        if not better:
            break
    return search.rounds


def turned_evenly(rounds: Sequence[Named], done: Sequence[Named], sides: Sequence[Sequence[int]]) -> list[Named]:
    """Return the rounds with all tables of a round turned alike, so that people come to all seats, counting those of `done`.

    Since all tables of a round are turned by as much, whoever was compared still is. The search goes from a few
    beginnings to where turning one round more does not help.
    """
    partition = {frozenset(side) for side in sides}
    size = sum(map(len, sides))
    steps = [step for step in range(size) if _turned_sides(sides, step, size) == partition]
    before = Counter((name, seat) for turn in done for meeting in turn for seat, name in enumerate(meeting))
    tries = []
    runs = min(len(rounds), VISITS // max(1, sum(map(len, rounds))))
    for run in range(runs + 1):  # so many rounds as they are, so many turned, and so on; 0: all as they are
        begun = [_turned(turn, steps[number // run % len(steps)] if run else 0) for number, turn in enumerate(rounds)]
        tries.append(_turned_while_better(begun, before, steps))
    return min(tries, key=lambda one: one[0])[1]


def _turned_while_better(rounds: list[Named], before: Counter[Held], steps: Sequence[int]) -> tuple[int, list[Named]]:
    """Return the squares of how often everybody holds each seat, summed, and the rounds with these as small as turning makes them."""
    held = before.copy()
    held.update(chair for turn in rounds for chair in _chairs(turn))
    for _ in range(min(PASSES, 1 + VISITS // max(1, sum(map(len, rounds))))):
        former = list(rounds)
        for number, turn in enumerate(rounds):
            held.subtract(_chairs(turn))
            ways = [_turned(turn, step) for step in steps]
            rounds[number] = min(ways, key=lambda way: sum(held[chair] for chair in _chairs(way)))  # of equals: as it is
            held.update(_chairs(rounds[number]))
        if rounds == former:
            break
    return sum(count * count for count in held.values()), rounds


def _chairs(turn: Named) -> list[Held]:
    return [(name, seat) for meeting in turn for seat, name in enumerate(meeting)]


def _turned(turn: Named, step: int) -> Named:
    return tuple((*meeting[step:], *meeting[:step]) for meeting in turn)


def _turned_sides(sides: Sequence[Sequence[int]], step: int, size: int) -> set[frozenset[int]]:
    return {frozenset((place - step) % size for place in side) for side in sides}


class _Search:
    """Counts of seats and of comparisons; their squares are made smaller, one table at a time."""

    def __init__(self, meetings: Meetings, count: int, sides: Sequence[list[int]], seats_matter: bool) -> None:
        self.rounds = [list(turn) for turn in meetings]
        self.sides = sides
        alone = all(len(side) == 1 for side in sides)
        self.weight = (SEAT_ALONE if alone else SEAT) if seats_matter else 0
        self.exchanged = [
            pair for side in ([[place for side in sides for place in side]] if alone else sides) for pair in combinations(side, 2)
        ]
        self.side = {seat: place for place, seats in enumerate(sides) for seat in seats}
        self.compared = [[0] * count for _ in range(count)]
        self.held = [[0] * len(self.side) for _ in range(count)]
        for number, turn in enumerate(self.rounds):
            for table, meeting in enumerate(turn):
                for seat, who in enumerate(meeting):
                    self.held[who][seat] += 1
                    for other in self._same_side(number, table, seat):
                        self.compared[who][other] += 1

    def improve(self, number: int, table: int) -> bool:
        """Seat one table so that the counts are evenest; return whether that was another way."""
        now = self.rounds[number][table]
        others = [self._same_side(number, table, seat) for seat in range(len(now))]
        self._count(now, others, -1)
        cost = {who: self._costs(who, others) for who in now}
        best = min(self._ways(now), key=lambda way: sum([cost[who][seat] for seat, who in enumerate(way)]))  # of equals: as it is
        self._count(best, others, 1)
        self.rounds[number][table] = best
        return best != now

    def _ways(self, now: Meeting) -> Iterator[Meeting]:
        """Yield the table as it is, turned, and with two people exchanged."""
        for step in range(len(now)):
            turn = (*now[step:], *now[:step])
            yield turn
            for one, other in self.exchanged if len(now) > 2 else ():
                seats = list(turn)
                seats[one], seats[other] = seats[other], seats[one]
                yield tuple(seats)

    def _same_side(self, number: int, table: int, seat: int) -> list[int]:
        """Return who holds the side of a seat at the other tables of the round."""
        return [
            who
            for place, meeting in enumerate(self.rounds[number])
            if place != table
            for other, who in enumerate(meeting)
            if self.side[other] == self.side[seat]
        ]

    def _count(self, turn: Meeting, others: Sequence[Sequence[int]], sign: int) -> None:
        for seat, who in enumerate(turn):
            self.held[who][seat] += sign
            row = self.compared[who]
            for other in others[seat]:
                row[other] += sign
                self.compared[other][who] += sign

    def _costs(self, who: int, others: Sequence[Sequence[int]]) -> list[int]:
        """Return, for every seat, what the squares of the counts grow by if somebody sits there, half of it."""
        row = self.compared[who]
        sides = [sum([row[other] for other in others[seats[0]]]) for seats in self.sides]
        return [self.weight * self.held[who][seat] + sides[self.side[seat]] for seat in range(len(others))]
