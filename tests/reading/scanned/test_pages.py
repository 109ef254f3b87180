"""Pages that are pictures: they are laid straight, their bars found, and one format laid on these, or none."""

from functools import cache
from math import radians
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from replikat.cards.back_plan import bar_of
from replikat.geometry.plane import IDENTITY, Point, Rect
from replikat.press.loaders import load_sheet
from replikat.press.sheets.plan import SheetPlan
from replikat.reading.scanned.pages import (
    OFF,
    Laid,
    Scan,
    about,
    bars,
    fitted,
    lay_bars,
    scale_of,
    scanned_pages,
    similar,
    straighten,
    turned,
)
from support import LIBRARY
from witness import printed

DPI = 150
FEW = ("7S", "QS", "AH", "10C", "KD")
MM = st.floats(-300, 300)
POINTS = st.builds(Point, MM, MM)
LIES = st.builds(lambda size, angle, x, y: similar(size * turned(angle), complex(x, y)), st.floats(0.5, 2), st.floats(-180, 180), MM, MM)


def near(one: Point, other: Point, within: float = 1e-6) -> bool:
    return abs(complex(*one) - complex(*other)) <= within


# ------------------------------------------------------------------ maps


@given(LIES, LIES, LIES, POINTS)
def test_maps_do_one_after_another(one, two, three, at):
    assert near(two.after(one)(at), two(one(at)))
    assert near(three.after(two).after(one)(at), three.after(two.after(one))(at))
    assert near(one.after(IDENTITY)(at), one(at)) and near(IDENTITY.after(one)(at), one(at))
    assert scale_of(two.after(one)) == pytest.approx(scale_of(two) * scale_of(one))


@given(POINTS, st.floats(-180, 180), st.floats(0.5, 2), POINTS)
def test_a_point_about_which_is_turned_stays(middle, degrees, size, at):
    lie = about(middle, size * turned(degrees))
    assert near(lie(middle), middle)
    assert abs(complex(*lie(at)) - complex(*middle)) == pytest.approx(size * abs(complex(*at) - complex(*middle)), abs=1e-6)
    assert near(about(middle, 1 / complex(lie.a, lie.b)).after(lie)(at), at)


def test_turning_is_clockwise_as_people_see_it():
    """From the top of a dial, y counting down, a quarter goes to its right."""
    assert near(about(Point(10, 10), turned(90))(Point(10, 0)), Point(20, 10))


@given(LIES, st.lists(POINTS, min_size=2, max_size=9, unique=True))
def test_the_map_between_points_is_found_and_its_inverse(lie, points):
    assume(max(abs(complex(*at) - complex(*points[0])) for at in points) > 1)
    pairs = [(at, lie(at)) for at in points]
    there, back = fitted(pairs), fitted([(b, a) for a, b in pairs])
    assert all(near(there(at), lie(at)) and near(back(lie(at)), at) for at in points)


# ------------------------------------------------------------------ pages


@cache
def scans(path: Path) -> list[Scan]:
    return list(scanned_pages(path, DPI))


def page(sheet: str, side: str = "backs", only: tuple[str, ...] = FEW, **options) -> Scan:
    return scans(printed("small", sheet, sides=(side,), only=only, **options))[0]


def put(scan: Scan, skew: float = 0.0, scale: float = 1.0, moved: tuple[float, float] = (0, 0)) -> Scan:
    """The page turned clockwise by so many degrees, scaled about its middle and then moved by mm, with some paper around it."""
    where = similar(1, complex(*moved)).after(about(scan.middle, scale * turned(skew))).inverse()
    return Scan(scan.number, scan.cut(Rect(0, 0, *scan.size), where), scan.dpi)


def laid(scan: Scan, plan: SheetPlan, two_way: bool = False) -> Laid | None:
    straight = straighten(scan)
    ways = [lay_bars(bars(scan, straight), scan.middle, straight, plan, two_way, upside) for upside in (False, True)]
    return min((way for way in ways if way), key=lambda way: way.unlikely, default=None)


def plan_of(sheet: str) -> SheetPlan:
    return load_sheet(sheet, LIBRARY)


def bar_places(plan: SheetPlan, places: range, two_way: bool = False) -> list[Rect]:
    bar = bar_of(plan.card, two_way)
    return [Rect(cell.x + bar.x, cell.y + bar.y, bar.width, bar.height) for cell in (plan.cell(place, back=True) for place in places)]


@pytest.mark.parametrize(("side", "degrees"), [("faces", 0.1), ("backs", 0.05)])  # faces have fewer straight edges
@pytest.mark.parametrize("skew", [-1.83, -0.4, 0.0, 0.07, 1.31])
def test_a_skew_is_found(side, degrees, skew):
    straight = straighten(put(page("a4-poker", side, ()), skew))
    assert scale_of(straight) == pytest.approx(1)
    assert near(straight(Point(105, 148.5)), Point(105, 148.5), 0.2)
    assert abs(complex(straight.a, straight.b) - turned(skew)) <= radians(degrees)


def test_bars_are_those_of_the_backs_and_nothing_else_is_one():
    """On a whole page of backs; the ruler in its margin and the faces on the other side have none."""
    plan = plan_of("a4-poker")
    scan = page("a4-poker", only=())
    found = sorted(bars(scan, IDENTITY), key=lambda bar: (round(bar.y), bar.x))
    wanted = sorted(bar_places(plan, range(plan.capacity)), key=lambda bar: (round(bar.y), bar.x))
    assert len(found) == plan.capacity
    for bar, place in zip(found, wanted, strict=True):
        assert near(Point(bar.x, bar.y), Point(place.x, place.y), 0.4) and near(
            Point(bar.right, bar.bottom), Point(place.right, place.bottom), 0.4
        )
    assert bars(page("a4-poker", "faces", only=()), IDENTITY) == []
    assert bars(Scan(1, Image.new("L", (1240, 1754), 255), DPI), IDENTITY) == []


@pytest.mark.parametrize(("skew", "scale", "moved"), [(0, 1, (0, 0)), (1.5, 1.03, (2, -1.5)), (-1.5, 0.97, (-3, 2)), (0.6, 1, (0, 4))])
@pytest.mark.parametrize("upside", [False, True])
def test_a_format_is_laid_as_the_page_lies(skew, scale, moved, upside):
    plan, scan = plan_of("a4-poker"), page("a4-poker")
    shown = put(Scan(1, scan.picture.rotate(180), DPI) if upside else scan, skew, scale, moved)
    found = laid(shown, plan)
    assert found is not None and found.turned == upside and found.off <= 0.5
    assert scale_of(found.lie) == pytest.approx(scale, abs=0.003)
    truth = similar(1, complex(*moved)).after(about(scan.middle, scale * turned(skew + 180 * upside)))
    cells = [plan.cell(place, back=True) for place in range(len(FEW))]
    assert all(near(found.lie(cell.centre), truth(cell.centre), 0.4) for cell in cells)


@pytest.mark.parametrize(
    ("sheet", "options"),
    [("a4-poker", ("two-way",)), ("single", ()), ("single", ("two-way",)), ("gutterfold-a4-poker", ()), ("inserts-a4-poker", ())],
)
def test_every_kind_of_format_is_laid_on_its_own_page(sheet, options):
    plan = plan_of(sheet)
    sides = ("faces", "backs") if plan.folded else ("backs",)
    scan = put(scans(printed("small", sheet, sides=sides, only=FEW, options=options))[0], 0.8, 1.02)
    found = laid(scan, plan, "two-way" in options)
    assert found is not None and found.off < OFF and not (found.turned and "two-way" not in options)
    assert laid(scan, plan, "two-way" not in options) is None


@pytest.mark.parametrize("other", ["a4-bridge", "a4-mini", "a4-tarot", "gutterfold-a4-poker", "single"])
def test_another_format_does_not_fit(other):
    assert laid(put(page("a4-poker"), 0.5), plan_of(other)) is None


def painted(scan: Scan, box: Rect, grey: int) -> Scan:
    picture = scan.picture.copy()
    ImageDraw.Draw(picture).rectangle([round(side * scan.dots) for side in (box.x, box.y, box.right, box.bottom)], fill=grey)
    return Scan(scan.number, picture, scan.dpi)


def test_a_bar_lost_or_one_too_many_does_not_move_the_sheet():
    plan = plan_of("a4-poker")
    whole = page("a4-poker")
    torn = painted(whole, bar_places(plan, range(1, 2))[0].inset(-0.3), 255)
    more = painted(whole, Rect(75, 225, 60, 1.2), 0)
    lies = [laid(put(scan, 0.9, 0.99, (1, 1)), plan) for scan in (whole, torn, more, painted(torn, Rect(75, 225, 60, 1.2), 0))]
    counts = [len(bars(scan, IDENTITY)) for scan in (whole, torn, more)]
    assert counts == [5, 4, 6]
    for lie in lies:
        assert lie is not None and lies[0] is not None
        assert all(near(lie.lie(at), lies[0].lie(at), 0.3) for at in (Point(20, 20), Point(190, 270)))
