"""Published movements and our own, counted."""

from collections import Counter
from itertools import combinations
from typing import Any

import pytest
import yaml

from evenings import find, judged, pairs, people, planned, teams
from replikat.events.movements import Movement
from replikat.events.schedules.judge import judge
from replikat.events.schedules.meetings import written
from support import VECTORS

FACTS: dict[str, Any] = yaml.safe_load((VECTORS / "movements.yaml").read_text(encoding="utf-8"))
DESIGNS = FACTS["whist_tournaments"]["designs"]
PERFECT = sorted([design["players"] for design in DESIGNS] + [21, 25])


def whist(count: int, movement: Movement, name: str = "mine") -> Any:
    return judge(planned(use="tournament", game="whist", squares="1-60", players=people(count), movement=name, own=movement))


@pytest.mark.parametrize("count", PERFECT)
def test_a_whist_tournament_makes_all_partners_once_and_opponents_twice(count: int) -> None:
    movement = find(f"individual-{count}")
    assert movement is not None
    verdict = whist(count, movement)
    both = count * (count - 1) // 2
    assert (verdict.partners.pairs, verdict.opponents.pairs) == ({1: both}, {2: both})


@pytest.mark.parametrize("design", [design for design in DESIGNS if "modulus" in design], ids=lambda design: design["players"])
def test_the_files_hold_the_designs_of_the_vectors(design: dict[str, Any]) -> None:
    movement = find(f"individual-{design['players']}")
    assert movement is not None
    first = [[design["players"] if number == "inf" else number + 1 for number in table] for table in design["first_round"]]
    assert [list(table) for table in movement.rounds[0]] == first
    assert movement.turn == design["modulus"]
    assert len(movement.played) == design["rounds"]


@pytest.mark.parametrize("count", [number for number in range(4, 29) if number not in PERFECT])
def test_the_other_numbers_are_as_even_as_whole_numbers_allow(count: int) -> None:
    schedule, verdict = judged(use="tournament", game="whist", squares="1-60", players=people(count))
    assert len(schedule.rounds) == count
    assert set(verdict.partners.pairs) == {0, 1}
    assert set(verdict.opponents.pairs) == {1, 2}
    assert set(verdict.rested.values()) == {count % 4}


@pytest.mark.parametrize("sheet", FACTS["published_individuals"], ids=lambda sheet: f"{sheet['players']} players")
def test_published_sheets_are_judged_as_they_were_counted(sheet: dict[str, Any]) -> None:
    movement = Movement(sheet["players"], (tuple(tuple(table) for table in sheet["first_round"]),), turn=sheet["modulus"])
    verdict = whist(sheet["players"], movement)
    assert verdict.partners.pairs == sheet.get("partner_counts", {1: 28})
    assert verdict.opponents.pairs == sheet.get("opponent_counts", {2: 28})
    told = [flaw for flaw in verdict.flaws if flaw.startswith("opponents")]
    assert told == (
        ["opponents are unevenly met: 11 pairs never, 11 pairs once, 22 pairs twice, 11 pairs 3 times, 11 pairs 4 times"]
        if "opponent_counts" in sheet
        else []
    )


@pytest.mark.parametrize("tables", FACTS["rainbow_individual"]["holds_for"])
def test_the_rainbow_repeats_no_partner_opponent_or_square(tables: int) -> None:
    shift = FACTS["rainbow_individual"]["shift_per_round"]
    lines = "NESW"
    rounds = tuple(
        tuple(tuple(lines.index(line) * tables + (table - step * shift[line]) % tables + 1 for line in "SWNE") for table in range(tables))
        for step in range(tables)
    )
    sets = tuple(tuple(range(1, tables + 1)) for _ in range(tables))
    verdict = whist(4 * tables, Movement(4 * tables, rounds, sets=sets))
    assert max(verdict.partners.pairs) == 1
    assert max(verdict.opponents.pairs) == 1
    assert verdict.replays == 0


@pytest.mark.parametrize(("key", "size"), [("social_golfer_9_in_3s", 3), ("social_golfer_16_in_4s_5_rounds", 4)])
def test_golfers_meet_once(key: str, size: int) -> None:
    rounds = FACTS[key]["rounds"]
    least = min(number for turn in rounds for table in turn for number in table)
    movement = Movement(
        max(number for turn in rounds for table in turn for number in table) + 1 - least,
        tuple(tuple(tuple(number + 1 - least for number in table) for table in turn) for turn in rounds),
    )
    met = Counter(frozenset(pair) for turn in written(movement) for table in turn for pair in combinations(table, 2))
    assert set(met.values()) == {1}
    assert len(met) == movement.entries * (movement.entries - 1) // 2
    if size == 3:
        assert find("individual-9-by-3") == movement


def test_nine_at_tables_of_three_take_the_published_sheet() -> None:
    schedule, verdict = judged(use="tournament", game="hearts", setup="p3", squares="1-4", players=people(9))
    assert len(schedule.rounds) == 4
    assert verdict.opponents.pairs == {1: 36}


@pytest.mark.parametrize("count", [4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14])
def test_a_howell_lets_every_pair_meet_every_pair_once(count: int) -> None:
    schedule, verdict = judged(use="tournament", game="bridge", squares="1-60", pairs=pairs(count))
    assert verdict.opponents.pairs == {1: count * (count - 1) // 2}
    assert len(schedule.rounds) == count - 1 + count % 2
    assert verdict.flaws == (("never compared: pair 1 and pair 3, pair 2 and pair 5",) if count == 5 else ())


@pytest.mark.parametrize("count", [4, 8, 12, 20, 24])
def test_where_it_can_be_a_howell_compares_all_pairs_equally_often(count: int) -> None:
    _, verdict = judged(use="tournament", game="bridge", squares=f"1-{count - 1}", pairs=pairs(count))
    assert verdict.compared.pairs == {count // 2 - 1: count * (count - 1) // 2}


@pytest.mark.parametrize("count", [3, 7, 9, 11, 13, 17, 19])
@pytest.mark.parametrize("movement", ["howell", "round_robin"])
def test_an_exact_howell_of_an_odd_number(count: int, movement: str) -> None:
    """Every two meet once and hold the same side equally often, and every pair sits each way equally often."""
    schedule, verdict = judged(use="tournament", game="bridge", movement=movement, squares=f"1-{count}", pairs=pairs(count))
    every_two = count * (count - 1) // 2
    assert verdict.opponents.pairs == {1: every_two}
    assert verdict.compared.pairs == {(count - 3) // 2: every_two}
    half = (count - 1) // 2
    assert all(verdict.seats[name] == {"NS": half, "EW": half} for name in schedule.people)
    assert set(verdict.rested.values()) == {1}


def test_memory_duplicate_of_four_changes_partners_with_every_square() -> None:
    """Foster's four players: three partnerships, each in a third of the squares."""
    schedule, verdict = judged(use="rotation", game="whist", squares="1-6", players=people(4))
    assert verdict.partners.pairs == {4: 6}
    sets = [{frozenset(sitting.holders(side)) for side in schedule.sides} for sitting in schedule.rounds[0].sittings]
    assert sets[0] == {frozenset({"P1", "P3"}), frozenset({"P2", "P4"})}
    assert sets[:3] == sets[3:]
    assert len({frozenset(one) for one in sets}) == 3


def test_teams_of_four_cross() -> None:
    schedule, verdict = judged(use="tournament", game="bridge", squares="1-4", teams=teams(2, 4))
    first, second = schedule.rounds[0].sittings[:2]
    assert first.square == second.square == 1
    assert first.seats == (("S", "t1.1"), ("W", "t2.3"), ("N", "t1.2"), ("E", "t2.4"))
    assert second.seats == (("S", "t2.1"), ("W", "t1.3"), ("N", "t2.2"), ("E", "t1.4"))
    assert {sitting.section for sitting in schedule.sittings} == {("team 1", "team 2")}
    assert verdict.flaws == ()
