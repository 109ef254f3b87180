"""Themes from the library of templates."""

from replikat.data.library import Library
from replikat.data.reader import load, locating
from replikat.errors import ReplikatError, quoted, suggestion
from replikat.papers.theme import Theme, check_colours
from replikat.typeset.figures.loaders import load_palette
from replikat.typeset.figures.palette import Palette


def load_theme(name: str, library: Library) -> tuple[Theme, Palette]:
    """Return a theme with its palette; a colour that the palette lacks is a located fault."""
    theme, source = load(Theme, "themes", name, library)
    palette = load_palette(theme.palette, library)
    with locating(source):
        check_colours(theme, palette)
    missing = [
        source.fault(("ornament", part, "figure"), f"no figure is called {quoted(motif.figure)}", suggestion(motif.figure, names))
        for part, motif in (theme.ornament.motifs().items() if theme.ornament else ())
        if motif.figure not in (names := library.names("figures", ".svg"))
    ]
    if missing:
        raise ReplikatError(*missing)
    return theme, palette
