"""Hand records of a whole deck, behind a page that gives nothing away."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from replikat.documents.records import Record, draw_record, letters_size
from replikat.documents.stationery import Stationery, masthead, paged_foot, sheet_shape
from replikat.model.deck import Deck, Group
from replikat.model.figures import Figure
from replikat.model.geometry import Rect
from replikat.model.squares import POSITIONS, Layout
from replikat.model.texts import Catalogue
from replikat.press.flow import Compositor, Entry, page_break
from replikat.press.pen import Pen

if TYPE_CHECKING:
    from reportlab.platypus import Flowable

SQUARES_PER_PAGE = 4
GUTTER = 9.0


def deals_pdf(deck: Deck, figures: Mapping[str, Figure], made: Stationery) -> bytes:
    """Return the hand records of a deck: a page without deals, then four squares to a page."""
    words = made.words
    record = Record(deck, words, figures)
    title = words.phrase("deals.title")
    compositor = made.compositor(f"{title} · {deck.name}")
    shape = sheet_shape(made.paper)
    wide, high = (shape.measure - GUTTER) / 2, (shape.depth - GUTTER) / 2
    count = len(deck.squares)
    size = letters_size(record, range(1, count + 1), wide, high)

    def draw_page(pen: Pen, squares: range) -> None:
        for place, square in enumerate(squares):
            row, column = divmod(place, 2)
            draw_record(pen, record, square, Rect(column * (wide + GUTTER), row * (high + GUTTER), wide, high), size)

    def story(entries: Sequence[Entry]) -> "list[Flowable]":
        firsts = range(1, count + 1, SQUARES_PER_PAGE)
        pages = [range(first, min(first + SQUARES_PER_PAGE, count + 1)) for first in firsts]
        records = [compositor.drawing(shape.measure, shape.depth, partial(draw_page, squares=squares)) for squares in pages]
        return [*opening(compositor, deck, words, "deals", shape.measure), *records]

    return compositor.pages(shape, story, paged_foot(shape, words, deck.name, deck.code, title))


def opening(compositor: Compositor, deck: Deck, words: Catalogue, kind: str, measure: float) -> "list[Flowable]":
    """Return the page without deals: what follows, a warning, the squares, and what balance tells of them."""
    subtitle = span(words, 1, len(deck.squares))
    groups = _groups(deck)
    header = [words.phrase(f"deals.{column}") for column in ("squares", "cards", "numbers")]
    rows = [[_range(first, last), str(layout.cards), _numbers(layout, words)] for first, last, _, layout in groups]
    known = [_known(words, first, last, group, layout) for first, last, group, layout in groups]
    return [
        masthead(compositor, words.phrase(f"{kind}.title"), subtitle, deck.name, deck.code, measure),
        compositor.heading(words.phrase("deals.warning"), 2),
        compositor.text(words.phrase(f"{kind}.what")),
        compositor.table(header, rows, measure),
        compositor.heading(words.phrase("deals.provenance"), 2),
        *map(compositor.text, known),
        page_break(),
    ]


def span(words: Catalogue, first: int, last: int) -> str:
    """Return "Square 7" or "Squares 7–12"."""
    return words.phrase("square", n=first) if first == last else words.phrase("squares", first=first, last=last)


def _range(first: int, last: int) -> str:
    return str(first) if first == last else f"{first}–{last}"


def _numbers(layout: Layout, words: Catalogue) -> str:
    positions = [position for position in POSITIONS if position in layout.positions]
    return " · ".join(f"{words.positions[position]} {_range(1, layout.positions[position])}" for position in positions)


def _groups(deck: Deck) -> list[tuple[int, int, Group, Layout]]:
    """Return every group with its first and last square and its layout."""
    groups, first = [], 1
    for group, layout in zip(deck.spec.squares, deck.parts.layouts, strict=True):
        groups.append((first, first + group.count - 1, group, layout))
        first += group.count
    return groups


def _known(words: Catalogue, first: int, last: int, group: Group, layout: Layout) -> str:
    """Return what is known of the squares of a group; a single square is no plural."""
    if group.count == 1:
        return words.phrase("deals.one_given" if group.source == "given" else "deals.one_free", n=first)
    return words.phrase(_provenance(group, layout), squares=words.phrase("squares.running", first=first, last=last))


def _provenance(group: Group, layout: Layout) -> str:
    """Return the phrase that says what the squares of a group tell of each other."""
    if group.source == "given":
        return "deals.given"
    if group.balance == "none":
        return "deals.free"
    even = all(group.count * capacity % layout.cards == 0 for capacity in layout.positions.values())
    return "deals.exact" if even else "deals.near"
