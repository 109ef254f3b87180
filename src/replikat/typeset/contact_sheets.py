"""Pictures of a deck before it is printed: contact sheets, a card at true size, a sheet held against the light."""

from io import BytesIO
from math import ceil
from typing import TYPE_CHECKING

from replikat.typeset.raster import page_picture

if TYPE_CHECKING:
    from PIL.Image import Image

GROUND = "#E9EDF1"  # grey, so that white cards show their edges
GAP = 3.0  # mm between cards
THROUGH = 0.45  # of the ink of a back that is seen through the paper


def _pages(pdf: bytes, dpi: float) -> "list[Image]":
    import pypdfium2

    document = pypdfium2.PdfDocument(pdf)
    try:
        return [page_picture(document, index, dpi / 72).convert("RGB") for index in range(len(document))]
    finally:
        document.close()


def _png(picture: "Image", dpi: float) -> bytes:
    buffer = BytesIO()
    picture.save(buffer, "PNG", dpi=(dpi, dpi))
    return buffer.getvalue()


def _trimmed(picture: "Image", bleed: float, dpi: float) -> "Image":
    off = round(bleed / 25.4 * dpi)
    return picture.crop((off, off, picture.width - off, picture.height - off))


def contact_sheet(pdf: bytes, bleed: float, columns: int, dpi: float) -> bytes:
    """Return single cards side by side as a PNG, their bleed (mm) cut off, row by row."""
    from PIL import Image

    cards = [_trimmed(page, bleed, dpi) for page in _pages(pdf, dpi)]
    gap, rows = round(GAP / 25.4 * dpi), ceil(len(cards) / columns)
    wide, high = cards[0].size
    sheet = Image.new("RGB", (columns * (wide + gap) + gap, rows * (high + gap) + gap), GROUND)
    for place, card in enumerate(cards):
        row, column = divmod(place, columns)
        sheet.paste(card, (gap + column * (wide + gap), gap + row * (high + gap)))
    return _png(sheet, dpi)


def true_size(pdf: bytes, bleed: float, dpi: float) -> bytes:
    """Return the first page, its bleed cut off, as a PNG that says its own size: printed at 100 % it is as large as the card."""
    return _png(_trimmed(_pages(pdf, dpi)[0], bleed, dpi), dpi)


def against_the_light(pdf: bytes, level: bool, dpi: float) -> bytes:
    """Return the first two pages as a sheet looks against a lamp: the back pale, in mirror order, through the front.

    `level` paper is turned over a level axis; otherwise over an upright one.
    """
    from PIL import ImageChops, ImageOps

    front, back = _pages(pdf, dpi)[:2]
    behind = ImageOps.flip(back) if level else ImageOps.mirror(back)
    return _png(ImageChops.multiply(front, faint(behind)), dpi)


def faint(picture: "Image") -> "Image":
    """Return a picture as it is seen through paper."""
    return picture.point([round(255 - THROUGH * (255 - grey)) for grey in range(256)] * len(picture.getbands()))
