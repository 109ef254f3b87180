"""What many tests need: the packaged library, decks made in memory, cards printed to a file."""

from functools import cache
from pathlib import Path

from replikat.data.library import Library, packaged
from replikat.deck.cards import Card, Pack
from replikat.deck.dealing.deal import deal
from replikat.deck.deck import Deck
from replikat.deck.deck_spec import DeckSpec, Group
from replikat.deck.loaders import load_parts, read_deck_spec
from replikat.deck.parts import Parts
from replikat.deck.print_settings import PrintSettings
from replikat.deck.squares import Layout, Position

SEED = "00" * 32
TESTS = Path(__file__).parent
ROOT = TESTS.parent
DOCS, GOLDEN, VECTORS = ROOT / "docs", TESTS / "golden", TESTS / "vectors"
LIBRARY = Library((packaged(),))


@cache
def packaged_deck(name: str, seed: str = SEED) -> Deck:
    """Return a deck of the packaged specs, dealt from `seed`."""
    spec, source = read_deck_spec(LIBRARY.find("decks", name), LIBRARY)
    return deal(spec, load_parts(spec, source, LIBRARY), seed)


def plain_pack(cards: int) -> Pack:
    """Return a pack of cards without suits, named c0, c1, ..."""
    return Pack(f"plain{cards}", tuple(Card(f"c{i}", None, None) for i in range(cards)), (), {})


def plain_deck(positions: dict[Position, int], count: int, balance: str = "seats", seed: str = SEED) -> Deck:
    """Return a deck of one group over a plain pack of as many cards as the layout deals."""
    layout = Layout(positions)
    pack = plain_pack(layout.cards)
    group = Group("plain", count, balance)  # type: ignore[arg-type]
    spec = DeckSpec("plain", pack.name, (group,), seed=seed)
    return deal(spec, Parts(pack, (layout,), (tuple(range(layout.cards)),)), seed)


def print_cards(deck: Deck, path: Path, settings: PrintSettings | None = None, **options: object) -> Path:
    """Print a deck's cards into a file and return its path."""
    from replikat.cards.printing import cards_pdf

    made = cards_pdf(deck, settings or deck.spec.print, LIBRARY, **options)  # type: ignore[arg-type]
    path.write_bytes(made.pdf)
    return path
