"""Pages laid out on sheets: for a booklet stitched through its fold, or for cards to be cut."""

from collections.abc import Sequence
from io import BytesIO
from typing import NamedTuple

import pikepdf

from replikat.geometry.plane import Point
from replikat.geometry.units import MM
from replikat.typeset.pen import number


class Placed(NamedTuple):
    """A page (counted from 0) and where its top left corner lies on its sheet, in mm."""

    page: int
    at: Point


def stitched(pages: int) -> list[tuple[int | None, int | None]]:
    """Return left and right page of every sheet side, outermost sheet first, front before back; None is an empty page.

    Pages count from 0. Folded together and stitched, the sheets read 0, 1, 2, ...; the page count is filled up to fours.
    """
    full = -(-pages // 4) * 4
    sides = []
    for first in range(0, full // 2, 2):
        last = full - 1 - first
        sides += [(last, first), (first + 1, last - 1)]
    return [(left if left < pages else None, right if right < pages else None) for left, right in sides]


def impose(pages: bytes, sheets: bytes, places: Sequence[Sequence[Placed]]) -> bytes:
    """Return `sheets` with pages of another file placed on them: `places[i]` on sheet i, unscaled."""
    with pikepdf.open(BytesIO(sheets)) as made, pikepdf.open(BytesIO(pages)) as source:
        for sheet, placed in zip(made.pages, places, strict=True):
            words, forms = [], pikepdf.Dictionary()
            for page, at in placed:
                name = f"/Page{page + 1}"
                forms[name] = made.copy_foreign(source.pages[page].as_form_xobject())
                left, low = at.x * MM, float(sheet.mediabox[3]) - at.y * MM - float(source.pages[page].mediabox[3])
                words.append(f"q 1 0 0 1 {number(left)} {number(low)} cm {name} Do Q")
            sheet.resources.XObject = forms
            sheet.contents_add(made.make_stream("\n".join(words).encode("ascii")), prepend=True)
        buffer = BytesIO()
        made.save(buffer, deterministic_id=True, object_stream_mode=pikepdf.ObjectStreamMode.preserve)
        return buffer.getvalue()


def pages_of(pdf: bytes, numbers: Sequence[int]) -> bytes:
    """Return a file with these of its pages alone, which count from 1, in their own order."""
    with pikepdf.open(BytesIO(pdf)) as made:
        for place in reversed(range(len(made.pages))):
            if place + 1 not in numbers:
                del made.pages[place]
        for key in ("/Outlines", "/Names", "/Dests"):  # they lead to pages that are gone
            if key in made.Root:
                del made.Root[key]
        made.remove_unreferenced_resources()
        buffer = BytesIO()
        made.save(buffer, deterministic_id=True, object_stream_mode=pikepdf.ObjectStreamMode.preserve)
        return buffer.getvalue()


def page_count(pages: bytes) -> int:
    """Return how many pages a file has."""
    with pikepdf.open(BytesIO(pages)) as source:
        return len(source.pages)
