"""Emblems: upright pictures with numeral and name, as a player sees them on every size of card."""

from dataclasses import replace
from functools import cache

import pytest

from replikat.cards.face_plan import FacePlan
from replikat.cards.printing import cards_pdf
from replikat.errors import ReplikatError
from replikat.geometry.plane import Rect
from replikat.press.loaders import load_sheet
from replikat.reading.drawn.page import Page, read_pages
from replikat.reading.verify import verify
from support import LIBRARY, packaged_deck

DECK = packaged_deck("minchiate-97")
EMBLEMS = [card for card in DECK.pack.cards if card.emblem]
SHEETS = ["single", "single-bridge", "single-tarot"]
BLEED = 3.0
ROMAN = {1: "I", 4: "IV", 9: "IX", 14: "XIV", 19: "XIX", 24: "XXIV", 28: "XXVIII", 33: "XXXIII", 35: "XXXV"}


@cache
def pages(sheet: str, faces: tuple[str, ...] = (), only: tuple[str, ...] = tuple(card.code for card in EMBLEMS)) -> list[Page]:
    settings = replace(DECK.spec.print, sheet=sheet, names="it", faces=faces)
    return read_pages(cards_pdf(DECK, settings, LIBRARY, sides=("faces",), only=only).pdf)


def test_the_pack_is_the_facts():
    codes = DECK.pack.codes
    assert len(codes) == 97 and codes[:3] == ("MAT", "T1", "T2") and codes[40:43] == ("T40", "KD", "QD")
    assert [code for code in codes if code[0] == "M" and code != "MAT"] == ["MD", "MC"] and "JS" in codes and "JB" in codes
    points = DECK.pack.values["points"]
    assert sum(points.values()) == 142 and len(points) == 25
    assert {code for code, worth in points.items() if worth == 10} == {"T36", "T37", "T38", "T39", "T40"}
    assert {n: card.emblem.numeral for n, card in enumerate(EMBLEMS) if n in ROMAN} == ROMAN
    assert [card.code for card in EMBLEMS if card.emblem.numeral is None] == ["MAT", "T36", "T37", "T38", "T39", "T40"]


def test_round_suits_count_upwards_from_the_ten():
    """Cups and coins: king, queen, knight, maid, 1 down to 10; swords and batons: 10 down to 1."""
    pack = DECK.pack
    order = {
        suit: [card.code[:-1] for card in pack.from_high([c for c in pack.cards if c.suit and c.suit.code == suit])] for suit in "DCSB"
    }
    assert order["D"] == order["C"] == ["K", "Q", "N", "M", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10"]
    assert order["S"] == order["B"] == ["K", "Q", "N", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2", "1"]
    assert [card.code for card in pack.from_high(EMBLEMS)][:2] == ["T40", "T39"] and pack.from_high(EMBLEMS)[-1].code == "MAT"


@pytest.mark.parametrize("sheet", SHEETS)
@pytest.mark.parametrize("faces", [(), ("large-index",), ("four-corners",)])
def test_index_numeral_and_name_can_be_read_and_touch_nothing(sheet, faces):
    card = load_sheet(sheet, LIBRARY).card
    trim = Rect(BLEED, BLEED, card.width, card.height)
    plan = FacePlan(card, "large-index" in faces, "four-corners" in faces)
    inner = plan.emblem(100, 140)
    panel = Rect(inner.x + BLEED, inner.y + BLEED, inner.width, inner.height)
    for held, page in zip(EMBLEMS, pages(sheet, faces), strict=True):
        upright = [word for word in page.words if word.quarters == 0]
        texts = [word.text for word in upright]
        assert held.emblem.index in texts and sum(word.text == held.emblem.index for word in page.words) >= 2
        assert " ".join(sorted(held.emblem.names["it"].split())) == " ".join(
            sorted(t for t in texts if t in held.emblem.names["it"].split())
        )
        assert held.emblem.numeral is None or held.emblem.numeral in texts
        for word in page.words:
            assert trim.inset(2.9).covers(word.box), f"{held.code}: {word.text} at the edge"
            assert not word.box.inset(0.1).meets(panel), f"{held.code}: {word.text} on the picture"
        for a in page.words:
            assert not any(a is not b and a.box.inset(0.05).meets(b.box) for b in page.words), f"{held.code}: {a.text} on another word"


@pytest.mark.parametrize("sheet", SHEETS)
def test_pictures_are_as_large_as_the_indices_allow(sheet):
    card = load_sheet(sheet, LIBRARY).card
    panel = FacePlan(card).emblem(100, 140)
    assert panel.width / panel.height == pytest.approx(100 / 140)
    assert panel.width > 0.6 * card.width and panel.x >= 4 and panel.y >= 9
    assert panel.centre.x == pytest.approx(card.width / 2) and panel.centre.y == pytest.approx(card.height / 2)


def test_counting_cards_show_their_points_and_others_none():
    for held, page in zip(DECK.pack.cards, pages("single-tarot", only=()), strict=True):
        small = [word.text for word in page.words if word.size < 0.55 * max(w.size for w in page.words) and word.text.isdigit()]
        points = DECK.pack.values["points"].get(held.code)
        assert small == ([f"{points:g}"] * 2 if points else []), held.code


@pytest.mark.parametrize("names", ["it", "en", "nb", "da", "sv"])
def test_names_are_printed_in_the_language_asked_for_and_every_card_reads_back(names):
    """All cards in the pack's own language; in the others those that bear a name."""
    settings = replace(DECK.spec.print, names=names)
    only = () if names == "it" else tuple(card.code for card in EMBLEMS)
    verdict = verify(cards_pdf(DECK, settings, LIBRARY, only=only).pdf, DECK, settings, LIBRARY, some=bool(only))
    cards = len(only) or 97
    assert verdict.faults == () and verdict.cards == cards and verdict.marks == cards * 24


def test_a_name_that_the_pack_does_not_have_is_told():
    with pytest.raises(ReplikatError, match="the card MAT has no name in the language fi; its pack names it in it, en, nb, da, sv"):
        cards_pdf(DECK, replace(DECK.spec.print, names="fi"), LIBRARY)


def test_the_arie_stand_on_colour_without_a_frame():
    """Their panel is filled to its edge; the others have a line round white paper."""
    plan = FacePlan(load_sheet("single", LIBRARY).card).emblem(100, 140)
    panel = Rect(plan.x + BLEED, plan.y + BLEED, plan.width, plan.height)
    found = {}
    for held, page in zip(EMBLEMS, pages("single"), strict=True):
        panels = [o.filled for o in page.outlines if panel.inset(-0.05).covers(o.box) and o.box.covers(panel.inset(0.05))]
        found[held.code] = panels
    arie = {f"T{number}" for number in range(36, 41)}
    assert found == {held.code: [held.code in arie] for held in EMBLEMS}


def test_faces_and_backs_are_upright_together():
    """Each emblem stands upright on its page, and the back behind it too: the card is turned about its upright axis."""
    for flip in ("long", "short"):
        settings = replace(DECK.spec.print, sheet="a4-tarot")
        made = cards_pdf(DECK, settings, LIBRARY, flip=flip, only=("MAT", "T1", "T5", "T12", "T36", "T40", "KD", "1B"))
        verdict = verify(made.pdf, DECK, settings, LIBRARY, some=True)
        assert (verdict.faults, verdict.cards) == ((), 8)
