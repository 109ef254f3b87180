import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from documents.paper import FONTS, LANGUAGES, STANDARD, assert_only_own_fonts, palette, read, streams, text_of, words_of
from replikat.dealing.deal import deal
from replikat.documents.backs import back_set
from replikat.documents.booklet import A5, Title, booklet_pdf, filled
from replikat.documents.diagrams import NOTE, Example
from replikat.documents.faces import FaceSet
from replikat.documents.table_plan import TablePlan, items_by_side, range_text
from replikat.errors import ReplikatError
from replikat.exchange.pdf_page import Page
from replikat.model.back import plan_back
from replikat.model.deck import Deck, DeckSpec, Group, Parts
from replikat.model.face import FacePlan
from replikat.model.games import Setup, Zone
from replikat.model.geometry import Rect
from replikat.model.sheet import CardSize
from replikat.model.squares import Layout, Position
from replikat.press.fonts import fonts
from replikat.recipes.decks import back_plan
from replikat.specs import loaders
from support import LIBRARY, SEED

TITLE = Title("kitchen-deck", "ZM70-Q8MV-DZ0", "Gjentakskort")
CARD = CardSize("poker", 63, 88)
PARTS = ("guide", "crazy-eights")
LINE = 12.6 * 25.4 / 72
BODY = 9.2 * 25.4 / 72


@cache
def example(lang: str) -> Example:
    theme, colours = loaders.load_theme("plain", LIBRARY)
    names = {name for card in STANDARD.pack.cards for name in (card.figure, card.suit and card.suit.figure) if name}
    figures = {name: loaders.load_figure(name, colours, LIBRARY) for name in names}
    backs = back_set(STANDARD, plan_back(CARD, 20, False, 13), theme, "Replikatkort")
    return Example(STANDARD, backs, FaceSet(FacePlan(CARD), figures, words_of(lang)))


@cache
def setups() -> dict[str, Setup]:
    game = loaders.load_game("crazy-eights", LIBRARY)
    return {f"crazy-eights:{name}": setup for name, setup in game.setups.items()}


@cache
def prose(lang: str) -> tuple[str, ...]:
    return tuple(LIBRARY.find(f"languages/{lang}", part, ".md").read_text(encoding="utf-8") for part in PARTS)


def made(lang: str, texts: Sequence[str] = (), inks: str = "rgb") -> bytes:
    return booklet_pdf(texts or prose(lang), words_of(lang), lang, TITLE, example(lang), setups(), palette(), FONTS, inks)  # type: ignore[arg-type]


@cache
def booklet(lang: str) -> bytes:
    return made(lang)


def bare(text: str) -> str:
    """Return letters and digits alone, so that hyphens and line ends do not matter."""
    return "".join(sign for sign in text if sign.isalnum())


def columns(page: Page) -> list:  # type: ignore[type-arg]
    """Return the words of the text block, without head and foot."""
    return [word for word in page.words if A5.top - 2 < word.box.y and word.box.bottom < A5.height - A5.bottom + 2]


def blocks(markdown: str) -> list[str]:
    """Return the text of every heading, paragraph, list item, table cell and caption."""
    tokens = MarkdownIt("commonmark").enable("table").parse(filled(markdown, TITLE.word, STANDARD.layout(1)))
    inline = [token.children or [] for token in tokens if token.type == "inline"]
    pieces = [children[0].children or [] if children[0].type == "image" else children for children in inline]
    return ["".join(part.content or " " for part in piece) for piece in pieces]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_paragraph_is_printed_whole(lang: str, tmp_path: Path) -> None:
    text = bare("".join(word.text for page in read(booklet(lang), tmp_path) for word in columns(page)))
    for block in (block for part in prose(lang) for block in blocks(part)):
        letters = bare(block)
        # a paragraph may run on over a page, with a picture at the head of the next
        cuts = ((letters[:cut], letters[cut:]) for cut in range(len(letters), len(letters) // 8, -1))
        assert any(head in text and tail in text[text.index(head) :] for head, tail in cuts), block


@pytest.mark.parametrize("lang", LANGUAGES)
def test_pages_are_a5_with_deck_and_number_in_the_outer_margin(lang: str, tmp_path: Path) -> None:
    for page in read(booklet(lang), tmp_path):
        assert (page.width, page.height) == pytest.approx((148, 210), abs=0.1)
        assert TITLE.deck in text_of(page) and TITLE.code in text_of(page)
        if page.number > 1:
            number = next(word for word in page.words if word.text == str(page.number) and word.box.y > 196)
            assert number.box.x > 148 - A5.outer if page.number % 2 else number.box.right < A5.outer


@pytest.mark.parametrize("lang", LANGUAGES)
def test_nothing_leaves_the_text_block_and_no_words_touch(lang: str, tmp_path: Path) -> None:
    for page in read(booklet(lang), tmp_path)[1:]:
        left = A5.left(page.number)
        words = [word for word in columns(page) if word.quarters == 0]
        assert all(left - 0.3 <= word.box.x and word.box.right <= left + A5.measure + 0.3 for word in words)
        crossing = [(a.text, b.text) for i, a in enumerate(words) for b in words[:i] if a.box.inset(0.12).meets(b.box.inset(0.12))]
        assert crossing == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_heading_is_left_alone_at_the_foot_of_a_page(lang: str, tmp_path: Path) -> None:
    for page in read(booklet(lang), tmp_path)[2:]:
        headings = {round(word.box.bottom, 0) for word in columns(page) if word.size == pytest.approx(13 * 25.4 / 72, abs=0.02)}
        lines = {round(word.box.bottom / 2) for word in columns(page) if word.size == pytest.approx(BODY, abs=0.02)}
        assert all(any(2 * line > low for line in lines) for low in headings)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_all_running_text_stands_on_one_baseline_grid(lang: str, tmp_path: Path) -> None:
    flat = set("aceimnorsuvwxz")  # letters that stand on the baseline
    for page in read(booklet(lang), tmp_path)[2:]:
        words = [word for word in columns(page) if word.size == pytest.approx(BODY, abs=0.01) and word.quarters == 0]
        level = [word for word in words if set(word.text) <= flat and word.box.height < 0.7 * BODY]
        drift = [(word.box.bottom - A5.top - BODY) % LINE for word in level]
        assert drift
        assert all(min(off, LINE - off) < 0.12 for off in drift)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_contents_and_outline_name_the_pages_on_which_headings_stand(lang: str, tmp_path: Path) -> None:
    import pypdfium2

    headings = [(len(mark), title) for part in prose(lang) for mark, title in re.findall(r"^(#+) (.+)$", part, re.M)]
    document = pypdfium2.PdfDocument(booklet(lang))
    outline = [(item.level + 1, item.get_title(), item.get_dest().get_index() + 1) for item in document.get_toc()]
    assert [(level, title) for level, title, _ in outline] == headings
    pages = read(booklet(lang), tmp_path)
    for _, title, page in outline:
        assert bare(title) in bare(" ".join(word.text for word in columns(pages[page - 1])))
    listed = bare("".join(word.text for word in columns(pages[1])))
    assert listed.endswith("".join(f"{page}{bare(title)}" for _, title, page in outline))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_pages_before_a_new_chapter_are_filled(lang: str, tmp_path: Path) -> None:
    """A picture that does not fit must not leave half a page white; a heading with its lead-in and table may leave a third."""
    pages = read(booklet(lang), tmp_path)
    opening = [page.number for page in pages if any(word.size > 6.9 for word in columns(page)) and page.number > 2]
    for page in pages[2:-1]:
        if page.number + 1 not in opening:
            assert max(word.box.bottom for word in columns(page)) > 2 / 3 * A5.height


def test_the_same_booklet_gives_the_same_bytes_in_own_fonts() -> None:
    assert booklet("da") == made("da")
    assert_only_own_fonts(booklet("da"))


def test_process_inks_only_where_asked_for() -> None:
    unpacked = b"\n".join(streams(made("en", inks="cmyk")))
    assert re.search(rb" (rg|RG|g|G)\b", unpacked) is None
    assert b" k" in unpacked


def test_the_enlarged_square_is_the_real_one(tmp_path: Path) -> None:
    page = next(page for page in read(booklet("sv"), tmp_path)[2:] if "Rutnumret" in text_of(page))
    cornered = [outline for outline in page.outlines if len(outline.points) in (4, 5) and outline.filled]
    tab = max(cornered, key=lambda outline: outline.box.height)
    mark = next(word for word in page.words if word.box.height > 8 and tab.box.covers(word.box))
    number = next(word for word in page.words if word.box.height > 5 and word.text == "7")
    plan = example("sv").backs.plan
    scale = tab.box.height / (max(y for _, y in plan.tab(7, STANDARD.squares[6].marks[0]).outline) - plan.square(7).y)  # type: ignore[arg-type]
    assert mark.text == "9" and number.box.x > tab.box.right
    assert scale > 3
    assert mark.box.height / number.box.height == pytest.approx(plan.digit / plan.number_digit, rel=0.05)


def test_a_setup_is_drawn_from_its_zones(tmp_path: Path) -> None:
    words = words_of("nb")
    page = next(page for page in read(booklet("nb"), tmp_path)[2:] if "7 → 13" in text_of(page))
    text = text_of(page)
    for said in ("7 → 13", "V 1 → 13", "8 → 13", "Ø 1 → 13", "S 7", "egen bunke", "hånd"):
        assert said in text
    assert text.count("1–6") >= 3
    begins = next(word for word in page.words if word.text == "begynner")
    top_of = {number: min(word.box.y for word in page.words if word.text == number and word.size < 3) for number in ("7", "8")}
    assert begins.box.y < top_of["7"] < top_of["8"]
    assert words.positions["N"] in text


def test_a_setup_for_four_with_cards_left_out_finds_room_for_everything() -> None:
    zones = (
        Zone("hand", ("S 1-12",), "owner", owner="S"),
        Zone("hand", ("W 1-12",), "owner", owner="W"),
        Zone("hand", ("N 1-12",), "owner", owner="N"),
        Zone("hand", ("E 1-12",), "owner", owner="E"),
        Zone("table", ("M 1-3",), "up"),
        Zone("unused", ("M 4",), "down"),
    )
    fonts(FONTS)
    setup = Setup(4, "casino", ("S", "W", "N", "E"), "W", zones)
    plan = TablePlan(setup, words_of("en"), 118)
    middles = {placed.item.zone.owner or placed.item.zone.kind: placed.middle for placed in plan.placed if placed.item.zone}
    assert middles["N"].y < middles["table"].y < middles["S"].y
    assert middles["W"].x < middles["table"].x < middles["unused"].x < middles["E"].x
    for placed in plan.placed:
        half = plan.wide(placed.item) / 2
        assert plan.felt.x <= placed.middle.x - half and placed.middle.x + half <= plan.felt.right
    for a, b in pairwise(sorted(plan.placed, key=lambda placed: (round(placed.middle.y), placed.middle.x))):
        if round(a.middle.y) == round(b.middle.y):
            assert a.middle.x + plan.wide(a.item) / 2 <= b.middle.x - plan.wide(b.item) / 2


def test_a_fifth_seat_is_named_where_its_cards_lie() -> None:
    zones = (Zone("hand", ("S 1-10",), "owner", owner="S"), Zone("hand", ("S 11-13", "W 11-13"), "owner", owner="X5"))
    sides = items_by_side(Setup(5, "main", ("S", "W", "N", "E", "X5"), "S", zones), words_of("sv"))
    assert [item.name for item in sides["X5"]] == ["plats 5 · hand"]
    assert [item.ranges for item in sides["W"]] == []


def test_ranges_are_written_as_players_read_them() -> None:
    words = words_of("da")
    assert range_text("S 1-6", "S", words, strict=False) == "1–6"
    assert range_text("E 1-13", "S", words, strict=True) == "Ø 1 → 13"
    assert range_text("W 7", "W", words, strict=True) == "7"


def test_piles_of_empty_seats_stand_where_they_are_dealt() -> None:
    sides = items_by_side(setups()["crazy-eights:p2"], words_of("en"))
    assert [item.ranges for item in sides["E"]] == [("E 1-13",)]
    assert [item.form for item in sides["E"]] == ["grey"]
    assert [item.name for item in sides["N"]] == ["own pile", "hand"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_picture_tears_a_list_or_passes_a_heading(lang: str, tmp_path: Path) -> None:
    """The numbered steps of dealing follow each other on one page, after the picture of the section before."""
    page = next(page for page in read(booklet(lang), tmp_path)[2:] if {"1.", "2.", "3.", "6."} <= {word.text for word in columns(page)})
    assert [word.text for word in columns(page) if re.fullmatch(r"\d\.", word.text)] == [f"{step}." for step in range(1, 7)]
    assert not any(
        word.size < 8.2 * 25.4 / 72 and word.box.y > find(page, "1.").y for word in columns(page) if word.box.y < find(page, "6.").y
    )


def find(page: Page, text: str) -> Rect:
    return next(word.box for word in columns(page) if word.text == text)


ODD: list[tuple[dict[Position, int], str]] = [
    ({"S": 6, "N": 6}, "nb"),
    ({"M": 12}, "en"),
    ({"S": 52}, "sv"),
    ({"N": 5}, "da"),
    ({"E": 5, "N": 5, "M": 2}, "en"),
    ({"S": 12, "W": 12, "N": 12, "E": 12, "M": 4}, "nb"),
    ({"S": 8, "W": 8, "N": 8, "E": 8}, "sv"),
]


@cache
def odd_booklet(place: int) -> tuple[bytes, Deck]:
    """A booklet for a deck of one group of six squares of an unusual layout."""
    positions, lang = ODD[place]
    layout, pack = Layout(positions), loaders.load_pack("french52", LIBRARY)
    spec = DeckSpec("odd", pack.name, (Group("main", 6, "none"),))
    deck = deal(spec, Parts(pack, (layout,), (tuple(range(layout.cards)),)), SEED)
    usual = example(lang)
    drawn = replace(usual, deck=deck, backs=back_set(deck, back_plan(deck, CARD), usual.backs.theme, "Replikatkort"))
    return booklet_pdf(prose(lang)[:1], words_of(lang), lang, TITLE, drawn, {}, palette(), FONTS), deck


@pytest.mark.parametrize("place", range(len(ODD)))
def test_booklets_of_any_layout_show_the_positions_there_are(place: int, tmp_path: Path) -> None:
    (positions, lang), (pdf, _) = ODD[place], odd_booklet(place)
    words, pages = words_of(lang), read(pdf, tmp_path)
    table = next(page for page in pages if any(f"1–{high}" in text_of(page) for high in positions.values()))
    names = [words.positions[position] for position in "SWNE"]
    turned = {word.text for word in table.words if word.text in names and word.size == pytest.approx(NOTE * 1.1, abs=0.01)}
    assert turned == {words.positions[position] for position in positions if position != "M"}
    for page in pages[2:]:
        left = A5.left(page.number)
        level = [word for word in columns(page) if word.quarters == 0]
        assert all(left - 0.3 <= word.box.x and word.box.right <= left + A5.measure + 0.3 for word in level)
        crossing = [(a.text, b.text) for i, a in enumerate(level) for b in level[:i] if a.box.inset(0.12).meets(b.box.inset(0.12))]
        assert crossing == []


@pytest.mark.parametrize("place", range(len(ODD)))
def test_the_guide_says_the_numbers_of_the_deck(place: int, tmp_path: Path) -> None:
    positions, lang = ODD[place]
    text = " ".join(text_of(page) for page in read(odd_booklet(place)[0], tmp_path))
    to = {"en": "to", "nb": "til", "da": "til", "sv": "till"}[lang]
    assert f"1 {to} {max(positions.values())}," in text
    assert f"1 {to} 13" not in text and "{" not in text


def test_a_deck_of_the_middle_alone_draws_square_numbers_in_the_corner(tmp_path: Path) -> None:
    pdf, _ = odd_booklet(5)
    table = next(page for page in read(pdf, tmp_path) if "M 1–4" in text_of(page))
    number, mark = next((a, b) for a in table.words for b in table.words if (a.text, b.text) == ("3", "5") and a.box.height < 1.2)
    assert number.box.bottom < mark.box.y


@pytest.mark.parametrize("source", ["setup:crazy-eights:p9", "photo.png"])
def test_an_unknown_picture_is_an_error_that_names_the_known_ones(source: str) -> None:
    with pytest.raises(ReplikatError, match="expected one of square, table, setup:crazy-eights:p2"):
        made("en", [f"# Title\n\n![caption]({source})\n"])


def test_a_letter_without_glyph_is_an_error() -> None:
    with pytest.raises(ReplikatError, match=re.escape("U+2660")):
        made("en", ["# Title\n\nThe ♠ is missing.\n"])
