"""The print shop: files for a press or a print service."""

from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from replikat.bounds import is_word
from replikat.cli.options import SHOP, option, path_option, together
from replikat.data.library import Library
from replikat.errors import Fault, ReplikatError, quoted
from replikat.press.services import MOST_INK, Level, PressWish

if TYPE_CHECKING:
    from replikat.cli.jobs import Job

LEVELS = ("x1a", "x4")
LONGEST_IMPRINT = 200  # characters
LONGEST_SPOT = 40
LONGEST_WORD = 40  # that is_word takes

ink_option = option(
    SHOP,
    "--ink",
    type=click.IntRange(100, 400),
    help=f"Most ink of all four together, in percent.  [default: {MOST_INK}]",
)


@dataclass(frozen=True, kw_only=True)
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
        from replikat.press.pdfx.pressroom import press_wish

        return press_wish(
            self.pdfx, library, self.profile, self.condition, self.ink or MOST_INK, self.spot
        )

    def check(self, beside: dict[str, bool], printer: bool) -> None:
        """Refuse options that say nothing here; `beside` tells of the command's other options which
        were given.

        `printer`: a printer's profile was asked for.
        """
        if printer and (self.service or self.pdfx):
            raise click.UsageError(
                "--printer corrects for a printer at home; leave it out of what goes to a shop"
            )
        if self.service:
            needless = [
                name for name, there in {**beside, **self._press_options()}.items() if there
            ]
            if needless:
                names = ", ".join(needless)
                raise click.UsageError(
                    f"--service {self.service} says this itself; leave out {names}"
                )
        elif self.imprint is not None:
            raise click.UsageError(
                "--imprint stands on the box of a print service; name one with --service"
            )
        elif self.pdfx is None:
            needless = [name for name, there in self._press_options(spot=True).items() if there]
            if needless:
                raise click.UsageError(
                    f"{needless[0]} belongs to a file for a press; ask for one with --pdfx x4"
                )
        _check_text("--spot", self.spot, LONGEST_SPOT)
        _check_text("--imprint", self.imprint, LONGEST_IMPRINT)
        if self.spot and not self.spot.isascii():
            cure = "expected letters without accents: presses know inks by such names"
            raise ReplikatError(Fault(f"found {quoted(self.spot)}", cure, field="--spot"))

    def _press_options(self, spot: bool = False) -> dict[str, bool]:
        values = {
            "--pdfx": self.pdfx,
            "--profile": self.profile,
            "--condition": self.condition,
            "--ink": self.ink,
        }
        if spot:
            values["--spot"] = self.spot
        return {name: value is not None for name, value in values.items()}


def _check_text(name: str, text: str | None, longest: int) -> None:
    if text is None:
        return
    is_one_line = is_word(text[:LONGEST_WORD]) and text.isprintable()
    if not (0 < len(text) <= longest and is_one_line):
        cure = f"expected 1 to {longest} printable characters on one line"
        raise ReplikatError(Fault(f"found {quoted(text)}", cure, field=name))


def shopping(function: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options of press and service; it receives them as one `Shop`."""
    names = [field.name for field in fields(Shop)]

    @wraps(function)
    def run(request: Any, **options: Any) -> Any:
        shop = Shop(**{name: options.pop(name) for name in names})
        return function(request, shop=shop, **options)

    return together(
        option(
            SHOP,
            "--service",
            metavar="NAME",
            help="Everything to order the deck from a print service (replikat list services).",
        ),
        option(
            SHOP,
            "--imprint",
            metavar="TEXT",
            help="With --service: who published the deck, on its box, instead of empty fields.",
        ),
        option(
            SHOP,
            "--pdfx",
            type=click.Choice(LEVELS),
            help="For a press: PDF/X-1a or PDF/X-4, in CMYK.",
        ),
        path_option(
            SHOP, "--profile", help="With --pdfx: the ICC profile of your press instead of FOGRA39."
        ),
        option(
            SHOP,
            "--condition",
            metavar="NAME",
            help="With --pdfx: the name of the printing condition.  [default: FOGRA39]",
        ),
        ink_option,
        option(
            SHOP,
            "--spot",
            metavar="INK",
            help='With --pdfx: the marks in a spot ink, such as "PANTONE 2747 C".',
        ),
    )(run)


def print_service(job: "Job", shop: Shop, only: tuple[str, ...]) -> None:
    """Make everything that a print service is sent, and what goes with it."""
    from replikat.shop.orders import order_for

    assert shop.service
    order = order_for(
        shop.service,
        job.opened.deck,
        job.settings,
        job.library,
        only,
        shop.imprint or "",
        shop.spot,
    )
    for product in order.products:
        job.add(product.name, product.data, product.about, product.private, secret=True)
    card = order.plan.card
    job.report.say(
        "trim", f"{card.width:g} x {card.height:g} mm, bleed {order.plan.spec.bleed:.3f} mm"
    )
    if order.short > 0:
        job.report.say(
            "note",
            f"the service keeps {order.short:.1f} mm more free of text than these cards do:"
            f" look at its preview",
        )
    job.report.say("next", f"tick {shop.service}-checklist.txt, line by line")
