"""Laws that every schedule keeps, whatever is asked for."""

from collections import Counter
from math import gcd
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from evenings import judged, pairs, people, planned, teams
from replikat.events.event import Break
from replikat.events.schedule import Schedule
from replikat.events.schedules.rotation import deal_shift

TWO, FOUR, SIX = "crazy-eights", "hearts", "scopa"


@st.composite
def tournaments(draw: st.DrawFn) -> dict[str, Any]:
    """Draw the keys of a tournament of any kind but Swiss."""
    kind = draw(st.sampled_from(["individual", "howell", "mitchell", "teams", "plain", "round_robin"]))
    keys: dict[str, Any] = {"use": "tournament", "movement": kind, "squares": f"1-{draw(st.integers(1, 40))}"}
    count = draw(st.integers(4, 30))
    if kind in ("howell", "mitchell"):
        keys |= {"game": draw(st.sampled_from(["bridge", "whist"])), "pairs": pairs(count // 2)}
    elif kind in ("teams", "plain"):
        keys |= {"game": draw(st.sampled_from(["hearts", "whist"])), "teams": teams(draw(st.integers(2, 6)), 4)}
    elif kind == "round_robin":
        keys |= {"game": "german-whist", "players": people(count)}
    else:
        game, setup = draw(st.sampled_from([("whist", None), ("hearts", "p3"), ("hearts", "p4"), ("crazy-eights", "p2"), ("scopa", None)]))
        keys |= {"game": game, "setup": setup, "players": people(count)}
    keys["decks"] = draw(st.sampled_from([None, 1, 2]))
    keys["breaks"] = draw(st.sampled_from([(), (Break(1, 10),)]))
    return keys


def in_one_place(schedule: Schedule) -> bool:
    """Return whether nobody, and no deck, is at two tables at once."""
    minutes = schedule.minutes
    busy: dict[object, list[int]] = {}
    for sitting in schedule.sittings:
        for one in (*sitting.people, sitting.deck):
            busy.setdefault(one, []).append(sitting.start)
    return all(b - a >= minutes for starts in busy.values() for a, b in zip(sorted(starts), sorted(starts)[1:], strict=False))


@given(tournaments())
def test_a_tournament_is_fair_and_possible(keys: dict[str, Any]) -> None:
    schedule, verdict = judged(**keys)
    assert in_one_place(schedule)
    often = Counter((name, sitting.square) for sitting in schedule.sittings for name in sitting.people)
    assert set(often.values()) == {1}, "nobody plays a square twice"
    for round_ in schedule.rounds:
        seated = {name for sitting in round_.sittings for name in sitting.people}
        assert seated.isdisjoint(round_.resting)
        assert seated | set(round_.resting) == set(schedule.people)
        tables: dict[int, list[int]] = {}
        for sitting in round_.sittings:
            tables.setdefault(sitting.table, []).append(sitting.square)
        assert len({tuple(squares) for squares in tables.values()}) == 1, "all tables play the same squares"
    assert {sitting.square for sitting in schedule.sittings}.isdisjoint(schedule.spare)
    if keys["movement"] != "mitchell":
        assert max(verdict.rested.values()) - min(verdict.rested.values()) <= 2, "two by two of seven, some two of three sit out again"
    assert not [flaw for flaw in verdict.flaws if "places at" in flaw or "more than once" in flaw or "lies on" in flaw]


@given(tournaments())
def test_the_same_event_gives_the_same_schedule(keys: dict[str, Any]) -> None:
    assert planned(**keys) == planned(**keys)


@given(tournaments())
def test_every_result_has_its_line_once(keys: dict[str, Any]) -> None:
    schedule = planned(**keys)
    lines = [(place.round, place.sitting.table, place.sitting.square, place.seat) for place in schedule.places()]
    assert len(lines) == len(set(lines)) == len(schedule.sittings) * len(schedule.sides)
    for place in schedule.places():
        assert set(place.holders) <= set(place.sitting.people)


@given(st.integers(4, 40), st.sampled_from(["p3", "p4", "p5"]), st.integers(1, 30))
def test_seats_without_partners_are_held_evenly(count: int, setup: str, squares: int) -> None:
    size = int(setup[1])
    schedule, verdict = judged(use="tournament", game="hearts", setup=setup, squares=f"1-{squares}", players=people(max(count, size)))
    each = len(schedule.rounds[0].sittings) // len({sitting.table for sitting in schedule.rounds[0].sittings})
    for name, held in verdict.seats.items():
        rounds = [held.get(seat, 0) // each for seat in schedule.seats]
        assert max(rounds) - min(rounds) <= 3, (name, rounds)


GAMES = {2: ("crazy-eights", None), 3: ("hearts", None), 4: ("hearts", None), 5: ("hearts", None), 6: ("hearts", None)}


@given(st.integers(2, 10), st.integers(1, 12), st.sampled_from(["seat", "dealer"]), st.data())
def test_a_rotation_seats_everybody_everywhere_with_the_widest_gap(count: int, squares: int, by: str, data: st.DataObject) -> None:
    game = "hearts" if 3 <= count <= 6 else "texas-holdem"
    passes = data.draw(st.integers(2, count))
    schedule, verdict = judged(use="rotation", game=game, squares=f"1-{squares}", players=people(count), passes=passes, by=by)
    assert in_one_place(schedule)
    assert len(schedule.rounds) == passes
    assert verdict.gap == squares
    held = Counter((sitting.square, seat, name) for sitting in schedule.sittings for seat, name in sitting.seats)
    assert set(held.values()) == {1}, "nobody holds a seat of a square twice"
    if passes == count:
        assert len(held) == squares * count * count, "everybody holds every seat of every square"
    expected = ["seats are unevenly", *(["never compared"] if passes < count else [])]
    assert not [flaw for flaw in verdict.flaws if not flaw.startswith(tuple(expected))]


@given(st.integers(2, 12))
def test_by_dealer_chairs_stay_and_the_deal_passes(squares: int) -> None:
    schedule = planned(use="rotation", game="hearts", squares=f"1-{squares}", players=people(4), passes=4, by="dealer")
    order = people(4)
    dealers = [order.index(dict(sitting.seats)["S"]) for sitting in schedule.sittings]
    for sitting, dealer in zip(schedule.sittings, dealers, strict=True):
        assert [name for _, name in sitting.seats] == [order[(dealer + i) % 4] for i in range(4)]
    within = [
        b - a
        for start in range(0, 4 * squares, squares)
        for a, b in zip(dealers[start:], dealers[start + 1 : start + squares], strict=False)
    ]
    assert {step % 4 for step in within} <= {1}


@given(st.integers(1, 60), st.integers(1, 10))
def test_the_deal_goes_on_as_little_as_it_must(squares: int, count: int) -> None:
    shift = deal_shift(squares, count)
    assert gcd(shift, count) == 1
    assert all(gcd(less, count) > 1 for less in range(squares, shift))


@given(st.integers(3, 24), st.sampled_from([2, 3, 4]), st.sampled_from(["seat", "dealer"]))
def test_partnerships_are_evened_out_over_three_squares(squares: int, passes: int, by: str) -> None:
    schedule, verdict = judged(use="rotation", game="whist", squares=f"1-{squares}", players=people(4), passes=passes, by=by)
    counts = [often for often, pairs_ in verdict.partners.pairs.items() for _ in range(pairs_)]
    assert max(counts) - min(counts) <= passes
    assert squares % 3 or len(set(counts)) == 1
    for square in range(1, squares + 1):
        plays = [sitting for sitting in schedule.sittings if sitting.square == square]
        sides = {frozenset(frozenset(sitting.holders(side)) for side in schedule.sides) for sitting in plays}
        assert len(sides) == 1, "in every play of a square the same people are partners"
        assert plays[0].holders(schedule.sides[0]) not in (plays[1].holders(schedule.sides[0]), plays[1].holders(schedule.sides[0])[::-1])


@given(st.integers(1, 20), st.booleans())
def test_a_duel_exchanges_the_seats(squares: int, paired: bool) -> None:
    who: dict[str, Any] = {"game": "whist", "pairs": pairs(2)} if paired else {"game": "crazy-eights", "players": people(2)}
    schedule, verdict = judged(use="duel", squares=f"1-{squares}", **who)
    for square in range(1, squares + 1):
        first, second = [sitting for sitting in schedule.sittings if sitting.square == square]
        mine, other = schedule.sides
        assert set(first.holders(mine)) == set(second.holders(other))
        assert set(first.holders(other)) == set(second.holders(mine))
    assert verdict.gap == squares
    assert verdict.flaws == ()
