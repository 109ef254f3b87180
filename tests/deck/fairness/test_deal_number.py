"""Numbers of deals: the published ones of a world championship, and every deal of small packs."""

import csv
import hashlib
from base64 import b64encode
from collections.abc import Sequence
from contextlib import suppress
from math import comb, factorial, prod

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from replikat.deck.fairness.deal_number import deals_of, number_of_deal
from support import VECTORS

CARDS = [rank + suit for suit in "SHDC" for rank in "AKQJT98765432"]
BRIDGE = (13, 13, 13, 13)
CHAIN = yaml.safe_load((VECTORS / "squaredeal_chain.yaml").read_text(encoding="utf-8"))
with (VECTORS / "deal_ranking.csv").open(encoding="utf-8") as file:
    PUBLISHED = list(csv.DictReader(file))


def deal_of_number(number: int, sizes: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Return the hands of the deal of this number, by counting the deals before it."""
    left = list(range(sum(sizes)))
    hands = []
    for place, size in enumerate(sizes):
        rank, number = divmod(number, deals_of(sizes[place + 1 :]))
        hand = combination(rank, left, size)
        hands.append(hand)
        left = [card for card in left if card not in hand]
    return tuple(hands)


def combination(rank: int, cards: Sequence[int], size: int) -> tuple[int, ...]:
    """Return the combination of this rank in lexicographic order."""
    if not size:
        return ()
    beginning = comb(len(cards) - 1, size - 1)  # combinations that take the first card
    if rank < beginning:
        return (cards[0], *combination(rank, cards[1:], size - 1))
    return combination(rank - beginning, cards[1:], size)


def hands_of(pbn: str) -> list[list[int]]:
    """Return the hands N, E, S, W of a deal as PBN writes it."""
    assert pbn.startswith("N:")
    return [
        [CARDS.index(rank + suit) for suit, ranks in zip("SHDC", hand.split("."), strict=True) for rank in ranks]
        for hand in pbn[2:].split()
    ]


@pytest.mark.parametrize("row", PUBLISHED, ids=lambda row: f"{row['board']}-{row['deal_number'][:6]}")
def test_published_deals_have_their_published_numbers(row: dict[str, str]) -> None:
    hands = hands_of(row["deal_pbn"])
    assert number_of_deal(hands) == int(row["deal_number"])
    assert [list(hand) for hand in deal_of_number(int(row["deal_number"]), BRIDGE)] == [sorted(hand) for hand in hands]


def test_first_and_last_deal() -> None:
    assert deals_of(BRIDGE) == CHAIN["derivation"]["number_of_deals"]
    sorted_hands = [range(start, start + 13) for start in range(0, 52, 13)]
    assert number_of_deal(sorted_hands) == 0
    assert number_of_deal(sorted_hands[::-1]) == deals_of(BRIDGE) - 1


def ripemd160(data: bytes) -> bytes:
    """Return RIPEMD-160, which a strict OpenSSL no longer has; from its definition."""
    rows = [7, 4, 13, 1, 10, 6, 15, 3, 12, 0, 9, 5, 2, 14, 11, 8]
    left_words = [list(range(16))]
    right_words = [[(9 * i + 5) % 16 for i in range(16)]]
    for _ in range(4):
        left_words.append([rows[i] for i in left_words[-1]])
        right_words.append([rows[i] for i in right_words[-1]])
    turns = [
        [11, 14, 15, 12, 5, 8, 7, 9, 11, 13, 14, 15, 6, 7, 9, 8],
        [12, 13, 11, 15, 6, 9, 9, 7, 12, 15, 11, 13, 7, 8, 7, 7],
        [13, 15, 14, 11, 7, 7, 6, 8, 13, 14, 13, 12, 5, 5, 6, 9],
        [14, 11, 12, 14, 8, 6, 5, 5, 15, 12, 15, 14, 9, 9, 8, 6],
        [15, 12, 13, 13, 9, 5, 8, 6, 14, 11, 12, 11, 8, 6, 5, 5],
    ]
    mixed = [
        lambda x, y, z: x ^ y ^ z,
        lambda x, y, z: (x & y) | (~x & z),
        lambda x, y, z: (x | ~y) ^ z,
        lambda x, y, z: (x & z) | (y & ~z),
        lambda x, y, z: x ^ (y | ~z),
    ]
    left_added = [0, 0x5A827999, 0x6ED9EBA1, 0x8F1BBCDC, 0xA953FD4E]
    right_added = [0x50A28BE6, 0x5C4DD124, 0x6D703EF3, 0x7A6D76E9, 0]
    full = (1 << 32) - 1

    def turned(value: int, by: int) -> int:
        value &= full
        return (value << by | value >> 32 - by) & full

    state = [0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0]
    data += b"\x80" + bytes(-(len(data) + 9) % 64) + (8 * len(data)).to_bytes(8, "little")
    for start in range(0, len(data), 64):
        block = [int.from_bytes(data[at : at + 4], "little") for at in range(start, start + 64, 4)]
        ends = []
        for words, added, functions in ((left_words, left_added, mixed), (right_words, right_added, mixed[::-1])):
            a, b, c, d, e = state
            for part in range(5):
                for word in words[part]:
                    new = turned(a + functions[part](b, c, d) + block[word] + added[part], turns[part][word]) + e
                    a, e, d, c, b = e, d, turned(c, 10), b, new & full
            ends.append((a, b, c, d, e))
        (al, bl, cl, dl, el), (ar, br, cr, dr, er) = ends
        h = state
        state = [h[1] + cl + dr, h[2] + dl + er, h[3] + el + ar, h[4] + al + br, h[0] + bl + cr]
        state = [value & full for value in state]
    return b"".join(value.to_bytes(4, "little") for value in state)


def test_the_hash_of_the_chain_is_the_published_one() -> None:
    assert ripemd160(b"").hex() == "9c1185a5c5e9fc54612808977ee8f548b2258d31"
    assert ripemd160(b"abc").hex() == "8eb208f7e05d987a9b044a8e98c6b087f15a0bfc"
    if "ripemd160" in hashlib.algorithms_available:
        with suppress(ValueError):
            assert ripemd160(b"x" * 150) == hashlib.new("ripemd160", b"x" * 150).digest()


def drawn(key: str, delayed: str, counter: int) -> int:
    """Return the candidate number of a deal, as SquareDeal draws it from a session's key and the delayed value."""
    seed = ripemd160(key[30:].encode() + b64encode(delayed.encode()) + b"original")
    block = counter.to_bytes(4, "little") + seed + ripemd160(key[:30].encode())
    return int.from_bytes(ripemd160(block)[:12], "big")


def test_from_the_key_of_a_championship_to_its_boards() -> None:
    key, delayed = CHAIN["session"]["key"], CHAIN["commitment"]["delayed_value"]
    boards = {int(row["hash_counter"]): int(row["deal_number"]) for row in PUBLISHED if row["hash_counter"]}
    assert len(boards) == CHAIN["session"]["boards"]
    numbers = {counter: drawn(key, delayed, counter) for counter in range(1, max(boards) + 1)}
    assert {counter: number for counter, number in numbers.items() if number < deals_of(BRIDGE)} == boards


def test_another_way_to_write_the_public_number_gives_other_deals() -> None:
    wrong = CHAIN["negative_check"]
    numbers = (drawn(CHAIN["session"]["key"], str(wrong["delayed_value"]), counter) for counter in range(1, 50))
    first = next(number for number in numbers if number < deals_of(BRIDGE))
    assert [sorted(hand) for hand in hands_of(wrong["first_deal"])] == [list(hand) for hand in deal_of_number(first, BRIDGE)]


@pytest.mark.parametrize("sizes", [(1,), (2, 2), (3, 2, 1), (1, 0, 4), (2, 2, 2)])
def test_every_deal_of_a_small_pack_has_one_number(sizes: tuple[int, ...]) -> None:
    count = factorial(sum(sizes)) // prod(map(factorial, sizes))
    assert deals_of(sizes) == count
    hands = [deal_of_number(number, sizes) for number in range(count)]
    assert len(set(hands)) == count
    assert hands == sorted(hands)
    assert [number_of_deal(held) for held in hands] == list(range(count))


@given(st.permutations(range(20)), st.sampled_from([(5, 5, 5, 5), (6, 6, 6, 2), (20,), (1, 19)]))
def test_there_and_back(order: list[int], sizes: tuple[int, ...]) -> None:
    ends = [sum(sizes[: place + 1]) for place in range(len(sizes))]
    hands = [sorted(order[end - size : end]) for end, size in zip(ends, sizes, strict=True)]
    assert [list(hand) for hand in deal_of_number(number_of_deal(hands), sizes)] == hands
    assert number_of_deal([hand[::-1] for hand in hands]) == number_of_deal(hands)
