"""The vendored fonts: their metrics are the ones the geometry counts on, and no character is ever left out."""

from dataclasses import replace

import pytest
from fontTools.pens.boundsPen import BoundsPen
from fontTools.ttLib import TTFont

from replikat.cards.back_plan import ACROSS, DIGIT_EM, DIGIT_WIDTH
from replikat.cards.printing import cards_pdf
from replikat.errors import ReplikatError
from replikat.typeset.fonts import CAP, FILES, check_glyphs, fonts, fonts_folder, width
from support import LIBRARY, packaged_deck
from witness import fresh_path

FOLDER = fonts_folder(LIBRARY)


@pytest.fixture(autouse=True)
def registered():
    fonts(FOLDER)


def font(face: str) -> TTFont:
    return TTFont(FOLDER / f"{FILES[face]}.ttf")


def ink(face: str, sign: str) -> tuple[float, float, float, float]:
    """The bounding box of a glyph in parts of the em: left, low, right, top."""
    known = font(face)
    pen = BoundsPen(known.getGlyphSet())
    known.getGlyphSet()[known.getBestCmap()[ord(sign)]].draw(pen)
    return tuple(value / known["head"].unitsPerEm for value in pen.bounds)


def advance(face: str, sign: str) -> float:
    known = font(face)
    return known["hmtx"][known.getBestCmap()[ord(sign)]][0] / known["head"].unitsPerEm


@pytest.mark.parametrize("digit", "0123456789")
def test_the_geometry_of_backs_has_the_digits_metrics_of_the_font(digit):
    left, low, right, top = (value * DIGIT_EM for value in ink("digits", digit))
    assert advance("digits", digit) * DIGIT_EM == pytest.approx(DIGIT_WIDTH, abs=0.005)
    assert 0.97 < top <= 1.01, "a digit is as high as the geometry says"
    assert -0.02 <= low <= 0.001
    assert left >= 0 and right <= DIGIT_WIDTH
    assert low > -ACROSS


@pytest.mark.parametrize("face", FILES)
def test_digits_are_tabular(face):
    assert len({advance(face, digit) for digit in "0123456789"}) == 1
    assert len({width(digit, face) for digit in "0123456789"}) == 1


@pytest.mark.parametrize("face", FILES)
def test_cap_heights_are_those_of_the_file(face):
    _, _, _, top = ink(face, "H")
    assert CAP[face] == pytest.approx(top, abs=0.015)


@pytest.mark.parametrize("face", [face for face in FILES if face != "digits"])
@pytest.mark.parametrize("text", ["REPLIKATKORT", "0123456789", "side 5 av 12", "ÆØÅ æøå äöü ß – ’ “ « ·"])
def test_widths_are_those_of_the_file(face, text):
    assert width(text, face) == pytest.approx(sum(advance(face, sign) for sign in text), abs=0.002 * len(text))


def test_weights_are_different_fonts():
    """Two files with one PostScript name would be merged by the library without a word."""
    files = sorted(FOLDER.glob("*.ttf"))
    names = [TTFont(path)["name"].getDebugName(6) for path in files]
    assert len(set(names)) == len(files) and names == [path.stem for path in files]
    assert len({width("Replikatkort", face) for face in ("text", "italic", "strong")}) == 3


def test_every_font_has_its_licence_beside_it():
    licences = {path.name: path.read_text(encoding="utf-8") for path in FOLDER.glob("*-OFL.txt")}
    assert all("SIL OPEN FONT LICENSE" in text.upper() for text in licences.values())
    for path in FOLDER.glob("*.ttf"):
        family = "B612" if "B612" in path.stem else "FiraSans"
        assert f"{family}-OFL.txt" in licences, path.name


def test_renamed_cuts_do_not_bear_reserved_names():
    for path in FOLDER.glob("*.ttf"):
        name = TTFont(path)["name"].getDebugName(1)
        assert name.startswith("Replikat"), name


def test_fonts_are_of_a_kind_that_can_be_embedded():
    for path in FOLDER.glob("*.ttf"):
        known = TTFont(path)
        assert "glyf" in known and "fvar" not in known, "static TrueType outlines only"
        assert known["OS/2"].fsType in (0, 8), "the font allows embedding"


@pytest.mark.parametrize("sign", ["♠", "中", "🂡", "\x07"])
def test_a_missing_glyph_is_an_error_that_names_it(sign):
    with pytest.raises(
        ReplikatError, match=rf"ReplikatB612-Bold has no glyph for .*U\+{ord(sign):04X}.*'A{'.' if sign != chr(7) else '.*'}B'"
    ):
        width(f"A{sign}B", "digits")
    with pytest.raises(ReplikatError, match=f"U\\+{ord(sign):04X}"):
        check_glyphs(sign, FILES["digits"])


def test_a_word_that_cannot_be_printed_prints_nothing():
    deck = packaged_deck("standard-52")
    path = fresh_path()
    with pytest.raises(ReplikatError, match=r"no glyph for '中' \(U\+4E2D\)"):
        path.write_bytes(cards_pdf(deck, replace(deck.spec.print, word="中 kort"), LIBRARY).pdf)
    assert not path.exists()
