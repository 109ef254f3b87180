"""Tables of results: CSV as any spreadsheet saves it, or YAML, as rows of the same columns."""

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from replikat.data.csv_tables import LARGEST, Row, decoded, read_rows
from replikat.data.files import read_file
from replikat.data.strict_yaml import read_source
from replikat.errors import Fault, ReplikatError, quoted, suggestion
from replikat.events.event import Event
from replikat.events.result import Award, Score, parse_score
from replikat.events.schedule import JOIN, Side, side_name

TEMPLATE = ("square", "round", "table", "seat", "name", "result")
OPTIONAL = ("correction", "note")
LARGEST_SCORE = 999_999_999  # a cell holds nine digits at most


def read_table(path: Path) -> list[Row]:
    """Return the rows of a table of results; a file that is no such table is a ReplikatError."""
    if path.suffix.lower() in (".yaml", ".yml"):
        return _yaml_rows(path)
    data = read_file(path, largest=LARGEST, expected="expected a table of results")
    return read_rows(decoded(data, str(path)), TEMPLATE, str(path))


def entered(row: Row) -> str:
    """Return what counts of a row as it is written: the correction, where there is one."""
    return row.cells.get("correction") or row.cells["result"]


# ---- rows, read


class Written(NamedTuple):
    """A result as it stands in a cell; `readable` is False where the text is no result."""

    text: str
    score: Score | Award | None
    readable: bool = True


@dataclass(frozen=True, kw_only=True)
class ResultRow:
    """A row of a table of results, read.

    A number is None where the cell holds no whole number, the side where it names none, result and
    correction where they are empty. `holders` are the people who are named; if one of them takes no
    part there are none, and the unknown names are the `strangers`. A row that stands in no file has
    line 0. `cells` are the texts, for messages, and `more` those beyond the last column.
    """

    square: int | None
    round: int | None
    table: int | None
    side: Side | None
    holders: tuple[str, ...] = ()
    strangers: tuple[str, ...] = ()
    result: Written | None = None
    correction: Written | None = None
    note: str = ""
    line: int = 0
    cells: Mapping[str, str] = field(default_factory=dict)
    more: tuple[str, ...] = ()

    @property
    def sitting(self) -> tuple[int, int, int]:
        """Return square, round and table, with 0 for what is no number."""
        return self.square or 0, self.round or 0, self.table or 0

    @property
    def counted(self) -> Written | None:
        """Return what counts: the correction, where there is one."""
        return self.correction or self.result

    @property
    def made(self) -> Score | None:
        """Return the score that was made; None for an award, a dash, nothing, or what is no result."""
        score = self.counted.score if self.counted else None
        return None if isinstance(score, Award) else score


def read_results(path: Path, event: Event, sides: Sequence[Side]) -> list[ResultRow]:
    """Return the rows of an event's table of results, whose tables have these sides.

    A file that is no such table is a ReplikatError; what is wrong with one cell stands in its row.
    """
    return rows_read(read_table(path), event, sides)


def rows_read(rows: Iterable[Row], event: Event, sides: Sequence[Side]) -> list[ResultRow]:
    """Return the rows of an event's table of results from their texts."""
    reader = _Reader(event, sides)
    return [reader.read(row) for row in rows]


class _Reader:
    """Makes values of the texts of rows, as the names of the event ask."""

    def __init__(self, event: Event, sides: Sequence[Side]) -> None:
        self.people = {name for members in event.entries.values() for name in members}
        self.longest = max(map(len, self.people), default=0)
        self.pairs = event.pairs
        self.sides = {side_name(side).upper(): side for side in sides}

    def read(self, row: Row) -> ResultRow:
        cells = row.cells
        holders = self._holders(cells["name"])
        return ResultRow(
            square=whole_number(cells["square"]),
            round=whole_number(cells["round"]),
            table=whole_number(cells["table"]),
            side=self.sides.get(cells["seat"].upper()),
            holders=holders,
            strangers=() if holders else self._strangers(cells["name"]),
            result=_written(cells["result"]),
            correction=_written(cells.get("correction", "")),
            note=cells.get("note", ""),
            line=row.line,
            cells=cells,
            more=row.more,
        )

    def _holders(self, text: str) -> tuple[str, ...]:
        """Return who is named in a cell: people, or else a pair by its name."""
        return _people_in(text, self.people, self.longest) or tuple(self.pairs.get(text, ()))

    def _strangers(self, text: str) -> tuple[str, ...]:
        return tuple(name for name in text.split(JOIN) if name not in self.people)


def _people_in(text: str, people: Collection[str], longest: int) -> tuple[str, ...]:
    """Return the people who stand in a cell with JOIN between them; nobody if a part of it is no name.

    A name may begin or end with the joiner's sign ("A &" and "B" are "A & & B"), so each place of it
    is tried, from the last to the first: what follows a place is looked at once. No name has more
    than `longest` signs.
    """
    if text in people:
        return (text,)
    joins = [place for place in range(len(text)) if text.startswith(JOIN, place)]
    name_ends: dict[int, int] = {}  # where the name ends that begins at a place, if names alone follow
    for start in (*(join + len(JOIN) for join in reversed(joins)), 0):
        if len(text) - start <= longest and text[start:] in people:
            name_ends[start] = len(text)
            continue
        for join in joins[bisect_left(joins, start) : bisect_right(joins, start + longest)]:
            if join + len(JOIN) in name_ends and text[start:join] in people:
                name_ends[start] = join
                break
    names: list[str] = []
    start = 0
    while start in name_ends:
        names.append(text[start : name_ends[start]])
        start = name_ends[start] + len(JOIN)
    return tuple(names)


_WHOLE_NUMBER = re.compile(r"([0-9]{1,4})([.,]0*)?")  # spreadsheets write 7 as "7,0" or "7.00"


def whole_number(text: str) -> int | None:
    """Return the number of a cell that counts something, or None if it does not.

    A fraction of zeros is passed over, because spreadsheets add one.
    """
    match = _WHOLE_NUMBER.fullmatch(text)
    return int(match[1]) if match else None


@cache  # the same few results stand in many rows
def _written(text: str) -> Written | None:
    if not text:
        return None
    try:
        return Written(text, parse_score(text))
    except ValueError:
        return Written(text, None, readable=False)


def number_fault(row: ResultRow, file: str) -> Fault | None:
    """Return a fault where square, round or table of a row is no whole number."""
    for column, number in (("square", row.square), ("round", row.round), ("table", row.table)):
        if number is None:
            text = f"found {quoted(row.cells[column])}"
            return Fault(text, "expected a whole number", file, row.line, field=column)
    return None


def followed(rows: Sequence[ResultRow], sums: Sequence[int], count: int) -> list[ResultRow]:
    """Return the rows with the last empty one of each table filled in.

    Only where the `count` results of a table always have one sum; then it follows from the others.
    """
    full = list(rows)
    if len(sums) != 1:
        return full
    tables: defaultdict[tuple[int, int, int], list[int]] = defaultdict(list)
    for place, row in enumerate(rows):
        tables[row.sitting].append(place)
    for places in tables.values():
        empty = [place for place in places if rows[place].counted is None]
        if len(empty) != 1 or len(places) != count:
            continue
        scores = [rows[place].made for place in places if place != empty[0]]
        known = [score for score in scores if score is not None]
        if len(known) == len(scores):
            last = sums[0] - sum(known)
            score = last.numerator if last.denominator == 1 else last
            full[empty[0]] = replace(rows[empty[0]], result=Written("", score))
    return full


# ---- tables in YAML


def _yaml_rows(path: Path) -> list[Row]:
    """Return the rows under the key `results` of a YAML file, each a mapping of the table's columns."""
    source = read_source(path)
    tree = source.tree
    if source.faults:
        raise ReplikatError(*source.faults)
    if not isinstance(tree, dict) or list(tree) != ["results"] or not isinstance(tree["results"], list):
        raise ReplikatError(source.fault((), "no table of results", f"expected the key results, a list of rows with {', '.join(TEMPLATE)}"))
    faults: list[Fault] = []
    rows = []
    for place, item in enumerate(tree["results"]):
        here = ("results", place)
        if not isinstance(item, dict):
            faults.append(source.fault(here, "no row", f"expected {', '.join(TEMPLATE)}"))
            continue
        known = (*TEMPLATE, *OPTIONAL)
        faults += [source.fault((*here, key), "unknown key", suggestion(str(key), known), key=True) for key in item if key not in known]
        faults += [source.fault(here, f"no {key}") for key in _absent(item)]
        faults += [source.fault((*here, key), "no plain value") for key, value in item.items() if isinstance(value, (dict, list))]
        cells = {key: _cell(item.get(key)) for key in known}
        rows.append(Row(source.values[here][0], cells))
    if faults:
        raise ReplikatError(*faults)
    return rows


def _absent(item: dict[str, Any]) -> Iterable[str]:
    return (key for key in TEMPLATE if key not in item and key not in ("name", "result"))


def _cell(value: object) -> str:
    return "" if value is None else str(value).strip()
