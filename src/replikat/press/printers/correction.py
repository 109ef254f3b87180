"""Printer profiles: found, written, and used for finished pages."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from replikat.data.library import Library
from replikat.deck.loaders import load_language
from replikat.errors import Fault, LawFault, ReplikatError
from replikat.geometry.paper import Flip, Paper
from replikat.press.printers.profile import Correction, Margins, Printer, Profile, lost
from replikat.press.sheets.plan import SheetPlan
from replikat.press.sheets.sides import Side
from replikat.typeset.figures.palette import Palette
from replikat.typeset.fonts import fonts_folder

if TYPE_CHECKING:  # what measures a printer is not loaded where one is corrected
    from replikat.press.printers.readings import Readings

SMALLEST_PAPER = 200.0  # mm across: A4 and Letter, not A5


def measured(readings: "Readings", paper: Paper, flip: Flip, feed: str, margins: Margins, note: str) -> Printer:
    """Return the profile that the readings of a calibration sheet make."""
    from replikat.press.printers.readings import calibrated

    try:
        front, back = calibrated(readings, paper.width, paper.height)
    except LawFault as law:
        raise ReplikatError(*(Fault(text, field=f"--{path[0]}") for path, text in law.faults)) from None
    return Printer(flip, feed, front, back, margins, note)  # type: ignore[arg-type]


def calibration(paper: Paper, flip: Flip, language: str, palette: Palette, library: Library, profile: Profile | None = None) -> bytes:
    """Return the calibration sheet of a paper; with a profile it is corrected by it, and everything should read 0."""
    from replikat.press.printers.calibration_sheet import calibration_pdf

    pdf = calibration_pdf(paper, flip, load_language(language, library), palette, fonts_folder(library))
    return for_printer(pdf, profile, [False, True], "calibration", checked=False) if profile else pdf


def plans_for(profile: Profile, plan: SheetPlan, flip: Flip | None, sides: Sequence[Side]) -> dict[Side, SheetPlan]:
    """Return a sheet's plans of both sides, with footer and marks so far inside that the printer keeps all of them."""
    name, printer = profile
    if plan.single:
        raise ReplikatError(Fault(f"{name} with one card a page", "a printer profile is for sheets", field="--printer"))
    if flip and flip != printer.flip:
        raise ReplikatError(Fault(f"--flip {flip}, but {name} was measured turning over the {printer.flip} edge", "measure it again"))
    turned = replace(plan, spec=replace(plan.spec, flip=printer.flip))
    found: dict[Side, SheetPlan] = {"faces": turned, "backs": turned}
    for side in ("faces",) if plan.one_sided else sides:
        try:
            found[side] = turned.within(printer.needs(plan.width, plan.height, side == "backs"), marked=side == sides[0])
        except LawFault as law:
            cure = "choose a sheet with fewer or smaller cards, or lay the paper in more straight"
            raise ReplikatError(*(Fault(f"{name}: {text}", cure, field="--printer") for _, text in law.faults)) from None
    return found


def paper_for_printer(pdf: bytes, profile: Profile, product: str) -> bytes:
    """Return a paper that is no sheet of cards corrected for a printer; small pages, which nobody calibrates for, stay."""
    from replikat.press.printers.moving import turned_over
    from replikat.typeset.raster import ink_boxes

    sizes = [page for page, _ in ink_boxes(pdf)]
    if min(min(page.width, page.height) for page in sizes) < SMALLEST_PAPER:
        return pdf
    flip = turned_over(pdf)
    backs = [flip is not None and number % 2 == 1 for number in range(len(sizes))]
    turned = Profile(profile.name, replace(profile.printer, flip=flip or profile.printer.flip))
    return for_printer(pdf, turned, backs, product)


def for_printer(pdf: bytes, profile: Profile | None, backs: Sequence[bool], product: str, checked: bool = True) -> bytes:
    """Return finished pages upright and corrected; a page that would lose ink is refused with the mm that are missing.

    `backs` says of every page whether it is printed on the second side. Without a profile pages are only stood up.
    """
    from replikat.press.printers.moving import moved, upright_map
    from replikat.typeset.raster import ink_boxes

    corrections = [profile.printer.correction(back) if profile else Correction() for back in backs]
    faults = []
    if profile and checked:
        for number, ((page, ink), correction) in enumerate(zip(ink_boxes(pdf), corrections, strict=True), 1):
            stood = upright_map(page.width, page.height)
            paper = stood.box(page)
            found = lost(correction.matrix(paper.width, paper.height).box(stood.box(ink)), paper, profile.printer.margins)
            if found:
                said = f"{product}, page {number}: {found[1]:.1f} mm of ink would be lost at the {found[0]} edge"
                faults.append(Fault(said, f"{profile.name} cannot print there", field="--printer"))
    if faults:
        raise ReplikatError(*faults)
    return moved(pdf, corrections)
