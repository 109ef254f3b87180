"""The command that prints the rules of games: booklet."""

from functools import partial

import click

from replikat.cli.jobs import start
from replikat.cli.options import (
    PAPER,
    WHAT,
    Request,
    deck_argument,
    games_option,
    new_command,
    option,
    pages_option,
    printing,
)
from replikat.cli.products import chosen_games, print_booklet, print_quick_cards
from replikat.cli.progress import Step
from replikat.errors import Fault, ReplikatError
from replikat.typeset.text.formats import CARD_PAGE, DEFAULT_FORMAT, FORMATS


@new_command("booklet")
@deck_argument
@games_option
@option(WHAT, "--players", type=click.IntRange(1, 10), help="Only set-ups for so many players.")
@option(
    WHAT,
    "--no-guide",
    is_flag=True,
    help="The games alone, without how to deal from a square; one game becomes a leaflet.",
)
@option(
    WHAT,
    "--cards",
    is_flag=True,
    help="Instead: a card for every set-up and a log of the squares, to be cut for the box.",
)
@pages_option
@option(
    PAPER,
    "--format",
    "page",
    type=click.Choice(list(FORMATS)),
    help=f"The size of the pages.  [default: {DEFAULT_FORMAT}]",
)
@option(PAPER, "--large-print", "large", is_flag=True, help="All letters half as large again.")
@printing
def command(
    request: Request,
    games: tuple[str, ...],
    players: int | None,
    page: str | None,
    large: bool,
    no_guide: bool,
    cards: bool,
    pages: str | None,
) -> None:
    """Print the instruction booklet of DECK: how to deal from a square, and the rules of the games.

    The games are those of the deck's spec, or those named with --game. The formats whose names end
    in -booklet are printed on both sides, turned over the short edge, folded and stitched.
    """
    if cards and no_guide:
        raise click.UsageError("--cards has no guide to leave out; leave out --no-guide")
    if cards and page not in (None, CARD_PAGE):
        message = (
            f"--cards are cut from whole sheets, or come a side a page with --format {CARD_PAGE}"
        )
        raise click.UsageError(message)
    from replikat.games.booklet.printing import Wanted

    job = start(request, pages=pages)
    chosen = chosen_games(job, games, players)
    if no_guide and not chosen:
        fault = Fault("neither guide nor game", "name a game with --game", field="--no-guide")
        raise ReplikatError(fault)
    wanted = Wanted(page, large, not no_guide, players)
    print_one, name = (print_quick_cards, "quick cards") if cards else (print_booklet, "booklet")
    steps = [
        Step(f"{name} {language}", partial(print_one, job, language, chosen, wanted))
        for language in job.settings.languages
    ]
    job.work_through(steps)
    job.finish()
