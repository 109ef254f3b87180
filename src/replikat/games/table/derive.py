"""What follows from a set-up's zones: piles to divide, ranges to sort, minutes."""

from dataclasses import dataclass

from replikat.deck.squares import POSITIONS, Position
from replikat.games.setups import Setup, Span

# seconds a person takes for one card, taken from dealing by hand at a kitchen table
DEAL, DIVIDE, SORT = 1.5, 1.0, 3.0
MINUTE = 60.0


@dataclass(frozen=True)
class Effort:
    """How much a set-up asks of the dealer: piles to divide, ranges to sort and their cards, whole minutes."""

    split: tuple[Position, ...]
    sort: tuple[Span, ...]
    sorted_cards: int
    minutes: int


def effort(setup: Setup, semi: bool = False) -> Effort:
    """Return the work that a full replicate, or a semi-replicate, of the set-up costs."""
    split, sort = split_positions(setup), sort_ranges(setup, semi)
    cards = sum(span.cards for span in sort)
    divided = sum(setup.capacities[position] for position in split)
    seconds = DEAL * sum(setup.capacities.values()) + DIVIDE * divided + SORT * cards
    return Effort(split, sort, cards, -int(-seconds // MINUTE))


def split_positions(setup: Setup) -> tuple[Position, ...]:
    """Return the positions whose pile feeds more than one zone, so that it must be divided by number."""
    feeds: dict[Position, set[int]] = {}
    for place, zone in enumerate(setup.zones):
        for mark in zone.slots:
            feeds.setdefault(mark.position, set()).add(place)
    return tuple(position for position in POSITIONS if len(feeds.get(position, ())) > 1)


def sort_ranges(setup: Setup, semi: bool = False) -> tuple[Span, ...]:
    """Return the ranges that must be put in order; in a semi-replicate without those that stay unsorted."""
    ordered = [zone for zone in setup.zones if zone.ordered and len(zone.slots) > 1]
    spans = [span for zone in ordered for span in zone.spans]
    return tuple(span for span in spans if not (semi and setup.is_loose(span)))
