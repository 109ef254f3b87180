"""Compare printed cards with their deck: every face, every mark, every sheet; follows the paper as it is turned."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from replikat.exchange.pdf_page import Page, turn_page
from replikat.exchange.printed_backs import ReadBack, read_back
from replikat.exchange.printed_faces import FaceBook, read_face
from replikat.exchange.printed_sheets import Footer, in_cell, name_under, pictures_in, read_footer, unmoved, upright
from replikat.model.geometry import Point, Rect
from replikat.model.sheet import SheetPlan
from replikat.model.squares import Mark

_NO_NAMES: Mapping[str, str] = {}


@dataclass(frozen=True)
class Read:
    """One card read from paper: `code` is the face ("" blank, None unknown), `back` what lies behind it."""

    code: str | None
    back: ReadBack | None
    faced: bool  # the file has the face's side
    place: str  # for people: "sheet 2, row 1, column 3"


@dataclass
class Reading:
    """A whole file as read; `faults` are of the sheets themselves, `missing` tells the sides that a whole file would have."""

    cards: list[Read] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    codes: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True)
class _Side:
    """One side of a sheet: what was found in each cell, by the cell's middle on the upright page."""

    page: Page
    plan: SheetPlan
    footer: Footer | None
    faces: Mapping[Point, str | None]
    backs: Mapping[Point, ReadBack]

    @property
    def is_back(self) -> bool:
        return bool(self.backs)


def read_cards(
    pages: Sequence[Page],
    plans: Mapping[str, SheetPlan],
    single: SheetPlan | None,
    book: FaceBook,
    flips: Mapping[str, str],
    names: Mapping[str, str] = _NO_NAMES,
) -> Reading:
    """Return the cards of a file, whether each back follows its face or all backs follow all faces.

    `plans` are the sheet formats by name, as footers name them; `single` is the format of pages without a
    footer. `flips` turns a footer's phrase for turning the paper into long or short, `names` the name of a card under
    a sticker or insert into its code.
    """
    reading = Reading()
    sides: list[_Side] = []
    seen: Counter[tuple[int, bool]] = Counter()
    totals: set[int] = set()
    for page in pages:
        page = unmoved(page)
        footer = read_footer(page)
        plan = plans.get(footer.sheet) if footer else single
        held = _lying(page, plan) if plan else page
        if plan and not plan.folded:  # there most words stand on their heads
            held = upright(held)
        if plan is None:
            known = f"the sheet format {footer.sheet} is not known here" if footer else "no sheet of cards"
            reading.faults.append(f"page {page.number}: {known}; expected a foot that names a sheet format")
            continue
        if footer:
            totals.add(footer.of)
            reading.codes[footer.code] += 1
        if plan.one_sided and footer:
            seen[footer.number, plan.captioned] += 1
            reading.cards += _read_one_sided(held, footer, plan, book, names)
            continue
        side = _read_side(held, footer, plan, book)
        if footer:
            seen[footer.number, side.is_back] += 1
        sides.append(side)
    for front, back in _sheets(sides):
        _take(reading, front, back, flips)
    _count_sheets(reading, seen, totals)
    return reading


def _lying(page: Page, plan: SheetPlan) -> Page:
    """Return a page whose sheet was stood up for the printer as its cards want it: turned clockwise by a quarter."""
    return turn_page(page, 1) if (page.width > page.height) != (plan.width > plan.height) else page


def _read_one_sided(page: Page, footer: Footer, plan: SheetPlan, book: FaceBook, names: Mapping[str, str]) -> list[Read]:
    """Return the cards of a sheet that is printed on one side: faces and the backs below the fold, or backs and their names."""
    found = []
    below = turn_page(page, 2)
    for place in range(plan.capacity):
        cell = plan.cell(place)
        row, column = divmod(place, plan.columns)
        at = f"sheet {footer.number}, row {row + 1}, column {column + 1}"
        words, outlines = in_cell(page, cell)
        if plan.captioned:
            back = read_back(words, outlines, cell)
            name = name_under(page, cell)
            if back or name:
                found.append(Read(names.get(name) if name else "", back, True, at))
            continue
        pictures = pictures_in(page, cell)
        behind = plan.cell(place, back=True)
        turned = Rect(plan.width - behind.right, plan.height - behind.bottom, behind.width, behind.height)
        back = read_back(*in_cell(below, turned), turned)
        if words or outlines or pictures or back:
            found.append(Read(read_face(words, outlines, cell, book, pictures), back, True, at))
    return found


def _sheets(sides: Sequence[_Side]) -> Iterator[tuple[_Side | None, _Side | None]]:
    """Yield the two sides of every sheet as a printer lays them on each other, whatever their feet say.

    That is each page of faces and the page of backs after it, or, where all faces come first, the first page of
    faces and the first of backs, and so on.
    """
    half = len(sides) // 2
    if half > 1 and [side.is_back for side in sides] == [False] * half + [True] * half:
        faces, backs = sides[:half], sides[half:]
        numbers = [[side.footer.number if side.footer else 0 for side in part] for part in (faces, backs)]
        yield from zip(faces, reversed(backs) if numbers[0] == numbers[1][::-1] else backs, strict=True)
        return
    waiting: _Side | None = None
    for side in sides:
        if not side.is_back:
            if waiting:
                yield waiting, None
            waiting = side
        elif waiting and (side.footer is None or waiting.footer is None or waiting.footer.number == side.footer.number):
            yield waiting, side
            waiting = None
        else:
            yield None, side
    if waiting:
        yield waiting, None


def _count_sheets(reading: Reading, seen: Counter[tuple[int, bool]], totals: set[int]) -> None:
    if len(totals) > 1:
        reading.faults.append(f"sheets of different printings: some say they are one of {min(totals)}, some of {max(totals)}")
    sides = {back for _, back in seen}
    for number in range(1, max(totals, default=0) + 1):
        for back in sorted(sides):
            count = seen[number, back]
            side = f"sheet {number}, {'backs' if back else 'faces'}"
            if not count:
                reading.missing.append(f"{side}: missing")
            elif count > 1:
                reading.faults.append(f"{side}: there {count} times")


def _read_side(page: Page, footer: Footer | None, plan: SheetPlan, book: FaceBook) -> _Side:
    """Return the faces or backs on a page; a page with any back on it is a page of backs."""
    faces: dict[Point, str | None] = {}
    backs: dict[Point, ReadBack] = {}
    for place in range(plan.capacity):
        cell = plan.cell(place)
        words, outlines = in_cell(page, cell)
        back = read_back(words, outlines, cell)
        if back:
            backs[cell.centre] = back
            continue
        pictures = pictures_in(page, cell)
        if words or outlines or pictures:
            faces[cell.centre] = read_face(words, outlines, cell, book, pictures)
    return _Side(page, plan, footer, {} if backs else faces, backs)


def _take(reading: Reading, front: _Side | None, back: _Side | None, flips: Mapping[str, str]) -> None:
    """Lay the two sides of a sheet on each other as the paper is turned, and note which back lies behind which face."""
    seen = front or back
    assert seen, "a sheet has a side"
    plan, footer = seen.plan, seen.footer
    number = footer.number if footer else len(reading.cards) + 1
    behind = dict(back.backs) if back else {}
    if front and back and footer:
        turned = _turn(plan, back.page, flips.get(footer.phrase, plan.spec.flip))
        behind = {turned(middle): found for middle, found in behind.items()}
    for index in range(plan.capacity):
        cell = plan.cell(index)
        row, column = divmod(index, plan.columns)
        place = f"page {seen.page.number}" if plan.single else f"sheet {number}, row {row + 1}, column {column + 1}"
        face = front.faces.get(cell.centre, "") if front else None
        found = next((item for middle, item in behind.items() if cell.holds(middle)), None)
        nothing = (front is None or cell.centre not in front.faces) and found is None
        if not nothing:
            reading.cards.append(Read(face, found, front is not None, place))


def _turn(plan: SheetPlan, page: Page, flip: str) -> "Turn":
    """Return where a point of the printed back lies as seen from the front.

    The page was read upright; what matters here is how it lies on paper, so a page that was printed turned is
    turned back first.
    """
    level = (flip == "long") == (plan.width > plan.height)  # the axis about which the paper is turned
    return Turn(plan.width, plan.height, level, page.turned)


@dataclass(frozen=True)
class Turn:
    """The paper turned over: where a point of the printed back lies as seen from the front."""

    width: float
    height: float
    level: bool
    printed_turned: bool

    def __call__(self, point: Point) -> Point:
        x, y = (self.width - point.x, self.height - point.y) if self.printed_turned else point
        return Point(x, self.height - y) if self.level else Point(self.width - x, y)


Marks = tuple[Mark | None, ...]


def compare(reading: Reading, wanted: Mapping[str, Marks], spares: Collection[str], code: str, some: bool = False) -> list[str]:
    """Return what is wrong with printed cards, against the marks that every card of the pack should carry.

    `spares` are cards that may be there and show dashes; `some` says that the file need not hold the whole pack.
    """
    if other := _another_deck(reading, code):
        return [f"this is the deck {other}; expected {code}"]
    faults = [*reading.faults, *(() if some else reading.missing)]
    by_marks = {marks: name for name, marks in wanted.items() if any(marks)}  # backs of dashes alone are all the same
    backs_printed, faces_printed = any(read.back for read in reading.cards), any(read.faced for read in reading.cards)
    counted: Counter[str] = Counter()
    for read in reading.cards:
        name = read.code if read.faced else by_marks.get(read.back.marks) if read.back else None
        counted[name or ""] += 1
        if faces_printed and not read.faced:
            faults.append(f"{read.place}: no face before the back of {name or 'a card'}")
        faults += _card_faults(read, wanted, by_marks, spares, code, backs_printed)
    faults += [
        f"the feet of {count} pages name the deck {other}; expected {code}" for other, count in reading.codes.items() if other != code
    ]
    told = [name for name, marks in wanted.items() if faces_printed or any(marks)]
    faults += [f"{name} is missing" for name in told if counted[name] == 0 and not some]
    faults += [f"{name} is there {counted[name]} times" for name in (*wanted, *spares) if counted[name] > 1]
    return faults


def _another_deck(reading: Reading, code: str) -> str | None:
    """Return the code that all backs and feet of a file bear, where it is another than expected."""
    borne = {read.back.code for read in reading.cards if read.back} | set(reading.codes)
    other = next(iter(borne)) if len(borne) == 1 else None
    return other if other != code else None


def _card_faults(
    read: Read, wanted: Mapping[str, Marks], by_marks: Mapping[Marks, str], spares: Collection[str], code: str, backs_printed: bool
) -> list[str]:
    at = f"{read.place}: "
    if read.faced and read.code is None:
        return [f"{at}the face is none of this pack"]
    if read.back is None:
        return [f"{at}no back behind {read.code or 'the blank card'}"] if backs_printed else []
    faults = [f"{at}{text}" for text in read.back.unclear]
    if read.back.code != code:
        faults.append(f"{at}the back belongs to the deck {read.back.code}; expected {code}")
    owner = by_marks.get(read.back.marks)
    if not read.faced:
        return faults if owner or not any(read.back.marks) else [*faults, f"{at}no card of the deck has this back"]
    if read.code in spares or read.code == "":
        told = owner or "marks"
        return [*faults, f"{at}behind {read.code or 'a blank face'} lies the back of {told}"] if any(read.back.marks) else faults
    marks = wanted[read.code or ""]
    if read.back.marks == marks:
        return faults
    if owner:
        return [*faults, f"{at}behind {read.code} lies the back of {owner}"]
    faults += [
        f"{at}{read.code}, square {square}: {_said(found)} is printed; the deck has {_said(mark)}"
        for square, (found, mark) in enumerate(zip(read.back.marks, marks, strict=False), 1)
        if found != mark and square not in read.back.doubtful
    ]
    if len(read.back.marks) != len(marks):
        faults.append(f"{at}{read.code} carries {len(read.back.marks)} squares; the deck has {len(marks)}")
    return faults


def _said(mark: Mark | None) -> str:
    return str(mark) if mark else "a dash"


def wrong_flip(reading: Reading, wanted: Mapping[str, Marks]) -> bool:
    """Return whether most backs lie behind wrong faces, as they do when the paper was turned over the other edge."""
    owners = {marks: name for name, marks in wanted.items()}
    behind = [(read.code, owners.get(read.back.marks)) for read in reading.cards if read.code and read.back and any(read.back.marks)]
    swapped = [code for code, owner in behind if owner and owner != code]
    return len(behind) > 1 and len(swapped) > len(behind) / 2


def deck_read(reading: Reading, codes: Sequence[str]) -> tuple[Marks, ...] | None:
    """Return the squares that a whole reading shows, as marks in pack order, or None where cards are missing."""
    by_code = {read.code: read.back.marks for read in reading.cards if read.code and read.back}
    if any(code not in by_code for code in codes) or len({len(by_code[code]) for code in codes}) != 1:
        return None
    return tuple(zip(*(by_code[code] for code in codes), strict=True))
