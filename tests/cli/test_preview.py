"""Pictures of a deck: what they show, that they give no deal away, and that they follow the file while it is edited."""

from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from replikat.cli.commands.preview import watch
from replikat.cli.main import run


@pytest.fixture(autouse=True)
def there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def pictures(deck: str = "standard-52") -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(Path("output", deck, "preview").iterdir())}


def test_faces_backs_one_at_true_size_and_a_sheet_against_the_light() -> None:
    assert run(["preview", "standard-52", "-q"]) == 0
    made = pictures()
    assert set(made) == {"back.png", "backs.png", "faces.png", "light.png"}
    back = Image.open(BytesIO(made["back.png"]))
    dpi = back.info["dpi"][0]
    assert (back.width / dpi * 25.4, back.height / dpi * 25.4) == pytest.approx((63.5, 88.9), abs=0.15)
    faces = Image.open(BytesIO(made["faces.png"]))
    assert faces.width > faces.height and faces.width / 9 > 140


def test_the_light_shows_every_back_behind_its_face() -> None:
    """Behind every face of the sheet there is grey of a back, and ink of both nowhere outside the cards but in the foot."""
    assert run(["preview", "standard-52", "-q"]) == 0
    picture = np.asarray(Image.open(BytesIO(pictures()["light.png"])).convert("L"))
    dots = 110 / 25.4
    for row in range(3):
        for column in range(3):
            x, y = (9.75 + 63.5 * column) * dots, (15.15 + 88.9 * row) * dots
            card = picture[round(y) : round(y + 88.9 * dots), round(x) : round(x + 63.5 * dots)]
            assert ((card > 120) & (card < 190)).mean() > 0.08, "the pale back"
            assert (card < 60).mean() > 0.003, "the face before it"


def test_nothing_is_dealt_and_nothing_given_away() -> None:
    """Before a deck is made and after it, the pictures are the same: they show an example."""
    assert run(["preview", "standard-52", "-q"]) == 0
    before = pictures()
    assert not Path("output/standard-52/private").exists()
    assert run(["cards", "standard-52", "-q"]) == 0
    assert run(["preview", "standard-52", "-q"]) == 0
    assert pictures() == before
    assert run(["preview", "output/standard-52/private/deck.yaml", "-q"]) == 0
    assert pictures() == before


def test_options_and_other_sheets_are_shown() -> None:
    assert run(["preview", "standard-52", "-q", "--theme", "tinted"]) == 0
    tinted = pictures()
    assert run(["preview", "standard-52", "-q", "--sheet", "gutterfold-a4-poker"]) == 0
    assert pictures()["back.png"] != tinted["back.png"] and "sheet.png" in pictures()


def test_a_faulty_spec_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    Path("mine.yaml").write_text("name: mine\npack: french99\nsquares:\n  - {layout: main, count: 4}\n", encoding="utf-8")
    assert run(["preview", "./mine.yaml"]) == 1
    assert "no pack is called 'french99'" in capsys.readouterr().err


class Waiter:
    """Instead of time passing: every wait does the next thing, and the last one ends the watch."""

    def __init__(self, *steps) -> None:
        self.steps = list(steps)

    def __call__(self) -> bool:
        if not self.steps:
            return False
        self.steps.pop(0)()
        return True


def test_a_watch_draws_once_for_every_change(tmp_path: Path) -> None:
    spec, drawn = tmp_path / "deck.yaml", []
    spec.write_text("one")

    def write(text: str):
        return lambda: spec.write_text(text)

    steps = Waiter(lambda: None, write("three"), lambda: None, spec.unlink, write("fifteen"))
    watch(lambda: [spec], lambda: drawn.append(spec.read_text() if spec.exists() else None), steps)
    assert drawn == ["one", "three", None, "fifteen"]


def test_a_fault_while_editing_is_told_and_the_watch_goes_on(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """From the command itself: the file is broken, then mended; no time passes."""
    from replikat.cli.commands import preview

    good = "name: mine\npack: piquet32\nsquares:\n  - {layout: short32, count: 4}\n"
    spec = Path("mine.yaml")
    spec.write_text(good, encoding="utf-8")
    broken, mended = (lambda: spec.write_text("name: 1\n"), lambda: spec.write_text(good + "print: {theme: tinted}\n", encoding="utf-8"))
    usual = preview.watch
    monkeypatch.setattr(preview, "watch", lambda files, draw, wait: usual(files, draw, Waiter(broken, mended)))
    assert run(["preview", "./mine.yaml", "--watch"]) == 0
    said = capsys.readouterr()
    assert said.out.count("back.png") == 2 and "mine.yaml:1" in said.err
