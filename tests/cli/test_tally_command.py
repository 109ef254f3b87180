"""The published and recomputed examples, counted through the command line."""

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner

from replikat.cli.main import replikat, run
from replikat.deck.loaders import load_language
from replikat.games.loaders import load_game
from support import LIBRARY, VECTORS

VECTOR = yaml.safe_load((VECTORS / "tally.yaml").read_text(encoding="utf-8"))
LANGUAGES = ("en", "nb", "da", "sv")


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def tally(*arguments: str, sheet: Any = None) -> dict[str, Any]:
    """Return what the command finds, of a sheet in a file or of typed words."""
    words = list(arguments)
    if sheet is not None:
        Path("sheet.yaml").write_text(yaml.safe_dump(sheet, allow_unicode=True), encoding="utf-8")
        words.insert(1, "sheet.yaml")
    made = CliRunner().invoke(replikat, ["tally", *words, "--json"], catch_exceptions=True)
    found: dict[str, Any] = json.loads(made.stdout)
    return found


def test_cards_left_in_hand() -> None:
    (case,) = VECTOR["crazy_eights"]
    assert tally("crazy-eights", *case["left_in_hand"])["totals"] == {"hand": case["penalty"]}
    assert tally("Vändåtta", "Åse:", *case["left_in_hand"], "Bo:")["totals"] == {"Åse": case["penalty"], "Bo": 0}


@pytest.mark.parametrize("case", VECTOR["combinations"], ids=lambda case: case["name"])
def test_card_points_and_combinations(case: dict[str, Any]) -> None:
    found = tally("minchiate", "A:", *case["cards"], "B:")
    lines = {line["what"]: [] for line in found["lines"]}
    for line in found["lines"]:
        if line["side"] == "A" and line["what"] not in ("card_points", "settled"):
            lines[line["what"]].append((line["cards"], line["points"]))
    assert found["lines"][0]["points"] == case["card_points"]
    expected = [(one["cards"], one["value"]) for one in case["versicole"]]
    assert sorted(pair for pairs in lines.values() for pair in pairs) == sorted(expected)


def test_a_whole_deal_with_what_was_scored_on_the_way() -> None:
    deal = VECTOR["full_deal"]
    sheet = {
        "sides": {
            "A": {"captured": deal["A_captured_counting"], "cards": deal["A_captured_cards"]},
            "B": {"captured": deal["B_captured_counting_and_29"], "cards": deal["B_captured_cards"]},
        },
        "events": deal["events_before_final"],
        "last_trick": deal["last_trick"],
    }
    found = tally("minchiate", sheet=sheet)
    assert found["totals"] == {"A": deal["net_resti_A"], "B": -deal["net_resti_A"]}
    for side in "AB":
        counted = [line["points"] for line in found["lines"] if line["side"] == side and line["what"] not in ("scored", "settled")]
        assert sum(counted) == deal[f"{side}_count"]["sum"]
    assert found["lines"][-1]["open"] == deal["difference_at_end"]
    assert all(check["found"] == check["expected"] for check in found["checks"])


@pytest.mark.parametrize("case", VECTOR["grids"], ids=lambda case: case["name"])
def test_a_grid_by_both_readings(case: dict[str, Any]) -> None:
    typed = " / ".join(case["rows"])
    found = tally("weavers-game", typed)
    assert found == tally("weavers-game", sheet={"rows": case["rows"]})
    assert found["totals"] == {"N": case["across"], "S": case["down"]}
    assert [line["points"] for line in found["lines"] if line["what"] == "row"] == case["across_lines"]
    assert [line["points"] for line in found["lines"] if line["what"] == "column"] == case["down_lines"]
    other = tally("weavers-game", typed, "--way", "any_earlier")
    assert other["totals"] == {"N": case["any_earlier"]["across"], "S": case["any_earlier"]["down"]}


@pytest.mark.parametrize("way", ["nordic", "english", "danish"])
def test_items_captured(way: str) -> None:
    (case,) = VECTOR["casino"]
    sheet = {
        "sides": {
            "A": {"held": ["10D", "AS", "AH"], "cards": 28, "of_suit": 8, "sweeps": 1, "last": True},
            "B": {"held": ["2S", "AD", "AC"], "cards": 24, "of_suit": 5},
        }
    }
    assert tally("casino", "--way", way, sheet=sheet)["totals"] == case[way]


def test_contracts_and_a_soloist() -> None:
    assert tally("bridge", "4S", "N", "=")["totals"] == {"NS": 420, "EW": -420}
    assert tally("bridge", "4S N = vul / 3NTX E -2")["totals"] == {"NS": 620 + 300, "EW": -920}
    assert tally("skat", "Åse:", "144", "Bo", "Cai")["totals"] == {"Åse": 194, "Bo": 0, "Cai": 0}
    assert tally("skat", "Åse:", "-54", "Bo", "Cai")["totals"] == {"Åse": -104, "Bo": 40, "Cai": 40}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_line_of_the_working_has_its_word(lang: str) -> None:
    words = load_language(lang, LIBRARY)
    made = CliRunner().invoke(replikat, ["tally", "crazy-eights", "8S", "--lang", lang], catch_exceptions=False)
    assert words.phrase("tally.card_left") in made.output
    kinds = [kind for way in load_game("minchiate", LIBRARY).tally.values() for kind in (*way.named[1].sets, *way.named[1].some_of)]  # type: ignore[attr-defined]
    assert [kind for kind in kinds if f"tally.{kind}" not in words.phrases] == []


def test_standard_input_is_a_file_too() -> None:
    made = CliRunner().invoke(replikat, ["tally", "crazy-eights", "-"], input="left: {A: [8S], B: []}\n", catch_exceptions=False)
    assert made.output.splitlines()[-2:] == ["A: 50", "B: 0"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["whist", "AS"], "GAME: whist has no rule of counting; expected one of bridge, casino, "),
        (["crazy-eights", "S8"], "typed:1:1: left.hand.1: S8 is no card of french52; did you mean 8S?"),
        (["crazy-eights", "8S", "8S"], "typed:1:1: left.hand.2: 8S stands twice"),
        (["casino", "8S", "--way", "nordisk"], "--way: casino is not counted by 'nordisk'; did you mean nordic?"),
        (["bridge", "8S N ="], "typed:1:1: contracts.1.contract: 8S N =; expected such as 4S N =, 3NTX E -2, 6HXX S +1, or P"),
        (["casino", "A: swips=1 B:"], "typed:1:1: sides.A.swips: unknown key swips; did you mean sweeps?"),
        (["casino", "A: 10D sweeps=--1"], 'typed:1:1: sides.A.sweeps: found "--1"; expected a whole number from 0 to 100'),
        (["skat", "Astrid: --144 Birk"], 'typed:1:1: points: found "--144"; expected a whole number such as 12'),
        (["skat", "-", "X"], 'typed:1:1: points: found "-"; expected a whole number such as 12'),
        (["skat", "A: \u0661 B C"], 'typed:1:1: points: found "\u0661"; expected a whole number such as 12'),
        (["minchiate", "A: T40 B: T39"], "card points: 20; expected 142; a card is missing or stands twice"),
        (["weavers-game", ". . ."], "typed:1:1: rows: 1 rows; expected 6, with a dot for an empty place"),
        (["weavers-game", "none.yaml"], "none.yaml: cannot be read (No such file or directory)"),
    ],
)
def test_what_cannot_be_counted_is_told(words: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["tally", *words]) == 1
    assert any(line.startswith(f"replikat: {told}") for line in capsys.readouterr().err.splitlines())


def test_a_wrong_line_of_a_file_is_located(capsys: pytest.CaptureFixture[str]) -> None:
    Path("sheet.yaml").write_text("left:\n  A: [8S, 9X]\n", encoding="utf-8")
    assert run(["tally", "crazy-eights", "sheet.yaml"]) == 1
    assert capsys.readouterr().err.startswith("replikat: sheet.yaml:2:11: left.A.2: 9X is no card of french52; cards are written such as")


def test_a_score_is_told_from_one_that_no_contract_gives() -> None:
    from replikat.tally.contract import could_score

    assert all(could_score(points, False, False) for points in (0, 420, -50, 90, 1520, -1700, 1760))
    assert not any(could_score(points, False, False) for points in (425, 620, 10, 40, 100000))
    assert could_score(620, True, False) and could_score(-620, False, True)
    assert not could_score(-620, True, False)
