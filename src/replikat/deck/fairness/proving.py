"""Commitments and proofs: made from a deck, written for the public, read back and judged."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from replikat.data.library import Library
from replikat.data.reader import located, read
from replikat.data.strict_yaml import read_source
from replikat.deck.cards import Pack
from replikat.deck.catalogue import Catalogue
from replikat.deck.deck import Deck
from replikat.deck.deck_spec import DeckSpec
from replikat.deck.fairness.commitment import seed_of
from replikat.deck.fairness.deal_number import deals_of, number_of_deal
from replikat.deck.fairness.proof import Proof, Sealed, Shown, commitment_of, leaves_of, salting, shown_square
from replikat.deck.loaders import load_deck, load_layout, load_pack
from replikat.deck.making import dealt_again
from replikat.deck.squares import Position, square_faults
from replikat.errors import Breach, Fault, LawFault, ReplikatError

_ORDER: tuple[Position, ...] = ("N", "E", "S", "W", "M")  # in which the hands of a numbered deal stand
_ORIGIN = ("name", "pack", "squares", "dealing", "seed", "twins")  # what a whole deck is dealt from


@dataclass(frozen=True)
class SquareSaid:
    """A proved square in words: its layout, and the number of its deal among all there are."""

    square: int
    layout: str
    deal: int
    deals: int


@dataclass(frozen=True)
class Checked:
    """What a proof proves; `again` says whether its seed deals the deck, None where nothing was dealt from a seed."""

    commitment: str
    code: str | None
    count: int
    squares: tuple[SquareSaid, ...]
    again: bool | None
    public: str | None


# ---- made


def read_sealed(file: Path, library: Library) -> Sealed | None:
    """Return what is kept of a deck's commitment, None where there is none."""
    return read(Sealed, read_source(file), library) if file.is_file() else None


def sealed_text(sealed: Sealed) -> bytes:
    return _json(asdict(sealed))


def needs_secret(deck: Deck) -> bool:
    """Return whether a deck's seed, if it has one, does not hide its deals."""
    return deck.spec.seed is None or any(group.source == "given" for group in deck.spec.squares)


def seal(deck: Deck, kept: Sealed, file: Path) -> Sealed:
    """Return the commitment to a deck, with what is kept of it; refuse one that is not what was committed to before.

    `kept` holds the secret of a deck that needs one.
    """
    if kept.key and kept.seed != deck.spec.seed:
        raise ReplikatError(Fault(f"this deck was not dealt from the public randomness that {file} names", "use --new to begin anew"))
    made = replace(kept, commitment=commitment_of(deck, salting(deck, kept)))
    if kept.commitment not in (None, made.commitment):
        raise ReplikatError(Fault(f"the deck is not the one of the commitment in {file}", "restore both from a copy"))
    return made


def announcement(name: str, code: str | None, count: int, sealed: Sealed, words: Catalogue) -> str:
    """Return the text to publish before play: of a dealt deck (`code`), or of one that waits for public randomness."""
    lines = [words.phrase("commit.title", name=name)]
    if sealed.key_hash and sealed.public is None:
        lines += [words.phrase("commit.awaits", awaits=sealed.awaits), "", sealed.key_hash, "", words.phrase("commit.key")]
    else:
        lines += [words.phrase("commit.fixed", n=count, code=code), "", str(sealed.commitment), ""]
        if sealed.public:
            lines.append(words.phrase("commit.public", awaits=sealed.awaits, public=sealed.public, bound=sealed.key_hash))
        lines.append(words.phrase("commit.later"))
    return "\n".join(lines) + "\n"


def proof_text(deck: Deck, sealed: Sealed, squares: Iterable[int] | None) -> bytes:
    """Return the proof of some squares, or of the whole deck with what it was dealt from."""
    secret = salting(deck, sealed)
    leaves = leaves_of(deck, secret)
    numbers = range(1, len(deck.squares) + 1) if squares is None else sorted(set(squares))
    tree: dict[str, Any] = {"replikat": "proof", "commitment": sealed.commitment, "pack": deck.pack.name, "count": len(deck.squares)}
    tree["squares"] = [asdict(shown_square(deck, secret, number, leaves)) for number in numbers]
    if squares is None:
        tree["deck"] = _origin(deck)
        tree |= {key: value for key in ("key", "awaits", "public") if (value := getattr(sealed, key)) is not None}
    return _json(tree)


def _origin(deck: Deck) -> dict[str, Any]:
    plain: dict[str, Any] = asdict(deck.spec)
    tree = {key: plain[key] for key in _ORIGIN if plain.get(key) is not None}
    tree["squares"] = [{key: value for key, value in group.items() if value is not None} for group in tree["squares"]]
    return tree


def _json(tree: object) -> bytes:
    return (json.dumps(tree, ensure_ascii=False, indent=1) + "\n").encode()


# ---- read back


def check_proof(file: Path, library: Library, published: str | None = None) -> Checked:
    """Return what a proof proves, or raise every fault in it.

    `published` is the commitment as it stood where it was published; without it the proof is held against its own.
    """
    source = read_source(file)
    proof = read(Proof, source, library)
    faults = [source.fault(path, text) for path, text in _law_faults(proof, library)]
    if published is not None and published != proof.commitment:
        faults.insert(0, source.fault(("commitment",), proof.commitment, f"the published one is {published}"))
    if faults:
        raise ReplikatError(*faults)
    pack = load_pack(proof.pack, library)
    said = tuple(_said(shown, pack) for shown in proof.squares)
    deck = _whole(proof, library, file) if proof.deck else None
    again = dealt_again(deck) if deck else None
    if deck and again and again.squares != deck.squares:
        raise ReplikatError(source.fault(("deck", "seed"), "the seed deals other squares", "the marks that are shown"))
    return Checked(proof.commitment, deck.code if deck else None, proof.count, said, None if again is None else True, proof.public)


def _said(shown: Shown, pack: Pack) -> SquareSaid:
    """Return a sound square with the number of its deal: hands N, E, S, W and the middle, cards suit by suit from the highest."""
    suits = dict.fromkeys(card.suit for card in pack.cards)
    cards = [card.code for suit in suits for card in pack.from_high([card for card in pack.cards if card.suit == suit])]
    places = {code: place for place, code in enumerate(cards)}
    dealt = shown.as_square.dealt()
    held = [[places[pack.codes[card]] for mark, card in dealt.items() if mark.position == position] for position in _ORDER]
    hands = [hand for hand in held if hand]
    return SquareSaid(shown.square, shown.layout, number_of_deal(hands), deals_of([len(hand) for hand in hands]))


def _law_faults(proof: Proof, library: Library) -> Iterator[Breach]:
    pack = load_pack(proof.pack, library)
    seen: set[int] = set()
    for place, shown in enumerate(proof.squares):
        if shown.square in seen:
            yield ("squares", place, "square"), f"square {shown.square} stands twice"
        seen.add(shown.square)
        if wrong := proof.wrong(shown):
            yield ("squares", place, "marks"), f"square {shown.square}: {wrong}"
            continue
        layout = load_layout(shown.layout, library)
        try:
            square = shown.as_square
        except ValueError as error:
            yield ("squares", place, "marks"), f"square {shown.square}: {error} is no mark"
            continue
        marks = square.marks
        if len(marks) != len(pack.cards):
            yield ("squares", place, "marks"), f"square {shown.square}: {len(marks)} marks; {pack.name} has {len(pack.cards)} cards"
            continue
        broken = square_faults(square, layout, [mark is not None for mark in marks])
        yield from ((("squares", place, "marks"), f"square {shown.square}: {pack.codes[card]}: {text}") for card, text in broken)
    if proof.deck:
        yield from _origin_faults(proof, proof.deck)


def _origin_faults(proof: Proof, spec: DeckSpec) -> Iterator[Breach]:
    if [shown.square for shown in proof.squares] != list(range(1, proof.count + 1)):
        yield ("squares",), f"{len(proof.squares)} squares; a proof of the whole deck shows all {proof.count} in order"
    if spec.pack != proof.pack:
        yield ("deck", "pack"), f"{spec.pack}; the squares are of {proof.pack}"
    if proof.key and proof.public and spec.seed != seed_of(proof.key, proof.public):
        yield ("deck", "seed"), "this is not the seed that key and public text give"
    if (proof.key is None) != (proof.public is None) or (proof.key is None) != (proof.awaits is None):
        yield ("key",), "key, awaits and public belong together"


def _whole(proof: Proof, library: Library, file: Path) -> Deck:
    """Return the deck that a proof of the whole shows, held against every law."""
    assert proof.deck, "a proof of the whole deck"
    source = read_source(file)
    marks = "\n".join(shown.marks for shown in proof.squares)
    try:
        return load_deck(replace(proof.deck, marks=marks), source, library)
    except LawFault as law:
        raise located(source, law) from None
