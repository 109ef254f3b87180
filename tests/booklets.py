"""What tests of booklets share: texts filled for a deck, set-ups, a booklet made of them, and what must stand in it."""

from collections.abc import Sequence
from functools import cache

from markdown_it import MarkdownIt

from paper import A4, FONTS, STANDARD, palette, words_of
from replikat.cards.back_plan import plan_back
from replikat.cards.backs import back_set
from replikat.cards.face_plan import FacePlan
from replikat.cards.faces import FaceSet
from replikat.deck.deck import Deck
from replikat.deck.print_settings import PrintSettings
from replikat.games.booklet.booklet import Booklet, booklet_pdf
from replikat.games.booklet.cover import Title
from replikat.games.booklet.inserts import GameSetup
from replikat.games.booklet.prose import Text, facts_of, filled
from replikat.games.loaders import load_game
from replikat.games.pictures.diagrams import Example
from replikat.games.setups import SetupName
from replikat.geometry.paper import CardSize
from replikat.papers.loaders import load_theme
from replikat.papers.stationery import Stationery
from replikat.typeset.figures.loaders import load_figure
from replikat.typeset.text.formats import FORMATS, Format
from support import LIBRARY

TITLE = Title("kitchen-deck", "ZM70-Q8MV-DZ0", "Gjentakskort")
CARD = CardSize("poker", 63, 88)
PARTS = ("guide", "crazy-eights")
A5 = FORMATS["a5"].shape


@cache
def example(lang: str) -> Example:
    theme, colours = load_theme("plain", LIBRARY)
    names = {name for card in STANDARD.pack.cards for name in (card.figure, card.suit and card.suit.figure) if name}
    figures = {name: load_figure(name, colours, LIBRARY) for name in names}
    backs = back_set(STANDARD, plan_back(CARD, 20, False, 13), theme, "Replikatkort")
    return Example(STANDARD, backs, FaceSet(FacePlan(CARD), figures, words_of(lang), lang))


@cache
def setups() -> dict[SetupName, GameSetup]:
    game = load_game("crazy-eights", LIBRARY)
    return {SetupName("crazy-eights", name): GameSetup(setup, game.turn) for name, setup in game.setups.items()}


def of_deck(text: str, lang: str, deck: Deck = STANDARD) -> str:
    return filled(text, facts_of(deck, PrintSettings(word=TITLE.word), words_of(lang)))


@cache
def prose(lang: str, parts: tuple[str, ...] = PARTS) -> tuple[str, ...]:
    """Return texts as they are printed of the standard deck."""
    return tuple(of_deck(LIBRARY.find(f"languages/{lang}", part, ".md").read_text(encoding="utf-8"), lang) for part in parts)


def made(lang: str, texts: Sequence[str] = (), inks: str = "rgb", page: Format = FORMATS["a5"], **more: object) -> bytes:
    paper = Stationery(lang, words_of(lang), A4, palette(), FONTS, inks)  # type: ignore[arg-type]
    chapters = [Text(f"chapter-{place}.md", text) for place, text in enumerate(texts or prose(lang))]
    return booklet_pdf(Booklet(chapters, paper, TITLE, more.pop("drawn", example(lang)), setups(), page, **more))  # type: ignore[arg-type]


def bare(text: str) -> str:
    """Return letters and digits alone, so that hyphens and line ends do not matter."""
    return "".join(sign for sign in text if sign.isalnum())


def blocks(markdown: str) -> list[str]:
    """Return the text of every heading, paragraph, list item, table cell and caption."""
    tokens = MarkdownIt("commonmark").enable("table").parse(markdown)
    inline = [token.children or [] for token in tokens if token.type == "inline"]
    pieces = [children[0].children or [] if children and children[0].type == "image" else children for children in inline]
    return [text for piece in pieces if (text := "".join(part.content or " " for part in piece))]
