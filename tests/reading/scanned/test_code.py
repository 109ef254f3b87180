"""The code at the foot of a back, from pixels: read as it is or not at all, however the paper came to be a picture."""

from collections.abc import Iterator, Sequence
from functools import cache

import numpy as np
import pypdfium2
import pytest
from PIL import Image, ImageDraw, ImageFilter

from replikat.cards import backs as drawing
from replikat.cards.back_plan import CODE_HIGH, back_plan
from replikat.cards.backs import BackSet, back_set
from replikat.cards.printing import ornaments
from replikat.deck.code import LENGTH, SIGNS, check_sign
from replikat.geometry.plane import Point, Rect
from replikat.papers.loaders import load_theme
from replikat.press.loaders import load_sheet
from replikat.reading.scanned.code import Foot
from replikat.reading.scanned.marks import back_picture
from replikat.reading.scanned.pages import Scan, about, turned
from replikat.typeset.fonts import CAP, FILES, fonts_folder, width
from replikat.typeset.pdf import PdfFile
from support import LIBRARY
from witness import DECKS

FONT = LIBRARY.find("fonts", FILES["text"], ".ttf")
DPI = 300
AROUND = 2.0
WORDS = ("Replikatkort", "Replikatkortleken vår egen b")  # beside the second the code is smaller
HARD = ((0.0, 1.03), (8.0, 0.97), (15.0, 1.0))  # noise and scale
LOOKS = [(theme, word) for theme in LIBRARY.names("themes") for word in WORDS]


def valid(signs: str) -> str:
    """A code of ten signs and their check sign, set as codes are."""
    signs += check_sign(signs)
    return f"{signs[:4]}-{signs[4:8]}-{signs[8:]}"


def some_codes(count: int, seed: int) -> list[str]:
    random = np.random.default_rng(seed)
    return [valid("".join(SIGNS[place] for place in random.integers(0, 32, LENGTH))) for _ in range(count)]


@cache
def usual_backs(theme: str, word: str) -> BackSet:
    deck, card = DECKS["standard"](), load_sheet("single", LIBRARY).card
    colours, palette = load_theme(theme, LIBRARY)
    return back_set(deck, back_plan(deck, card), colours, word, ornaments(colours, palette, LIBRARY))


def pictures(codes: Sequence[str], theme: str = "plain", word: str = WORDS[0]) -> Iterator[Image.Image]:
    """Backs without marks, as they are printed, two millimetres around them."""
    backs = usual_backs(theme, word)
    card, palette = backs.plan.card, load_theme(theme, LIBRARY)[1]
    pdf = PdfFile("codes", "en", palette, fonts_folder(LIBRARY))
    for code in codes:
        with pdf.page(card.width + 2 * AROUND, card.height + 2 * AROUND) as page, page.at(AROUND, AROUND) as pen:
            own = BackSet(backs.plan, backs.theme, word, code, backs.signs, backs.figures)
            drawing.draw_ground(pen, own, AROUND)
            drawing._draw_empty(pen, own)
    document = pypdfium2.PdfDocument(pdf.finish())
    for page in document:
        yield page.render(scale=DPI / 72, grayscale=True).to_pil().convert("L")
    document.close()


def worn(picture: Image.Image, seed: int, noise: float, scale: float, skew: float = 0.05, blur: float = 0.06) -> Image.Image:
    """A back as a page that was straightened shows it: scaled, a trace askew, between pixels, blurred by mm, with noise."""
    random = np.random.default_rng(seed)
    scan = Scan(1, picture, DPI)
    askew = about(scan.middle, turned(random.uniform(-skew, skew)) / scale)
    moved = Point(*random.uniform(-0.5, 0.5, 2))
    seen = scan.cut(Rect(moved.x, moved.y, *scan.size), askew).filter(ImageFilter.GaussianBlur(blur * DPI / 25.4))
    grain = random.normal(0, noise, (seen.height, seen.width))
    return Image.fromarray((np.asarray(seen) * 0.92 + 8 + grain).clip(0, 255).astype(np.uint8))


def foot(picture: Image.Image) -> Foot:
    back = back_picture(picture, DPI, load_sheet("single", LIBRARY).card)
    assert back is not None
    return Foot(back.grey, back.own(back.bar), DPI / 25.4, FONT)


def sign_box(code: str, place: int) -> Rect:
    """Where a sign of the code stands on a picture with the usual word, in mm."""
    plan, em = usual_backs("plain", WORDS[0]).plan, CODE_HIGH / CAP["text"]
    x = plan.foot.right - width(code[place:], "text") * em
    return Rect(x + AROUND, plan.foot_line - CODE_HIGH + AROUND, width(code[place], "text") * em, CODE_HIGH).inset(-0.1)


@pytest.mark.long
def test_codes_are_read_as_they_are_or_not_at_all():
    """In several themes, beside short and long words; some may be left."""
    left = 0
    for place, (theme, word) in enumerate(LOOKS[::3]):
        (code,) = some_codes(1, place)
        noise, scale = HARD[place % len(HARD)]
        read = foot(worn(next(pictures([code], theme, word)), place, noise, scale)).read()
        left += read is None
        assert read is None or read.code == code
    assert left <= 2


@pytest.mark.parametrize(("noise", "scale"), HARD)
def test_a_foot_bears_its_own_code_and_no_other(noise, scale):
    codes = some_codes(4, 20)
    for place, picture in enumerate(pictures(codes)):
        shown = foot(worn(picture, place, noise, scale))
        assert [shown.bears(code) for code in codes] == [code == codes[place] for code in codes]


@pytest.mark.parametrize(
    ("place", "part", "fill"),
    [(0, 1, 255), *(pytest.param(*cover, marks=pytest.mark.long) for cover in [(3, 0.5, 0), (8, 0.5, 255), (12, 1, 0)])],
)
def test_a_covered_sign_is_never_taken_for_another(place, part, fill):
    code = some_codes(5, 30)[place % 5]
    picture = next(pictures([code]))
    box, dots = sign_box(code, place), DPI / 25.4
    sides = box.x, box.y, box.x + part * box.width, box.bottom
    ImageDraw.Draw(picture).rectangle([round(side * dots) for side in sides], fill=fill)
    read = foot(picture).read()
    assert read is None or (part < 1 and read.code == code)


def test_signs_that_are_no_code_are_not_read():
    """A code with one sign changed: the check sign shows it, so it is not read, and not mended either."""
    changed = [code[:place] + ("3" if code[place] != "3" else "4") + code[place + 1 :] for place, code in enumerate(some_codes(2, 40))]
    assert [foot(picture).read() for picture in pictures(changed)] == [None] * 2
