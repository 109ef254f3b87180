"""Objects of another type than the standard says: each is found where a rule looks at it, and none ends the check."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name, Pdf, String

from replikat.cards.printing import cards_pdf
from replikat.cli.main import run
from replikat.errors import ReplikatError
from replikat.press.pdfx.preflight import Report, preflight
from replikat.press.pdfx.pressroom import press_wish
from replikat.press.services import Level
from support import LIBRARY, packaged_deck

DECK = packaged_deck("standard-52")
STRANGERS = (7, 1.5, True, String("x"), Name("/Stranger"), Array([]), Array([1, String("x")]), Dictionary(), Dictionary(Stranger=1))


@cache
def sound(level: str = "x4") -> bytes:
    """One card, two pages, and a picture on its back."""
    settings = replace(DECK.spec.print, sheet="single")
    made = cards_pdf(DECK, settings, LIBRARY, only=("QS",), press=press_wish(level, LIBRARY)).pdf  # type: ignore[arg-type]
    return spoilt(made, with_a_picture)


def spoilt(pdf: bytes, spoil: Callable[[Pdf], object]) -> bytes:
    buffer = BytesIO()
    with pikepdf.open(BytesIO(pdf)) as opened:
        spoil(opened)
        opened.save(buffer, fix_metadata_version=False)
    return buffer.getvalue()


def with_a_picture(pdf: Pdf) -> None:
    image = pdf.make_stream(bytes(4 * 80 * 80))
    image.stream_dict = Dictionary(
        Type=Name.XObject, Subtype=Name.Image, Width=80, Height=80, ColorSpace=Name.DeviceCMYK, BitsPerComponent=8
    )
    resources = pdf.pages[1].resources
    if "/XObject" not in resources:
        resources.XObject = Dictionary()
    resources.XObject["/Photo"] = image
    draw(pdf, b"q 20 0 0 20 20 20 cm /Photo Do Q")


def draw(pdf: Pdf, words: bytes) -> None:
    pdf.pages[1].contents_add(pdf.make_stream(words))


def put(pdf: Pdf, holder: str, key: str, value: bytes) -> None:
    """Put an object, as a file writes it, under a key of the root, of page 2 or of its resources."""
    holders = {"root": pdf.Root, "page": pdf.pages[1].obj, "resources": pdf.pages[1].resources}
    holders[holder][key] = pikepdf.Object.parse(value)


def damage(report: Report) -> list[tuple[tuple[int, ...], str]]:
    return [(finding.pages, finding.found) for finding in report.findings if finding.found.startswith("is damaged")]


def test_what_is_swapped_here_is_sound_before() -> None:
    assert preflight(sound(), "x4").findings == ()


CONTENT = {
    b"1 2 k": "the operator k is not of 4 numbers",
    b"(a) k": "the operator k is not of 4 numbers",
    b"1 0 0 cm": "the operator cm is not of 6 numbers",
    b"[1] g": "the operator g is not of 1 number",
    b"1 gs": "what the operator gs wants is no name",
    b"Do": "what the operator Do wants is no name",
    b"BI EI": "what is drawn cannot be read",
    b"BI 1 2 ID x EI": "what is drawn cannot be read",
    b"/a#ff gs": "what the operator gs wants cannot be read",
}
ENTRIES = {
    ("page", "/TrimBox", b"[1 2]"): "/TrimBox is not of 4 numbers",
    ("page", "/TrimBox", b"[(a) 2 3 4]"): "/TrimBox is not of 4 numbers",
    ("page", "/BleedBox", b"7"): "/BleedBox is no array",
    ("page", "/Annots", b"[1]"): "a note in /Annots is no dictionary",
    ("page", "/Contents", b"1"): "/Contents is no stream",
    ("page", "/Contents", b"[1]"): "/Contents is no stream",
    ("page", "/Resources", b"<</ExtGState 1>>"): "/ExtGState is no dictionary",
    ("page", "/Resources", b"<</XObject 1>>"): "/XObject is no dictionary",
    ("page", "/Resources", b"<</Font [1]>>"): "/Font is no dictionary",
    ("page", "/Resources", b"<</Font <</F 1>>>>"): "/F is no dictionary",
    ("page", "/Resources", b"<</Font <</F <</DescendantFonts 1>>>>>>"): "/DescendantFonts is no array",
    ("root", "/AcroForm", b"(x)"): "/AcroForm is no dictionary",
    ("root", "/AcroForm", b"<</Fields 1>>"): "/Fields is no array",
    ("root", "/Names", b"1"): "/Names is no dictionary",
    ("root", "/OpenAction", b"(x)"): "/OpenAction is neither a place nor an action",
    ("root", "/OutputIntents", b"1"): "/OutputIntents is no array",
    ("root", "/OutputIntents", b"[1]"): "an output intent is no dictionary",
    ("root", "/OutputIntents", b"[<</S /GTS_PDFX /DestOutputProfile 1>>]"): "/DestOutputProfile is no stream",
    ("root", "/Metadata", b"1"): "/Metadata is no stream",
}


@pytest.mark.parametrize("content", CONTENT, ids=repr)
def test_steps_of_a_drawing_that_are_none_are_told(content: bytes) -> None:
    report = preflight(spoilt(sound(), lambda pdf: draw(pdf, content)), "x4")
    assert ((2,), f"is damaged: {CONTENT[content]}") in damage(report)


@pytest.mark.parametrize("entry", ENTRIES, ids=repr)
def test_entries_of_another_type_are_told(entry: tuple[str, str, bytes]) -> None:
    report = preflight(spoilt(sound(), lambda pdf: put(pdf, *entry)), "x4")
    assert ((2,) if entry[0] == "page" else (), f"is damaged: {ENTRIES[entry]}") in damage(report)


@pytest.mark.parametrize("key", ["/Annots", "/Resources"])
def test_what_the_library_mends_on_its_way_is_told(key: str) -> None:
    (told,) = damage(preflight(spoilt(sound(), lambda pdf: put(pdf, "page", key, b"1")), "x4"))
    assert told[1].startswith("is damaged: object") and key[1:] in told[1] and "<_io" not in told[1]


@pytest.mark.parametrize("content", [b"(unclosed", b"[1", b"<<"])
def test_a_drawing_that_breaks_off_is_told(content: bytes) -> None:
    (told,) = damage(preflight(spoilt(sound(), lambda pdf: draw(pdf, content)), "x4"))
    assert told[0] == (2,) and told[1].startswith("is damaged: page object") and "content, offset" in told[1]


def test_a_form_that_draws_itself_is_told_once() -> None:
    def spoil(pdf: Pdf) -> None:
        form = pdf.make_stream(b"/Self Do " * 12)
        form.stream_dict = Dictionary(Type=Name.XObject, Subtype=Name.Form, BBox=Array([0, 0, 9, 9]))
        form.Resources = Dictionary(XObject=Dictionary({"/Self": form}))
        pdf.pages[1].resources.XObject["/Self"] = form
        draw(pdf, b"/Self Do")

    assert damage(preflight(spoilt(sound(), spoil), "x4")) == [((2,), "is damaged: a form draws itself")]


def test_the_command_tells_damage_with_its_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "damaged.pdf"
    path.write_bytes(spoilt(sound(), lambda pdf: draw(pdf, b"1 2 k")))
    assert run(["preflight", "--quiet", str(path)]) == 1
    told = capsys.readouterr().err
    assert told == f"replikat: {path}: page 2: is damaged: the operator k is not of 4 numbers; make the file anew\n"


# ---- any object swapped


def places(pdf: Pdf) -> Iterator[tuple[Any, Any]]:
    """Yield holder and key, or place, of every value in a file that stands in a dictionary or array."""
    for holder in [pdf.trailer, *pdf.objects]:
        yield from inside(holder, 0)


def inside(holder: Any, depth: int) -> Iterator[tuple[Any, Any]]:
    keys = holder.keys() if isinstance(holder, (Dictionary, pikepdf.Stream)) else range(len(holder)) if isinstance(holder, Array) else ()
    for key in sorted(keys):
        yield holder, key
        value = holder[key]
        if isinstance(value, (Dictionary, Array)) and not value.is_indirect and depth < 6:
            yield from inside(value, depth + 1)


def swapped(pdf: bytes, chance: Random) -> bytes | None:
    """Return a file of which one object is of another type; None where it cannot be saved so."""
    buffer = BytesIO()
    with pikepdf.open(BytesIO(pdf)) as opened:
        holder, key = chance.choice(list(places(opened)))
        try:
            holder[key] = chance.choice(STRANGERS)
            opened.save(buffer, fix_metadata_version=False, compress_streams=False)
        except (pikepdf.PdfError, ValueError, TypeError, RuntimeError, AttributeError, KeyError):
            return None
    return buffer.getvalue()


@pytest.mark.parametrize("level", ["x1a", "x4"])
def test_whatever_is_swapped_the_check_ends_with_a_report(level: str) -> None:
    chance = Random(level)
    files = [file for _ in range(150) if (file := swapped(sound(level), chance)) is not None]
    assert len(files) > 100
    for file in files:
        try:
            report = preflight(file, level)  # type: ignore[arg-type]
        except ReplikatError as error:
            assert str(error).startswith("not a PDF that can be read")
        else:
            assert all(finding.cure for finding in report.findings)


# Where the rules look, and the types that are right there.
LOOKED_AT: dict[tuple[Any, ...], tuple[Any, ...]] = {
    ("trailer", "/Info"): (Dictionary,),
    ("trailer", "/Info", "/Title"): (String, Name),
    ("trailer", "/Info", "/Trapped"): (Name, String),
    ("root", "/OutputIntents"): (Array,),
    ("root", "/OutputIntents", 0): (Dictionary,),
    ("root", "/OutputIntents", 0, "/S"): (Name,),
    ("root", "/OutputIntents", 0, "/DestOutputProfile"): (),
    ("root", "/OutputIntents", 0, "/DestOutputProfile", "/N"): (),
    ("root", "/Metadata"): (),
    ("page", "/TrimBox"): (),
    ("page", "/TrimBox", 2): (int, float),
    ("page", "/BleedBox"): (),
    ("page", "/MediaBox", 0): (int, float),
    ("page", "/Group"): (Dictionary,),
    ("page", "/Resources", "/ExtGState"): (),
    ("page", "/Resources", "/ExtGState", "/Knock"): (Dictionary,),
    ("page", "/Resources", "/ExtGState", "/Knock", "/op"): (bool,),
    ("page", "/Resources", "/Font"): (Dictionary,),
    ("page", "/Resources", "/XObject"): (),
    ("page", "/Resources", "/XObject", "/Photo"): (),
    ("page", "/Resources", "/XObject", "/Photo", "/Subtype"): (),
    ("page", "/Resources", "/XObject", "/Photo", "/Width"): (int, float),
    ("page", "/Resources", "/XObject", "/Photo", "/ColorSpace"): (Name,),
    ("page", "/Contents"): (Array,),
}


@pytest.mark.parametrize("place", LOOKED_AT, ids=repr)
def test_what_is_broken_where_a_rule_looks_is_never_sound(place: tuple[Any, ...]) -> None:
    level: Level = "x4" if "/DestOutputProfile" in place else "x1a"  # a registered condition needs no profile in X-1a
    for stranger in STRANGERS:
        if isinstance(stranger, LOOKED_AT[place]):
            continue

        def spoil(pdf: Pdf, stranger: object = stranger) -> None:
            holder: Any = {"trailer": pdf.trailer, "root": pdf.Root, "page": pdf.pages[1].obj}[place[0]]
            for key in place[1:-1]:
                holder = holder[key]
            holder[place[-1]] = stranger

        report = preflight(spoilt(sound(level), spoil), level)
        assert report.findings, f"{stranger!r} at {place}"
