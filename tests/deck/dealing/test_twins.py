"""Twins: every square once more in disguise, known to the deck file alone."""

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from replikat.data.strict_yaml import Source
from replikat.deck.dealing.deal import deal
from replikat.deck.dealing.measure import measure
from replikat.deck.deck import Deck, deck_of
from replikat.deck.deck_file import deck_text
from replikat.deck.deck_spec import DeckSpec, Group, Twins
from replikat.deck.loaders import load_pack, load_parts
from replikat.deck.making import dealt_again
from replikat.errors import Breach, LawFault, ReplikatError
from support import LIBRARY, SEED


def dealt(pack: str, *groups: Group, seed: str = SEED) -> Deck:
    spec = DeckSpec("twins", pack, groups, seed=seed)
    return deal(spec, load_parts(spec, Source(Path("twins.yaml"), ""), LIBRARY), seed)


def duel(seed: str = SEED) -> Deck:
    return dealt("french52", Group("main", 6, twins="suits"), Group("casino", 2, "none"), seed=seed)


def test_every_square_is_there_once_more_with_other_suits() -> None:
    deck = duel()
    assert [(group.count, group.source) for group in deck.spec.squares] == [(6, "dealt"), (6, "twin"), (2, "dealt")]
    assert deck.spec.twins
    suits = deck.spec.twins.suits
    assert set(suits) == set(suits.values()) == set("SHDC")
    assert all(suit != other for suit, other in suits.items())
    assert set(deck.spec.originals) == set(range(7, 13))
    assert sorted(deck.spec.originals.values()) == list(range(1, 7))
    for twin, original in deck.spec.originals.items():
        here, there = deck.squares[twin - 1].marks, deck.squares[original - 1].marks
        for card, place in deck.pack.index.items():
            assert there[place] == here[deck.pack.index[card[:-1] + suits[card[-1]]]]


def test_originals_are_dealt_as_without_twins() -> None:
    plain = dealt("french52", Group("main", 6))
    assert duel().squares[:6] == plain.squares


@pytest.mark.long
def test_which_is_which_is_drawn_from_the_seed() -> None:
    decks = [duel(f"{seed:064x}") for seed in range(400)]
    assert duel().squares == duel().squares
    disguises = Counter(tuple(sorted(deck.spec.twins.suits.items())) for deck in decks if deck.spec.twins)
    assert len(disguises) == 9  # derangements of four suits
    assert min(disguises.values()) > 20
    firsts = Counter(deck.spec.originals[7] for deck in decks)
    assert set(firsts) == set(range(1, 7))
    assert min(firsts.values()) > 35


@pytest.mark.parametrize(
    ("pack", "count"),
    [("french52", 9), ("piquet32", 9), ("tarot78", 9), ("minchiate97", 1), ("euchre24", 5), ("scopa40", 0), ("five-hundred43", 0)],
)
def test_packs_say_which_suits_are_alike(pack: str, count: int) -> None:
    held = load_pack(pack, LIBRARY)
    assert len(held.disguises) == count
    for disguise in held.disguises:
        assert sorted(disguise) == list(range(len(held.cards)))
        for card, place in zip(held.cards, disguise, strict=True):
            other = held.cards[place]
            assert card.rank == other.rank
            assert (card.suit is None) == (other.suit is None)
            assert card is other if card.suit is None else card.suit != other.suit


def test_the_balance_holds_for_originals_and_twins_and_overlaps_tell_nothing() -> None:
    for deck in (dealt("french52", Group("main", 8, twins="suits")), dealt("minchiate97", Group("minchiate97", 6, twins="suits"))):
        report = measure(deck)
        assert report.failures == []
        assert [group.source for group in report.groups] == ["dealt", "twin"]
        told = {number for overlap in report.overlaps for number in overlap.squares}
        assert told == set(range(1, deck.spec.squares[0].count + 1))


def test_a_short_pack_keeps_its_cards() -> None:
    deck = dealt("french52", Group("short32", 3, cards="piquet32", twins="suits"))
    inside = [[mark is not None for mark in square.marks] for square in deck.squares]
    assert all(row == inside[0] for row in inside)


def test_the_deck_file_is_the_deck_with_its_twins(tmp_path: Path) -> None:
    from replikat.deck.loaders import load_deck, read_deck_spec

    deck = duel()
    file = tmp_path / "deck.yaml"
    file.write_text(deck_text(deck, SEED))
    assert "source: twin" in file.read_text()
    spec, source = read_deck_spec(file, LIBRARY)
    held = load_deck(spec, source, LIBRARY)
    assert held.squares == deck.squares
    assert held.spec.twins == deck.spec.twins
    assert held.spec.originals == deck.spec.originals
    again = dealt_again(held)
    assert again and again.squares == deck.squares
    asked = DeckSpec("twins", "french52", (Group("main", 6, twins="suits"), Group("casino", 2, "none")))
    assert spec.is_asked_for_by(asked)
    assert not spec.is_asked_for_by(DeckSpec("twins", "french52", (Group("main", 6), Group("casino", 2, "none"))))
    swapped = file.read_text().splitlines(keepends=True)
    first = next(number for number, line in enumerate(swapped) if line.startswith("marks:")) + 1
    swapped[first + 6], swapped[first + 7] = swapped[first + 7], swapped[first + 6]
    file.write_text("".join(swapped))
    with pytest.raises(ReplikatError) as caught:
        load_deck(*read_deck_spec(file, LIBRARY), LIBRARY)
    assert f"deck.yaml:{first + 7}:3: marks.7.1: square 7 is no disguised copy of square" in str(caught.value.faults[0])


def faults_of(twins: Twins | None) -> list[Breach]:
    deck = duel()
    with pytest.raises(LawFault) as caught:
        deck_of(replace(deck.spec, twins=twins, marks=deck.marks_text()), deck.parts, deck.marks_text())
    return list(caught.value.faults)


def test_what_is_said_of_twins_is_held_against_the_marks() -> None:
    good = duel().spec.twins
    assert good
    assert faults_of(None) == [(("twins",), "no word of what the twins are copies of")]
    assert faults_of(Twins({**good.suits, "S": "S"}, good.of))[0][0] == ("twins", "suits")
    for of in (good.of[:-1], (*good.of, 1), (1, 1, 2, 3, 4, 5), (1, 2, 3, 4, 5, 7)):
        assert faults_of(Twins(good.suits, of)) == [
            (("twins", "of"), "expected every square of the groups with twins once, group after group")
        ]
    path, text = faults_of(Twins(good.suits, good.of[::-1]))[0]
    assert path[:2] == ("marks", 6)
    assert "square 7 is no disguised copy of square" in text


def test_squares_of_twins_count() -> None:
    with pytest.raises(LawFault, match="62 squares"):
        DeckSpec("many", "french52", (Group("main", 31, twins="suits"),))
    assert DeckSpec("proof", "french52", (Group("main", 3, twins="suits"),), proof=6).count == 6


@pytest.mark.parametrize("language", LIBRARY.names("languages"))
def test_the_page_without_deals_tells_that_there_are_twins_and_not_which(language: str) -> None:
    from replikat.deals.records.hand_records import _groups, _known
    from replikat.deck.loaders import load_language

    words = load_language(language, LIBRARY)
    deck = dealt("french52", Group("main", 4, twins="suits"), Group("main", 1, "none", twins="suits"))
    said = [_known(words, *group) for group in _groups(deck)]
    assert "5–8" in said[1]
    assert "1–4" in said[1]
    assert "10" in said[3]
    assert "9" in said[3]


def test_a_deck_file_names_groups_of_twins_and_a_spec_does_not() -> None:
    spec = DeckSpec("twins", "french52", (Group("main", 2, twins="suits"), Group("casino", 1, "none")))
    assert [spec.written(place) for place in (0, 2)] == [0, 1]
    assert [replace(spec, marks="as dealt").written(place) for place in (0, 1, 2)] == [0, 1, 2]
