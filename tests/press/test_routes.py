"""Every way from the printer to the card is read back; what stands on the wrong card is found."""

from dataclasses import replace
from itertools import product

import pytest

from replikat.cards import sheets as drawing
from replikat.cards.printing import cards_pdf
from replikat.deck.loaders import load_language
from replikat.errors import ReplikatError
from replikat.papers.loaders import load_theme
from replikat.press.loaders import load_sheet
from replikat.press.routes import feeding, order_of
from replikat.press.sheets.plan import SheetPlan
from replikat.reading.drawn.page import read_pages, turn_page
from replikat.reading.scans import verify_scans
from replikat.reading.verify import verify
from support import LIBRARY, packaged_deck, print_cards
from witness import DECKS, fresh_path

PLANS = {name: load_sheet(name, LIBRARY) for name in LIBRARY.names("sheets")}
ROUTES = [name for name, plan in PLANS.items() if plan.one_sided or plan.spec.stock]
CAPTIONED = [name for name in ROUTES if PLANS[name].captioned]
DECK = DECKS["small"]()
PALETTE = load_theme("plain", LIBRARY)[1]


def settings(sheet: str, lang: str = "en", theme: str = "plain", deck=DECK):
    return replace(deck.spec.print, sheet=sheet, lang=lang, theme=theme)


def faults(pdf, deck=DECK) -> tuple[str, ...]:
    return verify(pdf, deck, deck.spec.print, LIBRARY).faults


@pytest.mark.parametrize("lang", ["en", "nb", "da", "sv"])
@pytest.mark.parametrize("sheet", ROUTES)
def test_every_route_reads_back(sheet: str, lang: str) -> None:
    """The whole deck in one language; in the others, and in other themes, a few cards."""
    theme = {"en": "plain", "nb": "tinted", "da": "low-ink", "sv": "nordic"}[lang]
    only = () if lang == "en" else ("AS", "10H", "KC", "QD")
    made = cards_pdf(DECK, settings(sheet, lang, theme), LIBRARY, only=only).pdf
    verdict = verify(made, DECK, DECK.spec.print, LIBRARY, some=bool(only))
    counted = (4, 4 * 6) if only else (34, 32 * 6)
    assert (verdict.faults, verdict.cards, verdict.marks, verdict.code) == ((), *counted, DECK.code)


@pytest.mark.parametrize("sheet", ["labels-5395", "inserts-a4-poker", "gutterfold-a4-poker", "stock-5371"])
@pytest.mark.parametrize("name", ["standard-52", "minchiate-97"])
def test_whole_decks_read_back_with_and_without_their_file(name: str, sheet: str) -> None:
    deck = packaged_deck(name)
    if name == "minchiate-97" and sheet == "stock-5371":
        pytest.skip("too many squares for so small a card")
    made = cards_pdf(deck, settings(sheet, "nb", deck=deck), LIBRARY).pdf
    assert faults(made, deck) == ()
    if name == "standard-52" and not PLANS[sheet].spec.stock and "inserts" not in sheet:  # every pack is tried then, which takes long
        alone = verify(made, None, deck.spec.print, LIBRARY)
        assert (alone.faults, alone.code) == ((), deck.code)


@pytest.mark.parametrize("sheet", CAPTIONED)
def test_cards_are_named_outside_what_is_stuck_or_cut_out_and_in_order(sheet: str) -> None:
    """On the labels themselves there is nothing that tells the card; under each stands its name, as one reads."""
    plan, words = PLANS[sheet], load_language("en", LIBRARY)
    page = read_pages(cards_pdf(DECK, settings(sheet), LIBRARY).pdf)[0]
    page = turn_page(page, 1) if (page.width > page.height) != (plan.width > plan.height) else page
    for place, card in enumerate(DECK.pack.cards[: plan.capacity]):
        cell = plan.cell(place)
        inside = {word.text for word in page.words if cell.inset(-0.5).meets(word.box)}
        assert all(text.isdigit() or len(text) > 8 for text in inside), "numbers, the word of the deck and its code"
        under = [w for w in page.words if cell.x < w.middle.x < cell.right and 0 < w.middle.y - cell.bottom < 5]
        assert " ".join(w.text for w in sorted(under, key=lambda w: w.box.x)) == words.card(card)


@pytest.mark.parametrize("sheet", ["labels-5395", "inserts-a4-bridge"])
def test_a_back_under_a_wrong_name_is_found(sheet: str, monkeypatch: pytest.MonkeyPatch) -> None:
    usual = drawing._name_cards

    def swapped(pen, held, cells, faces):
        usual(pen, [held[1], held[0], *held[2:]], cells, faces)

    monkeypatch.setattr(drawing, "_name_cards", swapped)
    made = cards_pdf(DECK, settings(sheet), LIBRARY, sheets=(1,)).pdf
    first, second = DECK.pack.codes[:2]
    told = verify(made, DECK, DECK.spec.print, LIBRARY, some=True).faults
    assert f"sheet 1, row 1, column 1: behind {second} lies the back of {first}" in told
    assert len([fault for fault in told if "lies the back of" in fault]) == 2


def test_a_back_on_the_wrong_side_of_the_fold_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Backs that are not in mirror order come to lie behind other faces."""
    usual = drawing._draw_cells

    def straight(pen, held, cells, plan, side, faces, backs):
        usual(pen, held, cells[::-1] if side == "backs" else cells, plan, side, faces, backs)

    monkeypatch.setattr(drawing, "_draw_cells", straight)
    told = faults(cards_pdf(DECK, settings("gutterfold-a4-poker"), LIBRARY).pdf)
    first, last = DECK.pack.codes[0], DECK.pack.codes[3]
    assert f"sheet 1, row 1, column 1: behind {first} lies the back of {last}" in told


@pytest.mark.parametrize("start", [1, 4, 8])
def test_a_partly_used_sheet_begins_where_it_is_told(start: int) -> None:
    plan = PLANS["labels-5395"]
    made = cards_pdf(DECK, settings("labels-5395"), LIBRARY, start=start)
    assert faults(made.pdf) == () and made.sheets == -(-(34 + start - 1) // 8)
    page = turn_page(read_pages(made.pdf)[0], 1)
    filled = [any(plan.cell(place).holds(word.middle) for word in page.words) for place in range(plan.capacity)]
    assert filled == [place >= start - 1 for place in range(plan.capacity)]


@pytest.mark.parametrize(
    ("sheet", "options", "said"),
    [
        ("a4-poker", {"start": 2}, "--start: start at 2; a4-poker is plain paper"),
        ("labels-5395", {"start": 9}, "--start: start at 9; expected 1 to 8"),
        ("labels-5395", {"sides": ("faces",)}, "--side: faces on labels-5395; it holds backs alone"),
        ("gutterfold-a4-poker", {"sides": ("backs",)}, "--side: backs alone on gutterfold-a4-poker"),
        ("inserts-a4-poker", {"order": "fronts-backs"}, "--order: fronts-backs on inserts-a4-poker, which is printed on one side"),
    ],
)
def test_what_does_not_go_together_is_refused(sheet: str, options: dict, said: str) -> None:
    with pytest.raises(ReplikatError, match=said):
        cards_pdf(DECK, settings(sheet), LIBRARY, **options)


@pytest.mark.parametrize(
    ("sheet", "flip", "order"),
    [
        *product(["a4-poker"], ["long", "short"], ["interleaved", "fronts-backs", "backs-reversed"]),
        ("a4-mini", "short", "backs-reversed"),
        ("stock-32015", "long", "backs-reversed"),
        ("stock-32015", "short", "fronts-backs"),
    ],
)
def test_backs_follow_in_any_order(order: str, flip: str, sheet: str) -> None:
    assert faults(print_cards(DECK, fresh_path(), settings(sheet), order=order, flip=flip)) == ()


def test_backs_from_the_last_to_the_first_lie_in_that_order() -> None:
    pages = read_pages(cards_pdf(DECK, settings("a4-poker"), LIBRARY, order="backs-reversed").pdf)
    numbers = [
        next(text for word in page.words if (text := f"sheet {word.text}") and word.text.isdigit() and before(page, word)) for page in pages
    ]
    assert numbers == [f"sheet {n}" for n in (1, 2, 3, 4, 4, 3, 2, 1)]


def before(page, word) -> bool:
    """Whether the word "sheet" stands before a word."""
    place = page.words.index(word)
    return place > 0 and page.words[place - 1].text == "sheet"


def test_the_order_follows_the_printer_unless_one_is_said() -> None:
    from replikat.press.printers.profile import Printer, Profile

    by_hand = Profile("hand", Printer(feed="faces-first-reversed"))
    assert order_of(None, "both", "a4-poker", by_hand, LIBRARY) == "backs-reversed"
    assert order_of("interleaved", "both", "a4-poker", by_hand, LIBRARY) == "interleaved"
    assert order_of(None, "backs", "a4-poker", by_hand, LIBRARY) == "interleaved"
    assert order_of(None, "both", "labels-5395", by_hand, LIBRARY) == "interleaved"
    assert order_of(None, "both", "a4-poker", None, LIBRARY) == "interleaved"


@pytest.mark.parametrize("flip", ["long", "short"])
def test_the_feeding_page_tells_the_edge_and_the_first_sheet_of_backs(flip) -> None:
    for lang in ("en", "nb", "da", "sv"):
        page = read_pages(feeding(settings("a4-poker", lang), PALETTE, flip, 4, None, LIBRARY))[0]
        text = " ".join(word.text for word in page.words)
        words = load_language(lang, LIBRARY)
        for phrase in (words.phrase(f"feeding.{flip}"), words.phrase("feeding.back", n=4), words.phrase("feeding.trial")):
            assert phrase in text


def test_a_gutterfold_has_crosses_that_meet_when_it_is_folded() -> None:
    plan: SheetPlan = PLANS["gutterfold-a4-poker"]
    page = read_pages(cards_pdf(DECK, settings("gutterfold-a4-poker"), LIBRARY).pdf)[0]
    strokes = [part for outline in page.outlines if not outline.filled for part in outline.parts if len(part) == 2]
    short = [part for part in strokes if abs(abs(part[0].x - part[1].x) - 4) < 0.01 and part[0].y == part[1].y]
    middles = {(round((part[0].x + part[1].x) / 2, 1), round(part[0].y, 1)) for part in short}
    assert len(middles) >= 6
    assert {(x, round(plan.height - y, 1)) for x, y in middles} == middles


@pytest.mark.parametrize(
    "sheet",
    [
        "labels-5395",
        *(pytest.param(sheet, marks=pytest.mark.long) for sheet in ["inserts-a4-bridge", "gutterfold-letter-poker", "stock-32010"]),
    ],
)
def test_pictures_of_the_pages_are_read_on_every_route(sheet: str) -> None:
    path = print_cards(DECK, fresh_path(), settings(sheet), sheets=(1,))
    verdict = verify_scans(path, DECK, settings(sheet), LIBRARY, some=True)
    assert (verdict.faults, verdict.unread, verdict.marks) == ((), (), PLANS[sheet].capacity * 6)
