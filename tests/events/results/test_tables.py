"""Tables of results are read once: numbers, people and results are values from then on, whatever they are called."""

from fractions import Fraction
from pathlib import Path

import pytest

from replikat.cli.events import open_event
from replikat.data.csv_tables import Row
from replikat.events.event import Event
from replikat.events.result import Award
from replikat.events.results.evaluation import Scored, score_event
from replikat.events.results.tables import TEMPLATE, ResultRow, followed, rows_read, whole_number
from support import LIBRARY

SIDES = (("S", "N"), ("W", "E"))


def row_of(*cells: str, pairs: dict[str, tuple[str, str]] | None = None) -> ResultRow:
    pairs = pairs or {"Alm": ("Ada", "Bo"), "Ek": ("Cy", "Di")}
    event = Event(use="tournament", game="whist", squares="1", pairs=pairs)
    (row,) = rows_read([Row(2, dict(zip(TEMPLATE, cells, strict=True)))], event, SIDES)
    return row


def test_a_row_is_read_into_values() -> None:
    row = row_of("3", "2,00", "1.", "ns", "Bo & Ada", "2,5")
    assert (row.sitting, row.side, row.holders) == ((3, 2, 1), ("S", "N"), ("Bo", "Ada"))
    assert (row.made, row.counted and row.counted.text) == (Fraction(5, 2), "2,5")
    odd = row_of("3.5", "", "12345", "N", "Ada & Eva", "two")
    assert (odd.square, odd.round, odd.table, odd.side, odd.holders) == (None, None, None, None, ())
    assert (odd.strangers, odd.result and odd.result.readable) == (("Eva",), False)
    empty = row_of("1", "1", "1", "EW", "", "")
    assert (empty.holders, empty.counted, empty.made) == ((), None, None)
    award = row_of("1", "1", "1", "EW", "", "A+")
    assert award.made is None and award.counted and award.counted.score == Award("average_plus")


@pytest.mark.parametrize(
    ("text", "number"),
    [("7", 7), ("0", 0), ("0007", 7), ("7,0", 7), ("7.00", 7), ("7.", 7), ("9999", 9999)]
    + [(text, None) for text in ("", "7,5", "7.0.0", ",0", "-7", "+7", "10000", "7 ", "٧", "²", "1e2")],
)
def test_what_counts_is_a_whole_number(text: str, number: int | None) -> None:
    assert whole_number(text) == number


def test_a_name_may_begin_or_end_with_the_sign_between_two() -> None:
    pairs = {"Alm": ("A &", "B"), "Ek": ("& C", "&")}
    for members in (("A &", "B"), ("& C", "&"), ("&", "B"), ("A &", "&")):
        assert row_of("1", "1", "1", "NS", " & ".join(members), "", pairs=pairs).holders == members


def test_people_are_never_taken_for_a_pair_that_is_called_like_them() -> None:
    """Ada and Bo are two people; a pair called after them has other members."""
    pairs = {"Ada & Bo": ("Cy", "Di"), "Ek": ("Ada", "Bo"), "Bo & Cy": ("Eli", "Fay")}
    assert row_of("1", "1", "1", "NS", "Ada & Bo", "", pairs=pairs).holders == ("Ada", "Bo")
    assert row_of("1", "1", "1", "NS", "Bo & Di", "", pairs=pairs).holders == ("Bo", "Di")
    assert row_of("1", "1", "1", "NS", "Ek", "", pairs=pairs).holders == ("Ada", "Bo")


def test_the_last_result_of_a_table_follows_exactly() -> None:
    rows = [row_of("1", "1", "1", side, "", result) for side, result in (("NS", "0,333333333"), ("EW", ""))]
    (_, last) = followed(rows, (0,), 2)
    assert last.made == -Fraction(333333333, 1000000000)
    assert followed(rows, (), 2)[1].made is None
    halves = [row_of("1", "1", "1", side, "", result) for side, result in (("NS", "2.5"), ("EW", "2.5"), ("NS", ""))]
    assert followed(halves, (26,), 3)[2].made == 21


def scored(folder: Path, event: str, rows: list[str]) -> Scored:
    (folder / "event.yaml").write_text(event, encoding="utf-8")
    (folder / "results.csv").write_text("\n".join([",".join(TEMPLATE), *rows]) + "\n", encoding="utf-8")
    return score_event(open_event(str(folder / "event.yaml"), LIBRARY), folder / "results.csv")


def test_results_of_matches_whose_names_read_alike_are_not_mixed(tmp_path: Path) -> None:
    """Whoever sits North and South wins 10 at table 1, 4 at table 2, and so on: every match is won by its own difference."""
    teams = ", ".join(f"{team}: [{team}1, {team}2, {team}3, {team}4]" for team in ("A - B", "C", "A", "B - C"))
    text = f"use: tournament\ngame: whist\nsquares: 1-3\nteams: {{{teams}}}\n"
    (tmp_path / "event.yaml").write_text(text, encoding="utf-8")
    planned = open_event(str(tmp_path / "event.yaml"), LIBRARY)
    points = {1: 10, 2: 4, 3: 7, 4: 6}
    lines = []
    for place in planned.schedule.places():
        won = points[place.sitting.table] * (1 if place.seat == "NS" else -1)
        lines.append(f"{place.sitting.square},{place.round},{place.sitting.table},{place.seat},{place.name},{won}")
    found = scored(tmp_path, text, lines)
    assert found.entered.faults == ()
    assert len(found.matches) == 6
    assert sorted(match.score[0] for match in found.matches) == [1, 1, 1, 6, 6, 6]
    assert {len(match.squares) for match in found.matches} == {1}


def test_a_last_result_that_no_cell_may_hold_is_a_fault_of_the_sum(tmp_path: Path) -> None:
    event = "use: rotation\ngame: hearts\ndeck: standard-52\nsquares: 1-4\nplayers: [A, B, C, D]\npasses: 4\n"
    rows = [f"1,1,1,{seat},{name},999999999" for seat, name in (("S", "A"), ("W", "B"), ("N", "C"))]
    entered = scored(tmp_path, event, [*rows, "1,1,1,E,D,", "2,1,1,S,A,26", "2,1,1,W,B,0", "2,1,1,N,C,0"]).entered
    assert [str(fault) for fault in entered.faults] == [
        f"{tmp_path / 'results.csv'}:4: result: the results of square 1 at this table add up to 2999999997 without the last; "
        "all always add up to 26; look at the slip and correct them"
    ]
    assert {result.square for result in entered.results} == {2} and len(entered.results) == 4
