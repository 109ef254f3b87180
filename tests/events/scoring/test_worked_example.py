"""The worked example of docs/comparing.md is what the methods give."""

import re
from fractions import Fraction
from typing import get_args

import pytest

from played import STEPS
from replikat.events.result import MATCH_METHODS, STEP_METHODS, Method, Scoring, TieBreak
from replikat.events.scoring.fields import points_of
from support import DOCS

TEXT = (DOCS / "comparing.md").read_text(encoding="utf-8")
HEAD, *ROWS = [
    [cell.strip(" `") for cell in line.strip("|").split("|")]
    for line in TEXT.splitlines()
    if re.match(r"\| (method|`\w+`) \|( -?[\d.]+ \|){5}$", line)
]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_the_table(row: list[str]) -> None:
    method, *told = row
    scoring = Scoring(method, steps=STEPS if method in STEP_METHODS else ())  # type: ignore[arg-type]
    assert points_of([int(cell) for cell in HEAD[1:]], scoring, 5) == [Fraction(cell) for cell in told]


def test_every_method_and_tie_break_is_described() -> None:
    assert {row[0] for row in ROWS} | set(MATCH_METHODS) == set(get_args(Method))
    assert set(re.findall(r"^- \*\*`(\w+)`\*\*", TEXT, re.M)) == set(get_args(Method))
    assert set(re.findall(r"^\| `(\w+)` \| (?:matches|both) \|", TEXT, re.M)) == set(get_args(TieBreak))


def test_every_rule_of_counting_is_described() -> None:
    from replikat.tally.named_rules import RULES

    section = TEXT.split("## Counting at the table")[1]
    assert re.findall(r"^\| `(\w+)` \|", section, re.M) == list(RULES)
