"""Seat-balanced squares: every card visits every position as evenly as the count allows.

The state is a table, squares x cards, of positions. A start that is balanced by construction is moved about by
random trades, each of which keeps every law and is as likely as its reverse: what is left is chance.
docs/dealing.md has the argument.
"""

from collections.abc import Sequence

from replikat.deck.dealing.stream import Stream

SWEEPS = 24  # how often every pair of neighbours in a random ring of the squares is reshared; 4 forget the start of 20 squares, 6 that of 4

Table = list[list[int]]  # table[square][card] = position


def balanced_table(capacities: Sequence[int], squares: int, stream: Stream) -> Table:
    """Return positions for every square and card, drawn from all tables that keep the seat balance.

    Over the squares a card's visits to a position are floor or ceiling of squares * capacity / cards.
    """
    table = spaced_table(capacities, squares)
    cards = sum(capacities)
    fewest = [squares * capacity // cards for capacity in capacities]
    uneven = any(squares * capacity % cards for capacity in capacities)
    visits = count_visits(table, len(capacities))
    for _ in range(SWEEPS):
        ring = stream.order(squares)
        for here, there in zip(ring, ring[1:] + ring[:1], strict=True):
            if here != there:
                reshare(table[here], table[there], len(capacities), stream)
        if uneven:
            for square in ring:
                for _ in range(cards):
                    swap_extras(table[square], visits, fewest, stream)
    return table


def spaced_table(capacities: Sequence[int], squares: int) -> Table:
    """Return the start: one long row of seats, and every square a step further along it.

    The steps floor(q n / squares) are as even as whole numbers can be, so any window of c neighbouring seats
    holds floor or ceiling of c squares / n of them: the start keeps the balance.
    """
    seats = [position for position, capacity in enumerate(capacities) for _ in range(capacity)]
    cards = len(seats)
    return [[seats[(card + square * cards // squares) % cards] for card in range(cards)] for square in range(squares)]


def count_visits(table: Table, positions: int) -> list[list[int]]:
    """Return how often every card is dealt to every position: visits[card][position]."""
    return [[places.count(position) for position in range(positions)] for places in zip(*table, strict=True)]


def reshare(first: list[int], second: list[int], positions: int, stream: Stream) -> None:
    """Trade cards between two squares; every card keeps its two positions, both squares keep their capacities.

    A card that is dealt to x in the first square and y in the second is an arrow x -> y. Turning all arrows of a
    closed round trip trades those cards between the squares. Round trips of three and more positions are tried
    with randomly chosen cards; trips x -> y -> x are all drawn at once by shuffling who goes which way.
    """
    between = cards_between(first, second, positions)
    if positions > 2:
        for _ in range(2 * positions):
            turn_trip(first, second, between, stream)
    for x in range(positions):
        for y in range(x + 1, positions):
            shuffle_ways(first, second, between[x][y], stream)


def cards_between(first: Sequence[int], second: Sequence[int], positions: int) -> list[list[list[int]]]:
    """Return the cards that go from x to y or from y to x, one list that stands in both places."""
    between: list[list[list[int]]] = [[[] for _ in range(positions)] for _ in range(positions)]
    for x in range(positions):
        for y in range(x):
            between[x][y] = between[y][x]
    for card, (x, y) in enumerate(zip(first, second, strict=True)):
        if x != y:
            between[x][y].append(card)
    return between


def shuffle_ways(first: list[int], second: list[int], cards: Sequence[int], stream: Stream) -> None:
    """Shuffle which of the cards between two positions go there and which go back; as many do as before."""
    if len(cards) > 1:
        ways = [(first[card], second[card]) for card in cards]
        for card, place in zip(cards, stream.order(len(cards)), strict=True):
            first[card], second[card] = ways[place]


def turn_trip(first: list[int], second: list[int], between: Sequence[Sequence[Sequence[int]]], stream: Stream) -> None:
    """Turn a random round trip of three or more positions, if the cards that chance points at make it that way round.

    `between` lists cards without regard to direction and so outlives the turn: the way back, the same trip in the
    other direction with the same cards, has the same chance.
    """
    trip = stream.order(len(between))[: 3 + stream.below(len(between) - 2)]
    chosen = []
    for x, y in zip(trip, trip[1:] + trip[:1], strict=True):
        cards = between[x][y]
        if not cards:
            return
        card = cards[stream.below(len(cards))]
        if first[card] != x:
            return
        chosen.append(card)
    for card in chosen:
        first[card], second[card] = second[card], first[card]


def swap_extras(row: list[int], visits: list[list[int]], fewest: Sequence[int], stream: Stream) -> None:
    """Swap two random cards of a square if each gives up an extra visit and gains one that it lacks.

    So the uneven visits wander from card to card where the count does not divide.
    """
    a, b = stream.below(len(row)), stream.below(len(row))
    x, y = row[a], row[b]
    if x != y and visits[a][x] > fewest[x] and visits[a][y] == fewest[y] and visits[b][y] > fewest[y] and visits[b][x] == fewest[x]:
        row[a], row[b] = y, x
        for card, lost, won in ((a, x, y), (b, y, x)):
            visits[card][lost] -= 1
            visits[card][won] += 1
