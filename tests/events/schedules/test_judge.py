"""The judge sees what is planted, in schedules that no maker of ours would make."""

from dataclasses import replace

import pytest

from evenings import judged, pairs, people, planned, teams
from replikat.events.movements import Movement
from replikat.events.schedule import Entry, Round, Schedule, Sitting
from replikat.events.schedules.counts import sides_held
from replikat.events.schedules.judge import Judgement, judge

SEATS = ("S", "W", "N", "E")
SIDES = (("S", "N"), ("W", "E"))


def sitting(table: int, square: int, names: str, start: int = 0, deck: int | None = None) -> Sitting:
    return Sitting(table, square, tuple(zip(SEATS, names, strict=True)), start, deck or table)


def schedule(*rounds: tuple[Sitting, ...], names: str = "abcdefgh") -> Schedule:
    entries = tuple(Entry(name, (name,)) for name in names)
    made = []
    for number, sittings in enumerate(rounds, 1):
        seated = {name for one in sittings for name in one.people}
        made.append(Round(number, 10 * number, 10 * number + 10, sittings, tuple(name for name in names if name not in seated)))
    return Schedule(entries, SEATS, SIDES, tuple(made), 10)


def flaws(*rounds: tuple[Sitting, ...], names: str = "abcdefgh") -> tuple[str, ...]:
    return judge(schedule(*rounds, names=names)).flaws


def test_a_sound_round_has_no_flaw() -> None:
    assert flaws((sitting(1, 1, "abcd"), sitting(2, 1, "efgh"))) == ("2 fields that are never compared, of 4 and 4: rank them apart",)
    assert flaws((sitting(1, 1, "abcd"), sitting(2, 1, "efgh")), (sitting(1, 2, "bcda"), sitting(2, 2, "efgh")))[-1:] != (
        "2 fields that are never compared, of 4 and 4: rank them apart",
    )


@pytest.mark.parametrize(
    ("rounds", "flaw"),
    [
        (((sitting(1, 1, "abcd"), sitting(2, 1, "aefg")),), "round 1: a sits at 2 places at +0 min"),
        (((sitting(1, 1, "abcd"), sitting(2, 1, "efgh", deck=1)),), "round 1: deck 1 lies on 2 tables at +0 min"),
        (
            ((sitting(1, 1, "abcd"), sitting(2, 1, "efgh")), (sitting(1, 1, "aecg", 10), sitting(2, 1, "bfdh", 10))),
            "square 1 is played more than once by a, b, c, d, e, f and 2 more",
        ),
        (((sitting(1, 1, "abcd"), sitting(2, 2, "efgh")),), "nothing to compare with: one table alone plays square 1, 2"),
        (
            ((sitting(1, 1, "abcd"),), (sitting(1, 2, "abcd", 10),)),
            "unevenly sitting out: e, f, g, h twice, others never",
        ),
        (((sitting(1, 1, "abcd"),),), "without a square to play: e, f, g, h"),
    ],
)
def test_names_the_flaw(rounds: tuple[tuple[Sitting, ...], ...], flaw: str) -> None:
    assert flaw in flaws(*rounds)


def test_two_people_who_are_always_partners_are_seen() -> None:
    rounds = tuple((sitting(1, n, "abcd", 10 * n), sitting(2, n, "efgh", 10 * n)) for n in (1, 2, 3))
    assert "partners are unevenly met: 24 pairs never, 4 pairs 3 times" in flaws(*rounds)
    assert "opponents are unevenly met: 20 pairs never, 8 pairs 3 times" in flaws(*rounds)
    assert [flaw for flaw in flaws(*rounds) if flaw.startswith("seats are unevenly held by a, b")]


def test_seats_may_be_held_by_the_squares_of_a_round_and_one_more_unevenly() -> None:
    """A round is sat out at one seat, and counts are whole: with one square a round 2 and 0 is even, 3 and 0 is not."""
    rounds = tuple((sitting(1, number, "abcd", 10 * number),) for number in (1, 2, 3))
    told = "seats are unevenly held by a, b, c, d: a S 3/W 0/N 0/E 0"
    assert not any("seats" in flaw for flaw in flaws(*rounds[:2], names="abcd"))
    assert told in flaws(*rounds, names="abcd")
    both = [tuple(one._replace(square=2 * one.square - step) for one in turn for step in (1, 0)) for turn in rounds]
    assert not any("seats" in flaw for flaw in flaws(both[0], (sitting(1, 9, "abcd", 10),), names="abcd")), "2 and 1 a round: 3 and 0"
    assert "seats are unevenly held by a, b, c, d: a S 4/W 0/N 0/E 0" in flaws(*both[:2], names="abcd")


def test_a_rotation_that_leaves_somebody_at_his_seat_is_seen() -> None:
    stuck = replace(schedule((sitting(1, 1, "abcd"),), (sitting(1, 1, "abcd", 10),), names="abcd"), replays=True)
    assert "a plays square 1 at S more than once" in judge(stuck).flaws
    assert judge(stuck).gap == 1


def test_a_mitchell_has_two_winners() -> None:
    schedule_, verdict = judged(use="tournament", game="bridge", movement="mitchell", squares="1-9", pairs=pairs(6))
    assert verdict.flaws == ("2 fields that are never compared, of 3 and 3: rank them apart",)
    assert verdict.opponents.pairs == {0: 6, 1: 9}
    north = {round_.sittings[0].holders(("S", "N")) for round_ in schedule_.rounds}
    assert north == {("a1", "b1")}


def test_a_movement_file_with_boards_that_come_back_is_seen() -> None:
    movement = Movement(4, (((1, 2, 3, 4),), ((1, 3, 2, 4),)), sets=((1,), (1,)))
    verdict: Judgement = judge(planned(use="tournament", game="whist", squares="1-2", players=people(4), movement="mine", own=movement))
    assert "square 1 is played more than once by P1, P2, P3, P4" in verdict.flaws


def test_one_table_alone_has_nothing_to_compare() -> None:
    _, verdict = judged(use="tournament", game="whist", squares="1-2", players=people(5))
    assert "nothing to compare with: one table alone plays square 1, 2" in verdict.flaws


def test_counts_are_those_of_a_small_plain_tournament() -> None:
    _, verdict = judged(use="tournament", game="hearts", squares="1-3", movement="plain", teams=teams(3, 3))
    assert verdict.compared.pairs == {9: 3}
    assert verdict.played["t1.1"] == 3
    assert verdict.opponents.pairs == verdict.partners.pairs == {}
    assert verdict.flaws == ()


def test_a_howell_that_is_cut_short_says_what_is_missing() -> None:
    keys = {"use": "tournament", "game": "bridge", "pairs": pairs(8)}
    schedule_, verdict = judged(squares="1-5", **keys)
    assert (len(schedule_.rounds), schedule_.whole) == (5, 7)
    assert verdict.flaws == ("cut short, 5 of 7 rounds: 8 meetings are missing, pair 8 always sits NS",)
    assert judged(squares="1-7", **keys)[1].flaws == ()
    assert judged(squares="1-5", movement="mitchell", **keys)[0].whole == 0


def test_teams_that_do_not_all_meet_are_told() -> None:
    verdict = judged(use="tournament", game="whist", squares="1-2", teams=teams(4, 4))[1]
    assert "cut short, 2 of 3 rounds: 2 meetings are missing" in verdict.flaws


def test_who_came_later_may_have_sat_out_less() -> None:
    """Five people sit out in turn, twice each; f comes for the last round, plays, and two others sit out once more."""
    rounds = [(sitting(1, number, "abcde".replace("abcde"[number % 5], "")),) for number in range(1, 11)]
    made = schedule(*rounds, (sitting(1, 11, "abcf"),), names="abcdef")
    assert any("sitting out" in flaw for flaw in judge(made).flaws)
    away = [round_._replace(resting=tuple(name for name in round_.resting if name != "f")) for round_ in made.rounds]
    assert not any("sitting out" in flaw for flaw in judge(replace(made, rounds=tuple(away))).flaws)


def test_the_gap_is_the_smallest_between_two_plays_of_a_square() -> None:
    order = (1, 2, 3, 1, 2, 2, 3)
    rounds = [(sitting(1, square, "abcd", 10 * place),) for place, square in enumerate(order)]
    verdict = judge(replace(schedule(*rounds, names="abcd"), replays=True))
    assert (verdict.gap, verdict.replays) == (1, 4 * 4)


def test_matches_whose_names_read_alike_are_not_one() -> None:
    """The match of "A - B" against "C" and that of "A" against "B - C" have one name, and other results."""
    groups = {name: tuple(f"{name}, {seat}" for seat in SEATS) for name in ("A - B", "C", "A", "B - C")}
    schedule_ = planned(use="tournament", game="whist", squares="1-3", teams=groups)
    reads_alike = [{("A - B", "C"), ("C", "A - B")}, {("A", "B - C"), ("B - C", "A")}]
    sections = {one.section for one in schedule_.sittings}
    assert [len(sections & match) for match in reads_alike] == [1, 1]
    assert all(len(holders) == 2 for holders in sides_held(schedule_).values()), "two tables of a match"
