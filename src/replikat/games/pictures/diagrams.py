"""Pictures of squares and tables, for booklets: the table from above, South at the bottom."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from replikat.cards.back_plan import BAR, DIGIT_EM, FRAME_CORNER, BackPlan, plan_back
from replikat.cards.backs import BackSet, write_numbers
from replikat.cards.faces import FaceSet, draw_face
from replikat.deck.deck import Deck
from replikat.deck.squares import Layout, Mark, Position
from replikat.games.pictures.measures import (
    CARD,
    CARD_HIGH,
    CARD_WIDE,
    FAN,
    FAN_ARM,
    FAN_STEP,
    LABEL_HIGH,
    LEADING,
    NOTE,
    NOTE_LINE,
    SMALL,
    label_wide,
)
from replikat.geometry.plane import Line, Point, Rect
from replikat.typeset.figures.figure import Figure, Segment, Shape
from replikat.typeset.fonts import CAP, Face
from replikat.typeset.pen import Align, Pen
from replikat.typeset.text.flow import lines_of

BESIDE = 26.0  # from the card in the middle of the table to the pile of the middle
STEP = 0.75  # by which the edges of a pile are offset
NAME = 1.1  # size of the names of the seats, in parts of a note
RIM = 5.5 / NOTE  # room for them round the table, in parts of a note
OFF_EDGE = 0.65  # their baseline, in parts of the rim
NOTES_WIDE = 30.0  # room for notes beside an enlarged square
HAIR, FRAME, STRONG = 0.09, 0.18, 0.35  # line weights: 0.25, 0.5 and 1 point
_SHOWN: tuple[Position, ...] = ("W", "S", "E", "N", "M")  # the position that pictures show, the first there is
_PATTERN = tuple(Mark(position, 1) for position in ("W", "N", "S", "E"))  # tabs on the back of a small card


@dataclass(frozen=True)
class Example:
    """What pictures are drawn from: a fixed deck, never the user's, its backs and faces in the booklet's language."""

    deck: Deck
    backs: BackSet
    faces: FaceSet


def draw_square(pen: Pen, backs: BackSet, number: int, mark: Mark) -> None:
    """Draw one square of a back with its top left corner at the origin, as `draw_back` draws it among others."""
    plan, theme = backs.plan, backs.theme
    square, tab = plan.square(number), plan.tab(number, mark)
    with pen.at(-square.x, -square.y) as inner:
        inner.rect(square, theme.square, theme.frame.colour, theme.frame.width, FRAME_CORNER)
        inner.words([(str(number), plan.number_baseline(number))], "digits", plan.number_digit * DIGIT_EM, theme.number)
        line = theme.tab_line
        inner.polygons([tab.outline], theme.tab, line.colour if line else None, line.width if line else 0.0)
        write_numbers(inner, backs, [(mark.number, tab.baseline)])


def _mark_shown(layout: Layout, most: int) -> Mark:
    """Return the mark that pictures show: at West, or else the first position there is, with a number of at most `most`."""
    position = next(position for position in _SHOWN if position in layout.positions)
    return Mark(position, min(most, layout.positions[position]))


def write_lines(
    pen: Pen, lines: Sequence[str], at: Point, align: Align = "left", face: Face = "text", colour: str = "black", note: float = NOTE
) -> None:
    """Write lines of small type, the first baseline at `at`; `note` is their size."""
    for place, line in enumerate(lines):
        pen.text(line, Point(at.x, at.y + place * note * LEADING), face, note, colour, align)


def enlarged_high(example: Example, measure: float, most: float) -> float:
    """Return how high an enlarged square is drawn with its notes beside it."""
    wide, high = example.backs.plan.size
    return min(most, (measure - 2 * NOTES_WIDE) * high / wide)


def draw_enlarged(pen: Pen, example: Example, box: Rect) -> None:
    """Draw one square as large as the box and its notes allow, in the middle, with notes on both sides."""
    backs, words = example.backs, example.faces.words
    number = min(7, backs.plan.squares)
    mark = _mark_shown(example.deck.layout(number), 9)
    wide, high = backs.plan.size
    scale = min(box.height / high, (box.width - 2 * NOTES_WIDE) / wide)
    left, top = box.centre.x - wide * scale / 2, box.centre.y - high * scale / 2
    with pen.at(left, top, scale=scale) as inner:
        draw_square(inner, backs, number, mark)

    def on_page(point: Point) -> Point:
        square = backs.plan.square(number)
        return Point(left + (point.x - square.x) * scale, top + (point.y - square.y) * scale)

    tab = backs.plan.tab(number, mark)
    own = on_page(backs.plan.number_baseline(number))
    digit, quiet = backs.plan.digit * scale, backs.plan.number_digit * scale
    outline = [on_page(point) for point in tab.outline]
    tab_left, tab_right = min(point.x for point in outline), max(point.x for point in outline)
    tab_top, tab_low = min(point.y for point in outline), max(point.y for point in outline)
    said, right = on_page(tab.baseline).y - digit / 2, left + wide * scale
    at_edge = words.phrase("diagram.middle" if mark.position == "M" else "diagram.edge", position=words.positions[mark.position])
    of_pile, of_square = words.phrase("diagram.number", n=mark.number), words.phrase("diagram.square_number")
    if mark.position == "E":
        _note_right(pen, at_edge, Point(right + 0.8, top + 0.24 * high * scale), right, box.right)
        _note_right(pen, of_pile, Point(right + 0.8, said), right, box.right)
        _note_left(pen, of_square, Point(own.x - 0.75 * quiet, own.y - quiet / 2), left, box.x)
        return
    _note_right(pen, of_square, Point(own.x + 0.75 * quiet, own.y - quiet / 2), right, box.right)
    if mark.position == "W":
        _note_left(pen, at_edge, Point(left - 0.8, top + 0.24 * high * scale), left, box.x)
        _note_left(pen, of_pile, Point(left - 0.8, said), left, box.x)
    else:  # the tab lies level: a note on either side of it
        _note_left(pen, at_edge, Point(tab_left + 0.8, tab_low - 4 if mark.position == "S" else tab_top + 4), left, box.x)
        _note_right(pen, of_pile, Point(tab_right - 0.8, said), right, box.right)


def _note_left(pen: Pen, text: str, target: Point, edge: float, start: float) -> None:
    """Write a note left of `edge`, on the height of what it points at, with a line up to it."""
    _leader(pen, Point(edge - 5, target.y), target)
    lines = lines_of(text, "text", NOTE, edge - 6 - start)
    write_lines(pen, lines, Point(edge - 6, _first_baseline(target.y, lines)), "right", colour="ink")


def _note_right(pen: Pen, text: str, target: Point, edge: float, end: float) -> None:
    _leader(pen, target, Point(edge + 5, target.y))
    lines = lines_of(text, "text", NOTE, end - edge - 6)
    write_lines(pen, lines, Point(edge + 6, _first_baseline(target.y, lines)), "left", colour="ink")


def _first_baseline(middle: float, lines: Sequence[str]) -> float:
    return middle - (len(lines) - 1) * NOTE_LINE / 2 + NOTE * CAP["text"] / 2


def _leader(pen: Pen, start: Point, end: Point) -> None:
    pen.lines([Line(start, end)], "rowan", FRAME)


def draw_table(pen: Pen, example: Example, box: Rect, note: float = NOTE) -> None:
    """Draw the table from above: a pile at every side, and a card on its way to West or another position that there is.

    `note` is the size of its words, mm.
    """
    words, layout = example.faces.words, example.deck.layout(1)
    felt, mark = draw_felt(pen, box, note), _mark_shown(layout, 5)
    beside = {"E": -BESIDE, "M": BESIDE + 12}.get(mark.position, BESIDE)  # out of the arrow's way, or at its end
    middle = Point(felt.centre.x + beside, felt.centre.y)
    for position, capacity in layout.positions.items():
        if position != "M":
            name_side(pen, words.positions[position], position, box, note=note)
            pile = _pile_middle(felt, position)
            draw_stack(pen, pile)
            label(pen, f"1–{capacity}", pile, note)
    if "M" in layout.positions:
        draw_stack(pen, middle)
        label(pen, f"{words.letters['M']} 1–{layout.positions['M']}", middle, note)
    card, called = _draw_travelling(pen, example, felt.centre, mark)
    target = middle if mark.position == "M" else _pile_middle(felt, mark.position)
    draw_arrow(pen, _way(card, called, mark.position, target))


def _way(card: Rect, called: Point, position: Position, pile: Point) -> tuple[Point, Point, Point, Point]:
    """Return the curve from a card, at the height of the square that is called, to a pile."""
    if position in ("N", "S"):
        down = 1 if position == "S" else -1
        x = card.right + 1  # beside the card, so that the arrow is long enough to be seen
        start, end = Point(x, called.y), Point(pile.x + CARD_WIDE / 2 + 4, pile.y)
        return start, Point(start.x + 14, start.y), Point(end.x + 14, start.y + 0.7 * down * abs(end.y - start.y)), end
    across = -1 if position == "W" else 1
    start = Point(card.x - 1 if position == "W" else card.right + 1, called.y)
    end = Point(pile.x - across * (CARD_WIDE / 2 + 3.5), pile.y)
    reach = min(7.0, 0.5 * abs(end.x - start.x))
    return start, Point(start.x + across * reach, start.y), Point(end.x - across * reach, end.y), end


def _pile_middle(felt: Rect, side: str) -> Point:
    across, down = CARD_WIDE / 2 + 4, CARD_HIGH / 2 + 4
    places = {
        "S": Point(felt.centre.x, felt.bottom - down),
        "N": Point(felt.centre.x, felt.y + down + STEP),
        "W": Point(felt.x + across, felt.centre.y),
        "E": Point(felt.right - across, felt.centre.y),
    }
    return places[side]


def _draw_travelling(pen: Pen, example: Example, middle: Point, mark: Mark) -> tuple[Rect, Point]:
    """Draw a card large enough to read the one square that matters, the others empty; return the card and that square's middle."""
    theme = example.backs.theme
    plan = replace(plan_back(CARD, 4, example.backs.plan.corner, 10**example.backs.plan.digits - 1), batch=example.backs.plan.batch)
    backs = BackSet(plan, theme, example.backs.word, example.backs.code, (0,) * plan.squares)
    scale = 0.36
    box = Rect(middle.x - CARD.width * scale / 2, middle.y - CARD.height * scale / 2, CARD.width * scale, CARD.height * scale)
    pen.rect(box, "paper", "ink", FRAME, CARD.corner * scale)
    with pen.at(box.x, box.y, scale=scale) as inner:
        for number in range(1, plan.squares + 1):
            inner.rect(plan.square(number), None, theme.frame.colour, theme.frame.width / scale, FRAME_CORNER)
        called = plan.square(3)
        with inner.at(called.x, called.y) as square:
            draw_square(square, backs, 3, mark)
        foot = plan.foot
        inner.rect(Rect(foot.x, foot.bottom - BAR, foot.width, BAR), theme.foot)
    return box, Point(box.x + called.centre.x * scale, box.y + called.centre.y * scale)


def draw_felt(pen: Pen, box: Rect, note: float = NOTE) -> Rect:
    """Draw the table with room for the names of the seats round it, and return it."""
    felt = box.inset(RIM * note)
    pen.rect(felt, "mist", corner=6)
    return felt


def name_side(pen: Pen, name: str, side: str, box: Rect, colour: str = "ink", note: float = NOTE) -> None:
    """Write a name outside the table's edge; at West and East it runs along the edge."""
    size, off = NAME * note, OFF_EDGE * RIM * note
    if side == "S":
        pen.text(name, Point(box.centre.x, box.bottom - (RIM * note - off) / 2), "strong", size, colour, "middle")
    elif side == "N":
        pen.text(name, Point(box.centre.x, box.y + off), "strong", size, colour, "middle")
    else:
        x, turn = (box.x + off, -90) if side == "W" else (box.right - off, 90)
        with pen.at(x, box.centre.y, turn) as inner:
            inner.text(name, Point(0, 0), "strong", size, colour, "middle")


def card_back(pen: Pen) -> str:
    """Return the form of a small card's back: the pattern of its tabs, its middle at the origin."""
    plan = plan_back(CARD, len(_PATTERN), False, 13)

    def draw(inner: Pen) -> None:
        inner.rect(Rect(-CARD_WIDE / 2, -CARD_HIGH / 2, CARD_WIDE, CARD_HIGH), "paper", "ink", FRAME, CARD.corner * SMALL)
        with inner.at(-CARD_WIDE / 2, -CARD_HIGH / 2, scale=SMALL) as card:
            _draw_pattern(card, plan, "ink")

    return pen.form("small-back", _card_box(), draw)


def grey_back(pen: Pen) -> str:
    """Return the form of a small card that stays out or has gone elsewhere."""

    def draw(inner: Pen) -> None:
        inner.rect(Rect(-CARD_WIDE / 2, -CARD_HIGH / 2, CARD_WIDE, CARD_HIGH), "mist", "stone", FRAME, CARD.corner * SMALL)

    return pen.form("grey-back", _card_box(), draw)


def _card_box() -> Rect:
    return Rect(-CARD_WIDE / 2, -CARD_HIGH / 2, CARD_WIDE, CARD_HIGH).inset(-FRAME)


def _draw_pattern(pen: Pen, plan: BackPlan, colour: str) -> None:
    for number in range(1, plan.squares + 1):
        pen.rect(plan.square(number), None, "stone", 0.5, FRAME_CORNER)
    pen.polygons([plan.tab(number, mark).outline for number, mark in enumerate(_PATTERN, 1)], colour)
    foot = plan.foot
    pen.rect(Rect(foot.x, foot.bottom - 2.4, foot.width, 2.4), colour)


def draw_stack(pen: Pen, middle: Point, grey: bool = False) -> None:
    """Draw a face-down pile with offset edges, the top card's middle at `middle`."""
    form = grey_back(pen) if grey else card_back(pen)
    for place in (2, 1, 0):
        pen.place(form, middle.x + place * STEP, middle.y - place * STEP)


def draw_fan(pen: Pen, middle: Point, cards: int, text: str, note: float = NOTE) -> None:
    """Draw a hand as a fan of a few cards, its range written on it."""
    form = card_back(pen)
    for place in range(min(cards, FAN)):
        turn = (place - (min(cards, FAN) - 1) / 2) * FAN_STEP
        with pen.at(middle.x, middle.y + FAN_ARM, turn) as inner:
            inner.place(form, 0, -FAN_ARM)
    if text:
        label(pen, text, Point(middle.x, middle.y + 2.5), note)


def label(pen: Pen, text: str, middle: Point, note: float = NOTE) -> None:
    """Write a range on a card, on a white ground of its own."""
    wide, high = label_wide(text, note), LABEL_HIGH * note
    pen.rect(Rect(middle.x - wide / 2, middle.y - high / 2, wide, high), "paper", "ink", FRAME, high / 2)
    pen.text(text, Point(middle.x, middle.y + note * CAP["strong"] / 2), "strong", note, "ink", "middle")


def draw_open(pen: Pen, example: Example, card: int, middle: Point) -> None:
    """Draw a small card face up, by its place in the example deck's pack."""
    faces, card_size = example.faces, example.faces.plan.card
    scale = CARD_WIDE / card_size.width
    if card_size.height * scale > 1.02 * CARD_HIGH:  # a tall card keeps its proportion; a hair more does not show
        scale = CARD_HIGH / card_size.height
    wide, high = min(CARD_WIDE, card_size.width * scale), CARD_HIGH
    pen.rect(Rect(middle.x - wide / 2, middle.y - high / 2, wide, high), "paper", "ink", FRAME, CARD.corner * SMALL)
    with pen.at(middle.x - wide / 2, middle.y - high / 2, scale=scale) as inner:
        draw_face(inner, example.deck.pack.cards[card], faces)


def draw_arrow(pen: Pen, curve: tuple[Point, Point, Point, Point], colour: str = "rowan") -> None:
    """Draw a curved arrow along a Bezier curve; its head lies at the end."""
    start, first, second, end = curve
    long = ((end.x - second.x) ** 2 + (end.y - second.y) ** 2) ** 0.5 or 1.0
    dx, dy = (end.x - second.x) / long, (end.y - second.y) / long
    neck = Point(end.x - 2.2 * dx, end.y - 2.2 * dy)
    head = (end, Point(neck.x - 1.1 * dy, neck.y + 1.1 * dx), Point(neck.x + 1.1 * dy, neck.y - 1.1 * dx))
    line = (Segment("M", (start,)), Segment("C", (first, second, neck)))
    tip = (Segment("M", (head[0],)), Segment("L", (head[1],)), Segment("L", (head[2],)), Segment("Z", ()))
    shapes = (Shape(line, None, colour, STRONG * 1.3), Shape(tip, colour, None, 0.0))
    pen.figure(Figure("arrow", 1000, 1000, shapes))
