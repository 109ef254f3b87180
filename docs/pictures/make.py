"""Make the pictures of the README from what the tool prints, with the example deck (seed of zeros).

Usage: make.py. Run it after a change of looks; the pictures are kept in the repository.
"""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pypdfium2
from PIL import Image

from replikat.model.deck import Deck
from replikat.recipes.cards import cards_pdf
from replikat.recipes.decks import new_deck
from replikat.specs.loaders import read_deck_spec
from replikat.templates import library

HERE = Path(__file__).parent
LIBRARY = library()
SEED = "00" * 32
SHOWN = ("AS", "7H", "JC", "QD", "KS", "QH", "JD")


def example() -> Deck:
    spec, source = read_deck_spec(LIBRARY.find("decks", "standard-52"), LIBRARY)
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


def main() -> None:
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
