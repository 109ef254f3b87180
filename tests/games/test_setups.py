"""Set-ups, zones and settings: what they hold, and the laws they keep."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from replikat.deck.squares import POSITIONS, Layout, Mark
from replikat.errors import LawFault
from replikat.games.game import Setting
from replikat.games.names import plain_name
from replikat.games.setups import FURTHER_SEATS, Setup, SetupName, Span, Zone, check_setup, parse_range, parse_setup_name

HANDS = tuple(Zone("hand", (f"{seat} 1-2",), "owner", owner=seat) for seat in "SWNE")
STOCK = Zone("stock", ("S 3", "W 3", "N 3-4", "E 3-4"), "down", "strict")
SEATS = ("S", "W", "N", "E")


@given(st.sampled_from(POSITIONS), st.integers(1, 999), st.integers(0, 30))
def test_ranges_are_read_as_they_are_written(position: str, first: int, more: int) -> None:
    last = min(first + more, 999)
    text = f"{position} {first}" if last == first else f"{position} {first}-{last}"
    span = parse_range(text)
    assert (span, str(span)) == (Span(position, first, last), text)  # type: ignore[arg-type]
    assert span.marks == tuple(Mark(position, number) for number in range(first, last + 1))  # type: ignore[arg-type]
    assert span.cards == len(span.marks)


@pytest.mark.parametrize("text", ["S", "S0", "S 0", "S 1-", "X 1", "s 1", "S 1 - 2", "S 01", " S 1", "S 1\n", "S 1000", "S 3-2"])
def test_other_texts_are_no_ranges(text: str) -> None:
    with pytest.raises(ValueError):
        parse_range(text)


def test_the_first_seats_are_taken_and_the_others_hands_stay_out() -> None:
    setup = Setup((2, 4), "four", SEATS, "S", (*HANDS, STOCK))
    three = setup.with_players(3)
    assert (three.seats, three.players) == (("S", "W", "N"), 3)
    assert [(zone.kind, zone.owner, zone.ranges) for zone in three.zones[3:]] == [
        ("stock", None, STOCK.ranges),
        ("unused", None, ("E 1-2",)),
    ]
    assert setup.with_players(4).zones == setup.zones


def test_what_was_unused_already_is_joined_with_the_hands_of_those_who_are_not_there() -> None:
    unused = Zone("unused", STOCK.ranges, "down")
    two = Setup((2, 4), "four", SEATS, "S", (*HANDS, unused)).with_players(2)
    assert [zone.ranges for zone in two.zones] == [("S 1-2",), ("W 1-2",), ("N 1-2", "E 1-2", *STOCK.ranges)]


def test_capacities_and_loose_marks() -> None:
    setup = Setup(4, "four", SEATS, "S", (*HANDS, STOCK), unsorted=("E 3-4",))
    assert setup.capacities == {"S": 3, "W": 3, "N": 4, "E": 4}
    assert setup.loose == {Mark("E", 3), Mark("E", 4)}


def test_sorted_cards_below_unsorted_ones_are_a_fault() -> None:
    with pytest.raises(LawFault, match="N3 is left unsorted, but cards in order lie below it"):
        Setup(4, "four", SEATS, "S", (*HANDS, STOCK), unsorted=("N 3-4",))


def test_a_mark_used_twice_or_not_at_all_is_a_fault() -> None:
    layout = Layout({"S": 3, "W": 3, "N": 4, "E": 4})
    check_setup(Setup(4, "four", SEATS, "S", (*HANDS, STOCK)), layout)
    with pytest.raises(LawFault, match="S3 is used 2 times; W3 is used 0 times"):
        check_setup(
            Setup(4, "four", SEATS, "S", (*HANDS, Zone("stock", ("S 3", "N 3-4", "E 3-4"), "down"), Zone("starter", ("S 3",), "up"))),
            layout,
        )


def test_settings_advise_for_semi_replicates_only_what_differs() -> None:
    assert [Setting((1, 2, 3), 3, 2).advised(semi) for semi in (False, True)] == [3, 2]
    assert [Setting((False, True), False).advised(semi) for semi in (False, True)] == [False, False]
    assert Setting((False, True), True, False).advised(True) is False


@pytest.mark.parametrize(
    ("name", "plain"),
    [
        ("Vri åtter", "vriatter"),
        ("vri-atter", "vriatter"),
        ("Røvhul", "rovhul"),
        ("Væverspillet", "vaeverspillet"),
        ("VÄNDÅTTA", "vandatta"),
    ],
)
def test_names_are_compared_without_accents_and_signs(name: str, plain: str) -> None:
    assert plain_name(name) == plain


@pytest.mark.parametrize("second", ["S 3", "S 2-4", "S 1"])
def test_numbers_of_one_position_rise_in_a_zone(second: str) -> None:
    with pytest.raises(LawFault, match="numbers of one position stand in rising order"):
        Setup(1, "main", ("S",), "S", (Zone("stock", ("S 1-3", second), "down"),))


@pytest.mark.parametrize(("seat", "number"), [("X5", 5), ("X10", 10), ("S", None), ("M", None), ("X", None), ("X0", None)])
def test_seats_beyond_the_positions_have_numbers(seat: str, number: int | None) -> None:
    assert FURTHER_SEATS.get(seat) == number


def test_the_name_of_a_set_up_is_read_as_texts_write_it() -> None:
    name = parse_setup_name("crazy-eights:p2")
    assert (name, str(name)) == (SetupName("crazy-eights", "p2"), "crazy-eights:p2")
