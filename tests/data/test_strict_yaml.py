"""YAML's traps, the places of keys and values, and both parsers."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from replikat.data.strict_yaml import DEEPEST, LARGEST, parse, read_source
from replikat.errors import ReplikatError

FILE = Path("f.yaml")


@pytest.fixture(params=["libyaml", "pure"])
def parser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "pure":
        monkeypatch.delattr(yaml, "CSafeLoader")
    else:
        assert hasattr(yaml, "CSafeLoader"), "this PyYAML was built without libyaml"


def fault(text: str) -> str:
    with pytest.raises(ReplikatError) as caught:
        parse(text, FILE)
    (only,) = caught.value.faults
    return str(only)


PLAIN: list[tuple[str, Any]] = [
    ("yes", "yes"),
    ("no", "no"),
    ("on", "on"),
    ("off", "off"),
    ("y", "y"),
    ("True", "True"),
    ("true", True),
    ("false", False),
    ("null", None),
    ("~", None),
    ("", None),
    ("Null", "Null"),
    ("0", 0),
    ("-0", 0),
    ("7", 7),
    ("-12", -12),
    ("+5", "+5"),
    ("010", "010"),
    ("0o10", "0o10"),
    ("0x14", "0x14"),
    ("0b1", "0b1"),
    ("12:30", "12:30"),
    ("1_000", "1_000"),
    ("999999999999999999", 10**18 - 1),
    ("1" + "0" * 18, "1" + "0" * 18),
    ("9" * 5000, "9" * 5000),
    ("2.5", 2.5),
    ("-0.25", -0.25),
    ("10.50", 10.5),
    (".5", ".5"),
    ("5.", "5."),
    ("1e3", "1e3"),
    ("1.5e3", "1.5e3"),
    (".inf", ".inf"),
    ("-.inf", "-.inf"),
    (".nan", ".nan"),
    ("2026-01-31", "2026-01-31"),
    ("1.2.3", "1.2.3"),
    ("१२", "१२"),  # digits of another script
    ("=", "="),
    ('"12"', "12"),
    ("'true'", "true"),
    ('""', ""),
    ('"a\\nb\\tc"', "a\nb\tc"),
    ("a b  c", "a b  c"),
    ("Vri åtter 🂡", "Vri åtter 🂡"),
    ("a#b", "a#b"),
    ("a # b", "a"),
]


@pytest.mark.parametrize(("written", "meant"), PLAIN, ids=[written[:20] for written, _ in PLAIN])
def test_a_word_means_what_it_says(parser: None, written: str, meant: Any) -> None:
    read = parse(f"key: {written}\n", FILE).tree["key"]
    assert (type(read), read) == (type(meant), meant)


def test_keys_are_words_whatever_they_look_like(parser: None) -> None:
    assert list(parse("yes: 1\n10: 2\n~: 3\n'': 4\nnull: 5\n1.5: 6\n'<<': 7\n", FILE).tree) == ["yes", "10", "~", "", "null", "1.5", "<<"]


REFUSED = [
    ("a: *b", "f.yaml:1:4: the alias *b; write the value out, or in quotes if it is text"),
    ("*b : a", "f.yaml:1:1: the alias *b; write the value out, or in quotes if it is text"),
    ("a: &b 1", "f.yaml:1:4: the anchor &b; write the value out, or in quotes if it is text"),
    ("x: 1\n&b a: 1", "f.yaml:2:1: the anchor &b; write the value out, or in quotes if it is text"),
    ("- &b\n  - *b", "f.yaml:1:3: the anchor &b; write the value out, or in quotes if it is text"),
    ("a: !!int 3", "f.yaml:1:4: the tag !!int; expected a plain value, or a text in quotes"),
    ("!!str a: 3", "f.yaml:1:1: the tag !!str; expected a plain value, or a text in quotes"),
    ("a: !own 3", "f.yaml:1:4: the tag !own; expected a plain value, or a text in quotes"),
    ("a: ! 3", "f.yaml:1:4: the tag !; expected a plain value, or a text in quotes"),
    ("a:\n  <<: {b: 1}", "f.yaml:2:3: the merge key <<; write the keys out"),
    ("? [a, b]\n: c", "f.yaml:1:3: a key that is no plain word; expected a word, or a text in quotes"),
    ("{a: 1}: c", "f.yaml:1:1: a key that is no plain word; expected a word, or a text in quotes"),
    ("a:\tb", "f.yaml:1:3: a tab; use spaces"),
    ("a:\n\tb: 1", "f.yaml:2:1: a tab; use spaces"),
    ("a: 1\n# c\td", "f.yaml:2:4: a tab; use spaces"),
    ("a: b\x00", "f.yaml:1:5: the hidden character U+0000; delete it"),
    ("a: 1\r\nb: \x07", "f.yaml:2:4: the hidden character U+0007; delete it"),
    ("a: 1\u2028b: 2", "f.yaml:1:5: the hidden character U+2028; delete it"),
    ("a: 1\x85b: 2", "f.yaml:1:5: the hidden character U+0085; delete it"),
    ("a: \ufeffb", "f.yaml:1:4: the hidden character U+FEFF; delete it"),
    ('a: "b\\0"', "f.yaml:1:4: the hidden character U+0000; leave it out"),
    ('"\\e": b', "f.yaml:1:1: the hidden character U+001B; leave it out"),
    ("", "f.yaml:1: the file is empty"),
    ("\n# nothing\n\n", "f.yaml:1: the file is empty"),
    ("a: 1\n---\nb: 2", "f.yaml:3:1: a second document; one document a file: delete the line ---"),
    ("a: 1\n...\n---\n", "f.yaml:4:1: a second document; one document a file: delete the line ---"),
    ("a: b: c", 'f.yaml:1:5: a ": " where none can stand; put a text that holds it in quotes, and check the indentation'),
    ("a: @b", "f.yaml:1:4: a character that begins no value; put the text in quotes"),
    ("a: `b", "f.yaml:1:4: a character that begins no value; put the text in quotes"),
    ("a: 1\nb\n", 'f.yaml:3:1: a line without ": "; expected a key and its value'),
    ("a: 'x' y\n", "f.yaml:1:8: this belongs to nothing before it; check indentation, quotes and commas"),
    ("a:\n  b: 1\n c: 2", "f.yaml:3:2: this belongs to nothing before it; check indentation, quotes and commas"),
    ("- a\nb: 1", "f.yaml:2:1: this belongs to nothing before it; check indentation, quotes and commas"),
    ("a: [1, 2\nb: 3", "f.yaml:2:2: a comma or closing bracket is missing before this; check [ ], { } and quotes (# begins a comment)"),
    ("a: {b: #fff}\n", "f.yaml:2:1: a value is missing here; check [ ], { } and commas (# begins a comment)"),
    ("a: [1,\n", "f.yaml:2:1: a value is missing here; check [ ], { } and commas (# begins a comment)"),
    ("a: - b", "f.yaml:1:4: a list item in the middle of a line; begin it on a line of its own"),
    ('a: 1\nb: "c\n\n', "f.yaml:2:4: a quote that is not closed; close it"),
    ('a: "C:\\dir"', "f.yaml:1:4: an unknown escape after a backslash; write \\\\, or use single quotes"),
]


@pytest.mark.parametrize(("text", "line"), REFUSED, ids=[ascii(text) for text, _ in REFUSED])
def test_what_is_left_out_of_yaml_is_said_where_it_stands(parser: None, text: str, line: str) -> None:
    assert fault(text) == line


def test_a_half_character_is_refused(parser: None) -> None:
    assert fault('a: "\\ud800"').startswith("f.yaml:1:")


def test_keys_that_stand_twice_are_all_told_and_the_first_one_counts(parser: None) -> None:
    source = parse("a: 1\nb: {c: 1, c: {d: 2, d: 3}}\na: [x]\n", FILE)
    assert [str(fault) for fault in source.faults] == [
        "f.yaml:2:11: the key c stands twice; keep one",
        "f.yaml:2:21: the key d stands twice; keep one",
        "f.yaml:3:1: the key a stands twice; keep one",
    ]
    assert source.tree == {"a": 1, "b": {"c": 1}}
    assert source.values["a",] == (1, 4)


def test_places_are_those_of_the_first_character(parser: None) -> None:
    text = 'a: "b"\n\nlist:\n  - x\n  - {k: v, é: [p,  q]}\n-longkey: |\n  lines\nnothing:\n'
    source = parse(text, FILE)
    assert source.values == {
        (): (1, 1),
        ("a",): (1, 4),
        ("list",): (4, 3),
        ("list", 0): (4, 5),
        ("list", 1): (5, 5),
        ("list", 1, "k"): (5, 9),
        ("list", 1, "é"): (5, 15),
        ("list", 1, "é", 0): (5, 16),
        ("list", 1, "é", 1): (5, 20),
        ("-longkey",): (6, 11),
        ("nothing",): (8, 1),  # a missing value is shown at its key
    }
    assert source.keys["list", 1, "é"] == (5, 12)
    assert source.keys["-longkey",] == (6, 1)


def test_places_inside_a_block_of_lines_are_words(parser: None) -> None:
    source = parse("x: 1\nmarks: |\n  S1 W2\n   N3  E4\n", FILE)
    assert [(f.line, f.column) for f in (source.fault(("marks", line, word), "") for line in (0, 1) for word in (0, 1))] == [
        (3, 3),
        (3, 6),
        (4, 4),
        (4, 8),
    ]


def test_a_fault_of_a_missing_place_stands_at_the_nearest_parent_and_counts_from_one(parser: None) -> None:
    source = parse("a:\n  - {b: 1}\n", FILE)
    assert str(source.fault(("a", 0, "c", 2), "missing", "expected x")) == "f.yaml:2:5: a.1.c.3: missing; expected x"
    assert str(source.fault(("a", 0, "b"), "found", key=True)) == "f.yaml:2:6: a.1.b: found"


def test_line_ends_and_byte_order_marks_change_nothing(parser: None, tmp_path: Path) -> None:
    path = tmp_path / "f.yaml"
    trees = []
    for data in (b"a: 1\nb: |\n  x\n  y\n", b"\xef\xbb\xbfa: 1\r\nb: |\r\n  x\r\n  y\r\n", b"a: 1\rb: |\r  x\r  y\r"):
        path.write_bytes(data)
        source = read_source(path)
        trees.append((source.tree, source.values))
    assert trees[0][0] == {"a": 1, "b": "x\ny\n"}
    assert trees[1] == trees[0]
    assert trees[2] == trees[0]


@pytest.mark.parametrize("opening", ["[", "{a: ", "- ", "[{a: "])
def test_deep_nesting_stops_at_the_limit(parser: None, opening: str) -> None:
    assert fault(opening * 20_000).endswith(f": nested deeper than {DEEPEST} levels")


def test_nesting_as_deep_as_allowed(parser: None) -> None:
    assert parse("[" * DEEPEST + "]" * DEEPEST, FILE).tree
    assert fault("[" * (DEEPEST + 2) + "]" * (DEEPEST + 2)) == f"f.yaml:1:{DEEPEST + 2}: nested deeper than {DEEPEST} levels"


def read_fault(path: Path) -> str:
    with pytest.raises(ReplikatError) as caught:
        read_source(path)
    return str(caught.value).replace(str(path), "FILE")


def test_files_that_are_no_text(tmp_path: Path) -> None:
    path = tmp_path / "f.yaml"
    path.write_bytes("a: 1\nb: æ".encode() + "ø".encode("latin-1"))
    assert read_fault(path) == "FILE:2:5: not UTF-8 text; save the file as UTF-8"
    path.write_bytes("a: 1".encode("utf-16"))
    assert read_fault(path) == "FILE:1:1: not UTF-8 text; save the file as UTF-8"
    path.write_bytes("a: 1".encode("utf-16-le"))
    assert read_fault(path) == "FILE:1:2: the hidden character U+0000; delete it"
    path.write_bytes(b"#" * (LARGEST + 1))
    assert read_fault(path) == "FILE: larger than 1 MB; expected a text that somebody wrote"
    path.write_bytes(b"#" * (LARGEST - 5) + b"\na: 1")
    assert read_source(path).tree == {"a": 1}
    path.write_bytes(b"")
    assert read_fault(path) == "FILE:1: the file is empty"


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    assert read_fault(tmp_path / "missing.yaml") == "FILE: cannot be read (No such file or directory)"
    assert read_fault(tmp_path) == "FILE: cannot be read (Is a directory)"
