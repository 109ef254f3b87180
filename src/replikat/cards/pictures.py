"""Picture files that are whole faces: what may be printed, and at which size; the only door to a user's own images."""

import logging
import warnings
from io import BytesIO
from pathlib import Path
from typing import Any

from replikat.data.files import read_file
from replikat.data.library import Library
from replikat.errors import Fault, ReplikatError
from replikat.geometry.paper import CardSize
from replikat.press.services import MOST_PIXELS
from replikat.typeset.figures.figure import Picture

LEAST_DPI = 200
MOST_BYTES = 40_000_000
PROPORTION = 0.02  # how far a picture's proportion may be from the card's
FORMATS = ("PNG", "JPEG", "TIFF", "WEBP")
PLAIN_MODES = ("RGB", "L")
TRANSPARENT_MODES = ("RGBA", "RGBa", "LA", "La", "PA")
COLOUR_MODES = ("P", "CMYK", "YCbCr", "LAB", "HSV", "RGBX")
WIDE_GREYS = ("I;16", "I;16L", "I;16B", "I;16N")  # 16 bits a point, 0 to 65535
JPEG_QUALITY = 95
STRIP = 256  # rows that are laid on white at a time
ORIENTATION = 0x0112  # EXIF

logging.getLogger("PIL").addHandler(logging.NullHandler())  # what it logs of odd files would be printed raw


def read_picture(path: Path, name: str, card: CardSize, bleed: float) -> Picture:
    """Return a picture that covers a card and `bleed` mm beyond it, ready to print.

    Its size is looked at before anything is decoded; one of MOST_PIXELS takes less than 300 MB. It is turned as its
    EXIF data say, laid on white where it is transparent, and brought to RGB or grey. Raises ReplikatError for what is
    no image, truncated, too large to be one in earnest, of another proportion than the card or too coarse to print.
    """
    from PIL import Image, UnidentifiedImageError

    data = read_file(path, largest=MOST_BYTES, expected="expected an image")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of damaged EXIF data, and of sizes that our own limit refuses
            with Image.open(BytesIO(data), formats=FORMATS) as opened:
                if opened.width * opened.height > MOST_PIXELS:
                    raise _fault(path, f"{opened.width} x {opened.height} pixels", f"at most {MOST_PIXELS / 1e6:.0f} million")
                opened.load()
                as_it_is = opened.format in ("PNG", "JPEG") and opened.mode in PLAIN_MODES and not opened.getexif().get(ORIENTATION)
                as_it_is = as_it_is and "transparency" not in opened.info
                image = opened if as_it_is else _upright(opened)
    except Image.DecompressionBombError:
        raise _fault(path, "far more pixels than a card needs", f"at most {MOST_PIXELS / 1e6:.0f} million") from None
    except UnidentifiedImageError:
        raise _fault(path, "not an image", "a PNG, JPEG, TIFF or WebP file") from None
    except (OSError, SyntaxError, ValueError) as error:
        raise _fault(path, f"cannot be read as an image ({error})", "an image that is whole") from None
    _check_size(path, image.width, image.height, card, bleed)
    printed = data if as_it_is else _plain(image, path)
    return Picture(name, image.width, image.height, printed)


def _check_size(path: Path, width: int, height: int, card: CardSize, bleed: float) -> None:
    wide, high = card.width + 2 * bleed, card.height + 2 * bleed
    proportion = (width / height) / (wide / high)
    if abs(proportion - 1) > PROPORTION:
        wanted = f"a proportion of {wide:g} x {high:g} mm, such as {round(wide / 25.4 * 300)} x {round(high / 25.4 * 300)} pixels"
        raise _fault(path, f"{width} x {height} pixels", wanted)
    dpi = min(width / wide, height / high) * 25.4
    if dpi < LEAST_DPI:
        wanted = f"at least {round(wide / 25.4 * LEAST_DPI)} x {round(high / 25.4 * LEAST_DPI)} for {LEAST_DPI} dpi"
        raise _fault(path, f"{width} x {height} pixels are only {dpi:.0f} dpi", wanted)


def _plain(image: Any, path: Path) -> bytes:
    """Return an image as a file without transparency, in RGB or grey: PNG where it has few colours, else JPEG."""
    if image.mode in WIDE_GREYS:
        image = _narrowed(image, path)
    elif image.mode in TRANSPARENT_MODES or "transparency" in image.info:
        image = _on_white(image)
    elif image.mode == "1":
        image = image.convert("L")
    elif image.mode in COLOUR_MODES:
        image = image.convert("RGB")
    elif image.mode not in PLAIN_MODES:  # "I" and "F": nothing says which number is white
        raise _fault(path, f"grey in numbers of 32 bits (mode {image.mode})", "8 or 16 bits a point")
    few = image.getcolors(4096) is not None
    held = BytesIO()
    image.save(held, "PNG" if few else "JPEG", **({"optimize": True} if few else {"quality": JPEG_QUALITY, "subsampling": 0}))
    return held.getvalue()


def _narrowed(image: Any, path: Path) -> Any:
    """Return a picture of 16 bits a grey with 8 bits; Pillow's own conversion would print nearly every grey as white."""
    if "transparency" in image.info:
        raise _fault(path, "16 bits a grey with a transparent one", "8 bits a grey, or a picture without transparency")
    return image.convert("I").point(lambda grey: grey * (1 / 257) + 0.5).convert("L")


def _upright(opened: Any) -> Any:
    """Return an image turned as its EXIF data say; the one that was there is not kept."""
    from PIL import ImageOps

    ImageOps.exif_transpose(opened, in_place=True)
    return opened


def _on_white(image: Any) -> Any:
    """Return an image without transparency, laid on white in strips: whole copies of it would take a gigabyte."""
    from PIL import Image

    laid = Image.new("RGB", image.size)
    for top in range(0, image.height, STRIP):
        strip = image.crop((0, top, image.width, min(top + STRIP, image.height))).convert("RGBA")
        ground = Image.new("RGBA", strip.size, "white")
        laid.paste(Image.alpha_composite(ground, strip).convert("RGB"), (0, top))
    return laid


def _fault(path: Path, found: str, expected: str) -> ReplikatError:
    return ReplikatError(Fault(found, f"expected {expected}", str(path)))


def load_picture(name: str, card: CardSize, bleed: float, library: Library) -> Picture:
    """Return a picture that is a whole face of a card of this size."""
    from replikat.cards.pictures import read_picture

    return read_picture(library.find("images", name, ""), name, card, bleed)
