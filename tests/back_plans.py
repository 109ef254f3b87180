"""Grids of backs for properties that hold on any card."""

from hypothesis import assume
from hypothesis import strategies as st

from replikat.cards.back_plan import most_squares, plan_back
from replikat.geometry.paper import CardSize

cards = st.builds(CardSize, st.just("card"), st.floats(44, 90), st.floats(63, 125))


@st.composite
def plans(draw, corner=None):
    """A grid that a card can carry: sizes from mini to tarot, 1 to 60 squares, numbers up to 9 or 25, with every option."""
    card, corner, largest = draw(cards), draw(st.booleans()) if corner is None else corner, draw(st.integers(9, 25))
    squares, two_way, batch = draw(st.integers(1, 60)), draw(st.booleans()), draw(st.none() | st.integers(5, 15))
    assume(squares <= most_squares(card, corner, largest, two_way, batch))
    return plan_back(card, squares, corner, largest, two_way, batch)
