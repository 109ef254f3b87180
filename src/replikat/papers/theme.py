"""Palettes and themes: which colour does which job."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Annotated

from annotated_types import Ge, Le

from replikat.bounds import Gap, Name, PaletteName
from replikat.errors import Breach, FieldPath, LawFault
from replikat.typeset.figures.palette import SPOT, Palette, SpotColour, _luminance, contrast

MARK_CONTRAST = 4.5  # between numbers and tabs, and tabs and squares: what small text needs
NUMBER_CONTRAST = 3.0  # the square numbers may be quieter
LARGEST_BETWEEN = 1.4  # mm of an ornament between the rounded corners of four squares
LARGEST_IN_FOOT = 2.6  # mm of an ornament beside the word


@dataclass(frozen=True)
class Stroke:
    """A line: its colour's name and its width in mm."""

    colour: Name
    width: Gap


@dataclass(frozen=True)
class Motif:
    """A figure that is repeated as an ornament; `size` is its longer side in mm."""

    figure: Name
    size: Annotated[float, Ge(0.5), Le(10)]


@dataclass(frozen=True)
class Ornament:
    """What is drawn on the ground of a back, away from squares and foot.

    `rim` stands in a row about the card, `every` so many mm, its top outwards, and once more beyond the trim; `corner`
    takes its place in the corners, `between` stands where four squares meet, `foot` in the room between word and
    code. `off` mm of plain ground lie between rim and squares.
    """

    rim: Motif
    every: Annotated[float, Ge(1), Le(20)]
    off: Annotated[float, Ge(0.6), Le(2)] = 0.8
    corner: Motif | None = None
    between: Motif | None = None
    foot: Motif | None = None

    def __post_init__(self) -> None:
        band = RIM - self.off
        largest = {"rim": min(band, self.every), "corner": band, "between": LARGEST_BETWEEN, "foot": LARGEST_IN_FOOT}
        faults = [
            ((part, "size"), f"{motif.size:g} mm; expected at most {largest[part]:g} mm, which leave plain ground about it")
            for part, motif in self.motifs().items()
            if motif.size > largest[part] + 1e-9
        ]
        if faults:
            raise LawFault(faults)

    def motifs(self) -> dict[str, Motif]:
        """Return the motifs that are there, by field."""
        found = {"rim": self.rim, "corner": self.corner, "between": self.between, "foot": self.foot}
        return {part: motif for part, motif in found.items() if motif}


@dataclass(frozen=True)
class Theme:
    """How backs are coloured; every colour is a name of the palette.

    `ground` covers the card and, where it `bleeds`, 3 mm beyond the trim; `square` fills the squares.
    """

    palette: PaletteName
    ground: Name
    square: Name
    frame: Stroke
    tab: Name
    tab_line: Stroke | None
    mark: Name
    number: Name
    foot: Name
    bleeds: bool = False
    ornament: Ornament | None = None

    def colours(self) -> dict[FieldPath, str]:
        """Return every colour name that the theme uses, by its path in the file."""
        plain = ("ground", "square", "tab", "mark", "number", "foot")
        used: dict[FieldPath, str] = {(field,): getattr(self, field) for field in plain}
        used["frame", "colour"] = self.frame.colour
        if self.tab_line:
            used["tab_line", "colour"] = self.tab_line.colour
        return used


def in_spot_ink(theme: Theme, palette: Palette, ink: str) -> tuple[Theme, Palette]:
    """Return theme and palette with tabs, their outlines and numbers in one spot ink, of those that are darkest now."""
    used = [theme.tab, theme.mark, *([theme.tab_line.colour] if theme.tab_line else [])]
    dark = min(used, key=lambda name: _luminance(palette.colours[name]))
    was = palette.colours[dark]
    tab, mark = (SPOT if name == dark else name for name in (theme.tab, theme.mark))
    line = replace(theme.tab_line, colour=SPOT) if theme.tab_line and theme.tab_line.colour == dark else theme.tab_line
    colours = {**palette.colours, SPOT: SpotColour(was.screen, was.inks, ink)}
    return replace(theme, tab=tab, mark=mark, tab_line=line), replace(palette, colours=colours)


def check_colours(theme: Theme, palette: Palette) -> None:
    """Raise LawFault for every colour name that the palette lacks, and for ink that would not stand out from its ground."""
    _check(theme.colours(), palette.colours)
    pairs: list[tuple[FieldPath, str, str, float]] = [
        (("mark",), theme.mark, theme.tab, MARK_CONTRAST),
        (("foot",), theme.foot, theme.ground, MARK_CONTRAST),
        (("number",), theme.number, theme.square, NUMBER_CONTRAST),
    ]
    if theme.tab_line:
        pairs.append((("tab_line", "colour"), theme.tab_line.colour, theme.square, MARK_CONTRAST))
    else:
        pairs.append((("tab",), theme.tab, theme.square, MARK_CONTRAST))
    faults: list[Breach] = []
    for path, ink, ground, least in pairs:
        ratio = contrast(palette.colours[ink], palette.colours[ground])
        if ratio < least:
            faults.append((path, f"{ink} hardly shows on {ground} (contrast {ratio:.1f}); expected at least {least:g}"))
    if faults:
        raise LawFault(faults)


def _check(used: dict[FieldPath, str], known: Iterable[str]) -> None:
    names = set(known)
    faults: list[Breach] = [
        (path, f"no colour is called {name}; the palette has {', '.join(sorted(names))}")
        for path, name in used.items()
        if name not in names
    ]
    if faults:
        raise LawFault(faults)


RIM = 3.5  # 1.5 mm of drift and 1 mm of cutting error leave every mark whole, and a millimetre of white
