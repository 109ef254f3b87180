"""Instant scores from a table of results: of the wanted squares, seen from North and South, one of each sitting."""

from pathlib import Path

import pytest

from replikat.errors import ReplikatError
from replikat.events.results.headings import Headings
from replikat.events.results.instant_tables import instant_tables
from support import LIBRARY
from workbooks import row, xlsx

HEADING = "square,round,table,seat,name,result"


def table(folder: Path, *rows: str) -> Path:
    path = folder / "results.csv"
    path.write_text("\n".join((HEADING, *rows)) + "\n")
    return path


def test_both_sides_of_a_sitting_are_one_score_of_north_and_south(tmp_path: Path) -> None:
    path = table(tmp_path, "1,1,1,NS,a,420", "1,1,1,EW,b,-420", "1,2,1,e,c,50", "2,1,1,NS,a,100")
    assert instant_tables(path, [1]) == {
        1: [("420,*", "100.0"), ("420", "75.0"), ("-50,420", "50.0"), ("-50", "25.0"), ("*,-50", "0.0")],
    }


def test_what_is_no_score_of_two_sides_is_left_out(tmp_path: Path) -> None:
    path = table(tmp_path, "1,1,1,NS,a,A+", "1,1,2,NS,a,", "1,1,3,X,a,90")
    assert instant_tables(path, [1]) == {}


def test_every_line_that_is_no_score_is_named(tmp_path: Path) -> None:
    path = table(tmp_path, "1,1,1,NS,a,much", "1,1,2,NS,a,400", "1,1,3,NS,a,more")
    with pytest.raises(ReplikatError) as caught:
        instant_tables(path, [1])
    assert [(fault.line, fault.field, fault.found) for fault in caught.value.faults] == [(2, "result", "much"), (4, "result", "more")]


def test_a_spreadsheet_in_another_language_gives_the_same(tmp_path: Path) -> None:
    path = table(tmp_path, "1,1,1,NS,a,420", "1,1,1,EW,b,-420", "2,1,2,EW,c,50")
    expected = instant_tables(path, [1, 2])
    rows = [row("Rute", "Runde", "Bord", "Plass", "Navn", "Resultat", "Utdelt rute"), row(1, 1, 1, "NS", "a", 420)]
    rows += [row(1, 1, 1, "ØV", "b", -420), row(1, 1, 2, "Ø-V", "c", 50, 2)]
    file = tmp_path / "r.xlsx"
    file.write_bytes(xlsx({"A": "".join(rows)}))
    assert instant_tables(file, [1, 2], Headings(LIBRARY)) == expected
    file.write_bytes(xlsx({"A": "".join([rows[0], row(1, 1, 1, "NS", "a", "much")])}))
    with pytest.raises(ReplikatError, match=r"r\.xlsx: A!F2: result: much; expected a score$"):
        instant_tables(file, [1], Headings(LIBRARY))
