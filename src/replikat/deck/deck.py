"""The replicate deck, the value in the middle of everything."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from replikat.deck.cards import Pack
from replikat.deck.code import deck_code
from replikat.deck.deck_spec import DeckSpec
from replikat.deck.parts import Parts
from replikat.deck.squares import Layout, Mark, Marks, Square, parse_mark, square_faults
from replikat.errors import Breach, LawFault


@dataclass(frozen=True)
class Deck:
    """A replicate deck: a pack and its squares."""

    spec: DeckSpec
    parts: Parts
    squares: tuple[Square, ...]

    @property
    def pack(self) -> Pack:
        return self.parts.pack

    @property
    def name(self) -> str:
        return self.spec.name

    @cached_property
    def code(self) -> str:
        return deck_code(self.pack.name, self.squares)

    @cached_property
    def backs(self) -> dict[str, Marks]:
        """Return the marks that every card of the pack carries, square by square, by the card's code."""
        return {code: tuple(square.marks[place] for square in self.squares) for code, place in self.pack.index.items()}

    def layout(self, square: int) -> Layout:
        """Return the layout of square 1, 2, ..."""
        return self.parts.layouts[self.spec.groups_by_square[square - 1]]

    @property
    def has_middle(self) -> bool:
        return any("M" in layout.positions for layout in self.parts.layouts)

    def marks_text(self) -> str:
        """Return the marks block of the deck file, one line a square."""
        return "".join(f"{square}\n" for square in self.squares)


def deck_of(spec: DeckSpec, parts: Parts, marks: str) -> Deck:
    """Return the deck whose marks are written in `marks`.

    Raises LawFault with paths ("marks", line, token), counted from 0, for every mark that breaks the square law.
    """
    faults: list[Breach] = []
    lines = marks.splitlines()
    if len(lines) != spec.count:
        raise LawFault([(("marks",), f"{len(lines)} lines of marks; expected {spec.count}, one for every square")])
    squares = []
    for number, line in enumerate(lines):
        group = spec.groups_by_square[number]
        square, wrong = _square_of(line, spec.squares[group].layout, parts, group)
        squares.append(square)
        faults += [(("marks", number, token), f"square {number + 1}: {text}") for token, text in wrong]
    faults = faults or _twin_faults(spec, parts, squares)
    if faults:
        raise LawFault(faults)
    return Deck(spec, parts, tuple(squares))


def _twin_faults(spec: DeckSpec, parts: Parts, squares: Sequence[Square]) -> list[Breach]:
    """Return what keeps twins from being disguised copies of their originals."""
    places = [place for place, group in enumerate(spec.squares) if group.source == "twin"]
    if spec.twins is None or not places:
        return [(("twins",), "no word of what the twins are copies of")] if places else []
    disguise = parts.pack.disguise([spec.twins.suits.get(suit.code, "") for suit in parts.pack.suits])
    if isinstance(disguise, str):
        return [(("twins", "suits"), disguise)]
    wanted = [range(first - spec.squares[place].count, first) for place in places if (first := spec.groups_by_square.index(place))]
    given = iter(spec.twins.of)
    if any(sorted(number for _, number in zip(run, given, strict=False)) != [square + 1 for square in run] for run in wanted) or [*given]:
        return [(("twins", "of"), "expected every square of the groups with twins once, group after group")]
    return [
        (("marks", twin - 1, card), f"square {twin} is no disguised copy of square {original}: {parts.pack.codes[card]}")
        for twin, original in spec.originals.items()
        for card, (found, mark) in enumerate(zip(squares[twin - 1].marks, disguised(squares[original - 1].marks, disguise), strict=True))
        if found != mark
    ]


def disguised(marks: Sequence[Mark | None], disguise: Sequence[int]) -> tuple[Mark | None, ...]:
    """Return the marks of a square's twin: what stood on a card stands on the one that takes its place."""
    twin: list[Mark | None] = [None] * len(marks)
    for mark, place in zip(marks, disguise, strict=True):
        twin[place] = mark
    return tuple(twin)


def _square_of(line: str, layout: str, parts: Parts, group: int) -> tuple[Square, list[tuple[int, str]]]:
    codes = parts.pack.codes
    tokens = line.split()
    if len(tokens) != len(codes):
        return Square(layout, ()), [(0, f"{len(tokens)} marks; expected {len(codes)}, one for every card of {parts.pack.name}")]
    marks = []
    unread = {}
    for card, token in enumerate(tokens):
        try:
            marks.append(parse_mark(token))
        except ValueError:
            marks.append(None)
            unread[card] = f"what stands for {codes[card]} is no mark; expected a position and a number such as S7, or -"
    square = Square(layout, tuple(marks))
    inside = set(parts.members[group])
    members = [card in inside for card in range(len(codes))]
    broken = square_faults(square, parts.layouts[group], members, secret=True)
    faults = [*unread.items(), *((card, f"{codes[card]}: {text}") for card, text in broken if card not in unread)]
    return square, sorted(faults)
