"""Forms on pages: rows shared out, sums carried, several slips to a page, posters as large as a page allows."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise

from replikat.errors import Fault, ReplikatError
from replikat.geometry.plane import Line, Point
from replikat.papers.form_paper import Sheets, form_shape
from replikat.papers.form_part import LOWEST_ROW, Part
from replikat.papers.forms import Form, fits
from replikat.papers.stationery import HAIR, paged_foot
from replikat.typeset.fillable import Fields
from replikat.typeset.pen import Pen
from replikat.typeset.text.flow import Folio
from replikat.typeset.text.flowables import Drawing
from replikat.typeset.text.formats import PageShape

HIGHEST_ROW = 12.0
CUT = 8.0  # mm between slips that are cut apart
POSTER = (1.7, 1.56, 1.4, 1.25, 1.12)  # how much larger a form for the wall is, if it fits a page
WALL = 1.56  # makes names of 9 points 14: to be read from the wall, on as many pages as that takes
POSTER_ROW = 6.6  # nobody writes on a wall sheet
HALVINGS = 12  # of the room, to find the least that takes no more pages: to a tenth of a millimetre


def forms_pdf(title: str, subject: str, forms: Sequence[Form], sheets: Sheets) -> bytes:
    """Return forms as a PDF: each begins a page, slips share pages; a form too wide for the paper turns it."""
    wide = not all(fits(form, form_shape(sheets.made.paper).measure) for form in forms)
    shape = form_shape(sheets.made.paper, wide)
    if not all(fits(form, shape.measure) for form in forms):
        raise ReplikatError(Fault(f"{forms[0].title}: more columns than {sheets.made.paper.name} has room for", "expected a larger paper"))
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


def share_out(needs: Sequence[float], ends: Collection[int], room: float) -> list[range]:
    """Return the rows of each page, from 0, shared out evenly; no block is broken unless it is longer than a page.

    `needs` is how high every row is at least (mm), `ends` are rows that close a block: where there are none, every row is
    one. `room` (mm) holds the rows, the sum and what is brought forward.
    """
    if sum(needs) <= room - LOWEST_ROW:
        return [range(len(needs))]
    most = max(LOWEST_ROW, room - 2 * LOWEST_ROW)
    blocks = _blocks(needs, ends, most)
    heights = [sum(needs[row] for row in block) for block in blocks]
    low, evenest, pages = 0.0, most, len(_filled(heights, most))
    for _ in range(HALVINGS):
        middle = (low + evenest) / 2
        if max(heights) <= middle and len(_filled(heights, middle)) == pages:
            evenest = middle
        else:
            low = middle
    return [range(blocks[i].start, blocks[j - 1].stop) for i, j in _filled(heights, evenest)]


def _blocks(needs: Sequence[float], ends: Collection[int], most: float) -> list[range]:
    """Return the blocks of rows that stay together, those that no page holds row by row."""
    stops = [row + 1 for row in range(len(needs)) if not ends or row in ends or row + 1 == len(needs)]
    blocks: list[range] = []
    for start, stop in pairwise([0, *stops]):
        if sum(needs[start:stop]) <= most:
            blocks.append(range(start, stop))
        else:
            blocks += [range(row, row + 1) for row in range(start, stop)]
    return blocks


def _filled(heights: Sequence[float], most: float) -> list[tuple[int, int]]:
    """Return first and last (exclusive) block of every page when each takes what it has room for."""
    pages: list[tuple[int, int]] = []
    first, used = 0, 0.0
    for place, high in enumerate(heights):
        if place > first and used + high > most + 1e-6:
            pages.append((first, place))
            first, used = place, 0.0
        used += high
    return [*pages, (first, len(heights))]


def _parts(form: Form, number: int, sheets: Sheets, shape: PageShape, fields: Fields | None) -> list[Part]:
    if form.poster:
        return _poster(form, number, sheets, shape, fields)
    part = Part(form, sheets, shape.measure, shape.depth, number, range(len(form.rows)), fields)
    room = shape.depth - 0.2 - part.around
    rooms = room + (0 if form.total else LOWEST_ROW)
    pages = share_out([max(need, LOWEST_ROW) for need in part.needs], form.ends, rooms)
    highest = HIGHEST_ROW if any(cell.written for row in form.rows for cell in row) else LOWEST_ROW
    most = max(map(len, pages))
    high = min(highest, room / (most + (len(pages) > 1) + bool(form.total)))
    if any(need > high for need in part.needs):
        high = LOWEST_ROW  # rows of several lines take what the others would be stretched by
    return [
        replace(part, rows=rows, page=page, last=page == len(pages) - 1, high=LOWEST_ROW if form.slip else high)
        for page, rows in enumerate(pages)
    ]


def _poster(form: Form, number: int, sheets: Sheets, shape: PageShape, fields: Fields | None) -> list[Part]:
    """Return a form with letters to be read from a few steps away: on one page, or else on several with its blocks whole."""
    rows = range(len(form.rows))
    sizes = [
        Part(form, sheets, shape.measure / scale, shape.depth / scale, number, rows, fields, scale=scale, high=high)
        for scale in (*POSTER, 1.0)
        for high in (LOWEST_ROW, POSTER_ROW)
    ]
    fit = [part for part in sizes if fits(form, part.measure)]
    for part in fit:
        if part.scale >= WALL and part.height <= shape.depth - 0.2:
            return [part]
    low = [part for part in fit if part.high == POSTER_ROW and part.scale <= WALL]
    part = low[0] if low else sizes[-1]
    room = (shape.depth - 0.2) / part.scale - part.around + 2 * LOWEST_ROW  # no sum, and nothing is brought forward
    pages = share_out([max(need, part.high) for need in part.needs], form.ends, room)
    return [replace(part, rows=rows, page=page, last=page == len(pages) - 1) for page, rows in enumerate(pages)]


def _share_pages(parts: Sequence[Part], depth: float) -> list[list[Part]]:
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


def _draw_page(pen: Pen, parts: Sequence[Part]) -> None:
    top = 0.0
    for place, part in enumerate(parts):
        if place:
            pen.lines(
                [Line(Point(x, top + CUT / 2), Point(min(x + 2, part.measure), top + CUT / 2)) for x in _steps(part.measure)], "stone", HAIR
            )
            top += CUT
        with pen.at(0, top, scale=part.scale) as inner:
            part.draw(inner)
        top += part.height


def _steps(measure: float) -> list[float]:
    return [4.0 * step for step in range(int(measure / 4) + 1)]
