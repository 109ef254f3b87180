"""Faces: figures, pips and indices to drawn cards."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from replikat.cards.face_plan import (
    BADGE_DIGIT,
    COURT,
    EMBLEM_RIM,
    INDEX_TOP,
    JOKER_HIGH,
    JOKER_STEP,
    NAME_LEADING,
    NAME_SIZE,
    NUMERAL_HIGH,
    FacePlan,
)
from replikat.deck.cards import Card
from replikat.deck.catalogue import Catalogue, emblem_name
from replikat.deck.pack_spec import Emblem
from replikat.geometry.plane import Point, Rect
from replikat.typeset.figures.figure import Figure, Picture
from replikat.typeset.fonts import CAP, width
from replikat.typeset.pen import Pen

PANEL_PIP = 0.155  # a court's own pip, in parts of the panel's width
PANEL_PIP_AT = (0.115, 0.125)
PANEL_LINE = 0.3
BADGE_LINE = 0.25


@dataclass(frozen=True)
class FaceSet:
    """What faces are drawn from: figures by name, the words of the indices, and whether suits have four colours.

    `names` is the language in which emblems are named. `pictures` are whole faces by name, and reach `bleed` mm beyond
    the trim.
    """

    plan: FacePlan
    figures: dict[str, Figure]
    words: Catalogue
    names: str
    four_colour: bool = False
    pictures: Mapping[str, Picture] = field(default_factory=dict)
    bleed: float = 0.0

    def colour(self, card: Card) -> str:
        """Return the colour in which a card's suit is printed."""
        return card.suit.second if card.suit and self.four_colour else card.colour


def draw_face(pen: Pen, card: Card | None, faces: FaceSet, bleed: float = 0.0) -> None:
    """Draw a card's face with the trim's top left corner at the origin; None is a blank card.

    Ink may reach `bleed` mm beyond the trim.
    """
    if card is None:
        return
    if card.image:
        _draw_picture(pen, faces.pictures[card.image], faces, bleed)
        return
    if card.rank and card.rank.form == "pips":
        for middle, turned in faces.plan.pips(card.rank.pips):
            _place_pip(pen, card, faces, middle, faces.plan.pip_size, turned)
    elif card.form == "single":
        box = faces.plan.single
        pen.place(_figure_form(pen, faces, card.figure or "", faces.colour(card)), box.x, box.y, scale=box.width / 100)
    elif card.emblem:
        _draw_emblem(pen, card, card.emblem, faces)
    else:
        _draw_court(pen, card, faces)
    form = _index_form(pen, card, faces) if card.suit or card.emblem else _joker_form(pen, card, faces)
    for origin, turn in faces.plan.corners:
        pen.place(form, origin.x, origin.y, turn=turn)


def _draw_picture(pen: Pen, picture: Picture, faces: FaceSet, bleed: float) -> None:
    """Print a whole face, and of its own bleed what there is room for."""
    trim = Rect(0, 0, faces.plan.card.width, faces.plan.card.height)
    pen.picture(picture, trim.inset(-faces.bleed), trim.inset(-min(bleed, faces.bleed)))


def _index_form(pen: Pen, card: Card, faces: FaceSet) -> str:
    """Return the form of the index in the upper left corner: the rank, the suit's pip under it, and a disc with its value."""
    text, colour, index = faces.words.index(card), faces.colour(card), faces.plan.index
    size = index.high / CAP["strong"]
    squeeze = min(1.0, index.wide / (width(text, "strong") * size))

    def draw(inner: Pen) -> None:
        inner.text(text, index.baseline, "strong", size, colour, "middle", squeeze)
        if card.suit:
            _place_pip(inner, card, faces, Point(index.middle, index.pip_middle), index.pip, False)
        if card.badge:
            _draw_badge(inner, card, faces)

    if card.suit:
        _figure_form(pen, faces, card.suit.figure, colour)  # forms cannot be defined inside forms
    low = faces.plan.badge(pip=True).y + faces.plan.badge_size
    return pen.form(f"index-{card.code}", Rect(0, 0, 2 * index.middle, low), draw)


def _draw_badge(pen: Pen, card: Card, faces: FaceSet) -> None:
    """Draw the disc with what a card counts."""
    middle, wide = faces.plan.badge(pip=card.suit is not None), faces.plan.badge_size
    pen.rect(Rect(middle.x - wide / 2, middle.y - wide / 2, wide, wide), "birch", "black", BADGE_LINE, corner=wide / 2)
    high = BADGE_DIGIT * faces.plan.index_scale
    size = high / CAP["strong"]
    squeeze = min(1.0, 0.8 * wide / (width(card.badge, "strong") * size))
    pen.text(card.badge, Point(middle.x, middle.y + high / 2), "strong", size, "black", "middle", squeeze)


def _joker_form(pen: Pen, card: Card, faces: FaceSet) -> str:
    """Return the form of a spare card's index, written downwards."""
    index, scale = faces.plan.index, faces.plan.index_scale
    size = JOKER_HIGH * scale / CAP["strong"]
    text = faces.words.index(card)

    def draw(inner: Pen) -> None:
        for place, sign in enumerate(text):
            at = Point(index.middle, INDEX_TOP + JOKER_HIGH + place * JOKER_STEP * scale)
            inner.text(sign, at, "strong", size, faces.colour(card), "middle")

    return pen.form(f"index-{card.code}", Rect(0, 0, 2 * index.middle, INDEX_TOP + len(text) * JOKER_STEP), draw)


def _place_pip(pen: Pen, card: Card, faces: FaceSet, middle: Point, size: float, turned: bool) -> None:
    assert card.suit
    form = _figure_form(pen, faces, card.suit.figure, faces.colour(card))
    side = size / 2 * (-1 if turned else 1)
    pen.place(form, middle.x - side, middle.y - side, turn=180 if turned else 0, scale=size / 100)


def _figure_form(pen: Pen, faces: FaceSet, name: str, colour: str) -> str:
    figure = faces.figures[name]
    box = Rect(0, 0, figure.width, figure.height)
    return pen.form(f"figure-{name}-{colour}".replace("/", "-"), box, lambda inner: inner.figure(figure, colour))


def _draw_court(pen: Pen, card: Card, faces: FaceSet) -> None:
    """Draw the upper half and the same half turned, in a thin frame, with the suit's pip in two corners."""
    panel = faces.plan.panel
    scale = panel.width / COURT[0]
    form = _figure_form(pen, faces, card.figure or "", faces.colour(card))
    pen.place(form, panel.x, panel.y, scale=scale)
    pen.place(form, panel.right, panel.bottom, turn=180, scale=scale)
    pen.rect(panel, line="ink", width=PANEL_LINE)
    if card.suit:
        across, down = (share * panel.width for share in PANEL_PIP_AT)
        _place_pip(pen, card, faces, Point(panel.x + across, panel.y + down), PANEL_PIP * panel.width, False)
        _place_pip(pen, card, faces, Point(panel.right - across, panel.bottom - down), PANEL_PIP * panel.width, True)


def _draw_emblem(pen: Pen, card: Card, emblem: Emblem, faces: FaceSet) -> None:
    """Draw an upright picture with its numeral over it and its name below."""
    plan, figure = faces.plan, faces.figures[card.figure or ""]
    panel = plan.emblem(figure.width, figure.height)
    if emblem.ground:
        pen.rect(panel, fill=emblem.ground)
    pen.place(_figure_form(pen, faces, figure.name, card.colour), panel.x, panel.y, scale=panel.width / figure.width)
    if emblem.framed:
        pen.rect(panel, line="ink", width=PANEL_LINE)
    if emblem.numeral:
        high = NUMERAL_HIGH * plan.index_scale
        size = high / CAP["strong"]
        squeeze = min(1.0, plan.title_room / (width(emblem.numeral, "strong") * size))
        at = Point(panel.centre.x, (INDEX_TOP * plan.index_scale + panel.y - EMBLEM_RIM / 4 + high) / 2)
        pen.text(emblem.numeral, at, "strong", size, card.colour, "middle", squeeze)
    _write_name(pen, emblem_name(emblem, faces.names), panel, faces)


def _write_name(pen: Pen, name: str, panel: Rect, faces: FaceSet) -> None:
    """Write a name under a panel, in two lines where one would be too long."""
    plan = faces.plan
    size, room = NAME_SIZE * plan.index_scale, plan.title_room
    lines = [name] if width(name, "text") * size <= room else _halves(name)
    long = max(width(line, "text") for line in lines) * size
    low, leading = plan.card.height - INDEX_TOP * plan.index_scale, NAME_LEADING * size
    first = (panel.bottom + low - (len(lines) - 1) * leading + CAP["text"] * size) / 2
    for row, line in enumerate(lines):
        at = Point(panel.centre.x, first + row * leading)
        pen.text(line, at, "text", size, "black", "middle", min(1.0, room / long))


def _halves(name: str) -> list[str]:
    """Return a name broken at the space that makes its two lines most alike; a single word as it is."""
    words = name.split(" ")
    breaks = [[" ".join(words[:at]), " ".join(words[at:])] for at in range(1, len(words))]
    return min(breaks, key=lambda pair: abs(len(pair[0]) - len(pair[1]))) if breaks else [name]
