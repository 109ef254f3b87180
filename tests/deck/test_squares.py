from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from replikat.deck.squares import DASH, POSITIONS, Layout, Mark, Square, parse_mark, shared_batch, square_faults
from replikat.errors import LawFault

LAYOUT = Layout({"N": 1, "S": 2})
SLOTS = [Mark("S", 1), Mark("S", 2), Mark("N", 1)]


def faults(marks: list[Mark | None], members: str) -> list[tuple[int, str]]:
    return square_faults(Square("tiny", tuple(marks)), LAYOUT, [sign == "x" for sign in members])


@given(st.sampled_from(POSITIONS), st.integers(1, 999))
def test_mark_survives_writing_and_reading(position: str, number: int) -> None:
    mark = Mark(position, number)  # type: ignore[arg-type]
    assert str(mark) == f"{position}{number}"
    assert parse_mark(str(mark)) == mark


def test_underlined_numbers_mean_one_thing_on_a_back() -> None:
    tens, nines = Layout({"S": 21}, 10), Layout({"S": 18}, 9)
    assert shared_batch({"a": tens, "b": Layout({"W": 12}, 10)}) == 10
    with pytest.raises(LawFault, match="the layout b has no second batch"):
        shared_batch({"a": tens, "b": Layout({"W": 12})})
    with pytest.raises(LawFault, match="the layouts have batches of their own: 10 in a, 9 in b"):
        shared_batch({"a": tens, "b": nines})


@pytest.mark.parametrize("batch", [21, 22])
def test_a_batch_leaves_numbers_for_the_second(batch: int) -> None:
    with pytest.raises(LawFault, match=f"{batch}; expected less than the most numbers of a position, 21"):
        Layout({"S": 21, "M": 13}, batch)
    assert Layout({"S": 21, "M": 13}, 20).batch == 20


def test_dash_is_no_mark() -> None:
    assert parse_mark(DASH) is None


@pytest.mark.parametrize(
    "text", ["", "S", "7", "S0", "S07", "s7", "X5", "S-1", "S1000", "S7 ", " S7", "S٣", "S²", "S1.0", "SS7", "--", "−", "S+1", "MM", "7S"]
)
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r".*"):
        parse_mark(text)


@given(st.text(max_size=4))
def test_what_is_read_is_written_back_the_same(text: str) -> None:
    try:
        mark = parse_mark(text)
    except ValueError:
        return
    assert (str(mark) if mark else DASH) == text


def test_slots_stand_in_the_order_of_the_positions_not_of_the_file() -> None:
    assert list(LAYOUT.slots) == SLOTS
    assert LAYOUT.cards == 3
    everywhere = Layout({"M": 1, "E": 1, "N": 1, "W": 1, "S": 1})
    assert [mark.position for mark in everywhere.slots] == ["S", "W", "N", "E", "M"]


@pytest.mark.parametrize("positions", [{}, {"S": 600, "N": 401}])
def test_layout_has_bounds(positions: dict) -> None:
    with pytest.raises(LawFault):
        Layout(positions)


def test_layout_may_deal_a_thousand() -> None:
    assert Layout({"S": 600, "N": 400}).cards == 1000


def test_square_reads_both_ways() -> None:
    square = Square("tiny", (SLOTS[2], None, SLOTS[0], SLOTS[1]))
    assert str(square) == "N1 - S1 S2"
    assert square.dealt() == {SLOTS[2]: 0, SLOTS[0]: 2, SLOTS[1]: 3}


@pytest.mark.parametrize("order", list(permutations([*SLOTS, None])))
def test_every_order_of_the_marks_keeps_the_law(order: tuple[Mark | None, ...]) -> None:
    assert faults(list(order), "".join("x" if mark else "." for mark in order)) == []


@pytest.mark.parametrize(
    ("marks", "members", "card", "words"),
    [
        ([None, *SLOTS[1:], SLOTS[0]], "xxx.", 0, "a dash on a card that the square deals"),
        ([*SLOTS, SLOTS[0]], "xxx.", 3, "outside the square's pack"),
        ([SLOTS[0], SLOTS[1], Mark("N", 2)], "xxx", 2, "N2 is no mark of the layout tiny"),
        ([SLOTS[0], SLOTS[1], Mark("W", 1)], "xxx", 2, "W1 is no mark of the layout tiny"),
        ([SLOTS[0], SLOTS[1], SLOTS[0]], "xxx", 2, "S1 stands twice in this square; missing N1"),
        ([SLOTS[0], SLOTS[1], None], "xx.", 0, "missing N1"),
    ],
)
def test_every_way_to_break_the_law_is_named(marks: list[Mark | None], members: str, card: int, words: str) -> None:
    place, text = faults(marks, members)[0]
    assert place == card
    assert words in text


def test_all_broken_marks_are_reported() -> None:
    assert [card for card, _ in faults([Mark("E", 1), Mark("S", 9), SLOTS[2], SLOTS[2]], "xxx.")] == [0, 1, 3]
