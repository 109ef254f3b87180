from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from replikat.data.library import Library, packaged

# The machine's speed says nothing about the code: no deadlines. Derandomised, so that a run can be repeated.
settings.register_profile("replikat", deadline=None, derandomize=True, max_examples=60)
settings.load_profile("replikat")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--remake-goldens", action="store_true", help="write the golden files anew from what the program makes now")


@pytest.fixture
def remake_goldens(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--remake-goldens"))


# Every print and every reading back loads the packaged data files, some hundreds of times in a run; nobody changes what was loaded,
# so that the tests load each once. What lies in a folder of a test's own, or breaks, is read every time.
ALONE = (packaged(),)


def loaded_once(load: Callable[..., Any]) -> Callable[..., Any]:
    known: dict[str, Any] = {}

    def remembering(name: str, library: Library, *above: Any) -> Any:
        if above or library.folders != ALONE:
            return load(name, library, *above)
        if name not in known:
            known[name] = load(name, library)
        return known[name]

    return remembering


def figures_read_once(read_figure: Callable[..., Any]) -> Callable[..., Any]:
    known: dict[Any, Any] = {}

    def remembering(path: Path, name: str, colours: set[str]) -> Any:
        if not path.is_relative_to(ALONE[0]):
            return read_figure(path, name, colours)
        key = (path, name, frozenset(colours))
        if key not in known:
            known[key] = read_figure(path, name, colours)
        return known[key]

    return remembering


READ_ONCE = {  # in the order of the wings: a wing's loaders take those of the wings above as they are here
    "replikat.typeset.figures.loaders": ("load_palette",),
    "replikat.deck.loaders": ("load_pack", "load_layout", "load_language"),
    "replikat.press.loaders": ("load_sheet", "load_service"),
    "replikat.papers.loaders": ("load_theme",),
    "replikat.games.loaders": ("load_game", "game_names"),
    "replikat.events.loaders": ("load_event", "load_movement"),
}
for wing, loaders in READ_ONCE.items():
    module = import_module(wing)
    for name in loaders:
        setattr(module, name, loaded_once(getattr(module, name)))
figures = import_module("replikat.typeset.figures.loaders")
figures.read_figure = figures_read_once(figures.read_figure)  # type: ignore[attr-defined]
