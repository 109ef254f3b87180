"""Cut the vendored fonts from their upstream packages (authoring only; needs fontTools and brotli).

Usage: cut_fonts.py SOURCES TEMPLATES_FONTS, where SOURCES holds the unpacked `@fontsource/b612` (npm) and
`fontpkg-fira-sans` (PyPI). Every cut font gets a name of its own: reportlab merges two fonts that share
a PostScript name without a word, and a cut font must not pass for the original.
"""

import sys
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

LATIN = {*range(0x20, 0x7F), *range(0xA0, 0x180)}
PUNCTUATION = {0x2009, 0x200A, *range(0x2010, 0x2016), *range(0x2018, 0x201F), 0x2020, 0x2022, 0x2026, 0x2030}
PUNCTUATION |= {0x2032, 0x2033, 0x2039, 0x203A, 0x20AC, 0x2190, 0x2191, 0x2192, 0x2193, 0x2212, 0x2215, 0x2264, 0x2265}

CUTS = {
    "ReplikatB612-Regular": ("package/files/b612-latin-400-normal.woff2", "package/LICENSE", "B612"),
    "ReplikatB612-Bold": ("package/files/b612-latin-700-normal.woff2", "package/LICENSE", "B612"),
    "ReplikatFira-Regular": ("fira/fontpkg_fira_sans/files/FiraSans-Regular.ttf", "fira/fontpkg_fira_sans/LICENSE", "FiraSans"),
    "ReplikatFira-Italic": ("fira/fontpkg_fira_sans/files/FiraSans-Italic.ttf", "fira/fontpkg_fira_sans/LICENSE", "FiraSans"),
    "ReplikatFira-SemiBold": ("fira/fontpkg_fira_sans/files/FiraSans-SemiBold.ttf", "fira/fontpkg_fira_sans/LICENSE", "FiraSans"),
}


def freeze_tabular_figures(font: TTFont) -> None:
    """Point the character map at the `tnum` alternates: reportlab applies no OpenType features."""
    table = font["GSUB"].table
    for record in table.FeatureList.FeatureRecord:
        if record.FeatureTag != "tnum":
            continue
        for index in record.Feature.LookupListIndex:
            for lookup in table.LookupList.Lookup[index].SubTable:
                mapping = getattr(lookup, "ExtSubTable", lookup).mapping
                for charmap in font["cmap"].tables:
                    charmap.cmap = {code: mapping.get(name, name) for code, name in charmap.cmap.items()}


def cut(source: Path, target: Path) -> None:
    """Write `source` as a static TrueType font with our characters and the name of `target`."""
    font = TTFont(source, recalcTimestamp=False)
    if "GSUB" in font:
        freeze_tabular_figures(font)
    options = subset.Options(layout_features=["kern"], hinting=False, name_IDs=[0, 13, 14], notdef_outline=True)
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=LATIN | PUNCTUATION)
    cutter.subset(font)
    family, style = target.stem.split("-")
    for name_id, text in {1: f"{family} {style}", 2: "Regular", 4: target.stem, 6: target.stem}.items():
        font["name"].setName(text, name_id, 3, 1, 0x409)
        font["name"].setName(text, name_id, 1, 0, 0)
    font.flavor = None
    font.save(target)


def main(sources: Path, fonts: Path) -> None:
    for name, (file, licence, family) in CUTS.items():
        cut(sources / file, fonts / f"{name}.ttf")
        (fonts / f"{family}-OFL.txt").write_text((sources / licence).read_text(encoding="utf-8"), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
