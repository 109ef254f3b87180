"""Forms to be written in: ruled tables with what is known printed in them, shared out over pages, or several to a page."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial

from replikat.documents.stationery import HAIR, POINT, RULE, SMALL, Stationery, draw_masthead, paged_foot, sheet_shape
from replikat.documents.stationery import MASTHEAD as TALL_HEAD
from replikat.model.geometry import Line, Point, Rect
from replikat.model.sheet import Paper
from replikat.model.texts import Catalogue
from replikat.press.fillable import Fields
from replikat.press.flow import Folio, lines_of
from replikat.press.flowables import Drawing
from replikat.press.fonts import Face, width
from replikat.press.formats import PageShape
from replikat.press.pen import Align, Pen

LOWEST_ROW, HIGHEST_ROW = 8.0, 12.0
LEAST = 14.0  # mm that a column to write in is wide
GAP = 1.5  # mm of white behind a column
HEADER, GROUPED = 7.0, 13.0  # one line over the columns, or two
FIELD_ROW = 8.5
SLIP_HEAD = 13.0
NOTE_LINE = 10.5 * POINT
HELP_WIDE, HELP_GAP, HELP_LINE = 42.0, 7.0, 11.5 * POINT
NARROW = 180.0  # a paper narrower than this has narrow margins and no help in its margin
DIGITS = 4.2  # size of printed numbers
TINY = 6.4 * POINT
CUT = 8.0  # mm between slips that are cut apart
_FAINTEST = 0.72  # letters are not narrowed more

Term = tuple[float, str]  # a coefficient, and the field it counts for


@dataclass(frozen=True)
class Cell:
    """What is printed in a cell: a value, and a hint in its corner that leaves room to write; `counts` are sums worked out in it."""

    text: str = ""
    hint: str = ""
    counts: tuple[tuple[float, int, int], ...] = ()  # coefficient, row and column of the same form

    @property
    def written(self) -> bool:
        """Return whether somebody writes in it."""
        return not self.text


@dataclass(frozen=True)
class Column:
    """A column: what stands over it, over several of one group, how wide it is at least, and its share of what is left."""

    caption: str
    share: float = 1.0
    group: str = ""
    least: float = LEAST
    gap: float = GAP
    summed: bool = False
    align: Align = "middle"


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

    `slip` gives it a low head, since several stand on a page.
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


@dataclass(frozen=True)
class Sheets:
    """What forms are printed with; `deck` and `code` stand in every head, `fillable` makes fields of what is written in."""

    made: Stationery
    deck: str
    code: str
    fillable: bool = False

    @property
    def words(self) -> Catalogue:
        return self.made.words


def form_shape(paper: Paper, wide: bool = False) -> PageShape:
    """Return the page of a form, upright or `wide`; small papers have small margins."""
    if wide:
        paper = Paper(paper.name, paper.height, paper.width)
    if min(paper.width, paper.height) >= NARROW:
        return sheet_shape(paper)
    return PageShape(paper.width, paper.height, inner=10, outer=10, top=10, bottom=13)


def fits(form: Form, measure: float) -> bool:
    """Return whether all columns are wide enough to write in."""
    return sum(column.least + column.gap for column in form.columns) - form.columns[-1].gap <= measure


def forms_pdf(title: str, subject: str, forms: Sequence[Form], sheets: Sheets) -> bytes:
    """Return forms as a PDF: each begins a page, slips share pages; a form too wide for the paper turns it."""
    wide = not all(fits(form, form_shape(sheets.made.paper).measure) for form in forms)
    shape = form_shape(sheets.made.paper, wide)
    compositor = sheets.made.compositor(f"{title} · {sheets.deck}")
    fields = Fields() if sheets.fillable else None
    parts = [part for number, form in enumerate(forms) for part in _parts(form, number, sheets, shape, fields)]
    pages = _share_pages(parts, shape.depth)
    drawings: list[Drawing] = [compositor.drawing(shape.measure, shape.depth - 0.1, partial(_draw_page, parts=page)) for page in pages]
    foot = paged_foot(shape, sheets.words, sheets.deck, sheets.code, subject)

    def furniture(pen: Pen, folio: Folio) -> None:
        foot(pen, replace(folio, pages=len(pages)))

    data = compositor.pages_at_once(shape, drawings, furniture)
    return fields.finished(data) if fields else data


def share_out(rows: int, room: float) -> list[range]:
    """Return the rows of each page, from 0, shared out evenly; `room` (mm) holds them, the sum and what is brought forward."""
    one_page = int(room / LOWEST_ROW) - 1
    if rows <= one_page:
        return [range(rows)]
    pages = -(-rows // max(1, one_page - 1))
    most = -(-rows // pages)
    return [range(first, min(first + most, rows)) for first in range(0, rows, most)]


def fitted(pen: Pen, text: str, at: Point, face: Face, size: float, colour: str, align: Align, room: float) -> None:
    """Write a text no wider than its room: narrowed a little, then smaller."""
    long = width(text, face) * size
    squeeze = min(1.0, max(_FAINTEST, room / long)) if long else 1.0
    smaller = min(1.0, room / (long * squeeze)) if long else 1.0
    pen.text(text, at, face, size * smaller, colour, align, squeeze)


def _parts(form: Form, number: int, sheets: Sheets, shape: PageShape, fields: Fields | None) -> list["Part"]:
    part = Part(form, sheets, shape.measure, number, range(len(form.rows)), fields)
    room = shape.depth - 0.2 - part.around
    pages = share_out(len(form.rows), room - (0 if form.total else -LOWEST_ROW))
    high = min(HIGHEST_ROW, room / (len(pages[0]) + (len(pages) > 1) + bool(form.total)))
    return [
        replace(part, rows=rows, page=page, last=page == len(pages) - 1, high=LOWEST_ROW if form.slip else high)
        for page, rows in enumerate(pages)
    ]


def _share_pages(parts: Sequence["Part"], depth: float) -> list[list["Part"]]:
    """Return the forms of every page: slips one below the other while there is room, all others alone."""
    pages: list[list[Part]] = []
    free = 0.0
    for part in parts:
        if pages and part.form.slip and part.height + CUT <= free:
            pages[-1].append(part)
            free -= part.height + CUT
        else:
            pages.append([part])
            free = depth - part.height if part.form.slip else 0.0
    return pages


def _draw_page(pen: Pen, parts: Sequence["Part"]) -> None:
    top = 0.0
    for place, part in enumerate(parts):
        if place:
            pen.lines(
                [Line(Point(x, top + CUT / 2), Point(min(x + 2, part.measure), top + CUT / 2)) for x in _steps(part.measure)], "stone", HAIR
            )
            top += CUT
        with pen.at(0, top) as inner:
            part.draw(inner)
        top += part.height


def _steps(measure: float) -> list[float]:
    return [4.0 * step for step in range(int(measure / 4) + 1)]


@dataclass(frozen=True)
class Part:
    """The rows of a form that stand on one page, and how they are drawn."""

    form: Form
    sheets: Sheets
    measure: float
    number: int
    rows: range
    fields: Fields | None = field(compare=False, default=None)
    page: int = 0
    last: bool = True
    high: float = LOWEST_ROW

    @property
    def words(self) -> Catalogue:
        return self.sheets.words

    @cached_property
    def beside(self) -> bool:
        """Return whether the help stands in a margin beside the table."""
        form = self.form
        return bool(form.help) and not form.slip and self.measure >= NARROW - 40 and fits(form, self.measure - HELP_WIDE - HELP_GAP)

    @cached_property
    def table_wide(self) -> float:
        return self.measure - (HELP_WIDE + HELP_GAP if self.beside else 0)

    @cached_property
    def notes(self) -> list[str]:
        told = [*self.form.notes, *([self.form.help.told] if self.form.help and not self.beside else [])]
        return [line for note in told for line in lines_of(note, "text", SMALL, self.measure)]

    @cached_property
    def grouped(self) -> bool:
        return any(column.group for column in self.form.columns)

    @property
    def head(self) -> float:
        """Return the height of everything over the rows."""
        fields = -(-len(self.form.fields) // 2) * FIELD_ROW
        return (SLIP_HEAD if self.form.slip else TALL_HEAD) + fields + (GROUPED if self.grouped else HEADER)

    @property
    def around(self) -> float:
        """Return the height of everything but the rows and their sum."""
        return self.head + (3 + len(self.notes) * NOTE_LINE if self.notes else 0) + 1

    @property
    def brought(self) -> bool:
        return self.page > 0 and bool(self.form.total)

    @property
    def height(self) -> float:
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
        top = SLIP_HEAD if form.slip else TALL_HEAD
        self._draw_fields(pen, top)
        top += -(-len(form.fields) // 2) * FIELD_ROW
        self._draw_captions(pen, top)
        if self.beside and form.help:
            draw_help(pen, form.help, Point(self.table_wide + HELP_GAP, top))
        bottom = self._draw_rows(pen, self.head)
        for place, line in enumerate(self.notes):
            pen.text(line, Point(0, bottom + 5.5 + place * NOTE_LINE), "text", SMALL, "black")

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

    def _draw_captions(self, pen: Pen, top: float) -> None:
        columns, edges = self.form.columns, self.edges
        if self.grouped:
            for first, last in _groups(columns):
                left, right = edges[first][0], edges[last][1]
                fitted(pen, columns[first].group, Point((left + right) / 2, top + 5), "strong", SMALL, "ink", "middle", right - left)
                pen.lines([Line(Point(left, top + 6.4), Point(right, top + 6.4))], "stone", HAIR)
        low = top + (GROUPED if self.grouped else HEADER)
        for (left, right), column in zip(edges, columns, strict=True):
            at = Point(left if column.align == "left" else (left + right) / 2, low - 2.2)
            fitted(pen, column.caption, at, "strong", SMALL, "ink", column.align, right - left)
        pen.lines([Line(Point(left, low), Point(right, low)) for left, right in edges], "ink", RULE)

    def _draw_rows(self, pen: Pen, top: float) -> float:
        """Draw the rows and the sum, and return where they end."""
        form = self.form
        if self.brought:
            top += self.high
            self._draw_sums(pen, self.words.phrase("scorecard.brought"), top, "b", "stone", HAIR)
        for row in self.rows:
            low = top + (row - self.rows[0] + 1) * self.high
            for place, cell in enumerate(form.rows[row]):
                self._draw_cell(pen, cell, row, place, low)
            ends = row in form.ends or row == self.rows[-1]
            strong = ("ink", RULE) if ends else ("stone", HAIR)
            pen.lines([Line(Point(left, low), Point(right, low)) for left, right in self.edges], *strong)
        low = top + len(self.rows) * self.high
        if not form.total:
            return low
        low += self.high
        self._draw_sums(pen, form.total if self.last else self.words.phrase("scorecard.carried"), low, "s", "ink", RULE)
        return low

    def _draw_cell(self, pen: Pen, cell: Cell, row: int, place: int, low: float) -> None:
        (left, right), column = self.edges[place], self.form.columns[place]
        middle = low - self.high / 2
        if cell.text.isdigit():
            pen.text(cell.text, Point((left + right) / 2, middle + 1.5), "digits", DIGITS, "stone", "middle")
        elif cell.text:
            at = Point(left if column.align == "left" else (left + right) / 2, middle + 1.1)
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


def _groups(columns: Sequence[Column]) -> list[tuple[int, int]]:
    """Return first and last column of every run of one group."""
    found: list[tuple[int, int]] = []
    for place, column in enumerate(columns):
        if column.group and place and columns[place - 1].group == column.group:
            found[-1] = (found[-1][0], place)
        elif column.group:
            found.append((place, place))
    return found


def draw_help(pen: Pen, help_: Help, at: Point) -> None:
    """Draw what helps to score, as wide as the margin for it."""
    pen.text(
        help_.title, Point(at.x, at.y + 5), "strong", SMALL, "ink", squeeze=min(1.0, HELP_WIDE / (width(help_.title, "strong") * SMALL))
    )
    pen.lines([Line(Point(at.x, at.y + 6.4), Point(at.x + HELP_WIDE, at.y + 6.4))], "ink", RULE)
    low = at.y + 6.4
    for label, value in help_.lines:
        beside = width(value, "digits") * SMALL + 2 if value else 0.0
        lines = lines_of(label, "text", SMALL, HELP_WIDE - beside)
        for line in lines:
            low += HELP_LINE
            pen.text(line, Point(at.x, low), "text", SMALL, "black")
        if value:
            pen.text(value, Point(at.x + HELP_WIDE, low), "digits", SMALL, "ink", "right")
        low += 1.2
        pen.lines([Line(Point(at.x, low), Point(at.x + HELP_WIDE, low))], "stone", HAIR)
