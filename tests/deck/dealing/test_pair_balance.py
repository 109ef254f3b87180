"""Balance pairs: every allowed trade is found and no other, the seats stay exact, and the meetings come as far as is said."""

import csv
import re
from itertools import combinations
from math import sqrt
from statistics import pvariance

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from replikat.deck.dealing.deal import deal
from replikat.deck.dealing.measure import least_variance, measure
from replikat.deck.dealing.pair_balance import Meetings, even_out
from replikat.deck.dealing.seat_balance import Table, balanced_table, count_visits
from replikat.deck.dealing.stream import Stream
from replikat.deck.deck_spec import EFFORT, DeckSpec, Group
from replikat.deck.loaders import load_layout, load_pack
from replikat.deck.parts import parts_of
from replikat.errors import LawFault, ReplikatError
from support import DOCS, LIBRARY, SEED, VECTORS

DEALING_DOCS = (DOCS / "dealing.md").read_text(encoding="utf-8")
BOUNDS = VECTORS / "concurrence_bounds.csv"


def uneven(table: Table) -> int:
    """The sum over all pairs of cards of C(meetings, 2)."""
    met = [sum(row[a] == row[b] for row in table) for a, b in combinations(range(len(table[0])), 2)]
    return sum(count * (count - 1) // 2 for count in met)


def traded(table: Table, here: int, there: int, a: int, b: int) -> Table:
    new = [row[:] for row in table]
    for square in (here, there):
        new[square][a], new[square][b] = new[square][b], new[square][a]
    return new


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 1000), st.sampled_from([(5, 4, 3), (3, 3, 3, 3), (4, 4), (6, 3, 1)]), st.integers(2, 6), st.integers(-4, 4))
def test_exactly_the_trades_that_cost_no_more_are_found(seed, capacities, squares, worse):
    stream = Stream(1, "ab" * 32, "trades", seed)
    table = balanced_table(capacities, squares, stream)
    meetings = Meetings(table, len(capacities))
    for _ in range(4):
        here, there = sorted(stream.order(squares)[:2])
        before = uneven(table)
        found = meetings.fitting(here, there, worse)
        expected = {
            (a, b)
            for x, y in combinations(range(len(capacities)), 2)
            for a in range(sum(capacities))
            for b in range(sum(capacities))
            if (table[here][a], table[there][a], table[here][b], table[there][b]) == (x, y, y, x)
            and uneven(traded(table, here, there, a, b)) - before <= worse
        }
        assert len(found) == len(set(found)) and set(found) == expected
        if found:
            want = traded(table, here, there, *found[0])
            meetings.trade(here, there, *found[0])
            assert table == want
            assert vars(meetings).keys() == vars(Meetings(table, len(capacities))).keys()
            fresh = Meetings(table, len(capacities))
            assert (meetings.met, meetings._packed, meetings._held, meetings._sums) == (fresh.met, fresh._packed, fresh._held, fresh._sums)


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 1000), st.sampled_from([(5, 4, 3), (13, 13, 13, 13), (12, 12, 12, 12, 4)]), st.integers(1, 8))
def test_the_seats_stay_as_they_were(seed, capacities, squares):
    table = balanced_table(capacities, squares, Stream(1, SEED, "trades", seed))
    visits = count_visits(table, len(capacities))
    even_out(table, len(capacities), 300, Stream(1, SEED, "pairs", seed))
    assert count_visits(table, len(capacities)) == visits
    assert all([row.count(position) for position in range(len(capacities))] == list(capacities) for row in table)


def dealt(layout: str, pack: str, count: int, **keys: object):
    spec = DeckSpec("x", pack, (Group(layout, count, "pairs", **keys),), seed=SEED)  # type: ignore[arg-type]
    return deal(spec, parts_of(spec, load_pack(pack, LIBRARY), [load_layout(layout, LIBRARY)], [None]), SEED)


@pytest.mark.parametrize(("count", "decks", "deviation"), [(12, 2, 0.0075), (20, 4, 0.021)])
def test_as_far_as_the_docs_say_at_the_usual_effort(count, decks, deviation):
    """The mean over a few decks, within two deviations of such a mean; benchmarks/dealing.py measured mean and deviation."""
    row = re.search(rf"^\| {count} \| \S+ \| \S+ \| (\S+) \| (\S+) % \|", DEALING_DOCS, re.M)
    assert row
    variances = []
    for number in range(decks):
        seed = f"{number:064x}"
        table = balanced_table([13] * 4, count, Stream(1, seed, "trades", 0))
        visits = count_visits(table, 4)
        even_out(table, 4, EFFORT, Stream(1, seed, "pairs", 0))
        assert count_visits(table, 4) == visits
        met = [sum(row[a] == row[b] for row in table) for a, b in combinations(range(52), 2)]
        variances.append(pvariance(met))
    assert sum(variances) / decks == pytest.approx(float(row[1]), abs=2 * deviation / sqrt(decks))
    chance, least = count * 4 / 17 * 13 / 17, least_variance([13] * 4, count)
    assert least is not None
    assert float(row[2]) == pytest.approx(100 * (chance - float(row[1])) / (chance - least), abs=0.06)


def test_other_layouts_are_more_even_than_chance():
    report = measure(dealt("casino", "french52", 8, effort=4000))
    (group,) = report.groups
    assert report.failures == []
    assert group.meetings and group.meetings.way is None and group.meetings.variance < 0.8 * group.meetings.random


def test_more_effort_brings_it_further_and_none_leaves_the_seats_alone():
    found = [measure(dealt("main", "french52", 8, effort=effort)).groups[0].meetings for effort in (0, 400, 8000)]
    variances = [meetings.variance for meetings in found if meetings]
    assert variances == sorted(variances, reverse=True) and len(set(variances)) == 3


def test_bounds_and_chance_are_those_published():
    rows = list(csv.DictReader(BOUNDS.open(encoding="utf-8")))
    assert len(rows) >= 20
    for row in rows:
        assert least_variance([13] * 4, int(row["squares"])) == pytest.approx(float(row["min_variance"]), abs=6e-5)
    (group,) = measure(dealt("main", "french52", 12, effort=0)).groups
    told = next(float(row["variance_if_uniform_random"]) for row in rows if row["squares"] == "12")
    assert group.meetings and group.meetings.random == pytest.approx(told, abs=6e-5)


def test_numbers_too_large_to_count_are_refused():
    table = [[0] * 500 + [1] * 500 for _ in range(60)]
    with pytest.raises(ReplikatError, match="60 squares with a position of 500 cards"):
        even_out(table, 2, 10, Stream(1, SEED, "pairs", 0))


def test_a_deck_made_with_more_effort_is_still_the_one_asked_for():
    usual, more = (DeckSpec("x", "french52", (Group("main", 4, "pairs", effort=effort),)) for effort in (60_000, 9))
    assert more.is_asked_for_by(usual) and not usual.is_asked_for_by(DeckSpec("x", "french52", (Group("main", 4),)))
    assert more.unhurried().squares[0].effort == 0


def test_sound_decks_of_few_squares_pass_the_check():
    """With two or three squares the exact seats themselves make meetings less even than chance would."""
    for count in (2, 3, 4):
        assert measure(dealt("main", "french52", count, effort=2000)).failures == []


def test_effort_without_pairs_is_refused():
    with pytest.raises(LawFault, match="nothing is evened out with balance seats; expected balance: pairs"):
        Group("main", 20, "seats", effort=5)
