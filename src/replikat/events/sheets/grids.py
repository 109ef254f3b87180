"""A page of grids to be filled in, with a box at the end of every line: for games that two read across and down."""

from dataclasses import dataclass, replace
from functools import partial

from replikat.deck.cards import Pack
from replikat.deck.catalogue import Catalogue
from replikat.events.sheets.occasion import Occasion
from replikat.geometry.plane import Line, Point, Rect
from replikat.geometry.units import POINT
from replikat.papers.form_paper import Sheets, form_shape
from replikat.papers.help_margin import draw_help
from replikat.papers.stationery import HAIR, MASTHEAD, RULE, SMALL, draw_masthead, paged_foot
from replikat.tally.counting_rules import GridLines
from replikat.typeset.fillable import Fields
from replikat.typeset.fonts import width
from replikat.typeset.pen import Pen
from replikat.typeset.text.flow import Folio
from replikat.typeset.text.formats import PageShape

CELL = 10.6  # mm of a place: two signs of a card, written small
TOTAL = 12.0  # of the boxes at the end of lines
CAPTION = 12.0
BETWEEN = 8.0
LINE_ROOM = 12.0  # to write the square on
HELP_ROOM = 20.0  # the least below the grids in which the help is printed


def grids_pdf(options: GridLines, _: Pack, occasion: Occasion, sheets: Sheets) -> bytes:
    """Return a page of grids, as many as it has room for: one for each play of a square."""
    made, words = sheets.made, sheets.words
    shape = form_shape(made.paper)
    fields = Fields() if sheets.fillable else None
    compositor = made.compositor(f"{words.phrase('forms.working')} · {sheets.deck}")
    page = partial(_draw_page, options=options, occasion=occasion, sheets=sheets, shape=shape, fields=fields)
    foot = paged_foot(shape, words, sheets.deck, sheets.code, words.phrase("scorecard.subtitle"))

    def furniture(pen: Pen, folio: Folio) -> None:
        foot(pen, replace(folio, pages=1))

    data = compositor.pages_at_once(shape, [compositor.drawing(shape.measure, shape.depth - 0.1, page)], furniture)
    return fields.finished(data) if fields else data


def _draw_page(pen: Pen, options: GridLines, occasion: Occasion, sheets: Sheets, shape: PageShape, fields: Fields | None) -> None:
    words = sheets.words
    draw_masthead(pen, words.phrase("forms.working"), occasion.game or occasion.name, sheets.deck, sheets.code, shape.measure)
    wide, high = options.columns * CELL + TOTAL + 2, CAPTION + options.rows * CELL + TOTAL + 2
    across = max(1, int((shape.measure + BETWEEN) / (wide + BETWEEN)))
    deep = max(1, int((shape.depth - MASTHEAD + BETWEEN) / (high + BETWEEN)))
    step = (shape.measure - across * wide) / (across - 1) if across > 1 else 0.0
    for place in range(across * deep):
        row, column = divmod(place, across)
        with pen.at(column * (wide + step), MASTHEAD + row * (high + BETWEEN)) as inner:
            _Grid(options, words, place, fields).draw(inner)
    left = shape.depth - MASTHEAD - deep * (high + BETWEEN)
    if occasion.help and left > HELP_ROOM:
        draw_help(pen, occasion.help, Point(0, shape.depth - left))


@dataclass(frozen=True)
class _Grid:
    """One grid of a page: lines for square and play over it, boxes for the points of its lines, and for both sums."""

    options: GridLines
    words: Catalogue
    number: int
    fields: Fields | None

    def draw(self, pen: Pen) -> None:
        options, words = self.options, self.words
        wide, high = options.columns * CELL, options.rows * CELL
        self._draw_captions(pen)
        corners = {(y, x) for y in (0, options.rows - 1) for x in (0, options.columns - 1)} if not options.corners else set()
        for y in range(options.rows):
            for x in range(options.columns):
                if (y, x) not in corners:
                    inside = 0 < y < options.rows - 1 and 0 < x < options.columns - 1
                    box = Rect(x * CELL, CAPTION + y * CELL, CELL, CELL)
                    pen.rect(box, "mist" if inside else None, "stone", HAIR)
                    self._field(pen, f"{y}_{x}", box.inset(0.8), "")
            self._draw_box(pen, f"row{y}", Rect(wide + 2, CAPTION + y * CELL + 0.8, TOTAL, CELL - 1.6))
        for x in range(options.columns):
            self._draw_box(pen, f"column{x}", Rect(x * CELL + 0.8, CAPTION + high + 2, CELL - 1.6, TOTAL))
        pen.text(words.positions[options.across], Point(wide + 2, CAPTION - 1.6), "strong", SMALL, "ink")
        pen.text(words.positions[options.down], Point(0, CAPTION + high + TOTAL + 6.2), "strong", SMALL, "ink")
        self._draw_sums(pen, wide + 2, CAPTION + high + 2)

    def _draw_captions(self, pen: Pen) -> None:
        at = 0.0
        for name, caption in (("square", self.words.phrase("scorecard.square")), ("play", self.words.phrase("forms.play"))):
            pen.text(caption, Point(at, 6), "strong", SMALL, "ink")
            start = at + width(caption, "strong") * SMALL + 1.5
            pen.lines([Line(Point(start, 6.6), Point(start + LINE_ROOM, 6.6))], "stone", HAIR)
            self._field(pen, name, Rect(start, 1.6, LINE_ROOM, 4.8), caption)
            at = start + LINE_ROOM + 4

    def _draw_box(self, pen: Pen, name: str, box: Rect) -> None:
        pen.rect(box, None, "ink", HAIR, 1.0)
        self._field(pen, name, box.inset(0.8), "")

    def _draw_sums(self, pen: Pen, left: float, top: float) -> None:
        """Draw the corner where both sums meet: the upper half for the rows, the lower for the columns."""
        options = self.options
        lines = (("row", options.rows, options.across), ("column", options.columns, options.down))
        for half, (what, count, seat) in enumerate(lines):
            box = Rect(left, top + half * (TOTAL / 2), TOTAL, TOTAL / 2)
            pen.rect(box, None, "ink", RULE)
            pen.text(self.words.letters[seat], Point(box.x + 0.8, box.y + 2.6), "text", 6 * POINT, "ink")
            counts = [(1.0, self._name(f"{what}{place}")) for place in range(count)]
            self._field(pen, f"{what}s", Rect(box.x + 2.6, box.y + 0.5, box.width - 3, box.height - 1), self.words.positions[seat], counts)

    def _name(self, name: str) -> str:
        return f"g{self.number}_{name}"

    def _field(self, pen: Pen, name: str, box: Rect, label: str, counts: list[tuple[float, str]] | None = None) -> None:
        if self.fields is not None:
            self.fields.add(pen, self._name(name), box, label, counts or ())
