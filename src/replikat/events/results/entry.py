"""Tables of results held against the schedule: every row by itself, the sums of a table, what no play could give."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

from replikat.errors import Fault, ReplikatError, quoted, suggestion
from replikat.events.planning import Planned, scoring_of
from replikat.events.result import Award, Result, Scoring, SittingKey
from replikat.events.results.tables import LARGEST_SCORE, ResultRow, followed, number_fault, read_results
from replikat.events.schedule import Place, Schedule, Side, side_name
from replikat.events.scoring.compare import award_fault, wrong_sums
from replikat.games.game import Game
from replikat.games.table.named_rules import PAIRS, vulnerable_in
from replikat.tally.contract import could_score

Key = tuple[int, int, int, Side]  # square, round, table, side


class Correction(NamedTuple):
    """A result that was put right: what stood there, what counts, and why, as the table says."""

    place: Place
    was: str
    now: str
    note: str


@dataclass(frozen=True)
class Entered:
    """What a table of results gives: its sound rows as results, its corrections, and a fault for every row that is wrong.

    `missing` are lines of the schedule without a result so far.
    """

    results: tuple[Result, ...]
    corrections: tuple[Correction, ...]
    missing: tuple[Place, ...]
    faults: tuple[Fault, ...]


def enter(schedule: Schedule, scoring: Scoring, rows: Sequence[ResultRow], file: str) -> Entered:
    """Return what the rows of a table give; every wrong row is named, and all others count."""
    places = {_key(place): place for place in schedule.places()}
    checker = _Checker(schedule, scoring, places, file)
    sound: dict[Key, ResultRow] = {}
    faults: list[Fault] = []
    for row in rows:
        key, fault = checker.check(row)
        if not fault and key in sound and row.counted:
            if sound[key].counted:
                fault = checker.fault(row, "result", f"entered in line {sound[key].line} already", "delete one of the two")
            else:
                sound[key] = row
        if fault:
            faults.append(fault)
        elif key is not None:
            sound.setdefault(key, row)
    lines = {key: sound.get(key, _empty(key)) for key in places}
    full = dict(zip(lines, followed(list(lines.values()), scoring.sums, len(schedule.sides)), strict=True))
    filled = {key: row for key, row in full.items() if row.counted}
    results = [_result(places[key], row) for key, row in filled.items()]
    unsound = _unsound_tables(results, list(filled.values()), scoring, len(schedule.sides), checker)
    faults += unsound.values()
    results = [result for result in results if result.sitting not in unsound]
    corrections = [
        Correction(places[key], row.result.text, row.correction.text, row.note)
        for key, row in filled.items()
        if row.result and row.correction
    ]
    missing = [places[key] for key in full if key not in filled]
    return Entered(tuple(results), tuple(corrections), tuple(missing), tuple(sorted(faults, key=lambda fault: fault.line)))


def _key(place: Place) -> Key:
    return place.sitting.square, place.round, place.sitting.table, place.side


def _empty(key: Key) -> ResultRow:
    square, round_, table, side = key
    return ResultRow(square=square, round=round_, table=table, side=side)


def _result(place: Place, row: ResultRow) -> Result:
    """Return the result of a row that belongs to a line of the schedule."""
    sitting = place.sitting
    return Result(
        square=sitting.square,
        side=place.side,
        holders=place.holders,
        score=row.counted.score if row.counted else None,
        round=place.round,
        table=sitting.table,
        section=sitting.section,
    )


def _unsound_tables(
    results: Sequence[Result], rows: Sequence[ResultRow], scoring: Scoring, count: int, checker: "_Checker"
) -> dict[SittingKey, Fault]:
    """Return a fault for every table whose results cannot add up to what they do; its last row is named."""
    expected = " or ".join(map(str, scoring.sums))
    return _beyond_writing(results, rows, expected, checker) | {
        results[place].sitting: checker.fault(
            rows[place],
            "result",
            f"the results of square {results[place].square} at this table add up to {float(found):g}",
            f"they always add up to {expected}; look at the slip and correct one of them",
        )
        for place, found in wrong_sums(results, scoring.sums, count)
    }


def _beyond_writing(results: Sequence[Result], rows: Sequence[ResultRow], expected: str, checker: "_Checker") -> dict[SittingKey, Fault]:
    """Return a fault for every table whose last result would follow from the others as a number that no cell may hold."""
    faults: dict[SittingKey, Fault] = {}
    written: defaultdict[SittingKey, list[ResultRow]] = defaultdict(list)
    for result, row in zip(results, rows, strict=True):
        if row.made is not None and -LARGEST_SCORE <= row.made <= LARGEST_SCORE:
            written[result.sitting].append(row)
    for result, row in zip(results, rows, strict=True):
        if row.made is None or -LARGEST_SCORE <= row.made <= LARGEST_SCORE:
            continue
        others = written[result.sitting]
        total = sum(Fraction(other.made or 0) for other in others)
        faults[result.sitting] = checker.fault(
            max(others, key=lambda other: other.line),
            "result",
            f"the results of square {result.square} at this table add up to {total} without the last",
            f"all always add up to {expected}; look at the slip and correct them",
        )
    return faults


@dataclass(frozen=True)
class _Checker:
    """Holds rows against the schedule and the method."""

    schedule: Schedule
    scoring: Scoring
    places: Mapping[Key, Place]
    file: str

    def fault(self, row: ResultRow, column: str, found: str, cure: str) -> Fault:
        return Fault(found, cure, self.file, row.line, field=column)

    def check(self, row: ResultRow) -> tuple[Key | None, Fault | None]:
        """Return the line of the schedule that a row belongs to, and what is wrong with the row."""
        if row.more:
            cure = "put a decimal comma in quotes, or use a point"
            return None, self.fault(row, "", f"{quoted(row.more[-1])} stands behind the last column", cure)
        if fault := number_fault(row, self.file):
            return None, fault
        key = (*row.sitting, row.side or ())
        place = self.places.get(key)
        if place is None:
            return None, self.fault(row, *self._unscheduled(key, row.cells["seat"]))
        as_printed = row.cells["name"] in ("", place.name)
        if not as_printed and sorted(row.holders) != sorted(place.holders):
            cure = f"expected {place.name}; a change of people stands in the event's file, under changes"
            return key, self.fault(row, "name", f"{quoted(row.cells['name'])} does not hold {place.seat} there", cure)
        return key, self._score_fault(row)

    def _score_fault(self, row: ResultRow) -> Fault | None:
        for column, cell in (("result", row.result), ("correction", row.correction)):
            if cell and not cell.readable:
                cure = "expected a number, an average (A, A+, A-), a percentage such as 60%, a dash or nothing"
                return self.fault(row, column, f"found {quoted(cell.text)}", cure)
            if cell and isinstance(cell.score, Award) and (why := award_fault(cell.score, self.scoring)):
                return self.fault(row, column, f"found {quoted(cell.text)}", why)
        if row.correction and not row.result:
            return self.fault(row, "correction", "nothing was entered that it corrects", "put it in the column result")
        return None

    def _unscheduled(self, key: Key, seat: str) -> tuple[str, str, str]:
        """Return column, what was found and the cure for a row that is no line of the schedule."""
        square, round_, table, _ = key
        squares = {place[0] for place in self.places}
        if square not in squares:
            return "square", f"square {square} is not played in this event", f"expected one of {_told(squares)}"
        rounds = {place[1] for place in self.places if place[0] == square}
        if round_ not in rounds:
            return "round", f"square {square} is not played in round {round_}", f"expected {_told(rounds)}"
        tables = {place[2] for place in self.places if place[:2] == (square, round_)}
        if table not in tables:
            return "table", f"square {square} is not played at table {table} in round {round_}", f"expected {_told(tables)}"
        sides = [side_name(place[3]) for place in self.places if place[:3] == (square, round_, table)]
        return "seat", f"found {quoted(seat)}", f"expected {' or '.join(sides)}" if seat else suggestion(seat, sides)


def _told(numbers: set[int]) -> str:
    return ", ".join(map(str, sorted(numbers)))


def doubts_of(game: Game, rows: Sequence[ResultRow], file: str) -> tuple[Fault, ...]:
    """Return a fault for the first row of every table whose score no contract gives there, in a game that counts contracts.

    Such a row counts: a director may have given a weighted score.
    """
    rule = next((way.contract_score for way in game.tally.values() if way.contract_score), None)
    if rule is None:
        return ()
    dealer = game.rules.dealer_by_square
    sides = [frozenset(seats) for seats in rule.sides.values()]
    doubts: dict[tuple[int, int, int], Fault] = {}
    for row in rows:
        score, own = row.made, frozenset(row.side or ())
        if own not in sides or not row.square or score is None or row.sitting in doubts:
            continue
        name = vulnerable_in(row.square) if dealer and dealer.vulnerability else "none"
        others = next(side for side in sides if side != own)
        if not could_score(score, own <= set(PAIRS[name]), others <= set(PAIRS[name])):
            column = "correction" if row.correction else "result"
            score_said = f"{side_name(row.side or ())} {row.cells[column]}"
            text = f"no contract gives {score_said} in square {row.square} (vulnerable: {name})"
            doubts[row.sitting] = Fault(text, "look at the slip; it counts as it stands", file, row.line, field=column)
    return tuple(doubts.values())


def refuse_unfinished(planned: Planned, path: Path) -> None:
    """Refuse a table of results from which no next round can be planned: one with wrong rows, or with results missing."""
    rows = read_results(path, planned.event, planned.schedule.sides)
    given = enter(planned.schedule, scoring_of(planned), rows, str(path))
    finished = len({row.round for row in rows})
    missing: defaultdict[tuple[int, int], set[int]] = defaultdict(set)
    for place in given.missing:
        if place.round <= finished:
            missing[place.round, place.sitting.table].add(place.sitting.square)
    cure = "expected all results of a round before the next one is planned"
    absent = [
        Fault(f"round {round_}, table {table}: a result of square {_told(squares)} is missing", cure, str(path))
        for (round_, table), squares in sorted(missing.items())
    ]
    if faults := [*given.faults, *([] if given.faults else absent)]:
        raise ReplikatError(*faults)
