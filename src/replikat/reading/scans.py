"""Printed files whose pages are pictures, read back and compared with their deck."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from replikat.cards.faces import draw_face
from replikat.cards.printing import face_set
from replikat.data.library import Library
from replikat.deck.cards import Card, Pack
from replikat.deck.catalogue import Catalogue, emblem_name
from replikat.deck.deck import Deck
from replikat.deck.loaders import load_language, load_pack
from replikat.deck.print_settings import PrintSettings
from replikat.geometry.paper import CardSize, Flip
from replikat.papers.loaders import load_theme
from replikat.papers.pack_inks import figures_of
from replikat.press.loaders import load_sheet
from replikat.press.sheets.plan import SheetPlan
from replikat.reading.drawn.page import Page
from replikat.reading.scanned.cards import ReaderFonts, ScannedBacks, read_scanned_backs, read_scanned_faces, scanned_file, scanned_reading
from replikat.reading.scanned.faces import Album, FacePicture, face_pictures
from replikat.reading.verdicts import PaperDeck, Verdict, judged, paper_deck
from replikat.typeset.figures.loaders import load_figure
from replikat.typeset.fonts import FILES, fonts_folder
from replikat.typeset.pdf import PdfFile

HALF = 0.5  # of a page that a picture covers which is all of it


def are_pictures(pages: Sequence[Page]) -> bool:
    """Return whether the pages of a file are pictures, perhaps with the words that somebody's reader found in them."""
    return bool(pages) and all(
        not page.words or any(picture.box.width * picture.box.height > HALF * page.width * page.height for picture in page.pictures)
        for page in pages
    )


def verify_scans(
    pdf: Path | bytes, deck: Deck | None, settings: PrintSettings, library: Library, some: bool = False, flip: Flip | None = None
) -> Verdict:
    """Read a printed file from pictures of its pages and compare it with its deck.

    The format of the sheets is told by where their bars lie, that of the print settings first; `flip` is the edge over
    which the paper is turned, that of the format where it is not given. Without a deck the marks must have the code that
    is printed on the backs, in the order of a pack.
    """
    file = scanned_file(pdf, _formats(settings, flip, library))
    if file is None:
        return _untold("no sheet format has its backs where these pages show them")
    fonts = ReaderFonts(*(library.find("fonts", FILES[face], ".ttf") for face in ("digits", "text")))
    if deck is None:
        backs = read_scanned_backs(file, fonts)
        pack, paper = _deck_of(backs, library)
        if paper is None:
            return _unproved(backs)
        wanted, code = paper.wanted, paper.code
    else:
        batches = {layout.batch for layout in deck.parts.layouts}
        backs = read_scanned_backs(file, fonts, [deck.code], len(deck.squares), batches.pop() if len(batches) == 1 else None)
        pack, wanted, code = deck.pack, deck.backs, deck.code
    fronts = read_scanned_faces(file, album(pack, file.plan.card, settings, library))
    orders = [scanned_reading(file, backs, fronts, backs_reversed) for backs_reversed in (False, True)]
    if not orders[0].cards:
        return _untold("no cards are to be seen on any page")
    verdicts = [judged(reading, pack, wanted, code, some) for reading in orders]
    return replace(min(verdicts, key=lambda verdict: len(verdict.faults)), scanned=True)


def _untold(text: str) -> Verdict:
    return Verdict("", 0, 0, (), unread=(text,), scanned=True)


def _unproved(backs: ScannedBacks) -> Verdict:
    """Return the verdict on a file of which only the code is known: what was not read, or that no pack gives this code."""
    found = [back for page in backs.found.values() for back in page.values()]
    marks = sum(1 for back in found for mark in back.marks if mark)
    codes = [code for code, _ in backs.codes.most_common()]
    if len(codes) > 1:
        faults = (*backs.faults, f"backs of several decks: {', '.join(codes)}")
        return Verdict(codes[0], len(found), marks, faults, unread=tuple(backs.unread), scanned=True)
    said = f"the code {codes[0]} is printed" if codes else "no code can be read"
    told = f"{said}, and no pack here has these marks in this order; name the deck"
    return Verdict(codes[0] if codes else "", len(found), marks, tuple(backs.faults), unread=(*backs.unread, told), scanned=True)


def _formats(settings: PrintSettings, flip: Flip | None, library: Library) -> list[SheetPlan]:
    """Return all sheet formats, that of the print settings first."""
    names = [settings.sheet, *(name for name in library.names("sheets") if name != settings.sheet)]
    plans = [load_sheet(name, library) for name in names]
    return [replace(plan, spec=replace(plan.spec, flip=flip)) if flip else plan for plan in plans]


def _deck_of(backs: ScannedBacks, library: Library) -> tuple[Pack, PaperDeck | None]:
    """Return the pack and the deck of which the printed code is: that of the marks in printing order, from either end of the pages."""
    pages = [list(page.values()) for _, page in sorted(backs.found.items())]
    packs = [load_pack(name, library) for name in library.names("packs")]
    codes = set(backs.codes)
    for order in (pages, pages[::-1]):
        cards = [back for page in order for back in page]
        for pack in packs:
            held = cards[: len(pack.cards)]
            if len(held) < len(pack.cards) or any(back.doubtful for back in held) or len({len(back.marks) for back in held}) > 1:
                continue
            paper = paper_deck(list(zip(*(back.marks for back in held), strict=True)), pack, library)
            if {paper.code} == codes and not paper.faults:
                return pack, paper
    return packs[0], None


def album(pack: Pack, card: CardSize, settings: PrintSettings, library: Library) -> Album:
    """Return pictures of all faces of a pack, in every language that sets other letters or words on them."""
    cards = (*pack.cards, *pack.spares)
    palette = load_theme(settings.theme, library)[1]
    figures = {name: load_figure(name, palette, library) for item in cards for name in figures_of(item)}
    languages = (settings.languages[0], *library.names("languages"))
    catalogues = [load_language(name, library).with_indices(chosen) for name in languages for chosen in (settings.indices, {})]
    drawn: set[tuple[str, ...]] = set()
    pictures: list[FacePicture] = []
    for words in catalogues:
        faces = face_set(pack, card, figures, words, replace(settings, names=settings.names if words is catalogues[0] else None), library)
        new = {key: item for item in cards if (key := _shown(item, words, faces.names)) not in drawn}
        if not new:
            continue
        pdf = PdfFile(pack.name, words.lang, palette, fonts_folder(library))
        for item in new.values():
            with pdf.page(card.width, card.height, None) as pen:
                draw_face(pen, item, faces)
        pictures += face_pictures(pdf.finish(), [item.code for item in new.values()], card)
        drawn |= set(new)
    return Album(tuple(pictures), card)


def _shown(card: Card, words: Catalogue, names: str) -> tuple[str, ...]:
    """Return what tells the faces of one card in several languages apart."""
    title = (card.emblem.numeral or "", emblem_name(card.emblem, names)) if card.emblem else ()
    return (card.code, words.index(card), *title)
