"""The data file of a sheet format: paper, card size, grid, gaps, and which way the paper is turned."""

from dataclasses import dataclass
from typing import Literal

from replikat.bounds import Count, Gap, Millimetres
from replikat.errors import LawFault
from replikat.geometry.paper import INKLESS, CardSize, Flip, Paper

NAME_ROOM = 5.0  # mm under a sticker or insert in which its card is named

Use = Literal["cards", "stickers", "inserts", "gutterfold"]


@dataclass(frozen=True)
class Grid:
    """How many cards lie side by side, and above each other."""

    columns: Count
    rows: Count


@dataclass(frozen=True)
class Stock:
    """Where the cells of bought stock lie on the upright sheet: the first one's corner, and from one to the next.

    `lying` cells are wider than high, and a card lies on its side in them.
    """

    x: Gap
    y: Gap
    across: Millimetres
    down: Millimetres
    lying: bool = False


@dataclass(frozen=True)
class SheetSpec:
    """The data file of a sheet format.

    Without `paper` there is one card a page, trimmed from its bleed. Without `grid` the best fit is chosen that
    leaves room for crop marks. `gap` separates cards, `bleed` is ink beyond the trim. `use` says what becomes of it:
    cards printed on both sides; backs alone, to be stuck on bought cards or put behind them in sleeves; or faces above
    their backs on one side, to be folded (rows are then those above the fold). `stock` is perforated or stuck on a carrier.
    """

    card: CardSize
    paper: Paper | None = None
    grid: Grid | None = None
    gap: Gap = 0.0
    bleed: Gap = 0.0
    flip: Flip = "long"
    use: Use = "cards"
    stock: Stock | None = None

    def __post_init__(self) -> None:
        if self.paper is None and self.grid is not None:
            raise LawFault([(("grid",), "a grid needs a paper to lie on")])
        if self.stock is not None and (self.paper is None or self.grid is None):
            raise LawFault([(("stock",), "stock needs its paper and its grid")])
        if self.use == "gutterfold" and (self.grid is None or self.stock is not None):
            raise LawFault([(("use",), "a gutterfold needs a grid, the cards above its fold, and no stock")])
        if self.use != "cards" and self.paper is None:
            raise LawFault([(("use",), f"{self.use} need a paper to lie on")])
        if self.use == "inserts" and self.gap < NAME_ROOM:
            raise LawFault([(("gap",), f"{self.gap:g} mm; expected at least {NAME_ROOM:g} mm, for the name of the card under its insert")])
        if self.bleed > 2 * self.gap and self.paper is not None and self.bleed > INKLESS:
            raise LawFault([(("bleed",), f"{self.bleed:g} mm; expected at most {INKLESS:g} mm on a sheet")])
