"""Numbers read from pixels, by comparison with the digits of the font they are printed in."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from operator import mul
from pathlib import Path
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFilter, ImageFont

from replikat.reading.scanned.regions import Box

EM = 200  # pixels of the font size in which templates are drawn
STEP = 0.05  # of an em: a pixel of the grid on which picture and template are compared
CELL = (12, 17)  # pixels of one digit
RISE = 0.805  # of an em: the top of a cell above the baseline
FLANK = 6  # pixels beside a single digit that must be empty
BLURS = (0.012, 0.025, 0.04, 0.055, 0.075)  # of an em; one of them fits the picture best
SCALES = (0.94, 0.97, 1.0, 1.03, 1.06)
NUDGE = 0.015
SHIFTS_X, SHIFTS_Y = (-0.06, -0.03, 0.0, 0.03, 0.06), (-0.03, 0.0, 0.03)  # of an em
HALF = 0.5
RULE = Box(-0.2, 0.125, 0.2, 0.19)  # of an em from middle and baseline: the heart of the line under a 6 or 9
RULE_SEEN, NO_RULE = 0.36, 0.24
DOT = Box(0.075, -0.15, 0.185, -0.03)  # of an em from the end of a number: the heart of the dot after a 6 or 9
DOT_SEEN, NO_DOT = 0.5, 0.25
ABOVE_DOT = 10  # rows of the grid that no dot reaches
LIKELY = 4  # digits looked at in each place of a number
SAMPLE = 6  # numbers by which size and blur are found


class Setting(NamedTuple):
    """How numbers are set in a picture: font size in pixels, blur in parts of it."""

    em: float
    blur: float


class Place(NamedTuple):
    """Where a number stands in pixels: its middle, the top and the bottom of its digits."""

    x: float
    top: float
    low: float
    solid: bool  # white on a solid tab


@dataclass(frozen=True)
class Told:
    """The number that fits best, how badly it fits, and how much worse the next best one does; 0 is a perfect fit.

    The unit is the energy of one digit: a digit that lacks a tenth of its ink is about 0.1 off. `gain` is the
    contrast that was found, 1 where ink is as dark as it can be; `worst` is the greatest difference of any one pixel,
    1 where there is ink instead of ground.
    """

    number: int
    error: float
    margin: float
    gain: float
    at: tuple[float, float]  # em from where it was expected
    worst: float


@dataclass(frozen=True)
class Digits:
    """The ten digits as they look at one blur: values 0 to 255 of the cell, its energy, and the heights of the ink."""

    cells: tuple[tuple[int, ...], ...]
    energies: tuple[float, ...]
    tops: tuple[float, ...]  # of an em above the baseline

    @property
    def unit(self) -> float:
        return sum(self.energies) / len(self.energies)


@cache
def digits(font: Path, blur: float) -> Digits:
    """Return the digits of a font, blurred by `blur` em."""
    face = ImageFont.truetype(str(font), EM)
    cells, energies, tops = [], [], []
    for digit in "0123456789":
        sheet = Image.new("L", (2 * EM, 2 * EM), 0)
        ImageDraw.Draw(sheet).text((EM, 1.5 * EM), digit, fill=255, font=face, anchor="ms")
        ink = sheet.getbbox()
        assert ink, "a font of digits"
        tops.append((1.5 * EM - ink[1]) / EM)
        values = _grid(sheet.filter(ImageFilter.GaussianBlur(blur * EM)), EM, 1.5 * EM, EM, CELL[0])
        cells.append(tuple(values))
        energies.append(float(sum(map(mul, values, values))))
    return Digits(tuple(cells), tuple(energies), tuple(tops))


@cache
def advance(font: Path) -> float:
    """Return how wide a digit is set, in em."""
    return float(ImageFont.truetype(str(font), 1000).getlength("0")) / 1000


def _grid(picture: Image.Image, x: float, baseline: float, em: float, wide: int) -> bytes:
    """Return a part of the picture on the grid of templates: `wide` pixels about x, from above the digits to below them."""
    half, top = wide * STEP * em / 2, baseline - RISE * em
    box = (x - half, top, x + half, top + CELL[1] * STEP * em)
    return picture.resize((wide, CELL[1]), Image.Resampling.BILINEAR, box).tobytes()


class _Match(NamedTuple):
    """How badly a number fits, at which contrast and where, in em from where the number was expected."""

    error: float
    gain: float
    at: tuple[float, float]


class Patch:
    """A number's surroundings, ink as 255 and ground as 0, to be compared at any place near its own."""

    def __init__(self, grey: Image.Image, place: Place, high: float, font: Path, dots: bool = False) -> None:
        """Cut it out; `high` is how high digits are on this back, in pixels; `dots` may follow them."""
        left, top = int(place.x - 1.5 * high) - 4, int(place.low - 1.6 * high)
        right, low = int(place.x + 1.5 * high) + 4, int(place.low + 0.7 * high)
        cut = grey.crop((left, top, right, low))
        self.picture = cut if place.solid else cut.point([255 - level for level in range(256)])
        self.x, self.baseline = place.x - left, place.low - top
        self.font = font
        self.dots = dots

    def tell(self, setting: Setting, gains: tuple[float, float]) -> Told:
        """Return the number that fits best, with a contrast within `gains`."""
        shapes = digits(self.font, setting.blur)
        best: dict[int, _Match] = {}
        for aside in SHIFTS_X:
            self._match(best, setting.em, (aside, 0.0), shapes, gains)
        near = min(best.values(), key=lambda match: match.error).at[0]
        for down in SHIFTS_Y:
            self._match(best, setting.em, (near, down), shapes, gains)
        first, second = sorted(best, key=lambda number: best[number].error)[:2]
        match, rival = (self._refined(number, setting.em, best[number], shapes, gains) for number in (first, second))
        worst = self._worst(first, setting.em, match, shapes)
        return Told(first, match.error, rival.error - match.error, match.gain, match.at, worst)

    def _refined(self, number: int, em: float, match: "_Match", shapes: Digits, gains: tuple[float, float]) -> "_Match":
        """Return the best match of a number near one that was found."""
        found = [match]
        for aside, down in product((-NUDGE, 0.0, NUDGE), repeat=2):
            at = match.at[0] + aside, match.at[1] + down
            pairs = self._pairs(number, em, at, shapes)
            whole = sum(_power(seen) for seen, _, _ in pairs) + (sum(map(_power, self._ends(em, at))) if number < 10 else 0)
            both, energy = sum(sum(map(mul, seen, cell)) for seen, cell, _ in pairs), sum(energy for _, _, energy in pairs)
            error, gain = _fitted(whole, both, energy, gains)
            found.append(_Match(error / shapes.unit, gain, at))
        return min(found, key=lambda item: item.error)

    def misfit(self, told: Told, setting: Setting, gains: tuple[float, float]) -> float:
        """Return how badly a number fits that was told before, set otherwise."""
        shapes = digits(self.font, setting.blur)
        found = []
        for down in SHIFTS_Y:
            pairs = self._pairs(told.number, setting.em, (told.at[0], told.at[1] + down), shapes)
            both = sum(sum(map(mul, seen, cell)) for seen, cell, _ in pairs)
            energy = sum(energy for _, _, energy in pairs)
            found.append(_fitted(sum(_power(seen) for seen, _, _ in pairs), both, energy, gains)[0])
        return min(found) / shapes.unit

    def _pairs(self, number: int, em: float, at: tuple[float, float], shapes: Digits) -> list[tuple[bytes, tuple[int, ...], float]]:
        """Return every cell of a number as seen, as it should be, and its energy."""
        step = advance(self.font) / 2
        offs = [(0.0, number)] if number < 10 else [(-step, number // 10), (step, number % 10)]
        return [(self._cell(em, at[0] + off, at[1], CELL[0]), shapes.cells[digit], shapes.energies[digit]) for off, digit in offs]

    def _cell(self, em: float, aside: float, down: float, wide: int) -> bytes:
        return _grid(self.picture, self.x + aside * em, self.baseline + down * em, em, wide)

    def _ends(self, em: float, at: tuple[float, float]) -> tuple[bytes, bytes]:
        """Return what lies left and right of a single digit, but for the place of a dot."""
        off = (CELL[0] + FLANK) * STEP / 2
        right = self._cell(em, at[0] + off, at[1], FLANK)
        return self._cell(em, at[0] - off, at[1], FLANK), right[: ABOVE_DOT * FLANK] if self.dots else right

    def _worst(self, number: int, em: float, match: "_Match", shapes: Digits) -> float:
        """Return the greatest difference between the picture and the digits of a number, in parts of the contrast."""
        pairs = self._pairs(number, em, match.at, shapes)
        worst = max(abs(p - match.gain * t) for seen, cell, _ in pairs for p, t in zip(seen, cell, strict=True))
        beside = max(max(end) for end in self._ends(em, match.at)) if number < 10 else 0
        return max(worst, beside) / (255 * match.gain)

    def _match(self, best: dict[int, "_Match"], em: float, at: tuple[float, float], shapes: Digits, gains: tuple[float, float]) -> None:
        """Note how well numbers fit at one place; of numbers of two digits those whose every digit is among the likely ones."""
        step = advance(self.font) / 2
        one, tens, units = (self._cell(em, at[0] + off, at[1], CELL[0]) for off in (0, -step, step))
        power = _power(one) + sum(map(_power, self._ends(em, at)))
        sums = [(digit, both, energy, power) for digit, both, energy in _likely(one, shapes) if digit]
        power = _power(tens) + _power(units)
        right = _likely(units, shapes)
        sums += [(10 * a + b, x + y, e + f, power) for a, x, e in _likely(tens, shapes) if a for b, y, f in right]
        for number, both, energy, whole in sums:
            error, gain = _fitted(whole, both, energy, gains)
            if number not in best or error / shapes.unit < best[number].error:
                best[number] = _Match(error / shapes.unit, gain, at)

    def rule(self, em: float, at: tuple[float, float]) -> bool | None:
        """Return whether a line lies under the number that was found `at` its place; None where it is not clear."""
        ink = self._ink(em, at, RULE)
        return True if ink >= RULE_SEEN else False if ink <= NO_RULE else None

    def dot(self, em: float, told: Told) -> bool | None:
        """Return whether a dot follows a single digit; None where it is not clear."""
        ink = self._ink(em, (told.at[0] + advance(self.font) / 2, told.at[1]), DOT)
        return True if ink >= DOT_SEEN else False if ink <= NO_DOT else None

    def _ink(self, em: float, at: tuple[float, float], part: Box) -> float:
        """Return how much of a part is ink, 0 to 1; its sides are em from the place `at`."""
        x, y = self.x + at[0] * em, self.baseline + at[1] * em
        box = (x + part.left * em, y + part.top * em, x + part.right * em, y + part.low * em)
        return self.picture.resize((1, 1), Image.Resampling.BOX, box).tobytes()[0] / 255


def _power(values: bytes) -> float:
    return float(sum(map(mul, values, values)))


def _fitted(whole: float, both: float, energy: float, gains: tuple[float, float]) -> tuple[float, float]:
    """Return the squared difference between picture and template at the contrast that suits them best, and that contrast."""
    gain = min(max(both / energy, gains[0]), gains[1])
    return (whole - 2 * gain * both + gain * gain * energy) / (gain * gain), gain


def _likely(seen: bytes, shapes: Digits) -> list[tuple[int, float, float]]:
    """Return the digits that are most like a cell, each with its product with the cell and its energy."""
    products = [(digit, float(sum(map(mul, seen, cell))), shapes.energies[digit]) for digit, cell in enumerate(shapes.cells)]
    return sorted(products, key=lambda item: item[1] * item[1] / item[2], reverse=True)[:LIKELY]


def find_digits(grey: Image.Image, window: Box, solid: bool, heights: tuple[float, float]) -> tuple[float, float] | None:
    """Return top and bottom of the row of digits in the middle of a window, or None; `heights` bounds it, in pixels.

    What touches the window's upper or lower edge belongs to the tab.
    """
    left, top, right, low = (round(side) for side in window)
    cut = grey.crop((left, top, right, low))
    narrow = cut.resize((max(4, cut.width // 3), cut.height), Image.Resampling.BOX)
    data, wide = narrow.tobytes(), narrow.width
    rows = [data[row * wide : (row + 1) * wide] for row in range(narrow.height)]
    ink = [max(row) / 255 if solid else 1 - min(row) / 255 for row in rows]
    found, start = [], 0
    for row in range(len(ink) + 1):
        if row < len(ink) and ink[row] >= HALF:
            continue
        if start <= len(ink) // 2 < row and start > 0 and row < len(ink):
            upper = start + 0.5 - (ink[start] - HALF) / (ink[start] - ink[start - 1])
            lower = row - 0.5 + (ink[row - 1] - HALF) / (ink[row - 1] - ink[row])
            if heights[0] <= lower - upper <= heights[1]:
                found.append((top + upper, top + lower))
        start = row + 1
    return found[0] if found else None


def fit(patches: Sequence[Patch], em: float, gains: tuple[float, float]) -> Setting:
    """Return the font size and blur at which numbers fit best, near a size that was measured."""
    start = Setting(em, BLURS[2])
    told = [(patch, patch.tell(start, gains)) for patch in patches[:SAMPLE]]

    def badness(setting: Setting) -> float:
        errors = sorted(patch.misfit(item, setting, gains) for patch, item in told)
        return sum(errors[: max(1, len(errors) - 1)])  # one of them may be torn

    return min((Setting(em * scale, blur) for scale in SCALES for blur in BLURS), key=badness)
