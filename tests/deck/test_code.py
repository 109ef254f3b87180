from collections.abc import Iterator
from hashlib import sha256
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from replikat.deck.code import LENGTH, SIGNS, check_sign, deck_code, read_code, symbol
from replikat.deck.squares import Square, parse_mark
from support import plain_deck

codes = st.text(SIGNS, min_size=LENGTH, max_size=LENGTH).map(lambda signs: signs + check_sign(signs))


def squares_of(*lines: str) -> list[Square]:
    return [Square("plain", tuple(parse_mark(token) for token in line.split())) for line in lines]


def is_code(signs: str) -> bool:
    try:
        read_code(signs)
    except ValueError:
        return False
    return True


def wrong_signs(signs: str) -> Iterator[str]:
    """Yield the code with any one sign exchanged for any other."""
    for place, right in enumerate(signs):
        for sign in SIGNS.replace(right, ""):
            yield signs[:place] + sign + signs[place + 1 :]


def swapped_signs(signs: str) -> Iterator[str]:
    """Yield the code with any two different signs swapped, near or far."""
    for a, b in combinations(range(len(signs)), 2):
        if signs[a] != signs[b]:
            yield signs[:a] + signs[b] + signs[a + 1 : b] + signs[a] + signs[b + 1 :]


@given(codes)
def test_any_one_wrong_sign_and_any_swap_shows(signs: str) -> None:
    assert is_code(signs)
    assert not [wrong for wrong in wrong_signs(signs) if is_code(wrong)]
    assert not [wrong for wrong in swapped_signs(signs) if is_code(wrong)]


def test_single_signs_exhaustively() -> None:
    """The check is linear, so it is enough that no single sign, and no two equal ones, weighs nothing."""
    single = {}
    for place in range(LENGTH):
        for sign in SIGNS[1:]:
            single[place, sign] = check_sign("0" * place + sign + "0" * (LENGTH - place - 1))
    assert "0" not in single.values()  # any wrong sign changes the check sign
    for sign in SIGNS[1:]:
        weights = [single[place, sign] for place in range(LENGTH)]
        assert len({*weights, sign}) == LENGTH + 1  # and so does a swap, also with the check sign itself


@given(codes)
def test_typing_is_forgiven(signs: str) -> None:
    printed = f"{signs[:4]}-{signs[4:8]}-{signs[8:]}"
    assert read_code(printed) == read_code(signs) == read_code(f" {signs.lower()} ") == printed
    assert read_code(signs.replace("0", "O")) == read_code(signs.replace("0", "o")) == printed
    assert read_code(signs.replace("1", "I")) == read_code(signs.replace("1", "l")) == read_code(signs.replace("1", "i")) == printed


@pytest.mark.parametrize("text", ["", "0", "0" * 10, "0" * 12, "U" * 11, "é0000000000", "0000-0000-0!0"])
def test_what_cannot_be_a_code_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r".*"):
        read_code(text)


def test_code_by_the_book() -> None:
    lines = ["S1 S2 N1 -", "- N1 S2 S1"]
    digest = sha256("\n".join(["tiny", *(f"plain {line}" for line in lines)]).encode()).digest()
    bits = "".join(f"{byte:08b}" for byte in digest)[:50]
    expected = "".join(SIGNS[int(bits[i : i + 5], 2)] for i in range(0, 50, 5))
    assert deck_code("tiny", squares_of(*lines)).replace("-", "")[:LENGTH] == expected
    assert read_code(deck_code("tiny", squares_of(*lines))) == deck_code("tiny", squares_of(*lines))


def test_alphabet_has_no_sign_that_is_misread() -> None:
    assert len(set(SIGNS)) == 32
    assert not set(SIGNS) & set("ILOU")


@given(st.data())
def test_code_changes_with_any_two_marks_and_comes_back_with_them(data: st.DataObject) -> None:
    deck = plain_deck({"S": 4, "W": 3, "M": 2}, 5)
    lines = [str(square).split() for square in deck.squares]
    line = data.draw(st.integers(0, 4))
    a, b = data.draw(st.lists(st.integers(0, 8), min_size=2, max_size=2, unique=True))
    lines[line][a], lines[line][b] = lines[line][b], lines[line][a]
    assert deck_code(deck.pack.name, squares_of(*map(" ".join, lines))) != deck.code
    lines[line][a], lines[line][b] = lines[line][b], lines[line][a]
    assert deck_code(deck.pack.name, squares_of(*map(" ".join, lines))) == deck.code


def test_code_names_pack_layout_and_the_order_of_the_squares() -> None:
    first, second = squares_of("S1 N1", "N1 S1")
    codes = {
        deck_code("tiny", [first, second]),
        deck_code("tiny", [second, first]),
        deck_code("tiny", [first]),
        deck_code("small", [first, second]),
        deck_code("tiny", [Square("other", first.marks), second]),
    }
    assert len(codes) == 5


@given(codes)
def test_symbol_mirrors_itself(signs: str) -> None:
    rows = symbol(read_code(signs))
    assert len(rows) == 5
    assert all(len(row) == 5 and row == row[::-1] for row in rows)


def test_symbols_tell_codes_apart() -> None:
    texts = [f"{number:010}" for number in range(300)]
    assert len({symbol(text) for text in texts}) > 290  # 15 free fields: 32,768 symbols
