"""The sheets of an .xlsx file (ECMA-376 part 1, SpreadsheetML)."""

import posixpath
import re
from collections.abc import Iterator
from xml.etree import ElementTree

from replikat.data.csv_tables import Line
from replikat.data.workbook_parts import (
    DATE,
    NO_VALUE,
    Grid,
    Parts,
    Worksheet,
    attributes,
    kind_of_format,
    local,
    number_text,
)

# Formats that every file has without naming them (ECMA-376 part 1, 18.8.30).
_PERCENT_FORMATS = {"9", "10"}
_DATE_FORMATS = {str(n) for n in (*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59))}
_ADDRESS = re.compile(r"([A-Z]{1,3})([0-9]+)")


def xlsx_sheets(parts: Parts) -> list[Worksheet]:
    """Return the sheets that are not hidden; hidden rows and columns are read like others."""
    workbook = _targets(parts, "").get("officeDocument", "xl/workbook.xml")
    targets = _targets(parts, workbook)
    texts = _shared_texts(parts, targets.get("sharedStrings"))
    kinds = _kinds(parts, targets.get("styles"))
    grid = Grid(parts.file)
    sheets = []
    for name, part in _visible(parts, workbook, targets):
        sheets.append(Worksheet(name, tuple(_lines(parts, part, texts, kinds, grid))))
    return sheets


def _targets(parts: Parts, part: str) -> dict[str, str]:
    """Return the parts to which a part is related, by the relation's identity and by its kind."""
    folder, name = posixpath.split(part)
    relations = posixpath.join(folder, "_rels", f"{name}.rels")
    targets: dict[str, str] = {}
    if relations not in parts.names:
        return targets
    for _, element in parts.elements(relations):
        if local(element.tag) == "Relationship":
            target = posixpath.normpath(posixpath.join("/", folder, element.get("Target", "")))[1:]
            targets[element.get("Id", "")] = target
            targets[posixpath.basename(element.get("Type", ""))] = target
    return targets


def _visible(parts: Parts, workbook: str, targets: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Yield name and part of every sheet of cells that is shown."""
    for _, element in parts.elements(workbook):
        if local(element.tag) == "sheet":
            values = attributes(element)  # `id` is the relation; the sheet's own number is `sheetId`
            part = targets.get(values.get("id", ""), "")
            is_cells = part in parts.names and "worksheets" in part.split("/")
            if is_cells and values.get("state", "visible") == "visible":
                yield values.get("name", ""), part


def _shared_texts(parts: Parts, part: str | None) -> list[str]:
    """Return the texts to which cells point."""
    texts: list[str] = []
    if part is None or part not in parts.names:
        return texts
    for _, element in parts.elements(part):
        if local(element.tag) == "si":
            texts.append(_text(element))
            element.clear()
    return texts


def _text(element: ElementTree.Element) -> str:
    """Return the text of a string, its runs together; how it is pronounced (rPh) is left out."""
    text = ""
    for child in element:
        if local(child.tag) == "t":
            text += child.text or ""
        elif local(child.tag) == "r":
            text += _text(child)
    return text


def _kinds(parts: Parts, part: str | None) -> list[str]:
    """Return what every style of cells makes of a number: "percent", "date" or "number"."""
    kinds: list[str] = []
    if part is None or part not in parts.names:
        return kinds
    own: dict[str, str] = {}
    for _, element in parts.elements(part):
        if local(element.tag) == "numFmt":
            own[element.get("numFmtId", "")] = kind_of_format(element.get("formatCode", ""))
        elif local(element.tag) == "cellXfs":
            kinds = [_kind(style.get("numFmtId", "0"), own) for style in element]
    return kinds


def _kind(number: str, own: dict[str, str]) -> str:
    usual = "percent" if number in _PERCENT_FORMATS else "date" if number in _DATE_FORMATS else "number"
    return own.get(number, usual)


def _lines(parts: Parts, part: str, texts: list[str], kinds: list[str], grid: Grid) -> Iterator[Line]:
    """Yield the lines that hold anything; rows and cells without an address follow the one before."""
    number = 0
    for _, row in parts.elements(part):
        if local(row.tag) != "row":
            continue
        number = int(row.get("r", number + 1))
        cells: dict[int, tuple[str, bool]] = {}
        place = -1
        for cell in row:
            place = _place(cell.get("r"), place + 1)
            text, is_number = _cell(cell, texts, kinds)
            if text.strip():
                cells[place] = text, is_number
        row.clear()
        if cells:
            yield grid.line(number, cells)


def _place(address: str | None, following: int) -> int:
    """Return the place of a cell in its row, from 0."""
    match = _ADDRESS.fullmatch(address or "")
    if not match:
        return following
    place = 0
    for letter in match[1]:
        place = 26 * place + ord(letter) - ord("A") + 1
    return place - 1


def _cell(cell: ElementTree.Element, texts: list[str], kinds: list[str]) -> tuple[str, bool]:
    """Return the text of a cell, and whether it is a number (ECMA-376 part 1, 18.3.1.4 and 18.18.11)."""
    inside = {local(child.tag): child for child in cell}
    stored = inside["v"].text or "" if "v" in inside else ""
    kind = cell.get("t", "n")
    if kind == "inlineStr":
        return (_text(inside["is"]) if "is" in inside else "", False)
    if not stored:
        return (NO_VALUE if "f" in inside and kind != "str" else "", False)
    if kind == "s":
        return texts[int(stored)], False
    if kind == "b":
        return ("TRUE" if stored == "1" else "FALSE"), False
    if kind == "d":
        return DATE, False
    if kind != "n":  # the text of a formula, or an error such as #N/A
        return stored, False
    style = int(cell.get("s", "0"))
    meaning = kinds[style] if style < len(kinds) else "number"
    if meaning == "date":
        return DATE, False
    return number_text(stored, meaning == "percent"), True
