"""The sheets of an .ods file (OpenDocument 1.3 part 3, chapter 9)."""

from collections.abc import Iterator
from xml.etree import ElementTree

from replikat.data.csv_tables import Line
from replikat.data.workbook_parts import DATE, Grid, Parts, Worksheet, attributes, local, locked, number_text
from replikat.errors import ReplikatError

CONTENT = "content.xml"
_MANIFEST = "META-INF/manifest.xml"
_NUMBERS = ("float", "currency", "percentage")
_DATES = ("date", "time")


def ods_sheets(parts: Parts) -> list[Worksheet]:
    """Return the sheets that are not hidden; hidden rows and columns are read like others."""
    _refuse_locked(parts)
    grid = Grid(parts.file)
    hidden: set[str] = set()
    sheets: list[Worksheet] = []
    lines: list[Line] = []
    style = ""
    number = 0
    for event, element in parts.elements(CONTENT, starts=True):
        tag = local(element.tag)
        if event == "start":
            style = attributes(element).get("name", "") if tag == "style" else style
            if tag == "table-properties" and attributes(element).get("display") == "false":
                hidden.add(style)
            if tag == "table":
                lines, number = [], 0
        elif tag == "table-row":
            repeated = _repeated(element, "number-rows-repeated")
            if cells := _cells(element):
                lines += (grid.line(number + 1 + place, cells) for place in range(repeated))
            number += repeated
            element.clear()
        elif tag == "table":
            values = attributes(element)
            if values.get("style-name", "") not in hidden:
                sheets.append(Worksheet(values.get("name", ""), tuple(lines)))
    return sheets


def _refuse_locked(parts: Parts) -> None:
    """Refuse a file whose parts are encrypted (OpenDocument 1.3 part 2, 4.3)."""
    if "encrypted-package" in parts.names:
        raise ReplikatError(locked(parts.file))
    if _MANIFEST in parts.names:
        tags = {local(element.tag) for _, element in parts.elements(_MANIFEST)}
        if "encryption-data" in tags:
            raise ReplikatError(locked(parts.file))


def _repeated(element: ElementTree.Element, name: str) -> int:
    return max(1, int(attributes(element).get(name, "1")))


def _cells(row: ElementTree.Element) -> dict[int, tuple[str, bool]]:
    """Return the cells of a row that hold anything, by their places; a covered one (of a merged cell) holds nothing."""
    cells: dict[int, tuple[str, bool]] = {}
    place = 0
    for cell in row:
        tag = local(cell.tag)
        if tag not in ("table-cell", "covered-table-cell"):
            continue
        repeated = _repeated(cell, "number-columns-repeated")
        content = _cell(cell) if tag == "table-cell" else ("", False)
        if content[0].strip():
            # One cell beyond the widest table is enough to refuse the line.
            cells |= dict.fromkeys(range(place, place + min(repeated, 1000)), content)
        place += repeated
    return cells


def _cell(cell: ElementTree.Element) -> tuple[str, bool]:
    """Return the text of a cell, and whether it is a number."""
    values = attributes(cell)
    kind = values.get("value-type", "")
    if kind in _NUMBERS:
        return number_text(values.get("value", ""), kind == "percentage"), True
    if kind in _DATES:
        return DATE, False
    if kind == "boolean":
        return values.get("boolean-value", "").upper(), False
    paragraphs = [child for child in cell if local(child.tag) == "p"]  # a comment has its own, further in
    return "\n".join("".join(_runs(paragraph)) for paragraph in paragraphs), False


def _runs(element: ElementTree.Element) -> Iterator[str]:
    """Yield the text of a paragraph in its order; several blanks, tabs and ends of lines are elements of their own."""
    yield element.text or ""
    for child in element:
        tag = local(child.tag)
        if tag in ("s", "tab", "line-break"):
            yield " "
        elif tag != "annotation":
            yield from _runs(child)
        yield child.tail or ""
