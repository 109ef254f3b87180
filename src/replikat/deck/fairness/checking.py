"""Proofs read back and judged: against their commitment, every law, their key and their seed."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from replikat.data.library import Library, packaged
from replikat.data.reader import load, read
from replikat.data.strict_yaml import Source, read_source
from replikat.deck.cards import Pack
from replikat.deck.deck import Deck
from replikat.deck.deck_spec import DeckSpec
from replikat.deck.fairness.commitment import salt_of
from replikat.deck.fairness.deal_number import deals_of, number_of_deal
from replikat.deck.fairness.origin import card_lines, first_difference, origin_lines
from replikat.deck.fairness.proof import Proof, Shown
from replikat.deck.loaders import load_deck, load_layout, load_pack
from replikat.deck.making import dealt_again
from replikat.deck.pack_spec import PackSpec
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
    number binds: 1 the key alone, 2 also what decides the deals. `count_bound` says whether the
    commitment binds the number of squares and the pack's cards; `count_compared` whether the number
    of squares is the published one. `own_files` are packs and layouts by which the proof was judged
    and that did not come with the program.
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
    pack: str
    cards: int
    count_bound: bool
    count_compared: bool
    own_files: tuple[str, ...]


def check_proof(
    file: Path,
    library: Library,
    published: str | None = None,
    published_key: str | None = None,
    published_count: int | None = None,
    *,
    heard: "Heard | None" = None,
) -> Checked:
    """Return what a proof proves.

    Args:
        file: The proof.
        library: The data that it names.
        published: The commitment as it stood where it was published; without it the proof is held
            against its own.
        published_key: The number of the key as it was published, where there was one.
        published_count: The number of squares as it was published; the first form of a commitment
            leaves it open.
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
    if published_count not in (None, proof.count):
        cure = f"the published number of squares is {published_count}"
        faults.insert(0, source.fault(("count",), str(proof.count), cure))
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
        pack=pack.name,
        cards=len(pack.cards),
        count_bound=proof.binds_count,
        count_compared=published_count is not None,
        own_files=tuple(map(str, _own_files(proof, library))),
    )


def _own_files(proof: Proof, library: Library) -> Iterator[Path]:
    """Yield the files of packs and layouts that a proof names and that are not the program's own."""
    packs = [proof.pack]
    if proof.deck:
        packs += [group.cards for group in proof.deck.squares if group.cards != "all"]
    for name in packs:  # grows by the packs that they are built on
        base = load(PackSpec, "packs", name, library)[0].base
        if base and base not in packs:
            packs.append(base)
    layouts = dict.fromkeys(shown.layout for shown in proof.squares)
    files = [library.find("packs", name) for name in dict.fromkeys(packs)]
    files += [library.find("layouts", name) for name in layouts]
    yield from (file for file in files if not file.is_relative_to(packaged()))


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


def _card_faults(proof: Proof, pack: Pack, library: Library) -> Iterator[Breach]:
    """Yield where the bound lines of cards are not those of the pack and layouts that are here."""
    if not proof.binds_count:
        return
    layouts = {shown.layout: load_layout(shown.layout, library) for shown in proof.squares}
    lines = card_lines(pack, layouts)
    if proof.deck:
        bound = proof.cards
    else:  # layouts of squares that are not shown may stand there too
        names = {line.split(" ")[1] for line in lines[1:]}
        bound = (proof.cards[0], *(line for line in proof.cards[1:] if _layout_name(line) in names))
    if difference := first_difference(lines, bound):
        yield ("cards",), f"the pack and layouts here have {difference[1]}"


def _layout_name(line: str) -> str:
    """Return the name in a line `layout NAME ...`; of another line its second word."""
    return line.partition(" ")[2].partition(" ")[0]


def _law_faults(proof: Proof, library: Library) -> Iterator[Breach]:
    pack = load_pack(proof.pack, library)
    yield from _card_faults(proof, pack, library)
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
