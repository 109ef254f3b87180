"""Preflight: what a press would stumble over in a PDF, each with its page and its cure."""

import re
from dataclasses import dataclass
from io import BytesIO
from itertools import groupby

import pikepdf
from pikepdf import Name

from replikat.errors import Fault, ReplikatError
from replikat.press.pdfx.drawing_checks import Drawing
from replikat.press.pdfx.page_checks import Said, page_says
from replikat.press.services import MOST_INK, PDFX, Level
from replikat.typeset.icc_profiles import profile_kind


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
            claim = _claims(opened)
            rules = level or _level_of(claim) or "x4"
            said: dict[Said, list[int]] = {}
            for told in _document_says(opened, pdf, rules, level, claim):
                said.setdefault(told, [])
            drawing = Drawing(rules, ink)
            for number, page in enumerate(opened.pages, 1):
                for told in dict.fromkeys(page_says(page, bleed) + drawing.page_says(page)):
                    said.setdefault(told, []).append(number)
            findings = tuple(Finding(tuple(pages), *told) for told, pages in said.items())
            return Report(rules, claim, len(opened.pages), findings)
    except pikepdf.PasswordError:
        return Report(level or "x4", "", 0, (Finding((), "opens only with a password", "save it without encryption"),))
    except pikepdf.PdfError as error:
        raise ReplikatError(Fault("not a PDF that can be read", _told(error), file=file)) from None


def _told(error: pikepdf.PdfError) -> str:
    """Return what is wrong with a file, without the name that the library has for it."""
    return re.sub(r"^(\w+ )?(<.*?>)?: ", "", str(error))


def _level_of(claim: str) -> Level | None:
    return "x1a" if claim.startswith("PDF/X-1") else "x4" if claim.startswith("PDF/X-4") else None


def _xmp(pdf: pikepdf.Pdf) -> str:
    packet = pdf.Root.get("/Metadata")
    return packet.read_bytes().decode("utf-8", "replace") if isinstance(packet, pikepdf.Stream) else ""


def _in_xmp(pdf: pikepdf.Pdf, key: str) -> str:
    """Return a plain property of the XMP packet, "" where it lacks."""
    match = re.search(rf"\b{key}(?:\s*=\s*[\"']|>)([^<\"']+)", _xmp(pdf))
    return match[1].strip() if match else ""


def _claims(pdf: pikepdf.Pdf) -> str:
    """Return the kind of PDF/X that a file says it is."""
    return str(_info(pdf, "/GTS_PDFXVersion") or "") or _in_xmp(pdf, "GTS_PDFXVersion")


def _info(pdf: pikepdf.Pdf, key: str) -> object:
    info = pdf.trailer.get("/Info")
    return info.get(key) if isinstance(info, pikepdf.Dictionary) else None


def _document_says(pdf: pikepdf.Pdf, data: bytes, level: Level, asked: Level | None, claim: str) -> list[Said]:
    said = [Said(f"is damaged: {warning}", "make the file anew") for warning in pdf.get_warnings()[:1]]
    if pdf.is_encrypted:
        said.append(Said("is encrypted", "save it without encryption"))
    name, (major, minor) = PDFX[level]
    if not claim:
        said.append(Said("does not say which PDF/X it is", f"export it as {name}"))
    elif _level_of(claim) is None or (asked and _level_of(claim) != asked):
        said.append(Said(f"says it is {claim}, checked by the rules of {name}", f"export it as {name}"))
    in_info, in_xmp = str(_info(pdf, "/GTS_PDFXVersion") or ""), _in_xmp(pdf, "GTS_PDFXVersion")
    if in_info and in_xmp and in_info != in_xmp:
        said.append(Said(f"says {in_info} in its information and {in_xmp} in its metadata", f"export it as {name}"))
    if _version_of(pdf) > (major, minor):
        said.append(Said(f"is PDF {pdf.pdf_version}; {name} allows {major}.{minor}", f"save it as PDF {major}.{minor}"))
    if level == "x1a" and (b"/ObjStm" in data or b"/XRef" in data):
        said.append(Said("packs its objects into streams, which PDF 1.4 does not know", "save it as PDF 1.4"))
    return said + _metadata_says(pdf, level) + _intent_says(pdf, level) + _behaviour_says(pdf)


def _version_of(pdf: pikepdf.Pdf) -> tuple[int, ...]:
    return tuple(int(part) for part in pdf.pdf_version.split("."))


def _metadata_says(pdf: pikepdf.Pdf, level: Level) -> list[Said]:
    said = []
    if _info(pdf, "/Trapped") not in (Name("/True"), Name("/False")) and (level == "x1a" or not _in_xmp(pdf, "Trapped")):
        said.append(Said("does not say whether it is trapped", "export it with Trapped set to false"))
    if "/ID" not in pdf.trailer:
        said.append(Said("has no file identifier", "save it anew with a program that writes one"))
    wanted = {"/Title": "title", "/CreationDate": "CreateDate", "/ModDate": "ModifyDate"}
    missing = [key[1:] for key, other in wanted.items() if not _info(pdf, key) and not (level == "x4" and f":{other}" in _xmp(pdf))]
    if missing:
        said.append(Said(f"lacks {' and '.join(missing)}", "fill in the properties of the document"))
    if level == "x4" and not _xmp(pdf):
        said.append(Said("has no XMP metadata", f"export it as {PDFX[level][0]}"))
    return said


def _intent_says(pdf: pikepdf.Pdf, level: Level) -> list[Said]:
    given = [intent for intent in pdf.Root.get("/OutputIntents", pikepdf.Array()) if intent.get("/S") == Name.GTS_PDFX]
    cure = "export it with one output intent, such as FOGRA39"
    if len(given) != 1:
        return [Said("has no output intent" if not given else f"has {len(given)} output intents", cure)]
    intent, said = given[0], []
    if not str(intent.get("/OutputConditionIdentifier", "")):
        said.append(Said("names no printing condition in its output intent", cure))
    profile = intent.get("/DestOutputProfile")
    if isinstance(profile, pikepdf.Stream):
        kind, inks = profile_kind(profile.read_bytes())
        if (kind, inks) != ("prtr", "CMYK"):
            said.append(
                Said(f"its output intent holds {f'a profile of {inks}' if kind else 'no ICC profile'}", "use the profile of a press (CMYK)")
            )
        elif profile.get("/N") != 4:
            said.append(Said(f"says N {profile.get('/N')} of a profile of 4 inks", "embed the profile anew"))
    elif level == "x4":
        said.append(Said("its output intent holds no profile", "embed the profile of the press"))
    elif not str(intent.get("/RegistryName", "")):
        said.append(Said("its output intent has neither profile nor registry", "embed the profile of the press"))
    return said


def _behaviour_says(pdf: pikepdf.Pdf) -> list[Said]:
    """Tell of what a file for a press must not do or hold."""
    names = pdf.Root.get("/Names", pikepdf.Dictionary())
    form = pdf.Root.get("/AcroForm", pikepdf.Dictionary())
    said = []
    acts = isinstance(pdf.Root.get("/OpenAction"), pikepdf.Dictionary) or "/AA" in pdf.Root  # an array only says where to begin
    if "/JavaScript" in names or acts:
        said.append(Said("runs scripts or actions", "remove them, or print it to a new PDF"))
    if "/EmbeddedFiles" in names:
        said.append(Said("carries other files", "remove the attachments"))
    if len(form.get("/Fields", pikepdf.Array())) or "/XFA" in form:
        said.append(Said("holds a form to fill in", "flatten the form"))
    return said
