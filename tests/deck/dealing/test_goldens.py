"""`dealing: 1` is frozen: a printed deck cannot be recalled, so these decks must come out for ever."""

from collections.abc import Callable

import pytest

from replikat.deck.code import deck_code
from replikat.deck.dealing.deal import deal
from replikat.deck.deck import Deck
from replikat.deck.deck_spec import DeckSpec, Group
from replikat.deck.loaders import load_layout, load_pack
from replikat.deck.parts import parts_of
from replikat.deck.squares import Square, parse_mark
from support import GOLDEN, LIBRARY, SEED, plain_pack

FOLDER = GOLDEN


def dealt(pack: str, *groups: Group) -> Deck:
    """Return the deck of these groups from the golden seed, over a packaged pack or plain97."""
    spec = DeckSpec("golden", pack, groups, seed=SEED)
    cards = plain_pack(97) if pack == "plain97" else load_pack(pack, LIBRARY)
    layouts = [load_layout(group.layout, LIBRARY) for group in spec.squares]
    short = [None if group.cards == "all" else load_pack(group.cards, LIBRARY) for group in spec.squares]
    return deal(spec, parts_of(spec, cards, layouts, short), SEED)


GOLDENS: dict[str, Callable[[], Deck]] = {
    "standard-52": lambda: dealt("french52", Group("main", 20)),
    "tournament-52": lambda: dealt("french52", Group("main", 24, "none")),
    "minchiate-97": lambda: dealt("plain97", Group("minchiate97", 24)),
    "mixed-52": lambda: dealt("french52", Group("main", 16), Group("casino", 4)),
    "twins-52": lambda: dealt("french52", Group("main", 6, twins="suits"), Group("casino", 2, "none")),
    "pairs-52": lambda: dealt("french52", Group("main", 12, "pairs")),
    "casino-52": lambda: dealt("french52", Group("casino", 6, "none", keep_off={"M": ("AS", "AH", "AD", "AC", "2S", "10D")})),
    "short-52": lambda: dealt("french52", Group("main", 3, "none"), Group("short32", 3, cards="piquet32"), Group("casino", 3, "none")),
}


def golden_text(name: str, deck: Deck) -> str:
    """Return the text of a golden file; README.md beside the files says the format."""
    groups = [f"{group.count} x {group.layout}, balance {group.balance}, cards {group.cards}" for group in deck.spec.squares]
    head = [f"# {name}: {deck.spec.pack}, dealing {deck.spec.dealing}, seed {deck.spec.seed}", *(f"# {group}" for group in groups)]
    return "\n".join([*head, f"code {deck.code}", ""]) + deck.marks_text()


@pytest.mark.parametrize("name", GOLDENS)
def test_golden_deck(name: str, remake_goldens: bool) -> None:
    path = FOLDER / f"dealing-1-{name}.txt"
    text = golden_text(name, GOLDENS[name]())
    if remake_goldens:
        path.write_text(text, encoding="utf-8")
    assert text.splitlines() == path.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("name", ["standard-52", "tournament-52"])
def test_packaged_spec_asks_for_the_golden_deck(name: str) -> None:
    from support import packaged_deck

    assert packaged_deck(name).squares == GOLDENS[name]().squares


@pytest.mark.parametrize("name", GOLDENS)
def test_code_in_the_file_is_the_code_of_the_marks_in_the_file(name: str) -> None:
    """The files agree with themselves, whatever the maker does today."""
    lines = (FOLDER / f"dealing-1-{name}.txt").read_text(encoding="utf-8").splitlines()
    pack = lines[0].split()[2].rstrip(",")
    layouts = [
        line.split()[3].rstrip(",") for line in lines if line.startswith("# ") and " x " in line for _ in range(int(line.split()[1]))
    ]
    start = next(number for number, line in enumerate(lines) if line.startswith("code "))
    squares = [Square(layout, tuple(map(parse_mark, line.split()))) for layout, line in zip(layouts, lines[start + 1 :], strict=True)]
    assert lines[start] == f"code {deck_code(pack, squares)}"


def test_every_golden_file_is_tested() -> None:
    assert {path.name for path in FOLDER.glob("dealing-*.txt")} == {f"dealing-1-{name}.txt" for name in GOLDENS}
