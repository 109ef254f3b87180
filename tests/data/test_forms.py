"""How bounds are put into words, and what is quoted of a value."""

from typing import Annotated, Any, Literal

import pytest
from annotated_types import Ge, Gt, Le, MaxLen, MinLen, Predicate

from replikat.bounds import Named, is_seed
from replikat.data.builder import form_of
from replikat.data.forms import shown


@pytest.mark.parametrize(
    ("hint", "wanted"),
    [
        (int, "a whole number such as 12"),
        (float, "a number such as 12 or 0.5"),
        (Annotated[int, Ge(1), Le(60)], "a whole number from 1 to 60"),
        (Annotated[int, Ge(2)], "a whole number from 2 on"),
        (Annotated[float, Gt(0), Le(20)], "a number above 0, at most 20"),
        (Annotated[int, Gt(0)], "a whole number above 0"),
        (Annotated[float, Le(0)], "a number, at most 0"),
        (bool, "true or false"),
        (str, "text"),
        (Annotated[str, Predicate(is_seed)], "up to 64 hexadecimal digits (0-9, a-f)"),
        (Annotated[str, MaxLen(60), Named("packs")], "the name of a pack"),
        (Literal["a"], "a"),
        (Literal["a", "b", "c"], "a, b or c"),
        (tuple[int, ...], "a list"),
        (Annotated[tuple[int, ...], MinLen(1)], "a list that is not empty"),
        (Annotated[tuple[int, ...], MinLen(2)], "a list of at least 2"),
        (Annotated[tuple[int, ...], MaxLen(3)], "a list of at most 3"),
        (Annotated[tuple[int, ...], MinLen(1), MaxLen(3)], "a list of 1 to 3"),
        (Annotated[tuple[int, ...], MinLen(3), MaxLen(3)], "a list of 3"),
        (dict[str, int], "keys with values"),
        (dict[Literal["b", "a"], int], "keys with values (a, b)"),
        (Literal["all"] | int | None, "all or a whole number such as 12"),
    ],
)
def test_says_what_is_wanted(hint: Any, wanted: str) -> None:
    assert form_of(hint).wanted == wanted


@pytest.mark.parametrize(
    ("tree", "words"),
    [
        (None, "nothing"),
        ([], "an empty list"),
        ([1], "a list"),
        ({"a": 1}, "keys with values"),
        (True, "true"),
        (1.5, "1.5"),
        ('é"', '"é\\""'),
        ("x" * 58, '"' + "x" * 58 + '"'),
        ("x" * 59, '"' + "x" * 56 + '..."'),
    ],
)
def test_shows_a_value_as_it_is_written(tree: Any, words: str) -> None:
    assert shown(tree) == words
