"""Games and their texts from the library of templates."""

from typing import TYPE_CHECKING

from replikat.data.library import Library
from replikat.data.reader import load
from replikat.data.reader import located as located
from replikat.data.strict_yaml import read_source, read_text
from replikat.deck.loaders import load_layout, load_pack
from replikat.errors import Fault, LawFault, ReplikatError

if TYPE_CHECKING:
    from replikat.games.game import Game


CARDS = "cards/"  # where the short texts of the quick cards lie beside the rules


def load_game(name: str, library: Library) -> "Game":
    """Return a game; every set-up has been held against its layout and packs, and every rule against the cards."""
    from replikat.games.checks import check_game
    from replikat.games.game import Game
    from replikat.games.setups import check_setup

    game, source = load(Game, "games", name, library)
    layouts = {name: load_layout(name, library) for name in {setup.layout for setup in game.setups.values()}}
    named = dict.fromkeys(pack for setup in (None, *game.setups.values()) for pack in game.packs(setup))
    packs = {pack: load_pack(pack, library) for pack in named}
    faults: list[Fault] = []
    for key, setup in game.setups.items():
        try:
            check_setup(setup, layouts[setup.layout])
        except LawFault as law:
            faults += [source.fault(("setups", key, *path), text) for path, text in law.faults]
    try:
        check_game(game, layouts, packs)
    except LawFault as law:
        faults += located(source, law).faults
    if faults:
        raise ReplikatError(*faults)
    return game


def game_names(name: str, library: Library) -> tuple[str, ...]:
    """Return every name of a game, as its file tells them; nothing of it is checked, which takes long for many games."""
    tree = read_source(library.find("games", name)).tree
    names, also = (tree.get("names"), tree.get("also")) if isinstance(tree, dict) else (None, None)
    told = [*(names.values() if isinstance(names, dict) else ()), *(also if isinstance(also, list) else ())]
    return (name, *(word for word in told if isinstance(word, str)))


def load_prose(language: str, text: str, library: Library) -> str | None:
    """Return a prose text (Markdown) in a language, or None where it is not written yet."""
    if not library.holds(f"languages/{language}", f"{text}.md"):
        return None
    return read_text(library.find(f"languages/{language}", text, ".md"))
