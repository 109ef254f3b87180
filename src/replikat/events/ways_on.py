"""The two ways to go on when somebody is gone or comes late: the plan kept, or made anew; in words."""

from collections.abc import Iterator
from dataclasses import replace

from replikat.errors import ReplikatError
from replikat.events.event import Change
from replikat.events.planning import Planned
from replikat.events.schedules.counts import times
from replikat.events.schedules.judge import judge


def ways_on(change: Change, planned: Planned, other: Planned | ReplikatError | None) -> Iterator[str]:
    """Yield what to put in the event's file, and the other way, each with what follows from it."""
    yield "to keep the change, put it in the event's file:"
    yield _change_line(change)
    if other is None:
        return
    yield f"  {_way(change.keep)}: {_consequences(planned)}"
    instead = replace(change, keep=not change.keep)
    if isinstance(other, ReplikatError):
        yield f"  {_way(instead.keep)}: not possible, {other.faults[0].found}"
        return
    yield "or instead:"
    yield _change_line(instead)
    yield f"  {_way(instead.keep)}: {_consequences(other)}"


def _change_line(change: Change) -> str:
    gone, come = (", ".join(names) for names in (change.gone, change.come))
    keep = ", keep: true" if change.keep else ""
    return f"changes: [{{round: {change.round}, gone: [{gone}], come: [{come}]{keep}}}]"


def _way(keep: bool) -> str:
    return "the plan is kept" if keep else "a new plan"


def _consequences(planned: Planned) -> str:
    """Return in a line what a plan with a change in it leaves: rounds, squares, rests, meetings."""
    schedule, verdict = planned.schedule, judge(planned.schedule)
    parts = [many(len(schedule.rounds), "round")]
    if schedule.spare:
        parts.append(f"square {', '.join(map(str, schedule.spare))} not needed")
    here = planned.event.here(len(schedule.rounds))
    rests = [max(verdict.rested[name] for name in planned.event.entries[entry]) for entry in here]
    if max(rests):
        parts.append(f"who is here to the end sits out {from_to(min(rests), max(rests))}")
    else:
        parts.append("nobody who is here sits out")
    meetings = verdict.opponents.pairs
    if schedule.whole and meetings.get(0):
        parts.append(f"{many(meetings[0], 'meeting')} missing")
    again = sum(count for often, count in meetings.items() if often > 1)
    if schedule.whole and again:
        parts.append(f"{many(again, 'meeting')} repeated")
    if verdict.evenness:
        parts.append(f"any two compared {from_to(verdict.evenness.fewest, verdict.evenness.most)}")
    return "; ".join(parts)


def from_to(fewest: int, most: int) -> str:
    """Return how often, in words: never, once, 2 to 4 times."""
    return times(most) if fewest == most else f"{fewest} to {most} times"


def many(count: int, word: str) -> str:
    """Return a number with its word: 1 round, 2 rounds."""
    return f"{count} {word}{'s' if count != 1 else ''}"
