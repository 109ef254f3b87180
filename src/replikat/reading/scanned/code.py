"""The deck's code at the foot of a back, read from pixels sign by sign from its right end."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from operator import mul
from pathlib import Path
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFilter, ImageFont

from replikat.cards.back_plan import CODE_HIGH, CODE_SHARES, FOOT_LINE
from replikat.deck.code import LENGTH, SIGNS, check_sign
from replikat.reading.scanned.regions import Box

EM = 100  # pixels of the font size in which signs are drawn
STEP = 0.0125  # of an em: signs are looked for at whole steps from the right end
ASIDE = 2  # steps that a sign may stand beside its place: many programs set small ones at whole pixels
GRID = 0.05  # of an em: a pixel of the grid on which picture and sign are compared
RISE, ROWS = 0.8, 20  # where a sign's cell begins above the baseline, in em, and how many rows of the grid it has
BLURS = (0.02, 0.035, 0.055)  # of an em
DASHED = (3, 7)  # signs from the right after which a dash stands
CLEAR = 0.5  # em at the left of the code that are empty
KEPT = 6  # beginnings that are followed up
SCALES = (0.98, 1.0, 1.02)
SHIFTS = (-0.06, 0.0, 0.06)  # of an em
FINER = (0.5, 0.25)
WORST = 0.12  # of the ink that the right code leaves unexplained, at most
BORNE = 0.3  # the same of a code that need only be told from quite other ones
MARGIN = 0.004  # by which a code must be worse that differs in one sign
RIVALS = 6  # of the codes that differ in one sign, looked at closely


class Setting(NamedTuple):
    """How the code is set: its right end and baseline, the font size and the blur; pixels, the blur in em."""

    x: float
    y: float
    em: float
    blur: float


class _Sign(NamedTuple):
    """A sign as it looks: its advance in em, the columns of its cell, its greys and their energy."""

    advance: float
    wide: int
    greys: tuple[int, ...]
    energy: float


@cache
def _signs(font: Path, blur: float) -> dict[str, _Sign]:
    face = ImageFont.truetype(str(font), EM)
    found = {}
    for text in (*SIGNS, "-"):
        advance = float(face.getlength(text)) / EM
        sheet = Image.new("L", (3 * EM, 3 * EM), 0)
        ImageDraw.Draw(sheet).text((EM, 2 * EM), text, fill=255, font=face, anchor="ls")
        soft = sheet.filter(ImageFilter.GaussianBlur(blur * EM))
        wide = round(advance / GRID)
        greys = tuple(_grid(soft, Setting(EM + advance * EM, 2 * EM, EM, blur), advance, wide))
        found[text] = _Sign(advance, wide, greys, float(sum(map(mul, greys, greys))))
    return found


def _grid(picture: Image.Image, at: Setting, advance: float, wide: int) -> bytes:
    """Return the cell of a sign that ends at a place, on the grid."""
    top = at.y - RISE * at.em
    box = (at.x - advance * at.em, top, at.x, top + ROWS * GRID * at.em)
    return picture.resize((wide, ROWS), Image.Resampling.BILINEAR, box).tobytes()


def _energy(greys: bytes) -> float:
    return float(sum(map(mul, greys, greys)))


def _explained(seen: bytes, sign: _Sign) -> float:
    """Return how much of the energy that is seen a sign explains, in the contrast that suits it best."""
    return float(sum(map(mul, seen, sign.greys))) ** 2 / sign.energy


class CodeRead(NamedTuple):
    """A code as read: how much of the ink it leaves unexplained, and by how much the next best sign is worse."""

    code: str
    left: float
    margin: float


class Foot:
    """The foot of one back above its bar, in which codes are looked for."""

    def __init__(self, grey: Image.Image, bar: Box, dots: float, font: Path) -> None:
        """Cut it out of a levelled picture of `dots` pixels a mm; `font` is the file of the code's font."""
        high = 2.5 * CODE_HIGH * dots
        left, top = max(0, int(bar.left)), max(0, int(bar.top - FOOT_LINE * dots - high))
        cut = grey.crop((left, top, int(bar.right + high), int(bar.top)))
        self.picture = cut.point([255 - level for level in range(256)])
        self.end, self.line = bar.right - left, bar.top - FOOT_LINE * dots - top
        self.em, self.font = CODE_HIGH * dots / _cap(font), font
        self.seen: dict[tuple[int, float, float, float], tuple[bytes, float]] = {}
        self.cells: dict[tuple[int, float, float, float, str], tuple[float, float]] = {}

    def settings(self) -> Iterator[Setting]:
        """Yield the ways in which the code may be set."""
        for share, scale, aside, down in product(CODE_SHARES, SCALES, SHIFTS, SHIFTS):
            em = self.em * share * scale
            yield Setting(self.end + aside * em, self.line + down * em, em, BLURS[1])

    def bears(self, code: str) -> bool:
        """Return whether a code explains the ink, as one of which several signs are others does not."""
        return min(self._left(code, setting) for setting in self.settings()) <= BORNE

    def _placed(self, code: str) -> tuple[float, Setting]:
        """Return how much a code leaves unexplained where it fits best, and that setting."""
        return self._nearby(code, min((self._left(code, setting), setting) for setting in self.settings()), BLURS)

    def _nearby(self, code: str, start: tuple[float, Setting], blurs: Sequence[float]) -> tuple[float, Setting]:
        """Return the same for the settings near one, first a little and then less around the best."""
        left, best = start
        for part in FINER:
            near = [
                Setting(best.x + aside * part * best.em, best.y + down * part * best.em, best.em * (1 + (scale - 1) * part), blur)
                for aside, down, scale, blur in product(SHIFTS, SHIFTS, SCALES, blurs)
            ]
            left, best = min((self._left(code, setting), setting) for setting in near)
        return left, best

    def _rival(self, code: str, setting: Setting) -> tuple[float, Setting]:
        """Return the same for a code that is held against another: the picture is as sharp for both."""
        return self._nearby(code, (self._left(code, setting), setting), [setting.blur])

    def _left(self, code: str, setting: Setting) -> float:
        signs = _signs(self.font, setting.blur)
        x, seen, told = setting.x, 0.0, 0.0
        for text in reversed(code):
            here = self._sign(text, x, setting, signs[text])
            seen, told = seen + here[0], told + here[1]
            x -= signs[text].advance * setting.em
        seen += self._before(setting._replace(x=x))
        return 1 - told / seen if seen else 1.0

    def _sign(self, text: str, x: float, setting: Setting, sign: _Sign) -> tuple[float, float]:
        """Return the energy seen and explained where a sign that should end at `x` fits best."""
        place = round((x - self.end) / (STEP * setting.em))
        return min((self._cell(text, place + aside, setting, sign) for aside in (0, -ASIDE, ASIDE)), key=lambda cell: cell[0] - cell[1])

    def _cell(self, text: str, place: int, setting: Setting, sign: _Sign) -> tuple[float, float]:
        key = place, setting.y, setting.em, setting.blur, text
        if key not in self.cells:
            greys, energy = self._greys(place, setting, sign)
            self.cells[key] = energy, _explained(greys, sign)
        return self.cells[key]

    def _greys(self, place: int, setting: Setting, sign: _Sign) -> tuple[bytes, float]:
        """Return what is seen where a sign would stand, and its energy: the same for all signs that are as wide."""
        key = place, setting.y, setting.em, sign.advance
        if key not in self.seen:
            greys = _grid(self.picture, setting._replace(x=self.end + place * STEP * setting.em), sign.advance, sign.wide)
            self.seen[key] = greys, _energy(greys)
        return self.seen[key]

    def _before(self, end: Setting) -> float:
        """Return the energy of what stands where nothing should, left of a code."""
        return _energy(_grid(self.picture, end, CLEAR, round(CLEAR / GRID)))

    def read(self) -> CodeRead | None:
        """Return the code, or None where a sign cannot be told from others or the check sign is wrong."""
        first = [setting for setting in self.settings() if setting.x == self.end and setting.em in (self.em, CODE_SHARES[1] * self.em)]
        _, code = min((self._left(text, setting), text) for setting in first if (text := self._likeliest(setting)))
        left, setting = self._placed(code)
        while True:
            near = {
                *map(self._likeliest, _around(setting)),
                *sorted(_neighbours(code), key=lambda text: self._left(text, setting))[:RIVALS],
            }
            (other, placed), rival = min(((self._rival(text, setting), text) for text in near - {code}), key=lambda item: item[0][0])
            if other >= left:
                break
            code, left, setting = rival, other, placed
        sound = check_sign(code.replace("-", "")[:-1]) == code[-1]
        return CodeRead(code, left, other - left) if sound and left <= WORST and other - left >= MARGIN else None

    def _likeliest(self, setting: Setting) -> str:
        """Return the likeliest text at one setting, sign by sign from the right."""
        signs = _signs(self.font, setting.blur)
        ends: list[tuple[str, float, float, float]] = [("", setting.x, 0.0, 0.0)]  # text, where it begins, energy seen and explained
        for place in range(LENGTH + 1):
            if place in DASHED:
                ends = [self._with("-", end, setting, signs) for end in ends]
            more = [self._with(text, end, setting, signs) for end in ends for text in SIGNS]
            ends = sorted(more, key=lambda end: end[2] - end[3])[:KEPT]
        return ends[0][0]

    def _with(
        self, text: str, end: tuple[str, float, float, float], setting: Setting, signs: dict[str, _Sign]
    ) -> tuple[str, float, float, float]:
        seen, told = self._sign(text, end[1], setting, signs[text])
        return text + end[0], end[1] - signs[text].advance * setting.em, end[2] + seen, end[3] + told


def _around(best: Setting) -> Iterator[Setting]:
    """Yield the settings close to that in which a code fits best: where one of its signs is wrong, those further left lie aside."""
    for aside, scale in product(SHIFTS, SCALES):
        yield best._replace(x=best.x + FINER[0] * aside * best.em, em=best.em * (1 + (scale - 1) * FINER[0]))


def _neighbours(code: str) -> Iterator[str]:
    """Yield the codes that differ in one sign, whether their check sign is right or not."""
    for place, sign in enumerate(code):
        if sign != "-":
            yield from (code[:place] + other + code[place + 1 :] for other in SIGNS if other != sign)


@cache
def _cap(font: Path) -> float:
    """Return how high a capital is, in em."""
    box = ImageFont.truetype(str(font), 1000).getbbox("H", anchor="ls")
    return -float(box[1]) / 1000
