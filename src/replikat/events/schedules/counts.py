"""What can be counted in a schedule: who meets, sits and is compared with whom, and how often.

Meetings are counted between entries (players, pairs, teams), once a round; where replays are meant, once for every
square. Compared are those who hold the same side of the same square.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from replikat.events.schedule import Schedule, Section, Side, Sitting, side_name

UNEVEN = 1  # by so much counts may differ, since they are whole numbers

Pair = frozenset[str]


@dataclass(frozen=True)
class Spread:
    """How often pairs meet: for every number of times, how many pairs do."""

    pairs: Mapping[int, int]

    @property
    def uneven(self) -> bool:
        return bool(self.pairs) and max(self.pairs) - min(self.pairs) > UNEVEN

    def __str__(self) -> str:
        return ", ".join(f"{count} pair{'s' if count != 1 else ''} {times(often)}" for often, count in sorted(self.pairs.items()))


def times(often: int) -> str:
    """Return how often in words."""
    return ("never", "once", "twice")[often] if often < 3 else f"{often} times"


def squares_played(schedule: Schedule) -> dict[str, int]:
    """Return how many squares everybody plays."""
    return dict.fromkeys(schedule.people, 0) | Counter(name for sitting in schedule.sittings for name in sitting.people)


def rounds_rested(schedule: Schedule) -> dict[str, int]:
    """Return how many rounds everybody sits out."""
    return dict.fromkeys(schedule.people, 0) | Counter(name for round_ in schedule.rounds for name in round_.resting)


def playing(schedule: Schedule) -> list[str]:
    """Return the entries of which somebody plays a square."""
    played = squares_played(schedule)
    return [entry.name for entry in schedule.entries if any(played[name] for name in entry.members)]


def spread_of(counts: Mapping[Pair, int], names: Sequence[str]) -> Spread:
    """Return how often any two of these entries have what is counted by pairs."""
    return Spread(dict(sorted(Counter(counts.get(frozenset(pair), 0) for pair in combinations(names, 2)).items())))


def meetings(schedule: Schedule) -> tuple[Counter[Pair], Counter[Pair]]:
    """Return how often two entries were partners, and opponents."""
    counts: tuple[Counter[Pair], Counter[Pair]] = (Counter(), Counter())
    for round_ in schedule.rounds:
        groups = [[sitting] for sitting in round_.sittings] if schedule.replays else [round_.sittings]
        for group in groups:
            met = {meeting for sitting in group for meeting in _at_table(schedule, sitting)}
            for pair, as_partners in met:
                counts[0 if as_partners else 1][pair] += 1
    return counts


def _at_table(schedule: Schedule, sitting: Sitting) -> Iterator[tuple[Pair, bool]]:
    """Yield the pairs of entries at a table, and whether they hold a side together."""
    side = {seat: place for place, seats in enumerate(schedule.sides) for seat in seats}
    for (one, first), (other, second) in combinations(sitting.seats, 2):
        pair = frozenset((schedule.owners[first], schedule.owners[second]))
        if len(pair) == 2:
            yield pair, side[one] == side[other]


def seats_held(schedule: Schedule) -> dict[str, Counter[str]]:
    """Return how often everybody held each seat, or each side where pairs and teams keep together."""
    single = all(len(entry.members) == 1 for entry in schedule.entries)
    label = {seat: seat if single else side_name(side) for side in schedule.sides for seat in side}
    held: dict[str, Counter[str]] = {name: Counter() for name in schedule.people}
    for sitting in schedule.sittings:
        for seat, name in sitting.seats:
            held[name][label[seat]] += 1
    return held


def replays(schedule: Schedule) -> tuple[int, int | None]:
    """Return how often somebody meets a square again, and the smallest gap in squares that he plays."""
    last: dict[tuple[str, int], int] = {}
    count: Counter[str] = Counter()
    gaps = []
    for sitting in sorted(schedule.sittings, key=lambda one: one.start):
        for name in sitting.people:
            count[name] += 1
            if (name, sitting.square) in last:
                gaps.append(count[name] - last[name, sitting.square])
            last[name, sitting.square] = count[name]
    return len(gaps), min(gaps, default=None)


def sides_held(schedule: Schedule) -> dict[tuple[Section, int, Side], list[tuple[str, ...]]]:
    """Return who held every side of every square, section by section."""
    held: defaultdict[tuple[Section, int, Side], list[tuple[str, ...]]] = defaultdict(list)
    for sitting in schedule.sittings:
        for side in schedule.sides:
            if holders := sitting.holders(side):
                held[sitting.section, sitting.square, side].append(holders)
    return held


def squares_alike(schedule: Schedule) -> Counter[tuple[Section, tuple[tuple[str, ...], ...]]]:
    """Return on how many squares of a section the same people held a side: those of one round are alike."""
    return Counter((section, tuple(many)) for (section, _, _), many in sides_held(schedule).items())


def compared(schedule: Schedule) -> Counter[Pair]:
    """Return how often two entries held the same side of a square."""
    counts: Counter[Pair] = Counter()
    for (_, many), squares in squares_alike(schedule).items():
        owners = [{schedule.owners[name] for name in holders} for holders in many]
        for one, other in combinations(owners, 2):
            for pair in (frozenset((first, second)) for first in one for second in other if first != second):
                counts[pair] += squares
    return counts
