"""The rules by which points are counted, by the names that games' data files call them."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from replikat.deck.cards import Pack
from replikat.tally.captured import captured_items
from replikat.tally.combinations import runs_and_sets
from replikat.tally.contract import contract_score
from replikat.tally.grid import grid_lines
from replikat.tally.hands import hand_penalties, soloist_bonus
from replikat.tally.sheets import Contracts, DealLedger, Grid, HandsLeft, SoloGame, Takings
from replikat.tally.working import Tally


class Rule(NamedTuple):
    """What is noted at the table, and what works it out from the game's options, the sheet and the pack."""

    sheet: type
    work: Callable[[Any, Any, Pack], Tally]


RULES: Mapping[str, Rule] = {
    "hand_penalties": Rule(HandsLeft, hand_penalties),
    "captured_items": Rule(Takings, captured_items),
    "grid_lines": Rule(Grid, grid_lines),
    "runs_and_sets": Rule(DealLedger, runs_and_sets),
    "contract_score": Rule(Contracts, contract_score),
    "soloist_bonus": Rule(SoloGame, soloist_bonus),
}
