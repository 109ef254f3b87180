"""Deck files: whatever a spec holds is read back equal."""

from dataclasses import replace
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from replikat.bounds import is_code, is_word
from replikat.data.builder import build
from replikat.data.strict_yaml import parse
from replikat.deck.deck import Deck, deck_of
from replikat.deck.deck_file import deck_file
from replikat.deck.deck_spec import DeckSpec, Group
from replikat.deck.print_settings import PrintSettings
from support import SEED, packaged_deck, plain_deck

ODD = [
    "true",
    "null",
    "no",
    "Yes",
    "~",
    "#",
    "a #b",
    ": ",
    "a: b",
    "-",
    "- a",
    "12",
    "1e3",
    "0x1",
    "'",
    '"',
    "\\",
    "\\n",
    "*a",
    "&a",
    "!a",
    "%a",
]
ODD += [
    "@a",
    "`",
    "[a",
    "{a",
    "a, b",
    "]",
    "|",
    ">",
    "?",
    "? a",
    "<<",
    "---",
    "...",
    " a",
    "a ",
    "7 av 9",
    "Vri åtter",
    "🂡",
    "“q”",
    "a\nb",
    "=",
    "2026-01-01",
]
words = st.one_of(st.sampled_from(ODD), st.text(st.characters(exclude_categories=["C", "Zl", "Zp"]), min_size=1, max_size=60))
names = st.from_regex(r"\A\w[\w .-]{0,20}(?<![ .])\Z")

prints = st.builds(
    PrintSettings,
    sheet=words,
    theme=words,
    lang=words | st.lists(words, min_size=1, max_size=3).map(tuple),
    word=words.filter(is_word),
    jokers=st.integers(0, 100),
    blanks=st.integers(0, 100),
    indices=st.dictionaries(words, words.filter(is_code), max_size=3),
)


@st.composite
def specs(draw: st.DrawFn) -> DeckSpec:
    cards = draw(st.sampled_from(["all", "piquet32", "true", "12"]))
    groups = draw(
        st.lists(st.builds(Group, words, st.integers(1, 5), st.sampled_from(["none", "seats"]), st.just(cards)), min_size=1, max_size=3)
    )
    count = sum(group.count for group in groups)
    return DeckSpec(
        draw(names),
        draw(words),
        tuple(groups),
        seed=draw(st.none() | st.from_regex(r"\A[0-9a-f]{1,64}\Z")),
        print=draw(prints),
        games=draw(st.lists(words, max_size=3).map(tuple)),
        proof=draw(st.none() | st.integers(1, count)),
    )


EXAMPLE = plain_deck({"S": 2, "W": 2, "N": 1, "M": 1}, 4)


@given(specs())
def test_reads_back_as_the_same_spec_and_marks(spec: DeckSpec) -> None:
    text = deck_file(replace(EXAMPLE, spec=spec), spec.seed)
    written = replace(spec, code=EXAMPLE.code, marks=EXAMPLE.marks_text())
    assert build(DeckSpec, parse(text, Path("deck.yaml")).tree) == (written, [])


@given(specs())
def test_other_yaml_readers_agree(spec: DeckSpec) -> None:
    """The file is to be read in fifty years, by whatever reads YAML then."""
    text = deck_file(replace(EXAMPLE, spec=spec), spec.seed)
    assert yaml.safe_load(text) == parse(text, Path("deck.yaml")).tree


@pytest.mark.parametrize("name", ["standard-52", "tournament-52"])
def test_packaged_decks_read_back_with_their_code(name: str) -> None:
    deck = packaged_deck(name)
    text = deck_file(deck, SEED)
    spec, _ = build(DeckSpec, parse(text, Path("deck.yaml")).tree)
    assert spec is not None
    again: Deck = deck_of(spec, deck.parts, spec.marks or "")
    assert (again.squares, again.code) == (deck.squares, deck.code)
    assert spec.is_asked_for_by(deck.spec)
    assert spec.seed == SEED


def test_the_file_says_first_what_it_is() -> None:
    text = deck_file(EXAMPLE, SEED)
    first = text.splitlines()[0]
    assert first.startswith("# The replicate deck plain. This file is the deck")
    assert f'code: "{EXAMPLE.code}"\n' in text
    assert f'seed: "{SEED}"\n' in text
    assert "seed" not in deck_file(EXAMPLE, None)
    assert text.endswith(f"marks: |\n  {EXAMPLE.squares[0]}\n  {EXAMPLE.squares[1]}\n  {EXAMPLE.squares[2]}\n  {EXAMPLE.squares[3]}\n")
