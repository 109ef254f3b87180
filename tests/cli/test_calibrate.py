"""A printer is measured at the command line: the sheet, the readings, the profile, and what is wrong with them."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from replikat.cli.main import replikat, run
from replikat.data.library import Library
from replikat.press.loaders import load_printer
from replikat.reading.drawn.page import read_pages

READ = ["--left", "-0.4,1.2", "--right", "-0.6,0.9", "--top", "0.2,1.0", "--bottom", "-1.2,1.1"]


@pytest.fixture(autouse=True)
def there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "settings"))


def kept(name: str = "laser") -> Path:
    return Path("settings/replikat/printers") / f"{name}.yaml"


def profile(name: str = "laser"):
    return load_printer(name, Library((Path("settings/replikat"),)))


@pytest.mark.parametrize("paper", ["a4", "letter", "a3", "tabloid"])
def test_without_readings_the_sheet_is_printed_and_nothing_kept(paper: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["calibrate", "laser", "--paper", paper, "--lang", "nb"]) == 0
    pages = read_pages(Path(f"output/calibration-{paper}.pdf"))
    assert len(pages) == 2 and not kept().exists()
    text = " ".join(word.text for word in pages[0].words)
    assert "Kalibreringsark" in text and all(f"{name} {axis}" in text for name in ("left", "right", "top", "bottom") for axis in "XY")
    assert f"replikat calibrate laser --ask --paper {paper}" in capsys.readouterr().out


def test_the_sheet_says_in_plain_english_what_should_be_measured() -> None:
    assert run(["calibrate", "laser", "--lang", "en"]) == 0
    front = read_pages(Path("output/calibration-a4.pdf"))[0]
    text = " ".join(word.text for word in front.words if word.quarters == 0)
    assert "and the level line from the upper edge, at C? Each should be 20.0 mm." in text
    assert "How long are the two rulers? They should be 100.0 and 150.0 mm." in text


def test_readings_make_a_profile_that_every_command_knows(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["calibrate", "laser", *READ, "--margins", "4,3,4,3", "--feed", "faces-first", "--note", '200 g, "silk"']) == 0
    made = profile()
    assert (made.feed, made.flip, made.paper, made.margins.right) == ("faces-first", "long", '200 g, "silk"', 3)
    assert (made.back.x, made.back.y) == pytest.approx((0.5, -1.05), abs=0.05)
    assert run(["list", "printers"]) == 0
    assert "laser  turns over the long edge" in capsys.readouterr().out
    assert run(["cards", "standard-52", "--printer", "laser", "-q"]) == 0
    assert run(["verify", "output/standard-52/cards.pdf", "standard-52"]) == 0
    assert Path("output/standard-52/cards-feeding.pdf").exists(), "it is fed by hand"
    assert run(["calibrate", "laser", "--check"]) == 0
    assert len(read_pages(Path("output/calibration-a4-laser.pdf"))) == 2


def test_readings_are_asked_for() -> None:
    answers = "-0,4;1,2\n-0.6,0.9\n0.2,1.0\n-1.2,1.1\n\n\n\n"
    done = CliRunner().invoke(replikat, ["calibrate", "laser", "--ask"], input=answers)
    assert done.exit_code == 0, done.output
    asked = profile()
    assert run(["calibrate", "said", *READ]) == 0
    assert profile("said") == asked


def test_a_second_measurement_takes_the_place_of_the_first(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["calibrate", "laser", *READ]) == 0
    assert run(["calibrate", "laser", *[word if word.startswith("--") else "0,0" for word in READ]]) == 0
    assert "measured again" in capsys.readouterr().out
    assert profile().back.x == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--left", "1"], "--left: found '1'; expected 2 numbers of mm such as 0.4,-1.2"),
        (["--left", "1,2"], "--right: nothing was read there; expected 2 numbers of mm such as 0.4,-1.2"),
        ([*READ, "--edges", "20,20"], "--edges: found '20,20'; expected 3 numbers of mm"),
        ([*READ, "--edges", "20,20,50"], "--edges: 50 mm; expected about 20 mm"),
        ([*READ, "--rulers", "10,15"], "--rulers: 10 mm; expected about 100 mm"),
        ([*READ, "--margins", "4,4,4,-4"], "--margins: -4 mm; expected 0 to 40 mm"),
        ([*READ[:-1], "-4.2,1.1"], "where the other readings want"),
        ([*READ[:-1], "nan,1"], "--bottom: found 'nan,1'"),
    ],
)
def test_what_cannot_be_is_told_and_nothing_is_kept(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["calibrate", "laser", *arguments]) == 1
    assert said in capsys.readouterr().err
    assert not kept().exists()


def test_a_name_that_is_no_file_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["calibrate", "../laser", *READ]) == 1
    assert "NAME: found '../laser'" in capsys.readouterr().err


def test_an_unknown_printer_is_named_and_nothing_is_dealt(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["cards", "standard-52", "--printer", "lazer"]) == 1
    assert "no printer is called 'lazer'" in capsys.readouterr().err
    assert not Path("output/standard-52").exists()


def test_a_mistake_in_a_profile_is_told_with_its_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["calibrate", "laser", *READ]) == 0
    kept().write_text(kept().read_text(encoding="utf-8").replace("flip: long", "flip: up"), encoding="utf-8")
    assert run(["cards", "standard-52", "--printer", "laser"]) == 1
    assert 'laser.yaml:3:7: flip: found "up"; expected long or short' in capsys.readouterr().err


def test_stickers_begin_where_they_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["cards", "standard-52", "--sheet", "labels-5395", "--start", "4"]) == 0
    out = capsys.readouterr().out
    assert "on one side, try plain paper against a label sheet first" in out and "8 sheets Letter" in out
    assert run(["verify", "output/standard-52/cards.pdf", "standard-52"]) == 0
    assert run(["make", "standard-52", "--sheet", "inserts-a4-poker", "-q"]) == 0


def test_a_paper_that_would_lose_ink_is_left_as_it_is_and_cards_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    """No mark of the cards may be lost; a booklet's fold marks are no reason to print nothing."""
    assert run(["booklet", "standard-52", "--format", "a5-booklet", "--no-guide", "--game", "whist"]) == 0
    (plain,) = Path("output/standard-52").glob("*.pdf")
    before = plain.read_bytes()
    assert run(["calibrate", "far", *[word if word.startswith("--") else "-5,5" for word in READ], "--margins", "9,9,9,9"]) == 0
    capsys.readouterr()
    assert run(["booklet", "standard-52", "--format", "a5-booklet", "--no-guide", "--game", "whist", "--printer", "far"]) == 0
    said = capsys.readouterr().out
    assert "mm of ink would be lost" in said and "is left as it is" in said
    assert plain.read_bytes() == before
    assert run(["cards", "standard-52", "--printer", "far", "--theme", "tinted"]) == 1
    assert "are missing on a4-poker" in capsys.readouterr().err
