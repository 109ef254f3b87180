"""Decks: dealt, written down, dealt again to be checked, searched for a card."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from replikat.errors import Fault, LawFault, ReplikatError
from replikat.model.back import BackPlan, plan_back
from replikat.model.cards import Card
from replikat.model.code import read_code
from replikat.model.deck import Deck
from replikat.model.deck_spec import DeckSpec
from replikat.model.print_settings import BackOption
from replikat.model.sheet_spec import CardSize
from replikat.model.squares import shared_batch
from replikat.specs import loaders
from replikat.specs.strict_yaml import Source
from replikat.templates import Library

if TYPE_CHECKING:
    from replikat.dealing.meetings import Told

EXAMPLE_SEED = "00" * 32  # of the decks in pictures, which never show the user's own deals
MOST_TOLD = 10  # marks that differ from the seed's; more than these mean another seed


class AlikeError(ReplikatError):
    """Two squares of a new deck came out alike."""


def new_deck(spec: DeckSpec, source: Source, library: Library, seed: str, told: "Told | None" = None) -> Deck:
    """Deal the deck that a spec asks for; refuse one in which two squares are alike, as a tiny pack may have.

    `told` hears how far a long dealing is.
    """
    from replikat.dealing.deal import deal

    if any(group.source == "given" for group in spec.squares):
        raise ReplikatError(source.fault(("squares",), "squares of source given", "their marks, which a deck file holds"))
    deck = deal(spec, loaders.load_parts(spec, source, library), seed, told)
    seen: dict[str, int] = {}
    for number, square in enumerate(deck.squares, 1):
        if (twin := seen.setdefault(str(square), number)) != number:
            text = f"squares {twin} and {number} came out alike"
            raise AlikeError(source.fault(("squares",), text, "ask for fewer squares, or for another deck: the pack is very small"))
    return deck


def dealt_again(deck: Deck) -> Deck | None:
    """Return what the deck's seed deals; None where it has no seed, or squares that were not dealt."""
    from replikat.dealing.deal import deal

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


def deck_text(deck: Deck, seed: str | None) -> str:
    """Return the text of the deck's file, read back and compared before anybody relies on it."""
    from replikat.model.deck import deck_of
    from replikat.specs.builder import build
    from replikat.specs.strict_yaml import parse
    from replikat.specs.writer import deck_file

    text = deck_file(deck, seed)
    spec, _ = build(DeckSpec, parse(text, Path("deck.yaml")).tree)
    if spec is None or deck_of(spec, deck.parts, spec.marks or "").squares != deck.squares:
        raise AssertionError("the deck file does not read back as the deck")
    return text


def back_plan(deck: Deck, card: CardSize, options: Sequence[BackOption] = ()) -> BackPlan:
    """Return the geometry of a deck's backs at a card size; an error says how many squares the card carries."""
    layouts = {group.layout: layout for group, layout in zip(deck.spec.squares, deck.parts.layouts, strict=True)}
    largest = max(mark.number for layout in layouts.values() for mark in layout.slots)
    try:
        batch = shared_batch(layouts) if "underlined" in options else None
        return plan_back(card, len(deck.squares), deck.has_middle, largest, "two-way" in options, batch)
    except LawFault as law:
        raise ReplikatError(f"{deck.name}: {law}") from None


def find_card(deck: Deck, square: int, mark: str) -> list[Card]:
    """Return the card that carries a mark in a square (one, in a sound deck)."""
    from replikat.model.squares import parse_mark

    if not 1 <= square <= len(deck.squares):
        raise ReplikatError(Fault(f"square {square}", f"{deck.name} has squares 1 to {len(deck.squares)}", field="--square"))
    try:
        wanted = parse_mark(mark.upper())
    except ValueError:
        raise ReplikatError(Fault(f"{mark!r} is no mark", "expected a position and a number, such as S7", field="--missing")) from None
    cards = [card for card, held in zip(deck.pack.cards, deck.squares[square - 1].marks, strict=True) if held == wanted]
    if not cards:
        slots = deck.layout(square).positions
        said = ", ".join(f"{position}1-{position}{count}" for position, count in slots.items())
        raise ReplikatError(Fault(f"no card has {mark} in square {square}", f"the square deals {said}", field="--missing"))
    return cards
