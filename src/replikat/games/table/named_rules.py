"""The registry of named rules: what a square says beyond who gets which cards.

A game's data file names a rule and its parameters (`model.rules`); here each name has the function that answers it.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

from replikat.games.game import Turn
from replikat.games.rule_parameters import CardBegins, DealerBySquare, Direction, FolaRobbing, ParameterBySquare, PassingBySquare, Rules
from replikat.games.setups import OPENINGS, Setup
from replikat.games.table.position import Laid

CLOCKWISE = ("N", "E", "S", "W")  # from the dealer of square 1 on, as on bridge boards
VULNERABLE = ("none", "ns", "ew", "all")  # in this order, a step further every four squares: the cycle of sixteen
PAIRS = {"none": (), "ns": ("N", "S"), "ew": ("E", "W"), "all": ("N", "S", "E", "W")}


@dataclass(frozen=True)
class Table:
    """What a rule may look at: the square's number, the set-up and its parameters, its cards by code, their values by scale."""

    square: int
    setup: Setup
    turn: Turn
    laid: tuple[Laid, ...]
    codes: Sequence[str]
    values: Mapping[str, Mapping[str, float]]
    parameters: Mapping[str, int] = field(default_factory=dict)

    def held(self, seat: str, kinds: Sequence[str]) -> tuple[str, ...]:
        """Return the codes of the cards of some kinds of zone at a seat."""
        return tuple(self.codes[card] for laid in self.laid if laid.zone.owner == seat and laid.zone.kind in kinds for card in laid.cards)

    def in_turn(self) -> tuple[str, ...]:
        """Return the seats in turn, from the one that begins."""
        seats = self.setup.seats[::-1] if self.turn == "counterclockwise" else self.setup.seats
        start = seats.index(self.setup.starts) if self.setup.starts in seats else 0
        return seats[start:] + seats[:start]


@dataclass(frozen=True)
class Said:
    """What a rule says: the key of its phrase (after "rule."), and what fills the phrase by name.

    `seats` and `cards` hold codes.
    """

    key: str
    seats: Mapping[str, Sequence[str]] = field(default_factory=dict)
    cards: Mapping[str, Sequence[str]] = field(default_factory=dict)
    numbers: Mapping[str, float] = field(default_factory=dict)


def dealer_of(square: int) -> str:
    """Return the dealer of square 1, 2, ... as on bridge boards: North, East, South, West and round again."""
    return CLOCKWISE[(square - 1) % 4]


def vulnerable_in(square: int) -> str:
    """Return who is vulnerable in square 1, 2, ...: "none", "ns", "ew" or "all", in the bridge cycle of sixteen."""
    return VULNERABLE[((square - 1) + (square - 1) // 4) % 4]


def parameter_in(rule: ParameterBySquare, square: int) -> int:
    """Return the parameter of square 1, 2, ...: from first to last by steps of one, then from the first again."""
    count = abs(rule.last - rule.first) + 1
    return rule.first + (square - 1) % count * (1 if rule.last >= rule.first else -1)


def passing_in(rule: PassingBySquare, square: int, players: int) -> Direction:
    """Return where cards are passed in square 1, 2, ...; nobody passes across where nobody sits opposite."""
    directions = [direction for direction in rule.directions if direction != "across" or players % 2 == 0]
    return directions[(square - 1) % len(directions)]


@dataclass(frozen=True)
class Robbery:
    """Who takes what from the fola: codes in the order taken; `rest` is what `near` takes afterwards, `left` what stays."""

    far: tuple[str, ...]
    near: tuple[str, ...]
    rest: tuple[str, ...]
    left: tuple[str, ...]


def robbery(rule: FolaRobbing, fola: Sequence[str], worth: Mapping[str, float]) -> Robbery:
    """Return how a fola is robbed; `fola` are the codes from its first number on, `worth` the values of counting cards."""

    def may_be_robbed(code: str) -> bool:
        return worth.get(code, 0) > 0 or code in rule.also

    cards = list(fola)
    far, near = [], []
    while cards and may_be_robbed(cards[-1]):
        far.append(cards.pop())
    while cards and may_be_robbed(cards[0]):
        near.append(cards.pop(0))
    rest = [code for code in cards if worth.get(code, 0) > 0 or code in rule.kept]
    return Robbery(tuple(far), tuple(near), tuple(rest), tuple(code for code in cards if code not in rest))


def _dealer_by_square(rule: DealerBySquare, table: Table) -> Iterator[Said]:
    yield Said("dealer", seats={"who": (dealer_of(table.square),)})
    if rule.vulnerability:
        vulnerable = vulnerable_in(table.square)
        if vulnerable in ("none", "all"):
            yield Said(f"vulnerable.{vulnerable}")
        else:
            yield Said("vulnerable.pair", seats={"who": PAIRS[vulnerable]})


def _parameter_by_square(rule: ParameterBySquare, table: Table) -> Iterator[Said]:
    yield Said(f"parameter.{rule.parameter}", numbers={"n": table.parameters[rule.parameter]})


def _passing_by_square(rule: PassingBySquare, table: Table) -> Iterator[Said]:
    yield Said(f"passing.{passing_in(rule, table.square, len(table.setup.seats))}")


def _card_begins(rule: CardBegins, table: Table) -> Iterator[Said]:
    for card in rule.cards:
        holders = [seat for seat in table.setup.seats if card in table.held(seat, ("hand", "hole"))]
        if holders:
            yield Said("begins", seats={"who": holders[:1]}, cards={"card": (card,)})
            return


def _fola_robbing(rule: FolaRobbing, table: Table) -> Iterator[Said]:
    """Say what happens before the lead, in order: the far seat robs, shown cards score, the near seat robs, both discard."""
    worth = table.values[rule.scale]
    fola = [table.codes[card] for laid in table.laid if laid.zone.kind == "fola" for card in laid.cards]
    robbed = robbery(rule, fola, worth)
    yield _robs(rule.far, robbed.far, worth)
    for seat in table.in_turn():
        shown = table.held(seat, ("exposed",))
        points = sum(worth.get(card, 0) for card in shown)
        if points:
            yield Said("shown", seats={"who": (seat,)}, cards={"cards": shown}, numbers={"points": points})
    yield _robs(rule.near, robbed.near, worth)
    if robbed.rest:
        yield Said("rest", seats={"who": (rule.near,)}, cards={"cards": robbed.rest})
    for seat, taken in ((rule.far, robbed.far), (rule.near, (*robbed.near, *robbed.rest))):
        discards = len(table.held(seat, ("hand", "exposed"))) + len(taken) - rule.hand
        if discards:
            yield Said("discards", seats={"who": (seat,)}, numbers={"n": discards})
    if robbed.far or robbed.near or robbed.rest:
        yield Said("never_discarded", cards={"cards": rule.kept})


def _robs(seat: str, taken: Sequence[str], worth: Mapping[str, float]) -> Said:
    if not taken:
        return Said("robs_nothing", seats={"who": (seat,)})
    points = sum(worth.get(card, 0) for card in taken)
    return Said("robs", seats={"who": (seat,)}, cards={"cards": taken}, numbers={"points": points})


REGISTRY: dict[str, Callable[[Any, Table], Iterator[Said]]] = {
    "dealer_by_square": _dealer_by_square,
    "parameter_by_square": _parameter_by_square,
    "passing_by_square": _passing_by_square,
    "card_begins": _card_begins,
    "fola_robbing": _fola_robbing,
}


def said_by(rules: Rules, table: Table) -> dict[str, tuple[Said, ...]]:
    """Return what a game's rules say of a square, by the rules' names."""
    asked = {rule.name: getattr(rules, rule.name) for rule in fields(rules)}
    told = {name: tuple(REGISTRY[name](rule, table)) for name, rule in asked.items() if rule is not None}
    passing = rules.passing_by_square
    if passing is not None and "card_begins" in told and passing_in(passing, table.square, len(table.setup.seats)) != "none":
        told["card_begins"] = tuple(map(_after_passing, told["card_begins"]))
    return told


def _after_passing(begins: Said) -> Said:
    """Return who begins where cards are passed first: whoever then holds the card, which nobody knows yet."""
    return Said("begins_after_passing", cards=begins.cards)


def parameters_of(rules: Rules, setup: Setup, square: int) -> dict[str, int]:
    """Return the parameters of a set-up in square 1, 2, ...: what the rules say, else the most."""
    found = {name: most for name, (_, most) in setup.parameters.items()}
    rule = rules.parameter_by_square
    if rule is not None and rule.parameter in found:
        found[rule.parameter] = parameter_in(rule, square)
    return found


def opener_of(rules: Rules, table: Table) -> str | None:
    """Return the seat that begins, where the set-up or a rule says it."""
    if table.setup.starts not in OPENINGS:
        return table.setup.starts
    told = (one for said in said_by(rules, table).values() for one in said)
    return next((one.seats["who"][0] for one in told if one.key in ("dealer", "begins")), None)
