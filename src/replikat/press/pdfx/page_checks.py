"""Preflight of a page's frame: its boxes, fonts and annotations."""

from typing import NamedTuple

import pikepdf
from pikepdf import Name

from replikat.geometry.units import MM

NEAR = 0.02  # points that boxes may be off by
LEGAL_NOTES = (Name.TrapNet, Name.PrinterMark)


class Said(NamedTuple):
    """What is found on a page or in a file, and its cure."""

    found: str
    cure: str


Box = tuple[float, float, float, float]


def page_says(page: pikepdf.Page, bleed: float) -> list[Said]:
    """Return what is wrong with the frame of a page; `bleed` mm are wanted about its trim."""
    said = _boxes_say(page, bleed)
    notes = [note for note in page.obj.get("/Annots", pikepdf.Array()) if note.get("/Subtype") not in LEGAL_NOTES]
    if notes:
        kind = str(notes[0].get("/Subtype", "/?"))[1:]
        said.append(Said(f"carries notes or links ({kind})", "remove them, or print it to a new PDF"))
    if "/AA" in page.obj:
        said.append(Said("runs actions", "remove them"))
    return said


def _box(page: pikepdf.Page, key: str) -> Box | None:
    """Return a box as left, low, right, high; inherited ones count for the media box alone."""
    found = page.mediabox if key == "/MediaBox" else page.obj.get(key)
    if found is None:
        return None
    x, y, right, high = (float(number) for number in found)
    return min(x, right), min(y, high), max(x, right), max(y, high)


def _inside(inner: Box, outer: Box) -> bool:
    return all(inner[i] >= outer[i] - NEAR for i in (0, 1)) and all(inner[i] <= outer[i] + NEAR for i in (2, 3))


def _boxes_say(page: pikepdf.Page, bleed: float) -> list[Said]:
    media, trim, art = (_box(page, key) for key in ("/MediaBox", "/TrimBox", "/ArtBox"))
    bled = _box(page, "/BleedBox")
    assert media
    if trim and art:
        return [Said("has a trim box and an art box", "keep the trim box alone")]
    cut = trim or art
    if cut is None:
        return [Said("has no trim box", "export it with the trim of the card as TrimBox")]
    said = []
    if not _inside(cut, bled or media):
        said.append(Said(f"its trim box reaches out of its {'bleed' if bled else 'media'} box", "export the boxes anew"))
    if bled and not _inside(bled, media):
        said.append(Said("its bleed box reaches out of its media box", "export the boxes anew"))
    reach = bled or cut
    short = min(cut[0] - reach[0], cut[1] - reach[1], reach[2] - cut[2], reach[3] - cut[3]) / MM
    if short < bleed - 0.01:
        said.append(Said(f"has {max(short, 0):.1f} mm of bleed", f"let grounds and pictures run {bleed:g} mm over the trim"))
    return said
