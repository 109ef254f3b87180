"""What a schedule is worth: counted from who sits where, whoever made it."""

from collections.abc import Mapping
from dataclasses import dataclass

from replikat.events.schedule import Schedule
from replikat.events.schedules.counts import (
    Spread,
    compared,
    meetings,
    playing,
    replays,
    rounds_rested,
    seats_held,
    spread_of,
    squares_played,
)
from replikat.events.schedules.evenness import Evenness, evenness_of
from replikat.events.schedules.flaws import flaws_of


@dataclass(frozen=True, kw_only=True)
class Judgement:
    """Counts of a schedule, and its flaws in words.

    `seats` holds for every person how often each seat (or side) was held, `played` the squares, `rested` the rounds. `gap` is
    the smallest distance, in squares played, between two plays of a square by somebody; None without replays.
    `evenness` is None where less than two play.
    """

    partners: Spread
    opponents: Spread
    compared: Spread
    evenness: Evenness | None
    seats: Mapping[str, Mapping[str, int]]
    played: Mapping[str, int]
    rested: Mapping[str, int]
    replays: int
    gap: int | None
    flaws: tuple[str, ...]


def judge(schedule: Schedule) -> Judgement:
    """Return the judgement of any schedule."""
    names = playing(schedule)
    partners, opponents = (spread_of(met, names) if any(met.values()) else Spread({}) for met in meetings(schedule))
    comparisons = compared(schedule)
    evenness = evenness_of(schedule, comparisons)
    again, gap = replays(schedule)
    return Judgement(
        partners=partners,
        opponents=opponents,
        compared=spread_of(comparisons, names),
        evenness=evenness,
        seats=seats_held(schedule),
        played=squares_played(schedule),
        rested=rounds_rested(schedule),
        replays=again,
        gap=gap,
        flaws=tuple(flaws_of(schedule, partners, opponents, evenness)),
    )
