"""What the library of pages keeps to itself and offers no other way to ask: every private name of it stands here, and nowhere else.

A test holds that each name exists in the version that is installed; a new version that renames one fails there, and
not in somebody's booklet.
"""

from typing import Any

from reportlab.platypus import BaseDocTemplate, Flowable, Frame, KeepTogether, Paragraph, Table


class HeldDocument(BaseDocTemplate):
    """A document whose file is not written when its last page ends: more is drawn when all pages are set."""

    def finish(self) -> None:
        """Draw what could not be known before, and write the file."""
        raise NotImplementedError

    def _endBuild(self) -> None:  # noqa: N802
        self._doSave = 0
        super()._endBuild()  # type: ignore[misc]
        self.finish()


def is_at_top(frame: Frame) -> bool:
    """Return whether nothing stands in a frame yet."""
    return bool(vars(frame)["_atTop"])


def room_left(frame: Frame) -> float:
    """Return the height that is left in a frame, in points."""
    return float(vars(frame)["_y"] - vars(frame)["_y1p"])


def document_of(canvas: Any) -> Any:
    """Return the document whose page is being drawn on a canvas; None on a canvas of its own."""
    return getattr(canvas, "_doctemplate", None)


def content_of(block: KeepTogether) -> list[Flowable]:
    """Return what is kept together."""
    content: list[Flowable] = vars(block)["_content"]
    return content


def is_higher_than_a_page(block: KeepTogether) -> bool:
    """Return whether a block that was wrapped asks for more than a whole frame."""
    inside = vars(block)
    return bool(inside["_H"] > inside["_frame"]._height)


def row_heights(table: Table) -> list[float]:
    """Return the heights of the rows of a table that was wrapped, in points."""
    return list(vars(table)["_rowHeights"])


def ascent_of(paragraph: Paragraph) -> float:
    """Return how far above its baseline the first line of a paragraph that was wrapped reaches, in points."""
    return float(getattr(vars(paragraph)["blPara"], "ascent", paragraph.style.fontSize))
