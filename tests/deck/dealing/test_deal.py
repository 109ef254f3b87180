"""The laws of design.md on decks of all kinds, judged by counting and without the maker's own checks."""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise, permutations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chance import assert_even
from replikat.deck.dealing.deal import deal
from replikat.deck.dealing.seat_balance import balanced_table
from replikat.deck.dealing.stream import Stream, unrank
from replikat.deck.deck import Deck, deck_of
from replikat.deck.deck_spec import DeckSpec, Group
from replikat.deck.loaders import load_layout, load_parts, read_deck_spec
from replikat.deck.parts import Parts
from replikat.deck.squares import POSITIONS, Layout, Square
from support import LIBRARY, SEED, packaged_deck, plain_deck, plain_pack

seeds = st.integers(0, 2**256 - 1).map("{:064x}".format)


def groups_of(deck: Deck) -> Iterator[tuple[Group, Layout, tuple[int, ...], tuple[Square, ...]]]:
    """Yield every group with its layout, its own cards and its squares."""
    start = 0
    for group, layout, members in zip(deck.spec.squares, deck.parts.layouts, deck.parts.members, strict=True):
        yield group, layout, members, deck.squares[start : start + group.count]
        start += group.count


def assert_laws(deck: Deck) -> None:
    """Check the square law and the balance law of a deck by counting."""
    assert len(deck.squares) == deck.spec.count
    for group, layout, members, squares in groups_of(deck):
        wanted = [f"{position}{number}" for position, capacity in layout.positions.items() for number in range(1, capacity + 1)]
        for square in squares:
            assert square.layout == group.layout
            assert len(square.marks) == len(deck.pack.cards)
            assert {card for card, mark in enumerate(square.marks) if mark} == set(members)
            assert Counter(str(mark) for mark in square.marks if mark) == Counter(wanted)
        if group.balance == "seats":
            for position in layout.positions:
                visits = [sum(square.marks[card].position == position for square in squares) for card in members]  # type: ignore[union-attr]
                assert max(visits) - min(visits) <= 1


@st.composite
def decks(draw: st.DrawFn) -> Deck:
    """Decks over a plain pack: up to three groups, whole or short, of any layout, balance and count, 60 squares in all."""
    pack = plain_pack(draw(st.integers(1, 30)))
    groups, layouts, members = [], [], []
    left = 60
    for number in range(draw(st.integers(1, 3))):
        own = draw(st.sets(st.integers(0, len(pack.cards) - 1), min_size=1)) if draw(st.booleans()) else range(len(pack.cards))
        cuts = draw(st.sets(st.integers(1, len(own) - 1), max_size=4)) if len(own) > 1 else set()
        edges = [0, *sorted(cuts), len(own)]
        positions = draw(st.permutations(POSITIONS))
        sizes = [b - a for a, b in pairwise(edges)]
        layouts.append(Layout(dict(zip(positions, sizes, strict=False))))
        members.append(tuple(sorted(own)))
        groups.append(Group(f"layout{number}", draw(st.integers(1, left - 2 + number)), draw(st.sampled_from(["none", "seats"]))))
        left -= groups[-1].count
        if left < 3:
            break
    spec = DeckSpec("drawn", pack.name, tuple(groups))
    return deal(spec, Parts(pack, tuple(layouts), tuple(members)), draw(seeds))


@given(decks())
@settings(max_examples=100)
def test_every_deck_keeps_the_laws_and_is_read_back(deck: Deck) -> None:
    assert_laws(deck)
    assert deck_of(deck.spec, deck.parts, deck.marks_text()) == deck


@pytest.mark.parametrize("balance", ["none", "seats"])
@pytest.mark.parametrize("count", [1, 2, 7, 20, 24])
@pytest.mark.parametrize("name", LIBRARY.names("layouts"))
def test_every_packaged_layout(name: str, count: int, balance: str) -> None:
    assert_laws(plain_deck(load_layout(name, LIBRARY).positions, count, balance))


@pytest.mark.parametrize("count", [53, 60])
def test_more_squares_than_cards(count: int) -> None:
    assert_laws(plain_deck({"S": 13, "W": 13, "N": 13, "E": 13}, count))
    assert_laws(plain_deck({"S": 2, "M": 1}, count))


def test_minchiate_where_the_count_does_not_divide() -> None:
    """97 = 4 x 21 + 13: over 24 squares a card comes to a hand 5 or 6 times, to the middle 3 or 4 times."""
    deck = plain_deck({"S": 21, "W": 21, "N": 21, "E": 21, "M": 13}, 24)
    assert_laws(deck)
    visits = Counter((card, mark.position) for square in deck.squares for card, mark in enumerate(square.marks) if mark)
    assert {visits[card, "S"] for card in range(97)} == {5, 6}
    assert {visits[card, "M"] for card in range(97)} == {3, 4}


def spec_deck(folder: Path, squares: str) -> Deck:
    """Return the deck that a spec of the 52 cards with these squares deals."""
    path = folder / "deck.yaml"
    path.write_text(f"name: test\npack: french52\nsquares:\n{squares}", encoding="utf-8")
    spec, source = read_deck_spec(path, LIBRARY)
    return deal(spec, load_parts(spec, source, LIBRARY), SEED)


@pytest.mark.parametrize("balance", ["none", "seats"])
def test_mixed_deck_of_whole_and_short_packs(tmp_path: Path, balance: str) -> None:
    rows = ["layout: main, count: 16", "layout: casino, count: 4", "layout: short32, cards: piquet32, count: 5"]
    deck = spec_deck(tmp_path, "".join(f"  - {{{row}, balance: {balance}}}\n" for row in rows))
    assert_laws(deck)
    low = [card for card, code in enumerate(deck.pack.codes) if code[:-1] in ("2", "3", "4", "5", "6")]
    for square in deck.squares[20:]:
        assert [card for card, mark in enumerate(square.marks) if mark is None] == low


def test_value_sums_are_equal_where_the_count_divides() -> None:
    """20 squares of 52 cards in four hands: any value of a card sums to the same for every hand."""
    deck = packaged_deck("standard-52")
    sums: Counter[str] = Counter()
    for square in deck.squares:
        for card, mark in enumerate(square.marks):
            sums[mark.position] += card * card  # type: ignore[union-attr]  # any value will do
    assert set(sums) == set("SWNE")
    assert len(set(sums.values())) == 1


def test_same_seed_same_deck_other_seed_other_deck() -> None:
    for balance in ("none", "seats"):
        first = plain_deck({"S": 6, "N": 6}, 3, balance)
        assert plain_deck({"S": 6, "N": 6}, 3, balance).squares == first.squares
        others = [plain_deck({"S": 6, "N": 6}, 3, balance, f"{number:064x}").squares for number in range(1, 20)]
        assert first.squares not in others
        assert len(set(others)) == 19


def test_groups_do_not_copy_each_other() -> None:
    """Two groups that are asked for alike are dealt apart."""
    layout, pack = Layout({"S": 6, "N": 6}), plain_pack(12)
    for balance in ("none", "seats"):
        spec = DeckSpec("twice", pack.name, (Group("a", 2, balance), Group("a", 2, balance)))  # type: ignore[arg-type]
        squares = deal(spec, Parts(pack, (layout, layout), (tuple(range(12)),) * 2), SEED).squares
        assert squares[:2] != squares[2:]


def test_free_square_is_the_order_drawn() -> None:
    """Place k of the order gets the layout's k-th mark; the order is unrank of one integer of the square's own stream."""
    deck = plain_deck({"E": 2, "S": 3, "M": 1}, 4, "none")
    for number, square in enumerate(deck.squares):
        order = unrank(Stream(1, SEED, "order", 0, number).below(720), range(6))
        assert [str(square.marks[card]) for card in order] == ["S1", "S2", "S3", "E1", "E2", "M1"]


def test_balanced_square_relabels_the_walks_table() -> None:
    """Card c of the walk is card relabel[c] of the pack; numbers follow an order drawn for each square."""
    deck = plain_deck({"S": 3, "N": 2, "M": 2}, 5)
    table = balanced_table([3, 2, 2], 5, Stream(1, SEED, "trades", 0))
    relabel = Stream(1, SEED, "relabel", 0).order(7)
    for number, (square, row) in enumerate(zip(deck.squares, table, strict=True)):
        walked = [square.marks[relabel[card]] for card in range(7)]
        assert [mark.position for mark in walked] == ["SNM"[position] for position in row]  # type: ignore[union-attr]
        order = Stream(1, SEED, "numbers", 0, number).order(7)
        for position in "SNM":
            assert [walked[card].number for card in order if walked[card].position == position] == list(  # type: ignore[union-attr]
                range(1, 1 + row.count("SNM".index(position)))
            )


def marks_of(decks: Iterator[Deck]) -> Counter:
    return Counter(deck.marks_text() for deck in decks)


def test_free_decks_of_a_tiny_pack_are_even() -> None:
    """3 cards, 2 squares: all 36 decks, each about equally often."""
    seen = marks_of(plain_deck({"S": 2, "N": 1}, 2, "none", f"{number:064x}") for number in range(36 * 30))
    lines = [" ".join(order) for order in permutations(["S1", "S2", "N1"])]
    assert_even(seen, [f"{a}\n{b}\n" for a in lines for b in lines])


def test_balanced_decks_of_a_tiny_pack_are_even() -> None:
    """3 cards, 3 squares, every card in N once: 6 ways to place N times 2 ways to number S in each square, 48 decks."""
    seen = marks_of(plain_deck({"S": 2, "N": 1}, 3, "seats", f"{number:064x}") for number in range(48 * 30))
    texts = []
    for places in permutations(range(3)):
        for numbers in range(8):
            rows = []
            for square, place in enumerate(places):
                row = ["S1", "S2"] if numbers >> square & 1 else ["S2", "S1"]
                row.insert(place, "N1")
                rows.append(" ".join(row) + "\n")
            texts.append("".join(rows))
    assert_even(seen, texts)
