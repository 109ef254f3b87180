"""When every square begins: minutes for a square, tables that take turns at too few decks, breaks."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import ceil

from replikat.events.event import Event
from replikat.events.schedule import Pause, Round, Sitting
from replikat.events.schedules.seating import RoundPlan
from replikat.games.setups import Setup
from replikat.games.table.derive import MINUTE, effort

PLAY = 5.0  # seconds that a card in play takes, from a kitchen table


def minutes_for(event: Event, setup: Setup) -> float:
    """Return the minutes for one square: what the event says, or dealing it and a few seconds for every card in play."""
    if event.minutes is not None:
        return event.minutes
    cards = sum(len(zone.slots) for zone in setup.zones if zone.kind != "unused")
    return float(effort(setup, event.semi).minutes + ceil(PLAY * cards / MINUTE))


def timed(
    plans: Sequence[RoundPlan], event: Event, minutes: float, people: Callable[[int], Sequence[str]]
) -> tuple[tuple[Round, ...], tuple[Pause, ...]]:
    """Return the rounds with their minutes, and the breaks between them.

    All tables play the same squares at the same time, each with its own deck. Where decks or tables are fewer, the
    others wait and play later in the same round: a relay. `people` says who is there in a round.
    """
    square = Fraction(str(minutes))
    breaks = {pause.after: pause.minutes for pause in event.breaks}
    now = Fraction(0)
    rounds, pauses = [], []
    for number, plan in enumerate(plans, 1):
        most = max((table.table for table in plan), default=1)  # a table that is not played leaves its deck idle
        capacity = min(event.decks or most, event.tables or most, most)
        sittings = []
        end = now
        for table in plan:
            wave, deck = divmod(table.table - 1, capacity)
            begin = now + wave * square * max(len(other.plays) for other in plan)
            for step, play in enumerate(table.plays):
                start = begin + step * square
                end = max(end, start + square)
                sittings.append(
                    Sitting(
                        table=table.table,
                        square=play.square,
                        seats=play.seats,
                        start=ceil(start),
                        deck=deck + 1,
                        play=play.play,
                        section=table.section,
                    )
                )
        sittings.sort(key=lambda one: one.start)
        seated = {name for sitting in sittings for name in sitting.people}
        resting = tuple(name for name in people(number) if name not in seated)
        rounds.append(Round(number, ceil(now), ceil(end), tuple(sittings), resting))
        now = end
        if number in breaks and number < len(plans):
            pause = Fraction(str(breaks[number]))
            pauses.append(Pause(number, ceil(now), ceil(now + pause)))
            now += pause
    return tuple(rounds), tuple(pauses)
