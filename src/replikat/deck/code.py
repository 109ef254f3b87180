"""The deck code: a short public name; equal code = equal marks."""

from collections.abc import Iterable
from functools import reduce
from hashlib import sha256

from replikat.deck.squares import Square

SIGNS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # base 32 without I, L, O and U, which are misread
LENGTH = 10


def deck_code(pack: str, squares: Iterable[Square]) -> str:
    """Return the code of a deck, such as 7Q4M-K2XP-J9T.

    Ten base32 signs of SHA-256 over the pack's name and, square by square, layout and marks; then a check sign.
    """
    text = "\n".join([pack, *(f"{square.layout} {square}" for square in squares)])
    number = int.from_bytes(sha256(text.encode()).digest(), "big") >> (256 - 5 * LENGTH)
    signs = "".join(SIGNS[number >> 5 * place & 31] for place in reversed(range(LENGTH)))
    signs += check_sign(signs)
    return f"{signs[:4]}-{signs[4:8]}-{signs[8:]}"


def _double(value: int) -> int:
    """Multiply by the generator in GF(32) with x^5 + x^2 + 1."""
    value <<= 1
    return value ^ 0b100101 if value & 32 else value


def check_sign(signs: str) -> str:
    """Return the sign that makes sum(sign_i * g^i) = 0 over GF(32): any one wrong sign or two swapped ones show."""
    weighted = reduce(lambda total, sign: _double(total ^ SIGNS.index(sign)), signs, 0)
    return SIGNS[weighted]


def read_code(text: str) -> str:
    """Return the code as printed, from what somebody typed; ValueError where it cannot be one."""
    signs = text.upper().replace("O", "0").replace("I", "1").replace("L", "1").replace("-", "").replace(" ", "")
    if len(signs) != LENGTH + 1 or any(sign not in SIGNS for sign in signs) or check_sign(signs[:-1]) != signs[-1]:
        raise ValueError(text)
    return f"{signs[:4]}-{signs[4:8]}-{signs[8:]}"


def symbol(code: str) -> tuple[tuple[bool, ...], ...]:
    """Return the 5 x 5 pattern, symmetric about its middle column, that tells two decks apart at a glance."""
    number = int.from_bytes(sha256(f"symbol {code}".encode()).digest(), "big")
    rows = []
    for _ in range(5):
        left = [bool(number >> bit & 1) for bit in range(3)]
        rows.append((*left, left[1], left[0]))
        number >>= 3
    return tuple(rows)
