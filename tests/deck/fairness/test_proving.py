"""Commitments and proofs: what was bound is shown, nothing else is told, and the docs' script agrees."""

import json
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from replikat.deck.deck import Deck
from replikat.deck.fairness.checking import check_proof
from replikat.deck.fairness.commitment import hash_of, key_number, seed_of
from replikat.deck.fairness.proof import Sealed
from replikat.deck.fairness.proving import announcement, needs_secret, proof_text, read_sealed, seal, sealed_text
from replikat.deck.loaders import load_language
from replikat.errors import ReplikatError
from support import DOCS, LIBRARY, SEED, packaged_deck

SCRIPT = re.search(r"```python\n(.*?)```", (DOCS / "fairness.md").read_text(encoding="utf-8"), re.S)
FILE = Path("commitment.json")
Change = Callable[[dict[str, Any]], None]


def dealt(name: str, seed: str = SEED) -> Deck:
    """Return a packaged deck that knows its seed, as a deck file does."""
    deck = packaged_deck(name, seed)
    return replace(deck, spec=replace(deck.spec, seed=seed))


def given(deck: Deck) -> Deck:
    """Return the deck as if its deals had come from elsewhere."""
    groups = tuple(replace(group, source="given", balance="none") for group in deck.spec.squares)
    return replace(deck, spec=replace(deck.spec, squares=groups, seed=None))


def proved(deck: Deck, folder: Path, squares: list[int] | None, kept: Sealed | None = None) -> tuple[Path, str]:
    """Write a proof and return its file and the commitment."""
    sealed = seal(deck, kept or Sealed(), FILE)
    path = folder / "proof.json"
    path.write_bytes(proof_text(deck, sealed, squares))
    return path, str(sealed.commitment)


def by_script(path: Path, published: str, folder: Path) -> subprocess.CompletedProcess[str]:
    assert SCRIPT
    script = folder / "check.py"
    script.write_text(SCRIPT[1], encoding="utf-8")
    return subprocess.run([sys.executable, "-I", str(script), str(path), published], capture_output=True, text=True, check=False)


def faults_of(path: Path, published: str | None = None) -> list[str]:
    with pytest.raises(ReplikatError) as caught:
        check_proof(path, LIBRARY, published)
    return [str(fault).replace(str(path), "FILE") for fault in caught.value.faults]


def changed(path: Path, change: Change) -> None:
    tree = json.loads(path.read_text(encoding="utf-8"))
    change(tree)
    path.write_text(json.dumps(tree, indent=1), encoding="utf-8")


def test_three_squares_are_proved_and_nothing_is_told_of_the_others(tmp_path: Path) -> None:
    deck = dealt("tournament-52")
    path, commitment = proved(deck, tmp_path, [7, 3, 24])
    checked = check_proof(path, LIBRARY, commitment)
    assert [said.square for said in checked.squares] == [3, 7, 24]
    assert (checked.code, checked.again, checked.count) == (None, None, 24)
    text = path.read_text(encoding="utf-8")
    assert SEED not in text
    shown = [number for number, square in enumerate(deck.squares, 1) if str(square) in text]
    assert shown == [3, 7, 24]
    hidden = {hash_of("salt", number, SEED) for number in range(1, 25)} - {hash_of("salt", number, SEED) for number in shown}
    assert not [salt for salt in hidden if salt in text]
    said = by_script(path, commitment, tmp_path)
    assert (said.returncode, said.stdout) == (0, "squares 3, 7, 24: as committed to\n"), said.stderr


@pytest.mark.parametrize(
    ("name", "again"), [("tournament-52", True), ("standard-52", False), ("casino-52", False), ("minchiate-97", False)]
)
def test_a_whole_deck_is_proved_and_dealt_again(name: str, again: bool, tmp_path: Path) -> None:
    deck = dealt(name)
    path, commitment = proved(deck, tmp_path, None)
    checked = check_proof(path, LIBRARY, commitment)
    assert (checked.code, checked.again) == (deck.code, True)
    said = by_script(path, commitment, tmp_path)
    assert said.returncode == 0, said.stderr
    assert ("dealt again\n" in said.stdout) == again
    assert ("replikat prove does it" in said.stdout) != again


def test_an_imported_deck_is_hidden_by_a_secret_of_its_own(tmp_path: Path) -> None:
    deck = given(dealt("tournament-52"))
    assert needs_secret(deck)
    assert not needs_secret(dealt("tournament-52"))
    path, commitment = proved(deck, tmp_path, None, Sealed(secret="5e" * 32))
    assert commitment != proved(deck, tmp_path, None, Sealed(secret="6e" * 32))[1]
    path, _ = proved(deck, tmp_path, None, Sealed(secret="5e" * 32))
    checked = check_proof(path, LIBRARY, commitment)
    assert (checked.code, checked.again) == (deck.code, None)
    assert "5e" * 32 not in path.read_text(encoding="utf-8")
    said = by_script(path, commitment, tmp_path)
    assert said.returncode == 0, said.stderr
    assert "not dealt again" in said.stdout


def test_public_randomness_is_in_the_seed(tmp_path: Path) -> None:
    key, awaits, public = "ab" * 32, "the lottery of Saturday, numbers rising, with blanks", "3 8 17 22 40 41"
    kept = Sealed(key=key, awaits=awaits, public=public)
    deck = dealt("tournament-52", seed_of(key, public))
    assert not kept.waits
    assert replace(kept, public=None).waits
    path, commitment = proved(deck, tmp_path, None, kept)
    assert check_proof(path, LIBRARY, commitment).public == public
    said = by_script(path, commitment, tmp_path)
    assert said.returncode == 0, said.stderr
    assert key_number(key, awaits) in said.stdout
    some, _ = proved(deck, tmp_path, [1], kept)
    assert key not in some.read_text(encoding="utf-8")
    with pytest.raises(ReplikatError, match="not dealt from the public randomness"):
        seal(dealt("tournament-52"), kept, FILE)
    path, commitment = proved(deck, tmp_path, None, kept)
    changed(path, lambda tree: tree.update(public="3 8 17 22 40 42"))
    assert faults_of(path) == [f"FILE:{line_of(path, 'seed')}: deck.seed: this is not the seed that key and public text give"]
    assert by_script(path, commitment, tmp_path).returncode == 1


def line_of(path: Path, key: str) -> str:
    """Return line and column of the value of a key that stands once."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if f'"{key}": ' in line:
            return f"{number}:{line.index(': ') + 3}"
    raise AssertionError(key)


def swap_marks(tree: dict[str, Any]) -> None:
    words = tree["squares"][0]["marks"].split()
    words[0], words[1] = words[1], words[0]
    tree["squares"][0]["marks"] = " ".join(words)


def cut_path(tree: dict[str, Any]) -> None:
    tree["squares"][0]["path"].pop()


def other_number(tree: dict[str, Any]) -> None:
    tree["squares"][0]["square"] = 4


def no_square(tree: dict[str, Any]) -> None:
    tree["squares"][0]["square"] = 25


def other_salt(tree: dict[str, Any]) -> None:
    tree["squares"][0]["salt"] = "00" * 32


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (swap_marks, "square 3: this is not what was committed to"),
        (other_number, "square 4: this is not what was committed to"),
        (other_salt, "square 3: this is not what was committed to"),
        (cut_path, "square 3: 4 neighbours lead nowhere in a tree of 24 squares"),
        (no_square, "square 25: square 25 of 24"),
    ],
)
def test_a_changed_proof_proves_nothing(change: Change, said: str, tmp_path: Path) -> None:
    path, commitment = proved(dealt("tournament-52"), tmp_path, [3])
    changed(path, change)
    (fault,) = faults_of(path, commitment)
    assert re.fullmatch(r"FILE:\d+:\d+: squares\.1\.marks: " + re.escape(said), fault)
    assert by_script(path, commitment, tmp_path).returncode == 1


def test_a_proof_of_another_deck_is_seen(tmp_path: Path) -> None:
    path, commitment = proved(dealt("tournament-52", "11" * 32), tmp_path, [3])
    other = "ff" * 32
    assert faults_of(path, other) == [f"FILE:{line_of(path, 'commitment')}: commitment: {commitment}; the published one is {other}"]
    assert by_script(path, other, tmp_path).returncode == 1


def test_marks_that_keep_no_law_are_seen_though_they_were_bound(tmp_path: Path) -> None:
    deck = given(dealt("tournament-52"))
    first = deck.squares[0]
    odd = replace(deck, squares=(replace(first, marks=(first.marks[1], *first.marks[1:])), *deck.squares[1:]))
    path, commitment = proved(odd, tmp_path, [1], Sealed(secret="5e" * 32))
    assert re.search(r"square 1: \w+: \w+ stands twice in this square; missing", faults_of(path, commitment)[0])


def test_a_seed_that_deals_something_else_is_seen(tmp_path: Path) -> None:
    path, commitment = proved(dealt("standard-52"), tmp_path, None)
    changed(path, lambda tree: tree["deck"].update(seed="12" * 32))
    assert faults_of(path, commitment) == [
        f"FILE:{line_of(path, 'seed')}: deck.seed: the seed deals other squares; the marks that are shown"
    ]


def test_what_is_no_proof_is_told_with_its_places(tmp_path: Path) -> None:
    path, _ = proved(dealt("tournament-52"), tmp_path, [3])
    changed(path, lambda tree: tree.update(pack="french53x", count="24"))
    said = "\n".join(faults_of(path))
    assert re.search(r"FILE:\d+:\d+: pack: no pack is called 'french53x'; did you mean french53\?", said)
    assert re.search(r"FILE:\d+:\d+: count: ", said)


def test_a_deck_that_changed_is_not_proved() -> None:
    kept = seal(dealt("standard-52"), Sealed(), FILE)
    assert seal(dealt("standard-52"), kept, FILE) == kept
    with pytest.raises(ReplikatError, match="the deck is not the one of the commitment"):
        seal(dealt("standard-52", "11" * 32), kept, FILE)


def test_what_is_kept_reads_back(tmp_path: Path) -> None:
    file = tmp_path / "commitment.json"
    assert read_sealed(file, LIBRARY) is None
    for sealed in (Sealed(), Sealed(commitment="aa" * 32, secret="bb" * 32), Sealed(key="cc" * 32, awaits='the "lottery": æøå')):
        file.write_bytes(sealed_text(sealed))
        assert read_sealed(file, LIBRARY) == sealed


@pytest.mark.parametrize("language", LIBRARY.names("languages"))
def test_the_text_to_publish_holds_the_number_and_no_secret(language: str) -> None:
    words = load_language(language, LIBRARY)
    key, awaits = "ab" * 32, "Saturday's lottery"
    waiting = announcement("tournament-52", None, 24, Sealed(key=key, awaits=awaits), words)
    assert key_number(key, awaits) in waiting
    assert awaits in waiting
    deck = dealt("tournament-52", seed_of(key, "7"))
    sealed = seal(deck, Sealed(key=key, awaits=awaits, public="7"), FILE)
    bound = announcement("tournament-52", deck.code, 24, sealed, words)
    for text in (str(sealed.commitment), key_number(key, awaits), deck.code, awaits):
        assert text in bound
    assert key not in waiting + bound
    assert str(deck.spec.seed) not in bound
