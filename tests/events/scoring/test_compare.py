"""Comparisons of a field: grouped by deal and seat, with awards and missing results."""

from collections import defaultdict
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from played import HEARTS, rows
from replikat.errors import LawFault
from replikat.events.comparisons import Comparison
from replikat.events.result import Award, Result, Score, Scoring
from replikat.events.scoring.compare import compare, wrong_sums


def points(comparisons: tuple[Comparison, ...]) -> dict[str, Fraction | None]:
    """Return the points of every row by square, seat and holders."""
    return {f"{c.deal}{''.join(c.side)} {'+'.join(g.result.holders)}": g.points for c in comparisons for g in c.gains}


def test_a_rotation_by_hand() -> None:
    """Hearts for three, played twice: every result against the one of who held the seat in the other pass."""
    found = points(compare(rows(HEARTS), Scoring("cross_difference", "low")))
    assert found == {"1S A": 4, "1S C": -4, "1W B": 1, "1W A": -1, "1N C": -5, "1N B": 5}
    assert points(compare(rows(HEARTS), Scoring("first_difference", "low"))) == found


def test_better_low_is_better_high_mirrored() -> None:
    results = rows(HEARTS)
    mirrored = [replace(row, score=-row.score) for row in results]  # type: ignore[operator]
    for method in ("cross_difference", "matchpoints", "median_difference"):
        low, high = (points(compare(*given)) for given in ((results, Scoring(method, "low")), (mirrored, Scoring(method))))
        assert low == high


def test_disguised_squares_are_compared_with_their_originals() -> None:
    results = rows("1 S A 5\n1 S B 3\n9 S C 1\n9 S D 9")
    apart, together = compare(results, Scoring("mean_difference")), compare(results, Scoring("mean_difference"), {9: 1})
    assert [(c.deal, len(c.gains)) for c in apart] == [(1, 2), (9, 2)]
    assert [(c.deal, len(c.gains)) for c in together] == [(1, 4)]
    assert points(together)["1S D"] == 9 - Fraction(18, 4)
    assert [gain.result.square for gain in together[0].gains] == [1, 1, 9, 9]


def test_sections_are_apart() -> None:
    results = rows("1 NS A 5 1 red\n1 NS B 3 2 red\n1 NS C 9 1 blue\n1 NS D 9 2 blue\n1 NS E 4 3 blue")
    found = compare(results, Scoring("matchpoints"))
    assert [(c.section, c.top) for c in found] == [(("red",), 2), (("blue",), 4)]
    assert points(found) == {"1NS A": 2, "1NS B": 0, "1NS C": 3, "1NS D": 3, "1NS E": 0}


def test_neuberg_where_a_square_has_fewer_results() -> None:
    results = rows("1 NS A 5\n1 NS B 3\n1 NS C 1\n2 NS A 5\n2 NS B 3\n2 NS C -\n3 NS A A+\n3 NS B 60%\n3 NS C 7")
    one, two, three = compare(results, Scoring("matchpoints"))
    assert [gain.points for gain in one.gains] == [4, 2, 0]
    assert [gain.points for gain in two.gains] == [Fraction(7, 2), Fraction(1, 2), None]
    assert [gain.points for gain in three.gains] == [Fraction(12, 5), Fraction(12, 5), 2]  # 60 percent, and nobody to compare with
    fewer = compare(results[:3], Scoring("matchpoints", expected=6))
    assert [10 * gain.points for gain in fewer[0].gains if gain.points is not None] == [90, 50, 10]


def test_a_lone_result_is_compared_with_nothing() -> None:
    for scoring in (Scoring("mean_difference"), Scoring("matchpoints"), Scoring("cross_imps", steps=(20,))):
        (found,) = compare(rows("1 S A 5"), scoring)
        assert (found.gains[0].points, found.top) == (None, None)
    assert compare(rows("1 S A A+"), Scoring("matchpoints"))[0].points == (None,)


def test_awards() -> None:
    results = rows("1 NS A 50\n1 NS B 0\n1 NS C A+\n1 NS D A-\n1 NS E A")
    for scoring, expected in [
        (Scoring("cross_imps", steps=(20, 50)), [2, -2, 3, -3, 0]),
        (Scoring("cross_imps", steps=(20, 50), plus=2), [2, -2, 2, -2, 0]),
        (Scoring("mean_difference", plus=1.5), [25, -25, Fraction(3, 2), Fraction(-3, 2), 0]),
        (Scoring("matchpoints"), [Fraction(13, 2), Fraction(3, 2), Fraction(24, 5), Fraction(16, 5), 4]),
        (Scoring("matchpoints", plus=5), [Fraction(13, 2), Fraction(3, 2), Fraction(22, 5), Fraction(18, 5), 4]),
    ]:
        assert [gain.points for gain in compare(results, scoring)[0].gains] == expected
    given_points = [*rows("1 NS A 50\n1 NS B 0"), Result(square=1, side=("N", "S"), holders=("C",), score=Award("points", Fraction(-7, 2)))]
    assert compare(given_points, Scoring("mean_difference"))[0].gains[2].points == Fraction(-7, 2)


def test_awards_without_a_meaning_are_refused_with_their_places() -> None:
    with pytest.raises(LawFault) as caught:
        compare(rows("1 NS A 50\n1 NS B 60%\n1 NS C A+\n1 NS D A"), Scoring("mean_difference"))
    assert caught.value.faults == (
        ((1, "score"), "a percentage; the method mean_difference has no top, expected an average (A, A+, A-) or a result"),
        ((2, "score"), "an average plus or minus; the method mean_difference needs the key plus, what it gains over an average"),
    )


def test_sums_of_tables() -> None:
    results = rows("1 S A 20 t1\n1 N B 6 t1\n1 S C 20 t2\n1 N D 5 t2\n2 S A 9 t1\n2 N B - t1\n3 S A 78 t1\n3 N B 0 t1")
    assert wrong_sums(results, (26,), 2) == [(3, 25), (7, 78)]
    assert wrong_sums(results, (26, 78), 2) == [(3, 25)]
    assert wrong_sums(results, (), 2) == []


tables = st.lists(st.lists(st.integers(0, 26), min_size=3, max_size=3), min_size=2, max_size=6)


@given(tables)
def test_where_sums_are_constant_whole_tables_gain_nothing(scores: list[list[int]]) -> None:
    """Each table's last seat takes what is left of 26, so groups as wholes cannot be ranked."""
    results = [
        Result(square=1, side=(seat,), holders=(f"{seat}{table}",), score=value, table=table)
        for table, own in enumerate(scores)
        for seat, value in zip("SWNE", [*own, 26 - sum(own)], strict=True)
    ]
    gained: defaultdict[int, Score] = defaultdict(int)
    for comparison in compare(results, Scoring("cross_difference", "low")):
        for gain in comparison.gains:
            gained[gain.result.table] += gain.points  # type: ignore[operator]
    assert set(gained.values()) == {0}
