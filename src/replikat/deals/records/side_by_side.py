"""One square's hands side by side, for packs that give long hands; the middle below them, in order of number."""

from replikat.deals.records.compass import AFTER_NAME, HEAD, LEADING, NAME, Hand, Record, draw_head, draw_held, measured_hand
from replikat.deals.records.hands import AFTER_PIP, BETWEEN, PIP, draw_pip, in_order
from replikat.deck.cards import Card
from replikat.deck.squares import POSITIONS, Position
from replikat.geometry.plane import Point, Rect
from replikat.typeset.fonts import CAP, width
from replikat.typeset.pen import Pen

GAP = 5.0  # between hands
OVER_MIDDLE = 3.0
NEXT = 1.1  # between two cards of the middle, in parts of the letters' size


def list_height(record: Record, square: int, wide: float, size: float) -> float:
    """Return how high the lists of a square are, with their head."""
    hands = _hands(record, square, wide, size)
    rows = len(_middle(record, square, wide, size))
    return HEAD + max(held.high for held in hands.values()) + (OVER_MIDDLE + NAME + AFTER_NAME + rows * LEADING * size if rows else 0)


def draw_list(pen: Pen, record: Record, square: int, box: Rect, size: float) -> None:
    """Draw the number of a square, its hands in columns, and the cards of the middle in the order in which they are numbered."""
    draw_head(pen, record, square, box)
    hands = _hands(record, square, box.width, size)
    step = (box.width + GAP) / len(hands)
    for place, (position, held) in enumerate(hands.items()):
        draw_held(pen, record, position, held, Point(box.x + place * step, box.y + HEAD), size)
    rows = _middle(record, square, box.width, size)
    if not rows:
        return
    top = box.y + HEAD + max(held.high for held in hands.values()) + OVER_MIDDLE
    pen.text(record.words.positions["M"], Point(box.x, top + NAME), "strong", NAME, "ink")
    for row, cards in enumerate(rows):
        baseline = top + NAME + AFTER_NAME + size + row * LEADING * size
        for card, left in cards:
            _draw_card(pen, record, card, Point(box.x + left, baseline), size)


def _hands(record: Record, square: int, wide: float, size: float) -> dict[Position, Hand]:
    positions = [position for position in POSITIONS if position in record.deck.layout(square).positions and position != "M"]
    room = (wide + GAP) / len(positions) - GAP
    return {position: measured_hand(record, square, position, size, room) for position in positions}


def _middle(record: Record, square: int, wide: float, size: float) -> list[list[tuple[Card, float]]]:
    """Return the cards of the middle in rows, each with its left edge."""
    rows: list[list[tuple[Card, float]]] = []
    x = wide
    for card in in_order(record.deck, square, "M"):
        long = (PIP + AFTER_PIP + width(record.words.index(card), "text")) * size
        if x + long > wide:
            rows.append([])
            x = 0.0
        rows[-1].append((card, x))
        x += long + NEXT * size
    return rows


def _draw_card(pen: Pen, record: Record, card: Card, at: Point, size: float) -> None:
    middle = Point(at.x + PIP * size / 2, at.y - CAP["text"] * size / 2)
    draw_pip(pen, card.suit, record.figures, middle, PIP * size * (0.86 if card.suit else 0.7))
    pen.text(record.words.index(card), Point(at.x + (PIP + BETWEEN) * size, at.y), "text", size, "black")
