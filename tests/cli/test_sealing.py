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
from support import LIBRARY

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
    assert "squares 3, 5 as committed to" in judged
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
