"""Packs: which cards their data files describe, in which order, worth what, and which suits may stand for which."""

import pytest

from replikat.deck.cards import Pack, pack_of
from replikat.deck.pack_spec import Emblem, PackSpec, Rank, Suit
from replikat.errors import LawFault

RANKS = tuple(Rank(code, pips=number) for number, code in enumerate(("A", "2", "3"), 1))
SUITS = tuple(Suit(code, "pip", "black", "black") for code in "XYZ")
SPEC = PackSpec(
    suits=SUITS,
    ranks=RANKS,
    emblems=tuple(Emblem(f"T{number}", f"T{number}", {"en": f"trump {number}"}, "trump") for number in (1, 2, 3)),
    high=("A", "3", "2"),
    values={"points": {"A": 11, "3": 10, "3Y": 12, "T1": 5}},
    disguises="any",
)
PACK = pack_of("whole", SPEC)


def test_a_card_s_own_value_goes_before_its_rank_s() -> None:
    assert PACK.values["points"] == {"AX": 11, "AY": 11, "AZ": 11, "3X": 10, "3Y": 12, "3Z": 10, "T1": 5}


def test_cards_are_shown_from_the_highest_down() -> None:
    cards = {card.code: card for card in PACK.cards}
    assert [card.code for card in PACK.from_high([cards["2X"], cards["3X"], cards["AX"]])] == ["AX", "3X", "2X"]
    assert [card.code for card in PACK.from_high([cards["T1"], cards["T3"], cards["T2"]])] == ["T3", "T2", "T1"]


def part(**keys: object) -> Pack:
    return pack_of("part", PackSpec(base="whole", keep=("A", "2"), **keys), PACK)  # type: ignore[arg-type]


def test_a_part_has_the_disguises_of_its_base_unless_it_says_otherwise() -> None:
    assert len(PACK.disguises) == len(part().disguises) == 2  # no suit stands for itself
    assert len(part(disguises=(("Y", "Z", "X"),)).disguises) == 1
    assert part(disguises=()).disguises == ()


def test_suits_whose_cards_rank_otherwise_do_not_stand_for_each_other() -> None:
    suits = (*SUITS[:2], Suit("Z", "pip", "black", "black", high=("2", "3", "A")))
    with pytest.raises(LawFault) as caught:
        pack_of("unlike", PackSpec(suits=suits, ranks=RANKS, high=("A", "3", "2"), disguises=(("Y", "Z", "X"),)))
    assert caught.value.faults == ((("disguises", 0), "Z for Y, whose cards rank otherwise"),)
