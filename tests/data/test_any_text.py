"""Whatever stands in a file: it is read, or its faults are told with their places; and both parsers agree."""

import re
from pathlib import Path
from typing import Any
from unittest.mock import patch

import yaml
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from replikat.cli.kinds import KINDS
from replikat.data.reader import read
from replikat.data.strict_yaml import parse
from replikat.errors import ReplikatError
from support import LIBRARY

FILE = Path("f.yaml")
TEXTS = {kind: [LIBRARY.find(f"{kind}s", name).read_text(encoding="utf-8")[:3000] for name in LIBRARY.names(f"{kind}s")] for kind in KINDS}
SIGNS = [*"abS7-:,.#&*!|>'\"%@`{}[]?~\\ \n\r", ": ", "\n  ", "- ", " #", "é", "🂡", "---\n", "\n\n", "''", "no", "0"]


@st.composite
def edited(draw: st.DrawFn) -> tuple[str, str]:
    """Return a kind of file and the text of one, with some signs typed in, taken out or cut short."""
    kind = draw(st.sampled_from(list(KINDS)))
    text = draw(st.sampled_from(TEXTS[kind]))
    for _ in range(draw(st.integers(1, 4))):
        place = draw(st.integers(0, len(text)))
        match draw(st.sampled_from(["type", "delete", "move", "cut"])):
            case "type":
                text = text[:place] + draw(st.sampled_from(SIGNS)) + text[place:]
            case "delete":
                text = text[:place] + text[place + draw(st.integers(1, 9)) :]
            case "move":
                end = place + draw(st.integers(1, 30))
                text = text[:place] + text[end : end + 9] + text[place:end] + text[end + 9 :]
            case "cut":
                text = text[: max(place, 1)]
    return kind, text


def outcome(text: str) -> Any:
    try:
        source = parse(text, FILE)
    except ReplikatError:
        return None
    return source.tree, source.values, source.keys, source.literal, source.faults


@settings(max_examples=400)
@given(edited())
def test_both_parsers_read_the_same(kind_and_text: tuple[str, str]) -> None:
    _, text = kind_and_text
    assume(not re.search(r":[,\[\]{}]", text))  # {a:, b}: libyaml wants a blank after the colon, the pure parser does not
    assume("?" not in text)  # {a?b: c}: libyaml takes the mark as part of the word, the pure parser does not
    quick = outcome(text)
    with patch.object(yaml, "CSafeLoader", yaml.SafeLoader):
        assert outcome(text) == quick


@settings(max_examples=400)
@given(edited())
def test_every_fault_has_a_place_in_the_file(kind_and_text: tuple[str, str]) -> None:
    kind, text = kind_and_text
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    try:
        assert isinstance(read(KINDS[kind], parse(text, FILE), LIBRARY), KINDS[kind])
    except ReplikatError as error:
        assert error.faults
        for fault in error.faults:
            assert fault.file == "f.yaml"
            assert fault.found and "\n" not in str(fault)
            assert 1 <= fault.line <= len(lines)
            assert fault.column <= len(lines[fault.line - 1]) + 1
