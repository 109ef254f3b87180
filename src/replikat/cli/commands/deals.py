"""The command that prints the deals of a deck: deals."""

import sys
from functools import partial
from typing import TYPE_CHECKING

import click

from replikat.cli.jobs import start
from replikat.cli.options import (
    OUTPUT,
    WHAT,
    Request,
    deck_argument,
    new_command,
    option,
    pages_option,
    printing,
    sheet_option,
)
from replikat.cli.products import print_ordinary, print_proof, print_records
from replikat.cli.progress import Step
from replikat.errors import Fault, ReplikatError

if TYPE_CHECKING:
    from collections.abc import Callable

    from replikat.cli.jobs import Job
    from replikat.deals.records.printing import RecordForm


LONGEST_PASSWORD = 1000  # signs that are read from a pipe


@new_command("deals")
@deck_argument
@option(WHAT, "--numbers", is_flag=True, help="Beside every card its number within the hand.")
@option(
    WHAT,
    "--analysis",
    is_flag=True,
    help="Below every hand its points, where the pack counts any, and its shape.",
)
@option(
    WHAT,
    "--envelopes",
    is_flag=True,
    help="Instead: a sheet for every square, which folds into its own envelope.",
)
@option(
    WHAT,
    "--curtain-cards",
    is_flag=True,
    help="Instead: a slip for every hand, to be cut and kept with it.",
)
@option(
    WHAT,
    "--ordinary-pack",
    is_flag=True,
    help="Instead: the sheet from which any ordinary pack can be dealt.",
)
@option(
    WHAT,
    "--strips",
    is_flag=True,
    help="That sheet as folded strips, a square each, so that nobody sees another.",
)
@option(
    WHAT,
    "--square",
    type=int,
    help="Instead: the record of this one square, with all numbers. With another paper: the sheet,"
    " slips or strip of this square alone.",
)
@pages_option
@sheet_option
@option(
    OUTPUT,
    "--password",
    metavar="WORD",
    help="Lock the files (AES-256); - asks for the word unseen, or reads it from a pipe.",
)
@printing
def command(
    request: Request,
    sheet: str | None,
    numbers: bool,
    analysis: bool,
    envelopes: bool,
    curtain_cards: bool,
    ordinary_pack: bool,
    strips: bool,
    square: int | None,
    password: str | None,
    pages: str | None,
) -> None:
    """Print the deals of DECK into its private folder: the hand records of every square.

    The first page gives no deal away.
    """
    papers = {
        "--envelopes": envelopes,
        "--curtain-cards": curtain_cards,
        "--strips" if strips else "--ordinary-pack": ordinary_pack or strips,
    }
    chosen = [name for name, is_chosen in papers.items() if is_chosen]
    if len(chosen) > 1:
        names = " and ".join(chosen)
        raise click.UsageError(f"{names} are papers of their own; ask for one at a time")
    record_alone = square is not None and not chosen
    if (numbers or analysis) and (ordinary_pack or strips or record_alone):
        raise click.UsageError("--numbers and --analysis belong to hand records")
    word = _password(password)
    job = start(request, sheet=sheet, existing=square is not None, pages=pages)
    deck = job.opened.deck
    if square is not None and not 1 <= square <= len(deck.squares):
        cure = f"{deck.name} has squares 1 to {len(deck.squares)}"
        raise ReplikatError(Fault(f"square {square}", cure, field="--square"))
    print_one: Callable[[Job, str], object]
    if record_alone:
        print_one = partial(print_proof, square=square)
    elif ordinary_pack or strips:
        print_one = partial(print_ordinary, as_strips=strips, square=square)
    else:
        print_one = _records(numbers, analysis, envelopes, curtain_cards, square)
    steps = [
        Step(language, partial(print_one, job, language)) for language in job.settings.languages
    ]
    job.work_through(steps)
    if word is not None:
        job.lock(word)
    job.finish()


def _records(
    numbers: bool, analysis: bool, envelopes: bool, curtain_cards: bool, square: int | None
) -> "Callable[[Job, str], None]":
    """Return what prints the hand records, in the form that was asked for."""
    from replikat.deals.records.printing import Told

    form: RecordForm = "deals"
    if envelopes:
        form = "envelopes"
    elif curtain_cards:
        form = "curtain-cards"
    return partial(print_records, content=Told(numbers, analysis), form=form, square=square)


def _password(text: str | None) -> str | None:
    """Return the word that locks files; None for none.

    It is asked for on the terminal where `text` is -, or read from what is piped in.
    """
    word = text
    try:
        if text == "-" and sys.stdin.isatty():
            word = click.prompt("Password", hide_input=True, confirmation_prompt=True, err=True)
        elif text == "-":
            word = sys.stdin.readline(LONGEST_PASSWORD).rstrip("\r\n")
        (word or "").encode("utf-8")  # Python hands bytes that it cannot read on as halves of signs
    except UnicodeError:
        cure = "type the word at the question, or pipe it in the console's own encoding"
        fault = Fault("signs that cannot be read", cure, field="--password")
        raise ReplikatError(fault) from None
    if word == "":
        fault = Fault("an empty word", "expected one that locks something", field="--password")
        raise ReplikatError(fault)
    return str(word) if word is not None else None
