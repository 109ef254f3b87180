"""Print services: what a card factory wants to be sent, and how it checks it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

from annotated_types import Ge, Le, Predicate

from replikat.bounds import Count, Line, Name
from replikat.errors import Breach, LawFault
from replikat.geometry.paper import CardSize
from replikat.press.sheets.plan import SheetPlan, plan_sheet
from replikat.press.sheets.spec import SheetSpec

INCH = 25.4
SMALLEST = 20.0  # mm a card is wide and high at least
# Of a card: one of 95 x 133 mm with its bleed has 28 million at 1200 dpi, and no press shows more. A picture of so many
# takes 120 MB in memory, and printing it holds three of them at once.
MOST_PIXELS = 30_000_000
MOST_INK = 300  # percent in all that coated paper carries

Unit = Literal["px", "mm", "in"]
PageOrder = Literal["face-back", "back-face"]
Level = Literal["x1a", "x4"]
PdfVersion = tuple[int, int]
# The name of each level and the PDF it is written in: ISO 15930-4 asks for 1.4, ISO 15930-7 for 1.6.
PDFX: dict[Level, tuple[str, PdfVersion]] = {"x1a": ("PDF/X-1a:2003", (1, 4)), "x4": ("PDF/X-4", (1, 6))}


_IN_FILES = set("abcdefghijklmnopqrstuvwxyz0123456789-_.")


def is_file_pattern(text: str) -> bool:
    """a path with {n} for the card's number, of small letters, digits, hyphens and at most one /, such as faces/face-{n}.png"""
    plain = text.replace("{n}", "1", 1)
    parts = plain.split("/")
    named = all(part.strip(".") and set(part) <= _IN_FILES for part in parts)
    return "{n}" in text and len(parts) <= 2 and named and plain.endswith(".png")


@dataclass(frozen=True)
class WholeSize:
    """A picture or page with its bleed, in the service's unit."""

    width: Annotated[float, Ge(0.5), Le(5000)]
    height: Annotated[float, Ge(0.5), Le(5000)]


@dataclass(frozen=True)
class Files:
    """Names of the picture files of a card's two sides."""

    face: Annotated[str, Predicate(is_file_pattern)]
    back: Annotated[str, Predicate(is_file_pattern)]


@dataclass(frozen=True)
class Service:
    """The data file of a print service.

    Sizes, `bleed` and `safe` are in its `unit`; `cards` are the sizes of the whole picture, by the card's name; `safe`
    lies inside the trim. With `files` it takes a picture of a side each, without them one PDF of the level `pdfx` with
    at most `ink` percent in all. `counts` are the pack sizes it sells, rising, any where it is empty; `stock` is how
    thick a card is (mm). `ticks` say by language what to choose on its order page. One without `title` is any print shop.
    """

    unit: Unit
    cards: dict[Name, WholeSize]
    bleed: Annotated[float, Ge(0), Le(500)]
    safe: Annotated[float, Ge(0), Le(500)]
    title: Line | None = None
    order: PageOrder = "face-back"
    files: Files | None = None
    pdfx: Level | None = None
    ink: Annotated[int, Ge(100), Le(400)] = MOST_INK
    dpi: Annotated[int, Ge(150), Le(1200)] = 300
    counts: tuple[Count, ...] = ()
    stock: Annotated[float, Ge(0.05), Le(2)] = 0.3
    ticks: tuple[dict[Name, Line], ...] = ()

    def __post_init__(self) -> None:
        faults: list[Breach] = []
        if not self.cards:
            faults.append((("cards",), "no card; expected the size of at least one"))
        if (self.files is None) == (self.pdfx is None):
            faults.append((("files",), "a service takes either picture files (files) or a PDF (pdfx)"))
        if self.files and self.files.face == self.files.back:
            faults.append((("files", "back"), f"{self.files.back}: the name of the face's file; expected another"))
        if list(self.counts) != sorted(set(self.counts)):
            faults.append((("counts",), "expected rising numbers, each once"))
        for name, size in self.cards.items():
            if self.unit == "px" and not (size.width.is_integer() and size.height.is_integer()):
                faults.append((("cards", name), f"{size.width:g} x {size.height:g} px; expected whole pixels"))
            across, down = self.pixels(name)
            if across * down > MOST_PIXELS:
                whole = f"{size.width:g} x {size.height:g} {self.unit} are {across} x {down} pixels at {self.dpi} dpi"
                meant = "" if self.unit == "px" else "; is the unit px meant?"
                faults.append((("cards", name), f"{whole}; expected at most {MOST_PIXELS // 1_000_000} million{meant}"))
            if min(size.width, size.height) * self.unit_mm - 2 * self.bleed_mm < SMALLEST:
                faults.append((("cards", name), f"without its bleed smaller than {SMALLEST:g} mm; the size is meant with bleed"))
        if faults:
            raise LawFault(faults)

    @property
    def unit_mm(self) -> float:
        """Return how many mm the unit is."""
        return {"mm": 1.0, "in": INCH, "px": INCH / self.dpi}[self.unit]

    @property
    def bleed_mm(self) -> float:
        return self.bleed * self.unit_mm

    @property
    def safe_mm(self) -> float:
        return self.safe * self.unit_mm

    def pixels(self, card: str) -> tuple[int, int]:
        """Return width and height of a whole picture of a card, in pixels."""
        size, scale = self.cards[card], self.unit_mm / INCH * self.dpi
        return round(size.width * scale), round(size.height * scale)

    def pack_size(self, cards: int) -> int | None:
        """Return the smallest pack sold that holds so many cards, the number itself where any is; None where all are too small."""
        return next((count for count in self.counts if count >= cards), None) if self.counts else cards


@dataclass(frozen=True)
class Intent:
    """The printing condition that a file is made for: its name, and the ICC profile of a press in four inks.

    A `registered` name stands in the registry of the ICC and needs no profile in PDF/X-1a.
    """

    condition: str
    profile: bytes
    registered: bool = True


@dataclass(frozen=True)
class PressWish:
    """How a file goes to a press: the level of PDF/X, its condition, percent of ink in all, and a spot ink for the marks."""

    level: Level
    intent: Intent
    ink: int = MOST_INK
    spot: str | None = None

    @property
    def name(self) -> str:
        """Return the full name of the level."""
        return PDFX[self.level][0]


def service_plan(name: str, service: Service, card: str, corner: float) -> SheetPlan:
    """Return one card a page as the service wants it, its trim rounded to a corner of so many mm."""
    whole, unit = service.cards[card], service.unit_mm
    wide, high = (round(side * unit - 2 * service.bleed_mm, 6) for side in (whole.width, whole.height))
    trim = CardSize(card, wide, high, corner)
    return plan_sheet(name, SheetSpec(trim, bleed=service.bleed_mm))


def file_numbers(cards: int) -> Sequence[str]:
    """Return the numbers of so many cards for the names of files, filled with zeros so that any sorting keeps their order."""
    wide = max(3, len(str(cards)))
    return [f"{number:0{wide}}" for number in range(1, cards + 1)]
