"""Proof that squares are those that were committed to: what is kept in secret, and what is shown after play."""

from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Literal

from annotated_types import Ge, Le, MaxLen, MinLen, Predicate

from replikat.bounds import Line, Name, PackName
from replikat.deck.deck import Deck
from replikat.deck.deck_spec import DeckSpec
from replikat.deck.fairness.commitment import climb, key_hash, leaf_of, path_of, root_of, salt_of, seed_of
from replikat.deck.squares import MOST_SQUARES, Square, parse_mark


def is_hash(text: str) -> bool:
    """64 hexadecimal digits (0-9, a-f)"""
    return len(text) == 64 and not set(text) - set("0123456789abcdef")


def is_public_text(text: str) -> bool:
    """1 to 300 printable characters on one line, without blanks at its ends"""
    return 1 <= len(text) <= 300 and text.isprintable() and text == text.strip()


Hash = Annotated[str, Predicate(is_hash)]
Public = Annotated[str, Predicate(is_public_text)]
Number = Annotated[int, Ge(1), Le(MOST_SQUARES)]


@dataclass(frozen=True)
class Sealed:
    """What an organiser keeps of a commitment.

    `secret` makes the salts of a deck whose deals do not come from its seed. `key` and `awaits` are there where public
    randomness was named in advance, `public` once it has come; until then there is no `commitment`.
    """

    commitment: Hash | None = None
    secret: Hash | None = None
    key: Hash | None = None
    awaits: Public | None = None
    public: Public | None = None

    @property
    def waits(self) -> bool:
        return self.key is not None and self.public is None

    @property
    def key_hash(self) -> str | None:
        """Return what was published of the key."""
        return key_hash(self.key, self.awaits) if self.key and self.awaits else None

    @property
    def seed(self) -> str | None:
        """Return the seed that key and public text give."""
        return seed_of(self.key, self.public) if self.key and self.public else None


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


@dataclass(frozen=True)
class Proof:
    """Squares of a deck shown after play.

    A proof of the whole deck holds in `deck` what it was dealt from, and the public randomness in it, if there is any.
    """

    replikat: Literal["proof"]
    commitment: Hash
    pack: PackName
    count: Number
    squares: Annotated[tuple[Shown, ...], MinLen(1), MaxLen(MOST_SQUARES)]
    deck: DeckSpec | None = None
    key: Hash | None = None
    awaits: Public | None = None
    public: Public | None = None

    def wrong(self, shown: Shown) -> str | None:
        """Return what is wrong with a shown square, or None where it is what the commitment binds."""
        if shown.square > self.count:
            return f"square {shown.square} of {self.count}"
        leaf = leaf_of(self.pack, self.count, shown.square, shown.salt, f"{shown.layout} {shown.marks}")
        try:
            top = climb(leaf, shown.square - 1, self.count, shown.path)
        except ValueError:
            return f"{len(shown.path)} neighbours lead nowhere in a tree of {self.count} squares"
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


def commitment_of(deck: Deck, secret: str) -> str:
    """Return the one number that binds all squares of a deck."""
    return root_of(leaves_of(deck, secret))


def shown_square(deck: Deck, secret: str, square: int, leaves: list[str]) -> Shown:
    """Return square 1, 2, ... as a proof shows it."""
    held = deck.squares[square - 1]
    return Shown(square, salt_of(secret, square), held.layout, str(held), path_of(leaves, square - 1))
