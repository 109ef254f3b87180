"""The rounds of a tournament: whose turn it is to meet whom, and what changes on the way make of it."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from replikat.deck.dealing.stream import DEALING, Stream
from replikat.errors import Breach, LawFault
from replikat.events.event import Change, Event
from replikat.events.movements import MOVEMENTS, Movement
from replikat.events.schedule import Entry
from replikat.events.schedules.evening import evened, turned_evenly
from replikat.events.schedules.meetings import cycled, everybody, mitchell, resting_evenly, stay, written
from replikat.events.schedules.mixing import mixed
from replikat.events.schedules.seating import Meetings, Named, RoundPlan, TablePlan, Tables, round_plan, tables_for
from replikat.events.schedules.swiss import next_round
from replikat.games.setups import Setup

AS_WRITTEN = ("plain", "mitchell")  # movements in which somebody stays at his seat on purpose
MEET_ALL = ("howell", "round_robin", "teams")  # movements in which everybody meets everybody
PARTNERS, OPPONENTS, RESTS = 2, 1, 4  # how much it weighs that somebody has it again
ORDERS = 100  # in which people are put into a movement that begins anew, the best of them is taken

Find = Callable[[str], Movement | None]  # a movement file by its name


@dataclass(frozen=True)
class SoFar:
    """What was played before: every round's meetings by name, and the places in the ranking."""

    rounds: tuple[Named, ...] = ()
    places: Mapping[str, int] = field(default_factory=dict)


class Tournament:
    """The rounds of a tournament, planned by names; who sits where follows at the end."""

    def __init__(self, event: Event, setup: Setup, find: Find, so_far: SoFar) -> None:
        self.event = event
        self.name = event.movement_name
        self.find = find
        self.so_far = so_far
        self.tables: Tables = tables_for(setup, event.moving, self.name == "plain")
        self.own = None if self.name in MOVEMENTS else find(self.name)
        self._refuse_sizes(setup)

    def plans(self) -> tuple[list[RoundPlan], tuple[int, ...], bool]:
        """Return the rounds, the squares that are not needed, and whether more rounds follow from results."""
        squares = self.event.square_numbers
        names, asked = list(self.event.expected), self.event.rounds
        if self.own and self.own.sets:
            return self._with_sets(self.own, names)
        usual = self._usual_rounds(len(names))
        wanted = min(asked or usual, len(squares))
        if asked and asked > len(squares):
            raise LawFault([(("rounds",), f"{asked} rounds with {len(squares)} squares; expected a square for every round")])
        each = len(squares) // wanted
        swiss = self.name == "swiss"
        rounds = self._swiss(names, wanted) if swiss else self._changed(names, wanted)
        plans = []
        for number, meetings in enumerate(rounds):
            numbers = squares[number * each : (number + 1) * each]
            plans.append(self._round(number + 1, meetings, [numbers] * len(meetings)))
        return plans, squares[wanted * each :], swiss and len(rounds) < wanted

    def whole_rounds(self) -> int:
        """Return how many rounds it takes until everybody has met everybody, 0 where the movement is not for that."""
        meant = self.name in MEET_ALL and self.tables.size == 2
        if not meant:
            return 0
        count = most = len(self.event.expected)
        for change in self.event.changes:
            count += 0 if change.keep else len(change.come) - len(change.gone)
            most = max(most, count)
        return len(self._whole(most, None))

    def _round(self, number: int, meetings: Named, squares: Sequence[Sequence[int]]) -> RoundPlan:
        """Return a round; a table at which somebody is missing is not played, and the others keep their numbers."""
        entries = [Entry(name, self.event.entries[name]) for meeting in meetings for name in meeting]
        places = iter(range(len(entries)))
        numbered = [tuple(next(places) for _ in meeting) for meeting in meetings]
        plan = round_plan(self.tables, entries, numbered, squares)
        if not any(change.keep for change in self.event.changes):
            return plan
        missing = {name for meeting in meetings for name in meeting} - set(self.event.here(number))
        absent = {person for name in missing for person in self.event.entries[name]}
        played = tuple(table for table in plan if absent.isdisjoint(self._people(table, meetings)))
        if not played:
            last = max(place for place, change in enumerate(self.event.changes) if change.keep)
            raise LawFault([(("changes", last), f"nobody is left to play in round {number}")])
        return played

    def _people(self, table: TablePlan, meetings: Named) -> set[str]:
        """Return everybody who belongs to the meeting at a table, also those at its other table."""
        meeting = meetings[(table.table - 1) // self.tables.physical]
        return {person for name in meeting for person in self.event.entries[name]}

    def _usual_rounds(self, count: int) -> int:
        if self.name == "swiss":
            return max(1, (count - 1).bit_length())
        return len(self._whole(count, self.event.rounds))

    def _meetings(self, count: int, rounds: int) -> Meetings:
        """Return so many rounds of the movement for so many entries."""
        whole = self._whole(count, rounds)
        if self.own or self.name in AS_WRITTEN or self.tables.style == "crossed":
            return cycled(whole, rounds)
        found = cycled(resting_evenly(whole, count), rounds)
        return evened(found, count, self._places(), seats_matter=self.tables.style == "single")

    def _places(self) -> list[list[int]]:
        """Return the sides as places in a meeting."""
        if self.tables.style == "sides":
            return [[place] for place in range(len(self.tables.sides))]
        return [[self.tables.seats.index(seat) for seat in side] for side in self.tables.sides]

    def _whole(self, count: int, rounds: int | None) -> Meetings:
        size = self.tables.size
        if count < size or (count < 2 and self.event.moving != "players"):
            raise LawFault([((self.event.moving,), f"{count} {self.event.moving}; a table needs {max(size, 2)}")])
        if self.own is not None:
            if self.own.entries != count:
                raise LawFault([(("movement",), f"{self.name} is for {self.own.entries} {self.own.of}; there are {count}")])
            return written(self.own)
        if self.name == "plain":
            return stay(count)
        if self.name == "mitchell":
            return mitchell(count)
        if size == 2:
            movement = self.find(f"howell-{count}")
            if movement is not None:
                return written(movement)
            return everybody(count, stays=self.event.moving == "pairs")
        movement = self.find(f"individual-{count}" if size == 4 else f"individual-{count}-by-{size}")
        if movement is not None:
            return written(movement)
        usual = max(1, -(-(count - 1) // (1 if self.tables.partners else size - 1)))
        return mixed(count, size, rounds or min(usual, len(self.event.square_numbers)), self._places())

    def _named(self, names: Sequence[str], meetings: Meetings) -> list[Named]:
        return [tuple(tuple(names[place] for place in meeting) for meeting in turn) for turn in meetings]

    def _changed(self, names: list[str], wanted: int) -> list[Named]:
        """Return the rounds with what the changes make of them: what was played stays, the rest is planned anew."""
        rounds = self._named(names, self._meetings(len(names), wanted))
        left: set[str] = set()  # who has a place in a plan that is kept, and is gone
        for place, change in enumerate(self.event.changes):
            if change.keep:
                self._refuse_without_place(place, change, names)
                left = (left | set(change.gone)) - set(change.come)
                continue
            done, rest = rounds[: change.round - 1], rounds[change.round - 1 :]
            if not change.replaces:
                names = [name for name in names if name not in left]
                left = set()
            names = _after(names, change)
            if change.replaces:
                taken = dict(zip(change.gone, change.come, strict=True))
                rest = [tuple(tuple(taken.get(name, name) for name in meeting) for meeting in turn) for turn in rest]
            elif rest:
                rest = self._anew(names, len(rest), done, place)
            rounds = done + rest
        return rounds

    def _refuse_without_place(self, place: int, change: Change, names: Sequence[str]) -> None:
        """Refuse whoever comes into a kept plan that was made without them."""
        faults: list[Breach] = [
            (("changes", place, "come", j), f"{name} has no place in the plan that is kept; expected keep: false")
            for j, name in enumerate(change.come)
            if name not in names
        ]
        if faults:
            raise LawFault(faults)

    def _anew(self, names: Sequence[str], rounds: int, done: Sequence[Named], change: int) -> list[Named]:
        """Return rounds for whoever is here now, put into the movement so that few meet again who met before."""
        try:
            meetings = self._meetings(len(names), rounds)
        except LawFault as law:
            raise LawFault([(("changes", change), f"from then on {text}") for _, text in law.faults]) from None
        before = Counter(pair for turn in done for pair in self._weighted(turn, names))
        orders = [list(range(len(names)))]
        if before and self.tables.size > 1:
            orders += [Stream(DEALING, "", "changes", change, trial).order(len(names)) for trial in range(1, ORDERS)]
        tries = ([names[place] for place in order] for order in orders)
        rest = min((self._named(one, meetings) for one in tries), key=lambda rest: self._again(rest, before, names))
        if self.own or self.name in AS_WRITTEN or self.tables.style == "crossed":
            return rest
        return turned_evenly(rest, done, self._places())

    def _again(self, rounds: Sequence[Named], before: Counter[tuple[frozenset[str], int]], names: Sequence[str]) -> int:
        met = before.copy()
        met.update(pair for turn in rounds for pair in self._weighted(turn, names))
        return sum(weight * count * count for (_, weight), count in met.items())

    def _weighted(self, turn: Named, names: Sequence[str]) -> Iterator[tuple[frozenset[str], int]]:
        """Yield what ought not to come again soon, and how much that weighs: partners, opponents, sitting out."""
        side = {place: k for k, places in enumerate(self._places()) for place in places} if self.tables.size > 2 else {0: 0, 1: 1}
        for meeting in turn:
            for a, b in combinations(range(len(meeting)), 2):
                yield frozenset((meeting[a], meeting[b])), PARTNERS if side[a] == side[b] else OPPONENTS
        seated = {name for meeting in turn for name in meeting}
        yield from ((frozenset((name,)), RESTS) for name in names if name not in seated)

    def _swiss(self, names: list[str], wanted: int) -> list[Named]:
        """Return the rounds that were played, and the next one if there is to be one."""
        rounds = list(self.so_far.rounds)
        if len(rounds) >= wanted:
            return rounds
        for change in self.event.changes:
            if change.round <= len(rounds) + 1:
                names = _after(names, change)
        if len(names) < self.tables.size:
            raise LawFault([((self.event.moving,), f"{len(names)} {self.event.moving}; a table needs {self.tables.size}")])
        places = {name: place for place, name in enumerate(self.event.entries)}
        played = [[tuple(places[name] for name in meeting) for meeting in turn] for turn in rounds]
        last = len(places) + 1  # the place of whoever has no result yet
        in_order = sorted(names, key=lambda name: (self.so_far.places.get(name, last), places[name]))
        coming = next_round([places[name] for name in in_order], self.tables.size, played)
        return rounds + self._named(list(places), [coming])

    def _with_sets(self, movement: Movement, names: list[str]) -> tuple[list[RoundPlan], tuple[int, ...], bool]:
        """Return the rounds of a movement file in which every table has its own set of squares."""
        squares, count = self.event.square_numbers, max(number for sets in movement.sets for number in sets)
        uneven = [place for place, change in enumerate(self.event.changes) if not (change.keep or change.replaces)]
        if uneven:
            text = "the movement gives every table its squares; expected somebody who takes over, or keep: true"
            raise LawFault([(("changes", uneven[0]), text)])
        if len(squares) < count:
            raise LawFault([(("squares",), f"{len(squares)} squares; {self.name} has {count} sets of squares")])
        each = len(squares) // count
        rounds = self._changed(names, len(movement.played))
        plans = [
            self._round(round_, meetings, [squares[(number - 1) * each : number * each] for number in sets])
            for round_, (meetings, sets) in enumerate(zip(rounds, movement.sets, strict=True), 1)
        ]
        return plans, squares[count * each :], False

    def _refuse_sizes(self, setup: Setup) -> None:
        seats = len(setup.seats)
        faults: list[Breach] = []
        if self.event.moving == "teams":
            faults = [
                (("teams", name), f"{len(members)} people; the game has {seats} seats")
                for name, members in self.event.teams.items()
                if len(members) != seats
            ]
        elif self.name == "plain" and seats != 1:
            faults = [(("players",), f"everybody plays alone, but the game has {seats} seats; expected teams, each a group at its table")]
        if self.own is not None and self.own.seats != self.tables.size:
            faults.append((("movement",), f"{self.name} seats {self.own.seats} at a table; the game has {self.tables.size}"))
        if faults:
            raise LawFault(faults)


def _after(names: Sequence[str], change: Change) -> list[str]:
    """Return who is here after a change; whoever takes over a place stands where the other stood."""
    if change.replaces:
        taken = dict(zip(change.gone, change.come, strict=True))
        return [taken.get(name, name) for name in names]
    return [name for name in names if name not in change.gone] + list(change.come)
