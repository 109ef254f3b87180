"""The papers that forms are printed on."""

from dataclasses import dataclass

from replikat.deck.catalogue import Catalogue
from replikat.geometry.paper import Paper
from replikat.papers.stationery import Stationery, sheet_shape
from replikat.typeset.text.formats import PageShape

NARROW = 180.0  # a paper narrower than this has narrow margins and no help in its margin


@dataclass(frozen=True)
class Sheets:
    """What forms are printed with; `deck` and `code` stand in every head, `fillable` makes fields of what is written in."""

    made: Stationery
    deck: str
    code: str
    fillable: bool = False

    @property
    def words(self) -> Catalogue:
        return self.made.words


def form_shape(paper: Paper, wide: bool = False) -> PageShape:
    """Return the page of a form, upright or `wide`; small papers have small margins."""
    if wide:
        paper = Paper(paper.name, paper.height, paper.width)
    if min(paper.width, paper.height) >= NARROW:
        return sheet_shape(paper)
    return PageShape(paper.width, paper.height, inner=9, outer=9, top=10, bottom=13)
