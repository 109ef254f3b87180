"""The bounds that fields of data files keep, in the vocabulary of annotated-types."""

import re
from dataclasses import dataclass
from typing import Annotated
from unicodedata import normalize

from annotated_types import Ge, Gt, Le, MaxLen, MinLen, Predicate


@dataclass(frozen=True)
class Named:
    """Marks a text field that names another data file, such as "packs"; whoever has the files checks it."""

    kind: str


SEED_DIGITS = 64  # of a full seed, of 256 bits
LONGEST_NAME = 60  # characters of a folder's or profile's: at most 240 of the 255 bytes that a file system takes

# Names of devices, which Windows lets no file or folder have, whatever ending follows (Microsoft: Naming files, paths,
# and namespaces).
DEVICES = frozenset({"con", "prn", "aux", "nul", *(f"{port}{digit}" for port in ("com", "lpt") for digit in "0123456789¹²³")})


def is_folder_name(text: str) -> bool:
    """letters, digits, spaces, dots, hyphens and underscores, beginning with a letter or digit; no dot last, no device (con, nul ...)"""
    composed = normalize("NFC", text)  # Macs write é as two signs, of which the second is no letter
    fits = re.fullmatch(r"\w[\w .-]*", composed) is not None and not text.endswith((".", " "))
    return fits and text.partition(".")[0].rstrip().casefold() not in DEVICES


def is_seed(text: str) -> bool:
    """up to 64 hexadecimal digits (0-9, a-f)"""
    return re.fullmatch(r"[0-9a-f]{1,64}", text) is not None


def is_hash(text: str) -> bool:
    """64 hexadecimal digits (0-9, a-f)"""
    return re.fullmatch(r"[0-9a-f]{64}", text) is not None


def is_code(text: str) -> bool:
    """1 to 8 letters, digits or hyphens"""
    return re.fullmatch(r"[\w-]{1,8}", text) is not None


def is_word(text: str) -> bool:
    """1 to 40 printable characters on one line"""
    return 1 <= len(text) <= 40 and text.isprintable() and not text.isspace()


def is_image_pattern(text: str) -> bool:
    """a path inside the folder images, with {code} for the card's code, such as animals/{code}.png"""
    inside = not text.startswith("/") and "\\" not in text and ":" not in text and ".." not in text.split("/")
    return inside and "{code}" in text and text.lower().endswith((".png", ".jpg", ".jpeg", ".tif", ".tiff", ".webp"))


Millimetres = Annotated[float, Gt(0), Le(2000)]
Gap = Annotated[float, Ge(0), Le(100)]
Count = Annotated[int, Ge(1), Le(1000)]
Few = Annotated[int, Ge(0), Le(100)]
Name = Annotated[str, MinLen(1), MaxLen(60)]
Line = Annotated[str, MinLen(1), MaxLen(2000)]
FolderName = Annotated[str, MinLen(1), MaxLen(LONGEST_NAME), Predicate(is_folder_name)]
Code = Annotated[str, Predicate(is_code)]
Word = Annotated[str, Predicate(is_word)]
Seed = Annotated[str, Predicate(is_seed)]
Hash = Annotated[str, Predicate(is_hash)]
ImagePattern = Annotated[str, MaxLen(120), Predicate(is_image_pattern)]
PackName = Annotated[Name, Named("packs")]
LayoutName = Annotated[Name, Named("layouts")]
SheetName = Annotated[Name, Named("sheets")]
ThemeName = Annotated[Name, Named("themes")]
PaletteName = Annotated[Name, Named("palettes")]
LanguageName = Annotated[Name, Named("languages")]
GameName = Annotated[Name, Named("games")]
