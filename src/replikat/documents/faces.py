"""Faces: figures, pips and indices to drawn cards."""

from dataclasses import dataclass

from replikat.model.cards import Card
from replikat.model.face import COURT, INDEX_TOP, JOKER_HIGH, JOKER_STEP, FacePlan
from replikat.model.figures import Figure
from replikat.model.geometry import Point, Rect
from replikat.model.texts import Catalogue
from replikat.press.fonts import CAP, width
from replikat.press.pen import Pen

PANEL_PIP = 0.155  # a court's own pip, in parts of the panel's width
PANEL_PIP_AT = (0.115, 0.125)


@dataclass(frozen=True)
class FaceSet:
    """What faces are drawn from: figures by name, the words of the indices, and whether suits have four colours."""

    plan: FacePlan
    figures: dict[str, Figure]
    words: Catalogue
    four_colour: bool = False

    def colour(self, card: Card) -> str:
        """Return the colour in which a card's suit is printed."""
        return card.suit.second if card.suit and self.four_colour else card.colour


def draw_face(pen: Pen, card: Card | None, faces: FaceSet) -> None:
    """Draw a card's face with the trim's top left corner at the origin; None is a blank card."""
    if card is None:
        return
    if card.rank and card.rank.form == "pips":
        for middle, turned in faces.plan.pips(card.rank.pips):
            _place_pip(pen, card, faces, middle, faces.plan.pip_size, turned)
    elif card.form == "single":
        box = faces.plan.single
        pen.place(_figure_form(pen, faces, card.figure or "", faces.colour(card)), box.x, box.y, scale=box.width / 100)
    else:
        _draw_court(pen, card, faces)
    form = _index_form(pen, card, faces) if card.suit else _joker_form(pen, card, faces)
    for origin, turn in faces.plan.corners:
        pen.place(form, origin.x, origin.y, turn=turn)


def _index_form(pen: Pen, card: Card, faces: FaceSet) -> str:
    """Return the form of the index in the upper left corner: the rank, and the suit's pip under it."""
    assert card.suit
    text, colour, index = faces.words.index(card), faces.colour(card), faces.plan.index
    size = index.high / CAP["strong"]
    squeeze = min(1.0, index.wide / (width(text, "strong") * size))

    def draw(inner: Pen) -> None:
        inner.text(text, index.baseline, "strong", size, colour, "middle", squeeze)
        _place_pip(inner, card, faces, Point(index.middle, index.pip_middle), index.pip, False)

    _figure_form(pen, faces, card.suit.figure, colour)  # forms cannot be defined inside forms
    return pen.form(f"index-{card.code}", Rect(0, 0, 2 * index.middle, index.pip_middle + index.pip), draw)


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
    pen.rect(panel, line="ink", width=0.3)
    if card.suit:
        across, down = (share * panel.width for share in PANEL_PIP_AT)
        _place_pip(pen, card, faces, Point(panel.x + across, panel.y + down), PANEL_PIP * panel.width, False)
        _place_pip(pen, card, faces, Point(panel.right - across, panel.bottom - down), PANEL_PIP * panel.width, True)
