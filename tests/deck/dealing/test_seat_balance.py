"""The walk judged move by move: every trade keeps the laws, is as likely as its reverse, and reaches all tables."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations, product
from operator import le

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chance import Script, assert_even, assert_fits, outcomes
from replikat.deck.dealing.seat_balance import (
    balanced_table,
    cards_between,
    count_visits,
    reshare,
    shuffle_ways,
    spaced_table,
    swap_extras,
    turn_trip,
)
from replikat.deck.dealing.stream import Stream
from support import SEED

Row = tuple[int, ...]
Rows = tuple[Row, ...]
Columns = tuple[Row, ...]  # one history of positions a card, sorted: a table without regard to which card is which

capacities_ = st.lists(st.integers(1, 9), min_size=1, max_size=5)


def keeps_balance(table: Iterable[Iterable[int]], capacities: Iterable[int]) -> bool:
    """Return whether rows keep the capacities and visits are floor or ceiling of their mean."""
    rows = [list(row) for row in table]
    shares = list(enumerate(capacities))
    cards = sum(capacity for _, capacity in shares)
    full = all(row.count(position) == capacity for row in rows for position, capacity in shares)
    even = all(
        abs(card.count(position) * cards - len(rows) * capacity) < cards
        for card in zip(*rows, strict=True)
        for position, capacity in shares
    )
    return full and even


def every_balanced(capacities: Row, squares: int) -> list[Rows]:
    """Return all balanced tables, one by one out of all tables."""
    return [rows for rows in product(every_row(capacities), repeat=squares) if keeps_balance(rows, capacities)]


@given(capacities_, st.integers(1, 60))
def test_start_keeps_the_balance(capacities: list[int], squares: int) -> None:
    assert keeps_balance(spaced_table(capacities, squares), capacities)


@given(capacities_, st.integers(1, 20))
def test_walk_keeps_the_balance(capacities: list[int], squares: int) -> None:
    assert keeps_balance(balanced_table(capacities, squares, Stream(1, SEED, "trades", 0)), capacities)


def every_row(capacities: Row) -> list[Row]:
    return sorted(set(permutations([p for p, capacity in enumerate(capacities) for _ in range(capacity)])))


@cache
def trip_outcomes(first: Row, second: Row, positions: int) -> dict[Hashable, Fraction]:
    """Return the exact chances of what one trip makes of two squares."""

    def draw(stream: Script) -> Hashable:
        a, b = list(first), list(second)
        turn_trip(a, b, cards_between(a, b, positions), stream)  # type: ignore[arg-type]
        return tuple(a), tuple(b)

    return outcomes(draw)


@cache
def shuffle_outcomes(first: Row, second: Row, positions: int, x: int, y: int) -> dict[Hashable, Fraction]:
    """Return the exact chances of what the shuffle between x and y makes of two squares."""

    def draw(stream: Script) -> Hashable:
        a, b = list(first), list(second)
        shuffle_ways(a, b, cards_between(a, b, positions)[x][y], stream)  # type: ignore[arg-type]
        return tuple(a), tuple(b)

    return outcomes(draw)


def swap_outcomes(table: Rows, square: int, capacities: Row) -> dict[Hashable, Fraction]:
    """Return the exact chances of what one swap of extras makes of a table; the count of visits must stay true."""
    fewest = [len(table) * capacity // sum(capacities) for capacity in capacities]

    def draw(stream: Script) -> Hashable:
        rows = [list(row) for row in table]
        visits = count_visits(rows, len(capacities))
        swap_extras(rows[square], visits, fewest, stream)  # type: ignore[arg-type]
        assert visits == count_visits(rows, len(capacities))
        return tuple(map(tuple, rows))

    return outcomes(draw)


def assert_symmetric(chances: Callable[[Hashable], dict[Hashable, Fraction]], states: list) -> None:
    """Check that every state leads to every other with the chance of the way back, and may stay what it is."""
    for state in states:
        there = chances(state)
        assert sum(there.values()) == 1
        assert there.get(state, 0) > 0
        for other, chance in there.items():
            assert chances(other).get(state) == chance, (state, other)


@pytest.mark.parametrize("capacities", [(1, 1, 1), (2, 1, 1), (2, 2, 1), (1, 1, 1, 1), (2, 1, 1, 1)])
def test_trip_is_as_likely_as_its_reverse(capacities: Row) -> None:
    pairs = [(every_row(capacities)[0], row) for row in every_row(capacities)]
    assert_symmetric(lambda pair: trip_outcomes(*pair, len(capacities)), pairs)  # type: ignore[misc]


@pytest.mark.parametrize("capacities", [(2, 2), (2, 1, 1), (2, 2, 1), (2, 2, 2)])
def test_shuffle_is_as_likely_as_its_reverse(capacities: Row) -> None:
    pairs = [(every_row(capacities)[0], row) for row in every_row(capacities)]
    for x, y in combinations(range(len(capacities)), 2):
        assert_symmetric(lambda pair: shuffle_outcomes(*pair, len(capacities), x, y), pairs)  # type: ignore[misc] # noqa: B023


@pytest.mark.parametrize(("capacities", "squares"), [((1, 1), 3), ((2, 1), 2), ((2, 1), 4), ((1, 1, 1), 2), ((2, 1, 1), 3)])
def test_swap_of_extras_is_as_likely_as_its_reverse(capacities: Row, squares: int) -> None:
    tables = every_balanced(capacities, squares)
    for square in range(squares):
        assert_symmetric(lambda table: swap_outcomes(table, square, capacities), tables)  # type: ignore[arg-type] # noqa: B023


@given(st.data())
def test_reshare_keeps_both_squares_and_every_cards_two_positions(data: st.DataObject) -> None:
    capacities = data.draw(capacities_)
    seats = [p for p, capacity in enumerate(capacities) for _ in range(capacity)]
    first, second = data.draw(st.permutations(seats)), data.draw(st.permutations(seats))
    a, b = list(first), list(second)
    reshare(a, b, len(capacities), Stream(1, SEED, "trades", data.draw(st.integers(0, 9))))
    assert sorted(a) == sorted(b) == seats
    assert [{*pair} for pair in zip(a, b, strict=True)] == [{*pair} for pair in zip(first, second, strict=True)]


def columns_of(table: Iterable[Row]) -> Columns:
    return tuple(sorted(zip(*table, strict=True)))


@cache
def every_table(capacities: Row, squares: int) -> frozenset[Columns]:
    """Return all balanced tables up to the naming of the cards, built square by square and independently of the walk."""
    cards = sum(capacities)
    fewest = [squares * capacity // cards for capacity in capacities]
    most = [-(-squares * capacity // cards) for capacity in capacities]
    rows = every_row(capacities)

    def may_go_on(columns: Columns, left: int) -> bool:
        counts = [[column.count(position) for position in range(len(capacities))] for column in columns]
        return all(
            all(map(le, card, most)) and sum(max(0, few - count) for few, count in zip(fewest, card, strict=True)) <= left
            for card in counts
        )

    level: set[Columns] = {((),) * cards}
    for left in reversed(range(squares)):
        longer = {tuple(sorted((*column, x) for column, x in zip(state, row, strict=True))) for state in level for row in rows}
        level = {columns for columns in longer if may_go_on(columns, left)}
    return frozenset(level)


def neighbours(state: Columns, capacities: Row, squares: int) -> Iterator[Columns]:
    """Yield every table that one trade of the walk can make of this one."""
    rows: list[Row] = list(zip(*state, strict=True))
    positions = len(capacities)
    for i, j in combinations(range(squares), 2):
        found: set[Hashable] = set()
        for x, y in combinations(range(positions), 2):
            found |= set(shuffle_outcomes(rows[i], rows[j], positions, x, y))
        if positions > 2:
            found |= set(trip_outcomes(rows[i], rows[j], positions))
        for first, second in found:  # type: ignore[misc]
            yield columns_of([*rows[:i], first, *rows[i + 1 : j], second, *rows[j + 1 :]])
    if any(squares * capacity % sum(capacities) for capacity in capacities):
        for square in range(squares):
            for table in swap_outcomes(tuple(rows), square, capacities):
                yield columns_of(table)  # type: ignore[arg-type]


def components(capacities: Row, squares: int) -> list[int]:
    """Return the sizes of the parts of the balanced tables between which no trade leads, the largest first."""
    left = set(every_table(capacities, squares))
    sizes = []
    while left:
        todo, size = [left.pop()], 0
        while todo:
            state, size = todo.pop(), size + 1
            for other in neighbours(state, capacities, squares):
                assert other in every_table(capacities, squares)
                if other in left:
                    left.remove(other)
                    todo.append(other)
        sizes.append(size)
    return sorted(sizes, reverse=True)


CONNECTED = {
    (1, 1): (2, 3, 4, 5, 6),
    (2, 1): (2, 3, 4, 5, 6, 7),
    (2, 2): (2, 3, 4, 5),
    (3, 1): (4, 5, 6, 7),
    (3, 2): (2, 3, 4, 5),
    (3, 3): (2, 3, 4),
    (1, 1, 1): (2, 3, 4),
    (2, 1, 1): (2, 3, 4, 5),
    (2, 2, 1): (2, 3, 4),
    (2, 2, 2): (2, 3),
    (1, 1, 1, 1): (2, 3, 4),
    (2, 1, 1, 1): (2, 3),
    (2, 2, 1, 1): (2, 3),
}


@pytest.mark.parametrize(("capacities", "squares"), [(c, q) for c, counts in CONNECTED.items() for q in counts])
def test_trades_reach_every_balanced_table(capacities: Row, squares: int) -> None:
    """Up to the naming of the cards, which the final relabelling draws."""
    assert components(capacities, squares) == [len(every_table(capacities, squares))]


def test_one_card_a_position_may_have_islands() -> None:
    """Where every position holds one card, tables are Latin rectangles; trades of two squares cannot reach all of them."""
    assert components((1, 1, 1), 5) == [120, 30]


@pytest.mark.parametrize(("capacities", "squares", "tables"), [((2, 1), 4, 36), ((2, 2), 4, 90), ((1, 1, 1), 3, 12)])
def test_walk_reaches_all_tables_about_equally(capacities: Row, squares: int, tables: int) -> None:
    """The tables that the walk ends in, their cards named by a uniform order, against all that there are, one by one."""
    every = every_balanced(capacities, squares)
    assert len(every) == tables
    seen: Counter[Hashable] = Counter()
    for number in range(12 * tables):
        names = Stream(1, SEED, "relabel", 0, number).order(sum(capacities))
        table = balanced_table(capacities, squares, Stream(1, SEED, "trades", 0, number))
        seen[tuple(tuple(row[name] for name in names) for row in table)] += 1
    assert_even(seen, every)


@pytest.mark.parametrize(("capacities", "squares"), [((2, 1, 1), 4), ((1, 1, 1), 4), ((2, 2, 1), 3)])
def test_walk_reaches_all_kinds_of_tables_as_often_as_there_are_tables(capacities: Row, squares: int) -> None:
    """The same up to the naming of the cards, by which some kinds stand for more tables than others."""
    kinds = Counter(columns_of(rows) for rows in every_balanced(capacities, squares))
    walks = [balanced_table(capacities, squares, Stream(1, SEED, "trades", 0, number)) for number in range(12 * len(kinds) + 60)]
    assert_fits(Counter(columns_of(map(tuple, table)) for table in walks), dict(kinds))
