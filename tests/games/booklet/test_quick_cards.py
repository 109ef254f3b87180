import re
from dataclasses import replace
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from booklets import TITLE, bare, blocks, example, of_deck, setups
from paper import A4, FONTS, LANGUAGES, assert_only_own_fonts, palette, read, text_of, words_of
from replikat.games.booklet.prose import Text, with_setups
from replikat.games.booklet.quick_cards import LOWEST_ROW, QuickCards, quick_cards_pdf
from replikat.games.pictures.table_plan import LEAST
from replikat.games.table.steps import setup_steps
from replikat.papers.stationery import Stationery
from replikat.reading.drawn.page import Page
from replikat.typeset.text.formats import CARD_FORMATS, Format
from support import LIBRARY

SETUPS = tuple(setups())
ONE = replace(CARD_FORMATS["A4"], imposed="no")  # a side a page
COMES = 5.0  # no home printer reaches further out


@cache
def texts(lang: str) -> tuple[Text, ...]:
    prose = of_deck(LIBRARY.find(f"languages/{lang}/cards", "crazy-eights", ".md").read_text(encoding="utf-8"), lang)
    return tuple(Text("card.md", with_setups(prose, {name})) for name in SETUPS)


@cache
def cards(lang: str, page: Format, squares: int = 20, proof: int | None = None) -> bytes:
    paper = Stationery(lang, words_of(lang), A4, palette(), FONTS)
    return quick_cards_pdf(QuickCards(texts(lang), paper, TITLE, example(lang), setups(), page, squares, proof))


def cell(words: list, page: Format, column: int, row: int) -> list:  # type: ignore[type-arg]
    wide, high = page.shape.width, page.shape.height
    return [word for word in words if (word.middle.x // wide, word.middle.y // high) == (column, row) and word.quarters == 0]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_set_up_has_a_card_of_two_sides_that_says_all_of_its_text(lang: str, tmp_path: Path) -> None:
    pages = read(cards(lang, ONE), tmp_path)
    assert len(pages) == 2 * len(SETUPS) + 2
    for place, name in enumerate(SETUPS):
        sides = pages[2 * place : 2 * place + 2]
        said = bare("".join(word.text for side in sides for word in side.words))
        without_captions = re.sub(r"^!\[.*\]\(.*\)$", "", texts(lang)[place].prose, flags=re.M)
        assert all(bare(block) in said for block in blocks(without_captions))
        setup = setups()[name]
        assert all(bare(step) in said for step in setup_steps(setup.setup, words_of(lang), turn=setup.turn))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_words_of_pictures_can_be_read(lang: str, tmp_path: Path) -> None:
    """Names of the seats, and ranges of cards: at least six points high."""
    names = {words_of(lang).positions[position] for position in "SWNE"}
    said = [word for page in read(cards(lang, ONE), tmp_path) for word in page.words if word.text in names or "→" in word.text]
    assert len(said) > 4 * len(SETUPS)
    assert min(word.size for word in said) >= 0.98 * LEAST


@pytest.mark.parametrize("paper", CARD_FORMATS)
def test_four_cards_lie_on_a_sheet_and_their_second_sides_behind_them(paper: str, tmp_path: Path) -> None:
    page = CARD_FORMATS[paper]
    assert page.paper
    sheets = read(cards("nb", page), tmp_path)
    assert all((sheet.width, sheet.height) == pytest.approx((page.paper.width, page.paper.height), abs=0.1) for sheet in sheets)
    assert len(sheets) == 2
    front, back = (sheet.words for sheet in sheets)
    log = words_of("nb").phrase("log.title")
    for place in range(4):
        column, row = place % 2, place // 2
        title = cell(front, page, column, row)[0].text
        behind = [word.text for word in cell(back, page, 1 - column, row)]
        assert title == ("Vri" if place < len(SETUPS) else log)
        assert "Vri" in behind if place < len(SETUPS) else log in behind
    assert [word.text for word in cell(front, page, 1, 1) if re.fullmatch(r"\d+", word.text)][:3] == ["1", "2", "3"]
    assert [word.text for word in cell(back, page, 0, 1) if re.fullmatch(r"\d+", word.text)][:3] == ["11", "12", "13"]
    assert b"/DuplexFlipLongEdge" in cards("nb", page)


@pytest.mark.parametrize("paper", CARD_FORMATS)
def test_nothing_lies_where_no_printer_reaches(paper: str, tmp_path: Path) -> None:
    for sheet in read(cards("sv", CARD_FORMATS[paper]), tmp_path):
        for word in sheet.words:
            assert word.box.x >= COMES - 0.1 and word.box.right <= sheet.width - COMES + 0.1
            assert word.box.y >= COMES - 0.1 and word.box.bottom <= sheet.height - COMES + 0.1


def rows(page: Page) -> list[float]:
    """Return the heights of the log's numbers, from the top."""
    return [word.middle.y for word in page.words if word.size > 3.9 and word.text.isdigit()]


@pytest.mark.parametrize("squares", [1, 12, 20, 24, 60])
def test_the_log_has_a_row_for_every_square_high_enough_to_write_in(squares: int, tmp_path: Path) -> None:
    pages = read(cards("da", ONE, squares), tmp_path)
    log = [page for page in pages if words_of("da").phrase("log.title") in text_of(page)]
    numbers = [int(word.text) for page in log for word in page.words if word.size > 3.9 and word.text.isdigit()]
    assert numbers == list(range(1, squares + 1))
    for page in log:
        found = rows(page)
        assert all(below - above >= LOWEST_ROW - 0.01 for above, below in pairwise(found))


def test_the_proof_square_is_not_to_be_played(tmp_path: Path) -> None:
    pages = read(cards("en", ONE, 20, 7), tmp_path)
    page = next(page for page in pages if words_of("en").phrase("log.proof") in text_of(page))
    number = next(word for word in page.words if word.text == "7" and word.size > 3.9)
    said = next(word for word in page.words if word.text == "proof")
    assert abs(number.middle.y - said.middle.y) < 2


def test_the_same_cards_give_the_same_bytes_in_own_fonts() -> None:
    first = cards("nb", CARD_FORMATS["A4"])
    cards.cache_clear()
    assert cards("nb", CARD_FORMATS["A4"]) == first
    assert_only_own_fonts(first)
