"""PDF/X: a finished file of process inks made ready for a press, by its rules."""

import re
from collections.abc import Iterator
from hashlib import sha256
from io import BytesIO
from xml.sax.saxutils import escape

import pikepdf
from pikepdf import Array, Dictionary, Name

from replikat import __version__
from replikat.geometry.plane import Rect
from replikat.geometry.units import MM
from replikat.press.services import PDFX, Intent, Level

REGISTRY = "http://www.color.org"
DATE = "20000101000000+00'00'"  # no clock: the same deck gives the same bytes
ISO_DATE = "2000-01-01T00:00:00+00:00"
OVER, KNOCK = Name("/Over"), Name("/Knock")


def to_pdfx(pdf: bytes, level: Level, intent: Intent, trim: Rect | None = None, bleed: float = 0.0) -> bytes:
    """Return a file of this program, drawn in process inks, as PDF/X.

    Pages without a trim box get `trim` (mm from the top left), and `bleed` mm about it. Black text and solids of black
    ink alone overprint what lies under them; everything else knocks out.
    """
    name, (major, minor) = PDFX[level]
    with pikepdf.open(BytesIO(pdf)) as made:
        for page in made.pages:
            _tidy(page, trim, bleed)
        for stream, resources in _drawings(made):
            _set_overprint(stream, resources)
        for key in ("/ViewerPreferences", "/PageMode", "/Outlines", "/AcroForm"):
            if key in made.Root:
                del made.Root[key]
        made.Root.OutputIntents = Array([_output_intent(made, level, intent)])
        _describe(made, name, sha256(pdf).hexdigest())
        buffer = BytesIO()
        made.save(
            buffer,
            force_version=f"{major}.{minor}",
            deterministic_id=True,
            object_stream_mode=pikepdf.ObjectStreamMode.disable,
            compress_streams=True,
        )
        return buffer.getvalue()


def _tidy(page: pikepdf.Page, trim: Rect | None, bleed: float) -> None:
    """Take what PDF/X has no use for from a page, and see that it has its boxes."""
    for key in ("/Trans", "/Annots", "/Group"):
        if key in page.obj:
            del page.obj[key]
    if "/TrimBox" not in page.obj:
        high = float(page.mediabox[3])
        assert trim, "a sheet's trim is the block of its cards"
        page.obj.TrimBox = _box(trim, high)
        page.obj.BleedBox = _box(trim.inset(-bleed), high)


def _box(box: Rect, high: float) -> Array:
    corners = (box.x * MM, high - box.bottom * MM, box.right * MM, high - box.y * MM)
    return Array([round(number, 4) for number in corners])


def _drawings(made: pikepdf.Pdf) -> Iterator[tuple[pikepdf.Stream, Dictionary]]:
    """Yield every stream that draws, pages and forms, with its resources."""
    seen: set[tuple[int, int]] = set()
    for page in made.pages:
        page.contents_coalesce()
        yield page.obj.Contents, page.resources  # type: ignore[misc]  # Contents is one stream now
        for form in page.resources.get("/XObject", Dictionary()).values():
            yield from _forms(form, seen)


def _forms(form: pikepdf.Object, seen: set[tuple[int, int]]) -> Iterator[tuple[pikepdf.Stream, Dictionary]]:
    if form.objgen in seen or form.get("/Subtype") != Name.Form:
        return
    seen.add(form.objgen)
    if "/Resources" not in form:
        form.Resources = Dictionary()
    yield form, form.Resources  # type: ignore[misc]  # a form is a stream
    for inner in form.Resources.get("/XObject", Dictionary()).values():
        yield from _forms(inner, seen)


_FILL = re.compile(rb"\((?:\\.|[^\\()])*\)|(?<![\w.])(?:((?:[\d.]+ ){4})k|/\S+ cs [\d.]+ scn)(?!\w)", re.S)


def _set_overprint(stream: pikepdf.Stream, resources: Dictionary) -> None:
    """Say before every fill colour whether it overprints: black ink alone does, so that no white shows about a shifted letter."""

    def said(match: re.Match[bytes]) -> bytes:
        if match[0].startswith(b"("):  # a string of text
            return match[0]
        black = match[1] is not None and [float(share) for share in match[1].split()] == [0, 0, 0, 1]
        return (b"/Over gs " if black else b"/Knock gs ") + match[0]

    drawn = stream.read_bytes()
    told = _FILL.sub(said, drawn)
    if told == drawn:
        return
    stream.write(told)
    if "/ExtGState" not in resources:
        resources.ExtGState = Dictionary()
    resources.ExtGState[OVER] = Dictionary(Type=Name.ExtGState, OP=False, op=True, OPM=1)
    resources.ExtGState[KNOCK] = Dictionary(Type=Name.ExtGState, OP=False, op=False, OPM=0)


def _output_intent(made: pikepdf.Pdf, level: Level, intent: Intent) -> Dictionary:
    entry = Dictionary(Type=Name.OutputIntent, S=Name.GTS_PDFX, OutputConditionIdentifier=intent.condition, Info=intent.condition)
    if intent.registered:
        entry.RegistryName = REGISTRY
    if level == "x4" or not intent.registered:
        profile = made.make_stream(intent.profile)
        profile.N = 4
        profile.Alternate = Name.DeviceCMYK
        entry.DestOutputProfile = profile
    return made.make_indirect(entry)


def _describe(made: pikepdf.Pdf, version: str, fingerprint: str) -> None:
    """Write what the file says of itself, the same in its information and in its XMP packet."""
    title = str(made.docinfo.get("/Title", ""))
    tool = f"replikat {__version__}"
    made.docinfo = made.make_indirect(Dictionary())
    for key, value in {
        "/Title": title,
        "/Creator": tool,
        "/Producer": tool,
        "/CreationDate": f"D:{DATE}",
        "/ModDate": f"D:{DATE}",
        "/GTS_PDFXVersion": version,
    }.items():
        made.docinfo[key] = pikepdf.String(value)
    made.docinfo["/Trapped"] = Name("/False")
    parts = (fingerprint[:8], fingerprint[8:12], f"5{fingerprint[13:16]}", f"8{fingerprint[17:20]}", fingerprint[20:32])
    told = {"title": title, "tool": tool, "date": ISO_DATE, "uuid": "-".join(parts), "version": version}
    packet = made.make_stream(_XMP.format(**{key: escape(value) for key, value in told.items()}).encode())
    packet.Type = Name.Metadata
    packet.Subtype = Name.XML
    made.Root.Metadata = packet


_XMP = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
 xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:pdfxid="http://www.npes.org/pdfx/ns/id/">
<dc:format>application/pdf</dc:format>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
<xmp:CreatorTool>{tool}</xmp:CreatorTool>
<xmp:CreateDate>{date}</xmp:CreateDate>
<xmp:ModifyDate>{date}</xmp:ModifyDate>
<xmp:MetadataDate>{date}</xmp:MetadataDate>
<xmpMM:DocumentID>uuid:{uuid}</xmpMM:DocumentID>
<xmpMM:VersionID>1</xmpMM:VersionID>
<xmpMM:RenditionClass>default</xmpMM:RenditionClass>
<pdf:Producer>{tool}</pdf:Producer>
<pdf:Trapped>False</pdf:Trapped>
<pdfxid:GTS_PDFXVersion>{version}</pdfxid:GTS_PDFXVersion>
</rdf:Description>
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="r"?>"""
