"""Deals in and out: decks of boards from elsewhere, the deals of a deck in files that other programs read."""

import json
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence

from replikat import __version__
from replikat.data.csv_tables import table_text
from replikat.data.library import Library
from replikat.data.strict_yaml import Source
from replikat.deals.boards.boards import HAND, SEATS, Board, bridge_cards, cards_of, hands_in
from replikat.deals.boards.pbn import Found
from replikat.deals.boards.writers import DLM_BOARDS, WRITERS, Heading
from replikat.deck.deck import Deck
from replikat.deck.deck_spec import DeckSpec, Group
from replikat.deck.loaders import load_parts
from replikat.deck.squares import POSITIONS, Layout, Mark, Position
from replikat.errors import Fault, LawFault, ReplikatError
from replikat.games.table.named_rules import dealer_of, vulnerable_in

VULNERABLE = {"none": "None", "ns": "NS", "ew": "EW", "all": "All"}
FORMATS = (*WRITERS, "csv", "json")
FEW = 5  # as many boards or lines are told


def chosen_boards(boards: Sequence[Found], numbers: Sequence[int], file: str) -> list[Found]:
    """Return the boards of a file with these numbers, in their order; all of them where no number is given."""
    if not numbers:
        return list(boards)
    places: defaultdict[int, list[Found]] = defaultdict(list)
    for one in boards:
        places[one.board.number].append(one)
    faults = []
    if missing := [str(number) for number in numbers if number not in places]:
        more = f" and {len(missing) - FEW} more" if len(missing) > FEW else ""
        faults.append(Fault(f"no board {', '.join(missing[:FEW])}{more}", f"the file has {_told(places)}", file, field="--boards"))
    for number in numbers:
        if len(found := places.get(number, [])) > 1:
            lines = " and ".join(str(one.line) for one in found[:FEW])
            faults.append(
                Fault(f"board {number} is dealt on lines {lines}", "one deal for every number; part the file", file, field="--boards")
            )
    if faults:
        raise ReplikatError(*faults)
    return [places[number][0] for number in numbers]


def _told(numbers: Mapping[int, object]) -> str:
    return f"boards from {min(numbers)} to {max(numbers)}" if len(numbers) > 1 else f"board {min(numbers)} alone"


def deck_of_boards(name: str, boards: Sequence[Board], like: DeckSpec, source: Source, library: Library, seed: str) -> Deck:
    """Return the deck of these boards, square after square, of pack, layout and print settings as `like` has them.

    The numbers within a hand are drawn from the seed, which nothing else hangs on.
    """
    from replikat.deck.dealing.deal import Origin
    from replikat.deck.dealing.given import numbered

    parts = load_parts(like, source, library)
    suited = [group for group, layout in zip(like.squares, parts.layouts, strict=True) if group.cards == "all" and _bridge(layout)]
    try:
        places = bridge_cards(parts.pack)
    except LawFault as law:
        raise ReplikatError(Fault(f"{like.name}: {law}", "name a deck that can deal bridge", field="--like")) from None
    if not suited:
        raise ReplikatError(Fault(f"{like.name} deals no four hands of thirteen", "name a deck that can deal bridge", field="--like"))
    group = Group(suited[0].layout, len(boards), "none", "all", "given")
    spec = DeckSpec(name, like.pack, (group,), like.dealing, print=like.print, games=like.games)
    origin = Origin(spec.dealing, seed, 0)
    squares = []
    for number, board in enumerate(boards):
        held: dict[Position, list[int]] = {
            position: [places[card] for card in cards_of(board.hands[SEATS.index(position)])] for position in POSITIONS if position in SEATS
        }
        squares.append(numbered(held, group.layout, len(parts.pack.cards), origin, number))
    return Deck(spec, load_parts(spec, source, library), tuple(squares))


def _bridge(layout: Layout) -> bool:
    return dict(layout.positions) == dict.fromkeys(SEATS, HAND)


def otherwise_told(boards: Sequence[Board]) -> list[str]:
    """Return a line for every square whose dealer or vulnerability, by its number, is not that of its board."""
    lines = []
    for square, board in enumerate(boards, 1):
        here = dealer_of(square), VULNERABLE[vulnerable_in(square)]
        there = board.dealer or here[0], board.vulnerable or here[1]
        if there != here:
            lines.append(
                f"square {square} is board {board.number}, dealer {there[0]}, vulnerable {there[1]}; by its number {here[0]}, {here[1]}"
            )
    return lines


def boards_of(deck: Deck, squares: Sequence[int]) -> list[Board]:
    """Return squares 1, 2, ... as boards of the same numbers; ReplikatError for one that is no deal of bridge."""
    try:
        return [Board(square, dealer_of(square), VULNERABLE[vulnerable_in(square)], hands_in(deck, square)) for square in squares]
    except LawFault as law:
        raise ReplikatError(Fault(str(law), "name others with --squares, or use --format csv or json", field=deck.name)) from None


def export(
    deck: Deck,
    squares: Sequence[int],
    kind: str,
    scores: Mapping[int, Sequence[tuple[str, str]]] | None = None,
) -> bytes:
    """Return the deals of squares as a file that other programs read.

    Args:
        deck: The deck.
        squares: Numbers of squares, from 1.
        kind: One of FORMATS.
        scores: For PBN: a square's table of instant scores, rows of range and percentage.

    Raises:
        ReplikatError: A square is no deal of bridge, or the format does not reach so far.
    """
    if kind == "csv":
        return _csv(deck, squares)
    if kind == "json":
        return _json(deck, squares)
    if kind == "dlm" and max(squares) > DLM_BOARDS:
        cure = f"a DLM file ends with board {DLM_BOARDS}"
        raise ReplikatError(Fault(f"square {max(squares)}", cure, field="--squares"))
    if kind == "dup" and len(squares) != max(squares) - min(squares) + 1:
        gap = next(square for square in range(min(squares), max(squares)) if square not in squares)
        cure = "a DUP file numbers its boards from the lowest on without a gap; write a file for every run of squares"
        raise ReplikatError(Fault(f"square {gap} is left out", cure, field="--squares"))
    tables = {square: list(rows) for square, rows in (scores or {}).items()}
    heading = Heading(deck.name, f"replikat {__version__}", deck.code, tables)
    write: Callable[..., bytes] = WRITERS[kind]
    return write(boards_of(deck, squares), heading)


def _csv(deck: Deck, squares: Sequence[int]) -> bytes:
    rows = [(square, mark.position, mark.number, deck.pack.codes[card]) for square in squares for mark, card in _in_order(deck, square)]
    return table_text(("square", "position", "number", "card"), rows).encode()


def _in_order(deck: Deck, square: int) -> list[tuple[Mark, int]]:
    """Return mark and card of a square, position after position, each in order of number."""
    dealt = deck.squares[square - 1].dealt()
    return [(mark, dealt[mark]) for mark in deck.layout(square).slots]


def _json(deck: Deck, squares: Sequence[int]) -> bytes:
    told = []
    for square in squares:
        hands: dict[str, list[str]] = {position: [] for position in POSITIONS if position in deck.layout(square).positions}
        for mark, card in _in_order(deck, square):
            hands[mark.position].append(deck.pack.codes[card])
        told.append({"square": square, "layout": deck.squares[square - 1].layout, "hands": hands})
    return (json.dumps({"deck": deck.name, "code": deck.code, "pack": deck.pack.name, "squares": told}, indent=1) + "\n").encode()
