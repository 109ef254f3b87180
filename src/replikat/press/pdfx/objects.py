"""Objects of a PDF taken as what ISO 32000-1 says they are; one of another type is told as damage, and never raises.

Every check of a file takes what it looks at through `Remarks`: an entry that is absent gives the default, one that is
of another type gives the default too and is remembered as a finding.
"""

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from decimal import Decimal
from typing import NamedTuple

import pikepdf
from pikepdf import Array, Dictionary, Name

from replikat.typeset.page_limits import PDF_ERRORS

MADE_ANEW = "make the file anew"
MOST_REMARKS = 100  # about one drawing or page
Object = pikepdf.Object


class Said(NamedTuple):
    """What is found on a page or in a file, and its cure."""

    found: str
    cure: str


@dataclass
class Remarks:
    """What is wrong with a part of a file, each thing once and in its order."""

    said: dict[Said, None] = field(default_factory=dict)

    def say(self, found: str, cure: str) -> None:
        """Remember a finding; of very many the last stands for the rest."""
        if len(self.said) < MOST_REMARKS:
            self.said[Said(found, cure)] = None
        elif Said(found, cure) not in self.said:
            self.said[Said("has more faults than can be told", MADE_ANEW)] = None

    def damage(self, what: str) -> None:
        """Remember that something is damaged; `what` names it and says what it is not."""
        self.say(f"is damaged: {what}", MADE_ANEW)

    @contextmanager
    def reading(self, what: str) -> Iterator[None]:
        """Tell as damage whatever pikepdf raises inside, or warns of."""
        try:
            with warnings.catch_warnings(record=True) as notes:
                warnings.simplefilter("always")
                yield
            if notes:
                self.damage(f"{what} cannot be read to its end")
        except PDF_ERRORS:
            self.damage(f"{what} cannot be read")

    # ---- entries of dictionaries

    def entry(self, holder: Object, key: str) -> object:
        """Return what stands under a key, None where nothing does (ISO 32000-1, 7.3.7: null is as good as nothing)."""
        with self.reading(_plain(key)):
            value: object = holder.get(key)
            return value
        return None

    def has(self, holder: Object, key: str) -> bool:
        return self.entry(holder, key) is not None

    def dictionary(self, holder: Object, key: str) -> Object:
        """Return the dictionary under a key, or that of the stream there; an empty one where there is none."""
        value = self.entry(holder, key)
        return Dictionary() if value is None else self.as_dictionary(value, key)

    def as_dictionary(self, value: object, what: str) -> Object:
        """Return a value that ought to be a dictionary or stream; an empty dictionary where it is not."""
        if isinstance(value, (Dictionary, pikepdf.Stream)):
            return value
        self.damage(f"{_plain(what)} is no dictionary")
        return Dictionary()

    def dictionaries(self, holder: Object, key: str) -> dict[str, Object]:
        """Return the dictionaries and streams that a dictionary under a key holds, by their names."""
        entries = self.dictionary(holder, key)
        with self.reading(_plain(key)):
            names = list(entries.keys())
            return {name: self.dictionary(entries, name) for name in names if self.has(entries, name)}
        return {}

    def items(self, holder: Object, key: str) -> list[object]:
        """Return what the array under a key holds; nothing where there is none."""
        value = self.entry(holder, key)
        if value is None:
            return []
        if not isinstance(value, Array):
            self.damage(f"{key} is no array")
            return []
        with self.reading(key):
            return list(value)
        return []

    def numbers(self, holder: Object, key: str, count: int) -> tuple[float, ...] | None:
        """Return so many numbers from the array under a key; None where it is absent or holds anything else."""
        if not self.has(holder, key):
            return None
        return self.as_numbers(self.items(holder, key), count, key)

    def as_numbers(self, values: list[object], count: int, what: str) -> tuple[float, ...] | None:
        """Return values that ought to be so many numbers; None where they are not."""
        if len(values) == count and all(map(_is_number, values)):
            return tuple(float(value) for value in values)  # type: ignore[arg-type]
        self.damage(f"{what} is not of {count} number{'s' if count > 1 else ''}")
        return None

    def number(self, holder: Object, key: str, default: float) -> float:
        """Return the number under a key."""
        value = self.entry(holder, key)
        if value is None:
            return default
        if _is_number(value):
            return float(value)  # type: ignore[arg-type]
        self.damage(f"{key} is no number")
        return default

    def flag(self, holder: Object, key: str, default: bool = False) -> bool:
        """Return whether true or false stands under a key."""
        value = self.entry(holder, key)
        if value is None or isinstance(value, bool):
            return default if value is None else value
        self.damage(f"{key} is neither true nor false")
        return default

    def name(self, holder: Object, key: str) -> str:
        """Return the name under a key, with its stroke; "" where there is none."""
        value = self.entry(holder, key)
        return "" if value is None else self.as_name(value, key)

    def as_name(self, value: object, what: str) -> str:
        """Return a value that ought to be a name; "" where it is not."""
        if isinstance(value, Name):
            with self.reading(_plain(what)):
                return str(value)
        else:
            self.damage(f"{_plain(what)} is no name")
        return ""

    def text(self, holder: Object, key: str) -> str:
        """Return the string or name under a key; "" where there is none."""
        value = self.entry(holder, key)
        if isinstance(value, (pikepdf.String, Name)):
            with self.reading(key):
                return str(value)
        elif value is not None:
            self.damage(f"{key} is no text")
        return ""

    def content(self, stream: Object, what: str) -> bytes:
        """Return what is in a stream; nothing where it cannot be unpacked, or is no stream."""
        if isinstance(stream, pikepdf.Stream):
            with self.reading(what):
                return stream.read_bytes()
        else:
            self.damage(f"{what} is no stream")
        return b""


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float, Decimal)) and not isinstance(value, bool)


def _plain(key: str) -> str:
    """Return a name as it can be printed; one that is no UTF-8 comes with halves of characters."""
    return key.encode("ascii", "backslashreplace").decode()
