"""Positions told in words and as data."""

import json
from collections.abc import Mapping

import pytest

from replikat.deck.loaders import load_language, load_pack
from replikat.deck.print_settings import PrintSettings
from replikat.games.loaders import load_game
from replikat.games.set_up import Asked, dealable, set_up
from replikat.games.setups import Zone
from replikat.games.table.named_rules import Said
from replikat.games.table.telling import Start, as_data, by_suit, facts_told, sentence, start_title, zone_label, zones_told
from support import LIBRARY, packaged_deck

WORDS = {lang: load_language(lang, LIBRARY) for lang in LIBRARY.names("languages")}
GAMES = {name: load_game(name, LIBRARY) for name in LIBRARY.names("games")}
STANDARD = packaged_deck("standard-52")


def start_of(name: str, deck: str = "standard-52", **asked: object) -> Start:
    return set_up(name, packaged_deck(deck), Asked(**{"square": 5, **asked}), PrintSettings(), LIBRARY)  # type: ignore[arg-type]


def told(start: Start, lang: str = "en", deck: str = "standard-52") -> Mapping[str, list[str]]:
    return dict(zones_told(start, packaged_deck(deck).pack, WORDS[lang]))


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_told_in_every_language(name: str) -> None:
    deck = next(packaged_deck(other) for other in LIBRARY.names("decks") if dealable(GAMES[name], packaged_deck(other).spec))
    able = dealable(GAMES[name], deck.spec)
    for key, setup in able.items():
        numbers = enumerate(deck.spec.groups_by_square, 1)
        square = next(number for number, place in numbers if deck.spec.squares[place].layout == setup.layout)
        start = set_up(name, deck, Asked(square, setup.most, key, bool(setup.unsorted)), PrintSettings(), LIBRARY)
        for lang, words in WORDS.items():
            zones = list(zones_told(start, deck.pack, words))
            assert len(dict(zones)) == len(zones) == len(start.laid)
            lines = [start_title(start, words), *facts_told(start, words), *(line for _, said in zones for line in said)]
            lines += [sentence(one, deck.pack, words) for said in start.said.values() for one in said]
            assert all(line and line[0] != " " and "{" not in line for line in lines)
            assert start.game.names[lang] in lines[0]


def test_hands_are_told_by_suit_and_ordered_zones_card_by_card() -> None:
    zones = told(start_of("crazy-eights", players=2))
    dealt = {mark: STANDARD.pack.cards[card] for mark, card in STANDARD.squares[4].dealt().items()}
    pile = ", ".join(zones["South, own pile"])
    wanted = [f"{position}{number}" for position, numbers in (("S", range(8, 14)), ("E", range(1, 14))) for number in numbers]
    assert pile.split(", ") == [WORDS["en"].card(card) for text in wanted for mark, card in dealt.items() if str(mark) == text]
    hand = [card for mark, card in dealt.items() if mark.position == "S" and mark.number <= 6]
    assert zones["South, hand"] == [by_suit(hand, STANDARD.pack, WORDS["en"])]
    assert sum(len(part.split(" ")) - 1 for part in zones["South, hand"][0].split("; ")) == 6


def test_what_a_semi_replicate_leaves_open_is_named_and_not_told() -> None:
    zones = told(start_of("crazy-eights", players=3, semi=True), "nb")
    exact, loose = zones["Vest, egen bunke"]
    assert len(exact.split(", ")) == 7
    assert loose == "under dem, usortert: 4 av Østs kort 1–12"
    full = told(start_of("crazy-eights", players=3), "nb")["Vest, egen bunke"]
    assert ", ".join(full).startswith(exact)
    rehearsed = told(start_of("crazy-eights", players=3, semi=True, tail_seed="ab"), "nb")["Vest, egen bunke"]
    assert len(", ".join(rehearsed).split(", ")) == 11 and ", ".join(rehearsed).startswith(exact)


def test_trumps_are_told_as_their_corners_show_them_and_in_the_language_asked() -> None:
    deck = "minchiate-97"
    cards = {card.code: card for card in packaged_deck(deck).pack.cards}
    assert [words.card(cards["T40"]) for words in (WORDS["nb"], WORDS["en"])] == ["40 Basunene", "40 Trumpets"]
    start = start_of("minchiate", deck)
    held = [card for zone in start.laid for card in zone.cards]
    printed = " ".join(line for lines in told(start, "nb", deck).values() for line in lines)
    trumps = [packaged_deck(deck).pack.cards[card] for card in held if packaged_deck(deck).pack.cards[card].emblem]
    assert len(trumps) == 41
    assert all(f"{card.emblem.index} {card.emblem.names['nb']}" in printed for card in trumps if card.emblem)


def test_a_grid_is_told_row_by_row_and_batches_batch_by_batch() -> None:
    assert [len(row.split(", ")) for row in told(start_of("weavers-game"))["Grid"]] == [4, 4, 4, 4]
    batches = told(start_of("casino", players=4))["East, hands to come"]
    assert [len(batch.split(", ")) for batch in batches] == [4, 4, 4]


def test_columns_are_numbered() -> None:
    zones = told(start_of("klondike"), "sv")
    assert [label for label in zones if label.startswith("Patienskolumn")] == [f"Patienskolumn {number}" for number in range(1, 8)]
    assert [len(zones[f"Patienskolumn {number}"][0].split(", ")) for number in range(1, 8)] == list(range(1, 8))


def test_seats_and_roles_are_named() -> None:
    assert zone_label(Zone("hand", ("S 1",), "owner", owner="X5"), WORDS["nb"]) == "Plass 5, hånd"
    assert zone_label(Zone("board", ("S 1",), "down", role="flop"), WORDS["sv"]) == "Flopp"
    assert zone_label(Zone("stock", ("S 1",), "down"), WORDS["da"]) == "Bunke"


def test_rules_are_sentences_with_cards_and_seats_in_words() -> None:
    pack = load_pack("minchiate97", LIBRARY)
    said = Said("robs", seats={"who": ("W",)}, cards={"cards": ("T36", "T31")}, numbers={"points": 15})
    assert sentence(said, pack, WORDS["nb"]) == "Vest røver 36 Stjernen og 31 Fiskene: 15 poeng"
    pair = Said("vulnerable.pair", seats={"who": ("N", "S")})
    assert sentence(pair, pack, WORDS["en"]) == "North and South are vulnerable"


def test_what_follows_is_told_with_its_numbers() -> None:
    lines = list(facts_told(start_of("crazy-eights", players=2), WORDS["en"]))
    assert lines[0] == "To set up: about 4 min; cards to put in order: 39"
    assert lines[2] == "Write down: penalty points, lowest is best"
    assert next(facts_told(start_of("bridge"), WORDS["en"])).endswith("order: none")


def test_what_is_to_be_written_down_adds_up_to_what_is_checked() -> None:
    written = "Noter: stikk ut over seks (pluss for siden som tok dem, minus for den andre), høyest er best"
    assert written in facts_told(start_of("whist"), WORDS["nb"])
    written = "Write down: your own tricks of the second half minus the opponent’s, highest is best"
    assert written in facts_told(start_of("german-whist"), WORDS["en"])
    for name in LIBRARY.names("games"):
        record = load_game(name, LIBRARY).record
        assert record.unit != "tricks" or record.total != "zero", f"tricks of {name} do not add up to 0"


def test_one_player_is_no_plural() -> None:
    assert start_title(start_of("klondike"), WORDS["nb"]) == "Klondike, 1 spiller"
    assert start_title(start_of("crazy-eights", players=2, semi=True), WORDS["en"]) == "Crazy Eights, 2 players, semi-replicate"


@pytest.mark.parametrize(("players", "passing"), [(3, ["left", "right", "none"]), (4, ["left", "right", "across", "none"])])
def test_the_holder_of_the_two_of_clubs_is_named_where_no_cards_are_passed(players: int, passing: list[str]) -> None:
    for square, direction in enumerate(passing, 1):
        start = start_of("hearts", players=players, square=square)
        (begins,) = start.said["card_begins"]
        data = as_data(start, STANDARD.pack, WORDS["en"])
        assert [one.key for one in start.said["passing_by_square"]] == [f"passing.{direction}"]
        (card,) = begins.cards["card"]
        if direction == "none":
            holder = next(held.zone.owner for held in start.laid if STANDARD.pack.index[card] in held.cards)
            assert (begins.key, list(begins.seats["who"]), data["begins"]) == ("begins", [holder], holder)
        else:
            assert (begins.key, data["begins"]) == ("begins_after_passing", None)
            assert data["rules"]["card_begins"] == [{"says": "begins_after_passing", "card": (card,)}]  # type: ignore[index]
            assert [sentence(begins, STANDARD.pack, WORDS[lang]) for lang in ("en", "nb", "da", "sv")] == [
                f"Once the cards are passed, whoever holds the {name(card, 'en')} begins",
                f"Når kortene er sendt, begynner den som har {name(card, 'nb')}",
                f"Når kortene er givet videre, begynder den, der har {name(card, 'da')}",
                f"När korten har skickats börjar den som har {name(card, 'sv')}",
            ]


def name(card: str, lang: str) -> str:
    return WORDS[lang].card(STANDARD.pack.cards[STANDARD.pack.index[card]])


def test_data_hold_every_card_with_its_mark() -> None:
    start = start_of("crazy-eights", players=2, semi=True)
    data = json.loads(json.dumps(as_data(start, STANDARD.pack, WORDS["nb"])))
    zones = {(zone["kind"], zone["owner"]): zone for zone in data["zones"]}
    stock = zones["stock", "N"]
    assert stock["marks"] == [f"N{number}" for number in range(7, 14)]
    assert stock["unsorted"] == [f"W{number}" for number in range(1, 14)]
    assert len(stock["cards"]) == 7
    assert stock["names"] == [WORDS["nb"].card(STANDARD.pack.cards[STANDARD.pack.index[code]]) for code in stock["cards"]]
    assert data["settings"] == {"draw_max": 2, "nines_wild": True, "hand_size": 6, "penalties": "nordic"}
    assert (data["begins"], data["minutes"], data["semi"]) == ("N", 3, True)
    assert as_data(start_of("bridge"), STANDARD.pack, WORDS["en"])["rules"] == {
        "dealer_by_square": [{"says": "dealer", "who": ("N",)}, {"says": "vulnerable.pair", "who": ("N", "S")}]
    }
