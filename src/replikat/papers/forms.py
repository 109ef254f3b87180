"""Forms to be written in, as values: their columns and rows, with what is known printed in them."""

from dataclasses import dataclass
from typing import Literal

from replikat.typeset.pen import Align

LEAST = 14.0  # mm that a column to write in is wide
GAP = 1.5  # mm of white behind a column


CellKind = Literal["text", "number", "open", "closed", "band", "line"]


@dataclass(frozen=True)
class Cell:
    """A cell: a printed text, a printed number, "open" to be written in, or "closed".

    In a closed cell nothing is to be written. The `hint` of an open one stands in its corner and
    leaves room to write; `counts` are sums worked out in it. `second` stands below the text or the hint, on lines of its own.
    A "band" is the only cell of its row and heads a block, a "line" is the only one and stands across all columns.
    """

    kind: CellKind = "open"
    text: str = ""
    hint: str = ""
    second: str = ""
    counts: tuple[tuple[float, int, int], ...] = ()  # coefficient, row and column of the same form

    @property
    def written(self) -> bool:
        """Return whether somebody writes in it."""
        return self.kind == "open"


EMPTY = Cell()
NOTHING = Cell("closed")


def text_cell(text: str, second: str = "") -> Cell:
    """Return a cell in which a text is printed, such as a name, even the name 7, and what stands below it."""
    return Cell("text", text, second=second)


def number_cell(number: int) -> Cell:
    """Return a cell in which a number is printed: of a square, a round, a table, a seat."""
    return Cell("number", str(number))


@dataclass(frozen=True)
class Column:
    """A column: what stands over it, over several of one group, how wide it is at least, and its share of what is left.

    `second` stands below the group, on lines of its own.
    """

    caption: str
    share: float = 1.0
    group: str = ""
    least: float = LEAST
    gap: float = GAP
    summed: bool = False
    align: Align = "middle"
    second: str = ""


@dataclass(frozen=True)
class Help:
    """What helps to score, for the margin: lines of a label and a value under a heading."""

    title: str
    lines: tuple[tuple[str, str], ...]

    @property
    def told(self) -> str:
        """Return it as a line of text, where there is no margin."""
        return f"{self.title}: {'; '.join(f'{label} {value}'.strip() for label, value in self.lines)}."


@dataclass(frozen=True)
class Form:
    """A table to be filled in; `ends` are rows that close a block, `sums` the rows that the sums count (None: all).

    A block is kept on one page. `slip` gives the form a low head, since several stand on a page; a `poster` is as large as its
    page allows, and large enough for a wall on more pages than one.
    """

    title: str
    subtitle: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    fields: tuple[tuple[str, str], ...] = ()
    total: str = ""
    notes: tuple[str, ...] = ()
    help: Help | None = None
    ends: frozenset[int] = frozenset()
    sums: frozenset[int] | None = None
    slip: bool = False
    poster: bool = False


def fits(form: Form, measure: float) -> bool:
    """Return whether all columns are wide enough to write in."""
    return sum(column.least + column.gap for column in form.columns) - form.columns[-1].gap <= measure
