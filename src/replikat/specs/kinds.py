"""The kinds of data files, and the class that each is read into."""

from replikat.model.deck_spec import DeckSpec
from replikat.model.events import Event
from replikat.model.games import Game
from replikat.model.movements import Movement
from replikat.model.pack_spec import PackSpec
from replikat.model.palette import Palette
from replikat.model.printer import Printer
from replikat.model.services import Service
from replikat.model.sheet_spec import SheetSpec
from replikat.model.squares import Layout
from replikat.model.texts import Catalogue
from replikat.model.themes import Theme

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
