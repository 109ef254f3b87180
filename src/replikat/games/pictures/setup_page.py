"""One square set up for a game, as a picture on a page of its own size."""

from dataclasses import dataclass

from replikat.deck.squares import Square
from replikat.games.pictures.diagrams import Example
from replikat.games.pictures.measures import NOTE
from replikat.games.pictures.table_plan import draw_setup, fitted_table
from replikat.games.setups import Setup
from replikat.geometry.plane import Point
from replikat.geometry.units import POINT
from replikat.papers.stationery import Stationery
from replikat.typeset.fonts import fonts, width
from replikat.typeset.pdf import PdfFile

MEASURE = 150.0  # width of the table
HIGHEST = 230.0
MARGIN = 8.0
TITLE = 15 * POINT
HEAD = 13.0  # title and the line below it


@dataclass(frozen=True)
class TablePicture:
    """What is drawn: a set-up with the cards of a square, under a title and a line about deck and square."""

    setup: Setup
    square: Square
    title: str
    about: str
    semi: bool = False


def setup_pdf(picture: TablePicture, example: Example, made: Stationery) -> bytes:
    """Return the table from above; cards that lie open have the faces of the example's pack."""
    fonts(made.fonts)
    plan = fitted_table(picture.setup, made.words, MEASURE, HIGHEST, picture.semi)
    file = PdfFile(picture.title, made.lang, made.palette, made.fonts, made.inks)
    with file.page(MEASURE + 2 * MARGIN, plan.height + HEAD + 2 * MARGIN) as pen:
        squeeze = min(1.0, MEASURE / (width(picture.title, "strong") * TITLE))
        pen.text(picture.title, Point(MARGIN, MARGIN + 4), "strong", TITLE, "ink", squeeze=squeeze)
        pen.text(picture.about, Point(MARGIN, MARGIN + 9.5), "text", 1.2 * NOTE, "ink")
        with pen.at(MARGIN, MARGIN + HEAD) as inner:
            draw_setup(inner, plan, example, picture.square.dealt())
    return file.finish()
