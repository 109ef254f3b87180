"""A spoilt page is printed again: only the pages or sheets that were asked for, as they were, in a file of their own."""

import re
from pathlib import Path

import pikepdf
import pytest

from replikat.cli.main import run
from replikat.cli.options import numbers_in
from replikat.errors import ReplikatError
from replikat.reading.drawn.page import Page, read_pages

DECK = "output/tournament-52"


@pytest.fixture(scope="module")
def kitchen(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with everything printed once."""
    folder = tmp_path_factory.mktemp("pages")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        for product in ("cards", "booklet", "scorecards", "deals"):
            assert run([product, "tournament-52", "-q", *(["--sheet", "a4-bridge"] if product == "cards" else [])]) == 0
    return folder


@pytest.fixture(autouse=True)
def there(kitchen: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(kitchen)


def seen(page: Page) -> tuple[list[tuple[str, tuple[float, ...]]], int]:
    return [(word.text, tuple(round(side, 2) for side in word.box)) for word in page.words], len(page.outlines)


@pytest.mark.parametrize(
    ("said", "numbers"), [("3", (3,)), ("3-4,7", (3, 4, 7)), (" 7 , 3 - 4,4", (3, 4, 7)), ("2–3", (2, 3)), ("10000", (10000,)), (None, ())]
)
def test_pages_are_said_as_in_every_print_window(said: str | None, numbers: tuple[int, ...]) -> None:
    assert numbers_in(said) == numbers


@pytest.mark.parametrize("said", ["", ",", "0", "4-3", "a", "1-", "-2", "1,,2", "1.5", "99999", "1-99999", "٣", "1;2"])
def test_anything_else_is_refused(said: str) -> None:
    with pytest.raises(ReplikatError, match=r"^--pages: found '.*'; expected numbers such as 3-4,7$"):
        numbers_in(said)


@pytest.mark.parametrize(("side", "sides"), [("both", (0, 1)), ("faces", (0,)), ("backs", (1,))])
def test_sheets_of_cards_are_printed_again_with_their_sides(side: str, sides: tuple[int, ...]) -> None:
    """By the number in their feet, which they keep: a face lies before its back as in the whole file."""
    assert run(["cards", "tournament-52", "--sheet", "a4-bridge", "--side", side, "--pages", "2,5", "-q"]) == 0
    whole = read_pages(Path(DECK, "cards.pdf"))
    some = read_pages(Path(DECK, f"cards-{side}-some.pdf" if side != "both" else "cards-some.pdf"))
    wanted = [whole[2 * (sheet - 1) + turn] for sheet in (2, 5) for turn in sides]
    assert [seen(page)[0] for page in some] == [seen(page)[0] for page in wanted]


def test_sheets_printed_again_are_sound_as_a_part_of_the_deck(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["cards", "tournament-52", "--sheet", "a4-bridge", "--pages", "6", "-q"]) == 0
    assert run(["verify", f"{DECK}/cards-some.pdf", "tournament-52", "--some"]) == 0
    assert run(["verify", f"{DECK}/cards-some.pdf", "tournament-52"]) == 1
    assert "sheet 1, faces: missing" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("command", "name"), [(["booklet"], "booklet-en"), (["deals"], "private/deals-en"), (["scorecards"], "scorecards-en")]
)
def test_pages_of_papers_are_those_of_the_whole(command: list[str], name: str) -> None:
    whole = read_pages(Path(DECK, f"{name}.pdf"))
    before = Path(DECK, f"{name}.pdf").read_bytes()
    numbers = [1] if len(whole) < 3 else [1, len(whole)]
    assert run([*command, "tournament-52", "--pages", ",".join(map(str, numbers)), "-q"]) == 0
    part = Path(DECK, f"{name}-some.pdf").read_bytes()
    assert [seen(page) for page in read_pages(part)] == [seen(whole[number - 1]) for number in numbers]
    assert run([*command, "tournament-52", "--pages", ",".join(map(str, numbers)), "-q"]) == 0
    assert Path(DECK, f"{name}-some.pdf").read_bytes() == part, "same in, same bytes"
    assert Path(DECK, f"{name}.pdf").read_bytes() == before
    with pikepdf.open(Path(DECK, f"{name}-some.pdf")) as pdf:
        assert "/Outlines" not in pdf.Root and pdf.Root.ViewerPreferences.PrintScaling == "/None"


def test_pages_that_are_not_there_are_told_in_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    files = {path: path.read_bytes() for path in Path(DECK).rglob("*.pdf")}
    for command, said in (
        (["cards", "tournament-52", "--sheet", "a4-bridge", "--pages", "3,7-9"], r"--pages: sheet 7; there are 6"),
        (["booklet", "tournament-52", "--pages", "99"], r"--pages: page 99; booklet-en\.pdf has \d+ pages"),
        (["deals", "tournament-52", "--pages", "1-99"], r"--pages: page \d+; deals-en\.pdf has \d+ pages"),
    ):
        assert run(command) == 1
        (line,) = capsys.readouterr().err.splitlines()
        assert re.fullmatch(f"replikat: {said}", line)
    assert {path: path.read_bytes() for path in Path(DECK).rglob("*.pdf")} == files


def test_nothing_is_dealt_for_a_page_of_a_deck_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["scorecards", "tournament-52", "--pages", "1", "-o", str(tmp_path / "other")]) == 1
    assert "make it first" in capsys.readouterr().err and not (tmp_path / "other").exists()


def test_only_and_pages_do_not_go_together() -> None:
    assert run(["cards", "tournament-52", "--only", "QS", "--pages", "1"]) == 2
