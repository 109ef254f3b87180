"""Printed cards read back: which face is this, and which mark stands in which square; from what is drawn alone."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from replikat.exchange.pdf_page import Outline, Page, Word, turn_page
from replikat.model.cards import Card, Pack
from replikat.model.figures import Figure
from replikat.model.geometry import Point, Rect
from replikat.model.squares import Mark, Position

CODE = re.compile(r"[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{3}")
MIDDLE_ZONE = 0.14  # a number this close to the middle, in parts of the square's side, is dealt to the middle
TOUCH = 0.3  # mm within which a tab lies at an edge

PLAIN = 4  # points of a rectangle
SAME = 0.02  # points of two drawings of one shape agree within this part of their box

Shape = tuple[tuple[float, float], ...]


# ---------------------------------------------------------------------------------------------- faces


@dataclass(frozen=True)
class FaceKind:
    """What a card must show: one of its possible indices at every corner that has one, and these paths."""

    indices: Collection[str]
    middle: Counter[str]
    corner: Counter[str]  # at every corner with an index

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


def face_book(pack: Pack, figures: Mapping[str, Figure], indices: Mapping[str, Collection[str]]) -> FaceBook:
    """Return what to expect on the faces of a pack; `indices` gives the possible corner indices of every card."""
    shapes = {name: _figure_shapes(figure) for name, figure in figures.items()}
    book = FaceBook({card.suit.figure: shapes[card.suit.figure][0] for card in pack.cards if card.suit}, {})
    kinds = {name: book.kinds(own) for name, own in shapes.items()}
    cards = {}
    for card in (*pack.cards, *pack.spares):
        middle: Counter[str] = Counter()
        for name, count in _composition(card).items():
            for kind, many in kinds[name].items():
                middle[kind] += count * many
        corner = kinds[card.suit.figure] if card.suit else Counter()
        cards[card.code] = FaceKind(indices[card.code], middle, corner)
    return FaceBook(book.pips, cards)


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
    elif card.form == "single":
        found[card.figure or ""] += 1
    else:
        found[card.figure or ""] += 2
        if card.suit:
            found[card.suit.figure] += 2
    return found


def read_face(words: Sequence[Word], outlines: Sequence[Outline], cell: Rect, book: FaceBook) -> str | None:
    """Return the code of the card whose face stands in a cell, "" for a blank face, None where it cannot be told."""
    if not words and not outlines:
        return ""
    paths = book.kinds(shape_of(outline.parts) for outline in outlines)
    shown = _indices(words, cell)
    if len(set(shown)) != 1:
        return None
    index, corners = shown[0], len(shown)
    found = [code for code, kind in book.cards.items() if index in kind.indices and kind.paths(corners) == paths]
    return found[0] if len(found) == 1 else None


def _indices(words: Sequence[Word], cell: Rect) -> list[str]:
    """Return the indices of a face: of the upper left and lower right corners, then of the others where they have any."""
    corners: dict[tuple[int, bool], list[Word]] = {}
    for word in words:
        corners.setdefault((word.quarters, word.middle.x < cell.centre.x), []).append(word)
    texts = {
        (quarters, left): "".join(word.text for word in sorted(held, key=lambda word: _reading_order(word, quarters)))
        for (quarters, left), held in corners.items()
    }
    both = [texts.pop(corner, "") for corner in ((0, True), (2, False))]
    return both + [texts.pop(corner, "") for corner in ((0, False), (2, True))] + list(texts.values()) if texts else both


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
    """Return the marks of the back in a cell, or None where there is no back."""
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
                marks[number] = Mark(position, int(tab[0].text))
    count = max((*marks, *doubtful), default=0)
    missing = [number for number in range(1, count + 1) if number not in marks and number not in doubtful]
    if missing:
        unclear.append(f"squares {', '.join(map(str, missing))} are missing")
    codes = [match[0] for word in words if (match := CODE.search(word.text))]
    told = tuple(marks.get(number) for number in range(1, count + 1))
    return ReadBack(told, codes[0] if codes else None, tuple(unclear), frozenset({*doubtful, *missing}))


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


def upright(page: Page) -> Page:
    """Return the page as a reader holds it: turned by 180 degrees where most of its words stand on their heads."""
    telling = [word.turned for word in page.words if word.quarters % 2 == 0 and (len(word.text) > 1 or word.text.isdigit())]
    return replace(turn_page(page, 2), turned=True) if sum(telling) > len(telling) / 2 else page


def in_cell(page: Page, cell: Rect) -> tuple[list[Word], list[Outline]]:
    """Return what lies in a cell."""
    words = [word for word in page.words if cell.holds(word.middle)]
    return words, [outline for outline in page.outlines if cell.covers(outline.box, 0.5)]
