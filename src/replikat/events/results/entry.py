"""Tables of results held against the schedule: every row by itself, the sums of a table, what no play could give."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

from replikat.deck.squares import MOST_SQUARES
from replikat.errors import Fault, ReplikatError, quoted, suggestion
from replikat.events.planning import Planned, scoring_of
from replikat.events.result import Award, Result, Scoring, SittingKey
from replikat.events.results.contracts import contract_rule, vulnerable_seats, with_contract_scores
from replikat.events.results.tables import (
    LARGEST_SCORE,
    ResultRow,
    followed,
    number_fault,
    plain_name,
    read_results,
    with_squares_dealt,
)
from replikat.events.schedule import Place, Schedule, Side, Sitting, side_name
from replikat.events.scoring.compare import award_fault, wrong_sums
from replikat.games.game import Game
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

    `missing` are lines of the schedule without a result so far. `repeated` counts rows that stand
    in two files with the same result; they are taken once. `dealt` are sittings at which another
    square was dealt than planned, each with its round and that square.
    """

    results: tuple[Result, ...]
    corrections: tuple[Correction, ...]
    missing: tuple[Place, ...]
    faults: tuple[Fault, ...]
    repeated: int = 0
    dealt: tuple[tuple[Sitting, int, int], ...] = ()

    @property
    def provisional(self) -> bool:
        """Return whether something is still missing or wrong."""
        return bool(self.missing or self.faults)


def enter(schedule: Schedule, scoring: Scoring, rows: Sequence[ResultRow], file: str = "") -> Entered:
    """Return what the rows of a table give; every wrong row is named, and all others count.

    `file` is named in the faults of rows that do not know where they stand.
    """
    rows = [row if row.file else replace(row, file=file) for row in rows]
    places = {_key(place): place for place in schedule.places()}
    checker = _Checker(schedule, scoring, places)
    sound: dict[Key, ResultRow] = {}
    faults: list[tuple[ResultRow, Fault]] = []
    repeated = 0
    for row in rows:
        key, fault = checker.check(row)
        if fault and row.is_blank:
            continue  # it stops nothing: an old table keeps such rows after a change of people
        if not fault and key in sound and row.counted and sound[key].counted:
            if _says_the_same(row, sound[key]):
                repeated += 1
                continue
            fault = _twice(row, sound[key])
        if fault:
            faults.append((row, fault))
        elif key is not None and (key not in sound or row.counted):
            sound[key] = row
    lines = {key: sound.get(key, _empty(key)) for key in places}
    every_row = with_squares_dealt(list(lines.values()))
    full = dict(zip(lines, followed(every_row, scoring.sums, len(schedule.sides)), strict=True))
    twice_dealt = _dealt_twice(list(full.values()))
    faults += twice_dealt
    left_out = {row.sitting for row, _ in twice_dealt}
    filled = {key: row for key, row in full.items() if row.counted and row.sitting not in left_out}
    results = [_result(places[key], row) for key, row in filled.items()]
    unsound = _unsound_tables(results, list(filled.values()), scoring, len(schedule.sides))
    faults += unsound.values()
    results = [result for result in results if result.sitting not in unsound]
    corrections = [
        Correction(places[key], row.result.text, row.correction.text, row.note)
        for key, row in filled.items()
        if row.result and row.correction
    ]
    missing = [places[key] for key, row in full.items() if not row.counted]
    return Entered(
        tuple(results),
        tuple(corrections),
        tuple(missing),
        _in_order(faults, rows),
        repeated,
        _otherwise_dealt(places, filled),
    )


def _in_order(faults: Sequence[tuple[ResultRow, Fault]], rows: Sequence[ResultRow]) -> tuple[Fault, ...]:
    """Return the faults of rows by the order of their files and sheets, and by their lines."""
    tables = {_table_of(row): None for row in rows}
    order = {table: place for place, table in enumerate(tables)}
    by_place = sorted(faults, key=lambda item: (order[_table_of(item[0])], item[0].line))
    return tuple(fault for _, fault in by_place)


def _table_of(row: ResultRow) -> tuple[str, str]:
    """Return the file of a row, and the sheet where it is a spreadsheet."""
    return row.file, row.sheet.name if row.sheet else ""


def _says_the_same(row: ResultRow, other: ResultRow) -> bool:
    """Return whether a row of another file holds the same result, as where two people wrote it down."""
    scores = [(one.result and one.result.score, one.correction and one.correction.score) for one in (row, other)]
    return row.file != other.file and scores[0] == scores[1]


def _twice(row: ResultRow, other: ResultRow) -> Fault:
    value = f" as {other.counted.text}" if other.counted and row.file != other.file else ""
    return row.fault("result", f"entered in {other.place_in(row.file)} already{value}", "delete one of the two")


def _otherwise_dealt(places: Mapping[Key, Place], rows: Mapping[Key, ResultRow]) -> tuple[tuple[Sitting, int, int], ...]:
    """Return the sittings at which another square was dealt, each once."""
    dealt = {(key[1], places[key].sitting): row.dealt for key, row in rows.items() if row.dealt}
    return tuple((sitting, round_, square) for (round_, sitting), square in dealt.items())


def _dealt_twice(rows: Sequence[ResultRow]) -> list[tuple[ResultRow, Fault]]:
    """Return a fault for every row that says a square was dealt which its table played in the round anyway."""
    planned: dict[tuple[int, int, int], ResultRow] = {}
    for row in rows:
        if row.counted:
            planned.setdefault(row.sitting, row)
    faults = []
    for sitting, row in planned.items():
        others = [other for key, other in planned.items() if key != sitting and key[1:] == sitting[1:]]
        if row.dealt and any(other.played == row.dealt for other in others):
            text = f"square {row.dealt} was dealt twice at table {row.table} in round {row.round}"
            faults.append((row, row.fault("dealt", text, "look at the slips and correct one of them")))
    return faults


def _key(place: Place) -> Key:
    return place.sitting.square, place.round, place.sitting.table, place.side


def _empty(key: Key) -> ResultRow:
    square, round_, table, side = key
    return ResultRow(square=square, round=round_, table=table, side=side)


def _result(place: Place, row: ResultRow) -> Result:
    """Return the result of a row that belongs to a line of the schedule."""
    sitting = place.sitting
    return Result(
        square=row.played or sitting.square,
        side=place.side,
        holders=place.holders,
        score=row.counted.score if row.counted else None,
        round=place.round,
        table=sitting.table,
        section=sitting.section,
    )


def _unsound_tables(
    results: Sequence[Result], rows: Sequence[ResultRow], scoring: Scoring, count: int
) -> dict[SittingKey, tuple[ResultRow, Fault]]:
    """Return a fault for every table whose results cannot add up to what they do, with its last row, which is named."""
    expected = " or ".join(map(str, scoring.sums))
    unsound = _beyond_writing(results, rows, expected)
    for place, total in wrong_sums(results, scoring.sums, count):
        text = f"the results of square {results[place].square} at this table add up to {float(total):g}"
        cure = f"they always add up to {expected}; look at the slip and correct one of them"
        unsound[results[place].sitting] = rows[place], rows[place].fault("result", text, cure)
    return unsound


def _beyond_writing(results: Sequence[Result], rows: Sequence[ResultRow], expected: str) -> dict[SittingKey, tuple[ResultRow, Fault]]:
    """Return a fault for every table whose last result would follow from the others as a number that no cell may hold."""
    unsound = {}
    written: defaultdict[SittingKey, list[ResultRow]] = defaultdict(list)
    for result, row in zip(results, rows, strict=True):
        if row.made is not None and -LARGEST_SCORE <= row.made <= LARGEST_SCORE:
            written[result.sitting].append(row)
    for result, row in zip(results, rows, strict=True):
        if row.made is None or -LARGEST_SCORE <= row.made <= LARGEST_SCORE:
            continue
        others = written[result.sitting]
        total = sum(Fraction(other.made or 0) for other in others)
        last = max(others, key=lambda other: other.line)
        text = f"the results of square {result.square} at this table add up to {total} without the last"
        cure = f"all always add up to {expected}; look at the slip and correct them"
        unsound[result.sitting] = last, last.fault("result", text, cure)
    return unsound


@dataclass(frozen=True)
class _Checker:
    """Holds rows against the schedule and the method."""

    schedule: Schedule
    scoring: Scoring
    places: Mapping[Key, Place]

    def check(self, row: ResultRow) -> tuple[Key | None, Fault | None]:
        """Return the line of the schedule that a row belongs to, and what is wrong with the row."""
        if row.more:
            cure = "put a decimal comma in quotes, or use a point"
            return None, row.fault("", f"{quoted(row.more[-1])} stands behind the last column", cure)
        if fault := number_fault(row):
            return None, fault
        key = (*row.sitting, row.side or ())
        place = self.places.get(key)
        if place is None:
            return None, row.fault(*self._unscheduled(key, row.cells["seat"]))
        as_printed = plain_name(row.cells["name"]) in ("", plain_name(place.name))
        if not as_printed and sorted(row.holders) != sorted(place.holders):
            cure = f"expected {place.name}; a change of people stands in the event's file, under changes"
            return key, row.fault("name", f"{quoted(row.cells['name'])} does not hold {place.seat} there", cure)
        return key, self._score_fault(row)

    def _score_fault(self, row: ResultRow) -> Fault | None:
        if row.breach:
            return row.fault(*row.breach)
        if row.dealt and row.dealt > MOST_SQUARES:
            return row.fault("dealt", f"square {row.dealt}", f"a deck has at most {MOST_SQUARES}")
        for column, cell in (("result", row.result), ("correction", row.correction)):
            if cell and not cell.readable:
                usual = "expected a number, an average (A, A+, A-), a percentage such as 60%, a dash or nothing"
                return row.fault(column, f"found {quoted(cell.text)}", cell.cure or usual)
            if cell and isinstance(cell.score, Award) and (why := award_fault(cell.score, self.scoring)):
                return row.fault(column, f"found {quoted(cell.text)}", why)
        if row.correction and not row.result:
            return row.fault("correction", "nothing was entered that it corrects", "put it in the column result")
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


def doubts_of(game: Game, rows: Sequence[ResultRow]) -> tuple[Fault, ...]:
    """Return a fault for the first row of every table whose score no contract gives there, in a game that counts contracts.

    Such a row counts: a director may have given a weighted score.
    """
    rule = contract_rule(game)
    if rule is None:
        return ()
    sides = [frozenset(seats) for seats in rule.sides.values()]
    doubts: dict[tuple[int, int, int], Fault] = {}
    for row in rows:
        score, own = row.made, frozenset(row.side or ())
        if own not in sides or not row.played or score is None or row.sitting in doubts:
            continue
        name, vulnerable = vulnerable_seats(game, row.played)
        others = next(side for side in sides if side != own)
        if not could_score(score, own <= set(vulnerable), others <= set(vulnerable)):
            column = "correction" if row.correction else "result"
            score_said = f"{side_name(row.side or ())} {row.cells[column]}"
            text = f"no contract gives {score_said} in square {row.played} (vulnerable: {name})"
            doubts[row.sitting] = row.fault(column, text, "look at the slip; it counts as it stands")
    return tuple(doubts.values())


def read_rows_of(planned: Planned, paths: Sequence[Path], decimal: str = "") -> list[ResultRow]:
    """Return the rows of an event's files of results, contracts worked out; see `read_results`."""
    rows = read_results(paths, planned.event, planned.schedule.sides, planned.headings, decimal)
    return with_contract_scores(with_squares_dealt(rows), planned.game)


def missing_by_table(missing: Sequence[Place]) -> dict[tuple[int, int], tuple[int, ...]]:
    """Return the squares of which a result is missing, by round and table, in the order of play."""
    squares: defaultdict[tuple[int, int], set[int]] = defaultdict(set)
    for place in missing:
        squares[place.round, place.sitting.table].add(place.sitting.square)
    return {key: tuple(sorted(numbers)) for key, numbers in sorted(squares.items())}


def refuse_unfinished(planned: Planned, *paths: Path) -> None:
    """Refuse tables of results from which no next round can be planned: with wrong rows, or with results missing."""
    rows = read_rows_of(planned, paths)
    given = enter(planned.schedule, scoring_of(planned), rows)
    finished = len({row.round for row in rows})
    missing = missing_by_table([place for place in given.missing if place.round <= finished])
    cure = "expected all results of a round before the next one is planned"
    files = ", ".join(map(str, paths))
    absent = [
        Fault(f"round {round_}, table {table}: a result of square {', '.join(map(str, squares))} is missing", cure, files)
        for (round_, table), squares in missing.items()
    ]
    if faults := [*given.faults, *([] if given.faults else absent)]:
        raise ReplikatError(*faults)
