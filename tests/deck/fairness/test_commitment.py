"""The tree of salted hashes: every leaf leads to the top, nothing else does."""

from contextlib import suppress
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from replikat.deck.fairness.commitment import climb, hash_of, key_number, leaf_of, path_of, root_of, salt_of, seed_of, spec_hash

sizes = st.integers(1, 60)


def leaves(count: int) -> list[str]:
    return [leaf_of("pack", count, number, salt_of("aa", number), f"main S{number}") for number in range(1, count + 1)]


def test_lines_are_hashed_as_the_docs_say() -> None:
    assert hash_of("a", 1) == sha256(b"a/1").hexdigest()
    assert salt_of("5eed", 3) == sha256(b"salt/3/5eed").hexdigest()
    assert leaf_of("p", 9, 3, "ff", "main S1 N1") == sha256(b"square/3/9/p/ff/main S1 N1").hexdigest()
    assert key_number("aa", "the lottery") == sha256(b"key/aa/the lottery").hexdigest()
    assert key_number("aa", "the lottery", "cc") == sha256(b"key2/aa/cc/the lottery").hexdigest()
    assert spec_hash(["dealing 1", "pack p: a b"]) == sha256(b"spec/dealing 1/pack p: a b").hexdigest()
    assert seed_of("aa", "17 4") == sha256(b"seed/aa/17 4").hexdigest()


def test_a_tree_of_three() -> None:
    a, b, c = leaves(3)
    assert root_of([a, b, c]) == hash_of("node", hash_of("node", a, b), c)
    assert path_of([a, b, c], 2) == (hash_of("node", a, b),)
    assert path_of([a, b, c], 1) == (a, c)
    assert root_of([a]) == a
    assert path_of([a], 0) == ()


@given(sizes, st.data())
def test_every_leaf_leads_to_the_top(count: int, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, count - 1))
    tree = leaves(count)
    assert climb(tree[place], place, count, path_of(tree, place)) == root_of(tree)


@given(st.integers(2, 60), st.data())
def test_nothing_else_leads_to_the_top(count: int, data: st.DataObject) -> None:
    place, other = data.draw(st.tuples(st.integers(0, count - 1), st.integers(0, count - 1)).filter(lambda two: two[0] != two[1]))
    tree = leaves(count)
    path = path_of(tree, place)
    assert climb(hash_of("other"), place, count, path) != root_of(tree)
    changed = data.draw(st.integers(0, len(path) - 1))
    assert climb(tree[place], place, count, [*path[:changed], hash_of("other"), *path[changed + 1 :]]) != root_of(tree)
    for wrong in (path[:-1], (*path, path[0])):
        with pytest.raises(ValueError, match=str(len(wrong))):
            climb(tree[place], place, count, wrong)
    with suppress(ValueError):
        assert climb(tree[place], other, count, path) != root_of(tree)
