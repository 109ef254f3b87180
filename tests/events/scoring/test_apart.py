"""Who is compared with whom: fields that have nothing in common, by the whole schedule."""

from hypothesis import given
from hypothesis import strategies as st

from evenings import pairs, people, planned, teams
from replikat.events.comparisons import Field
from replikat.events.schedule import Entry, Round, Schedule, Sitting
from replikat.events.scoring.apart import fields_of

NS, EW = ("N", "S"), ("E", "W")


def names(schedule: Schedule, persons: bool = False) -> dict[str, list[str]]:
    """Return who is in which field, by the names of the fields."""
    by_name: dict[str, list[str]] = {}
    for name, field in fields_of(schedule, {} if persons else schedule.owners).items():
        by_name.setdefault(field.name, []).append(name)
    return by_name


def test_a_mitchell_is_two_fields_and_a_howell_one() -> None:
    keys = {"use": "tournament", "game": "whist", "squares": "1-9"}
    mitchell = planned(**keys, movement="mitchell", pairs=pairs(6))
    assert names(mitchell) == {"N-S": ["pair 1", "pair 2", "pair 3"], "E-W": ["pair 4", "pair 5", "pair 6"]}
    assert names(planned(**keys, movement="howell", pairs=pairs(6))) == {}


def test_seats_of_groups_that_stay_are_fields_of_persons() -> None:
    schedule = planned(use="tournament", game="hearts", squares="1-4", movement="plain", teams=teams(2, 4))
    assert names(schedule) == {}
    assert sorted(names(schedule, persons=True)) == ["E", "N", "S", "W"]


def test_a_rotation_is_one_field() -> None:
    schedule = planned(use="rotation", game="hearts", squares="1-4", passes=4, players=people(4))
    assert names(schedule) == {}


def table(number: int, square: int, north: str, east: str) -> Sitting:
    return Sitting(number, square, (("S", f"{north}s"), ("W", f"{east}w"), ("N", f"{north}n"), ("E", f"{east}e")), 0)


def schedule_of(*sittings: Sitting) -> Schedule:
    entries = {name[0]: Entry(name[0], ()) for one in sittings for name in one.people}
    for one in sittings:
        for name in one.people:
            entry = entries[name[0]]
            entries[name[0]] = Entry(entry.name, tuple(dict.fromkeys((*entry.members, name))))
    return Schedule(tuple(entries.values()), ("S", "W", "N", "E"), (NS, EW), (Round(1, 0, 9, sittings),), 9.0)


def test_those_who_are_linked_through_a_third_are_one_field() -> None:
    """A is compared with B in square 1 and with C in square 2; D, E, F never with them, and G with nobody."""
    sittings = [table(1, 1, "A", "D"), table(2, 1, "B", "E"), table(3, 2, "A", "E"), table(4, 2, "C", "F"), table(5, 3, "G", "D")]
    fields = fields_of(schedule_of(*sittings), schedule_of(*sittings).owners)
    by_field: dict[Field, list[str]] = {}
    for name, field in fields.items():
        by_field.setdefault(field, []).append(name)
    assert by_field == {Field(NS): ["A", "B", "C"], Field(EW): ["D", "E", "F"], Field(): ["G"]}


def test_fields_that_hold_both_sides_are_numbered() -> None:
    """A and B exchange sides from square 1 to square 2 with C and D; the other four do so on squares of their own."""
    sittings = []
    for first, (a, b, c, d) in ((1, "ABCD"), (3, "EFGH")):
        sittings += [table(1, first, a, c), table(2, first, b, d), table(1, first + 1, c, a), table(2, first + 1, d, b)]
        sittings += [table(1, first + 10, a, b), table(2, first + 10, c, d)]
    assert names(schedule_of(*sittings)) == {"field 1": ["A", "C", "B", "D"], "field 2": ["E", "G", "F", "H"]}


@given(st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7), st.integers(1, 5)), min_size=1, max_size=14))
def test_fields_are_the_parts_that_nothing_links(tables: list[tuple[int, int, int]]) -> None:
    """Held against a plain spreading from one contestant to all that hold a side of a square with it."""
    sittings = [table(1, square, "ABCDEFGH"[one], "IJKLMNOP"[other]) for one, other, square in tables]
    schedule = schedule_of(*sittings)
    together: dict[tuple[int, int], set[str]] = {}
    for one, other, square in tables:
        together.setdefault((0, square), set()).add("ABCDEFGH"[one])
        together.setdefault((1, square), set()).add("IJKLMNOP"[other])
    parts: set[frozenset[str]] = set()
    for name in schedule.owners.values():
        part, before = {name}, set[str]()
        while part != before:
            before = set(part)
            for group in together.values():
                part |= group if part & group else set()
        parts.add(frozenset(part))
    large = {part for part in parts if len(part) > 1}
    groups: dict[Field, set[str]] = {}
    for name, field in fields_of(schedule, schedule.owners).items():
        groups.setdefault(field, set()).add(name)
    alone = groups.pop(Field(), set())
    if groups:
        assert {frozenset(group) for group in groups.values()} == large
        assert alone == {name for part in parts - large for name in part}
    else:
        assert not large or len(parts) == 1
