"""What decides the deals, as lines: every choice that changes a deal is in them, and nothing else."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from replikat.deck.cards import Card, Pack
from replikat.deck.dealing.deal import deal
from replikat.deck.deck_spec import DeckSpec, Group
from replikat.deck.fairness.commitment import spec_hash
from replikat.deck.fairness.origin import first_difference, origin_hash, origin_lines
from replikat.deck.loaders import load_layout, load_pack
from replikat.deck.parts import Parts, parts_of
from replikat.deck.print_settings import PrintSettings
from replikat.deck.squares import Layout
from support import LIBRARY, SEED

FRENCH = (
    "pack french52: AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AH 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH"
    " AD 2D 3D 4D 5D 6D 7D 8D 9D 10D JD QD KD AC 2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC"
)
MAIN = "squares 4: layout main S13 W13 N13 E13; balance pairs; source dealt; cards all; effort 90"
PIQUET = "AS 7S 8S 9S 10S JS QS KS AH 7H 8H 9H 10H JH QH KH AD 7D 8D 9D 10D JD QD KD AC 7C 8C 9C 10C JC QC KC"


def parts(spec: DeckSpec) -> Parts:
    layouts = [load_layout(group.layout, LIBRARY) for group in spec.squares]
    short = [None if group.cards == "all" else load_pack(group.cards, LIBRARY) for group in spec.squares]
    return parts_of(spec, load_pack(spec.pack, LIBRARY), layouts, short)


def lines(*groups: Group, pack: str = "french52", **keys: object) -> tuple[str, ...]:
    spec = DeckSpec("deck", pack, groups, **keys)  # type: ignore[arg-type]
    return origin_lines(spec, parts(spec))


PAIRS = Group("main", 4, "pairs", effort=90)
CASINO = Group("casino", 2, "none", keep_off={"M": ("10D", "AS"), "W": ("KC",)})


def test_the_lines_are_those_of_the_docs() -> None:
    short = Group("short32", 3, "none", "piquet32")
    assert lines(PAIRS, short, CASINO) == (
        "dealing 1",
        FRENCH,
        MAIN,
        f"squares 3: layout short32 S8 W8 N8 E8; balance none; source dealt; cards piquet32 {PIQUET}",
        "squares 2: layout casino S12 W12 N12 E12 M4; balance none; source dealt; cards all; off W KC; off M AS 10D",
    )


def test_twins_stand_in_them_with_every_exchange_of_suits_that_could_be_drawn() -> None:
    twins = lines(Group("main", 2, "none", twins="suits"))
    disguises = [line for line in twins if line.startswith("disguise ")]
    assert len(disguises) == 9
    assert disguises[0].startswith("disguise 13 14 15")
    assert twins[-2:] == (
        "squares 2: layout main S13 W13 N13 E13; balance none; source dealt; cards all; twins suits",
        "squares 2: layout main S13 W13 N13 E13; balance none; source twin; cards all",
    )


OTHERS = [
    lines(replace(PAIRS, effort=91), CASINO),
    lines(replace(PAIRS, balance="seats", effort=60_000), CASINO),
    lines(replace(PAIRS, count=5), CASINO),
    lines(replace(PAIRS, twins="suits"), CASINO),
    lines(replace(PAIRS, source="given"), CASINO),
    lines(CASINO, PAIRS),
    lines(PAIRS, replace(CASINO, keep_off={"M": ("10D", "AS", "KC")})),
    lines(PAIRS, replace(CASINO, keep_off={"W": ("10D", "AS"), "M": ("KC",)})),
    lines(PAIRS, Group("main", 2, "none")),
    lines(PAIRS, Group("short32", 2, "none", "piquet32")),
    lines(PAIRS),
]


def test_whatever_changes_a_deal_changes_the_hash() -> None:
    hashes = {spec_hash(other) for other in (lines(PAIRS, CASINO), *OTHERS)}
    assert len(hashes) == len(OTHERS) + 1


def test_an_edited_pack_or_layout_of_the_same_name_is_seen() -> None:
    spec = DeckSpec("deck", "french52", (PAIRS,))
    own = parts(spec)
    cards = own.pack.cards
    pack = replace(own.pack, cards=(cards[1], cards[0], *cards[2:]))
    layout = Layout({"S": 14, "W": 12, "N": 13, "E": 13})
    batched = Layout({"E": 13, "N": 13, "W": 13, "S": 13}, batch=4)
    assert origin_lines(spec, replace(own, pack=pack)) != origin_lines(spec, own)
    assert origin_lines(spec, replace(own, layouts=(layout,))) != origin_lines(spec, own)
    assert origin_lines(spec, replace(own, layouts=(batched,))) == origin_lines(spec, own)
    members = (tuple(reversed(own.members[0])),)
    short = replace(spec, squares=(replace(PAIRS, cards="part"),))
    assert origin_lines(short, own) != origin_lines(short, replace(own, members=members))


def test_what_decides_no_deal_is_not_bound() -> None:
    usual = lines(PAIRS, CASINO)
    assert usual == lines(PAIRS, CASINO, print=PrintSettings(theme="tinted"), games=("whist",), proof=3, seed=SEED)
    assert usual == lines(PAIRS, replace(CASINO, keep_off={"W": ("KC",), "M": ("AS", "10D")}))


names = st.text(st.sampled_from("ab /;:,%-"), min_size=1, max_size=4)


@given(st.lists(names, min_size=2, max_size=3, unique=True), st.lists(names, min_size=2, max_size=3, unique=True))
def test_no_name_is_taken_for_two(codes: list[str], others: list[str]) -> None:
    """A spare card that is dealt may be called anything; its lines hold no stroke, and tell it from all others."""
    texts = []
    for own in (codes, others):
        spec = DeckSpec("deck", "p", (Group("plain", 1, "none"),))
        pack = Pack("p", tuple(Card(code, None, None) for code in own), (), {})
        made = origin_lines(spec, Parts(pack, (Layout({"S": len(own)}),), (tuple(range(len(own))),)))
        assert not [line for line in made if "/" in line]
        texts.append(made)
    assert (texts[0] == texts[1]) == (codes == others)


@pytest.mark.parametrize(
    ("other", "said"),
    [
        (OTHERS[0], (2, "91 where 90 was bound (squares 4: layout main S13 W13 N13 E13; balance pairs; sourc)")),
        (OTHERS[1], (2, "seats where pairs was bound (squares 4: layout main S13 W13 N13 E13; balance seats; sourc)")),
        (OTHERS[10], (3, "nothing where squares was bound (squares 2: layout casino S12 W12 N12 E12 M4; balance none; s)")),
        (lines(PAIRS, CASINO), None),
    ],
)
def test_the_first_difference_is_told(other: tuple[str, ...], said: object) -> None:
    assert first_difference(other, lines(PAIRS, CASINO)) == said


def test_the_hash_of_a_deck_file_ties_seed_spec_and_marks_together() -> None:
    spec = DeckSpec("deck", "french52", (PAIRS,), seed=SEED)
    own = parts(spec)
    code = deal(spec, own, SEED).code
    kept = origin_hash(spec, own, code)
    others = [
        origin_hash(replace(spec, seed="01" + SEED[2:]), own, code),
        origin_hash(replace(spec, squares=(replace(PAIRS, effort=91),)), own, code),
        origin_hash(spec, own, "0000-0000-000"),
    ]
    assert kept is not None and kept not in others and len(set(others)) == 3
    assert origin_hash(replace(spec, seed=None), own, code) is None
    assert origin_hash(replace(spec, squares=(Group("main", 4, "none", source="given"),)), own, code) is None


@pytest.mark.parametrize(
    ("lines_here", "bound"),
    [
        (["off S 1S"], ["off S 1S nothing"]),
        (["off S 1S nothing"], ["off S 1S"]),
        (["pack p A B"], ["pack p A B nothing"]),
        (["a"], ["a", " nothing"]),
        (["a"], ["a", ""]),
        (["a", ""], ["a"]),
    ],
)
def test_no_card_is_called_what_stands_for_a_missing_word(lines_here: list[str], bound: list[str]) -> None:
    """A card whose code is `nothing` could be taken out of a bound line unseen."""
    assert first_difference(lines_here, bound) is not None
    assert first_difference(bound, bound) is None
