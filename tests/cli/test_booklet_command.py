"""Booklets from the command line: which games, for how many players, in which format; what is refused, and what is said."""

from pathlib import Path

import pytest

from paper import text_of
from replikat.cli.main import run
from replikat.data.library import packaged
from replikat.reading.drawn.page import read_pages
from support import SEED

FOLDER = Path("output/standard-52")


@pytest.fixture(autouse=True)
def kitchen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def booklet(*options: str, deck: str = "standard-52") -> None:
    assert run(["booklet", deck, "--seed", SEED, *options]) == 0


def text(name: str, folder: Path = FOLDER) -> str:
    return " ".join(text_of(page) for page in read_pages(folder / f"{name}.pdf"))


def refused(capsys: pytest.CaptureFixture[str], *options: str, deck: str = "standard-52") -> list[str]:
    assert run(["booklet", deck, *options]) == 1
    assert not Path("output").exists()
    return [line.removeprefix("replikat: ") for line in capsys.readouterr().err.splitlines()]


def test_games_are_named_in_any_language_and_come_in_the_order_named() -> None:
    booklet("--game", "Whist", "--game", "vri-atter", "--game", "crazy eights", "--lang", "en")
    contents = text_of(read_pages(FOLDER / "booklet-en.pdf")[1])
    assert contents.index("Whist") < contents.index("Crazy Eights") and contents.count("Crazy Eights") == 1


def test_games_may_stand_together_with_commas_between(capsys: pytest.CaptureFixture[str]) -> None:
    booklet("--game", "Whist, vri-atter", "--game", "hearts,", "--lang", "en")
    contents = text_of(read_pages(FOLDER / "booklet-en.pdf")[1])
    assert contents.index("Whist") < contents.index("Crazy Eights") < contents.index("Hearts")
    capsys.readouterr()
    assert run(["booklet", "standard-52", "--game", ","]) == 1
    assert capsys.readouterr().err == "replikat: --game: ',' names no game; names such as whist,hearts\n"


def test_only_set_ups_for_so_many_players_stand_in_it() -> None:
    booklet("--game", "amerikaner", "--players", "4", "--lang", "en")
    printed = text("booklet-en")
    assert "Four players" in printed
    assert not any(f"{number} players 1." in printed for number in ("Three", "Five", "Six"))


def test_a_number_of_players_that_a_game_has_not(capsys: pytest.CaptureFixture[str]) -> None:
    assert refused(capsys, "--game", "bridge", "--game", "whist", "--players", "7") == [
        "--players: bridge has no set-up for 7 players; it has them for 4",
        "--players: whist has no set-up for 7 players; it has them for 4",
    ]


def test_games_of_the_deck_that_so_many_cannot_play_are_left_out() -> None:
    booklet("--players", "9", "--lang", "en")
    assert "Crazy Eights" not in text("booklet-en")


def test_a_game_that_is_misspelt_or_that_the_deck_cannot_deal(capsys: pytest.CaptureFixture[str]) -> None:
    (line,) = refused(capsys, "--game", "crazy eigths")
    assert line == "--game: no game is called 'crazy eigths'; did you mean crazy-eights?"
    (line,) = refused(capsys, "--game", "minchiate")
    assert line.startswith("--game: standard-52 cannot deal minchiate: ") and line.endswith("decks that can: minchiate-97")


def test_every_format_has_a_file_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    for options in ((), ("--format", "a5-booklet"), ("--large-print",), ("--format", "a6", "--large-print")):
        booklet(*options, "--game", "whist", "--lang", "nb")
    names = {path.name for path in FOLDER.glob("*.pdf")}
    assert names == {"booklet-nb.pdf", "booklet-nb-a5-booklet.pdf", "booklet-nb-large.pdf", "booklet-nb-large-a6.pdf"}
    assert "turned over the short edge; fold" in capsys.readouterr().out
    assert len(read_pages(FOLDER / "booklet-nb-a5-booklet.pdf")) % 2 == 0


def test_one_game_without_the_guide_is_a_leaflet_named_for_it() -> None:
    booklet("--game", "whist", "--no-guide", "--lang", "en")
    first = read_pages(FOLDER / "whist-en.pdf")[0]
    assert text_of(first).startswith("Whist")
    booklet("--game", "whist", "--game", "hearts", "--no-guide", "--lang", "en")
    pages = read_pages(FOLDER / "booklet-en.pdf")
    assert "Contents" in text_of(pages[1]) and text_of(pages[2]).startswith("Whist")


def test_a_booklet_of_nothing_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    Path("bare.yaml").write_text("name: bare\npack: french52\nsquares: [{layout: main, count: 2}]\n")
    assert refused(capsys, "--no-guide", deck="./bare.yaml") == ["--no-guide: neither guide nor game; name a game with --game"]


@pytest.mark.parametrize("options", [("--cards", "--no-guide"), ("--cards", "--format", "a5"), ("--format", "a3"), ("--players", "0")])
def test_options_that_do_not_go_together(options: tuple[str, ...]) -> None:
    assert run(["booklet", "standard-52", *options]) == 2
    assert not Path("output").exists()


def test_a_game_without_a_text_in_the_language_is_told_and_listed_and_never_mixed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "templates"
    (folder / "games").mkdir(parents=True)
    (folder / "replikat-templates").write_text("")
    data = (packaged() / "games" / "whist.yaml").read_text(encoding="utf-8").replace("en: Whist", "en: Wist")
    (folder / "games" / "wist.yaml").write_text(data, encoding="utf-8")
    (folder / "languages" / "en").mkdir(parents=True)
    (folder / "languages" / "en" / "wist.md").write_text("# Wist\n\nOnly in English, with {word}.\n", encoding="utf-8")
    booklet("--game", "wist", "--lang", "en", "--lang", "sv")
    assert "the rules of wist are not written in sv yet" in capsys.readouterr().out
    assert "Only in English, with Replikatkort." in text("booklet-en")
    swedish = text("booklet-sv")
    assert "Ännu inte skrivet på svenska: " in swedish and "Only in English" not in swedish


def test_a_fault_in_a_text_is_told_with_its_place(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "templates"
    (folder / "languages" / "en").mkdir(parents=True)
    (folder / "replikat-templates").write_text("")
    (folder / "languages" / "en" / "whist.md").write_text("# Whist\n\nThe {wrod}.\n\n[[mixd|x]]\n", encoding="utf-8")
    assert refused(capsys, "--game", "whist", "--lang", "en") == [
        "languages/en/whist.md:3:5: no placeholder is called 'wrod'; did you mean word?",
        "languages/en/whist.md:5:1: no condition is called 'mixd'; did you mean mixed?",
    ]


def test_quick_cards_and_the_log(capsys: pytest.CaptureFixture[str]) -> None:
    booklet("--cards", "--game", "whist", "--lang", "en", deck="tournament-52")
    assert "quick-cards-en.pdf at 100 %, on both sides, turned over the long edge; cut once across and once down" in capsys.readouterr().out
    printed = text("quick-cards-en", Path("output/tournament-52"))
    assert "Whist" in printed and "Square log" in printed and "proof square, not for play" in printed
    booklet("--cards", "--format", "a6", "--game", "whist", "--lang", "en", deck="tournament-52")
    pages = read_pages(Path("output/tournament-52/quick-cards-en-a6.pdf"))
    assert all(round(page.width) == 105 for page in pages) and text_of(pages[0]).startswith("Whist")


@pytest.mark.parametrize("options", [("--format", "a5-booklet"), ("--cards",), ("--large-print",)])
def test_the_same_run_gives_the_same_bytes(options: tuple[str, ...]) -> None:
    booklet("--lang", "da", "--game", "whist", *options)
    first = {path.name: path.read_bytes() for path in FOLDER.glob("*.pdf")}
    booklet("--lang", "da", "--game", "whist", *options)
    assert {path.name: path.read_bytes() for path in FOLDER.glob("*.pdf")} == first


@pytest.mark.parametrize("deck", ["minchiate-97", "family-52", "casino-52", "scopa-40", "five-hundred-43", "tarot-78"])
@pytest.mark.parametrize("lang", ["en", "sv"])
def test_every_deck_has_its_guide(deck: str, lang: str) -> None:
    booklet("--lang", lang, "--format", "a6", deck=deck)
    printed = text(f"booklet-{lang}-a6", Path("output") / deck)
    assert "[[" not in printed and "{" not in printed and "]]" not in printed
