"""The papers beside the cards: what they are made with, and the records."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from replikat.data.library import Library
from replikat.deals.records.compass import Record
from replikat.deals.records.hand_records import deals_pdf
from replikat.deals.records.one_square import proof_pdf
from replikat.deals.records.ordinary_pack import ordinary_pdf
from replikat.deals.records.slips import curtain_pdf, envelopes_pdf
from replikat.deals.records.strips import strips_pdf
from replikat.deck.deck import Deck
from replikat.deck.print_settings import PrintSettings
from replikat.papers.pack_inks import check_inks
from replikat.papers.stationery import Stationery, stationery
from replikat.typeset.figures.figure import Figure
from replikat.typeset.figures.loaders import load_figure

RecordForm = Literal["deals", "envelopes", "curtain-cards"]


@dataclass(frozen=True)
class Told:
    """What hand records tell beside the cards: the number of each, and points and shape of every hand."""

    numbers: bool = False
    analysis: bool = False


def records(
    deck: Deck,
    settings: PrintSettings,
    lang: str,
    library: Library,
    asked: Told,
    form: RecordForm = "deals",
    square: int | None = None,
) -> bytes:
    """Return the hand records of all squares: several to a page, a sheet each to be sealed, or a slip for every hand.

    Of sheets and slips those of one `square` alone, where it is named.
    """
    made = stationery(settings, lang, library)
    record = Record(deck, made.words, _pips(deck, made, library), asked.numbers, asked.analysis)
    if form == "deals":
        return deals_pdf(record, made)
    return envelopes_pdf(record, made, square) if form == "envelopes" else curtain_pdf(record, made, square)


def strips(deck: Deck, settings: PrintSettings, lang: str, library: Library, square: int | None = None) -> bytes:
    """Return the strips from which an ordinary pack can be dealt, one square each, of all squares or of one."""
    made = stationery(settings, lang, library)
    return strips_pdf(Record(deck, made.words, _pips(deck, made, library)), made, square)


def ordinary(deck: Deck, settings: PrintSettings, lang: str, library: Library, square: int | None = None) -> bytes:
    """Return the sheet from which an ordinary pack can be dealt, of all squares or of one."""
    made = stationery(settings, lang, library)
    return ordinary_pdf(deck, _pips(deck, made, library), made, square)


def proof(deck: Deck, settings: PrintSettings, lang: str, library: Library, square: int) -> bytes:
    """Return the record of one square alone."""
    made = stationery(settings, lang, library)
    return proof_pdf(deck, square, _pips(deck, made, library), made)


def _pips(deck: Deck, made: Stationery, library: Library) -> Mapping[str, Figure]:
    check_inks(deck.pack, made.palette)
    names = {card.suit.figure for card in deck.pack.cards if card.suit}
    return {name: load_figure(name, made.palette, library) for name in sorted(names)}
