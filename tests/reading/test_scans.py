"""Files made into pictures: askew, scaled, noisy or torn they are read as what they are, or not at all, never as something else."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pypdfium2
import pytest
from PIL import Image, ImageDraw

from replikat.cards.printing import printed_cards
from replikat.data.library import Library
from replikat.deck.cards import Pack
from replikat.deck.deck import Deck
from replikat.deck.print_settings import PrintSettings
from replikat.deck.squares import Mark
from replikat.geometry.paper import CardSize
from replikat.geometry.plane import Point
from replikat.press.loaders import load_sheet
from replikat.reading import scans
from replikat.reading.drawn.page import read_pages
from replikat.reading.scanned.faces import Album
from replikat.reading.scanned.pages import about, turned
from replikat.reading.scans import are_pictures, verify_scans
from replikat.reading.verdicts import Verdict
from replikat.reading.verify import verify
from support import LIBRARY, print_cards
from witness import DECKS, draw, fresh_path, printed

DPI = 300
TINY = DECKS["tiny"]()
FEW = ("AS", "QS", "KH")


@cache
def rendered(path: Path) -> list[Image.Image]:
    document = pypdfium2.PdfDocument(path)
    try:
        return [page.render(scale=DPI / 72).to_pil().convert("RGB") for page in document]
    finally:
        document.close()


def scanned(
    pages: list[Image.Image],
    skew: float = 0.0,
    scale: float = 1.0,
    noise: float = 0.0,
    moved: tuple[float, float] = (0.0, 0.0),
    quality: int = 85,
    seed: int = 1,
) -> Path:
    """A file of pictures, as a scanner makes it: every other page turned the other way, with noise, packed with losses."""
    random, made = np.random.default_rng(seed), []
    for number, page in enumerate(pages):
        page = page.convert("L") if noise else page
        middle = Point(page.width / 2, page.height / 2)
        lie = about(middle, turned(skew if number % 2 else -skew) / scale)
        start = lie(Point(-moved[0] * DPI / 25.4, -moved[1] * DPI / 25.4))
        way = (lie.a, lie.c, start.x, lie.b, lie.d, start.y)
        page = page.transform(page.size, Image.Transform.AFFINE, way, Image.Resampling.BICUBIC, fillcolor="white")
        if noise:
            grain = noise * random.standard_normal((page.height, page.width), dtype=np.float32)
            page = Image.fromarray((np.asarray(page) * np.float32(0.92) + 8 + grain).clip(0, 255).astype(np.uint8))
        made.append(page)
    path = fresh_path("scan")
    made[0].save(path, "PDF", save_all=True, append_images=made[1:], resolution=DPI, quality=quality)
    return path


def judged(path: Path, deck: Deck | None = TINY, some: bool = False, sheet: str = "a4-poker", **options: Any) -> Verdict:
    settings = replace((deck or TINY).spec.print, sheet=sheet, **options)
    return verify(path, deck, settings, LIBRARY, some)


def few(sheet: str = "a4-poker", deck: str = "tiny", **options: Any) -> list[Image.Image]:
    return rendered(printed(deck, sheet, only=FEW, **options))


@pytest.fixture(scope="module", autouse=True)
def albums() -> Iterator[None]:
    """Faces are drawn once for all tests that compare with the same ones."""
    drawn: dict[tuple[Any, ...], Album] = {}
    usual = scans.album

    def album(pack: Pack, card: CardSize, settings: PrintSettings, library: Library) -> Album:
        key = (pack.name, card, settings.theme, settings.languages)
        return drawn.get(key) or drawn.setdefault(key, usual(pack, card, settings, library))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(scans, "album", album)
        yield


HARD: dict[str, Any] = {"skew": 1.2, "scale": 0.97, "noise": 10.0, "moved": (2.0, -1.5), "quality": 75}


# ------------------------------------------------------------------ it is read


@pytest.mark.long
def test_a_whole_deck_is_read_from_a_hard_scan_without_naming_it() -> None:
    verdict = judged(scanned(rendered(printed("tiny")), **HARD), None)
    assert (verdict.code, verdict.faults, verdict.unread, verdict.scanned) == (TINY.code, (), (), True)
    assert (verdict.cards, verdict.marks) == (14, 12 * 6)


@pytest.mark.parametrize(
    "sheet",
    [
        "letter-bridge",
        "gutterfold-a4-poker",
        *(pytest.param(sheet, marks=pytest.mark.long) for sheet in ["single-mini", "a4-tarot", "inserts-a4-poker"]),
    ],
)
def test_every_kind_of_sheet_is_known_by_its_bars(sheet: str) -> None:
    """The deck's settings name another format; which one it is shows on the pages."""
    pages = few(sheet)
    verdict = judged(scanned(pages, skew=0.7, scale=1.02, noise=6), some=True)
    assert (verdict.faults, verdict.unread) == ((), ())
    assert (verdict.code, verdict.cards, verdict.marks) == (TINY.code, len(FEW), len(FEW) * 6)


@pytest.mark.parametrize(
    ("theme", "options"),
    [
        ("low-ink", ()),
        ("florentine", ("two-way",)),
        *(pytest.param(*look, marks=pytest.mark.long) for look in [("tinted", ("two-way",)), ("nordic", ())]),
    ],
)
def test_themes_and_kinds_of_backs_are_read(theme: str, options: tuple[str, ...]) -> None:
    verdict = judged(scanned(few("single", theme=theme, options=options), **HARD), some=True, theme=theme, backs=options)
    assert (verdict.faults, verdict.unread, verdict.marks) == ((), (), len(FEW) * 6)


@pytest.mark.long
def test_faces_are_told_whatever_language_their_indices_speak(lang: str = "da") -> None:
    verdict = judged(scanned(few("single", lang=lang)), some=True)
    assert (verdict.faults, verdict.unread, verdict.cards) == ((), (), len(FEW))


@pytest.mark.parametrize("flip", [pytest.param(flip, marks=pytest.mark.long) for flip in ("long", "short")])
def test_pages_that_lie_on_their_sides_or_heads_are_turned(flip: str) -> None:
    pages = few("a4-bridge-tight", flip=flip)
    settings = replace(TINY.spec.print, sheet="a4-bridge-tight")
    lying = [page.transpose(Image.Transpose.ROTATE_90) if flip == "long" else page for page in pages]
    verdict = verify_scans(scanned(lying, skew=0.4), TINY, settings, LIBRARY, some=True, flip=flip)
    assert (verdict.faults, verdict.unread, verdict.cards) == ((), (), len(FEW))


@pytest.mark.parametrize("order", ["backs-reversed", pytest.param("fronts-backs", marks=pytest.mark.long)])
def test_all_backs_may_come_after_all_faces(order: str, sheet: str = "a4-mini") -> None:
    path = print_cards(TINY, fresh_path(), replace(TINY.spec.print, sheet=sheet), order=order, only=TINY.pack.codes[:12:4])
    verdict = judged(scanned(rendered(path)), some=True, sheet=sheet)
    assert (verdict.faults, verdict.unread, verdict.cards) == ((), (), 3)


def test_a_file_with_words_that_a_program_found_in_its_pictures_is_read(tmp_path: Path) -> None:
    """A scanner's software lays the words that it sees, invisible and often wrong, over the picture."""
    from reportlab.lib.utils import ImageReader
    from reportlab.pdfgen.canvas import Canvas

    path = tmp_path / "with words.pdf"
    pages = few()
    canvas = Canvas(str(path), (210 / 25.4 * 72, 297 / 25.4 * 72))
    for page in pages:
        canvas.drawImage(ImageReader(page), 0, 0, *canvas._pagesize)
        for word, x, y in (("TNPT-KR59-35C", 300, 40), ("7", 100, 500), ("13", 140, 520)):
            text = canvas.beginText(x, y)
            text.setTextRenderMode(3)
            text.textOut(word)
            canvas.drawText(text)
        canvas.showPage()
    canvas.save()
    assert are_pictures(read_pages(path))
    verdict = judged(path, some=True)
    assert (verdict.faults, verdict.unread, verdict.marks) == ((), (), len(FEW) * 6)


# ------------------------------------------------------------------ what is wrong is told


def test_a_swapped_number_and_swapped_backs_are_told_as_the_first_reader_tells_them() -> None:
    cards = printed_cards(TINY, TINY.spec.print)[:5]
    cards[0], cards[1] = replace(cards[0], marks=cards[1].marks), replace(cards[1], marks=cards[0].marks)
    seen = list(cards[2].marks)
    was = seen[3]
    assert was
    seen[3] = Mark(was.position, was.number % 4 + 1)
    cards[2] = replace(cards[2], marks=tuple(seen))
    verdict = judged(scanned(rendered(draw(TINY, cards)), skew=0.5, noise=5), some=True)
    first, second, third = TINY.pack.codes[:3]
    assert verdict.unread == ()
    assert verdict.faults == (
        f"page 1, row 1, column 1: behind {first} lies the back of {second}",
        f"page 1, row 1, column 2: behind {second} lies the back of {first}",
        f"page 1, row 1, column 3: {third}, square 4: {seen[3]} is printed; the deck has {was}",
    )


def test_paper_turned_over_the_other_edge_is_told() -> None:
    faces, backs = rendered(printed("tiny"))[:2]
    verdict = judged(scanned([faces, backs.rotate(180)]), some=True)
    assert verdict.faults[0].startswith("most backs lie behind the wrong faces")


def test_a_missing_page_is_told() -> None:
    pages = rendered(printed("tiny"))
    faults = judged(scanned([pages[0], *pages[2:]])).faults
    assert faults == tuple(f"page 1, row {n // 3 + 1}, column {n % 3 + 1}: no back behind {TINY.pack.codes[n]}" for n in range(9))


def test_a_back_that_lies_upside_down_is_told() -> None:
    pages = [page.copy() for page in few()]
    plan, dots = load_sheet("a4-poker", LIBRARY), DPI / 25.4
    cell = plan.cell(1, back=True)
    box = [round(side * dots) for side in (cell.x, cell.y, cell.right, cell.bottom)]
    pages[1].paste(pages[1].crop(tuple(box)).rotate(180), (box[0], box[1]))
    faults = judged(scanned(pages), some=True).faults
    assert faults == ("page 2, row 1, behind column 2: the back lies upside down",)


def test_the_code_of_another_deck_is_read() -> None:
    other = DECKS["standard"]()
    verdict = judged(scanned(rendered(printed("standard", "single", only=("7S", "QS"))), noise=5), some=True)
    assert verdict.faults == (f"this is the deck {other.code}; expected {TINY.code}",)


@pytest.mark.long
def test_without_a_deck_the_marks_must_have_the_code_that_is_printed() -> None:
    """A file in another order than any pack's proves nothing: its code is told, and that it could not be proved."""
    verdict = judged(scanned(few()), None)
    assert (verdict.code, verdict.faults, len(verdict.unread)) == (TINY.code, (), 1)
    assert verdict.unread[0].startswith(f"the code {TINY.code} is printed, and no pack here has these marks")


def test_pages_without_any_card_are_no_deck() -> None:
    blank = Image.new("RGB", (2480, 3508), "white")
    verdict = judged(scanned([blank, blank]))
    assert (verdict.faults, verdict.unread, verdict.sound) == ((), ("no cards are to be seen on any page",), False)


# ------------------------------------------------------------------ what is torn is unread, never wrong


@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.long)])
def test_stains_leave_marks_unread_and_no_mark_wrong(seed: int) -> None:
    """Blots of any grey on faces and backs: whatever they cover is unread, and the rest is the deck."""
    random = np.random.default_rng([seed, 5])
    pages = [page.copy() for page in few()]
    for page in pages:
        pen = ImageDraw.Draw(page)
        for _ in range(40):
            x, y = random.uniform(0.05, 0.95) * page.width, random.uniform(0.03, 0.6) * page.height
            wide, high = random.uniform(0.6, 3.0, 2) * DPI / 25.4
            pen.ellipse([x, y, x + wide, y + high], fill=(int(random.integers(0, 256)),) * 3)
    verdict = judged(scanned(pages, skew=0.6, noise=5), some=True)
    assert verdict.faults == ()
    assert verdict.unread and verdict.marks >= len(FEW) * 2


def test_a_face_under_a_stain_is_unread_and_its_back_is_still_known() -> None:
    pages = [page.copy() for page in few()]
    ImageDraw.Draw(pages[0]).rectangle([200, 400, 600, 900], fill=(90, 90, 90))
    verdict = judged(scanned(pages), some=True)
    assert verdict.faults == () and verdict.unread == ("page 1, row 1, column 1: the face cannot be told",)


def test_a_back_under_a_stain_is_unread_and_nothing_is_wrong() -> None:
    pages = [page.copy() for page in rendered(printed("tiny"))[:2]]
    pen = ImageDraw.Draw(pages[1])
    plan, dots = load_sheet("a4-poker", LIBRARY), DPI / 25.4
    cell = plan.cell(4, back=True)
    pen.rectangle([round(side * dots) for side in (cell.x + 5, cell.y + 5, cell.right - 5, cell.bottom - 2)], fill=(60, 60, 60))
    verdict = judged(scanned(pages), some=True)
    assert verdict.faults == () and verdict.unread == ("page 2, row 2, behind column 2: the back cannot be read",)


# ------------------------------------------------------------------ files that another program saved anew


RESAVED = {
    "ghostscript": ["gs", "-q", "-dNOPAUSE", "-dBATCH", "-sDEVICE=pdfwrite", "-sOutputFile={new}", "{old}"],
    "outlined": ["gs", "-q", "-dNOPAUSE", "-dBATCH", "-sDEVICE=pdfwrite", "-dNoOutputFonts", "-sOutputFile={new}", "{old}"],
    "cairo": ["pdftocairo", "-pdf", "{old}", "{new}"],
    "mutool": ["mutool", "clean", "-gggg", "-z", "{old}", "{new}"],
    "qpdf": ["qpdf", "--object-streams=generate", "--recompress-flate", "{old}", "{new}"],
}


@pytest.mark.parametrize("way", RESAVED)
def test_what_another_program_saved_anew_is_read(way: str, tmp_path: Path) -> None:
    import shutil
    import subprocess

    if shutil.which(RESAVED[way][0]) is None:
        pytest.skip(f"{RESAVED[way][0]} is not here")
    new, old = tmp_path / "new.pdf", printed("tiny", "single", only=FEW)
    subprocess.run([part.format(new=new, old=old) for part in RESAVED[way]], check=True, capture_output=True)
    verdict = judged(new, some=True)
    assert (verdict.code, verdict.faults, verdict.unread) == (TINY.code, (), ())
    assert (verdict.cards, verdict.marks) == (len(FEW), len(FEW) * 6)
