"""Themes from the library of templates."""

from replikat.errors import ReplikatError, suggestion
from replikat.model.palette import Palette
from replikat.model.themes import Theme, check_colours
from replikat.specs.figure_loaders import load_palette
from replikat.specs.reader import load, locating
from replikat.templates import Library


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
