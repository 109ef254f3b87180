"""Sheet formats: cells, crop marks, what lies behind what when the paper is turned over."""

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from replikat.errors import LawFault
from replikat.geometry.paper import CardSize, Paper
from replikat.geometry.plane import Point, Rect
from replikat.press.loaders import load_sheet
from replikat.press.sheets.plan import SheetPlan, plan_sheet
from replikat.press.sheets.spec import Grid, SheetSpec
from support import LIBRARY

EDGE = 5.0  # mm that a home printer cannot reach
PLANS = {name: load_sheet(name, LIBRARY) for name in LIBRARY.names("sheets")}
TWO_SIDED = [name for name, plan in PLANS.items() if not plan.single and not plan.one_sided]
SHEETS = [name for name in TWO_SIDED if PLANS[name].spec.stock is None]
A4, LETTER = Paper("A4", 210, 297), Paper("Letter", 215.9, 279.4)
POKER, BRIDGE = CardSize("poker", 63.5, 88.9), CardSize("bridge", 57.15, 88.9)

any_card = st.builds(CardSize, st.just("card"), st.floats(40, 90), st.floats(50, 130))


@st.composite
def plans(draw):
    """The best fit of any card on any paper."""
    paper = Paper("paper", draw(st.floats(140, 300)), draw(st.floats(150, 430)))
    spec = SheetSpec(draw(any_card), paper, gap=draw(st.sampled_from([0.0, 2.0, 6.0])), flip=draw(st.sampled_from(["long", "short"])))
    try:
        return plan_sheet("best", spec)
    except LawFault:
        assume(False)


def cells(plan: SheetPlan, back: bool = False) -> list[Rect]:
    return [plan.cell(place, back) for place in range(plan.capacity)]


@given(plans())
def test_cells_lie_on_the_page_in_a_centred_block_with_their_gap(plan):
    found = cells(plan)
    assert all(box.width == plan.card.width and box.height == plan.card.height for box in found)
    assert not any(a.meets(b) for i, a in enumerate(found) for b in found[:i])
    left, top = min(box.x for box in found), min(box.y for box in found)
    right, low = max(box.right for box in found), max(box.bottom for box in found)
    assert left == pytest.approx(plan.width - right) and top == pytest.approx(plan.height - low)
    assert [(round(box.y, 6), round(box.x, 6)) for box in found] == sorted((round(box.y, 6), round(box.x, 6)) for box in found)
    for a, b in pairwise(found):
        assert b.x - a.right == pytest.approx(plan.spec.gap) or b.y > a.y


@given(plans(), st.data())
def test_crop_marks_stand_at_every_cut_in_all_margins_and_in_no_cell(plan, data):
    used = data.draw(st.integers(1, plan.capacity))
    back = data.draw(st.booleans())
    marks = plan.crop_marks(used, back)
    held, every = cells(plan, back)[:used], cells(plan, back)
    page = Rect(0, 0, plan.width, plan.height).inset(EDGE)
    for a, b in marks:
        assert page.holds(a, 1e-6) and page.holds(b, 1e-6)
        assert abs(a.x - b.x) + abs(a.y - b.y) >= 3 - 1e-6, "a knife needs 3 mm to be laid against"
        line = Rect(min(a.x, b.x), min(a.y, b.y), abs(a.x - b.x), abs(a.y - b.y)).inset(-0.1)
        assert not any(cell.meets(line) for cell in every)
    for edges, block in (
        ({box.x for box in held} | {box.right for box in held}, "x"),
        ({box.y for box in held} | {box.bottom for box in held}, "y"),
    ):
        level = [a for a, b in marks if getattr(a, block) == pytest.approx(getattr(b, block))]
        for edge in edges:
            sides = [a for a in level if getattr(a, block) == pytest.approx(edge, abs=1e-3)]
            assert len(sides) == 2, "one mark at either end of every cut"
        assert all(any(abs(getattr(a, block) - edge) < 1e-3 for edge in edges) for a in level), "no mark where nothing is cut"


@given(plans())
def test_marks_leave_the_footer_its_margin(plan):
    """The footer stands in the outermost 2.5 mm or 5 mm of its margin, no crop mark enters it."""
    high = 2.5 * plan.footer_lines
    if plan.footer_margin == "left":
        band = Rect(EDGE, EDGE, high, plan.height - 2 * EDGE)
        assert plan.block.x >= plan.block.y
    else:
        band = Rect(EDGE, plan.height - EDGE - high, plan.width - 2 * EDGE, high)
        assert plan.block.y >= plan.block.x
    assert not any(band.meets(cell) for cell in cells(plan))
    for back in (False, True):
        for a, b in plan.crop_marks(plan.capacity, back):
            assert not band.meets(Rect(min(a.x, b.x), min(a.y, b.y), abs(a.x - b.x), abs(a.y - b.y)).inset(-0.01), 0.02)


# ------------------------------------------------------------------ turning the paper


def behind(plan: SheetPlan, at: Point, up: tuple[int, int]) -> tuple[Point, tuple[int, int]]:
    """Where a spot of the front, and an arrow on it, are seen once the paper lies on its face.

    Paper turned over its left or right edge swaps left and right; over its upper or lower edge, top and bottom.
    """
    sides_are_long = plan.height > plan.width
    over_a_side = sides_are_long if plan.spec.flip == "long" else not sides_are_long
    if over_a_side:
        return Point(plan.width - at.x, at.y), (-up[0], up[1])
    return Point(at.x, plan.height - at.y), (up[0], -up[1])


def printed_back(plan: SheetPlan, place: int) -> tuple[Point, tuple[int, int]]:
    """Where the middle of a back is printed on its page, and where its upper edge points."""
    at, up = plan.cell(place, back=True).centre, (0, -1)
    return (Point(plan.width - at.x, plan.height - at.y), (0, 1)) if plan.back_is_turned else (at, up)


def assert_in_register(plan: SheetPlan) -> None:
    for place in range(plan.capacity):
        spot, up = behind(plan, plan.cell(place).centre, (0, -1))
        printed, printed_up = printed_back(plan, place)
        assert tuple(printed) == pytest.approx(tuple(spot))
        assert printed_up == up, "a card turned sideways is upright on both sides"


@pytest.mark.parametrize("sheet", TWO_SIDED)
@pytest.mark.parametrize("flip", ["long", "short"])
def test_every_back_of_a_packaged_sheet_lies_behind_its_face(sheet, flip):
    plan = load_sheet(sheet, LIBRARY)
    assert_in_register(replace(plan, spec=replace(plan.spec, flip=flip)))


@given(plans())
def test_every_back_of_any_sheet_lies_behind_its_face(plan):
    assume(plan.width != plan.height)  # square paper has no long edge
    assert_in_register(plan)


NINE = {
    # the page of backs as it is printed: which card lies in which cell, u = upside down; cards 0 to 8 by rows on the front
    ("portrait", "long"): "2 1 0 / 5 4 3 / 8 7 6",
    ("portrait", "short"): "6u 7u 8u / 3u 4u 5u / 0u 1u 2u",
    ("landscape", "long"): "6u 7u 8u / 3u 4u 5u / 0u 1u 2u",
    ("landscape", "short"): "2 1 0 / 5 4 3 / 8 7 6",
}


@pytest.mark.parametrize(("lying", "flip"), NINE)
def test_nine_cards_spelled_out(lying, flip):
    paper = (240.0, 300.0) if lying == "portrait" else (300.0, 240.0)
    plan = SheetPlan("nine", SheetSpec(CardSize("card", 60, 60), Paper("paper", 240, 300), flip=flip), *paper, 3, 3)
    page = {}
    for card in range(9):
        at, up = printed_back(plan, card)
        page[round(at.y), round(at.x)] = f"{card}u" if up == (0, 1) else str(card)
    rows = [[page[key] for key in sorted(page)][first : first + 3] for first in (0, 3, 6)]
    assert " / ".join(" ".join(row) for row in rows) == NINE[lying, flip]


@given(plans(), st.integers(1, 130))
def test_a_partial_last_sheet_keeps_its_cells(plan, cards):
    spread = plan.spread(cards)
    assert sum(count for _, count in spread) == cards
    assert [first for first, _ in spread] == list(range(0, cards, plan.capacity))
    assert all(count == plan.capacity for _, count in spread[:-1])


# ------------------------------------------------------------------ the packaged formats


@pytest.mark.parametrize("sheet", SHEETS)
def test_packaged_sheets_have_whole_crop_marks_unless_their_name_says_tight(sheet):
    plan = load_sheet(sheet, LIBRARY)
    assert (plan.mark_room >= 3) != ("tight" in sheet)
    assert (plan.spec.grid is not None) == ("tight" in sheet), "a tighter grid is asked for, never chosen"
    shortest = min(abs(a.x - b.x) + abs(a.y - b.y) for a, b in plan.crop_marks(plan.capacity))
    assert plan.mark_room == pytest.approx(shortest), "what is said of the marks is what is drawn"
    assert all(Rect(0, 0, plan.width, plan.height).inset(EDGE).covers(cell) for cell in cells(plan))


@pytest.mark.parametrize(
    ("sheet", "grid"),
    [
        ("a4-poker", (3, 3)),
        ("a4-bridge", (3, 3)),
        ("a4-bridge-tight", (5, 2)),
        ("letter-poker", (4, 2)),
        ("letter-poker-tight", (3, 3)),
        ("letter-bridge", (4, 2)),
    ],
)
def test_packaged_sheets_hold_as_many_cards_as_documented(sheet, grid):
    plan = load_sheet(sheet, LIBRARY)
    assert (plan.columns, plan.rows) == grid
    assert {plan.width, plan.height} == ({210, 297} if sheet.startswith("a4") else {215.9, 279.4})


@given(any_card, st.sampled_from([A4, LETTER]))
def test_no_grid_with_whole_marks_holds_more_cards_than_the_best_fit(card, paper):
    try:
        best = plan_sheet("best", SheetSpec(card, paper)).capacity
    except LawFault:
        best = 0
    for width, height in ((paper.width, paper.height), (paper.height, paper.width)):
        for columns in range(1, 8):
            for rows in range(1, 8):
                across, down = (width - columns * card.width) / 2, (height - rows * card.height) / 2
                # 5 mm white, 3 mm of mark, 1 mm off the card, and on the wider side one line of footer
                if min(across, down) >= 9 and max(across, down) >= 11.5:
                    assert columns * rows <= best


@pytest.mark.parametrize(
    ("card", "paper", "grid", "said"),
    [
        (POKER, A4, Grid(4, 3), r"4 x 3 poker cards on A4: 54\.0 mm too wide, with the 5 mm"),  # 254 - (210 - 10)
        (POKER, LETTER, Grid(4, 3), r"4 x 3 poker cards on Letter: 48\.1 mm too wide, with"),  # 254 - (215.9 - 10)
        (BRIDGE, A4, Grid(6, 2), r"6 x 2 bridge cards on A4: 55\.9 mm too wide, with"),  # on its side, 342.9 - (297 - 10)
        (BRIDGE, A4, Grid(6, 3), r"6 x 3 bridge cards on A4: 55\.9 mm too wide and 66\.7 mm too high, with"),
        (CardSize("wide", 66, 95), A4, Grid(3, 3), r"3 x 3 wide cards on A4: 3\.0 mm too large for the 2\.5 mm of a footer on one side"),
    ],
)
def test_an_impossible_grid_says_by_how_much(card, paper, grid, said):
    with pytest.raises(LawFault, match=said):
        plan_sheet("sheet", SheetSpec(card, paper, grid))


def test_a_card_too_large_for_its_paper_is_refused():
    with pytest.raises(LawFault, match=r"a huge card is 13\.0 mm too large for A4"):
        plan_sheet("sheet", SheetSpec(CardSize("huge", 205, 290), A4))


def test_a_grid_needs_a_paper():
    with pytest.raises(LawFault, match="a grid needs a paper"):
        SheetSpec(POKER, grid=Grid(3, 3))


@pytest.mark.parametrize("sheet", [name for name, plan in PLANS.items() if plan.single])
def test_a_single_card_lies_in_its_bleed(sheet):
    plan = load_sheet(sheet, LIBRARY)
    assert plan.spec.bleed == 3 and plan.capacity == 1
    assert (plan.width, plan.height) == (plan.card.width + 6, plan.card.height + 6)
    assert plan.cell(0) == plan.cell(0, back=True) == Rect(3, 3, plan.card.width, plan.card.height)


# ------------------------------------------------------------------ stock, stickers, inserts, gutterfold

STOCK = {  # upright sheet: first cell's corner, cell, and from cell to cell, as the maker gives them
    "labels-5395": ((17.5, 14.8), (85.7, 59.3), (95.25, 63.5), 2, 4),
    "labels-l4785": ((18, 13), (80, 50), (95, 55), 2, 5),
    "labels-6408252": ((16, 18.5), (82, 52), (96, 52), 2, 5),
    "stock-32015": ((17, 31.5), (85, 54), (91, 60), 2, 4),
    "stock-c32011": ((15, 13.5), (85, 54), (95, 54), 2, 5),
    "stock-32010": ((14.1, 14.1), (85, 54), (94.9, 54), 2, 5),
    "stock-7414": ((15, 18.5), (90, 52), (90, 52), 2, 5),
    "stock-5371": ((19.05, 12.7), (88.9, 50.8), (88.9, 50.8), 2, 5),
}


@pytest.mark.parametrize("sheet", STOCK)
def test_cells_lie_where_the_maker_of_the_stock_has_them(sheet):
    """Stood up for the printer, upper edge to the left, the cards lie in the cells of the upright sheet."""
    (x, y), (wide, high), (across, down), columns, rows = STOCK[sheet]
    plan = PLANS[sheet]
    found = [plan.cell(place) for place in range(plan.capacity)]
    stood = sorted((cell.y, plan.width - cell.right, cell.height, cell.width) for cell in found)
    wanted = sorted((x + column * across, y + row * down, wide, high) for column in range(columns) for row in range(rows))
    for one, other in zip(stood, wanted, strict=True):
        assert one == pytest.approx(other, abs=1e-6)
    assert plan.crop_marks(plan.capacity) == [], "the stock is perforated"


FOLDED = [name for name, plan in PLANS.items() if plan.folded]


@pytest.mark.parametrize("sheet", FOLDED)
def test_a_back_comes_to_lie_behind_its_face_when_the_sheet_is_folded(sheet):
    plan = PLANS[sheet]
    line = plan.fold.start.y
    for place in range(plan.capacity):
        face, back = plan.cell(place), plan.cell(place, back=True)
        assert (back.x, back.y) == pytest.approx((face.x, 2 * line - face.bottom))
        assert line - face.bottom >= 5 - 1e-9 and back.y - line >= 5 - 1e-9
        assert Rect(0, 0, plan.width, plan.height).inset(EDGE).covers(back)


@pytest.mark.parametrize("start", [0, 3, 7])
@pytest.mark.parametrize("count", [0, 1, 5, 8, 20])
def test_a_used_sheet_is_filled_up_and_the_next_ones_are_whole(start, count):
    spread = PLANS["labels-5395"].spread(count, start)
    assert sum(held for _, held in spread) == count
    assert [first for first, _ in spread] == [sum(held for _, held in spread[:i]) for i in range(len(spread))]
    assert all(held <= (8 - start if i == 0 else 8) for i, (_, held) in enumerate(spread))
    assert len(spread) == (-(-(count + start) // 8) if count else 0)


def test_ink_further_inside_keeps_the_cells_or_says_what_is_missing():
    plan = PLANS["a4-poker"]
    inner = plan.within(7.0)
    assert [inner.cell(place) for place in range(9)] == [plan.cell(place) for place in range(9)]
    ends = [point for mark in inner.crop_marks(9) for point in mark]
    assert all(Rect(0, 0, 210, 297).inset(7 - 1e-6).holds(point) for point in ends)
    with pytest.raises(LawFault, match=r"1\.0 mm are missing on a4-poker: ink must stay 10\.2 mm from the paper's edges"):
        plan.within(10.25)
    assert plan.within(10.25, marked=False).inkless == 10.25, "a side without crop marks needs room for its footer alone"
