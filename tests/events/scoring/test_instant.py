"""What a lone table looks up: ranges that cover every score, worth what matchpoints would give."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from replikat.events.scoring.instant import Instant, instant_scores

scores = st.lists(st.integers(-20, 20).map(lambda tens: Fraction(10 * tens)), min_size=1, max_size=12)


def worth(table: list[Instant], score: Fraction) -> list[Fraction]:
    """Return the share of every range that a score lies in."""
    return [
        row.share
        for row in table
        if (row.low == row.high == score)
        or (row.low != row.high and (row.low is None or row.low < score) and (row.high is None or score < row.high))
    ]


@given(scores, st.integers(-300, 300))
def test_every_score_is_worth_the_results_it_beats(known: list[Fraction], score: int) -> None:
    beaten = sum(2 * (other < score) + (other == score) for other in known)
    assert worth(instant_scores(known), Fraction(score)) == [Fraction(beaten, 2 * len(known))]


@given(scores)
def test_ranges_fall_from_all_to_nothing(known: list[Fraction]) -> None:
    shares = [row.share for row in instant_scores(known)]
    assert shares[0] == 1 and shares[-1] == 0 and shares == sorted(shares, reverse=True)
    assert len(shares) == 2 * len(set(known)) + 1


def test_without_results_there_is_no_table() -> None:
    assert instant_scores([]) == []
