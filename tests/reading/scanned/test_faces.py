"""Faces from pixels: each is told from a bad picture, and one that is not whole is never taken for another."""

from functools import cache

import numpy as np
import pypdfium2
import pytest
from PIL import Image, ImageDraw, ImageFilter

from replikat.cards.faces import draw_face
from replikat.cards.printing import face_set
from replikat.deck.loaders import load_language, load_pack
from replikat.deck.print_settings import PrintSettings
from replikat.geometry.plane import IDENTITY, Rect
from replikat.papers.loaders import load_theme
from replikat.papers.pack_inks import figures_of
from replikat.press.loaders import load_sheet
from replikat.reading.scanned.faces import Album, FaceRead, read_scanned_face
from replikat.reading.scanned.pages import Scan, about, turned
from replikat.reading.scans import album
from replikat.typeset.figures.loaders import load_figure
from replikat.typeset.fonts import fonts_folder
from replikat.typeset.pdf import PdfFile
from support import LIBRARY

DPI = 300
AROUND = 4.0
CARD = load_sheet("single", LIBRARY).card
CELL = Rect(AROUND, AROUND, CARD.width, CARD.height)
SAMPLES = {"french52": 9, "italian40": 11, "tarot78": 25, "minchiate97": 31}  # every so many cards
SETTINGS = PrintSettings()


@cache
def album_of(pack: str) -> Album:
    return album(load_pack(pack, LIBRARY), CARD, SETTINGS, LIBRARY)


@cache
def faces(pack: str, every: int) -> dict[str, Image.Image]:
    """Every so-manieth face as it is printed, with white around it."""
    made, palette = load_pack(pack, LIBRARY), load_theme(SETTINGS.theme, LIBRARY)[1]
    cards = (*made.cards, *made.spares)[::every]
    figures = {name: load_figure(name, palette, LIBRARY) for card in cards for name in figures_of(card)}
    look = face_set(made, CARD, figures, load_language("en", LIBRARY), SETTINGS, LIBRARY)
    pdf = PdfFile(pack, "en", palette, fonts_folder(LIBRARY))
    for card in cards:
        with pdf.page(CARD.width + 2 * AROUND, CARD.height + 2 * AROUND) as page, page.at(AROUND, AROUND) as pen:
            draw_face(pen, card, look)
    document = pypdfium2.PdfDocument(pdf.finish())
    try:
        return {
            card.code: page.render(scale=DPI / 72, grayscale=True).to_pil().convert("L") for card, page in zip(cards, document, strict=True)
        }
    finally:
        document.close()


def worn(picture: Image.Image, seed: int, moved: float = 1.0, skew: float = 0.1, noise: float = 8.0, blur: float = 0.08) -> Image.Image:
    """A face a little beside its place and askew, blurred by mm, grey, with noise."""
    random = np.random.default_rng(seed)
    scan = Scan(1, picture, DPI)
    x, y = moved * random.choice([-1, 1], 2)
    seen = scan.cut(Rect(x, y, *scan.size), about(scan.middle, turned(random.uniform(-skew, skew))))
    seen = seen.filter(ImageFilter.GaussianBlur(blur * DPI / 25.4))
    return Image.fromarray((np.asarray(seen) * 0.92 + 8 + random.normal(0, noise, (seen.height, seen.width))).clip(0, 255).astype(np.uint8))


def look(picture: Image.Image, pack: str) -> FaceRead:
    return read_scanned_face(Scan(1, picture, DPI), IDENTITY, CELL, album_of(pack))


def painted(picture: Image.Image, box: Rect, fill: int) -> Image.Image:
    """A face with a rectangle of the card, in mm, painted over."""
    copy, dots = picture.copy(), DPI / 25.4
    sides = (box.x + AROUND, box.y + AROUND, box.right + AROUND, box.bottom + AROUND)
    ImageDraw.Draw(copy).rectangle([round(side * dots) for side in sides], fill=fill)
    return copy


@pytest.mark.parametrize("pack", ["french52", *(pytest.param(pack, marks=pytest.mark.long) for pack in SAMPLES if pack != "french52")])
def test_faces_are_told_from_bad_pictures(pack):
    for seed, (code, picture) in enumerate(faces(pack, SAMPLES[pack]).items()):
        assert look(worn(picture, seed), pack).code == code


def test_a_face_painted_over_is_never_taken_for_another():
    """Its indices covered, a pip's worth of it erased, something like a pip added."""
    for seed, (code, picture) in enumerate(faces("french52", 18).items()):
        corner, middle = Rect(0, 0, 10, 18), Rect(CARD.width / 2 - 6, CARD.height / 2 - 6, 12, 12)
        opposite = Rect(CARD.width - corner.width, CARD.height - corner.height, corner.width, corner.height)
        for fill in (0, 255):
            for boxes in ([corner], [corner, opposite], [middle], [Rect(middle.x, 18, 12, 12)]):
                shown = picture
                for box in boxes:
                    shown = painted(shown, box, fill)
                assert look(worn(shown, seed), "french52").code in (code, None)


def test_pips_that_make_another_card_do_not_make_one_while_the_index_stands():
    """The middle of a seven as that of a six, and of a six as that of a seven."""
    all_faces = faces("french52", 1)
    inner = (round((AROUND + 12) * DPI / 25.4), 0, round((AROUND + CARD.width - 12) * DPI / 25.4), next(iter(all_faces.values())).height)
    for one, other in (("7H", "6H"), ("6H", "7H"), ("9S", "10S"), ("2C", "3C"), ("4D", "5D")):
        mixed = all_faces[one].copy()
        mixed.paste(all_faces[other].crop(inner), inner[:2])
        assert look(worn(mixed, 1), "french52").code in (one, None)


def test_a_blank_cell_is_blank_and_a_stranger_is_not_told():
    blank = Image.new("L", next(iter(faces("french52", 9).values())).size, 255)
    assert look(blank, "french52").code == look(worn(blank, 1), "french52").code == ""
    for seed, picture in enumerate(faces("minchiate97", SAMPLES["minchiate97"]).values()):
        assert look(worn(picture, seed), "french52").code is None
