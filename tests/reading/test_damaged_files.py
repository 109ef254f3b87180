"""A damaged file is told with its page, and ends neither the reading nor the program."""

from dataclasses import replace
from functools import cache
from io import BytesIO
from pathlib import Path
from random import Random

import pikepdf
import pypdfium2
import pytest

from replikat.cards.printing import cards_pdf
from replikat.cli.main import run
from replikat.errors import ReplikatError
from replikat.reading.verify import verify
from support import LIBRARY, packaged_deck

DECK = packaged_deck("standard-52")
SETTINGS = replace(DECK.spec.print, sheet="single")


@cache
def sound() -> bytes:
    return cards_pdf(DECK, SETTINGS, LIBRARY, only=("QS",)).pdf


@pytest.mark.filterwarnings("error")
def test_whatever_bytes_are_changed_the_reading_ends() -> None:
    chance, refused, read = Random(7), 0, 0
    for _ in range(40):
        data = bytearray(sound())
        for _ in range(chance.randint(1, 20)):
            data[chance.randrange(len(data))] = chance.randrange(256)
        try:
            verify(bytes(data), DECK, SETTINGS, LIBRARY, some=True)
            read += 1
        except ReplikatError as error:
            refused += 1
            assert all(fault.found for fault in error.faults)
    assert read and refused


def test_a_page_that_cannot_be_drawn_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise pypdfium2.PdfiumError("no bitmap")

    path = tmp_path / "cards.pdf"
    path.write_bytes(sound())
    monkeypatch.setattr(pypdfium2.PdfPage, "render", fail)
    assert run(["verify", str(path)]) == 1
    assert capsys.readouterr().err == f"replikat: {path}: page 1: is damaged (no bitmap); make the file anew\n"


def test_a_picture_beside_the_page_is_passed_over() -> None:
    buffer = BytesIO()
    with pikepdf.open(BytesIO(sound())) as pdf:
        image = pdf.make_stream(bytes(64))
        image.stream_dict = pikepdf.Dictionary(
            Type=pikepdf.Name.XObject,
            Subtype=pikepdf.Name.Image,
            Width=8,
            Height=8,
            ColorSpace=pikepdf.Name.DeviceGray,
            BitsPerComponent=8,
        )
        page = pdf.pages[1]
        page.resources.XObject = pikepdf.Dictionary({**dict(page.resources.get("/XObject", {}).items()), "/Beside": image})
        page.contents_add(pdf.make_stream(b"q 9 0 0 9 -99 -99 cm /Beside Do Q"))
        pdf.save(buffer)
    assert verify(buffer.getvalue(), DECK, SETTINGS, LIBRARY, some=True).faults == ()
