"""The papers that show deals: which ones are asked for, where they lie, and that a password locks them."""

import re
from io import StringIO
from pathlib import Path

import pikepdf
import pytest
from click.testing import CliRunner

from paper import text_of
from replikat.cli.main import replikat, run
from replikat.reading.drawn.page import read_pages
from support import SEED, packaged_deck

PRIVATE = Path("output/standard-52/private")


@pytest.fixture(autouse=True)
def kitchen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def deals(*options: str) -> int:
    return run(["deals", "standard-52", "--seed", SEED, "-q", *options])


@pytest.mark.parametrize(
    ("options", "name", "title", "pages"),
    [
        ((), "deals-nb", "Fordelingslister", 6),
        (("--numbers",), "deals-nb", "Fordelingslister", 11),
        (("--analysis",), "deals-nb", "Fordelingslister", 6),
        (("--envelopes",), "envelopes-nb", "Lukkede fordelingslister", 21),
        (("--curtain-cards", "--numbers"), "curtain-cards-nb", "Kontrollkort", 9),
        (("--ordinary-pack",), "ordinary-pack-nb", "Ark for en vanlig kortstokk", 3),
        (("--strips",), "strips-nb", "Strimler for en vanlig kortstokk", 8),
        (("--ordinary-pack", "--strips"), "strips-nb", "Strimler for en vanlig kortstokk", 8),
    ],
)
def test_every_paper_lies_in_the_private_folder(options: tuple[str, ...], name: str, title: str, pages: int) -> None:
    assert deals("--lang", "nb", *options) == 0
    assert {path.name for path in PRIVATE.iterdir()} == {"deck.yaml", f"{name}.pdf"}
    assert [path for path in PRIVATE.parent.iterdir() if path.is_file()] == []
    read = read_pages(PRIVATE / f"{name}.pdf")
    assert len(read) == pages and text_of(read[0]).startswith(title)
    assert ("Poeng" in text_of(read[1])) == ("--analysis" in options)


@pytest.mark.parametrize(
    ("options", "name", "shown"),
    [
        (("--strips",), "strips", ["Square 5"]),
        (("--ordinary-pack",), "ordinary-pack", ["Square 5"]),
        (("--ordinary-pack", "--strips"), "strips", ["Square 5"]),
        (("--envelopes", "--numbers"), "envelopes", 2 * ["Square 5"]),
        (("--curtain-cards", "--analysis"), "curtain-cards", 4 * ["Square 5"]),
    ],
)
def test_every_paper_can_be_had_of_one_square(options: tuple[str, ...], name: str, shown: list[str]) -> None:
    assert deals("--numbers") == 0
    assert deals("--square", "5", *options) == 0
    cover, page = read_pages(PRIVATE / f"{name}-square-5-en.pdf")
    assert "Square 5" in text_of(cover)
    assert re.findall(r"Square \d+", text_of(page)) == shown
    deck = packaged_deck("standard-52")
    if name in ("strips", "ordinary-pack"):
        marks = re.findall(r"\b[SWNE]\d+\b", text_of(page))
        assert sorted(marks) == sorted(str(mark) for mark in deck.squares[4].marks)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--envelopes", "--strips"), "--envelopes and --strips are papers of their own"),
        (("--curtain-cards", "--ordinary-pack", "--square", "3"), "--curtain-cards and --ordinary-pack are papers of their own"),
        (("--square", "3", "--strips", "--numbers"), "--numbers and --analysis belong to hand records"),
        (("--strips", "--numbers"), "--numbers and --analysis belong to hand records"),
        (("--square", "3", "--analysis"), "--numbers and --analysis belong to hand records"),
    ],
)
def test_papers_are_asked_for_one_at_a_time(options: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert deals(*options) == 2
    assert said in capsys.readouterr().err
    assert not Path("output").exists()


def test_a_password_locks_every_file_of_the_run() -> None:
    assert deals("--lang", "en", "--lang", "da", "--password", "skjult") == 0
    for lang in ("en", "da"):
        with pytest.raises(pikepdf.PasswordError):
            pikepdf.open(PRIVATE / f"deals-{lang}.pdf")
        with pikepdf.open(PRIVATE / f"deals-{lang}.pdf", password="skjult") as opened:
            assert len(opened.pages) == 6


def test_the_password_may_be_asked_for_unseen() -> None:
    asked = ["deals", "standard-52", "--seed", SEED, "-q", "--strips", "--password", "-"]
    result = CliRunner().invoke(replikat, asked, input="hemmelig\nhemmelig\n")
    assert result.exit_code == 0 and "hemmelig" not in result.output
    with pikepdf.open(PRIVATE / "strips-en.pdf", password="hemmelig") as opened:
        assert len(opened.pages) == 8


def test_an_empty_password_is_none(capsys: pytest.CaptureFixture[str]) -> None:
    assert deals("--password", "") == 1
    assert capsys.readouterr().err == "replikat: --password: an empty word; expected one that locks something\n"
    assert not Path("output").exists()


def test_some_pages_are_locked_too() -> None:
    assert deals() == 0
    assert deals("--pages", "2", "--password", "x") == 0
    with pikepdf.open(PRIVATE / "deals-en-some.pdf", password="x") as opened:
        assert len(opened.pages) == 1


def test_a_password_from_a_pipe_is_read_quietly(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", StringIO("hemmelig\n"))
    assert run(["deals", "standard-52", "--lang", "nb", "--lang", "nb", "--password", "-"]) == 0
    said = capsys.readouterr()
    assert said.err == ""
    assert said.out.count("deals-nb.pdf") == 1, "a language asked for twice is printed once"
    file = Path("output/standard-52/private/deals-nb.pdf")
    with pytest.raises(pikepdf.PasswordError):
        pikepdf.open(file)
    with pikepdf.open(file, password="hemmelig"):
        pass
