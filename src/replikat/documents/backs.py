"""Backs: the marks of one card, drawn over the empty back that all cards of a deck share."""

from dataclasses import dataclass

from replikat.errors import ReplikatError
from replikat.model.back import BAR, DIGIT_EM, FRAME_CORNER, MOST_DOTS, BackPlan, marked
from replikat.model.code import symbol
from replikat.model.deck import Deck
from replikat.model.geometry import Point, Rect, shrunk
from replikat.model.squares import Mark
from replikat.model.themes import Theme
from replikat.press.fonts import CAP, width
from replikat.press.pen import Pen

SMALLEST_WORD = 0.6  # how far a long word may be made smaller
BLEED = 3.0  # of grounds that cover the whole card


@dataclass(frozen=True)
class BackSet:
    """What the backs of one deck have in common."""

    plan: BackPlan
    theme: Theme
    word: str
    code: str
    signs: tuple[int, ...]  # for every square the group's sign: how many dots, none for the first layout


def draw_ground(pen: Pen, backs: BackSet, bleed: float) -> None:
    """Draw the ground of a back, `bleed` mm beyond the trim."""
    card = backs.plan.card
    if backs.theme.ground != backs.theme.square or backs.theme.bleeds:
        pen.rect(Rect(0, 0, card.width, card.height).inset(-bleed), fill=backs.theme.ground)


def draw_back(pen: Pen, marks: tuple[Mark | None, ...], backs: BackSet) -> None:
    """Draw a card's back with the trim's top left corner at the origin; `marks[q]` belongs to square q + 1."""
    plan, theme = backs.plan, backs.theme
    card = plan.card
    pen.place(pen.form("empty-back", Rect(0, 0, card.width, card.height), lambda inner: _draw_empty(inner, backs)))
    tabs = [(plan.tab(number, mark), mark) for number, mark in enumerate(marks, 1) if mark]
    outlines = [tab.outline for tab, _ in tabs]
    if line := theme.tab_line:  # drawn inside the tab: it neither leaves the rim nor meets the neighbour's
        pen.polygons((shrunk(outline, line.width / 2) for outline in outlines), theme.tab, line.colour, line.width)
    else:
        pen.polygons(outlines, theme.tab)
    rules = [plan.rule(tab.baseline) for tab, mark in tabs if marked(mark.number)]
    pen.polygons(map(_corners, rules), theme.mark)
    dashes = [plan.dash(number) for number, mark in enumerate(marks, 1) if mark is None]
    pen.polygons(map(_corners, dashes), theme.foot)
    words = [(str(mark.number), tab.baseline) for tab, mark in tabs]
    if words:
        pen.words(words, "digits", plan.digit * DIGIT_EM, theme.mark)


def _corners(box: Rect) -> tuple[Point, ...]:
    return (Point(box.x, box.y), Point(box.right, box.y), Point(box.right, box.bottom), Point(box.x, box.bottom))


def _draw_empty(pen: Pen, backs: BackSet) -> None:
    """Draw what all cards share: frames, square numbers, the foot."""
    plan, theme = backs.plan, backs.theme
    numbers = range(1, plan.squares + 1)
    fill = theme.square if theme.square != theme.ground else None
    for number in numbers:
        pen.rect(plan.square(number).inset(theme.frame.width / 2), fill, theme.frame.colour, theme.frame.width, FRAME_CORNER)
        for dot in plan.sign(number, backs.signs[number - 1]):
            pen.rect(dot, theme.foot, corner=dot.width / 2)
    pen.words([(str(number), plan.number_baseline(number)) for number in numbers], "digits", plan.number_digit * DIGIT_EM, theme.number)
    draw_foot(pen, backs)


def draw_foot(pen: Pen, backs: BackSet) -> None:
    """Draw the bar that must lie at the bottom, the word, the deck's symbol and its code."""
    foot, colour = backs.plan.foot, backs.theme.foot
    pen.rect(Rect(foot.x, foot.bottom - BAR, foot.width, BAR), fill=colour)
    room = foot.height - BAR - 0.9
    baseline = foot.bottom - BAR - 0.9 - 0.35
    draw_symbol(pen, backs.code, Rect(foot.x, foot.y, room, room), colour)
    code_size = 1.55 / CAP["text"]
    pen.text(backs.code, Point(foot.right, baseline), "text", code_size, colour, "right")
    left = foot.x + room + 1.6
    free = foot.right - width(backs.code, "text") * code_size - 1.6 - left
    letters = backs.word.upper()
    size, track = 2.35 / CAP["strong"], 0.28
    long = width(letters, "strong") * size + track * (len(letters) - 1)
    smaller = min(1.0, free / long)
    if smaller < SMALLEST_WORD:
        over = long * SMALLEST_WORD - free
        raise ReplikatError(
            f"the word {backs.word!r} is {over:.1f} mm too long for the foot of a {backs.plan.card.name} card; choose a shorter one"
        )
    pen.text(letters, Point(left, baseline), "strong", size * smaller, colour, track=track * smaller)


def draw_symbol(pen: Pen, code: str, box: Rect, colour: str) -> None:
    """Draw the deck's symbol in a box."""
    side = box.width / 5
    cells = [
        Rect(box.x + x * side, box.y + y * side, side, side) for y, row in enumerate(symbol(code)) for x, filled in enumerate(row) if filled
    ]
    pen.polygons(map(_corners, cells), colour)


def back_set(deck: Deck, plan: BackPlan, theme: Theme, word: str) -> BackSet:
    """Return what the backs of a deck have in common."""
    kinds = list(dict.fromkeys(group.layout for group in deck.spec.squares))
    if len(kinds) > MOST_DOTS + 1:
        raise ReplikatError(f"{deck.name}: squares of {len(kinds)} layouts; a back can tell at most {MOST_DOTS + 1} apart")
    signs = tuple(kinds.index(deck.spec.squares[group].layout) for group in deck.spec.groups_by_square)
    return BackSet(plan, theme, word, deck.code, signs)
