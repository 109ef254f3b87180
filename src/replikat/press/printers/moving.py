"""Finished pages moved for a printer: one map for everything on a page, on upright paper."""

from collections.abc import Sequence
from io import BytesIO

import pikepdf

from replikat.geometry.paper import Flip
from replikat.geometry.plane import IDENTITY, Matrix
from replikat.geometry.units import MM
from replikat.press.printers.profile import Correction


def upright_map(width: float, height: float) -> Matrix:
    """Return the map that stands a landscape page up, its upper edge to the left; upright pages stay."""
    return Matrix(0, -1, 1, 0, 0, width) if width > height else IDENTITY


def moved(pdf: bytes, corrections: Sequence[Correction]) -> bytes:
    """Return a file with all its pages upright, each corrected by its own correction."""
    with pikepdf.open(BytesIO(pdf)) as made:
        for page, correction in zip(made.pages, corrections, strict=True):
            width, height = (float(side) / MM for side in page.mediabox[2:])
            stand = upright_map(width, height)
            wide, high = min(width, height), max(width, height)
            first = _operands(stand, height, high)
            second = _operands(correction.matrix(wide, high), high, high)
            page.contents_add(made.make_stream(f"q {second} cm {first} cm\n".encode("ascii")), prepend=True)
            page.contents_add(made.make_stream(b"\nQ"))
            for key in ("/CropBox", "/TrimBox", "/BleedBox", "/ArtBox"):
                if key in page:
                    del page[key]
            page.mediabox = pikepdf.Array([0, 0, round(wide * MM, 4), round(high * MM, 4)])
        buffer = BytesIO()
        made.save(buffer, deterministic_id=True, object_stream_mode=pikepdf.ObjectStreamMode.preserve)
        return buffer.getvalue()


def _operands(map_: Matrix, before: float, after: float) -> str:
    """Return a map as PDF writes it: in points, with y upwards, from a page so high to one so high."""
    a, b, c, d, e, f = map_
    numbers = (a, -b, -c, d, (c * before + e) * MM, (after - d * before - f) * MM)
    return " ".join(f"{number:.6f}".rstrip("0").rstrip(".") for number in numbers)


def turned_over(pdf: bytes) -> Flip | None:
    """Return over which edge a file asks the paper to be turned, or None where it is printed on one side."""
    with pikepdf.open(BytesIO(pdf)) as made:
        wish = str(made.Root.get("/ViewerPreferences", pikepdf.Dictionary()).get("/Duplex", ""))
    return "long" if wish == "/DuplexFlipLongEdge" else "short" if wish == "/DuplexFlipShortEdge" else None
