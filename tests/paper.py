"""What tests of the printed papers share: decks, words and figures to print, and eyes to read what was printed."""

import re
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pikepdf

from replikat.deck.cards import Card
from replikat.deck.catalogue import Catalogue
from replikat.deck.dealing.deal import deal
from replikat.deck.deck import Deck
from replikat.deck.deck_spec import DeckSpec, Group
from replikat.deck.loaders import load_language, load_layout, load_pack
from replikat.deck.parts import parts_of
from replikat.geometry.paper import Paper
from replikat.geometry.plane import Point
from replikat.reading.drawn.page import Page, Word, read_pages
from replikat.typeset.figures.figure import Figure
from replikat.typeset.figures.loaders import load_figure, load_palette
from replikat.typeset.figures.palette import Palette
from support import LIBRARY, SEED, packaged_deck

A4 = Paper("A4", 210, 297)
LANGUAGES = ("en", "nb", "da", "sv")
FONTS = LIBRARY.find("fonts", "ReplikatFira-Regular", ".ttf").parent
STANDARD = packaged_deck("standard-52")


@cache
def words_of(lang: str) -> Catalogue:
    return load_language(lang, LIBRARY)


@cache
def palette() -> Palette:
    return load_palette("nordic", LIBRARY)


@cache
def pips(pack: str) -> dict[str, Figure]:
    """Return the figures of a pack's suits by their names."""
    names = {card.suit.figure for card in load_pack(pack, LIBRARY).cards if card.suit}
    return {name: load_figure(name, palette(), LIBRARY) for name in names}


def suit_of(card: Card):  # type: ignore[no-untyped-def]
    assert card.suit
    return card.suit


def deck_of_groups(*groups: Group, pack: str = "french52", seed: str = SEED) -> Deck:
    """Return a deck of packaged layouts and packs."""
    spec = DeckSpec("mixed-deck", pack, groups)
    layouts = [load_layout(group.layout, LIBRARY) for group in groups]
    short = [None if group.cards == "all" else load_pack(group.cards, LIBRARY) for group in groups]
    return deal(spec, parts_of(spec, load_pack(pack, LIBRARY), layouts, short), seed)


@cache
def mixed_deck() -> Deck:
    """Return a deck with a middle, a short pack and independent squares."""
    return deck_of_groups(Group("casino", 6), Group("short32", 3, "none", "piquet32"))


_read: dict[bytes, list[Page]] = {}


def read(pdf: bytes, folder: Path) -> list[Page]:
    """Return what is seen on the pages of a PDF; many tests look at the same one."""
    if pdf not in _read:
        path = folder / "read.pdf"
        path.write_bytes(pdf)
        _read[pdf] = read_pages(path)
    return _read[pdf]


def text_of(page: Page) -> str:
    return " ".join(word.text for word in page.words)


@dataclass(frozen=True)
class Pip:
    """A pip found on a page: the code of its suit and its middle."""

    suit: str
    at: Point


def find_pips(page: Page, deck: Deck, figures: Mapping[str, Figure]) -> list[Pip]:
    """Return every pip, known by its outline alone."""
    outlines = {name: [point for segment in figure.shapes[0].segments for point in segment.points] for name, figure in figures.items()}
    shapes = {_shape(points): name for name, points in outlines.items()}
    codes = {card.suit.figure: card.suit.code for card in deck.pack.cards if card.suit}
    found = [(shapes.get(_shape(outline.points)), outline) for outline in page.outlines if outline.curved]
    return [Pip(codes[name], outline.box.centre) for name, outline in found if name]


def _shape(points: list[tuple[float, float]] | list[Point]) -> tuple[tuple[int, int], ...]:
    """Return points in twentieths of their box, so that size and place do not matter."""
    xs, ys = [point[0] for point in points], [point[1] for point in points]
    wide, high = max(xs) - min(xs) or 1, max(ys) - min(ys) or 1
    return tuple((round(20 * (x - min(xs)) / wide), round(20 * (y - min(ys)) / high)) for x, y in dict.fromkeys(zip(xs, ys, strict=True)))


def right_of(pip: Pip, words: tuple[Word, ...], reach: float) -> list[Word]:
    """Return the words on a pip's line, from left to right, none further than `reach` mm from the one before."""
    level = [word for word in words if abs(word.box.centre.y - pip.at.y) < 1.4 and word.box.x > pip.at.x]
    taken: list[Word] = []
    edge = pip.at.x + 2
    for word in sorted(level, key=lambda word: word.box.x):
        if word.box.x - edge > reach:
            break
        taken.append(word)
        edge = word.box.right
    return taken


def card_of(deck: Deck, words: Catalogue, suit: str, index: str) -> int:
    """Return the place in the pack of the card with this suit and corner index."""
    return next(i for i, card in enumerate(deck.pack.cards) if suit_of(card).code == suit and words.index(card) == index)


def streams(pdf: bytes) -> Iterator[bytes]:
    """Yield every content stream and form of a PDF, unpacked; font files are left out."""
    for match in re.finditer(rb"stream\r?\n(.*?)endstream", pdf, re.S):
        unpacked = zlib.decompress(match[1])
        if not unpacked.startswith(b"\0\1\0\0"):
            yield unpacked


def assert_only_own_fonts(pdf: bytes) -> None:
    assert b"Helvetica" not in pdf
    assert pdf.count(b"/Subtype /TrueType") == pdf.count(b"/FontFile2") > 0
    assert b"/Type1" not in pdf


def fitted(old: Path, new: Path, scale: float, paper: tuple[float, float]) -> Path:
    """Draw every page smaller or larger in the middle of other paper (mm), as print windows do that fit to the page."""
    mm = 72 / 25.4
    with pikepdf.open(old) as source, pikepdf.new() as target:
        for page in source.pages:
            wide, high = (float(side) for side in page.mediabox[2:])  # type: ignore[arg-type]
            sheet = target.add_blank_page(page_size=(paper[0] * mm, paper[1] * mm))
            form = sheet.add_resource(target.copy_foreign(page.as_form_xobject()), pikepdf.Name.XObject)
            left, low = (paper[0] * mm - scale * wide) / 2, (paper[1] * mm - scale * high) / 2
            sheet.contents_add(f"q {scale:.6f} 0 0 {scale:.6f} {left:.4f} {low:.4f} cm {form} Do Q".encode())
        target.save(new)
    return new
