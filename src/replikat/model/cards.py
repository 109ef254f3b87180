"""Packs of cards: what the faces show, in the order in which a deck is printed."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from replikat.errors import LawFault
from replikat.model.bounds import STRICT, Code, Few, Line, Name, PackName

MOST_PIPS = 10

Form = Literal["pips", "single", "two-way"]  # how a face is built from its figure


@dataclass(frozen=True)
class Suit:
    """A suit; `figure` is the pip's figure file, `colour` and `second` palette names (two and four colours)."""

    __pydantic_config__ = STRICT

    code: Code
    figure: Name
    colour: Name
    second: Name


@dataclass(frozen=True)
class Rank:
    """A rank: 1 to 10 pips, or a figure, with {suit} for the suit's code."""

    __pydantic_config__ = STRICT

    code: Code
    form: Form = "pips"
    pips: Few = 0
    figure: Line | None = None

    def __post_init__(self) -> None:
        if self.form == "pips" and not 1 <= self.pips <= MOST_PIPS:
            raise LawFault([(("pips",), f"{self.pips} pips; expected 1 to {MOST_PIPS}, or another form with a figure")])
        if self.form != "pips" and not self.figure:
            raise LawFault([(("form",), f"the form {self.form} without a figure; expected the name of a figure file")])


@dataclass(frozen=True)
class Spare:
    """A card that belongs to no square, such as a joker: it carries dashes and is not dealt."""

    __pydantic_config__ = STRICT

    code: Name
    figure: Name
    colour: Name = "black"


@dataclass(frozen=True)
class PackSpec:
    """The data file of a pack: all its suits and ranks, or another pack with cards left out.

    `high` lists ranks from the highest down, as hand records show them; in pack order where it is empty.
    `base` names a pack of which this one keeps the `keep` ranks (all where empty) without the `without` cards.
    `values` holds named scales of card values by rank.
    """

    __pydantic_config__ = STRICT

    base: PackName | None = None
    keep: tuple[Name, ...] = ()
    without: tuple[Name, ...] = ()
    suits: tuple[Suit, ...] = ()
    ranks: tuple[Rank, ...] = ()
    spares: tuple[Spare, ...] = ()
    high: tuple[Name, ...] = ()
    values: dict[Name, dict[Name, float]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        faults: list[tuple[tuple[str | int, ...], str]] = []
        if (self.base is None) == (not self.suits):
            faults.append(((), "a pack needs either suits and ranks of its own or a base"))
        for key, entries in (("suits", self.suits), ("ranks", self.ranks), ("spares", self.spares)):
            codes = [entry.code for entry in entries]
            faults += [((key, i, "code"), f"{code} stands twice") for i, code in enumerate(codes) if code in codes[:i]]
        known = {rank.code for rank in self.ranks}
        cards = Counter(rank.code + suit.code for suit in self.suits for rank in self.ranks)
        if not faults:  # else doubled suits or ranks have been told already
            faults += [((), f"two cards would be called {code}; choose other codes") for code, many in cards.items() if many > 1]
        faults += [
            (("spares", i, "code"), f"a card is called {spare.code} too") for i, spare in enumerate(self.spares) if cards[spare.code]
        ]
        faults += [(("high", i), f"{code} is no rank of this pack") for i, code in enumerate(self.high) if code not in known]
        for scale, values in self.values.items():
            faults += [(("values", scale, code), f"{code} is no rank of this pack") for code in values if code not in known]
        if faults:
            raise LawFault(faults)


@dataclass(frozen=True)
class Card:
    """One card; `code` is rank then suit (QS, 10D), or a spare's own code."""

    code: str
    suit: Suit | None
    rank: Rank | None
    figure: str | None = None
    ink: str = "black"

    @property
    def form(self) -> Form:
        return self.rank.form if self.rank else "two-way"

    @property
    def colour(self) -> str:
        """Return the palette name of the colour in which the card's index is printed."""
        return self.suit.colour if self.suit else self.ink


@dataclass(frozen=True)
class Pack:
    """A set of cards in printing order, and the spares that fill free cells of its sheets."""

    name: str
    cards: tuple[Card, ...]
    spares: tuple[Card, ...]
    values: dict[str, dict[str, float]]
    high: tuple[str, ...] = ()

    @cached_property
    def codes(self) -> tuple[str, ...]:
        return tuple(card.code for card in self.cards)

    @cached_property
    def index(self) -> dict[str, int]:
        """Return the place of every card code in pack order."""
        return {code: i for i, code in enumerate(self.codes)}

    def from_high(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        """Return cards of one suit from the highest down; ranks that the pack does not order keep their places at the end."""
        places = {code: place for place, code in enumerate(self.high)}
        return tuple(sorted(cards, key=lambda card: places.get(card.rank.code, len(places)) if card.rank else len(places)))


def pack_of(name: str, spec: PackSpec, base: Pack | None = None) -> Pack:
    """Return the pack that a data file describes; `base` is the pack it names as its base."""
    if base is None:
        cards = tuple(
            Card(rank.code + suit.code, suit, rank, rank.figure and rank.figure.replace("{suit}", suit.code))
            for suit in spec.suits
            for rank in spec.ranks
        )
        spares = tuple(Card(spare.code, None, None, spare.figure, spare.colour) for spare in spec.spares)
        return Pack(name, cards, spares, spec.values, spec.high)
    known = {card.rank.code for card in base.cards if card.rank}
    faults = [(("keep", i), f"{code} is no rank of {base.name}") for i, code in enumerate(spec.keep) if code not in known]
    faults += [(("without", i), f"{code} is no card of {base.name}") for i, code in enumerate(spec.without) if code not in base.index]
    if faults:
        raise LawFault(faults)
    kept = tuple(
        card for card in base.cards if (not spec.keep or (card.rank and card.rank.code in spec.keep)) and card.code not in spec.without
    )
    return Pack(name, kept, base.spares, base.values, base.high)
