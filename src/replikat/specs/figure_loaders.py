"""Figures and palettes from the library of templates."""

from replikat.model.figures import Figure
from replikat.model.palette import Palette
from replikat.specs.figures import read_figure
from replikat.specs.reader import load
from replikat.templates import Library


def load_palette(name: str, library: Library) -> Palette:
    """Return a palette by its name."""
    return load(Palette, "palettes", name, library)[0]


def load_figure(name: str, palette: Palette, library: Library) -> Figure:
    """Return a figure whose colours are the palette's, or the suit's."""
    return read_figure(library.find("figures", name, ".svg"), name, {*palette.colours, "suit"})
