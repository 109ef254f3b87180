"""Games found by their names, fitted to decks, refused with reasons."""

from pathlib import Path

import pytest

from replikat.data.library import Library, packaged
from replikat.deck.print_settings import PrintSettings
from replikat.errors import ReplikatError
from replikat.games.loaders import game_names, load_game
from replikat.games.names import plain_name
from replikat.games.set_up import Asked, dealable, find_game, game_named, set_up
from support import LIBRARY, packaged_deck

GAMES = {name: load_game(name, LIBRARY) for name in LIBRARY.names("games")}
CASES = [(name, key) for name, game in GAMES.items() for key in game.setups]


def refused(name: str, deck: str = "standard-52", **asked: object) -> str:
    with pytest.raises(ReplikatError) as caught:
        set_up(name, packaged_deck(deck), Asked(**{"square": 1, **asked}), PrintSettings(), LIBRARY)  # type: ignore[arg-type]
    return str(caught.value)


@pytest.mark.parametrize("name", GAMES)
def test_a_game_answers_to_all_its_names_however_they_are_written(name: str) -> None:
    for word in (name, *GAMES[name].names.values(), *GAMES[name].also):
        for written in (word, word.upper(), plain_name(word), word.replace(" ", "-"), f" {word} "):
            assert find_game(written, LIBRARY) == name


def test_no_name_belongs_to_two_games() -> None:
    owners: dict[str, set[str]] = {}
    for name in GAMES:
        for word in game_names(name, LIBRARY):
            owners.setdefault(plain_name(word), set()).add(name)
    assert {word: games for word, games in owners.items() if len(games) > 1} == {}


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("vri-atter", "crazy-eights"),
        ("VÄNDÅTTA", "crazy-eights"),
        ("rovhul", "president"),
        ("vaeverspillet", "weavers-game"),
        ("500", "rummy-500"),
    ],
)
def test_accents_and_hyphens_do_not_matter(typed: str, found: str) -> None:
    assert find_game(typed, LIBRARY) == found


@pytest.mark.parametrize(("typed", "meant"), [("vri atte", "Vri åtter"), ("minchiatte", "minchiate"), ("skittgube", "skitgubbe")])
def test_a_misspelt_name_is_told_with_the_nearest(typed: str, meant: str) -> None:
    with pytest.raises(ReplikatError, match=f"--game: no game is called '{typed}'; did you mean {meant}?"):
        find_game(typed, LIBRARY)


def test_a_strange_name_is_told_with_what_there_is() -> None:
    with pytest.raises(ReplikatError, match="no game is called 'qqqqq'; expected one of amerikaner, "):
        find_game("qqqqq", LIBRARY)


def test_a_game_the_deck_cannot_deal_is_refused_with_the_reason_and_the_decks_that_can() -> None:
    with pytest.raises(ReplikatError) as caught:
        game_named("Skat", packaged_deck("standard-52"), LIBRARY)
    assert str(caught.value) == (
        "--game: standard-52 cannot deal skat: it needs squares of layout short32 for piquet32; decks that can: family-52"
    )
    assert game_named("kasino", packaged_deck("standard-52"), LIBRARY) == "casino"


def test_where_no_deck_can_that_is_said(tmp_path: Path) -> None:
    (tmp_path / "decks").mkdir()
    alone = Library((tmp_path, *(folder for folder in (packaged(),))))
    for path in (packaged() / "decks").glob("*.yaml"):
        text = path.read_text(encoding="utf-8") if path.stem == "standard-52" else "broken: ["
        (tmp_path / "decks" / path.name).write_text(text, encoding="utf-8")
    with pytest.raises(ReplikatError, match="no deck of the library can; write one with such squares"):
        game_named("skat", packaged_deck("standard-52"), alone)


@pytest.mark.parametrize(("name", "key"), CASES)
def test_every_setup_has_a_deck(name: str, key: str) -> None:
    assert any(key in dealable(GAMES[name], packaged_deck(deck).spec) for deck in LIBRARY.names("decks"))


def test_squares_choose_the_setup() -> None:
    for deck, key in (("standard-52", "p2-main"), ("casino-52", "p2")):
        assert set_up("casino", packaged_deck(deck), Asked(1, 2), PrintSettings(), LIBRARY).key == key
    five = set_up("texas-holdem", packaged_deck("standard-52"), Asked(1, 5), PrintSettings(), LIBRARY)
    assert five.setup.seats == ("S", "W", "N", "E", "X5")
    assert sum(zone.kind == "hole" for zone in five.setup.zones) == 5
    bank = set_up("blackjack", packaged_deck("standard-52"), Asked(1, 1), PrintSettings(), LIBRARY)
    assert bank.setup.seats == ("W",)
    assert {zone.owner for zone in bank.setup.zones} == {"W", "S", None}


def test_what_does_not_fit_is_told_with_what_would() -> None:
    assert refused("whist", players=5) == "--players: whist has no set-up for 5 players; it has them for 4"
    assert refused("crazy-eights") == "--players: how many players?; crazy-eights has set-ups for 2, 3, 4"
    assert refused("texas-holdem") == "--players: how many players?; texas-holdem has set-ups for 2 to 10"
    assert refused("bridge", square=21) == "--square: square 21; standard-52 has squares 1 to 20"
    assert refused("bridge", semi=True) == "--semi: bridge p4 has no semi-replicate; its set-up leaves nothing unsorted"
    assert refused("bridge", key="p5") == "--setup: no set-up is called p5; expected one of p4"
    assert refused("piquet", "family-52") == "--square: square 1 has the layout main; piquet is dealt from squares 13, 14, 15, 16"
    assert refused("skat") == (
        "GAME: standard-52 cannot deal skat: it needs squares of layout short32 for piquet32; decks that can: family-52"
    )
    assert refused("oh-hell", players=4, given={"k": 11}) == "--with: k is 11; expected 1 to 10"
    assert refused("oh-hell", players=4, given={"q": 1}) == "--with: no parameter is called q; expected one of k"


def test_parameters_follow_the_square_unless_they_are_given() -> None:
    deck = packaged_deck("standard-52")
    assert set_up("oh-hell", deck, Asked(3, 4), PrintSettings(), LIBRARY).parameters == {"k": 8}
    given = set_up("oh-hell", deck, Asked(3, 4, given={"k": 5}), PrintSettings(), LIBRARY)
    assert [len(held.cards) for held in given.laid[:4]] == [5] * 4
    assert given.said["parameter_by_square"][0].numbers == {"n": 5}


def test_adding_a_game_needs_its_data_alone(tmp_path: Path) -> None:
    """A game nobody knows: found by its name, set up, told."""
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "thirteens.yaml").write_text(
        """\
names: {en: Thirteens, nb: Trettener, da: Trettener, sv: Trettonor}
pack: french52
turn: clockwise
better: low
record: {unit: penalties}
setups:
  p3:
    players: 3
    layout: main
    seats: [S, W, N]
    starts: W
    zones:
      - {kind: hand, owner: S, ranges: [S 1-13], face: owner}
      - {kind: hand, owner: W, ranges: [W 1-13], face: owner}
      - {kind: hand, owner: N, ranges: [N 1-13], face: owner}
      - {kind: stock, ranges: [E 1-7, E 8-13], face: top_up, order: strict}
    unsorted: [E 8-13]
deals: {rotation: [3, 6]}
compare: {rotation: same_seat_difference}
""",
        encoding="utf-8",
    )
    own = Library((tmp_path, packaged()))
    assert find_game("trettener", own) == "thirteens"
    start = set_up("thirteens", packaged_deck("standard-52"), Asked(2, semi=True), PrintSettings(), own)
    assert [len(held.cards) for held in start.laid] == [13, 13, 13, 7]
