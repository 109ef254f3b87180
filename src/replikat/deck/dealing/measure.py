"""Judge any deck; knows nothing of how it was made."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb, sqrt
from operator import eq

from replikat.deck.deck import Deck
from replikat.deck.deck_spec import Group
from replikat.deck.squares import POSITIONS, Mark, Position

OVERLAP_DEVIATIONS = 10  # an overlap this many standard deviations above what is expected fails
FEW_POSITIONS = {2: 20, 3: 13}  # the same risk where a square has so few positions that overlaps scatter further upwards


@dataclass(frozen=True)
class Visits:
    """How often the cards of a group visit one position: the fewest and most visits of any card, and the ideal."""

    position: Position
    fewest: int
    most: int
    ideal: float


@dataclass(frozen=True)
class Sums:
    """What the card values of one position add up to over a group, against the mean share."""

    position: Position
    total: float
    share: float


@dataclass(frozen=True)
class Unevenness:
    """How unevenly two cards share a position over a group: the variance over all pairs of cards.

    `random` is the variance for independent squares, `least` a bound below which no squares come; it is known where all
    positions are equally large.
    """

    variance: float
    random: float
    least: float | None

    @property
    def way(self) -> float | None:
        """Return how far the variance has come from random to the least, 0 to 1."""
        return None if self.least is None or self.random == self.least else (self.random - self.variance) / (self.random - self.least)


@dataclass(frozen=True)
class GroupReport:
    """One group of squares measured; squares of source twin are copies of those of the group before."""

    layout: str
    squares: tuple[int, int]
    balance: str
    visits: tuple[Visits, ...]
    sums: tuple[Sums, ...]
    source: str = "dealt"
    kept_off: tuple[str, ...] = ()  # what the group keeps off where, such as "M: AS AH"
    meetings: Unevenness | None = None  # of two squares or more
    strayed: tuple[str, ...] = ()  # the cards that lie where they are kept off


@dataclass(frozen=True)
class Overlap:
    """How many pairs of cards share a position in both of two squares.

    `chance` is the mean for independent squares; `limit` also allows for what a declared balance adds to it.
    """

    squares: tuple[int, int]
    pairs: int
    chance: float
    limit: float


@dataclass(frozen=True)
class Report:
    """What `replikat check` says of a deck; `failures` is empty for a sound one."""

    groups: tuple[GroupReport, ...]
    overlaps: tuple[Overlap, ...]
    alike: tuple[tuple[int, int], ...]

    @property
    def mean_overlap(self) -> float:
        return sum(overlap.pairs for overlap in self.overlaps) / len(self.overlaps) if self.overlaps else 0.0

    @property
    def mean_chance(self) -> float:
        """Return the mean overlap that chance gives for the same squares."""
        return sum(overlap.chance for overlap in self.overlaps) / len(self.overlaps) if self.overlaps else 0.0

    @property
    def failures(self) -> list[str]:
        """Return what makes the deck unsound, in words."""
        texts = [f"squares {a} and {b} are alike" for a, b in self.alike]
        texts += [
            f"squares {over.squares[0]} and {over.squares[1]} share {over.pairs} pairs of cards; "
            f"chance gives {over.chance:.1f}, the limit is {over.limit:.0f}"
            for over in self.overlaps
            if over.pairs > over.limit
        ]
        texts += [
            f"squares {group.squares[0]}-{group.squares[1]}: visits to {visit.position} run from {visit.fewest} to {visit.most}; "
            f"balance {group.balance} allows a difference of 1"
            for group in self.groups
            if group.balance != "none"
            for visit in group.visits
            if visit.most - visit.fewest > 1
        ]
        texts += [f"{text}, which keeps it off" for group in self.groups for text in group.strayed]
        return texts


def measure(deck: Deck, values: Mapping[str, float] | None = None) -> Report:
    """Return visits, value sums (by card code, where `values` is given), overlaps and equal squares of a deck."""
    groups = []
    start = 0
    for place, group in enumerate(deck.spec.squares):
        groups.append(_group_report(deck, place, start, values))
        start += group.count
    alike = tuple((a + 1, b + 1) for a, b in combinations(range(len(deck.squares)), 2) if deck.squares[a].marks == deck.squares[b].marks)
    return Report(tuple(groups), tuple(_overlaps(deck)), alike)


def _group_report(deck: Deck, place: int, start: int, values: Mapping[str, float] | None) -> GroupReport:
    """Return the measures of one group, whose squares begin at place `start` (from 0) of the deck."""
    group, layout, members = deck.spec.squares[place], deck.parts.layouts[place], deck.parts.members[place]
    rows = [_positions([square.marks[card] for card in members]) for square in deck.squares[start : start + group.count]]
    worth = [values.get(deck.pack.codes[card], 0.0) for card in members] if values else []
    return GroupReport(
        group.layout,
        (start + 1, start + group.count),
        group.balance,
        _visits(rows, layout.positions),
        _sums(rows, worth, layout.positions) if values else (),
        group.source,
        tuple(f"{position}: {' '.join(cards)}" for position, cards in group.keep_off.items()),
        _unevenness(rows, list(layout.positions.values())) if group.count > 1 else None,
        tuple(_strayed(deck, group, start)),
    )


def _positions(marks: Sequence[Mark | None]) -> list[Position | None]:
    return [mark.position if mark else None for mark in marks]


def _strayed(deck: Deck, group: Group, start: int) -> Iterator[str]:
    """Yield every card that lies at a position that it is kept off."""
    for number, square in enumerate(deck.squares[start : start + group.count], start + 1):
        for position, cards in group.keep_off.items():
            marks = {code: square.marks[deck.pack.index[code]] for code in cards}
            yield from (f"square {number} deals {code} to {position}" for code, mark in marks.items() if mark and mark.position == position)


def _unevenness(rows: Sequence[Sequence[Position | None]], capacities: Sequence[int]) -> Unevenness:
    """Return how unevenly two cards share a position; `rows` are the positions square by square."""
    cards, squares = len(rows[0]), len(rows)
    shared = [sum(map(eq, a, b)) for a, b in combinations(zip(*rows, strict=True), 2)]
    mean = sum(shared) / len(shared)
    chance = sum(comb(capacity, 2) for capacity in capacities) / comb(cards, 2)
    variance = sum((met - mean) ** 2 for met in shared) / len(shared)
    return Unevenness(variance, squares * chance * (1 - chance), least_variance(capacities, squares))


def least_variance(capacities: Sequence[int], squares: int) -> float | None:
    """Return a bound below the variance of meetings over all pairs of cards; None where positions differ in size.

    Any two squares share at least as many pairs as the most even division of every position over all positions leaves,
    and meetings are whole numbers: the larger of the two bounds holds.
    """
    if len(set(capacities)) != 1:
        return None
    positions, capacity = len(capacities), capacities[0]
    every = comb(positions * capacity, 2)
    together = positions * comb(capacity, 2)
    even, more = divmod(capacity, positions)
    overlap = positions * (more * comb(even + 1, 2) + (positions - more) * comb(even, 2))
    mean = squares * together / every
    by_overlap = (2 * overlap * comb(squares, 2) + squares * together) / every - mean * mean
    part = mean % 1
    return max(by_overlap, part * (1 - part), 0.0)


def _visits(rows: Sequence[Sequence[Position | None]], capacities: Mapping[Position, int]) -> tuple[Visits, ...]:
    cards = sum(capacities.values())
    found = []
    for position in capacities:
        visits = [sum(row[card] == position for row in rows) for card in range(cards)]
        found.append(Visits(position, min(visits), max(visits), len(rows) * capacities[position] / cards))
    return tuple(found)


def _sums(rows: Sequence[Sequence[Position | None]], worth: Sequence[float], capacities: Mapping[Position, int]) -> tuple[Sums, ...]:
    """Return the sums of every position; `worth` is the value of each card."""
    totals: dict[Position | None, float] = defaultdict(float)
    for row in rows:
        for position, value in zip(row, worth, strict=True):
            totals[position] += value
    whole = sum(worth) * len(rows)
    return tuple(
        Sums(position, totals[position], whole * capacities[position] / len(worth)) for position in POSITIONS if position in capacities
    )


def _overlaps(deck: Deck) -> list[Overlap]:
    """Return the overlap of every two squares, over the cards that both deal.

    Twins are left out: they overlap as their originals do, and to say so would tell which is which.
    """
    rows = [_positions(square.marks) for square in deck.squares]
    owners = deck.spec.groups_by_square
    by_balance = [
        0.0 if group.balance == "none" else overlap_by_balance(list(layout.positions.values()), group.count)
        for group, layout in zip(deck.spec.squares, deck.parts.layouts, strict=True)
    ]
    found = []
    dealt = [square for square, owner in enumerate(owners) if deck.spec.squares[owner].source != "twin"]
    for a, b in combinations(dealt, 2):
        common = [(x, y) for x, y in zip(rows[a], rows[b], strict=True) if x and y]
        both, first, second = Counter(common), Counter(x for x, _ in common), Counter(y for _, y in common)
        pairs = sum(comb(n, 2) for n in both.values())
        chance, spread = overlap_by_chance(list(first.values()), list(second.values()))
        expected = chance + (by_balance[owners[a]] if owners[a] == owners[b] else 0)
        deviations = FEW_POSITIONS.get(min(len(first), len(second)), OVERLAP_DEVIATIONS)
        found.append(Overlap((a + 1, b + 1), pairs, chance, expected + deviations * spread))
    return found


def overlap_by_chance(first: Sequence[int], second: Sequence[int]) -> tuple[float, float]:
    """Return mean and standard deviation of the overlap of two random divisions into parts of these sizes.

    Exact: a pair of cards is together in both with the product of the chances, and so are two pairs that share a
    card, and two that share none.
    """
    cards = sum(first)
    if cards < 2:
        return 0.0, 0.0
    sharing_one = comb(cards, 2) * 2 * (cards - 2)  # ordered pairs of pairs with one card in common
    apart = comb(cards, 2) * comb(cards - 2, 2)
    together, hinged, disjoint = (tuple(_pairs_of_pairs(sizes)[i] for sizes in (first, second)) for i in range(3))
    mean = together[0] * together[1] / comb(cards, 2)
    square = mean
    square += hinged[0] * hinged[1] / sharing_one if sharing_one else 0
    square += disjoint[0] * disjoint[1] / apart if apart else 0
    return mean, sqrt(max(0.0, square - mean * mean))


def overlap_by_balance(capacities: Sequence[int], squares: int) -> float:
    """Return about how much the seat balance alone adds to the mean overlap of two of its squares.

    A card whose visits are even returns to a position more seldom than by chance, so the expected counts of cards
    that go from x to y are no longer all alike: half the sum of the squares of these shifts is added.
    """
    cards = sum(capacities)
    if squares < 2 or len(capacities) < 2:
        return 0.0
    added = 0.0
    for x, capacity in enumerate(capacities):
        visits, extras = divmod(squares * capacity, cards)
        stay = visits * (cards * (visits - 1) + 2 * extras) / (squares * (squares - 1))
        for y, other in enumerate(capacities):
            moved = stay if x == y else (capacity - stay) * other / (cards - capacity)
            added += (moved - capacity * other / cards) ** 2 / 2
    return added


def _pairs_of_pairs(sizes: Sequence[int]) -> tuple[int, int, int]:
    """Return how many pairs lie within parts, and how many ordered pairs of those share one card, or none."""
    pairs = sum(comb(size, 2) for size in sizes)
    hinged = sum(size * (size - 1) * (size - 2) for size in sizes)
    return pairs, hinged, pairs * pairs - pairs - hinged
