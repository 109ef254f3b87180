"""Sheet formats, printer profiles and print services from the library of templates."""

from replikat.data.library import Library
from replikat.data.reader import load, locating
from replikat.press.printers.profile import Printer
from replikat.press.services import Service
from replikat.press.sheets.plan import SheetPlan, plan_sheet
from replikat.press.sheets.spec import SheetSpec


def load_sheet(name: str, library: Library) -> SheetPlan:
    """Return a sheet format, worked out; a grid that does not fit is a located fault."""
    spec, source = load(SheetSpec, "sheets", name, library)
    with locating(source):
        return plan_sheet(name, spec)


def load_service(name: str, library: Library) -> Service:
    """Return a print service by its name."""
    return load(Service, "services", name, library)[0]


def load_printer(name: str, library: Library) -> Printer:
    """Return a printer profile by its name."""
    return load(Printer, "printers", name, library)[0]
