"""How a deck will look, in pictures; those of a deck yet to be dealt show an example deck's marks."""

from dataclasses import replace
from pathlib import Path

from replikat.cards.printing import cards_pdf
from replikat.data.library import Library
from replikat.data.strict_yaml import Source
from replikat.deck.deck import Deck
from replikat.deck.deck_spec import DeckSpec
from replikat.deck.loaders import read_deck_spec
from replikat.deck.making import EXAMPLE_SEED, new_deck
from replikat.deck.print_settings import PrintSettings
from replikat.press.loaders import load_sheet
from replikat.typeset.contact_sheets import against_the_light, contact_sheet, true_size

COLUMNS = 9
SMALL, LARGE, SHEET = 60, 300, 110  # dpi of the contact sheet, of one back, of a sheet


def example_of(spec: DeckSpec, source: Source, library: Library) -> Deck:
    """Return a deck of a spec's kind whose deals are nobody's secret."""
    plain = replace(spec.unhurried(), marks=None, code=None, seed=EXAMPLE_SEED)
    dealt = tuple(replace(group, source="dealt") for group in plain.squares)
    return new_deck(replace(plain, squares=dealt), source, library, EXAMPLE_SEED)


def single_of(sheet: str, library: Library) -> str:
    """Return the one-card format of the same card as a sheet, or the sheet itself where there is none."""
    card = load_sheet(sheet, library).card
    plans = (load_sheet(name, library) for name in library.names("sheets"))
    return next((plan.name for plan in plans if plan.single and (plan.card.width, plan.card.height) == (card.width, card.height)), sheet)


def preview(deck: Deck, settings: PrintSettings, library: Library) -> dict[str, bytes]:
    """Return pictures by file name: all faces and backs, one back at true size, a sheet held against the light."""
    plan = load_sheet(settings.sheet, library)
    single = replace(settings, sheet=single_of(settings.sheet, library))
    alone = load_sheet(single.sheet, library)
    made: dict[str, bytes] = {}
    if alone.single:
        bleed = alone.spec.bleed
        for side in ("faces", "backs"):
            cards = cards_pdf(deck, single, library, (side,)).pdf
            made[f"{side}.png"] = contact_sheet(cards, bleed, COLUMNS, SMALL)
        one = cards_pdf(deck, single, library, ("backs",), deck.pack.codes[-1:]).pdf
        made["back.png"] = true_size(one, bleed, LARGE)
    sides = ("backs",) if plan.captioned else ("faces", "backs")
    sheet = cards_pdf(deck, settings, library, sides, sheets=() if plan.single else (1,)).pdf
    if plan.one_sided:
        made["sheet.png"] = true_size(sheet, 0.0, SHEET)
    else:
        made["light.png"] = against_the_light(sheet, plan.back_is_turned and not plan.single, SHEET)
    return made


def preview_of(path: Path, library: Library, change: dict[str, str | None]) -> dict[str, bytes]:
    """Return the pictures of the deck that a spec or deck file asks for, with print settings changed where they are given."""
    spec, source = read_deck_spec(path, library)
    settings = replace(spec.print, **{key: value for key, value in change.items() if value})  # type: ignore[arg-type]
    return preview(example_of(spec, source, library), settings, library)
