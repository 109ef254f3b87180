"""How much table a set-up needs, for cards of any size."""

from collections.abc import Sequence
from dataclasses import dataclass

from replikat.games.setups import Setup, Zone
from replikat.geometry.paper import CardSize

GAP = 10.0  # mm between things that lie side by side
RIM = 40.0  # mm to every edge, for elbows and glasses
OVERLAP = 0.2  # of its height a card of a column shows under the next
GROWTH = 12  # cards by which a column may grow in play
SIDES = ("S", "W", "N", "E")


@dataclass(frozen=True)
class Space:
    """Width (from West to East) and depth of the table, mm."""

    wide: float
    deep: float


def table_space(setup: Setup, card: CardSize) -> Space:
    """Return the table that a set-up needs: what every seat lays out before it, and the middle.

    Cards that are held take no room. Seats that no edge names sit on the long side, with South. In the middle there is
    room for a trick at least, but for a patience.
    """
    extra = [seat for seat in setup.seats if seat not in SIDES]
    seats = {side: _row([zone for zone in setup.zones if zone.owner == side], card) for side in (*SIDES, *extra)}
    lying, trick = _row([zone for zone in setup.zones if zone.owner is None], card), (2 * card.width + card.height, 3 * card.height)
    middle = lying if setup.most == 1 else (max(lying[0], trick[0]), max(lying[1], trick[1]))
    south = (sum(seats[seat][0] for seat in ("S", *extra)), max(seats[seat][1] for seat in ("S", *extra)))
    across = [seats["W"][1], middle[0], seats["E"][1]]  # West and East lie along their edges, turned
    wide = max(south[0], seats["N"][0], sum(across) + GAP * sum(part > 0 for part in across))
    along = max(middle[1], seats["W"][0], seats["E"][0])
    return Space(wide + 2 * RIM, south[1] + along + seats["N"][1] + 2 * GAP + 2 * RIM)


def _row(zones: Sequence[Zone], card: CardSize) -> tuple[float, float]:
    """Return width and depth of things side by side, (0, 0) where nothing lies."""
    sizes = [size for zone in zones if (size := _size(zone, card)) != (0.0, 0.0)]
    return sum(wide + GAP for wide, _ in sizes), max((deep for _, deep in sizes), default=0.0)


def _size(zone: Zone, card: CardSize) -> tuple[float, float]:
    """Return width and depth of what lies in a zone; nothing for cards in hand, set aside, or on others."""
    if zone.face == "owner" or zone.kind == "unused" or zone.on:
        return 0.0, 0.0
    if zone.kind == "tableau":
        return card.width, card.height * (1 + OVERLAP * (len(zone.slots) - 1 + GROWTH))
    columns, rows = 1, 1
    if zone.columns is not None:
        columns, rows = zone.columns + 2 * zone.frame, zone.rows + 2 * zone.frame
    elif zone.face == "up":
        columns = len(zone.slots)
    return columns * (card.width + GAP) - GAP, rows * (card.height + GAP) - GAP
