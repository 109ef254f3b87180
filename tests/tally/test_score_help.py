"""The help in the margin of score sheets: which combinations say their own cards."""

from dataclasses import replace

import pytest

from replikat.deck.loaders import load_language, load_pack
from replikat.games.loaders import load_game
from replikat.tally.score_help import help_of
from support import LIBRARY

RULES = load_game("minchiate", LIBRARY).tally["merged"]
PACK = load_pack("minchiate97", LIBRARY)


def combinations_called(name: str) -> list[str]:
    """Return the line of the combination of trumps 1, 13 and 28, where English calls it so."""
    words = load_language("en", LIBRARY)
    phrases = {**words.phrases, "tally.one_thirteen_twentyeight": name}
    lines = help_of(RULES, PACK, replace(words, phrases=phrases)).lines
    return [said for said, _ in lines if said.startswith(name)]


@pytest.mark.parametrize("name", ["1, 13 and 28", "28 with 13 and 1"])
def test_a_combination_whose_name_says_its_cards_stands_alone(name: str) -> None:
    assert combinations_called(name) == [name]


@pytest.mark.parametrize("name", ["papal three", "13 and 28", "131 and 28"])
def test_a_card_is_named_where_the_name_holds_only_its_digits(name: str) -> None:
    assert combinations_called(name) == [f"{name}: 1, 13, 28"]


def test_a_fool_with_a_number_in_its_corners_is_called_by_its_name() -> None:
    emblems = {card.code: card.emblem for card in PACK.cards if card.emblem}
    assert [emblems[code].number for code in ("MAT", "T1", "T40")] == [None, 1, 40]
    assert ("1, 40 and the Matto", "") in help_of(RULES, PACK, load_language("en", LIBRARY)).lines
