"""The check for a press finds every fault that is put in, on its page, and nothing in a sound file."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from io import BytesIO

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name, Pdf, String

from replikat.cards.printing import cards_pdf
from replikat.errors import ReplikatError
from replikat.press.pdfx.preflight import Finding, preflight
from replikat.press.pdfx.pressroom import press_wish
from support import LIBRARY, packaged_deck

DECK = packaged_deck("standard-52")


@cache
def sound(level: str) -> bytes:
    """Two cards, four pages."""
    settings = replace(DECK.spec.print, sheet="single")
    return cards_pdf(DECK, settings, LIBRARY, only=("QS", "2H"), press=press_wish(level, LIBRARY)).pdf  # type: ignore[arg-type]


def draw(pdf: Pdf, words: str, page: int = 1) -> None:
    """Draw something more on a page, which counts from 0."""
    pdf.pages[page].contents_add(pdf.make_stream(words.encode()))


def state(pdf: Pdf, page: int = 1, **entries: object) -> None:
    pdf.pages[page].resources.ExtGState["/Test"] = Dictionary(Type=Name.ExtGState, **entries)
    draw(pdf, "/Test gs", page)


def picture(pdf: Pdf, space: object, pixels: int, mm: float, page: int = 1, **entries: object) -> None:
    image = pdf.make_stream(bytes(4 * pixels * pixels))
    image.stream_dict = Dictionary(
        Type=Name.XObject, Subtype=Name.Image, Width=pixels, Height=pixels, ColorSpace=space, BitsPerComponent=8, **entries
    )
    forms = pdf.pages[page].resources.get("/XObject", Dictionary())
    pdf.pages[page].resources.XObject = forms
    forms["/Photo"] = image
    points = mm * 72 / 25.4
    draw(pdf, f"q {points} 0 0 {points} 20 20 cm /Photo Do Q", page)


def form_without_resources(pdf: Pdf) -> None:
    """What is lost when a library forgets the resources of a form."""
    form = pdf.make_stream(b"/Gone gs /Spot cs 1 scn 0 0 9 9 re f")
    form.stream_dict = Dictionary(Type=Name.XObject, Subtype=Name.Form, BBox=Array([0, 0, 9, 9]), Resources=Dictionary())
    pdf.pages[2].resources.XObject["/Lost"] = form
    draw(pdf, "/Lost Do", 2)


def font(pdf: Pdf) -> None:
    bare = Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica)
    pdf.pages[1].resources.Font = Dictionary({**dict(pdf.pages[1].resources.Font.items()), "/Bare": bare})


def note(pdf: Pdf) -> None:
    pdf.pages[3].obj.Annots = Array([pdf.make_indirect(Dictionary(Type=Name.Annot, Subtype=Name.Link, Rect=Array([0, 0, 9, 9])))])


def second_intent(pdf: Pdf) -> None:
    pdf.Root.OutputIntents.append(pdf.Root.OutputIntents[0])


def screen_profile(pdf: Pdf) -> None:
    from PIL import ImageCms

    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    pdf.Root.OutputIntents[0].DestOutputProfile = pdf.make_stream(profile)


def drop(key: str) -> Callable[[Pdf], None]:
    return lambda pdf: pdf.docinfo.__delitem__(key)


def box(key: str, *corners: float, page: int = 2) -> Callable[[Pdf], None]:
    return lambda pdf: pdf.pages[page].obj.__setitem__(key, Array(list(corners)))


def without_box(pdf: Pdf) -> None:
    del pdf.pages[2].obj.TrimBox


def script(pdf: Pdf) -> None:
    pdf.Root.OpenAction = Dictionary(S=Name.JavaScript, JS=String("app.alert(1)"))


def attachment(pdf: Pdf) -> None:
    pdf.attachments["deals.txt"] = b"S7"


def form(pdf: Pdf) -> None:
    pdf.Root.AcroForm = Dictionary(Fields=Array([pdf.make_indirect(Dictionary(FT=Name.Tx))]))


def group(pdf: Pdf) -> None:
    pdf.pages[1].obj.Group = Dictionary(S=Name.Transparency)


FAULTS: dict[str, tuple[str, Callable[[Pdf], object], str, tuple[int, ...]]] = {  # level, what is done, what is found, where
    "rgb": ("x4", lambda pdf: draw(pdf, "1 0 0 rg"), "colours in DeviceRGB", (2,)),
    "rgb lines": ("x1a", lambda pdf: draw(pdf, "1 0 0 RG"), "colours in DeviceRGB", (2,)),
    "rgb picture": ("x4", lambda pdf: picture(pdf, Name.DeviceRGB, 400, 20), "colours in DeviceRGB", (2,)),
    "indexed rgb": (
        "x4",
        lambda pdf: picture(pdf, Array([Name.Indexed, Name.DeviceRGB, 0, String("abc")]), 400, 20),
        "colours in DeviceRGB",
        (2,),
    ),
    "profiled rgb": (
        "x1a",
        lambda pdf: picture(pdf, Array([Name.ICCBased, pdf.make_stream(b"", N=3)]), 400, 20),
        "colours in an ICC profile",
        (2,),
    ),
    "coarse picture": ("x4", lambda pdf: picture(pdf, Name.DeviceCMYK, 100, 25.4), "a picture of 100 dpi", (2,)),
    "much ink": ("x4", lambda pdf: draw(pdf, "1 1 1 0.2 k", 0), "320 % of ink in one colour", (1,)),
    "rich black": ("x4", lambda pdf: draw(pdf, "0.6 0.5 0.5 1 k", 0), "black of four inks", (1,)),
    "alpha": ("x1a", lambda pdf: state(pdf, ca=0.5), "transparency", (2,)),
    "blend": ("x1a", lambda pdf: state(pdf, BM=Name.Multiply), "transparency", (2,)),
    "soft mask": ("x1a", lambda pdf: picture(pdf, Name.DeviceCMYK, 400, 20, SMask=pdf.make_stream(b"")), "transparency", (2,)),
    "page group": ("x1a", group, "is a transparency group", (2,)),
    "transfer curve": ("x4", lambda pdf: state(pdf, TR=Name.Identity), "a transfer curve", (2,)),
    "white overprints": ("x4", lambda pdf: draw(pdf, "/Over gs 0 0 0 0 k 0 0 9 9 re f"), "white that overprints", (2,)),
    "lost resources": ("x4", form_without_resources, "uses Gone, which is not among its resources (ExtGState)", (3,)),
    "lost colour": ("x4", form_without_resources, "uses Spot, which is not among its resources (ColorSpace)", (3,)),
    "lost font": ("x4", lambda pdf: draw(pdf, "BT /Nowhere 9 Tf ET"), "uses Nowhere, which is not among its resources (Font)", (2,)),
    "bare font": ("x4", font, "the font Helvetica is not embedded", (2,)),
    "link": ("x4", note, "carries notes or links (Link)", (4,)),
    "no trim": ("x4", without_box, "has no trim box", (3,)),
    "two trims": ("x4", box("/ArtBox", 9, 9, 99, 99), "has a trim box and an art box", (3,)),
    "trim out of bleed": ("x4", box("/TrimBox", -3, 9, 99, 99), "its trim box reaches out of its bleed box", (3,)),
    "bleed out of media": ("x4", box("/BleedBox", -9, -9, 999, 999), "its bleed box reaches out of its media box", (3,)),
    "no bleed": ("x4", box("/BleedBox", 8.504, 8.504, 188.504, 260.504), "has 0.0 mm of bleed", (3,)),
    "no intent": ("x4", lambda pdf: pdf.Root.__delitem__("/OutputIntents"), "has no output intent", ()),
    "two intents": ("x4", second_intent, "has 2 output intents", ()),
    "screen intent": ("x4", screen_profile, "its output intent holds a profile of RGB", ()),
    "no profile": ("x4", lambda pdf: pdf.Root.OutputIntents[0].__delitem__("/DestOutputProfile"), "its output intent holds no profile", ()),
    "no registry": (
        "x1a",
        lambda pdf: pdf.Root.OutputIntents[0].__delitem__("/RegistryName"),
        "its output intent has neither profile nor registry",
        (),
    ),
    "no claim": (
        "x1a",
        lambda pdf: (drop("/GTS_PDFXVersion")(pdf), pdf.Root.__delitem__("/Metadata")),
        "does not say which PDF/X it is",
        (),
    ),
    "two claims": ("x4", lambda pdf: pdf.docinfo.__setitem__("/GTS_PDFXVersion", String("PDF/X-3:2003")), "says PDF/X-3:2003 in its", ()),
    "not trapped": ("x1a", drop("/Trapped"), "does not say whether it is trapped", ()),
    "no title": ("x1a", drop("/Title"), "lacks Title", ()),
    "no metadata": ("x4", lambda pdf: pdf.Root.__delitem__("/Metadata"), "has no XMP metadata", ()),
    "script": ("x4", script, "runs scripts or actions", ()),
    "attachment": ("x4", attachment, "carries other files", ()),
    "form": ("x4", form, "holds a form to fill in", ()),
}


def faulty(level: str, spoil: Callable[[Pdf], object], **saved: object) -> bytes:
    buffer = BytesIO()
    with pikepdf.open(BytesIO(sound(level))) as pdf:
        spoil(pdf)
        pdf.save(buffer, fix_metadata_version=False, **saved)  # type: ignore[arg-type]
    return buffer.getvalue()


@pytest.mark.parametrize("level", ["x1a", "x4"])
def test_a_sound_file_is_sound(level: str) -> None:
    report = preflight(sound(level), bleed=3)
    assert (report.level, report.pages, report.findings) == (level, 4, ())


@pytest.mark.parametrize("fault", FAULTS)
def test_every_fault_is_found_on_its_page_with_a_cure(fault: str) -> None:
    level, spoil, found, pages = FAULTS[fault]
    report = preflight(faulty(level, spoil), level, bleed=3)  # type: ignore[arg-type]
    told = [finding for finding in report.findings if finding.found.startswith(found)]
    assert [finding.pages for finding in told] == [pages], report.findings
    assert all(finding.cure for finding in report.findings)
    assert len({finding.pages for finding in report.findings}) <= 1, "no other page is blamed"


def test_what_x4_allows_x1a_does_not() -> None:
    for fault in ("alpha", "page group", "profiled rgb"):
        _, spoil, found, _ = FAULTS[fault]
        assert [f for f in preflight(faulty("x4", spoil), "x4").findings if f.found.startswith(found)] == []


def test_a_newer_pdf_is_no_x1a() -> None:
    report = preflight(faulty("x1a", lambda pdf: None, force_version="1.7", object_stream_mode=pikepdf.ObjectStreamMode.generate))
    assert [f.found for f in report.findings] == [
        "is PDF 1.7; PDF/X-1a:2003 allows 1.4",
        "packs its objects into streams, which PDF 1.4 does not know",
    ]


def test_locked_files_and_what_is_no_pdf() -> None:
    locked = faulty("x4", lambda pdf: None, encryption=pikepdf.Encryption(owner="a", user="b"))
    assert [f.found for f in preflight(locked).findings] == ["opens only with a password"]
    open_to_all = faulty("x4", lambda pdf: None, encryption=pikepdf.Encryption(owner="a", user=""))
    assert "is encrypted" in [f.found for f in preflight(open_to_all).findings]
    for nothing in (b"", b"%PDF-1.4 and no more", b"<html>"):
        with pytest.raises(ReplikatError, match="not a PDF that can be read") as told:
            preflight(nothing)
        assert "<_io" not in str(told.value)


def test_a_damaged_file_is_told() -> None:
    cut = sound("x4")[:-60]
    assert [f.found for f in preflight(cut).findings if f.found.startswith("is damaged")]


def test_an_unknown_kind_is_checked_as_x4() -> None:
    def as_x3(pdf: Pdf) -> None:
        pdf.docinfo["/GTS_PDFXVersion"] = String("PDF/X-3:2003")
        del pdf.Root.Metadata

    report = preflight(faulty("x1a", as_x3))
    assert report.level == "x4" and report.claim == "PDF/X-3:2003"
    assert "says it is PDF/X-3:2003, checked by the rules of PDF/X-4" in [f.found for f in report.findings]


def test_what_a_home_printer_gets_is_no_file_for_a_press() -> None:
    settings = replace(DECK.spec.print, sheet="a4-poker")
    home = cards_pdf(DECK, settings, LIBRARY, only=("QS",)).pdf
    found = {f.found for f in preflight(home).findings}
    assert {"has no output intent", "has no trim box", "colours in DeviceRGB"} <= found


def test_a_plain_page_of_the_library_is_full_of_faults() -> None:
    from reportlab.pdfgen.canvas import Canvas

    buffer = BytesIO()
    canvas = Canvas(buffer)
    canvas.setFillColorRGB(1, 0, 0)
    canvas.setFillAlpha(0.5)
    canvas.drawString(9, 9, "text")
    canvas.save()
    report = preflight(buffer.getvalue(), "x1a")
    assert {f.found for f in report.findings} == {
        "does not say which PDF/X it is",
        "has no output intent",
        "has no trim box",
        "the font Helvetica is not embedded",
        "colours in DeviceRGB",
        "transparency",
    }


@pytest.mark.parametrize(("pages", "said"), [((), ""), ((3,), "page 3"), ((1, 2, 3), "pages 1-3"), ((1, 3, 4, 9), "pages 1, 3-4, 9")])
def test_pages_in_words(pages: tuple[int, ...], said: str) -> None:
    assert Finding(pages, "", "").where == said
