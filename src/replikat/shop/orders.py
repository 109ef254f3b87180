"""A deck made ready for a print service: pictures or a PDF, lists, a proof to look through, a box, and what to tick."""

import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from io import BytesIO

from replikat.cards.face_back_pairs import draw_pairs
from replikat.cards.printing import CardKit, card_kit
from replikat.cards.sheets import PrintedCard, draw_sheets
from replikat.data.csv_tables import table_text
from replikat.data.library import Library
from replikat.deck.catalogue import Catalogue
from replikat.deck.deck import Deck
from replikat.deck.loaders import load_language
from replikat.deck.print_settings import PrintSettings
from replikat.errors import Fault, ReplikatError, suggestion
from replikat.geometry.paper import Paper
from replikat.papers.loaders import load_theme
from replikat.papers.theme import RIM
from replikat.press.loaders import load_service, load_sheet
from replikat.press.services import Service, file_numbers, service_plan
from replikat.press.sheets.plan import SheetPlan
from replikat.press.sheets.sides import SIDES
from replikat.shop.tuck_box import TuckBox
from replikat.shop.tuck_box_sheet import BoxTexts, draw_tuckbox
from replikat.typeset.fonts import fonts_folder
from replikat.typeset.pdf import PdfFile
from replikat.typeset.raster import pictures_of

EPOCH = (1980, 1, 1, 0, 0, 0)  # the first moment of a zip file; no clock
A_PAPERS = (Paper("A4", 210, 297), Paper("A3", 297, 420))
US_PAPERS = (Paper("Letter", 215.9, 279.4), Paper("Tabloid", 279.4, 431.8))


@dataclass(frozen=True)
class Product:
    """A finished file of an order; a `private` one names the deals."""

    name: str
    data: bytes
    about: str = ""
    private: bool = False


@dataclass(frozen=True)
class Order:
    """What a service is sent and what goes with it; `short` is how many mm the safe zone reaches beyond the white rim of the cards."""

    products: tuple[Product, ...]
    plan: SheetPlan
    short: float


@dataclass(frozen=True)
class _Side:
    """Where a face or a back is sent: a picture by itself, or a page (from 1) of a PDF."""

    file: str
    page: int | None = None

    def __str__(self) -> str:
        return self.file if self.page is None else f"{self.file} page {self.page}"


@dataclass(frozen=True)
class _Sent:
    """What is uploaded: the files by name in the service's order, and where every card's face and back are."""

    files: dict[str, bytes]
    sides: list[tuple[_Side, _Side]]


def order_for(
    name: str,
    deck: Deck,
    settings: PrintSettings,
    library: Library,
    only: Sequence[str] = (),
    imprint: str = "",
    spot: str | None = None,
) -> Order:
    """Return everything to order a deck from a service; ReplikatError where it does not sell such cards, or not so many."""
    service = load_service(name, library)
    home = load_sheet(settings.sheet, library)
    if home.card.name not in service.cards:
        cure = f"choose a sheet of its cards ({', '.join(service.cards)}) with --sheet"
        raise ReplikatError(Fault(f"{service.title or name} has no {home.card.name} cards here", cure, field="--service"))
    if spot and not service.pdfx:
        raise ReplikatError(Fault(f"{service.title or name} takes pictures, which have no spot ink", "leave it out", field="--spot"))
    plan = service_plan(name, service, home.card.name, home.card.corner)
    kit = card_kit(deck, settings, plan, library, only=only)
    cards = len(kit.printed)
    if service.pack_size(cards) is None:
        cure = f"{service.title or name} sells at most {service.counts[-1]} together"
        raise ReplikatError(Fault(f"{cards} cards", cure, field="--service"))
    sent = _pictures(service, plan, kit, deck, settings, library) if service.files else None
    sent = sent or _press_file(name, service, plan, deck, settings, library, only, spot)
    papers = US_PAPERS if home.spec.paper and home.spec.paper.name in {paper.name for paper in US_PAPERS} else A_PAPERS
    words = kit.faces.words
    checklist = checklist_text(name, service, plan, deck, cards, words)
    products = [
        *_uploads(name, sent, deck, kit.printed, checklist, words),
        Product(f"{name}-proof.pdf", _proof(service, kit, deck, settings, library, papers[0]), "look through it before you order"),
        Product(f"{name}-tuckbox.pdf", _box(service, plan, deck, settings, library, cards, imprint, papers)),
        Product(f"{name}-checklist.txt", checklist.encode(), "what to tick on the order page"),
        Product(f"{name}-manifest.csv", _manifest(sent, kit.printed, deck, marks=True).encode(), "with the marks", private=True),
    ]
    return Order(tuple(products), plan, service.safe_mm - RIM)


def _draw(pdf: PdfFile, plan: SheetPlan, kit: CardKit, deck: Deck, service: Service) -> None:
    sides = SIDES if service.order == "face-back" else tuple(reversed(SIDES))
    draw_sheets(pdf, kit.printed, plan, kit.faces, kit.backs, deck.name, sides)


def _pictures(service: Service, plan: SheetPlan, kit: CardKit, deck: Deck, settings: PrintSettings, library: Library) -> _Sent:
    """Return a picture of every face and every back."""
    assert service.files
    pdf = PdfFile(deck.name, settings.languages[0], kit.palette, fonts_folder(library))
    draw_sheets(pdf, kit.printed, plan, kit.faces, kit.backs, deck.name)
    made = pictures_of(pdf.finish(), service.dpi, service.pixels(plan.card.name), 2 * len(kit.printed))
    numbers = file_numbers(len(kit.printed))
    patterns = service.files
    sides = [(_Side(patterns.face.format(n=number)), _Side(patterns.back.format(n=number))) for number in numbers]
    names = [side.file for pair in sides for side in pair]
    return _Sent(dict(zip(names, made, strict=True)), sides)


def _press_file(
    name: str,
    service: Service,
    plan: SheetPlan,
    deck: Deck,
    settings: PrintSettings,
    library: Library,
    only: Sequence[str],
    spot: str | None,
) -> _Sent:
    """Return one PDF of all cards, in the service's order of pages."""
    from replikat.press.pdfx.pressroom import for_press, press_wish

    assert service.pdfx
    wish = press_wish(service.pdfx, library, ink=service.ink, spot=spot)
    kit = card_kit(deck, settings, plan, library, only=only, press=wish)
    pdf = PdfFile(f"{deck.name} {deck.code}", settings.languages[0], kit.palette, fonts_folder(library), "cmyk")
    _draw(pdf, plan, kit, deck, service)
    file = f"{name}-cards.pdf"
    pages = [(2 * place + 1, 2 * place + 2) for place in range(len(kit.printed))]
    turned = service.order == "back-face"
    sides = [(_Side(file, pair[turned]), _Side(file, pair[not turned])) for pair in pages]
    return _Sent({file: for_press(pdf.finish(), plan, wish)}, sides)


def _uploads(name: str, sent: _Sent, deck: Deck, printed: Sequence[PrintedCard], checklist: str, words: Catalogue) -> list[Product]:
    """Return what is uploaded: a PDF as it is, pictures in a zip with the list of them."""
    manifest = _manifest(sent, printed, deck)
    listed = Product(f"{name}-manifest.csv", manifest.encode(), "card, face file, back file, hashes")
    if len(sent.files) == 1:
        return [*(Product(file, data, f"{2 * len(printed)} pages") for file, data in sent.files.items()), listed]
    notice = words.phrase("licence.notice") + "\n"
    extras = {"manifest.csv": manifest, "checklist.txt": checklist, "notice.txt": notice}
    packed = zipped({**sent.files, **{file: text.encode() for file, text in extras.items()}})
    return [Product(f"{name}-cards.zip", packed, f"{len(sent.files)} pictures"), listed]


def zipped(files: dict[str, bytes]) -> bytes:
    """Return files as a zip, the same bytes for the same files."""
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, EPOCH)
            entry.create_system, entry.external_attr = 3, 0o644 << 16  # the same on every system
            entry.compress_type = zipfile.ZIP_STORED if name.endswith(".png") else zipfile.ZIP_DEFLATED
            archive.writestr(entry, data)
    return buffer.getvalue()


def _manifest(sent: _Sent, printed: Sequence[PrintedCard], deck: Deck, marks: bool = False) -> str:
    """Return the list of cards and files as CSV; with the `marks` it is no longer for everybody's eyes."""
    hashes = {name: sha256(data).hexdigest() for name, data in sent.files.items()}
    columns = ["card", "face", "back", "face sha256", "back sha256"]
    rows = []
    for item, (face, back) in zip(printed, sent.sides, strict=True):
        code = item.card.code if item.card else ""
        row = [code, str(face), str(back), hashes[face.file], hashes[back.file]]
        rows.append([*row, *(str(mark or "-") for mark in item.marks)] if marks else row)
    return table_text([*columns, *(str(number) for number in range(1, len(deck.squares) + 1))] if marks else columns, rows)


def _proof(service: Service, kit: CardKit, deck: Deck, settings: PrintSettings, library: Library, paper: Paper) -> bytes:
    words = kit.faces.words
    title = words.phrase("pairs.title", deck=deck.name, code=deck.code)
    pdf = PdfFile(title, settings.languages[0], kit.palette, fonts_folder(library))
    seller = _seller(service, words)
    head = (title, words.phrase("pairs.about", service=seller[0].upper() + seller[1:]))
    draw_pairs(pdf, kit.printed, file_numbers(len(kit.printed)), kit.faces, kit.backs, paper, head, service.safe_mm)
    return pdf.finish()


def _seller(service: Service, words: Catalogue) -> str:
    """Return who makes the cards, within a sentence."""
    return service.title or words.phrase("order.shop")


def _box(
    service: Service,
    plan: SheetPlan,
    deck: Deck,
    settings: PrintSettings,
    library: Library,
    cards: int,
    imprint: str,
    papers: Sequence[Paper],
) -> bytes:
    _, palette = load_theme(settings.theme, library)
    words = load_language(settings.languages[0], library)
    pdf = PdfFile(f"{deck.name} {deck.code}", settings.languages[0], palette, fonts_folder(library))
    texts = BoxTexts(deck.name, deck.code, settings.word, cards, len(deck.squares), imprint)
    draw_tuckbox(pdf, TuckBox(plan.card, cards * service.stock), texts, words, papers)
    return pdf.finish()


def checklist_text(name: str, service: Service, plan: SheetPlan, deck: Deck, cards: int, words: Catalogue) -> str:
    """Return what to choose and to look at when a deck is ordered, a line each with a box to tick."""

    def mm(size: float) -> str:
        return f"{size:.3f}".rstrip("0").rstrip(".").replace(".", words.decimal)

    size = service.pack_size(cards)
    wide, high = service.pixels(plan.card.name)
    lines = [words.phrase("order.size", card=plan.card.name, wide=mm(plan.card.width), high=mm(plan.card.height))]
    if service.counts:
        lines.append(words.phrase("order.count.sold", n=cards, size=size))
    else:
        lines.append(words.phrase("order.count", n=cards))
    if service.files:
        lines.append(words.phrase("order.pictures", file=f"{name}-cards.zip", wide=wide, high=high, dpi=service.dpi))
    else:
        lines.append(words.phrase("order.pdf", file=f"{name}-cards.pdf", wide=mm(plan.width), high=mm(plan.height)))
    lines.append(words.phrase("order.bleed", bleed=mm(service.bleed_mm), safe=mm(service.safe_mm)))
    for tick in service.ticks:
        if words.lang not in tick:
            known = ", ".join(tick)
            raise ReplikatError(Fault(f"the service {name} has no ticks in {words.lang}, only in {known}", suggestion(words.lang, tick)))
        lines.append(tick[words.lang])
    lines.append(words.phrase("order.proof", file=f"{name}-proof.pdf"))
    title = words.phrase("order.title", deck=deck.name, code=deck.code, service=_seller(service, words))
    ticked = "".join(f"[ ] {line}\n" for line in lines)
    return f"{title}\n\n{ticked}\n{words.phrase('licence.notice')}\n"
