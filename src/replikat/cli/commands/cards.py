"""The command that prints the cards of a deck: cards."""

from dataclasses import replace

import click

from replikat.cli.jobs import Job, start
from replikat.cli.options import (
    PAPER,
    WHAT,
    Request,
    backs_option,
    deck_argument,
    faces_option,
    flip_option,
    inks_option,
    new_command,
    option,
    printing,
    sheet_option,
    theme_option,
    word_option,
)
from replikat.cli.products import codes_in, print_cards, print_fed, print_feeding, tell_other_print
from replikat.cli.progress import Step
from replikat.cli.shop import Shop, print_service, shopping
from replikat.deck.print_settings import BackOption, FaceOption
from replikat.geometry.paper import Flip
from replikat.typeset.figures.palette import Inks


@new_command("cards")
@deck_argument
@option(
    WHAT,
    "--side",
    type=click.Choice(["faces", "backs", "both"]),
    default="both",
    show_default=True,
    help="Only the faces, or only the backs.",
)
@option(WHAT, "--only", metavar="CARDS", help="Only these cards, such as QS,7H.")
@option(
    WHAT,
    "--pages",
    help="Only these sheets, such as 3-4,7, by the number in their foot, each with its two"
    " sides; to print a spoilt one again.",
)
@theme_option
@word_option
@faces_option
@backs_option
@sheet_option
@option(
    PAPER,
    "--order",
    type=click.Choice(["interleaved", "fronts-backs", "backs-reversed", "two-files"]),
    help="Each back after its face; all faces, then all backs (or these from the last to the"
    " first); or a file of each, for feeding paper by hand."
    "  [default: interleaved, or as the printer's profile says]",
)
@option(
    PAPER,
    "--start",
    "first",
    type=click.IntRange(1, 1000),
    default=1,
    help="On labels and perforated stock: the first cell of the first sheet that is still"
    " there, row by row as the cards stand upright.",
)
@flip_option
@inks_option
@printing
@shopping
def command(
    request: Request,
    shop: Shop,
    sheet: str | None,
    theme: str | None,
    word: str | None,
    faces: tuple[FaceOption, ...],
    backs: tuple[BackOption, ...],
    side: str,
    only: str | None,
    pages: str | None,
    order: str | None,
    first: int,
    flip: Flip | None,
    inks: Inks,
) -> None:
    """Print the cards of DECK: faces, and in register behind them the backs.

    Print at 100 % ("actual size") on both sides of the paper; the foot of every sheet says over
    which edge to turn it.
    """
    if order == "two-files" and side != "both":
        raise click.UsageError("--order two-files prints both sides; leave out --side")
    if only is not None and pages is not None:
        raise click.UsageError("--pages counts the sheets of the whole deck; leave out --only")
    needless = {
        "--side": side != "both",
        "--order": order is not None,
        "--pages": pages is not None,
        "--start": first != 1,
        "--flip": flip is not None,
        "--inks": inks != "rgb",
    }
    shop.check(needless, printer=request.printer is not None)
    job = start(
        request,
        sheet=sheet,
        theme=theme,
        word=word,
        faces=faces,
        backs=backs,
        existing=only is not None,
        pages=pages,
    )
    job = replace(job, press=shop.wish(job.library))
    tell_other_print(job)
    if shop.service:
        name, codes = f"the order for {shop.service}", codes_in(only)
        job.work_through([Step(name, lambda: print_service(job, shop, codes))])
    elif order == "two-files":
        _print_two_files(job, only, flip, inks)
    else:
        step = Step("cards", lambda: print_fed(job, side, only, flip, inks, order, first))
        job.work_through([step])
    job.finish()


def _print_two_files(job: Job, only: str | None, flip: Flip | None, inks: Inks) -> None:
    """Print a file of faces, one of backs, and how the paper is fed again."""
    steps = [
        Step("faces", lambda: print_cards(job, "faces", only, flip, inks)),
        Step("backs", lambda: print_cards(job, "backs", only, flip, inks)),
        Step("how to feed them", lambda: print_feeding(job, flip)),
    ]
    job.work_through(steps)
