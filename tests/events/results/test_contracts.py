"""Scores worked out from contracts, by the tables of the Laws of Duplicate Bridge (law 77)."""

from dataclasses import replace

import pytest

from replikat.data.csv_tables import Row
from replikat.events.event import Event
from replikat.events.results.contracts import with_contract_scores
from replikat.events.results.tables import ResultRow, rows_read
from replikat.games.loaders import load_game
from support import LIBRARY

BRIDGE = load_game("bridge", LIBRARY)
SIDES = (("S", "N"), ("W", "E"))
EVENT = Event(use="tournament", game="bridge", squares="1", pairs={"Alm": ("Ada", "Bo"), "Ek": ("Cy", "Di")})


def row_of(contract: str, square: int = 1, seat: str = "NS", result: str = "") -> ResultRow:
    cells = {"square": str(square), "round": "1", "table": "1", "seat": seat, "name": "", "result": result, "contract": contract}
    (row,) = with_contract_scores(rows_read([Row(2, cells)], EVENT, SIDES, "r.csv"), BRIDGE)
    return row


@pytest.mark.parametrize(
    ("contract", "square", "seat", "score"),
    [
        ("4S N +1", 1, "NS", 450),  # square 1: nobody is vulnerable
        ("4S N +1", 1, "EW", -450),
        ("4S N +1", 2, "NS", 650),  # square 2: North and South are
        ("3NTX S -2", 1, "NS", -300),
        ("3NTX S -2", 2, "NS", -500),
        ("3NTX S -2", 2, "EW", 500),
        ("6♥XX E =", 3, "EW", 2070),  # square 3: East and West are
        ("4♠️ n –1", 1, "NS", -50),
        ("1c w=", 1, "NS", -70),
        ("pass", 2, "EW", 0),
        ("7N S =", 4, "NS", 2220),
    ],
)
def test_a_contract_gives_the_score_of_its_square(contract: str, square: int, seat: str, score: int) -> None:
    row = row_of(contract, square, seat)
    assert row.breach is None
    assert row.made == score


def test_a_score_beside_a_contract_agrees_with_it() -> None:
    assert row_of("4S N =", result="420").breach is None
    assert row_of("4S N =", result="450").breach == (
        "result",
        "450 beside 4S N =, which gives 420",
        "correct one of the two; what a director gives stands in the column correction",
    )


@pytest.mark.parametrize("contract", ["8S N =", "4S N", "4S N +4", "4S X +1", "4Z N =", "420"])
def test_what_is_no_contract_is_told(contract: str) -> None:
    assert row_of(contract).breach == ("contract", f"found {contract!r}", "expected such as 4S N =, 3NTX E -2, 6♥XX S +1, or pass")


def test_a_game_that_counts_no_contracts_has_none() -> None:
    row = replace(row_of(""), contract="4S N =")
    (told,) = with_contract_scores([row], load_game("whist", LIBRARY))
    assert told.breach == ("contract", "found '4S N ='", "the game counts no contracts; put it in the column note")
