"""What a schedule is worth: counted from who sits where, whoever made it.

Meetings are counted between entries (players, pairs, teams), once a round; where replays are meant, once for every
square. Compared are those who hold the same side of the same square.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from replikat.model.schedule import Schedule, Sitting, side_name

MOST_NAMED = 6  # people or squares in one line
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


@dataclass(frozen=True)
class Judgement:
    """Counts of a schedule, and its flaws in words.

    `seats` holds for every person how often each seat (or side) was held, `played` the squares, `rested` the rounds. `gap` is
    the smallest distance, in squares played, between two plays of a square by somebody; None without replays.
    """

    partners: Spread
    opponents: Spread
    compared: Spread
    seats: Mapping[str, Mapping[str, int]]
    played: Mapping[str, int]
    rested: Mapping[str, int]
    replays: int
    gap: int | None
    flaws: tuple[str, ...]


def judge(schedule: Schedule) -> Judgement:
    """Return the judgement of any schedule."""
    partners, opponents = _meetings(schedule)
    seats = _seats_held(schedule)
    played = dict.fromkeys(schedule.people, 0) | Counter(name for sitting in schedule.sittings for name in sitting.people)
    rested = dict.fromkeys(schedule.people, 0) | Counter(name for round_ in schedule.rounds for name in round_.resting)
    replays, gap = _replays(schedule)
    entries = [entry.name for entry in schedule.entries if any(played[name] for name in entry.members)]
    mixes = any(partners.values())
    spreads = (
        _spread(partners, entries) if mixes else Spread({}),
        _spread(opponents, entries) if any(opponents.values()) else Spread({}),
        _spread(_compared(schedule), entries),
    )
    flaws = [
        *_clashes(schedule),
        *_meeting_flaws(spreads[0], spreads[1]),
        *_short_flaws(schedule, spreads[1], seats),
        *_seat_flaws(schedule, seats),
        *_square_flaws(schedule),
        *_rest_flaws(schedule, rested, played),
        *_field_flaws(schedule, entries),
    ]
    return Judgement(*spreads, seats, played, rested, replays, gap, tuple(flaws))


def times(often: int) -> str:
    """Return how often in words."""
    return ("never", "once", "twice")[often] if often < 3 else f"{often} times"


def _spread(counts: Mapping[Pair, int], names: Sequence[str]) -> Spread:
    return Spread(dict(sorted(Counter(counts.get(frozenset(pair), 0) for pair in combinations(names, 2)).items())))


def _meetings(schedule: Schedule) -> tuple[Counter[Pair], Counter[Pair]]:
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


def _seats_held(schedule: Schedule) -> dict[str, Counter[str]]:
    """Return how often everybody held each seat, or each side where pairs and teams keep together."""
    single = all(len(entry.members) == 1 for entry in schedule.entries)
    label = {seat: seat if single else side_name(side) for side in schedule.sides for seat in side}
    held: dict[str, Counter[str]] = {name: Counter() for name in schedule.people}
    for sitting in schedule.sittings:
        for seat, name in sitting.seats:
            held[name][label[seat]] += 1
    return held


def _replays(schedule: Schedule) -> tuple[int, int | None]:
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


def _held(schedule: Schedule) -> dict[tuple[str, int, tuple[str, ...]], list[tuple[str, ...]]]:
    """Return who held every side of every square, section by section."""
    held = defaultdict(list)
    for sitting in schedule.sittings:
        for side in schedule.sides:
            if holders := sitting.holders(side):
                held[sitting.section, sitting.square, side].append(holders)
    return held


def _compared(schedule: Schedule) -> Counter[Pair]:
    """Return how often two entries held the same side of a square."""
    alike = Counter((section, tuple(many)) for (section, _, _), many in _held(schedule).items())  # squares of one round
    counts: Counter[Pair] = Counter()
    for (_, many), squares in alike.items():
        owners = [{schedule.owners[name] for name in holders} for holders in many]
        for one, other in combinations(owners, 2):
            for pair in (frozenset((first, second)) for first in one for second in other if first != second):
                counts[pair] += squares
    return counts


def _clashes(schedule: Schedule) -> Iterator[str]:
    """Yield who, and which deck, is in two places at once."""
    for round_ in schedule.rounds:
        starts: defaultdict[int, list[Sitting]] = defaultdict(list)
        for sitting in round_.sittings:
            starts[sitting.start].append(sitting)
        for start, sittings in starts.items():
            people = Counter(name for sitting in sittings for name in sitting.people)
            for name, count in people.items():
                if count > 1:
                    yield f"round {round_.number}: {name} sits at {count} places at {schedule.clock(start)}"
            decks = Counter(sitting.deck for sitting in sittings)
            for deck, count in decks.items():
                if count > 1:
                    yield f"round {round_.number}: deck {deck} lies on {count} tables at {schedule.clock(start)}"


def _meeting_flaws(partners: Spread, opponents: Spread) -> Iterator[str]:
    for spread, word in ((partners, "partners"), (opponents, "opponents")):
        if spread.uneven:
            yield f"{word} are unevenly met: {spread}"


def _short_flaws(schedule: Schedule, opponents: Spread, seats: Mapping[str, Mapping[str, int]]) -> Iterator[str]:
    """Yield what is left out by a movement that ends before everybody has met everybody: meetings, and who changed no side."""
    rounds = len(schedule.rounds)
    if rounds >= schedule.whole:
        return
    told = [f"{missing} meeting{'s are' if missing != 1 else ' is'} missing"] if (missing := opponents.pairs.get(0)) else []
    held = {entry.name: {side for name in entry.members for side in seats[name]} for entry in schedule.entries}
    stuck = {name: next(iter(sides)) for name, sides in held.items() if len(sides) == 1}
    if rounds > 1 and len(stuck) < len(held):
        told += [f"{name} always sits {side}" for name, side in list(stuck.items())[:MOST_NAMED]]
    yield f"cut short, {rounds} of {schedule.whole} rounds" + (f": {', '.join(told)}" if told else "")


def _seat_flaws(schedule: Schedule, seats: Mapping[str, Mapping[str, int]]) -> Iterator[str]:
    """Yield seats that players who change them hold unevenly, and a square that somebody meets at the same seat again."""
    places = [side_name((seat,)) for seat in schedule.seats]
    uneven = {}
    if all(len(entry.members) == 1 for entry in schedule.entries) and len(schedule.rounds) > 1:
        for name, held in seats.items():
            counts = [held.get(seat, 0) for seat in places]
            if max(counts) - min(counts) > _each(schedule) + UNEVEN:
                uneven[name] = "/".join(f"{seat} {count}" for seat, count in zip(places, counts, strict=True))
    if uneven:
        name, told = next(iter(uneven.items()))
        yield f"seats are unevenly held by {_some(uneven)}: {name} {told}"
    again = Counter((name, sitting.square, seat) for sitting in schedule.sittings for seat, name in sitting.seats)
    for name, square, seat in (key for key, count in again.items() if count > 1 and schedule.replays):
        yield f"{name} plays square {square} at {seat} more than once"


def _each(schedule: Schedule) -> int:
    """Return how many squares are played in a round at a table, 1 where replays are meant."""
    if schedule.replays:
        return 1
    return max((count for round_ in schedule.rounds for count in Counter(one.table for one in round_.sittings).values()), default=1)


def _square_flaws(schedule: Schedule) -> Iterator[str]:
    """Yield squares that somebody plays twice in a tournament, and squares that nobody else plays."""
    if not schedule.replays:
        often = Counter((name, sitting.square) for sitting in schedule.sittings for name in sitting.people)
        twice: defaultdict[int, list[str]] = defaultdict(list)
        for (name, square), count in often.items():
            if count > 1:
                twice[square].append(name)
        for square, names in twice.items():
            yield f"square {square} is played more than once by {_some(names)}"
    single = sorted({square for (_, square, _), many in _held(schedule).items() if len(many) == 1})
    if single:
        yield f"nothing to compare with: one table alone plays square {_some(single)}"


def _rest_flaws(schedule: Schedule, rested: Mapping[str, int], played: Mapping[str, int]) -> Iterator[str]:
    """Yield who sits out more than others who are there as long, and who never plays."""
    there = Counter(
        name for round_ in schedule.rounds for name in {*round_.resting, *(name for one in round_.sittings for name in one.people)}
    )
    always = [name for name in rested if there[name] == max(there.values(), default=0)]
    most, least = (choose((rested[name] for name in always), default=0) for choose in (max, min))
    if most - least > UNEVEN:
        yield f"unevenly sitting out: {_some([name for name in always if rested[name] == most])} {times(most)}, others {times(least)}"
    idle = [name for name in played if not played[name]]
    if idle and not schedule.open:
        yield f"without a square to play: {_some(idle)}"


def _field_flaws(schedule: Schedule, entries: Sequence[str]) -> Iterator[str]:
    """Yield the parts of a field between which nothing is compared, not even by others: they are ranked apart."""
    root = {name: name for name in entries}

    def top(name: str) -> str:
        while root[name] != name:
            name = root[name]
        return name

    for many in _held(schedule).values():
        owners = [schedule.owners[name] for holders in many for name in holders]
        for name in owners:
            root[top(name)] = top(owners[0])
    fields = Counter(top(name) for name in entries)
    if 1 < len(fields) < len(entries) and not schedule.open:
        yield f"{len(fields)} fields that are never compared, of {' and '.join(map(str, fields.values()))}: rank them apart"


def _some(items: Iterable[object]) -> str:
    listed = [str(item) for item in items]
    more = len(listed) - MOST_NAMED
    return ", ".join(listed[:MOST_NAMED]) + (f" and {more} more" if more > 0 else "")
