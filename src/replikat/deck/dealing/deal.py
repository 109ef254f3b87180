"""A spec and a seed become the squares of a deck."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from replikat.deck.dealing.pair_balance import Told, even_out
from replikat.deck.dealing.seat_balance import balanced_table
from replikat.deck.dealing.stream import Stream
from replikat.deck.deck import Deck, disguised
from replikat.deck.deck_spec import DeckSpec, Group, Twins
from replikat.deck.parts import Parts
from replikat.deck.squares import POSITIONS, Layout, Mark, Position, Square
from replikat.errors import Fault, ReplikatError

MOST_TRIES = 20_000  # orders for one square; about six in ten keep six cards off four places of a casino table


def deal(spec: DeckSpec, parts: Parts, seed: str, told: Told | None = None) -> Deck:
    """Return the deck that `seed` (64 hex digits) deals; the same on every machine, for ever, by `spec.dealing`.

    `told` hears how far the evening out of pairs is, which may take long.
    """
    squares: list[Square] = []
    originals: list[int] = []
    disguise = _drawn_disguise(spec, parts, seed)
    for place, (group, layout, members) in enumerate(zip(spec.squares, parts.layouts, parts.members, strict=True)):
        origin = Origin(spec.dealing, seed, place)
        if group.source == "twin":
            order = origin.stream("twins").order(group.count)
            copied = [len(squares) - group.count + number for number in order]
            originals += [number + 1 for number in copied]
            squares += [Square(group.layout, disguised(squares[number].marks, disguise)) for number in copied]
            continue
        if group.balance == "none":
            drawn = _free_squares(group, layout, origin, _barred(group, parts, members))
        else:
            drawn = _balanced_squares(group, layout, origin, told)
        for marks in drawn:
            spread: list[Mark | None] = [None] * len(parts.pack.cards)
            for card, mark in zip(members, marks, strict=True):
                spread[card] = mark
            squares.append(Square(group.layout, tuple(spread)))
    if originals:
        spec = replace(spec, twins=Twins(_suits(parts, disguise), tuple(originals)))
    return Deck(spec, parts, tuple(squares))


def _drawn_disguise(spec: DeckSpec, parts: Parts, seed: str) -> tuple[int, ...]:
    """Return the one exchange of suits of all twins of a deck, card by card; nothing is drawn where there are none."""
    if not parts.disguises:
        return ()
    return parts.disguises[Stream(spec.dealing, seed, "disguise", 0).below(len(parts.disguises))]


def _suits(parts: Parts, disguise: Sequence[int]) -> dict[str, str]:
    """Return which suit stands for which."""
    pairs = ((card.suit, parts.pack.cards[place].suit) for card, place in zip(parts.pack.cards, disguise, strict=True))
    return {suit.code: other.code for suit, other in pairs if suit and other}


@dataclass(frozen=True)
class Origin:
    """Where the chance of a group comes from; `group` is its place in the spec."""

    dealing: int
    seed: str
    group: int

    def stream(self, purpose: str, square: int = 0) -> Stream:
        """Return the stream for one purpose, and for one square where each has its own."""
        return Stream(self.dealing, self.seed, purpose, self.group, square)


def _barred(group: Group, parts: Parts, members: Sequence[int]) -> dict[Position, frozenset[int]]:
    """Return for every position the cards that are kept off it, as places among the group's own cards."""
    place = {parts.pack.codes[card]: own for own, card in enumerate(members)}
    return {position: frozenset(place[code] for code in cards) for position, cards in group.keep_off.items()}


def _allowed_order(layout: Layout, stream: Stream, barred: Mapping[Position, frozenset[int]]) -> list[int]:
    """Return the first order from the stream that keeps the barred cards off their positions, of at most MOST_TRIES.

    Each order is as likely as any other that is allowed, because all are equally likely and those that are not are passed over.
    """
    for _ in range(MOST_TRIES):
        order = stream.order(layout.cards)
        if not barred or not any(card in barred.get(slot.position, ()) for slot, card in zip(layout.slots, order, strict=True)):
            return order
    kept = "; ".join(f"{position}: {len(cards)} cards" for position, cards in barred.items())
    found = f"none of {MOST_TRIES} orders keeps the cards off their positions ({kept})"
    raise ReplikatError(Fault(found, "keep fewer cards off", field="keep_off"))


def _free_squares(group: Group, layout: Layout, origin: Origin, barred: Mapping[Position, frozenset[int]]) -> list[list[Mark]]:
    """Return independent squares: place k of the order drawn for a square gets the layout's k-th mark."""
    squares = []
    for square in range(group.count):
        order = _allowed_order(layout, origin.stream("order", square), barred)
        marks = [layout.slots[0]] * layout.cards
        for slot, card in zip(layout.slots, order, strict=True):
            marks[card] = slot
        squares.append(marks)
    return squares


def _balanced_squares(group: Group, layout: Layout, origin: Origin, told: Told | None) -> list[list[Mark]]:
    """Return squares that keep the seat balance, with numbers drawn anew for each, relabelled by a uniform order."""
    positions = [position for position in POSITIONS if position in layout.positions]
    table = balanced_table([layout.positions[position] for position in positions], group.count, origin.stream("trades"))
    if group.balance == "pairs":
        even_out(table, len(positions), group.effort, origin.stream("pairs"), told)
    relabelled = origin.stream("relabel").order(layout.cards)
    squares = []
    for square, row in enumerate(table):
        marks = [layout.slots[0]] * layout.cards
        reached = dict.fromkeys(positions, 0)
        for card in origin.stream("numbers", square).order(layout.cards):
            position = positions[row[card]]
            reached[position] += 1
            marks[relabelled[card]] = Mark(position, reached[position])
        squares.append(marks)
    return squares
