"""Two sides with seats exchanged: duels and matches of teams."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from played import STEPS, rows
from replikat.errors import LawFault
from replikat.events.comparisons import Match, rounds_told
from replikat.events.result import Result, Scoring
from replikat.events.scoring.matches import matches
from replikat.events.scoring.victory import victory_points

DUEL = Scoring("seat_difference")
TEAMS = dict.fromkeys(["A1", "A2", "A3", "A4"], "A") | dict.fromkeys(["B1", "B2", "B3", "B4"], "B")


def only(text: str, scoring: Scoring, entries: dict[str, str] | None = None) -> Match:
    (match,) = matches(rows(text), scoring, entries)
    return match


def test_a_duel_by_hand() -> None:
    """Crazy Eights: 0 against 0 as North, 12 against 34 as South, and low is best."""
    match = only("1 N A 0 1\n1 S B 34 1\n1 N B 0 2\n1 S A 12 2", Scoring("seat_difference", "low"))
    assert (match.home, match.away, match.score) == ("A", "B", (22, -22))
    assert match.squares[0].difference == 22


def test_mirrored_seats_are_counted_once() -> None:
    """German Whist: A wins 3 as North, B wins 5 as North."""
    text = "1 N A 3 1\n1 S B -3 1\n1 N B 5 2\n1 S A -5 2"
    assert only(text, Scoring("seat_difference", sums=(0,))).score == (-2, 2)
    assert only(text, DUEL).score == (-4, 4)
    assert only("1 N A 3 1\n1 N B 5 2", Scoring("seat_difference", sums=(0,))).score == (-2, 2)


def test_the_weavers_duel() -> None:
    """Own points less the other's: 26-25, then 27-24."""
    text = "1 N Anna 26 1\n1 S Bo 25 1\n1 N Bo 24 2\n1 S Anna 27 2"
    assert only(text, DUEL).score == (4, -4)


def test_teams_that_cross_seats() -> None:
    """Hearts: a team's difference is that of both tables, counted once."""
    scores = [3, 10, 5, 8, 9, 2, 1, 14]
    holders = ["A1", "B1", "A2", "B2", "B3", "A3", "B4", "A4"]
    text = "\n".join(f"1 {'SWNE'[i % 4]} {who} {scores[i]} t{i // 4}" for i, who in enumerate(holders))
    match = only(text, Scoring("seat_difference", "low", sums=(26,)), TEAMS)
    assert match.score[0] == (9 + 1) - (3 + 5)
    assert match.score[0] == 26 - (3 + 5 + 2 + 14)


def test_imps_and_victory_points() -> None:
    text = "1 NS A1 620 o\n1 NS B1 170 c\n2 NS A1 -50 o\n2 NS B1 -100 c\n3 NS A1 400 o\n3 NS B1 400 c"
    match = only(text, Scoring("imps", steps=STEPS, sums=(0,), victory_points=True), TEAMS)
    assert [square.home for square in match.squares] == [10, 2, 0]
    assert match.score == (12, -12)
    assert match.victory == match.points == victory_points(12, 3)
    assert only(text, Scoring("imps", steps=STEPS), TEAMS).points == (12, -12)


def test_board_a_match() -> None:
    text = "1 NS A1 620 o\n1 NS B1 170 c\n2 NS A1 -50 o\n2 NS B1 -100 c\n3 NS A1 400 o\n3 NS B1 400 c\n4 NS A1 0 o\n4 NS B1 10 c"
    assert only(text, Scoring("board_a_match"), TEAMS).score == (5, 3)
    assert only(text, Scoring("board_a_match", win=1), TEAMS).score == (Fraction(5, 2), Fraction(3, 2))


def test_what_was_not_played_counts_for_nobody() -> None:
    match = only("1 N A 3 1\n1 N B 5 2\n2 N A 3 1\n2 N B - 2", DUEL)
    assert [square.difference for square in match.squares] == [-2, None]
    assert match.score == (-2, 2)


def test_awards_in_a_match() -> None:
    text = "1 NS A1 A+ o\n1 NS B1 A- c\n2 NS A1 300 o\n2 NS B1 A+ c\n3 NS A1 A o\n3 NS B1 0 c"
    match = only(text, Scoring("imps", steps=STEPS), TEAMS)
    assert [(square.home, square.away) for square in match.squares] == [(3, -3), (-3, 3), (0, 0)]
    shares = only(text, Scoring("board_a_match"), TEAMS)
    assert [(square.home, square.away) for square in shares.squares] == [
        (Fraction(6, 5), Fraction(4, 5)),
        (Fraction(4, 5), Fraction(6, 5)),
        (1, 1),
    ]


def test_every_section_is_a_match() -> None:
    found = matches(rows("1 N A 3 1 a\n1 N B 5 2 a\n1 N C 3 1 b\n1 N D 1 2 b"), DUEL)
    assert [(match.section, match.home, match.score[0]) for match in found] == [(("a",), "A", -2), (("b",), "C", 2)]


def test_a_seat_held_at_two_tables_counts_with_its_mean() -> None:
    assert only("1 NS A1 10 1\n1 NS A2 20 2\n1 NS B1 4 3", DUEL, TEAMS).score == (11, -11)


def test_twins_are_one_deal() -> None:
    (match,) = matches(rows("1 N A 3 1\n7 N B 5 2"), DUEL, deals={7: 1})
    assert [(square.deal, square.difference) for square in match.squares] == [(1, -2)]


def test_matches_of_other_than_two_sides_are_refused() -> None:
    with pytest.raises(LawFault) as caught:
        matches(rows("1 N A 3 1 m\n1 N B 5 2 m\n1 N C 5 3 m\n1 N D 1 1 k\n1 N A1+B1 1 1 k\n1 N A A+ 1 m"), DUEL, TEAMS)
    assert caught.value.faults == (
        ((4, "holders"), "A1 and B1 play for 2 sides; expected one"),
        ((5, "score"), "an average plus or minus; the method seat_difference needs the key plus, what it gains over an average"),
        ((0, "holders"), "the match m has 3 sides (A, B, C); expected two"),
        ((3, "holders"), "the match k has 1 sides (D); expected two"),
    )


plays = st.lists(st.tuples(st.integers(-50, 50), st.integers(-50, 50), st.integers(-50, 50), st.integers(-50, 50)), min_size=1, max_size=5)


def duel(played: list[tuple[int, int, int, int]], names: Sequence[str] = "AB") -> list[Result]:
    a, b = names
    return [
        Result(square=square, side=(seat,), holders=(who,), score=score, table=int(table))
        for square, scores in enumerate(played, 1)
        for seat, who, table, score in zip("NSNS", (a, b, b, a), "1122", scores, strict=True)
    ]


@given(plays, st.sampled_from(["seat_difference", "imps", "board_a_match"]))
def test_the_sides_of_a_duel_mirror(played: list[tuple[int, int, int, int]], method: str) -> None:
    scoring = Scoring(method, steps=(5, 10, 20, 40))  # type: ignore[arg-type]
    (match,) = matches(duel(played), scoring)
    (turned,) = matches([replace(row, holders=("B" if row.holders == ("A",) else "A",)) for row in duel(played)], scoring)
    assert turned.score == match.score  # B sits where A sat, and is home
    (low,) = matches([replace(row, score=-row.score) for row in duel(played)], Scoring(method, "low", steps=(5, 10, 20, 40)))  # type: ignore[arg-type, operator]
    assert low.score == match.score
    assert sum(match.score) == (2 * len(played) if method == "board_a_match" else 0)


def test_an_average_plus_for_both_sides_moves_no_victory_points() -> None:
    match = only("1 NS A1 A+ o\n1 NS B1 A+ c\n2 NS A1 50 o\n2 NS B1 50 c", Scoring("imps", steps=STEPS, victory_points=True), TEAMS)
    assert match.score == (3, 3)
    assert match.victory == (10, 10)


def test_matches_whose_names_read_alike_are_reckoned_apart() -> None:
    """ "A - B" against "C" was won by 4, "A" against "B - C" lost by 1: written out, both are A - B - C."""
    played = duel([(3, 0, 0, 1)], ("A - B", "C")), duel([(0, 0, 1, 0)], ("A", "B - C"))
    named = [
        replace(row, section=(home, away))
        for rows_, home, away in zip(played, ("A - B", "A"), ("C", "B - C"), strict=True)
        for row in rows_
    ]
    found = matches(named, DUEL)
    assert [(match.home, match.away, match.score[0]) for match in found] == [("A - B", "C", 4), ("A", "B - C", -1)]


@pytest.mark.parametrize("again", [("A", "B"), ("B", "A")])
def test_two_that_meet_again_play_another_match(again: tuple[str, str]) -> None:
    """A wins by 5 in round 1; B by 3 in round 3."""

    def result(number: int, square: int, table: int, holder: str, score: int, section: tuple[str, str]) -> Result:
        return Result(square=square, side=("N", "S"), holders=(holder,), score=score, round=number, table=table, section=section)

    first = [result(1, 1, 1, "A", 5, ("A", "B")), result(1, 1, 2, "B", 0, ("A", "B"))]
    second = [result(3, 2, 1, "A", 0, again), result(3, 2, 2, "B", 3, again)]
    one, other = matches([*first, *second], DUEL)
    assert (one.round, one.score, other.round, other.score) == (1, (5, -5), 3, (-3, 3))
    assert rounds_told([one, other]) == [1, 3]
    assert rounds_told([one]) == [0]
