"""The reader of pages: it sees what a person sees on the paper, and nothing else."""

import pikepdf
import pytest
from hypothesis import given
from hypothesis import strategies as st

from replikat.errors import ReplikatError
from replikat.geometry.plane import Point, Rect
from replikat.reading.drawn.page import Outline, Page, Word, read_pages, turn_page
from replikat.typeset.figures.loaders import load_palette
from replikat.typeset.fonts import fonts_folder
from replikat.typeset.pdf import PdfFile
from support import LIBRARY
from witness import MM, edited, fresh_path, printed

PALETTE = load_palette("nordic", LIBRARY)


def page_of(draw, page=0) -> Page:
    pdf = PdfFile("test", "en", PALETTE, fonts_folder(LIBRARY))
    with pdf.page(100, 80) as pen:
        draw(pen)
    path = fresh_path()
    path.write_bytes(pdf.finish())
    return read_pages(path)[page]


def words(draw) -> list[str]:
    return [word.text for word in page_of(draw).words]


def test_words_are_told_apart_by_spaces_and_gaps():
    def draw(pen):
        pen.text("S7 W13", Point(10, 10), "text", 4, "black")
        pen.words([("1", Point(20, 30)), ("2", Point(26, 30)), ("12", Point(40, 30))], "digits", 4, "black")

    assert words(draw) == ["S7", "W13", "1", "2", "12"]


@pytest.mark.parametrize(("turn", "quarters"), [(0, 0), (90, 1), (180, 2), (270, 3)])
def test_turned_words_tell_how_they_are_turned(turn, quarters):
    def draw(pen):
        with pen.at(50, 40, turn) as inner:
            inner.text("abc", Point(0, 0), "text", 5, "black")

    (word,) = page_of(draw).words
    assert (word.text, word.quarters, word.turned) == ("abc", quarters, quarters == 2)


def test_words_inside_forms_are_seen_and_outlines_too():
    def draw(pen):
        def inside(inner):
            inner.text("form", Point(1, 5), "text", 4, "black")
            inner.rect(Rect(1, 6, 5, 2), fill="ink")

        pen.place(pen.form("f", Rect(0, 0, 20, 10), inside), 30, 20)

    page = page_of(draw)
    assert [word.text for word in page.words] == ["form"]
    assert tuple(page.outlines[0].box) == pytest.approx((31, 26, 5, 2), abs=0.01)


# ------------------------------------------------------------------ what cannot be seen is not there


def test_a_number_in_the_colour_of_its_ground_is_not_read():
    def draw(pen):
        pen.rect(Rect(10, 10, 30, 20), fill="ink")
        pen.text("13", Point(20, 20), "digits", 5, "ink")
        pen.text("7", Point(60, 20), "digits", 5, "paper")
        pen.text("9", Point(80, 20), "digits", 5, "ink")

    assert words(draw) == ["9"]


def test_a_covered_number_is_not_read():
    def draw(pen):
        pen.text("13", Point(20, 20), "digits", 5, "ink")
        pen.rect(Rect(10, 10, 30, 20), fill="paper")

    assert words(draw) == []


def test_half_a_covered_number_is_another_number():
    def draw(pen):
        pen.text("13", Point(20, 20), "digits", 5, "ink")
        pen.rect(Rect(23.3, 10, 30, 20), fill="paper")

    assert words(draw) == ["1"]


def test_invisible_text_is_not_read():
    def draw(pen):
        line = pen.canvas.beginText(50, 100)
        line.setFont("ReplikatB612-Bold", 12)
        line.setTextRenderMode(3)
        line.textOut("13")
        pen.canvas.drawText(line)

    assert words(draw) == []


def test_text_beyond_the_paper_or_cut_off_is_not_read():
    def draw(pen):
        pen.text("13", Point(120, 20), "digits", 5, "ink")
        pen.canvas.saveState()
        path = pen.canvas.beginPath()
        path.rect(0, 0, 10, 10)
        pen.canvas.clipPath(path, stroke=0)
        pen.text("12", Point(40, 20), "digits", 5, "ink")
        pen.canvas.restoreState()
        pen.text("11", Point(60, 20), "digits", 5, "ink")

    assert words(draw) == ["11"]


def test_small_signs_that_fill_their_boxes_are_seen():
    assert words(lambda pen: pen.text("a · b – l I .", Point(10, 10), "text", 2.2, "black")) == ["a", "·", "b", "–", "l", "I", "."]


def test_neither_metadata_nor_attachment_nor_note_is_read():
    def edit(pdf: pikepdf.Pdf) -> None:
        pdf.docinfo["/Subject"] = "S13"
        pdf.attachments["deck.txt"] = b"S13 W12"
        note = pikepdf.Dictionary(
            Type=pikepdf.Name.Annot, Subtype=pikepdf.Name.FreeText, Rect=[10, 10, 200, 40], Contents="S13", DA="/Helv 12 Tf 0 g"
        )
        pdf.pages[0].Annots = pdf.make_indirect(pikepdf.Array([note]))

    path = printed(sheet="single", only=("7H",))
    assert [word.text for word in read_pages(edited(path, edit))[0].words] == [word.text for word in read_pages(path)[0].words]


# ------------------------------------------------------------------ turned pages


@pytest.mark.parametrize("turn", [90, 180, 270])
def test_a_page_that_its_file_turns_is_read_as_it_lies(turn):
    """/Rotate turns a page clockwise; a reader that left it out would call a wrongly turned back right."""
    path = printed(sheet="single", only=("7H",), sides=("backs",))
    plain = read_pages(path)[0]

    def edit(pdf: pikepdf.Pdf) -> None:
        pdf.pages[0].Rotate = turn

    page = read_pages(edited(path, edit))[0]
    assert (page.width, page.height) == pytest.approx((plain.width, plain.height) if turn == 180 else (plain.height, plain.width))
    word, same = next((a, b) for a, b in zip(plain.words, page.words, strict=True) if a.text == "REPLIKATKORT")
    x, y = word.box.centre
    wanted = {90: (plain.height - y, x), 180: (plain.width - x, plain.height - y), 270: (y, plain.width - x)}[turn]
    assert tuple(same.box.centre) == pytest.approx(wanted, abs=0.01)
    assert same.quarters == turn // 90


coordinates = st.floats(0, 80)


@given(coordinates, coordinates, st.floats(0.1, 20), st.floats(0.1, 20), st.integers(0, 3), st.integers(-4, 8))
def test_turning_a_page_four_times_brings_it_back(x, y, width, height, quarters, turns):
    box = Rect(x, y, width, height)
    page = Page(1, 100, 80, (Word("a", box, 3, quarters),), (Outline(((Point(x, y), Point(x + 1, y)),), False, box, True),))
    back = turn_page(turn_page(page, turns), -turns)
    assert (back.width, back.height) == (100, 80)
    assert tuple(back.words[0].box) == pytest.approx(tuple(box)) and back.words[0].quarters == quarters
    assert [tuple(point) for point in back.outlines[0].points] == [pytest.approx((x, y)), pytest.approx((x + 1, y))]
    once = turn_page(page, turns)
    assert once.words[0].box.width == pytest.approx(width if turns % 2 == 0 else height)


# ------------------------------------------------------------------ files that are none


def test_a_file_that_is_not_there_and_one_that_is_no_pdf():
    missing = fresh_path("missing")
    with pytest.raises(ReplikatError, match=r"missing\.pdf does not exist; expected a PDF"):
        read_pages(missing)
    missing.write_bytes(b"no PDF at all")
    with pytest.raises(ReplikatError, match="cannot be read as a PDF"):
        read_pages(missing)


def test_page_sizes_are_told_in_millimetres():
    page = read_pages(printed(sheet="letter-poker", only=("7H",)))[0]
    assert (page.width, page.height) == pytest.approx((279.4, 215.9), abs=0.001)
    assert MM == 72 / 25.4
