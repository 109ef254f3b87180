import re
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from booklets import A5, CARD, TITLE, bare, blocks, example, made, of_deck, prose, setups
from paper import LANGUAGES, STANDARD, assert_only_own_fonts, read, streams, text_of, words_of
from replikat.cards.back_plan import back_plan
from replikat.cards.backs import back_set
from replikat.deck.dealing.deal import deal
from replikat.deck.deck import Deck
from replikat.deck.deck_spec import DeckSpec, Group
from replikat.deck.loaders import load_pack
from replikat.deck.parts import Parts
from replikat.deck.squares import Layout, Position
from replikat.errors import ReplikatError
from replikat.games.booklet.booklet import CONTENTS_LINES
from replikat.games.pictures.measures import NOTE
from replikat.games.setups import SetupName
from replikat.games.table.steps import setup_steps
from replikat.geometry.plane import Rect
from replikat.geometry.units import POINT
from replikat.reading.drawn.page import Page
from replikat.typeset.imposing import stitched
from replikat.typeset.text.formats import FORMATS, PageShape
from support import LIBRARY, SEED

LINE = 12.6 * POINT
BODY = 9.2 * POINT
CRAZY_EIGHTS = setups()[SetupName("crazy-eights", "p2")]
STITCHED = [name for name, page in FORMATS.items() if page.imposed == "stitched"]


@cache
def booklet(lang: str) -> bytes:
    return made(lang)


def columns(page: Page, shape: PageShape = A5) -> list:  # type: ignore[type-arg]
    """Return the words of the text block, without head and foot."""
    return [word for word in page.words if shape.top - 2 < word.box.y and word.box.bottom < shape.height - shape.bottom + 2]


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
    """A picture that does not fit must not leave half a page white, unless its steps are to stand with it."""
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
    mark = next(word for word in page.words if word.box.height > 6 and tab.box.covers(word.box))
    number = next(word for word in page.words if word.box.height > 4 and word.text == "7")
    plan = example("sv").backs.plan
    scale = tab.box.height / (max(y for _, y in plan.tab(7, STANDARD.squares[6].marks[0]).outline) - plan.square(7).y)  # type: ignore[arg-type]
    assert mark.text == "9" and number.box.x > tab.box.right
    assert scale > 3
    assert mark.box.height / number.box.height == pytest.approx(plan.digit / plan.number_digit, rel=0.05)


def test_a_setup_is_drawn_from_its_zones(tmp_path: Path) -> None:
    words = words_of("nb")
    page = next(page for page in read(booklet("nb"), tmp_path)[2:] if "7 → 13" in text_of(page))
    text = text_of(page)
    for said in ("7 → 13", "V 1 → 13", "8 → 13", "Ø 1 → 13", "S 7", "egen bunke", "startkort"):
        assert said in text
    assert text.count("1–6") >= 3
    begins = next(word for word in page.words if word.text == "begynner")
    top_of = {number: min(word.box.y for word in page.words if word.text == number and word.size < 3) for number in ("7", "8")}
    assert begins.box.y < top_of["7"] < top_of["8"]
    assert words.positions["N"] in text


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
    layout, pack = Layout(positions), load_pack("french52", LIBRARY)
    spec = DeckSpec("odd", pack.name, (Group("main", 6, "none"),))
    deck = deal(spec, Parts(pack, (layout,), (tuple(range(layout.cards)),)), SEED)
    usual = example(lang)
    drawn = replace(usual, deck=deck, backs=back_set(deck, back_plan(deck, CARD), usual.backs.theme, "Replikatkort"))
    guide = LIBRARY.find(f"languages/{lang}", "guide", ".md").read_text(encoding="utf-8")
    return made(lang, [of_deck(guide, lang, deck)], drawn=drawn), deck


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


@pytest.mark.parametrize("source", ["setup:crazy-eights:p9", "setup:crazy-eights", "square:crazy-eights:p2", "photo.png"])
def test_an_unknown_picture_is_an_error_that_names_the_known_ones(source: str) -> None:
    with pytest.raises(ReplikatError, match=r"chapter-0\.md: .*expected one of square, table, squares, setup:crazy-eights:p2"):
        made("en", [f"# Title\n\n![caption]({source})\n"])


def test_a_letter_without_glyph_is_an_error() -> None:
    with pytest.raises(ReplikatError, match=re.escape("U+2660")):
        made("en", ["# Title\n\nThe ♠ is missing.\n"])


@cache
def format_booklet(name: str, large: bool = False) -> bytes:
    """The guide, with a set-up of its own steps and picture, in a format."""
    page = FORMATS[name].enlarged() if large else FORMATS[name]
    return made("nb", [*prose("nb", ("guide",)), SET_UP], page=page)


SET_UP = """# Spillet

## Oppsett

### To spillere

![](steps:crazy-eights:p2)

![Bordet](setup:crazy-eights:p2)

## Poeng

### Tabellen

| Kort | Poeng |
| --- | --- |
""" + "".join(f"| kort {row} | {row} |\n" for row in range(1, 31))


def half_pages(sheets: list[Page], shape: PageShape) -> list[list]:  # type: ignore[type-arg]
    """Return the words of the left and the right half of every sheet side, places counted from the half's own corner."""
    found = []
    for sheet in sheets:
        fold = sheet.width / 2
        for left in (fold - shape.width, fold):
            inside = [word for word in sheet.words if left <= word.middle.x < left + shape.width and word.quarters == 0]
            found.append([(word.text, round(word.box.x - left, 0), round(word.box.y, 0)) for word in inside])
    return found


@pytest.mark.parametrize("name", STITCHED)
def test_stitched_sheets_hold_the_pages_in_the_order_in_which_they_are_read(name: str, tmp_path: Path) -> None:
    page = FORMATS[name]
    plain = replace(page, imposed="no", paper=None)
    pages = read(made("nb", [*prose("nb", ("guide",)), SET_UP], page=plain), tmp_path)
    sheets = read(format_booklet(name), tmp_path)
    assert page.paper
    assert all((sheet.width, sheet.height) == pytest.approx((page.paper.height, page.paper.width), abs=0.1) for sheet in sheets)
    assert len(sheets) % 2 == 0 and 2 * len(sheets) - len(pages) < 4
    halves = half_pages(sheets, page.shape)
    shift = round((page.paper.width - page.shape.height) / 2, 0)
    # folded, the sheets lie in each other: the right halves of the fronts, then the left ones of the backs, and back again
    reading: list = [None] * (2 * len(sheets))  # type: ignore[type-arg]
    for side in range(len(sheets)):
        left, right = halves[2 * side], halves[2 * side + 1]
        right_page = side if side % 2 == 0 else len(reading) - side - 1
        reading[right_page], reading[len(reading) - 1 - right_page] = right, left
    for number, page_words in enumerate(reading):
        wanted = pages[number].words if number < len(pages) else []
        upright = [(word.text, round(word.box.x, 0), round(word.box.y + shift, 0)) for word in wanted if word.quarters == 0]
        assert [word for word, _, _ in page_words] == [word for word, _, _ in upright], number
        assert all(abs(a - b) <= 1 and abs(c - d) <= 1 for (_, a, c), (_, b, d) in zip(page_words, upright, strict=True))


@pytest.mark.parametrize("name", STITCHED)
def test_every_stitched_sheet_says_which_it_is_and_how_the_paper_is_turned(name: str, tmp_path: Path) -> None:
    pdf = format_booklet(name)
    sheets = read(pdf, tmp_path)
    for side, sheet in enumerate(sheets):
        said = " ".join(word.text for word in sheet.words if word.quarters)
        assert f"ark {side // 2 + 1} av {len(sheets) // 2} · vend over kortsiden, 100 %" in said
    assert b"/DuplexFlipShortEdge" in pdf and b"/Lang (nb)" in pdf and b"/PrintScaling /None" in pdf
    assert_only_own_fonts(pdf)
    assert pdf == made("nb", [*prose("nb", ("guide",)), SET_UP], page=FORMATS[name])


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("name", [name for name, page in FORMATS.items() if page.imposed == "no"])
def test_every_format_prints_all_of_it_inside_its_text_block(name: str, large: bool, tmp_path: Path) -> None:
    page = FORMATS[name].enlarged() if large else FORMATS[name]
    pages = read(format_booklet(name, large), tmp_path)
    text = ""
    for printed in pages:
        assert (printed.width, printed.height) == pytest.approx((page.shape.width, page.shape.height), abs=0.1)
        if printed.number == 1:
            continue
        left = page.shape.left(printed.number)
        words = [word for word in columns(printed, page.shape) if word.quarters == 0]
        assert all(left - 0.4 <= word.box.x and word.box.right <= left + page.shape.measure + 0.4 for word in words)
        text += "".join(word.text for word in words)
    for step in setup_steps(CRAZY_EIGHTS.setup, words_of("nb"), turn=CRAZY_EIGHTS.turn):
        assert bare(step) in bare(text)
    for block in blocks(SET_UP):
        assert bare(block) in bare(text)
    assert_only_own_fonts(format_booklet(name, large))


def test_large_print_is_half_as_large_again(tmp_path: Path) -> None:
    sizes = [
        max(word.size for word in columns(page, FORMATS["a5"].shape) if word.text == "Alt")
        for page in (read(format_booklet("a5", large), tmp_path)[2] for large in (False, True))
    ]
    assert sizes[1] == pytest.approx(1.5 * sizes[0], rel=0.01)


def test_steps_stand_with_their_picture_under_their_heading(tmp_path: Path) -> None:
    lead = "# Spillet\n\n" + "Ord om spillet. " * 150 + "\n\n"
    pages = read(made("nb", [lead + SET_UP.split("# Spillet\n\n")[1].split("## Poeng")[0]]), tmp_path)
    page = next(page for page in pages[2:] if "Oppsett" in text_of(page))
    steps = setup_steps(CRAZY_EIGHTS.setup, words_of("nb"), turn=CRAZY_EIGHTS.turn)
    assert all(bare(step) in bare(text_of(page)) for step in steps)
    assert "Bordet" in text_of(page) and "To spillere" in text_of(page)


def test_a_leaflet_is_one_game_without_cover_and_contents(tmp_path: Path) -> None:
    import pypdfium2

    pdf = made("nb", [SET_UP], leaflet=True)
    pages = read(pdf, tmp_path)
    assert columns(pages[0])[0].text == "Spillet"
    assert words_of("nb").phrase("booklet.contents") not in text_of(pages[0])
    assert [item.get_title() for item in pypdfium2.PdfDocument(pdf).get_toc()][:2] == ["Spillet", "Oppsett"]


def test_games_that_are_not_written_are_named_in_the_contents_alone(tmp_path: Path) -> None:
    pages = read(made("sv", absent=["Vändåtta", "Gris"]), tmp_path)
    assert "Ännu inte skrivet på svenska: Vändåtta, Gris" in text_of(pages[1])
    assert not any("Gris" in text_of(page) for page in pages[2:])


def test_a_long_booklet_lists_chapters_alone(tmp_path: Path) -> None:
    chapter = "# Kapittel {}\n\n" + "## Del\n\nOrd.\n\n" * 9
    pages = read(made("nb", [chapter.format(number) for number in range(1, 7)]), tmp_path)
    assert CONTENTS_LINES < 60  # headings
    assert "Del" not in text_of(pages[1])
    assert re.findall(r"(\d+) Kapittel \d", text_of(pages[1])) == [str(2 + number) for number in range(1, 7)]


def test_viewers_know_the_cover_from_the_numbered_pages() -> None:
    import pypdfium2

    document = pypdfium2.PdfDocument(booklet("nb"))
    assert [document.get_page_label(page) for page in range(3)] == ["Omslag", "2", "3"]


@pytest.mark.parametrize("pages", range(1, 60))
def test_the_order_of_stitched_pages(pages: int) -> None:
    sides = stitched(pages)
    full = -(-pages // 4) * 4
    assert len(sides) == full // 2
    stack: list[int | None] = []
    for front, back in reversed(list(zip(sides[::2], sides[1::2], strict=True))):  # from the innermost sheet outwards
        stack = [front[1], back[0], *stack, back[1], front[0]]
    assert stack == [number if number < pages else None for number in range(full)]
