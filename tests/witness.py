"""Witnesses of a finished PDF: what its objects say, what its pixels show, and decks printed with a fault put in."""

import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pikepdf
import pypdfium2
import pytest

from replikat.cards import backs as drawing
from replikat.cards.back_plan import back_plan, most_squares
from replikat.cards.backs import BackSet, back_set
from replikat.cards.face_plan import FacePlan
from replikat.cards.faces import FaceSet
from replikat.cards.printing import ornaments, printed_cards
from replikat.cards.sheets import PrintedCard, draw_sheets
from replikat.deck.dealing.deal import deal
from replikat.deck.deck import Deck
from replikat.deck.deck_spec import DeckSpec, Group
from replikat.deck.loaders import load_language, load_layout, load_pack
from replikat.deck.parts import Parts, parts_of
from replikat.deck.print_settings import BackOption
from replikat.deck.squares import Layout
from replikat.geometry.plane import Point, Rect
from replikat.papers.loaders import load_theme
from replikat.papers.pack_inks import figures_of
from replikat.press.loaders import load_sheet
from replikat.press.sheets.plan import SheetPlan
from replikat.press.sheets.sides import SIDES
from replikat.reading.drawn.page import Page, read_pages
from replikat.typeset.figures.loaders import load_figure
from replikat.typeset.fonts import fonts_folder
from replikat.typeset.pdf import PdfFile
from replikat.typeset.pen import Pen
from support import LIBRARY, SEED, packaged_deck, print_cards

MM = 72 / 25.4
_folder = tempfile.TemporaryDirectory()


def fresh_path(name: str = "cards") -> Path:
    """A path for one more file, in a folder that goes with the run."""
    return Path(tempfile.mkdtemp(dir=_folder.name)) / f"{name}.pdf"


@cache
def made_deck(*groups: tuple[str, int] | tuple[str, int, str], pack: str = "french52", seed: str = SEED) -> Deck:
    """A deck of groups, each a layout, how many squares, and the short pack it deals."""
    spec = DeckSpec(
        "made", pack, tuple(Group(group[0], group[1], cards=group[2] if len(group) > 2 else "all") for group in groups), seed=seed
    )
    layouts = [load_layout(group.layout, LIBRARY) for group in spec.squares]
    short = [None if group.cards == "all" else load_pack(group.cards, LIBRARY) for group in spec.squares]
    return deal(spec, parts_of(spec, load_pack(pack, LIBRARY), layouts, short), seed)


@cache
def batch_deck(count: int, batch: int = 10) -> Deck:
    """A deck of 52 whose layout has a second batch: numbers above 10 may be underlined."""
    layout = Layout({"S": 18, "W": 18, "N": 9, "E": 7}, batch)
    spec = DeckSpec("batch", "french52", (Group("batch", count),), seed=SEED)
    return deal(spec, Parts(load_pack("french52", LIBRARY), (layout,), (tuple(range(52)),)), SEED)


DECKS: dict[str, Callable[[], Deck]] = {
    "standard": lambda: packaged_deck("standard-52"),
    "tournament": lambda: packaged_deck("tournament-52"),
    "mixed": lambda: made_deck(("main", 16), ("casino", 4)),
    "short": lambda: made_deck(("main", 6), ("short32", 4, "piquet32"), ("casino", 2)),
    "small": lambda: made_deck(("short32", 6), pack="piquet32"),
    "tiny": lambda: made_deck(("short12", 6), pack="fours12"),
    "one": lambda: made_deck(("main", 1)),
    "full": lambda: made_deck(("main", 28)),
    "twelve": lambda: made_deck(("main", 12)),
    "batch": lambda: batch_deck(12),
}


@cache
def usual(sheet: str) -> str:
    """The deck of twenty squares, or one of twelve for cards that carry no more than that."""
    return "standard" if most_squares(load_sheet(sheet, LIBRARY).card, False, 13) >= 20 else "twelve"


@cache
def pages_of(path: Path) -> list[Page]:
    """What is drawn on the pages of a file that is not written again: each is read once."""
    return read_pages(path)


@cache
def printed(
    deck: str = "",
    sheet: str = "a4-poker",
    theme: str = "plain",
    lang: str = "en",
    flip: str | None = None,
    inks: str = "rgb",
    sides: tuple[str, ...] = ("faces", "backs"),
    only: tuple[str, ...] = (),
    word: str = "Replikatkort",
    options: tuple[BackOption, ...] = (),
) -> Path:
    """The cards of a deck as everybody prints them; each kind is printed once. Unnamed, the deck is one that fits the cards."""
    made = DECKS[deck or usual(sheet)]()
    settings = replace(made.spec.print, sheet=sheet, theme=theme, lang=lang, word=word, backs=options)
    return print_cards(made, fresh_path(), settings, sides=sides, only=only, flip=flip, inks=inks)


def draw(
    deck: Deck,
    cards: Sequence[PrintedCard] | None = None,
    sheet: str = "a4-poker",
    plan: SheetPlan | None = None,
    backs: Callable[[BackSet], BackSet] = lambda backs: backs,
    sides: Sequence[str] = SIDES,
    theme: str = "plain",
    options: tuple[BackOption, ...] = (),
) -> Path:
    """Print a deck by the printer's own parts, with other cards, another plan or other backs put in."""
    plan = plan or load_sheet(sheet, LIBRARY)
    colours, palette = load_theme(theme, LIBRARY)
    cards = list(cards if cards is not None else printed_cards(deck, deck.spec.print))
    names = sorted({name for item in cards if item.card and item.card.suit for name in figures_of(item.card)})
    names += ["french/joker-1", "french/joker-2"]
    faces = FaceSet(FacePlan(plan.card), {name: load_figure(name, palette, LIBRARY) for name in names}, load_language("en", LIBRARY), "en")
    pdf = PdfFile(deck.name, "en", palette, fonts_folder(LIBRARY))
    usual_backs = back_set(deck, back_plan(deck, plan.card, options), colours, "Replikatkort", ornaments(colours, palette, LIBRARY))
    draw_sheets(pdf, cards, plan, faces, backs(usual_backs), deck.name, sides)
    path = fresh_path()
    path.write_bytes(pdf.finish())
    return path


def half_drawn(monkeypatch: pytest.MonkeyPatch, change: Callable[[Any, BackSet], tuple[Any, BackSet] | None]) -> None:
    """From now on the turned half of a back is drawn from what `change` makes of marks and backs."""
    usual, drawn = drawing._draw_half, []

    def draw_half(pen: Pen, marks: Any, backs: BackSet) -> None:
        drawn.append(marks)
        if len(drawn) % 2:
            usual(pen, marks, backs)
        elif (changed := change(marks, backs)) is not None:
            pen.form = lambda name, box, draw: Pen.form(pen, f"other-{name}", box, draw)
            usual(pen, *changed)

    monkeypatch.setattr(drawing, "_draw_half", draw_half)


def pixels(path: Path, page: int, dpi: float = 200) -> np.ndarray:
    """One page as greys, 0 black to 255 white."""
    document = pypdfium2.PdfDocument(path)
    try:
        return document[page].render(scale=dpi / 72, grayscale=True).to_numpy().copy()
    finally:
        document.close()


def cut(picture: np.ndarray, box: Rect, dpi: float = 200) -> np.ndarray:
    """The part of a picture that a rectangle (mm) covers."""
    dots = dpi / 25.4
    return picture[round(box.y * dots) : round(box.bottom * dots), round(box.x * dots) : round(box.right * dots)]


def operators(path: Path) -> Iterator[tuple[str, tuple[float, ...]]]:
    """Every operator with its numbers, of every page and every form of a PDF."""
    with pikepdf.open(path) as pdf:
        streams: list[object] = [*pdf.pages, *(o for o in pdf.objects if isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Form")]
        for stream in streams:
            for operands, operator in pikepdf.parse_content_stream(stream):  # type: ignore[arg-type]
                yield str(operator), tuple(float(o) for o in operands if not isinstance(o, pikepdf.Object))


def edited(path: Path, edit: Callable[[pikepdf.Pdf], None]) -> Path:
    """A copy of a PDF after an edit."""
    with pikepdf.open(path) as pdf:
        edit(pdf)
        copy = fresh_path("edited")
        pdf.save(copy)
    return copy


def inside(outline: tuple[Point, ...], point: Point) -> bool:
    """Whether a point lies in a convex outline: on the same side of every edge."""
    sides = []
    for a, b in zip(outline, (*outline[1:], outline[0]), strict=True):
        sides.append((b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x))
    return all(side >= -1e-6 for side in sides) or all(side <= 1e-6 for side in sides)


def corners(box: Rect) -> list[Point]:
    return [Point(box.x, box.y), Point(box.right, box.y), Point(box.right, box.bottom), Point(box.x, box.bottom)]


def apart(outline: tuple[Point, ...], box: Rect) -> bool:
    """Whether a convex outline and a rectangle share no area: some edge of either separates them."""
    for polygon, other in ((outline, corners(box)), (corners(box), outline)):
        for a, b in zip(polygon, (*polygon[1:], polygon[0]), strict=True):
            normal = Point(b.y - a.y, a.x - b.x)
            mine = [normal.x * p.x + normal.y * p.y for p in polygon]
            yours = [normal.x * p.x + normal.y * p.y for p in other]
            if max(mine) <= min(yours) + 1e-6 or max(yours) <= min(mine) + 1e-6:
                return True
    return False
