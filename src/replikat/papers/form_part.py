"""The rows of a form that stand on one page, drawn: head, captions, cells, sums, notes, and fields where somebody writes."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, partial
from hashlib import sha256

from replikat.deck.catalogue import Catalogue
from replikat.geometry.plane import Line, Point, Rect
from replikat.geometry.units import POINT
from replikat.papers.form_paper import NARROW, Sheets
from replikat.papers.forms import Cell, Column, Form, fits
from replikat.papers.help_margin import HELP_GAP, HELP_WIDE, draw_help, help_high
from replikat.papers.lettering import fitted
from replikat.papers.stationery import HAIR, MASTHEAD, RULE, SMALL, draw_masthead
from replikat.typeset.fillable import Fields
from replikat.typeset.fonts import width
from replikat.typeset.pen import Pen
from replikat.typeset.text.flow import lines_of

LOWEST_ROW = 8.0
HEADER, GROUPED = 7.0, 13.0  # one line over the columns, or two
FIELD_ROW = 8.5
SLIP_HEAD = 13.0
NOTE_LINE = 10.5 * POINT
DIGITS = 4.2  # size of printed numbers
TINY = 6.4 * POINT

Term = tuple[float, str]  # a coefficient, and the field it counts for


@dataclass(frozen=True)
class Part:
    """The rows of a form that stand on one page, and how they are drawn."""

    form: Form
    sheets: Sheets
    measure: float
    depth: float
    number: int
    rows: range
    fields: Fields | None = field(compare=False, default=None)
    page: int = 0
    last: bool = True
    high: float = LOWEST_ROW
    scale: float = 1.0  # at which it is drawn

    @property
    def words(self) -> Catalogue:
        return self.sheets.words

    @cached_property
    def beside(self) -> bool:
        """Return whether the help stands in a margin beside the table."""
        form = self.form
        if form.help is None or form.slip or self.measure < NARROW - 40 or not fits(form, self.measure - HELP_WIDE - HELP_GAP):
            return False
        return help_high(form.help) <= self.depth - self.head

    @cached_property
    def table_wide(self) -> float:
        return self.measure - (HELP_WIDE + HELP_GAP if self.beside else 0)

    @cached_property
    def notes(self) -> list[str]:
        """Return the lines below the table: the notes, and the help where no margin has room for it."""
        told = [*self.form.notes, *([self.form.help.told] if self.form.help and not self.beside else [])]
        return [line for note in told for line in _broken(note, self.table_wide)]

    @cached_property
    def grouped(self) -> bool:
        return any(column.group for column in self.form.columns)

    @property
    def head(self) -> float:
        """Return the height of everything over the rows."""
        fields = -(-len(self.form.fields) // 2) * FIELD_ROW
        return (SLIP_HEAD if self.form.slip else MASTHEAD) + fields + (GROUPED if self.grouped else HEADER)

    @property
    def around(self) -> float:
        """Return the height of everything but the rows and their sum."""
        return self.head + (3 + len(self.notes) * NOTE_LINE if self.notes else 0) + 1

    @property
    def brought(self) -> bool:
        return self.page > 0 and bool(self.form.total)

    @property
    def height(self) -> float:
        """Return how high it is on the page."""
        return self.scale * self._own_height

    @property
    def _own_height(self) -> float:
        return self.around + self.high * (len(self.rows) + self.brought + bool(self.form.total))

    @cached_property
    def edges(self) -> list[tuple[float, float]]:
        """Return left and right of every column."""
        columns = self.form.columns
        used = sum(column.least + column.gap for column in columns) - columns[-1].gap
        rest, shares = max(0.0, self.table_wide - used), sum(column.share for column in columns) or 1.0
        x, found = 0.0, []
        for column in columns:
            wide = column.least + rest * column.share / shares
            found.append((x, x + wide))
            x += wide + column.gap
        return found

    def draw(self, pen: Pen) -> None:
        """Draw head, fields, table, help and notes with the origin at the top left."""
        form = self.form
        if form.slip:
            self._draw_slip_head(pen)
        else:
            draw_masthead(pen, form.title, form.subtitle, self.sheets.deck, self.sheets.code, self.measure)
        top = SLIP_HEAD if form.slip else MASTHEAD
        self._draw_fields(pen, top)
        top += -(-len(form.fields) // 2) * FIELD_ROW
        if form.slip:
            self._place_frame(pen, top)
        else:
            self._draw_frame(pen, top)
        self._draw_groups(pen, top)
        if self.beside and form.help:
            draw_help(pen, form.help, Point(self.table_wide + HELP_GAP, top))
        self._draw_rows(pen)

    def _place_frame(self, pen: Pen, top: float) -> None:
        """Print the frame, which many slips share, as one drawing that is defined once."""
        captions = tuple(column.caption for column in self.form.columns)
        ends = tuple(sorted(row - self.rows[0] for row in self.form.ends if row in self.rows))
        key = repr((top, self.edges, captions, len(self.rows), self.high, ends, self.notes, self.brought, self.form.total))
        name = f"frame-{sha256(key.encode()).hexdigest()[:16]}"
        pen.place(pen.form(name, Rect(-2, -2, self.measure + 4, self._own_height + 4), partial(self._draw_frame, top=top)))

    def _draw_frame(self, pen: Pen, top: float) -> None:
        """Draw what does not hang on names: captions, rules of the rows, notes."""
        columns, edges = self.form.columns, self.edges
        low = top + (GROUPED if self.grouped else HEADER)
        for (left, right), column in zip(edges, columns, strict=True):
            at = Point(left if column.align == "left" else (left + right) / 2, low - 2.2)
            fitted(pen, column.caption, at, "strong", SMALL, "ink", column.align, right - left)
        pen.lines([Line(Point(left, low), Point(right, low)) for left, right in edges], "ink", RULE)
        strong = {row for row in self.rows if row in self.form.ends or row == self.rows[-1]}
        for rows, colour, weight in ((set(self.rows) - strong, "stone", HAIR), (strong, "ink", RULE)):
            pen.lines([Line(Point(a, self._low(row)), Point(b, self._low(row))) for row in sorted(rows) for a, b in edges], colour, weight)
        bottom = self._low(self.rows[-1]) + (self.high if self.form.total else 0)
        for place, line in enumerate(self.notes):
            pen.text(line, Point(0, bottom + 5.5 + place * NOTE_LINE), "text", SMALL, "black")

    def _low(self, row: int) -> float:
        """Return where a row ends."""
        return self.head + (row - self.rows[0] + 1 + self.brought) * self.high

    def _draw_slip_head(self, pen: Pen) -> None:
        form = self.form
        pen.text(form.title, Point(0, 5.2), "strong", 13 * POINT, "ink")
        beside = width(form.title, "strong") * 13 * POINT + 4
        code = f"{self.sheets.deck} · {self.sheets.code}" if self.sheets.code else self.sheets.deck
        right = width(code, "text") * SMALL + 4
        fitted(pen, form.subtitle, Point(beside, 5.2), "text", 10 * POINT, "ink", "left", self.measure - beside - right)
        pen.text(code, Point(self.measure, 5.2), "text", SMALL, "ink", "right")
        pen.lines([Line(Point(0, 8), Point(self.measure, 8))], "stone", HAIR)

    def _draw_fields(self, pen: Pen, top: float) -> None:
        """Draw captions with what is known behind them, or a line to write on."""
        half = (self.measure - 8) / 2
        for place, (caption, value) in enumerate(self.form.fields):
            row, column = divmod(place, 2)
            left, line = column * (half + 8), top + 5.5 + row * FIELD_ROW
            pen.text(caption, Point(left, line - 0.8), "strong", SMALL, "ink")
            start = left + width(caption, "strong") * SMALL + 2
            if value:
                fitted(pen, value, Point(start, line - 0.8), "text", 9.5 * POINT, "black", "left", left + half - start)
            else:
                pen.lines([Line(Point(start, line), Point(left + half, line))], "stone", HAIR)
                self._field(pen, f"f{place}", Rect(start, line - 6, left + half - start, 5.8), caption)

    def _draw_groups(self, pen: Pen, top: float) -> None:
        columns, edges = self.form.columns, self.edges
        for first, last in _groups(columns):
            left, right = edges[first][0], edges[last][1]
            fitted(pen, columns[first].group, Point((left + right) / 2, top + 5), "strong", SMALL, "ink", "middle", right - left)
            pen.lines([Line(Point(left, top + 6.4), Point(right, top + 6.4))], "stone", HAIR)

    def _draw_rows(self, pen: Pen) -> None:
        form = self.form
        if self.brought:
            self._draw_sums(pen, self.words.phrase("scorecard.brought"), self.head + self.high, "b", "stone", HAIR)
        numbers: list[tuple[str, Point]] = []
        for row in self.rows:
            low = self._low(row)
            for place, cell in enumerate(form.rows[row]):
                if cell.kind == "number":
                    left, right = self.edges[place]
                    numbers.append((cell.text, Point((left + right) / 2, low - self.high / 2 + 1.5)))
                else:
                    self._draw_cell(pen, cell, row, place, low)
        if numbers:
            pen.words(numbers, "digits", DIGITS, "stone")
        if form.total:
            low = self._low(self.rows[-1]) + self.high
            self._draw_sums(pen, form.total if self.last else self.words.phrase("scorecard.carried"), low, "s", "ink", RULE)

    def _draw_cell(self, pen: Pen, cell: Cell, row: int, place: int, low: float) -> None:
        (left, right), column = self.edges[place], self.form.columns[place]
        if cell.kind == "text":
            at = Point(left if column.align == "left" else (left + right) / 2, low - self.high / 2 + 1.1)
            fitted(pen, cell.text, at, "text", 9 * POINT, "black", column.align, right - left)
        if cell.hint:
            fitted(pen, cell.hint, Point(left + 0.3, low - self.high + 2.7), "text", TINY, "ink", "left", right - left - 0.6)
        if cell.written:
            box = Rect(left, low - self.high + (2.6 if cell.hint else 0.8), right - left, self.high - (3.0 if cell.hint else 1.2))
            counts = [(times, self._name(f"{r}_{c}")) for times, r, c in cell.counts]
            self._field(pen, f"{row}_{place}", box, column.caption or column.group, counts)

    def _draw_sums(self, pen: Pen, caption: str, low: float, name: str, colour: str, weight: float) -> None:
        """Draw a line with places for the sums only."""
        summed = [place for place, column in enumerate(self.form.columns) if column.summed]
        edges = [self.edges[place] for place in summed]
        pen.text(caption, Point(edges[0][0] - 2.5, low - 2.4), "strong", SMALL, "ink", "right")
        pen.lines([Line(Point(left, low), Point(right, low)) for left, right in edges], colour, weight)
        for place, (left, right) in zip(summed, edges, strict=True):
            box = Rect(left, low - self.high + 0.8, right - left, self.high - 1.2)
            self._field(pen, f"{name}{self.page}_{place}", box, caption, self._summed(name, place))

    def _summed(self, name: str, place: int) -> list[Term]:
        """Return what a sum counts: its rows and what was brought forward; a sum brought forward is that of the page before."""
        if name == "b":
            return [(1, self._name(f"s{self.page - 1}_{place}"))]
        counted = self.form.sums
        rows = [row for row in self.rows if (counted is None or row in counted) and self.form.rows[row][place].written]
        return [
            *([(1.0, self._name(f"b{self.page}_{place}"))] if self.brought else []),
            *((1.0, self._name(f"{row}_{place}")) for row in rows),
        ]

    def _name(self, name: str) -> str:
        return f"n{self.number}_{name}"

    def _field(self, pen: Pen, name: str, box: Rect, label: str, counts: Sequence[Term] = ()) -> None:
        if self.fields is not None:
            self.fields.add(pen, self._name(name), box, label, counts)


@cache
def _broken(note: str, measure: float) -> list[str]:
    """Return the lines of a note, which many slips share."""
    return lines_of(note, "text", SMALL, measure)


def _groups(columns: Sequence[Column]) -> list[tuple[int, int]]:
    """Return first and last column of every run of one group."""
    found: list[tuple[int, int]] = []
    for place, column in enumerate(columns):
        if column.group and place and columns[place - 1].group == column.group:
            found[-1] = (found[-1][0], place)
        elif column.group:
            found.append((place, place))
    return found
