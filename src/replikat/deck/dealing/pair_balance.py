"""Pair-balanced squares: how often two cards share a position is evened out, while the seat balance stays exact.

From a seat-balanced table two squares at a time are looked at. A card that lies at x in the one and at y in the other
may trade with a card that lies the other way round: both keep all their visits, both squares their capacities. Of all
such trades that make the meetings more even, or worse by no more than a random allowance, one is drawn. The allowance
falls step by step, as in annealing; what is left is as uneven as chance lets it be. docs/dealing.md has the figures.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from struct import Struct

from replikat.deck.dealing.seat_balance import Table
from replikat.deck.dealing.stream import Stream
from replikat.errors import Fault, ReplikatError

HOT, COLD = 445, 139  # of 1024: how likely one unit of worsening is allowed, at the first look and at the last
FIELD = 16  # bits of one number where numbers of all cards stand packed in one
FULL = (1 << FIELD) - 1
HALF = 1 << FIELD - 1


Told = Callable[[int, int], None]  # how many looks are done, and of how many


def even_out(table: Table, positions: int, looks: int, stream: Stream, told: Told | None = None) -> None:
    """Even out the meetings of cards in a seat-balanced table, by so many looks at two squares; `told` hears how far it is.

    Nothing but whole numbers decides, so that every machine finds the same table.
    """
    largest = max(table[0].count(position) for position in range(positions))
    if largest * len(table) >= HALF // 2:
        found = f"{len(table)} squares with a position of {largest} cards"
        raise ReplikatError(Fault(found, "balance pairs can count no more than 16,383 for cards by squares; use balance: seats"))
    meetings = Meetings(table, positions)
    pairs = list(combinations(range(len(table)), 2))
    chances = Struct(f"<{len(pairs)}H")
    for done in range(0, looks, len(pairs)) if pairs else ():
        if told:
            told(done, looks)
        allowances = list(_allowances(HOT - (HOT - COLD) * done // looks))
        order = stream.order(len(pairs))
        drawn = chances.unpack(stream.below(1 << FIELD * len(pairs)).to_bytes(chances.size, "little"))
        for place, chance in zip(order, drawn, strict=True):
            here, there = pairs[place]
            worse = sum(chance < limit for limit in allowances)
            fitting = meetings.fitting(here, there, worse)
            if fitting:
                meetings.trade(here, there, *fitting[stream.below(len(fitting)) if len(fitting) > 1 else 0])


def _allowances(ratio: int) -> Iterator[int]:
    """Yield, of 65,536, how often a worsening by 1, 2, ... is allowed: a geometric law with this ratio (of 1024)."""
    chance = 1 << FIELD
    while chance := chance * ratio >> 10:
        yield chance


class Meetings:
    """How often cards meet, kept up as they trade.

    `met[a][b]` counts the squares in which two cards share a position. For every square and position `_sums` holds the
    sum of the meetings of all cards that lie there, with every card, packed: the numbers of all cards side by side in
    one integer, FIELD bits each, so that one addition does for all.
    """

    def __init__(self, table: Table, positions: int) -> None:
        self.table = table
        self._positions = range(positions)
        cards = range(len(table[0]))
        self.met = [[sum(row[a] == row[b] for row in table) if a != b else 0 for b in cards] for a in cards]
        self._packed = [_pack(met) for met in self.met]
        self._held = [[_pack([FULL if at == position else 0 for at in row]) for position in self._positions] for row in table]
        self._sums = [[sum(self._packed[card] for card in cards if row[card] == position) for position in self._positions] for row in table]
        self._bias = _pack([HALF for _ in cards])
        self._fields = Struct(f"<{len(cards)}H")
        self._capacities = [table[0].count(position) for position in self._positions]

    def fitting(self, here: int, there: int, worse: int) -> list[tuple[int, int]]:
        """Return the pairs of cards whose trade between two squares adds at most `worse` to the sum of C(meetings, 2).

        A trade changes meetings of both cards by one, up or down: by the meetings as they are (`_costs`), by how often the
        two meet each other, which stays and was counted twice on either side, and by one for every change.
        """
        costs = self._costs(here, there)
        found = []
        groups = self._groups(here, there)
        for x, y in combinations(self._positions, 2):
            going, coming = groups[x][y], groups[y][x]
            if not going or not coming:
                continue
            together = len(going) + len(coming) - len(groups[x][x]) - len(groups[y][y])
            most = worse + 2 * HALF + 8 - 2 * (self._capacities[x] + self._capacities[y] + together)
            for a in going:
                left, met = most - costs[a], self.met[a]
                found += [(a, b) for b in coming if costs[b] - 4 * met[b] <= left]
        return found

    def _costs(self, here: int, there: int) -> tuple[int, ...]:
        """Return what each card's move to its other position adds by the meetings as they are, plus HALF."""
        costs = self._bias
        for position in self._positions:
            mine, other = self._held[here][position], self._held[there][position]
            at_home, away = self._sums[here][position], self._sums[there][position]
            costs += (at_home & other) - (at_home & mine) + (away & mine) - (away & other)
        return self._fields.unpack(costs.to_bytes(self._fields.size, "little"))

    def _groups(self, here: int, there: int) -> list[list[list[int]]]:
        """Return the cards that lie at x here and at y there, as groups[x][y]."""
        groups: list[list[list[int]]] = [[[] for _ in self._positions] for _ in self._positions]
        for card, (x, y) in enumerate(zip(self.table[here], self.table[there], strict=True)):
            groups[x][y].append(card)
        return groups

    def trade(self, here: int, there: int, a: int, b: int) -> None:
        """Let two cards change places in both squares."""
        x, y = self.table[here][a], self.table[here][b]
        change = [
            (at == y) - (at == x) + (other == x) - (other == y) for at, other in zip(self.table[here], self.table[there], strict=True)
        ]  # of the meetings of card a with every other; those of card b change the other way
        change[a] = change[b] = 0
        before = self._packed[a], self._packed[b]
        self._count(a, b, change)
        shift = _pack(change)
        for square, row in enumerate(self.table):
            self._add_up(square, row, (a, b), change, shift, before if square in (here, there) else None)
        moved = FULL << FIELD * a | FULL << FIELD * b
        for square, other in ((here, y), (there, x)):
            held, row = self._held[square], self.table[square]
            held[x] ^= moved
            held[y] ^= moved
            row[a], row[b] = other, x + y - other

    def _count(self, a: int, b: int, change: Sequence[int]) -> None:
        unit = (1 << FIELD * a) - (1 << FIELD * b)
        for card, more in enumerate(change):
            if more:
                for one, many in ((a, more), (b, -more)):
                    self.met[one][card] += many
                    self.met[card][one] += many
                self._packed[card] += more * unit
        shift = _pack(change)
        self._packed[a] += shift
        self._packed[b] -= shift

    def _add_up(
        self, square: int, row: Sequence[int], traded: tuple[int, int], change: Sequence[int], shift: int, before: tuple[int, int] | None
    ) -> None:
        """Bring the sums of one square up to date; `before` are the meetings of cards that change places in it."""
        a, b = traded
        sums = self._sums[square]
        if before:
            sums[row[a]] += self._packed[b] - before[0]
            sums[row[b]] += self._packed[a] - before[1]
        elif row[a] != row[b]:
            sums[row[a]] += shift
            sums[row[b]] -= shift
        unit = (1 << FIELD * a) - (1 << FIELD * b)
        gained = [0 for _ in self._positions]
        for card, more in enumerate(change):
            gained[row[card]] += more
        for position, many in enumerate(gained):
            sums[position] += many * unit


def _pack(numbers: Sequence[int]) -> int:
    """Return numbers side by side in one integer; negative ones borrow, and are whole again when added."""
    return sum(number << FIELD * place for place, number in enumerate(numbers))
