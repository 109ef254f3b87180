"""Names as people type them: without capitals, accents, blanks and signs."""

import unicodedata

_LETTERS = str.maketrans({"ø": "o", "æ": "ae", "ð": "d", "þ": "th", "ł": "l", "đ": "d"})


def plain_name(name: str) -> str:
    """Return a name with letters and digits alone, small and without accents: "Vri åtter" and "vri-atter" are one."""
    small = unicodedata.normalize("NFKD", name.casefold().translate(_LETTERS))
    return "".join(sign for sign in small if sign.isalnum() and not unicodedata.combining(sign))
