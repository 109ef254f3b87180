"""Printed files read back and compared with their deck."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from replikat.exchange.pdf_page import Page, read_pages
from replikat.exchange.pixels import PixelReport, compare_pixels, read_backs_from_pixels
from replikat.exchange.printed_faces import face_book
from replikat.exchange.verify import Marks, Reading, compare, deck_read, read_cards, wrong_flip
from replikat.model.cards import Card, Pack
from replikat.model.code import deck_code
from replikat.model.deck import Deck, PrintSettings
from replikat.model.printer import Profile
from replikat.model.services import service_plan
from replikat.model.sheet import Flip, SheetPlan
from replikat.model.squares import Square, square_faults
from replikat.model.texts import Catalogue
from replikat.press.fonts import FILES
from replikat.recipes.cards import figures_of, pictures_of
from replikat.specs import loaders
from replikat.templates import Library


@dataclass(frozen=True)
class Verdict:
    """What a printed file was found to be; `faults` is empty for a sound one.

    `partial` says that it is sound but for what is missing from it.
    """

    code: str
    cards: int
    marks: int
    faults: tuple[str, ...]
    partial: bool = False


def verify(pdf: Path | bytes, deck: Deck | None, settings: PrintSettings, library: Library, some: bool = False) -> Verdict:
    """Read a printed PDF from what is drawn on it and compare it with its deck.

    Without a deck the file must be a sound deck in itself: every card once, the square law kept in every square,
    and the code on its backs the code of its marks.
    """
    pages = read_pages(pdf)
    pack = deck.pack if deck else None
    reading, pack = _read_cards(pages, pack, settings, library)
    if not reading.cards:
        return _verdict(reading, "", [*reading.faults, *reading.missing] or ["no cards on any page"])
    if deck:
        wanted = {code: tuple(square.marks[i] for square in deck.squares) for code, i in pack.index.items()}
        code = deck.code
    else:
        wanted, code, unsound = _deck_on_paper(reading, pack, library)
        if unsound:
            return _verdict(reading, code, [*reading.faults, *reading.missing, *unsound])
    spares = [card.code for card in pack.spares]
    faults = compare(reading, wanted, spares, code, some)
    partial = bool(faults) and not compare(reading, wanted, spares, code, some=True)
    if wrong_flip(reading, wanted):
        faults.insert(0, "most backs lie behind the wrong faces: the sheets were made for turning over the other edge, or mixed up")
    return _verdict(reading, code, faults, partial)


def _verdict(reading: Reading, code: str, faults: Sequence[str], partial: bool = False) -> Verdict:
    marks = sum(1 for read in reading.cards if read.back for mark in read.back.marks if mark)
    return Verdict(code, len(reading.cards), marks, tuple(faults), partial)


def _read_cards(pages: Sequence[Page], pack: Pack | None, settings: PrintSettings, library: Library) -> tuple[Reading, Pack]:
    """Return the cards on the pages; without a pack, by the pack that knows most of the faces."""
    plans = {name: loaders.load_sheet(name, library) for name in library.names("sheets")}
    words = {name: loaders.load_language(name, library) for name in library.names("languages")}
    flips = {catalogue.phrase(f"sheet.flip.{flip}"): flip for catalogue in words.values() for flip in ("long", "short")}
    single = _single_format(pages, plans, settings.sheet)
    if single is None:
        single, pages = _service_format(pages, library)
    palette = loaders.load_theme(settings.theme, library)[1]
    packs = [pack] if pack else [loaders.load_pack(name, library) for name in library.names("packs")]
    readings = []
    for candidate in packs:
        cards = (*candidate.cards, *candidate.spares)
        figures = {name: loaders.load_figure(name, palette, library) for card in cards for name in figures_of(card)}
        indices = {
            card.code: {catalogue.with_indices(chosen).index(card) for catalogue in words.values() for chosen in ({}, settings.indices)}
            for card in cards
        }
        book = face_book(candidate, figures, indices, pictures_of(candidate, plans[settings.sheet].card, library))
        readings.append((read_cards(pages, plans, single, book, flips, _labels(cards, words.values())), candidate))
    return max(readings, key=lambda item: (sum(bool(read.code) for read in item[0].cards), -len(item[1].cards)))


def _labels(cards: Sequence[Card], languages: Iterable[Catalogue]) -> dict[str, str]:
    """Return the code of the card that every label under a sticker or insert names, in any language that knows its suit."""
    return {
        " ".join(words.label(card, name).split()): card.code
        for words in languages
        for card in cards
        if words.knows(card)
        for name in (card.emblem.names if card.emblem else (words.lang,))
    }


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
        service = loaders.load_service(name, library)
        for card in service.cards if service.pdfx else ():
            plan = service_plan(name, service, card, 0.0)
            if abs(plan.width - pages[0].width) < 0.05 and abs(plan.height - pages[0].height) < 0.05:
                turned = service.order == "back-face" and len(pages) % 2 == 0
                return plan, [pages[place ^ 1] for place in range(len(pages))] if turned else pages
    return None, pages


def _deck_on_paper(reading: Reading, pack: Pack, library: Library) -> tuple[dict[str, Marks], str, list[str]]:
    """Return the marks of every card and the code of the deck that a file shows, and what makes it unsound."""
    columns = deck_read(reading, pack.codes)
    if columns is None:
        known = {read.code for read in reading.cards}
        return (
            {},
            "",
            [f"{code} is missing or has no back" for code in pack.codes if code not in known]
            or ["the cards carry different numbers of squares"],
        )
    layouts = {name: loaders.load_layout(name, library) for name in library.names("layouts")}
    squares, faults = [], []
    for number, marks in enumerate(columns, 1):
        members = [mark is not None for mark in marks]
        tries = [(square_faults(Square(name, marks), layout, members), name) for name, layout in layouts.items()]
        wrong, name = min(tries, key=lambda item: len(item[0]))
        squares.append(Square(name, marks))
        faults += [f"square {number}: {pack.codes[card]}: {text}" for card, text in wrong]
    wanted = {code: tuple(square.marks[i] for square in squares) for code, i in pack.index.items()}
    return wanted, deck_code(pack.name, squares), faults


def verify_pixels(
    path: Path, deck: Deck, settings: PrintSettings, library: Library, flip: Flip | None = None, printer: Profile | None = None
) -> PixelReport:
    """Read the backs of a printed PDF a second time, from its rendered pages alone, and hold them against their deck.

    The sheet is that of the print settings; faces are not read. `printer` is the one for which the pages were corrected.
    """
    plan = loaders.load_sheet(settings.sheet, library)
    flip = flip or (printer.printer.flip if printer else None)
    wide, high = sorted((plan.width, plan.height))
    moved = printer.printer.correction(not plan.one_sided).matrix(wide, high) if printer else None
    if flip:
        plan = replace(plan, spec=replace(plan.spec, flip=flip))
    digits = library.find("fonts", FILES["digits"], ".ttf")
    batches = {layout.batch for layout in deck.parts.layouts}
    batch = batches.pop() if len(batches) == 1 else None
    cards = read_backs_from_pixels(path, plan, digits, len(deck.squares), batch, moved=moved)
    return compare_pixels(cards, deck, plan.back_is_turned or plan.folded)
