"""Faces: figures, pips and indices to drawn cards."""

from dataclasses import dataclass

from replikat.model.cards import Card
from replikat.model.face import (
    COURT,
    INDEX_HIGH,
    INDEX_MIDDLE,
    INDEX_TOP,
    INDEX_WIDE,
    JOKER_HIGH,
    JOKER_STEP,
    PIP_UNDER,
    SMALL_PIP,
    FacePlan,
)
from replikat.model.figures import Figure
from replikat.model.geometry import Point, Rect
from replikat.model.texts import Catalogue
from replikat.press.fonts import CAP, width
from replikat.press.pen import Pen


@dataclass(frozen=True)
class FaceSet:
    """What faces are drawn from: figures by name, and the words of the indices."""

    plan: FacePlan
    figures: dict[str, Figure]
    words: Catalogue


def draw_face(pen: Pen, card: Card | None, faces: FaceSet) -> None:
    """Draw a card's face with the trim's top left corner at the origin; None is a blank card."""
    if card is None:
        return
    if card.suit is None:
        _draw_joker(pen, card, faces)
        return
    colour = card.suit.colour
    if card.rank and card.rank.form == "pips":
        for middle, turned in faces.plan.pips(card.rank.pips):
            _place_pip(pen, card, faces, middle, faces.plan.pip_size, turned)
    elif card.rank and card.rank.form == "single":
        box = faces.plan.single
        pen.place(_figure_form(pen, faces, card.figure or "", colour), box.x, box.y, scale=box.width / 100)
    else:
        _draw_court(pen, card.figure or "", colour, faces)
        panel = faces.plan.panel
        size = 0.155 * panel.width
        corner = Point(panel.x + 0.115 * panel.width, panel.y + 0.125 * panel.width)
        _place_pip(pen, card, faces, corner, size, False)
        _place_pip(pen, card, faces, Point(panel.right + panel.x - corner.x, panel.bottom + panel.y - corner.y), size, True)
    _both_corners(pen, faces, _index_form(pen, card, faces))


def _both_corners(pen: Pen, faces: FaceSet, form: str) -> None:
    pen.place(form)
    pen.place(form, faces.plan.card.width, faces.plan.card.height, turn=180)


def _index_form(pen: Pen, card: Card, faces: FaceSet) -> str:
    """Return the form of the index in the upper left corner: the rank, and the suit's pip under it."""
    assert card.suit
    text, colour = faces.words.index(card), card.suit.colour
    scale = faces.plan.index_scale
    size = INDEX_HIGH * scale / CAP["strong"]
    squeeze = min(1.0, INDEX_WIDE * scale / (width(text, "strong") * size))
    baseline = Point(INDEX_MIDDLE * scale, INDEX_TOP + INDEX_HIGH * scale)
    under = Point(baseline.x, baseline.y + (PIP_UNDER + SMALL_PIP / 2) * scale)

    def draw(inner: Pen) -> None:
        inner.text(text, baseline, "strong", size, colour, "middle", squeeze)
        _place_pip(inner, card, faces, under, SMALL_PIP * scale, False)

    _figure_form(pen, faces, card.suit.figure, colour)  # forms cannot be defined inside forms
    return pen.form(f"index-{card.code}", Rect(0, 0, 2 * INDEX_MIDDLE + 4, 25), draw)


def _place_pip(pen: Pen, card: Card, faces: FaceSet, middle: Point, size: float, turned: bool) -> None:
    assert card.suit
    form = _figure_form(pen, faces, card.suit.figure, card.suit.colour)
    side = size / 2 * (-1 if turned else 1)
    pen.place(form, middle.x - side, middle.y - side, turn=180 if turned else 0, scale=size / 100)


def _figure_form(pen: Pen, faces: FaceSet, name: str, colour: str) -> str:
    figure = faces.figures[name]
    box = Rect(0, 0, figure.width, figure.height)
    return pen.form(f"figure-{name}-{colour}".replace("/", "-"), box, lambda inner: inner.figure(figure, colour))


def _draw_court(pen: Pen, name: str, colour: str, faces: FaceSet) -> None:
    """Draw the upper half and the same half turned, in a thin frame."""
    panel = faces.plan.panel
    scale = panel.width / COURT[0]
    form = _figure_form(pen, faces, name, colour)
    pen.place(form, panel.x, panel.y, scale=scale)
    pen.place(form, panel.right, panel.bottom, turn=180, scale=scale)
    pen.rect(panel, line="ink", width=0.3)


def _draw_joker(pen: Pen, card: Card, faces: FaceSet) -> None:
    colour = card.colour
    _draw_court(pen, card.figure or "", colour, faces)
    scale = faces.plan.index_scale
    size = JOKER_HIGH * scale / CAP["strong"]

    def draw(inner: Pen) -> None:
        for place, sign in enumerate(faces.words.index(card)):
            at = Point(INDEX_MIDDLE * scale, INDEX_TOP + JOKER_HIGH + place * JOKER_STEP * scale)
            inner.text(sign, at, "strong", size, colour, "middle")

    _both_corners(pen, faces, pen.form(f"index-{card.code}", Rect(0, 0, 2 * INDEX_MIDDLE, 40), draw))
