"""The geometry of faces: pips, panels and indices keep out of each other's way on every card size."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from replikat.cards.face_plan import INDEX_HIGH, INDEX_MIDDLE, INDEX_TOP, INDEX_WIDE, PIP_UNDER, SMALL_PIP, FacePlan
from replikat.geometry.paper import CardSize
from replikat.geometry.plane import Rect

faces = st.builds(lambda width, tall: FacePlan(CardSize("card", width, width * tall)), st.floats(44, 90), st.floats(1.38, 1.75))
large = st.builds(lambda width, tall: FacePlan(CardSize("card", width, width * tall), large=True), st.floats(44, 90), st.floats(1.38, 1.75))


def pip_boxes(plan: FacePlan, count: int) -> list[Rect]:
    half = plan.pip_size / 2
    return [Rect(pip.middle.x - half, pip.middle.y - half, 2 * half, 2 * half) for pip in plan.pips(count)]


def index_boxes(plan: FacePlan) -> list[Rect]:
    """Both corner indices, each with the pip under it."""
    scale = plan.index_scale
    middle, wide = INDEX_MIDDLE * scale, INDEX_WIDE * scale
    box = Rect(middle - wide / 2, INDEX_TOP, wide, (INDEX_HIGH + PIP_UNDER + SMALL_PIP) * scale)
    return [box, Rect(plan.card.width - box.right, plan.card.height - box.bottom, box.width, box.height)]


@given(faces)
def test_indices_lie_three_millimetres_inside_the_trim(plan):
    safe = Rect(0, 0, plan.card.width, plan.card.height).inset(2.7 if plan.index_scale < 0.9 else 3)
    assert all(safe.covers(box) for box in index_boxes(plan))


@given(faces, st.integers(1, 10))
def test_pips_stand_apart_from_each_other_and_from_the_indices(plan, count):
    pips = pip_boxes(plan, count)
    assert len(pips) == count
    assert all(Rect(0, 0, plan.card.width, plan.card.height).inset(3).covers(pip) for pip in pips)
    # a pip does not fill the corners of its box: a ninth of the box is always white
    assert not any(a.inset(plan.pip_size / 18).meets(b.inset(plan.pip_size / 18)) for i, a in enumerate(pips) for b in pips[:i])
    assert not any(pip.meets(box) for pip in pips for box in index_boxes(plan))


@given(large, st.integers(1, 10))
def test_pips_stand_apart_from_large_indices_too(plan, count):
    """Eight tenths of a millimetre of white beside the widest index, and pips still clear of each other."""
    pips, index = pip_boxes(plan, count), plan.index
    edge = index.middle + index.wide / 2
    for pip in pips:
        assert edge + 0.8 <= pip.x + 1e-9 and pip.right <= plan.card.width - edge - 0.8 + 1e-9
    assert not any(a.inset(plan.pip_size / 18).meets(b.inset(plan.pip_size / 18)) for i, a in enumerate(pips) for b in pips[:i])


@given(faces, st.integers(2, 10))
def test_pips_look_the_same_from_both_sides(plan, count):
    turned = {(round(plan.card.width - p.middle.x, 6), round(plan.card.height - p.middle.y, 6)) for p in plan.pips(count)}
    there = {(round(p.middle.x, 6), round(p.middle.y, 6)) for p in plan.pips(count)}
    if count == 7:
        assert len(there - turned) == 1, "only the seven has an odd pip out"
    else:
        assert there == turned
    half = plan.card.height / 2
    assert all(pip.turned == (pip.middle.y > half + 1e-6) for pip in plan.pips(count)), "pips below the middle stand on their heads"


@given(faces)
def test_panels_keep_the_figures_proportion_between_the_indices(plan):
    panel = plan.panel
    assert panel.width / panel.height == pytest.approx(100 / 172)
    assert panel.centre == pytest.approx((plan.card.width / 2, plan.card.height / 2))
    assert Rect(0, 0, plan.card.width, plan.card.height).inset(6.9).covers(panel)
    assert not any(panel.meets(box.inset(-0.5)) for box in index_boxes(plan))
    assert not any(plan.single.meets(box) for box in index_boxes(plan))


def test_the_index_of_a_poker_card_is_read_across_the_table():
    plan = FacePlan(CardSize("poker", 63.5, 88.9))
    assert INDEX_HIGH * plan.index_scale >= 5.5
