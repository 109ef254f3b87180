"""Hand records of a whole deck, behind a page that gives nothing away."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from replikat.deals.records.compass import Needed, Record, draw_record, letters_size, record_height
from replikat.deals.records.side_by_side import draw_list, list_height
from replikat.deck.catalogue import Catalogue
from replikat.deck.deck import Deck
from replikat.deck.deck_spec import Group
from replikat.deck.squares import POSITIONS, Layout
from replikat.errors import ReplikatError
from replikat.geometry.plane import Rect
from replikat.papers.stationery import Stationery, masthead, paged_foot, sheet_shape
from replikat.typeset.pen import Pen
from replikat.typeset.text.flow import Compositor, Entry, page_break
from replikat.typeset.text.formats import PageShape

if TYPE_CHECKING:
    from reportlab.platypus import Flowable

GUTTER = 9.0
WIDEST = 125.0  # of a cross: hands that belong together are seen together
CROSS = 13  # cards of a hand; longer ones stand in lists
Draw = Callable[[Pen, Record, int, Rect, float], None]
GRIDS: dict[bool, tuple[tuple[int, int], ...]] = {  # columns and rows of squares on a page, by whether hands are in lists
    False: ((2, 2), (1, 2), (1, 1)),
    True: ((1, 3), (1, 2), (1, 1)),
}


@dataclass(frozen=True)
class Grid:
    """How squares lie on a page: columns and rows of boxes (mm), the size of their letters, and what draws one."""

    columns: int
    rows: int
    wide: float
    high: float
    size: float
    draw: Draw


def deals_pdf(record: Record, made: Stationery) -> bytes:
    """Return the hand records of a deck: a page without deals, then several squares to a page."""
    deck, words = record.deck, record.words
    title = words.phrase("deals.title")
    compositor = made.compositor(f"{title} · {deck.name}")
    shape = sheet_shape(made.paper)
    grid = _grid(record, shape)

    def story(entries: Sequence[Entry]) -> "list[Flowable]":
        step, count = grid.columns * grid.rows, len(deck.squares)
        pages = [range(first, min(first + step, count + 1)) for first in range(1, count + 1, step)]
        draws = [partial(_draw_page, record=record, squares=squares, shape=shape, grid=grid) for squares in pages]
        records = [compositor.drawing(shape.measure, shape.depth, draw) for draw in draws]
        return [*opening(compositor, deck, words, "deals", title, shape.measure), *records]

    return compositor.pages(shape, story, paged_foot(shape, words, deck.name, deck.code, title))


def _grid(record: Record, shape: PageShape) -> Grid:
    """Return the closest grid that holds every square; with numbers no two squares stand side by side."""
    deck = record.deck
    longest = max(count for layout in deck.parts.layouts for position, count in layout.positions.items() if position != "M")
    draw: Draw = draw_list if longest > CROSS else draw_record
    needed: Needed = list_height if longest > CROSS else record_height
    for columns, rows in GRIDS[longest > CROSS][1 if record.numbers else 0 :]:
        wide, high = (shape.measure + GUTTER) / columns - GUTTER, (shape.depth + GUTTER) / rows - GUTTER
        wide = min(wide, WIDEST) if longest <= CROSS else wide
        if size := letters_size(record, range(1, len(deck.squares) + 1), wide, high, needed):
            return Grid(columns, rows, wide, high, size, draw)
    raise ReplikatError(f"the hands of {deck.name} do not fit a page of {shape.width:.0f} x {shape.height:.0f} mm")


def _draw_page(pen: Pen, record: Record, squares: range, shape: PageShape, grid: Grid) -> None:
    step = (shape.measure + GUTTER) / grid.columns
    for place, square in enumerate(squares):
        row, column = divmod(place, grid.columns)
        left = column * step + (step - GUTTER - grid.wide) / 2
        grid.draw(pen, record, square, Rect(left, row * (grid.high + GUTTER), grid.wide, grid.high), grid.size)


def shown_squares(deck: Deck, square: int | None) -> range:
    """Return the squares that a paper shows, from 1: one alone, or all of the deck where none is named."""
    return range(square, square + 1) if square else range(1, len(deck.squares) + 1)


def opening(
    compositor: Compositor, deck: Deck, words: Catalogue, kind: str, title: str, measure: float, square: int | None = None
) -> "list[Flowable]":
    """Return the page without deals: what follows, a warning, the deck's squares, and what balance tells of them.

    `square` is the only one that follows, if not all do.
    """
    shown = shown_squares(deck, square)
    subtitle = span(words, shown.start, shown.stop - 1)
    groups = _groups(deck)
    header = [words.phrase(f"deals.{column}") for column in ("squares", "cards", "numbers")]
    rows = [[_range(first, last), str(layout.cards), _numbers(layout, words)] for first, last, _, layout in groups]
    known = [_known(words, first, last, group, layout) for first, last, group, layout in groups]
    pack = words.phrase("ordinary.pack") if deck.pack.ordinary else words.phrase("ordinary.pack_other", n=len(deck.pack.cards))
    return [
        masthead(compositor, title, subtitle, deck.name, deck.code, measure),
        compositor.heading(words.phrase("deals.warning"), 2),
        compositor.text(words.phrase(f"{kind}.what", pack=pack)),
        compositor.table(header, rows, measure),
        compositor.heading(words.phrase("deals.provenance"), 2),
        *map(compositor.text, known),
        *(compositor.text(text) for first, last, group, _ in groups for text in _kept_off(deck, words, first, last, group)),
        page_break(),
    ]


def pack_title(words: Catalogue, deck: Deck, kind: str) -> str:
    """Return the title of a paper from which another pack is dealt; only a pack of French suits is called ordinary."""
    return words.phrase(f"{kind}.title") if deck.pack.ordinary else words.phrase(f"{kind}.title_other")


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
    if group.source == "twin" and group.count == 1:
        return words.phrase("deals.one_twin", n=first, original=first - 1)
    if group.source == "twin":
        twins = words.phrase("squares.running", first=first, last=last)
        return words.phrase("deals.twins", squares=twins, first=first - group.count, last=first - 1)
    if group.count == 1:
        return words.phrase("deals.one_given" if group.source == "given" else "deals.one_free", n=first)
    return words.phrase(_provenance(group, layout), squares=words.phrase("squares.running", first=first, last=last))


def _kept_off(deck: Deck, words: Catalogue, first: int, last: int, group: Group) -> list[str]:
    """Return which cards a group keeps off which position."""
    held = span(words, first, last)
    named = {
        position: ", ".join(words.card(deck.pack.cards[deck.pack.index[code]]) for code in cards)
        for position, cards in group.keep_off.items()
    }
    return [
        words.phrase("deals.kept_off", squares=held, position=words.positions[position], cards=cards) for position, cards in named.items()
    ]


def _provenance(group: Group, layout: Layout) -> str:
    """Return the phrase that says what the squares of a group tell of each other."""
    if group.source == "given":
        return "deals.given"
    if group.balance == "none":
        return "deals.free"
    even = all(group.count * capacity % layout.cards == 0 for capacity in layout.positions.values())
    return "deals.exact" if even else "deals.near"
