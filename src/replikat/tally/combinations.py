"""Counting cards, combinations of them, and a difference that is settled in units as the deal goes on."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from replikat.deck.cards import Card, Pack
from replikat.tally.counting_rules import RunsAndSets
from replikat.tally.sheets import DealLedger, PointsEvent
from replikat.tally.typed_cards import typed_cards
from replikat.tally.working import Tally, TallyCheck, TallyLine


class Combination(NamedTuple):
    """A combination held, and its value; `kind` is "run", or the name that the game's data give it."""

    kind: str
    cards: tuple[str, ...]
    value: int


class State(NamedTuple):
    """How a ledger stands for its first side: the open difference, and the units that are settled."""

    difference: int
    settled: int


def runs_and_sets(options: RunsAndSets, sheet: DealLedger, pack: Pack) -> Tally:
    """Return a deal's working: points on the way, both piles counted, the difference settled; totals are units.

    Both final counts are netted before the last units are settled, so the order of counting is of no account.
    """
    first, second = sheet.sides
    typed = ((("sides", side, "captured", i), code) for side, pile in sheet.sides.items() for i, code in enumerate(pile.captured))
    cards = typed_cards(pack, typed)
    piles = {side: [card for path, card in cards.items() if path[1] == side] for side in sheet.sides}
    sizes = {side: len(piles[side]) if pile.cards is None else pile.cards for side, pile in sheet.sides.items()}
    states = ledger(sheet.events, first, options.unit)
    lines = [
        TallyLine(event.side, "scored", event.points, running=(state.difference, state.settled))
        for event, state in zip(sheet.events, states, strict=True)
    ]
    counts = {}
    for side, own in piles.items():
        counted = _final_count(options, side, own, sizes[side], side == sheet.last_trick, pack)
        lines += counted
        counts[side] = sum(line.points for line in counted)
    last = states[-1] if states else State(0, 0)
    final = last.difference + counts[first] - counts[second]
    units = units_at_end(final, options.unit)
    settled = last.settled + units
    lines.append(TallyLine(first if final > 0 else second, "settled", abs(units), running=(final, settled)))
    scale = pack.values.get(options.scale, {})
    checks = (
        TallyCheck("card_points", sum(line.points for line in lines if line.what == "card_points"), round(sum(scale.values()))),
        TallyCheck("cards_captured", sum(sizes.values()), 2 * options.level_cards),
    )
    return Tally(tuple(lines), {first: settled, second: -settled}, checks)


def card_points(cards: Iterable[Card], options: RunsAndSets, pack: Pack) -> int:
    """Return what the cards count by themselves."""
    scale = pack.values.get(options.scale, {})
    return round(sum(scale.get(card.code, 0) for card in cards))


def combinations(cards: Iterable[Card], options: RunsAndSets, pack: Pack) -> tuple[Combination, ...]:
    """Return every combination that the cards hold; one card may serve in several."""
    held = {card.code for card in cards}
    scale = {code: round(value) for code, value in pack.values.get(options.scale, {}).items()} | options.inside
    found = [("run", part) for run in options.runs for part in _stretches(run, held, options.least_run)]
    for kind, choices in options.sets.items():
        found += [(kind, choice) for choice in choices if held.issuperset(choice)][:1]
    for kind, some in options.some_of.items():
        part = tuple(code for code in some.cards if code in held)
        if len(part) >= some.least:
            found.append((kind, part))
    return tuple(Combination(kind, part, _value(part, held, scale, options.bonus)) for kind, part in found)


def ledger(events: Sequence[PointsEvent], first: str, unit: int) -> tuple[State, ...]:
    """Return how the ledger stands for the first side after every event: while a side leads by a unit it settles one."""
    difference = settled = 0
    states = []
    for event in events:
        difference += event.points if event.side == first else -event.points
        units = abs(difference) // unit * (1 if difference > 0 else -1)
        settled += units
        difference -= units * unit
        states.append(State(difference, settled))
    return tuple(states)


def units_at_end(lead: int, unit: int) -> int:
    """Return the units that a lead at the end is worth: rounded up, with its sign."""
    units = -(-abs(lead) // unit)
    return units if lead > 0 else -units


def _final_count(options: RunsAndSets, side: str, own: Sequence[Card], size: int, last: bool, pack: Pack) -> list[TallyLine]:
    scale = pack.values.get(options.scale, {})
    counting = tuple(card.code for card in own if scale.get(card.code))
    lines = [TallyLine(side, "card_points", card_points(own, options, pack), counting)]
    lines += [TallyLine(side, kind, value, part) for kind, part, value in combinations(own, options, pack)]
    if size > options.level_cards:
        lines.append(TallyLine(side, "cards_above", size - options.level_cards, times=size - options.level_cards))
    if last:
        lines.append(TallyLine(side, "last_trick", options.last_trick))
    return lines


def _stretches(run: Sequence[str], held: set[str], least: int) -> Iterable[tuple[str, ...]]:
    """Yield every longest stretch of a run that is held, if it is long enough."""
    stretch: list[str] = []
    for code in [*run, ""]:
        if code in held:
            stretch.append(code)
            continue
        if len(stretch) >= least:
            yield tuple(stretch)
        stretch = []


def _value(part: Sequence[str], held: set[str], scale: Mapping[str, int], bonus: Mapping[str, int]) -> int:
    own = sum(scale.get(code, 0) for code in part)
    return own + sum(value for code, value in bonus.items() if code in held and code not in part)
