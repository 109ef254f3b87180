"""Paragraph styles: the faces and colours of the house at the sizes of a scale."""

from functools import cache
from typing import Any, Literal, get_args

from reportlab.lib.enums import TA_JUSTIFY, TA_LEFT, TA_RIGHT
from reportlab.lib.styles import ParagraphStyle

from replikat.typeset.figures.palette import Inks, Palette
from replikat.typeset.fonts import FILES, Face
from replikat.typeset.pen import colour_of
from replikat.typeset.text.formats import Scale

StyleName = Literal["body", "lead-in", "item", "h1", "h2", "h3", "caption", "small", "cell", "figure", "head", "head-right"]

INDENT = 1.45  # of lists, in parts of the leading


def styles(scale: Scale, palette: Palette, inks: Inks, lang: str, ragged: bool = False) -> dict[StyleName, ParagraphStyle]:
    """Return the styles by name; running text is hyphenated as `lang` does it, headings never are.

    `ragged` leaves the lines of running text as long as they come, for narrow columns.
    """
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
    if ragged:
        running = left
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
        style("cell", scale.cell, "text", "black", **left),
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
