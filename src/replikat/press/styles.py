"""Paragraph styles: the type sizes of the house, in points."""

from dataclasses import dataclass
from functools import cache
from typing import Any, Literal, get_args

from reportlab.lib.enums import TA_JUSTIFY, TA_LEFT, TA_RIGHT
from reportlab.lib.styles import ParagraphStyle

from replikat.model.themes import Inks, Palette
from replikat.press.fonts import FILES, Face
from replikat.press.pen import colour_of

StyleName = Literal["body", "lead-in", "item", "h1", "h2", "h3", "caption", "small", "cell", "figure", "head", "head-right"]


@dataclass(frozen=True)
class Scale:
    """Type sizes and leadings in points; every other distance of running text is a multiple of the body's leading."""

    body: tuple[float, float]
    h1: tuple[float, float]
    h2: tuple[float, float]
    h3: tuple[float, float]
    small: tuple[float, float]
    cell: tuple[float, float]

    @property
    def grid(self) -> float:
        """Return the distance of two baselines."""
        return self.body[1]


BOOK = Scale(body=(9.2, 12.6), h1=(20, 24), h2=(13, 16), h3=(9.5, 12.6), small=(7.5, 10), cell=(8.4, 11))
SHEET = Scale(body=(9.6, 13.5), h1=(20, 24), h2=(12, 15), h3=(9.6, 13.5), small=(8, 10.5), cell=(9, 12))

INDENT = 1.45  # of lists, in parts of the leading


def styles(scale: Scale, palette: Palette, inks: Inks, lang: str) -> dict[StyleName, ParagraphStyle]:
    """Return the styles by name; running text is hyphenated as `lang` does it, headings never are."""
    line = scale.grid

    def style(name: StyleName, size: tuple[float, float], face: Face, colour: str, **more: Any) -> ParagraphStyle:
        font = FILES[face]
        return ParagraphStyle(
            name,
            fontName=font,
            bulletFontName=FILES["strong"],
            bulletFontSize=size[0],
            bulletColor=colour_of(palette, "ink", inks),
            fontSize=size[0],
            leading=size[1],
            textColor=colour_of(palette, colour, inks),
            allowWidows=0,
            allowOrphans=0,
            **more,
        )

    running = {"alignment": TA_JUSTIFY, "hyphenationLang": hyphenator(lang), "hyphenationMinWordLength": 7, "spaceShrinkage": 0.06}
    left = {"alignment": TA_LEFT, "hyphenationLang": hyphenator(lang), "hyphenationMinWordLength": 8}
    headed = {"alignment": TA_LEFT, "keepWithNext": 1}
    made: list[ParagraphStyle] = [
        style("body", scale.body, "text", "black", spaceAfter=line, **running),
        style("lead-in", scale.body, "text", "black", keepWithNext=1, **running),
        style("item", scale.body, "text", "black", leftIndent=INDENT * line, **left),
        style("h1", scale.h1, "strong", "ink", spaceAfter=line, **headed),
        style("h2", scale.h2, "strong", "ink", spaceBefore=line, **headed),
        style("h3", scale.h3, "strong", "ink", **headed),
        style("caption", scale.small, "text", "ink", spaceAfter=line, **left),
        style("small", scale.small, "text", "black", **left),
        style("cell", scale.cell, "text", "black", alignment=TA_LEFT),
        style("figure", scale.cell, "text", "black", alignment=TA_RIGHT),
        style("head", scale.small, "strong", "ink", alignment=TA_LEFT),
        style("head-right", scale.small, "strong", "ink", alignment=TA_RIGHT),
    ]
    return dict(zip(get_args(StyleName), made, strict=True))


@cache
def hyphenator(lang: str) -> Any:
    """Return the function that yields the ways to part a word, or None for a language without rules."""
    import pyphen

    known = pyphen.language_fallback(lang)
    return pyphen.Pyphen(lang=known, left=3, right=3).iterate if known else None
