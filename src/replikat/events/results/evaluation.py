"""Results of an event: compared, ranked and explained."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from pathlib import Path

from replikat.data.reader import located
from replikat.errors import Breach, Fault, LawFault
from replikat.events.comparisons import Comparison, Field, Luck, Match, Standing
from replikat.events.planning import Planned, scoring_of
from replikat.events.result import SHARE_METHODS, Award, Result, Scoring
from replikat.events.results.entry import Entered, doubts_of, enter, read_rows_of
from replikat.events.results.tables import ResultRow, plain_name
from replikat.events.schedule import JOIN, Schedule, Section, Side
from replikat.events.scoring.apart import fields_of
from replikat.events.scoring.carried import brought_along
from replikat.events.scoring.compare import compare
from replikat.events.scoring.luck import where_luck_lies
from replikat.events.scoring.matches import matches
from replikat.events.scoring.ranking import Meetings, Won, rank_field, rank_matches, whole_tables


@dataclass(frozen=True)
class Scored:
    """An event with its results compared: as a field, or as matches, with the ranking of entries, and of persons where they differ.

    `warnings` are lines for the organiser; `doubts` are rows that count, though no play gives what stands there.
    """

    planned: Planned
    scoring: Scoring
    entered: Entered
    comparisons: tuple[Comparison, ...]
    matches: tuple[Match, ...]
    standings: tuple[Standing, ...]
    persons: tuple[Standing, ...]
    luck: Luck
    warnings: tuple[str, ...] = ()
    doubts: tuple[Fault, ...] = ()

    @cached_property
    def gains(self) -> Mapping[str, Mapping[int, Fraction]]:
        """Return by name (of entries, and of persons where they are ranked) and deal what was won there above an average."""
        if self.scoring.by_match:
            return _match_gains(self.matches, Fraction(self.scoring.win, 2) if self.scoring.method in SHARE_METHODS else Fraction(0))
        return _field_gains(self.comparisons, self.planned.schedule.owners, bool(self.persons))


def score_event(planned: Planned, *paths: Path, decimal: str = "") -> Scored:
    """Return the event with the results of a table; rows that are wrong are told in it and left out.

    Args:
        planned: The event.
        paths: The file of results, or several that are parts of one table.
        decimal: The sign before decimals, where the organiser has said it.

    Raises:
        ReplikatError: A file cannot be read, or the method does not suit the event.
    """
    scoring = scoring_of(planned)
    rows = read_rows_of(planned, paths, decimal)
    scored = score_results(planned, scoring, enter(planned.schedule, scoring, rows))
    warnings = (*scored.warnings, *_outdated(planned.schedule, rows))
    return replace(scored, warnings=warnings, doubts=doubts_of(planned.game, rows))


def _outdated(schedule: Schedule, rows: Sequence[ResultRow]) -> Iterator[str]:
    """Yield a line for every file in which rows without a result name people who do not sit there
    any more.
    """
    holders: dict[tuple[int, int, int, Side], tuple[str, ...]] = {}
    for place in schedule.places():
        holders[place.sitting.square, place.round, place.sitting.table, place.side] = place.holders
    old: defaultdict[str, list[ResultRow]] = defaultdict(list)
    for row in rows:
        planned = holders.get((*row.sitting, row.side or ()), ())
        is_printed_so = plain_name(row.cells["name"]) == plain_name(JOIN.join(planned))
        as_planned = sorted(row.holders) == sorted(planned) or is_printed_so
        if row.holders and row.is_blank and not as_planned:
            old[row.file].append(row)
    for file, own in old.items():
        where = own[0].place_in(file)
        if len(own) == 1:
            text = f"{where}, without a result, does not fit the schedule as it is now"
            yield f"{file}: {text} and is passed over"
        else:
            text = f"{len(own)} rows without a result do not fit the schedule as it is now"
            yield f"{file}: {text} and are passed over (the first is {where})"


def score_results(planned: Planned, scoring: Scoring, given: Entered) -> Scored:
    """Return the comparisons, the ranking and the luck line of results that were entered."""
    owners, deals = planned.schedule.owners, planned.deals
    field = _as_field(given.results, scoring, deals)
    results = _of_two_sides(given.results, owners) if given.provisional else given.results
    try:
        played = matches(results, scoring, owners, deals) if scoring.by_match and results else ()
    except LawFault as law:
        faults = [(("scoring", "method"), f"{scoring.method} needs two sides that exchange seats; {text}") for _, text in law.faults]
        raise located(planned.source, LawFault(faults[:1])) from None
    carried = _carried(planned, scoring, field)
    apart = _fields(planned, owners)
    persons: tuple[Standing, ...] = ()
    warnings = list(_known_deals(planned, given))
    if scoring.by_match:
        standings = rank_matches(played, scoring, carried, apart)
    else:
        met = _meetings(planned.schedule) if "opponents" in scoring.tie_breaks else None
        standings = rank_field(field, scoring, owners, carried, met, apart)
        if planned.event.moving == "teams":
            persons = rank_field(field, replace(scoring, tie_breaks=()), apart=_fields(planned, {}))
            if scoring.mirrored and (whole := whole_tables(field, owners)):
                told = ", ".join(whole[:3]) + (" ..." if len(whole) > 3 else "")
                warnings.append(
                    f"results at a table always add up to the same, so groups as wholes win nothing ({told}); persons are ranked"
                )
                standings = ()
    _refuse_bonuses(planned, standings)
    luck = where_luck_lies(field, scoring.mirrored)
    return Scored(planned, scoring, given, field, played, standings, persons, luck, tuple(warnings))


def _known_deals(planned: Planned, given: Entered) -> Iterator[str]:
    """Yield a line for every square that was dealt in place of another to people who play it in another round too."""
    if planned.schedule.replays:
        return
    for dealt_at, dealt_in, square in given.dealt:
        deal = planned.deals.get(square, square)
        for round_ in planned.schedule.rounds:
            for sitting in round_.sittings:
                both = [name for name in dealt_at.people if name in sitting.people]
                is_same = planned.deals.get(sitting.square, sitting.square) == deal
                if both and is_same and round_.number != dealt_in:
                    yield (
                        f"square {square} was dealt in round {dealt_in} at table {dealt_at.table}, and comes"
                        f" to {', '.join(both)} in round {round_.number} too; let them play another, or give an average"
                    )


def _of_two_sides(results: Sequence[Result], owners: Mapping[str, str]) -> list[Result]:
    """Return the results of matches in which more than one side has a result so far."""
    sides: defaultdict[Section, set[str]] = defaultdict(set)
    for result in results:
        sides[result.section].update(owners[holder] for holder in result.holders)
    return [result for result in results if len(sides[result.section]) > 1]


def _fields(planned: Planned, owners: Mapping[str, str]) -> dict[str, Field]:
    """Return the fields that are ranked apart; a Swiss, whose rounds follow from one ranking, is one."""
    return {} if planned.event.movement_name == "swiss" else fields_of(planned.schedule, owners)


def _carried(planned: Planned, scoring: Scoring, field: Sequence[Comparison]) -> dict[str, Won]:
    """Return what everybody brings along; ReplikatError, in the event's file, for what cannot be compared."""
    top = max((comparison.top for comparison in field if comparison.top), default=None)
    try:
        return brought_along(planned.event.scoring.carried, scoring, top)
    except LawFault as law:
        raise located(planned.source, law) from None


def _refuse_bonuses(planned: Planned, standings: Sequence[Standing]) -> None:
    """Refuse points brought along with which somebody has more than all that can be won."""
    carried = planned.event.scoring.carried
    text = "more than all that can be won comes together; points won on boards need their boards"
    faults: list[Breach] = []
    for standing in standings:
        if standing.name in carried and (standing.percent or 0) > 100:
            faults.append((("scoring", "carried", standing.name), text))
    if faults:
        raise located(planned.source, LawFault(faults))


def _as_field(results: Sequence[Result], scoring: Scoring, deals: Mapping[int, int]) -> tuple[Comparison, ...]:
    """Return the comparisons by the event's method; results of matches are laid together, without awards, by differences."""
    if not scoring.by_match:
        return compare(results, scoring, deals)
    plain = [replace(result, section=()) for result in results if not isinstance(result.score, Award)]
    return compare(plain, Scoring("cross_difference", scoring.better, sums=scoring.sums), deals)


def _field_gains(field: Sequence[Comparison], owners: Mapping[str, str], persons: bool) -> dict[str, dict[int, Fraction]]:
    """Return what everybody won above an average; where points have a top, that is half of it."""
    gains: defaultdict[str, defaultdict[int, Fraction]] = defaultdict(lambda: defaultdict(Fraction))
    for comparison in field:
        average = comparison.top / 2 if comparison.top else Fraction(0)
        for result, points in zip(comparison.results, comparison.points, strict=True):
            if points is not None:
                for name in {*(owners[holder] for holder in result.holders), *(result.holders if persons else ())}:
                    gains[name][comparison.deal] += points - average
    return {name: dict(own) for name, own in gains.items()}


def _match_gains(played: Sequence[Match], average: Fraction) -> dict[str, dict[int, Fraction]]:
    gains: defaultdict[str, defaultdict[int, Fraction]] = defaultdict(lambda: defaultdict(Fraction))
    for match in played:
        for square in match.squares:
            gains[match.home][square.deal] += square.home - average
            gains[match.away][square.deal] += square.away - average
    return {name: dict(own) for name, own in gains.items()}


def _meetings(schedule: Schedule) -> dict[str, Meetings]:
    """Return whom every entry met as opponent, and as partner where partners are entries of their own, once a round."""
    against: defaultdict[str, list[str]] = defaultdict(list)
    beside: defaultdict[str, list[str]] = defaultdict(list)
    for round_ in schedule.rounds:
        met: set[tuple[str, str, bool]] = set()
        for sitting in round_.sittings:
            met |= set(_met(schedule, [sitting.holders(side) for side in schedule.sides]))
        for one, other, together in sorted(met):
            (beside if together else against)[one].append(other)
    return {entry.name: Meetings(tuple(against[entry.name]), tuple(beside[entry.name])) for entry in schedule.entries}


def _met(schedule: Schedule, sides: Sequence[tuple[str, ...]]) -> Iterator[tuple[str, str, bool]]:
    """Yield (entry, other entry, whether they hold one side) for everybody at a table."""
    owner = schedule.owners
    for own in sides:
        for other in sides:
            for a in own:
                yield from ((owner[a], owner[b], own is other) for b in other if owner[a] != owner[b])
