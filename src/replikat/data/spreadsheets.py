"""Spreadsheets read without any program: .xlsx and .ods, as lines of cells.

The standard library unpacks them. What a table of results needs to know of a cell - whether 0.6
was typed as 60 %, whether a number is a date, whether a formula failed - stands in formats that
the usual readers of values leave behind.
"""

import zlib
from xml.etree.ElementTree import ParseError
from zipfile import BadZipFile

from replikat.data.ods_sheets import CONTENT, ods_sheets
from replikat.data.workbook_parts import Parts, Worksheet
from replikat.data.xlsx_sheets import xlsx_sheets
from replikat.errors import Fault, ReplikatError

_ZIP = b"PK\x03\x04"
_COMPOUND_FILE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"  # [MS-CFB] 2.2
_DAMAGES = (
    BadZipFile,
    zlib.error,
    ParseError,
    EOFError,
    KeyError,
    IndexError,
    ValueError,
    LookupError,
    NotImplementedError,
    RuntimeError,
    OSError,
)


def is_spreadsheet(data: bytes) -> bool:
    """Return whether a file is a spreadsheet by its first bytes, whatever it is called."""
    return data.startswith((_ZIP, _COMPOUND_FILE))


def worksheets(data: bytes, file: str) -> list[Worksheet]:
    """Return the sheets of a spreadsheet that are not hidden, in their order.

    Raises:
        ReplikatError: The file is damaged, too large, locked with a password, or of another kind.
    """
    cure = "save it as .xlsx, .ods or CSV"
    if data.startswith(_COMPOUND_FILE):  # what a password makes of an .xlsx is such a file too
        raise ReplikatError(Fault("locked with a password, or an old .xls", f"{cure}, without a password", file))
    try:
        parts = Parts(data, file)
        if CONTENT in parts.names:
            return ods_sheets(parts)
        if "[Content_Types].xml" in parts.names:
            return xlsx_sheets(parts)
    except _DAMAGES:
        raise ReplikatError(Fault("a damaged spreadsheet", "save it again, or as CSV", file)) from None
    raise ReplikatError(Fault("no table of results", cure, file))
