"""The flaws of a schedule in words, whoever made it."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator

from replikat.events.schedule import Schedule, Sitting
from replikat.events.schedules.counts import UNEVEN, Spread, playing, rounds_rested, seats_held, sides_held, squares_played, times
from replikat.events.schedules.evenness import Evenness

MOST_NAMED = 6  # people or squares in one line


def flaws_of(schedule: Schedule, partners: Spread, opponents: Spread, evenness: Evenness | None) -> Iterator[str]:
    """Yield the flaws of a schedule, of whose meetings and comparisons the counts are known."""
    yield from _clashes(schedule)
    yield from _meeting_flaws(partners, opponents)
    yield from _short_flaws(schedule, opponents)
    yield from _seat_flaws(schedule)
    yield from _square_flaws(schedule)
    yield from _rest_flaws(schedule)
    yield from _comparison_flaws(schedule, evenness)


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


def _short_flaws(schedule: Schedule, opponents: Spread) -> Iterator[str]:
    """Yield what is left out by a movement that ends before everybody has met everybody: meetings, and who changed no side."""
    rounds = len(schedule.rounds)
    if rounds >= schedule.whole:
        return
    told = [f"{missing} meeting{'s are' if missing != 1 else ' is'} missing"] if (missing := opponents.pairs.get(0)) else []
    seats = seats_held(schedule)
    held = {entry.name: {side for name in entry.members for side in seats[name]} for entry in schedule.entries}
    stuck = {name: next(iter(sides)) for name, sides in held.items() if len(sides) == 1}
    if rounds > 1 and len(stuck) < len(held):
        told += [f"{name} always sits {side}" for name, side in list(stuck.items())[:MOST_NAMED]]
    yield f"cut short, {rounds} of {schedule.whole} rounds" + (f": {', '.join(told)}" if told else "")


def _seat_flaws(schedule: Schedule) -> Iterator[str]:
    """Yield seats that players who change them hold unevenly, and a square that somebody meets at the same seat again."""
    uneven = {}
    if all(len(entry.members) == 1 for entry in schedule.entries) and len(schedule.rounds) > 1:
        for name, held in seats_held(schedule).items():
            counts = [held.get(seat, 0) for seat in schedule.seats]
            if max(counts) - min(counts) > _each(schedule) + UNEVEN:
                uneven[name] = "/".join(f"{seat} {count}" for seat, count in zip(schedule.seats, counts, strict=True))
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
    single = sorted({square for (_, square, _), many in sides_held(schedule).items() if len(many) == 1})
    if single:
        yield f"nothing to compare with: one table alone plays square {_some(single)}"


def _rest_flaws(schedule: Schedule) -> Iterator[str]:
    """Yield who sits out more than others who are there as long, and who never plays."""
    there = Counter(
        name for round_ in schedule.rounds for name in {*round_.resting, *(name for one in round_.sittings for name in one.people)}
    )
    rested, played = rounds_rested(schedule), squares_played(schedule)
    always = [name for name in rested if there[name] == max(there.values(), default=0)]
    most, least = (choose((rested[name] for name in always), default=0) for choose in (max, min))
    if most - least > UNEVEN:
        yield f"unevenly sitting out: {_some([name for name in always if rested[name] == most])} {times(most)}, others {times(least)}"
    idle = [name for name in played if not played[name]]
    if idle and not schedule.open:
        yield f"without a square to play: {_some(idle)}"


def _comparison_flaws(schedule: Schedule, evenness: Evenness | None) -> Iterator[str]:
    """Yield the parts of a field between which nothing is compared, or else who is compared with others only.

    Where one table alone plays a square, nobody is compared at all, and that is said already.
    """
    if evenness is None:
        return
    fields = evenness.fields
    if 1 < len(fields) < len(playing(schedule)) and not schedule.open:
        sizes = " and ".join(str(len(field)) for field in fields)
        yield f"{len(fields)} fields that are never compared, of {sizes}: rank them apart"
    elif evenness.never and (len(fields) == 1 or schedule.open):
        so_far = "so far " if schedule.open else ""
        yield f"{so_far}never compared: {_some(f'{one} and {other}' for one, other in evenness.never)}"


def _some(items: Iterable[object]) -> str:
    listed = [str(item) for item in items]
    more = len(listed) - MOST_NAMED
    return ", ".join(listed[:MOST_NAMED]) + (f" and {more} more" if more > 0 else "")
