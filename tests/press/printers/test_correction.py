"""A printer that shifts, turns and stretches is measured by its calibration sheet, and then its backs lie behind their faces."""

import math
from dataclasses import replace
from functools import cache
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image

from replikat.cards.printing import CardsPrint, cards_pdf
from replikat.data.library import Library
from replikat.deals.records.printing import ordinary
from replikat.errors import ReplikatError
from replikat.geometry.paper import Paper
from replikat.geometry.plane import Point
from replikat.press.loaders import load_printer, load_sheet
from replikat.press.printers.correction import for_printer, measured, paper_for_printer
from replikat.press.printers.profile import Correction, Margins, Printer, Profile
from replikat.press.printers.profile_files import profile_text
from replikat.press.printers.readings import AXES, STATIONS, scale_off
from replikat.reading.drawn.page import read_pages
from replikat.reading.scans import verify_scans
from replikat.reading.verify import verify
from replikat.typeset.raster import ink_boxes
from simulated_printer import SimulatedPrinter, drift, read_sheet, through
from support import LIBRARY
from witness import DECKS

A4 = Paper("A4", 210, 297)
PRINTERS = {
    "shifted": SimulatedPrinter(Correction(), Correction(1.3, -0.8)),
    "askew": SimulatedPrinter(Correction(0.6, -0.4, 0.15, 0.998, 1.002), Correction(2.3, -1.7, 0.4, 1.003, 0.996)),
    "short": SimulatedPrinter(Correction(-0.7, 0.5, -0.1, 1.001, 0.999), Correction(-1.9, 1.2, -0.35, 0.997, 1.004), "short"),
}
DECK = DECKS["small"]()
NARROW = Margins(3, 3, 3, 3)


@cache
def profile_of(printer: SimulatedPrinter) -> Profile:
    return Profile("measured", measured(read_sheet(printer, A4), A4, printer.flip, "both-sides", NARROW, ""))


def cards(sheet: str, profile: Profile | None, flip: str | None = None, **options: object) -> CardsPrint:
    return cards_pdf(DECK, replace(DECK.spec.print, sheet=sheet), LIBRARY, flip=flip, printer=profile, **options)  # type: ignore[arg-type]


def spots(pdf: bytes, page: int) -> list[Point]:
    """The middles of all small paths and frames of a page, in the order of drawing; footer and marks are left out."""
    read = read_pages(pdf)[page]
    return [outline.box.centre for outline in read.outlines if outline.curved and outline.box.width < 40 and outline.box.height < 60]


@pytest.mark.parametrize("name", PRINTERS)
def test_the_sheet_reads_what_the_printer_does(name: str) -> None:
    """Where the whole sheet is read as by a person, every reading is right to a tenth and a half."""
    printer = PRINTERS[name]
    readings = read_sheet(printer, A4)
    for station in STATIONS:
        for axis in AXES:
            off = scale_off(station, axis, A4.width, A4.height)
            at = Point(A4.width / 2 + off.x, A4.height / 2 + off.y)
            front, back = printer.errors(False, A4)(at), printer.errors(True, A4)(at)
            assert getattr(readings.stations[station], axis) == pytest.approx(getattr(back, axis) - getattr(front, axis), abs=0.13)


@pytest.mark.parametrize("sheet", ["a4-poker", "a4-mini", "a4-tarot"])
@pytest.mark.parametrize("name", PRINTERS)
def test_backs_come_within_a_fifth_of_a_millimetre(name: str, sheet: str) -> None:
    """Every frame of every back, and every curve of the faces, lands where the uncorrected file meant it to lie."""
    printer = PRINTERS[name]
    meant, made = cards(sheet, None, printer.flip, sheets=(1,)).pdf, cards(sheet, profile_of(printer), sheets=(1,)).pdf
    lying = load_sheet(sheet, LIBRARY).width > load_sheet(sheet, LIBRARY).height
    for page in (0, 1):
        wanted, printed = spots(meant, page), spots(made, page)
        assert len(wanted) == len(printed) > 20
        if lying:
            wanted = [Point(at.y, A4.height - at.x) for at in wanted]  # stood up, the upper edge to the left
        seen = [through(at, printer.flip, A4) if page else at for at in wanted]
        lands = [printer.lands(at, page == 1, A4) for at in printed]
        off = [math.dist(a, b) for a, b in zip(seen, lands, strict=True)]
        assert max(off) < 0.2, f"page {page + 1}: {max(off):.2f} mm"


def test_without_the_profile_they_do_not() -> None:
    printer = PRINTERS["askew"]
    meant = spots(cards("a4-poker", None, sheets=(1,)).pdf, 1)
    off = [math.dist(through(at, "long", A4), printer.lands(at, True, A4)) for at in meant]
    assert min(off) > 1


@pytest.mark.parametrize("name", ["askew", pytest.param("short", marks=pytest.mark.long)])
def test_with_drift_on_top_every_mark_is_read_from_pixels(name: str, tmp_path: Path) -> None:
    """The corrected backs, printed by the same printer, and then drifting up to 1.5 mm: all marks of a sheet are read."""
    printer = PRINTERS[name]
    made = cards("a4-poker", profile_of(printer), sheets=(1,), sides=("backs",))
    document = pypdfium2.PdfDocument(made.pdf)
    pages = [page.render(scale=300 / 72, grayscale=True).to_pil() for page in document]
    document.close()
    dots, drawn = 300 / 25.4, []
    for number, page in enumerate(pages):
        error = printer.back.mirrored(printer.flip).matrix(A4.width, A4.height)
        away = drift(number, 1.5)
        a, b, c, d, e, f = error._replace(e=error.e + away.x, f=error.f + away.y).inverse()
        drawn.append(
            page.transform(page.size, Image.Transform.AFFINE, (a, c, e * dots, b, d, f * dots), Image.Resampling.BICUBIC, fillcolor=255)
        )
    path = tmp_path / "printed.pdf"
    drawn[0].save(path, save_all=True, append_images=drawn[1:], resolution=300)
    verdict = verify_scans(path, DECK, replace(DECK.spec.print, sheet="a4-poker"), LIBRARY, some=True)
    assert (verdict.faults, verdict.unread, verdict.cards, verdict.marks) == ((), (), 9, 9 * len(DECK.squares))


@pytest.mark.parametrize(
    ("sheet", "order"),
    [
        ("a4-poker", "interleaved"),
        ("a4-mini", "backs-reversed"),
        ("letter-bridge", "backs-reversed"),
        ("stock-32015", "interleaved"),
        ("labels-5395", "interleaved"),
        ("inserts-a4-bridge", "interleaved"),
        ("gutterfold-a4-poker", "interleaved"),
    ],
)
def test_corrected_files_are_read_back(sheet: str, order: str) -> None:
    profile = profile_of(PRINTERS["askew"])
    verdict = verify(cards(sheet, profile, order=order).pdf, DECK, DECK.spec.print, LIBRARY)
    assert (verdict.faults, verdict.cards, verdict.marks) == ((), 34, 32 * 6)


def test_pictures_of_pages_show_by_themselves_how_they_were_moved() -> None:
    profile = Profile("far", Printer(back=Correction(4.5, -3, 0.5), margins=NARROW))
    settings = replace(DECK.spec.print, sheet="a4-mini")
    pdf = cards_pdf(DECK, settings, LIBRARY, printer=profile, only=DECK.pack.codes[:6]).pdf
    verdict = verify_scans(pdf, DECK, settings, LIBRARY, some=True)
    assert (verdict.faults, verdict.unread, verdict.cards, verdict.marks) == ((), (), 6, 6 * len(DECK.squares))


def test_a_shift_too_far_says_how_many_millimetres_are_missing() -> None:
    profile = Profile("far", Printer(front=Correction(x=6.0), margins=NARROW))
    with pytest.raises(ReplikatError, match=r"--printer: far: 3\.2 mm are missing on letter-poker-tight: ink must stay 9.0 mm"):
        cards("letter-poker-tight", profile)


def test_a_page_that_would_lose_ink_is_refused_with_its_edge() -> None:
    profile = Profile("far", Printer(front=Correction(y=-5), margins=Margins(12, 4, 4, 4)))
    made = ordinary(DECK, DECK.spec.print, "en", LIBRARY)
    top = min(ink.y for _, ink in ink_boxes(made))
    with pytest.raises(ReplikatError) as caught:
        paper_for_printer(made, profile, "deals-en.pdf")
    told = str(caught.value.faults[0])
    assert told.startswith("--printer: deals-en.pdf, page 1: ") and "mm of ink would be lost at the top edge" in told
    assert float(told.split(": ")[2].split(" mm")[0]) == pytest.approx(17 - top, abs=0.3)


def test_other_papers_move_too_and_small_pages_stay() -> None:
    profile = Profile("moved", Printer(front=Correction(2, 1)))
    made = ordinary(DECK, DECK.spec.print, "en", LIBRARY)
    (page, ink), (other, moved) = ink_boxes(made)[0], ink_boxes(paper_for_printer(made, profile, "deals"))[0]
    assert page == pytest.approx(other, abs=0.01)
    assert (moved.x - ink.x, moved.y - ink.y) == pytest.approx((2, 1), abs=0.2)


def test_the_same_file_and_profile_give_the_same_bytes() -> None:
    profile = profile_of(PRINTERS["askew"])
    assert cards("a4-poker", profile).pdf == cards("a4-poker", profile).pdf


def test_marks_and_footers_move_with_the_cards() -> None:
    """One transform a side: every distance on a page is what it was, but for where footer and marks keep off the edge."""
    profile = Profile("moved", Printer(front=Correction(0.4, 0.3, 0.2), margins=NARROW))
    plain, made = (read_pages(cards("a4-poker", item, sheets=(1,)).pdf)[0] for item in (None, profile))
    matrix = profile.printer.front.matrix(A4.width, A4.height)
    assert len(plain.outlines) == len(made.outlines)
    for one, other in zip(plain.outlines, made.outlines, strict=True):
        assert [tuple(matrix(at)) for at in one.points] == [pytest.approx(tuple(at), abs=0.01) for at in other.points]


def test_a_profile_is_written_as_it_is_read(tmp_path: Path) -> None:
    printer = replace(profile_of(PRINTERS["short"]).printer, feed="faces-first", paper='200 g, "silk"')
    (tmp_path / "printers").mkdir()
    (tmp_path / "printers" / "mine.yaml").write_text(profile_text("mine", printer), encoding="utf-8")
    assert load_printer("mine", Library((tmp_path, *LIBRARY.folders))) == printer


def test_landscape_pages_are_stood_up() -> None:
    made = for_printer(cards("a4-mini", None).pdf, None, [False, True] * 2, "cards")
    assert all(page.width == pytest.approx(210, abs=0.01) and page.height == pytest.approx(297, abs=0.01) for page in read_pages(made))
    assert verify(made, DECK, DECK.spec.print, LIBRARY).faults == ()
