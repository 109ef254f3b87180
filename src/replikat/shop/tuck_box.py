"""The net of a tuck box: a box of one piece that two flaps close."""

from dataclasses import dataclass
from itertools import pairwise
from math import cos, pi, sin

from replikat.geometry.paper import CardSize
from replikat.geometry.plane import Line, Point, Rect

ROOM = 1.5  # mm that the box is wider and higher than the cards
SLACK = 1.0  # mm that it is deeper than the deck
GLUE = 12.0  # width of the flap that is glued
TUCK = 15.0  # how far a flap goes in
CHAMFER = 4.0
EASE = 0.5  # a flap that goes in is so much narrower on each side
THUMB = 8.0  # radius of the notch
ARC = 12  # straight pieces of the notch


@dataclass(frozen=True)
class TuckBox:
    """The net about a deck of `deep` mm, origin top left, printed side up: glue flap, back, side, front, side."""

    card: CardSize
    thickness: float

    @property
    def inside(self) -> tuple[float, float, float]:
        """Return width, height and depth of the box in mm."""
        return self.card.width + ROOM, self.card.height + ROOM, self.thickness + SLACK

    @property
    def size(self) -> tuple[float, float]:
        """Return width and height of the net in mm."""
        wide, high, deep = self.inside
        return GLUE + 2 * wide + 2 * deep, high + 2 * deep + 2 * TUCK

    @property
    def panels(self) -> dict[str, Rect]:
        """Return the four panels and the lid by name."""
        wide, high, deep = self.inside
        top = TUCK + deep
        xs = (GLUE, GLUE + wide, GLUE + wide + deep, GLUE + 2 * wide + deep)
        widths = {"back": wide, "left": deep, "front": wide, "right": deep}
        found = {name: Rect(x, top, width, high) for x, (name, width) in zip(xs, widths.items(), strict=True)}
        return {**found, "lid": Rect(GLUE, TUCK, wide, deep)}

    def cuts(self) -> list[Line]:
        """Return the lines to cut along."""
        panels = self.panels
        back, front, right = panels["back"], panels["front"], panels["right"]
        glue = [(GLUE, back.y), (0.0, back.y + CHAMFER), (0.0, back.bottom - CHAMFER), (GLUE, back.bottom)]
        lines = _way(glue) + _way([(right.right, right.y), (right.right, right.bottom)])
        lines += _way([(front.x, front.y), *self._notch(), (front.right, front.y)])
        lines += _way([(front.x, front.bottom), (front.right, front.bottom)])
        for flap in (self._closing(), self._dust("left"), self._dust("right")):
            lines += _way(flap)
            lines += _way([(x, self.size[1] - y) for x, y in flap])
        return lines

    def folds(self) -> list[Line]:
        """Return the lines to crease."""
        panels = self.panels
        back, low = panels["back"], self.size[1]
        uprights = [panels[name].x for name in ("back", "left", "front", "right")]
        lines = [Line(Point(x, back.y), Point(x, back.bottom)) for x in uprights]
        levels = [(back, back.y), (back, TUCK), (panels["left"], back.y), (panels["right"], back.y)]
        for panel, y in levels:
            lines += [Line(Point(panel.x, level), Point(panel.right, level)) for level in (y, low - y)]
        return lines

    def _closing(self) -> list[tuple[float, float]]:
        """Return the outline of the lid with its tuck, above the back."""
        back = self.panels["back"]
        left, right = back.x + EASE, back.right - EASE
        tuck = [(left, TUCK), (left, CHAMFER), (left + CHAMFER, 0.0), (right - CHAMFER, 0.0), (right, CHAMFER), (right, TUCK)]
        return [(back.x, back.y), (back.x, TUCK), *tuck, (back.right, TUCK), (back.right, back.y)]

    def _dust(self, side: str) -> list[tuple[float, float]]:
        """Return the outline of the small flap above a side."""
        panel = self.panels[side]
        high = min(panel.width + CHAMFER, 0.45 * self.inside[0], TUCK + panel.width - 1)
        slant = min(CHAMFER, panel.width / 4)
        return [
            (panel.x, panel.y),
            (panel.x + EASE, panel.y - high),
            (panel.right - slant, panel.y - high),
            (panel.right, panel.y - slant),
            (panel.right, panel.y),
        ]

    def _notch(self) -> list[tuple[float, float]]:
        front = self.panels["front"]
        middle = front.centre.x
        turns = [pi * step / ARC for step in range(ARC + 1)]
        return [(middle - THUMB * cos(turn), front.y + THUMB * sin(turn)) for turn in turns]


def _way(corners: list[tuple[float, float]]) -> list[Line]:
    points = [Point(*corner) for corner in corners]
    return [Line(a, b) for a, b in pairwise(points)]
