"""Decks: dealt, written down, dealt again to be checked, searched for a card."""

from typing import TYPE_CHECKING

from replikat.data.library import Library
from replikat.data.strict_yaml import Source
from replikat.deck.code import read_code
from replikat.deck.deck import Deck
from replikat.deck.deck_spec import DeckSpec
from replikat.deck.loaders import load_parts
from replikat.errors import ReplikatError

if TYPE_CHECKING:
    from replikat.deck.dealing.pair_balance import Told

EXAMPLE_SEED = "00" * 32  # of the decks in pictures, which never show the user's own deals
MOST_TOLD = 10  # marks that differ from the seed's; more than these mean another seed


class AlikeError(ReplikatError):
    """Two squares of a new deck came out alike."""


def new_deck(spec: DeckSpec, source: Source, library: Library, seed: str, told: "Told | None" = None) -> Deck:
    """Deal the deck that a spec asks for; refuse one in which two squares are alike, as a tiny pack may have.

    `told` hears how far a long dealing is.
    """
    from replikat.deck.dealing.deal import deal

    if any(group.source == "given" for group in spec.squares):
        raise ReplikatError(source.fault(("squares",), "squares of source given", "their marks, which a deck file holds"))
    deck = deal(spec, load_parts(spec, source, library), seed, told)
    seen: dict[str, int] = {}
    for number, square in enumerate(deck.squares, 1):
        if (twin := seen.setdefault(str(square), number)) != number:
            text = f"squares {twin} and {number} came out alike"
            raise AlikeError(source.fault(("squares",), text, "ask for fewer squares, or for another deck: the pack is very small"))
    return deck


def dealt_again(deck: Deck) -> Deck | None:
    """Return what the deck's seed deals; None where it has no seed, or squares that were not dealt."""
    from replikat.deck.dealing.deal import deal

    if deck.spec.seed is None or any(group.source == "given" for group in deck.spec.squares):
        return None
    return deal(deck.spec, deck.parts, deck.spec.seed)


def refuse_other_marks(deck: Deck, source: Source) -> None:
    """Raise ReplikatError, with every place, where a deck file's marks are not those of its code and its seed.

    The code is compared first: dealing again takes longer than reading.
    """
    if deck.spec.code is not None:
        try:
            if read_code(deck.spec.code) == deck.code:
                return
        except ValueError:
            raise ReplikatError(source.fault(("code",), f"{deck.spec.code} is no deck code", "a sign is wrong or missing")) from None
    again = dealt_again(deck)
    if again is None or again.squares == deck.squares:
        if deck.spec.code is not None:
            raise ReplikatError(source.fault(("code",), deck.spec.code, f"the marks of this file have the code {deck.code}"))
        return
    faults = [
        source.fault(
            ("marks", number, card), f"square {number + 1}: {deck.pack.codes[card]}: {found or '-'}", f"the seed deals {mark or '-'}"
        )
        for number, (square, wanted) in enumerate(zip(deck.squares, again.squares, strict=True))
        for card, (found, mark) in enumerate(zip(square.marks, wanted.marks, strict=True))
        if found != mark
    ]
    if len(faults) > MOST_TOLD:
        faults = [source.fault(("seed",), f"{len(faults)} marks are not those that this seed deals", "restore the file from a copy")]
    raise ReplikatError(*faults)
