"""Decks: dealt, written down, dealt again to be checked, searched for a card."""

from dataclasses import replace
from typing import TYPE_CHECKING

from replikat.data.library import Library
from replikat.data.strict_yaml import Source
from replikat.deck.code import read_code
from replikat.deck.deck import Deck
from replikat.deck.deck_spec import DeckSpec
from replikat.deck.fairness.origin import origin_hash
from replikat.deck.loaders import load_parts
from replikat.deck.squares import DASH
from replikat.errors import Fault, ReplikatError

if TYPE_CHECKING:
    from replikat.deck.dealing.pair_balance import Told as Heard

EXAMPLE_SEED = "00" * 32  # of the decks in pictures, which never show the user's own deals
MOST_TOLD = 10  # marks that differ from the seed's; more than these mean another seed


class AlikeError(ReplikatError):
    """Two squares of a new deck came out alike."""


def new_deck(spec: DeckSpec, source: Source, library: Library, seed: str, heard: "Heard | None" = None) -> Deck:
    """Deal the deck that a spec asks for; refuse one in which two squares are alike, as a tiny pack may have.

    `heard` hears how far a long dealing is.
    """
    from replikat.deck.dealing.deal import deal

    if any(group.source == "given" for group in spec.squares):
        raise ReplikatError(source.fault(("squares",), "squares of source given", "their marks, which a deck file holds"))
    spec = spec.of_today()
    deck = deal(spec, load_parts(spec, source, library), seed, heard)
    seen: dict[str, int] = {}
    for number, square in enumerate(deck.squares, 1):
        if (twin := seen.setdefault(str(square), number)) != number:
            text = f"squares {twin} and {number} came out alike"
            raise AlikeError(source.fault(("squares",), text, "ask for fewer squares, or for another deck: the pack is very small"))
    return replace(deck, spec=replace(deck.spec, origin=origin_hash(deck.spec, deck.parts, deck.code)))


def dealt_again(deck: Deck, heard: "Heard | None" = None) -> Deck | None:
    """Return what the deck's seed deals; None where it has no seed, or squares that were not dealt.

    `heard` hears how far a long dealing is.
    """
    from replikat.deck.dealing.deal import deal

    if deck.spec.seed is None or deck.spec.has_given:
        return None
    return deal(deck.spec, deck.parts, deck.spec.seed, heard)


def edit_faults(deck: Deck, source: Source) -> list[Fault]:
    """Return what in a deck file no longer belongs to its marks: the code, or seed and spec.

    Nothing is dealt again: marks, seed and what decides the deals are held against the two values
    that the file has kept of them. A file of an earlier version may have none of the second, and
    one written by hand none of either; what is not there is not compared.
    """
    spec, faults = deck.spec, []
    if spec.code is not None:
        try:
            if read_code(spec.code) != deck.code:
                cure = f"the marks of this file have the code {deck.code}"
                faults.append(source.fault(("code",), spec.code, cure))
        except ValueError:
            text = f"{spec.code} is no deck code"
            faults.append(source.fault(("code",), text, "a sign is wrong or missing"))
    kept, seeded = spec.origin, spec.seed is not None
    if kept is not None and seeded and kept != origin_hash(spec, deck.parts, deck.code):
        text = "seed, squares or marks are not those that this deck was made with"
        faults.append(source.fault(("origin",), text, "restore the file from a copy"))
    return faults


def refuse_edited(deck: Deck, source: Source, heard: "Heard | None" = None) -> None:
    """Raise ReplikatError, with every place, where a deck file was edited.

    Args:
        deck: The deck as the file has it.
        source: The file.
        heard: Hears how far dealing again is. Where it is there, seed and spec are dealt again in
            any case; without it, only where a kept value does not fit, to tell which marks are
            wrong, and where the file has no code. Dealing again takes longer than reading.
    """
    faults = edit_faults(deck, source)
    if heard is None and not faults and deck.spec.code is not None:
        return
    again = dealt_again(deck, heard)
    if again is not None and again.squares != deck.squares:
        faults = _marks_faults(deck, again, source)
    if faults:
        raise ReplikatError(*faults)


def _marks_faults(deck: Deck, again: Deck, source: Source) -> list[Fault]:
    """Return the marks that are not those of the deck that was dealt again; of many only that."""
    faults = []
    for number, (square, wanted) in enumerate(zip(deck.squares, again.squares, strict=True)):
        for card, (mark, dealt) in enumerate(zip(square.marks, wanted.marks, strict=True)):
            if mark != dealt:
                text = f"square {number + 1}: {deck.pack.codes[card]}: {mark or DASH}"
                cure = f"the seed deals {dealt or DASH}"
                faults.append(source.fault(("marks", number, card), text, cure))
    if len(faults) > MOST_TOLD:
        text = f"{len(faults)} marks are not those that this seed deals"
        return [source.fault(("seed",), text, "restore the file from a copy")]
    return faults
