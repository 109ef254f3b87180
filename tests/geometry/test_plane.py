"""Rectangles of a sheet: what covers what, what meets what."""

from math import hypot

import pytest
from hypothesis import given
from hypothesis import strategies as st

from replikat.geometry.plane import Matrix, Point, Rect, shrunk

numbers = st.floats(-200, 200)
sizes = st.floats(0.1, 200)
rects = st.builds(Rect, numbers, numbers, sizes, sizes)


def test_a_rectangle_knows_its_edges():
    box = Rect(10, 20, 30, 40)
    assert (box.right, box.bottom, box.centre) == (40, 60, Point(25, 40))
    assert box.inset(5) == Rect(15, 25, 20, 30)
    assert box.inset(-5) == Rect(5, 15, 40, 50)


@given(rects, rects)
def test_meeting_is_mutual_and_follows_from_a_common_point(a, b):
    assert a.meets(b) == b.meets(a)
    left, right = max(a.x, b.x), min(a.right, b.right)
    top, low = max(a.y, b.y), min(a.bottom, b.bottom)
    if right - left > 1e-3 and low - top > 1e-3:
        assert a.meets(b)
    if right - left < 0 or low - top < 0:
        assert not a.meets(b)


def test_rectangles_that_share_an_edge_do_not_meet():
    assert not Rect(0, 0, 10, 10).meets(Rect(10, 0, 10, 10))
    assert not Rect(0, 0, 10, 10).meets(Rect(0, 10, 10, 10))
    assert Rect(0, 0, 10, 10).meets(Rect(9.9, 9.9, 10, 10))


@given(rects, st.floats(0.001, 5))
def test_a_rectangle_covers_its_inset_and_not_the_other_way(box, by):
    inner = box.inset(min(by, box.width / 3, box.height / 3))
    assert box.covers(inner)
    assert not inner.covers(box, slack=0)
    assert box.holds(box.centre) and not box.holds(Point(box.right + by, box.y))
    assert box.holds(Point(box.right + by, box.y), slack=by + 1e-9)


@given(st.floats(4, 20), st.floats(2, 6), st.floats(0, 1.5), st.floats(0.05, 0.4), st.booleans())
def test_a_shrunk_outline_keeps_its_distance_from_every_edge(width, depth, slope, by, backwards):
    tab = (Point(0, 0), Point(width, 0), Point(width - slope, depth), Point(slope, depth))
    outline = tab[::-1] if backwards else tab
    inner = shrunk(outline, by)
    for a, b in zip(outline, (*outline[1:], outline[0]), strict=True):
        away = [abs((b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)) / hypot(b.x - a.x, b.y - a.y) for p in inner]
        assert min(away) == pytest.approx(by)
    assert all(0 < p.x < width and 0 < p.y < depth for p in inner)


numbers_of_maps = st.floats(-3, 3)
maps = st.builds(Matrix, *[numbers_of_maps] * 6)


@given(maps, maps, numbers, numbers)
def test_a_map_after_another_does_one_and_then_the_other(last: Matrix, first: Matrix, x: float, y: float) -> None:
    assert last.after(first)(Point(x, y)) == pytest.approx(last(first(Point(x, y))), abs=1e-6)
