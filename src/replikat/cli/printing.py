"""The commands that print: make, cards, booklet, scorecards, deals."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

import click

from replikat.cli.decks import Opened, existing_deck, open_deck
from replikat.cli.options import Asked, deck_argument, making, sheet_option, theme_option
from replikat.cli.output import PRIVATE, private_folder, write_whole
from replikat.cli.report import Report, about_cards
from replikat.errors import Fault, ReplikatError
from replikat.model.bounds import is_word
from replikat.model.deck import FaceOption, PrintSettings
from replikat.model.sheet import Flip
from replikat.model.themes import Inks
from replikat.templates import Library, library

DEFAULT_DECK = "standard-52"
SEED_DIGITS = 64  # 256 bits

flip_option = click.option("--flip", type=click.Choice(["long", "short"]), help="The edge over which the printer turns the paper.")
inks_option = click.option(
    "--inks", type=click.Choice(["rgb", "cmyk"]), default="rgb", show_default=True, help="Colours for screens, or for presses."
)
word_option = click.option("--word", help="The word at the bottom of every back.  [default: Replikatkort]")
faces_option = click.option(
    "--faces",
    type=click.Choice(["four-colour", "large-index", "four-corners"]),
    multiple=True,
    help="An option of the faces; may be repeated.",
)
game_option = click.option("--game", "games", multiple=True, help="A game for the booklet, by its name in any language; may be repeated.")


@dataclass(frozen=True)
class Job:
    """A deck at hand and what is printed of it; nothing is written before everything is ready."""

    found: Library
    opened: Opened
    settings: PrintSettings
    report: Report
    products: list[tuple[Path, bytes]] = field(default_factory=list)

    def add(self, name: str, data: bytes, about: str = "", private: bool = False) -> Path:
        """Take up a finished file for the deck's folder, or for the private one inside it."""
        path = (self.opened.folder / PRIVATE if private else self.opened.folder) / name
        self.products.append((path, data))
        self.report.wrote(path, about)
        return path

    def finish(self) -> None:
        """Put a new deck in place, then every file, and tell of them."""
        self.report.kept(self.opened.keep(self.settings))
        private_folder(self.opened.folder)
        for path, data in self.products:
            write_whole(path, data)
        self.report.finish()


def start(
    asked: Asked,
    sheet: str | None = None,
    theme: str | None = None,
    word: str | None = None,
    faces: tuple[FaceOption, ...] = (),
    existing: bool = False,
) -> Job:
    """Return the job that a command line asks for; what it says comes before the deck's own settings.

    `existing` demands a deck that has been made before.
    """
    found = library(asked.templates)
    if word is not None and not is_word(word):
        raise ReplikatError(Fault(f"found {word!r}", f"expected {is_word.__doc__}", field="--word"))
    if existing:
        existing_deck(asked.deck, found, asked.output)
    opened = open_deck(asked.deck, found, asked.output, asked.seed and asked.seed.lower(), asked.new, sheet)
    seed = opened.deck.spec.seed
    if opened.new and seed and len(seed) < SEED_DIGITS:
        click.echo("replikat: the seed is shorter than 64 digits: anybody can find the deals by trying", err=True)
    own = opened.settings
    settings = replace(
        own,
        lang=asked.lang or own.languages,
        sheet=sheet or own.sheet,
        theme=theme or own.theme,
        word=word or own.word,
        faces=faces or own.faces,
    )
    for language in settings.languages:
        found.find("languages", language)
    return Job(found, opened, settings, Report(opened, asked.quiet))


@click.command("make")
@click.argument("deck", metavar="[DECK]", default=DEFAULT_DECK)
@making
@game_option
@sheet_option
@theme_option
@word_option
@faces_option
@flip_option
@inks_option
def make_command(
    asked: Asked,
    games: tuple[str, ...],
    sheet: str | None,
    theme: str | None,
    word: str | None,
    faces: tuple[FaceOption, ...],
    flip: Flip | None,
    inks: Inks,
) -> None:
    """Print everything for one deck: cards, booklet, score sheets, records; then read the cards back.

    Without DECK the deck standard-52 is printed.
    """
    job = start(asked, sheet, theme, word, faces)
    chosen = chosen_games(job, games)
    path, cards = print_cards(job, flip=flip, inks=inks)
    for language in job.settings.languages:
        print_booklet(job, language, chosen)
        print_scorecards(job, language)
        print_records(job, language)
        print_ordinary(job, language)
        print_proof(job, language)
    verify_cards(job, path, cards)
    job.report.say("keep", f"{job.opened.file}: it is the deck, and it holds every deal")
    job.finish()


@click.command("cards")
@deck_argument
@making
@sheet_option
@theme_option
@word_option
@faces_option
@click.option("--side", type=click.Choice(["faces", "backs", "both"]), default="both", show_default=True)
@click.option("--only", metavar="CARDS", help="Only these cards, such as QS,7H.")
@click.option(
    "--order",
    type=click.Choice(["interleaved", "fronts-backs", "two-files"]),
    default="interleaved",
    show_default=True,
    help="Each back after its face; all faces, then all backs; or a file of each, for feeding paper by hand.",
)
@flip_option
@inks_option
def cards_command(
    asked: Asked,
    sheet: str | None,
    theme: str | None,
    word: str | None,
    faces: tuple[FaceOption, ...],
    side: str,
    only: str | None,
    order: str,
    flip: Flip | None,
    inks: Inks,
) -> None:
    """Print the cards of DECK: faces, and in register behind them the backs.

    Print at 100 % ("actual size") on both sides of the paper; the foot of every sheet says over which edge to turn it.
    """
    if order == "two-files" and side != "both":
        raise click.UsageError("--order two-files prints both sides; leave out --side")
    job = start(asked, sheet, theme, word, faces, existing=only is not None)
    if order == "two-files":
        print_cards(job, "faces", only, flip, inks)
        print_cards(job, "backs", only, flip, inks)
    else:
        print_cards(job, side, only, flip, inks, "fronts-backs" if order == "fronts-backs" else "interleaved")
    job.finish()


@click.command("booklet")
@deck_argument
@making
@game_option
def booklet_command(asked: Asked, games: tuple[str, ...]) -> None:
    """Print the instruction booklet of DECK: how to deal from a square, and the rules of the games.

    The games are those of the deck's spec, or those named with --game.
    """
    job = start(asked)
    chosen = chosen_games(job, games)
    for language in job.settings.languages:
        print_booklet(job, language, chosen)
    job.finish()


@click.command("scorecards")
@deck_argument
@making
@sheet_option
def scorecards_command(asked: Asked, sheet: str | None) -> None:
    """Print blank score sheets for a duel with DECK, on the paper of its sheets."""
    job = start(asked, sheet)
    for language in job.settings.languages:
        print_scorecards(job, language)
    job.finish()


@click.command("deals")
@deck_argument
@making
@sheet_option
@click.option("--ordinary-pack", is_flag=True, help="Instead: the sheet from which any ordinary pack can be dealt.")
@click.option("--square", type=int, help="Instead: the record of this one square, with all numbers.")
def deals_command(asked: Asked, sheet: str | None, ordinary_pack: bool, square: int | None) -> None:
    """Print the deals of DECK into its private folder: the hand records of every square.

    The first page gives no deal away.
    """
    job = start(asked, sheet, existing=square is not None)
    deck = job.opened.deck
    if square is not None and not 1 <= square <= len(deck.squares):
        raise ReplikatError(Fault(f"square {square}", f"{deck.name} has squares 1 to {len(deck.squares)}", field="--square"))
    for language in job.settings.languages:
        if square is not None:
            print_proof(job, language, square)
        elif ordinary_pack:
            print_ordinary(job, language)
        else:
            print_records(job, language)
    job.finish()


def chosen_games(job: Job, games: Sequence[str]) -> tuple[str, ...]:
    """Return the ids of the games of the booklet: those named, or those of the deck's spec."""
    from replikat.recipes.papers import game_named

    return tuple(game_named(game, job.opened.deck, job.found) for game in games or job.opened.games)


def print_cards(
    job: Job,
    side: str = "both",
    only: str | None = None,
    flip: Flip | None = None,
    inks: Inks = "rgb",
    order: Literal["interleaved", "fronts-backs"] = "interleaved",
) -> tuple[Path, bytes]:
    """Print cards.pdf, or a file named for the part of it that was asked for."""
    from replikat.recipes.cards import cards_pdf

    job.report.working("cards")
    sides = ("faces", "backs") if side == "both" else (side,)
    codes = tuple(code.strip() for code in only.split(",") if code.strip()) if only is not None else ()
    if only is not None and not codes:
        raise ReplikatError(Fault(f"{only!r} names no card", "card codes such as QS,7H", field="--only"))
    made = cards_pdf(job.opened.deck, job.settings, job.found, sides, codes, flip, inks, order)
    name = "-".join(["cards", *([side] if side != "both" else []), *(["some"] if codes else [])])
    path = job.add(f"{name}.pdf", made.pdf, about_cards(made))
    job.report.how_to_print(made, side)
    return path, made.pdf


def print_booklet(job: Job, language: str, games: Sequence[str]) -> None:
    """Print a booklet in one language; a game whose rules are not written in it is named, never mixed in."""
    from replikat.recipes.papers import booklet, written

    job.report.working(f"booklet-{language}")
    there = written(language, games, job.found)
    made = booklet(job.opened.deck, job.settings, language, there, job.found)
    job.add(f"booklet-{language}.pdf", made)
    for game in games:
        if game not in there:
            job.report.say("note", f"the rules of {game} are not written in {language} yet")


def print_scorecards(job: Job, language: str) -> None:
    """Print the blank score sheets in one language."""
    from replikat.recipes.papers import scorecards

    job.report.working(f"scorecards-{language}")
    made = scorecards(job.opened.deck, job.settings, language, job.found)
    job.add(f"scorecards-{language}.pdf", made)


def print_records(job: Job, language: str) -> None:
    """Print the hand records in one language."""
    from replikat.recipes.papers import records

    job.report.working(f"deals-{language}")
    made = records(job.opened.deck, job.settings, language, job.found)
    job.add(f"deals-{language}.pdf", made, "page 1 gives nothing away", private=True)


def print_ordinary(job: Job, language: str) -> None:
    """Print the sheet for an ordinary pack in one language."""
    from replikat.recipes.papers import ordinary

    job.report.working(f"ordinary-pack-{language}")
    made = ordinary(job.opened.deck, job.settings, language, job.found)
    job.add(f"ordinary-pack-{language}.pdf", made, "page 1 gives nothing away", private=True)


def print_proof(job: Job, language: str, square: int | None = None) -> None:
    """Print the record of the proof square, or of the square asked for; a deck without one has none."""
    from replikat.recipes.papers import proof

    shown = square or job.opened.deck.spec.proof
    if shown is None:
        return
    name = f"proof-{language}" if square is None else f"square-{square}-{language}"
    job.report.working(name)
    made = proof(job.opened.deck, job.settings, language, job.found, shown)
    job.add(f"{name}.pdf", made, f"square {shown} alone", private=True)


def verify_cards(job: Job, path: Path, cards: bytes) -> None:
    """Read the finished cards back and compare them with the deck; a fault is an error, whatever its cause."""
    from replikat.recipes.verify import verify

    job.report.working("a second time, by reading")
    verdict = verify(cards, job.opened.deck, job.settings, job.found)
    if verdict.faults:
        raise ReplikatError(*(Fault(fault, file=str(path)) for fault in verdict.faults))
    job.report.say("read", f"{path} back: {verdict.cards} cards, {verdict.marks} marks, all as the deck has them")
