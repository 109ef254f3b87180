"""Pages of a finished PDF as pictures."""

from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from itertools import pairwise
from math import ceil
from os import cpu_count
from typing import Any

from replikat.errors import Fault, ReplikatError
from replikat.geometry.plane import Rect
from replikat.geometry.units import MM, POINT

APART = 12  # pages from which a second process pays
JOBS = 2
INK_DPI = 150  # of the picture by which ink is found
PAPER = 250  # of 255 greys: what is darker is ink
MOST_PIXELS = 75_000_000  # of a page or a picture on it: an A3 page scanned at 600 dpi has 70 million
HAIR = 1e-6  # pages are rendered so much smaller, since a fraction of a pixel too many would make a whole one


@contextmanager
def damage_told(number: int) -> Iterator[None]:
    """Tell as damage of page `number` (from 1) what pdfium cannot read of it, or Pillow cannot make a picture of."""
    import pypdfium2

    try:
        yield
    except (pypdfium2.PdfiumError, ValueError, ArithmeticError, OSError) as error:
        raise ReplikatError(Fault(f"is damaged ({error})", "make the file anew", field=f"page {number}")) from None


def page_picture(document: Any, index: int, scale: float, page: Any = None, **options: Any) -> Any:
    """Return a page of a pypdfium2 document as a Pillow image.

    Args:
        document: an open PdfDocument.
        index: the page, from 0.
        scale: pixels a point.
        page: the page itself, where it is open already.
        options: whatever else `PdfPage.render` takes.

    Raises:
        ReplikatError: the page cannot be drawn, or would have more than MOST_PIXELS; its number is the place.
    """
    with damage_told(index + 1):
        page = page or document[index]
        width, height = page.get_size()
        check_pixels(width, height, scale, index + 1)
        return page.render(scale=scale, **options).to_pil()


def check_pixels(width: float, height: float, scale: float, number: int) -> None:
    """Raise ReplikatError where page `number`, of this size in points, has more than MOST_PIXELS at `scale` pixels a point."""
    across, down = ceil(width * scale), ceil(height * scale)
    if across * down > MOST_PIXELS:
        size = f"{width * POINT:.0f} x {height * POINT:.0f} mm, which are {across} x {down} pixels at {scale * 72:.0f} dpi"
        raise ReplikatError(Fault(size, f"expected at most {MOST_PIXELS // 1_000_000} million", field=f"page {number}"))


def png_of(pdf: bytes, dpi: int, page: int = 0) -> bytes:
    """Return one page, counted from 0, as a PNG file of `dpi` dots an inch."""
    import pypdfium2

    document = pypdfium2.PdfDocument(pdf)
    buffer = BytesIO()
    try:
        page_picture(document, page, dpi / 72).save(buffer, "PNG")
    finally:
        document.close()
    return buffer.getvalue()


def ink_boxes(pdf: bytes) -> list[tuple[Rect, Rect]]:
    """Return every page, and what of it is ink, in mm; a blank page has an empty box in its middle."""
    import pypdfium2

    document = pypdfium2.PdfDocument(pdf)
    found, dot = [], 25.4 / INK_DPI
    try:
        for index in range(len(document)):
            width, height = (side / MM for side in document[index].get_size())
            picture = page_picture(document, index, INK_DPI / 72, grayscale=True)
            box = picture.point([255 if grey < PAPER else 0 for grey in range(256)]).getbbox()
            left, top, right, low = (side * dot for side in box) if box else (width / 2, height / 2, width / 2, height / 2)
            found.append((Rect(0, 0, width, height), Rect(left, top, right - left, low - top)))
    finally:
        document.close()
    return found


def pictures_of(pdf: bytes, dpi: int, size: tuple[int, int], pages: int) -> list[bytes]:
    """Return all pages of a file as PNG of exactly this size in pixels, with their dpi and marked as sRGB."""
    jobs = min(JOBS, cpu_count() or 1)
    if pages < APART or jobs == 1:
        return _pictures(pdf, dpi, size, 0, pages)
    from concurrent.futures import ProcessPoolExecutor

    bounds = [pages * part // jobs for part in range(jobs + 1)]
    with ProcessPoolExecutor(jobs) as pool:
        parts = [pool.submit(_pictures, pdf, dpi, size, *pair) for pair in pairwise(bounds)]
        return [picture for part in parts for picture in part.result()]


def _pictures(pdf: bytes, dpi: int, size: tuple[int, int], first: int, end: int) -> list[bytes]:
    import pypdfium2
    from PIL.PngImagePlugin import PngInfo

    colours = PngInfo()
    colours.add(b"sRGB", b"\0")  # perceptual
    made = []
    document = pypdfium2.PdfDocument(pdf)
    try:
        for page in range(first, end):
            picture = page_picture(document, page, dpi / 72 * (1 - HAIR), rev_byteorder=True)
            if picture.size != size:
                raise ValueError(f"page {page + 1} is {picture.size[0]} x {picture.size[1]} pixels, not {size[0]} x {size[1]}")
            buffer = BytesIO()
            # run lengths: flat drawings pack as well as by searching, in half the time
            picture.save(buffer, "PNG", dpi=(dpi, dpi), pnginfo=colours, compress_level=6, compress_type=3)
            made.append(buffer.getvalue())
    finally:
        document.close()
    return made
