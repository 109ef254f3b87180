"""Tables as CSV: written for programs or for people, read from whatever a spreadsheet makes of them."""

import csv
from collections.abc import Iterable, Iterator, Mapping, Sequence
from io import StringIO
from itertools import chain
from typing import NamedTuple

from replikat.errors import Fault, ReplikatError

LARGEST = 64_000_000  # bytes
SEPARATORS = ",;\t"
NUMERIC = frozenset("+-−–0123456789")
_END = "\x1a"  # stands after the last line: whatever swallows it has not come to an end
_BLANKS = dict.fromkeys(map(ord, "\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}\N{THIN SPACE}"), " ")


class CsvStyle(NamedTuple):
    """How a table is written: what stands between cells, the decimal sign, and whether a byte order mark leads.

    Spreadsheets know UTF-8 by the mark, and expect semicolons where the decimal sign is a comma.
    """

    separator: str = ","
    decimal: str = "."
    marked: bool = False

    def number(self, text: str) -> str:
        """Return a number that is written with a point as this style writes it."""
        return text.replace(".", self.decimal)


PLAIN = CsvStyle()  # for programs


def spreadsheet_style(decimal: str) -> CsvStyle:
    """Return how spreadsheets want a table in a language with this decimal sign."""
    return CsvStyle(";" if decimal == "," else ",", decimal, marked=True)


class Line(NamedTuple):
    """A line of cells, as texts: its number in the file or sheet, from 1.

    `numbers` are the places, from 0, of cells that hold a number and no text, as cells of
    spreadsheets can: such a number is written with a point, and can be read in one way only.
    """

    number: int
    cells: tuple[str, ...]
    numbers: frozenset[int] = frozenset()


class Sheet(NamedTuple):
    """Where a row of a spreadsheet stands: the name of the sheet, and by column its letters."""

    name: str
    letters: Mapping[str, str]

    def address(self, column: str, line: int) -> str:
        """Return the address of a cell as formulas write it: Sheet1!B7, 'Round 2'!B7."""
        name = self.name if self.name.isalnum() else "'" + self.name.replace("'", "''") + "'"
        return f"{name}!{self.letters.get(column, 'A')}{line}"


class Row(NamedTuple):
    """A line of a table: its number in the file, from 1, and its cells by column; `more` are cells beyond the last column.

    `numbers` are the columns whose cell holds a number and no text; `sheet` is where the row stands in a spreadsheet.
    """

    line: int
    cells: Mapping[str, str]
    more: tuple[str, ...] = ()
    numbers: frozenset[str] = frozenset()
    sheet: Sheet | None = None


def table_text(columns: Sequence[str], rows: Iterable[Sequence[object]], style: CsvStyle = PLAIN) -> str:
    """Return a table as CSV, with a line of column names; numbers come written as the style asks."""
    out = StringIO()
    writer = csv.writer(out, delimiter=style.separator, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)
    return ("\ufeff" if style.marked else "") + out.getvalue()


def decoded(data: bytes, file: str, kind: str = "a table of results", cure: str = "save the table as CSV") -> str:
    """Return the text of a table: UTF-8 with or without a mark, UTF-16 with one, or else Latin-1 as Windows writes it.

    `kind` and `cure` are what is said of a file that is too large, or no text.
    """
    if len(data) > LARGEST:
        raise ReplikatError(Fault(f"larger than {LARGEST // 1_000_000} MB", f"expected {kind}", file))
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", errors="replace")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("cp1252", errors="replace")
    if "\0" in text:
        raise ReplikatError(Fault("no text", cure, file))
    return text


def read_rows(text: str, columns: Sequence[str], file: str) -> list[Row]:
    """Return the rows of a table that has at least these columns, in any order; empty lines are passed over.

    Cells are separated by commas, semicolons or tabs, as the line of column names is. ReplikatError where a column is
    missing.
    """
    lines = csv_lines(text, file)
    return rows_below(lines, headings_of(lines[0]), columns, file)


def csv_lines(text: str, file: str) -> list[Line]:
    """Return the line of column names, and all lines below it; ReplikatError where a quote is never closed."""
    lines = text.lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    head = next((place for place, line in enumerate(lines) if not _is_preamble(line)), 0)
    separator = max(SEPARATORS, key=lines[head].count)
    records = _records(lines[head:], separator, head, file)
    first = Line(head + 1, tuple(next(records, (head, []))[1]))
    return [first, *(Line(number, tuple(cells)) for number, cells in records)]


def _records(lines: Sequence[str], separator: str, head: int, file: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the number of a record's last line in the file, and its cells; `head` lines stand before the first.

    RFC 4180, section 2: a cell in quotes may hold line breaks, so that a quote never closed swallows all that follows.
    """
    reader = csv.reader(chain((f"{line}\n" for line in lines), (_END,)), delimiter=separator)
    first = 1
    try:
        for cells in reader:
            if reader.line_num > len(lines):
                if cells != [_END]:
                    raise _unclosed(file, head + first)
                return
            yield head + reader.line_num, cells
            first = reader.line_num + 1
    except csv.Error:  # a cell is longer than the library takes
        raise _unclosed(file, head + first) from None


def _unclosed(file: str, line: int) -> ReplikatError:
    return ReplikatError(Fault("a quote that is not closed, or a cell of a book's length", 'close it: "..."', file, line))


def headings_of(line: Line) -> list[str]:
    """Return the column names of a line, in lower case."""
    return [plain_cell(name).lower() for name in line.cells]


def rows_below(lines: Sequence[Line], names: Sequence[str], columns: Sequence[str], file: str, sheet: str = "") -> list[Row]:
    """Return the rows of the lines below the first, whose columns are called `names`.

    Args:
        lines: The line of column names, and the lines below it; empty ones are passed over.
        names: What its columns are called, one for each.
        columns: The columns that there must be, in any order.
        file: The file, for messages.
        sheet: The sheet of a spreadsheet on which the lines stand.

    Raises:
        ReplikatError: A column is missing.
    """
    if missing := [name for name in columns if name not in names]:
        cure = f"expected a first line with {', '.join(columns)}"
        raise ReplikatError(Fault(f"no column {', '.join(missing)}", cure, file, lines[0].number))
    letters = {name: column_letters(place) for place, name in reversed(list(enumerate(names)))}
    where = Sheet(sheet, letters) if sheet else None
    rows = []
    for line in lines[1:]:
        plain = [plain_cell(cell) for cell in line.cells]
        if not any(plain):
            continue
        padded = [*plain, *[""] * (len(names) - len(plain))]
        more = tuple(cell for cell in padded[len(names) :] if cell)
        numbers = frozenset(names[place] for place in line.numbers if place < len(names))
        cells = dict(zip(names, padded, strict=False))
        rows.append(Row(line.number, cells, more, numbers, where))
    return rows


def column_letters(place: int) -> str:
    """Return the letters of a column of a spreadsheet: A for 0, Z for 25, AA for 26."""
    letters = ""
    while place >= 0:
        letters = chr(ord("A") + place % 26) + letters
        place = place // 26 - 1
    return letters


def _is_preamble(line: str) -> bool:
    """Return whether a line is none of the table's: an empty one, or what some spreadsheets want to hear of the separator."""
    return not line.strip(f"{SEPARATORS} ") or line.lower().startswith("sep=")


def plain_cell(cell: str) -> str:
    """Return what is in a cell, without blanks about it and without the sign by which spreadsheets keep a number a text."""
    text = cell.strip() if cell.isascii() else cell.translate(_BLANKS).strip()
    return text[1:] if text.startswith("'") and text[1:2] in NUMERIC else text
