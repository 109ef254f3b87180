"""Fields of results against published examples, and against what must hold of any results."""

from fractions import Fraction

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from played import IMP_SCALE, STEPS
from replikat.events.result import Score, Scoring
from replikat.events.scoring.exact import mean, median, rounded, to_nearest, total, trimmed_mean
from replikat.events.scoring.fields import (
    butler,
    cross_differences,
    cross_imps,
    differences,
    first_differences,
    imps,
    matchpoints,
    points_of,
)
from support import VECTORS

EXAMPLES = yaml.safe_load((VECTORS / "scoring.yaml").read_text(encoding="utf-8"))

score = st.integers(-200, 200) | st.fractions(-20, 20, max_denominator=6)
fields = st.lists(score, min_size=2, max_size=12)
bridge = st.lists(st.integers(-200, 200).map(lambda n: 10 * n), min_size=2, max_size=12)
METHODS = [
    Scoring("cross_difference"),
    Scoring("mean_difference"),
    Scoring("median_difference"),
    Scoring("trimmed_difference"),
    Scoring("first_difference"),
    Scoring("matchpoints"),
    Scoring("matchpoints", win=1),
    Scoring("cross_imps", steps=STEPS),
    Scoring("butler", steps=STEPS),
]
methods = pytest.mark.parametrize("scoring", METHODS, ids=lambda scoring: f"{scoring.method}{scoring.win}")


def of(scores: list[Score], scoring: Scoring) -> list[Fraction]:
    return points_of(scores, scoring, len(scores))


@pytest.mark.parametrize("example", EXAMPLES["matchpoints"], ids=lambda example: example["source"])
def test_published_matchpoints(example: dict) -> None:
    assert matchpoints(example["ns"]) == example["mp_ns"]
    if "mp_ew" in example:
        assert matchpoints([-score for score in example["ns"]]) == example["mp_ew"]


def test_published_neuberg() -> None:
    ebu, wikipedia, made_easy = EXAMPLES["neuberg"]
    assert [float(m) for m in matchpoints(list(range(10, 0, -1)), 2, 11)] == ebu["mp"]
    scores = [0, 0, 10, 20, 30, 30]  # 4 of 10 for the third from below; 9 for the two tied on top
    assert matchpoints(scores)[2] == 4 and matchpoints(scores)[4] == 9
    assert [rounded(matchpoints(scores, 2, 7)[i], 4) for i in (2, 4)] == [rounded(Fraction(str(m)), 4) for m in wikipedia["mp"]]
    assert [rounded(matchpoints(scores, 2, 7)[i], 1) for i in (2, 4)] == [rounded(Fraction(str(m)), 1) for m in wikipedia["rounded"]]
    assert [10 * m for m in matchpoints([3, 2, 1], 2, 6)] == made_easy["percent"]
    assert [25 * m for m in matchpoints([3, 2, 1])] == made_easy["unadjusted_percent"]


def test_the_imp_scale() -> None:
    for row in IMP_SCALE:
        first, last = int(row["difference_from"]), int(row["difference_to"] or 100_000)
        assert [imps(first, STEPS), imps(last, STEPS), imps(-first, STEPS), imps(-last, STEPS)] == [
            sign * int(row["imps"]) for sign in (1, 1, -1, -1)
        ]
    for difference, expected in EXAMPLES["imp_points"][0]["pairs"]:
        assert imps(difference, STEPS) == expected


@pytest.mark.parametrize("example", EXAMPLES["cross_imps"], ids=lambda example: example["source"])
def test_published_cross_imps(example: dict) -> None:
    found = cross_imps(example["ns"], STEPS)
    assert [value if value is None else float(got) for got, value in zip(found, example["imps_ns"], strict=True)] == example["imps_ns"]


def test_published_butler() -> None:
    woburn, magee, few = EXAMPLES["butler"]
    assert float(trimmed_mean(woburn["ns"], 1)) == woburn["datum_exact"]
    assert to_nearest(trimmed_mean(woburn["ns"], 1), 10) == woburn["datum"]
    assert butler(woburn["ns"], STEPS) == woburn["imps_ns"]
    assert mean(magee["ns_after_trimming"]) == magee["datum"]
    assert butler([5000, *magee["ns_after_trimming"], -5000], STEPS)[1:-1] == magee["imps_ns"]
    assert trimmed_mean(few["ns"], 1) == few["datum"]


def test_foster_s_compass_whist() -> None:
    example = EXAMPLES["duplicate_whist_average"]
    for side, average in (("ns", "average_ns"), ("ew", "average_ew")):
        tricks = list(example[side].values())
        assert mean(tricks) == example[average]
        assert differences(tricks, mean(tricks)) == [example["difference"][name] for name in example[side]]
    everything = [*example["ns"].values(), *example["ew"].values()]
    assert total(everything) == example["deals"] * example["tricks_per_deal"] * example["tables"]


def test_methods_by_hand() -> None:
    """Penalty points 5, 9 and 2 of a game where low is best, so with their signs changed."""
    assert cross_differences([-5, -9, -2]) == [Fraction(1, 2), Fraction(-11, 2), 5]
    assert matchpoints([-5, -9, -2]) == [2, 0, 4]
    assert first_differences([-5, -9, -2]) == [1, -4, 3]
    assert median([5, 9, 2]) == 5 and median([5, 9, 2, 6]) == Fraction(11, 2)
    assert trimmed_mean([0, 1, 2, 90], 1) == Fraction(3, 2)
    assert trimmed_mean([0, 1, 2, 3, 4, 90], 2) == Fraction(5, 2)
    assert trimmed_mean([0, 1, 2], 1) == 1
    assert trimmed_mean([0, 1, 2, 7], 0) == Fraction(5, 2)


def test_halves_are_rounded_away_from_zero() -> None:
    assert [to_nearest(Fraction(n), 10) for n in (-15, -14, -5, -4, 0, 4, 5, 14, 15)] == [-20, -10, -10, 0, 0, 0, 10, 10, 20]
    assert [str(rounded(Fraction(n, 8), 2)) for n in (-1, 1, 3)] == ["-0.13", "0.13", "0.38"]
    assert str(rounded(Fraction(1, 8), 0)) == "0" and str(rounded(7, 1)) == "7.0"


@methods
@given(fields)
def test_what_is_gained_is_lost(scoring: Scoring, scores: list[Score]) -> None:
    points, count = of(scores, scoring), len(scores)
    if scoring.method == "matchpoints":
        assert total(points) == scoring.win * count * (count - 1) / Fraction(2)
    elif scoring.method in ("cross_difference", "mean_difference", "first_difference", "cross_imps"):
        assert total(points) == 0


@methods
@given(fields, st.permutations(range(12)))
def test_the_order_of_tables_is_of_no_account(scoring: Scoring, scores: list[Score], order: list[int]) -> None:
    if scoring.method == "first_difference":  # the first pass is the datum
        return
    order = [place for place in order if place < len(scores)]
    assert of([scores[place] for place in order], scoring) == [of(scores, scoring)[place] for place in order]


@methods
@given(fields, st.integers(-50, 50))
def test_a_constant_added_to_all_changes_nothing(scoring: Scoring, scores: list[Score], more: int) -> None:
    more *= scoring.nearest if scoring.method == "butler" else 1
    if scoring.method != "butler" or min(*scores, min(scores) + more) >= 0 or max(*scores, max(scores) + more) <= 0:
        assert of([score + more for score in scores], scoring) == of(scores, scoring)


@methods
@given(fields)
def test_the_other_side_gains_the_opposite(scoring: Scoring, scores: list[Score]) -> None:
    top = scoring.win * (len(scores) - 1) if scoring.method == "matchpoints" else 0
    assert of([-score for score in scores], scoring) == [top - points for points in of(scores, scoring)]


@methods
@given(fields)
def test_a_better_result_gains_no_less_and_equal_ones_the_same(scoring: Scoring, scores: list[Score]) -> None:
    points = of(scores, scoring)
    start = 1 if scoring.method == "first_difference" else 0
    ranked = sorted(zip(scores[start:], points[start:], strict=True))
    assert [value for _, value in ranked] == sorted(value for _, value in ranked)
    assert len({s for s, _ in ranked}) == len(set(ranked))


@methods
@given(fields, st.data())
def test_doing_better_never_costs_points(scoring: Scoring, scores: list[Score], data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(scores) - 1))
    better = [*scores]
    better[place] += data.draw(st.integers(1, 300))
    if scoring.method != "butler":  # its datum is rounded, and follows
        assert of(better, scoring)[place] >= of(scores, scoring)[place]


@given(fields)
def test_counting_equal_scores_is_comparing_pair_by_pair(scores: list[Score]) -> None:
    others = len(scores) - 1
    by_pairs = [Fraction(sum(imps(mine - theirs, STEPS) for theirs in scores), others) for mine in scores]
    assert cross_imps(scores, STEPS) == by_pairs
    won = [sum((mine > theirs) * 2 + (mine == theirs) for theirs in scores) - 1 for mine in scores]
    assert matchpoints(scores) == won


@given(bridge, st.integers(0, 8), st.sampled_from([1, 2]))
def test_neuberg_keeps_the_middle_and_is_nothing_when_all_played(scores: list[Score], more: int, win: int) -> None:
    expected = len(scores) + more
    top = win * (expected - 1)
    adjusted = matchpoints(scores, win, expected)
    assert matchpoints(scores, win, len(scores)) == matchpoints(scores, win)
    assert mean(adjusted) == Fraction(top, 2)
    assert all(0 <= points <= top for points in adjusted)
    raw, tie = matchpoints(scores, win), Fraction(win, 2)
    assert adjusted == [(points + tie) * expected / len(scores) - tie for points in raw]
