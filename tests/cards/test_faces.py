"""Finished faces, measured: indices one can read, pips one can count, pictures one can tell apart."""

from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import combinations

import numpy as np
import pypdfium2
import pytest

from replikat.cards.face_plan import FacePlan
from replikat.deck.loaders import load_language
from replikat.geometry.plane import Point, Rect
from replikat.press.loaders import load_sheet
from replikat.reading.drawn.page import Outline, Page, read_pages
from replikat.typeset.figures.loaders import load_palette
from support import LIBRARY, packaged_deck, print_cards
from witness import cut, fresh_path, pages_of, pixels, printed

BLEED = 3.0
PACK = packaged_deck("standard-52").pack
SUITS = {"S": "black", "H": "rowan", "D": "rowan", "C": "black"}
SINGLES = ["single", "single-bridge"]
DPI = 300


@cache
def pages(sheet: str = "single", lang: str = "en") -> dict[str, Page]:
    found = pages_of(printed(sheet=sheet, lang=lang, sides=("faces",)))
    return dict(zip((*PACK.codes, "joker-1", "joker-2"), found, strict=True))


def trim(sheet: str) -> Rect:
    card = load_sheet(sheet, LIBRARY).card
    return Rect(BLEED, BLEED, card.width, card.height)


def pips_of(page: Page) -> list[Outline]:
    """Filled curved outlines that are about as wide as high: on a card from two to ten those are its pips."""
    return [o for o in page.outlines if o.filled and 3 < o.box.height < 14 and 0.6 < o.box.width / o.box.height < 1.2]


def leans(outline: Outline) -> float:
    """How far the weight of a pip's points lies below its middle, in parts of its height: its sign turns with the pip."""
    return (sum(point.y for point in outline.points) / len(outline.points) - outline.box.centre.y) / outline.box.height


@pytest.mark.parametrize("sheet", SINGLES)
@pytest.mark.parametrize("lang", ["en", "nb"])
def test_every_card_has_two_indices_that_can_be_read_across_a_table(sheet, lang):
    card, words = trim(sheet), load_language(lang, LIBRARY)
    for code, page in pages(sheet, lang).items():
        if code.startswith("joker"):
            continue
        upright, turned = sorted(page.words, key=lambda word: word.quarters)
        assert (upright.quarters, turned.quarters) == (0, 2)
        expected = words.indices.get(code[:-1], code[:-1])
        assert upright.text == expected and turned.text == expected
        assert upright.box.height >= 5.5, "cap height on poker size and bridge"
        assert card.inset(3).covers(upright.box) and card.inset(3).covers(turned.box)
        for word, corner in ((upright, Point(card.x, card.y)), (turned, Point(card.right, card.bottom))):
            assert abs(word.box.centre.x - corner.x) < 8 and abs(word.box.centre.y - corner.y) < 9
        middle = card.centre
        assert upright.box.centre.x + turned.box.centre.x == pytest.approx(2 * middle.x, abs=0.05)
        assert upright.box.centre.y + turned.box.centre.y == pytest.approx(2 * middle.y, abs=0.05)


@pytest.mark.parametrize("sheet", SINGLES)
def test_pips_can_be_counted_and_the_lower_half_stands_on_its_head(sheet):
    middle = trim(sheet).centre.y
    for code, page in pages(sheet).items():
        if code[:-1] not in [str(number) for number in range(2, 11)]:
            continue
        pips = pips_of(page)
        large, small = [o for o in pips if o.box.height > 7], [o for o in pips if o.box.height <= 7]
        assert (len(large), len(small)) == (int(code[:-1]), 2), code
        assert not any(a.box.inset(0.3).meets(b.box.inset(0.3)) for a, b in combinations(pips, 2)), code
        assert not any(word.box.meets(pip.box) for word in page.words for pip in pips), code
        if code[-1] != "D":  # a diamond looks the same from both sides
            signs = {bool(leans(pip) > 0) == bool(pip.box.centre.y > middle + 0.1) for pip in pips}
            assert len(signs) == 1, code


@pytest.mark.parametrize("sheet", SINGLES)
def test_pips_under_the_indices_stand_on_one_axis_with_them_and_clear_of_the_edge(sheet):
    card = trim(sheet)
    for code, page in pages(sheet).items():
        if code.startswith("joker"):
            continue
        upper = min(page.words, key=lambda word: word.box.y).box
        under = [o.box for o in pips_of(page) if o.box.centre.x < card.x + 11 and o.box.y > upper.bottom and o.box.y < upper.bottom + 3]
        assert under, code
        assert under[0].centre.x == pytest.approx(upper.centre.x, abs=0.6)
        assert card.inset(3).covers(under[0])


@pytest.mark.parametrize("sheet", SINGLES)
def test_everything_on_a_face_lies_three_millimetres_inside_the_trim(sheet):
    path = printed(sheet=sheet, sides=("faces",))
    safe, dots = trim(sheet).inset(3), 150 / 25.4
    for number in range(54):
        rows, columns = ((pixels(path, number, 150) < 250).any(axis=axis).nonzero()[0] for axis in (1, 0))
        box = Rect(columns[0] / dots, rows[0] / dots, (columns[-1] + 1 - columns[0]) / dots, (rows[-1] + 1 - rows[0]) / dots)
        assert safe.covers(box, 1 / dots), number


@pytest.mark.parametrize("suit", SUITS)
def test_suits_have_their_colours(suit):
    """The middle of a pip is printed in the suit's palette colour."""
    colour = load_palette("nordic", LIBRARY).colours[SUITS[suit]].screen
    wanted = np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)])
    path = printed(sheet="single", sides=("faces",))
    place = PACK.index["3" + suit]
    document = pypdfium2.PdfDocument(path)
    picture = document[place].render(scale=100 / 72).to_numpy()[..., :3][..., ::-1].astype(int)
    document.close()
    pip = max(pips_of(pages()["3" + suit]), key=lambda o: o.box.height).box.centre
    at = picture[round(pip.y / 25.4 * 100), round(pip.x / 25.4 * 100)]
    assert abs(at - wanted).max() <= 3


def test_every_picture_is_its_own():
    """No court shares its picture with another: the panels differ, indices and suit pips left aside."""
    path, plan = printed(sheet="single", sides=("faces",)), FacePlan(load_sheet("single", LIBRARY).card)
    inner = plan.panel.inset(6)
    box = Rect(inner.x + BLEED, inner.y + BLEED, inner.width, inner.height)
    courts = [code for code in (*PACK.codes, "joker-1", "joker-2") if code[0] in "JQKj"]
    order = (*PACK.codes, "joker-1", "joker-2")
    panels = {code: cut(pixels(path, order.index(code), 60), box, 60).astype(int) for code in courts}
    assert len(panels) == 14
    for a, b in combinations(courts, 2):
        assert (abs(panels[a] - panels[b]) > 60).mean() > 0.12, f"{a} and {b} look alike"


def test_courts_look_the_same_from_both_sides():
    path = printed(sheet="single", sides=("faces",))
    for code in PACK.codes:
        if code[-2] in "JQK":
            picture = pixels(path, PACK.index[code], 100).astype(int)
            assert (abs(picture - picture[::-1, ::-1]) > 80).mean() < 0.01, code


def test_the_two_halves_of_a_court_meet_without_a_gap():
    """Along the middle line there is no white streak from side to side that either half lacks."""
    path, plan = printed(sheet="single", sides=("faces",)), FacePlan(load_sheet("single", LIBRARY).card)
    for code in PACK.codes:
        if code[-2] in "JQK":
            picture = pixels(path, PACK.index[code], DPI)
            box = Rect(plan.panel.x + BLEED, plan.panel.centre.y + BLEED - 1, plan.panel.width, 2).inset(0.3)
            light = (cut(picture, box, DPI) > 200).mean(axis=1)
            middle = len(light) // 2
            assert light[middle - 1 : middle + 2].max() <= max(light[middle - 4], light[middle + 4]) + 0.2, code


def test_jokers_spell_it_downwards_at_both_corners():
    for code in ("joker-1", "joker-2"):
        page = pages()[code]
        upright = sorted((word for word in page.words if word.quarters == 0), key=lambda word: word.box.y)
        turned = sorted((word for word in page.words if word.quarters == 2), key=lambda word: -word.box.y)
        assert "".join(word.text for word in upright) == "".join(word.text for word in turned) == "JOKER"


def test_an_ace_has_one_figure_between_its_indices():
    for suit in SUITS:
        page = pages()["A" + suit]
        figure = max((o for o in page.outlines if o.filled), key=lambda o: o.box.width * o.box.height)
        assert figure.box.width > 25 and figure.box.centre.x == pytest.approx(trim("single").centre.x, abs=0.5)


def test_settings_change_an_index():
    deck = packaged_deck("standard-52")
    settings = replace(deck.spec.print, sheet="single", indices={"A": "E"})
    page = read_pages(print_cards(deck, fresh_path(), settings, sides=("faces",), only=("AS",)))[0]
    assert Counter(word.text for word in page.words) == {"E": 2}


@pytest.mark.parametrize("options", [("large-index",), ("four-corners",), ("large-index", "four-corners")])
@pytest.mark.parametrize("sheet", ["single", "single-bridge"])
def test_larger_and_further_indices_keep_clear_of_the_picture(options: tuple[str, ...], sheet: str) -> None:
    """Index and pip of every corner lie 3 mm inside the trim and do not meet the pips or panel of the middle."""
    card = load_sheet(sheet, LIBRARY).card
    plan = FacePlan(card, "large-index" in options, "four-corners" in options)
    index = plan.index
    box = Rect(index.middle - index.wide / 2, 4.6, index.wide, index.pip_middle + index.pip / 2 - 4.6)
    assert box.x >= 3 and index.high >= (8.0 if "large-index" in options else 5.5) * min(1, card.width / 56) - 1e-9
    assert not box.meets(plan.panel)
    for count in range(1, 11):
        for middle, _ in plan.pips(count):
            size = plan.pip_size
            assert not box.meets(Rect(middle.x - size / 2, middle.y - size / 2, size, size)), count
    assert len(plan.corners) == (4 if "four-corners" in options else 2)
