"""One function per product: values in, bytes or values out; the only place where the rooms meet."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from replikat.errors import Fault, LawFault, ReplikatError, suggestion
from replikat.model.back import BackPlan, plan_back
from replikat.model.cards import Card, Pack
from replikat.model.deck import Deck, DeckSpec, PrintSettings
from replikat.model.sheet import CardSize, Flip, SheetPlan
from replikat.model.themes import Inks
from replikat.specs import loaders
from replikat.specs.strict_yaml import Source
from replikat.templates import Library

if TYPE_CHECKING:  # the rooms themselves are imported where they are used, so that a command loads no more than it needs
    from replikat.documents.sheets import PrintedCard
    from replikat.exchange.pdf_page import Page
    from replikat.exchange.verify import Marks, Reading


@dataclass(frozen=True)
class CardsPrint:
    """A finished cards.pdf and what is to be said of it."""

    pdf: bytes
    plan: SheetPlan
    sheets: int
    digit: float  # mm


def new_deck(spec: DeckSpec, source: Source, library: Library, seed: str) -> Deck:
    """Deal the deck that a spec asks for, and refuse one that its own measure fails."""
    from replikat.dealing.deal import deal

    if any(group.source == "given" for group in spec.squares):
        raise ReplikatError(source.fault(("squares",), "squares of source given", "their marks, which a deck file holds"))
    return deal(spec, loaders.load_parts(spec, source, library), seed)


def dealt_again(deck: Deck) -> bool | None:
    """Return whether the deck's seed deals exactly its marks; None where it has no seed."""
    from replikat.dealing.deal import deal

    if deck.spec.seed is None or any(group.source != "dealt" for group in deck.spec.squares):
        return None
    return deal(deck.spec, deck.parts, deck.spec.seed).squares == deck.squares


def deck_text(deck: Deck, seed: str | None) -> str:
    """Return the text of the deck's file, read back and compared before anybody relies on it."""
    from replikat.model.deck import deck_of
    from replikat.specs.build import build
    from replikat.specs.strict_yaml import parse
    from replikat.specs.writer import deck_file

    text = deck_file(deck, seed)
    spec = build(DeckSpec, parse(text, Path("deck.yaml")).tree)
    if deck_of(spec, deck.parts, spec.marks or "").squares != deck.squares:
        raise AssertionError("the deck file does not read back as the deck")
    return text


def back_plan(deck: Deck, card: CardSize) -> BackPlan:
    """Return the geometry of a deck's backs at a card size; an error says how many squares the card carries."""
    largest = max(mark.number for layout in deck.parts.layouts for mark in layout.slots)
    try:
        return plan_back(card, len(deck.squares), deck.has_middle, largest)
    except LawFault as law:
        raise ReplikatError(f"{deck.name}: {law}") from None


def cards_pdf(
    deck: Deck,
    settings: PrintSettings,
    library: Library,
    sides: Sequence[str] = ("faces", "backs"),
    only: Sequence[str] = (),
    flip: Flip | None = None,
    inks: Inks = "rgb",
) -> CardsPrint:
    """Print the cards of a deck on sheets."""
    from replikat.documents.backs import back_set
    from replikat.documents.faces import FaceSet
    from replikat.documents.sheets import SIDES, draw_sheets
    from replikat.model.face import FacePlan
    from replikat.press.pdf import PdfFile

    plan = loaders.load_sheet(settings.sheet, library)
    if flip:
        plan = replace(plan, spec=replace(plan.spec, flip=flip))
    theme, palette = loaders.load_theme(settings.theme, library)
    words = loaders.load_language(settings.languages[0], library)
    words = replace(words, indices={**words.indices, **settings.indices})
    backs = back_plan(deck, plan.card)
    printed = printed_cards(deck, settings, only)
    names = {figure for item in printed if item.card for figure in figures_of(item.card)} if "faces" in sides else set()
    figures = {name: loaders.load_figure(name, palette, library) for name in sorted(names)}
    both = len(sides) == 2 and not plan.single
    pdf = PdfFile(
        f"{deck.name} {deck.code}", settings.languages[0], palette, fonts_folder(library), inks, plan.spec.flip if both else "simplex"
    )
    sheets = draw_sheets(
        pdf,
        printed,
        plan,
        FaceSet(FacePlan(plan.card), figures, words),
        back_set(deck, backs, theme, settings.word),
        deck.name,
        [side for side in SIDES if side in sides],
    )
    return CardsPrint(pdf.finish(), plan, sheets, backs.digit)


def figures_of(card: Card) -> list[str]:
    """Return the names of the figure files that a face is drawn from."""
    return [name for name in (card.figure, card.suit and card.suit.figure) if name]


def fonts_folder(library: Library) -> Path:
    return library.find("fonts", "ReplikatFira-Regular", ".ttf").parent


def printed_cards(deck: Deck, settings: PrintSettings, only: Sequence[str] = ()) -> "list[PrintedCard]":
    """Return the cards to print: the pack, jokers and blanks, or `only` the cards of these codes, in that order."""
    from replikat.documents.sheets import PrintedCard

    dashes = (None,) * len(deck.squares)
    pack = deck.pack
    if settings.jokers > len(pack.spares):
        raise ReplikatError(f"print.jokers: found {settings.jokers}; {pack.name} has {len(pack.spares)} spare cards")
    everything = [PrintedCard(card, tuple(square.marks[i] for square in deck.squares)) for i, card in enumerate(pack.cards)]
    everything += [PrintedCard(card, dashes) for card in pack.spares[: settings.jokers]]
    if not only:
        return everything + [PrintedCard(None, dashes)] * settings.blanks
    by_code = {item.card.code: item for item in everything if item.card}
    unknown = [code for code in only if code not in by_code]
    if unknown:
        raise ReplikatError(*(Fault(f"{pack.name} has no card {code}", suggestion(code, by_code), field="--only") for code in unknown))
    return [by_code[code] for code in only]


@dataclass(frozen=True)
class Verdict:
    """What a printed file was found to be; `faults` is empty for a sound one."""

    code: str
    cards: int
    marks: int
    faults: tuple[str, ...]


def verify(path: Path, deck: Deck | None, settings: PrintSettings, library: Library, some: bool = False) -> Verdict:
    """Read a printed PDF from what is drawn on it and compare it with its deck.

    Without a deck the file must be a sound deck in itself: every card once, the square law kept in every square,
    and the code on its backs the code of its marks.
    """
    from replikat.exchange.pdf_page import read_pages
    from replikat.exchange.verify import compare, wrong_flip

    pages = read_pages(path)
    pack = deck.pack if deck else None
    reading, pack = _read_cards(pages, pack, settings, library)
    if deck:
        wanted = {code: tuple(square.marks[i] for square in deck.squares) for code, i in pack.index.items()}
        code = deck.code
    else:
        wanted, code, unsound = _deck_on_paper(reading, pack, library)
        if unsound:
            return _verdict(reading, code, [*reading.faults, *unsound])
    faults = compare(reading, wanted, [card.code for card in pack.spares], code, some)
    if wrong_flip(reading, wanted):
        faults.insert(0, "most backs lie behind the wrong faces: the sheets were made for turning over the other edge, or mixed up")
    return _verdict(reading, code, faults)


def _verdict(reading: "Reading", code: str, faults: Sequence[str]) -> Verdict:
    marks = sum(1 for read in reading.cards if read.back for mark in read.back.marks if mark)
    return Verdict(code, len(reading.cards), marks, tuple(faults))


def _read_cards(pages: "Sequence[Page]", pack: Pack | None, settings: PrintSettings, library: Library) -> "tuple[Reading, Pack]":
    """Return the cards on the pages; without a pack, by the pack that knows most of the faces."""
    from replikat.exchange.printed import face_book
    from replikat.exchange.verify import read_cards

    plans = {name: loaders.load_sheet(name, library) for name in library.names("sheets")}
    words = {name: loaders.load_language(name, library) for name in library.names("languages")}
    flips = {catalogue.phrase(f"sheet.flip.{flip}"): flip for catalogue in words.values() for flip in ("long", "short")}
    single = _single_format(pages, plans, settings.sheet)
    palette = loaders.load_theme(settings.theme, library)[1]
    packs = [pack] if pack else [loaders.load_pack(name, library) for name in library.names("packs")]
    readings = []
    for candidate in packs:
        cards = (*candidate.cards, *candidate.spares)
        figures = {name: loaders.load_figure(name, palette, library) for card in cards for name in figures_of(card)}
        indices = {
            card.code: {catalogue.index(card) for catalogue in words.values()}
            | {settings.indices.get(card.rank.code if card.rank else "", "")}
            for card in cards
        }
        book = face_book(candidate, figures, indices)
        readings.append((read_cards(pages, plans, single, book, flips), candidate))
    return max(readings, key=lambda item: (sum(bool(read.code) for read in item[0].cards), -len(item[1].cards)))


def _single_format(pages: "Sequence[Page]", plans: dict[str, SheetPlan], preferred: str) -> SheetPlan | None:
    """Return the one-card format whose page size the file has: the deck's own, if it is one of them."""
    if not pages:
        return None
    fitting = [
        plan
        for plan in plans.values()
        if plan.single and abs(plan.width - pages[0].width) < 0.05 and abs(plan.height - pages[0].height) < 0.05
    ]
    return next((plan for plan in fitting if plan.name == preferred), fitting[0] if fitting else None)


def _deck_on_paper(reading: "Reading", pack: Pack, library: Library) -> "tuple[dict[str, Marks], str, list[str]]":
    """Return the marks of every card and the code of the deck that a file shows, and what makes it unsound."""
    from replikat.exchange.verify import deck_read
    from replikat.model.code import deck_code
    from replikat.model.squares import Square, square_faults

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


def find_card(deck: Deck, square: int, mark: str) -> list[Card]:
    """Return the card that carries a mark in a square (one, in a sound deck)."""
    from replikat.model.squares import parse_mark

    if not 1 <= square <= len(deck.squares):
        raise ReplikatError(Fault(f"square {square}", f"{deck.name} has squares 1 to {len(deck.squares)}", field="--square"))
    try:
        wanted = parse_mark(mark)
    except ValueError:
        raise ReplikatError(Fault(f"{mark!r} is no mark", "expected a position and a number, such as S7", field="--missing")) from None
    cards = [card for card, held in zip(deck.pack.cards, deck.squares[square - 1].marks, strict=True) if held == wanted]
    if not cards:
        slots = deck.layout(square).positions
        said = ", ".join(f"{position}1-{position}{count}" for position, count in slots.items())
        raise ReplikatError(Fault(f"no card has {mark} in square {square}", f"the square deals {said}", field="--missing"))
    return cards
