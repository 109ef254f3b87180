"""Ways from the printer to the card: what each kind of sheet can be asked for, and which of its pages are second sides."""

from collections.abc import Sequence
from typing import cast, get_args

from replikat.data.library import Library
from replikat.deck.loaders import load_language
from replikat.deck.print_settings import PrintSettings
from replikat.errors import Fault, ReplikatError
from replikat.geometry.paper import Flip, Paper
from replikat.press.loaders import load_sheet
from replikat.press.printers.profile import Feed, Profile
from replikat.press.sheets.plan import SheetPlan
from replikat.press.sheets.sides import Order, Side
from replikat.typeset.figures.palette import Palette
from replikat.typeset.fonts import fonts_folder

_FED: dict[Feed, Order] = {"both-sides": "interleaved", "faces-first": "fronts-backs", "faces-first-reversed": "backs-reversed"}


def check_route(plan: SheetPlan, sides: Sequence[str], order: Order, start: int) -> None:
    """Raise ReplikatError where side, order or start do not go with what a sheet is for."""
    name = plan.name
    if plan.single and order != "interleaved":
        raise ReplikatError(Fault(f"{order} with one card a page", "there each back follows its face", field="--order"))
    if plan.one_sided and order != "interleaved":
        raise ReplikatError(Fault(f"{order} on {name}, which is printed on one side", "leave it out", field="--order"))
    if plan.folded and len(sides) == 1:
        raise ReplikatError(Fault(f"{sides[0]} alone on {name}", "its faces and backs are folded onto each other", field="--side"))
    if plan.captioned and "backs" not in sides:
        raise ReplikatError(Fault(f"faces on {name}", "it holds backs alone", field="--side"))
    if start != 1 and (plan.spec.stock is None or not 1 <= start <= plan.capacity):
        wanted = f"expected 1 to {plan.capacity}" if plan.spec.stock else f"{name} is plain paper; that is for labels and perforated stock"
        raise ReplikatError(Fault(f"start at {start}", wanted, field="--start"))


def order_of(order: str | None, side: str, sheet: str, printer: Profile | None, library: Library) -> Order:
    """Return the order of faces and backs: the one that was asked for, or the one in which the printer is fed."""
    if order in get_args(Order):
        return cast(Order, order)
    plan = load_sheet(sheet, library)
    if printer is None or side != "both" or plan.one_sided or plan.single:
        return "interleaved"
    return _FED[printer.printer.feed]


def feeding(settings: PrintSettings, palette: Palette, flip: Flip | None, begins: int, printer: Profile | None, library: Library) -> bytes:
    """Return the page that shows how paper is put back for its second side, which begins with that sheet."""
    from replikat.press.sheets.feeding_page import feeding_pdf

    plan = load_sheet(settings.sheet, library)
    words = load_language(settings.languages[0], library)
    edge = flip or (printer.printer.flip if printer else plan.spec.flip)
    paper = plan.spec.paper or Paper("A4", 210, 297)
    return feeding_pdf(paper, edge, begins, words, palette, fonts_folder(library))


def second_sides(sheets: int, sides: Sequence[Side], order: Order, plan: SheetPlan) -> list[bool]:
    """Return for every page of a file whether it is printed on the second side of the paper."""
    if plan.one_sided or len(sides) == 1:
        return [sides[0] == "backs" and not plan.one_sided] * sheets
    return [False, True] * sheets if order == "interleaved" else [False] * sheets + [True] * sheets
