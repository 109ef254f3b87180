"""The rows of a form that stand on one page, drawn: head, captions, cells, sums, notes, and fields where somebody writes."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, partial
from hashlib import sha256
from itertools import accumulate

from replikat.deck.catalogue import Catalogue
from replikat.geometry.plane import Line, Point, Rect
from replikat.geometry.units import POINT
from replikat.papers.form_paper import NARROW, Sheets
from replikat.papers.forms import Cell, Column, Form, fits
from replikat.papers.help_margin import HELP_GAP, HELP_WIDE, draw_help, help_high
from replikat.papers.lettering import fitted, lines_in
from replikat.papers.stationery import HAIR, MASTHEAD, RULE, SMALL, draw_masthead
from replikat.typeset.fillable import Fields
from replikat.typeset.fonts import Face, width
from replikat.typeset.pen import Align, Pen
from replikat.typeset.text.flow import lines_of

LOWEST_ROW = 8.0
HEADER, GROUPED = 7.0, 13.0  # one line over the columns, or two
FIELD_ROW = 8.5
SLIP_HEAD = 13.0
SLIP_TITLE, SLIP_SUBTITLE = 13 * POINT, 10 * POINT
TITLE_LINE, SUBTITLE_LINE = 5.6, 4.4  # of a slip's head, from line to line
NOTE_LINE = 10.5 * POINT
DIGITS = 4.2  # size of printed numbers
TEXT, SECOND = 9 * POINT, 8 * POINT  # of names, and of what stands below them; nothing on a form is smaller
TEXT_LINE, SECOND_LINE = 3.7, 3.3  # from line to line
HEAD_LINE = 3.4  # of captions that take several lines
BAND_INSET = 1.5  # from the edges of a band to its letters
AROUND_TEXT = 1.6  # white over and under the lines of a row, together
WRITING = 5.2  # to write in below a hint

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
        fields = -(-len(form.fields) // 2) * FIELD_ROW
        return help_high(form.help) <= self.depth - MASTHEAD - fields - (GROUPED if self.grouped else HEADER)

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

    @cached_property
    def slip_lines(self) -> tuple[list[str], list[str]]:
        """Return the lines of a slip's title, and those of its subtitle where it has no room beside the title."""
        form, room = self.form, self.measure - self._code_wide
        title = lines_in(form.title, "strong", SLIP_TITLE, room)
        beside = room - (width(form.title, "strong") * SLIP_TITLE + 4)
        if len(title) < 2 and width(form.subtitle, "text") * SMALL <= beside:
            return title, []
        return title, lines_in(form.subtitle, "text", SLIP_SUBTITLE, self.measure)

    @property
    def _code_wide(self) -> float:
        return width(self._code, "text") * SMALL + 4

    @property
    def _code(self) -> str:
        return f"{self.sheets.deck} · {self.sheets.code}" if self.sheets.code else self.sheets.deck

    @property
    def top(self) -> float:
        """Return the height of the head alone: the masthead, or that of a slip."""
        if not self.form.slip:
            return MASTHEAD
        title, subtitle = self.slip_lines
        return SLIP_HEAD + (len(title) - 1) * TITLE_LINE + len(subtitle) * SUBTITLE_LINE

    @cached_property
    def captions(self) -> list[list[str]]:
        """Return the lines of every column's caption."""
        pairs = zip(self.form.columns, self.edges, strict=True)
        return [lines_in(column.caption, "strong", SMALL, right - left) for column, (left, right) in pairs]

    @cached_property
    def groups(self) -> list[tuple[float, float, list[tuple[str, Face]]]]:
        """Return left and right of every group of columns, and its lines, each with its face."""
        groups = []
        for first, last in _groups(self.form.columns):
            left, right = self.edges[first][0], self.edges[last][1]
            column = self.form.columns[first]
            lines: list[tuple[str, Face]] = [(line, "strong") for line in lines_in(column.group, "strong", SMALL, right - left)]
            lines += [(line, "text") for line in lines_in(column.second, "text", SMALL, right - left)]
            groups.append((left, right, lines))
        return groups

    @cached_property
    def group_high(self) -> float:
        """Return the height of the names of groups, with the rule below them."""
        most = max((len(lines) for _, _, lines in self.groups), default=0)
        return GROUPED - HEADER + (most - 1) * HEAD_LINE if most else 0.0

    @property
    def head(self) -> float:
        """Return the height of everything over the rows."""
        fields = -(-len(self.form.fields) // 2) * FIELD_ROW
        captions = HEADER + (max(map(len, self.captions)) - 1) * HEAD_LINE if any(self.captions) else HEADER
        return self.top + fields + self.group_high + captions

    @cached_property
    def needs(self) -> list[float]:
        """Return how high every row of the form is at least, for the lines of its names."""
        return [max((self._cell_need(cell, place) for place, cell in enumerate(row)), default=0.0) for row in self.form.rows]

    def _cell_need(self, cell: Cell, place: int) -> float:
        text, second = self._cell_lines(cell, place)
        if cell.hint:
            return (len(text) + len(second)) * SECOND_LINE + WRITING
        return len(text) * TEXT_LINE + len(second) * SECOND_LINE + AROUND_TEXT if text else 0.0

    def _cell_lines(self, cell: Cell, place: int) -> tuple[list[str], list[str]]:
        """Return the lines of a cell's text or hint, and of what stands below it."""
        left, right = self.edges[place]
        if cell.kind == "band":
            return lines_in(cell.text, "strong", TEXT, self.table_wide - 2 * BAND_INSET), []
        if cell.kind == "line":
            return lines_in(cell.text, "text", TEXT, self.table_wide - 2 * BAND_INSET), []
        if cell.hint:
            room = self._hint_room(place)
            return lines_in(cell.hint, "text", SECOND, room), lines_in(cell.second, "text", SECOND, room)
        if cell.kind == "text":
            lines = lines_in(cell.text, "text", TEXT, right - left)
            return lines, lines_in(cell.second, "text", SECOND, right - left)
        return [], []

    def _hint_room(self, place: int) -> float:
        """Return how wide a hint may be: it goes on over the columns of its group, in whose cells is written below it."""
        _, last = self._group_of(place)
        return self.edges[last][1] - self.edges[place][0] - 0.6

    def _group_of(self, place: int) -> tuple[int, int]:
        """Return first and last column of the group in which a column stands, or the column alone."""
        groups = [(first, last) for first, last in _groups(self.form.columns) if first <= place <= last]
        return groups[0] if groups else (place, place)

    def _hints_over(self, row: int, place: int) -> int:
        """Return how many lines of hints stand over the place to write in a cell."""
        first, last = self._group_of(place)
        lines = [self._cell_lines(self.form.rows[row][one], one) for one in range(first, last + 1) if self.form.rows[row][one].hint]
        return max((len(text) + len(second) for text, second in lines), default=0)

    def row_high(self, row: int) -> float:
        """Return how high a row is."""
        return max(self.high, self.needs[row])

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
        return self.around + sum(map(self.row_high, self.rows)) + self.high * (self.brought + bool(self.form.total))

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
        top = self.top
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
        rows = [(self.row_high(row), self._is_across(row)) for row in self.rows]
        shape = (self.group_high, rows, ends, self.notes, self.brought, self.form.total)
        key = repr((top, self.edges, captions, *shape))
        name = f"frame-{sha256(key.encode()).hexdigest()[:16]}"
        pen.place(pen.form(name, Rect(-2, -2, self.measure + 4, self._own_height + 4), partial(self._draw_frame, top=top)))

    def _draw_frame(self, pen: Pen, top: float) -> None:
        """Draw what does not hang on names: captions, rules of the rows, notes."""
        columns, edges = self.form.columns, self.edges
        low = self.head
        for (left, right), column, lines in zip(edges, columns, self.captions, strict=True):
            for below, line in zip(range(len(lines) - 1, -1, -1), lines, strict=True):
                at = Point(left if column.align == "left" else (left + right) / 2, low - 2.2 - below * HEAD_LINE)
                fitted(pen, line, at, "strong", SMALL, "ink", column.align, right - left)
        pen.lines([Line(Point(left, low), Point(right, low)) for left, right in edges], "ink", RULE)
        strong = {row for row in self.rows if row in self.form.ends or row == self.rows[-1]}
        for rows, colour, weight in ((set(self.rows) - strong, "stone", HAIR), (strong, "ink", RULE)):
            pen.lines([line for row in sorted(rows) for line in self._rules(row)], colour, weight)
        bottom = self._low(self.rows[-1]) + (self.high if self.form.total else 0)
        for place, line in enumerate(self.notes):
            pen.text(line, Point(0, bottom + 5.5 + place * NOTE_LINE), "text", SMALL, "black")

    def _rules(self, row: int) -> list[Line]:
        """Return the rules below a row: one for every column, or one across all of them."""
        low = self._low(row)
        edges = [(0.0, self.table_wide)] if self._is_across(row) else self.edges
        return [Line(Point(left, low), Point(right, low)) for left, right in edges]

    def _is_across(self, row: int) -> bool:
        """Return whether a row is one cell across all columns."""
        return self.form.rows[row][0].kind in ("band", "line")

    @cached_property
    def _lows(self) -> list[float]:
        """Return where every row of the page ends."""
        heights = map(self.row_high, self.rows)
        return list(accumulate(heights, initial=self.head + self.brought * self.high))[1:]

    def _low(self, row: int) -> float:
        """Return where a row ends."""
        return self._lows[row - self.rows[0]]

    def _draw_slip_head(self, pen: Pen) -> None:
        form = self.form
        title, subtitle = self.slip_lines
        room = self.measure - self._code_wide
        for place, line in enumerate(title):
            fitted(pen, line, Point(0, 5.2 + place * TITLE_LINE), "strong", SLIP_TITLE, "ink", "left", room)
        low = 5.2 + (len(title) - 1) * TITLE_LINE
        if not subtitle:
            beside = width(form.title, "strong") * SLIP_TITLE + 4
            fitted(pen, form.subtitle, Point(beside, 5.2), "text", SLIP_SUBTITLE, "ink", "left", room - beside)
        for place, line in enumerate(subtitle, 1):
            at = Point(0, low + place * SUBTITLE_LINE)
            fitted(pen, line, at, "text", SLIP_SUBTITLE, "ink", "left", self.measure)
        pen.text(self._code, Point(self.measure, 5.2), "text", SMALL, "ink", "right")
        rule = self.top - SLIP_HEAD + 8
        pen.lines([Line(Point(0, rule), Point(self.measure, rule))], "stone", HAIR)

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
        low = top + self.group_high
        for left, right, lines in self.groups:
            for below, (line, face) in zip(range(len(lines) - 1, -1, -1), lines, strict=True):
                at = Point((left + right) / 2, low - 1.0 - below * HEAD_LINE)
                fitted(pen, line, at, face, SMALL, "ink", "middle", right - left)
            pen.lines([Line(Point(left, low + 0.4), Point(right, low + 0.4))], "stone", HAIR)

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
                    numbers.append((cell.text, Point((left + right) / 2, low - self.row_high(row) / 2 + 1.5)))
                else:
                    self._draw_cell(pen, cell, row, place, low)
        if numbers:
            pen.words(numbers, "digits", DIGITS, "stone")
        if form.total:
            low = self._low(self.rows[-1]) + self.high
            self._draw_sums(pen, form.total if self.last else self.words.phrase("scorecard.carried"), low, "s", "ink", RULE)

    def _draw_cell(self, pen: Pen, cell: Cell, row: int, place: int, low: float) -> None:
        (left, right), column = self.edges[place], self.form.columns[place]
        high = self.row_high(row)
        if self._is_across(row):
            self._draw_across(pen, cell, low, high)
        elif cell.kind == "text":
            x = left if column.align == "left" else (left + right) / 2
            self._draw_lines(pen, self._cell_lines(cell, place), Point(x, low - high / 2), column.align, right - left)
        hints = [line for lines in self._cell_lines(cell, place) for line in lines] if cell.hint else []
        for line_place, line in enumerate(hints):
            at = Point(left + 0.3, low - high + 3.0 + line_place * SECOND_LINE)
            fitted(pen, line, at, "text", SECOND, "ink", "left", self._hint_room(place))
        if cell.written and self.fields is not None:
            over = self._hints_over(row, place)
            above = over * SECOND_LINE - 0.2 if over else 0.8
            box = Rect(left, low - high + above, right - left, high - above - 0.4)
            counts = [(times, self._name(f"{r}_{c}")) for times, r, c in cell.counts]
            self._field(pen, f"{row}_{place}", box, column.caption or column.group, counts)

    def _draw_across(self, pen: Pen, cell: Cell, low: float, high: float) -> None:
        """Draw the only cell of a row: a band that heads a block, or a line."""
        if cell.kind == "band":
            pen.rect(Rect(0, low - high + 0.4, self.table_wide, high - 0.4), "mist", None)
        face: Face = "strong" if cell.kind == "band" else "text"
        lines, _ = self._cell_lines(cell, 0)
        at = Point(BAND_INSET, low - high / 2)
        self._draw_lines(pen, (lines, []), at, "left", self.table_wide - 2 * BAND_INSET, face)

    def _draw_lines(
        self, pen: Pen, lines: tuple[list[str], list[str]], middle: Point, align: Align, room: float, face: Face = "text"
    ) -> None:
        """Draw a text, and below it what is smaller, with their middle at this height."""
        text, second = lines
        y = middle.y - (len(text) * TEXT_LINE + len(second) * SECOND_LINE) / 2
        for line in text:
            y += TEXT_LINE
            fitted(pen, line, Point(middle.x, y - 0.75), face, TEXT, "black", align, room)
        for line in second:
            y += SECOND_LINE
            fitted(pen, line, Point(middle.x, y - 0.65), "text", SECOND, "ink", align, room)

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
