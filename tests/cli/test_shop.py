"""The print shop at the command line: orders, files for a press, and their check."""

import json
from pathlib import Path

import pytest

from replikat.cli.main import run

SEED = "5e" * 32


@pytest.fixture(autouse=True)
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    assert run(["cards", "standard-52", "--seed", SEED, "--pages", "1", "-q"]) == 1  # a deck must be made first
    assert run(["cards", "standard-52", "--seed", SEED, "-q"]) == 0
    return tmp_path / "output" / "standard-52"


def said(capsys: pytest.CaptureFixture[str]) -> str:
    got = capsys.readouterr()
    return got.out + got.err


def test_an_order_lies_in_the_deck_s_folder_and_its_marks_in_the_private_one(bench: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["cards", "standard-52", "--service", "tgc", "--only", "QS,7H", "--imprint", "Ada"]) == 0
    names = {path.relative_to(bench).as_posix() for path in bench.rglob("tgc-*")}
    public = {"tgc-cards.zip", "tgc-manifest.csv", "tgc-proof.pdf", "tgc-tuckbox.pdf", "tgc-checklist.txt"}
    assert names == public | {"private/tgc-manifest.csv"}
    assert (bench / "private" / "tgc-manifest.csv").stat().st_mode & 0o777 == 0o600
    told = said(capsys)
    assert "tgc-cards.zip  (4 pictures)" in told and "63.5 x 88.9 mm, bleed 3.175 mm" in told


@pytest.mark.parametrize("level", ["x1a", "x4"])
def test_a_file_for_a_press_stands_beside_the_one_for_home(level: str, bench: Path, capsys: pytest.CaptureFixture[str]) -> None:
    home = (bench / "cards.pdf").read_bytes()
    assert run(["cards", "standard-52", "--pdfx", level, "--sheet", "single", "--spot", "PANTONE 2747 C"]) == 0
    assert "self-checked; condition FOGRA39" in said(capsys)
    assert (bench / "cards.pdf").read_bytes() == home
    assert run(["preflight", str(bench / f"cards-{level}.pdf"), "--bleed", "3"]) == 0
    assert f"built to PDF/X-{level[1:]}" in said(capsys)
    assert run(["verify", str(bench / f"cards-{level}.pdf"), "standard-52"]) == 0


def test_preflight_names_pages_and_cures_and_ends_with_1(bench: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["preflight", str(bench / "cards.pdf")]) == 1
    lines = capsys.readouterr().err.splitlines()
    file = bench / "cards.pdf"
    assert f"replikat: {file}: has no output intent; export it with one output intent, such as FOGRA39" in lines
    assert f"replikat: {file}: pages 1-12: has no trim box; export it with the trim of the card as TrimBox" in lines


def test_preflight_for_programs(bench: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["preflight", str(bench / "cards.pdf"), "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert (told["rules"], told["sound"], told["pages"]) == ("PDF/X-4", False, 12)
    assert {"pages": list(range(1, 13)), "found": "colours in DeviceRGB", "cure": "convert it to CMYK"} in told["findings"]


@pytest.mark.parametrize(
    ("options", "code", "words"),
    [
        (["--service", "mpc", "--side", "backs"], 2, "leave out --side"),
        (["--service", "mpc", "--pdfx", "x4"], 2, "leave out --pdfx"),
        (["--service", "mpc", "--inks", "cmyk", "--flip", "short"], 2, "leave out --flip, --inks"),
        (["--pdfx", "x4", "--printer", "den"], 2, "--printer corrects for a printer at home"),
        (["--service", "nobody"], 1, "no service is called 'nobody'"),
        (["--imprint", "Ada"], 2, "name one with --service"),
        (["--spot", "GOLD"], 2, "ask for one with --pdfx x4"),
        (["--profile", "own.icc"], 2, "--profile belongs to a file for a press"),
        (["--pdfx", "x4", "--profile", "own.icc"], 1, "own.icc does not exist"),
        (["--pdfx", "x4", "--spot", "a\nb"], 1, "--spot"),
        (["--pdfx", "x4", "--spot", "Ærlig €"], 1, "--spot: found 'Ærlig €'; expected letters without accents"),
        (["--service", "mpc", "--imprint", "x" * 201], 1, "--imprint"),
        (["--pdfx", "x4", "--ink", "150"], 1, "use at most 150 %"),
    ],
)
def test_what_does_not_go_together_is_told(options: list[str], code: int, words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["cards", "standard-52", *options]) == code
    assert words in " ".join(said(capsys).split())


def test_a_file_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["preflight", "nowhere.pdf"]) == 1
    assert "nowhere.pdf does not exist" in said(capsys)


def test_services_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["list", "services"]) == 0
    told = said(capsys)
    assert "mpc          MakePlayingCards: pictures; poker" in told and "one file of PDF/X-1a:2003" in told
