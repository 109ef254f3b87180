"""Every text that is written is printed whole, in a booklet of a deck that deals its game, and fits its card."""

from dataclasses import replace
from functools import cache

import pypdfium2
import pytest

from booklets import bare, blocks
from paper import LANGUAGES, words_of
from replikat.deck.deck import Deck
from replikat.games.booklet.printing import booklet, quick_cards, setups_of, written
from replikat.games.booklet.prose import facts_of, filled, with_setups
from replikat.games.loaders import CARDS, load_game, load_prose
from replikat.games.set_up import dealable
from replikat.games.table.steps import setup_steps
from support import LIBRARY, packaged_deck

DECKS = ("family-52", "casino-52", "minchiate-97", "five-hundred-33", "tarot-78")


@cache
def shares() -> dict[str, tuple[str, ...]]:
    """Return the games of each deck, every game once."""
    found: dict[str, tuple[str, ...]] = {}
    for name in DECKS:
        spec = packaged_deck(name).spec
        seen = {game for games in found.values() for game in games}
        games = [game for game in LIBRARY.names("games") if dealable(load_game(game, LIBRARY), spec)]
        found[name] = tuple(game for game in games if game not in seen)
    return found


def pages_of(pdf: bytes) -> list[str]:
    return [bare(page.get_textpage().get_text_bounded()) for page in pypdfium2.PdfDocument(pdf)]


def wanted(lang: str, game: str, deck: Deck, folder: str = "") -> list[str]:
    """Return the text of every block and step of a game, letters and digits alone."""
    setups = setups_of(game, deck, None, LIBRARY)
    prose = load_prose(lang, folder + game, LIBRARY)
    assert prose is not None
    found = [bare(block) for block in blocks(with_setups(filled(prose, facts_of(deck, deck.spec.print, words_of(lang))), setups))]
    for name, told in setups.items():
        if f"](steps:{name})" in prose:
            found += [bare(step) for step in setup_steps(told.setup, words_of(lang), turn=told.turn)]
    return found


@pytest.mark.parametrize("deck_name", DECKS)
@pytest.mark.parametrize("lang", ["nb", *(pytest.param(lang, marks=pytest.mark.long) for lang in LANGUAGES if lang != "nb")])
def test_every_game_that_is_written_is_printed_whole(lang: str, deck_name: str) -> None:
    deck = packaged_deck(deck_name)
    games = written(lang, shares()[deck_name], LIBRARY)
    text = "".join(pages_of(booklet(deck, deck.spec.print, lang, shares()[deck_name], LIBRARY)))
    for game in games:
        for block in wanted(lang, game, deck):
            # heads, feet and pictures may stand between the parts of a block that goes on over a page
            ends = (block, block[:30], block[-30:])
            assert ends[0] in text or (ends[1] in text and ends[2] in text), (game, block)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_card_of_every_game_fits_two_sides(lang: str) -> None:
    for deck_name in DECKS[1:4]:
        deck = packaged_deck(deck_name)
        games = written(lang, shares()[deck_name], LIBRARY, CARDS)
        pages = sum(len(setups_of(game, deck, None, LIBRARY)) for game in games)
        log = -(-len(deck.squares) // 12)
        sheets = len(pypdfium2.PdfDocument(quick_cards(deck, deck.spec.print, lang, games, LIBRARY)))
        assert sheets == 2 * -(-(pages + -(-log // 2)) // 4)


@pytest.mark.parametrize(
    ("sheet", "paper"), [("a3-poker", (210, 297)), ("tabloid-poker", (215.9, 279.4)), ("letter-bridge", (215.9, 279.4))]
)
def test_cards_are_printed_on_the_home_paper_of_the_decks_sheets(sheet: str, paper: tuple[float, float]) -> None:
    deck = packaged_deck("standard-52")
    page = pypdfium2.PdfDocument(quick_cards(deck, replace(deck.spec.print, sheet=sheet), "en", (), LIBRARY))[0]
    assert tuple(side * 25.4 / 72 for side in page.get_size()) == pytest.approx(paper, abs=0.1)
