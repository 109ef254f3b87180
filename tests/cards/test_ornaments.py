"""Ornaments stay away from what is read: plain ground about squares and foot, and the same way up both ways."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from back_plans import plans
from replikat.cards.back_plan import plan_back
from replikat.cards.ornaments import between_spots, rim_spots
from replikat.errors import LawFault
from replikat.geometry.paper import CardSize
from replikat.geometry.plane import Rect
from replikat.papers.theme import RIM, Motif, Ornament

ornaments = st.builds(
    lambda size, more, off: Ornament(Motif("figure", min(size, RIM - off)), max(1.0, size + more), off),
    st.floats(0.5, 2.5),
    st.floats(0, 4),
    st.floats(0.6, 2),
)
CARDS = [CardSize("poker", 63.5, 88.9), CardSize("mini", 44.45, 63.5), CardSize("tarot", 70, 120)]


@given(st.sampled_from(CARDS), ornaments)
def test_one_row_stands_in_the_rim_off_the_squares_and_others_beyond_the_trim(card, ornament):
    rim, corners = rim_spots(card, ornament, 3.0)
    trim, inner = Rect(0, 0, card.width, card.height), Rect(0, 0, card.width, card.height).inset(RIM - ornament.off)
    for spot in (*rim, *corners):
        box = Rect(spot.middle.x, spot.middle.y, 0, 0).inset(-ornament.rim.size / 2)
        assert not box.meets(inner), "plain ground about the squares"
        assert trim.covers(box) or not trim.inset(RIM - ornament.off).meets(box)
    assert sum(trim.holds(spot.middle) for spot in corners) >= 4
    inside = [spot for spot in rim if trim.holds(spot.middle)]
    assert len(rim) > len(inside) > 0, "the rows go on beyond the trim"
    for side, turn in ((0, 0.0), (card.height, 180.0)):
        assert all(spot.turn == turn for spot in inside if abs(spot.middle.y - side) < RIM and RIM < spot.middle.x < card.width - RIM)


@given(st.sampled_from(CARDS), ornaments)
def test_the_rim_is_the_same_when_the_card_is_turned(card, ornament):
    for spots in rim_spots(card, ornament, 3.0):
        here = sorted((round(x, 6), round(y, 6), turn % 360) for (x, y), turn in spots if (x, y) is not None)
        there = sorted((round(card.width - x, 6), round(card.height - y, 6), (turn + 180) % 360) for (x, y), turn in spots)
        if all(turn == 0 for _, turn in spots):  # corners are not turned
            here, there = ([place[:2] for place in places] for places in (here, there))
        assert here == there


def test_without_bleed_there_is_one_row():
    rim, corners = rim_spots(CARDS[0], Ornament(Motif("star", 2.6), 3.0), 0.0)
    assert len(corners) == 4 and all(Rect(0, 0, 63.5, 88.9).holds(spot.middle) for spot in rim)


@given(plans())
def test_what_stands_between_squares_meets_none_of_them(plan):
    spots = list(between_spots(plan))
    squares = [plan.square(number) for number in range(1, plan.squares + 1)]
    assert len(spots) <= plan.squares * (2 if plan.two_way else 1)
    for spot in spots:
        assert not any(square.inset(0.35).meets(Rect(*spot.middle, 0, 0).inset(-0.7)) for square in squares), "but for their round corners"
        assert not plan.foot.meets(Rect(*spot.middle, 0, 0).inset(-0.7))


def test_between_four_squares_stands_one():
    assert len(list(between_spots(plan_back(CARDS[0], 20, False, 13)))) == 12
    assert len(list(between_spots(plan_back(CARDS[0], 12, False, 13, two_way=True)))) == 12


@pytest.mark.parametrize(
    ("part", "size", "said"),
    [("rim", 2.8, "2.7 mm"), ("rim", 2.5, "2 mm"), ("corner", 2.8, "2.7 mm"), ("between", 1.5, "1.4 mm"), ("foot", 2.7, "2.6 mm")],
)
def test_ornaments_that_would_come_too_near_are_refused(part, size, said):
    sizes = {"rim": 2.0, part: size}
    motifs = {name: Motif("star", sizes.get(name, 1.0)) for name in ("rim", "corner", "between", "foot")}
    with pytest.raises(LawFault, match=rf"^{size} mm; expected at most {said}, which leave plain ground about it$"):
        Ornament(every=2.0 if said == "2 mm" else 3.0, **motifs)
