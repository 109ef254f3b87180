"""The loader of every kind of data file, for tests that go through all kinds."""

from collections.abc import Callable
from typing import Any

from replikat.specs.deck_loaders import load_language, load_layout, load_pack
from replikat.specs.event_loaders import load_event, load_movement
from replikat.specs.figure_loaders import load_palette
from replikat.specs.game_loaders import load_game
from replikat.specs.press_loaders import load_printer, load_service, load_sheet
from replikat.specs.theme_loader import load_theme

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
