"""The loader of every kind of data file, for tests that go through all kinds."""

from collections.abc import Callable
from typing import Any

from replikat.deck.loaders import load_language, load_layout, load_pack
from replikat.events.loaders import load_event, load_movement
from replikat.games.loaders import load_game
from replikat.papers.loaders import load_theme
from replikat.press.loaders import load_printer, load_service, load_sheet
from replikat.typeset.figures.loaders import load_palette

LOADERS: dict[str, Callable[..., Any]] = {  # of every kind that is loaded by its name
    "event": load_event,
    "game": load_game,
    "language": load_language,
    "layout": load_layout,
    "movement": load_movement,
    "pack": load_pack,
    "palette": load_palette,
    "printer": load_printer,
    "service": load_service,
    "sheet": load_sheet,
    "theme": load_theme,
}
