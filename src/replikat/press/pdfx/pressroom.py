"""Files for a press: made PDF/X, checked before they leave the house; and the check of anybody's file."""

from collections.abc import Sequence
from pathlib import Path

from replikat.data.files import LARGEST_PDF, read_file, refuse_missing
from replikat.data.library import Library
from replikat.errors import Fault, ReplikatError
from replikat.press.pdfx.convert import to_pdfx
from replikat.press.pdfx.preflight import Finding, Report, preflight
from replikat.press.services import MOST_INK, Intent, Level, PressWish
from replikat.press.sheets.plan import SheetPlan
from replikat.typeset.icc_profiles import profile_kind

LARGEST_PROFILE = 32_000_000  # bytes; those of presses have 0.5 to 12 million
CONDITION, PROFILE = "FOGRA39", "FOGRA39L_coated"


def press_wish(
    level: Level,
    library: Library,
    profile: Path | None = None,
    condition: str | None = None,
    ink: int = MOST_INK,
    spot: str | None = None,
) -> PressWish:
    """Return the wish for a press: FOGRA39 by the profile that travels with the program, or the user's own profile."""
    if profile is None and level == "x4" and condition not in (None, CONDITION):
        raise ReplikatError(Fault(f"{condition} without its profile", f"give it with --profile, or use {CONDITION}", field="--condition"))
    if profile is None:
        packaged = library.find("profiles", PROFILE, ".icc")
        data = read_file(packaged, largest=LARGEST_PROFILE)
        return PressWish(level, Intent(condition or CONDITION, data), ink, spot)
    expected = "expected the ICC profile of a press"
    refuse_missing(profile, expected, field="--profile")
    own = read_file(profile, largest=LARGEST_PROFILE, expected=expected)
    kind, inks = profile_kind(own)
    if (kind, inks) != ("prtr", "CMYK"):
        found = f"a profile of {inks} colours, class {kind}" if kind else "not an ICC profile"
        raise ReplikatError(Fault(found, "expected an output profile of CMYK (class prtr)", file=str(profile), field="--profile"))
    return PressWish(level, Intent(condition or profile.stem, own, registered=False), ink, spot)


def for_press(pdf: bytes, plan: SheetPlan, wish: PressWish) -> bytes:
    """Return a file of cards as PDF/X; it has been checked, and a finding is an error."""
    bleed = min(plan.spec.bleed, plan.block.x, plan.block.y)
    made = to_pdfx(pdf, wish.level, wish.intent, plan.block, bleed)
    if findings := preflight(made, wish.level, wish.ink).findings:
        raise ReplikatError(*faults_of(findings))
    return made


def preflight_file(path: Path, level: Level | None = None, ink: int = MOST_INK, bleed: float = 0.0) -> Report:
    """Return what a check of any PDF finds; without `level` by the rules of what it claims to be."""
    refuse_missing(path, "expected a PDF")
    data = read_file(path, largest=LARGEST_PDF, expected="expected a PDF")
    return preflight(data, level, ink, bleed, str(path))


def faults_of(findings: Sequence[Finding], file: str = "") -> list[Fault]:
    """Return findings as faults: on which pages, what, and the cure."""
    return [Fault(finding.found, finding.cure, file=file, field=finding.where) for finding in findings]
