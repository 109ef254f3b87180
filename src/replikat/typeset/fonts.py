"""The vendored fonts: registered once, measured in mm, and every string checked for missing glyphs."""

import unicodedata
from functools import cache
from pathlib import Path
from typing import Literal

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from replikat.data.library import Library
from replikat.errors import ReplikatError

Face = Literal["digits", "text", "italic", "strong"]

FILES: dict[Face, str] = {
    "digits": "ReplikatB612-Bold",
    "text": "ReplikatFira-Regular",
    "italic": "ReplikatFira-Italic",
    "strong": "ReplikatFira-SemiBold",
}
CAP = {"digits": 0.75, "text": 0.689, "italic": 0.689, "strong": 0.692}  # cap height in parts of the size


def fonts_folder(library: Library) -> Path:
    """Return the folder in which the fonts lie."""
    return library.find("fonts", FILES["text"], ".ttf").parent


@cache
def fonts(folder: Path) -> dict[str, TTFont]:
    """Register the fonts of a folder and return them by the name under which reportlab knows them."""
    found = {name: TTFont(name, str(folder / f"{name}.ttf")) for name in FILES.values()}
    for font in found.values():
        pdfmetrics.registerFont(font)
    pdfmetrics.registerFontFamily(
        FILES["text"], normal=FILES["text"], bold=FILES["strong"], italic=FILES["italic"], boldItalic=FILES["italic"]
    )
    return found


def composed(text: str) -> str:
    """Return a text with every letter and its accents as one sign (Unicode NFC), as the fonts hold them."""
    return unicodedata.normalize("NFC", text)


@cache
def width(text: str, face: Face) -> float:
    """Return how wide a string is, in parts of the font size; an error names the characters without a glyph."""
    text = composed(text)
    check_glyphs(text, FILES[face])
    return float(pdfmetrics.stringWidth(text, FILES[face], 1))


@cache
def check_glyphs(text: str, name: str) -> None:
    """Raise ReplikatError for characters that the font lacks: reportlab would leave them out without a word."""
    font = pdfmetrics.getFont(name)
    assert isinstance(font, TTFont)
    known = font.face.charToGlyph
    missing = sorted({sign for sign in text if ord(sign) not in known and sign not in "\n\t"})
    if missing:
        signs = ", ".join(f"{sign!r} (U+{ord(sign):04X})" for sign in missing)
        raise ReplikatError(f"the font {name} has no glyph for {signs}, needed in {text[:60]!r}; use other characters")
