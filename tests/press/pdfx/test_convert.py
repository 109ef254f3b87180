"""Files for a press: what PDF/X asks for stands in them, and what it forbids does not."""

import shutil
import subprocess
from dataclasses import replace
from functools import cache
from io import BytesIO
from pathlib import Path

import pikepdf
import pytest
from pikepdf import Name

from replikat.cards.printing import cards_pdf
from replikat.errors import ReplikatError
from replikat.geometry.plane import Rect
from replikat.press.pdfx.convert import to_pdfx
from replikat.press.pdfx.pressroom import press_wish
from replikat.reading.drawn.page import read_pages
from replikat.reading.verify import verify
from support import LIBRARY, packaged_deck

DECK = packaged_deck("standard-52")
MM = 72 / 25.4
LEVELS = ("x1a", "x4")
SPOT = "PANTONE 2747 C"


@cache
def printed(level: str, sheet: str = "single", spot: str | None = None, theme: str = "plain", **wish: object) -> bytes:
    settings = replace(DECK.spec.print, sheet=sheet, theme=theme)
    only = ("AS", "QS", "10H", "2C") if sheet == "single" else ()
    return cards_pdf(DECK, settings, LIBRARY, only=only, press=press_wish(level, LIBRARY, spot=spot, **wish)).pdf  # type: ignore[arg-type]


def opened(level: str, *more: str, **wish: object) -> pikepdf.Pdf:
    return pikepdf.open(BytesIO(printed(level, *more, **wish)))  # type: ignore[arg-type]


def drawings(pdf: pikepdf.Pdf) -> list[pikepdf.Object]:
    """Every page and form."""
    return [*pdf.pages, *(thing for thing in pdf.objects if isinstance(thing, pikepdf.Stream) and thing.get("/Subtype") == Name.Form)]  # type: ignore[list-item]


def steps(pdf: pikepdf.Pdf) -> list[tuple[str, list[pikepdf.Object]]]:
    return [(str(step.operator), list(step.operands)) for one in drawings(pdf) for step in pikepdf.parse_content_stream(one)]


@pytest.mark.parametrize(("level", "name", "version"), [("x1a", "PDF/X-1a:2003", "1.4"), ("x4", "PDF/X-4", "1.6")])
def test_says_what_it_is_in_both_places(level: str, name: str, version: str) -> None:
    with opened(level) as pdf:
        assert pdf.pdf_version == version
        assert str(pdf.docinfo["/GTS_PDFXVersion"]) == name
        assert pdf.docinfo["/Trapped"] == Name("/False")
        packet = pdf.Root.Metadata.read_bytes().decode()
        assert f"<pdfxid:GTS_PDFXVersion>{name}<" in packet and "<pdf:Trapped>False<" in packet and DECK.code in packet
        assert str(pdf.docinfo["/Title"]) == f"{DECK.name} {DECK.code}"
        assert len(pdf.trailer.ID) == 2


def test_the_profile_travels_with_x4_alone() -> None:
    with opened("x4") as pdf:
        (intent,) = pdf.Root.OutputIntents
        assert str(intent.OutputConditionIdentifier) == "FOGRA39" and intent.S == Name.GTS_PDFX
        profile = intent.DestOutputProfile.read_bytes()
        assert intent.DestOutputProfile.N == 4 and profile[12:20] == b"prtrCMYK"
        assert profile == LIBRARY.find("profiles", "FOGRA39L_coated", ".icc").read_bytes()
    with opened("x1a") as pdf:
        (intent,) = pdf.Root.OutputIntents
        assert "/DestOutputProfile" not in intent and str(intent.RegistryName) == "http://www.color.org"


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("sheet", ["single", "a4-poker"])
def test_trim_and_bleed_are_those_of_the_cards(level: str, sheet: str) -> None:
    with opened(level, sheet) as pdf:
        for page in pdf.pages:
            trim = [float(number) / MM for number in page.obj.TrimBox]
            bleed = [float(number) / MM for number in page.obj.BleedBox]
            media = [float(number) / MM for number in page.mediabox]
            if sheet == "single":
                assert trim == pytest.approx([3, 3, 66.5, 91.9], abs=0.01) and bleed == pytest.approx(media, abs=0.01)
            else:  # the block of nine cards in the middle of the paper
                assert (trim[2] - trim[0], trim[3] - trim[1]) == pytest.approx((190.5, 266.7), abs=0.01)
                assert trim[0] == pytest.approx(media[2] - trim[2], abs=0.01)
            assert media[0] <= bleed[0] <= trim[0] and trim[3] <= bleed[3] <= media[3]
            assert not {"/Trans", "/Annots", "/Group", "/ArtBox"} & set(page.obj.keys())


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("theme", ["plain", "florentine"])
def test_process_inks_alone_and_no_transparency(level: str, theme: str) -> None:
    with opened(level, theme=theme) as pdf:
        used = steps(pdf)
        assert not {name for name, _ in used} & {"rg", "RG", "g", "G", "sh"}
        assert max(sum(float(ink) for ink in inks) for name, inks in used if name in ("k", "K")) <= 3
        states = [state for one in drawings(pdf) for state in dict(resources(one).get("/ExtGState", {})).values()]
        assert states and not [state for state in states if "/ca" in state or "/CA" in state or "/SMask" in state or "/BM" in state]
        assert not [thing for thing in pdf.objects if isinstance(thing, pikepdf.Dictionary) and thing.get("/S") == Name.Transparency]


def resources(drawing: object) -> pikepdf.Dictionary:
    return drawing.resources if isinstance(drawing, pikepdf.Page) else drawing.get("/Resources", pikepdf.Dictionary())  # type: ignore


def test_black_ink_overprints_and_everything_else_knocks_out() -> None:
    with opened("x4") as pdf:
        assert all(resources(one).ExtGState["/Over"].OPM == 1 for one in drawings(pdf) if "/ExtGState" in resources(one))
        black = other = 0
        for one in drawings(pdf):
            overprints = None
            for step in pikepdf.parse_content_stream(one):  # type: ignore[arg-type]
                name, given = str(step.operator), list(step.operands)
                if name == "gs":
                    overprints = bool(resources(one).ExtGState[str(given[0])].op)
                elif name == "k":
                    inks = [float(ink) for ink in given]
                    assert overprints == (inks == [0, 0, 0, 1]), inks
                    black, other = black + overprints, other + (not overprints)
        assert black and other


@pytest.mark.parametrize("level", LEVELS)
def test_black_that_holds_other_inks_knocks_out(level: str) -> None:
    """Else the colours under a rich black would show through its other inks."""
    with pikepdf.new() as made:
        page = made.add_blank_page(page_size=(180, 252))
        page.Contents = made.make_stream(b".6 0 0 1 k 0 0 9 9 re f 0 0 0 1 k 9 9 9 9 re f 0 0 .1 1 k 0 9 9 9 re f")
        page.Resources = pikepdf.Dictionary()
        buffer = BytesIO()
        made.save(buffer)
    intent = press_wish(level, LIBRARY).intent  # type: ignore[arg-type]
    with pikepdf.open(BytesIO(to_pdfx(buffer.getvalue(), level, intent, Rect(0, 0, 63.5, 88.9)))) as pdf:  # type: ignore[arg-type]
        states = resources(pdf.pages[0]).ExtGState
        overprints, fills = None, []
        for name, given in steps(pdf):
            if name == "gs":
                overprints = bool(states[str(given[0])].op)
            elif name == "k":
                fills.append(([float(ink) for ink in given], overprints))
    assert fills == [([0.6, 0, 0, 1], False), ([0, 0, 0, 1], True), ([0, 0, 0.1, 1], False)]


def test_marks_in_a_spot_ink() -> None:
    with opened("x4", spot=SPOT) as pdf:
        found = {str(space[1]) for page in pdf.pages for space in dict(page.resources.get("/ColorSpace", {})).values()}
        assert found == {f"/{SPOT}"}
        backs = [page for page in pdf.pages if "/ColorSpace" in page.resources]
        assert len(backs) == 4
    with opened("x4") as pdf:
        assert not [page for page in pdf.pages if "/ColorSpace" in page.resources]


@pytest.mark.parametrize("theme", LIBRARY.names("themes"))
def test_marks_in_a_spot_ink_can_be_read(theme: str, tmp_path: Path) -> None:
    path = tmp_path / "cards.pdf"
    path.write_bytes(printed("x4", spot=SPOT, theme=theme))
    settings = replace(DECK.spec.print, sheet="single", theme=theme)
    assert verify(path, DECK, settings, LIBRARY, some=True).faults == ()


@pytest.mark.parametrize("level", LEVELS)
def test_sheets_read_back_as_the_deck(level: str, tmp_path: Path) -> None:
    path = tmp_path / "cards.pdf"
    path.write_bytes(printed(level, "a4-poker"))
    verdict = verify(path, DECK, DECK.spec.print, LIBRARY)
    assert (verdict.faults, verdict.cards) == ((), 54)


@pytest.mark.parametrize("level", LEVELS)
def test_same_deck_same_bytes(level: str) -> None:
    once = printed(level, spot=SPOT)
    printed.cache_clear()
    assert printed(level, spot=SPOT) == once


def test_a_profile_of_ones_own(tmp_path: Path) -> None:
    own = bytearray(LIBRARY.find("profiles", "FOGRA39L_coated", ".icc").read_bytes())
    path = tmp_path / "house.icc"
    path.write_bytes(own)
    for level in LEVELS:
        with opened(level, profile=path) as pdf:
            (intent,) = pdf.Root.OutputIntents
            assert str(intent.OutputConditionIdentifier) == "house" and "/RegistryName" not in intent
            assert intent.DestOutputProfile.read_bytes() == own


def test_a_profile_of_a_screen_is_refused(tmp_path: Path) -> None:
    from PIL import ImageCms

    path = tmp_path / "screen.icc"
    path.write_bytes(ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes())
    with pytest.raises(ReplikatError, match="a profile of RGB colours, class mntr; expected an output profile of CMYK"):
        press_wish("x4", LIBRARY, path)
    path.write_bytes(b"nothing")
    with pytest.raises(ReplikatError, match="not an ICC profile"):
        press_wish("x4", LIBRARY, path)


def test_another_condition_needs_its_profile_in_x4() -> None:
    with pytest.raises(ReplikatError, match="FOGRA51 without its profile"):
        press_wish("x4", LIBRARY, condition="FOGRA51")
    assert press_wish("x1a", LIBRARY, condition="FOGRA51").intent.condition == "FOGRA51"


def test_pictures_are_brought_to_the_inks_of_the_press() -> None:
    """Pure blue of a screen becomes what the profile makes of it, and no picture stays RGB."""
    from PIL import Image

    from replikat.geometry.plane import Rect
    from replikat.press.pdfx.convert import to_pdfx
    from replikat.press.pdfx.preflight import preflight
    from replikat.typeset.figures.figure import Picture
    from replikat.typeset.figures.loaders import load_palette
    from replikat.typeset.fonts import fonts_folder
    from replikat.typeset.icc_profiles import in_process_inks
    from replikat.typeset.pdf import PdfFile

    wish = press_wish("x1a", LIBRARY)
    buffer = BytesIO()
    Image.new("RGB", (300, 300), (0, 0, 255)).save(buffer, "PNG")
    inked = in_process_inks({"blue": Picture("blue", 300, 300, buffer.getvalue())}, wish.intent.profile)["blue"]
    pdf = PdfFile("blue", "en", load_palette("nordic", LIBRARY), fonts_folder(LIBRARY), "cmyk")
    box = Rect(10, 10, 25.4, 25.4)
    with pdf.page(60, 90, box) as pen:
        pen.picture(inked, box, box)
    made = to_pdfx(pdf.finish(), "x1a", wish.intent)
    assert preflight(made, "x1a").findings == ()
    with pikepdf.open(BytesIO(made)) as opened:
        (image,) = opened.pages[0].resources.XObject.values()
        assert image.ColorSpace == Name.DeviceCMYK
        cyan, magenta, yellow, black = image.read_bytes()[:4]
        assert cyan > 200 and magenta > 150 and yellow < 60 and black < 60


def test_too_much_ink_is_refused() -> None:
    with pytest.raises(ReplikatError, match="240 % of ink in one colour; use at most 200 %"):
        printed("x4", ink=200)


READERS = {
    "gs": ["gs", "-q", "-dNOPAUSE", "-dBATCH", "-dPDFSTOPONWARNING", "-sDEVICE=nullpage"],
    "qpdf": ["qpdf", "--check"],
    "mutool": ["mutool", "draw", "-q", "-r", "20", "-o", "{folder}/page-%d.png"],
    "poppler": ["pdftoppm", "-r", "20", "-png"],
}


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("level", LEVELS)
def test_other_readers_have_nothing_to_warn_of(reader: str, level: str, tmp_path: Path) -> None:
    command = READERS[reader]
    if not shutil.which(command[0]):
        pytest.skip(f"{command[0]} is not installed")
    path = tmp_path / "cards.pdf"
    path.write_bytes(printed(level, spot=SPOT, theme="florentine"))
    after = [str(tmp_path / "page")] if reader == "poppler" else []
    done = subprocess.run([*(part.format(folder=tmp_path) for part in command), str(path), *after], capture_output=True, text=True)
    quiet = [line for line in done.stderr.splitlines() if "ICC support is not available" not in line]  # of mutool's own build
    assert (done.returncode, quiet) == (0, [])


def test_the_text_is_still_text(tmp_path: Path) -> None:
    path = tmp_path / "cards.pdf"
    path.write_bytes(printed("x4"))
    assert "Q" in {word.text for word in read_pages(path)[2].words}
