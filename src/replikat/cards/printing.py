"""The cards of a deck, on sheets or one a page."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from replikat.cards.back_plan import back_plan
from replikat.cards.backs import BackSet, back_set
from replikat.cards.face_plan import FacePlan
from replikat.cards.faces import FaceSet
from replikat.cards.pictures import load_picture
from replikat.cards.sheets import Fit, PrintedCard, draw_sheets
from replikat.data.library import Library
from replikat.deck.cards import Card, Pack
from replikat.deck.catalogue import Catalogue
from replikat.deck.deck import Deck
from replikat.deck.loaders import load_language
from replikat.deck.print_settings import PrintSettings
from replikat.errors import Fault, ReplikatError, suggestion
from replikat.geometry.paper import CardSize, Flip
from replikat.papers.loaders import load_theme
from replikat.papers.pack_inks import check_inks, figures_of
from replikat.papers.theme import Theme, in_spot_ink
from replikat.press.loaders import load_sheet
from replikat.press.printers.correction import for_printer, plans_for
from replikat.press.printers.profile import Profile
from replikat.press.routes import check_route, second_sides
from replikat.press.services import PressWish
from replikat.press.sheets.plan import SheetPlan
from replikat.press.sheets.sides import SIDES, Order
from replikat.typeset.figures.figure import Figure, Picture
from replikat.typeset.figures.loaders import load_figure
from replikat.typeset.figures.palette import Inks, Palette
from replikat.typeset.fonts import fonts_folder
from replikat.typeset.pdf import PdfFile


@dataclass(frozen=True)
class CardsPrint:
    """A finished cards.pdf and what is to be said of it."""

    pdf: bytes
    plan: SheetPlan
    sheets: int
    digit: float  # mm


def cards_pdf(
    deck: Deck,
    settings: PrintSettings,
    library: Library,
    sides: Sequence[str] = ("faces", "backs"),
    only: Sequence[str] = (),
    flip: Flip | None = None,
    inks: Inks = "rgb",
    order: Order = "interleaved",
    sheets: Sequence[int] = (),
    press: PressWish | None = None,
    printer: Profile | None = None,
    start: int = 1,
) -> CardsPrint:
    """Print the cards of a deck on sheets, or of these sheets those with the numbers `sheets`, as their feet say them.

    With `press` the file is PDF/X, in process inks. `printer` corrects every page; `start` is the first cell that is
    still there on the first sheet of stock.
    """
    plan = load_sheet(settings.sheet, library)
    check_route(plan, sides, order, start)
    if press and printer:
        raise ReplikatError(Fault(f"{printer.name} for a file for presses", "a press corrects itself; leave it out", field="--printer"))
    if flip:
        plan = replace(plan, spec=replace(plan.spec, flip=flip))
    chosen = [side for side in SIDES if side in sides]
    plans = plans_for(printer, plan, flip, chosen) if printer else {}
    plan = plans.get("faces", plan)
    kit = card_kit(deck, settings, plan, library, sides, only, press)
    there = len(plan.spread(len(kit.printed), start - 1))
    if unknown := [number for number in sheets if not 1 <= number <= there]:
        raise ReplikatError(Fault(f"sheet {unknown[0]}", f"there {'are' if there > 1 else 'is'} {there}", field="--pages"))
    both = len(sides) == 2 and not plan.single and not plan.one_sided
    duplex = plan.spec.flip if both else "simplex"
    pdf = PdfFile(f"{deck.name} {deck.code}", settings.languages[0], kit.palette, fonts_folder(library), "cmyk" if press else inks, duplex)
    notes = {side: printer.note(side == "backs") for side in SIDES} if printer else {}
    fit = Fit(start - 1, notes, plans.get("backs"))
    drawn = draw_sheets(pdf, kit.printed, plan, kit.faces, kit.backs, deck.name, chosen, order, sheets, fit)
    finished = pdf.finish()
    if printer or (plan.spec.stock and not press):
        finished = for_printer(finished, printer, second_sides(drawn, chosen, order, plan), "cards")
    if press:
        from replikat.press.pdfx.pressroom import for_press

        finished = for_press(finished, plan, press)
    return CardsPrint(finished, plan, drawn, kit.backs.plan.digit)


@dataclass(frozen=True)
class CardKit:
    """What the cards of a deck are drawn from, on one size of card."""

    printed: list[PrintedCard]
    faces: FaceSet
    backs: BackSet
    palette: Palette


def card_kit(
    deck: Deck,
    settings: PrintSettings,
    plan: SheetPlan,
    library: Library,
    sides: Sequence[str] = SIDES,
    only: Sequence[str] = (),
    press: PressWish | None = None,
) -> CardKit:
    """Return the cards to print and everything their faces and backs are drawn from."""
    theme, palette = load_theme(settings.theme, library)
    if press and press.spot:
        theme, palette = in_spot_ink(theme, palette, press.spot)
    words = load_language(settings.languages[0], library).with_indices(settings.indices)
    check_inks(deck.pack, palette)
    check_indices(deck.pack, words)
    backs = back_plan(deck, plan.card, settings.backs)
    printed = printed_cards(deck, settings, only, words)
    names = {figure for item in printed if item.card for figure in figures_of(item.card)} if "faces" in sides else set()
    figures = {name: load_figure(name, palette, library) for name in sorted(names)}
    faces = face_set(deck.pack, plan.card, figures, words, settings, library)
    if press and faces.pictures:
        from replikat.typeset.icc_profiles import in_process_inks

        faces = replace(faces, pictures=in_process_inks(faces.pictures, press.intent.profile))
    return CardKit(printed, faces, back_set(deck, backs, theme, settings.word, ornaments(theme, palette, library)), palette)


def face_set(
    pack: Pack, card: CardSize, figures: dict[str, Figure], words: Catalogue, settings: PrintSettings, library: Library
) -> FaceSet:
    """Return what faces are drawn from, with the options of the print settings."""
    options = settings.faces
    plan = FacePlan(card, "large-index" in options, "four-corners" in options)
    names, pictures = settings.names or words.lang, pictures_of(pack, card, library)
    return FaceSet(plan, figures, words, names, "four-colour" in options, pictures, pack.image_bleed)


def pictures_of(pack: Pack, card: CardSize, library: Library) -> dict[str, Picture]:
    """Return the pictures that are whole faces, by name; every fault of all of them is told."""
    pictures: dict[str, Picture] = {}
    faults: list[Fault] = []
    for name in dict.fromkeys(card.image for card in (*pack.cards, *pack.spares) if card.image):
        try:
            pictures[name] = load_picture(name, card, pack.image_bleed, library)
        except ReplikatError as error:
            faults += error.faults
    if faults:
        raise ReplikatError(*faults)
    return pictures


def ornaments(theme: Theme, palette: Palette, library: Library) -> dict[str, Figure]:
    """Return the figures of a theme's ornaments by name."""
    names = {motif.figure for motif in theme.ornament.motifs().values()} if theme.ornament else set()
    return {name: load_figure(name, palette, library) for name in sorted(names)}


def check_indices(pack: Pack, words: Catalogue) -> None:
    """Raise ReplikatError where two ranks would bear one index."""
    ranks: dict[str, str] = {}
    for card in pack.cards:
        if card.rank and (other := ranks.setdefault(words.index(card), card.rank.code)) != card.rank.code:
            raise ReplikatError(Fault(f"the ranks {other} and {card.rank.code} both show {words.index(card)}", "change print.indices"))


def printed_cards(
    deck: Deck, settings: PrintSettings, only: Sequence[str] = (), words: Catalogue | None = None, option: str = "--only"
) -> list[PrintedCard]:
    """Return the cards to print: the pack, jokers and blanks, or `only` the cards so called, in that order.

    A card is called by its code or, where `words` are given, by the index in its corner with the code of its suit. `option` is
    where the cards were named, for the message about one that is not there.
    """
    dashes = (None,) * len(deck.squares)
    pack = deck.pack
    everything = [PrintedCard(card, deck.backs[card.code]) for card in pack.cards]
    everything += [PrintedCard(card, dashes) for card in pack.spares[: settings.jokers]]
    if not only:
        return everything + [PrintedCard(None, dashes)] * settings.blanks
    cards = {item.card.code: item for item in everything if item.card}
    named = _called([item.card for item in everything if item.card], words)
    owners = {name: named.get(name.casefold(), []) for name in only}
    faults = [_not_called(name, several, pack, cards, option) for name, several in owners.items() if len(several) != 1]
    if faults:
        raise ReplikatError(*faults)
    return [cards[owners[name][0]] for name in only]


def _called(cards: Sequence[Card], words: Catalogue | None) -> dict[str, list[str]]:
    """Return the codes of the cards that go by each name; a code goes before any index."""
    found: dict[str, list[str]] = {}
    for card in cards:
        if words is None:
            break
        found.setdefault(f"{words.index(card)}{card.suit.code if card.suit else ''}".casefold(), []).append(card.code)
    return found | {card.code.casefold(): [card.code] for card in cards}


def _not_called(name: str, several: Sequence[str], pack: Pack, codes: Iterable[str], option: str) -> Fault:
    """Return the fault of a name of no card, or of several; upper and lower case are one."""
    if several:
        return Fault(f"{pack.name} has {len(several)} cards {name}", f"expected {' or '.join(several)}", field=option)
    from difflib import get_close_matches

    folded = {code.casefold(): code for code in codes}
    near = get_close_matches(name.casefold(), folded, n=1, cutoff=0.6)
    cure = f"did you mean {folded[near[0]]}?" if near else suggestion(name, folded.values())
    return Fault(f"{pack.name} has no card {name}", cure, field=option)
