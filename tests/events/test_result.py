"""Results as they are written in a cell, and methods that cannot be."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from replikat.errors import LawFault
from replikat.events.comparisons import Share, Standing
from replikat.events.result import Award, Scoring, TwoReadings, parse_score


@pytest.mark.parametrize(
    ("text", "score"),
    [
        ("420", 420),
        (" -50 ", -50),
        ("+7", 7),
        ("−100", -100),
        ("2,5", Fraction(5, 2)),
        ("2.50", Fraction(5, 2)),
        ("4,0", 4),
        ("", None),
        ("-", None),
        ("A", Award("average")),
        ("a+", Award("average_plus")),
        ("A−", Award("average_minus")),
        ("–100", -100),
        ("—", None),
        ("‐3", -3),
        ("0,125", Fraction(1, 8)),
        ("1234,567", Fraction(1234567, 1000)),
        ("1,1050", Fraction(221, 200)),
        ("62,5 %", Award("percent", Fraction(125, 2))),
    ],
)
def test_cells(text: str, score: object) -> None:
    assert parse_score(text) == score
    assert type(parse_score(text)) is type(score)


@pytest.mark.parametrize("text", ["four", "1e5", "1,000.5", "nan", "A%", "%", "٣", "--1", "0x10", "1/2", "A++", "9" * 12])
def test_other_cells_are_refused(text: str) -> None:
    with pytest.raises(ValueError):
        parse_score(text)


@pytest.mark.parametrize("text", ["1,105", "1.105", "-12.000", "−620,000", "100,000%"])
def test_a_number_that_can_be_read_in_two_ways_is_refused_unless_the_decimal_sign_is_known(text: str) -> None:
    with pytest.raises(TwoReadings):
        parse_score(text)
    sign = "," if "," in text else "."
    with pytest.raises(TwoReadings):
        parse_score(text, ".,".replace(sign, ""))
    read = parse_score(text, sign)
    assert read == (Award("percent", Fraction(100)) if "%" in text else Fraction(text.replace(",", ".").replace("−", "-")))


@given(st.decimals(-10_000, 10_000, places=2))
def test_decimals_are_exact_with_point_or_comma(value: object) -> None:
    assert parse_score(str(value)) == Fraction(str(value)) == parse_score(str(value).replace(".", ","))


@pytest.mark.parametrize(
    ("settings", "path", "said"),
    [
        ({"method": "butler"}, ("steps",), "the method butler without a table of IMPs; expected the differences that give 1, 2, 3 ..."),
        ({"method": "imps", "steps": (20, 50, 50)}, ("steps", 2), "50 after 50; expected rising differences"),
        (
            {"method": "board_a_match", "victory_points": True},
            ("victory_points",),
            "victory points with the method board_a_match; expected imps, which they are made from",
        ),
        (
            {"method": "matchpoints", "tie_breaks": ("wins", "head_to_head")},
            ("tie_breaks", 1),
            "head_to_head needs matches; the method matchpoints compares a field",
        ),
    ],
)
def test_methods_that_cannot_be(settings: dict, path: tuple, said: str) -> None:
    with pytest.raises(LawFault) as caught:
        Scoring(**settings)
    assert caught.value.faults == ((path, said),)


def test_labels_means_and_percentages() -> None:
    line = Standing(2, True, "Anna", Fraction(9), 4, Fraction(12))
    assert (line.label, line.mean, line.percent) == ("2=", Fraction(9, 4), 75)
    assert Standing(1, False, "Bo", Fraction(0), 0).label == "1"
    assert (Standing(1, False, "Bo", Fraction(0), 0).mean, Standing(1, False, "Bo", Fraction(3), 2).percent) == (0, None)


def test_what_is_left_for_the_play() -> None:
    from replikat.events.comparisons import Luck

    assert Luck(40, 20, Share(0.5, 0.25, 0.75), None).play == Share(0.5, 0.25, 0.75)
    assert Luck(40, 20, Share(0.75, 0.5, 1.0), None).play == Share(0.25, 0.0, 0.5)
    assert Luck(10, 5, None, None).play is None
