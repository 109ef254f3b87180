"""What the tests of events need: an event from keys, its schedule, and its judgement."""

from typing import Any

from replikat.events.event import Event
from replikat.events.loaders import load_movement
from replikat.events.movements import Movement
from replikat.events.schedule import Schedule
from replikat.events.schedules.judge import Judgement, judge
from replikat.events.schedules.plan import schedule_of
from replikat.events.schedules.setups import setup_for
from replikat.events.schedules.tournament import SoFar
from replikat.games.loaders import load_game
from support import LIBRARY


def find(name: str) -> Movement | None:
    return load_movement(name, LIBRARY) if LIBRARY.has("movements", name) else None


def people(count: int) -> tuple[str, ...]:
    return tuple(f"P{number}" for number in range(1, count + 1))


def pairs(count: int) -> dict[str, tuple[str, str]]:
    return {f"pair {number}": (f"a{number}", f"b{number}") for number in range(1, count + 1)}


def teams(count: int, size: int) -> dict[str, tuple[str, ...]]:
    return {f"team {team}": tuple(f"t{team}.{number}" for number in range(1, size + 1)) for team in range(1, count + 1)}


def planned(so_far: SoFar | None = None, own: Movement | None = None, **keys: Any) -> Schedule:
    """Return the schedule of an event with these keys; `own` is the movement file that it names."""
    event = Event(**keys)
    game = load_game(event.game, LIBRARY)
    setup = setup_for(event, game, game.setups, own)
    return schedule_of(event, game, setup, lambda name: own if name == event.movement else find(name), so_far)


def judged(**keys: Any) -> tuple[Schedule, Judgement]:
    schedule = planned(**keys)
    return schedule, judge(schedule)
