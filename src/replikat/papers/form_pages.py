"""Forms on pages: rows shared out, sums carried, several slips to a page, posters as large as a page allows."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

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
POSTER = (1.7, 1.55, 1.4, 1.25, 1.12)  # how much larger a form for the wall is, if it fits a page


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


def share_out(rows: int, room: float) -> list[range]:
    """Return the rows of each page, from 0, shared out evenly; `room` (mm) holds them, the sum and what is brought forward."""
    one_page = int(room / LOWEST_ROW) - 1
    if rows <= one_page:
        return [range(rows)]
    pages = -(-rows // max(1, one_page - 1))
    most = -(-rows // pages)
    return [range(first, min(first + most, rows)) for first in range(0, rows, most)]


def _parts(form: Form, number: int, sheets: Sheets, shape: PageShape, fields: Fields | None) -> list[Part]:
    if form.poster and (large := _poster(form, number, sheets, shape, fields)):
        return [large]
    part = Part(form, sheets, shape.measure, shape.depth, number, range(len(form.rows)), fields)
    room = shape.depth - 0.2 - part.around
    pages = share_out(len(form.rows), room - (0 if form.total else -LOWEST_ROW))
    highest = HIGHEST_ROW if any(cell.written for row in form.rows for cell in row) else LOWEST_ROW
    high = min(highest, room / (len(pages[0]) + (len(pages) > 1) + bool(form.total)))
    return [
        replace(part, rows=rows, page=page, last=page == len(pages) - 1, high=LOWEST_ROW if form.slip else high)
        for page, rows in enumerate(pages)
    ]


def _poster(form: Form, number: int, sheets: Sheets, shape: PageShape, fields: Fields | None) -> Part | None:
    """Return a form on one page with letters to be read from a few steps away, or None where it is too long or too wide."""
    rows = range(len(form.rows))
    for scale in POSTER:
        part = Part(form, sheets, shape.measure / scale, shape.depth / scale, number, rows, fields, scale=scale)
        if fits(form, part.measure) and part.height <= shape.depth - 0.2:
            return part
    return None


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
