"""Starting positions on real decks: every card once, and what a semi-replicate leaves open."""

from collections.abc import Iterator

import pytest

from replikat.deck.dealing.stream import DEALING, Stream
from replikat.deck.deck import Deck
from replikat.deck.squares import Mark
from replikat.games.loaders import load_game
from replikat.games.set_up import dealable
from replikat.games.setups import Setup
from replikat.games.table.position import TAIL, Laid, starting_position
from support import LIBRARY, packaged_deck

GAMES = {name: load_game(name, LIBRARY) for name in LIBRARY.names("games")}
DECKS = LIBRARY.names("decks")
CASES = [(name, key) for name, game in GAMES.items() for key in game.setups]
cases = pytest.mark.parametrize(("name", "key"), CASES, ids=[f"{name}-{key}" for name, key in CASES])


def squares_for(name: str, key: str) -> Iterator[tuple[Deck, int]]:
    """Yield every packaged deck that deals a set-up, with the first square of each group that does."""
    game = GAMES[name]
    setup = game.setups[key]
    for other in DECKS:
        deck = packaged_deck(other)
        if key in dealable(game, deck.spec):
            seen = set()
            for square, place in enumerate(deck.spec.groups_by_square, 1):
                group = deck.spec.squares[place]
                pack = deck.pack.name if group.cards == "all" else group.cards
                if group.layout == setup.layout and pack in game.packs(setup) and place not in seen:
                    seen.add(place)
                    yield deck, square


def forms(setup: Setup) -> list[Setup]:
    """Return the set-up for every number of players."""
    return [setup.with_players(players) for players in range(setup.fewest, setup.most + 1)]


def all_cards(laid: tuple[Laid, ...]) -> list[int]:
    return sorted(card for held in laid for card in held.cards)


def tail(seed: str) -> Stream:
    return Stream(DEALING, seed, TAIL, 0, 1)


@cases
def test_every_setup_deals_every_card_once_on_a_real_deck(name: str, key: str) -> None:
    real = list(squares_for(name, key))
    assert real, "no packaged deck deals it"
    for deck, square in real:
        dealt = deck.squares[square - 1].dealt()
        for setup in forms(GAMES[name].setups[key]):
            spans = setup.parameters.items()
            for parameters in ({}, *({parameter: value} for parameter, (least, most) in spans for value in range(least, most + 1))):
                laid = starting_position(setup, dealt, parameters=parameters)
                assert all_cards(laid) == sorted(dealt.values())
                assert {mark for held in laid for mark in held.marks} == set(dealt)
                assert all(dealt[mark] == card for held in laid for mark, card in zip(held.marks, held.cards, strict=True))


@pytest.mark.parametrize(("name", "key"), [case for case in CASES if GAMES[case[0]].setups[case[1]].unsorted])
def test_a_semi_replicate_is_exact_as_deep_as_it_is_said_to_be(name: str, key: str) -> None:
    setup = GAMES[name].setups[key]
    deck, square = next(squares_for(name, key))
    dealt = deck.squares[square - 1].dealt()
    full, semi = starting_position(setup, dealt), starting_position(setup, dealt, semi=True)
    for whole, part in zip(full, semi, strict=True):
        assert part.cards == whole.cards[: len(part.cards)]
        assert part.marks + part.loose == whole.marks
    assert {mark for held in semi for mark in held.loose} == setup.loose


@pytest.mark.parametrize(("name", "key"), [case for case in CASES if GAMES[case[0]].setups[case[1]].unsorted])
def test_a_drawn_tail_is_a_rehearsal_of_the_same_cards(name: str, key: str) -> None:
    setup = GAMES[name].setups[key]
    deck, square = next(squares_for(name, key))
    dealt = deck.squares[square - 1].dealt()
    full, first = starting_position(setup, dealt), starting_position(setup, dealt, True, tail("ab"))
    assert starting_position(setup, dealt, True, tail("ab")) == first
    assert starting_position(setup, dealt, True, tail("ac")) != first
    assert all_cards(first) == sorted(dealt.values())
    for whole, part in zip(full, first, strict=True):
        exact = [mark not in setup.loose for mark in whole.marks]
        assert all(a == b for a, b, kept in zip(whole.cards, part.cards, exact, strict=True) if kept)


def test_a_tail_stays_inside_its_range() -> None:
    """East's pile stays East's, wherever its cards come to lie."""
    setup = GAMES["crazy-eights"].setups["p2"]
    deck = packaged_deck("standard-52")
    dealt = deck.squares[0].dealt()
    piles = {position: {card for mark, card in dealt.items() if mark.position == position} for position in "WE"}
    laid = {held.zone.owner: held for held in starting_position(setup, dealt, True, tail("0")) if held.zone.kind == "stock"}
    assert set(laid["S"].cards[6:]) == piles["E"]
    assert set(laid["N"].cards[7:]) == piles["W"]
    assert laid["S"].cards[6:] != tuple(dealt[Mark("E", number)] for number in range(1, 14))


def test_cards_beyond_the_parameter_stay_out() -> None:
    setup = GAMES["oh-hell"].setups["p5"]
    deck = packaged_deck("standard-52")
    laid = starting_position(setup, deck.squares[0].dealt(), parameters={"k": 4})
    assert [len(held.cards) for held in laid] == [4, 4, 4, 4, 4, 1, 31]
    fifth = next(held for held in laid if held.zone.owner == "X5")
    assert [str(mark) for mark in fifth.marks] == ["S11", "S12", "W11", "W12"]


def test_a_zone_for_what_stays_out_is_made_where_there_is_none() -> None:
    setup = GAMES["oh-hell"].setups["p4"]
    kept = tuple(zone for zone in setup.zones if zone.kind != "unused")
    bare = Setup(4, "main", setup.seats, "W", kept, parameters={"k": (1, 10)})
    laid = starting_position(bare, packaged_deck("standard-52").squares[0].dealt(), parameters={"k": 9})
    assert laid[-1].zone.kind == "unused"
    assert [str(mark) for mark in laid[-1].marks] == ["S10", "W10", "N10", "E10"]
