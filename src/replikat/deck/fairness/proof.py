"""Proof that squares are those that were committed to: what is kept in secret, and what is shown after play."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Literal

from annotated_types import Ge, Le, MaxLen, MinLen, Predicate

from replikat.bounds import Hash, Line, Name, PackName
from replikat.deck.deck import Deck
from replikat.deck.deck_spec import DeckSpec
from replikat.deck.fairness.commitment import (
    bound_deck,
    card_hash,
    climb,
    key_number,
    leaf_of,
    path_of,
    root_of,
    salt_of,
    seed_of,
    spec_hash,
)
from replikat.deck.fairness.origin import card_lines
from replikat.deck.squares import MOST_SQUARES, Square, parse_mark
from replikat.errors import Breach, LawFault


def is_public_text(text: str) -> bool:
    """1 to 300 printable characters on one line, without blanks at its ends"""
    return 1 <= len(text) <= 300 and text.isprintable() and text == text.strip()


def is_plain_text(text: str) -> bool:
    """1 to 300 signs of ASCII on one line, with single blanks between words and none at the ends"""
    # Signs that only look alike would leave a choice of seeds after the value is known.
    return is_public_text(text) and text.isascii() and "  " not in text


def is_origin_line(text: str) -> bool:
    """printable signs on one line, without strokes"""
    return text.isprintable() and "/" not in text


Public = Annotated[str, Predicate(is_public_text)]
Number = Annotated[int, Ge(1), Le(MOST_SQUARES)]
OriginLine = Annotated[str, MinLen(1), MaxLen(100_000), Predicate(is_origin_line)]
OriginLines = tuple[OriginLine, ...]

KEY_ALONE, KEY_AND_SPEC = 1, 2  # forms of the key's number: what it binds
Form = Annotated[int, Ge(KEY_ALONE), Le(KEY_AND_SPEC)]


@dataclass(frozen=True, kw_only=True)
class Keyed:
    """A secret key, and what was bound with it while public randomness was waited for.

    `awaits` are the words that named the public randomness, `spec` the lines of what decides the
    deals (`origin`), in form 2 alone; form 1, of earlier versions, left them open. `public` is the
    value once it has come, exactly as it was given.
    """

    form: Form = KEY_ALONE
    key: Hash | None = None
    awaits: Public | None = None
    spec: OriginLines = ()
    public: Public | None = None

    def __post_init__(self) -> None:
        faults = list(self.key_faults())
        if faults:
            raise LawFault(faults)

    def key_faults(self) -> Iterator[Breach]:
        """Yield what does not belong together."""
        if (self.key is None) != (self.awaits is None) or (self.public and not self.key):
            yield ("key",), "key, awaits and public belong together"
        if bool(self.spec) != (self.form == KEY_AND_SPEC):
            yield ("form",), f"form {self.form}; spec is there in form {KEY_AND_SPEC}, and no other"
        if self.spec and not self.key:
            yield ("spec",), "spec without the key that it was bound with"
        if self.spec and self.public and not is_plain_text(self.public):
            yield ("public",), f"{self.public!r}; expected {is_plain_text.__doc__}"

    @property
    def key_number(self) -> str | None:
        """Return what was published of the key before the public value was known."""
        if self.key is None or self.awaits is None:
            return None
        return key_number(self.key, self.awaits, spec_hash(self.spec) if self.spec else None)

    @property
    def keyed_seed(self) -> str | None:
        """Return the seed that key and public text give."""
        return seed_of(self.key, self.public) if self.key and self.public else None


@dataclass(frozen=True, kw_only=True)
class Sealed(Keyed):
    """What an organiser keeps of a commitment.

    `secret` makes the salts of a deck whose deals do not come from its seed. A key is there where
    public randomness was named in advance; until its value comes there is no `commitment`. `bound`
    is the key's number as it was published: a key that is edited later no longer fits it. `cards`
    are the lines of pack and layouts that the commitment binds; one of an earlier version has none.
    """

    commitment: Hash | None = None
    secret: Hash | None = None
    bound: Hash | None = None
    cards: OriginLines = ()

    def key_faults(self) -> Iterator[Breach]:
        yield from super().key_faults()
        if self.spec and self.bound is None:
            yield ("bound",), "missing; it is the number of the key"
        if self.bound not in (None, self.key_number):
            text = f"key, awaits and spec have the number {self.key_number}"
            yield ("bound",), f"{text}; the one that was published is {self.bound}"
        if self.cards and self.commitment is None:
            yield ("cards",), "cards without the commitment that binds them"

    @property
    def waits(self) -> bool:
        return self.key is not None and self.public is None


@dataclass(frozen=True)
class Shown:
    """One square shown: its salt, layout and marks, and the neighbours that lead from its leaf to the commitment."""

    square: Number
    salt: Hash
    layout: Name
    marks: Line
    path: Annotated[tuple[Hash, ...], MaxLen(6)] = ()

    @cached_property
    def as_square(self) -> Square:
        """Return the square that the marks write; ValueError for a word that is no mark.

        The marks stay a text as well, because the commitment binds them as they are written.
        """
        return Square(self.layout, tuple(map(parse_mark, self.marks.split())))


@dataclass(frozen=True, kw_only=True)
class Proof(Keyed):
    """Squares of a deck shown after play.

    A proof of the whole deck holds in `deck` what it was dealt from, and the public randomness in
    it, if there is any. `cards` are the lines of pack and layouts; the first form of a commitment,
    of earlier versions, left them open, and the count with them.
    """

    replikat: Literal["proof"]
    commitment: Hash
    pack: PackName
    count: Number
    squares: Annotated[tuple[Shown, ...], MinLen(1), MaxLen(MOST_SQUARES)]
    cards: OriginLines = ()
    deck: DeckSpec | None = None

    def key_faults(self) -> Iterator[Breach]:
        yield from super().key_faults()
        if self.key and not self.public:
            yield ("key",), "key, awaits and public belong together"
        if self.key and not self.deck:
            yield ("key",), "a key is shown by a proof of the whole deck alone, with its deck"

    @property
    def binds_count(self) -> bool:
        """Return whether the commitment binds how many squares there are, and the cards."""
        return bool(self.cards)

    def wrong(self, shown: Shown) -> str | None:
        """Return what is wrong with a shown square, or None where it is what the commitment binds."""
        if shown.square > self.count:
            return f"square {shown.square} of {self.count}"
        if not self.binds_count and ("/" in self.pack or "/" in shown.layout):
            return "a name with a stroke: form 1 does not bind where the name of the pack ends"
        leaf = leaf_of(self.pack, self.count, shown.square, shown.salt, f"{shown.layout} {shown.marks}")
        try:
            top = climb(leaf, shown.square - 1, self.count, shown.path)
        except ValueError:
            return f"{len(shown.path)} neighbours lead nowhere in a tree of {self.count} squares"
        if self.binds_count:
            top = bound_deck(self.count, card_hash(self.cards), top)
        return None if top == self.commitment else "this is not what was committed to"


def salting(deck: Deck, sealed: Sealed) -> str:
    """Return the secret from which a deck's salts follow: its seed, or the drawn one where deals were given."""
    secret = sealed.secret or deck.spec.seed
    if secret is None:
        raise ValueError("a deck without a seed needs a secret")
    return secret


def leaves_of(deck: Deck, secret: str) -> list[str]:
    """Return the leaf of every square."""
    return [
        leaf_of(deck.pack.name, len(deck.squares), number, salt_of(secret, number), f"{square.layout} {square}")
        for number, square in enumerate(deck.squares, 1)
    ]


def cards_of(deck: Deck) -> tuple[str, ...]:
    """Return the lines of a deck's pack and layouts, which its commitment binds."""
    groups = zip(deck.spec.squares, deck.parts.layouts, strict=True)
    return card_lines(deck.pack, {group.layout: layout for group, layout in groups})


def commitment_of(deck: Deck, secret: str, cards: Sequence[str]) -> str:
    """Return the one number that binds all squares of a deck.

    Args:
        deck: The deck.
        secret: What its salts follow from (`salting`).
        cards: Its `cards_of`; none for the first form of the number, which left them open.
    """
    top = root_of(leaves_of(deck, secret))
    return bound_deck(len(deck.squares), card_hash(cards), top) if cards else top


def shown_square(deck: Deck, secret: str, square: int, leaves: list[str]) -> Shown:
    """Return square 1, 2, ... as a proof shows it."""
    held = deck.squares[square - 1]
    return Shown(square, salt_of(secret, square), held.layout, str(held), path_of(leaves, square - 1))
