"""What is read on a calibration sheet is what is put right."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from replikat.errors import LawFault
from replikat.geometry.plane import Point
from replikat.press.printers.readings import AXES, CORNER, STATIONS, Error, Readings, back_against_front, calibrated, front_error, scale_off

WIDTH, HEIGHT = 210.0, 297.0


def readings_of(error: Error, step: float = 0.0) -> Readings:
    def read(value: float) -> float:
        return round(value / step) * step if step else value

    return Readings(
        {station: Point(*(read(getattr(error.at(scale_off(station, axis, WIDTH, HEIGHT)), axis)) for axis in AXES)) for station in STATIONS}
    )


@given(st.floats(-4, 4), st.floats(-4, 4), st.floats(-0.006, 0.006), st.floats(0.995, 1.005), st.floats(0.995, 1.005))
def test_exact_readings_give_the_error_itself(x: float, y: float, turn: float, wide: float, high: float) -> None:
    found = back_against_front(readings_of(Error(x, y, turn, wide, high)), WIDTH, HEIGHT)
    assert found == pytest.approx((x, y, turn, wide, high), abs=1e-9)


@given(st.floats(-4, 4), st.floats(-4, 4), st.floats(-0.006, 0.006), st.floats(0.995, 1.005), st.floats(0.995, 1.005))
def test_readings_to_a_tenth_put_every_point_within_a_fifth_of_a_millimetre(
    x: float, y: float, turn: float, wide: float, high: float
) -> None:
    error = Error(x, y, turn, wide, high)
    _, back = calibrated(readings_of(error, 0.1), WIDTH, HEIGHT)
    for at in (Point(20, 20), Point(190, 20), Point(105, 148), Point(20, 277), Point(190, 277)):
        put = back.matrix(WIDTH, HEIGHT)(at)
        lands = error.at(Point(put.x - WIDTH / 2, put.y - HEIGHT / 2))
        assert (put.x + lands.x, put.y + lands.y) == pytest.approx(at, abs=0.2)


def test_a_reading_that_contradicts_the_others_is_named() -> None:
    good = readings_of(Error(1, 1, 0, 1, 1)).stations
    with pytest.raises(LawFault) as caught:
        back_against_front(Readings({**good, "top": Point(-1.0, 1.0)}), WIDTH, HEIGHT)
    assert [path for path, _ in caught.value.faults] == [("top",)]
    assert "x -1 mm, where the other readings want" in str(caught.value)


def test_a_reading_beyond_the_scale_is_named() -> None:
    good = readings_of(Error(0, 0, 0, 1, 1)).stations
    with pytest.raises(LawFault, match="y 9 mm; the scales reach from -6 to 6 mm"):
        back_against_front(Readings({**good, "left": Point(0, 9)}), WIDTH, HEIGHT)


def test_the_front_is_turned_by_what_its_long_line_leans() -> None:
    """From one reading of it to the other are 257 mm, and the line keeps its place in the middle."""
    error = front_error(Readings({}, edges=(CORNER + 0.5, CORNER - 0.5, CORNER)), WIDTH, HEIGHT)
    assert error.turn == pytest.approx(1 / 257)
    assert (error.x, error.y) == pytest.approx((0, (WIDTH / 2 - CORNER) / 257))
