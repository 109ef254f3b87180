"""docs/dealing.md says how to recompute a deck: its lines are run against the real thing, its figures checked."""

import re
from collections.abc import Callable
from functools import cache
from math import factorial, log2
from typing import Any

import pytest

from replikat.deck.code import SIGNS
from replikat.deck.dealing.deal import deal
from replikat.deck.dealing.measure import OVERLAP_DEVIATIONS, measure, overlap_by_chance
from replikat.deck.dealing.seat_balance import SWEEPS
from replikat.deck.dealing.stream import DEALING
from replikat.deck.deck_spec import DeckSpec, Group
from replikat.deck.loaders import load_layout
from replikat.deck.parts import Parts
from replikat.deck.squares import Layout, Position
from support import DOCS, LIBRARY, packaged_deck, plain_deck, plain_pack

GUIDE = (DOCS / "dealing.md").read_text(encoding="utf-8")
WORDS = " ".join(GUIDE.split())
SEEDS = ["00" * 32, "0123456789abcdef" * 4, "7"]


@cache
def recipe() -> Callable[..., list[str]]:
    """Return `marks` as the guide defines it, in its one block of Python."""
    (block,) = re.findall(r"^```python\n(.*?)^```$", GUIDE, re.S | re.M)
    names: dict[str, Any] = {}
    exec(block, names)
    return names["marks"]  # type: ignore[no-any-return]


def test_recipe_needs_the_standard_library_only() -> None:
    (block,) = re.findall(r"^```python\n(.*?)^```$", GUIDE, re.S | re.M)
    assert re.findall(r"^(?:from|import) (\w+)", block, re.M) == ["hashlib", "math"]


@pytest.mark.parametrize("seed", SEEDS)
def test_recipe_recomputes_the_tournament_deck(seed: str) -> None:
    lines = recipe()(seed, {"S": 13, "W": 13, "N": 13, "E": 13}, 24)
    assert lines == packaged_deck("tournament-52", seed).marks_text().splitlines()


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", LIBRARY.names("layouts"))
def test_recipe_recomputes_every_layout(name: str, seed: str) -> None:
    positions = load_layout(name, LIBRARY).positions
    assert recipe()(seed, positions, 6) == plain_deck(positions, 6, "none", seed).marks_text().splitlines()


def test_recipe_recomputes_later_groups_and_short_packs() -> None:
    """Whole pack, then cards 1, 3, 5 ... alone: the marks of a short square without its dashes."""
    pack = plain_pack(20)
    positions: list[dict[Position, int]] = [{"S": 10, "N": 10}, {"M": 3, "W": 7}]
    spec = DeckSpec("mixed", pack.name, (Group("whole", 3, "none"), Group("short", 4, "none")))
    parts = Parts(pack, (Layout(positions[0]), Layout(positions[1])), (tuple(range(20)), tuple(range(1, 20, 2))))
    lines = deal(spec, parts, SEEDS[1]).marks_text().splitlines()
    assert lines[:3] == recipe()(SEEDS[1], positions[0], 3, group=0)
    assert [line.replace("- ", "") for line in lines[3:]] == recipe()(SEEDS[1], positions[1], 4, group=1)


@pytest.mark.parametrize(
    "figure",
    [
        f"| an order of 52 cards | {log2(factorial(52)):.1f} |",
        f"| an order of 97 cards | {log2(factorial(97)):.1f} |",
        f"| a deck of 20 free squares of 52 cards | {20 * log2(factorial(52)):.1f} |",
        f"one square of up to {max(n for n in range(100) if factorial(n) <= 2**256)} cards",
        f"one order in 2<sup>{int(log2(factorial(97)) + 0.5) - 256}</sup>",
        f"DEALING is {DEALING},",
        f"{SWEEPS} sweeps.",
        f"*Alphabet*: `{SIGNS}`.",
    ],
)
def test_figures_of_the_guide(figure: str) -> None:
    assert figure in WORDS


@pytest.mark.parametrize("name", ["main", "casino", "minchiate97"])
def test_chance_and_deviation_in_the_guide(name: str) -> None:
    capacities = list(load_layout(name, LIBRARY).positions.values())
    mean, deviation = overlap_by_chance(capacities, capacities)
    assert re.search(rf"{mean:.2f}[ \w]* for `{name}`", WORDS)
    (deviations,) = re.findall(r"The deviations are ([^a-z]* and [\d.]*\d)", WORDS)
    assert f"{deviation:.2f}" in deviations


def test_limit_in_the_guide() -> None:
    assert OVERLAP_DEVIATIONS == 10
    limit = measure(plain_deck({"S": 13, "W": 13, "N": 13, "E": 13}, 2, "none")).overlaps[0].limit
    assert f"({limit:.0f} for `main`)" in WORDS
