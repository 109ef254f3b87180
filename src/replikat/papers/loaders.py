"""Themes from the library of templates."""

from replikat.data.library import Library
from replikat.data.reader import load, locating
from replikat.deck.loaders import missing_figures
from replikat.errors import Breach, FieldPath, ReplikatError
from replikat.papers.theme import Theme, check_colours
from replikat.typeset.figures.loaders import load_figure, load_palette
from replikat.typeset.figures.palette import Palette

SUIT_COLOUR = "suit"  # in figure files, the colour of whatever suit they are drawn for


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
    if in_suit := [source.fault(path, text) for path, text in _suit_faults(theme, palette, library)]:
        raise ReplikatError(*in_suit)
    return theme, palette


def _suit_faults(theme: Theme, palette: Palette, library: Library) -> list[Breach]:
    """Return a fault for every ornament whose figure takes its colour from a card's suit: a back is of no suit."""
    faults: list[Breach] = []
    for part, motif in theme.ornament.motifs().items() if theme.ornament else ():
        figure = load_figure(motif.figure, palette, library)
        if any(SUIT_COLOUR in (shape.fill, shape.line) for shape in figure.shapes):
            found = f"the figure {motif.figure} is drawn in the colour of a suit, which a back has not"
            faults.append((("ornament", part, "figure"), f"{found}; expected one in colours of the palette"))
    return faults
