"""What stories consist of beside paragraphs: drawings, headings, pictures, whole tables."""

from collections.abc import Callable
from html import escape
from typing import Any

from reportlab.platypus import Flowable, KeepTogether, Paragraph, Table
from reportlab.platypus.doctemplate import ActionFlowable

from replikat.model.themes import Inks, Palette
from replikat.press.pen import MM, Pen

AFTER_HEADING = 0.38  # white between a heading and its text, in parts of the leading


def to_grid(height: float, grid: float) -> float:
    """Return what is missing to a whole number of lines; a hair too much is rounding, not another line."""
    missing = -height % grid
    return missing if missing < grid - 0.01 else 0.0


class Drawing(Flowable):
    """A drawing of a fixed size in the stream of text."""

    def __init__(self, width: float, height: float, paint: Callable[[Pen], None], palette: Palette, inks: Inks) -> None:
        super().__init__()
        self.width, self.height = width * MM, height * MM
        self._paint, self._palette, self._inks = paint, palette, inks

    def wrap(self, aW: float, aH: float) -> tuple[float, float]:  # noqa: N803  # names of the library
        return self.width, self.height

    def draw(self) -> None:
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

    def __init__(self, drawing: Drawing, caption: Paragraph, gap: float) -> None:
        super().__init__([drawing, caption])
        self.needed = drawing.height + gap + caption.height


class KeptStart(KeepTogether):
    """A heading and what follows it: the first lines of a paragraph are company enough."""

    def split(self, aW: float, aH: float) -> list[Flowable]:  # noqa: N803
        content: list[Flowable] = vars(self)["_content"]
        *heads, last = content
        needed = 0.0
        for head, following in zip(heads, content[1:], strict=True):
            needed += head.wrap(aW, aH)[1] + max(head.getSpaceAfter(), following.getSpaceBefore())
        parts: list[Flowable] = last.split(aW, aH - needed) if type(last) is Paragraph else []
        return [*heads, *parts] if len(parts) > 1 else super().split(aW, aH)


class End(ActionFlowable):
    """The end of a story, by which every picture has its place."""

    def apply(self, doc: Any) -> None:
        """Do nothing."""


class WholeTable(Table):
    """A table that is never parted between two pages."""

    def split(self, aW: float, aH: float) -> list[Flowable]:  # noqa: N803
        return []
