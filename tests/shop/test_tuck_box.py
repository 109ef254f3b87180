"""The net of a tuck box closes about the deck."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from replikat.geometry.paper import CardSize
from replikat.geometry.plane import Line
from replikat.shop.tuck_box import GLUE, TUCK, TuckBox

boxes = st.builds(TuckBox, st.builds(CardSize, st.just("card"), st.floats(30, 100), st.floats(40, 150)), st.floats(2, 60))


@given(boxes)
def test_the_deck_fits_and_every_panel_meets_its_neighbour(box: TuckBox) -> None:
    wide, high, deep = box.inside
    assert wide > box.card.width and high > box.card.height and deep > box.thickness
    panels = box.panels
    assert (panels["back"].width, panels["front"].width) == pytest.approx((wide, wide))
    assert (panels["left"].width, panels["right"].width) == pytest.approx((deep, deep))
    assert panels["lid"].height == pytest.approx(deep) and panels["lid"].bottom == pytest.approx(panels["back"].y)
    row = [panels[name] for name in ("back", "left", "front", "right")]
    assert row[0].x == GLUE
    assert all(one.right == pytest.approx(other.x) for one, other in pairwise(row))


@given(boxes)
def test_all_lines_lie_on_the_net(box: TuckBox) -> None:
    wide, high = box.size
    for line in (*box.cuts(), *box.folds()):
        for point in line:
            assert -1e-6 <= point.x <= wide + 1e-6 and -1e-6 <= point.y <= high + 1e-6


def test_cut_and_fold_together_bound_every_panel() -> None:
    box = TuckBox(CardSize("poker", 63.5, 88.9), 16)
    lines = [*box.cuts(), *box.folds()]
    for panel in box.panels.values():
        for x in (panel.x, panel.right):
            covered = [line for line in lines if upright(line, x)]
            assert covered, f"no line at x {x}"
    assert box.panels["back"].y == TUCK + box.inside[2]


def upright(line: Line, x: float) -> bool:
    return abs(line.start.x - x) < 0.01 and abs(line.end.x - x) < 0.01
