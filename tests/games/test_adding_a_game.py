"""docs/adding-a-game.md is true: its own text, put into an empty folder, is set up, printed and listed as it says."""

import re
from pathlib import Path

import pypdfium2
import pytest

from booklets import bare
from paper import words_of
from replikat.cli.listing import listing
from replikat.data.library import Library, packaged
from replikat.deck.deck import Deck
from replikat.games.booklet.printing import Wanted, booklet, quick_cards, written
from replikat.games.loaders import CARDS, load_game
from replikat.games.set_up import Asked, find_game, set_up
from replikat.games.table.steps import numbered, setup_steps
from support import DOCS, packaged_deck

GUIDE = (DOCS / "adding-a-game.md").read_text(encoding="utf-8")
GAME = "lantern"
SHOWN = re.findall(r"^```text\n(.*?)^```$", GUIDE, re.M | re.S)


@pytest.fixture
def library(tmp_path: Path) -> Library:
    for name, text in re.findall(r"^`templates/([^`]+)`\n\n```\w+\n(.*?)^```$", GUIDE, re.M | re.S):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return Library((tmp_path, packaged()))


@pytest.fixture
def deck() -> Deck:
    return packaged_deck("standard-52")


def text_of(pdf: bytes) -> str:
    return "".join(bare(page.get_textpage().get_text_bounded()) for page in pypdfium2.PdfDocument(pdf))


def test_it_is_set_up_as_the_page_says(library: Library, deck: Deck) -> None:
    start = set_up(find_game("Lyktan", library), deck, Asked(3, 2), deck.spec.print, library)
    assert list(numbered(setup_steps(start.setup, words_of("en"), turn=start.game.turn))) == SHOWN[0].splitlines()
    assert [len(zone.cards) for zone in start.laid] == [5, 5, 8, 8, 1, 25]


@pytest.mark.parametrize("lang", ["en", "sv"])
def test_its_card_is_printed(library: Library, deck: Deck, lang: str) -> None:
    assert written(lang, [GAME], library, CARDS) == (GAME,)
    text = text_of(quick_cards(deck, deck.spec.print, lang, [GAME], library))
    setup = load_game(GAME, library).setups["p2"]
    assert all(bare(step) in text for step in setup_steps(setup, words_of(lang), turn="alternating"))


def test_its_leaflet_is_printed_and_a_language_without_rules_is_told(library: Library, deck: Deck) -> None:
    assert "thehighesttrumptakesthetrick" in text_of(booklet(deck, deck.spec.print, "en", [GAME], library, Wanted(guide=False))).lower()
    assert written("sv", [GAME], library) == ()


def test_it_is_listed_with_the_languages_of_its_texts(library: Library) -> None:
    rows, faults = listing("games", library)
    assert faults == []
    name, about = SHOWN[1].split(maxsplit=1)
    assert dict(rows)[name] == about.strip()


def test_a_packaged_game_is_listed_with_the_languages_of_its_texts(tmp_path: Path) -> None:
    rows = dict(listing("games", Library((tmp_path, packaged())))[0])
    assert rows["whist"].endswith("; rules and card in da, en, nb, sv")


def test_a_game_with_a_card_alone_is_listed_without_rules(tmp_path: Path) -> None:
    data = (packaged() / "games" / "whist.yaml").read_text(encoding="utf-8")
    for name, text in (("games/wist.yaml", data), ("languages/en/cards/wist.md", "# Whist\n")):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    rows = dict(listing("games", Library((tmp_path, packaged())))[0])
    assert rows["wist"].endswith("; rules in no language, card in en")
