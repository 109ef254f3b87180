"""Cards kept off a position: never there, in the deck as anywhere else, and every allowed order as likely as any other."""

from collections import Counter
from dataclasses import replace

import pytest

from chance import assert_even
from replikat.deck.dealing.deal import deal
from replikat.deck.dealing.measure import measure
from replikat.deck.deck_file import deck_file
from replikat.deck.deck_spec import DeckSpec, Group
from replikat.deck.loaders import load_deck, load_layout, load_pack, read_deck_spec
from replikat.deck.parts import parts_of
from replikat.deck.squares import Layout
from replikat.errors import LawFault, ReplikatError
from support import LIBRARY, SEED, packaged_deck, plain_pack

POINT_CARDS = ("AS", "AH", "AD", "AC", "2S", "10D")


def tiny(count: int, seed: str = SEED, **keys):
    """Four cards, two for South, one each for North and the middle; card c0 is kept off the middle."""
    layout, pack = Layout({"S": 2, "N": 1, "M": 1}), plain_pack(4)
    group = Group("tiny", count, "none", **{"keep_off": {"M": ("c0",)}, **keys})
    spec = DeckSpec("tiny", pack.name, (group,), seed=seed)
    return deal(spec, parts_of(spec, pack, [layout], [None]), seed)


def test_every_allowed_square_comes_equally_often():
    seen = Counter(tuple(map(str, square.marks)) for number in range(60) for square in tiny(60, f"{number:064x}").squares)
    allowed = {marks for marks in seen if marks[0] != "M1"}
    assert len(allowed) == 18 and allowed == set(seen), "24 orders, less the six that put c0 into the middle"
    assert_even(seen, allowed)


def test_casino_deals_no_counting_card_to_the_table():
    deck = packaged_deck("casino-52")
    table = {deck.pack.codes[card] for square in deck.squares for card, mark in enumerate(square.marks) if mark.position == "M"}
    assert len(table) > 30 and not table & set(POINT_CARDS)


def test_a_square_that_fits_at_once_is_the_one_without_the_wish():
    """The orders come from the same stream: what already fits is not dealt anew."""
    free, kept = tiny(40, keep_off={}), tiny(40)
    same = [a == b for a, b in zip(free.squares, kept.squares, strict=True)]
    fits = [str(square.marks[0]) != "M1" for square in free.squares]
    assert same == fits and not all(fits)


def test_check_finds_a_card_that_strayed():
    deck = packaged_deck("casino-52")
    square = deck.squares[4]
    ace = deck.pack.index["AH"]
    table = next(card for card, mark in enumerate(square.marks) if str(mark) == "M1")
    marks = list(square.marks)
    marks[ace], marks[table] = marks[table], marks[ace]
    wrong = replace(deck, squares=(*deck.squares[:4], replace(square, marks=tuple(marks)), *deck.squares[5:]))
    assert measure(deck).failures == []
    assert measure(wrong).failures == ["square 5 deals AH to M, which keeps it off"]


def test_it_stands_in_the_deck_file_and_is_read_back(tmp_path):
    deck = packaged_deck("casino-52")
    path = tmp_path / "deck.yaml"
    path.write_text(deck_file(deck, SEED), encoding="utf-8")
    again = load_deck(*read_deck_spec(path, LIBRARY), LIBRARY)
    assert again.spec.squares == deck.spec.squares and again.squares == deck.squares
    assert again.spec.squares[0].keep_off == {"M": POINT_CARDS}


@pytest.mark.parametrize("balance", ["seats", "pairs"])
def test_another_balance_is_refused_with_the_reason(balance):
    with pytest.raises(LawFault, match="expected balance: none"):
        Group("casino", 20, balance, keep_off={"M": POINT_CARDS})


def test_twins_are_refused_with_it():
    with pytest.raises(LawFault, match="twins exchange suits"):
        Group("casino", 10, "none", twins="suits", keep_off={"M": POINT_CARDS})


def test_unknown_cards_and_positions_are_told_with_their_places():
    pack, layout = load_pack("french52", LIBRARY), load_layout("main", LIBRARY)
    spec = DeckSpec("x", "french52", (Group("main", 2, "none", keep_off={"M": ("AS",), "S": ("11H",)}),))
    with pytest.raises(LawFault) as caught:
        parts_of(spec, pack, [layout], [None])
    assert list(caught.value.faults) == [
        (("squares", 0, "keep_off", "M"), "the layout main has no position M"),
        (("squares", 0, "keep_off", "S", 0), "11H is no card of these squares"),
    ]


def test_the_impossible_ends_with_a_sentence():
    with pytest.raises(ReplikatError, match="none of 20000 orders keeps the cards off their positions"):
        tiny(1, keep_off={"M": ("c0", "c1", "c2", "c3")})


def test_a_card_outside_a_short_pack_cannot_be_kept_off():
    spec = DeckSpec("x", "french52", (Group("short32", 2, "none", cards="piquet32", keep_off={"S": ("AS", "2S")}),))
    with pytest.raises(LawFault) as caught:
        parts_of(spec, load_pack("french52", LIBRARY), [load_layout("short32", LIBRARY)], [load_pack("piquet32", LIBRARY)])
    assert caught.value.faults == ((("squares", 0, "keep_off", "S", 1), "2S is no card of these squares"),)
