"""The geometry of backs: nothing overlaps, nothing comes near the trim, digits stay legible, at any grid."""

from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from back_plans import cards, plans
from replikat.cards.back_plan import BAR, DIGIT_WIDTH, FOOT_OFF, SMALLEST_DIGIT, BackPlan, marked, most_squares, plan_back
from replikat.deck.loaders import load_layout
from replikat.deck.squares import POSITIONS, Mark
from replikat.errors import LawFault
from replikat.geometry.paper import CardSize
from replikat.geometry.plane import Point, Rect
from replikat.papers.theme import RIM
from replikat.press.loaders import load_sheet
from support import LIBRARY
from witness import apart, corners, inside


def number_box(digits: int, high: float, baseline: Point) -> Rect:
    """The ink of a number of so many digits, centred on its baseline's middle."""
    return Rect(baseline.x - digits * DIGIT_WIDTH * high / 2, baseline.y - high, digits * DIGIT_WIDTH * high, high)


def square_number_box(plan: BackPlan, number: int) -> Rect:
    return number_box(len(str(number)), plan.number_digit, plan.number_baseline(number))


def test_the_rim_survives_drift_and_cutting():
    assert RIM >= 1.5 + 1.0 + 1.0  # drift of the duplex, error of the cut, white left over


@given(plans())
def test_squares_lie_inside_the_rim_and_apart_from_each_other_and_the_foot(plan):
    room = Rect(0, 0, plan.card.width, plan.height).inset(RIM)
    boxes = [plan.square(number) for number in range(1, plan.squares + 1)]
    assert plan.columns * plan.rows >= plan.squares and plan.columns * (plan.rows - 1) < plan.squares
    assert all(room.covers(box) for box in boxes) and room.covers(plan.foot)
    assert plan.foot.bottom == pytest.approx(room.bottom) and plan.foot.width == pytest.approx(room.width)
    assert all(box.bottom <= plan.foot.y - FOOT_OFF + 1e-6 for box in boxes)
    assert not any(a.inset(-0.25).meets(b.inset(-0.25)) for i, a in enumerate(boxes) for b in boxes[:i])
    order = [(box.y, box.x) for box in boxes]
    assert order == sorted(order), "squares are numbered row by row from the top left"


@given(plans(), st.data())
def test_a_tab_lies_in_its_square_at_its_edge_and_holds_its_number_and_rule(plan, data):
    number = data.draw(st.integers(1, plan.squares))
    square = plan.square(number)
    for position in POSITIONS if plan.corner else POSITIONS[:4]:
        tab = plan.tab(number, Mark(position, 1))
        assert all(square.holds(point, 1e-6) for point in tab.outline), position
        xs, ys = [point.x for point in tab.outline], [point.y for point in tab.outline]
        gaps = {"S": square.bottom - max(ys), "W": min(xs) - square.x, "N": min(ys) - square.y, "E": square.right - max(xs)}
        touched = [edge for edge, gap in gaps.items() if abs(gap) < 1e-6]
        assert touched == ([] if position == "M" else [position])
        ink = number_box(plan.digits, plan.digit, tab.baseline)
        assert all(inside(tab.outline, point) for point in corners(ink)), (position, "number")
        assert all(inside(tab.outline, point) for point in corners(plan.rule(tab.baseline))), (position, "rule")
        assert all(inside(tab.outline, point) for point in corners(plan.dot(tab.baseline, "9"))), (position, "dot")
        assert plan.dot(tab.baseline, "9").x > number_box(1, plan.digit, tab.baseline).right, "the dot stands clear of its digit"
        assert plan.rule(tab.baseline).y > ink.bottom + 0.1, "the rule stands clear of its digit"


@given(plans(), st.data())
def test_tabs_and_dashes_leave_the_square_number_free(plan, data):
    number = data.draw(st.integers(1, plan.squares))
    quiet = square_number_box(plan, number)
    assert plan.square(number).covers(quiet)
    for position in POSITIONS if plan.corner else POSITIONS[:4]:
        assert apart(plan.tab(number, Mark(position, 1)).outline, quiet), position
    assert not plan.dash(number).meets(quiet.inset(-0.1))
    assert plan.square(number).covers(plan.dash(number))


@given(plans(), st.data())
def test_the_groups_sign_meets_no_tab_and_no_number(plan, data):
    number = data.draw(st.integers(1, plan.squares))
    dots = plan.sign(number, 3)
    assert len(dots) == 3 and plan.sign(number, 0) == [] and plan.sign(number, 1) == dots[:1]
    for dot in dots:
        assert plan.square(number).covers(dot)
        assert not dot.meets(square_number_box(plan, number))
        assert all(apart(plan.tab(number, Mark(position, 1)).outline, dot) for position in (POSITIONS if plan.corner else POSITIONS[:4]))


@given(plans(corner=True), st.data())
def test_where_the_middle_is_used_the_square_number_stands_in_one_corner(plan, data):
    number = data.draw(st.integers(1, plan.squares))
    square, box = plan.square(number), square_number_box(plan, number)
    assert box.right < square.centre.x and box.bottom < square.centre.y
    first = plan.square(1), plan.number_baseline(1)
    here = square, plan.number_baseline(number)
    assert here[1].x - here[0].x == pytest.approx(first[1].x - first[0].x)
    assert here[1].y - here[0].y == pytest.approx(first[1].y - first[0].y)


@given(cards, st.booleans(), st.integers(9, 25), st.booleans())
def test_the_largest_grid_has_digits_of_two_millimetres_and_one_more_square_is_refused(card, corner, largest, two_way):
    most = most_squares(card, corner, largest, two_way)
    assert plan_back(card, most, corner, largest, two_way).digit >= SMALLEST_DIGIT - 1e-9
    if most < 60:
        on = "a card card printed two-way" if two_way else "a card card"
        with pytest.raises(LawFault, match=rf"{most + 1} squares leave digits of 1\.\d mm on {on}; expected at most {most} squares"):
            plan_back(card, most + 1, corner, largest, two_way)


def test_a_card_too_small_for_any_square_is_told_so():
    with pytest.raises(LawFault, match=r"^1 squares leave digits of 0\.\d mm on a stamp card printed two-way; expected a larger card$"):
        plan_back(CardSize("stamp", 20, 28), 1, False, 13, two_way=True)


# What docs/printing.md promises, by the name of the card: squares without a middle, with one, and both ways.
MOST = {"poker": (28, 35, 15), "bridge": (28, 28, 12), "tarot": (50, 50, 25), "mini": (15, 12, 6)}
MOST |= {  # labels, inserts and perforated stock
    "bridge-insert": (28, 28, 12),
    "business-51": (21, 21, 9),
    "business-52": (21, 28, 12),
    "credit-card": (21, 24, 12),
    "label-50": (18, 18, 9),
    "label-52": (18, 24, 12),
    "label-59": (28, 28, 12),
    "poker-insert": (28, 28, 12),
}


@pytest.mark.parametrize("layout", LIBRARY.names("layouts"))
@pytest.mark.parametrize("sheet", LIBRARY.names("sheets"))
def test_every_offered_card_carries_its_squares_of_every_layout(sheet, layout):
    positions, card = load_layout(layout, LIBRARY).positions, load_sheet(sheet, LIBRARY).card
    plan = plan_back(card, min(20, MOST[card.name]["M" in positions]), "M" in positions, max(positions.values()))
    assert plan.digit >= SMALLEST_DIGIT


@pytest.mark.parametrize("sheet", LIBRARY.names("sheets"))
def test_cards_carry_as_many_squares_as_is_said(sheet):
    card = load_sheet(sheet, LIBRARY).card
    assert MOST[card.name] == (most_squares(card, False, 13), most_squares(card, True, 13), most_squares(card, False, 13, two_way=True))


# ------------------------------------------------------------------ two-way, underlined


@given(plans())
def test_the_halves_of_a_card_share_its_bar_and_nothing_else(plan):
    if not plan.two_way:
        assert plan.height == plan.card.height
        return
    assert plan.foot.bottom - BAR / 2 == pytest.approx(plan.card.height / 2), "the bar is its own middle"
    boxes = [plan.square(number) for number in range(1, plan.squares + 1)]
    assert all(box.bottom < plan.card.height / 2 - BAR / 2 for box in boxes)


def test_half_a_card_has_square_numbers_in_the_corner_only_where_more_fit_so():
    poker = CardSize("poker", 63.5, 88.9)
    assert [plan_back(poker, squares, False, 13, two_way=True).corner for squares in (6, 12, 13, 15)] == [False, False, True, True]


@given(st.integers(2, 60), st.integers(3, 120))
def test_every_number_is_written_in_its_own_way_and_stays_within_the_larger_batch(batch, largest):
    assume(batch < largest)
    plan = plan_back(CardSize("large", 120, 160), 1, False, largest, batch=batch)
    written = [plan.written(number) for number in range(1, largest + 1)]
    assert len({(number.text, number.ruled) for number in written}) == largest
    assert max(int(number.text) for number in written) == max(batch, largest - batch)
    assert [number.ruled for number in written] == [number > batch for number in range(1, largest + 1)]
    assert all(number.dotted == marked(int(number.text)) for number in written)
    assert all(len(number.text) + number.dotted <= plan.digits for number in written)


def test_digits_grow_where_a_batch_makes_numbers_shorter():
    large = CardSize("large", 70, 120)
    assert plan_back(large, 20, True, 118, batch=59).digit > plan_back(large, 20, True, 118).digit
    assert plan_back(large, 20, True, 21, batch=10) == replace(plan_back(large, 20, True, 21), batch=10)


@pytest.mark.parametrize("corner", [False, True])
def test_square_numbers_are_found_at_a_glance_on_a_bridge_card(corner):
    plan = plan_back(CardSize("bridge", 57.15, 88.9), 20, corner, 13)
    assert plan.number_digit > 1.42 and plan.digit > 2.1


def test_a_full_grid_is_preferred_where_it_costs_little():
    """With an empty place or two the digits of both could be larger, by less than a ninth."""
    bridge = CardSize("bridge", 57.15, 88.9)
    for squares, full, larger in ((9, (3, 3), (2, 5)), (20, (4, 5), (3, 7))):
        plan = plan_back(bridge, squares, False, 13)
        with_empty_places = replace(plan, columns=larger[0], rows=larger[1])
        assert plan.digit < with_empty_places.digit < plan.digit / 0.9
        assert (plan.columns, plan.rows) == full


def test_a_grid_with_empty_places_is_taken_where_a_full_one_costs_much():
    plan = plan_back(CardSize("bridge", 57.15, 88.9), 7, False, 13)
    assert (plan.columns, plan.rows) != (1, 7) and plan.columns * plan.rows > 7


@pytest.mark.parametrize(
    ("number", "turned"), [(6, True), (9, True), (66, True), (16, False), (8, False), (10, False), (86, True), (90, True)]
)
def test_a_number_that_reads_as_another_upside_down_carries_a_rule(number, turned):
    assert marked(number) is turned


@pytest.mark.parametrize("number", range(1, 100))
def test_every_number_without_a_rule_reads_as_no_number_upside_down(number):
    upside_down = {"0": "0", "6": "9", "8": "8", "9": "6", "1": None, "2": None, "3": None, "4": None, "5": None, "7": None}
    turned = [upside_down[digit] for digit in reversed(str(number))]
    other = "".join(digit or "?" for digit in turned)
    if "?" not in other and other[0] != "0" and other != str(number):
        assert marked(number)
