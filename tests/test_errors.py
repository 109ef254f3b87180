"""One line per fault, and suggestions."""

import pytest

from replikat.errors import MANY, Fault, LawFault, ReplikatError, escaped, named, quoted, suggestion, withheld


@pytest.mark.parametrize(
    ("fault", "line"),
    [
        (Fault("found 1"), "found 1"),
        (Fault("found 1", "expected 2"), "found 1; expected 2"),
        (Fault("found 1", "expected 2", "a.yaml", 3, 4, "b.c"), "a.yaml:3:4: b.c: found 1; expected 2"),
        (Fault("found 1", file="a.yaml"), "a.yaml: found 1"),
        (Fault("found 1", file="a.yaml", line=3), "a.yaml:3: found 1"),
        (Fault("found 1", field="--seed"), "--seed: found 1"),
    ],
)
def test_a_fault_is_one_line_of_what_is_known(fault: Fault, line: str) -> None:
    assert str(fault) == line


def test_an_error_holds_every_fault_in_order() -> None:
    error = ReplikatError(Fault("one", file="a"), "two")
    assert error.faults == (Fault("one", file="a"), Fault("two"))
    assert str(error) == "a: one\ntwo"


def test_a_law_knows_paths_but_no_files() -> None:
    law = LawFault([(("a", 0), "one"), ((), "two")])
    assert (law.faults, str(law)) == (((("a", 0), "one"), ((), "two")), "one; two")
    assert isinstance(law, ValueError)  # as validators, our judge in tests, want it of a value


@pytest.mark.parametrize(
    ("word", "known", "said"),
    [
        ("mian", ["main", "casino"], "did you mean main?"),
        ("french25", ["piquet32", "french52"], "did you mean french52?"),
        ("zebra", ["main", "casino"], "expected one of casino, main"),
        ("x", [], "there is none"),
        ("", ["a"], "expected one of a"),
    ],
)
def test_a_suggestion_is_the_nearest_name_or_all_of_them(word: str, known: list[str], said: str) -> None:
    assert suggestion(word, known) == said


def test_of_very_many_names_only_some_are_told() -> None:
    said = suggestion("zebra", [f"{number:03}" for number in range(MANY + 10)])
    assert said.endswith(f"029, ... ({MANY + 10} in all)")
    assert said.count(",") == MANY


def test_a_message_shows_what_would_steer_a_terminal() -> None:
    """No fault of any kind prints a line break, a control sign or a sign of direction."""
    wild = "a\nb\x1b[31m\u202ec\u2066\udcff\u2028\t\x85é\u00a0x"
    shown = r"a\nb\x1b[31m\u202ec\u2066\udcff\u2028\t\x85é" + "\u00a0x"
    assert escaped(wild) == shown and escaped(shown) == shown
    fault = Fault(wild, wild, file=wild, line=1, field=wild)
    assert str(fault) == f"{shown}:1: {shown}: {shown}; {shown}"


def test_a_message_repeats_no_value_whole() -> None:
    long = "x" * 1_000_000
    assert named(long) == "x" * 57 + "..." and quoted(long) == f"'{named(long)}'"
    assert named("short") == "short" and quoted("it's") == '"it\'s"'
    assert len(str(Fault(long, long, file=long, field=long))) < 7000
    assert suggestion(long, [long, "a"]) == f"did you mean {named(long)}?"


def test_a_message_says_of_a_secret_how_long_it_is() -> None:
    assert withheld("0123") == "4 characters (not shown)"
