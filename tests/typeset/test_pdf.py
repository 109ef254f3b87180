"""PDF files: exact boxes, preferences for the print dialogue, embedded fonts, guarded inks, same bytes every time."""

import pikepdf
import pytest
from reportlab.lib.colors import HexColor

from replikat import __version__
from replikat.geometry.plane import Point, Rect
from replikat.typeset.figures.loaders import load_palette
from replikat.typeset.fonts import fonts_folder
from replikat.typeset.pdf import PdfFile
from support import LIBRARY
from witness import MM, fresh_path

PALETTE = load_palette("nordic", LIBRARY)


def made(duplex="simplex", inks="rgb", title="A deck", trim=None, size=(210.0, 297.0)) -> bytes:
    pdf = PdfFile(title, "nb", PALETTE, fonts_folder(LIBRARY), inks, duplex)
    with pdf.page(*size, trim=trim) as pen:
        pen.text("Replikatkort", Point(20, 20), "strong", 5, "black")
        pen.text("13", Point(20, 40), "digits", 5, "rowan")
    return pdf.finish()


def opened(data: bytes) -> pikepdf.Pdf:
    path = fresh_path()
    path.write_bytes(data)
    return pikepdf.open(path)


@pytest.mark.parametrize("size", [(210.0, 297.0), (215.9, 279.4), (279.4, 215.9), (69.5, 94.9)])
def test_the_page_is_exactly_its_paper(size):
    pdf = opened(made(size=size))
    box = [float(number) for number in pdf.pages[0].MediaBox]
    assert box == pytest.approx([0, 0, size[0] * MM, size[1] * MM], abs=0.001)


def test_trim_and_bleed_are_told_to_the_print_shop():
    pdf = opened(made(trim=Rect(3, 3, 63.5, 88.9), size=(69.5, 94.9)))
    page = pdf.pages[0]
    assert [float(n) / MM for n in page.TrimBox] == pytest.approx([3, 3, 66.5, 91.9], abs=0.001)
    assert [float(n) / MM for n in page.BleedBox] == pytest.approx([0, 0, 69.5, 94.9], abs=0.001)


@pytest.mark.parametrize(("duplex", "said"), [("simplex", "/Simplex"), ("long", "/DuplexFlipLongEdge"), ("short", "/DuplexFlipShortEdge")])
def test_viewers_are_asked_for_full_size_and_the_right_edge(duplex, said):
    pdf = opened(made(duplex))
    wishes = pdf.Root.ViewerPreferences
    assert wishes.PrintScaling == "/None" and wishes.Duplex == said


def test_title_and_language_are_written_and_nothing_about_the_machine():
    pdf = opened(made(title="standard-52 V6E1"))
    about = {str(key): str(value) for key, value in pdf.docinfo.items()}
    assert about["/Title"] == "standard-52 V6E1" and str(pdf.Root.Lang) == "nb"
    assert about["/Creator"] == f"replikat {__version__}" and about["/Author"] == ""
    assert about["/CreationDate"].startswith("D:2000"), "no clock"


def test_every_font_is_embedded_and_no_standard_font_is_named():
    pdf = opened(made())
    fonts = [o for o in pdf.objects if isinstance(o, pikepdf.Dictionary) and o.get("/Type") == "/Font"]
    assert fonts and all("/FontFile2" in font.FontDescriptor for font in fonts)
    assert not any("Helvetica" in str(font.BaseFont) for font in fonts)


def test_process_inks_refuse_a_screen_colour():
    pdf = PdfFile("t", "en", PALETTE, fonts_folder(LIBRARY), "cmyk")
    with pdf.page(50, 50) as pen, pytest.raises(ValueError, match=r"(?i)rgb|cmyk"):
        pen.canvas.setFillColor(HexColor("#C8312B"))


@pytest.mark.parametrize("inks", ["rgb", "cmyk"])
def test_the_same_drawing_gives_the_same_bytes(inks):
    assert made(inks=inks) == made(inks=inks)
    assert made(inks=inks) != made(inks=inks, title="Another deck")


def test_streams_are_compressed_and_not_spelled_in_letters():
    data = made()
    assert b"FlateDecode" in data and b"ASCII85Decode" not in data
