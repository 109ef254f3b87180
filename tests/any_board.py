"""Any board of bridge, for properties that hold of all of them."""

from hypothesis import strategies as st

from replikat.deals.boards.boards import CARDS, SEATS, Board, hand_of


@st.composite
def a_board(draw: st.DrawFn) -> Board:
    order = draw(st.permutations(CARDS))
    north, east, south, west = (hand_of(order[13 * seat : 13 * seat + 13]) for seat in range(4))
    number = draw(st.integers(1, 999_999))
    return Board(number, draw(st.sampled_from(SEATS)), draw(st.sampled_from(["None", "NS", "EW", "All"])), (north, east, south, west))
