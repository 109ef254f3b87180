"""Cards and packs: what the faces show, in the order in which a deck is printed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import permutations
from typing import Literal

from replikat.deck.pack_spec import Emblem, Exchanges, PackSpec, Rank, Suit
from replikat.errors import Breach, LawFault

Form = Literal["pips", "single", "two-way", "emblem", "image"]  # how a face is built from its figure


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
    faults: list[Breach] = [
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
    faults: list[Breach] = [(("keep", i), f"{code} is no rank of {base.name}") for i, code in enumerate(spec.keep) if code not in known]
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
