"""Seat-balanced squares: every card visits every position as evenly as the count allows.

The state is a table, cards x squares, of positions. A start that is balanced by construction is moved about by
random trades, each of which keeps every law and is its own reverse with the same chance: what is left is chance.
docs/dealing.md has the argument.
"""

from collections.abc import Sequence

from replikat.model.stream import Stream

SWEEPS = 24  # how often every pair of neighbours in a random ring of the squares is reshuffled

Table = list[list[int]]  # table[square][card] = position


def balanced_table(capacities: Sequence[int], squares: int, stream: Stream) -> Table:
    """Return positions for every square and card, drawn from all tables that keep the seat balance.

    Over the squares a card's visits to a position are floor or ceiling of squares * capacity / cards.
    """
    table = _spaced_table(capacities, squares)
    cards = sum(capacities)
    exact = all(squares * capacity % cards == 0 for capacity in capacities)
    for _ in range(SWEEPS):
        ring = stream.order(squares)
        for here, there in zip(ring, ring[1:] + ring[:1], strict=True):
            if here != there:
                reshare(table[here], table[there], len(capacities), stream)
        if not exact:
            for square in ring:
                swap_extras(table, square, capacities, stream)
    return table


def _spaced_table(capacities: Sequence[int], squares: int) -> Table:
    """Return the start: one long row of seats, and every square a step further along it.

    The steps floor(q n / squares) are as even as whole numbers can be, so any window of c neighbouring seats
    holds floor or ceiling of c squares / n of them: the start keeps the balance.
    """
    seats = [position for position, capacity in enumerate(capacities) for _ in range(capacity)]
    cards = len(seats)
    return [[seats[(card + square * cards // squares) % cards] for card in range(cards)] for square in range(squares)]


def reshare(first: list[int], second: list[int], positions: int, stream: Stream) -> None:
    """Trade cards between two squares; every card keeps its two positions, both squares keep their capacities.

    A card that is dealt to x in the first square and y in the second is an arrow x -> y. Turning all arrows of a
    closed round trip trades those cards between the squares. Round trips of three and more positions are tried
    with randomly chosen cards; trips x -> y -> x are all drawn at once by shuffling who goes which way.
    """
    between: list[list[int]] = [[] for _ in range(positions * positions)]
    for card, (x, y) in enumerate(zip(first, second, strict=True)):
        if x != y:
            between[x * positions + y if x < y else y * positions + x].append(card)
    for _ in range(2 * positions if positions > 2 else 0):
        length = 3 + stream.below(positions - 2)
        trip = _pick_distinct(positions, length, stream)
        _try_trip(first, second, positions, trip, between, stream)
    for cards in between:
        if len(cards) > 1:
            ways = [first[card] for card in cards]
            both = first[cards[0]] + second[cards[0]]
            for card, place in zip(cards, stream.order(len(cards)), strict=True):
                first[card] = ways[place]
                second[card] = both - ways[place]


def _pick_distinct(limit: int, count: int, stream: Stream) -> list[int]:
    rest = list(range(limit))
    return [rest.pop(stream.below(len(rest))) for _ in range(count)]


def _try_trip(first: list[int], second: list[int], positions: int, trip: list[int], between: list[list[int]], stream: Stream) -> None:
    """Turn a round trip through the positions of `trip`, if the cards that chance points at form one."""
    chosen = []
    for x, y in zip(trip, trip[1:] + trip[:1], strict=True):
        cards = between[x * positions + y if x < y else y * positions + x]
        if not cards:
            return
        chosen.append(cards[stream.below(len(cards))])
    forward = all(first[card] == x for card, x in zip(chosen, trip, strict=True))
    backward = all(second[card] == x for card, x in zip(chosen, trip, strict=True))
    if forward or backward:
        for card in chosen:
            first[card], second[card] = second[card], first[card]


def swap_extras(table: Table, square: int, capacities: Sequence[int], stream: Stream) -> None:
    """Swap cards within one square where the balance has slack, so that the uneven visits wander too."""
    cards = len(table[square])
    fewest = [len(table) * capacity // cards for capacity in capacities]
    visits = [[0] * len(capacities) for _ in range(cards)]
    for row in table:
        for card, position in enumerate(row):
            visits[card][position] += 1
    row = table[square]
    for _ in range(cards):
        a, b = stream.below(cards), stream.below(cards)
        x, y = row[a], row[b]
        if x != y and visits[a][x] > fewest[x] and visits[a][y] == fewest[y] and visits[b][y] > fewest[y] and visits[b][x] == fewest[x]:
            row[a], row[b] = y, x
            for card, lost, won in ((a, x, y), (b, y, x)):
                visits[card][lost] -= 1
                visits[card][won] += 1
