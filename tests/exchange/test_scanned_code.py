"""The code at the foot of a back, from pixels: read as it is or not at all, however the paper came to be a picture."""

from collections.abc import Iterator, Sequence
from functools import cache

import numpy as np
import pypdfium2
from PIL import Image, ImageFilter

from replikat.documents import backs as drawing
from replikat.documents.backs import BackSet, back_set
from replikat.exchange.pixels import back_picture
from replikat.exchange.scanned_code import Foot
from replikat.exchange.scanned_pages import Scan, about, turned
from replikat.model.code import LENGTH, SIGNS, check_sign
from replikat.model.geometry import Point, Rect
from replikat.press.fonts import FILES
from replikat.press.pdf import PdfFile
from replikat.recipes.cards import fonts_folder, ornaments
from replikat.recipes.decks import back_plan
from replikat.specs.loaders import load_sheet, load_theme
from support import LIBRARY
from witness import DECKS

FONT = LIBRARY.find("fonts", FILES["text"], ".ttf")
DPI = 300
AROUND = 2.0
WORDS = ("Replikatkort", "Replikatkortleken vår egen b")  # beside the second the code is smaller
LOOKS = [(theme, word) for theme in LIBRARY.names("themes") for word in WORDS]
DAMAGES = ("white", "black", "half", "other")


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


def signs_of(code: str, word: str) -> dict[int, Rect]:
    """Where every sign of a code stands on a picture, in mm, by its place; a little more than its ink."""
    from replikat.documents.backs import CAP, CODE_HIGH, _foot_shares, width

    backs = usual_backs("plain", word)
    backs = BackSet(backs.plan, backs.theme, word, code, backs.signs, backs.figures)
    room, plan = backs.plan.foot, backs.plan
    from replikat.documents.backs import BAR, FOOT_CLEAR, FOOT_GAP

    share = _foot_shares(backs, room.right - (room.x + room.height - BAR - FOOT_CLEAR + FOOT_GAP))[1]
    em = CODE_HIGH / CAP["text"] * share
    left = room.right - width(code, "text") * em
    found = {}
    for place, sign in enumerate(code):
        x = left + width(code[:place], "text") * em
        high = CODE_HIGH * share
        found[place] = Rect(x + AROUND, plan.foot_line - high - 0.1 + AROUND, width(sign, "text") * em, high + 0.2)
    return found
