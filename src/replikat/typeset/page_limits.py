"""How much a PDF may ask for before any of it is drawn: pages, pixels, and what forms within forms add up to.

A kilobyte of forms that draw forms unfolds into gigabytes, so everything here is counted in the file's own objects.
"""

import warnings
import zlib
from collections.abc import Mapping
from contextlib import suppress
from io import BytesIO
from typing import NamedTuple

import pikepdf
from pikepdf import Array, Dictionary, Name

from replikat.errors import Fault, ReplikatError
from replikat.typeset.raster import MOST_PIXELS

MOST_PAGES = 2_500  # the largest pack has 1,000 cards of two sides each
MOST_CONTENT = 20_000_000  # bytes of drawing on a page, each form as often as it is drawn; a sheet of ours has 0.1 million
MOST_FORMS = 50_000  # drawn on a page; a sheet of ours draws some hundreds
DEEPEST = 12  # forms within forms
SIMPLER, MADE_ANEW = "make a simpler file", "make the file anew"

# What pikepdf raises on objects that are not what they ought to be, out of its own code and qpdf's.
PDF_ERRORS = (
    pikepdf.PdfError,
    ArithmeticError,
    AttributeError,
    LookupError,
    NotImplementedError,
    RuntimeError,
    TypeError,
    ValueError,
)


class Load(NamedTuple):
    """What a drawing takes: bytes of content, and forms drawn, with all that is in them."""

    content: int
    forms: int


class TooMuch(Exception):
    """A page that asks for more than is drawn here; the text says of what."""


class PageLoads:
    """Counts what the pages of one file take to draw; every form is looked at once."""

    def __init__(self) -> None:
        self._loads: dict[tuple[int, int], Load] = {}

    def check(self, page: pikepdf.Page) -> None:
        """Raise TooMuch for a page that takes more than MOST_CONTENT, MOST_FORMS or MOST_PIXELS; PDF_ERRORS where it is damaged."""
        contents = page.obj.get("/Contents")
        streams = list(contents) if isinstance(contents, Array) else [contents]
        resources = page.obj.get("/Resources", getattr(page, "resources", None))
        total = Load(0, 0)
        for stream in streams:
            if isinstance(stream, pikepdf.Stream):
                total = _sum(total, self._load(stream, resources, 0))

    def _load(self, stream: pikepdf.Object, resources: object, depth: int) -> Load:
        if depth > DEEPEST:
            raise TooMuch(f"forms within forms, more than {DEEPEST} deep")
        size, calls = _content(stream)
        load = Load(size, calls)
        forms = _named(resources, "/XObject")
        if not calls or not forms:
            return load
        for step in pikepdf.parse_content_stream(stream, "Do"):
            placed = forms.get(_word(step.operands[0])) if len(step.operands) else None
            if placed is not None:
                load = _sum(load, self._placed(placed, resources, depth))
        return load

    def _placed(self, placed: pikepdf.Object, resources: object, depth: int) -> Load:
        """Return what a form or picture takes where it is put."""
        known = self._loads.get(placed.objgen)
        if known is None:
            self._loads[placed.objgen] = Load(0, 0)  # a form that draws itself ends here, as in every viewer
            known = Load(0, 0)
            if placed.get("/Subtype") == Name.Image:
                _check_pixels(placed)
            else:
                known = self._load(placed, placed.get("/Resources", resources), depth + 1)
            self._loads[placed.objgen] = known
        return known


def _sum(first: Load, second: Load) -> Load:
    total = Load(first.content + second.content, first.forms + second.forms)
    if total.content > MOST_CONTENT:
        raise TooMuch(f"more than {MOST_CONTENT // 1_000_000} MB of drawing, with what its forms repeat")
    if total.forms > MOST_FORMS:
        raise TooMuch(f"more than {MOST_FORMS} forms, with those within forms")
    return total


def _word(name: object) -> str:
    try:
        return str(name)
    except UnicodeDecodeError:
        return ""


def _named(resources: object, kind: str) -> Mapping[str, pikepdf.Object]:
    """Return the streams that resources name, those of one kind."""
    entries = resources.get(kind) if isinstance(resources, Dictionary) else None
    if not isinstance(entries, Dictionary):
        return {}
    return {key: entry for key, entry in entries.items() if isinstance(entry, pikepdf.Stream)}


def _check_pixels(image: pikepdf.Object) -> None:
    width, height = image.get("/Width"), image.get("/Height")
    if isinstance(width, int) and isinstance(height, int) and width * height > MOST_PIXELS:
        raise TooMuch(f"a picture of {width} x {height} pixels")


def _content(stream: pikepdf.Object) -> tuple[int, int]:
    """Return the unpacked size of a stream, and how many forms it draws at most; TooMuch where either is beyond bounds."""
    data = b""
    if stream.get("/Filter") == Name.FlateDecode and "/DecodeParms" not in stream:
        with suppress(zlib.error):  # qpdf mends what zlib cannot read
            data = zlib.decompressobj().decompress(stream.read_raw_bytes(), MOST_CONTENT + 1)
    data = data or stream.read_bytes()
    load = _sum(Load(0, 0), Load(len(data), data.count(b"Do")))
    return load.content, load.forms


def check_limits(pdf: bytes, file: str = "") -> None:
    """Raise ReplikatError for a PDF with more pages than MOST_PAGES, or with a page that takes more to draw than we give.

    Args:
        pdf: what is in the file; one that pikepdf cannot open is passed over, for whoever draws it to tell.
        file: how faults call it.
    """
    try:
        opened = pikepdf.open(BytesIO(pdf))
    except (*PDF_ERRORS, OSError):
        return
    with opened:
        try:
            pages = list(opened.pages)
        except PDF_ERRORS:
            return
        if len(pages) > MOST_PAGES:
            raise ReplikatError(Fault(f"{len(pages)} pages", f"expected at most {MOST_PAGES}", file))
        loads = PageLoads()
        for number, page in enumerate(pages, 1):
            try:
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")  # of content that breaks off, which is drawn as far as it goes
                    loads.check(page)
            except TooMuch as reason:
                raise ReplikatError(Fault(f"draws {reason}", SIMPLER, file, field=f"page {number}")) from None
            except PDF_ERRORS:
                raise ReplikatError(Fault("is damaged", MADE_ANEW, file, field=f"page {number}")) from None
