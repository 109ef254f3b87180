"""Faces read from pixels, by comparison with pictures of the faces that a pack has."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from operator import mul
from statistics import median
from typing import NamedTuple

from PIL import Image, ImageChops, ImageFilter

from replikat.geometry.paper import CardSize
from replikat.geometry.plane import Matrix, Point, Rect
from replikat.press.sheets.plan import SheetPlan
from replikat.reading.scanned.pages import COARSE, SCALES, Scan, fitted, scanned_pages, similar
from replikat.reading.scanned.regions import levelled

DOTS = 4.0  # pixels a mm at which faces are compared
DRAWN = 200.0  # dots an inch at which faces are drawn for it
DRIFT = 1.5  # mm that a card may lie beside its place
LEVELS = (6, 2, 1)  # times as coarse, from the first look to the last
SMOOTH = 1.0  # pixels of blur, against edges that lie a little apart
ASIDE = 3  # pixels across, within which an edge may lie
TILE = 8  # pixels a side of the parts that must agree
LIKELY = (6, 3)  # faces that are looked at more closely each time
WORST_TILE = 45.0  # of 255 greys, the mean difference of a part
WORST = 14.0  # and of a whole face
APART = 6.0  # of 255 greys, that the worst part of the next best face must differ more, and
MARGIN = 1.5  # times as different the next best face must be in its worst part
BLANK = 0.0015  # of a card's pixels that are ink: below it the face is blank
WIDEST = 6.0  # mm that a page may lie beside its place
FINER = 0.005  # steps of the scale
ROUNDS = 2  # in which the outermost cards tell how a sheet lies


class FacePicture(NamedTuple):
    """What the face of a card looks like: grey, ink at 0 and paper at 255, DOTS pixels a mm, trimmed."""

    code: str
    grey: Image.Image
    lightest: Image.Image  # of the pixels around each, and the darkest: what an edge a little aside may look like
    darkest: Image.Image


def face_pictures(pdf: bytes, codes: Sequence[str], card: CardSize) -> list[FacePicture]:
    """Return the faces that the pages of a PDF show, one a page, at the size at which faces are compared."""
    size = round(card.width * DOTS), round(card.height * DOTS)
    pages = (scan.picture.resize(size, Image.Resampling.BOX) for scan in scanned_pages(pdf, DRAWN))
    greys = [_soft(levelled(page) or page) for page in pages]
    return [
        FacePicture(code, grey, grey.filter(ImageFilter.MaxFilter(ASIDE)), grey.filter(ImageFilter.MinFilter(ASIDE)))
        for code, grey in zip(codes, greys, strict=True)
    ]


def _soft(grey: Image.Image) -> Image.Image:
    return grey.filter(ImageFilter.GaussianBlur(SMOOTH))


@dataclass(frozen=True)
class Album:
    """The faces that a file may show, a card's perhaps in several languages."""

    faces: tuple[FacePicture, ...]
    card: CardSize

    @cached_property
    def levels(self) -> list[list[Image.Image]]:
        """Return all faces at each of LEVELS."""
        return [[face.grey.reduce(level) for face in self.faces] for level in LEVELS]

    @cached_property
    def mean(self) -> Image.Image:
        """Return the mean of all faces."""
        mean = self.faces[0].grey
        for count, face in enumerate(self.faces[1:], 2):
            mean = Image.blend(mean, face.grey, 1 / count)
        return mean


class FaceRead(NamedTuple):
    """The card whose face is seen: None where it cannot be told, "" for a blank face; and how far off the two best are."""

    code: str | None
    off: float
    next: float


def lay_faces(scan: Scan, straight: Matrix, plan: SheetPlan, album: Album, scale: float | None = None) -> Matrix | None:
    """Return how a sheet of faces lies on a page that is laid straight, or None where there is nothing to be seen.

    That is where columns and rows of ink agree best with the format's; the outermost cards then tell it closely. `scale` is
    that of the file's backs, if there are any.
    """
    grey = levelled(scan.cut(Rect(0, 0, *scan.size), straight, COARSE))
    if grey is None:
        return None
    scales = [scale] if scale else [SCALES[0] + part * FINER for part in range(round((SCALES[1] - SCALES[0]) / FINER) + 1)]
    wanted = _mean_sheet(plan, album)
    found = [(_aligned(grey, wanted, 0, scale), _aligned(grey, wanted, 1, scale), scale) for scale in scales]
    x, y, best = max(found, key=lambda item: item[0].agreed + item[1].agreed)
    own = complex(plan.width / 2, plan.height / 2)
    lies = [straight.after(similar(best, complex(*scan.middle) + moved - best * own)) for moved in (complex(x.moved, y.moved), 0)]
    for _ in range(1 if scale else ROUNDS):
        lies = [min((_relaid(scan, lie, plan, album) for lie in lies), key=lambda item: item[0])[1]]
    return lies[0]


def _relaid(scan: Scan, lie: Matrix, plan: SheetPlan, album: Album) -> tuple[float, Matrix]:
    """Return how much the outermost cards differ from faces, and how the sheet lies by those that differ little."""
    corners = {0, plan.columns - 1, plan.capacity - plan.columns, plan.capacity - 1}
    looks = [(plan.cell(place).centre, _look(scan, lie, plan.cell(place), album)) for place in sorted(corners)]
    seen = [(middle, lie(look[0].middle), look[0].mean) for middle, look in looks if look]
    pairs = [(middle, there) for middle, there, mean in seen if mean <= 2 * WORST]
    off = median(mean for _, _, mean in seen) if seen else 255.0
    if len(pairs) > 1:
        return off, fitted(pairs)
    moved = [complex(*there) - complex(*lie(middle)) for middle, there in pairs]
    return off, similar(1, sum(moved)).after(lie)


def _mean_sheet(plan: SheetPlan, album: Album) -> Image.Image:
    """Return a sheet of mean faces at COARSE pixels a mm."""
    sheet = Image.new("L", (round(plan.width * COARSE), round(plan.height * COARSE)), 255)
    mean = album.mean.resize((round(plan.card.width * COARSE), round(plan.card.height * COARSE)))
    for place in range(plan.capacity):
        cell = plan.cell(place)
        sheet.paste(mean, (round(cell.x * COARSE), round(cell.y * COARSE)))
    return sheet


class _Aligned(NamedTuple):
    """How well two profiles agree, and by how many mm the one that is seen is moved."""

    agreed: float
    moved: float


def _profile(grey: Image.Image, axis: int) -> list[int]:
    """Return how much ink every column (0) or row (1) has."""
    size = (grey.width, 1) if axis == 0 else (1, grey.height)
    return [255 - level for level in grey.resize(size, Image.Resampling.BOX).tobytes()]


def _aligned(page: Image.Image, sheet: Image.Image, axis: int, scale: float) -> _Aligned:
    """Return how the profiles of a page and a sheet agree best, the sheet's stretched about its middle."""
    seen, wanted = _profile(page, axis), _profile(sheet, axis)
    stretched = _stretched(wanted, scale, len(seen), sum(wanted) / len(wanted))
    energy = (sum(map(mul, stretched, stretched)) * sum(map(mul, seen, seen))) ** 0.5 or 1.0
    found = []
    for off in range(-round(WIDEST * COARSE), round(WIDEST * COARSE) + 1):
        here, there = (seen[off:], stretched) if off >= 0 else (seen, stretched[-off:])
        found.append(_Aligned(sum(map(mul, here, there)) / energy, off / COARSE))
    return max(found)


def _stretched(wanted: Sequence[int], scale: float, long: int, level: float) -> list[float]:
    """Return a profile stretched about its middle, less its level, at another length."""
    middle, other = (len(wanted) - 1) / 2, (long - 1) / 2
    found = []
    for place in range(long):
        at = middle + (place - other) / scale
        low = int(at)
        if 0 <= low < len(wanted) - 1:
            part = at - low
            found.append(wanted[low] * (1 - part) + wanted[low + 1] * part - level)
        else:
            found.append(-level)
    return found


class _Look(NamedTuple):
    """How a face fits what is seen: the mean difference of its worst part and of all of it, its code, its middle on the sheet."""

    tile: float
    mean: float
    code: str
    middle: Point


def read_scanned_face(scan: Scan, lie: Matrix, cell: Rect, album: Album) -> FaceRead:
    """Return which face lies in a cell."""
    looks = _look(scan, lie, cell, album)
    if not looks:
        return FaceRead("", 0.0, 0.0)
    best = looks[0]
    rival = next((look.tile for look in looks if look.code != best.code), 255.0)
    told = best.tile <= WORST_TILE and best.mean <= WORST and rival >= MARGIN * best.tile + APART
    return FaceRead(best.code if told else None, best.tile, rival)


def _look(scan: Scan, lie: Matrix, cell: Rect, album: Album) -> list[_Look]:
    """Return how the likeliest faces fit a cell, best first; none where it is blank."""
    around = scan.cut(cell.inset(-DRIFT), lie)
    rim = round(2 * DRIFT * scan.dots)
    inner = around.crop((rim, rim, around.width - rim, around.height - rim))
    grey = levelled(around)
    if grey is None or is_blank(inner):
        return []
    size = round((cell.width + 2 * DRIFT) * DOTS), round((cell.height + 2 * DRIFT) * DOTS)
    seen = _soft(grey.resize(size, Image.Resampling.BOX))
    places = list(range(len(album.faces)))
    spots = dict.fromkeys(places, Point(0, 0))
    for depth, level in enumerate(LEVELS):
        small = seen.reduce(level)
        reach = -(-DRIFT * DOTS // level) if depth == 0 else LEVELS[depth - 1] // level
        start = {place: Point(reach, reach) if depth == 0 else _scaled(spots[place], LEVELS[depth - 1] / level) for place in places}
        fits = sorted((_nearest(small, album.levels[depth][place], start[place], int(reach)), place) for place in places)
        spots = {place: at for (_, at), place in fits}
        places = [place for _, place in fits][: LIKELY[min(depth, len(LIKELY) - 1)]]
    looks = []
    for place in places:
        face, at = album.faces[place], spots[place]
        off = _beyond(seen, face, at)
        tile, mean = max(off.reduce(TILE).tobytes()), _mean(off)
        middle = Point(cell.centre.x + at.x / DOTS - DRIFT, cell.centre.y + at.y / DOTS - DRIFT)
        looks.append(_Look(tile, mean, face.code, middle))
    return sorted(looks)


def ink_share(picture: Image.Image) -> float:
    """Return how much of a picture is dark, 0 to 1."""
    counts = picture.histogram()
    return sum(counts[:128]) / max(1, sum(counts))


def is_blank(picture: Image.Image) -> bool:
    """Return whether a cell is as good as empty."""
    return ink_share(picture) < BLANK


def _nearest(seen: Image.Image, face: Image.Image, middle: Point, reach: int) -> tuple[float, Point]:
    """Return how much a face differs where it fits best, and where that is, within some pixels of a place."""
    found = []
    for aside, down in product(range(-reach, reach + 1), repeat=2):
        at = Point(round(middle.x) + aside, round(middle.y) + down)
        found.append((_mean(_difference(seen, face, at)), at))
    return min(found)


def _mean(grey: Image.Image) -> float:
    """Return the mean of all pixels: pillow's own statistics take several times as long."""
    return float(sum(map(mul, grey.histogram(), range(256)))) / (grey.width * grey.height)


def _difference(seen: Image.Image, face: Image.Image, at: Point) -> Image.Image:
    left, top = round(at.x), round(at.y)
    return ImageChops.difference(seen.crop((left, top, left + face.width, top + face.height)), face)


def _beyond(seen: Image.Image, face: FacePicture, at: Point) -> Image.Image:
    """Return by how much what is seen is lighter or darker than any pixel around its place on a face."""
    left, top = round(at.x), round(at.y)
    part = seen.crop((left, top, left + face.grey.width, top + face.grey.height))
    return ImageChops.add(ImageChops.subtract(part, face.lightest), ImageChops.subtract(face.darkest, part))


def _scaled(at: Point, by: float) -> Point:
    return Point(at.x * by, at.y * by)
