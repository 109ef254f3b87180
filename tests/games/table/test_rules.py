"""The named rules, on published cycles and worked examples."""

from collections.abc import Sequence
from dataclasses import fields, replace

import pytest

from replikat.deck.loaders import load_pack
from replikat.games.loaders import load_game
from replikat.games.rule_parameters import CardBegins, DealerBySquare, Direction, FolaRobbing, ParameterBySquare, PassingBySquare, Rules
from replikat.games.setups import Setup, Zone
from replikat.games.table.named_rules import (
    REGISTRY,
    Table,
    dealer_of,
    opener_of,
    parameter_in,
    parameters_of,
    passing_in,
    robbery,
    said_by,
    vulnerable_in,
)
from replikat.games.table.position import Laid
from support import LIBRARY

# Law 2 of duplicate bridge: dealer and vulnerability of boards 1 to 16
BOARDS = [
    "N none",
    "E ns",
    "S ew",
    "W all",
    "N ns",
    "E ew",
    "S all",
    "W none",
    "N ew",
    "E all",
    "S none",
    "W ns",
    "N all",
    "E none",
    "S ns",
    "W ew",
]
FOLA = ["T24", "KD", "7C", "9B", "2S", "8D", "3B", "T29", "T2", "9C", "3S", "T31", "T36"]  # from the first number on


def test_the_registry_answers_every_rule_that_a_file_may_name() -> None:
    assert set(REGISTRY) == {rule.name for rule in fields(Rules)}


def test_every_rule_is_used_by_a_game() -> None:
    games = [load_game(name, LIBRARY) for name in LIBRARY.names("games")]
    assert all(any(getattr(game.rules, name) is not None for game in games) for name in REGISTRY)


@pytest.mark.parametrize("square", range(1, 37))
def test_dealer_and_vulnerability_follow_the_bridge_boards(square: int) -> None:
    assert f"{dealer_of(square)} {vulnerable_in(square)}" == BOARDS[(square - 1) % 16]


def minchiate() -> tuple[FolaRobbing, dict[str, float]]:
    rule = load_game("minchiate", LIBRARY).rules.fola_robbing
    assert rule
    return rule, dict(load_pack("minchiate97", LIBRARY).values[rule.scale])


def test_the_fola_of_the_fact_sheet_is_robbed_as_it_says() -> None:
    rule, worth = minchiate()
    robbed = robbery(rule, FOLA, worth)
    assert robbed.far == ("T36", "T31")
    assert sum(worth.get(card, 0) for card in robbed.far) == 15
    assert robbed.near == ("T24", "KD")
    assert robbed.rest == ("T29", "T2")
    assert len(robbed.left) == 7


@pytest.mark.parametrize(
    ("fola", "far", "near", "left"),
    [
        ("T36 T37", "T37 T36", "", ""),
        ("T36 T6 T37", "T37", "T36", "T6"),
        ("T6 T36 T7", "", "", "T6 T7"),
        ("", "", "", ""),
    ],
)
def test_robbing_stops_at_the_first_other_card(fola: str, far: str, near: str, left: str) -> None:
    rule, worth = minchiate()
    robbed = robbery(rule, fola.split(), worth)
    assert (robbed.far, robbed.near, robbed.left) == (tuple(far.split()), tuple(near.split()), tuple(left.split()))
    assert sorted(fola.split()) == sorted((*robbed.far, *robbed.near, *robbed.rest, *robbed.left))


def test_what_may_be_robbed_is_what_counts_and_trumps_above_twenty() -> None:
    rule, worth = minchiate()
    pack = load_pack("minchiate97", LIBRARY)
    trumps = {f"T{number}" for number in range(21, 41)}
    able = {code for code in pack.codes if robbery(rule, [code], worth).far}
    assert able == trumps | {code for code in pack.codes if worth.get(code, 0) > 0}
    assert len([code for code in pack.codes if worth.get(code, 0) > 0]) == 25
    assert sum(worth.get(code, 0) for code in pack.codes) == 142


def table(
    setup: Setup, held: dict[str, Sequence[str]], square: int = 1, values: dict[str, float] | None = None, turn: str = "clockwise"
) -> Table:
    """Return a table at which zones, by kind and owner, hold cards by their codes."""
    codes = [code for cards in held.values() for code in cards]
    laid = tuple(
        Laid(Zone(kind, ("S 1",), "down", owner=owner or None), (), tuple(codes.index(code) for code in cards))  # type: ignore[arg-type]
        for (kind, _, owner), cards in ((key.partition("."), cards) for key, cards in held.items())
    )
    return Table(square, setup, turn, laid, codes, {"points": values or {}})  # type: ignore[arg-type]


FOUR = Setup(4, "main", ("S", "W", "N", "E"), "E", (Zone("hand", ("S 1-13",), "owner", owner="S"),))


def test_the_fola_rule_tells_everything_in_the_order_in_which_it_happens() -> None:
    rule, worth = minchiate()
    filler = [f"x{number}" for number in range(80)]
    held: dict[str, Sequence[str]] = {f"hand.{seat}": filler[20 * place : 20 * place + 20] for place, seat in enumerate("SWNE")}
    held |= {
        "exposed.S": ["a"],
        "exposed.W": ["T40"],
        "exposed.N": ["b"],
        "exposed.E": ["T1"],
        "fola": FOLA,
    }
    said = said_by(Rules(fola_robbing=rule), table(FOUR, held, values=worth, turn="counterclockwise"))["fola_robbing"]
    told = [(one.key, *one.seats.get("who", ()), *one.cards.get("cards", ()), *one.numbers.values()) for one in said]
    assert told == [
        ("robs", "W", "T36", "T31", 15),
        ("shown", "E", "T1", 5),
        ("shown", "W", "T40", 10),
        ("robs", "S", "T24", "KD", 5),
        ("rest", "S", "T29", "T2"),
        ("discards", "W", 2),
        ("discards", "S", 4),
        ("never_discarded", "T29"),
    ]


def test_nothing_robbed_is_said_and_nothing_is_discarded() -> None:
    rule, worth = minchiate()
    held = {"hand.S": ["x"] * 0, "fola": ["T6"]}
    said = said_by(Rules(fola_robbing=rule), table(FOUR, held, values=worth))["fola_robbing"]
    assert [(one.key, *one.seats["who"]) for one in said[:2]] == [("robs_nothing", "W"), ("robs_nothing", "S")]
    assert "never_discarded" not in [one.key for one in said]


def test_cards_in_hand_fall_from_ten_to_one_and_begin_again() -> None:
    rule = ParameterBySquare("k", 10, 1)
    assert [parameter_in(rule, square) for square in range(1, 13)] == [10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 10, 9]
    assert [parameter_in(ParameterBySquare("k", 1, 3), square) for square in range(1, 6)] == [1, 2, 3, 1, 2]
    setup = load_game("oh-hell", LIBRARY).setups["p4"]
    assert parameters_of(Rules(parameter_by_square=rule), setup, 3) == {"k": 8}
    assert parameters_of(Rules(), setup, 3) == {"k": 10}


def test_cards_are_passed_as_the_square_says() -> None:
    rule = PassingBySquare(("left", "right", "across", "none"))
    assert [passing_in(rule, square, 4) for square in range(1, 6)] == ["left", "right", "across", "none", "left"]
    assert [passing_in(rule, square, 3) for square in range(1, 5)] == ["left", "right", "none", "left"]


def test_the_lowest_club_that_was_dealt_to_a_hand_begins() -> None:
    rules = Rules(card_begins=CardBegins(("2C", "3C", "4C")))
    setup = Setup(4, "main", FOUR.seats, "by_card", FOUR.zones)
    at = table(setup, {"hand.S": ["AS"], "hand.W": ["4C"], "hand.N": ["3C"], "hand.E": ["KS"], "kitty": ["2C"]})
    assert opener_of(rules, at) == "N"
    assert said_by(rules, at)["card_begins"][0].cards == {"card": ("3C",)}


@pytest.mark.parametrize("direction", ["left", "right", "across"])
def test_where_cards_are_passed_nobody_knows_yet_who_begins(direction: Direction) -> None:
    rules = Rules(passing_by_square=PassingBySquare((direction,)), card_begins=CardBegins(("2C", "3C")))
    setup = Setup(4, "main", FOUR.seats, "by_card", FOUR.zones)
    at = table(setup, {"hand.S": ["AS"], "hand.W": ["4C"], "hand.N": ["3C"], "hand.E": ["KS"], "kitty": ["2C"]})
    (begins,) = said_by(rules, at)["card_begins"]
    assert (begins.key, begins.seats, begins.cards) == ("begins_after_passing", {}, {"card": ("3C",)})
    assert opener_of(rules, at) is None
    assert opener_of(replace(rules, passing_by_square=PassingBySquare(("none",))), at) == "N"


def test_who_begins_is_the_set_ups_seat_the_dealer_of_the_square_or_nobody_in_particular() -> None:
    assert opener_of(Rules(), table(FOUR, {})) == "E"
    asked = Setup(4, "main", FOUR.seats, "by_square", FOUR.zones)
    assert opener_of(Rules(dealer_by_square=DealerBySquare()), table(asked, {}, square=7)) == "S"
    assert opener_of(Rules(), table(Setup(4, "main", FOUR.seats, "together", FOUR.zones), {})) is None


@pytest.mark.parametrize(
    ("square", "keys"), [(1, ["dealer", "vulnerable.none"]), (2, ["dealer", "vulnerable.pair"]), (4, ["dealer", "vulnerable.all"])]
)
def test_bridge_is_told_dealer_and_vulnerability(square: int, keys: list[str]) -> None:
    said = said_by(Rules(dealer_by_square=DealerBySquare()), table(FOUR, {}, square=square))["dealer_by_square"]
    assert [one.key for one in said] == keys
    only = said_by(Rules(dealer_by_square=DealerBySquare(vulnerability=False)), table(FOUR, {}, square=square))["dealer_by_square"]
    assert [one.key for one in only] == ["dealer"]


@pytest.mark.parametrize(("players", "directions"), [(2, 4), (3, 3), (4, 4), (5, 3), (6, 4)])
def test_across_is_passed_wherever_somebody_sits_opposite(players: int, directions: int) -> None:
    rule = PassingBySquare(("left", "right", "across", "none"))
    assert len({passing_in(rule, square, players) for square in range(1, 13)}) == directions
