"""What a PDF may ask for: pages, pixels and forms within forms are counted before anything is drawn."""

from collections.abc import Callable
from pathlib import Path
from unittest.mock import patch

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name, Pdf

from replikat.cli.main import run
from replikat.errors import ReplikatError
from replikat.press.pdfx.preflight import preflight
from replikat.typeset.page_limits import DEEPEST, MOST_CONTENT, MOST_PAGES, check_limits
from replikat.typeset.raster import png_of


def form(pdf: Pdf, content: bytes, inner: pikepdf.Object | None = None) -> pikepdf.Object:
    stream = pdf.make_stream(content)
    stream.stream_dict = Dictionary(Type=Name.XObject, Subtype=Name.Form, BBox=Array([0, 0, 9, 9]))
    stream.Resources = Dictionary(XObject=Dictionary({"/In": inner} if inner is not None else {}))
    return stream


def nested(deep: int, times: int) -> Callable[[Pdf], None]:
    """Fill a page with forms that draw forms, each so many times."""

    def fill(pdf: Pdf) -> None:
        inner = form(pdf, b"0 0 1 1 re f ")
        for _ in range(deep - 1):
            inner = form(pdf, b"/In Do " * times, inner)
        page = pdf.add_blank_page(page_size=(200, 200))
        page.obj.Resources = Dictionary(XObject=Dictionary({"/In": inner}))
        page.obj.Contents = pdf.make_stream(b"/In Do " * times)

    return fill


def bomb(pdf: Pdf) -> None:
    page = pdf.add_blank_page(page_size=(200, 200))
    page.obj.Contents = pdf.make_stream(b"q Q " * (MOST_CONTENT // 4 + 1))


def large_picture(pdf: Pdf) -> None:
    image = pdf.make_stream(b"")
    image.stream_dict = Dictionary(Type=Name.XObject, Subtype=Name.Image, Width=50_000, Height=50_000, BitsPerComponent=1)
    page = pdf.add_blank_page(page_size=(200, 200))
    page.obj.Resources = Dictionary(XObject=Dictionary({"/P": image}))
    page.obj.Contents = pdf.make_stream(b"200 0 0 200 0 0 cm /P Do")


def file_of(tmp_path: Path, *fills: Callable[[Pdf], object]) -> Path:
    path = tmp_path / "foreign.pdf"
    pdf = Pdf.new()
    for fill in fills:
        fill(pdf)
    pdf.save(path)
    return path


def blank(pdf: Pdf) -> object:
    return pdf.add_blank_page(page_size=(200, 200))


TOO_MUCH = {
    "forms": (nested(7, 12), "page 2: draws more than 50000 forms, with those within forms"),
    "deep forms": (nested(DEEPEST + 3, 1), f"page 2: draws forms within forms, more than {DEEPEST} deep"),
    "content": (bomb, "page 2: draws more than 20 MB of drawing, with what its forms repeat"),
    "picture": (large_picture, "page 2: draws a picture of 50000 x 50000 pixels"),
}


@pytest.mark.parametrize("name", TOO_MUCH)
def test_a_page_that_asks_for_too_much_is_told_before_it_is_drawn(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    fill, told = TOO_MUCH[name]
    path = file_of(tmp_path, blank, fill)
    with patch("pypdfium2.PdfDocument", side_effect=AssertionError("opened to be drawn")):
        assert run(["verify", str(path)]) == 1
    assert capsys.readouterr().err == f"replikat: {path}: {told}; make a simpler file\n"
    found = {(finding.pages, finding.found) for finding in preflight(path.read_bytes(), "x4").findings}
    assert ((2,), told.removeprefix("page 2: ")) in found


def test_as_much_as_is_allowed_passes(tmp_path: Path) -> None:
    check_limits(file_of(tmp_path, nested(4, 12), nested(DEEPEST, 1)).read_bytes())


def test_a_form_that_draws_itself_is_counted_once(tmp_path: Path) -> None:
    def fill(pdf: Pdf) -> None:
        own = form(pdf, b"/In Do " * 12)
        own.Resources.XObject["/In"] = own
        page = pdf.add_blank_page(page_size=(200, 200))
        page.obj.Resources = Dictionary(XObject=Dictionary({"/In": own}))
        page.obj.Contents = pdf.make_stream(b"/In Do")

    check_limits(file_of(tmp_path, fill).read_bytes())


def test_more_pages_than_any_deck_has_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = file_of(tmp_path, *[blank] * (MOST_PAGES + 1))
    assert run(["verify", str(path)]) == 1
    assert capsys.readouterr().err == f"replikat: {path}: 2501 pages; expected at most 2500\n"
    found = [finding.found for finding in preflight(path.read_bytes(), "x4").findings]
    assert "has 2501 pages, of which 2500 were looked at" in found


def test_a_page_of_too_many_pixels_is_told_with_its_size(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = file_of(tmp_path, blank, lambda pdf: pdf.add_blank_page(page_size=(14_400, 14_400)))
    assert run(["verify", str(path)]) == 1
    told = capsys.readouterr().err
    assert f"{path}: page 2: 5080 x 5080 mm, which are 40000 x 40000 pixels at 200 dpi; expected at most 75 million" in told
    with pytest.raises(ReplikatError, match=r"page 2: 5080 x 5080 mm, which are 20000 x 20000 pixels at 100 dpi"):
        png_of(path.read_bytes(), 100, page=1)


def test_what_cannot_be_opened_is_left_to_whoever_draws_it() -> None:
    check_limits(b"no PDF")


@pytest.mark.filterwarnings("error")
def test_content_that_breaks_off_is_passed_over_in_silence(tmp_path: Path) -> None:
    def fill(pdf: Pdf) -> None:
        page = pdf.add_blank_page(page_size=(200, 200))
        page.obj.Resources = Dictionary(XObject=Dictionary({"/In": form(pdf, b"/In Do 1 2")}))
        page.obj.Contents = pdf.make_stream(b"/In Do (unclosed")

    check_limits(file_of(tmp_path, fill).read_bytes())
