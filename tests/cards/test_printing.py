"""The recipe of the cards: what it refuses before anything is drawn."""

from dataclasses import replace

import pytest

from replikat.cards.printing import cards_pdf, printed_cards
from replikat.deck.deck import Deck
from replikat.deck.loaders import load_language
from replikat.errors import ReplikatError
from replikat.papers.pack_inks import check_inks
from replikat.typeset.figures.loaders import load_palette
from replikat.typeset.figures.palette import Palette
from support import LIBRARY, packaged_deck


def codes(deck: Deck, **settings: object) -> list[str | None]:
    chosen = replace(deck.spec.print, **settings)  # type: ignore[arg-type]
    return [item.card.code if item.card else None for item in printed_cards(deck, chosen)]


def test_jokers_fill_up_the_sheets_and_blanks_follow_on_wish() -> None:
    deck = packaged_deck("standard-52")
    assert codes(deck)[52:] == ["joker-1", "joker-2"]
    assert codes(deck, jokers=1, blanks=2)[52:] == ["joker-1", None, None]
    assert codes(deck, jokers=0)[51:] == ["KC"]


def test_only_prints_the_cards_asked_for_in_that_order() -> None:
    deck = packaged_deck("standard-52")
    printed = printed_cards(deck, deck.spec.print, ["7H", "joker-2", "AS"])
    assert [item.card and item.card.code for item in printed] == ["7H", "joker-2", "AS"]
    place = deck.pack.index["7H"]
    assert printed[0].marks == tuple(square.marks[place] for square in deck.squares)
    assert not any(printed[1].marks)


def test_an_unknown_card_is_named_with_its_nearest() -> None:
    deck = packaged_deck("standard-52")
    with pytest.raises(ReplikatError, match="--only: french52 has no card 1S; did you mean 10S"):
        cards_pdf(deck, deck.spec.print, LIBRARY, only=["QS", "1S"])


def test_a_colour_that_the_palette_lacks_is_named() -> None:
    palette = load_palette("nordic", LIBRARY)
    poor = Palette({name: colour for name, colour in palette.colours.items() if name != "rowan"})
    with pytest.raises(ReplikatError, match="the pack french52 uses the colour rowan"):
        check_inks(packaged_deck("standard-52").pack, poor)
    check_inks(packaged_deck("standard-52").pack, palette)


def test_only_takes_the_indices_that_stand_on_the_cards() -> None:
    deck = packaged_deck("standard-52")
    words = load_language("nb", LIBRARY)
    printed = printed_cards(deck, deck.spec.print, ["DS", "KnC", "qh", "kc", "10d"], words)
    assert [item.card and item.card.code for item in printed] == ["QS", "JC", "QH", "KC", "10D"]
    trumps = packaged_deck("minchiate-97")
    assert [item.card and item.card.code for item in printed_cards(trumps, trumps.spec.print, ["40"], words)] == ["T40"]


def test_a_code_goes_before_the_index_of_another_card() -> None:
    deck = packaged_deck("standard-52")
    swapped = load_language("en", LIBRARY).with_indices({"K": "Q", "Q": "K"})
    printed = printed_cards(deck, deck.spec.print, ["QS"], swapped)
    assert [item.card and item.card.code for item in printed] == ["QS"]


@pytest.mark.parametrize("typed", ["JOKER", "joker"])
def test_a_name_of_several_cards_is_told_with_all_of_them(typed: str) -> None:
    deck = packaged_deck("standard-52")
    with pytest.raises(ReplikatError, match=f"--only: french52 has 2 cards {typed}; expected joker-1 or joker-2$"):
        cards_pdf(deck, deck.spec.print, LIBRARY, only=[typed])
