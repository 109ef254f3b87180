"""Figures: drawings of a few flat colours, read from files and printed as reusable forms; and pictures made of pixels."""

from dataclasses import dataclass
from typing import Literal, NamedTuple

Command = Literal["M", "L", "C", "Z"]


class Segment(NamedTuple):
    """A path command with its absolute points (M and L one, C three, Z none)."""

    command: Command
    points: tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class Shape:
    """One path; colours are palette names or "suit", None for no fill or no line."""

    segments: tuple[Segment, ...]
    fill: str | None
    line: str | None
    width: float


@dataclass(frozen=True)
class Figure:
    """A drawing in a box of `width` x `height` units, y downwards."""

    name: str
    width: float
    height: float
    shapes: tuple[Shape, ...]


@dataclass(frozen=True)
class Picture:
    """A whole face made of pixels: the bytes of a PNG or JPEG file in RGB or grey."""

    name: str
    width: int
    height: int
    data: bytes
