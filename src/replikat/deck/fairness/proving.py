"""Commitments and proofs: made from a deck, and written for the public."""

import json
from collections.abc import Iterable
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, Literal

from replikat.bounds import SEED_DIGITS
from replikat.data.library import Library
from replikat.data.reader import read
from replikat.data.strict_yaml import read_source
from replikat.deck.catalogue import Catalogue
from replikat.deck.deck import Deck
from replikat.deck.deck_spec import DeckSpec
from replikat.deck.fairness.commitment import key_number, spec_hash
from replikat.deck.fairness.origin import first_difference, origin_lines
from replikat.deck.fairness.proof import (
    KEY_AND_SPEC,
    Sealed,
    cards_of,
    commitment_of,
    leaves_of,
    salting,
    shown_square,
)
from replikat.deck.parts import Parts
from replikat.errors import Fault, ReplikatError

_ORIGIN = ("name", "pack", "squares", "dealing", "seed", "twins")  # what a whole deck is dealt from
_KEYED = ("form", "key", "awaits", "spec", "public")  # what a proof shows of a key


def read_sealed(file: Path, library: Library) -> Sealed | None:
    """Return what is kept of a deck's commitment, None where there is none."""
    return read(Sealed, read_source(file), library) if file.is_file() else None


def sealed_text(sealed: Sealed) -> bytes:
    """Return the file in which a commitment is kept, for the organiser alone."""
    return _json(asdict(sealed))


def needs_secret(deck: Deck) -> bool:
    """Return whether a deck's seed, if it has one, does not hide its deals."""
    return deck.spec.seed is None or deck.spec.has_given


def waiting(key: str, awaits: str, spec: DeckSpec, parts: Parts) -> Sealed:
    """Return what is kept while public randomness is waited for.

    Args:
        key: 64 hexadecimal digits that nobody else knows.
        awaits: The words that name the public randomness, and how it will be written.
        spec: What will be dealt; everything in it that decides the deals is bound with the key.
        parts: The data that it names.
    """
    lines = origin_lines(spec, parts)
    number = key_number(key, awaits, spec_hash(lines))
    return Sealed(form=KEY_AND_SPEC, key=key, awaits=awaits, spec=lines, bound=number)


def refuse_other_spec(spec: DeckSpec, parts: Parts, sealed: Sealed, file: Path) -> None:
    """Refuse a spec that would deal otherwise than the one that was bound with the key.

    A commitment in form 1, of an earlier version, bound the key alone; there nothing is compared.

    Raises:
        ReplikatError: It says what differs first.
    """
    if not sealed.spec:
        return
    difference = first_difference(origin_lines(spec, parts), sealed.spec)
    if difference:
        found = f"this is not what was bound with the key in {file}: {difference[1]}"
        raise ReplikatError(Fault(found, "restore the spec as it was then"))


def seal(deck: Deck, kept: Sealed, file: Path) -> Sealed:
    """Return the commitment to a deck, with what is kept of it.

    Args:
        deck: The deck as it was dealt or imported.
        kept: What was kept before; it holds the secret of a deck that needs one.
        file: Where that lies, for messages.

    Raises:
        ReplikatError: The deck is not the one that was committed to before, or not the one that
            key, spec and public text lead to.
    """
    if kept.waits:
        found = f"the deck in {file.parent.parent} waits for {kept.awaits}"
        raise ReplikatError(Fault(found, "replikat commit DECK --public TEXT deals it"))
    if kept.key and (kept.keyed_seed != deck.spec.seed or deck.spec.has_given):
        found = f"this deck was not dealt from the public randomness that {file} names"
        raise ReplikatError(Fault(found, "use --new to begin anew"))
    refuse_other_spec(deck.spec, deck.parts, kept, file)
    cards = cards_of(deck) if kept.cards or kept.commitment is None else ()
    difference = first_difference(cards, kept.cards) if kept.cards else None
    if difference:
        found = f"pack or layouts are not those of the commitment in {file}: {difference[1]}"
        raise ReplikatError(Fault(found, "restore their files as they were then"))
    sealed = replace(kept, commitment=commitment_of(deck, salting(deck, kept), cards), cards=cards)
    if kept.commitment not in (None, sealed.commitment):
        found = f"the deck is not the one of the commitment in {file}"
        raise ReplikatError(Fault(found, "restore both from a copy"))
    return sealed


Origin = Literal["seed", "short", "given"]  # what the deals of a deck come from


def origin_of(deck: Deck) -> Origin:
    """Return whether a deck's deals come from a full seed, from a short one, or from elsewhere."""
    if needs_secret(deck):
        return "given"
    return "seed" if len(deck.spec.seed or "") == SEED_DIGITS else "short"


def announcement(
    name: str,
    code: str | None,
    count: int,
    sealed: Sealed,
    words: Catalogue,
    origin: Origin = "seed",
) -> str:
    """Return the text to publish before play.

    It is that of a dealt deck (`code`), or of one that waits for public randomness. `origin` says
    what the deals come from, where that takes something from what the number promises.
    """
    number = sealed.key_number
    lines = [words.phrase("commit.title", name=name)]
    if sealed.waits:
        lines += [words.phrase("commit.awaits", awaits=sealed.awaits), "", str(number), ""]
        if sealed.form == KEY_AND_SPEC:
            lines.append(words.phrase("commit.spec"))
        lines.append(words.phrase("commit.key"))
    else:
        fixed = words.phrase("commit.fixed", n=count, code=code)
        lines += [fixed, "", str(sealed.commitment), ""]
        if sealed.public:
            values = {"awaits": sealed.awaits, "public": sealed.public, "bound": number}
            lines.append(words.phrase("commit.public", **values))
        if origin == "given":
            lines.append(words.phrase("commit.given"))
        elif origin == "short":
            lines.append(words.phrase("commit.short"))
        lines.append(words.phrase("commit.later"))
    return "\n".join(lines) + "\n"


def proof_text(deck: Deck, sealed: Sealed, squares: Iterable[int] | None) -> bytes:
    """Return the proof of some squares, or of the whole deck with what it was dealt from."""
    secret = salting(deck, sealed)
    leaves = leaves_of(deck, secret)
    count = len(deck.squares)
    numbers = range(1, count + 1) if squares is None else sorted(set(squares))
    tree: dict[str, Any] = {"replikat": "proof", "commitment": sealed.commitment}
    tree |= {"pack": deck.pack.name, "count": count}
    if sealed.cards:
        tree["cards"] = sealed.cards
    tree["squares"] = [asdict(shown_square(deck, secret, number, leaves)) for number in numbers]
    if squares is None:
        tree["deck"] = _origin(deck)
        if sealed.key:
            keyed = asdict(sealed)
            tree |= {name: keyed[name] for name in _KEYED if keyed[name]}
    return _json(tree)


def _origin(deck: Deck) -> dict[str, Any]:
    plain: dict[str, Any] = asdict(deck.spec)
    tree = {key: plain[key] for key in _ORIGIN if plain.get(key) is not None}
    tree["squares"] = [_without_nothing(group) for group in tree["squares"]]
    return tree


def _without_nothing(group: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in group.items() if value is not None}


def _json(tree: object) -> bytes:
    return (json.dumps(tree, ensure_ascii=False, indent=1) + "\n").encode()
