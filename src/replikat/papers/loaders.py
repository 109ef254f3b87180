"""Themes from the library of templates."""

from replikat.data.library import Library
from replikat.data.reader import load, locating
from replikat.deck.loaders import missing_figures
from replikat.errors import FieldPath, ReplikatError
from replikat.papers.theme import Theme, check_colours
from replikat.typeset.figures.loaders import load_palette
from replikat.typeset.figures.palette import Palette


def load_theme(name: str, library: Library) -> tuple[Theme, Palette]:
    """Return a theme with its palette; a colour that the palette lacks is a located fault."""
    theme, source = load(Theme, "themes", name, library)
    palette = load_palette(theme.palette, library)
    with locating(source):
        check_colours(theme, palette)
    names = library.names("figures", ".svg")
    motifs = theme.ornament.motifs().items() if theme.ornament else ()
    missing: list[tuple[FieldPath, str]] = [
        (("ornament", part, "figure"), motif.figure) for part, motif in motifs if motif.figure not in names
    ]
    if missing:
        raise ReplikatError(*missing_figures(missing, source, library))
    return theme, palette
