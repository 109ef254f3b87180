"""Faces and backs in pairs, small, to be looked through before a deck is ordered."""

from collections.abc import Sequence

from replikat.cards.backs import BackSet, draw_back, draw_ground, draw_ornaments
from replikat.cards.faces import FaceSet, draw_face
from replikat.cards.sheets import PrintedCard
from replikat.deck.catalogue import Catalogue
from replikat.geometry.paper import INKLESS, Paper
from replikat.geometry.plane import Point, Rect
from replikat.typeset.fonts import width
from replikat.typeset.pdf import PdfFile
from replikat.typeset.pen import Pen

MARGIN = INKLESS + 7.0
HEAD = 16.0
GAP = 1.5  # between face and back
LABEL = 7.0  # below a pair
TITLE, TEXT, SMALL = 5.0, 3.0, 2.5
LINE = 0.12
ACROSS = 3  # pairs in a row


def draw_pairs(
    pdf: PdfFile,
    cards: Sequence[PrintedCard],
    labels: Sequence[str],
    faces: FaceSet,
    backs: BackSet,
    paper: Paper,
    title: tuple[str, str],
    safe: float,
) -> None:
    """Draw every card's face and back beside each other, with its trim and the zone `safe` mm inside it; `title` stands on every page."""
    card = backs.plan.card
    column = (paper.width - 2 * MARGIN) / ACROSS
    scale = (column - 2 * GAP - 2) / (2 * card.width)
    row = card.height * scale + LABEL
    rows = max(1, int((paper.height - 2 * MARGIN - HEAD) / row))
    each = ACROSS * rows
    for first in range(0, len(cards), each):
        with pdf.page(paper.width, paper.height) as pen:
            _draw_head(pen, title, paper, faces.words, first // each + 1, -(-len(cards) // each))
            for place, printed in enumerate(cards[first : first + each]):
                y, x = divmod(place, ACROSS)
                corner = Point(MARGIN + x * column, MARGIN + HEAD + y * row)
                for side, left in (("face", corner.x), ("back", corner.x + card.width * scale + GAP)):
                    with pen.at(left, corner.y, scale=scale) as inner:
                        _draw_side(inner, side, printed, faces, backs, safe)
                name = faces.words.card(printed.card) if printed.card else ""
                said = f"{labels[first + place]}  {name}".rstrip()
                room = column - 2
                pen.text(said, Point(corner.x, corner.y + card.height * scale + 3.2), "text", min(SMALL, room / width(said, "text")), "ink")


def _draw_head(pen: Pen, title: tuple[str, str], paper: Paper, words: Catalogue, number: int, pages: int) -> None:
    room = paper.width - 2 * MARGIN
    page = words.phrase("page.number", n=number, m=pages)
    free = room - width(page, "text") * TEXT - 4
    pen.text(title[0], Point(MARGIN, MARGIN + 3), "strong", min(TITLE, free / width(title[0], "strong")), "ink")
    pen.text(title[1], Point(MARGIN, MARGIN + 9), "text", min(TEXT, room / width(title[1], "text")), "ink")
    pen.text(page, Point(paper.width - MARGIN, MARGIN + 3), "text", TEXT, "ink", "right")


def _draw_side(pen: Pen, side: str, printed: PrintedCard, faces: FaceSet, backs: BackSet, safe: float) -> None:
    trim = Rect(0, 0, backs.plan.card.width, backs.plan.card.height)
    if side == "face":
        draw_face(pen, printed.card, faces)
    else:
        draw_ground(pen, backs, 0.0)
        draw_ornaments(pen, backs, trim)
        draw_back(pen, printed.marks, backs)
    pen.rect(trim, None, "stone", 2 * LINE)
    pen.rect(trim.inset(safe), None, "birch", LINE)
