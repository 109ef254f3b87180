"""Events: their times, and who is there from the beginning."""

from typing import Any

import pytest

from replikat.errors import LawFault
from replikat.events.event import Break, Change, Event


def event(**keys: Any) -> Event:
    return Event("tournament", "bridge", "1-8", players=("A", "B", "C", "D", "E"), **keys)


def test_the_beginning_is_a_minute_of_the_day() -> None:
    assert event().start_minute is None
    assert [event(start=start).start_minute for start in ("0:00", "9.05", "19:20", "23:59")] == [0, 545, 1160, 1439]


def test_whoever_goes_and_comes_back_was_there_at_the_beginning() -> None:
    assert event(changes=(Change(2, gone=("A",)), Change(4, come=("A",)))).present == ("A", "B", "C", "D", "E")
    assert event(changes=(Change(2, come=("A",)), Change(4, gone=("A",)))).present == ("B", "C", "D", "E")


@pytest.mark.parametrize("rounds", [(2, 2), (3, 2)])
def test_breaks_and_changes_stand_in_rising_rounds(rounds: tuple[int, int]) -> None:
    first, second = rounds
    text = f"round {second} after round {first}; expected rising rounds"
    with pytest.raises(LawFault) as caught:
        event(breaks=(Break(first, 5), Break(second, 5)), changes=(Change(first, gone=("A",)), Change(second, gone=("B",))))
    assert caught.value.faults == ((("breaks", 1), text), (("changes", 1), text))


def test_any_dash_stands_between_the_first_square_and_the_last() -> None:
    for squares in ("3-6, 9", "3–6,9", "3 − 6, 9"):
        event = Event(use="duel", game="whist", squares=squares, players=("a", "b"))
        assert event.square_numbers == (3, 4, 5, 6, 9)
