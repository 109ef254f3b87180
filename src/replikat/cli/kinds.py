"""The kinds of data files, and the class that each is read into."""

from replikat.deck.catalogue import Catalogue
from replikat.deck.deck_spec import DeckSpec
from replikat.deck.pack_spec import PackSpec
from replikat.deck.squares import Layout
from replikat.events.event import Event
from replikat.events.movements import Movement
from replikat.games.game import Game
from replikat.papers.theme import Theme
from replikat.press.printers.profile import Printer
from replikat.press.services import Service
from replikat.press.sheets.spec import SheetSpec
from replikat.typeset.figures.palette import Palette

KINDS: dict[str, type] = {
    "deck": DeckSpec,
    "pack": PackSpec,
    "layout": Layout,
    "sheet": SheetSpec,
    "theme": Theme,
    "palette": Palette,
    "language": Catalogue,
    "game": Game,
    "event": Event,
    "movement": Movement,
    "printer": Printer,
    "service": Service,
}
