"""Swiss pairings: near in the standings, never again while that can be avoided, one bye each."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evenings import people, planned, teams
from replikat.events.event import Change
from replikat.events.schedules.seating import Meetings
from replikat.events.schedules.swiss import next_round
from replikat.events.schedules.tournament import SoFar

Pair = frozenset[int]


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
    places = {"P2": 1, "P4": 2, "P3": 3, "P1": 4}
    more = swiss(SoFar(((("P1", "P2"), ("P3", "P4")),), places), players=people(4))
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


# ---- held against all pairings that there are


def pairings(here: list[int]) -> Iterator[list[Pair]]:
    """Yield all ways to pair everybody, by their places in the standings, the nearest first."""
    if not here:
        yield []
        return
    first, *others = here
    for other in others:
        for rest in pairings([one for one in others if one != other]):
            yield [frozenset((first, other)), *rest]


def best_round(ranked: list[int], played: list[set[Pair]]) -> set[Pair]:
    """Return the best of all next rounds; of those with the same worth, the first by the standings."""
    often = [sum(who in pair for turn in played for pair in turn) for who in ranked]
    last = played[-1] if played else set()
    met = [pair for turn in played for pair in turn]
    resting: list[int | None] = [None]
    if len(ranked) % 2:
        resting = [who for who, count in zip(ranked, often, strict=True) if count == max(often)][::-1]
    rounds = [pairs for away in resting for pairs in pairings([one for one in ranked if one != away])]
    return set(min(rounds, key=lambda pairs: (sum(pair in last for pair in pairs), sum(map(met.count, pairs)))))


@given(st.integers(4, 8), st.integers(1, 12), st.data())
def test_every_round_is_the_best_of_all_that_there_are(count: int, rounds: int, data: st.DataObject) -> None:
    played: Meetings = []
    sets: list[set[Pair]] = []
    for _ in range(rounds):
        ranked = data.draw(st.permutations(range(count)))
        played.append(next_round(ranked, 2, played))
        coming = {frozenset(meeting) for meeting in played[-1]}
        assert coming == best_round(ranked, sets)
        sets.append(coming)


@pytest.mark.parametrize(("count", "rounds"), [(4, 9), (5, 10), (6, 8), (7, 15), (8, 20)])
def test_more_rounds_than_opponents_never_bring_the_same_two_twice_running(count: int, rounds: int) -> None:
    """The standings stay as they are, so that the first two would meet again and again."""
    played: Meetings = []
    for _ in range(rounds):
        played.append(next_round(range(count), 2, played))
    sets = [{frozenset(meeting) for meeting in turn} for turn in played]
    assert not any(one & other for one, other in pairwise(sets))
    met = Counter(pair for turn in sets for pair in turn)
    often = [met[frozenset(pair)] for pair in combinations(range(count), 2)]
    assert max(often) - min(often) <= 1
    seated = Counter(who for turn in played for meeting in turn for who in meeting)
    assert max(seated.values()) - min(seated.values()) <= 1


def test_larger_tables_do_not_meet_twice_running_while_others_have_met_as_often() -> None:
    """Any two of nine have met once; those who met just now stand beside each other."""
    played: Meetings = [
        [(0, 1, 2), (3, 4, 5), (6, 7, 8)],
        [(0, 3, 6), (1, 4, 7), (2, 5, 8)],
        [(0, 4, 8), (1, 5, 6), (2, 3, 7)],
        [(0, 5, 7), (1, 3, 8), (2, 4, 6)],
    ]
    coming = next_round([0, 5, 7, 1, 3, 8, 2, 4, 6], 3, played)
    pairs = {frozenset(pair) for meeting in coming for pair in combinations(meeting, 2)}
    last = {frozenset(pair) for meeting in played[-1] for pair in combinations(meeting, 2)}
    assert len(pairs) == 9 and not pairs & last
