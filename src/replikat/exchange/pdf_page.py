"""What is drawn on the pages of a PDF: words and outlines with their places, in mm from the top left."""

import ctypes
from collections.abc import Iterator
from dataclasses import dataclass
from math import pi
from pathlib import Path
from typing import Any

from replikat.errors import Fault, ReplikatError
from replikat.model.geometry import Point, Rect

MM = 25.4 / 72
DEEPEST = 8  # forms within forms


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
class Page:
    """All that is drawn on one page; width and height in mm; `turned` where it was turned to be read upright."""

    number: int
    width: float
    height: float
    words: tuple[Word, ...]
    outlines: tuple[Outline, ...]
    turned: bool = False


def read_pages(path: Path) -> list[Page]:
    """Return what is drawn on every page of a PDF, text and paths alone: no metadata, no attachments."""
    import pypdfium2

    try:
        document = pypdfium2.PdfDocument(path)
    except FileNotFoundError:
        raise ReplikatError(Fault("does not exist", "expected a PDF", str(path))) from None
    except pypdfium2.PdfiumError as error:
        raise ReplikatError(Fault(f"cannot be read as a PDF ({error})", file=str(path))) from None
    try:
        return [_read_page(document[number], number + 1) for number in range(len(document))]
    finally:
        document.close()


def _read_page(page: Any, number: int) -> Page:
    width, height = page.get_size()
    words = tuple(_words(page, height))
    outlines = tuple(_outlines(page, height))
    return Page(number, width * MM, height * MM, words, outlines)


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
        box = Rect(left.value * MM, (height - top.value) * MM, (right.value - left.value) * MM, (top.value - bottom.value) * MM)
        loose = raw.FS_RECTF()
        raw.FPDFText_GetLooseCharBox(text, index, loose)
        span = Rect(loose.left * MM, (height - loose.top) * MM, (loose.right - loose.left) * MM, (loose.top - loose.bottom) * MM)
        quarters = round(raw.FPDFText_GetCharAngle(text, index) / (pi / 2)) % 4
        yield _Sign(chr(code), box, span, raw.FPDFText_GetFontSize(text, index) * MM, quarters)
    text.close()


def _words(page: Any, height: float) -> Iterator[Word]:
    """Yield runs of characters that follow each other on one line without a space."""
    run: list[_Sign] = []
    for sign in _signs(page, height):
        if run and (sign is None or not _follows(run[-1], sign)):
            yield _word(run)
            run = []
        if sign:
            run.append(sign)
    if run:
        yield _word(run)


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


Matrix = tuple[float, float, float, float, float, float]


def _times(inner: Matrix, outer: Matrix) -> Matrix:
    a, b, c, d, e, f = inner
    p, q, r, s, t, u = outer
    return (a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s, e * p + f * r + t, e * q + f * s + u)


def _matrix(obj: Any) -> Matrix:
    from pypdfium2 import raw

    found = raw.FS_MATRIX()
    raw.FPDFPageObj_GetMatrix(obj, found)
    return (found.a, found.b, found.c, found.d, found.e, found.f)


def _outlines(page: Any, height: float) -> Iterator[Outline]:
    from pypdfium2 import raw

    def walk(count: int, get: Any, holder: Any, outer: Matrix, depth: int) -> Iterator[Outline]:
        for index in range(count):
            obj = get(holder, index)
            kind = raw.FPDFPageObj_GetType(obj)
            if kind == raw.FPDF_PAGEOBJ_PATH:
                outline = _outline(obj, _times(_matrix(obj), outer), height)
                if outline:
                    yield outline
            elif kind == raw.FPDF_PAGEOBJ_FORM and depth < DEEPEST:
                inner = _times(_matrix(obj), outer)
                yield from walk(raw.FPDFFormObj_CountObjects(obj), raw.FPDFFormObj_GetObject, obj, inner, depth + 1)

    yield from walk(raw.FPDFPage_CountObjects(page), raw.FPDFPage_GetObject, page, (1, 0, 0, 1, 0, 0), 0)


def _outline(obj: Any, matrix: Matrix, height: float) -> Outline | None:
    from pypdfium2 import raw

    a, b, c, d, e, f = matrix
    x, y = ctypes.c_float(), ctypes.c_float()
    parts: list[list[Point]] = []
    curved = False
    for index in range(raw.FPDFPath_CountSegments(obj)):
        segment = raw.FPDFPath_GetPathSegment(obj, index)
        raw.FPDFPathSegment_GetPoint(segment, x, y)
        kind = raw.FPDFPathSegment_GetType(segment)
        curved = curved or kind == raw.FPDF_SEGMENT_BEZIERTO
        point = Point((a * x.value + c * y.value + e) * MM, (height - (b * x.value + d * y.value + f)) * MM)
        if kind == raw.FPDF_SEGMENT_MOVETO or not parts:
            parts.append([point])
        else:
            parts[-1].append(point)
    if not parts:
        return None
    everything = [point for part in parts for point in part]
    left, top = min(point.x for point in everything), min(point.y for point in everything)
    box = Rect(left, top, max(point.x for point in everything) - left, max(point.y for point in everything) - top)
    mode, stroke = ctypes.c_int(), ctypes.c_int()
    raw.FPDFPath_GetDrawMode(obj, mode, stroke)
    return Outline(tuple(tuple(part) for part in parts), curved, box, mode.value != 0)
