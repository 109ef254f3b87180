"""How much table a set-up needs."""

import pytest

from replikat.games.loaders import load_game
from replikat.games.setups import Setup, Zone
from replikat.games.table.space import GAP, RIM, table_space
from replikat.geometry.paper import CardSize
from support import LIBRARY

POKER, MINI = CardSize("poker", 63, 88), CardSize("mini", 44, 63)
GAMES = {name: load_game(name, LIBRARY) for name in LIBRARY.names("games")}


def test_a_frame_of_six_by_six_is_counted_with_the_grid() -> None:
    space = table_space(GAMES["weavers-game"].setups["p2"], POKER)
    assert space.wide == pytest.approx(6 * (63 + GAP) + GAP + 2 * RIM)
    assert space.deep == pytest.approx(6 * (88 + GAP) - GAP + 2 * GAP + 2 * RIM)


def test_hands_need_no_table_but_a_trick_does() -> None:
    space = table_space(GAMES["bridge"].setups["p4"], POKER)
    assert (space.wide, space.deep) == (2 * 63 + 88 + GAP + 2 * RIM, 3 * 88 + 2 * GAP + 2 * RIM)


@pytest.mark.parametrize("name", GAMES)
def test_smaller_cards_need_less_and_every_table_is_one(name: str) -> None:
    for setup in GAMES[name].setups.values():
        large, small = table_space(setup, POKER), table_space(setup, MINI)
        assert 0 < small.wide < large.wide < 2000
        assert 0 < small.deep < large.deep < 2000


def test_what_lies_at_south_makes_the_table_deeper() -> None:
    zones = (Zone("hand", ("S 1-12",), "owner", owner="S"), Zone("trump_card", ("S 13",), "up", owner="S"))
    bare, with_card = (table_space(Setup(2, "main", ("S", "N"), "S", held), POKER) for held in (zones[:1], zones))
    assert with_card.deep == bare.deep + 88
    assert with_card.wide == bare.wide


def test_cards_on_others_take_no_room_of_their_own() -> None:
    rows = (
        Zone("down_row", ("S 1-3",), "down", "cells", "S", columns=3),
        Zone("up_row", ("S 4-6",), "up", "cells", "S", columns=3, on="down_row"),
    )
    one, two = (table_space(Setup(1, "main", ("S",), "S", held), POKER) for held in (rows[:1], rows))
    assert one == two
