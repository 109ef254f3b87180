"""Swiss pairings: near in the standings, never again while that can be avoided, one bye each."""

from collections import Counter
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from evenings import people, planned, teams
from replikat.events.event import Change
from replikat.events.schedules.seating import Meetings
from replikat.events.schedules.swiss import next_round
from replikat.events.schedules.tournament import SoFar


@given(st.integers(2, 16), st.data())
def test_nobody_meets_again_and_nobody_rests_twice_while_that_can_be_avoided(count: int, data: st.DataObject) -> None:
    played: Meetings = []
    rounds = data.draw(st.integers(1, max(1, (count - 1) // 2)))  # so many rounds can always be played without repeats
    for _ in range(rounds):
        ranked = data.draw(st.permutations(range(count)))
        played.append(next_round(ranked, 2, played))
    met = Counter(frozenset(meeting) for turn in played for meeting in turn)
    assert max(met.values()) == 1
    rested = [sum(all(who not in meeting for meeting in turn) for turn in played) for who in range(count)]
    assert max(rested) <= 1


def test_neighbours_in_the_standings_meet() -> None:
    assert {frozenset(one) for one in next_round([3, 1, 0, 2], 2, [])} == {frozenset({3, 1}), frozenset({0, 2})}
    assert {frozenset(one) for one in next_round([3, 1, 0, 2], 2, [[(3, 1), (0, 2)]])} == {frozenset({3, 0}), frozenset({1, 2})}


def test_a_repeat_is_made_only_when_all_have_met() -> None:
    everybody = [[(0, 1), (2, 3)], [(0, 2), (1, 3)], [(0, 3), (1, 2)]]
    assert len(next_round([0, 1, 2, 3], 2, everybody)) == 2


def test_who_held_the_first_seat_more_often_takes_the_other() -> None:
    assert next_round([0, 1, 2, 3], 2, [[(0, 2), (1, 3)], [(0, 3), (2, 1)]]) == [(1, 0), (3, 2)]


@given(st.integers(4, 23), st.sampled_from([3, 4]))
def test_larger_tables_take_everybody_who_can_sit(count: int, size: int) -> None:
    played: Meetings = []
    for _ in range(3):
        played.append(next_round(range(count), size, played))
        seated = [who for meeting in played[-1] for who in meeting]
        assert len(seated) == len(set(seated)) == count - count % size


def swiss(so_far: SoFar, **keys: object) -> list[list[set[str]]]:
    schedule = planned(so_far=so_far, use="tournament", game="german-whist", movement="swiss", squares="1-9", rounds=3, **keys)
    return [[set(sitting.people) for sitting in round_.sittings[::3]] for round_ in schedule.rounds]


def test_a_swiss_is_planned_one_round_on() -> None:
    first = swiss(SoFar(), players=people(4))
    assert first == [[{"P1", "P2"}, {"P3", "P4"}]]
    points = {"P2": Fraction(5), "P4": Fraction(3), "P1": Fraction(-5), "P3": Fraction(-3)}
    more = swiss(SoFar(((("P1", "P2"), ("P3", "P4")),), points), players=people(4))
    assert more[:1] == first
    assert [{frozenset(one) for one in more[1]}] == [{frozenset({"P2", "P4"}), frozenset({"P1", "P3"})}]


def test_who_comes_late_is_paired_from_then_on() -> None:
    changes = (Change(2, gone=("P1",), come=("P5", "P6")),)
    so_far = SoFar(((("P1", "P2"), ("P3", "P4")),), {})
    assert swiss(SoFar(), players=people(6), changes=changes) == [[{"P1", "P2"}, {"P3", "P4"}]]
    second = swiss(so_far, players=people(6), changes=changes)[1]
    assert set().union(*second) <= {"P2", "P3", "P4", "P5", "P6"}
    assert len(second) == 2


def test_teams_cross_in_a_swiss_too() -> None:
    schedule = planned(use="tournament", game="whist", movement="swiss", squares="1-4", rounds=2, teams=teams(4, 4))
    assert schedule.open
    assert {sitting.section for sitting in schedule.sittings} == {("team 1", "team 2"), ("team 3", "team 4")}


def test_the_last_of_those_who_sat_out_least_sits_out() -> None:
    assert {frozenset(one) for one in next_round([2, 0, 1], 2, [])} == {frozenset({2, 0})}
    assert {frozenset(one) for one in next_round([2, 0, 1], 2, [[(2, 0)]])} == {frozenset({2, 1})}
    assert {frozenset(one) for one in next_round([4, 2, 0, 1, 3], 4, [])} == {frozenset({4, 2, 0, 1})}
