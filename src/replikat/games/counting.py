"""Count a deal by a game's rule: what the players noted, from a file or as typed, worked out line by line."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from replikat.data.library import Library
from replikat.data.reader import located, read
from replikat.data.strict_yaml import Source, parse, read_source
from replikat.deck.cards import Pack
from replikat.deck.loaders import load_pack
from replikat.errors import Fault, LawFault, ReplikatError, quoted, suggestion
from replikat.games.loaders import load_game
from replikat.games.set_up import find_game
from replikat.tally.named_rules import RULES
from replikat.tally.working import Tally

HAND = "hand"  # whose cards they are where nobody is named

Tree = dict[str, Any]


@dataclass(frozen=True)
class Counted:
    """A deal that was counted: by which game's way and rule, and the working."""

    game: str
    way: str
    rule: str
    pack: Pack
    tally: Tally


def count(word: str, way: str | None, sheet: Path | Sequence[str] | str, library: Library) -> Counted:
    """Return the working of a sheet: the path of a YAML file, the words that somebody typed, or the text of such a file.

    `word` is a game by any name, `way` one of its ways to count; the usual one where it is None. Every fault of a file
    is located; those of typed words say what was typed.
    """
    name = find_game(word, library, "GAME")
    game = load_game(name, library)
    if not game.tally:
        counting = [known for known in library.names("games") if load_game(known, library).tally]
        raise ReplikatError(Fault(f"{name} has no rule of counting", f"expected one of {', '.join(counting)}", field="GAME"))
    way = way or next(iter(game.tally))
    if way not in game.tally:
        raise ReplikatError(Fault(f"{name} is not counted by {quoted(way)}", suggestion(way, game.tally), field="--way"))
    rule, options = game.tally[way].named
    if isinstance(sheet, Path):
        source = read_source(sheet)
    elif isinstance(sheet, str):
        source = parse(sheet, Path("-"))
    else:
        source = Source(Path("typed"), "", _TYPED[rule](_sides(sheet), list(sheet)))
    noted: Any = read(RULES[rule].sheet, source, library)
    pack = load_pack(game.packs()[0], library)
    try:
        tally = RULES[rule].work(options, noted, pack)
    except LawFault as law:
        raise located(source, law) from None
    return Counted(name, way, rule, pack, tally)


# ---- what somebody types, as the tree that a file would hold


def _sides(words: Sequence[str]) -> dict[str, list[str]]:
    """Return the words after every NAME:, in their order; before the first name they are the hand's."""
    sides: dict[str, list[str]] = {}
    name = HAND
    for word in " ".join(words).split():
        if word.endswith(":") and len(word) > 1:
            name = word[:-1]
            sides.setdefault(name, [])
        else:
            sides.setdefault(name, []).append(word)
    return sides


def _typed_hands(sides: Mapping[str, list[str]], _: list[str]) -> Tree:
    return {"left": {name: [word.upper() for word in words] for name, words in sides.items()}}


def _typed_takings(sides: Mapping[str, list[str]], _: list[str]) -> Tree:
    taken = {}
    for name, words in sides.items():
        own: Tree = {"captured": [word.upper() for word in words if word != "last" and "=" not in word]}
        taken[name] = own | _noted(words, {"sweeps": "sweeps"}) | ({"last": True} if "last" in words else {})
    return {"sides": taken}


def _typed_piles(sides: Mapping[str, list[str]], _: list[str]) -> Tree:
    piles = {
        name: {"captured": [word.upper() for word in words if word != "last" and "=" not in word]} | _noted(words, {"of": "cards"})
        for name, words in sides.items()
    }
    last = [name for name, words in sides.items() if "last" in words]
    return {"sides": piles} | ({"last_trick": last[0]} if last else {})


def _typed_grid(_: Mapping[str, list[str]], words: list[str]) -> Tree:
    return {"rows": [" ".join(row.upper().split()) for row in " ".join(words).split("/")]}


def _typed_contracts(_: Mapping[str, list[str]], words: list[str]) -> Tree:
    contracts = []
    for text in " ".join(words).split("/"):
        plain = " ".join(text.split())
        short = plain.lower().removesuffix(" vul")
        contracts.append({"contract": plain[: len(short)].strip() or "?", "vulnerable": len(short) < len(plain)})
    return {"contracts": contracts}


def _typed_solo(sides: Mapping[str, list[str]], _: list[str]) -> Tree:
    soloist = next(iter(sides), HAND)
    points, *others = sides.get(soloist) or ["?"]
    return {"players": [soloist, *others], "soloist": soloist, "points": _number(points)}


def _noted(words: Sequence[str], keys: Mapping[str, str]) -> Tree:
    """Return the numbers typed as sweeps=2, by the keys of the sheet; any other word before = is left for the reader to refuse."""
    parts = (word.partition("=") for word in words if "=" in word)
    return {keys.get(name, name): _number(value) for name, _, value in parts}


_WHOLE = re.compile(r"-?[0-9]{1,7}")


def _number(text: str) -> int | str:
    """Return a typed number; any other text, and a number too long to be one of points, as it is, for the reader to refuse."""
    return int(text) if _WHOLE.fullmatch(text) else text


_TYPED: dict[str, Callable[[Mapping[str, list[str]], list[str]], Tree]] = {
    "hand_penalties": _typed_hands,
    "captured_items": _typed_takings,
    "grid_lines": _typed_grid,
    "runs_and_sets": _typed_piles,
    "contract_score": _typed_contracts,
    "soloist_bonus": _typed_solo,
}
