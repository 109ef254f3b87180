"""Figures and palettes from the library of templates."""

from replikat.data.library import Library
from replikat.data.reader import load
from replikat.typeset.figures.figure import Figure
from replikat.typeset.figures.palette import Palette
from replikat.typeset.figures.svg import read_figure


def load_palette(name: str, library: Library) -> Palette:
    """Return a palette by its name."""
    return load(Palette, "palettes", name, library)[0]


def load_figure(name: str, palette: Palette, library: Library) -> Figure:
    """Return a figure whose colours are the palette's, or the suit's."""
    return read_figure(library.find("figures", name, ".svg"), name, {*palette.colours, "suit"})
