"""Regions of pixels that hang together in a grey picture, whose ink is at 0 and whose paper is at 255."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image, ImageFilter

FINE = 8  # pixels a mm of the picture in which shapes are found
SMOOTH = 0.6  # pixels of blur against noise
FAINTEST = 40  # greys between ink and paper; a picture of less contrast is not read
LIGHT = 204  # of 255 once levelled: from here on paper, or a tinted ground
DARK = 138  # up to here ink, be it a thin line; the quiet colour of frames lies between


class Box(NamedTuple):
    """A rectangle of pixels, right and low exclusive."""

    left: float
    top: float
    right: float
    low: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.low - self.top

    @property
    def centre(self) -> tuple[float, float]:
        return (self.left + self.right) / 2, (self.top + self.low) / 2

    def moved(self, x: float, y: float) -> "Box":
        return Box(self.left + x, self.top + y, self.right + x, self.low + y)

    def within(self, other: "Box", slack: float = 0.0) -> bool:
        """Return whether this lies in the other."""
        return (
            self.left >= other.left - slack
            and self.top >= other.top - slack
            and self.right <= other.right + slack
            and self.low <= other.low + slack
        )

    def meets(self, other: "Box", slack: float = 0.0) -> bool:
        """Return whether the two come nearer than `slack`."""
        return (
            self.left < other.right + slack
            and other.left < self.right + slack
            and self.top < other.low + slack
            and other.top < self.low + slack
        )


class Region(NamedTuple):
    """Pixels that hang together: the box around them, and how many they are."""

    box: Box
    area: int


def regions(mask: Image.Image, diagonal: bool) -> list[Region]:
    """Return the connected regions of a picture's 255s; `diagonal` joins pixels that meet at a corner."""
    width, data = mask.width, mask.tobytes()
    reach = 1 if diagonal else 0
    runs: list[tuple[int, int, int]] = []  # row, first column, column after the last
    parent: list[int] = []
    above: list[int] = []
    for row in range(mask.height):
        here: list[int] = []
        start = 0
        for found in re.finditer(b"\xff+", data[row * width : (row + 1) * width]):
            number, left, right = len(runs), found.start(), found.end()
            runs.append((row, left, right))
            parent.append(number)
            here.append(number)
            while start < len(above) and runs[above[start]][2] + reach <= left:
                start += 1
            for other in above[start:]:
                if runs[other][1] >= right + reach:
                    break
                if parent[number] != parent[other]:
                    parent[_root(parent, number)] = _root(parent, other)
        above = here
    return _gathered(runs, parent)


def _root(parent: list[int], number: int) -> int:
    while parent[number] != number:
        parent[number] = parent[parent[number]]
        number = parent[number]
    return number


def _gathered(runs: Sequence[tuple[int, int, int]], parent: list[int]) -> list[Region]:
    found: dict[int, list[int]] = {}
    for number, (row, left, right) in enumerate(runs):
        root = _root(parent, number)
        if root in found:
            held = found[root]
            held[0], held[2], held[3] = min(held[0], left), max(held[2], right), row + 1
            held[4] += right - left
        else:
            found[root] = [left, row, right, row + 1, right - left]
    return [Region(Box(*held[:4]), held[4]) for held in found.values()]


def levelled(picture: Image.Image) -> Image.Image | None:
    """Return the picture in grey with its ink at 0 and its paper at 255, or None where there is no contrast."""
    grey = picture.convert("L")
    counts = grey.histogram()
    ink, paper = _percentile(counts, 0.005), _percentile(counts, 0.75)
    if paper - ink < FAINTEST:
        return None
    return grey.point([max(0, min(255, round(255 * (level - ink) / (paper - ink)))) for level in range(256)])


def _percentile(counts: Sequence[int], share: float) -> int:
    left = share * sum(counts)
    for level, count in enumerate(counts):
        left -= count
        if left < 0:
            return level
    return 255


def fine_picture(grey: Image.Image, dpi: float) -> Image.Image:
    """Return a levelled picture at FINE pixels a mm, smoothed."""
    size = tuple(max(1, round(side * 25.4 * FINE / dpi)) for side in grey.size)
    smaller = grey.resize((size[0], size[1]), Image.Resampling.BILINEAR)
    return smaller.filter(ImageFilter.GaussianBlur(SMOOTH))


def dark(picture: Image.Image) -> Image.Image:
    """Return the mask of a picture's ink."""
    return picture.point([255 if level <= DARK else 0 for level in range(256)])


def inked(picture: Image.Image) -> Image.Image:
    """Return the mask of everything that is not paper."""
    return picture.point([255 if level < LIGHT else 0 for level in range(256)])
