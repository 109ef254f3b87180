"""Palettes: the colours by name that themes and figures are drawn in, as screens and presses mix them."""

import re
from dataclasses import dataclass
from typing import Annotated, Literal

from annotated_types import Ge, Le, MaxLen, MinLen, Predicate

from replikat.bounds import Name

Inks = Literal["rgb", "cmyk"]


def is_hex_colour(text: str) -> bool:
    '''a colour in quotes, such as "#16324F"'''
    return re.fullmatch(r"#[0-9A-Fa-f]{6}", text) is not None


@dataclass(frozen=True)
class Colour:
    """One colour twice: for screens and home printers, and in process inks (percent of C, M, Y, K)."""

    screen: Annotated[str, Predicate(is_hex_colour)]
    inks: Annotated[tuple[Annotated[float, Ge(0), Le(100)], ...], MinLen(4), MaxLen(4)]


@dataclass(frozen=True)
class SpotColour(Colour):
    """A colour printed in an ink of its own; `inks` stand for it where that is not at hand."""

    ink: str = ""


@dataclass(frozen=True)
class Palette:
    """Colours by name."""

    colours: dict[Name, Colour]


SPOT = "spot"  # the palette name of the ink of the marks


def contrast(one: Colour, other: Colour) -> float:
    """Return the contrast ratio of two screen colours, 1 to 21 (WCAG 2.2, relative luminance)."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: Colour) -> float:
    parts = [int(colour.screen[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
