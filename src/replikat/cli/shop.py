"""The print shop: files for a press or a print service, and the check of any PDF."""

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, fields
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from replikat.cli.options import Decorator, json_option, together
from replikat.errors import Fault, ReplikatError
from replikat.model.bounds import is_word
from replikat.model.services import MOST_INK, PDFX, Level, PressWish
from replikat.templates import Library

if TYPE_CHECKING:
    from replikat.cli.jobs import Job

LEVELS = ("x1a", "x4")
LONGEST_IMPRINT = 200  # characters

ink_option: Decorator = click.option(
    "--ink", type=click.IntRange(100, 400), help=f"Most ink of all four together, in percent.  [default: {MOST_INK}]"
)


@dataclass(frozen=True)
class Shop:
    """What a command line says of press and service."""

    service: str | None
    imprint: str | None
    pdfx: Level | None
    profile: Path | None
    condition: str | None
    ink: int | None
    spot: str | None

    def wish(self, library: Library) -> PressWish | None:
        """Return the wish for a press, None where nobody asked for PDF/X."""
        if self.pdfx is None:
            return None
        from replikat.recipes.pressroom import press_wish

        return press_wish(self.pdfx, library, self.profile, self.condition, self.ink or MOST_INK, self.spot)

    def check(self, beside: dict[str, bool], printer: bool) -> None:
        """Refuse options that say nothing here; `beside` tells of the command's other options which were given.

        `printer`: a printer's profile was asked for.
        """
        if printer and (self.service or self.pdfx):
            raise click.UsageError("--printer corrects for a printer at home; leave it out of what goes to a shop")
        if self.service:
            given = [name for name, there in {**beside, **self._press_options()}.items() if there]
            if given:
                raise click.UsageError(f"--service {self.service} says this itself; leave out {', '.join(given)}")
        elif self.imprint is not None:
            raise click.UsageError("--imprint stands on the box of a print service; name one with --service")
        elif self.pdfx is None and (given := [name for name, there in self._press_options(spot=True).items() if there]):
            raise click.UsageError(f"{given[0]} belongs to a file for a press; ask for one with --pdfx x4")
        for option, text, longest in (("--spot", self.spot, 40), ("--imprint", self.imprint, LONGEST_IMPRINT)):
            if text is not None and not (0 < len(text) <= longest and is_word(text[:40]) and text.isprintable()):
                raise ReplikatError(Fault(f"found {text!r}", f"expected 1 to {longest} printable characters on one line", field=option))
        if self.spot and not self.spot.isascii():
            raise ReplikatError(
                Fault(f"found {self.spot!r}", "expected letters without accents: presses know inks by such names", field="--spot")
            )

    def _press_options(self, spot: bool = False) -> dict[str, bool]:
        given = {"--pdfx": self.pdfx, "--profile": self.profile, "--condition": self.condition, "--ink": self.ink}
        return {name: value is not None for name, value in {**given, **({"--spot": self.spot} if spot else {})}.items()}


def shopping(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options of press and service; it receives them as one `Shop`."""
    names = [field.name for field in fields(Shop)]

    @wraps(command)
    def run(asked: Any, **given: Any) -> Any:
        return command(asked, shop=Shop(**{name: given.pop(name) for name in names}), **given)

    return together(
        click.option("--service", metavar="NAME", help="Everything to order the deck from a print service (replikat list services)."),
        click.option("--imprint", metavar="TEXT", help="With --service: who published the deck, on its box, instead of empty fields."),
        click.option("--pdfx", type=click.Choice(LEVELS), help="For a press: PDF/X-1a or PDF/X-4, in CMYK."),
        click.option("--profile", type=click.Path(path_type=Path), help="With --pdfx: the ICC profile of your press instead of FOGRA39."),
        click.option("--condition", metavar="NAME", help="With --pdfx: the name of the printing condition.  [default: FOGRA39]"),
        ink_option,
        click.option("--spot", metavar="INK", help='With --pdfx: the marks in a spot ink, such as "PANTONE 2747 C".'),
    )(run)


def print_service(job: "Job", shop: Shop, only: tuple[str, ...]) -> None:
    """Make everything that a print service is sent, and what goes with it."""
    from replikat.recipes.services import order_for

    assert shop.service
    job.report.working(f"the order for {shop.service}")
    order = order_for(shop.service, job.opened.deck, job.settings, job.found, only, shop.imprint or "", shop.spot)
    for product in order.products:
        job.add(product.name, product.data, product.about, product.private)
    card = order.plan.card
    job.report.say("trim", f"{card.width:g} x {card.height:g} mm, bleed {order.plan.spec.bleed:.3f} mm")
    if order.short > 0:
        job.report.say("note", f"the service keeps {order.short:.1f} mm more free of text than these cards do: look at its preview")
    job.report.say("next", f"tick {shop.service}-checklist.txt, line by line")


@click.command("preflight")
@click.argument("pdf", metavar="FILE", type=click.Path(path_type=Path))
@click.option("--level", type=click.Choice(LEVELS), help="The rules to check by.  [default: what the file says it is, or x4]")
@ink_option
@click.option("--bleed", type=click.FloatRange(0, 20), default=0.0, help="So many mm every page must reach beyond its trim.")
@json_option
def preflight_command(pdf: Path, level: Level | None, ink: int | None, bleed: float, as_json: bool) -> int:
    """Check any PDF for a press by the rules of PDF/X: each finding with its pages and its cure.

    This is our own check, not a certificate: the print shop's preflight has the last word.
    """
    from replikat.recipes.pressroom import faults_of, preflight_file

    report = preflight_file(pdf, level, ink or MOST_INK, bleed)
    name = PDFX[report.level][0]
    if as_json:
        told = {"file": str(pdf), "rules": name, "says": report.claim, "pages": report.pages, "sound": not report.findings}
        click.echo(json.dumps({**told, "findings": [asdict(finding) for finding in report.findings]}, ensure_ascii=False, indent=2))
        return 1 if report.findings else 0
    if report.findings:
        raise ReplikatError(*faults_of(report.findings, str(pdf)))
    pages = f"{report.pages} page{'s' if report.pages != 1 else ''}"
    click.echo(f"{pdf}: built to {name}, self-checked: {pages}, nothing found")
    return 0
