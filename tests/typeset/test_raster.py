"""Pictures of pages: exactly so many pixels, the same whether one process makes them or two."""

from io import BytesIO

import pytest
from PIL import Image

from replikat.geometry.plane import Rect
from replikat.press.loaders import load_service
from replikat.press.services import service_plan
from replikat.typeset import raster
from replikat.typeset.figures.loaders import load_palette
from replikat.typeset.fonts import fonts_folder
from replikat.typeset.pdf import PdfFile
from replikat.typeset.raster import pictures_of
from support import LIBRARY


def pages(width: float, height: float, count: int) -> bytes:
    """Pages in mm with a black square that grows from page to page."""
    pdf = PdfFile("pages", "en", load_palette("nordic", LIBRARY), fonts_folder(LIBRARY))
    for number in range(count):
        with pdf.page(width, height) as pen:
            pen.rect(Rect(5, 5, 5 + number, 5 + number), "black")
    return pdf.finish()


SIZES = [(name, card) for name in LIBRARY.names("services") for card in load_service(name, LIBRARY).cards]


@pytest.mark.parametrize(("name", "card"), [size for size in SIZES if load_service(size[0], LIBRARY).files])
def test_no_fraction_makes_another_pixel(name: str, card: str) -> None:
    service = load_service(name, LIBRARY)
    plan = service_plan(name, service, card, 3.5)
    (picture,) = pictures_of(pages(plan.width, plan.height, 1), service.dpi, service.pixels(card), 1)
    assert Image.open(BytesIO(picture)).size == service.pixels(card)


def test_two_processes_make_the_pictures_of_one(monkeypatch: pytest.MonkeyPatch) -> None:
    pdf = pages(25.4, 25.4, 13)
    both = pictures_of(pdf, 150, (150, 150), 13)
    monkeypatch.setattr(raster, "cpu_count", lambda: 1)
    assert pictures_of(pdf, 150, (150, 150), 13) == both
    dark = [sum(value < 128 for value in Image.open(BytesIO(picture)).convert("L").tobytes()) for picture in both]
    assert dark == sorted(set(dark)), "pages come in their order"


def test_a_page_of_another_size_is_an_error() -> None:
    with pytest.raises(ValueError, match="page 1 is 150 x 150 pixels, not 151 x 150"):
        pictures_of(pages(25.4, 25.4, 1), 150, (151, 150), 1)
