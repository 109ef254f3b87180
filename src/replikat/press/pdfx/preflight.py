"""Preflight: what a press would stumble over in a PDF, each with its page and its cure."""

import re
from dataclasses import dataclass
from io import BytesIO
from itertools import groupby

import pikepdf

from replikat.errors import Fault, ReplikatError
from replikat.press.pdfx.drawing_checks import Drawing
from replikat.press.pdfx.objects import Object, Remarks, Said
from replikat.press.pdfx.page_checks import page_says
from replikat.press.services import MOST_INK, PDFX, Level
from replikat.typeset.icc_profiles import profile_kind
from replikat.typeset.page_limits import MOST_PAGES, PDF_ERRORS


@dataclass(frozen=True)
class Finding:
    """What is wrong, on which pages (counted from 1; none where it is the whole file), and what cures it."""

    pages: tuple[int, ...]
    found: str
    cure: str

    @property
    def where(self) -> str:
        """Return the pages in words, such as "pages 1-4, 7"; "" for the whole file."""
        if not self.pages:
            return ""
        runs = [[page for _, page in run] for _, run in groupby(enumerate(self.pages), key=lambda pair: pair[1] - pair[0])]
        told = ", ".join(f"{run[0]}-{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)
        return f"page{'s' if len(self.pages) > 1 else ''} {told}"


@dataclass(frozen=True)
class Report:
    """What a check found: the rules it went by, what the file claims to be ("" for nothing), how many pages it has."""

    level: Level
    claim: str
    pages: int
    findings: tuple[Finding, ...]


def preflight(pdf: bytes, level: Level | None = None, ink: int = MOST_INK, bleed: float = 0.0, file: str = "") -> Report:
    """Return what is wrong with a PDF by the rules of PDF/X, those of its own claim where `level` is not given.

    `ink` is the most percent of the four inks in all, `bleed` how many mm a page must reach beyond its trim. Raises
    ReplikatError for what cannot be read as a PDF at all.
    """
    try:
        with pikepdf.open(BytesIO(pdf)) as opened:
            return _report(opened, pdf, level, ink, bleed)
    except pikepdf.PasswordError:
        return Report(level or "x4", "", 0, (Finding((), "opens only with a password", "save it without encryption"),))
    except PDF_ERRORS as error:
        raise ReplikatError(Fault("not a PDF that can be read", _told(error), file=file)) from None


def _report(opened: pikepdf.Pdf, data: bytes, level: Level | None, ink: int, bleed: float) -> Report:
    remarks = Remarks()
    pages = list(opened.pages)
    _check_warnings(opened, remarks)
    claim = _claims(opened, remarks)
    rules = level or _level_of(claim) or "x4"
    _check_document(opened, data, rules, level, claim, remarks)
    if len(pages) > MOST_PAGES:
        remarks.say(f"has {len(pages)} pages, of which {MOST_PAGES} were looked at", "make a file for each deck")
    said: dict[Said, list[int]] = {remark: [] for remark in remarks.said}
    drawing = Drawing(rules, ink)
    for number, page in enumerate(pages[:MOST_PAGES], 1):
        remarks = Remarks(dict.fromkeys(page_says(page, bleed) + drawing.page_says(page)))
        _check_warnings(opened, remarks)
        for remark in remarks.said:
            said.setdefault(remark, []).append(number)
    findings = tuple(Finding(tuple(numbers), *remark) for remark, numbers in said.items())
    return Report(rules, claim, len(pages), findings)


def _told(error: Exception) -> str:
    """Return what is wrong with a file, without the name that the library has for it."""
    return re.sub(r"^(\w+ )?(<.*?>)?: ", "", str(error))


def _level_of(claim: str) -> Level | None:
    return "x1a" if claim.startswith("PDF/X-1") else "x4" if claim.startswith("PDF/X-4") else None


def _xmp(pdf: pikepdf.Pdf, remarks: Remarks) -> str:
    packet = remarks.entry(pdf.Root, "/Metadata")
    return "" if packet is None else remarks.content(packet, "/Metadata").decode("utf-8", "replace")  # type: ignore[arg-type]


def _in_xmp(pdf: pikepdf.Pdf, key: str, remarks: Remarks) -> str:
    """Return a plain property of the XMP packet, "" where it lacks."""
    match = re.search(rf"\b{key}(?:\s*=\s*[\"']|>)([^<\"']+)", _xmp(pdf, remarks))
    return match[1].strip() if match else ""


def _claims(pdf: pikepdf.Pdf, remarks: Remarks) -> str:
    """Return the kind of PDF/X that a file says it is."""
    return _info(pdf, "/GTS_PDFXVersion", remarks) or _in_xmp(pdf, "GTS_PDFXVersion", remarks)


def _info(pdf: pikepdf.Pdf, key: str, remarks: Remarks) -> str:
    """Return what a file says of itself under a key, "" where nothing."""
    return remarks.text(remarks.dictionary(pdf.trailer, "/Info"), key)


def _check_document(pdf: pikepdf.Pdf, data: bytes, level: Level, asked: Level | None, claim: str, remarks: Remarks) -> None:
    if pdf.is_encrypted:
        remarks.say("is encrypted", "save it without encryption")
    name, (major, minor) = PDFX[level]
    if not claim:
        remarks.say("does not say which PDF/X it is", f"export it as {name}")
    elif _level_of(claim) is None or (asked and _level_of(claim) != asked):
        remarks.say(f"says it is {claim}, checked by the rules of {name}", f"export it as {name}")
    in_info, in_xmp = _info(pdf, "/GTS_PDFXVersion", remarks), _in_xmp(pdf, "GTS_PDFXVersion", remarks)
    if in_info and in_xmp and in_info != in_xmp:
        remarks.say(f"says {in_info} in its information and {in_xmp} in its metadata", f"export it as {name}")
    if _version_of(pdf) > (major, minor):
        remarks.say(f"is PDF {pdf.pdf_version}; {name} allows {major}.{minor}", f"save it as PDF {major}.{minor}")
    if level == "x1a" and (b"/ObjStm" in data or b"/XRef" in data):
        remarks.say("packs its objects into streams, which PDF 1.4 does not know", "save it as PDF 1.4")
    _check_metadata(pdf, level, remarks)
    _check_intent(pdf, level, remarks)
    _check_behaviour(pdf, remarks)


def _check_warnings(pdf: pikepdf.Pdf, remarks: Remarks) -> None:
    """Tell the first thing that the library has had to mend since it was asked last."""
    for warning in pdf.get_warnings()[:1]:
        remarks.damage(re.sub(r"^(\w+ )?<.*?>,? ?", "", str(warning)))


def _version_of(pdf: pikepdf.Pdf) -> tuple[int, ...]:
    return tuple(int(part) for part in pdf.pdf_version.split("."))


def _check_metadata(pdf: pikepdf.Pdf, level: Level, remarks: Remarks) -> None:
    xmp = _xmp(pdf, remarks)
    trapped = _info(pdf, "/Trapped", remarks) in ("/True", "/False")
    if not trapped and (level == "x1a" or not _in_xmp(pdf, "Trapped", remarks)):
        remarks.say("does not say whether it is trapped", "export it with Trapped set to false")
    if not remarks.items(pdf.trailer, "/ID"):
        remarks.say("has no file identifier", "save it anew with a program that writes one")
    wanted = {"/Title": "title", "/CreationDate": "CreateDate", "/ModDate": "ModifyDate"}
    absent = [key for key in wanted if not _info(pdf, key, remarks)]
    missing = [key[1:] for key in absent if level != "x4" or f":{wanted[key]}" not in xmp]
    if missing:
        remarks.say(f"lacks {' and '.join(missing)}", "fill in the properties of the document")
    if level == "x4" and not xmp:
        remarks.say("has no XMP metadata", f"export it as {PDFX[level][0]}")


def _check_intent(pdf: pikepdf.Pdf, level: Level, remarks: Remarks) -> None:
    intents = [remarks.as_dictionary(intent, "an output intent") for intent in remarks.items(pdf.Root, "/OutputIntents")]
    intents = [intent for intent in intents if remarks.name(intent, "/S") == "/GTS_PDFX"]
    cure = "export it with one output intent, such as FOGRA39"
    if len(intents) != 1:
        remarks.say("has no output intent" if not intents else f"has {len(intents)} output intents", cure)
        return
    (intent,) = intents
    if not remarks.text(intent, "/OutputConditionIdentifier"):
        remarks.say("names no printing condition in its output intent", cure)
    profile = remarks.entry(intent, "/DestOutputProfile")
    if profile is not None:
        _check_profile(profile, remarks)  # type: ignore[arg-type]
    elif level == "x4":
        remarks.say("its output intent holds no profile", "embed the profile of the press")
    elif not remarks.text(intent, "/RegistryName"):
        remarks.say("its output intent has neither profile nor registry", "embed the profile of the press")


def _check_profile(profile: Object, remarks: Remarks) -> None:
    """Tell where the profile of an output intent is none of a press with four inks."""
    kind, inks = profile_kind(remarks.content(profile, "/DestOutputProfile"))
    if not isinstance(profile, pikepdf.Stream):
        return
    if (kind, inks) != ("prtr", "CMYK"):
        held = f"a profile of {inks}" if kind else "no ICC profile"
        remarks.say(f"its output intent holds {held}", "use the profile of a press (CMYK)")
    elif (count := remarks.number(profile, "/N", 0)) != 4:
        remarks.say(f"says N {count:g} of a profile of 4 inks", "embed the profile anew")


def _check_behaviour(pdf: pikepdf.Pdf, remarks: Remarks) -> None:
    """Tell of what a file for a press must not do or hold."""
    names = remarks.dictionary(pdf.Root, "/Names")
    form = remarks.dictionary(pdf.Root, "/AcroForm")
    opening = remarks.entry(pdf.Root, "/OpenAction")
    if not (opening is None or isinstance(opening, (pikepdf.Array, pikepdf.Dictionary))):
        remarks.damage("/OpenAction is neither a place nor an action")
    acts = isinstance(opening, pikepdf.Dictionary) or remarks.has(pdf.Root, "/AA")  # an array only says where to begin
    if remarks.has(names, "/JavaScript") or acts:
        remarks.say("runs scripts or actions", "remove them, or print it to a new PDF")
    if remarks.has(names, "/EmbeddedFiles"):
        remarks.say("carries other files", "remove the attachments")
    if remarks.items(form, "/Fields") or remarks.has(form, "/XFA"):
        remarks.say("holds a form to fill in", "flatten the form")
