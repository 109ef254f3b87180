import pytest

from replikat.data.csv_tables import decoded, read_rows, table_text
from replikat.errors import ReplikatError

COLUMNS = ("name", "result")
TEXT = "name,result\nÅse,12\nBjørg,-3\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "latin-1", "cp1252"])
@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_any_spreadsheet_says_the_same(encoding: str, ends: str, separator: str) -> None:
    data = TEXT.replace(",", separator).replace("\n", ends).encode(encoding)
    rows = read_rows(decoded(data, "r.csv"), COLUMNS, "r.csv")
    assert [(row.line, dict(row.cells)) for row in rows] == [
        (2, {"name": "Åse", "result": "12"}),
        (3, {"name": "Bjørg", "result": "-3"}),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "sep=;\nname;result\nÅse;12\n",
        ";;\n\nName ;RESULT; \nÅse;12;\n;;\n",
        'extra;result;name\nx;"12";Åse\n',
        "name;result\nÅse;'12\n",
        "name;result\n Åse\N{NO-BREAK SPACE};12 \n",
        "name;result;note\nÅse;12\n",
    ],
)
def test_oddities_of_spreadsheets_are_no_hindrance(text: str) -> None:
    (row,) = read_rows(text, COLUMNS, "r.csv")
    assert (row.cells["name"], row.cells["result"]) == ("Åse", "12")
    assert row.more == ()
    assert text.splitlines()[row.line - 1].count("12") == 1


def test_an_apostrophe_that_belongs_to_a_name_stays() -> None:
    assert read_rows("name,result\n't Hooft,1\n", COLUMNS, "r.csv")[0].cells["name"] == "'t Hooft"


def test_cells_behind_the_last_column_are_told() -> None:
    assert read_rows("name,result\nÅse,12,5\n", COLUMNS, "r.csv")[0].more == ("5",)


def test_what_is_no_table_is_a_fault() -> None:
    with pytest.raises(ReplikatError, match=r"^r\.csv:2: no column name; expected a first line with name, result$"):
        read_rows("\nplayer,result\n", COLUMNS, "r.csv")
    with pytest.raises(ReplikatError, match=r"^r\.csv: no text; save the table as CSV$"):
        decoded(b"PK\3\4\0\0", "r.csv")


def test_what_is_written_is_read() -> None:
    rows = read_rows(table_text(COLUMNS, [('A "b", c', 1)]), COLUMNS, "r.csv")
    assert dict(rows[0].cells) == {"name": 'A "b", c', "result": "1"}


@pytest.mark.parametrize(
    "rest",
    ['"Astrid,1\nBirk,2\n', '"Astrid,1\n' + "Birk,2\n" * 40_000, "x" * 140_000 + ",1\n"],
    ids=["short", "longer than the library takes", "a cell that long"],
)
def test_a_quote_that_is_not_closed_is_told_where_it_opens(rest: str) -> None:
    with pytest.raises(ReplikatError) as told:
        read_rows('\nname,result\nCecilie,"3"\n' + rest, ("name", "result"), "FILE")
    assert str(told.value) == 'FILE:4: a quote that is not closed, or a cell of a book\'s length; close it: "..."'


def test_a_cell_in_quotes_may_hold_line_breaks_to_the_end() -> None:
    rows = read_rows('name,result\nAstrid,"1\n2\n"', ("name", "result"), "FILE")
    assert [(row.line, row.cells["result"]) for row in rows] == [(4, "1\n2")]
