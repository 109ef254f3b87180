"""The commands that print: make, cards, booklet, scorecards, deals."""

from dataclasses import replace
from pathlib import Path

import click

from replikat.cli.decks import Opened, open_deck
from replikat.cli.options import (
    deck_argument,
    making,
    sheet_option,
    theme_option,
)
from replikat.cli.output import write_whole
from replikat.cli.report import Report
from replikat.model.deck import PrintSettings
from replikat.model.sheet import Flip
from replikat.model.themes import Inks
from replikat.recipes.cards import cards_pdf
from replikat.templates import Library, library

flip_option = click.option("--flip", type=click.Choice(["long", "short"]), help="The edge over which the printer turns the paper.")
inks_option = click.option(
    "--inks", type=click.Choice(["rgb", "cmyk"]), default="rgb", show_default=True, help="Colours: screen, or process."
)
word_option = click.option("--word", help="The word at the bottom of every back.  [default: Replikatkort]")


def settings_of(
    opened: Opened,
    lang: tuple[str, ...] = (),
    sheet: str | None = None,
    theme: str | None = None,
    word: str | None = None,
) -> PrintSettings:
    """Return the deck's print settings with what the command line says instead."""
    settings = opened.settings
    return replace(
        settings,
        lang=lang or settings.languages,
        sheet=sheet or settings.sheet,
        theme=theme or settings.theme,
        word=word or settings.word,
    )


@click.command("cards")
@deck_argument
@making
@sheet_option
@theme_option
@word_option
@click.option("--side", type=click.Choice(["faces", "backs", "both"]), default="both", show_default=True)
@click.option("--only", metavar="CARDS", help="Only these cards, such as QS,7H.")
@flip_option
@inks_option
def cards_command(
    deck: str,
    output: Path | None,
    lang: tuple[str, ...],
    seed: str | None,
    new: bool,
    templates: Path | None,
    quiet: bool,
    sheet: str | None,
    theme: str | None,
    word: str | None,
    side: str,
    only: str | None,
    flip: Flip | None,
    inks: Inks,
) -> None:
    """Print the cards of DECK: faces, and in register behind them the backs.

    Print at 100 % ("actual size") on both sides of the paper; the foot of every sheet says over which edge to turn it.
    """
    found = library(templates)
    opened = open_deck(deck, found, output, seed, new)
    settings = settings_of(opened, lang, sheet, theme, word)
    report = Report(opened, quiet)
    print_cards(report, opened, settings, found, side, only, flip, inks)
    report.finish()


def print_cards(
    report: Report,
    opened: Opened,
    settings: PrintSettings,
    found: Library,
    side: str = "both",
    only: str | None = None,
    flip: Flip | None = None,
    inks: Inks = "rgb",
) -> Path:
    """Write cards.pdf, or a file named for the part of it that was asked for."""
    report.working("cards")
    sides = ("faces", "backs") if side == "both" else (side,)
    codes = tuple(code.strip() for code in only.split(",") if code.strip()) if only else ()
    made = cards_pdf(opened.deck, settings, found, sides, codes, flip, inks)
    name = "-".join(["cards", *([side] if side != "both" else []), *(["some"] if codes else [])])
    path = write_whole(opened.folder / f"{name}.pdf", made.pdf)
    report.cards(path, made, side)
    return path
