"""Commitments: one number that binds every square of a deck and tells nothing of any.

Every hash is SHA-256 over one line of text, so that anybody can check it by hand;
docs/fairness.md has the lines.
"""

from collections.abc import Sequence
from hashlib import sha256


def hash_of(*parts: object) -> str:
    """Return the hash of parts joined by strokes, as 64 hexadecimal digits."""
    return sha256("/".join(str(part) for part in parts).encode()).hexdigest()


def salt_of(secret: str, square: int) -> str:
    """Return what hides square 1, 2, ...; all salts follow from one secret, the deck's seed where it has one."""
    return hash_of("salt", square, secret)


def leaf_of(pack: str, count: int, square: int, salt: str, text: str) -> str:
    """Return the leaf of a square; `text` is its layout and its marks."""
    return hash_of("square", square, count, pack, salt, text)


def root_of(leaves: Sequence[str]) -> str:
    """Return the top of the tree: neighbours are hashed together, level by level; an odd one at the end goes up as it is."""
    level = list(leaves)
    while len(level) > 1:
        level = _above(level)
    return level[0]


def path_of(leaves: Sequence[str], place: int) -> tuple[str, ...]:
    """Return the neighbours that lead from the leaf at a place (from 0) to the top."""
    level, path = list(leaves), []
    while len(level) > 1:
        if place ^ 1 < len(level):
            path.append(level[place ^ 1])
        level, place = _above(level), place // 2
    return tuple(path)


def climb(leaf: str, place: int, count: int, path: Sequence[str]) -> str:
    """Return the top that a leaf and its neighbours lead to; ValueError where there are too few or too many neighbours."""
    left = list(path)
    while count > 1:
        if place ^ 1 < count:
            if not left:
                raise ValueError(len(path))
            beside = left.pop(0)
            leaf = hash_of("node", beside, leaf) if place % 2 else hash_of("node", leaf, beside)
        place, count = place // 2, (count + 1) // 2
    if left:
        raise ValueError(len(path))
    return leaf


def _above(level: Sequence[str]) -> list[str]:
    pairs = [hash_of("node", *level[place : place + 2]) for place in range(0, len(level) - 1, 2)]
    return pairs + list(level[len(level) - len(level) % 2 :])


def card_hash(lines: Sequence[str]) -> str:
    """Return the hash of what the marks mean; `origin.card_lines` has the lines."""
    return hash_of("cards", *lines)


def bound_deck(count: int, cards: str, top: str) -> str:
    """Return the commitment in its second form.

    A square's way to the top depends on how many squares there are. Without the count one top
    could be reached by several squares of the same number, each in a tree of another size.

    Args:
        count: How many squares the deck has.
        cards: `card_hash` of its pack and layouts.
        top: The top of the tree of its squares.
    """
    return hash_of("deck3", count, cards, top)


def spec_hash(lines: Sequence[str]) -> str:
    """Return the hash of what decides the deals; `origin` has the lines."""
    return hash_of("spec", *lines)


def key_number(key: str, awaits: str, spec: str | None = None) -> str:
    """Return what is published of a secret key while public randomness is waited for.

    Args:
        key: The secret key.
        awaits: The words that describe the public randomness.
        spec: `spec_hash` of what the deck will be dealt by; None gives the first form of the
            number, which left that open. Its line begins otherwise, so that no number can be
            shown as one of the other form.
    """
    return hash_of("key", key, awaits) if spec is None else hash_of("key2", key, spec, awaits)


def seed_of(key: str, public: str) -> str:
    """Return the seed that a secret key and the public text give, exactly as it is written."""
    return hash_of("seed", key, public)
