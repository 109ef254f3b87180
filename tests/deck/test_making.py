"""Deck files that were edited: what no longer belongs together is told where it stands, without dealing again."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from replikat.data.strict_yaml import Source, parse
from replikat.deck.deck import Deck
from replikat.deck.deck_file import deck_text
from replikat.deck.deck_spec import DeckSpec, Group
from replikat.deck.loaders import load_deck, load_parts, read_deck_spec
from replikat.deck.making import edit_faults, new_deck, refuse_edited
from replikat.errors import ReplikatError
from support import LIBRARY, SEED

SPEC = DeckSpec("small", "french52", (Group("main", 2, "none"), Group("main", 4, "pairs", effort=200)), seed=SEED)
NOWHERE = parse("{}", Path("spec.yaml"))


@pytest.fixture
def text() -> str:
    deck = new_deck(SPEC, NOWHERE, LIBRARY, SEED)
    return deck_text(deck, SEED)


def opened(text: str, folder: Path) -> tuple[Deck, Source]:
    file = folder / "deck.yaml"
    file.write_text(text, encoding="utf-8")
    spec, source = read_deck_spec(file, LIBRARY)
    return load_deck(spec, source, LIBRARY), source


def told(text: str, folder: Path) -> list[str]:
    return [str(fault).replace(f"{folder}/", "") for fault in edit_faults(*opened(text, folder))]


def exchanged(text: str) -> str:
    """Return the file with two marks of its first square exchanged, within every law."""
    head, marks = text.split("marks: |\n")
    one, two, rest = marks.strip().split(" ", 2)
    return f"{head}marks: |\n  {two} {one} {rest}\n"


def test_a_new_deck_keeps_a_hash_of_its_origin(text: str, tmp_path: Path) -> None:
    assert re.search(r'^origin: "[0-9a-f]{64}"$', text, re.M)
    assert told(text, tmp_path) == []
    refuse_edited(*opened(text, tmp_path), heard=lambda done, count: None)


def test_a_deck_file_of_an_earlier_version_has_none_and_is_as_good(text: str, tmp_path: Path) -> None:
    earlier = re.sub(r"origin: .*\n", "", text)
    assert told(earlier, tmp_path) == []
    deck, source = opened(earlier, tmp_path)
    refuse_edited(deck, source, heard=lambda done, count: None)
    assert deck_text(deck, deck.spec.seed) == earlier


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (f'seed: "{SEED}"', f'seed: "01{SEED[2:]}"'),
        ("effort: 200", "effort: 201"),
        ("balance: none", "balance: seats"),
        ("dealt}", "given}"),
    ],
)
def test_an_edited_seed_or_spec_is_told(old: str, new: str, text: str, tmp_path: Path) -> None:
    """Marks and code are as they were; only the hash tells."""
    assert old in text
    edited = text.replace(old, new, 1)
    line = edited[: edited.index("origin:")].count("\n") + 1
    said = "origin: seed, squares or marks are not those that this deck was made with; restore the file from a copy"
    assert told(edited, tmp_path) == [f"deck.yaml:{line}:9: {said}"]
    with pytest.raises(ReplikatError):
        refuse_edited(*opened(edited, tmp_path))


def test_an_edited_seed_is_told_at_the_seed_by_dealing_again(text: str, tmp_path: Path) -> None:
    earlier = re.sub(r"origin: .*\n", "", text).replace(SEED, f"01{SEED[2:]}")
    deck, source = opened(earlier, tmp_path)
    refuse_edited(deck, source)  # nothing in the file itself tells
    with pytest.raises(ReplikatError, match=r"deck\.yaml:5:7: seed: \d+ marks are not those that this seed deals"):
        refuse_edited(deck, source, heard=lambda done, count: None)


def test_exchanged_marks_are_told_by_code_and_hash_and_located_by_dealing_again(text: str, tmp_path: Path) -> None:
    edited = exchanged(text)
    assert [re.sub(r"^\S+ ", "", line).split(":")[0] for line in told(edited, tmp_path)] == ["code", "origin"]
    with pytest.raises(ReplikatError, match=r"marks\.1\.1: square 1: AS: \w+; the seed deals") as caught:
        refuse_edited(*opened(edited, tmp_path))
    assert len(caught.value.faults) == 2


def test_marks_with_a_new_code_are_still_told_by_the_hash(text: str, tmp_path: Path) -> None:
    edited = exchanged(text)
    deck, _ = opened(edited, tmp_path)
    recoded = re.sub(r'code: ".*"', f'code: "{deck.code}"', edited)
    assert [line.split(": ")[1] for line in told(recoded, tmp_path)] == ["origin"]


def test_a_code_that_is_none_is_told(text: str, tmp_path: Path) -> None:
    edited = re.sub(r'code: "(....)', r'code: "!!!!', text)
    assert "is no deck code; a sign is wrong or missing" in told(edited, tmp_path)[0]


def test_a_deck_whose_seed_was_taken_out_stands_for_itself(text: str, tmp_path: Path) -> None:
    assert told(re.sub(r"seed: .*\n", "", text), tmp_path) == []


def test_a_deck_without_a_seed_has_no_hash() -> None:
    deck = new_deck(replace(SPEC, seed=None), NOWHERE, LIBRARY, SEED)
    assert deck.spec.origin is None
    parts = load_parts(SPEC, NOWHERE, LIBRARY)
    assert "origin" not in deck_text(Deck(replace(SPEC, origin="ab" * 32), parts, deck.squares), None)
