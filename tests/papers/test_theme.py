"""Palettes and themes: colours that exist, and ink that shows."""

from dataclasses import replace

import pytest

from replikat.errors import LawFault
from replikat.papers.loaders import load_theme
from replikat.papers.theme import check_colours
from replikat.typeset.figures.palette import Colour, contrast
from support import LIBRARY


def grey(screen: str) -> Colour:
    return Colour(screen, (0, 0, 0, 0))


def test_contrast_is_that_of_the_published_formula() -> None:
    """WCAG 2.2: black on white is 21, a colour on itself 1, #767676 the darkest-known grey that just passes on white."""
    assert contrast(grey("#000000"), grey("#FFFFFF")) == pytest.approx(21)
    assert contrast(grey("#2F6FA8"), grey("#2F6FA8")) == 1
    assert contrast(grey("#767676"), grey("#FFFFFF")) == pytest.approx(4.54, abs=0.005)


@pytest.mark.parametrize(("field", "colour"), [("mark", "ink"), ("tab", "paper"), ("number", "mist"), ("foot", "paper")])
def test_ink_that_would_not_show_is_refused(field: str, colour: str) -> None:
    theme, palette = load_theme("plain", LIBRARY)
    check_colours(theme, palette)
    with pytest.raises(LawFault, match="hardly shows on"):
        check_colours(replace(theme, **{field: colour}), palette)


def test_faults_of_a_theme_name_the_whole_path_of_a_field() -> None:
    """Also in a line's colour, and where no colour is called so."""
    theme, palette = load_theme("plain", LIBRARY)
    faint = replace(theme, tab_line=replace(theme.frame, colour="paper"))
    unknown = replace(theme, frame=replace(theme.frame, colour="white.ish"))
    for wrong, path in ((faint, ("tab_line", "colour")), (unknown, ("frame", "colour"))):
        with pytest.raises(LawFault) as caught:
            check_colours(wrong, palette)
        assert [place for place, _ in caught.value.faults] == [path]
