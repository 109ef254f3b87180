"""Squares, decks, breaks and minutes of a schedule, what changes keep, and what cannot be played."""

from collections import Counter
from itertools import product
from typing import Any

import pytest

from evenings import judged, pairs, people, planned, teams
from replikat.errors import LawFault
from replikat.events.event import Break, Change
from replikat.events.movements import Movement
from replikat.events.schedule import Schedule, Seating

WHIST: dict[str, Any] = {"use": "tournament", "game": "whist", "squares": "1-11", "players": people(12)}


def test_squares_that_do_not_divide_are_spare() -> None:
    schedule = planned(**WHIST | {"squares": "1-24, 30"})
    assert schedule.spare == (23, 24, 30)
    assert [sitting.square for sitting in schedule.rounds[1].sittings if sitting.table == 1] == [3, 4]


def test_fewer_squares_than_rounds_end_the_movement_early() -> None:
    schedule = planned(**WHIST | {"squares": "5-8"})
    assert [round_.sittings[0].square for round_ in schedule.rounds] == [5, 6, 7, 8]


def test_minutes_add_up_with_breaks() -> None:
    schedule = planned(**WHIST | {"minutes": 7.5, "start": "23:00", "breaks": (Break(2, 20), Break(11, 5))})
    assert [schedule.clock(round_.start) for round_ in schedule.rounds[:4]] == ["23:00", "23:08", "23:35", "23:43"]
    assert [(one.after, one.start, one.end) for one in schedule.pauses] == [(2, 15, 35)]
    assert schedule.clock(schedule.end) == "0:43"


def test_minutes_are_estimated_from_the_game_and_fewer_for_a_semi_replicate() -> None:
    full = planned(use="duel", game="german-whist", squares="1-2", players=people(2))
    semi = planned(use="duel", game="german-whist", squares="1-2", players=people(2), semi=True)
    assert 5 < semi.minutes < full.minutes < 20


def test_with_fewer_decks_tables_take_turns() -> None:
    schedule = planned(**WHIST | {"decks": 2, "minutes": 10.0, "squares": "1-22"})
    first = [(one.table, one.deck, one.square, one.start) for one in schedule.rounds[0].sittings]
    assert first == [(1, 1, 1, 0), (2, 2, 1, 0), (1, 1, 2, 10), (2, 2, 2, 10), (3, 1, 1, 20), (3, 1, 2, 30)]
    assert schedule.rounds[1].start == 40
    assert planned(**WHIST | {"tables": 1, "minutes": 10.0}).rounds[0].end == 30


def test_a_varied_order_keeps_the_gap_and_comes_from_the_seed() -> None:
    keys: dict[str, Any] = {"use": "duel", "game": "crazy-eights", "squares": "1-12", "players": people(2), "order": "varied"}
    schedule, verdict = judged(**keys, seed="2a")
    order = [sitting.square for sitting in schedule.rounds[0].sittings]
    assert order == [sitting.square for sitting in schedule.rounds[1].sittings]
    assert order != sorted(order) == list(range(1, 13))
    assert verdict.gap == 12
    assert order != [sitting.square for sitting in planned(**keys, seed="2b").rounds[0].sittings]
    with pytest.raises(LawFault, match="drawn from nothing"):
        planned(**keys)


def test_a_patience_is_played_by_one_after_the_other() -> None:
    schedule, verdict = judged(use="duel", game="klondike", squares="1-3", players=people(2))
    assert [sitting.people for sitting in schedule.sittings] == [("P1",)] * 3 + [("P2",)] * 3
    assert verdict.compared.pairs == {3: 1}


def test_own_movement_and_sets_of_squares() -> None:
    movement = Movement(4, (((1, 2), (3, 4)), ((1, 3), (2, 4)), ((1, 4), (2, 3))), sets=((1, 2), (2, 3), (3, 1)))
    keys: dict[str, Any] = {"use": "tournament", "game": "gin-rummy", "squares": "1-7", "players": people(4), "movement": "mine"}
    schedule = planned(own=movement, **keys)
    assert [(one.table, one.square) for one in schedule.rounds[0].sittings] == [(1, 1), (2, 3), (1, 2), (2, 4)]
    assert schedule.spare == (7,)


# ---- changes


def test_a_change_keeps_what_was_played() -> None:
    before = planned(**WHIST)
    after, verdict = judged(**WHIST | {"changes": (Change(5, gone=("P3",)),)})
    assert after.rounds[:4] == before.rounds[:4]
    assert [one.square for one in after.rounds[4].sittings] == [5, 5]
    assert not [one for round_ in after.rounds[4:] for one in round_.sittings if "P3" in one.people]
    assert "P3" not in after.rounds[4].resting
    assert not [flaw for flaw in verdict.flaws if "more than once" in flaw]


def test_who_comes_late_plays_from_then_on() -> None:
    schedule = planned(**WHIST | {"players": people(13), "changes": (Change(3, come=("P13",)),)})
    assert schedule.rounds[:2] == planned(**WHIST).rounds[:2]
    late = [round_.number for round_ in schedule.rounds if any("P13" in one.people for one in round_.sittings)]
    assert late[0] in (3, 4)
    assert len(late) >= 8


def test_who_takes_over_a_place_leaves_all_else_as_it_was() -> None:
    before = planned(**WHIST)
    after = planned(**WHIST | {"players": people(13), "changes": (Change(4, gone=("P2",), come=("P13",)),)})
    renamed = [
        tuple((seat, "P13" if name == "P2" and round_.number >= 4 else name) for seat, name in one.seats)
        for round_ in before.rounds
        for one in round_.sittings
    ]
    assert [one.seats for one in after.sittings] == renamed


def test_a_place_in_a_rotation_is_taken_over() -> None:
    keys: dict[str, Any] = {"use": "rotation", "game": "hearts", "squares": "1-2", "players": people(4)}
    schedule = planned(**keys | {"players": people(3)})
    taken = planned(**keys | {"players": people(4), "changes": (Change(2, ("P1",), ("P4",)),)})
    assert taken.rounds[0].sittings[0].seats == schedule.rounds[0].sittings[0].seats
    assert "P4" in taken.rounds[1].sittings[0].people
    assert "P1" not in taken.rounds[1].sittings[0].people


def test_groups_that_stay_go_on_without_one() -> None:
    keys: dict[str, Any] = {"use": "tournament", "game": "hearts", "squares": "1-6", "movement": "plain", "rounds": 3, "teams": teams(3, 4)}
    schedule = planned(**keys, changes=(Change(3, gone=("team 2",)),))
    assert [len(round_.sittings) for round_ in schedule.rounds] == [6, 6, 4]


NINE: dict[str, Any] = {"use": "tournament", "game": "bridge", "squares": "1-9", "pairs": pairs(9)}


def played(schedule: Schedule) -> list[list[tuple[int, Seating]]]:
    return [[(one.table, one.seats) for one in round_.sittings] for round_ in schedule.rounds]


def test_a_plan_that_is_kept_lets_the_opponents_of_who_is_gone_sit_out() -> None:
    """Tables, decks and squares keep their numbers: the guide cards that are printed stay right."""
    before, after = planned(**NINE), planned(**NINE, changes=(Change(4, gone=("pair 9",), keep=True),))
    gone = {"a9", "b9"}
    left = [
        [(table, seats) for table, seats in turn if number < 4 or gone.isdisjoint(name for _, name in seats)]
        for number, turn in enumerate(played(before), 1)
    ]
    assert played(after) == left
    assert all(one.deck == one.table for one in after.sittings)
    assert [one.square for one in before.rounds[8].sittings[:1]] == [one.square for one in after.rounds[8].sittings[:1]] == [9]
    for was, now in zip(before.rounds[3:], after.rounds[3:], strict=True):
        opponents = {name for one in was.sittings if gone & set(one.people) for name in one.people}
        assert set(now.resting) == (set(was.resting) | opponents) - gone


def test_a_plan_that_is_kept_has_a_place_for_who_comes_late() -> None:
    late = planned(**NINE, changes=(Change(3, come=("pair 5",), keep=True),))
    assert len(late.rounds) == 9 and late.spare == ()
    assert played(late)[2:] == played(planned(**NINE))[2:]
    assert all("a5" not in round_.resting for round_ in late.rounds[:2])
    assert [len(round_.sittings) for round_ in late.rounds[:2]] == [3, 3]


def test_a_new_plan_for_who_comes_late_says_that_not_all_meet() -> None:
    schedule, verdict = judged(**NINE, changes=(Change(3, come=("pair 5",)),))
    assert (len(schedule.rounds), schedule.whole) == (7, 9)
    assert any(flaw.startswith("cut short, 7 of 9 rounds") for flaw in verdict.flaws)


def test_after_a_kept_plan_a_new_one_is_for_those_who_are_there() -> None:
    changes = (Change(3, gone=("pair 9",), keep=True), Change(5, gone=("pair 8",)))
    schedule = planned(**NINE, changes=changes)
    people_later = {name for round_ in schedule.rounds[4:] for one in round_.sittings for name in one.people}
    assert people_later == {f"{letter}{number}" for letter in "ab" for number in range(1, 8)}
    assert played(schedule)[:2] == played(planned(**NINE))[:2]


def test_teams_keep_their_plan_at_both_tables() -> None:
    keys: dict[str, Any] = {"use": "tournament", "game": "bridge", "squares": "1-3", "teams": teams(4, 4)}
    schedule = planned(**keys, changes=(Change(2, gone=("team 4",), keep=True),))
    assert [len(round_.sittings) for round_ in schedule.rounds] == [4, 2, 2]
    assert all("team 4" not in one.section for round_ in schedule.rounds[1:] for one in round_.sittings)


@pytest.mark.parametrize(
    ("keys", "path", "text"),
    [
        (
            {"changes": (Change(2, gone=("pair 9",)), Change(4, come=("pair 9",), keep=True))},
            ("changes", 1, "come", 0),
            "pair 9 has no place in the plan that is kept; expected keep: false",
        ),
        (
            {"pairs": pairs(4), "changes": (Change(2, gone=("pair 1", "pair 2", "pair 3"), keep=True),)},
            ("changes", 0),
            "nobody is left to play in round 2",
        ),
        (
            {"movement": "swiss", "changes": (Change(2, gone=("pair 9",), keep=True),)},
            ("changes", 0, "keep"),
            "the key keep says nothing of a Swiss, which is planned round by round; delete it",
        ),
    ],
)
def test_says_what_plan_cannot_be_kept(keys: dict[str, Any], path: tuple[str | int, ...], text: str) -> None:
    with pytest.raises(LawFault) as caught:
        planned(**NINE | keys)
    assert caught.value.faults == ((path, text),)


@pytest.mark.parametrize(("count", "gone", "most"), [(8, 3, 2), (9, 5, 2), (10, 3, 2), (12, 5, 3)])
def test_after_a_pair_is_gone_both_sides_are_held_as_evenly_as_can_be(count: int, gone: int, most: int) -> None:
    """No other choice of the rounds whose tables are turned is better; rounds already played count too."""
    rounds = count - 1 + count % 2
    keys: dict[str, Any] = {"use": "tournament", "game": "bridge", "squares": f"1-{rounds}", "pairs": pairs(count)}
    schedule = planned(**keys, changes=(Change(gone, gone=("pair 2",)),))
    names = [f"a{number}" for number in range(1, count + 1) if number != 2]
    north = [{name for one in round_.sittings for name in one.holders(("S", "N"))} for round_ in schedule.rounds]
    east = [{name for one in round_.sittings for name in one.holders(("W", "E"))} for round_ in schedule.rounds]
    ways = [[(name in ns) - (name in ew) for name in names] for ns, ew in zip(north, east, strict=True)]
    fixed, free = ways[: gone - 1], ways[gone - 1 :]

    def uneven(signs: tuple[int, ...]) -> list[int]:
        turned = [[sign * way for way in row] for sign, row in zip(signs, free, strict=True)]
        return [abs(sum(column)) for column in zip(*fixed, *turned, strict=True)]

    now = uneven((1,) * len(free))
    assert max(now) == most
    assert sum(one * one for one in now) == min(sum(one * one for one in uneven(signs)) for signs in product((1, -1), repeat=len(free)))
    assert not set.intersection(*north[gone - 1 :]), "nobody sits North and South in all rounds that are left"


# ---- what cannot be played


@pytest.mark.parametrize(
    ("keys", "path", "text"),
    [
        ({"players": people(3)}, ("players",), "3 players; a table needs 4"),
        ({"rounds": 12}, ("rounds",), "12 rounds with 11 squares; expected a square for every round"),
        ({"breaks": (Break(12, 5),)}, ("breaks", 0, "after"), "round 12; there are 11 rounds"),
        ({"changes": (Change(12, gone=("P1",)),)}, ("changes", 0, "round"), "round 12; there are 11 rounds"),
        (
            {"players": people(4), "changes": (Change(2, gone=("P1",)),)},
            ("changes", 0),
            "from then on 3 players; a table needs 4",
        ),
        ({"players": (), "teams": teams(2, 3)}, ("teams",), "no set-up for 3 at a table; there is p4 for 4"),
        (
            {"game": "hearts", "players": (), "pairs": pairs(4)},
            ("pairs",),
            "pairs need a game of partners; this set-up has 4 seats without sides of two",
        ),
        (
            {"game": "hearts", "players": (), "teams": {"a": ("1", "2", "3"), "b": ("4", "5", "6")}},
            ("movement",),
            "teams cross 3 seats; expected an even number, or movement: plain",
        ),
        (
            {"players": (), "teams": {"a": ("1", "2", "3", "4"), "b": ("5", "6", "7")}},
            ("teams", "b"),
            "3 people; the game has 4 seats",
        ),
        ({"setup": "p5"}, ("setup",), "the game has no set-up p5; expected one of p4"),
        ({"movement": "plain"}, ("players",), "no set-up for 1 at a table; there is p4 for 4"),
    ],
)
def test_says_what_cannot_be_played(keys: dict[str, Any], path: tuple[str | int, ...], text: str) -> None:
    with pytest.raises(LawFault) as caught:
        planned(**WHIST | keys)
    assert caught.value.faults == ((path, text),)


@pytest.mark.parametrize(
    ("keys", "path", "text"),
    [
        ({"players": people(7)}, ("players",), "no set-up for 7 or 1 at a table"),
        ({"passes": 5}, ("passes",), "5 passes; after 4 everybody has held every seat"),
        ({"game": "bridge", "by": "dealer"}, ("by",), "dealer; in this game the number of the square says who deals"),
        ({"players": (), "pairs": pairs(2)}, ("pairs",), "two pairs need a game of two against two"),
        ({"setup": "p5"}, ("players",), "no set-up for 4 or 1 at a table; there is p5 for 5"),
        ({"game": "klondike", "passes": 2}, ("passes",), "2 passes; alone at the table, 4 people need 4"),
    ],
)
def test_says_what_cannot_be_rotated(keys: dict[str, Any], path: tuple[str | int, ...], text: str) -> None:
    with pytest.raises(LawFault) as caught:
        planned(**{"use": "rotation", "game": "hearts", "squares": "1-4", "players": people(4)} | keys)
    assert [found for found, _ in caught.value.faults] == [path]
    assert caught.value.faults[0][1].startswith(text)


@pytest.mark.parametrize(
    ("movement", "path", "text"),
    [
        (Movement(8, (((1, 2, 3, 4), (5, 6, 7, 8)),)), ("movement",), "mine is for 8 players; there are 12"),
        (Movement(12, (((1, 2), (3, 4)),), of="pairs"), ("movement",), "mine moves pairs; the event names players"),
    ],
)
def test_says_what_a_movement_file_is_not_for(movement: Movement, path: tuple[str, ...], text: str) -> None:
    with pytest.raises(LawFault) as caught:
        planned(own=movement, **WHIST | {"movement": "mine", "setup": "p4"})
    assert caught.value.faults == ((path, text),)


def test_after_a_change_those_sit_out_who_have_not_done_so() -> None:
    keys: dict[str, Any] = {"use": "tournament", "game": "german-whist", "squares": "1-6", "movement": "round_robin", "rounds": 6}
    schedule = planned(**keys, players=people(11), changes=(Change(4, gone=("P1", "P2")),))
    rested = Counter(name for round_ in schedule.rounds for name in round_.resting)
    assert len(rested) == sum(rested.values()) == 6
