from collections import Counter
from hashlib import shake_256
from itertools import permutations
from math import factorial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chance import assert_even, rank
from replikat.deck.dealing.stream import Stream, unrank
from support import SEED


def stream(purpose: str = "test", square: int = 0, room: int = 128) -> Stream:
    return Stream(1, SEED, purpose, 0, square, room)


def fed(data: bytes) -> Stream:
    """Return a stream that says `data` and has nothing to add."""
    made = stream(room=0)
    made._bytes = data
    return made


def test_label_names_everything_the_bytes_depend_on() -> None:
    bytes_ = shake_256(b"replikat/1/order/2/3/abc").digest(4)
    drawn = Stream(1, "abc", "order", 2, 3)
    assert [drawn.below(256) for _ in range(4)] == list(bytes_)


def test_other_labels_give_other_streams() -> None:
    labels = [(1, "a", "order", 0, 0), (2, "a", "order", 0, 0), (1, "b", "order", 0, 0), (1, "a", "trades", 0, 0)]
    labels += [(1, "a", "order", 1, 0), (1, "a", "order", 0, 1), (1, "0a", "order", 0, 0)]
    assert len({Stream(*label).below(1 << 128) for label in labels}) == len(labels)


@pytest.mark.parametrize("limit", range(1, 257))
def test_below_is_exactly_uniform_over_one_byte(limit: int) -> None:
    """Of the 256 bytes that can come first, every value is made by the same number, and the others are drawn again."""
    again = 0x01FF  # what the stream says after the first byte
    values = Counter()
    for byte in range(256):
        drawn = fed(bytes([byte]) + again.to_bytes(2, "big") * 40)
        value = drawn.below(limit)
        assert 0 <= value < limit
        if drawn._next <= 1:
            values[value] += 1
    if limit == 1:
        assert values == {0: 256}
    else:
        assert len(values) == limit
        assert set(values.values()) == {1 << 8 - (limit - 1).bit_length()}


@pytest.mark.parametrize("limit", [257, 300, 511, 512, 1000, 40_000, 65_536])
def test_below_is_exactly_uniform_over_two_bytes(limit: int) -> None:
    bits = (limit - 1).bit_length()
    values = Counter()
    for number in range(1 << 16):
        drawn = fed(number.to_bytes(2, "big") + bytes(2))
        value = drawn.below(limit)
        if drawn._next == 2:
            values[value] += 1
    assert len(values) == limit
    assert set(values.values()) == {1 << 16 - bits}


@pytest.mark.parametrize("limit", [2, 3, 5, 24, 97, 1000])
def test_below_is_even_with_a_real_stream(limit: int) -> None:
    drawn = stream()
    assert_even(Counter(drawn.below(limit) for _ in range(40 * limit)), range(limit))


def test_limit_one_takes_nothing() -> None:
    drawn = stream()
    assert [drawn.below(1) for _ in range(5)] == [0] * 5
    assert drawn.below(1 << 64) == stream().below(1 << 64)


@given(st.lists(st.integers(1, 1 << 200), min_size=1, max_size=40), st.integers(0, 300))
def test_room_does_not_matter(limits: list[int], room: int) -> None:
    short, long = stream(room=room), stream(room=10_000)
    assert [short.below(limit) for limit in limits] == [long.below(limit) for limit in limits]


@given(st.integers(0, 120).flatmap(lambda size: st.permutations(range(size))))
def test_rank_is_the_inverse_of_unrank(order: list[int]) -> None:
    number = rank(order)
    assert 0 <= number < factorial(len(order))
    assert unrank(number, range(len(order))) == order


@given(st.integers(1, 120).flatmap(lambda size: st.tuples(st.just(size), st.integers(0, factorial(size) - 1))))
def test_unrank_is_the_inverse_of_rank(case: tuple[int, int]) -> None:
    size, number = case
    assert rank(unrank(number, range(size))) == number


def test_ranks_name_every_order_once() -> None:
    assert sorted(unrank(number, range(5)) for number in range(120)) == [list(order) for order in permutations(range(5))]


def test_unrank_by_hand() -> None:
    """23 = 3 + 4 * (2 + 3 * 1): the fourth card, the third of the rest, the second of the rest, the last."""
    assert unrank(23, "abcd") == ["d", "c", "b", "a"]  # type: ignore[arg-type]
    assert unrank(0, "abcd") == ["a", "b", "c", "d"]  # type: ignore[arg-type]
    assert unrank(1, "abcd") == ["b", "a", "c", "d"]  # type: ignore[arg-type]


def test_orders_are_even() -> None:
    orders = Counter(tuple(stream(square=square).order(4)) for square in range(2400))
    assert_even(orders, permutations(range(4)))
