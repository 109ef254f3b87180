from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from paper import read, text_of
from replikat.cli.main import replikat, run
from support import LIBRARY, SEED

EVENT = "use: duel\nname: Kveld\ngame: crazy-eights\nsquares: 1-2\nplayers: [Åse, Bjørg]\n"


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("event.yaml").write_text(EVENT, encoding="utf-8")


def scorecards(*arguments: str) -> Result:
    return CliRunner().invoke(replikat, ["scorecards", *arguments], catch_exceptions=False)


def test_an_event_gets_the_sheets_that_suit_it(tmp_path: Path) -> None:
    made = scorecards("event.yaml", "--lang", "nb", "--lang", "sv")
    assert made.output.splitlines() == [
        "event   Kveld",
        "wrote   output/event/scorecards-duel-nb.pdf",
        "wrote   output/event/scorecards-duel-sv.pdf",
    ]
    text = text_of(read(Path("output/event/scorecards-duel-nb.pdf").read_bytes(), tmp_path)[0])
    assert "Åse" in text and "Bjørg" in text and "Kveld" in text and "Vri åtter" in text


def test_the_papers_of_an_event_speak_the_language_of_its_deck(tmp_path: Path) -> None:
    spec = "name: mine\npack: french52\nsquares: [{layout: main, count: 2}]\n"
    Path("mine.yaml").write_text(spec, encoding="utf-8")
    Path("event.yaml").write_text(EVENT + "deck: mine.yaml\n", encoding="utf-8")
    assert "output/event/scorecards-duel-en.pdf" in scorecards("event.yaml").output
    CliRunner().invoke(replikat, ["cards", "mine.yaml", "--seed", SEED, "--lang", "sv"], catch_exceptions=False)
    assert "output/event/scorecards-duel-sv.pdf" in scorecards("event.yaml").output, "as the deck was made"
    assert "output/event/scorecards-duel-da.pdf" in scorecards("event.yaml", "--lang", "da").output
    Path("event.yaml").write_text(EVENT + "deck: output/mine\n", encoding="utf-8")
    assert "output/event/scorecards-duel-sv.pdf" in scorecards("event.yaml").output
    CliRunner().invoke(replikat, ["schedule", "event.yaml", "--template", "r.csv"], catch_exceptions=False)
    for command in (["schedule", "event.yaml", "--pdf", "paper.pdf"], ["score", "event.yaml", "r.csv", "--pdf", "paper.pdf"]):
        papers = []
        for lang in ([], ["--lang", "sv"], ["--lang", "en"]):
            assert CliRunner().invoke(replikat, [*command, *lang], catch_exceptions=False).exit_code == 0
            papers.append(Path("paper.pdf").read_bytes())
        assert papers[0] == papers[1] != papers[2]


def test_slips_say_what_the_number_of_a_square_says(tmp_path: Path) -> None:
    text = "use: tournament\ngame: bridge\nsquares: [2, 3]\npairs: {A: [a, b], B: [c, d], C: [e, f], D: [g, h]}\nmovement: mitchell\n"
    Path("event.yaml").write_text(text, encoding="utf-8")
    scorecards("event.yaml", "--kind", "table", "--kind", "traveller", "--lang", "nb")
    for kind in ("table", "traveller"):
        told = text_of(read(Path(f"output/event/scorecards-{kind}-nb.pdf").read_bytes(), tmp_path)[0])
        assert "2: Giver: Øst. Nord og Syd i faresonen." in told, kind
        assert "3: Giver: Syd. Øst og Vest i faresonen." in told, kind
    assert scorecards("standard-52", "--seed", SEED, "--kind", "traveller", "--game", "bridge").exit_code == 0
    blank = text_of(read(Path("output/standard-52/scorecards-traveller-en.pdf").read_bytes(), tmp_path)[0])
    assert "1: Dealer: North. Nobody is vulnerable." in blank


def test_a_packaged_event_is_known_by_its_name() -> None:
    made = scorecards("two-teams", "-o", "papers", "--paper", "a5", "--fillable")
    assert [Path(line.split()[1]).name for line in made.output.splitlines()[1:]] == [
        f"scorecards-{kind}-en-fillable.pdf" for kind in ("table", "traveller", "player", "team", "ranking")
    ]
    assert len(list(Path("papers/two-teams").iterdir())) == 5


def test_a_game_with_a_sheet_of_its_own_brings_it() -> None:
    Path("event.yaml").write_text(EVENT.replace("crazy-eights", "weavers-game"), encoding="utf-8")
    assert "output/event/scorecards-working-en.pdf" in scorecards("event.yaml").output


def test_a_deck_gets_blank_sheets(tmp_path: Path) -> None:
    made = scorecards("standard-52", "--seed", SEED, "--kind", "rotation", "--kind", "ranking", "--game", "Hjerter", "--players", "3")
    assert "output/standard-52/scorecards-rotation-en.pdf" in made.output and "output/standard-52/scorecards-ranking-en.pdf" in made.output
    text = text_of(read(Path("output/standard-52/scorecards-rotation-en.pdf").read_bytes(), tmp_path)[0])
    assert "Hearts" in text
    assert scorecards("standard-52").output.count("scorecards-en.pdf") == 1


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (["event.yaml", "--game", "whist"], 2, "--game is for the sheets of a deck"),
        (["event.yaml", "--seed", "00", "--players", "3"], 2, "--seed, --players are for the sheets of a deck"),
        (["event.yaml", "--kind", "duell"], 1, "replikat: --kind: found 'duell'; did you mean duel?"),
        (["event.yaml", "--kind", "working"], 1, "replikat: --kind: a working sheet is a game's own; name one of casino, minchiate, "),
        (["standard-52", "--kind", "working", "--game", "minchiate"], 1, "replikat: --game: standard-52 cannot deal minchiate: "),
        (["standard-52", "--game", "minchiate"], 1, "it needs squares of layout "),
        (["none.yaml"], 1, "replikat: none.yaml does not exist; expected a deck spec, a deck file or an output folder"),
        (
            ["standard-52", "--kind", "team", "--players", "10", "--paper", "a5"],
            1,
            "more columns than A5 has room for; expected a larger paper",
        ),
    ],
)
def test_what_cannot_be_printed_is_told(words: list[str], code: int, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["scorecards", *words]) == code
    assert told in capsys.readouterr().err
    assert not Path("output/event").exists()


def test_every_packaged_event_can_be_printed() -> None:
    for name in LIBRARY.names("events"):
        assert scorecards(name, "-q").output == ""
        made = CliRunner().invoke(replikat, ["schedule", name, "--pdf", f"{name}.pdf", "--lang", "da"], catch_exceptions=False)
        assert made.exit_code == 0 and Path(f"{name}.pdf").read_bytes().startswith(b"%PDF")


def test_options_of_a_deck_are_not_passed_over_for_an_event() -> None:
    for option in (["--printer", "nobody"], ["--effort", "3"]):
        assert run(["scorecards", "hearts-rotation", *option]) == 2
