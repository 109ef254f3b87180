"""PDF files: the same drawing gives the same bytes."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Literal

from reportlab import rl_config
from reportlab.pdfgen.canvas import Canvas

from replikat import __version__
from replikat.geometry.plane import Rect
from replikat.geometry.units import MM
from replikat.typeset.figures.palette import Inks, Palette
from replikat.typeset.fonts import FILES, fonts
from replikat.typeset.pen import Pen

os.environ.pop("SOURCE_DATE_EPOCH", None)  # reportlab would write it into every file, as the date
rl_config.useA85 = 0  # reportlab reads this one from its global settings only; plain streams are a seventh smaller

Duplex = Literal["simplex", "long", "short"]
_DUPLEX = {"simplex": "Simplex", "long": "DuplexFlipLongEdge", "short": "DuplexFlipShortEdge"}


class PdfFile:
    """A PDF being drawn, page by page."""

    def __init__(self, title: str, lang: str, palette: Palette, folder: Path, inks: Inks = "rgb", duplex: Duplex = "simplex") -> None:
        fonts(folder)
        self.palette = palette
        self.inks: Inks = inks
        self._buffer = BytesIO()
        self.canvas = Canvas(
            self._buffer,
            pageCompression=1,
            invariant=1,
            initialFontName=FILES["text"],  # type: ignore[arg-type]  # the stubs call it a number
            enforceColorSpace="sep_cmyk" if inks == "cmyk" else None,
            lang=lang,
        )
        set_preferences(self.canvas, title, duplex)

    @contextmanager
    def page(self, width: float, height: float, trim: Rect | None = None, turned: bool = False) -> Iterator[Pen]:
        """Draw one page of this size in mm; `turned` turns all of it by 180 degrees.

        `trim` sets TrimBox; the bleed box is then the whole page.
        """
        self.canvas.setPageSize((width * MM, height * MM))
        if trim:
            box = (trim.x * MM, (height - trim.bottom) * MM, trim.right * MM, (height - trim.y) * MM)
            self.canvas.setTrimBox(box)
            self.canvas.setBleedBox((0, 0, width * MM, height * MM))
        if turned:
            self.canvas.translate(width * MM, height * MM)
            self.canvas.rotate(180)
        yield Pen(self.canvas, self.palette, self.inks, height)
        self.canvas.showPage()

    def finish(self) -> bytes:
        """Return the finished file."""
        self.canvas.save()
        return self._buffer.getvalue()


def set_preferences(canvas: Canvas, title: str, duplex: Duplex) -> None:
    """Write the title, and ask viewers to print at 100 % and to turn the paper over the right edge."""
    canvas.setTitle(title)
    canvas.setCreator(f"replikat {__version__}")
    canvas.setAuthor("")
    canvas.setSubject("")
    canvas.setViewerPreference("PrintScaling", "None")
    canvas.setViewerPreference("Duplex", _DUPLEX[duplex])
