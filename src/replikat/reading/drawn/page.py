"""What is drawn on the pages of a PDF: words and outlines with their places, in mm from the top left."""

import ctypes
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from math import ceil, floor, hypot, pi
from pathlib import Path
from typing import Any

from replikat.data.files import LARGEST_PDF, read_file, refuse_missing
from replikat.errors import Fault, ReplikatError
from replikat.geometry.plane import IDENTITY, Matrix, Point, Rect, around
from replikat.geometry.units import POINT
from replikat.typeset.raster import damage_told, page_picture

OURS = ("ReportLab", "replikat")  # who a PDF says wrote it
DEEPEST = 8  # forms within forms
DPI = 200  # of the picture in which every character must be seen
CONTRAST = 30  # of 255 greys, between the lightest and the darkest point of a character's box
THUMB = 24  # points a side of the small copy by which a picture is known
BOX_FILTER = 4  # pillow's Resampling.BOX: the mean of what a point covers
LONGEST_PATH = 3000  # segments; what has more is a pattern of the ground, no frame, tab or figure
AROUND = 0.3  # mm looked at outside the box of signs that may fill theirs


@dataclass(frozen=True)
class Word:
    """Characters that stand together, in reading order; `quarters` of a turn clockwise from upright, 0 to 3."""

    text: str
    box: Rect
    size: float  # font size in mm
    quarters: int

    @property
    def turned(self) -> bool:
        return self.quarters == 2

    @cached_property
    def middle(self) -> Point:
        return self.box.centre


@dataclass(frozen=True)
class Outline:
    """One path: its subpaths as point lists (control points included), and whether any of it is curved."""

    parts: tuple[tuple[Point, ...], ...]
    curved: bool
    box: Rect
    filled: bool

    @property
    def points(self) -> list[Point]:
        return [point for part in self.parts for point in part]


@dataclass(frozen=True)
class Picture:
    """A picture made of pixels: where it lies, and THUMB x THUMB greys of what is seen there, row by row."""

    box: Rect
    greys: bytes


@dataclass(frozen=True)
class Page:
    """All that is seen on one page; width and height in mm; `turned` where it was turned to be read upright."""

    number: int
    width: float
    height: float
    words: tuple[Word, ...]
    outlines: tuple[Outline, ...]
    turned: bool = False
    pictures: tuple[Picture, ...] = ()


def turn_page(page: Page, quarters: int) -> Page:
    """Return the page turned clockwise by quarters of a circle."""
    quarters %= 4
    if not quarters:
        return page
    width, height = (page.height, page.width) if quarters % 2 else (page.width, page.height)

    def point(at: Point) -> Point:
        x, y = at
        return (Point(page.height - y, x), Point(page.width - x, page.height - y), Point(y, page.width - x))[quarters - 1]

    def rect(box: Rect) -> Rect:
        (x, y), (right, low) = point(Point(box.x, box.y)), point(Point(box.right, box.bottom))
        return Rect(min(x, right), min(y, low), abs(right - x), abs(low - y))

    words = tuple(replace(word, box=rect(word.box), quarters=(word.quarters + quarters) % 4) for word in page.words)
    outlines = tuple(
        replace(outline, parts=tuple(tuple(map(point, part)) for part in outline.parts), box=rect(outline.box)) for outline in page.outlines
    )
    pictures = tuple(Picture(rect(picture.box), _turned(picture.greys, quarters)) for picture in page.pictures)
    return Page(page.number, width, height, words, outlines, pictures=pictures)


def _turned(greys: bytes, quarters: int) -> bytes:
    """Return a small copy turned clockwise by quarters."""
    for _ in range(quarters):
        greys = bytes(greys[(THUMB - 1 - x) * THUMB + y] for y in range(THUMB) for x in range(THUMB))
    return greys


def pdf_bytes(pdf: Path | bytes) -> bytes:
    """Return what is in a PDF; ReplikatError where there is no such file, or a larger one than is read."""
    if isinstance(pdf, bytes):
        return pdf
    refuse_missing(pdf, "expected a PDF")
    return read_file(pdf, largest=LARGEST_PDF, expected="expected a PDF")


@contextmanager
def opened(pdf: Path | bytes) -> Iterator[Any]:
    """Open a PDF; ReplikatError where there is none, or none that can be read, also for what is found inside."""
    import pypdfium2

    file = str(pdf) if isinstance(pdf, Path) else ""
    try:
        document = pypdfium2.PdfDocument(pdf_bytes(pdf))
    except pypdfium2.PdfiumError as error:
        raise ReplikatError(Fault(f"cannot be read as a PDF ({error})", file=file)) from None
    try:
        yield document
    except ReplikatError as error:
        raise ReplikatError(*(replace(fault, file=fault.file or file) for fault in error.faults)) from None
    finally:
        document.close()


def saved_anew(pdf: Path | bytes) -> bool:
    """Return whether another program than this one wrote a PDF last."""
    with opened(pdf) as document:
        return not document.get_metadata_value("Producer").startswith(OURS)


def read_pages(pdf: Path | bytes) -> list[Page]:
    """Return what is drawn on every page of a PDF, text and paths alone: no metadata, no attachments."""
    with opened(pdf) as document:
        return [_read_page(document, index) for index in range(len(document))]


def _read_page(document: Any, index: int) -> Page:
    """Return a page as it is seen: a page that its file turns is read where its content stands, and then turned."""
    with damage_told(index + 1):
        page = document[index]
        quarters = page.get_rotation() // 90
        page.set_rotation(0)
        picture = page_picture(document, index, DPI / 72, page, grayscale=True)
        width, height = page.get_size()
        words = tuple(_words(page, height, picture))
        outlines = tuple(_outlines(page, height))
        pictures = tuple(_pictures(page, height, picture))
        return turn_page(Page(index + 1, width * POINT, height * POINT, words, outlines, pictures=pictures), quarters)


@dataclass
class _Sign:
    text: str
    box: Rect  # the ink
    span: Rect  # its advance and line
    size: float
    quarters: int


def _signs(page: Any, height: float) -> Iterator[_Sign | None]:
    """Yield every character with its tight box; None for a space or line end."""
    from pypdfium2 import raw

    text = page.get_textpage()
    left, right, bottom, top = (ctypes.c_double() for _ in range(4))
    for index in range(raw.FPDFText_CountChars(text)):
        code = raw.FPDFText_GetUnicode(text, index)
        if code in (0, 9, 10, 13, 32) or raw.FPDFText_IsGenerated(text, index) == 1:
            yield None
            continue
        raw.FPDFText_GetCharBox(text, index, left, right, bottom, top)
        box = _box(left.value, bottom.value, right.value, top.value, height)
        loose = raw.FS_RECTF()
        raw.FPDFText_GetLooseCharBox(text, index, loose)
        span = _box(loose.left, loose.bottom, loose.right, loose.top, height)
        quarters = round(raw.FPDFText_GetCharAngle(text, index) / (pi / 2)) % 4
        yield _Sign(chr(code), box, span, _size(text, index) * POINT, quarters)
    text.close()


def _size(text: Any, index: int) -> float:
    """Return the font size of a character as it is seen: what re-saved a file may have put it into the text's matrix."""
    from pypdfium2 import raw

    found = raw.FS_MATRIX()
    raw.FPDFText_GetMatrix(text, index, found)
    return float(raw.FPDFText_GetFontSize(text, index)) * hypot(found.c, found.d)


def _words(page: Any, height: float, picture: Any) -> Iterator[Word]:
    """Yield runs of characters that follow each other on one line without a space; those not to be seen are left out."""
    run: list[_Sign] = []
    for sign in _signs(page, height):
        if sign and not _seen(sign, picture):
            continue
        if run and (sign is None or not _follows(run[-1], sign)):
            yield _word(run)
            run = []
        if sign:
            run.append(sign)
    if run:
        yield _word(run)


def _seen(sign: _Sign, picture: Any) -> bool:
    """Return whether a character stands out: not in the colour of its ground, not covered, not invisible, not cut off.

    A digit is judged inside its box, which it never fills; other signs, such as a dot, with the white about them.
    """
    box = sign.box if sign.text.isdigit() else sign.box.inset(-AROUND)
    dot = 25.4 / DPI
    left, top = max(0, ceil(box.x / dot)), max(0, ceil(box.y / dot))
    right, low = min(picture.width, floor(box.right / dot)), min(picture.height, floor(box.bottom / dot))
    if left >= right or top >= low:
        return False
    darkest, lightest = picture.crop((left, top, right, low)).getextrema()
    return bool(lightest - darkest >= CONTRAST)


def _follows(before: _Sign, sign: _Sign) -> bool:
    if before.quarters != sign.quarters or abs(before.size - sign.size) > 0.01:
        return False
    a, b = before.span, sign.span
    step = (b.x - a.right, b.y - a.bottom, a.x - b.right, a.y - b.bottom)[sign.quarters]
    upright = sign.quarters % 2 == 0
    level = before.box.centre.y - sign.box.centre.y if upright else before.box.centre.x - sign.box.centre.x
    return abs(step) < 0.2 * sign.size and abs(level) < 0.6 * sign.size


def _word(run: list[_Sign]) -> Word:
    left, top = min(sign.box.x for sign in run), min(sign.box.y for sign in run)
    right, low = max(sign.box.right for sign in run), max(sign.box.bottom for sign in run)
    return Word("".join(sign.text for sign in run), Rect(left, top, right - left, low - top), run[0].size, run[0].quarters)


def _matrix(obj: Any) -> Matrix:
    from pypdfium2 import raw

    found = raw.FS_MATRIX()
    raw.FPDFPageObj_GetMatrix(obj, found)
    return Matrix(found.a, found.b, found.c, found.d, found.e, found.f)


def _outlines(page: Any, height: float) -> Iterator[Outline]:
    from pypdfium2 import raw

    def walk(count: int, get: Any, holder: Any, outer: Matrix, depth: int) -> Iterator[Outline]:
        for index in range(count):
            obj = get(holder, index)
            kind = raw.FPDFPageObj_GetType(obj)
            if kind == raw.FPDF_PAGEOBJ_PATH:
                outline = _outline(obj, outer.after(_matrix(obj)), height)
                if outline:
                    yield outline
            elif kind == raw.FPDF_PAGEOBJ_FORM and depth < DEEPEST:
                inner = outer.after(_matrix(obj))
                yield from walk(raw.FPDFFormObj_CountObjects(obj), raw.FPDFFormObj_GetObject, obj, inner, depth + 1)

    yield from walk(raw.FPDFPage_CountObjects(page), raw.FPDFPage_GetObject, page, IDENTITY, 0)


def _pictures(page: Any, height: float, seen: Any) -> Iterator[Picture]:
    """Yield the pictures of a page as they are seen on it."""
    from pypdfium2 import raw

    paper = Rect(0, 0, seen.width * 25.4 / DPI, seen.height * 25.4 / DPI)
    for obj in page.get_objects(filter=[raw.FPDF_PAGEOBJ_IMAGE], max_depth=DEEPEST):
        left, bottom, right, top = obj.get_bounds()
        box = _box(left, bottom, right, top, height)
        if box.width <= 0 or box.height <= 0 or not box.meets(paper):
            continue
        yield Picture(box, small_copy(seen, box, 25.4 / DPI))


def _box(left: float, bottom: float, right: float, top: float, height: float) -> Rect:
    """Return a box on the page in mm from the top left; PDF files count points from the foot of a page `height` points high."""
    return Rect(left * POINT, (height - top) * POINT, (right - left) * POINT, (top - bottom) * POINT)


def small_copy(image: Any, box: Rect, dot: float) -> bytes:
    """Return the greys of a part of an image (a pillow image whose pixels are `dot` mm) in THUMB x THUMB points."""
    edges = (box.x / dot, box.y / dot, box.right / dot, box.bottom / dot)
    inside = (max(0.0, edges[0]), max(0.0, edges[1]), min(float(image.width), edges[2]), min(float(image.height), edges[3]))
    return bytes(image.convert("L").resize((THUMB, THUMB), BOX_FILTER, box=inside).tobytes())


def _outline(obj: Any, matrix: Matrix, height: float) -> Outline | None:
    from pypdfium2 import raw

    a, b, c, d, e, f = matrix
    x, y = ctypes.c_float(), ctypes.c_float()
    parts: list[list[Point]] = []
    curved = False
    count = raw.FPDFPath_CountSegments(obj)
    if count > LONGEST_PATH:
        return None
    for index in range(count):
        segment = raw.FPDFPath_GetPathSegment(obj, index)
        raw.FPDFPathSegment_GetPoint(segment, x, y)
        kind = raw.FPDFPathSegment_GetType(segment)
        curved = curved or kind == raw.FPDF_SEGMENT_BEZIERTO
        point = Point((a * x.value + c * y.value + e) * POINT, (height - (b * x.value + d * y.value + f)) * POINT)
        if kind == raw.FPDF_SEGMENT_MOVETO or not parts:
            parts.append([point])
        else:
            parts[-1].append(point)
    if not parts:
        return None
    box = around(point for part in parts for point in part)
    mode, stroke = ctypes.c_int(), ctypes.c_int()
    raw.FPDFPath_GetDrawMode(obj, mode, stroke)
    return Outline(tuple(tuple(part) for part in parts), curved, box, mode.value != 0)
