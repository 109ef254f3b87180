"""Packs, layouts, languages, deck specs and deck files: from their files to values."""

from collections.abc import Sequence
from pathlib import Path

from replikat.data.library import Library
from replikat.data.reader import load, locating
from replikat.data.reader import read as read
from replikat.data.strict_yaml import Source, read_source
from replikat.deck.cards import Pack, pack_of
from replikat.deck.catalogue import Catalogue
from replikat.deck.deck import Deck, deck_of
from replikat.deck.deck_spec import DeckSpec
from replikat.deck.pack_spec import PackSpec
from replikat.deck.parts import Parts, parts_of
from replikat.deck.squares import Layout
from replikat.errors import Fault, FieldPath, ReplikatError, quoted


def load_pack(name: str, library: Library, above: tuple[str, ...] = ()) -> Pack:
    """Return a pack, built on its base; `above` are the packs that are being built on this one."""
    spec, source = load(PackSpec, "packs", name, library)
    if spec.base in (name, *above):
        raise ReplikatError(source.fault(("base",), f"the pack {spec.base} is built on itself", "a base that does not need this pack"))
    base = load_pack(spec.base, library, (*above, name)) if spec.base else None
    missing = [(path, figure) for path, figure in spec.figures() if not library.holds("figures", f"{figure}.svg")]
    if missing:
        raise ReplikatError(*missing_figures(missing, source, library))
    with locating(source):
        pack = pack_of(name, spec, base)
    unseen = [card.image for card in (*pack.cards, *pack.spares) if card.image and not library.holds("images", card.image)]
    if unseen and spec.images:
        said = f"{unseen[0]} and {len(unseen) - 1} more" if len(unseen) > 1 else unseen[0]
        raise ReplikatError(source.fault(("images",), f"no file images/{said}", "a picture for every card"))
    return pack


def missing_figures(missing: Sequence[tuple[FieldPath, str]], source: Source, library: Library) -> list[Fault]:
    """Return what is said of figures that are not there.

    Args:
        missing: The place in the file and the name of each.
        source: The file that names them.
        library: Where figures lie.

    Returns:
        A fault for every misspelt name, and one for all others together.
    """
    from difflib import get_close_matches  # here: only a name that is not there needs it

    names = library.names("figures", ".svg")
    faults: list[Fault] = []
    strangers: list[tuple[FieldPath, str]] = []
    for path, figure in missing:
        if near := get_close_matches(figure, names, n=1):
            faults.append(source.fault(path, f"no figure is called {quoted(figure)}", f"did you mean {near[0]}?"))
        else:
            strangers.append((path, figure))
    if strangers:
        path, figure = strangers[0]
        others = f", nor {len(strangers) - 1} more from here on" if len(strangers) > 1 else ""
        wanted = f"expected the drawing figures/{figure.partition('.')[0]}.svg among your templates"
        cure = f"{wanted}; PNG and other pictures are taken as whole faces alone (images: in the pack's file)"
        faults.append(source.fault(path, f"no figure is called {quoted(figure)}{others}", cure))
    return faults


def load_layout(name: str, library: Library) -> Layout:
    """Return a layout by its name."""
    return load(Layout, "layouts", name, library)[0]


def check_language(name: str, library: Library) -> None:
    """Raise ReplikatError for a language that is not there, with the one that goes by that code too."""
    library.find("languages", name)


def load_language(name: str, library: Library) -> Catalogue:
    """Return the words of a language by its code."""
    check_language(name, library)
    words, source = load(Catalogue, "languages", name, library)
    if words.lang != name:
        raise ReplikatError(source.fault(("lang",), f"the file {name}.yaml holds the language {quoted(words.lang)}", f"lang: {name}"))
    return words


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
