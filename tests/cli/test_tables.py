"""replikat setup: words, data and pictures of a square set up for a game."""

import json
from pathlib import Path

import pytest

from replikat.cli.main import run
from replikat.deck.loaders import load_pack
from support import LIBRARY, SEED


@pytest.fixture(autouse=True)
def kitchen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of one's own with the standard deck in it, dealt from a fixed seed."""
    monkeypatch.chdir(tmp_path)
    assert run(["scorecards", "standard-52", "--seed", SEED, "-q"]) == 0
    return tmp_path


def setup(*words: str) -> int:
    return run(["setup", *words])


def test_a_square_is_told_in_the_language_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert setup("vri-atter", "--players", "2", "--square", "5", "--lang", "nb") == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Vri åtter, 2 spillere"
    assert lines[1].startswith("standard-52  ") and lines[1].endswith("Rute 5")
    assert "1. Del ut en rute: Syd, Vest, Nord og Øst får 13 kort hver." in lines
    assert any(line.startswith("Nord, egen bunke  ") for line in lines)
    assert max(map(len, lines)) <= 100


def test_semi_names_what_is_unsorted_and_a_tail_seed_draws_it(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["crazy-eights", "--players", "3", "--square", "5", "--semi"]
    assert setup(*words) == 0
    assert capsys.readouterr().out.count("below them, unsorted: 4 of East’s cards 1–12") == 3
    told = []
    for seed in ("ab", "ab", "ac"):
        assert setup(*words, "--tail-seed", seed) == 0
        told.append(capsys.readouterr().out)
    assert told[0] == told[1] != told[2]
    assert "unsorted" not in told[0]


def test_json_holds_the_whole_square(capsys: pytest.CaptureFixture[str]) -> None:
    assert setup("klondike", "--square", "3", "--json") == 0
    data = json.loads(capsys.readouterr().out)
    cards = [card for zone in data["zones"] for card in zone["cards"]]
    assert sorted(cards) == sorted(load_pack("french52", LIBRARY).codes)
    assert (data["deck"], data["game"], data["setup"], data["square"]) == ("standard-52", "klondike", "p1", 3)


@pytest.mark.parametrize("name", ["table.pdf", "table.png"])
def test_a_picture_is_the_same_bytes_each_time(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    made = []
    for _ in range(2):
        assert setup("weavers-game", "--square", "5", "--picture", name) == 0
        made.append(Path(name).read_bytes())
    assert made[0] == made[1]
    assert made[0].startswith(b"%PDF" if name.endswith("pdf") else b"\x89PNG")
    assert f"wrote {name}" in capsys.readouterr().out


def test_a_picture_shows_the_real_cards_that_lie_open(kitchen: Path) -> None:
    from replikat.reading.drawn.page import read_pages

    assert setup("casino", "--players", "2", "--square", "5", "--picture", "a.pdf") == 0
    assert setup("casino", "--players", "2", "--square", "6", "--picture", "b.pdf") == 0
    first, second = (read_pages(kitchen / name)[0] for name in ("a.pdf", "b.pdf"))
    shown = [sorted(word.text for word in page.words if word.box.height < 1.4) for page in (first, second)]
    assert len(shown[0]) >= 8 and shown[0] != shown[1]  # two indices for each of four cards


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["casino", "--square", "5", "--players", "2", "--tail-seed", "ab"], 2, "add --semi"),
        (
            ["casino", "--square", "5", "--players", "2", "--semi", "--tail-seed", "xyz"],
            1,
            "--tail-seed: found 3 characters (not shown); expected up to 64",
        ),
        (
            ["casino", "--square", "5", "--players", "2", "--picture", "a.gif"],
            1,
            "--picture: a.gif is no picture; expected a name that ends in .pdf or .png",
        ),
        (["oh-hell", "--square", "5", "--players", "4", "--with", "k"], 1, "--with: found 'k'; expected a name and a number, such as k=7"),
        (["ludo", "--square", "5"], 1, "GAME: no game is called 'ludo'"),
        (["bridge", "--square", "5", "--deck", "casino-52"], 1, "there is no deck in output/casino-52 yet"),
        (["bridge"], 2, "Missing option '--square'"),
    ],
)
def test_mistakes_are_told_in_a_line(words: list[str], code: int, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert setup(*words) == code
    assert said in capsys.readouterr().err


def test_nothing_is_written_where_the_game_does_not_fit() -> None:
    assert setup("skat", "--square", "5", "--picture", "a.pdf") == 1
    assert not Path("a.pdf").exists()


def test_the_drawing_library_is_loaded_for_pictures_alone() -> None:
    import subprocess
    import sys

    asked = "import sys; from replikat.cli.main import run; run(['setup', 'bridge', '--square', '5']); print('reportlab' in sys.modules)"
    ran = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines()[-1] == "False"
