"""The judge judged: decks made by hand, with everything about them known."""

from collections import Counter
from itertools import combinations, permutations
from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from replikat.deck.cards import Card, Pack
from replikat.deck.dealing.deal import deal
from replikat.deck.dealing.measure import Overlap, Report, measure, overlap_by_balance, overlap_by_chance
from replikat.deck.deck import Deck, deck_of
from replikat.deck.deck_spec import DeckSpec, Group
from replikat.deck.pack_spec import Rank
from replikat.deck.parts import Parts
from replikat.deck.squares import Layout
from support import packaged_deck, plain_deck, plain_pack

MAIN = {"S": 13, "W": 13, "N": 13, "E": 13}


def hand_made(marks: str, balance: str = "none", pack: Pack | None = None) -> Deck:
    """Return a deck of one group whose layout is what its first line deals."""
    lines = marks.strip().splitlines()
    cards = len(lines[0].split())
    layout = Layout(dict(Counter(token[0] for token in lines[0].split())))  # type: ignore[arg-type]
    pack = pack or plain_pack(cards)
    spec = DeckSpec("made", pack.name, (Group("made", len(lines), balance),))  # type: ignore[arg-type]
    return deck_of(spec, Parts(pack, (layout,), (tuple(range(cards)),)), "\n".join(lines))


def edited(deck: Deck, square: int, a: int, b: int) -> Deck:
    """Return the deck with the marks of two cards exchanged in one square."""
    lines = [line.split() for line in deck.marks_text().splitlines()]
    lines[square - 1][a], lines[square - 1][b] = lines[square - 1][b], lines[square - 1][a]
    return deck_of(deck.spec, deck.parts, "\n".join(map(" ".join, lines)))


def test_overlaps_by_hand() -> None:
    """Cards 0 and 1 together, 2 and 3 together; the second square parts both pairs, the third only turns hands round."""
    report = measure(hand_made("S1 S2 W1 W2\nS1 W1 S2 W2\nW2 W1 S1 S2"))
    assert [(overlap.squares, overlap.pairs) for overlap in report.overlaps] == [((1, 2), 0), ((1, 3), 2), ((2, 3), 0)]
    assert report.mean_overlap == pytest.approx(2 / 3)
    assert [overlap.chance for overlap in report.overlaps] == [pytest.approx(2 * 2 / 6)] * 3
    assert report.alike == ()
    assert report.failures == []


@given(st.permutations(["S"] * 4 + ["N"] * 3 + ["M"] * 2), st.permutations(["S"] * 4 + ["N"] * 3 + ["M"] * 2))
def test_overlap_is_the_number_of_pairs_together_in_both(first: list[str], second: list[str]) -> None:
    deck = hand_made("\n".join(" ".join(f"{p}{row[: i + 1].count(p)}" for i, p in enumerate(row)) for row in (first, second)))
    expected = sum(first[a] == first[b] and second[a] == second[b] for a, b in combinations(range(9), 2))
    assert [overlap.pairs for overlap in measure(deck).overlaps] == [expected]


def test_visits_by_hand() -> None:
    deck = hand_made("S1 S2 W1\nS1 W1 S2\nS2 S1 W1", "seats")
    (group,) = measure(deck).groups
    assert [(visit.position, visit.fewest, visit.most, visit.ideal) for visit in group.visits] == [("S", 1, 3, 2.0), ("W", 0, 2, 1.0)]
    assert any(visit.most - visit.fewest > 1 for visit in group.visits)
    assert measure(deck).failures == [
        "squares 1-3: visits to S run from 1 to 3; balance seats allows a difference of 1",
        "squares 1-3: visits to W run from 0 to 2; balance seats allows a difference of 1",
    ]
    free = measure(hand_made("S1 S2 W1\nS1 W1 S2\nS2 S1 W1"))
    assert free.failures == []
    assert free.groups[0].visits == group.visits


def test_sums_by_hand() -> None:
    """Cards A and B are worth 4 and 1, the others nothing."""
    pack = Pack("worth", tuple(Card(code, None, Rank(code, pips=1) if code != "D" else None) for code in "ABCD"), (), {})
    deck = hand_made("S1 W1 W2 W3\nW1 S1 W2 W3\nS1 W1 W2 W3", pack=pack)
    (group,) = measure(deck, {"A": 4, "B": 1}).groups
    assert [(total.position, total.total, total.share) for total in group.sums] == [("S", 9, 15 / 4), ("W", 6, 45 / 4)]
    assert measure(deck).groups[0].sums == ()


def test_sums_of_the_standard_deck_are_equal() -> None:
    deck = packaged_deck("standard-52")
    (group,) = measure(deck, deck.pack.values["hcp"]).groups
    assert [(total.position, total.total) for total in group.sums] == [(position, 200) for position in "SWNE"]
    assert all(total.share == 200 for total in group.sums)


def test_equal_squares_are_found() -> None:
    deck = plain_deck(MAIN, 4, "none")
    lines = deck.marks_text().splitlines()
    copied = deck_of(deck.spec, deck.parts, "\n".join([lines[0], lines[1], lines[0], lines[3]]))
    report = measure(copied)
    assert report.alike == ((1, 3),)
    assert report.failures[0] == "squares 1 and 3 are alike"
    assert [(overlap.squares, overlap.pairs) for overlap in report.overlaps if overlap.pairs > overlap.limit] == [((1, 3), 312)]


def test_squares_alike_but_for_the_numbers_and_hands_are_found() -> None:
    """Renaming the hands and dealing them in another order hides nothing."""
    deck = plain_deck(MAIN, 2, "none")
    lines = deck.marks_text().splitlines()
    turned = [f"{'WNES'['SWNE'.index(token[0])]}{14 - int(token[1:])}" for token in lines[0].split()]
    (failure,) = measure(deck_of(deck.spec, deck.parts, f"{lines[0]}\n{' '.join(turned)}")).failures
    assert failure == "squares 1 and 2 share 312 pairs of cards; chance gives 73.4, the limit is 140"


@given(st.integers(1, 20), st.lists(st.integers(0, 51), min_size=2, max_size=2, unique=True))
def test_two_swapped_cards_break_the_balance(square: int, cards: list[int]) -> None:
    """The standard deck is exactly even, so that any swap between two hands shows."""
    deck = packaged_deck("standard-52")
    swapped = edited(deck, square, *cards)
    first, second = (deck.squares[square - 1].marks[card] for card in cards)
    assert first is not None
    assert second is not None
    touched = {first.position, second.position} if first.position != second.position else set()
    failures = measure(swapped).failures
    assert {failure.split("visits to ")[1][0] for failure in failures} == touched


@pytest.mark.parametrize("name", ["standard-52", "tournament-52"])
def test_packaged_decks_pass(name: str) -> None:
    assert measure(packaged_deck(name)).failures == []


def test_free_deck_declared_balanced_fails() -> None:
    deck = plain_deck(MAIN, 8, "none")
    declared = DeckSpec("declared", deck.pack.name, (Group("plain", 8, "seats"),))
    failures = measure(Deck(declared, deck.parts, deck.squares)).failures
    assert len(failures) == 4
    assert all("visits to" in failure for failure in failures)


def test_groups_are_measured_apart_and_short_packs_by_their_own_cards() -> None:
    pack = plain_pack(6)
    spec = DeckSpec("mixed", pack.name, (Group("whole", 2, "none"), Group("short", 2)))
    layouts = (Layout({"S": 3, "N": 3}), Layout({"S": 1, "N": 1, "M": 1}))
    parts = Parts(pack, layouts, ((0, 1, 2, 3, 4, 5), (1, 2, 3)))
    report = measure(deck_of(spec, parts, "S1 S2 S3 N1 N2 N3\nS1 S2 S3 N1 N2 N3\n- S1 N1 M1 - -\n- N1 M1 S1 - -"))
    assert [group.squares for group in report.groups] == [(1, 2), (3, 4)]
    assert [[(visit.fewest, visit.most) for visit in group.visits] for group in report.groups] == [[(0, 2)] * 2, [(0, 1)] * 3]
    assert all(visit.most - visit.fewest <= 1 for visit in report.groups[1].visits)
    overlaps = {overlap.squares: overlap for overlap in report.overlaps}
    assert overlaps[1, 2].pairs == 6
    assert overlaps[1, 3].pairs == 0  # cards 1 and 2 are together in square 1 alone
    assert overlaps[1, 3].chance == 0  # no two cards can be together in square 3
    assert report.alike == ((1, 2),)


@pytest.mark.parametrize("positions", [(60, 60, 60, 60), (26, 26), (21, 21, 21, 21, 13), (13, 13, 13, 13), (12, 12, 8)])
@pytest.mark.parametrize("count", [2, 3, 4, 8])
def test_sound_balanced_decks_of_few_squares_pass(positions: tuple[int, ...], count: int) -> None:
    """Where a card has few visits, balance itself raises the overlap: the limit must allow for it."""
    for number in range(3):
        deck = plain_deck(dict(zip("SWNEM", positions, strict=False)), count, "seats", f"{number:064x}")  # type: ignore[arg-type]
        assert measure(deck).failures == []


@pytest.mark.parametrize(("sizes", "deviations"), [((26, 26), 20), ((18, 18, 16), 13), ((13, 13, 13, 13), 10), ((12, 12, 12, 12, 4), 10)])
def test_limit_allows_for_few_positions(sizes: tuple[int, ...], deviations: int) -> None:
    (overlap,) = measure(plain_deck(dict(zip("SWNEM", sizes, strict=False)), 2, "none")).overlaps  # type: ignore[arg-type]
    mean, spread = overlap_by_chance(sizes, sizes)
    assert (overlap.chance, overlap.limit) == (pytest.approx(mean), pytest.approx(mean + deviations * spread))


@pytest.mark.parametrize(("few", "deviations"), [((26, 26), 20), ((18, 18, 16), 13)])
def test_two_squares_of_unlike_layouts_scatter_as_the_one_of_fewer_positions(few: tuple[int, ...], deviations: int) -> None:
    layouts = (Layout(MAIN), Layout(dict(zip("SWN", few, strict=False))))  # type: ignore[arg-type]
    pack = plain_pack(52)
    spec = DeckSpec("unlike", pack.name, (Group("four", 1, "none"), Group("few", 1, "none")))
    deck = deal(spec, Parts(pack, layouts, (tuple(range(52)),) * 2), "00" * 32)
    (overlap,) = measure(deck).overlaps
    mean, spread = overlap_by_chance(list(MAIN.values()), few)
    assert (overlap.chance, overlap.limit) == (pytest.approx(mean), pytest.approx(mean + deviations * spread))


def test_limit_allows_for_balance_within_a_group_only() -> None:
    layout, pack = Layout(MAIN), plain_pack(52)  # type: ignore[arg-type]
    spec = DeckSpec("two", pack.name, (Group("main", 2), Group("main", 2), Group("main", 2, "none")))
    deck = deal(spec, Parts(pack, (layout,) * 3, (tuple(range(52)),) * 3), "00" * 32)
    mean, spread = overlap_by_chance([13] * 4, [13] * 4)
    for overlap in measure(deck).overlaps:
        added = overlap_by_balance([13] * 4, 2) if overlap.squares in [(1, 2), (3, 4)] else 0
        assert overlap.limit == pytest.approx(mean + added + 10 * spread)


SIZES = [
    ((2, 2), (2, 2)),
    ((3, 2), (2, 2, 1)),
    ((2, 2, 2), (3, 3)),
    ((4, 2, 1), (3, 3, 1)),
    ((5,), (3, 2)),
    ((1, 1, 1), (2, 1)),
    ((2,), (1, 1)),
]


@pytest.mark.parametrize(("first", "second"), SIZES)
def test_overlap_by_chance_against_all_divisions(first: tuple[int, ...], second: tuple[int, ...]) -> None:
    """Every order of the second division against a fixed first one."""
    fixed = [part for part, size in enumerate(first) for _ in range(size)]
    counted = [
        sum(fixed[a] == fixed[b] and other[a] == other[b] for a, b in combinations(range(len(fixed)), 2))
        for other in permutations([part for part, size in enumerate(second) for _ in range(size)])
    ]
    mean = sum(counted) / len(counted)
    spread = sqrt(sum((pairs - mean) ** 2 for pairs in counted) / len(counted))
    assert overlap_by_chance(first, second) == (pytest.approx(mean), pytest.approx(spread, abs=1e-6))


@pytest.mark.parametrize("sizes", [(), (1,), (2,), (9,)])
def test_overlap_by_chance_of_a_single_part(sizes: tuple[int, ...]) -> None:
    cards = sum(sizes)
    assert overlap_by_chance(sizes, sizes) == (cards * (cards - 1) / 2, 0)


@pytest.mark.parametrize(
    ("capacities", "chance"),
    [([13] * 4, 73.41), ([21] * 4 + [13], 181.0), ([24] * 4 + [1], 261.8), ([18] * 4 + [6], 130.9), ([10] * 3 + [2], 37.3)],
)
def test_overlap_by_chance_of_known_layouts(capacities: list[int], chance: float) -> None:
    """The figures of the literature search, found there by another formula."""
    assert overlap_by_chance(capacities, capacities)[0] == pytest.approx(chance, abs=0.05)


def test_balance_adds_to_the_overlap_what_can_be_counted() -> None:
    """Two balanced squares of two hands are the same division; four cards make it 2 pairs, where chance gives 2/3."""
    assert overlap_by_balance([2, 2], 2) == 2
    assert overlap_by_balance([13] * 4, 20) == pytest.approx(0.70, abs=0.005)
    assert overlap_by_balance([13] * 4, 1) == overlap_by_balance([9], 5) == 0


def test_a_deck_of_one_square_has_no_overlap() -> None:
    report = measure(plain_deck(MAIN, 1))
    assert report.overlaps == ()
    assert report.mean_overlap == 0
    assert report.failures == []


def test_an_overlap_fails_above_its_limit_and_not_at_it() -> None:
    assert Report((), (Overlap((1, 2), 100, 73.4, 100.0),), ()).failures == []
    (text,) = Report((), (Overlap((1, 2), 101, 73.4, 100.0),), ()).failures
    assert text == "squares 1 and 2 share 101 pairs of cards; chance gives 73.4, the limit is 100"
