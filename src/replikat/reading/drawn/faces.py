"""Printed faces read back: a card is known by its index, its title and every path, or by the picture that it is."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO

from replikat.deck.cards import Card, Pack
from replikat.geometry.plane import Rect
from replikat.reading.drawn.page import THUMB, Outline, Picture, Word, small_copy
from replikat.typeset.figures.figure import Figure
from replikat.typeset.figures.figure import Picture as PictureFile

DISC = "16 points"  # a disc is a rounded rectangle: four sides and four curves
PLAIN = 4  # points of a rectangle
CORNER = 0.19  # an index lies this close to the side of the card, in parts of its width
RIM = 2  # points of a picture's small copy at every side, which neighbours or the trim may have changed
ALIKE = 6.0  # of 255 greys, the mean difference of two copies of one picture
SAME = 0.02  # points of two drawings of one shape agree within this part of their box
Shape = tuple[tuple[float, float], ...]


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
    numeral = (card.emblem.numeral or "").split()
    return {tuple(sorted((*numeral, *name.split()))) for name in card.emblem.names.values()}


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
