"""Where the ornaments of a back stand: about the card in its rim, between squares."""

from collections.abc import Iterator
from math import ceil
from typing import NamedTuple

from replikat.cards.back_plan import GAP, BackPlan
from replikat.geometry.paper import CardSize
from replikat.geometry.plane import Point
from replikat.papers.theme import RIM, Ornament


class Spot(NamedTuple):
    """The middle of an ornament, and by how many degrees it is turned clockwise."""

    middle: Point
    turn: float


def rim_spots(card: CardSize, ornament: Ornament, bleed: float) -> tuple[list[Spot], list[Spot]]:
    """Return the spots of the rim and those of its corners: one row inside the trim, others beyond as far as the bleed.

    The rows are spaced so that they meet in the corners; turned by 180 degrees about the card's middle they are the same.
    """
    inside = (RIM - ornament.off) / 2  # of the row's middle
    long = card.width - 2 * inside, card.height - 2 * inside
    steps = [max(1, round(side / ornament.every)) for side in long]
    pitch = [side / count for side, count in zip(long, steps, strict=True)]
    beyond = ceil((bleed - inside) / min(pitch) + 0.5) if bleed else 0
    rim: list[Spot] = []
    corners: list[Spot] = []
    for row in range(-beyond, steps[1] + beyond + 1):
        for column in range(-beyond, steps[0] + beyond + 1):
            level, upright = _side(row, steps[1]), _side(column, steps[0])
            at = Point(inside + column * pitch[0], inside + row * pitch[1])
            if level and upright:
                corners.append(Spot(at, 0.0))
            elif level or upright:
                rim.append(Spot(at, (0.0 if level < 0 else 180.0) if level else 90.0 * upright))
    return rim, corners


def _side(place: int, last: int) -> int:
    """Return -1 at the first side and beyond it, 1 at the last, 0 between."""
    return -1 if place <= 0 else 1 if place >= last else 0


def between_spots(plan: BackPlan) -> Iterator[Spot]:
    """Yield the places where four squares meet, in both halves of a two-way back."""
    for number in range(1, plan.squares + 1):
        square = plan.square(number)
        if number % plan.columns and number + plan.columns + 1 <= plan.squares:
            at = Point(square.right + GAP / 2, square.bottom + GAP / 2)
            yield Spot(at, 0.0)
            if plan.two_way:
                yield Spot(Point(plan.card.width - at.x, plan.card.height - at.y), 180.0)
