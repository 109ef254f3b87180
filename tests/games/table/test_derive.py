"""What follows from set-ups, held against data that were checked by other means (tests/vectors/setups.csv)."""

import csv

import pytest

from replikat.games.game import Game
from replikat.games.loaders import load_game
from replikat.games.setups import Setup, Span, Zone
from replikat.games.table.derive import effort, sort_ranges, split_positions
from replikat.games.table.position import starting_position
from support import LIBRARY, VECTORS

ROWS = list(csv.DictReader((VECTORS / "setups.csv").open(encoding="utf-8")))
GAMES: dict[str, Game] = {name: load_game(name, LIBRARY) for name in LIBRARY.names("games")}


def parts(text: str) -> list[str]:
    return [part for part in text.split("; ") if part]


def label(zone: Zone) -> str:
    return f"{zone.kind}.{zone.owner}" if zone.owner else zone.kind


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['game']}-{row['setup']}")
def test_work_and_exactness_follow_from_the_zones(row: dict[str, str]) -> None:
    setup = GAMES[row["game"]].setups[row["setup"]]
    assert list(split_positions(setup)) == row["split"].split()
    assert sorted(map(str, sort_ranges(setup))) == sorted(parts(row["sort"]))
    assert sorted(setup.unsorted) == sorted(parts(row["unsorted"]))
    dealt = {mark: card for card, mark in enumerate(mark for zone in setup.zones for mark in zone.slots)}
    tails = [held for held in starting_position(setup, dealt, semi=True) if held.loose and held.zone.ordered]
    assert sorted(f"{label(held.zone)}={len(held.cards)}" for held in tails) == sorted(parts(row["exact"]))
    assert sorted(f"{label(zone)}={len(zone.slots)}" for zone in setup.zones) == sorted(parts(row["zones"]))


def test_every_setup_is_in_the_vectors() -> None:
    assert {(row["game"], row["setup"]) for row in ROWS} == {(name, key) for name, game in GAMES.items() for key in game.setups}


@pytest.mark.parametrize("name", GAMES)
def test_a_zero_sum_duel_counts_once(name: str) -> None:
    told = {row["count_once"] == "true" for row in ROWS if row["game"] == name}
    assert told == {GAMES[name].record.total == "zero" and "duel" in GAMES[name].compare}


@pytest.mark.parametrize("name", GAMES)
def test_hands_are_equal_where_nothing_says_otherwise(name: str) -> None:
    unequal = {"belote", "whist", "president", "blackjack"}  # a shown card of one's own, or more cards than seats divide
    for setup in GAMES[name].setups.values():
        sizes = {len(zone.slots) for zone in setup.zones if zone.kind in ("hand", "hole")}
        assert len(sizes) <= 1 or name in unequal


def test_a_setup_of_sets_needs_no_sorting() -> None:
    work = effort(GAMES["bridge"].setups["p4"])
    assert (work.split, work.sort, work.sorted_cards) == ((), (), 0)
    assert work.minutes == 2  # 52 cards of 1.5 s


def test_a_semi_replicate_costs_less() -> None:
    setup = GAMES["crazy-eights"].setups["p2"]
    full, semi = effort(setup), effort(setup, semi=True)
    assert (full.sorted_cards, semi.sorted_cards) == (39, 13)
    assert (full.minutes, semi.minutes) == (4, 3)  # 78 s dealing, 26 s dividing, 117 s or 39 s sorting


def test_a_single_card_of_its_own_is_not_sorted() -> None:
    setup = Setup(1, "main", ("S",), "S", (Zone("tableau", ("S 1",), "up", "strict"), Zone("stock", ("S 2", "W 1"), "down", "strict")))
    assert sort_ranges(setup) == (Span("S", 2, 2), Span("W", 1, 1))
