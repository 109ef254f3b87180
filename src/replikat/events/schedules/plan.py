"""From an event to its schedule: the rounds with their squares and seats, and at which minute they are played."""

from replikat.errors import LawFault
from replikat.events.event import Event
from replikat.events.schedule import Entry, Schedule
from replikat.events.schedules.clock import minutes_for, timed
from replikat.events.schedules.rotation import renamed, rotation
from replikat.events.schedules.tournament import Find, SoFar, Tournament
from replikat.games.game import Game
from replikat.games.setups import Setup


def schedule_of(event: Event, game: Game, setup: Setup, find: Find, so_far: SoFar | None = None) -> Schedule:
    """Return the schedule of an event; LawFault, with paths in the event, where it cannot be played.

    The same event gives the same schedule. A Swiss is planned as far as it is `so_far` known, and one round more.
    """
    spare: tuple[int, ...] = ()
    more, whole = False, 0
    if event.use == "tournament":
        tournament = Tournament(event, setup, find, so_far or SoFar())
        plans, spare, more = tournament.plans()
        whole = tournament.whole_rounds()
    else:
        plans = renamed(rotation(event, game, setup), event)
    _refuse_late_rounds(event, len(plans), more)
    minutes = minutes_for(event, setup)
    rounds, pauses = timed(plans, event, minutes, lambda number: _people(event, number))
    entries = tuple(Entry(name, members) for name, members in event.entries.items())
    replays = event.use != "tournament"
    return Schedule(entries, setup.seats, setup.sides, rounds, minutes, pauses, event.start_minute, spare, replays, more, event.code, whole)


def _refuse_late_rounds(event: Event, rounds: int, more: bool) -> None:
    """Refuse breaks and changes after the end."""
    asked = [(("breaks", i, "after"), pause.after) for i, pause in enumerate(event.breaks)]
    asked += [(("changes", i, "round"), change.round) for i, change in enumerate(event.changes)]
    late = [(path, f"round {number}; there are {rounds} rounds") for path, number in asked if number > rounds and not more]
    if late:
        raise LawFault(late)


def _people(event: Event, number: int) -> tuple[str, ...]:
    """Return everybody who is there in a round."""
    return tuple(person for name in event.here(number) for person in event.entries[name])
