"""Tables of results: spreadsheets, CSV as any of them saves it, or YAML, as rows of the same columns."""

import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from replikat.data.csv_tables import LARGEST, Line, Row, Sheet, csv_lines, decoded, headings_of, rows_below
from replikat.data.files import read_file
from replikat.data.spreadsheets import is_spreadsheet, worksheets
from replikat.data.strict_yaml import read_source
from replikat.deck.catalogue import Catalogue
from replikat.errors import Fault, ReplikatError, quoted, suggestion
from replikat.events.event import Event
from replikat.events.result import Award, Score, TwoReadings, parse_score
from replikat.events.results.headings import OPTIONAL, TEMPLATE, Headings, columns, side_word, sides_by_word
from replikat.events.schedule import JOIN, Side

LARGEST_SCORE = 999_999_999  # a cell holds nine digits at most
MOST_TITLES = 20  # lines that may stand above the column names of a spreadsheet


class Table(NamedTuple):
    """Rows whose column names are written in one language; `words` is None where that is English."""

    rows: list[Row]
    words: Catalogue | None = None


def read_tables(path: Path, headings: Headings) -> list[Table]:
    """Return the tables of a file of results: every sheet of a spreadsheet that has the columns, else one.

    Raises:
        ReplikatError: The file cannot be read, or holds no such table.
    """
    if path.suffix.lower() in (".yaml", ".yml"):
        return [Table(_yaml_rows(path))]
    data = read_file(path, largest=LARGEST, expected="expected a table of results")
    if is_spreadsheet(data):
        return _spreadsheet_tables(data, headings, str(path))
    return [_table(csv_lines(decoded(data, str(path)), str(path)), headings, str(path))]


def _table(lines: Sequence[Line], headings: Headings, file: str, sheet: str = "") -> Table:
    names = headings_of(lines[0])
    words = headings.words_of(names)
    meant = columns(names, words)
    twice = [column for column in (*TEMPLATE, *OPTIONAL) if meant.count(column) > 1]
    if twice:
        where = [name for name, column in zip(names, meant, strict=True) if column == twice[0]]
        text = f"two columns mean {twice[0]} ({', '.join(where)})"
        raise ReplikatError(Fault(text, "delete one, or call it otherwise", file, lines[0].number))
    return Table(rows_below(lines, meant, TEMPLATE, file, sheet), words)


def _spreadsheet_tables(data: bytes, headings: Headings, file: str) -> list[Table]:
    """Return the table of every sheet that has the columns; titles may stand above them."""
    sheets = [sheet for sheet in worksheets(data, file) if sheet.lines]
    tables = []
    for sheet in sheets:
        for place, line in enumerate(sheet.lines[:MOST_TITLES]):
            names = headings_of(line)
            if set(TEMPLATE) <= set(columns(names, headings.words_of(names))):
                tables.append(_table(sheet.lines[place:], headings, file, sheet.name))
                break
    if not tables:
        cure = f"expected a line with {', '.join(TEMPLATE)}"
        names_of_sheets = ", ".join(sheet.name for sheet in sheets) or "no sheet that holds anything"
        raise ReplikatError(Fault(f"no table of results ({names_of_sheets})", cure, file))
    return tables


def entered(row: Row) -> str:
    """Return what counts of a row as it is written: the correction, where there is one."""
    return row.cells.get("correction") or row.cells["result"]


# ---- rows, read


class Written(NamedTuple):
    """A result as it stands in a cell; `readable` is False where the text is no result, and `cure` says why, if it is known."""

    text: str
    score: Score | Award | None
    readable: bool = True
    cure: str = ""


@dataclass(frozen=True, kw_only=True)
class ResultRow:
    """A row of a table of results, read.

    A number is None where the cell holds no whole number, the side where it names none, result and
    correction where they are empty. `holders` are the people who are named; if one of them takes no
    part there are none, and the unknown names are the `strangers`. A row that stands in no file has
    line 0. `dealt` is the square that was really dealt, where it is not the one of the schedule.
    `cells` are the texts, for messages, and `more` those beyond the last column. `breach` is
    what is wrong with a row beyond its cells, as column, what was found, and the cure.
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
    dealt: int | None = None
    contract: str = ""
    file: str = ""
    sheet: Sheet | None = None
    line: int = 0
    cells: Mapping[str, str] = field(default_factory=dict)
    more: tuple[str, ...] = ()
    breach: tuple[str, str, str] | None = None

    @property
    def sitting(self) -> tuple[int, int, int]:
        """Return square, round and table, with 0 for what is no number."""
        return self.square or 0, self.round or 0, self.table or 0

    def fault(self, column: str, text: str, cure: str) -> Fault:
        """Return a fault at the cell of a column: with its line, or in a spreadsheet with its address."""
        return fault_at(self, self.file, column, text, cure)

    def place_in(self, file: str) -> str:
        """Return where the row stands, as it is told of another row in a file."""
        where = self.sheet.address("result", self.line) if self.sheet else f"line {self.line}"
        return where if file == self.file else f"{where} of {self.file}"

    @property
    def played(self) -> int | None:
        """Return the square that was played: the one that was really dealt, else the one of the schedule."""
        return self.dealt or self.square

    @property
    def counted(self) -> Written | None:
        """Return what counts: the correction, where there is one."""
        return self.correction or self.result

    @property
    def is_blank(self) -> bool:
        """Return whether nothing was entered in the row, neither well nor badly."""
        entries = (self.counted, self.contract, self.cells.get("dealt"), self.breach, self.more)
        return not any(entries)

    @property
    def made(self) -> Score | None:
        """Return the score that was made; None for an award, a dash, nothing, or what is no result."""
        score = self.counted.score if self.counted else None
        return None if isinstance(score, Award) else score


def fault_at(row: Row | ResultRow, file: str, column: str, text: str, cure: str) -> Fault:
    """Return a fault at the cell of a row: with its line, or in a spreadsheet with its address."""
    if row.sheet:
        return Fault(text, cure, f"{file}: {row.sheet.address(column, row.line)}", field=column)
    return Fault(text, cure, file, row.line, field=column)


def read_results(
    paths: Path | Sequence[Path],
    event: Event,
    sides: Sequence[Side],
    headings: Headings | None = None,
    decimal: str = "",
) -> list[ResultRow]:
    """Return the rows of an event's tables of results, whose tables have these sides.

    Args:
        paths: The file of results, or several files that are parts of one table.
        event: The event, for its names.
        sides: The sides of its tables.
        headings: The words of columns and seats; English ones where absent.
        decimal: The sign before decimals; absent, a file with column names of another language
            than English says it by that language.

    Raises:
        ReplikatError: A file is no such table. What is wrong with one cell stands in its row.
    """
    headings = headings or Headings()
    rows: list[ResultRow] = []
    for path in [paths] if isinstance(paths, Path) else paths:
        for table in read_tables(path, headings):
            language = sides_by_word(sides, table.words or headings.own_words())
            sign = decimal or (table.words.decimal if table.words else "")
            letters = _declarers(table.words or headings.own_words())
            reader = _Reader(event, language, sign, str(path), letters)
            rows += map(reader.read, table.rows)
    return rows


def rows_read(rows: Iterable[Row], event: Event, sides: Sequence[Side], file: str = "") -> list[ResultRow]:
    """Return the rows of an event's table of results from their texts, with English words."""
    reader = _Reader(event, sides_by_word(sides), "", file, {})
    return [reader.read(row) for row in rows]


def _declarers(words: Catalogue | None) -> dict[int, str]:
    """Return the seat by the letter of a language, as far as no suit is meant by it: Ø is E, V is W."""
    letters = words.letters.items() if words else ()
    return {ord(letter): seat for seat, letter in letters if len(letter) == 1 and letter not in "CDHSNTX"}


def plain_name(text: str) -> str:
    """Return a name as it is compared: a letter and its accent as one sign (Unicode NFC), single blanks."""
    return " ".join(unicodedata.normalize("NFC", text).split())


class _Reader:
    """Makes values of the texts of rows, as the names of the event ask."""

    def __init__(self, event: Event, sides: Mapping[str, Side], decimal: str, file: str, letters: Mapping[int, str]) -> None:
        self.people = {plain_name(name): name for members in event.entries.values() for name in members}
        self.longest = max(map(len, self.people), default=0)
        self.pairs = {plain_name(name): members for name, members in event.pairs.items()}
        self.sides = sides
        self.decimal = decimal
        self.file = file
        self.letters = letters

    def read(self, row: Row) -> ResultRow:
        cells = row.cells
        name = plain_name(cells["name"])
        holders = self._holders(name)
        return ResultRow(
            square=whole_number(cells["square"]),
            round=whole_number(cells["round"]),
            table=whole_number(cells["table"]),
            side=self.sides.get(side_word(cells["seat"])),
            holders=holders,
            strangers=() if holders else self._strangers(name),
            result=self._written(row, "result"),
            correction=self._written(row, "correction"),
            note=cells.get("note", ""),
            dealt=whole_number(cells.get("dealt", "")),
            contract=cells.get("contract", "").upper().translate(self.letters),
            file=self.file,
            sheet=row.sheet,
            line=row.line,
            cells=cells,
            more=row.more,
        )

    def _written(self, row: Row, column: str) -> Written | None:
        # A cell that holds a number is written with a point, whatever the language.
        return _written(row.cells.get(column, ""), "." if column in row.numbers else self.decimal)

    def _holders(self, text: str) -> tuple[str, ...]:
        """Return who is named in a cell: people, or else a pair by its name."""
        return _people_in(text, self.people, self.longest) or tuple(self.pairs.get(text, ()))

    def _strangers(self, text: str) -> tuple[str, ...]:
        return tuple(name for name in text.split(JOIN) if name not in self.people)


def _people_in(text: str, people: Mapping[str, str], longest: int) -> tuple[str, ...]:
    """Return the people who stand in a cell with JOIN between them; nobody if a part of it is no name.

    A name may begin or end with the joiner's sign ("A &" and "B" are "A & & B"), so each place of it
    is tried, from the last to the first: what follows a place is looked at once. `people` gives every
    name of the event by what it is compared as, which has at most `longest` signs.
    """
    if text in people:
        return (people[text],)
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
        names.append(people[text[start : name_ends[start]]])
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
def _written(text: str, decimal: str) -> Written | None:
    if not text:
        return None
    try:
        return Written(text, parse_score(text, decimal))
    except TwoReadings:
        number = text.rstrip(" %")
        whole = number.replace(",", "").replace(".", "")
        cure = f"it can be read in two ways; write {whole} or {number}0, or say with --decimal which sign stands before decimals"
        return Written(text, None, readable=False, cure=cure)
    except ValueError:
        return Written(text, None, readable=False)


def number_fault(row: ResultRow) -> Fault | None:
    """Return a fault where square, round or table of a row is no whole number."""
    for column, number in (("square", row.square), ("round", row.round), ("table", row.table)):
        if number is None:
            return row.fault(column, f"found {quoted(row.cells[column])}", "expected a whole number")
    return None


def with_squares_dealt(rows: Sequence[ResultRow]) -> list[ResultRow]:
    """Return the rows, each with the square that any row of its sitting says was really dealt.

    A row that is no number there, or contradicts another of its table, has a `breach`.
    """
    dealt: dict[tuple[int, int, int], ResultRow] = {}
    for row in rows:
        if row.dealt:
            dealt.setdefault(row.sitting, row)
    spread = []
    for row in rows:
        text, first = row.cells.get("dealt", ""), dealt.get(row.sitting)
        if text and not row.dealt:
            row = replace(row, breach=("dealt", f"found {quoted(text)}", "expected the number of a square"))
        elif first and row.dealt and row.dealt != first.dealt:
            text = f"square {row.dealt} at a table where square {first.dealt} was dealt by {first.place_in(row.file)}"
            row = replace(row, breach=("dealt", text, "look at the slip and correct one of them"))
        elif first:
            row = replace(row, dealt=first.dealt)
        spread.append(row)
    return spread


def one_each(rows: Iterable[ResultRow]) -> list[ResultRow]:
    """Return one row for every side of a sitting: the first that has a result, if there is one.

    Several people may each have filled in a part of the same table.
    """
    rows_by_side: dict[tuple[int, int, int, Side | None], ResultRow] = {}
    for row in rows:
        key = (*row.sitting, row.side)
        if key not in rows_by_side or (row.counted and not rows_by_side[key].counted):
            rows_by_side[key] = row
    return list(rows_by_side.values())


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
        numbers = frozenset(key for key, value in item.items() if isinstance(value, (int, float)))
        rows.append(Row(source.values[here][0], cells, numbers=numbers))
    if faults:
        raise ReplikatError(*faults)
    return rows


def _absent(item: dict[str, Any]) -> Iterable[str]:
    return (key for key in TEMPLATE if key not in item and key not in ("name", "result"))


def _cell(value: object) -> str:
    return "" if value is None else str(value).strip()
