"""Tables as CSV: written with commas, read from whatever a spreadsheet makes of them."""

import csv
from collections.abc import Iterable, Iterator, Mapping, Sequence
from io import StringIO
from itertools import chain
from typing import NamedTuple

from replikat.errors import Fault, ReplikatError

LARGEST = 64_000_000  # bytes
SEPARATORS = ",;\t"
NUMERIC = frozenset("+-−0123456789")
_END = "\x1a"  # stands after the last line: whatever swallows it has not come to an end
_BLANKS = dict.fromkeys(map(ord, "\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}\N{THIN SPACE}"), " ")


class Row(NamedTuple):
    """A line of a table: its number in the file, from 1, and its cells by column; `more` are cells beyond the last column."""

    line: int
    cells: Mapping[str, str]
    more: tuple[str, ...] = ()


def table_text(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a table as CSV, with a line of column names."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)
    return out.getvalue()


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
    lines = text.lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    head = next((place for place, line in enumerate(lines) if not _is_preamble(line)), 0)
    separator = max(SEPARATORS, key=lines[head].count)
    records = _records(lines[head:], separator, head, file)
    names = [_plain(name).lower() for name in next(records, (head, []))[1]]
    if missing := [name for name in columns if name not in names]:
        raise ReplikatError(Fault(f"no column {', '.join(missing)}", f"expected a first line with {', '.join(columns)}", file, head + 1))
    rows = []
    for line, cells in records:
        plain = [_plain(cell) for cell in cells]
        if any(plain):
            padded = [*plain, *[""] * (len(names) - len(plain))]
            more = tuple(cell for cell in padded[len(names) :] if cell)
            rows.append(Row(line, dict(zip(names, padded, strict=False)), more))
    return rows


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


def _is_preamble(line: str) -> bool:
    """Return whether a line is none of the table's: an empty one, or what some spreadsheets want to hear of the separator."""
    return not line.strip(f"{SEPARATORS} ") or line.lower().startswith("sep=")


def _plain(cell: str) -> str:
    """Return what is in a cell, without blanks about it and without the sign by which spreadsheets keep a number a text."""
    text = cell.strip() if cell.isascii() else cell.translate(_BLANKS).strip()
    return text[1:] if text.startswith("'") and text[1:2] in NUMERIC else text
