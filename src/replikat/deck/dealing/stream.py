"""The one source of chance: SHAKE-256 over a label, read as integers; no floats, no library's generator."""

from collections.abc import Iterable
from functools import cache
from hashlib import shake_256
from math import factorial

DEALING = 1  # the number of the dealing algorithm; a printed deck cannot be recalled, so every change gets a new one


class Stream:
    """An endless stream of bytes, the same on every machine for the same label.

    Law: the bytes are SHAKE-256("replikat/DEALING/PURPOSE/GROUP/SQUARE/SEED").
    """

    def __init__(self, dealing: int, seed: str, purpose: str, group: int, square: int = 0, room: int = 128) -> None:
        self._hash = shake_256(f"replikat/{dealing}/{purpose}/{group}/{square}/{seed}".encode())
        self._bytes = self._hash.digest(room)
        self._next = 0

    def below(self, limit: int) -> int:
        """Return a uniform integer in [0, limit), by rejection.

        As many whole bytes as limit - 1 needs are read, big-endian, surplus low bits dropped, until one fits.
        """
        bits = (limit - 1).bit_length()
        size = (bits + 7) // 8
        surplus = 8 * size - bits
        while True:
            end = self._next + size
            if end > len(self._bytes):  # a longer digest begins with the shorter one
                self._bytes = self._hash.digest(2 * max(end, len(self._bytes)))
            value = int.from_bytes(self._bytes[self._next : end], "big") >> surplus
            self._next = end
            if value < limit:
                return value

    def order(self, size: int) -> list[int]:
        """Return a uniform order of range(size)."""
        return unrank(self.below(_factorial(size)), range(size))


_factorial = cache(factorial)


def unrank(rank: int, items: Iterable[int]) -> list[int]:
    """Return the order of `items` that has this rank, 0 <= rank < factorial(number of items)."""
    rest = list(items)
    order = []
    for remaining in range(len(rest), 0, -1):
        rank, index = divmod(rank, remaining)
        order.append(rest.pop(index))
    return order
