"""The cards of a file whose pages are pictures: which sheet format it is, every back, its code, every face."""

from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from pathlib import Path
from statistics import median
from typing import NamedTuple

from replikat.geometry.plane import Matrix, Point, Rect
from replikat.press.sheets.plan import SheetPlan
from replikat.reading.drawn.backs import ReadBack
from replikat.reading.reading import Read, Reading, Side, laid_together
from replikat.reading.scanned.code import Foot
from replikat.reading.scanned.faces import Album, ink_share, is_blank, lay_faces, read_scanned_face
from replikat.reading.scanned.marks import BackPicture, back_picture, read_marks
from replikat.reading.scanned.pages import Laid, Scan, about, bars, lay_bars, scale_of, scanned_pages, straighten

DPI = 300  # at which pages are looked at
AROUND = 2.0  # mm about a cell, so that a card that lies beside its place is seen whole
INSIDE = 4.0  # mm from its edges an empty cell is empty: a neighbour's ground may run over them
SMALLEST, LARGEST = 0.93, 1.1  # of its paper a page may be
ALIKE = 0.1  # mm by which a format may fit worse than another and be preferred
ATTEMPTS = 12  # backs on which an unknown code is looked for
UNREAD = ReadBack((), None)  # stands for a back of which nothing can be read, until it is known how many squares there are


class ReaderFonts(NamedTuple):
    """The files of the fonts in which the numbers of a back and its code are set."""

    digits: Path
    code: Path


@dataclass(frozen=True)
class _Looked:
    """A page at the first look: its size, how it is turned, whether by a quarter too, and its bars."""

    size: Point
    straight: Matrix
    quartered: bool
    bars: tuple[Rect, ...]

    @property
    def middle(self) -> Point:
        return Point(self.size.x / 2, self.size.y / 2)


@dataclass(frozen=True)
class ScannedFile:
    """A file of pictures of sheets, and how the format of its sheets lies on every page that shows backs."""

    path: Path | bytes
    plan: SheetPlan
    pages: Mapping[int, _Looked]
    backs: Mapping[int, Laid]

    @property
    def scale(self) -> float | None:
        """Return the scale of the backs."""
        return median(scale_of(laid.lie) for laid in self.backs.values()) if self.backs else None

    def at(self, page: int, place: int) -> str:
        """Return where the back of a card lies, for people."""
        if self.plan.single:
            return f"page {page}"
        row, column = divmod(place, self.plan.columns)
        return f"page {page}, row {row + 1}, {'' if self.plan.one_sided else 'behind '}column {column + 1}"

    def scans(self, numbers: Container[int]) -> Iterator[Scan]:
        """Yield the pages with these numbers, as their cards want to be seen."""
        for scan in scanned_pages(self.path, DPI, numbers):
            yield scan.quarter() if self.pages[scan.number].quartered else scan


@dataclass
class ScannedBacks:
    """The backs of a file by page and place, the codes that they bear, and what was found wrong or could not be told."""

    found: dict[int, dict[Point, ReadBack]] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)

    @property
    def codes(self) -> Counter[str]:
        return Counter(back.code for backs in self.found.values() for back in backs.values() if back.code)


def scanned_file(path: Path | bytes, plans: Sequence[SheetPlan]) -> ScannedFile | None:
    """Return a file with the format that its bars show, of several alike the first; None where they show none of these.

    A file without any bar is taken for faces in the first format.
    """
    pages = {scan.number: _looked(scan) for scan in scanned_pages(path, DPI)}
    if not any(page.bars for page in pages.values()):
        lying = {scan.number: _looked(scan.quarter(), quartered=True) for scan in scanned_pages(path, DPI)}
        pages = lying if any(page.bars for page in lying.values()) else pages
    barred = {number: page for number, page in pages.items() if page.bars}
    if not barred:
        return ScannedFile(path, plans[0], pages, {})
    size = next(iter(pages.values())).size
    on_paper = [plan for plan in plans if _is_near(sorted((plan.width, plan.height)), sorted(size))]
    found: list[tuple[int, float, ScannedFile]] = []
    for plan, two_way, upside in product(on_paper, (False, True), (False, True)):
        laid = {number: lay_bars(page.bars, page.middle, page.straight, plan, two_way, upside) for number, page in barred.items()}
        fitting = {number: item for number, item in laid.items() if item}
        if 2 * len(fitting) > len(barred):
            off = sum(item.unlikely for item in fitting.values()) / len(fitting) + (0 if plan is plans[0] else ALIKE)
            found.append((-len(fitting), off, ScannedFile(path, plan, pages, fitting)))
    likely = [file for _, _, file in sorted(found, key=lambda item: item[:2])]
    return next((file for file in likely if _shows_backs(file)), likely[0] if likely else None)


def _shows_backs(file: ScannedFile) -> bool:
    """Return whether backs are to be seen upright where a format has them on the first of its pages; below a fold, on their heads."""
    first = min(file.backs)
    scan = next(file.scans({first}))
    for place in range(file.plan.capacity):
        picture = back_picture(scan.cut(file.plan.cell(place, back=True).inset(-AROUND), file.backs[first].lie), scan.dpi, file.plan.card)
        if picture:
            return picture.halved or bool(picture.above) != file.plan.folded
    return False


def _is_near(paper: Sequence[float], page: Sequence[float]) -> bool:
    """Return whether a page may be this paper, scaled a little or with some of the scanner's lid around it."""
    return all(SMALLEST <= seen / side <= LARGEST for side, seen in zip(paper, page, strict=True))


def _looked(scan: Scan, quartered: bool = False) -> _Looked:
    """Return what is seen of a page at first."""
    straight = straighten(scan)
    return _Looked(scan.size, straight, quartered, tuple(bars(scan, straight)))


class _CodeReader:
    """Reads the codes at the feet of backs: which of those known it is, or a new one."""

    def __init__(self, font: Path, known: Sequence[str]) -> None:
        self.font, self.known, self.attempts = font, list(known), ATTEMPTS

    def read(self, picture: BackPicture) -> str | None:
        """Return the code of a back that lies upright, or None where it cannot be read."""
        foot = Foot(picture.grey, picture.own(picture.bar), picture.dpi / 25.4, self.font)
        for code in self.known:
            if foot.bears(code):
                return code
        if not self.attempts:
            return None
        found = foot.read()
        if found is None:
            self.attempts -= 1
            return None
        self.known.append(found.code)
        return found.code


def read_scanned_backs(
    file: ScannedFile, fonts: ReaderFonts, codes: Sequence[str] = (), squares: int | None = None, batch: int | None = None
) -> ScannedBacks:
    """Return the backs on all pages; `codes` are those that are looked for first, `squares` and `batch` as in read_marks."""
    read = ScannedBacks()
    reader = _CodeReader(fonts.code, codes)
    for scan in file.scans(file.backs):
        laid = file.backs[scan.number]
        here = read.found[scan.number] = {}
        for place in range(file.plan.capacity):
            cell = file.plan.cell(place, back=True)
            seen = scan.cut(cell.inset(-AROUND), laid.lie)
            picture = back_picture(seen, scan.dpi, file.plan.card)
            at = file.at(scan.number, place)
            if picture is None:
                if not is_blank(scan.cut(cell.inset(INSIDE), laid.lie)):
                    read.unread.append(f"{at}: the back cannot be read")
                    here[cell.centre] = UNREAD
                continue
            back = read_marks(picture, fonts.digits, squares, batch)
            if back.turned is not None and back.turned != file.plan.folded:
                read.faults.append(f"{at}: the back lies upside down")
            read.unread += [f"{at}, square {number}: {why}" for number, why in sorted(back.unread.items())]
            code = reader.read(picture.turned() if back.turned else picture)
            here[cell.centre] = ReadBack(back.marks, code, doubtful=frozenset(back.unread))
    return _completed(read, squares)


def _completed(read: ScannedBacks, squares: int | None) -> ScannedBacks:
    """Return the backs with what stands for those that cannot be read: all squares in doubt, the code that all others bear."""
    counts = Counter(len(back.marks) for backs in read.found.values() for back in backs.values() if back is not UNREAD)
    usual = squares or max(counts, key=lambda count: counts[count], default=0)
    code = next(iter(read.codes)) if len(read.codes) == 1 else None
    for backs in read.found.values():
        for middle, back in backs.items():
            if back is UNREAD:
                back = ReadBack((None,) * usual, None, doubtful=frozenset(range(1, usual + 1)))
            backs[middle] = replace(back, code=back.code or code, dim=(back.code or code) is None)
    return read


def read_scanned_faces(file: ScannedFile, album: Album) -> list[Side]:
    """Return the faces on all pages without backs, and on those of gutterfolds."""
    sides = []
    for scan in file.scans({number for number in file.pages if file.plan.folded or number not in file.backs}):
        laid = file.backs.get(scan.number)
        lie = laid.lie if laid else _lie_of_faces(scan, file, album)
        if lie is None:
            continue
        faces: dict[Point, str | None] = {}
        for place in range(file.plan.capacity):
            cell = file.plan.cell(place)
            found = read_scanned_face(scan, lie, cell, album)
            if found.code != "":
                faces[cell.centre] = found.code
        if faces:
            sides.append(Side(scan.number, file.plan, False, faces, {}))
    return sides


def _lie_of_faces(scan: Scan, file: ScannedFile, album: Album) -> Matrix | None:
    """Return how a sheet of faces lies; the foot tells which way up it is, as the faces do not."""
    lie = lay_faces(scan, file.pages[scan.number].straight, file.plan, album, file.scale)
    if lie is None or file.plan.single:
        return lie
    over = lie.after(about(Point(file.plan.width / 2, file.plan.height / 2), -1))
    foot, opposite = (ink_share(scan.cut(file.plan.footer_band, way)) for way in (lie, over))
    return over if opposite > 2 * foot else lie


def scanned_reading(file: ScannedFile, backs: ScannedBacks, fronts: Sequence[Side], backs_reversed: bool = False) -> Reading:
    """Return the cards of a file: the faces on it, with the backs that lie behind them as the paper is turned."""
    flip = None if file.plan.single else file.plan.spec.flip
    behind = [Side(page, file.plan, file.backs[page].turned, {}, found, flip=flip) for page, found in backs.found.items()]
    if file.plan.folded:
        cards = [card for side in behind for card in _folded(side, next((front for front in fronts if front.page == side.page), None))]
    else:
        cards = laid_together(sorted((*fronts, *behind), key=lambda side: side.page), backs_reversed)
    dim = [f"{card.place}: the face cannot be told" for card in cards if card.faced and card.code is None]
    return Reading([replace(card, dim=card.faced and card.code is None) for card in cards], backs.faults, unread=[*backs.unread, *dim])


def _folded(side: Side, front: Side | None) -> Iterator[Read]:
    """Yield the cards of a gutterfold, whose backs lie below the fold."""
    for place in range(side.plan.capacity):
        row, column = divmod(place, side.plan.columns)
        face, back = side.plan.cell(place).centre, side.plan.cell(place, back=True).centre
        if back in side.backs or (front and face in front.faces):
            code = front.faces.get(face, "") if front else None
            yield Read(code, side.backs.get(back), front is not None, f"page {side.page}, row {row + 1}, column {column + 1}")
