"""The reader of cards: each face is known by what is drawn on it, each mark by the edge it is seen at."""

from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from replikat.deck.code import LENGTH, SIGNS, check_sign
from replikat.deck.loaders import load_language, load_pack
from replikat.deck.squares import Mark
from replikat.geometry.plane import Point, Rect
from replikat.papers.pack_inks import figures_of
from replikat.reading.drawn.backs import read_back
from replikat.reading.drawn.faces import face_book, read_face, shape_of
from replikat.reading.drawn.page import Outline, Page, Word, read_pages
from replikat.reading.drawn.sheets import read_footer, upright
from replikat.reading.verify import verify
from replikat.typeset.figures.loaders import load_figure, load_palette
from support import LIBRARY, print_cards
from witness import DECKS, printed

PALETTE = load_palette("nordic", LIBRARY)
LANGUAGES = LIBRARY.names("languages")


@cache
def book_of(name: str):
    pack = load_pack(name, LIBRARY)
    cards = (*pack.cards, *pack.spares)
    figures = {figure: load_figure(figure, PALETTE, LIBRARY) for card in cards for figure in figures_of(card)}
    return face_book(pack, figures, {card.code: {load_language(lang, LIBRARY).index(card) for lang in LANGUAGES} for card in cards})


@pytest.mark.parametrize("pack", LIBRARY.names("packs"))
def test_no_two_faces_can_be_taken_for_each_other(pack):
    """Were two cards told apart by their index alone, a court under a wrong index could pass."""
    cards = book_of(pack).cards
    paths = {code: [face.paths(corners) for corners in (2, 4)] for code, face in cards.items()}
    for (a, one), (b, other) in combinations(cards.items(), 2):
        same_rank = a[:-1] == b[:-1]
        assert not set(one.titles) & set(other.titles), f"{a} and {b} bear one title"
        assert not any(mine == yours for mine, yours in zip(paths[a], paths[b], strict=True)), f"{a} and {b} are drawn alike"
        if not (same_rank or one.titles or other.titles or a.startswith("joker")):
            assert not set(one.indices) & set(other.indices), f"{a} and {b} may bear one index"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_face_is_known_in_every_language(lang):
    """The whole pack once; of the other languages, whose indices alone are other ones, one suit."""
    book, codes = book_of("french52"), load_pack("french52", LIBRARY).codes
    only = () if lang == "nb" else tuple(code for code in codes if code.endswith("H"))
    pages = read_pages(printed(sheet="single", sides=("faces",), lang=lang, only=only))
    cell = Rect(3, 3, 63.5, 88.9)
    assert [read_face(page.words, page.outlines, cell, book) for page in pages] == list(only or (*codes, "joker-1", "joker-2"))


@cache
def face(code: str) -> tuple[Page, Rect]:
    return read_pages(printed(sheet="single", sides=("faces",), only=(code,)))[0], Rect(3, 3, 63.5, 88.9)


def test_a_blank_card_is_blank_and_not_unknown():
    assert read_face((), (), Rect(3, 3, 63.5, 88.9), book_of("french52")) == ""


@pytest.mark.parametrize("code", ["7H", "QS", "AD", "10C"])
def test_a_face_is_known_by_all_of_it(code):
    page, cell = face(code)
    book = book_of("french52")
    assert read_face(page.words, page.outlines, cell, book) == code
    assert read_face((), page.outlines, cell, book) is None, "without indices"
    assert read_face(page.words[:1], page.outlines, cell, book) is None, "with one index"
    assert read_face(page.words, page.outlines[:-1], cell, book) is None or page.outlines[-1].box.width > 38, "but for one outline"
    assert read_face(page.words, (), cell, book) is None, "indices alone"
    wrong = [replace(word, text="8") for word in page.words]
    assert read_face(wrong, page.outlines, cell, book) is None, "under another index"
    one_wrong = [replace(page.words[0], text="8"), *page.words[1:]]
    assert read_face(one_wrong, page.outlines, cell, book) is None, "with indices that disagree"


@pytest.mark.parametrize("code", ["2H", "7S", "10D"])
def test_a_pip_too_few_or_too_many_is_seen(code):
    page, cell = face(code)
    book = book_of("french52")
    pips = [outline for outline in page.outlines if outline.filled and outline.box.height > 7]
    for pip in pips:
        assert read_face(page.words, [outline for outline in page.outlines if outline is not pip], cell, book) is None
        assert read_face(page.words, [*page.outlines, pip], cell, book) is None


def test_a_shape_is_the_same_at_any_size_and_place():
    part = ((0.0, 0.0), (4.0, 0.0), (3.0, 5.0), (0.0, 2.0))
    moved = tuple((10 + 3 * x, 20 + 3 * y) for x, y in part)
    assert [pytest.approx(point) for point in shape_of([moved])] == list(shape_of([part]))
    assert shape_of([(*part, part[0])]) == shape_of([part]), "with or without the point that closes it"


# ------------------------------------------------------------------ backs

FRAME = Rect(10, 10, 14, 14)
CELL = Rect(0, 0, 63.5, 88.9)


def outline(box: Rect, curved: bool = False) -> Outline:
    points = (Point(box.x, box.y), Point(box.right, box.y), Point(box.right, box.bottom), Point(box.x, box.bottom))
    return Outline((points,), curved, box, True)


def word(text: str, centre: tuple[float, float], size: float = 3.0, quarters: int = 0) -> Word:
    return Word(text, Rect(centre[0] - 1, centre[1] - 1, 2, 2), size, quarters)


TABS = {
    "N": (Rect(12, 10, 10, 4), (17, 12)),
    "S": (Rect(12, 20, 10, 4), (17, 22)),
    "W": (Rect(10, 12, 4, 10), (12, 17)),
    "E": (Rect(20, 12, 4, 10), (22, 17)),
    "M": (Rect(15, 15, 4, 4), (17, 17)),
}
QUIET = word("1", (11.3, 11.3), 1.8)


def square_read(tab: Rect, at: tuple[float, float], text: str = "7"):
    return read_back([QUIET, word(text, at)], [outline(FRAME, curved=True), outline(tab)], CELL)


@pytest.mark.parametrize("position", TABS)
def test_a_mark_is_dealt_to_the_edge_it_is_seen_at(position):
    read = square_read(*TABS[position])
    assert read.marks == (Mark(position, 7),) and read.unclear == ()


@pytest.mark.parametrize(("tab", "number"), [pair for pair in product(TABS, TABS) if pair[0] != pair[1]])
def test_a_tab_at_one_edge_and_the_number_at_another_is_unclear(tab, number):
    read = square_read(TABS[tab][0], TABS[number][1])
    assert (read.marks, read.unclear, read.doubtful) == ((None,), ("square 1: the edge of the 7 is not clear",), {1})


@pytest.mark.parametrize(
    ("tab", "at"),
    [
        (Rect(12, 11.5, 10, 4), (17, 13.5)),  # off every edge, but not in the middle
        (Rect(10, 10, 12, 4), (17, 12)),  # at two edges
        (Rect(12, 10, 10, 14), (17, 12)),  # from edge to edge
        (Rect(10, 15, 9, 4), (17, 17)),  # a number in the middle on a tab of the left
    ],
)
def test_a_tab_that_does_not_hug_the_edge_of_its_number_is_unclear(tab, at):
    assert square_read(tab, at).unclear == ("square 1: the edge of the 7 is not clear",)


def test_a_number_without_a_tab_or_with_two_is_unclear():
    at = TABS["N"][1]
    bare = read_back([QUIET, word("7", at)], [outline(FRAME, curved=True)], CELL)
    twice = read_back([QUIET, word("7", at)], [outline(FRAME, curved=True), outline(TABS["N"][0]), outline(TABS["N"][0])], CELL)
    assert bare.unclear == twice.unclear == ("square 1: the edge of the 7 is not clear",)


def test_two_numbers_in_a_square_no_square_number_and_a_missing_square_are_unclear():
    frames = [outline(FRAME, curved=True), outline(TABS["N"][0])]
    two = read_back([QUIET, word("7", TABS["N"][1]), word("8", TABS["S"][1])], [*frames, outline(TABS["S"][0])], CELL)
    assert two.unclear == ("a square at 10, 10 mm shows 1, 7, 8",) and two.doubtful == {1}
    second = Rect(25, 10, 14, 14)
    none = read_back([QUIET, word("7", TABS["N"][1]), word("9", (30, 12))], [*frames, outline(second, curved=True)], CELL)
    assert none.unclear == ("a square at 25, 10 mm shows 9",) and none.marks == (Mark("N", 7),)
    third = read_back([word("3", (11.3, 11.3), 1.8), word("7", TABS["N"][1])], frames, CELL)
    assert third.marks == (None, None, Mark("N", 7)) and third.unclear == ("squares 1, 2 are missing",) and third.doubtful == {1, 2}


def test_a_word_of_digits_at_the_foot_is_no_mark():
    foot = word("2026", (20, 80), 6.0)
    read = read_back([QUIET, word("7", TABS["N"][1]), foot], [outline(FRAME, curved=True), outline(TABS["N"][0])], CELL)
    assert read.marks == (Mark("N", 7),) and read.unclear == ()


def test_where_there_is_no_frame_there_is_no_back():
    assert read_back([word("7", (20, 20))], [outline(FRAME)], CELL) is None


# ------------------------------------------------------------------ footers

signs = st.text(SIGNS, min_size=LENGTH, max_size=LENGTH)


def line(text: str, y: float) -> list[Word]:
    return [Word(part, Rect(10 + 5 * i, y, 4, 2), 2.2, 0) for i, part in enumerate(text.split())]


@given(signs, st.integers(1, 60), st.integers(1, 60), st.sampled_from(LANGUAGES), st.sampled_from(["long", "short"]), st.booleans())
def test_a_footer_is_read_whatever_the_code(number, sheet, of, lang, flip, swapped):
    """Codes have digits of their own, which are no sheet numbers: E7J1-5K6A-2MW is sheet 1 of 6 all the same."""
    words, signed = load_language(lang, LIBRARY), number + check_sign(number)
    code = f"{signed[:4]}-{signed[4:8]}-{signed[8:]}"
    first = line(f"standard-52 · {code}", 1)
    phrase = words.phrase(f"sheet.flip.{flip}")
    second = line(f"{words.phrase('sheet.backs')} · {words.phrase('sheet.number', n=sheet, m=of)} · {phrase} · a4-poker", 4)
    page = Page(1, 210, 297, tuple([*second, *first] if swapped else [*first, *second]), ())
    footer = read_footer(page)
    assert footer and (footer.code, footer.number, footer.of, footer.phrase, footer.sheet) == (code, sheet, of, phrase, "a4-poker")


def test_a_page_without_a_footer_has_none():
    assert read_footer(Page(1, 210, 297, tuple(line("standard-52 · backs · nothing more", 1)), ())) is None


def test_a_page_printed_upside_down_is_turned_to_be_read():
    words = tuple(Word(text, Rect(10, 10, 5, 2), 3, 2) for text in ("REPLIKATKORT", "13", "4"))
    page = upright(Page(1, 210, 297, words, ()))
    assert page.turned and all(word.quarters == 0 for word in page.words)
    assert tuple(page.words[0].box) == pytest.approx((195, 285, 5, 2))
    assert not upright(replace(page, turned=False)).turned


def test_every_figure_is_drawn_as_many_outlines_as_the_book_counts():
    """The book's composition is held to the finished page: nothing on a face goes uncounted but the court's frame."""
    book = book_of("french52")
    for code in ("QS", "AH", "9D", "joker-1"):
        page, _ = face(code)
        assert book.kinds(shape_of(o.parts) for o in page.outlines) == book.cards[code].paths(2)
        plain = [o for o in page.outlines if sum(map(len, o.parts)) <= 5]
        assert Counter(o.filled for o in plain)[False] <= 1 or code != "9D"


@pytest.mark.parametrize("options", [("four-colour",), ("large-index",), ("four-corners",), ("four-corners", "large-index", "four-colour")])
@pytest.mark.parametrize("sheet", ["a4-poker", "a4-bridge"])
def test_cards_with_face_options_read_back(options, sheet, tmp_path):
    deck = DECKS["one"]()
    settings = replace(deck.spec.print, sheet=sheet, faces=options, lang="nb")
    verdict = verify(print_cards(deck, tmp_path / "cards.pdf", settings), deck, settings, LIBRARY)
    assert verdict.faults == ()
    assert (verdict.cards, verdict.marks) == (54, 52)
