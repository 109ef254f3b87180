"""Printed files read back and compared with their deck."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from replikat.cards.printing import pictures_of
from replikat.data.library import Library
from replikat.deck.cards import Card, Pack
from replikat.deck.catalogue import Catalogue
from replikat.deck.deck import Deck
from replikat.deck.loaders import load_language, load_pack
from replikat.deck.print_settings import PrintSettings
from replikat.geometry.paper import Flip
from replikat.papers.loaders import load_theme
from replikat.papers.pack_inks import figures_of
from replikat.press.loaders import load_service, load_sheet
from replikat.press.services import service_plan
from replikat.press.sheets.plan import SheetPlan
from replikat.reading.compare import deck_read
from replikat.reading.drawn.cards import read_cards
from replikat.reading.drawn.faces import face_book
from replikat.reading.drawn.page import Page, pdf_bytes, read_pages, saved_anew
from replikat.reading.reading import Reading
from replikat.reading.scans import are_pictures, verify_scans
from replikat.reading.verdicts import Verdict, judged, paper_deck, verdict_of
from replikat.typeset.figures.loaders import load_figure
from replikat.typeset.page_limits import check_limits


def verify(
    pdf: Path | bytes,
    deck: Deck | None,
    settings: PrintSettings,
    library: Library,
    some: bool = False,
    flip: Flip | None = None,
    scanned: bool = False,
) -> Verdict:
    """Read a printed PDF back and compare it with its deck.

    It is read from what is drawn on its pages. Where these are pictures, or another program saved the file anew in words and
    paths that make no sound deck, pictures of the pages are read.

    Without a deck the file must be a sound deck in itself: every card once, the square law kept in every square,
    and the code on its backs the code of its marks. `flip` is the edge over which pictures of sheets are turned;
    `scanned` wants any file to be read from pictures of its pages.
    """
    load_sheet(settings.sheet, library)  # a name of none is told before anything is read
    check_limits(pdf_bytes(pdf), str(pdf) if isinstance(pdf, Path) else "")
    if not scanned:
        pages = read_pages(pdf)
        drawn = _verify_drawn(pages, deck, settings, library, some)
        pictures = are_pictures(pages)
        if not drawn.faults or drawn.misfit or not (pictures or saved_anew(pdf)):
            return drawn
    seen = verify_scans(pdf, deck, settings, library, some, flip)
    return seen if scanned or pictures or seen.cards else drawn


def _verify_drawn(pages: Sequence[Page], deck: Deck | None, settings: PrintSettings, library: Library, some: bool) -> Verdict:
    """Compare the words and paths on pages with a deck, or with themselves."""
    if not any(page.words or page.outlines for page in pages):
        return verdict_of(Reading(), "", ["no cards on any page"])
    reading, pack = _read_cards(pages, deck.pack if deck else None, settings, library)
    if not reading.cards:
        return verdict_of(reading, "", [*reading.faults, *reading.missing] or ["no cards on any page"])
    if deck:
        return judged(reading, pack, deck.backs, deck.code, some)
    columns = deck_read(reading, pack.codes)
    if columns is None and some:
        told = "a part of a deck cannot be proved by itself; name the DECK"
        return replace(verdict_of(reading, "", [*reading.faults]), unread=(told,))
    if columns is None:
        known = {read.code for read in reading.cards}
        lost = [f"{code} is missing or has no back" for code in pack.codes if code not in known]
        return verdict_of(reading, "", [*reading.faults, *reading.missing, *(lost or ["the cards carry different numbers of squares"])])
    paper = paper_deck(columns, pack, library)
    if paper.faults:
        return verdict_of(reading, paper.code, [*reading.faults, *reading.missing, *paper.faults])
    return judged(reading, pack, paper.wanted, paper.code, some)


def _read_cards(pages: Sequence[Page], pack: Pack | None, settings: PrintSettings, library: Library) -> tuple[Reading, Pack]:
    """Return the cards on the pages; without a pack, by the smallest of the packs that know most of the faces."""
    plans = {name: load_sheet(name, library) for name in library.names("sheets")}
    words = {name: load_language(name, library) for name in library.names("languages")}
    flips: dict[str, Flip] = {catalogue.phrase(f"sheet.flip.{flip}"): flip for catalogue in words.values() for flip in ("long", "short")}
    single = _single_format(pages, plans, settings.sheet)
    if single is None:
        single, pages = _service_format(pages, library)
    palette = load_theme(settings.theme, library)[1]
    packs = [pack] if pack else sorted((load_pack(name, library) for name in library.names("packs")), key=lambda pack: len(pack.cards))
    readings: list[tuple[Reading, Pack]] = []
    for candidate in sorted(packs, key=lambda pack: len(pack.cards)):
        cards = (*candidate.cards, *candidate.spares)
        figures = {name: load_figure(name, palette, library) for card in cards for name in figures_of(card)}
        indices = {
            card.code: {catalogue.with_indices(chosen).index(card) for catalogue in words.values() for chosen in ({}, settings.indices)}
            for card in cards
        }
        book = face_book(candidate, figures, indices, pictures_of(candidate, plans[settings.sheet].card, library))
        reading = read_cards(pages, plans, single, book, flips, _labels(cards, words.values()))
        readings.append((reading, candidate))
        if any(read.code for read in reading.cards) and all(read.code is not None for read in reading.cards if read.faced):
            break  # no larger pack knows more
    return max(readings, key=lambda item: (sum(bool(read.code) for read in item[0].cards), -len(item[1].cards)))


def _labels(cards: Sequence[Card], languages: Iterable[Catalogue]) -> dict[tuple[str, ...], str]:
    """Return the codes of cards by the words printed under their stickers or inserts.

    They are those of every language that knows a card's suit.
    """
    labels = {}
    for words in languages:
        for card in cards:
            names = card.emblem.names if card.emblem else (words.lang,)
            for name in names if words.knows(card) else ():
                labels[tuple(words.label(card, name).split())] = card.code
    return labels


def _single_format(pages: Sequence[Page], plans: dict[str, SheetPlan], preferred: str) -> SheetPlan | None:
    """Return the one-card format whose page size the file has: the deck's own, if it is one of them."""
    if not pages:
        return None
    fitting = [
        plan
        for plan in plans.values()
        if plan.single and abs(plan.width - pages[0].width) < 0.05 and abs(plan.height - pages[0].height) < 0.05
    ]
    return next((plan for plan in fitting if plan.name == preferred), fitting[0] if fitting else None)


def _service_format(pages: Sequence[Page], library: Library) -> tuple[SheetPlan | None, Sequence[Page]]:
    """Return the print service's format of a PDF by the size of its pages, and the pages with every face before its back."""
    for name in library.names("services") if pages else ():
        service = load_service(name, library)
        for card in service.cards if service.pdfx else ():
            plan = service_plan(name, service, card, 0.0)
            if abs(plan.width - pages[0].width) < 0.05 and abs(plan.height - pages[0].height) < 0.05:
                turned = service.order == "back-face" and len(pages) % 2 == 0
                return plan, [pages[place ^ 1] for place in range(len(pages))] if turned else pages
    return None, pages
