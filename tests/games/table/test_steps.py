"""Steps in words: every set-up in every language, and some word for word."""
# ruff: noqa: E501  # sentences stand on one line

import re

import pytest

from replikat.deck.loaders import load_language
from replikat.games.game import Game
from replikat.games.loaders import load_game
from replikat.games.setups import Order, Setup, Zone
from replikat.games.table.steps import numbered, numbers_of, setup_steps
from support import LIBRARY

GAMES: dict[str, Game] = {name: load_game(name, LIBRARY) for name in LIBRARY.names("games")}
WORDS = {lang: load_language(lang, LIBRARY) for lang in LIBRARY.names("languages")}
CASES = [(name, key) for name, game in GAMES.items() for key in game.setups]
cases = pytest.mark.parametrize(("name", "key"), CASES, ids=[f"{name}-{key}" for name, key in CASES])
languages = pytest.mark.parametrize("lang", WORDS)


@languages
@cases
def test_every_setup_is_told_in_every_language(name: str, key: str, lang: str) -> None:
    setup, words = GAMES[name].setups[key], WORDS[lang]
    for semi in {False, bool(setup.unsorted)}:
        steps = setup_steps(setup, words, semi, GAMES[name].turn)
        assert len(steps) >= 3
        for step in steps:
            assert step[0].isupper() and step.endswith("."), step
            assert not re.search(r"[{}]|  |\.\.|,,| [,;.]", step), step
        text = " ".join(steps)
        assert all(words.positions[position] in text for position in setup.capacities if position != "M")


@cases
def test_the_steps_name_every_number(name: str, key: str) -> None:
    """Whole piles are called so; of every other range the numbers stand there."""
    setup = GAMES[name].setups[key]
    text = " ".join(setup_steps(setup, WORDS["en"]))
    for zone in setup.zones:
        for span in zone.spans:
            whole = span.cards == setup.capacities[span.position]
            assert whole or numbers_of(span.first, span.last) in text


@languages
@cases
def test_semi_steps_ask_for_less_order(name: str, key: str, lang: str) -> None:
    setup = GAMES[name].setups[key]
    full, semi = (setup_steps(setup, WORDS[lang], semi) for semi in (False, True))
    loose = WORDS[lang].phrases["order.loose"]
    assert loose not in " ".join(full)
    assert (loose in " ".join(semi)) == bool(setup.unsorted)
    assert (full == semi) == (not setup.unsorted)


CRAZY_EIGHTS = {
    "en": """\
1. Deal a square: South, West, North and East get 13 cards each.
2. Everybody takes their own cards 1–6 in hand.
3. Put South’s card 7 face up in the middle as the starter.
4. South puts their own cards 8–13 face down in front of them as their own pile, in order with 8 on top; under them put all of East’s cards, in order with 1 on top.
5. North puts their own cards 7–13 face down in front of them as their own pile, in order with 7 on top; under them put all of West’s cards, in order with 1 on top.
6. North begins; then you take turns.""",
    "nb": """\
1. Del ut en rute: Syd, Vest, Nord og Øst får 13 kort hver.
2. Alle tar sine egne kort 1–6 på hånden.
3. Legg Syds kort 7 med billedsiden opp midt på bordet som startkort.
4. Syd legger sine egne kort 8–13 med baksiden opp foran seg som egen bunke, i rekkefølge med 8 øverst; under dem legges alle Østs kort, i rekkefølge med 1 øverst.
5. Nord legger sine egne kort 7–13 med baksiden opp foran seg som egen bunke, i rekkefølge med 7 øverst; under dem legges alle Vests kort, i rekkefølge med 1 øverst.
6. Nord begynner; deretter spiller dere annenhver gang.""",
    "da": """\
1. Giv et felt: Syd, Vest, Nord og Øst får 13 kort hver.
2. Alle tager sine egne kort 1–6 på hånden.
3. Læg Syds kort 7 med billedsiden opad midt på bordet som startkort.
4. Syd lægger sine egne kort 8–13 med bagsiden opad foran sig som egen bunke, i rækkefølge med 8 øverst; under dem lægges alle Østs kort, i rækkefølge med 1 øverst.
5. Nord lægger sine egne kort 7–13 med bagsiden opad foran sig som egen bunke, i rækkefølge med 7 øverst; under dem lægges alle Vests kort, i rækkefølge med 1 øverst.
6. Nord begynder; derefter spiller I på skift.""",
    "sv": """\
1. Dela ut en ruta: Syd, Väst, Nord och Öst får 13 kort var.
2. Alla tar sina egna kort 1–6 på handen.
3. Lägg Syds kort 7 med bildsidan upp mitt på bordet som startkort.
4. Syd lägger sina egna kort 8–13 med baksidan upp framför sig som egen hög, i ordning med 8 överst; under dem läggs alla Östs kort, i ordning med 1 överst.
5. Nord lägger sina egna kort 7–13 med baksidan upp framför sig som egen hög, i ordning med 7 överst; under dem läggs alla Västs kort, i ordning med 1 överst.
6. Nord börjar; sedan spelar ni varannan gång.""",
}  # fmt: skip


@languages
def test_crazy_eights_for_two_word_for_word(lang: str) -> None:
    setup = GAMES["crazy-eights"].setups["p2"]
    assert "\n".join(numbered(setup_steps(setup, WORDS[lang], turn="clockwise"))) == CRAZY_EIGHTS[lang]


TOLD = {
    "crazy-eights p3 semi": "South puts their own cards 7–13 face down in front of them as their own pile, in order with 7 on top; "
    "under them put 4 of East’s cards 1–12, as they come.",
    "casino p2": "North puts their whole pile face down in front of them as their hands to come, in groups of four with the lowest "
    "numbers on top (inside a group the order is free); under them put all of West’s cards, in the same way.",
    "gin-rummy p2": "Put South’s cards 12–13, North’s cards 11–13 and all of West’s and East’s cards face down in the middle as the stock, "
    "in this order from the top down, each part with its lowest number on top.",
    "gin-rummy p2 semi": "Put South’s cards 12–13, North’s cards 11–13 and all of West’s cards face down in the middle as the stock, in this "
    "order from the top down, each part with its lowest number on top; at the very bottom put all of East’s cards, as they come.",
    "weavers-game p2": "Lay East’s and West’s cards 1–8 face up in the middle in 4 rows of 4, as North reads: the first row nearest to "
    "North, every row from left to right.",
    "shithead p5": "Seat 5 lays South’s card 13 and West’s cards 10–11 face up on those, from left to right.",
    "hearts p5": "Seat 5 takes South’s, West’s and North’s cards 11–13 and East’s card 11 in hand.",
    "blackjack p1to3": "West, North and East put their own cards 1–2 face up in front of them as a hand.",  # not the house
    "minchiate p4": "Everybody puts their own card 21 face up in front of them as their shown card.",
    "scopa p6": "Seat 5 puts South’s cards 7–9 face down in front of them as their hands to come; under them put West’s cards 7–9, in the "
    "same way.",
    "piquet p2": "North (elder hand) takes their whole pile and West’s cards 1–4 in hand.",
    "german-whist p2": "Put all of West’s cards face down with the top card turned up in the middle as the stock, in order with 1 on top; "
    "under them put all of East’s cards, in order with 1 on top.",
    "draw-poker p5": "Seat 5 puts West’s card 13, North’s cards 11–13 and East’s card 11 face down in front of them as their draw pile, in "
    "this order from the top down, each part with its lowest number on top.",
    "bridge p4": "The number of the square says who is dealer and begins; play goes clockwise, to the left.",
    "klondike p1": "Lay 7 columns from left to right, every card half over the one before, only the last of each face up: (1) South’s card "
    "1; (2) South’s cards 2–3; (3) South’s cards 4–6; (4) South’s cards 7–10; (5) South’s cards 11–13 and West’s cards 1–2; (6) West’s "
    "cards 3–8; (7) West’s cards 9–13 and North’s cards 1–2.",
    "oh-hell p4": "In a deal of k cards a hand, everybody takes the first k of their own cards 1–10 in hand; the rest stay where they are, "
    "unseen.",
}


@pytest.mark.parametrize("which", TOLD)
def test_kinds_of_steps_word_for_word(which: str) -> None:
    name, key, *semi = which.split()
    steps = setup_steps(GAMES[name].setups[key], WORDS["en"], bool(semi), GAMES[name].turn)
    assert TOLD[which] in steps


def test_a_parameter_is_told_as_its_number() -> None:
    steps = setup_steps(GAMES["oh-hell"].setups["p4"], WORDS["nb"], parameters={"k": 7})
    assert "I et spill med 7 kort på hånden tar alle de 7 første av sine egne kort 1–10; resten blir liggende usett." in steps


def test_positions_of_unequal_size_are_told_apart() -> None:
    zones = (Zone("hand", ("S 1-5",), "owner", owner="S"), Zone("hand", ("N 1-3",), "owner", owner="N"), Zone("talon", ("M 1-2",), "down"))
    steps = setup_steps(Setup(2, "odd", ("S", "N"), "S", zones), WORDS["en"])
    assert steps[0] == "Deal a square: South gets 5 cards, North gets 3 cards, and the middle gets 2 cards."


@pytest.mark.parametrize("order", ["strict", "batch3"])
def test_a_pile_that_stays_unsorted_as_a_whole_is_put_down_as_it_comes(order: Order) -> None:
    hands = tuple(Zone("hand", (f"{seat} 1-6",), "owner", owner=seat) for seat in "SN")
    setup = Setup(2, "main", ("S", "N"), "S", (*hands, Zone("stock", ("S 7-12",), "down", order)), unsorted=("S 7-12",))
    told = setup_steps(setup, WORDS["en"], semi=True)
    assert "7–12 face down in the middle as the stock, as they come." in " ".join(told)
