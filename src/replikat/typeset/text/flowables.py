"""What stories consist of beside paragraphs: drawings, headings, pictures, whole tables."""

import math
from collections.abc import Callable, Sequence
from html import escape
from typing import Any

from reportlab.platypus import Flowable, KeepTogether, Paragraph, Table
from reportlab.platypus.doctemplate import ActionFlowable

from replikat.geometry.units import MM
from replikat.typeset.figures.palette import Inks, Palette
from replikat.typeset.pen import Pen
from replikat.typeset.text.reportlab_state import ascent_of, content_of, document_of, is_higher_than_a_page, row_heights

FEWEST_ROWS = 3  # of a long table on any page, beside its header
AFTER_HEADING = 0.38  # white between a heading and its text, in parts of the leading


def to_grid(height: float, grid: float) -> float:
    """Return what is missing to a whole number of lines; a hair too much is rounding, not another line."""
    missing = -height % grid
    return missing if missing < grid - 0.01 else 0.0


class Drawing(Flowable):
    """A drawing of a fixed size in the stream of text; `letters` is the size of its smallest words in mm, if that is known."""

    letters = math.inf

    def __init__(self, width: float, height: float, paint: Callable[[Pen], None], palette: Palette, inks: Inks) -> None:
        super().__init__()
        self.width, self.height = width * MM, height * MM
        self._paint, self._palette, self._inks = paint, palette, inks

    def wrap(self, aW: float, aH: float) -> tuple[float, float]:  # noqa: N803  # names of the library
        return self.width, self.height

    def draw(self) -> None:
        if getattr(document_of(self.canv), "unsaved", False):  # pages are only counted
            return
        self._paint(Pen(self.canv, self._palette, self._inks, self.height / MM))


class Heading(Paragraph):
    """A heading with a bookmark; white above it brings the text below back to the baseline grid."""

    def __init__(self, text: str, style: Any, level: int, key: str, grid: float) -> None:
        super().__init__(escape(text, quote=False), style)
        self.title, self.level, self.key, self._grid = text, level, key, grid

    def wrap(self, aW: float, aH: float) -> tuple[float, float]:  # noqa: N803
        width, height = super().wrap(aW, aH)
        low = AFTER_HEADING * self._grid  # the text below follows its heading a little later than the next line would
        return width, height + low + to_grid(height + low, self._grid)

    def draw(self) -> None:
        self.canv.translate(0, AFTER_HEADING * self._grid)
        if self.key:
            self.canv.bookmarkPage(self.key)
        super().draw()


class Picture(KeepTogether):
    """A drawing and its caption; where it finds no room the text goes on and it opens the next page."""

    def __init__(self, drawing: Drawing, caption: Flowable, gap: float) -> None:
        super().__init__([drawing, caption])
        self.letters = drawing.letters
        self.needed = drawing.height + gap + caption.height


class Together(KeepTogether):
    """What leads to a picture, and the picture: on one page wherever a page has room for them."""

    def __init__(self, before: Sequence[Flowable], picture: Picture) -> None:
        super().__init__([*before, *content_of(picture)])
        self.loose = [*before, picture]

    def split(self, aW: float, aH: float) -> list[Flowable]:  # noqa: N803
        self.wrap(aW, aH)
        if is_higher_than_a_page(self):
            return [Nothing(), *self.loose]  # the library wants something first that asks for no room
        return super().split(aW, aH)


def smallest_letters(flowables: Sequence[Flowable]) -> float:
    """Return the size of the smallest words in the pictures of a story, mm, as far as they tell; infinite without any."""
    inner = [part for one in flowables for part in (one.loose if isinstance(one, Together) else [one])]
    return min((part.letters for part in inner if isinstance(part, Picture)), default=math.inf)


class KeptStart(KeepTogether):
    """A heading and what follows it: the first lines of a paragraph are company enough."""

    def split(self, aW: float, aH: float) -> list[Flowable]:  # noqa: N803
        content = content_of(self)
        *heads, last = content
        needed = 0.0
        for head, following in zip(heads, content[1:], strict=True):
            needed += head.wrap(aW, aH)[1] + max(head.getSpaceAfter(), following.getSpaceBefore())
        parts: list[Flowable] = last.split(aW, aH - needed) if type(last) is Paragraph else []
        return [*heads, *parts] if len(parts) > 1 else super().split(aW, aH)


class ContentsLine(Paragraph):
    """A heading in the contents: the number of its page is a form, known when all pages are set."""

    def __init__(self, text: str, style: Any, key: str) -> None:
        super().__init__(text, style)
        self.key = key

    def draw(self) -> None:
        super().draw()
        self.canv.saveState()
        self.canv.translate(0, self.height - ascent_of(self))
        self.canv.doForm(page_form(self.key))
        self.canv.restoreState()


def page_form(key: str) -> str:
    """Return the name of the form that holds the page number of a heading."""
    return f"page-{key}"


class End(ActionFlowable):
    """The end of a story, by which every picture has its place."""

    def apply(self, doc: Any) -> None:
        """Do nothing."""


class RuledTable(Table):
    """A table that is parted only where it is long; then no page holds fewer than three rows, and each part ends on the grid."""

    line = 0.0  # the distance of two baselines
    whole = False  # never parted

    def split(self, aW: float, aH: float) -> list[Flowable]:  # noqa: N803
        head, *rows = row_heights(self)
        fitting, high = 0, head
        while fitting < len(rows) and high + rows[fitting] <= aH:
            high += rows[fitting]
            fitting += 1
        fitting = min(fitting, len(rows) - FEWEST_ROWS)
        if self.whole or fitting < FEWEST_ROWS:
            return []
        first, rest = super().split(aW, head + sum(rows[:fitting]) + 0.01)
        assert isinstance(rest, RuledTable)
        rest.line = self.line
        rest.spaceAfter = self.line + to_grid(head + sum(rows[fitting:]), self.line)
        return [first, rest]


class Nothing(ActionFlowable):
    """Takes no room and does nothing."""

    def apply(self, doc: Any) -> None:
        """Do nothing."""


class Recto(ActionFlowable):
    """Leaves a left-hand page empty, so that what follows stands on a right-hand one."""

    def apply(self, doc: Any) -> None:
        if doc.page % 2 == 0:
            doc.handle_pageBreak()


def headings_of(flowables: Sequence[Flowable]) -> list[Heading]:
    """Return the headings of a story in reading order, also those that are kept with something."""
    found: list[Heading] = []
    for flowable in flowables:
        if isinstance(flowable, Heading):
            found.append(flowable)
        elif isinstance(flowable, Together):
            found += headings_of(flowable.loose)
    return found
