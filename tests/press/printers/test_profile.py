"""Corrections of a printer's two sides, and what its margins leave of the ink."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from replikat.geometry.plane import Point, Rect
from replikat.press.printers.profile import Correction, Margins, Printer, Profile, lost

WIDTH, HEIGHT = 210.0, 297.0
small = st.floats(-5, 5)
corrections = st.builds(Correction, small, small, st.floats(-1, 1), st.floats(0.98, 1.02), st.floats(0.98, 1.02))


@given(corrections, st.floats(0, WIDTH), st.floats(0, HEIGHT))
def test_a_map_and_its_inverse_lead_back(correction: Correction, x: float, y: float) -> None:
    matrix = correction.matrix(WIDTH, HEIGHT)
    back = matrix.inverse()(matrix(Point(x, y)))
    assert (back.x, back.y) == pytest.approx((x, y), abs=1e-6)


@given(corrections, st.sampled_from(["long", "short"]), st.floats(0, WIDTH), st.floats(0, HEIGHT))
def test_the_page_of_the_back_is_moved_as_seen_through_the_paper(correction: Correction, flip: str, x: float, y: float) -> None:
    """A point of the back's page, moved there and then seen from the front, is where the front's view of it is moved to."""

    def through(at: Point) -> Point:
        return Point(WIDTH - at.x, at.y) if flip == "long" else Point(at.x, HEIGHT - at.y)

    page = correction.mirrored(flip).matrix(WIDTH, HEIGHT)(Point(x, y))  # type: ignore[arg-type]
    seen = correction.matrix(WIDTH, HEIGHT)(through(Point(x, y)))
    assert through(page) == pytest.approx(seen, abs=1e-6)


def test_what_is_lost_is_told_in_millimetres() -> None:
    page, rim = Rect(0, 0, 210, 297), Margins(5, 5, 5, 5)
    assert lost(Rect(5, 5, 200, 287), page, rim) is None
    edge, over = lost(Rect(3, 10, 100, 100), page, rim) or ("", 0.0)
    assert edge == "left" and over == pytest.approx(2)
    edge, over = lost(Rect(10, 10, 100, 285), page, rim) or ("", 0.0)
    assert edge == "bottom" and over == pytest.approx(3)


def test_ink_must_stay_as_far_inside_as_the_side_is_moved() -> None:
    printer = Printer(back=Correction(2.0, 0, 0), margins=Margins(4, 4, 4, 4))
    assert printer.needs(WIDTH, HEIGHT, back=False) == pytest.approx(4)
    assert printer.needs(WIDTH, HEIGHT, back=True) == pytest.approx(6)
    assert printer.needs(HEIGHT, WIDTH, back=True) == pytest.approx(6), "landscape sheets lie upright in the tray"


def test_the_foot_says_how_a_page_was_moved_and_nothing_where_it_was_not() -> None:
    profile = Profile("laser", Printer(back=Correction(1.2, -0.8, 0.3, 1.002, 0.998)))
    assert profile.note(back=False) == ""
    assert profile.note(back=True) == "laser -1.20 -0.80 mm -0.300° 100.200 99.800 %"
