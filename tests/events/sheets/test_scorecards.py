from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paper import A4, FONTS, LANGUAGES, assert_only_own_fonts, palette, read, text_of, words_of
from replikat.events.sheets.scorecards import scorecards_pdf
from replikat.geometry.paper import Paper
from replikat.papers.form_pages import share_out
from replikat.papers.form_part import LOWEST_ROW
from replikat.papers.stationery import Stationery
from replikat.reading.drawn.page import Page

LETTER = Paper("Letter", 215.9, 279.4)
CODE = "ZM70-Q8MV-DZ0"


def made(lang: str, squares: int, paper: Paper = A4) -> bytes:
    return scorecards_pdf("evening-deck", CODE, squares, Stationery(lang, words_of(lang), paper, palette(), FONTS))


def squares_of(page: Page) -> dict[int, float]:
    """Return the pre-printed square numbers and their heights: those in the large digits at the left."""
    return {int(word.text): word.box.centre.y for word in page.words if word.text.isdigit() and word.size > 4.1 and word.box.x < 40}


def lines_of(page: Page) -> list[tuple[float, float, float]]:
    """Return every level line as (height, left, right)."""
    found = []
    for outline in page.outlines:
        for part in outline.parts:
            for a, b in pairwise(part):
                if abs(a.y - b.y) < 0.01 and b.x - a.x > 5:
                    found.append((round(a.y, 2), a.x, b.x))
    return found


@pytest.mark.parametrize("paper", [A4, LETTER])
@pytest.mark.parametrize("squares", [1, 12, 20, 24, 40, 60])
def test_one_row_for_every_square_high_and_wide_enough_to_write_in(squares: int, paper: Paper, tmp_path: Path) -> None:
    pages = read(made("nb", squares, paper), tmp_path)
    numbers = [number for page in pages for number in sorted(squares_of(page))]
    assert numbers == list(range(1, squares + 1))
    for page in pages:
        assert (page.width, page.height) == pytest.approx((paper.width, paper.height), abs=0.1)
        heights = sorted(squares_of(page).values())
        assert all(after - before >= 8 - 0.01 for before, after in pairwise(heights))
        for low in heights:
            below = min(y for y, _, _ in lines_of(page) if y > low)
            cells = [(left, right) for y, left, right in lines_of(page) if y == below]
            assert len(cells) == 8
            assert all(right - left >= 14 for left, right in cells)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_page_carries_its_headings_the_deck_and_the_rule(lang: str, tmp_path: Path) -> None:
    words = words_of(lang)
    pages = read(made(lang, 40), tmp_path)
    assert len(pages) == 2
    for number, page in enumerate(pages, 1):
        text = text_of(page)
        for phrase in ("title", "subtitle", "date", "game", "square", "south", "first", "second", "gain", "compare"):
            assert words.phrase(f"scorecard.{phrase}") in text
        assert f"evening-deck · {CODE}" in text
        assert words.phrase("page.number", n=number, m=2) in text
    assert words.phrase("scorecard.carried") in text_of(pages[0])
    assert words.phrase("scorecard.brought") in text_of(pages[1])
    assert words.phrase("scorecard.sum") in text_of(pages[1]).split()


def test_nothing_lies_outside_the_margins_or_over_something_else(tmp_path: Path) -> None:
    for lang in LANGUAGES:
        page = read(made(lang, 24), tmp_path)[0]
        words = [word for word in page.words if not word.text.isspace()]
        assert all(word.box.x >= 12 and word.box.right <= 198 and word.box.y >= 12 and word.box.bottom <= 290 for word in words)
        crossing = [(a.text, b.text) for i, a in enumerate(words) for b in words[:i] if a.box.inset(0.05).meets(b.box.inset(0.05))]
        assert crossing == []


@given(st.integers(1, 200), st.floats(60, 260))
def test_pages_share_the_rows_evenly_and_have_room(rows: int, room: float) -> None:
    pages = share_out([LOWEST_ROW] * rows, (), room)
    assert [row for page in pages for row in page] == list(range(rows))
    for place, page in enumerate(pages):
        assert (len(page) + 1 + (place > 0)) * LOWEST_ROW <= room + 1e-6
        assert len(page) <= len(pages[0])


@given(st.lists(st.integers(1, 9), min_size=1, max_size=60), st.floats(100, 260))
def test_no_page_breaks_a_block(sizes: list[int], room: float) -> None:
    """Blocks of up to nine rows of 8 mm, on pages that hold each of them with two rows to spare."""
    ends = [sum(sizes[: place + 1]) - 1 for place in range(len(sizes))]
    pages = share_out([LOWEST_ROW] * sum(sizes), ends, room)
    assert [row for page in pages for row in page] == list(range(sum(sizes)))
    assert all(page[-1] in ends for page in pages)


def test_a_block_longer_than_a_page_is_broken_at_its_rows() -> None:
    pages = share_out([LOWEST_ROW] * 40, [1, 39], 100)
    assert [row for page in pages for row in page] == list(range(40))
    assert max(map(len, pages)) * LOWEST_ROW <= 100


def test_the_same_sheet_gives_the_same_bytes_in_own_fonts() -> None:
    assert made("sv", 24) == made("sv", 24)
    assert_only_own_fonts(made("sv", 24))
