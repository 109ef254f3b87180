"""Printer profiles: what corrects each side of a printer, and where its ink begins."""

from dataclasses import dataclass, field
from math import cos, radians, sin
from typing import Annotated, Literal, NamedTuple

from annotated_types import Ge, Le, MaxLen

from replikat.geometry.paper import Flip
from replikat.geometry.plane import Matrix, Rect

DOT = 0.2  # mm: as exactly is known where ink ends

Feed = Literal["both-sides", "faces-first", "faces-first-reversed"]
EDGES = ("top", "right", "bottom", "left")
Offset = Annotated[float, Ge(-20), Le(20)]
Stretch = Annotated[float, Ge(0.95), Le(1.05)]
Rim = Annotated[float, Ge(0), Le(40)]


@dataclass(frozen=True)
class Correction:
    """How one side is moved: mm to the right and down, degrees clockwise, stretched, all about the page's middle.

    Both sides are seen from the front of the upright paper, the back as if through it.
    """

    x: Offset = 0.0
    y: Offset = 0.0
    rotation: Annotated[float, Ge(-5), Le(5)] = 0.0
    scale_x: Stretch = 1.0
    scale_y: Stretch = 1.0

    def matrix(self, width: float, height: float) -> Matrix:
        """Return the map of points of a page of this size."""
        turn, (x, y) = radians(self.rotation), (width / 2, height / 2)
        a, b = cos(turn) * self.scale_x, sin(turn) * self.scale_x
        c, d = -sin(turn) * self.scale_y, cos(turn) * self.scale_y
        return Matrix(a, b, c, d, x + self.x - a * x - c * y, y + self.y - b * x - d * y)

    def mirrored(self, flip: Flip) -> "Correction":
        """Return the same correction as seen on the page of the back, after upright paper was turned over that edge."""
        across, down = (-self.x, self.y) if flip == "long" else (self.x, -self.y)
        return Correction(across + 0.0, down + 0.0, -self.rotation + 0.0, self.scale_x, self.scale_y)


@dataclass(frozen=True)
class Margins:
    """How far from each edge of the upright paper a printer's ink begins, in mm."""

    top: Rim = 4.3
    right: Rim = 4.3
    bottom: Rim = 4.3
    left: Rim = 4.3


@dataclass(frozen=True)
class Printer:
    """A printer profile: how it turns paper, in which order it is fed, and what corrects each of its sides.

    `paper` is a note on the paper it was measured with.
    """

    flip: Flip = "long"
    feed: Feed = "both-sides"
    front: Correction = field(default_factory=Correction)
    back: Correction = field(default_factory=Correction)
    margins: Margins = field(default_factory=Margins)
    paper: Annotated[str, MaxLen(200)] = ""

    def correction(self, back: bool, flip: Flip | None = None) -> Correction:
        """Return the correction of a page as it lies in the file; `flip` is the edge over which its paper is turned."""
        return self.back.mirrored(flip or self.flip) if back else self.front

    def needs(self, width: float, height: float, back: bool) -> float:
        """Return how many mm from the paper's edges ink must stay so that a corrected side keeps all of it."""
        page, rim = Rect(0, 0, min(width, height), max(width, height)), self.margins
        moved = self.correction(back).matrix(page.width, page.height).box(page)
        upright = rim.top - moved.y, rim.bottom + moved.bottom - page.height
        return max(*upright, rim.left - moved.x, rim.right + moved.right - page.width)


class Profile(NamedTuple):
    """A printer by its name."""

    name: str
    printer: Printer

    def note(self, back: bool) -> str:
        """Return what the foot of a side says of it: by how much its page was moved, turned and stretched, if it was."""
        moved = self.printer.correction(back)
        if moved == Correction():
            return ""
        scales = f"{100 * moved.scale_x:.3f} {100 * moved.scale_y:.3f} %"
        return f"{self.name} {moved.x:+.2f} {moved.y:+.2f} mm {moved.rotation:+.3f}° {scales}"


def lost(ink: Rect, page: Rect, rim: Margins) -> tuple[str, float] | None:
    """Return the edge at which most ink would be lost, and how many mm, or None where all of it is printed."""
    over = {
        "left": rim.left - ink.x,
        "top": rim.top - ink.y,
        "right": ink.right - (page.width - rim.right),
        "bottom": ink.bottom - (page.height - rim.bottom),
    }
    edge = max(over, key=lambda name: over[name])
    return (edge, over[edge]) if over[edge] > DOT else None
