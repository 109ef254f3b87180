"""The parts of a spreadsheet's file: a ZIP archive of XML, read with bounds on what it may unpack to."""

import re
from collections.abc import Iterator
from decimal import Context, Decimal
from io import BytesIO
from typing import NamedTuple
from xml.etree import ElementTree
from zipfile import ZipFile

from replikat.data.csv_tables import Line
from replikat.errors import Fault, ReplikatError

MOST_UNPACKED = 32_000_000  # bytes of one part; a table of 4,000 rows takes one million
MOST_LINES = 50_000  # that hold anything, of a file
MOST_COLUMNS = 256
DATE = "[date]"  # what is read of a cell that holds a date or a time
NO_VALUE = "[formula without a value]"  # a program wrote the formula, and none has worked it out yet

_DIGITS = Context(prec=15)  # as many as spreadsheets show; the 16th and 17th are rounding of binary
_LARGEST = Decimal(10) ** 15
_NINTH = Decimal("1e-9")
_ENCRYPTED = 1  # of the flags of a ZIP entry (APPNOTE.TXT 4.4.4)


class Worksheet(NamedTuple):
    """A sheet of a spreadsheet: its name, and its lines that hold anything."""

    name: str
    lines: tuple[Line, ...]


class Parts:
    """The parts of a spreadsheet's file, by name."""

    def __init__(self, data: bytes, file: str) -> None:
        self.file = file
        self._archive = ZipFile(BytesIO(data))
        self.names = frozenset(self._archive.namelist())

    def elements(self, name: str, *, starts: bool = False) -> Iterator[tuple[str, ElementTree.Element]]:
        """Yield ("end", element) of a part's XML as elements end, and ("start", element) if asked.

        The size that the archive states is looked at before anything is unpacked, and nothing is
        unpacked beyond it.

        Raises:
            ReplikatError: The part is too large, or locked by a password.
        """
        entry = self._archive.getinfo(name)
        if entry.file_size > MOST_UNPACKED:
            text = f"unpacks to more than {MOST_UNPACKED // 1_000_000} MB"
            raise ReplikatError(Fault(text, "expected a table of results", self.file))
        if entry.flag_bits & _ENCRYPTED:
            raise ReplikatError(locked(self.file))
        stream = BytesIO(self._archive.read(entry))
        for event, element in ElementTree.iterparse(stream, events=("start", "end")):
            if event == "end" or starts:
                yield event, element


def locked(file: str) -> Fault:
    """Return the fault of a file that asks for a password."""
    return Fault("locked with a password", "save it without one, or as CSV", file)


def local(tag: str) -> str:
    """Return a tag without its namespace, of which every format has two or three editions."""
    return tag.rpartition("}")[2]


def attributes(element: ElementTree.Element) -> dict[str, str]:
    """Return the attributes of an element by their names without namespaces."""
    return {local(name): value for name, value in element.attrib.items()}


class Grid:
    """Collects the lines of sheets, and refuses what is too large for a table of results."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.count = 0

    def line(self, number: int, cells: dict[int, tuple[str, bool]]) -> Line:
        """Return the line of some cells by their places from 0, each a text and whether it is a number."""
        self.count += 1
        if self.count > MOST_LINES or max(cells) >= MOST_COLUMNS:
            text = f"more than {MOST_LINES} rows, or {MOST_COLUMNS} columns"
            raise ReplikatError(Fault(text, "expected a table of results", self.file))
        texts = tuple(cells[place][0] if place in cells else "" for place in range(max(cells) + 1))
        numbers = frozenset(place for place, (_, is_number) in cells.items() if is_number)
        return Line(number, texts, numbers)


def number_text(stored: str, percent: bool = False) -> str:
    """Return the number of a cell as people write it with a point: 7.0 is 7, and 0.6 as percentage is 60%."""
    try:
        value = _DIGITS.create_decimal(stored.strip())
    except ArithmeticError:
        return stored
    if not value.is_finite() or abs(value) >= _LARGEST:
        return stored
    text = format((value * 100 if percent else value).quantize(_NINTH), "f").rstrip("0").rstrip(".")
    return ("0" if text == "-0" else text) + ("%" if percent else "")


_QUOTED = re.compile(r'"[^"]*"|\\.|_.|\*.')
_BRACKETED = re.compile(r"\[[^\]]*\]")
_ELAPSED = re.compile(r"\[(h+|m+|s+)\]", re.I)


def kind_of_format(code: str) -> str:
    """Return what a number format makes of a number: "percent", "date" or "number" (ECMA-376 part 1, 18.8.31)."""
    plain = _QUOTED.sub("", code)
    signs = _BRACKETED.sub("", plain).lower()
    if "%" in signs:
        return "percent"
    is_general = signs in ("general", "standard")
    is_date = _ELAPSED.search(plain) or (re.search("[dmyhs]", signs) and not is_general)
    return "date" if is_date else "number"
