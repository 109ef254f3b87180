"""docs/adding-a-pack.md is true: its own text, put into an empty folder, prints decks that read back."""

import re
from pathlib import Path

import pytest
from PIL import Image, ImageDraw

from replikat.cards.printing import cards_pdf
from replikat.data.library import Library, packaged
from replikat.deck.dealing.deal import deal
from replikat.deck.loaders import load_parts, read_deck_spec
from replikat.reading.verify import verify
from support import DOCS, SEED

GUIDE = DOCS / "adding-a-pack.md"
POKER_WITH_BLEED = 821, 1121


@pytest.fixture
def library(tmp_path):
    for name, text in re.findall(r"^`templates/([^`]+)`\n\n```\w+\n(.*?)^```$", GUIDE.read_text(encoding="utf-8"), re.M | re.S):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return Library((tmp_path, packaged()))


def paint(folder: Path, size: tuple[int, int] = POKER_WITH_BLEED) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(1, 5):
        image = Image.new("RGB", size, (250, 240, 220))
        draw = ImageDraw.Draw(image)
        draw.ellipse((100, 100 * number, 600, 100 * number + 500), fill=(40 * number, 90, 200 - 40 * number))
        image.save(folder / f"A{number}.png")


def printed(name: str, library: Library):
    spec, source = read_deck_spec(library.find("decks", name), library)
    deck = deal(spec, load_parts(spec, source, library), SEED)
    return deck, cards_pdf(deck, spec.print, library).pdf


def test_a_pack_from_parts_prints_and_reads_back(library):
    deck, pdf = printed("forest-9", library)
    assert deck.pack.codes == ("T1", "T2", "T3", "KC", "3C", "2C", "KL", "3L", "2L")
    assert [card.badge for card in deck.pack.cards] == ["", "", "5", "3", "", "", "3", "", ""]
    verdict = verify(pdf, deck, deck.spec.print, library)
    assert verdict.faults == () and verdict.cards == 9 and verdict.marks == 9 * 12


def test_a_pack_of_pictures_prints_and_reads_back(library, tmp_path):
    paint(tmp_path / "images" / "animals")
    deck, pdf = printed("animals-4", library)
    verdict = verify(pdf, deck, deck.spec.print, library)
    assert verdict.faults == () and verdict.cards == 4


def test_exchanged_pictures_are_seen(library, tmp_path):
    folder = tmp_path / "images" / "animals"
    paint(folder)
    deck, pdf = printed("animals-4", library)
    (folder / "A1.png").rename(folder / "x.png")
    (folder / "A2.png").rename(folder / "A1.png")
    (folder / "x.png").rename(folder / "A2.png")
    faults = verify(pdf, deck, deck.spec.print, library).faults
    assert any("A1" in fault for fault in faults) and any("A2" in fault for fault in faults)


def test_pictures_lie_within_their_cards(library, tmp_path):
    """A picture with bleed is cut at the trim where cards stand edge to edge, and bleeds where they stand alone."""
    import pypdfium2

    paint(tmp_path / "images" / "animals")
    spec, source = read_deck_spec(library.find("decks", "animals-4"), library)
    deck = deal(spec, load_parts(spec, source, library), SEED)
    from dataclasses import replace

    sheet = pypdfium2.PdfDocument(cards_pdf(deck, spec.print, library, sides=("faces",)).pdf)[0]
    single = pypdfium2.PdfDocument(cards_pdf(deck, replace(spec.print, sheet="single"), library, sides=("faces",)).pdf)[0]
    grey = single.render(scale=1, grayscale=True).to_numpy()
    assert (grey[0] < 250).all() and (grey[:, 0] < 250).all(), "ink to the edge of the bleed"
    from replikat.press.loaders import load_sheet

    plan = load_sheet("a4-poker", library)
    picture, dot = sheet.render(scale=2, grayscale=True).to_numpy(), 25.4 / 144
    cell = plan.cell(0)
    outside = picture[round((cell.y + 20) / dot), round((cell.x - 1.5) / dot)]
    assert outside > 250, "nothing beyond the trim"


def test_a_missing_picture_is_told_with_its_pack(library, tmp_path):
    from replikat.errors import ReplikatError

    paint(tmp_path / "images" / "animals")
    (tmp_path / "images" / "animals" / "A3.png").unlink()
    with pytest.raises(ReplikatError, match=r"animals\.yaml:1:9: images: no file images/animals/A3\.png"):
        printed("animals-4", library)
