"""Pages of a finished PDF as pictures."""

from io import BytesIO
from itertools import pairwise
from os import cpu_count

from replikat.geometry.plane import Rect
from replikat.geometry.units import MM

APART = 12  # pages from which a second process pays
JOBS = 2
INK_DPI = 150  # of the picture by which ink is found
PAPER = 250  # of 255 greys: what is darker is ink
HAIR = 1e-6  # pages are rendered so much smaller, since a fraction of a pixel too many would make a whole one


def png_of(pdf: bytes, dpi: int, page: int = 0) -> bytes:
    """Return one page, counted from 0, as a PNG file of `dpi` dots an inch."""
    import pypdfium2

    document = pypdfium2.PdfDocument(pdf)
    buffer = BytesIO()
    try:
        document[page].render(scale=dpi / 72).to_pil().save(buffer, "PNG")
    finally:
        document.close()
    return buffer.getvalue()


def ink_boxes(pdf: bytes) -> list[tuple[Rect, Rect]]:
    """Return every page, and what of it is ink, in mm; a blank page has an empty box in its middle."""
    import pypdfium2

    document = pypdfium2.PdfDocument(pdf)
    found, dot = [], 25.4 / INK_DPI
    try:
        for page in document:
            width, height = (side / MM for side in page.get_size())
            picture = page.render(scale=INK_DPI / 72, grayscale=True).to_pil()
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
            picture = document[page].render(scale=dpi / 72 * (1 - HAIR), rev_byteorder=True).to_pil()
            if picture.size != size:
                raise ValueError(f"page {page + 1} is {picture.size[0]} x {picture.size[1]} pixels, not {size[0]} x {size[1]}")
            buffer = BytesIO()
            # run lengths: flat drawings pack as well as by searching, in half the time
            picture.save(buffer, "PNG", dpi=(dpi, dpi), pnginfo=colours, compress_level=6, compress_type=3)
            made.append(buffer.getvalue())
    finally:
        document.close()
    return made
