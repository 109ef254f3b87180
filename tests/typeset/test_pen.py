"""The pen: what is drawn in millimetres stands at those millimetres in the finished PDF, in the named inks."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from replikat.geometry.plane import Line, Point, Rect
from replikat.reading.drawn.page import Page, read_pages
from replikat.typeset.figures.figure import Figure, Segment, Shape
from replikat.typeset.figures.loaders import load_palette
from replikat.typeset.fonts import CAP, fonts_folder, width
from replikat.typeset.pdf import PdfFile
from replikat.typeset.pen import number
from support import LIBRARY
from witness import fresh_path, operators, pixels

PALETTE = load_palette("nordic", LIBRARY)
WIDE, HIGH = 120.0, 90.0


def drawn(draw, inks="rgb", turned=False, path=None):
    """What is on a page of 120 x 90 mm after `draw` has had the pen."""
    pdf = PdfFile("test", "en", PALETTE, fonts_folder(LIBRARY), inks)
    with pdf.page(WIDE, HIGH, turned=turned) as pen:
        draw(pen)
    path = path or fresh_path()
    path.write_bytes(pdf.finish())
    return path


def page_of(draw, **options) -> Page:
    return read_pages(drawn(draw, **options))[0]


def box(rect: Rect):
    return pytest.approx(tuple(rect), abs=0.005)


def test_a_rectangle_stands_where_it_was_put():
    page = page_of(lambda pen: pen.rect(Rect(10, 20, 30, 40), fill="ink"))
    assert (page.width, page.height) == pytest.approx((WIDE, HIGH), abs=0.001)
    assert tuple(page.outlines[0].box) == box(Rect(10, 20, 30, 40))
    assert page.outlines[0].filled


def test_ink_is_where_the_objects_say():
    """The pixels agree with the objects: 200 dots an inch, 30 x 40 mm of ink and white elsewhere."""
    picture = pixels(drawn(lambda pen: pen.rect(Rect(10, 20, 30, 40), fill="black")), 0)
    dots = 200 / 25.4
    rows, columns = (picture < 128).any(axis=1).nonzero()[0], (picture < 128).any(axis=0).nonzero()[0]
    assert (rows[0], rows[-1] + 1, columns[0], columns[-1] + 1) == pytest.approx((20 * dots, 60 * dots, 10 * dots, 40 * dots), abs=1)


@given(st.floats(0, 80), st.floats(0, 60), st.floats(1, 30), st.floats(1, 20))
def test_any_outline_is_kept_to_a_hundredth_of_a_millimetre(x, y, width, height):
    corners = (Point(x, y), Point(x + width, y), Point(x + width, y + height), Point(x, y + height))
    page = page_of(lambda pen: pen.polygons([corners], "ink"))
    assert tuple(page.outlines[0].box) == box(Rect(x, y, width, height))


@given(st.sampled_from([0, 90, 180, 270]), st.floats(0.5, 2), st.floats(20, 60), st.floats(20, 60))
def test_drawing_moved_turned_and_scaled(turn, scale, x, y):
    def draw(pen):
        with pen.at(x, y, turn, scale) as inner:
            inner.rect(Rect(1, 2, 3, 4), fill="ink")

    left, top, right, low = 1 * scale, 2 * scale, 4 * scale, 6 * scale
    wanted = {  # clockwise, y downwards
        0: Rect(x + left, y + top, right - left, low - top),
        90: Rect(x - low, y + left, low - top, right - left),
        180: Rect(x - right, y - low, right - left, low - top),
        270: Rect(x + top, y - right, low - top, right - left),
    }[turn]
    assert tuple(page_of(draw).outlines[0].box) == box(wanted)


def test_a_turned_page_is_turned_about_its_middle():
    page = page_of(lambda pen: pen.rect(Rect(10, 20, 30, 40), fill="ink"), turned=True)
    assert tuple(page.outlines[0].box) == box(Rect(WIDE - 40, HIGH - 60, 30, 40))


@pytest.mark.parametrize(("align", "left"), [("left", 50.0), ("middle", 44.0), ("right", 38.0)])
def test_text_is_aligned_at_its_point(align, left):
    """Ten tabular digits of 12 mm / 10: at 12 mm wide they begin where their alignment says."""
    size = 12 / (10 * 0.65)
    word = page_of(lambda pen: pen.text("1" * 10, Point(50, 40), "digits", size, "black", align)).words[0]
    assert word.text == "1" * 10 and word.size == pytest.approx(size, abs=0.01)
    bearing = 138 / 2000 * size
    assert word.box.x == pytest.approx(left + bearing, abs=0.02)
    assert word.box.bottom == pytest.approx(40, abs=0.02)


@pytest.mark.parametrize(("squeeze", "track"), [(0.5, 0.0), (1.0, 1.0), (0.8, 0.5)])
def test_squeezed_and_spaced_text_is_as_wide_as_counted_and_does_not_touch_what_follows(squeeze, track):
    def draw(pen):
        pen.text("HHHH", Point(60, 20), "strong", 5, "black", "right", squeeze, track)
        pen.text("HHHH", Point(60, 40), "strong", 5, "black", "right")

    *spaced, plain = page_of(draw).words
    width, bearing = 0.669 * 5, 0.073 * 5
    assert "".join(word.text for word in spaced) == plain.text == "HHHH"
    assert plain.box.width == pytest.approx(4 * width - 2 * bearing, abs=0.05)
    assert spaced[-1].box.right == pytest.approx(60 - bearing * squeeze, abs=0.05)
    assert spaced[0].box.x == pytest.approx(60 - 4 * width * squeeze - 3 * track + bearing * squeeze, abs=0.05)
    assert spaced[0].box.height == pytest.approx(CAP["strong"] * 5, abs=0.05)


def test_words_are_centred_on_their_points():
    places = [("7", Point(20, 20)), ("10", Point(60, 50)), ("13", Point(100, 80))]
    page = page_of(lambda pen: pen.words(places, "digits", 4, "ink"))
    assert [word.text for word in page.words] == ["7", "10", "13"]
    for word, (_, at) in zip(page.words, places, strict=True):
        assert word.box.centre.x == pytest.approx(at.x, abs=0.2)
        assert word.box.bottom == pytest.approx(at.y, abs=0.05)


def test_a_form_is_defined_once_and_placed_often():
    def draw(pen):
        for x in (10, 50, 90):
            pen.place(pen.form("dot", Rect(0, 0, 5, 5), lambda inner: inner.rect(Rect(0, 0, 5, 5), fill="ink")), x, 20)
        pen.place("dot", 60, 60, turn=180)

    path = drawn(draw)
    assert path.read_bytes().count(b"/Subtype /Form") == 1
    boxes = [outline.box for outline in read_pages(path)[0].outlines]
    assert [tuple(found) for found in boxes] == [
        box(Rect(10, 20, 5, 5)),
        box(Rect(50, 20, 5, 5)),
        box(Rect(90, 20, 5, 5)),
        box(Rect(55, 55, 5, 5)),
    ]


def test_a_form_that_reaches_over_its_box_is_cut_there():
    """The form's box is what the reader of the code sees; ink outside it must not be printed."""

    def draw(pen):
        pen.place(pen.form("wide", Rect(0, 0, 10, 10), lambda inner: inner.rect(Rect(0, 0, 20, 10), fill="black")), 20, 20)

    picture = pixels(drawn(draw), 0)
    columns = (picture < 128).any(axis=0).nonzero()[0]
    assert columns[-1] + 1 == pytest.approx(30 * 200 / 25.4, abs=1)


SQUARE = Figure(
    "square",
    10,
    20,
    (
        Shape(
            (Segment("M", ((0, 0),)), Segment("L", ((10, 0),)), Segment("L", ((10, 20),)), Segment("L", ((0, 20),)), Segment("Z", ())),
            "suit",
            "birch",
            0.5,
        ),
        Shape((Segment("M", ((2, 2),)), Segment("C", ((4, 2), (6, 6), (8, 8))), Segment("Z", ())), None, "black", 0.3),
    ),
)


@pytest.mark.parametrize("inks", ["rgb", "cmyk"])
def test_a_figure_is_drawn_upright_in_palette_colours(inks):
    def draw(pen):
        with pen.at(30, 10) as inner:
            inner.figure(SQUARE, "rowan")

    path = drawn(draw, inks)
    first, second = read_pages(path)[0].outlines
    assert tuple(first.box) == box(Rect(30, 10, 10, 20)) and first.filled
    assert tuple(second.box) == box(Rect(32, 12, 6, 6)) and not second.filled and second.curved
    found = {operator: numbers for operator, numbers in operators(path) if operator in ("rg", "RG", "k", "K")}
    if inks == "cmyk":
        assert found == {"k": (0.08, 0.95, 0.9, 0.04), "K": (0, 0, 0, 1)}
    else:
        assert found["rg"] == pytest.approx((0xC8 / 255, 0x31 / 255, 0x2B / 255), abs=0.006) and "k" not in found


def test_lines_have_their_width_and_no_ends_beyond():
    path = drawn(lambda pen: pen.lines([Line(Point(20, 30), Point(40, 30))], "black", 1.0))
    picture = pixels(path, 0) < 128
    dots = 200 / 25.4
    assert picture.any(axis=1).sum() == pytest.approx(1.0 * dots, abs=1)
    assert picture.any(axis=0).sum() == pytest.approx(20 * dots, abs=1)


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.0, "0"), (-0.001, "0"), (1.0, "1"), (2.50, "2.5"), (-3.456, "-3.46"), (1e-9, "0"), (100.0, "100"), (1234.5, "1234.5")],
)
def test_numbers_are_written_as_pdf_wants_them(value, text):
    assert number(value) == text


def test_a_letter_with_its_accent_apart_is_printed_as_the_letter_of_the_font():
    """Some systems write an é as an e and an accent: it is as wide as the one letter, and read back as that."""
    apart = unicodedata.normalize("NFD", "CaféÅ")
    assert len(apart) == 7

    def draw(pen):
        pen.text(apart, Point(20, 20), "text", 5, "black")
        pen.words([(apart, Point(40, 60))], "text", 5, "black")

    assert [word.text for word in page_of(draw).words] == ["CaféÅ", "CaféÅ"]
    assert width(apart, "text") == width("CaféÅ", "text")
