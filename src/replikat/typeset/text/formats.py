"""What booklets are set on: pages, margins and type sizes of every format, and the paper on which pages are imposed."""

from dataclasses import dataclass, replace
from math import floor
from typing import Literal

from replikat.geometry.paper import Paper
from replikat.geometry.units import POINT

LARGE = 1.5  # large print, in parts of the usual size


@dataclass(frozen=True)
class PageShape:
    """A page and its margins in mm; `facing` pages change the inner margin from side to side."""

    width: float
    height: float
    inner: float
    outer: float
    top: float
    bottom: float
    facing: bool = False

    @property
    def measure(self) -> float:
        """Return the width of the text."""
        return self.width - self.inner - self.outer

    @property
    def depth(self) -> float:
        """Return the height of the text."""
        return self.height - self.top - self.bottom

    def left(self, page: int) -> float:
        """Return where the text of a page begins; odd pages are rectos."""
        return self.outer if self.facing and page % 2 == 0 else self.inner


@dataclass(frozen=True)
class Scale:
    """Type sizes and leadings in points; every other distance of running text is a multiple of the body's leading."""

    body: tuple[float, float]
    h1: tuple[float, float]
    h2: tuple[float, float]
    h3: tuple[float, float]
    small: tuple[float, float]
    cell: tuple[float, float]

    @property
    def grid(self) -> float:
        """Return the distance of two baselines."""
        return self.body[1]

    def times(self, factor: float) -> "Scale":
        """Return all sizes larger or smaller by a factor."""
        sizes = (self.body, self.h1, self.h2, self.h3, self.small, self.cell)
        return Scale(*((size * factor, leading * factor) for size, leading in sizes))


BOOK = Scale(body=(9.2, 12.6), h1=(20, 24), h2=(13, 16), h3=(9.5, 12.6), small=(7.5, 10), cell=(8.4, 11))
POCKET = Scale(body=(8, 10.8), h1=(16, 19), h2=(11, 13.5), h3=(8.3, 10.8), small=(7, 9), cell=(7.5, 9.6))
BOX = Scale(body=(8, 10.8), h1=(13, 16), h2=(9.5, 12), h3=(8.3, 10.8), small=(6.8, 8.6), cell=(7.5, 9.6))
DESK = Scale(body=(11, 15), h1=(24, 29), h2=(15.5, 19), h3=(11.4, 15), small=(9, 12), cell=(10, 13.2))
SHEET = Scale(body=(9.6, 13.5), h1=(20, 24), h2=(12, 15), h3=(9.6, 13.5), small=(8, 10.5), cell=(9, 12))


@dataclass(frozen=True)
class Format:
    """A booklet's page and type, and how its pages come onto paper: one by one, stitched through the fold, or to be cut.

    `shape.bottom` is at least what it says: the text is a whole number of lines deep.
    """

    shape: PageShape
    scale: Scale
    imposed: Literal["no", "stitched", "cut"] = "no"
    paper: Paper | None = None

    def enlarged(self) -> "Format":
        """Return the format in large print: the same page, larger letters."""
        return fitted(replace(self, scale=self.scale.times(LARGE)))


def fitted(wanted: Format) -> Format:
    """Return a format whose text is a whole number of lines deep; what is left over goes to the foot."""
    shape, line = wanted.shape, wanted.scale.grid * POINT
    lines = floor(shape.depth / line + 1e-6)
    return replace(wanted, shape=replace(shape, bottom=shape.height - shape.top - lines * line))


A4, LETTER = Paper("A4", 210, 297), Paper("Letter", 215.9, 279.4)
_A5 = PageShape(148, 210, inner=17, outer=13, top=15, bottom=17.2, facing=True)
_HALF = PageShape(139.7, 215.9, inner=16, outer=12, top=15, bottom=17.2, facing=True)

FORMATS = {
    "a5": fitted(Format(_A5, BOOK)),
    "a5-booklet": fitted(Format(_A5, BOOK, "stitched", A4)),
    "a6": fitted(Format(PageShape(105, 148, inner=12, outer=10, top=12, bottom=13, facing=True), POCKET)),
    "letter-half": fitted(Format(_HALF, BOOK)),
    "letter-half-booklet": fitted(Format(_HALF, BOOK, "stitched", LETTER)),
    "a4": fitted(Format(PageShape(210, 297, inner=36, outer=30, top=24, bottom=28, facing=True), DESK)),
}
DEFAULT_FORMAT = "a5"
CARD_PAGE = "a6"  # the format by which cards are asked for one by one

CARD_FORMATS = {  # four cards on a sheet of this paper
    "A4": fitted(Format(PageShape(105, 148.5, 9, 9, 9, 12), BOX, "cut", A4)),
    "Letter": fitted(Format(PageShape(107.95, 139.7, 9, 9, 9, 12), BOX, "cut", LETTER)),
}
