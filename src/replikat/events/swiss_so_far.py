"""A Swiss goes on from its table of results: its rounds so far, and the next one by the ranking."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from replikat.data.reader import located
from replikat.errors import Fault, LawFault, ReplikatError, quoted, suggestion
from replikat.events.movements import Movement
from replikat.events.planning import Planned
from replikat.events.results.entry import read_rows_of
from replikat.events.results.evaluation import score_event
from replikat.events.results.tables import ResultRow, number_fault, one_each
from replikat.events.schedule import Side, side_name
from replikat.events.schedules.plan import schedule_of
from replikat.events.schedules.seating import Named, Tables, tables_for
from replikat.events.schedules.tournament import SoFar


def with_results(planned: Planned, *paths: Path, decimal: str = "") -> Planned:
    """Return a Swiss with the rounds that stand in its files of results, and one round more.

    The next round is paired by the ranking that `score_event` gives: same method, victory points,
    tie-breaks and points brought along. Other events are returned as they are.

    Args:
        planned: The event, with its first round.
        paths: The file of results, or several that are parts of one table.
        decimal: The sign before decimals, where the organiser has said it.

    Raises:
        ReplikatError: A file cannot be read, rows do not say who sat where, or the method does not
            suit the event. What else is wrong with rows, `score_event` tells of the event returned.
    """
    event = planned.event
    if event.movement_name != "swiss":
        return planned
    tables = tables_for(planned.setup, event.moving, stay=False)
    rounds = _rounds(planned, paths, decimal, tables)
    played = _continued(planned, SoFar(rounds))
    if len(played.schedule.rounds) == len(rounds):
        return played
    places = {standing.name: standing.place for standing in score_event(played, *paths, decimal=decimal).standings}
    return _continued(planned, SoFar(rounds, places))


def _continued(planned: Planned, so_far: SoFar) -> Planned:
    try:
        schedule = schedule_of(planned.event, planned.game, planned.setup, _no_movement, so_far)
    except LawFault as law:
        raise located(planned.source, law) from None
    return replace(planned, schedule=schedule)


def _no_movement(name: str) -> Movement | None:
    """Return no movement file: a Swiss needs none."""
    return None


def _rounds(
    planned: Planned,
    paths: Sequence[Path],
    decimal: str,
    tables: Tables,
) -> tuple[Named, ...]:
    """Return who met in every round of the files; wrong rows without a result are passed over."""
    people, sides = planned.schedule.owners, planned.schedule.sides
    files = ", ".join(map(str, paths))
    rows = read_rows_of(planned, paths, decimal)
    row_faults = [_row_fault(row, sides, people) for row in rows]
    by_row = list(zip(rows, row_faults, strict=True))
    faults = [fault for row, fault in by_row if fault and not row.is_blank]
    sound = [row for row, fault in by_row if not fault]
    if faults := faults or _twice_seated(sound):
        raise ReplikatError(*faults)
    seated: defaultdict[tuple[int, int], dict[str, str]] = defaultdict(dict)
    for row in one_each(sound):
        seated[row.sitting[1:]] |= dict(zip(row.side or (), row.holders, strict=True))
    numbers = sorted({number for number, _ in seated})
    return tuple(_meetings(seated, number, tables, people, files) for number in numbers)


def _row_fault(
    row: ResultRow,
    sides: Sequence[Side],
    people: Collection[str],
) -> Fault | None:
    """Return what is wrong with a row of a table from which a Swiss goes on."""
    if fault := number_fault(row):
        return fault
    seat = row.cells["seat"]
    if row.side is None:
        cure = f"expected {', '.join(map(side_name, sides))}"
        return row.fault("seat", f"found {quoted(seat)}", cure)
    if not row.holders:
        stranger = row.strangers[0] if row.strangers else row.cells["name"]
        text = f"{quoted(stranger)} takes no part in the event"
        return row.fault("name", text, suggestion(stranger, people))
    if len(row.holders) != len(row.side):
        text = f"{len(row.holders)} names at {seat}"
        return row.fault("name", text, f"expected {len(row.side)}")
    if row.breach:
        return row.fault(*row.breach)
    if row.counted and not row.counted.readable:
        cure = row.counted.cure or "expected a number, an average (A, A+, A-) or nothing"
        return row.fault("result", f"found {quoted(row.counted.text)}", cure)
    return None


def _twice_seated(rows: Sequence[ResultRow]) -> list[Fault]:
    """Return a fault for everybody who sits at two tables of a round, at the first such row."""
    table: dict[tuple[str, int | None], int | None] = {}
    faults: dict[tuple[str, int | None], Fault] = {}
    for row in rows:
        for name in row.holders:
            key = (name, row.round)
            if table.setdefault(key, row.table) != row.table:
                tables = f"table {row.table} and table {table[key]}"
                text = f"{name} sits at {tables} in round {row.round}"
                cure = "look at the schedule, and correct one of them"
                faults.setdefault(key, row.fault("name", text, cure))
    return list(faults.values())


def _meetings(
    seated: Mapping[tuple[int, int], Mapping[str, str]],
    number: int,
    tables: Tables,
    people: Mapping[str, str],
    files: str,
) -> Named:
    """Return which entries met in a round; ReplikatError where nobody holds a seat."""
    chairs = [(seat,) for seat in tables.seats] if tables.style == "single" else tables.sides
    meetings = []
    for round_, table in sorted(seated):
        # The second table of a match says the same as the first.
        second = tables.physical == 2 and table % 2 == 0
        if round_ != number or second:
            continue
        held = seated[round_, table]
        for chair in chairs:
            if chair[0] not in held:
                text = f"nobody holds the seat {chair[0]} at table {table} in round {round_}"
                raise ReplikatError(Fault(text, "expected a row for every seat", files))
        meetings.append(tuple(people[held[chair[0]]] for chair in chairs))
    return tuple(meetings)
