"""The pictures of printing.md: sheets held against the light, right and wrong, and the other ways to the card."""

from collections.abc import Callable
from dataclasses import replace

from PIL import Image, ImageChops, ImageOps

from replikat.cards.printing import cards_pdf
from replikat.data.library import Library
from replikat.deck.deck import Deck
from replikat.geometry.paper import Paper
from replikat.geometry.plane import Point
from replikat.papers.loaders import load_theme
from replikat.press.printers.correction import calibration
from replikat.press.printers.readings import scale_off
from replikat.typeset.contact_sheets import faint

A4 = Paper("A4", 210, 297)
STILL = Point(0, 0)
SHIFT = -0.8  # mm, of the back in the picture of a scale

Pages = Callable[[bytes, int], list[Image.Image]]


def against_light(front: Image.Image, back: Image.Image, shift: Point = STILL, size: float = 1.0, upset: bool = False) -> Image.Image:
    """Return both sides as a lamp shows them; the back shifted by pixels, smaller, or turned over the wrong edge."""
    behind = ImageOps.flip(back) if upset else ImageOps.mirror(back)
    paper = Image.new("RGB", front.size, "white")
    small = behind.resize((round(behind.width * size), round(behind.height * size)))
    paper.paste(small, (round((front.width - small.width) / 2 + shift.x), round((front.height - small.height) / 2 + shift.y)))
    return ImageChops.multiply(front, faint(paper))


def trouble(deck: Deck, library: Library, pages: Pages) -> list[Image.Image]:
    """Return a sheet as it should be, shifted, fitted to the page, and turned over the wrong edge."""
    front, back = pages(cards_pdf(deck, deck.spec.print, library, sheets=(4,)).pdf, 36)
    dots = 36 / 25.4
    return [
        against_light(front, back),
        against_light(front, back, Point(3.5 * dots, 2.5 * dots)),
        against_light(front, back, size=0.95),
        against_light(front, back, upset=True),
    ]


def lamp(library: Library, pages: Pages) -> list[Image.Image]:
    """Return a calibration sheet against the light, and one of its scales enlarged."""
    pdf = calibration(A4, "long", "en", load_theme("plain", library)[1], library)
    whole = against_light(*pages(pdf, 40))
    dpi = 300
    front, back = pages(pdf, dpi)
    dots, off = dpi / 25.4, scale_off("left", "x", A4.width, A4.height)
    at = Point((A4.width / 2 + off.x) * dots, (A4.height / 2 + off.y) * dots)
    close = against_light(front, back, Point(SHIFT * dots, 0))
    wide, high = 14 * dots, 9.8 * dots
    return [whole, close.crop((round(at.x - wide), round(at.y - high), round(at.x + wide), round(at.y + high)))]


def ways(deck: Deck, library: Library, pages: Pages, sheet: str, dpi: int) -> Image.Image:
    """Return the first sheet of another way to the card."""
    return pages(cards_pdf(deck, replace(deck.spec.print, sheet=sheet), library, sheets=(1,)).pdf, dpi)[0]
