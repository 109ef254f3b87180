"""How evenly a plan compares people, against the best possible; and who is never compared."""

from typing import Any

import pytest

from evenings import judged, pairs, people, planned
from replikat.events.event import Change
from replikat.events.schedule import Schedule
from replikat.events.schedules.counts import compared
from replikat.events.schedules.evenness import Evenness, evenness_of, exact_howell_excluded

BRIDGE: dict[str, Any] = {"use": "tournament", "game": "bridge"}


def evenness(schedule: Schedule) -> Evenness:
    found = evenness_of(schedule, compared(schedule))
    assert found is not None
    return found


@pytest.mark.parametrize("count", [4, 7, 8, 9, 11, 12, 13, 17, 19, 20, 23, 24])
def test_the_exact_howells_of_the_page(count: int) -> None:
    value = evenness(planned(**BRIDGE, squares=f"1-{count - 1 + count % 2}", pairs=pairs(count)))
    assert value.fewest == value.most == value.best[0] == value.best[1] == (count - 2 - count % 2) // 2
    assert value.even and value.never == () and len(value.fields) == 1


@pytest.mark.parametrize(("count", "span"), [(5, (0, 2)), (6, (1, 3)), (10, (3, 5)), (14, (5, 7))])
def test_where_no_howell_can_be_exact_the_next_best_is(count: int, span: tuple[int, int]) -> None:
    assert exact_howell_excluded(count)
    value = evenness(planned(**BRIDGE, squares=f"1-{count - 1 + count % 2}", pairs=pairs(count)))
    assert (value.fewest, value.most) == value.best == span
    assert value.even


def test_of_five_pairs_no_choice_of_sides_is_exact() -> None:
    """The meetings of five are those of one way alone; all 1024 choices of who holds the first side are counted."""
    turns = [[((step + k) % 5, (step - k) % 5) for k in (1, 2)] for step in range(5)]
    for choice in range(1 << 10):
        alike = []
        for turn, meetings in enumerate(turns):
            chosen = [m[::-1] if choice >> (2 * turn + place) & 1 else m for place, m in enumerate(meetings)]
            alike += [frozenset((chosen[0][side], chosen[1][side])) for side in (0, 1)]
        assert len(set(alike)) < 10, "ten comparisons, ten pairs: exact would be each once"


@pytest.mark.parametrize(("count", "excluded"), [(9, False), (13, False), (16, False), (17, False), (18, True), (21, True), (25, False)])
def test_numbers_for_which_an_exact_one_is_excluded(count: int, excluded: bool) -> None:
    assert exact_howell_excluded(count) is excluded


def test_a_search_that_missed_an_exact_one_is_not_called_even() -> None:
    value = evenness(planned(**BRIDGE, squares="1-15", pairs=pairs(16)))
    assert value.best == (7, 7) and not value.even


def test_squares_of_one_round_are_counted_together() -> None:
    value = evenness(planned(**BRIDGE, squares="1-18", pairs=pairs(9)))
    assert (value.fewest, value.most, value.best) == (6, 6, (6, 6))
    value = evenness(planned(**BRIDGE, squares="1-20", pairs=pairs(6)))
    assert (value.fewest, value.most, value.best) == (4, 12, (4, 12)) and value.even


def test_two_who_are_never_compared_are_a_flaw() -> None:
    schedule, verdict = judged(**BRIDGE, squares="1-5", pairs=pairs(5))
    assert evenness(schedule).never == (("pair 1", "pair 3"), ("pair 2", "pair 5"))
    assert verdict.flaws == ("never compared: pair 1 and pair 3, pair 2 and pair 5",)
    _, verdict = judged(use="rotation", game="hearts", squares="1-4", players=people(4), passes=2)
    assert "never compared: P1 and P3, P2 and P4" in verdict.flaws


def test_fields_of_a_mitchell_are_named() -> None:
    value = evenness(planned(**BRIDGE, movement="mitchell", squares="1-9", pairs=pairs(6)))
    assert value.fields == (("pair 1", "pair 2", "pair 3"), ("pair 4", "pair 5", "pair 6"))
    assert len(value.never) == 9


def test_a_swiss_that_goes_on_is_told_as_far_as_it_is() -> None:
    _, verdict = judged(**BRIDGE, movement="swiss", squares="1-6", rounds=3, pairs=pairs(6))
    assert [flaw for flaw in verdict.flaws if flaw.startswith("so far never compared")]


def test_missing_pairs_do_not_pass_for_a_whole_howell() -> None:
    """Ten pairs can never be exact; ten of which one is gone are held against what their comparisons allow."""
    schedule = planned(**BRIDGE, squares="1-9", pairs=pairs(10), changes=(Change(9, gone=("pair 1",), keep=True),))
    total = sum(compared(schedule).values())
    assert evenness(schedule).best == (total // 45, -(-total // 45))
