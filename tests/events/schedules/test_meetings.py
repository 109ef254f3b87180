"""Who meets whom, as pure lists of numbers."""

from collections import Counter
from itertools import combinations, pairwise

import pytest

from evenings import judged, pairs, people, planned
from replikat.events.schedules.meetings import cycled, everybody, mitchell, resting_evenly
from replikat.events.schedules.mixing import mixed
from replikat.events.schedules.rotation import deal_shift
from replikat.events.schedules.seating import Meetings


def often(meetings: Meetings) -> Counter[frozenset[int]]:
    return Counter(frozenset(pair) for turn in meetings for meeting in turn for pair in combinations(meeting, 2))


@pytest.mark.parametrize("count", range(4, 15))
def test_in_a_mitchell_the_lines_pass_each_other(count: int) -> None:
    rounds = mitchell(count)
    half = (count + 1) // 2
    assert often(rounds) == Counter({frozenset((a, b)): 1 for a in range(half) for b in range(half, count)})
    for before, after in pairwise(rounds):
        moved = {second: (first + 1) % half for first, second in before}
        assert all(moved.get(second, first) == first for first, second in after)


@pytest.mark.parametrize("count", range(2, 32))
def test_everybody_meets_everybody_once(count: int) -> None:
    rounds = everybody(count, stays=True)
    assert often(rounds) == Counter(frozenset(pair) for pair in combinations(range(count), 2))
    assert len(rounds) == count - 1 + count % 2


def test_a_second_time_through_sides_are_exchanged() -> None:
    rounds = cycled(everybody(4, stays=True), 5)
    assert [[meeting[::-1] for meeting in turn] for turn in rounds[:2]] == rounds[3:]


def test_rounds_are_put_in_order_so_that_rests_are_spread() -> None:
    rounds: Meetings = [[(0, 1)], [(0, 1)], [(2, 3)], [(2, 3)]]
    assert resting_evenly(rounds, 4) == [[(0, 1)], [(2, 3)], [(0, 1)], [(2, 3)]]
    _, verdict = judged(use="tournament", game="whist", squares="1-5", players=people(10))
    assert set(verdict.rested.values()) == {1}


@pytest.mark.parametrize(("count", "size", "rounds", "most"), [(12, 3, 5, 2), (15, 3, 6, 2), (20, 5, 4, 2), (25, 5, 4, 2), (36, 6, 4, 2)])
def test_mixed_tables_seldom_bring_the_same_people_together(count: int, size: int, rounds: int, most: int) -> None:
    found = mixed(count, size, rounds, [[place] for place in range(size)])
    assert max(often(found).values()) <= most
    by_chance = rounds * (size - 1) / (count - 1)
    again = sum(times - 1 for times in often(found).values())
    assert again < 0.2 * by_chance * count * (count - 1) / 2


def test_mixed_partners_change_first_of_all() -> None:
    found = mixed(32, 4, 8, [[0, 2], [1, 3]])
    partners = Counter(frozenset(pair) for turn in found for a, b, c, d in turn for pair in ((a, c), (b, d)))
    assert max(partners.values()) == 1


@pytest.mark.parametrize("squares", [1, 3, 4, 6])
def test_from_pass_to_pass_the_deal_skips_as_many_as_it_must(squares: int) -> None:
    schedule = planned(use="rotation", game="hearts", squares=f"1-{squares}", players=people(4), passes=4, by="dealer")
    order = people(4)
    dealers = [order.index(dict(sitting.seats)["S"]) for sitting in schedule.sittings]
    skipped = deal_shift(squares, 4) - squares
    assert [(dealers[p] - dealers[p - 1] - 1) % 4 for p in range(squares, 4 * squares, squares)] == [skipped] * 3
    assert skipped == (0 if squares % 2 else 1)


def test_pairs_that_are_an_odd_number_sit_out_once_each() -> None:
    _, verdict = judged(use="tournament", game="bridge", squares="1-14", pairs=pairs(7))
    assert set(verdict.rested.values()) == {1}


def test_mixed_tables_let_everybody_sit_out_in_turn() -> None:
    found = mixed(11, 3, 11, [[0], [1], [2]])
    rests = Counter(who for turn in found for who in set(range(11)) - {who for meeting in turn for who in meeting})
    assert set(rests.values()) == {2}
    assert len(rests) == 11


def test_eight_whist_players_are_all_compared_equally_often() -> None:
    """A balanced whist tournament exists for eight; turning the tables of the movement finds it."""
    _, verdict = judged(use="tournament", game="whist", squares="1-7", players=people(8))
    assert verdict.compared.pairs == {2: 28}


@pytest.mark.parametrize("count", [9, 12, 13, 16, 20])
def test_where_there_are_no_partners_everybody_comes_to_every_seat(count: int) -> None:
    _, verdict = judged(use="tournament", game="hearts", squares=f"1-{count}", players=people(count))
    assert all(max(held.values()) - min(held.get(seat, 0) for seat in "SWNE") <= 1 for held in verdict.seats.values())
    assert [flaw for flaw in verdict.flaws if not flaw.startswith("never compared")] == []
