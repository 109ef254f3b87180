"""The card that carries a mark, and the marks that a card carries."""

import json
from pathlib import Path

import pytest

from replikat.cli.main import run
from support import SEED, packaged_deck

STANDARD = packaged_deck("standard-52")


@pytest.fixture(autouse=True)
def deck(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["cards", "standard-52", "--seed", SEED, "--side", "faces", "-q"]) == 0
    capsys.readouterr()


def test_a_card_tells_its_marks_in_every_square(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["find", "standard-52", "--card", "qs"]) == 0
    title, *lines = capsys.readouterr().out.splitlines()
    assert title == "QS  queen of spades"
    marks = STANDARD.backs["QS"]
    names = {"S": "South", "W": "West", "N": "North", "E": "East"}
    assert [line.split() for line in lines] == [
        ["Square", str(square), str(mark), names[mark.position]] for square, mark in enumerate(marks, 1) if mark
    ]
    assert len(lines) == 20


def test_programs_get_the_marks_as_data(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["find", "standard-52", "--card", "DS", "--lang", "nb", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["card"], told["name"]) == ("QS", "spar dame")
    assert told["marks"] == [{"square": square, "mark": str(mark)} for square, mark in enumerate(STANDARD.backs["QS"], 1)]


def test_a_joker_has_dashes(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["find", "standard-52", "--card", "joker-1", "--json"]) == 0
    assert {row["mark"] for row in json.loads(capsys.readouterr().out)["marks"]} == {None}
    assert run(["find", "standard-52", "--card", "joker-1"]) == 0
    assert capsys.readouterr().out.splitlines()[1].split() == ["Square", "1", "-"]


@pytest.mark.parametrize(
    ("options", "code", "said"),
    [
        (["--card", "QX"], 1, "replikat: --card: french52 has no card QX; expected one of "),
        (["--card", "QS", "--square", "3"], 2, "Error: --card tells a card's marks in every square; leave the others out"),
        (["--square", "3"], 2, "Error: Missing option '--missing'."),
        ([], 2, "Error: Missing option '--square'."),
    ],
)
def test_what_cannot_be_asked(options: list[str], code: int, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["find", "standard-52", *options]) == code
    assert capsys.readouterr().err.splitlines()[-1].startswith(said)
