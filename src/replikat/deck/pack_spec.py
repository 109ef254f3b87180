"""The data file of a pack: its suits, ranks, emblems and spares, or the pack that it is a part of."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from replikat.bounds import Code, Few, Gap, ImagePattern, Line, Name, PackName
from replikat.errors import Breach, FieldPath, LawFault

MOST_PIPS = 10

RankForm = Literal["pips", "single", "two-way"]
Exchanges = Literal["any"] | tuple[tuple[Name, ...], ...]  # suits that may stand for a pack's suits, in their order


@dataclass(frozen=True)
class Suit:
    """A suit; `figure` is the pip's figure file, `colour` and `second` palette names (two and four colours).

    `word` is its key among the suits of a language, its code where it is absent. `ranks` are the ranks that the suit
    has, all where it is empty; `high` orders them for this suit alone.
    """

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

    code: Code
    index: Code
    names: dict[Name, Line]
    figure: Name | None = None
    numeral: Line | None = None
    colour: Name = "black"
    ground: Name | None = None
    framed: bool = True

    @property
    def number(self) -> int | None:
        """Return the number by which players call the card, as a trump; None where they use its name, as of a fool.

        A fool may bear a number in its corners too, but its code has none.
        """
        return int(self.index) if self.index.isdecimal() and self.code[-1].isdecimal() else None


@dataclass(frozen=True)
class Spare:
    """A card that belongs to no square, such as a joker: it carries dashes and is not dealt."""

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
        faults: list[Breach] = []
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

    def figures(self) -> Iterator[tuple[FieldPath, str]]:
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

    def _scale_faults(self, known: set[str]) -> Iterator[Breach]:
        if self.base is None:
            for scale, values in self.values.items():
                yield from ((("values", scale, code), f"{code} is no rank or card of this pack") for code in values if code not in known)
        for key, name in (("badge", self.badge), ("counted", self.counted)):
            if name and name not in self.values:
                yield (key,), f"no scale of values is called {name}"
