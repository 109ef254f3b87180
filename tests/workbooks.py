"""Small spreadsheets, put together from as little XML as readers ask for."""

from io import BytesIO
from xml.sax.saxutils import escape
from zipfile import ZIP_DEFLATED, ZipFile

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
OASIS = "urn:oasis:names:tc:opendocument:xmlns"
PERCENT, DATE, OWN_PERCENT, OWN_DATE = 1, 2, 3, 4  # styles of `xlsx`
STYLES = (
    f'<styleSheet xmlns="{MAIN}"><numFmts><numFmt numFmtId="164" formatCode="0.0\\ %"/>'
    '<numFmt numFmtId="165" formatCode="[$-414]d. mmm yyyy"/></numFmts><cellXfs>'
    + "".join(f'<xf numFmtId="{number}"/>' for number in (0, 9, 14, 164, 165))
    + "</cellXfs></styleSheet>"
)


def archive(parts: dict[str, str]) -> bytes:
    data = BytesIO()
    with ZipFile(data, "w", ZIP_DEFLATED) as file:
        for name, text in parts.items():
            file.writestr(name, text)
    return data.getvalue()


def relations(*targets: tuple[str, str]) -> str:
    lines = [f'<Relationship Id="r{n}" Type="{OFFICE}/{kind}" Target="{target}"/>' for n, (kind, target) in enumerate(targets)]
    return f'<Relationships xmlns="{PACKAGE}/relationships">{"".join(lines)}</Relationships>'


def text_cell(text: str) -> str:
    return f'<c t="inlineStr"><is><t>{escape(text)}</t></is></c>' if text else "<c/>"


def number_cell(number: object, style: int = 0) -> str:
    return f'<c s="{style}"><v>{number}</v></c>'


def xlsx(sheets: dict[str, str], hidden: tuple[str, ...] = (), shared: str = "") -> bytes:
    """A workbook of sheets, each the XML of its rows."""
    states = {name: ' state="hidden"' if name in hidden else "" for name in sheets}
    listed = [f'<sheet name="{escape(name)}" sheetId="{n + 1}"{states[name]} r:id="r{n}"/>' for n, name in enumerate(sheets)]
    targets = [("worksheet", f"worksheets/sheet{n}.xml") for n in range(len(sheets))]
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{PACKAGE}/content-types"/>',
        "_rels/.rels": relations(("officeDocument", "/xl/workbook.xml")),
        "xl/_rels/workbook.xml.rels": relations(*targets, ("styles", "styles.xml"), ("sharedStrings", "sharedStrings.xml")),
        "xl/workbook.xml": f'<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}"><sheets>{"".join(listed)}</sheets></workbook>',
        "xl/styles.xml": STYLES,
        "xl/sharedStrings.xml": f'<sst xmlns="{MAIN}">{shared}</sst>',
    }
    for n, rows in enumerate(sheets.values()):
        parts[f"xl/worksheets/sheet{n}.xml"] = f'<worksheet xmlns="{MAIN}"><sheetData>{rows}</sheetData></worksheet>'
    return archive(parts)


def row(*cells: object, number: int | None = None) -> str:
    """A row of an .xlsx: numbers as numbers, texts as texts, and cells that are written out already."""
    made = [
        cell if str(cell).startswith("<c") else number_cell(cell) if isinstance(cell, (int, float)) else text_cell(str(cell))
        for cell in cells
    ]
    address = f' r="{number}"' if number else ""
    return f"<row{address}>{''.join(map(str, made))}</row>"


def ods_cell(cell: object) -> str:
    if str(cell).startswith("<table:"):
        return str(cell)
    if isinstance(cell, (int, float)):
        return f'<table:table-cell office:value-type="float" office:value="{cell}"><text:p>{cell} kr</text:p></table:table-cell>'
    return (
        f'<table:table-cell office:value-type="string"><text:p>{escape(str(cell))}</text:p></table:table-cell>'
        if cell
        else "<table:table-cell/>"
    )


def ods_row(*cells: object, repeated: int = 1) -> str:
    return f'<table:table-row table:number-rows-repeated="{repeated}">{"".join(map(ods_cell, cells))}</table:table-row>'


def ods(sheets: dict[str, str], hidden: tuple[str, ...] = (), manifest: str = "") -> bytes:
    names = " ".join(
        f'xmlns:{short}="{OASIS}:{long}:1.0"'
        for short, long in (("office", "office"), ("table", "table"), ("text", "text"), ("style", "style"))
    )
    style = '<style:style style:name="off"><style:table-properties table:display="false"/></style:style>'
    tables = [
        f'<table:table table:name="{escape(name)}" table:style-name="{"off" if name in hidden else "on"}">{rows}</table:table>'
        for name, rows in sheets.items()
    ]
    content = (
        f"<office:document-content {names}><office:automatic-styles>{style}</office:automatic-styles>"
        f"<office:body><office:spreadsheet>{''.join(tables)}</office:spreadsheet></office:body></office:document-content>"
    )
    return archive(
        {"mimetype": "application/vnd.oasis.opendocument.spreadsheet", "content.xml": content}
        | ({"META-INF/manifest.xml": manifest} if manifest else {})
    )
