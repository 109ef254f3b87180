"""Many decks: numbered copies, different deals, and a run that is killed and taken up again."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from replikat.cli.main import run
from replikat.deck.fairness.commitment import hash_of
from replikat.reading.drawn.page import read_pages

SEED = "5e" * 32
SPEC = "name: some\npack: french52\nsquares: [{layout: main, count: 3}]\n"
DIFFERENT = ["make", "some.yaml", "--different", "3", "--seed", SEED]
KILLED = """
import os, signal, sys
from replikat.cli import jobs, many
from replikat.cli.main import main
from replikat.store import ledger

writes = 0
def write_whole(path, data, *, real=jobs.write_whole, **options):
    global writes
    writes += 1
    if writes == int(sys.argv[1]):
        os.kill(os.getpid(), signal.SIGKILL)
    return real(path, data, **options)

jobs.write_whole = many.write_whole = ledger.write_whole = write_whole
main(sys.argv[2:])
"""


@pytest.fixture(autouse=True)
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("some.yaml").write_text(SPEC)
    return tmp_path


def tree(folder: str) -> dict[str, bytes]:
    paths = (path for path in sorted(Path(folder).rglob("*")) if path.is_file() and not path.name.endswith(".part"))
    return {str(path.relative_to(folder)): path.read_bytes() for path in paths}


def written(folder: str) -> dict[str, int]:
    return {str(path): path.stat().st_mtime_ns for path in Path(folder).rglob("*.pdf")}


def killed(writes: int, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a command that kills itself, or one of its processes, at a write."""
    return subprocess.run([sys.executable, "-c", KILLED, str(writes), *arguments], capture_output=True, text=True, check=False)


def words_of(path: Path) -> str:
    return " ".join(word.text for page in read_pages(path) for word in page.words)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_killed_run_is_taken_up_again_and_ends_as_if_nothing_had_been(jobs: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*DIFFERENT, "--jobs", "2", "-o", "whole"]) == 0
    broken = killed(9, *DIFFERENT, "--jobs", jobs, "-o", "broken")
    assert broken.returncode == (-9 if jobs == "1" else 1)
    if jobs == "2":
        assert re.fullmatch(r"replikat: a process ended before its work was done \(.*\); run again to go on\n", broken.stderr)
    before = written("broken")
    finished = {path.parent.parent.name for path in Path("broken").rglob("finished.json")}
    assert 0 < len(before) < len(written("whole"))
    capsys.readouterr()
    assert run([*DIFFERENT, "--jobs", jobs, "-o", "broken"]) == 0
    assert f"({len(finished)} of them were finished before)" in capsys.readouterr().out or not finished
    assert tree("broken").keys() == tree("whole").keys()
    assert {name: data for name, data in tree("broken").items() if name.endswith((".pdf", "deck.yaml"))} == {
        name: data for name, data in tree("whole").items() if name.endswith((".pdf", "deck.yaml"))
    }
    assert {name: when for name, when in written("broken").items() if Path(name).parts[1] in finished} == {
        name: when for name, when in before.items() if Path(name).parts[1] in finished
    }


def test_different_decks_have_different_deals_and_keep_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*DIFFERENT, "--jobs", "1"]) == 0
    assert capsys.readouterr().err == ""
    files = [Path(f"output/some-{number}/private/deck.yaml").read_text() for number in (1, 2, 3)]
    assert [re.search('seed: "(.*)"', text)[1] for text in files] == [hash_of("deck", number, SEED) for number in (1, 2, 3)]  # type: ignore[index]
    codes = [re.search('code: "(.*)"', text)[1] for text in files]  # type: ignore[index]
    assert len(set(codes)) == 3
    labels = words_of(Path("output/some-box-labels-en.pdf"))
    assert all(code in labels for code in codes)
    assert "some-3" in labels
    assert "Deck 2 of 3" in labels
    before = written("output")
    assert run([*DIFFERENT, "--jobs", "1"]) == 0
    assert "(3 of them were finished before)" in capsys.readouterr().out
    assert {path: when for path, when in written("output").items() if "labels" not in path} == {
        path: when for path, when in before.items() if "labels" not in path
    }
    assert run([*DIFFERENT, "--jobs", "1", "--theme", "low-ink"]) == 0
    assert "finished before" not in capsys.readouterr().out
    assert [Path(f"output/some-{number}/private/deck.yaml").read_text() for number in (1, 2, 3)] == files
    assert run(["cards", "output/some-2", "--only", "QS"]) == 0


def test_without_a_seed_every_deck_draws_its_own() -> None:
    assert run(["make", "some.yaml", "-q", "--different", "2"]) == 0
    seeds = [re.search('seed: "(.*)"', path.read_text())[1] for path in Path("output").rglob("deck.yaml")]  # type: ignore[index]
    assert len(set(seeds)) == 2
    assert all(re.fullmatch("[0-9a-f]{64}", seed) for seed in seeds)


def test_copies_are_equal_but_for_their_number(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["make", "some.yaml", "--copies", "2", "--jobs", "2", "--word", "Bord", "--lang", "nb"]) == 0
    said = capsys.readouterr()
    assert said.err == ""
    assert "done    2 equal decks" in said.out
    folder = Path("output/some")
    names = {path.name for path in folder.glob("*.pdf")}
    assert {"cards.pdf", "cards-1.pdf", "cards-2.pdf", "box-labels-nb.pdf"} <= names
    first, second = (words_of(folder / f"cards-{number}.pdf") for number in (1, 2))
    assert first.replace("BORD 1", "BORD 2") == second != first
    assert "Kortstokk 2 av 2" in words_of(folder / "box-labels-nb.pdf")
    for number in (1, 2):
        assert run(["verify", str(folder / f"cards-{number}.pdf"), str(folder)]) == 0
    before = (folder / "cards-1.pdf").stat().st_mtime_ns
    (folder / "cards-2.pdf").unlink()
    capsys.readouterr()
    assert run(["make", "some.yaml", "--copies", "2", "--jobs", "1", "--word", "Bord", "--lang", "nb"]) == 0
    assert "(1 of them were finished before)" in capsys.readouterr().out
    assert (folder / "cards-1.pdf").stat().st_mtime_ns == before
    assert (folder / "cards-2.pdf").is_file()


def test_progress_is_for_terminals(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert run(["make", "some.yaml", "--different", "2", "--jobs", "1"]) == 0
    said = capsys.readouterr().err
    assert "deck  [" in said
    assert "1/2" in said
    assert run(["make", "some.yaml", "--different", "2", "--jobs", "1", "-q"]) == 0
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    "options",
    [["--copies", "2", "--different", "2"], ["--jobs", "2"], ["--different", "2", "--new"], ["--copies", "0"]],
)
def test_options_that_do_not_go_together(options: list[str]) -> None:
    assert run(["make", "some.yaml", *options]) == 2
    assert not Path("output").exists()


def test_what_cannot_be_many_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["cards", "some.yaml", "-q"]) == 0
    assert run(["make", "output/some", "--different", "2"]) == 1
    assert "this deck has its deals" in capsys.readouterr().err
    assert run(["make", "some.yaml", "--copies", "10", "--word", "W" * 39]) == 1
    assert "and the number of a copy" in capsys.readouterr().err


def test_a_ledger_that_is_no_ledger_is_made_anew() -> None:
    assert run(["make", "some.yaml", "-q", "--different", "1"]) == 0
    ledger = Path("output/some-1/private/finished.json")
    for text in ("", "[]", '{"mark": 7}'):
        ledger.write_text(text)
        assert run(["make", "some.yaml", "-q", "--different", "1"]) == 0
        assert json.loads(ledger.read_text())["name"] == "some-1"
