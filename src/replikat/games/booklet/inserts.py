"""What prose asks for by name: pictures of squares and tables, the steps of a set-up, the table of a deck's squares."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from replikat.deck.catalogue import Catalogue
from replikat.deck.squares import POSITIONS
from replikat.errors import ReplikatError, quoted
from replikat.games.booklet.cover import Title
from replikat.games.booklet.prose import Text
from replikat.games.game import Turn
from replikat.games.pictures.diagrams import Example, draw_enlarged, draw_table, enlarged_high
from replikat.games.pictures.measures import NOTE
from replikat.games.pictures.table_plan import LEAST, TablePlan, draw_setup, fitted_table
from replikat.games.setups import Setup, SetupName, parse_setup_name
from replikat.games.table.steps import setup_steps
from replikat.geometry.plane import Rect
from replikat.papers.stationery import Stationery
from replikat.typeset.pen import Pen
from replikat.typeset.text.flow import Compositor
from replikat.typeset.text.flowables import Drawing
from replikat.typeset.text.formats import BOOK, Format, PageShape
from replikat.typeset.text.markdown import Grid, Insert, Steps

NARROWEST = 96.0  # a picture is never laid out narrower than this; where the page is, all of it is drawn smaller
SQUARE_HIGH = 46.0
TABLE_WIDE, TABLE_HIGH = 118.0, 84.0
DEEPEST = 0.55  # of the page's depth
TOO_SMALL = 0.93  # of the least size of words in a picture
LEAST_DEEP = 0.3  # less than this is no room for a table
SIGN = "•"


@dataclass(frozen=True)
class Content:
    """What a booklet or the cards for the box are made of; `setups` by the names that texts use."""

    texts: Sequence[Text]
    made: Stationery
    title: Title
    example: Example
    setups: "Mapping[SetupName, GameSetup]"
    format: Format


@dataclass(frozen=True)
class GameSetup:
    """A set-up, and which way play goes in its game."""

    setup: Setup
    turn: Turn


class Source(NamedTuple):
    """What a text asks for where Markdown has a picture: a kind such as "square", and for some kinds a set-up."""

    kind: str
    setup: SetupName | None = None


def parse_source(text: str) -> Source:
    """Return what the source of a picture asks for: "square", or "setup:crazy-eights:p2"."""
    kind, colon, name = text.partition(":")
    return Source(kind, parse_setup_name(name) if colon else None)


@dataclass(frozen=True)
class Inserts:
    """Makes what a text names, for one page shape; `setups` by the names that texts use.

    No picture is deeper than `deepest`, a part of the page. A table is made for the room that what stands above it leaves
    on the page, if that is at least `least` and, unless `strict`, its words can be read there.
    """

    compositor: Compositor
    shape: PageShape
    example: Example
    setups: Mapping[SetupName, GameSetup]
    deepest: float = DEEPEST
    least: float = LEAST_DEEP
    strict: bool = False

    def __call__(self, text: str, above: float = 0.0) -> Insert:
        """Return what the source of a picture names; `above` (mm) is the height of what stands over it on the same page."""
        source = parse_source(text)
        makers: dict[str, Callable[[], Insert]] = {
            "square": self._square,
            "table": self._table,
            "squares": self._squares,
        }
        if source.setup is None and source.kind in makers:
            return makers[source.kind]()
        game_setup = self.setups.get(source.setup) if source.setup else None
        if game_setup and source.kind == "setup":
            return self._setup(game_setup.setup, above)
        if game_setup and source.kind == "steps":
            return Steps(setup_steps(game_setup.setup, self._words, turn=game_setup.turn))
        known = [*makers, *(f"{kind}:{name}" for name in self.setups for kind in ("setup", "steps"))]
        raise ReplikatError(f"the text asks for a picture {quoted(text)}; expected one of {', '.join(known)}")

    @property
    def _words(self) -> Catalogue:
        return self.example.faces.words

    @property
    def _nominal(self) -> float:
        """Return the width (mm) at which pictures are laid out, so that their words grow and shrink with the text."""
        return max(self.shape.measure * BOOK.grid / self.compositor.scale.grid, NARROWEST)

    def _drawing(self, wide: float, high: float, paint: Callable[[Pen], None]) -> Drawing:
        """Return a picture laid out `wide` x `high` mm, drawn as large as the page allows."""
        scale = min(self.shape.measure / wide, self.deepest * self.shape.depth / high)

        def draw(pen: Pen) -> None:
            with pen.at(0, 0, scale=scale) as inner:
                paint(inner)

        return self.compositor.drawing(wide * scale, high * scale, draw)

    def _square(self) -> Drawing:
        wide = self._nominal
        high = enlarged_high(self.example, wide, SQUARE_HIGH)
        return self._drawing(wide, high, lambda pen: draw_enlarged(pen, self.example, Rect(0, 0, wide, high)))

    def _table(self) -> Drawing:
        wide = max(self._nominal, TABLE_WIDE)
        note = max(NOTE, LEAST * wide / self.shape.measure)
        return self._drawing(wide, TABLE_HIGH, lambda pen: draw_table(pen, self.example, Rect(0, 0, wide, TABLE_HIGH), note))

    def _setup(self, setup: Setup, above: float) -> Drawing:
        most, left = self.deepest * self.shape.depth, self.shape.depth - above
        plan = self._fitted(setup, min(most, left) if left > self.least * self.shape.depth else most)
        if plan.letters < TOO_SMALL * LEAST and not self.strict:
            plan = self._fitted(setup, most)
        made = self.compositor.drawing(plan.width, plan.height, lambda pen: draw_setup(pen, plan, self.example))
        made.letters = plan.letters
        return made

    def _fitted(self, setup: Setup, most: float) -> TablePlan:
        return fitted_table(setup, self._words, self.shape.measure, most, largest=self.compositor.scale.grid / BOOK.grid)

    def _squares(self) -> Grid:
        """Return a row for every group of squares: which they are, their sign, how many cards every position gets."""
        deck, words = self.example.deck, self._words
        used = [position for position in POSITIONS if any(position in layout.positions for layout in deck.parts.layouts)]
        header = [words.phrase("deals.squares"), words.phrase("booklet.sign"), words.phrase("deals.cards")]
        first, rows = 1, []
        for group, layout in zip(deck.spec.squares, deck.parts.layouts, strict=True):
            last = first + group.count - 1
            sign = SIGN * self.example.backs.signs[first - 1]
            numbers = [str(layout.positions.get(position, "–")) for position in used]
            rows.append([f"{first}–{last}" if last > first else str(first), sign, str(layout.cards), *numbers])
            first = last + 1
        return Grid([*header, *(words.positions[position] for position in used)], rows)
