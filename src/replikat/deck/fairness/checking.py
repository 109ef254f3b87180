"""Proofs read back and judged: against their commitment, every law, their key and their seed."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from replikat.data.library import Library
from replikat.data.reader import read
from replikat.data.strict_yaml import Source, read_source
from replikat.deck.cards import Pack
from replikat.deck.deck import Deck
from replikat.deck.deck_spec import DeckSpec
from replikat.deck.fairness.commitment import salt_of
from replikat.deck.fairness.deal_number import deals_of, number_of_deal
from replikat.deck.fairness.origin import first_difference, origin_lines
from replikat.deck.fairness.proof import Proof, Shown
from replikat.deck.loaders import load_deck, load_layout, load_pack
from replikat.deck.making import dealt_again
from replikat.deck.squares import Position, square_faults
from replikat.errors import Breach, Fault, ReplikatError

if TYPE_CHECKING:
    from replikat.deck.dealing.pair_balance import Told as Heard

_ORDER: tuple[Position, ...] = ("N", "E", "S", "W", "M")  # in which the hands of a numbered deal stand


@dataclass(frozen=True)
class SquareSaid:
    """A proved square in words: its layout, and the number of its deal among all there are."""

    square: int
    layout: str
    deal: int
    deals: int


@dataclass(frozen=True, kw_only=True)
class Checked:
    """What a proof proves.

    `again` says whether its seed deals the deck, None where nothing was dealt from a seed.
    `key_number` is what was published of the key, worked out from the proof; `key_compared` says
    whether it was held against the number as it was published, and is it. `form` says what that
    number binds: 1 the key alone, 2 also what decides the deals.
    """

    commitment: str
    code: str | None
    count: int
    squares: tuple[SquareSaid, ...]
    again: bool | None
    public: str | None
    awaits: str | None
    form: int
    key_number: str | None
    key_compared: bool


def check_proof(
    file: Path,
    library: Library,
    published: str | None = None,
    published_key: str | None = None,
    heard: "Heard | None" = None,
) -> Checked:
    """Return what a proof proves.

    Args:
        file: The proof.
        library: The data that it names.
        published: The commitment as it stood where it was published; without it the proof is held
            against its own.
        published_key: The number of the key as it was published, where there was one.
        heard: Hears how far dealing again is, which may take long.

    Raises:
        ReplikatError: With every fault in the proof.
    """
    source = read_source(file)
    proof = read(Proof, source, library)
    faults = [source.fault(path, text) for path, text in _law_faults(proof, library)]
    if published is not None and published != proof.commitment:
        cure = f"the published one is {published}"
        faults.insert(0, source.fault(("commitment",), proof.commitment, cure))
    faults += _key_number_faults(proof, source, published_key)
    if faults:
        raise ReplikatError(*faults)
    pack = load_pack(proof.pack, library)
    deck = _whole(proof, proof.deck, source, library) if proof.deck else None
    again = dealt_again(deck, heard) if deck else None
    if deck and again:
        faults += _seed_faults(proof, deck, again, source)
    if faults:
        raise ReplikatError(*faults)
    return Checked(
        commitment=proof.commitment,
        code=deck.code if deck else None,
        count=proof.count,
        squares=tuple(_said(shown, pack) for shown in proof.squares),
        again=None if again is None else True,
        public=proof.public,
        awaits=proof.awaits,
        form=proof.form,
        key_number=proof.key_number,
        key_compared=published_key is not None,
    )


def _seed_faults(proof: Proof, deck: Deck, again: Deck, source: Source) -> Iterator[Fault]:
    """Yield what of a whole deck does not follow from its seed: its squares, or their salts."""
    place = ("deck", "seed")
    seed = deck.spec.seed or ""
    if again.squares != deck.squares:
        yield source.fault(place, "the seed deals other squares", "the marks that are shown")
    elif any(shown.salt != salt_of(seed, shown.square) for shown in proof.squares):
        yield source.fault(place, "the seed gives other salts", "the salts that are shown")


def _key_number_faults(proof: Proof, source: Source, published: str | None) -> Iterator[Fault]:
    if published is None or proof.key_number == published:
        return
    if proof.key_number is None:
        cure = "a proof of the whole deck shows one, where public randomness was named in advance"
        yield Fault("this proof shows no key", cure, field="--key")
    else:
        text = f"key, words and spec have the number {proof.key_number}"
        yield source.fault(("key",), text, f"the published one is {published}")


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
    """Yield what keeps the deck that a whole proof names from being that of its squares."""
    if [shown.square for shown in proof.squares] != list(range(1, proof.count + 1)):
        text = f"a proof of the whole deck shows all {proof.count} in order"
        yield ("squares",), f"{len(proof.squares)} squares; {text}"
    elif spec.count != proof.count:
        yield ("deck", "squares"), f"{spec.count} squares; {proof.count} are shown"
    else:
        for place, shown in enumerate(proof.squares):
            layout = spec.squares[spec.groups_by_square[place]].layout
            if shown.layout != layout:
                text = f"square {shown.square}: {shown.layout}; the deck deals it as {layout}"
                yield ("squares", place, "layout"), text
    if spec.pack != proof.pack:
        yield ("deck", "pack"), f"{spec.pack}; the squares are of {proof.pack}"
    if proof.key and spec.seed != proof.keyed_seed:
        yield ("deck", "seed"), "this is not the seed that key and public text give"
    if proof.key and spec.has_given:
        # Such squares are not dealt again, so anything could be shown as drawn from the seed.
        yield ("deck", "squares"), "squares of source given do not come from public randomness"


def _whole(proof: Proof, spec: DeckSpec, source: Source, library: Library) -> Deck:
    """Return the deck that a proof of the whole shows, held against every law and its key."""
    marks = "\n".join(shown.marks for shown in proof.squares)
    deck = load_deck(replace(spec, marks=marks), source, library)
    if proof.spec:
        difference = first_difference(origin_lines(deck.spec, deck.parts), proof.spec)
        if difference:
            line, text = difference
            path = ("spec", min(line, len(proof.spec) - 1))
            raise ReplikatError(source.fault(path, f"the deck that is shown has {text}"))
    return deck
