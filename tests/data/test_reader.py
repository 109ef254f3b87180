"""Files to values: all faults of a file at once, in the order of their places."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import pytest
from annotated_types import MaxLen

from replikat.bounds import Named
from replikat.data.library import Library
from replikat.data.reader import load, locating, read
from replikat.data.strict_yaml import parse
from replikat.errors import LawFault, ReplikatError
from support import LIBRARY

Name = Annotated[str, MaxLen(60), Named("themes")]


@dataclass(frozen=True)
class Pair:
    """Two numbers that rise."""

    low: int
    high: int

    def __post_init__(self) -> None:
        if self.low >= self.high:
            raise LawFault([(("high",), f"{self.high}; expected more than {self.low}")])


@dataclass(frozen=True)
class Leaf:
    """A small kind of file."""

    theme: Name
    pairs: tuple[Pair, ...] = ()


def lines(text: str) -> list[str]:
    with pytest.raises(ReplikatError) as caught:
        read(Leaf, parse(text, Path("f.yaml")), LIBRARY)
    return [str(fault) for fault in caught.value.faults]


def test_reads_a_sound_file() -> None:
    leaf = read(Leaf, parse("theme: plain\npairs: [{low: 1, high: 2}]\n", Path("f.yaml")), LIBRARY)
    assert leaf == Leaf("plain", (Pair(1, 2),))


def test_tells_faults_of_every_sort_in_the_order_of_their_places() -> None:
    text = """\
pairs:
  - {low: 2, high: 1}
  - {low: 1, high: "2"}
  - {low: 1, hihg: 2}
theme: plian
theme: plain
pear: 1
"""
    assert lines(text) == [
        "f.yaml:2:20: pairs.1.high: 1; expected more than 2",
        'f.yaml:3:20: pairs.2.high: found "2"; expected a whole number such as 12',
        "f.yaml:4:5: pairs.3.high: missing; expected a whole number such as 12",
        "f.yaml:4:14: pairs.3.hihg: unknown key hihg; did you mean high?",
        "f.yaml:5:8: theme: no theme is called 'plian'; did you mean plain?",
        "f.yaml:6:1: the key theme stands twice; keep one",
        "f.yaml:7:1: pear: unknown key pear; did you mean pairs?",
    ]


def test_a_name_too_long_for_any_file_is_only_too_long() -> None:
    fault = "f.yaml:1:8: theme: found 5000 characters; expected at most 60"
    assert lines(f"theme: {'x' * 5000}\n") == [fault]


def test_loads_a_file_of_the_library_and_says_where_it_stood(tmp_path: Path) -> None:
    (tmp_path / "leaves").mkdir()
    (tmp_path / "leaves/oak.yaml").write_text("theme: plain\n", encoding="utf-8")
    (tmp_path / "themes").mkdir()
    (tmp_path / "themes/plain.yaml").touch()
    leaf, source = load(Leaf, "leaves", "oak", Library((tmp_path,)))
    assert (leaf, source.path) == (Leaf("plain"), tmp_path / "leaves/oak.yaml")


def test_a_law_that_is_broken_later_has_a_place_too() -> None:
    source = parse("theme: plain\npairs:\n  - {low: 1, high: 2}\n", Path("f.yaml"))
    with pytest.raises(ReplikatError) as caught, locating(source):
        raise LawFault([(("pairs", 0, "low"), "too low")])
    assert str(caught.value) == "f.yaml:3:11: pairs.1.low: too low"
