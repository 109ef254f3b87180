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

from replikat.data.library import library
from replikat.deck.deck import Deck
from replikat.deck.fairness.checking import check_proof
from replikat.deck.fairness.commitment import (
    bound_deck,
    card_hash,
    hash_of,
    key_number,
    leaf_of,
    salt_of,
    seed_of,
    spec_hash,
)
from replikat.deck.fairness.proof import Proof, Sealed, Shown, cards_of, leaves_of
from replikat.deck.fairness.proving import (
    announcement,
    needs_secret,
    proof_text,
    read_sealed,
    seal,
    sealed_text,
    waiting,
)
from replikat.deck.loaders import load_language
from replikat.errors import ReplikatError
from support import DOCS, GOLDEN, LIBRARY, SEED, packaged_deck

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


def by_script(path: Path, published: str, folder: Path, *key: str) -> subprocess.CompletedProcess[str]:
    assert SCRIPT
    script = folder / "check.py"
    script.write_text(SCRIPT[1], encoding="utf-8")
    return subprocess.run([sys.executable, "-I", str(script), str(path), published, *key], capture_output=True, text=True, check=False)


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
    assert said.returncode == 0, said.stderr
    pack, *lines = said.stdout.splitlines()
    assert pack.startswith("pack french52, 52 cards, 24 squares in all, as committed to: AS 2S 3S ")
    assert [line.split(": ")[0] for line in lines] == [f"square {number} of 24, as committed to" for number in (3, 7, 24)]
    assert lines[0].split(": ", 2)[2].split()[12] == f"KS={deck.squares[2].marks[12]}"


@pytest.mark.parametrize(("name", "again"), [("tournament-52", True), ("standard-52", False), ("casino-52", True), ("minchiate-97", False)])
def test_a_whole_deck_is_proved_and_dealt_again(name: str, again: bool, tmp_path: Path) -> None:
    deck = dealt(name)
    path, commitment = proved(deck, tmp_path, None)
    checked = check_proof(path, LIBRARY, commitment)
    assert (checked.code, checked.again) == (deck.code, True)
    said = by_script(path, commitment, tmp_path)
    assert said.returncode == 0, said.stderr
    assert ("dealt again\n" in said.stdout) == again
    assert ("NOT dealt again here; replikat prove --check does it" in said.stdout) != again


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
    assert "squares 1-24: NOT dealt again: no seed deals the whole of this deck, so nobody can" in said.stdout
    assert "replikat prove" not in said.stdout


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


# ---- kept and published by earlier versions, and by this one


def golden(form: int, name: str) -> Path:
    return GOLDEN / f"sealed-{form}" / name


@pytest.mark.parametrize(("form", "some", "free"), [(1, "proof-3.json", 1), (2, "proof-2.json", 4), (3, "proof-2.json", 4)])
def test_what_was_published_stays_checkable(form: int, some: str, free: int, tmp_path: Path) -> None:
    kept = read_sealed(golden(form, "commitment.json"), LIBRARY)
    assert kept and kept.form == min(form, 2)
    whole = golden(form, "proof-all.json")
    checked = check_proof(whole, LIBRARY, kept.commitment, kept.key_number)
    assert (checked.again, checked.form, checked.key_number, checked.key_compared) == (True, min(form, 2), kept.key_number, True)
    assert (checked.public, checked.awaits) == (kept.public, kept.awaits)
    assert check_proof(golden(form, some), LIBRARY, kept.commitment).count_bound == (form == 3)
    said = by_script(whole, str(kept.commitment), tmp_path, str(kept.key_number))
    assert said.returncode == 0, said.stderr
    assert said.stdout.count(": dealt again\n") == free
    assert ("left open what is dealt with it" in said.stdout) == (form == 1)
    assert ("left open how many squares there are" in said.stdout) == (form < 3)
    assert by_script(golden(form, some), str(kept.commitment), tmp_path).returncode == 0


def test_the_numbers_of_both_forms_are_those_they_were() -> None:
    numbers = {form: read_sealed(golden(form, "commitment.json"), LIBRARY) for form in (1, 2, 3)}
    assert {form: kept and kept.key_number for form, kept in numbers.items()} == {
        1: "24f42c770d0c057a850a24c9475da4c58ea79af1c70f89fb3285e59ed45718fb",
        2: "1b4d231109fcf7c039f68a883fdf64236c3b81229012d1f21621c6e2ea5c2a7f",
        3: "9ee6403d10bb2cd9c6c7fd79aa0c974abf9ee35c7ed86b85906a2798515d7a4b",
    }
    assert {form: kept and kept.commitment for form, kept in numbers.items()} == {
        1: "267de5eb0468b189b653e474c595b4ee939cb1389549bb0c83016dee051fad87",
        2: "492d52d607e9e21eb38aff957829d9f9ac9170830ea7eac71ebeaf8c7b44e495",
        3: "833979ba466e6242c105314aef3f4f8d04088f2d9378cc5140658953fef9322d",
    }


@pytest.mark.parametrize("form", [1, 2])
def test_the_page_of_python_needs_no_replikat_and_compares_the_key(form: int, tmp_path: Path) -> None:
    assert SCRIPT
    assert "replikat" not in re.sub(r'"[^"]*"', "", SCRIPT[1])
    kept = read_sealed(golden(form, "commitment.json"), LIBRARY)
    assert kept
    said = by_script(golden(form, "proof-all.json"), str(kept.commitment), tmp_path)
    assert "NOT compared" in said.stdout
    assert by_script(golden(form, "proof-all.json"), str(kept.commitment), tmp_path, "00" * 32).returncode == 1


# ---- whoever would cheat, with the proof of form 2 in hand


def other_key(tree: dict[str, Any]) -> None:
    tree["key"] = "ab" * 32


def other_key_and_seed(tree: dict[str, Any]) -> None:
    tree["key"] = "ab" * 32
    tree["deck"]["seed"] = seed_of("ab" * 32, tree["public"])


def other_words(tree: dict[str, Any]) -> None:
    tree["awaits"] = "another draw"


def other_effort(tree: dict[str, Any]) -> None:
    tree["deck"]["squares"][-1]["effort"] = 201


def other_effort_bound(tree: dict[str, Any]) -> None:
    other_effort(tree)
    tree["spec"][-1] = tree["spec"][-1].replace("effort 200", "effort 201")


def as_form_1(tree: dict[str, Any]) -> None:
    del tree["form"], tree["spec"]


def no_spec(tree: dict[str, Any]) -> None:
    del tree["spec"]


def declared_given(tree: dict[str, Any]) -> None:
    tree["deck"]["squares"][0]["source"] = "given"


def given_and_bound(tree: dict[str, Any]) -> None:
    declared_given(tree)
    place = next(i for i, line in enumerate(tree["spec"]) if line.startswith("squares 3: layout main S13"))
    tree["spec"][place] = tree["spec"][place].replace("source dealt", "source given")


def bound_as_given(tree: dict[str, Any]) -> None:
    """As if it had been bound so from the beginning; the number is another, and squares could be anything."""
    given_and_bound(tree)
    tree["deck"]["squares"][0]["source"] = "dealt"


def lookalike_value(tree: dict[str, Any]) -> None:
    tree["public"] = "3 8 1\u0667"
    tree["deck"]["seed"] = seed_of(tree["key"], tree["public"])


def doubled_blank(tree: dict[str, Any]) -> None:
    tree["public"] = "3  8 17"
    tree["deck"]["seed"] = seed_of(tree["key"], tree["public"])


def no_deck(tree: dict[str, Any]) -> None:
    del tree["deck"]


def line_split(tree: dict[str, Any]) -> None:
    tree["spec"][0:2] = ["/".join(tree["spec"][0:2])]


def other_layout(tree: dict[str, Any]) -> None:
    tree["deck"]["squares"][0]["layout"] = "bridge"


def other_balance(tree: dict[str, Any]) -> None:
    tree["deck"]["squares"][0]["balance"] = "seats"


def no_value(tree: dict[str, Any]) -> None:
    del tree["public"]


def other_number_of_squares(tree: dict[str, Any]) -> None:
    tree["deck"]["squares"][0]["count"] = 2


CHEATS: list[tuple[Change, str]] = [
    (other_key, "this is not the seed that key and public text give"),
    (other_key_and_seed, "have the number"),
    (other_words, "have the number"),
    (other_effort, "the deck that is shown has 201 where 200 was bound"),
    (other_effort_bound, "have the number"),
    (as_form_1, "have the number"),
    (no_spec, "form 2; spec is there in form 2, and no other"),
    (declared_given, "squares of source given do not come from public randomness"),
    (given_and_bound, "squares of source given do not come from public randomness"),
    (lookalike_value, "of ASCII on one line"),
    (doubled_blank, "single blanks"),
    (no_deck, "a key is shown by a proof of the whole deck alone"),
    (line_split, "without strokes"),
    (other_layout, "no layout is called|the deck deals it as bridge"),
    (other_balance, "the deck that is shown has seats where none was bound"),
    (no_value, "key, awaits and public belong together"),
    (other_number_of_squares, "13 squares; 14 are shown"),
]


@pytest.mark.parametrize(("cheat", "said"), CHEATS, ids=lambda value: getattr(value, "__name__", ""))
def test_a_cheat_is_seen(cheat: Change, said: str, tmp_path: Path) -> None:
    kept = read_sealed(golden(2, "commitment.json"), LIBRARY)
    assert kept
    path = tmp_path / "proof.json"
    path.write_bytes(golden(2, "proof-all.json").read_bytes())
    changed(path, cheat)
    with pytest.raises(ReplikatError, match=said):
        check_proof(path, LIBRARY, kept.commitment, kept.key_number)
    by_page = by_script(path, str(kept.commitment), tmp_path, str(kept.key_number))
    assert by_page.returncode == 1, by_page.stdout
    assert "Traceback" not in by_page.stderr


def test_a_key_that_was_chosen_later_is_not_called_compared() -> None:
    """Without the published number nobody can tell; so it is said that nothing was compared."""
    checked = check_proof(golden(2, "proof-all.json"), LIBRARY)
    assert not checked.key_compared and checked.key_number


def test_squares_alone_say_nothing_of_a_key(tmp_path: Path) -> None:
    with pytest.raises(ReplikatError, match="this proof shows no key"):
        check_proof(golden(2, "proof-2.json"), LIBRARY, None, "00" * 32)
    path = tmp_path / "proof.json"
    path.write_bytes(golden(2, "proof-2.json").read_bytes())
    changed(path, lambda tree: tree.update(key="ab" * 32, awaits="the draw", public="3 8 17"))
    with pytest.raises(ReplikatError, match="a key is shown by a proof of the whole deck alone"):
        check_proof(path, LIBRARY)


def test_salts_that_are_not_of_the_seed_are_seen(tmp_path: Path) -> None:
    path, commitment = proved(dealt("standard-52"), tmp_path, None, Sealed(secret="5e" * 32))
    assert faults_of(path, commitment) == [f"FILE:{line_of(path, 'seed')}: deck.seed: the seed gives other salts; the salts that are shown"]
    assert by_script(path, commitment, tmp_path).returncode == 1


def test_a_kept_key_that_was_edited_is_seen_and_not_repeated(tmp_path: Path) -> None:
    tree = json.loads(golden(2, "commitment.json").read_text(encoding="utf-8"))
    for name, value in (("key", "ab" * 32), ("awaits", "another draw")):
        path = tmp_path / "commitment.json"
        path.write_text(json.dumps(tree | {name: value}), encoding="utf-8")
        with pytest.raises(ReplikatError, match=f"the one that was published is {tree['bound']}") as caught:
            read_sealed(path, LIBRARY)
        assert tree["key"] not in str(caught.value) and "ab" * 32 not in str(caught.value)


def test_a_deck_dealt_otherwise_than_was_bound_is_not_sealed() -> None:
    deck = dealt("tournament-52")
    kept = replace(waiting("ab" * 32, "the draw", deck.spec, deck.parts), public="3 8 17")
    sound = dealt("tournament-52", str(kept.keyed_seed))
    assert seal(sound, kept, FILE).key_number == kept.bound
    (group,) = sound.spec.squares
    other = replace(sound, spec=replace(sound.spec, squares=(replace(group, balance="seats"),)))
    with pytest.raises(ReplikatError, match=r"not what was bound with the key in .*: seats where none was bound"):
        seal(other, kept, FILE)
    as_given = replace(sound, spec=replace(sound.spec, squares=(replace(group, source="given"),)))
    with pytest.raises(ReplikatError, match="not dealt from the public randomness"):
        seal(as_given, replace(kept, secret="5e" * 32), FILE)
    with pytest.raises(ReplikatError, match="waits for the draw"):
        seal(given(sound), replace(kept, public=None, secret="5e" * 32), FILE)


def test_a_spec_that_was_bound_as_given_proves_nothing_even_with_its_own_number(tmp_path: Path) -> None:
    kept = read_sealed(golden(2, "commitment.json"), LIBRARY)
    assert kept
    for cheat in (given_and_bound, bound_as_given):
        path = tmp_path / "proof.json"
        path.write_bytes(golden(2, "proof-all.json").read_bytes())
        changed(path, cheat)
        tree = json.loads(path.read_text(encoding="utf-8"))
        number = key_number(tree["key"], tree["awaits"], spec_hash(tree["spec"]))
        with pytest.raises(ReplikatError, match=r"source given do not come|dealt where given was bound"):
            check_proof(path, LIBRARY, kept.commitment, number)
        assert by_script(path, str(kept.commitment), tmp_path, number).returncode == 1


# ---- whoever would open one commitment to several squares, or to other cards


def two_squares_of_one_number(deck: Deck, bound: bool) -> tuple[str, list[dict[str, Any]]]:
    """Return a commitment and proofs of square 2 of 24 and of another square 2, said to be of 12.

    Squares 3 and 4 are given up: the leaf of the other stands where the node above them stood.
    `bound` writes the proofs in the form that binds count and cards, as far as a forger can.
    """
    leaves = leaves_of(deck, SEED)
    other = str(deck.squares[4])
    salt = "5e" * 32
    levels = [leaves]
    while len(level := levels[-1]) > 1:
        pairs = [hash_of("node", *level[at : at + 2]) if at + 1 < len(level) else level[at] for at in range(0, len(level), 2)]
        if level is leaves:
            pairs[1] = leaf_of("french52", 12, 2, salt, f"main {other}")
        levels.append(pairs)
    cards = list(cards_of(deck)) if bound else []
    commitment = bound_deck(24, card_hash(cards), levels[-1][0]) if bound else levels[-1][0]
    honest = [leaves[0], *(level[place] for level, place in zip(levels[1:4], (1, 1, 1), strict=True)), levels[4][1]]
    forged = [levels[1][0], levels[2][1], levels[3][1], levels[4][1]]
    proofs = []
    for count, marks, secret, path in ((24, str(deck.squares[1]), salt_of(SEED, 2), honest), (12, other, salt, forged)):
        shown = {"square": 2, "salt": secret, "layout": "main", "marks": marks, "path": path}
        tree = {"replikat": "proof", "commitment": commitment, "pack": "french52", "count": count, "squares": [shown]}
        proofs.append(tree | ({"cards": cards} if bound else {}))
    return commitment, proofs


def test_one_commitment_shows_one_square_of_a_number(tmp_path: Path) -> None:
    commitment, proofs = two_squares_of_one_number(dealt("tournament-52"), bound=True)
    path = tmp_path / "proof.json"
    path.write_text(json.dumps(proofs[0]), encoding="utf-8")
    assert check_proof(path, LIBRARY, commitment).count_bound
    assert by_script(path, commitment, tmp_path).returncode == 0
    path.write_text(json.dumps(proofs[1]), encoding="utf-8")
    assert "square 2: this is not what was committed to" in faults_of(path, commitment)[0]
    assert "square 2 is not what was committed to" in by_script(path, commitment, tmp_path).stderr


def test_what_the_first_form_left_open_is_told_and_the_published_count_compared(tmp_path: Path) -> None:
    commitment, proofs = two_squares_of_one_number(dealt("tournament-52"), bound=False)
    path = tmp_path / "proof.json"
    for proof in proofs:
        path.write_text(json.dumps(proof), encoding="utf-8")
        checked = check_proof(path, LIBRARY, commitment)
        assert (checked.count_bound, checked.count_compared) == (False, False)
        by_page = by_script(path, commitment, tmp_path)
        assert f"left open how many squares there are ({proof['count']} in this proof)" in by_page.stdout
    with pytest.raises(ReplikatError, match="count: 12; the published number of squares is 24"):
        check_proof(path, LIBRARY, commitment, published_count=24)


def test_a_pack_of_the_same_name_with_other_cards_is_seen(tmp_path: Path) -> None:
    path, commitment = proved(dealt("tournament-52"), tmp_path, [3])
    own = tmp_path / "templates" / "packs" / "french52.yaml"
    own.parent.mkdir(parents=True)
    text = LIBRARY.find("packs", "french52").read_text(encoding="utf-8")
    ranks = re.search(r"^suits:\n((?:  .*\n)+)", text, re.M)
    assert ranks
    first, second, *rest = ranks[1].splitlines(keepends=True)
    own.write_text(text.replace(ranks[1], second + first + "".join(rest)), encoding="utf-8")
    with pytest.raises(ReplikatError, match="the pack and layouts here have AH where AS was bound"):
        check_proof(path, library(own.parent.parent), commitment)
    changed(path, lambda tree: tree["cards"].__setitem__(0, tree["cards"][0].replace("AS 2S", "2S AS")))
    assert "not what was committed to" in by_script(path, commitment, tmp_path).stderr


def text_of(part: str, value: object) -> Change:
    """Return a change of one part of a proof, or of its first square."""

    def change(tree: dict[str, Any]) -> None:
        (tree if part in tree else tree["squares"][0])[part] = value

    return change


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (text_of("squares", []), "no squares are shown"),
        (lambda tree: tree["squares"].append(tree["squares"][0]), "a square stands twice"),
        (text_of("count", 24.0), "the number of squares, or the pack, is none"),
        (text_of("layout", "main S1"), "is not what was committed to"),
        (lambda tree: tree.update(public="43275.91"), "shown by a proof of the whole deck alone"),
        (lambda tree: tree.update(spec=["dealing 1"]), "these lines are not known"),
        (lambda tree: tree.update(commitment="f" * 64), "the proof is of another commitment"),
        (lambda tree: tree.update(note="x"), "has parts that are not known"),
    ],
)
def test_the_page_is_as_strict_as_prove(change: Change, fault: str, tmp_path: Path) -> None:
    path, commitment = proved(dealt("tournament-52"), tmp_path, [3])
    changed(path, change)
    assert fault in by_script(path, commitment, tmp_path).stderr
    with pytest.raises(ReplikatError):
        check_proof(path, LIBRARY, commitment)


def test_the_page_refuses_a_name_that_stands_twice(tmp_path: Path) -> None:
    path, commitment = proved(dealt("tournament-52"), tmp_path, [3])
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('"marks":', '"marks": "S1",\n"marks":'), encoding="utf-8")
    assert "a name stands twice" in by_script(path, commitment, tmp_path).stderr


@pytest.mark.parametrize("value", ["3 8 17 ", " 3 8 17", "3 8 17\n", "3 8\t17", "3 8 17\x7f", "3  8 17"])
def test_the_page_refuses_a_value_with_signs_that_mislead(value: str, tmp_path: Path) -> None:
    kept = read_sealed(golden(3, "commitment.json"), LIBRARY)
    assert kept
    path = tmp_path / "proof.json"
    path.write_bytes(golden(3, "proof-all.json").read_bytes())
    changed(path, lambda tree: tree.update(public=value))
    assert "signs that may mislead" in by_script(path, str(kept.commitment), tmp_path).stderr


@pytest.mark.parametrize(("pack", "layout"), [(f"p/{'a' * 64}", "main"), ("p", f"{'b' * 64}/main")])
def test_a_name_with_a_stroke_is_refused_in_form_1(pack: str, layout: str) -> None:
    """One line that is hashed could be read as two packs: where a name ends is not bound there."""
    shown = Shown(square=1, salt="0" * 64, layout=layout, marks="S1 -")
    leaf = leaf_of(pack, 1, 1, shown.salt, f"{layout} {shown.marks}")
    proof = Proof(replikat="proof", commitment=leaf, pack=pack, count=1, squares=(shown,))
    assert proof.wrong(shown) == "a name with a stroke: form 1 does not bind where the name of the pack ends"
