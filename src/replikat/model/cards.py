"""Packs of cards: what the faces show, in the order in which a deck is printed."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import permutations
from typing import Literal

from replikat.errors import LawFault
from replikat.model.bounds import STRICT, Code, Few, Gap, ImagePattern, Line, Name, PackName

MOST_PIPS = 10

Form = Literal["pips", "single", "two-way", "emblem", "image"]  # how a face is built from its figure
RankForm = Literal["pips", "single", "two-way"]
Exchanges = Literal["any"] | tuple[tuple[Name, ...], ...]  # suits that may stand for a pack's suits, in their order
Path = tuple[str | int, ...]


@dataclass(frozen=True)
class Suit:
    """A suit; `figure` is the pip's figure file, `colour` and `second` palette names (two and four colours).

    `word` is its key among the suits of a language, its code where it is absent. `ranks` are the ranks that the suit
    has, all where it is empty; `high` orders them for this suit alone.
    """

    __pydantic_config__ = STRICT

    code: Code
    figure: Name
    colour: Name
    second: Name
    word: Name | None = None
    ranks: tuple[Name, ...] = ()
    high: tuple[Name, ...] = ()


@dataclass(frozen=True)
class Rank:
    """A rank: 1 to 10 pips, or a figure, with {suit} for the suit's code."""

    __pydantic_config__ = STRICT

    code: Code
    form: RankForm = "pips"
    pips: Few = 0
    figure: Line | None = None

    def __post_init__(self) -> None:
        if self.form == "pips" and not 1 <= self.pips <= MOST_PIPS:
            raise LawFault([(("pips",), f"{self.pips} pips; expected 1 to {MOST_PIPS}, or another form with a figure")])
        if self.form != "pips" and not self.figure:
            raise LawFault([(("form",), f"the form {self.form} without a figure; expected the name of a figure file")])


@dataclass(frozen=True)
class Emblem:
    """A card of no suit that is dealt, such as a trump: an upright picture, a numeral over it and its name below.

    `index` stands in the corners; `names` gives the name by language (it may hold more languages than print). `ground`
    covers the picture's panel; a card that is not `framed` has no line round it. Only where whole faces are picture files
    may it lack a `figure`.
    """

    __pydantic_config__ = STRICT

    code: Code
    index: Code
    names: dict[Name, Line]
    figure: Name | None = None
    numeral: Line | None = None
    colour: Name = "black"
    ground: Name | None = None
    framed: bool = True


@dataclass(frozen=True)
class Spare:
    """A card that belongs to no square, such as a joker: it carries dashes and is not dealt."""

    __pydantic_config__ = STRICT

    code: Name
    figure: Name
    colour: Name = "black"


@dataclass(frozen=True)
class PackSpec:
    """The data file of a pack: suits with ranks and emblems of its own, or another pack with cards left out.

    `high` lists ranks from the highest down, as hand records show them; in pack order where it is empty.
    `base` names a pack of which this one keeps the `keep` ranks (all where empty) without the `without` cards, and of
    whose spare cards it deals the first `dealt_spares`. `values` holds named scales of card values, by rank or card;
    `badge` names the one that is printed on the faces, `counted` the one that hand records add up. `images` is the
    pattern of picture files that are whole faces, with `image_bleed` mm beyond the trim on every side.
    `disguises` says which exchanges of suits leave games as they are; a part of another pack has those of its base, as
    far as they fit, where it does not say.
    """

    __pydantic_config__ = STRICT

    base: PackName | None = None
    keep: tuple[Name, ...] = ()
    without: tuple[Name, ...] = ()
    dealt_spares: Few = 0
    emblems: tuple[Emblem, ...] = ()
    suits: tuple[Suit, ...] = ()
    ranks: tuple[Rank, ...] = ()
    spares: tuple[Spare, ...] = ()
    high: tuple[Name, ...] = ()
    values: dict[Name, dict[Name, float]] = field(default_factory=dict)
    badge: Name | None = None
    counted: Name | None = None
    images: ImagePattern | None = None
    image_bleed: Gap = 0.0
    disguises: Exchanges | None = None

    def __post_init__(self) -> None:
        faults: list[tuple[Path, str]] = []
        if (self.base is None) == (not self.suits and not self.emblems):
            faults.append(((), "a pack needs either suits and ranks (or emblems) of its own or a base"))
        for key, entries in (("suits", self.suits), ("ranks", self.ranks), ("spares", self.spares), ("emblems", self.emblems)):
            codes = [entry.code for entry in entries]
            faults += [((key, i, "code"), f"{code} stands twice") for i, code in enumerate(codes) if code in codes[:i]]
        known = {rank.code for rank in self.ranks}
        faults += [
            (("suits", i, key, j), f"{code} is no rank of this pack")
            for i, suit in enumerate(self.suits)
            for key, codes in (("ranks", suit.ranks), ("high", suit.high))
            for j, code in enumerate(codes)
            if code not in known
        ]
        cards = Counter(code for code, _, _ in self.suit_cards())
        if not faults:  # else doubled suits or ranks have been told already
            faults += [((), f"two cards would be called {code}; choose other codes") for code, many in cards.items() if many > 1]
        others = [("spares", i, spare.code) for i, spare in enumerate(self.spares)]
        others += [("emblems", i, emblem.code) for i, emblem in enumerate(self.emblems)]
        faults += [((key, i, "code"), f"a card is called {code} too") for key, i, code in others if cards[code]]
        faults += [(("high", i), f"{code} is no rank of this pack") for i, code in enumerate(self.high) if code not in known]
        if not self.images:
            faults += [
                (("emblems", i), f"{emblem.code} has no figure; expected figure, or pictures for all cards (images)")
                for i, emblem in enumerate(self.emblems)
                if not emblem.figure
            ]
        faults += self._scale_faults(known | set(cards) | {emblem.code for emblem in self.emblems})
        if faults:
            raise LawFault(faults)

    def suit_cards(self) -> Iterator[tuple[str, Suit, Rank]]:
        """Yield code, suit and rank of every suit card, in printing order."""
        for suit in self.suits:
            for rank in self.ranks:
                if not suit.ranks or rank.code in suit.ranks:
                    yield rank.code + suit.code, suit, rank

    def figures(self) -> Iterator[tuple[Path, str]]:
        """Yield the name of every figure file that the faces are drawn from, with its place in the file."""
        for i, suit in enumerate(self.suits):
            yield ("suits", i, "figure"), suit.figure
        for i, rank in enumerate(self.ranks if not self.images else ()):
            owners = [suit.code for suit in self.suits if not suit.ranks or rank.code in suit.ranks]
            names = dict.fromkeys((rank.figure or "").replace("{suit}", code) for code in owners)
            yield from ((("ranks", i, "figure"), name) for name in names if name)
        if not self.images:
            yield from ((("emblems", i, "figure"), emblem.figure) for i, emblem in enumerate(self.emblems) if emblem.figure)
            yield from ((("spares", i, "figure"), spare.figure) for i, spare in enumerate(self.spares))

    def _scale_faults(self, known: set[str]) -> Iterator[tuple[Path, str]]:
        if self.base is None:
            for scale, values in self.values.items():
                yield from ((("values", scale, code), f"{code} is no rank or card of this pack") for code in values if code not in known)
        for key, name in (("badge", self.badge), ("counted", self.counted)):
            if name and name not in self.values:
                yield (key,), f"no scale of values is called {name}"


@dataclass(frozen=True)
class Card:
    """One card; `code` is rank then suit (QS, 10D), or an emblem's or spare's own code.

    `badge` is a value printed under its index; `image` names the picture file that is its whole face.
    """

    code: str
    suit: Suit | None
    rank: Rank | None
    figure: str | None = None
    ink: str = "black"
    emblem: Emblem | None = None
    badge: str = ""
    image: str | None = None

    @property
    def form(self) -> Form:
        """Return how the face is built."""
        if self.image:
            return "image"
        if self.emblem:
            return "emblem"
        return self.rank.form if self.rank else "two-way"

    @property
    def colour(self) -> str:
        """Return the palette name of the colour in which the card's index is printed."""
        return self.suit.colour if self.suit else self.ink


@dataclass(frozen=True)
class Pack:
    """A set of cards in printing order, and the spares that fill free cells of its sheets.

    `values` holds the scales of card values by card code; `counted` names the one that hand records add up.
    `exchanges` are the suits that may stand for its suits.
    """

    name: str
    cards: tuple[Card, ...]
    spares: tuple[Card, ...]
    values: Mapping[str, Mapping[str, float]]
    high: tuple[str, ...] = ()
    image_bleed: float = 0.0
    counted: str | None = None
    exchanges: Exchanges = ()

    @cached_property
    def codes(self) -> tuple[str, ...]:
        return tuple(card.code for card in self.cards)

    @cached_property
    def index(self) -> dict[str, int]:
        """Return the place of every card code in pack order."""
        return {code: i for i, code in enumerate(self.codes)}

    @property
    def ordinary(self) -> bool:
        """Return whether the cards lie in any household: none is an emblem, and no suit goes by a word of its own."""
        return not any(card.emblem or (card.suit and card.suit.word) for card in self.cards)

    @cached_property
    def suits(self) -> tuple[Suit, ...]:
        """Return the suits in printing order."""
        return tuple(dict.fromkeys(card.suit for card in self.cards if card.suit))

    @cached_property
    def disguises(self) -> tuple[tuple[int, ...], ...]:
        """Return every exchange of suits that the pack allows: for each card the place of the card that stands for it.

        No suit stands for itself; cards without a suit do. They come in an order that data files cannot change.
        """
        chosen = list(permutations(suit.code for suit in self.suits)) if self.exchanges == "any" else self.exchanges
        return tuple(sorted(found for codes in chosen if isinstance(found := self.disguise(codes), tuple)))

    def disguise(self, codes: Sequence[str]) -> tuple[int, ...] | str:
        """Return an exchange of suits card by card, or what is wrong with it."""
        own = [suit.code for suit in self.suits]
        if sorted(codes) != sorted(own):
            return f"{', '.join(codes)}; expected the suits {', '.join(own)}, each once"
        by_code = {suit.code: suit for suit in self.suits}
        taken = {suit.code: by_code[code] for suit, code in zip(self.suits, codes, strict=True)}
        for suit in self.suits:
            other = taken[suit.code]
            if suit is other:
                return f"{suit.code} stands for itself"
            if (suit.high or self.high) != (other.high or self.high):
                return f"{other.code} for {suit.code}, whose cards rank otherwise"
        places = {(card.suit.code, card.rank.code): place for place, card in enumerate(self.cards) if card.suit and card.rank}
        found = []
        for place, card in enumerate(self.cards):
            there = places.get((taken[card.suit.code].code, card.rank.code)) if card.suit and card.rank else place
            if there is None:
                return f"no card stands for {card.code}"
            found.append(there)
        return tuple(found)

    def from_high(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        """Return cards of one suit from the highest down.

        Ranks that neither suit nor pack orders keep their places at the end; emblems come from the last to the first.
        """
        return tuple(sorted(cards, key=self._depth))

    def _depth(self, card: Card) -> int:
        order = (card.suit.high if card.suit else ()) or self.high
        if card.rank is None:
            return len(order) - (self.index[card.code] if card.emblem else 0)
        return order.index(card.rank.code) if card.rank.code in order else len(order)


def pack_of(name: str, spec: PackSpec, base: Pack | None = None) -> Pack:
    """Return the pack that a data file describes; `base` is the pack it names as its base."""
    pack = _part_of(name, spec, base) if base else _own(name, spec)
    faults: list[tuple[Path, str]] = [
        (("disguises", place), wrong)
        for place, codes in enumerate(spec.disguises if isinstance(spec.disguises, tuple) else ())
        if isinstance(wrong := pack.disguise(codes), str)
    ]
    if faults:
        raise LawFault(faults)
    return pack


def _own(name: str, spec: PackSpec) -> Pack:
    cards = [Card(emblem.code, None, None, emblem.figure, emblem.colour, emblem) for emblem in spec.emblems]
    cards += [Card(code, suit, rank, rank.figure and rank.figure.replace("{suit}", suit.code)) for code, suit, rank in spec.suit_cards()]
    values = {scale: _by_card(cards, worth) for scale, worth in spec.values.items()}
    shown = values[spec.badge] if spec.badge else {}
    cards = [replace(card, badge=f"{shown[card.code]:g}") if card.code in shown else card for card in cards]
    spares = [Card(spare.code, None, None, spare.figure, spare.colour) for spare in spec.spares]
    if spec.images:
        cards, spares = ([replace(card, image=spec.images.replace("{code}", card.code)) for card in held] for held in (cards, spares))
    return Pack(name, tuple(cards), tuple(spares), values, spec.high, spec.image_bleed, spec.counted, spec.disguises or ())


def _by_card(cards: Sequence[Card], worth: Mapping[str, float]) -> dict[str, float]:
    """Return a scale by card code; a card's own value goes before its rank's."""
    found = {}
    for card in cards:
        for key in (card.code, card.rank.code if card.rank else ""):
            if key in worth:
                found[card.code] = worth[key]
                break
    return found


def _part_of(name: str, spec: PackSpec, base: Pack) -> Pack:
    known = {card.rank.code for card in base.cards if card.rank}
    faults: list[tuple[Path, str]] = [
        (("keep", i), f"{code} is no rank of {base.name}") for i, code in enumerate(spec.keep) if code not in known
    ]
    faults += [(("without", i), f"{code} is no card of {base.name}") for i, code in enumerate(spec.without) if code not in base.index]
    if spec.dealt_spares > len(base.spares):
        faults.append((("dealt_spares",), f"{spec.dealt_spares} spare cards; {base.name} has {len(base.spares)}"))
    if faults:
        raise LawFault(faults)
    kept = tuple(
        card for card in base.cards if (not spec.keep or (card.rank and card.rank.code in spec.keep)) and card.code not in spec.without
    )
    dealt, left = base.spares[: spec.dealt_spares], base.spares[spec.dealt_spares :]
    exchanges = base.exchanges if spec.disguises is None else spec.disguises
    return Pack(name, kept + dealt, left, base.values, base.high, base.image_bleed, base.counted, exchanges)
