"""Data files and specs to model values, one function for every kind of file."""

from pathlib import Path
from typing import TYPE_CHECKING

from replikat.errors import Fault, LawFault, ReplikatError, suggestion
from replikat.model.cards import Pack, pack_of
from replikat.model.deck import Deck, deck_of
from replikat.model.deck_spec import DeckSpec
from replikat.model.figures import Figure, Picture
from replikat.model.pack_spec import PackSpec
from replikat.model.parts import Parts, parts_of
from replikat.model.printer import Printer
from replikat.model.services import Service
from replikat.model.sheet import SheetPlan, plan_sheet
from replikat.model.sheet_spec import CardSize, SheetSpec
from replikat.model.squares import Layout
from replikat.model.texts import Catalogue
from replikat.model.themes import Palette, Theme, check_colours
from replikat.specs.figures import read_figure
from replikat.specs.reader import load, locating
from replikat.specs.reader import located as located  # the recipes take it, and `read`, from here
from replikat.specs.reader import read as read
from replikat.specs.strict_yaml import Source, read_source, read_text
from replikat.templates import Library

if TYPE_CHECKING:  # games and events are imported by what reads them: no printing of cards waits for them
    from replikat.model.events import Event
    from replikat.model.games import Game
    from replikat.model.movements import Movement

CARDS = "cards/"  # where the short texts of the quick cards lie beside the rules


def load_pack(name: str, library: Library, above: tuple[str, ...] = ()) -> Pack:
    """Return a pack, built on its base; `above` are the packs that are being built on this one."""
    spec, source = load(PackSpec, "packs", name, library)
    if spec.base in (name, *above):
        raise ReplikatError(source.fault(("base",), f"the pack {spec.base} is built on itself", "a base that does not need this pack"))
    base = load_pack(spec.base, library, (*above, name)) if spec.base else None
    missing = [
        source.fault(path, f"no figure is called {figure!r}", suggestion(figure, library.names("figures", ".svg")))
        for path, figure in spec.figures()
        if not library.holds("figures", f"{figure}.svg")
    ]
    if missing:
        raise ReplikatError(*missing)
    with locating(source):
        pack = pack_of(name, spec, base)
    unseen = [card.image for card in (*pack.cards, *pack.spares) if card.image and not library.holds("images", card.image)]
    if unseen and spec.images:
        said = f"{unseen[0]} and {len(unseen) - 1} more" if len(unseen) > 1 else unseen[0]
        raise ReplikatError(source.fault(("images",), f"no file images/{said}", "a picture for every card"))
    return pack


def load_layout(name: str, library: Library) -> Layout:
    """Return a layout by its name."""
    return load(Layout, "layouts", name, library)[0]


def load_sheet(name: str, library: Library) -> SheetPlan:
    """Return a sheet format, worked out; a grid that does not fit is a located fault."""
    spec, source = load(SheetSpec, "sheets", name, library)
    with locating(source):
        return plan_sheet(name, spec)


def load_theme(name: str, library: Library) -> tuple[Theme, Palette]:
    """Return a theme with its palette; a colour that the palette lacks is a located fault."""
    theme, source = load(Theme, "themes", name, library)
    palette = load_palette(theme.palette, library)
    with locating(source):
        check_colours(theme, palette)
    missing = [
        source.fault(("ornament", part, "figure"), f"no figure is called {motif.figure!r}", suggestion(motif.figure, names))
        for part, motif in (theme.ornament.motifs().items() if theme.ornament else ())
        if motif.figure not in (names := library.names("figures", ".svg"))
    ]
    if missing:
        raise ReplikatError(*missing)
    return theme, palette


def load_service(name: str, library: Library) -> Service:
    """Return a print service by its name."""
    return load(Service, "services", name, library)[0]


def load_palette(name: str, library: Library) -> Palette:
    """Return a palette by its name."""
    return load(Palette, "palettes", name, library)[0]


def check_language(name: str, library: Library) -> None:
    """Raise ReplikatError for a language that is not there, with the one that goes by that code too."""
    if library.has("languages", name):
        return
    for code in library.names("languages"):
        tree = read_source(library.find("languages", code)).tree
        if isinstance(tree, dict) and isinstance(also := tree.get("also"), list) and name.casefold() in also:
            raise ReplikatError(Fault(f"no language is called {name!r}", f"did you mean {code}?"))
    library.find("languages", name)


def load_language(name: str, library: Library) -> Catalogue:
    """Return the words of a language by its code."""
    check_language(name, library)
    words, source = load(Catalogue, "languages", name, library)
    if words.lang != name:
        raise ReplikatError(source.fault(("lang",), f"the file {name}.yaml holds the language {words.lang!r}", f"lang: {name}"))
    return words


def load_game(name: str, library: Library) -> "Game":
    """Return a game; every set-up has been held against its layout and packs, and every rule against the cards."""
    from replikat.model.game_checks import check_game
    from replikat.model.games import Game
    from replikat.model.setups import check_setup

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


def read_event(path: Path, library: Library) -> "tuple[Event, Source]":
    """Return an event; whether it can be played is not looked at here."""
    from replikat.model.events import Event

    source = read_source(path)
    return read(Event, source, library), source


def load_event(name: str, library: Library) -> "Event":
    """Return an event by its name."""
    return read_event(library.find("events", name), library)[0]


def read_movement(path: Path, library: Library) -> "Movement":
    """Return a movement from any file."""
    from replikat.model.movements import Movement

    return read(Movement, read_source(path), library)


def load_movement(name: str, library: Library) -> "Movement":
    """Return a movement by its name."""
    return read_movement(library.find("movements", name), library)


def load_printer(name: str, library: Library) -> Printer:
    """Return a printer profile by its name."""
    return load(Printer, "printers", name, library)[0]


def load_prose(language: str, text: str, library: Library) -> str | None:
    """Return a prose text (Markdown) in a language, or None where it is not written yet."""
    if not library.holds(f"languages/{language}", f"{text}.md"):
        return None
    return read_text(library.find(f"languages/{language}", text, ".md"))


def load_figure(name: str, palette: Palette, library: Library) -> Figure:
    """Return a figure whose colours are the palette's, or the suit's."""
    return read_figure(library.find("figures", name, ".svg"), name, {*palette.colours, "suit"})


def load_picture(name: str, card: CardSize, bleed: float, library: Library) -> Picture:
    """Return a picture that is a whole face of a card of this size."""
    from replikat.specs.pictures import read_picture

    return read_picture(library.find("images", name, ""), name, card, bleed)


def read_deck_spec(path: Path, library: Library) -> tuple[DeckSpec, Source]:
    """Return a deck spec or the spec part of a deck file."""
    source = read_source(path)
    return read(DeckSpec, source, library), source


def load_parts(spec: DeckSpec, source: Source, library: Library) -> Parts:
    """Return the data that a spec names; a group whose cards and layout do not fit is a located fault."""
    layouts = [load_layout(group.layout, library) for group in spec.squares]
    short = [None if group.cards == "all" else load_pack(group.cards, library) for group in spec.squares]
    with locating(source):
        return parts_of(spec, load_pack(spec.pack, library), layouts, short)


def load_deck(spec: DeckSpec, source: Source, library: Library) -> Deck:
    """Return the deck in a deck file; a mark that breaks a law is a located fault."""
    parts = load_parts(spec, source, library)
    with locating(source):
        return deck_of(spec, parts, spec.marks or "")
