"""Backs: the marks of one card, drawn over the empty back that all cards of a deck share."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from replikat.cards.back_plan import (
    ABOVE,
    BAR,
    CODE_HIGH,
    CODE_SHARES,
    DIGIT_EM,
    DIGIT_WIDTH,
    FOOT_CLEAR,
    FRAME_CORNER,
    MOST_DOTS,
    RULE,
    RULE_OFF,
    BackPlan,
)
from replikat.cards.ornaments import between_spots, rim_spots
from replikat.deck.deck import Deck
from replikat.deck.squares import Mark
from replikat.errors import ReplikatError, quoted
from replikat.geometry.plane import Point, Rect, shrunk
from replikat.papers.symbol import draw_symbol
from replikat.papers.theme import Theme
from replikat.typeset.figures.figure import Figure
from replikat.typeset.fonts import CAP, width
from replikat.typeset.pen import Pen

SMALLEST_WORD = 0.6  # how far a long word may be made smaller
WORD_HIGH, WORD_TRACK = 2.35, 0.28  # mm
FOOT_GAP = 1.6  # between symbol, word, legend and code
LEGEND_TAB, LEGEND_DIGIT, LEGEND_GAP = 3.2, 1.75, 0.5  # of the tab that shows what an underlined number means
BLEED = 3.0  # of grounds that cover the whole card


@dataclass(frozen=True)
class BackSet:
    """What the backs of one deck have in common."""

    plan: BackPlan
    theme: Theme
    word: str
    code: str
    signs: tuple[int, ...]  # for every square the group's sign: how many dots, none for the first layout
    figures: Mapping[str, Figure] = field(default_factory=dict)  # of the theme's ornaments, by name


def draw_ground(pen: Pen, backs: BackSet, bleed: float) -> None:
    """Draw the ground of a back, `bleed` mm beyond the trim."""
    card = backs.plan.card
    if backs.theme.ground != backs.theme.square or backs.theme.bleeds:
        pen.rect(Rect(0, 0, card.width, card.height).inset(-bleed), fill=backs.theme.ground)


def draw_ornaments(pen: Pen, backs: BackSet, inside: Rect) -> None:
    """Draw the theme's ornaments on the ground, as far as they lie inside a rectangle about the trim."""
    ornament, plan = backs.theme.ornament, backs.plan
    if ornament is None:
        return
    whole = Rect(0, 0, plan.card.width, plan.card.height).inset(-BLEED)

    def draw(inner: Pen) -> None:
        rim, corners = rim_spots(plan.card, ornament, BLEED)
        corner = ornament.corner or ornament.rim
        for motif, spots in ((ornament.rim, rim), (corner, corners), (ornament.between, list(between_spots(plan)))):
            if motif and spots:
                inner.pattern(backs.figures[motif.figure], spots, motif.size)

    form = pen.form("ornaments", whole, draw)
    with pen.clipped(inside):
        pen.place(form)


def draw_back(pen: Pen, marks: tuple[Mark | None, ...], backs: BackSet) -> None:
    """Draw a card's back with the trim's top left corner at the origin; `marks[q]` belongs to square q + 1."""
    card = backs.plan.card
    _draw_half(pen, marks, backs)
    if backs.plan.two_way:
        with pen.at(card.width, card.height, turn=180) as turned:
            _draw_half(turned, marks, backs)


def _draw_half(pen: Pen, marks: tuple[Mark | None, ...], backs: BackSet) -> None:
    """Draw all that the plan describes: the whole back, or the half of a two-way one that is read upright."""
    plan, theme = backs.plan, backs.theme
    card = plan.card
    pen.place(pen.form("empty-back", Rect(0, 0, card.width, card.height), lambda inner: _draw_empty(inner, backs)))
    tabs = [(plan.tab(number, mark), mark) for number, mark in enumerate(marks, 1) if mark]
    outlines = [tab.outline for tab, _ in tabs]
    if line := theme.tab_line:  # drawn inside the tab: it neither leaves the rim nor meets the neighbour's
        pen.polygons((shrunk(outline, line.width / 2) for outline in outlines), theme.tab, line.colour, line.width)
    else:
        pen.polygons(outlines, theme.tab)
    dashes = [plan.dash(number) for number, mark in enumerate(marks, 1) if mark is None]
    pen.polygons([box.corners for box in dashes], theme.foot)
    if tabs:
        write_numbers(pen, backs, [(mark.number, tab.baseline) for tab, mark in tabs])


def write_numbers(pen: Pen, backs: BackSet, numbers: Sequence[tuple[int, Point]]) -> None:
    """Write numbers of tabs at their baselines' middles, with the rules and dots that belong to them."""
    plan, colour = backs.plan, backs.theme.mark
    written = [(plan.written(number), at) for number, at in numbers]
    signs = [plan.rule(at) for number, at in written if number.ruled]
    signs += [plan.dot(at, number.text) for number, at in written if number.dotted]
    pen.polygons([box.corners for box in signs], colour)
    pen.words([(number.text, at) for number, at in written], "digits", plan.digit * DIGIT_EM, colour)


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
    pen.rect(backs.plan.bar, fill=colour)
    room = foot.height - BAR - FOOT_CLEAR
    baseline = backs.plan.foot_line
    draw_symbol(pen, backs.code, Rect(foot.x, foot.y, room, room), colour)
    left = foot.x + room + FOOT_GAP
    word, code = _foot_shares(backs, foot.right - left)
    pen.text(backs.code, Point(foot.right, baseline), "text", CODE_HIGH / CAP["text"] * code, colour, "right")
    if backs.plan.batch:
        right = foot.right - _code_wide(backs) * code - FOOT_GAP
        _draw_legend(pen, backs, Rect(right - _legend_wide(backs), foot.y, LEGEND_TAB, room), baseline)
    size = WORD_HIGH / CAP["strong"] * word
    pen.text(backs.word.upper(), Point(left, baseline), "strong", size, colour, track=WORD_TRACK * word)
    if backs.theme.ornament and (motif := backs.theme.ornament.foot):
        left += _word_wide(backs) * word
        right = foot.right - _code_wide(backs) * code - (_legend_wide(backs) + FOOT_GAP if backs.plan.batch else 0.0)
        if right - left >= motif.size + 2 * FOOT_GAP:
            pen.pattern(backs.figures[motif.figure], [(Point((left + right) / 2, foot.y + room / 2), 0.0)], motif.size)


def _foot_shares(backs: BackSet, room: float) -> tuple[float, float]:
    """Return how large word and code are, in parts of their usual size, so that they fit a room of so many mm."""
    long = _word_wide(backs)
    legend = _legend_wide(backs) + FOOT_GAP if backs.plan.batch else 0.0
    free = 0.0
    for code in CODE_SHARES:
        free = room - _code_wide(backs) * code - FOOT_GAP - legend
        if free >= SMALLEST_WORD * long:
            return min(1.0, free / long), code
    over = long * SMALLEST_WORD - free
    raise ReplikatError(
        f"the word {quoted(backs.word)} is {over:.1f} mm too long for the foot of a {backs.plan.card.name} card; choose a shorter one"
    )


def _word_wide(backs: BackSet) -> float:
    letters = backs.word.upper()
    return width(letters, "strong") * WORD_HIGH / CAP["strong"] + WORD_TRACK * (len(letters) - 1)


def _code_wide(backs: BackSet) -> float:
    return width(backs.code, "text") * CODE_HIGH / CAP["text"]


def _legend(backs: BackSet) -> str:
    return f"={(backs.plan.batch or 0) + 1}"


def _legend_wide(backs: BackSet) -> float:
    return LEGEND_TAB + LEGEND_GAP + width(_legend(backs), "text") * CODE_HIGH / CAP["text"]


def _draw_legend(pen: Pen, backs: BackSet, box: Rect, baseline: float) -> None:
    """Draw what an underlined number means: a small tab with an underlined 1, and the number that it stands for."""
    colour, high = backs.theme.foot, LEGEND_DIGIT
    narrow = box.inset(0.4)
    tab = (Point(narrow.x, box.y), Point(narrow.right, box.y), Point(box.right, box.bottom), Point(box.x, box.bottom))
    pen.polygons([tab], colour)
    at = Point(box.centre.x, box.y + (ABOVE + 1) * high)
    rule = Rect(at.x - DIGIT_WIDTH * high / 2, at.y + RULE_OFF * high, DIGIT_WIDTH * high, RULE * high)
    pen.polygons([rule.corners], backs.theme.ground)
    pen.words([("1", at)], "digits", high * DIGIT_EM, backs.theme.ground)
    pen.text(_legend(backs), Point(box.right + LEGEND_GAP, baseline), "text", CODE_HIGH / CAP["text"], colour)


def back_set(deck: Deck, plan: BackPlan, theme: Theme, word: str, figures: Mapping[str, Figure] | None = None) -> BackSet:
    """Return what the backs of a deck have in common; `figures` are those of the theme's ornaments."""
    kinds = list(dict.fromkeys(group.layout for group in deck.spec.squares))
    if len(kinds) > MOST_DOTS + 1:
        raise ReplikatError(f"{deck.name}: squares of {len(kinds)} layouts; a back can tell at most {MOST_DOTS + 1} apart")
    signs = tuple(kinds.index(deck.spec.squares[group].layout) for group in deck.spec.groups_by_square)
    return BackSet(plan, theme, word, deck.code, signs, figures or {})
