"""Preflight of a page's frame: its boxes, fonts and annotations."""

import pikepdf

from replikat.geometry.units import MM
from replikat.press.pdfx.objects import Remarks, Said

NEAR = 0.02  # points that boxes may be off by
LEGAL_NOTES = ("/TrapNet", "/PrinterMark")

Box = tuple[float, float, float, float]


def page_says(page: pikepdf.Page, bleed: float) -> list[Said]:
    """Return what is wrong with the frame of a page; `bleed` mm are wanted about its trim."""
    remarks = Remarks()
    _check_boxes(page, bleed, remarks)
    notes = [remarks.as_dictionary(note, "a note in /Annots") for note in remarks.items(page.obj, "/Annots")]
    kinds = [remarks.name(note, "/Subtype") for note in notes]
    if illegal := [kind for kind in kinds if kind not in LEGAL_NOTES]:
        remarks.say(f"carries notes or links ({illegal[0][1:] or '?'})", "remove them, or print it to a new PDF")
    if remarks.has(page.obj, "/AA"):
        remarks.say("runs actions", "remove them")
    return list(remarks.said)


def _media_box(page: pikepdf.Page, remarks: Remarks) -> Box | None:
    """Return the media box, which alone of the boxes here may be inherited (ISO 32000-1, table 30)."""
    with remarks.reading("/MediaBox"):
        values = page.mediabox
        if values is None:
            remarks.damage("the page has no /MediaBox")
            return None
        return _upright(remarks.as_numbers(list(values), 4, "/MediaBox"))
    return None


def _upright(numbers: tuple[float, ...] | None) -> Box | None:
    """Return a box as left, low, right, high, whichever corners it names."""
    if numbers is None:
        return None
    x, y, right, high = numbers
    return min(x, right), min(y, high), max(x, right), max(y, high)


def _inside(inner: Box, outer: Box) -> bool:
    return all(inner[i] >= outer[i] - NEAR for i in (0, 1)) and all(inner[i] <= outer[i] + NEAR for i in (2, 3))


def _check_boxes(page: pikepdf.Page, bleed: float, remarks: Remarks) -> None:
    media = _media_box(page, remarks)
    trim, art, bled = (_upright(remarks.numbers(page.obj, key, 4)) for key in ("/TrimBox", "/ArtBox", "/BleedBox"))
    if trim and art:
        remarks.say("has a trim box and an art box", "keep the trim box alone")
        return
    cut = trim or art
    if cut is None:
        if not remarks.has(page.obj, "/TrimBox") and not remarks.has(page.obj, "/ArtBox"):
            remarks.say("has no trim box", "export it with the trim of the card as TrimBox")
        return
    outer = bled or media
    if outer and not _inside(cut, outer):
        remarks.say(f"its trim box reaches out of its {'bleed' if bled else 'media'} box", "export the boxes anew")
    if bled and media and not _inside(bled, media):
        remarks.say("its bleed box reaches out of its media box", "export the boxes anew")
    reach = bled or cut
    short = min(cut[0] - reach[0], cut[1] - reach[1], reach[2] - cut[2], reach[3] - cut[3]) / MM
    if short < bleed - 0.01:
        remarks.say(f"has {max(short, 0):.1f} mm of bleed", f"let grounds and pictures run {bleed:g} mm over the trim")
