"""Victory points: every entry of the published tables, and what must hold for any number of boards."""

import csv
from fractions import Fraction
from itertools import pairwise

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from replikat.events.scoring.exact import rounded
from replikat.events.scoring.victory import victory_points, victory_scale
from support import VECTORS

TABLE = list(csv.DictReader((VECTORS / "wbf_vp_continuous.csv").read_text(encoding="utf-8").splitlines()))
EXAMPLES = yaml.safe_load((VECTORS / "scoring.yaml").read_text(encoding="utf-8"))["wbf_vp"]["examples"]


def test_every_published_entry() -> None:
    entries = [
        (int(row["imp_margin"]), int(column.removeprefix("boards_")), points)
        for row in TABLE
        for column, points in row.items()
        if column.startswith("boards_") and points
    ]
    assert len(entries) == 860
    assert [entry for entry in entries if str(rounded(victory_points(entry[0], entry[1])[0])) != entry[2]] == []


@pytest.mark.parametrize("example", EXAMPLES, ids=str)
def test_published_examples(example: dict) -> None:
    assert [float(points) for points in victory_points(example["imps"], example["boards"])] == example["vp"]


@given(st.integers(-400, 400), st.integers(1, 120))
def test_a_match_gives_twenty_points_and_mirrors(margin: int, boards: int) -> None:
    ours, theirs = victory_points(margin, boards)
    assert ours + theirs == 20
    assert victory_points(-margin, boards) == (theirs, ours)
    assert (100 * ours).denominator == 1 and 0 <= ours <= 20


@given(st.integers(1, 200))
def test_steps_never_grow(boards: int) -> None:
    scale = victory_scale(boards)
    steps = [after - before for before, after in pairwise(scale)]
    assert scale[0] == 1000 and scale[-1] == 2000
    assert steps == sorted(steps, reverse=True) and steps[-1] >= 0
    assert (len(scale) - 1) ** 2 >= 225 * boards > (len(scale) - 2) ** 2


def test_a_margin_is_rounded_away_from_zero() -> None:
    assert victory_points(Fraction(31, 2), 32) == victory_points(16, 32)
    assert victory_points(Fraction(-31, 2), 32) == victory_points(-16, 32)
    assert victory_points(1000, 8) == (20, 0)
