"""Every private name of the library of pages still exists, and means what it is taken for."""

from io import BytesIO

import pytest
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, Frame, KeepTogether, PageTemplate, Paragraph, Spacer, Table

from replikat.typeset.text.reportlab_state import (
    HeldDocument,
    ascent_of,
    content_of,
    document_of,
    is_at_top,
    is_higher_than_a_page,
    room_left,
    row_heights,
)


def a_frame() -> Frame:
    return Frame(0, 0, 200, 300, leftPadding=0, rightPadding=0, topPadding=0, bottomPadding=0)


def test_a_frame_tells_whether_it_is_empty_and_what_is_left_of_it() -> None:
    frame, canvas = a_frame(), Canvas(BytesIO())
    assert is_at_top(frame) and room_left(frame) == 300
    frame.add(Table([["one"]], rowHeights=[40]), canvas)
    assert not is_at_top(frame)
    assert room_left(frame) == 260


def test_a_table_tells_the_heights_of_its_rows() -> None:
    table = Table([["a"], ["b"]], rowHeights=[12, 20])
    table.wrap(200, 300)
    assert row_heights(table) == [12, 20]


def test_a_paragraph_tells_the_ascent_of_its_first_line() -> None:
    style = ParagraphStyle("plain", fontName="Helvetica", fontSize=10, leading=12)
    plain, mixed = Paragraph("one word", style), Paragraph("one <b>strong</b> word", style)
    plain.wrap(200, 300)
    mixed.wrap(200, 300)
    assert ascent_of(plain) == pytest.approx(7.18, abs=0.01)  # Helvetica's, of 10 points
    assert ascent_of(mixed) == 10, "lines of several fonts tell none: the size stands for it"


class Counted(HeldDocument):
    """A document that notes what it is asked."""

    finished = 0
    document: object = None

    def finish(self) -> None:
        self.finished += 1

    def afterFlowable(self, flowable: Flowable) -> None:  # noqa: N802
        self.document = document_of(flowable.canv if hasattr(flowable, "canv") else self.canv)


def test_a_document_is_held_until_it_is_finished() -> None:
    file = BytesIO()
    document = Counted(file)
    document.addPageTemplates([PageTemplate(frames=[a_frame()])])
    document.build([Spacer(10, 10)])
    assert document.finished == 1
    assert document.document is document
    assert file.getvalue() == b"", "whoever finishes it writes it"
    assert document_of(Canvas(BytesIO())) is None


def test_what_is_kept_together_tells_its_content_and_whether_a_page_can_hold_it() -> None:
    high, low = KeepTogether([Spacer(10, 200), Spacer(10, 200)]), KeepTogether([Spacer(10, 100)])
    for block in (high, low):
        block._frame = a_frame()
        block.canv = Canvas(BytesIO())
        block.wrap(200, 300)
    assert [spacer.height for spacer in content_of(high)] == [200, 200]
    assert is_higher_than_a_page(high)
    assert not is_higher_than_a_page(low)
