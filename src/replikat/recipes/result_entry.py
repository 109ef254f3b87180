"""Tables of results held against the schedule: every row by itself, the sums of a table, what no play could give."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

from replikat.errors import Fault, ReplikatError, suggestion
from replikat.exchange.csv_tables import Row
from replikat.model.games import Game
from replikat.model.results import Award, Result, Scoring, SittingKey, parse_score
from replikat.model.schedule import JOIN, Place, Schedule
from replikat.play.rules import vulnerable_in
from replikat.play.scoring.compare import award_fault, wrong_sums
from replikat.play.tally.contract import could_score
from replikat.recipes.events import Planned, scoring_of
from replikat.recipes.result_tables import entered, followed, number_in, read_table, with_people

Key = tuple[int, int, int, str]  # square, round, table, seat or side
NUMBERS = ("square", "round", "table")


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


def enter(schedule: Schedule, scoring: Scoring, rows: Sequence[Row], file: str) -> Entered:
    """Return what the rows of a table give; every wrong row is named, and all others count."""
    places = {_key(place): place for place in schedule.places()}
    checker = _Checker(schedule, scoring, places, file)
    sound: dict[Key, Row] = {}
    faults: list[Fault] = []
    for row in rows:
        key, fault = checker.check(row)
        if not fault and key in sound and entered(row):
            if entered(sound[key]):
                fault = checker.fault(row, "result", f"entered in line {sound[key].line} already", "delete one of the two")
            else:
                sound[key] = row
        if fault:
            faults.append(fault)
        elif key is not None:
            sound.setdefault(key, row)
    lines = {key: sound.get(key, _empty(key)) for key in places}
    full = dict(zip(lines, followed(list(lines.values()), scoring.sums, len(schedule.sides)), strict=True))
    filled = {key: row for key, row in full.items() if entered(row)}
    results = [_result(places[key], row) for key, row in filled.items()]
    unsound = _unsound_tables(results, list(filled.values()), scoring, len(schedule.sides), checker)
    faults += unsound.values()
    results = [result for result in results if result.sitting not in unsound]
    corrections = [
        Correction(places[key], row.cells["result"], row.cells["correction"], row.cells.get("note", ""))
        for key, row in filled.items()
        if row.cells.get("correction")
    ]
    missing = [places[key] for key in full if key not in filled]
    return Entered(tuple(results), tuple(corrections), tuple(missing), tuple(sorted(faults, key=lambda fault: fault.line)))


def _key(place: Place) -> Key:
    return place.sitting.square, place.round, place.sitting.table, place.seat


def _empty(key: Key) -> Row:
    return Row(0, {"square": str(key[0]), "round": str(key[1]), "table": str(key[2]), "seat": key[3], "name": "", "result": ""})


def _result(place: Place, row: Row) -> Result:
    sitting = place.sitting
    return Result(
        square=sitting.square,
        side=place.side,
        holders=place.holders,
        score=_parsed(entered(row)),
        round=place.round,
        table=sitting.table,
        section=sitting.section,
    )


def _unsound_tables(
    results: Sequence[Result], rows: Sequence[Row], scoring: Scoring, count: int, checker: "_Checker"
) -> dict[SittingKey, Fault]:
    """Return a fault for every table whose results cannot add up to what they do; its last row is named."""
    expected = " or ".join(map(str, scoring.sums))
    return {
        results[place].sitting: checker.fault(
            rows[place],
            "result",
            f"the results of square {results[place].square} at this table add up to {float(found):g}",
            f"they always add up to {expected}; look at the slip and correct one of them",
        )
        for place, found in wrong_sums(results, scoring.sums, count)
    }


@dataclass(frozen=True)
class _Checker:
    """Holds rows against the schedule and the method."""

    schedule: Schedule
    scoring: Scoring
    places: Mapping[Key, Place]
    file: str

    def fault(self, row: Row, column: str, found: str, cure: str) -> Fault:
        return Fault(found, cure, self.file, row.line, field=column)

    def check(self, row: Row) -> tuple[Key | None, Fault | None]:
        """Return the line of the schedule that a row belongs to, and what is wrong with the row."""
        cells = row.cells
        if row.more:
            return None, self.fault(
                row, "", f"{row.more[-1]!r} stands behind the last column", "put a decimal comma in quotes, or use a point"
            )
        numbers = {column: _whole(cells[column]) for column in NUMBERS}
        for column, number in numbers.items():
            if number is None:
                return None, self.fault(row, column, f"found {cells[column]!r}", "expected a whole number")
        key = (numbers["square"] or 0, numbers["round"] or 0, numbers["table"] or 0, cells["seat"].upper())
        place = self.places.get(key)
        if place is None:
            return None, self.fault(row, *self._unscheduled(key, cells["seat"]))
        names = cells["name"]
        if names and names != place.name and sorted(names.split(JOIN)) != sorted(place.holders):
            cure = f"expected {place.name}; a change of people stands in the event's file, under changes"
            return key, self.fault(row, "name", f"{names!r} does not hold {place.seat} there", cure)
        return key, self._score_fault(row)

    def _score_fault(self, row: Row) -> Fault | None:
        for column in ("result", "correction"):
            text = row.cells.get(column, "")
            if not text:
                continue
            try:
                score = _parsed(text)
            except ValueError:
                cure = "expected a number, an average (A, A+, A-), a percentage such as 60%, a dash or nothing"
                return self.fault(row, column, f"found {text!r}", cure)
            if isinstance(score, Award) and (found := award_fault(score, self.scoring)):
                return self.fault(row, column, f"found {text!r}", found)
        if row.cells.get("correction") and not row.cells["result"]:
            return self.fault(row, "correction", "nothing was entered that it corrects", "put it in the column result")
        return None

    def _unscheduled(self, key: Key, seat: str) -> tuple[str, str, str]:
        """Return column, what was found and the cure for a row that is no line of the schedule."""
        square, round_, table, side = key
        squares = {place[0] for place in self.places}
        if square not in squares:
            return "square", f"square {square} is not played in this event", f"expected one of {_told(squares)}"
        rounds = {place[1] for place in self.places if place[0] == square}
        if round_ not in rounds:
            return "round", f"square {square} is not played in round {round_}", f"expected {_told(rounds)}"
        tables = {place[2] for place in self.places if place[:2] == (square, round_)}
        if table not in tables:
            return "table", f"square {square} is not played at table {table} in round {round_}", f"expected {_told(tables)}"
        sides = [place[3] for place in self.places if place[:3] == (square, round_, table)]
        return "seat", f"found {seat!r}", f"expected {' or '.join(sides)}" if side else suggestion(side, sides)


def _told(numbers: set[int]) -> str:
    return ", ".join(map(str, sorted(numbers)))


def _whole(text: str) -> int | None:
    """Return a whole number, also where a spreadsheet has written it with decimals."""
    head, _, tail = (text, "", "") if text.isdecimal() else text.replace(",", ".").partition(".")
    return int(head) if head.isascii() and head.isdecimal() and len(head) < 5 and not tail.strip("0") else None


_parsed = cache(parse_score)  # the same few results stand in many rows


def doubts_of(game: Game, rows: Sequence[Row], file: str) -> tuple[Fault, ...]:
    """Return a fault for the first row of every table whose score no contract gives there, in a game that counts contracts.

    Such a row counts: a director may have given a weighted score.
    """
    rule = next((way.contract_score for way in game.tally.values() if way.contract_score), None)
    dealer = game.rules.dealer_by_square
    found: dict[tuple[str, ...], Fault] = {}
    for row in rows:
        side, square, score = row.cells["seat"].upper(), _whole(row.cells["square"]), number_in(entered(row))
        table = tuple(row.cells[column] for column in NUMBERS)
        if rule is None or side not in rule.sides or not square or score is None or table in found:
            continue
        vulnerable = vulnerable_in(square) if dealer and dealer.vulnerability else "none"
        own, others = (vulnerable in ("all", one) for one in (side.lower(), *(name.lower() for name in rule.sides if name != side)))
        if not could_score(score, own, others):
            column = "correction" if row.cells.get("correction") else "result"
            told = f"no contract gives {side} {row.cells[column]} in square {square} (vulnerable: {vulnerable})"
            found[table] = Fault(told, "look at the slip; it counts as it stands", file, row.line, field=column)
    return tuple(found.values())


def refuse_unfinished(planned: Planned, path: Path) -> None:
    """Refuse a table of results from which no next round can be planned: one with wrong rows, or with results missing."""
    rows = with_people(read_table(path), planned.event.pairs)
    given = enter(planned.schedule, scoring_of(planned), rows, str(path))
    finished = len({row.cells["round"] for row in rows})
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
