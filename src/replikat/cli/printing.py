"""The commands that print: make, cards, booklet, scorecards, deals."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import click

from replikat.cli.decks import Opened, open_deck
from replikat.cli.options import deck_argument, making, sheet_option, theme_option
from replikat.cli.output import write_whole
from replikat.cli.report import Report
from replikat.errors import Fault, ReplikatError
from replikat.model.deck import PrintSettings
from replikat.model.sheet import Flip
from replikat.model.themes import Inks
from replikat.templates import Library, library

DEFAULT_DECK = "standard-52"

flip_option = click.option("--flip", type=click.Choice(["long", "short"]), help="The edge over which the printer turns the paper.")
inks_option = click.option(
    "--inks", type=click.Choice(["rgb", "cmyk"]), default="rgb", show_default=True, help="Colours for screens, or for presses."
)
word_option = click.option("--word", help="The word at the bottom of every back.  [default: Replikatkort]")
game_option = click.option("--game", "games", multiple=True, help="A game for the booklet, by its name in any language; may be repeated.")


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


@click.command("make")
@click.argument("deck", metavar="[DECK]", default=DEFAULT_DECK)
@making
@game_option
@sheet_option
@theme_option
@word_option
@flip_option
@inks_option
def make_command(
    deck: str,
    output: Path | None,
    lang: tuple[str, ...],
    seed: str | None,
    new: bool,
    templates: Path | None,
    quiet: bool,
    games: tuple[str, ...],
    sheet: str | None,
    theme: str | None,
    word: str | None,
    flip: Flip | None,
    inks: Inks,
) -> None:
    """Print everything for one deck: cards, booklet, score sheets, records; then read the cards back.

    Without DECK the deck standard-52 is printed.
    """
    found = library(templates)
    opened = open_deck(deck, found, output, seed, new, sheet)
    settings = settings_of(opened, lang, sheet, theme, word)
    report = Report(opened, quiet)
    cards = print_cards(report, opened, settings, found, flip=flip, inks=inks)
    chosen = chosen_games(games, opened, found)
    for language in settings.languages:
        print_booklet(report, opened, settings, language, chosen, found)
        print_scorecards(report, opened, settings, language, found)
        print_records(report, opened, settings, language, found)
        print_ordinary(report, opened, settings, language, found)
        print_proof(report, opened, settings, language, found)
    verify_cards(report, opened, settings, cards, found)
    report.say("keep", f"{opened.private / 'deck.yaml'}: it is the deck, and it holds every deal")
    report.finish()


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
    opened = open_deck(deck, found, output, seed, new, sheet)
    report = Report(opened, quiet)
    print_cards(report, opened, settings_of(opened, lang, sheet, theme, word), found, side, only, flip, inks)
    report.finish()


@click.command("booklet")
@deck_argument
@making
@game_option
def booklet_command(
    deck: str,
    output: Path | None,
    lang: tuple[str, ...],
    seed: str | None,
    new: bool,
    templates: Path | None,
    quiet: bool,
    games: tuple[str, ...],
) -> None:
    """Print the instruction booklet of DECK: how to deal from a square, and the rules of the games.

    The games are those of the deck's spec, or those named with --game.
    """
    found = library(templates)
    opened = open_deck(deck, found, output, seed, new)
    settings = settings_of(opened, lang)
    report = Report(opened, quiet)
    chosen = chosen_games(games, opened, found)
    for language in settings.languages:
        print_booklet(report, opened, settings, language, chosen, found)
    report.finish()


@click.command("scorecards")
@deck_argument
@making
@sheet_option
def scorecards_command(
    deck: str,
    output: Path | None,
    lang: tuple[str, ...],
    seed: str | None,
    new: bool,
    templates: Path | None,
    quiet: bool,
    sheet: str | None,
) -> None:
    """Print blank score sheets for a duel with DECK, on the paper of its sheets."""
    found = library(templates)
    opened = open_deck(deck, found, output, seed, new, sheet)
    settings = settings_of(opened, lang, sheet)
    report = Report(opened, quiet)
    for language in settings.languages:
        print_scorecards(report, opened, settings, language, found)
    report.finish()


@click.command("deals")
@deck_argument
@making
@sheet_option
@click.option("--ordinary-pack", is_flag=True, help="Instead: the sheet from which any ordinary pack can be dealt.")
@click.option("--square", type=int, help="Instead: the record of this one square, with all numbers.")
def deals_command(
    deck: str,
    output: Path | None,
    lang: tuple[str, ...],
    seed: str | None,
    new: bool,
    templates: Path | None,
    quiet: bool,
    sheet: str | None,
    ordinary_pack: bool,
    square: int | None,
) -> None:
    """Print the deals of DECK into its private folder: the hand records of every square.

    The first page gives no deal away.
    """
    found = library(templates)
    opened = open_deck(deck, found, output, seed, new, sheet)
    if square is not None and not 1 <= square <= len(opened.deck.squares):
        raise ReplikatError(Fault(f"square {square}", f"{opened.deck.name} has squares 1 to {len(opened.deck.squares)}", field="--square"))
    settings = settings_of(opened, lang, sheet)
    report = Report(opened, quiet)
    for language in settings.languages:
        if square is not None:
            print_proof(report, opened, settings, language, found, square)
        elif ordinary_pack:
            print_ordinary(report, opened, settings, language, found)
        else:
            print_records(report, opened, settings, language, found)
    report.finish()


def chosen_games(games: Sequence[str], opened: Opened, found: Library) -> tuple[str, ...]:
    """Return the ids of the games of the booklet: those named, or those of the deck's spec."""
    from replikat.recipes.papers import game_named

    return tuple(game_named(game, opened.deck, found) for game in games or opened.games)


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
    from replikat.recipes.cards import cards_pdf

    report.working("cards")
    sides = ("faces", "backs") if side == "both" else (side,)
    codes = tuple(code.strip() for code in only.split(",") if code.strip()) if only is not None else ()
    if only is not None and not codes:
        raise ReplikatError(Fault(f"{only!r} names no card", "card codes such as QS,7H", field="--only"))
    made = cards_pdf(opened.deck, settings, found, sides, codes, flip, inks)
    name = "-".join(["cards", *([side] if side != "both" else []), *(["some"] if codes else [])])
    path = write_whole(opened.folder / f"{name}.pdf", made.pdf)
    report.cards(path, made, side)
    return path


def print_booklet(report: Report, opened: Opened, settings: PrintSettings, language: str, games: Sequence[str], found: Library) -> None:
    """Write a booklet in one language; a game whose rules are not written in it is named, never mixed in."""
    from replikat.recipes.papers import booklet, written

    report.working(f"booklet-{language}")
    there = written(language, games, found)
    report.wrote(write_whole(opened.folder / f"booklet-{language}.pdf", booklet(opened.deck, settings, language, there, found)))
    for game in games:
        if game not in there:
            report.say("note", f"the rules of {game} are not written in {language} yet")


def print_scorecards(report: Report, opened: Opened, settings: PrintSettings, language: str, found: Library) -> None:
    """Write the blank score sheets in one language."""
    from replikat.recipes.papers import scorecards

    report.working(f"scorecards-{language}")
    report.wrote(write_whole(opened.folder / f"scorecards-{language}.pdf", scorecards(opened.deck, settings, language, found)))


def print_records(report: Report, opened: Opened, settings: PrintSettings, language: str, found: Library) -> None:
    """Write the hand records in one language."""
    from replikat.recipes.papers import records

    report.working(f"deals-{language}")
    path = write_whole(opened.private / f"deals-{language}.pdf", records(opened.deck, settings, language, found))
    report.wrote(path, "page 1 gives nothing away")


def print_ordinary(report: Report, opened: Opened, settings: PrintSettings, language: str, found: Library) -> None:
    """Write the sheet for an ordinary pack in one language."""
    from replikat.recipes.papers import ordinary

    report.working(f"ordinary-pack-{language}")
    path = write_whole(opened.private / f"ordinary-pack-{language}.pdf", ordinary(opened.deck, settings, language, found))
    report.wrote(path, "page 1 gives nothing away")


def print_proof(report: Report, opened: Opened, settings: PrintSettings, language: str, found: Library, square: int | None = None) -> None:
    """Write the record of the proof square, or of the square asked for; a deck without one has none."""
    from replikat.recipes.papers import proof

    shown = square or opened.deck.spec.proof
    if shown is None:
        return
    name = f"proof-{language}.pdf" if square is None else f"square-{square}-{language}.pdf"
    report.working(name)
    path = write_whole(opened.private / name, proof(opened.deck, settings, language, found, shown))
    report.wrote(path, f"square {shown} alone")


def verify_cards(report: Report, opened: Opened, settings: PrintSettings, cards: Path, found: Library) -> None:
    """Read the finished cards back and compare them with the deck; a fault is an error, whatever its cause."""
    from replikat.recipes.verify import verify

    report.working("a second time, by reading")
    verdict = verify(cards, opened.deck, settings, found)
    if verdict.faults:
        raise ReplikatError(*(Fault(fault, file=str(cards)) for fault in verdict.faults))
    report.say("read", f"{cards} back: {verdict.cards} cards, {verdict.marks} marks, all as the deck has them")
