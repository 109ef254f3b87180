"""Spreadsheets are read cell by cell as people see them, and no file of any kind ends in more than a fault."""

from zipfile import ZipFile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from replikat.data.csv_tables import Line, Sheet, column_letters
from replikat.data.spreadsheets import is_spreadsheet, worksheets
from replikat.data.workbook_parts import MOST_COLUMNS, MOST_LINES, MOST_UNPACKED, kind_of_format, number_text
from replikat.errors import ReplikatError
from workbooks import DATE, OWN_DATE, OWN_PERCENT, PERCENT, archive, number_cell, ods, ods_row, row, text_cell, xlsx


def cells(data: bytes) -> list[Line]:
    (sheet,) = worksheets(data, "r")
    return list(sheet.lines)


def fault(data: bytes) -> str:
    with pytest.raises(ReplikatError) as caught:
        worksheets(data, "r.xlsx")
    return str(caught.value)


@pytest.mark.parametrize(
    ("cell", "text", "is_number"),
    [
        (number_cell("7.0"), "7", True),
        (number_cell("1.105"), "1.105", True),
        (number_cell("0.30000000000000004"), "0.3", True),
        (number_cell("-1E2"), "-100", True),
        (number_cell("-0"), "0", True),
        (number_cell("0.6", PERCENT), "60%", True),
        (number_cell("1", PERCENT), "100%", True),
        (number_cell("0.605", OWN_PERCENT), "60.5%", True),
        (number_cell("46150", DATE), "[date]", False),
        (number_cell("46150", OWN_DATE), "[date]", False),
        (text_cell("4\N{BLACK SPADE SUIT} S ="), "4♠ S =", False),
        ('<c t="s"><v>1</v></c>', "Ås & Elv", False),
        ('<c t="str"><f>A1</f><v>NS</v></c>', "NS", False),
        ('<c t="e"><v>#N/A</v></c>', "#N/A", False),
        ('<c t="b"><v>1</v></c>', "TRUE", False),
        ("<c><f>A1+1</f></c>", "[formula without a value]", False),
    ],
)
def test_a_cell_of_xlsx(cell: str, text: str, is_number: bool) -> None:
    shared = "<si><t>no</t></si><si><r><t>Ås &amp; </t></r><r><t>Elv</t></r><rPh><t>no</t></rPh></si>"
    data = xlsx({"A": f"<row>{cell}</row>"}, shared=shared)
    assert cells(data) == [Line(1, (text,), frozenset({0}) if is_number else frozenset())]


@pytest.mark.parametrize(
    ("attributes", "inside", "text", "is_number"),
    [
        ('office:value-type="float" office:value="7.0"', "<text:p>7,00</text:p>", "7", True),
        ('office:value-type="percentage" office:value="0.6"', "<text:p>60 %</text:p>", "60%", True),
        ('office:value-type="date" office:date-value="2026-05-01"', "<text:p>1.5.</text:p>", "[date]", False),
        ('office:value-type="boolean" office:boolean-value="true"', "", "TRUE", False),
        ('office:value-type="string"', "<text:p>Ås<text:s/>&amp; <text:span>Elv</text:span></text:p>", "Ås & Elv", False),
        ('office:value-type="string"', "<office:annotation><text:p>why</text:p></office:annotation><text:p>5</text:p>", "5", False),
    ],
)
def test_a_cell_of_ods(attributes: str, inside: str, text: str, is_number: bool) -> None:
    data = ods({"A": ods_row(f"<table:table-cell {attributes}>{inside}</table:table-cell>")})
    assert cells(data) == [Line(1, (text,), frozenset({0}) if is_number else frozenset())]


def test_rows_and_cells_stand_where_their_addresses_say() -> None:
    data = xlsx(
        {"A": '<row r="3" hidden="1"><c r="B3"><v>1</v></c><c r="AA3"><v>2</v></c></row>' + row("x") + row("", "") + row("y", number=9)}
    )
    lines = cells(data)
    assert [line.number for line in lines] == [3, 4, 9]
    assert [(place, text) for place, text in enumerate(lines[0].cells) if text] == [(1, "1"), (26, "2")]
    empty = '<table:table-cell table:number-columns-repeated="2"/>'
    covered = "<table:covered-table-cell><text:p>gone</text:p></table:covered-table-cell>"
    many = '<table:table-cell table:number-columns-repeated="2" office:value-type="float" office:value="5"/>'
    data = ods({"A": ods_row("", repeated=1_000_000) + ods_row(empty, "a", covered, many, repeated=2)})
    assert cells(data) == [Line(number, ("", "", "a", "", "5", "5"), frozenset({4, 5})) for number in (1_000_001, 1_000_002)]


def test_hidden_sheets_are_left_out() -> None:
    for data in (
        xlsx({"A": row(1), "B & C": row(2), "D": row(3)}, hidden=("A",)),
        ods({"A": ods_row(1), "B & C": ods_row(2), "D": ods_row(3)}, hidden=("A",)),
    ):
        assert [(sheet.name, sheet.lines[0].cells) for sheet in worksheets(data, "r")] == [("B & C", ("2",)), ("D", ("3",))]


def test_what_is_locked_is_told() -> None:
    locked = "r.xlsx: locked with a password; save it without one, or as CSV"
    old = "r.xlsx: locked with a password, or an old .xls; save it as .xlsx, .ods or CSV, without a password"
    assert fault(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600)) == old
    assert fault(ods({"A": ods_row(1)}, manifest="<m><file-entry><encryption-data/></file-entry></m>")) == locked
    assert fault(archive({"content.xml": "", "encrypted-package": "x"})) == locked


def test_what_unpacks_to_too_much_is_refused_before_it_is_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    data = xlsx({"A": row(text_cell(" " * MOST_UNPACKED))})
    assert len(data) < 100_000
    opened: list[str] = []
    usual = ZipFile.open

    def noted(self: ZipFile, name: object, *more: object) -> object:
        opened.append(getattr(name, "filename", str(name)))
        return usual(self, name, *more)  # type: ignore[arg-type]

    monkeypatch.setattr(ZipFile, "open", noted)
    assert fault(data) == "r.xlsx: unpacks to more than 32 MB; expected a table of results"
    assert "xl/worksheets/sheet0.xml" not in opened and "xl/workbook.xml" in opened


@pytest.mark.parametrize(
    "data",
    [
        xlsx({"A": '<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>2</v></c></row>'}),
        ods({"A": ods_row(1, repeated=MOST_LINES + 1)}),
        ods(
            {
                "A": ods_row(
                    f'<table:table-cell table:number-columns-repeated="{MOST_COLUMNS + 1}" office:value-type="float" office:value="5"/>'
                )
            }
        ),
    ],
)
def test_a_few_cells_far_apart_or_repeated_without_end_are_refused(data: bytes) -> None:
    assert fault(data) == "r.xlsx: more than 50000 rows, or 256 columns; expected a table of results"


ENTITIES = '<!ENTITY e0 "lol">' + "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 10))  # unpacks to 3 GB


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"PK\3\4 and nothing", "a damaged spreadsheet; save it again, or as CSV"),
        (xlsx({"A": "<row><c"}), "a damaged spreadsheet; save it again, or as CSV"),
        (xlsx({"A": '<row><c t="s"><v>9</v></c></row>'}), "a damaged spreadsheet; save it again, or as CSV"),
        (xlsx({"A": '<row r="x"><c><v>9</v></c></row>'}), "a damaged spreadsheet; save it again, or as CSV"),
        (archive({"content.xml": f"<!DOCTYPE a [{ENTITIES}]><a>&e9;</a>"}), "a damaged spreadsheet; save it again, or as CSV"),
        (archive({"content.xml": "<a"}), "a damaged spreadsheet; save it again, or as CSV"),
        (archive({"word/document.xml": ""}), "no table of results; save it as .xlsx, .ods or CSV"),
    ],
)
def test_what_is_no_spreadsheet_is_a_fault(data: bytes, told: str) -> None:
    assert is_spreadsheet(data)
    assert fault(data) == f"r.xlsx: {told}"


WHOLE = xlsx({"A": row("square", "result") + row(1, "A+")}, shared="<si><t>x</t></si>")


@given(st.integers(0, len(WHOLE) - 1), st.integers(0, 255), st.booleans())
def test_no_damage_ends_in_more_than_a_fault(place: int, value: int, cut: bool) -> None:
    data = b"PK\3\4" + (WHOLE[4:place] if cut else WHOLE[4:place] + bytes([value]) + WHOLE[place + 1 :])
    try:
        sheets = worksheets(data, "r.xlsx")
    except ReplikatError as error:
        assert str(error).startswith("r.xlsx: ")
    else:
        assert all(line.number for sheet in sheets for line in sheet.lines)


def test_numbers_and_formats() -> None:
    assert [number_text(text) for text in ("1e999999999", "nan", "1e15", "x", "123456789.123456789", "1e-30")] == [
        "1e999999999",
        "nan",
        "1e15",
        "x",
        "123456789.123457",
        "0",
    ]
    kinds = {
        code: kind_of_format(code)
        for code in ("General", "0.00", '0" kr day"', "[Red]-0", "0\\d", "0%", "[h]:mm", "yyyy-mm-dd", "0.00E+00")
    }
    assert [code for code, kind in kinds.items() if kind == "date"] == ["[h]:mm", "yyyy-mm-dd"]
    assert [code for code, kind in kinds.items() if kind == "percent"] == ["0%"]


def test_addresses() -> None:
    assert [column_letters(place) for place in (0, 25, 26, 701, 702, 16383)] == ["A", "Z", "AA", "ZZ", "AAA", "XFD"]
    assert Sheet("Ark1", {"result": "B"}).address("result", 7) == "Ark1!B7"
    assert Sheet("Per's table", {"result": "AC"}).address("result", 7) == "'Per''s table'!AC7"
