"""commit and prove: one number before play, squares after it, and no secret in any public file."""

import json
import re
import stat
from pathlib import Path

import pytest

from replikat.cli.main import run
from replikat.deck.deck import Deck
from replikat.deck.fairness.commitment import key_number, seed_of, spec_hash
from replikat.deck.loaders import load_deck, read_deck_spec
from support import GOLDEN, LIBRARY

HOME = Path("output/tournament-52")
PRIVATE = HOME / "private"
AWAITS = "Saturday's lottery, numbers rising, with blanks"


@pytest.fixture(autouse=True)
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def deck() -> Deck:
    spec, source = read_deck_spec(PRIVATE / "deck.yaml", LIBRARY)
    return load_deck(spec, source, LIBRARY)


def said(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> str:
    """Run a command and return what it printed, on standard error where it was refused."""
    capsys.readouterr()
    assert run(list(arguments)) == code
    out, err = capsys.readouterr()
    return err if code else out


def commitment() -> str:
    found: str = json.loads((PRIVATE / "commitment.json").read_text())["commitment"]
    return found


def public_text() -> str:
    return "".join(path.read_text(encoding="utf-8", errors="replace") for path in HOME.iterdir() if path.is_file())


def test_commit_then_prove(capsys: pytest.CaptureFixture[str]) -> None:
    first = said(capsys, "commit", "tournament-52", "--lang", "sv", "--lang", "en")
    assert "made a new deck" in first
    assert sorted(path.name for path in HOME.iterdir()) == ["commitment-en.txt", "commitment-sv.txt", "private"]
    assert first.endswith((HOME / "commitment-sv.txt").read_text(encoding="utf-8"))
    assert commitment() in first
    seed = deck().spec.seed
    assert seed and seed not in public_text() + first
    assert not [square for square in deck().squares if str(square) in public_text() + first]
    kept = (PRIVATE / "commitment.json").read_bytes()
    assert said(capsys, "commit", "tournament-52", "--lang", "sv", "--lang", "en").endswith(first[first.index("\n\n") :])
    assert (PRIVATE / "commitment.json").read_bytes() == kept
    assert stat.S_IMODE((PRIVATE / "commitment.json").stat().st_mode) == 0o600

    told = said(capsys, "prove", "tournament-52", "--square", "5", "--square", "3", "--square", "5")
    assert "it shows squares 3, 5" in told
    assert sorted(path.name for path in PRIVATE.iterdir()) == ["commitment.json", "deck.yaml", "proof-3-5.json"]
    judged = said(capsys, "prove", "--check", str(PRIVATE / "proof-3-5.json"), "--commitment", commitment().upper())
    assert "squares 3, 5 of 24 as committed to" in judged
    assert "compare" not in judged
    assert "compare" in said(capsys, "prove", "--check", str(PRIVATE / "proof-3-5.json"))
    wrong = said(capsys, "prove", "--check", str(PRIVATE / "proof-3-5.json"), "--commitment", "00" * 32, code=1)
    assert "the published one is 0000" in wrong

    said(capsys, "prove", "output/tournament-52", "--all")
    whole = said(capsys, "prove", "--check", str(PRIVATE / "proof-all.json"), "--commitment", commitment())
    assert "all 24 squares as committed to" in whole
    assert "the seed deals exactly these squares" in whole
    tree = json.loads(said(capsys, "prove", "--json", "--check", str(PRIVATE / "proof-all.json")))
    assert (tree["code"], tree["again"], len(tree["squares"])) == (deck().code, True, 24)


def test_public_randomness_is_waited_for(capsys: pytest.CaptureFixture[str]) -> None:
    waiting = said(capsys, "commit", "tournament-52", "--await", AWAITS)
    kept = json.loads((PRIVATE / "commitment.json").read_text())
    number = key_number(kept["key"], AWAITS, spec_hash(kept["spec"]))
    assert number in waiting
    assert (kept["form"], kept["bound"]) == (2, number)
    assert kept["key"] not in waiting + public_text()
    assert said(capsys, "commit", "tournament-52", "--await", AWAITS) == waiting
    for command in (["make", "tournament-52"], ["commit", "tournament-52"]):
        assert f"waits for {AWAITS}; replikat commit DECK --public TEXT deals it" in said(capsys, *command, code=1)
    assert "waits already" in said(capsys, "commit", "tournament-52", "--await", "the weather", code=1)
    assert not (PRIVATE / "deck.yaml").exists()

    bound = said(capsys, "commit", "tournament-52", "--public", "3 8 17")
    assert deck().spec.seed == seed_of(kept["key"], "3 8 17")
    assert "3 8 17" in bound
    assert number in bound
    assert kept["key"] not in bound + public_text()
    assert said(capsys, "commit", "tournament-52", "--public", "3 8 17").split("\n\n", 1)[1] == bound.split("\n\n", 1)[1]
    assert "was dealt with '3 8 17'" in said(capsys, "commit", "tournament-52", "--public", "3 8 18", code=1)
    assert "holds a commitment" in said(capsys, "commit", "tournament-52", "--await", AWAITS, code=1)
    said(capsys, "prove", "tournament-52", "--all")
    assert "public  3 8 17" in said(capsys, "prove", "--check", str(PRIVATE / "proof-all.json"), "--commitment", commitment())


def test_a_deck_from_elsewhere_gets_a_secret_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    said(capsys, "cards", "tournament-52")
    text = (PRIVATE / "deck.yaml").read_text()
    text = re.sub(r"source: \w+", "source: given", re.sub(r"seed: .*\n", "", text))
    Path("given.yaml").write_text(text.replace("tournament-52", "given"))
    said(capsys, "commit", "given.yaml")
    kept = json.loads(Path("output/given/private/commitment.json").read_text())
    assert re.fullmatch("[0-9a-f]{64}", kept["secret"])
    said(capsys, "prove", "output/given", "--all")
    proof = Path("output/given/private/proof-all.json")
    assert "were given, not dealt from a seed" in Path("output/given/commitment-en.txt").read_text()
    assert "the deals were given" in said(capsys, "prove", "--check", str(proof), "--commitment", kept["commitment"])
    assert kept["secret"] not in proof.read_text()


def test_what_cannot_be_proved_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert "there is no deck" in said(capsys, "prove", "tournament-52", "--all", code=1)
    said(capsys, "cards", "tournament-52")
    assert "no commitment was made" in said(capsys, "prove", "tournament-52", "--all", code=1)
    assert "nothing waits" in said(capsys, "commit", "tournament-52", "--public", "7", code=1)
    assert "holds a deck already" in said(capsys, "commit", "tournament-52", "--await", "7", code=1)
    said(capsys, "commit", "tournament-52")
    assert "squares 1 to 24" in said(capsys, "prove", "tournament-52", "--square", "25", code=1)
    assert "does not exist" in said(capsys, "prove", "--check", "nothing.json", code=1)
    assert "64 hexadecimal digits" in said(capsys, "prove", "--check", str(PRIVATE / "deck.yaml"), "--commitment", "x", code=1)
    assert "--public: found ' 7'" in said(capsys, "commit", "tournament-52", "--public", " 7", code=1)
    (PRIVATE / "commitment.json").write_text('{"commitment": 7}')
    assert re.search(r"commitment\.json:1:\d+: commitment: ", said(capsys, "prove", "tournament-52", "--all", code=1))


# ---- whoever would cheat, and whoever edits by mistake


SMALL = "name: small\npack: french52\nsquares:\n  - {layout: main, count: 4, balance: pairs, effort: 60}\n"
SMALL_HOME = Path("output/small/private")


def small(effort: int = 60, squares: int = 4) -> str:
    Path("small.yaml").write_text(SMALL.replace("60", str(effort)).replace("count: 4", f"count: {squares}"))
    return "small.yaml"


def test_an_effort_changed_after_the_value_is_known_deals_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    said(capsys, "commit", small(), "--await", "the draw")
    for effort, squares, differs in ((61, 4, "61 where 60"), (60, 5, "5 where 4")):
        for option in (["--public", "3 8 17"], ["--await", "the draw"]):
            told = said(capsys, "commit", small(effort, squares), *option, code=1)
            assert f"not what was bound with the key in {SMALL_HOME / 'commitment.json'}: {differs} was bound" in told
    assert not (SMALL_HOME / "deck.yaml").exists()
    said(capsys, "commit", small(), "--public", "3 8 17")


def test_a_deck_dealt_with_another_effort_from_the_right_seed_is_not_bound(capsys: pytest.CaptureFixture[str]) -> None:
    said(capsys, "commit", small(), "--await", "the draw")
    key = json.loads((SMALL_HOME / "commitment.json").read_text())["key"]
    said(capsys, "cards", small(61), "--seed", seed_of(key, "3 8 17"), "-q", "-o", "elsewhere")
    (SMALL_HOME / "deck.yaml").write_bytes(Path("elsewhere/small/private/deck.yaml").read_bytes())
    assert "61 where 60 was bound" in said(capsys, "commit", small(), "--public", "3 8 17", code=1)


def test_a_key_chosen_later_is_seen_by_its_published_number(capsys: pytest.CaptureFixture[str]) -> None:
    said(capsys, "commit", small(), "--await", "the draw")
    file = SMALL_HOME / "commitment.json"
    kept = json.loads(file.read_text())
    published = kept["bound"]
    edited = kept | {"key": "ab" * 32}
    file.write_text(json.dumps(edited))
    assert f"the one that was published is {published}" in said(capsys, "commit", small(), "--public", "7", code=1)
    other = key_number("ab" * 32, "the draw", spec_hash(kept["spec"]))
    file.write_text(json.dumps(edited | {"bound": other}))
    said(capsys, "commit", small(), "--public", "7")
    for squares in (["--all"], ["--square", "2"]):
        assert f"the published one is {published}" in said(capsys, "prove", small(), *squares, "--key", published, code=1)
        uncompared = said(capsys, "prove", small(), *squares)
        assert f"key     {other}: NOT compared" in uncompared
    proof = str(SMALL_HOME / "proof-all.json")
    assert f"the published one is {published}" in said(capsys, "prove", "--check", proof, "--key", published, code=1)
    told = said(capsys, "prove", "--check", proof)
    assert f"key     {other}: NOT compared" in told
    assert "the key could have been chosen after it" in told
    told = said(capsys, "prove", "--check", proof, "--key", other.upper())
    assert f"key     {other}: as it was published" in told and "NOT" not in told
    tree = json.loads(said(capsys, "prove", "--check", proof, "--key", other, "--json"))
    assert (tree["key_number"], tree["key_compared"], tree["form"]) == (other, True, 2)
    assert "64 hexadecimal digits" in said(capsys, "prove", "--check", proof, "--key", "7", code=1)


def test_a_deck_without_a_key_has_no_number_to_compare(capsys: pytest.CaptureFixture[str]) -> None:
    said(capsys, "commit", small())
    assert "holds no key" in said(capsys, "prove", small(), "--all", "--key", "00" * 32, code=1)
    assert "key  " not in said(capsys, "prove", small(), "--all")


def test_a_commitment_of_an_earlier_version_that_waits_is_finished_as_what_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    SMALL_HOME.mkdir(parents=True)
    waiting = (GOLDEN / "sealed-1" / "waiting.json").read_bytes()
    (SMALL_HOME / "commitment.json").write_bytes(waiting)
    number = key_number(json.loads(waiting)["key"], AWAITS)
    assert "It binds with the key" not in said(capsys, "commit", small(), "--await", AWAITS)
    said(capsys, "commit", small(61), "--public", "Ålesund")
    told = said(capsys, "prove", small(61), "--all", "--key", number)
    assert "note    the number is of form 1, of an earlier version: it binds the key, and left open" in told
    told = said(capsys, "prove", "--check", str(SMALL_HOME / "proof-all.json"), "--key", number)
    assert f"key     {number}: as it was published" in told
    assert "the number is of form 1" in told


@pytest.mark.parametrize("value", ["3  8 17", "3\u00a08", "Å", "\uff17"])
def test_a_value_that_could_be_written_in_two_ways_is_refused(value: str, capsys: pytest.CaptureFixture[str]) -> None:
    said(capsys, "commit", small(), "--await", "the draw")
    assert "--public: found" in said(capsys, "commit", small(), "--public", value, code=1)


def reseeded(file: Path, keep_origin: bool) -> None:
    """Exchange two digits of a deck file's seed, as a slip would; marks and code are as they were."""
    text = file.read_text()
    seed = re.search(r'seed: "(.*)"', text)
    assert seed
    other = "0" if seed[1][0] != "0" else "1"
    text = text.replace(seed[1], other + seed[1][1:])
    file.write_text(text if keep_origin else re.sub(r"origin: .*\n", "", text))


@pytest.mark.parametrize("keep_origin", [True, False], ids=["new", "earlier"])
def test_an_edited_seed_is_refused_before_anything_is_bound(keep_origin: bool, capsys: pytest.CaptureFixture[str]) -> None:
    said(capsys, "cards", small(), "-q")
    reseeded(SMALL_HOME / "deck.yaml", keep_origin)
    place = re.escape(str(SMALL_HOME / "deck.yaml"))
    for word in (small(), "output/small"):
        told = said(capsys, "commit", word, code=1)
        assert re.search(rf"{place}:5:7: seed: \d+ marks are not those that this seed deals", told)
    assert not (SMALL_HOME / "commitment.json").exists()
    assert "the marks are not those that the seed deals" in said(capsys, "check", small(), code=1)


def test_an_edited_seed_is_seen_before_a_proof(capsys: pytest.CaptureFixture[str]) -> None:
    said(capsys, "commit", small())
    reseeded(SMALL_HOME / "deck.yaml", keep_origin=False)
    assert "not those that this seed deals" in said(capsys, "prove", small(), "--square", "1", code=1)


@pytest.mark.parametrize(
    "arguments",
    [
        ["make"],
        ["cards"],
        ["cards", "--only", "QS"],
        ["export"],
        ["find", "--square", "1", "--missing", "S1"],
        ["setup", "--square", "1"],
        ["verify", "no.pdf"],
    ],
    ids=lambda arguments: " ".join(arguments[:2]),
)
@pytest.mark.parametrize("edit", ["seed", "marks"])
def test_whatever_reads_a_deck_sees_that_it_was_edited(edit: str, arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    said(capsys, "cards", small(), "-q")
    Path("no.pdf").write_bytes(Path("output/small/cards.pdf").read_bytes())
    file = SMALL_HOME / "deck.yaml"
    if edit == "seed":
        reseeded(file, keep_origin=True)
    else:
        head, marks = file.read_text().split("marks: |\n")
        one, two, rest = marks.strip().split(" ", 2)
        file.write_text(f"{head}marks: |\n  {two} {one} {rest}\n")
    command = [arguments[0], *(["whist"] if arguments[0] == "setup" else []), *arguments[1:]]
    deck_word = ["--deck", "output/small"] if arguments[0] == "setup" else ["output/small"]
    told = said(capsys, *command, *deck_word, code=1)
    assert ("seed: " if edit == "seed" else "marks.1.1: square 1: AS: ") in told


def test_check_tells_a_wrong_code(capsys: pytest.CaptureFixture[str]) -> None:
    said(capsys, "cards", small(), "-q")
    file = SMALL_HOME / "deck.yaml"
    code = re.search(r'code: "(.*)"', file.read_text())
    assert code
    for wrong, words in (("0000-0000-000", "the marks of this file have the code"), ("QQ", "is no deck code")):
        file.write_text(file.read_text().replace(code[1], wrong))
        told = said(capsys, "check", small(), code=1)
        assert words in told and f"{file}:" in told
        file.write_text(file.read_text().replace(wrong, code[1]))
    assert "the seed deals exactly these marks" in said(capsys, "check", small())


@pytest.mark.parametrize(
    "arguments",
    [
        ["prove"],
        ["prove", "tournament-52"],
        ["prove", "tournament-52", "--all", "--square", "3"],
        ["prove", "tournament-52", "--check", "x.json"],
        ["prove", "tournament-52", "--all", "--commitment", "00"],
        ["commit", "tournament-52", "--await", "a", "--public", "b"],
    ],
)
def test_options_that_do_not_go_together(arguments: list[str]) -> None:
    assert run(arguments) == 2
    assert not Path("output").exists()


def test_no_seed_of_ones_own_deals_a_deck_that_waits(capsys: pytest.CaptureFixture[str]) -> None:
    said(capsys, "commit", small(), "--await", "the draw")
    assert "waits for the draw" in said(capsys, "make", small(), "--seed", "ab" * 32, code=1)
    assert not (SMALL_HOME / "deck.yaml").exists()


def test_the_text_to_publish_says_that_a_seed_is_short(capsys: pytest.CaptureFixture[str]) -> None:
    said(capsys, "cards", small(), "--seed", "7", "-q")
    assert "These deals come from a short seed" in said(capsys, "commit", small(), "-q")


def test_the_name_of_a_proof_steers_no_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    proof = Path("a\x1b[8m.json")
    proof.write_bytes((GOLDEN / "sealed-3" / "proof-2.json").read_bytes())
    told = said(capsys, "prove", "--check", str(proof))
    assert "\x1b" not in told and told.startswith("a\\x1b[8m.json: square 2 of 14 as committed to")
