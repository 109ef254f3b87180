"""Make the pictures of README and docs from what the tool prints, with the example deck (seed of zeros).

Usage: make.py. Run it after a change of looks; the pictures are kept in the repository.
"""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pypdfium2
from PIL import Image
from print_shop import lamp, trouble, ways

from replikat.cards.printing import cards_pdf
from replikat.data.library import library
from replikat.deck.deck import Deck
from replikat.deck.loaders import read_deck_spec
from replikat.deck.making import new_deck

HERE = Path(__file__).parent
LIBRARY = library()
SEED = "00" * 32
SHOWN = ("AS", "7H", "JC", "QD", "KS", "QH", "JD")


def example(name: str = "standard-52") -> Deck:
    spec, source = read_deck_spec(LIBRARY.find("decks", name), LIBRARY)
    return new_deck(replace(spec, seed=SEED), source, LIBRARY, SEED)


def pages(pdf: bytes, dpi: int) -> list[Image.Image]:
    document = pypdfium2.PdfDocument(pdf)
    return [page.render(scale=dpi / 72).to_pil().convert("RGB") for page in document]


def side_by_side(images: Sequence[Image.Image], gap: int, ground: str = "#E9EDF1") -> Image.Image:
    """Return the pictures in a row on a grey ground, so that white cards show their edges."""
    width = sum(image.width for image in images) + gap * (len(images) + 1)
    canvas = Image.new("RGB", (width, max(image.height for image in images) + 2 * gap), ground)
    x = gap
    for image in images:
        canvas.paste(image, (x, gap))
        x += image.width + gap
    return canvas


def save(image: Image.Image, name: str) -> None:
    image.quantize(colors=128, dither=Image.Dither.NONE).save(HERE / f"{name}.png", optimize=True)


def trimmed(image: Image.Image, dpi: int) -> Image.Image:
    """Return a single card's page without its 3 mm of bleed."""
    bleed = round(3 / 25.4 * dpi)
    return image.crop((bleed, bleed, image.width - bleed, image.height - bleed))


def in_rows(images: Sequence[Image.Image], each: int, gap: int) -> Image.Image:
    """Return the pictures in rows of `each`."""
    rows = [side_by_side(images[first : first + each], gap) for first in range(0, len(images), each)]
    canvas = Image.new("RGB", (rows[0].width, sum(row.height for row in rows) - gap * (len(rows) - 1)), "#E9EDF1")
    for place, row in enumerate(rows):
        canvas.paste(row, (0, place * (rows[0].height - gap)))
    return canvas


def faces_of(deck: Deck, sheet: str, dpi: int, only: Sequence[str] = (), **settings: object) -> list[Image.Image]:
    """Return the faces of a deck as single trimmed cards."""
    asked = replace(deck.spec.print, sheet=sheet, **settings)  # type: ignore[arg-type]
    return [trimmed(image, dpi) for image in pages(cards_pdf(deck, asked, LIBRARY, ["faces"], only).pdf, dpi)]


def fan(cards: Sequence[Image.Image], step: float) -> Image.Image:
    """Return cards held as a fan, `step` degrees apart."""
    wide, high = cards[0].size
    ground = Image.new("RGB", (4 * high, 3 * high), "#E9EDF1")
    for place, card in enumerate(cards):
        edged = Image.new("RGB", card.size, "#8FA6BD")
        edged.paste(card.crop((1, 1, wide - 1, high - 1)), (1, 1))
        layer = Image.new("RGBA", ground.size)
        layer.paste(edged, (2 * high - wide // 2, high // 4))
        turn = (len(cards) - 1) / 2 * step - place * step
        turned = layer.rotate(turn, center=(2 * high, 2.3 * high), resample=Image.Resampling.BICUBIC)
        ground.paste(turned, (0, 0), turned)
    return ground.crop((round(0.25 * high), high // 6, round(3.75 * high), round(1.6 * high)))


def gallery() -> None:
    """Make the pictures of gallery.md."""
    deck, minchiate, tarot = (example(name) for name in ("standard-52", "minchiate-97", "tarot-78"))
    codes = minchiate.pack.codes
    save(in_rows(faces_of(minchiate, "single-tarot", 52, codes[:41]), 14, 6), "trumps")
    courts = [code for code in codes[41:] if code[0] in "KQNMJ"]
    save(in_rows(faces_of(minchiate, "single-tarot", 60, [*courts, "1D", "1C", "1S", "1B"]), 10, 6), "italian")
    save(in_rows(faces_of(deck, "single", 72, [rank + suit for suit in "SHDC" for rank in "KQJA"]), 8, 8), "courts")
    held = ["KS", "QS", "10S", "9S", "KH", "JH", "7H", "AD", "QD", "JD", "AC", "8C", "4C"]
    save(fan(faces_of(deck, "single", 80, held), 6.5), "fan")
    trumps = [f"T{number}" for number in (40, 38, 36, 35, 33, 31, 29, 28, 24, 20, 17, 13, 10, 5, 1)] + ["MAT", "KD", "QC", "NS", "JB", "7C"]
    save(fan(faces_of(minchiate, "single-tarot", 64, trumps), 4.0), "fan-minchiate")
    save(side_by_side(faces_of(tarot, "single-tarot", 72, ["T1", "T2", "T5", "T21", "NS", "NH", "ND", "NC"]), 8), "tarot")
    easy = faces_of(deck, "single", 80, ["KS", "QD", "JC", "7D"], faces=("four-colour", "large-index", "four-corners"))
    save(side_by_side(easy, 8), "options")
    backs = []
    for made, sheet, theme, options in (
        (deck, "single", "nordic", ()),
        (minchiate, "single-tarot", "florentine", ()),
        (minchiate, "single-tarot", "plain", ("underlined",)),
        (twelve(), "single", "plain", ("two-way",)),
        (twelve(), "single", "tinted", ()),
    ):
        asked = replace(made.spec.print, sheet=sheet, theme=theme, backs=options)
        backs += [trimmed(image, 110) for image in pages(cards_pdf(made, asked, LIBRARY, ["backs"], [made.pack.codes[9]]).pdf, 110)]
    save(side_by_side(backs, 12), "themes")


def twelve() -> Deck:
    """Return the example deck with twelve squares, which are large enough for weak eyes and for backs in two halves."""
    spec, source = read_deck_spec(LIBRARY.find("decks", "standard-52"), LIBRARY)
    group = replace(spec.squares[0], count=12)
    return new_deck(replace(spec, squares=(group,), seed=SEED), source, LIBRARY, SEED)


def print_shop() -> None:
    """Make the pictures of printing.md."""
    deck = example()
    save(side_by_side(trouble(deck, LIBRARY, pages), 10), "trouble")
    save(side_by_side(lamp(LIBRARY, pages), 10), "calibration")
    save(side_by_side([ways(deck, LIBRARY, pages, "labels-5395", 60).rotate(-90, expand=True)], 8), "labels")
    save(side_by_side([ways(deck, LIBRARY, pages, "gutterfold-a4-poker", 60)], 8), "gutterfold")


def main() -> None:
    gallery()
    print_shop()
    deck = example()
    settings = deck.spec.print
    sheets = pages(cards_pdf(deck, settings, LIBRARY).pdf, 64)
    save(side_by_side([sheets[2], sheets[3]], 12), "sheet")
    single = replace(settings, sheet="single")
    cards = [trimmed(image, 110) for image in pages(cards_pdf(deck, single, LIBRARY, ["faces"], SHOWN).pdf, 110)]
    save(side_by_side(cards, 10), "faces")
    backs = []
    for theme in ("plain", "tinted", "low-ink"):
        made = cards_pdf(deck, replace(single, theme=theme), LIBRARY, ["backs"], ["7H"])
        backs += [trimmed(image, 150) for image in pages(made.pdf, 150)]
    save(side_by_side(backs, 14), "backs")


if __name__ == "__main__":
    main()
