"""A grid of cards sorted by two players, one along the rows, the other along the columns."""

from collections.abc import Iterable, Sequence
from itertools import pairwise

from replikat.deck.cards import Card, Pack
from replikat.errors import Breach, FieldPath, LawFault
from replikat.tally.counting_rules import GridLines, Reading
from replikat.tally.sheets import Grid
from replikat.tally.typed_cards import typed_cards
from replikat.tally.working import Tally, TallyLine

EMPTY = "."
Order = tuple[int, int]


def grid_lines(options: GridLines, sheet: Grid, pack: Pack) -> Tally:
    """Return the points of both sides, a line of the working for each row and each column, empty ones too."""
    rows = sheet.places
    _check_frame(options, rows)
    cards = typed_cards(pack, _cells(rows))
    if len(cards) > options.most:
        raise LawFault([(("rows",), f"{len(cards)} cards in the grid; the game has {options.most}")])
    order = {cell: _order(card, options, pack) for cell, card in cards.items()}
    lines = []
    for side, what, tracks in (
        (options.across, "row", [[(y, x) for x in range(options.columns)] for y in range(options.rows)]),
        (options.down, "column", [[(y, x) for y in range(options.rows)] for x in range(options.columns)]),
    ):
        for track in tracks:
            cells: list[FieldPath] = [("rows", *place) for place in track if ("rows", *place) in cards]
            points = line_points([order[cell] for cell in cells], options.reading)
            lines.append(TallyLine(side, what, points, tuple(cards[cell].code for cell in cells)))
    return Tally(tuple(lines), {side: sum(line.points for line in lines if line.side == side) for side in (options.across, options.down)})


def line_points(values: Sequence[Order], reading: Reading) -> int:
    """Return the cards of a line less those that lie directly after a higher one, or after any higher one."""
    if reading == "adjacent":
        return len(values) - sum(later < earlier for earlier, later in pairwise(values))
    return sum(all(value > earlier for earlier in values[:place]) for place, value in enumerate(values))


def _cells(rows: Sequence[Sequence[str]]) -> Iterable[tuple[FieldPath, str]]:
    return ((("rows", y, x), code) for y, row in enumerate(rows) for x, code in enumerate(row) if code != EMPTY)


def _check_frame(options: GridLines, rows: Sequence[Sequence[str]]) -> None:
    """Raise LawFault unless the rows fill the frame, and its corners are empty where they have to be."""
    faults: list[Breach] = []
    if len(rows) != options.rows:
        faults.append((("rows",), f"{len(rows)} rows; expected {options.rows}, with a dot for an empty place"))
    faults += [
        (("rows", y), f"{len(row)} places; expected {options.columns}, with a dot for an empty one")
        for y, row in enumerate(rows)
        if len(row) != options.columns
    ]
    if not faults and not options.corners:
        ends = [(y, x) for y in (0, options.rows - 1) for x in (0, options.columns - 1)]
        faults += [(("rows", y), f"{rows[y][x]} lies in a corner, where no card may lie") for y, x in ends if rows[y][x] != EMPTY]
    if faults:
        raise LawFault(faults)


def _order(card: Card, options: GridLines, pack: Pack) -> Order:
    """Return what cards are compared by: the rank, then the suit."""
    rank, suit = card.rank.code if card.rank else "", card.suit.code if card.suit else ""
    if rank not in pack.high or suit not in options.suits:
        raise LawFault([((), f"{card.code} has no place in the order of {pack.name}")])
    return -pack.high.index(rank), options.suits.index(suit)
