"""Printed cards read back: which face is this, and which mark stands in which square; from what is drawn alone."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from itertools import zip_longest

from replikat.exchange.pdf_page import THUMB, Outline, Page, Picture, Word, small_copy, turn_page
from replikat.model.cards import Card, Pack
from replikat.model.figures import Figure
from replikat.model.figures import Picture as PictureFile
from replikat.model.geometry import Point, Rect
from replikat.model.printer import Correction, Matrix
from replikat.model.sheet import NAME_ROOM
from replikat.model.squares import Mark, Position

CODE = re.compile(r"[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{3}")
MIDDLE_ZONE = 0.14  # a number this close to the middle, in parts of the square's side, is dealt to the middle
LEGEND = re.compile(r"=(\d{1,3})")  # what an underlined 1 means
HALF = 0.65  # of the card's height: a foot above it stands at the middle
TOUCH = 0.3  # mm within which a tab lies at an edge

DISC = "16 points"  # a disc is a rounded rectangle: four sides and four curves
PLAIN = 4  # points of a rectangle
CORNER = 0.19  # an index lies this close to the side of the card, in parts of its width
RIM = 2  # points of a picture's small copy at every side, which neighbours or the trim may have changed
ALIKE = 6.0  # of 255 greys, the mean difference of two copies of one picture
SAME = 0.02  # points of two drawings of one shape agree within this part of their box

Shape = tuple[tuple[float, float], ...]


# ---------------------------------------------------------------------------------------------- faces


@dataclass(frozen=True)
class FaceKind:
    """What a card must show: one of its possible indices at every corner that has one, a title, and these paths.

    `titles` are what may stand between the indices: the words of numeral and name, sorted. There is none where it is empty.
    `greys` are the small copy of a face that is a picture; such a face has nothing else.
    """

    indices: Collection[str]
    titles: Collection[tuple[str, ...]]
    middle: Counter[str]
    corner: Counter[str]  # at every corner with an index
    greys: bytes | None = None

    def paths(self, corners: int) -> Counter[str]:
        """Return all paths of a face with so many indices."""
        return Counter({kind: self.middle[kind] + corners * self.corner[kind] for kind in self.middle | self.corner})


@dataclass(frozen=True)
class FaceBook:
    """What the reader knows of a pack's faces: the pips' shapes, and what each card must show.

    A face is known by its index and by all its paths: those shaped like a pip by the pip's name, every other by
    the number of its points.
    """

    pips: Mapping[str, Shape]
    cards: Mapping[str, FaceKind]

    def kinds(self, shapes: Iterable[Shape]) -> Counter[str]:
        """Return how many paths of each kind there are; plain rectangles and lines tell nothing and are left out."""
        return Counter(self._kind(shape) for shape in shapes if len(shape) > PLAIN)

    def _kind(self, shape: Shape) -> str:
        names = (name for name, pip in self.pips.items() if _same(pip, shape) or _same(pip, _turned(shape)))
        return next(names, f"{len(shape)} points")


def shape_of(parts: Iterable[Sequence[tuple[float, float]]]) -> Shape:
    """Return the points of a path in its own bounding box, so that size and place do not matter."""
    points = [point for part in parts for point in _open(part)]
    left, top = min(x for x, _ in points), min(y for _, y in points)
    width = max(x for x, _ in points) - left or 1.0
    height = max(y for _, y in points) - top or 1.0
    return tuple(((x - left) / width, (y - top) / height) for x, y in points)


def _open(part: Sequence[tuple[float, float]]) -> Sequence[tuple[float, float]]:
    """Return a subpath without the point that closes it: some writers add one and some do not."""
    closed = len(part) > 2 and max(abs(a - b) for a, b in zip(part[0], part[-1], strict=True)) < 0.005
    return part[:-1] if closed else part


def _turned(shape: Shape) -> Shape:
    return tuple((1 - x, 1 - y) for x, y in shape)


def _same(a: Shape, b: Shape) -> bool:
    return len(a) == len(b) and all(abs(p[0] - q[0]) < SAME and abs(p[1] - q[1]) < SAME for p, q in zip(a, b, strict=True))


def face_book(
    pack: Pack, figures: Mapping[str, Figure], indices: Mapping[str, Collection[str]], pictures: Mapping[str, PictureFile] | None = None
) -> FaceBook:
    """Return what to expect on the faces of a pack; `indices` gives the possible corner indices of every card.

    `pictures` are the faces that are pictures, by name.
    """
    shapes = {name: _figure_shapes(figure) for name, figure in figures.items()}
    book = FaceBook({card.suit.figure: shapes[card.suit.figure][0] for card in pack.cards if card.suit}, {})
    kinds = {name: book.kinds(own) for name, own in shapes.items()}
    cards = {}
    for card in (*pack.cards, *pack.spares):
        if card.image:
            cards[card.code] = FaceKind((), (), Counter(), Counter(), _greys((pictures or {})[card.image]))
            continue
        middle: Counter[str] = Counter()
        for name, count in _composition(card).items():
            for kind, many in kinds[name].items():
                middle[kind] += count * many
        corner = Counter(kinds[card.suit.figure] if card.suit else ())
        corner += Counter({DISC: 1} if card.badge else {})
        cards[card.code] = FaceKind({f"{index} {card.badge}".rstrip() for index in indices[card.code]}, _titles(card), middle, corner)
    return FaceBook(book.pips, cards)


def _greys(picture: PictureFile) -> bytes:
    from PIL import Image

    with Image.open(BytesIO(picture.data)) as image:
        return small_copy(image, Rect(0, 0, image.width, image.height), 1.0)


def _titles(card: Card) -> set[tuple[str, ...]]:
    if card.emblem is None:
        return set()
    return {tuple(sorted(f"{card.emblem.numeral or ''} {name}".split())) for name in card.emblem.names.values()}


def _figure_shapes(figure: Figure) -> list[Shape]:
    """Return the shapes of a figure's paths, as a PDF's points would give them."""
    found = []
    for shape in figure.shapes:
        parts: list[list[tuple[float, float]]] = []
        for command, points in shape.segments:
            if command == "M":
                parts.append([*points])
            elif parts:
                parts[-1] += points
        found.append(shape_of(parts))
    return found


def _composition(card: Card) -> Counter[str]:
    """Return how often each figure must stand on a face, but for its corners."""
    found: Counter[str] = Counter()
    if card.form == "pips" and card.suit and card.rank:
        found[card.suit.figure] += card.rank.pips
    elif card.form in ("single", "emblem"):
        found[card.figure or ""] += 1
    else:
        found[card.figure or ""] += 2
        if card.suit:
            found[card.suit.figure] += 2
    return found


def read_face(
    words: Sequence[Word], outlines: Sequence[Outline], cell: Rect, book: FaceBook, pictures: Sequence[Picture] = ()
) -> str | None:
    """Return the code of the card whose face stands in a cell, "" for a blank face, None where it cannot be told."""
    if not words and not outlines:
        return _known_picture(pictures, book) if pictures else ""
    paths = book.kinds(shape_of(outline.parts) for outline in outlines)
    outer = [word for word in words if min(word.middle.x - cell.x, cell.right - word.middle.x) < CORNER * cell.width]
    shown = _indices(outer, cell)
    if len(set(shown)) != 1:
        return None
    index, corners = shown[0], len(shown)
    title = tuple(sorted(word.text for word in words if word not in outer))
    found = [
        code
        for code, kind in book.cards.items()
        if index in kind.indices and (title in kind.titles or not (title or kind.titles)) and kind.paths(corners) == paths
    ]
    return found[0] if len(found) == 1 else None


def _known_picture(pictures: Sequence[Picture], book: FaceBook) -> str | None:
    """Return the card whose picture this is: the only one that differs from it by little, seen away from the rim."""
    inner = [y * THUMB + x for y in range(RIM, THUMB - RIM) for x in range(RIM, THUMB - RIM)]
    found = [
        code
        for code, kind in book.cards.items()
        if kind.greys and all(sum(abs(kind.greys[i] - picture.greys[i]) for i in inner) < ALIKE * len(inner) for picture in pictures)
    ]
    return found[0] if len(found) == 1 else None


def _indices(words: Sequence[Word], cell: Rect) -> list[str]:
    """Return the indices of a face: of the upper left and lower right corners, then of the others where they have any."""
    corners: dict[tuple[int, bool], list[Word]] = {}
    for word in words:
        corners.setdefault((word.quarters, word.middle.x < cell.centre.x), []).append(word)
    texts = {
        (quarters, left): _joined(sorted(held, key=lambda word: _reading_order(word, quarters)))
        for (quarters, left), held in corners.items()
    }
    both = [texts.pop(corner, "") for corner in ((0, True), (2, False))]
    return both + [texts.pop(corner, "") for corner in ((0, False), (2, True))] + list(texts.values()) if texts else both


def _joined(words: Sequence[Word]) -> str:
    """Return the letters of a corner in one word, what is much smaller than the first of them (a badge) in another."""
    return "".join(word.text if word.size > 0.7 * words[0].size else f" {word.text}" for word in words)


def _reading_order(word: Word, quarters: int) -> tuple[float, float]:
    way = -1 if quarters == 2 else 1
    return way * word.box.y, way * word.box.x


# ---------------------------------------------------------------------------------------------- backs


@dataclass(frozen=True)
class ReadBack:
    """A back as read: its marks in square order (None for a dash or an empty square), the code, what was unclear.

    `doubtful` are the squares of which no mark can be told; they have None in `marks`.
    """

    marks: tuple[Mark | None, ...]
    code: str | None
    unclear: tuple[str, ...] = ()
    doubtful: frozenset[int] = frozenset()


def read_back(words: Sequence[Word], outlines: Sequence[Outline], cell: Rect) -> ReadBack | None:
    """Return the marks of the back in a cell, or None where there is no back; of one printed two-way both halves must agree."""
    upright = _read_upright(words, outlines, cell)
    other = None
    if any(word.turned and word.text.isdigit() for word in words):
        about = Page(0, 2 * cell.centre.x, 2 * cell.centre.y, tuple(words), tuple(outlines))  # turns about the card's middle
        turned = turn_page(about, 2)
        other = _read_upright(turned.words, turned.outlines, cell)
    if upright is None or (other is None and not _has_half(words, cell)):
        return upright
    return _agreed(upright, other)


def _has_half(words: Sequence[Word], cell: Rect) -> bool:
    """Return whether the foot stands at the middle of the card, and so another half must follow."""
    codes = [word.middle for word in words if word.quarters == 0 and CODE.search(word.text)]
    return any(middle.y < cell.y + HALF * cell.height for middle in codes)


def _agreed(upright: ReadBack, turned: ReadBack | None) -> ReadBack:
    """Return what both halves of a back say; a square of which they say different things is doubtful."""
    if turned is None:
        return replace(upright, unclear=(*upright.unclear, "the turned half shows no squares"))
    unclear = [*upright.unclear, *(f"{text}, in the turned half" for text in turned.unclear)]
    doubtful = {*upright.doubtful, *turned.doubtful}
    if upright.code != turned.code:
        unclear.append(f"the code is {upright.code} in the upright half, {turned.code} in the turned one")
    count = max(len(upright.marks), len(turned.marks))
    if len(upright.marks) != len(turned.marks):
        unclear.append(f"{len(upright.marks)} squares in the upright half, {len(turned.marks)} in the turned one")
    pairs = enumerate(zip_longest(upright.marks, turned.marks), 1)
    split = {number: pair for number, pair in pairs if pair[0] != pair[1] and number not in doubtful}
    unclear += [
        f"square {number}: {_told(one)} in the upright half, {_told(other)} in the turned one" for number, (one, other) in split.items()
    ]
    doubtful |= set(split)
    marks = tuple(None if number in doubtful else mark for number, mark in enumerate(upright.marks, 1))
    marks += (None,) * (count - len(marks))
    return ReadBack(marks, upright.code, tuple(unclear), frozenset({*doubtful, *range(len(upright.marks) + 1, count + 1)}))


def _told(mark: Mark | None) -> str:
    return str(mark) if mark else "a dash"


def _read_upright(words: Sequence[Word], outlines: Sequence[Outline], cell: Rect) -> ReadBack | None:
    """Return the marks of the squares whose numbers stand upright, or None where there are none."""
    numbers = [word for word in words if word.text.isdigit() and word.quarters == 0]
    frames = [frame for frame in _frames(outlines, cell) if any(frame.holds(word.middle) for word in numbers)]
    if not frames:
        return None
    sizes = [word.size for word in numbers if any(frame.holds(word.middle) for frame in frames)]
    largest = max(sizes) if max(sizes) > 1.25 * min(sizes) else 2 * max(sizes)  # a spare card has square numbers alone
    marks: dict[int, Mark | None] = {}
    unclear: list[str] = []
    doubtful: set[int] = set()
    tabs = [part for outline in outlines if not outline.curved for part in outline.parts if len(part) >= 4]
    boxes = [_box(part) for part in tabs]
    batch = _batch(words)
    for frame in frames:
        inside = [word for word in numbers if frame.holds(word.middle, 0.2)]
        square = [word for word in inside if word.size < 0.8 * largest]
        tab = [word for word in inside if word.size >= 0.8 * largest]
        if len(square) != 1 or len(tab) > 1 or int(square[0].text) in marks:
            shown = ", ".join(word.text for word in inside) or "nothing"
            unclear.append(f"a square at {frame.x - cell.x:.0f}, {frame.y - cell.y:.0f} mm shows {shown}")
            doubtful |= {int(square[0].text)} if len(square) == 1 else set()
            continue
        number = int(square[0].text)
        marks[number] = None
        if tab:
            position = _direction(tab[0], frame, boxes)
            if position is None:
                unclear.append(f"square {number}: the edge of the {tab[0].text} is not clear")
                doubtful.add(number)
            else:
                second = batch and any(_is_under(box, tab[0]) for box in boxes)
                marks[number] = Mark(position, int(tab[0].text) + (batch if second else 0))
    count = max((*marks, *doubtful), default=0)
    missing = [number for number in range(1, count + 1) if number not in marks and number not in doubtful]
    if missing:
        unclear.append(f"squares {', '.join(map(str, missing))} are missing")
    codes = [match[0] for word in words if word.quarters == 0 and (match := CODE.search(word.text))]
    told = tuple(marks.get(number) for number in range(1, count + 1))
    return ReadBack(told, codes[0] if codes else None, tuple(unclear), frozenset({*doubtful, *missing}))


def _batch(words: Sequence[Word]) -> int:
    """Return what an underlined number is more than its digits say, as the legend in the foot tells; 0 without one."""
    told = [int(found[1]) for word in words if word.quarters == 0 and (found := LEGEND.fullmatch(word.text))]
    return told[0] - 1 if told else 0


def _is_under(box: Rect, word: Word) -> bool:
    """Return whether a box is the rule under a number: thin, close below it and at least as wide."""
    close = 0 < box.y - word.box.bottom < 0.3 * word.size and box.height < 0.2 * word.size
    return close and box.x < word.box.x + 0.1 and box.right > word.box.right - 0.1


def _frames(outlines: Sequence[Outline], cell: Rect) -> list[Rect]:
    """Return the frames of the squares: rounded rectangles, smaller than the card."""
    return [
        outline.box
        for outline in outlines
        if outline.curved
        and len(outline.parts) == 1
        and 4 < outline.box.width < 0.95 * cell.width
        and 4 < outline.box.height < 0.95 * cell.height
    ]


def _box(part: Sequence[Point]) -> Rect:
    left, top = min(point.x for point in part), min(point.y for point in part)
    return Rect(left, top, max(point.x for point in part) - left, max(point.y for point in part) - top)


def _direction(word: Word, frame: Rect, tabs: Sequence[Rect]) -> Position | None:
    """Return the edge nearest to a number, if the tab behind it lies at that same edge."""
    middle = word.middle
    off_x, off_y = (middle.x - frame.centre.x) / frame.width, (middle.y - frame.centre.y) / frame.height
    distances: dict[Position, float] = {
        "S": frame.bottom - middle.y,
        "W": middle.x - frame.x,
        "N": middle.y - frame.y,
        "E": frame.right - middle.x,
    }
    near = min(distances, key=lambda position: distances[position])
    seen: Position = "M" if max(abs(off_x), abs(off_y)) < MIDDLE_ZONE else near
    behind = [tab for tab in tabs if tab.holds(middle) and tab.width < frame.width and tab.height < frame.height]
    if len(behind) != 1:
        return None
    tab = behind[0]
    touching: dict[Position, bool] = {
        "S": abs(tab.bottom - frame.bottom) < TOUCH,
        "W": abs(tab.x - frame.x) < TOUCH,
        "N": abs(tab.y - frame.y) < TOUCH,
        "E": abs(tab.right - frame.right) < TOUCH,
    }
    edges = [position for position, touches in touching.items() if touches]
    return seen if edges == ([] if seen == "M" else [seen]) else None


# ---------------------------------------------------------------------------------------------- sheets


@dataclass(frozen=True)
class Footer:
    """What the foot of a sheet says of itself."""

    code: str
    number: int
    of: int
    phrase: str  # how to turn the paper, in the language of the sheet
    sheet: str


_FOOT_CODE = re.compile(rf"· ({CODE.pattern})")
_FOOT_SHEET = re.compile(r"· (?P<number>[^·\d]*(\d+)[^·\d]+(\d+)[^·\d]*) · (?P<phrase>[^·]+) · (?P<sheet>\S+)")


def read_footer(page: Page) -> Footer | None:
    """Return the footer of a page; its two lines may come in either order, as the paper is turned."""
    text = " ".join(word.text for word in page.words)
    code = _FOOT_CODE.search(text)
    sheet = _FOOT_SHEET.search(text.replace(code[1], "")) if code else None  # a code's digits are no number of a sheet
    if not code or not sheet:
        return None
    return Footer(code[1], int(sheet[2]), int(sheet[3]), sheet["phrase"], sheet["sheet"])


_FOOT_MOVED = re.compile(r"([+-]\d+\.\d\d) ([+-]\d+\.\d\d) mm ([+-]\d+\.\d{3})° (\d+\.\d{3}) (\d+\.\d{3}) %")


def unmoved(page: Page) -> Page:
    """Return the page without the correction for a printer that its foot tells of; nearly all pages have none."""
    found = _FOOT_MOVED.search(" ".join(word.text for word in page.words))
    if not found:
        return page
    x, y, rotation, wide, high = map(float, found.groups())
    back = Correction(x, y, rotation, wide / 100, high / 100).matrix(page.width, page.height).inverse()

    def box(old: Rect) -> Rect:
        middle = back(old.centre)
        return Rect(middle.x - old.width / 2, middle.y - old.height / 2, old.width, old.height)

    return replace(
        page,
        words=tuple(replace(word, box=box(word.box)) for word in page.words),
        outlines=tuple(_mapped(outline, back) for outline in page.outlines),
        pictures=tuple(replace(picture, box=box(picture.box)) for picture in page.pictures),
    )


def _mapped(outline: Outline, matrix: Matrix) -> Outline:
    parts = tuple(tuple(matrix(point) for point in part) for part in outline.parts)
    return replace(outline, parts=parts, box=_box([point for part in parts for point in part]))


def upright(page: Page) -> Page:
    """Return the page as a reader holds it: turned by 180 degrees where most of its words stand on their heads."""
    telling = [word.turned for word in page.words if word.quarters % 2 == 0 and (len(word.text) > 1 or word.text.isdigit())]
    return replace(turn_page(page, 2), turned=True) if sum(telling) > len(telling) / 2 else page


def in_cell(page: Page, cell: Rect) -> tuple[list[Word], list[Outline]]:
    """Return what lies in a cell.

    A curve belongs to it if most of its points lie there: the handles of a figure's curves may lie far outside, and so may
    parts that its box cuts off.
    """
    words = [word for word in page.words if cell.holds(word.middle)]
    return words, [outline for outline in page.outlines if cell.covers(outline.box, 0.5) or (outline.curved and _mostly(outline, cell))]


def pictures_in(page: Page, cell: Rect) -> list[Picture]:
    """Return the pictures that lie in a cell by their middle."""
    return [picture for picture in page.pictures if cell.holds(picture.box.centre)]


def name_under(page: Page, cell: Rect) -> str:
    """Return what is written under a cell, outside it, on one line."""
    strip = Rect(cell.x, cell.bottom, cell.width, NAME_ROOM)
    return " ".join(
        word.text for word in sorted(page.words, key=lambda word: word.box.x) if word.quarters == 0 and strip.holds(word.middle)
    )


def _mostly(outline: Outline, cell: Rect) -> bool:
    if not cell.meets(outline.box):
        return False
    points = outline.points
    return 2 * sum(cell.holds(point) for point in points) > len(points)
