"""The commands that print: make, cards, booklet, deals."""

import sys
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from replikat.cli.options import (
    DEFAULT_DECK,
    Asked,
    deck_argument,
    making,
    many_options,
    pages_option,
    sheet_option,
    sheets_option,
    theme_option,
)
from replikat.cli.shop import Shop, print_service, shopping
from replikat.errors import Fault, ReplikatError
from replikat.model.print_settings import BackOption, FaceOption
from replikat.model.sheet_spec import Flip
from replikat.model.themes import Inks
from replikat.press.formats import CARD_PAGE, DEFAULT_FORMAT, FORMATS

if TYPE_CHECKING:
    from replikat.recipes.papers import RecordForm
from replikat.cli.jobs import start
from replikat.cli.products import (
    chosen_games,
    codes_in,
    print_booklet,
    print_cards,
    print_everything,
    print_fed,
    print_feeding,
    print_ordinary,
    print_proof,
    print_quick_cards,
    print_records,
    tell_other_print,
)

flip_option = click.option("--flip", type=click.Choice(["long", "short"]), help="The edge over which the printer turns the paper.")
inks_option = click.option(
    "--inks", type=click.Choice(["rgb", "cmyk"]), default="rgb", show_default=True, help="Colours for screens, or for presses."
)
start_option = click.option(
    "--start",
    "first",
    type=click.IntRange(1, 1000),
    default=1,
    help="On labels and perforated stock: the first cell of the first sheet that is still there, row by row as the cards stand upright.",
)
word_option = click.option("--word", help="The word at the bottom of every back.  [default: Replikatkort]")
faces_option = click.option(
    "--faces",
    type=click.Choice(["four-colour", "large-index", "four-corners"]),
    multiple=True,
    help="An option of the faces; may be repeated.",
)
backs_option = click.option(
    "--backs",
    type=click.Choice(["two-way", "underlined"]),
    multiple=True,
    help="An option of the backs; may be repeated. two-way: squares upright and turned, so that no card needs turning; "
    "underlined: numbers of a second batch stand underlined.",
)
game_option = click.option(
    "--game", "games", multiple=True, help="Games for the booklet, by names in any language, commas between; may be repeated."
)
players_option = click.option("--players", type=click.IntRange(1, 10), help="Only set-ups for so many players.")


@click.command("make")
@click.argument("deck", metavar="[DECK]", default=DEFAULT_DECK)
@making
@game_option
@sheet_option
@theme_option
@word_option
@faces_option
@backs_option
@flip_option
@inks_option
@many_options
def make_command(
    asked: Asked,
    games: tuple[str, ...],
    sheet: str | None,
    theme: str | None,
    word: str | None,
    faces: tuple[FaceOption, ...],
    backs: tuple[BackOption, ...],
    flip: Flip | None,
    inks: Inks,
    copies: int | None,
    different: int | None,
    jobs: int | None,
) -> None:
    """Print everything for one deck: cards, booklet, score sheets, records; then read the cards back.

    Without DECK the deck standard-52 is printed. With --copies or --different a run that was broken off is taken up
    again by the same command.
    """
    if copies and different:
        raise click.UsageError("--copies are equal decks, --different are not; choose one")
    if jobs and not (copies or different):
        raise click.UsageError("--jobs shares many decks out; say --copies or --different too")
    if different and asked.new:
        raise click.UsageError("--different takes up what is there; for another set use another folder (-o)")
    if copies or different:
        from replikat.cli.many import Printing, print_copies, print_different
        from replikat.cli.workers import processors

        printing = Printing(asked, games, sheet, theme, word, faces, backs, flip, inks)
        (print_copies if copies else print_different)(printing, copies or different or 1, jobs or processors())
        return
    job = start(asked, sheet, theme, word, faces, backs)
    print_everything(job, games, flip, inks)
    job.finish()


@click.command("cards")
@deck_argument
@making
@shopping
@sheet_option
@theme_option
@word_option
@faces_option
@backs_option
@click.option("--side", type=click.Choice(["faces", "backs", "both"]), default="both", show_default=True)
@click.option("--only", metavar="CARDS", help="Only these cards, such as QS,7H.")
@sheets_option
@click.option(
    "--order",
    type=click.Choice(["interleaved", "fronts-backs", "backs-reversed", "two-files"]),
    help="Each back after its face; all faces, then all backs (or these from the last to the first); or a file of each, "
    "for feeding paper by hand.  [default: interleaved, or as the printer's profile says]",
)
@start_option
@flip_option
@inks_option
def cards_command(
    asked: Asked,
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

    Print at 100 % ("actual size") on both sides of the paper; the foot of every sheet says over which edge to turn it.
    """
    if order == "two-files" and side != "both":
        raise click.UsageError("--order two-files prints both sides; leave out --side")
    if only is not None and pages is not None:
        raise click.UsageError("--pages counts the sheets of the whole deck; leave out --only")
    alike = {"--side": side != "both", "--order": order is not None, "--pages": pages is not None}
    shop.check({**alike, "--start": first != 1, "--flip": flip is not None, "--inks": inks != "rgb"}, printer=asked.printer is not None)
    job = start(asked, sheet, theme, word, faces, backs, existing=only is not None, pages=pages)
    job = replace(job, press=shop.wish(job.found))
    tell_other_print(job)
    if shop.service:
        print_service(job, shop, codes_in(only))
    elif order == "two-files":
        print_cards(job, "faces", only, flip, inks)
        print_cards(job, "backs", only, flip, inks)
        print_feeding(job, flip)
    else:
        print_fed(job, side, only, flip, inks, order, first)
    job.finish()


@click.command("booklet")
@deck_argument
@making
@game_option
@players_option
@click.option("--format", "page", type=click.Choice(list(FORMATS)), help=f"The size of the pages.  [default: {DEFAULT_FORMAT}]")
@click.option("--large-print", "large", is_flag=True, help="All letters half as large again.")
@click.option("--no-guide", is_flag=True, help="The games alone, without how to deal from a square; one game becomes a leaflet.")
@click.option("--cards", is_flag=True, help="Instead: a card for every set-up and a log of the squares, to be cut for the box.")
@pages_option
def booklet_command(
    asked: Asked,
    games: tuple[str, ...],
    players: int | None,
    page: str | None,
    large: bool,
    no_guide: bool,
    cards: bool,
    pages: str | None,
) -> None:
    """Print the instruction booklet of DECK: how to deal from a square, and the rules of the games.

    The games are those of the deck's spec, or those named with --game. The formats whose names end in -booklet are
    printed on both sides, turned over the short edge, folded and stitched.
    """
    if cards and no_guide:
        raise click.UsageError("--cards has no guide to leave out; leave out --no-guide")
    if cards and page not in (None, CARD_PAGE):
        raise click.UsageError(f"--cards are cut from whole sheets, or come a side a page with --format {CARD_PAGE}")
    from replikat.recipes.booklets import Wanted

    job = start(asked, pages=pages)
    chosen = chosen_games(job, games, players)
    if no_guide and not chosen:
        raise ReplikatError(Fault("neither guide nor game", "name a game with --game", field="--no-guide"))
    wanted = Wanted(page, large, not no_guide, players)
    for language in job.settings.languages:
        if cards:
            print_quick_cards(job, language, chosen, wanted)
        else:
            print_booklet(job, language, chosen, wanted)
    job.finish()


@click.command("deals")
@deck_argument
@making
@sheet_option
@click.option("--numbers", is_flag=True, help="Beside every card its number within the hand.")
@click.option("--analysis", is_flag=True, help="Below every hand its points, where the pack counts any, and its shape.")
@click.option("--envelopes", is_flag=True, help="Instead: a sheet for every square, which folds into its own envelope.")
@click.option("--curtain-cards", is_flag=True, help="Instead: a slip for every hand, to be cut and kept with it.")
@click.option("--ordinary-pack", is_flag=True, help="Instead: the sheet from which any ordinary pack can be dealt.")
@click.option("--strips", is_flag=True, help="That sheet as folded strips, a square each, so that nobody sees another.")
@click.option("--square", type=int, help="Instead: the record of this one square, with all numbers.")
@click.option("--password", metavar="WORD", help="Lock the files (AES-256); - asks for the word unseen, or reads it from a pipe.")
@pages_option
def deals_command(
    asked: Asked,
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
    from replikat.recipes.papers import Told

    of_pack = "--strips" if strips else "--ordinary-pack"
    instead = {"--envelopes": envelopes, "--curtain-cards": curtain_cards, of_pack: ordinary_pack or strips, "--square": square is not None}
    chosen = [option for option, given in instead.items() if given]
    if len(chosen) > 1:
        raise click.UsageError(f"{' and '.join(chosen)} are papers of their own; ask for one at a time")
    if (numbers or analysis) and (ordinary_pack or strips or square is not None):
        raise click.UsageError("--numbers and --analysis belong to hand records")
    word = _password(password)
    job = start(asked, sheet, existing=square is not None, pages=pages)
    deck = job.opened.deck
    if square is not None and not 1 <= square <= len(deck.squares):
        raise ReplikatError(Fault(f"square {square}", f"{deck.name} has squares 1 to {len(deck.squares)}", field="--square"))
    for language in job.settings.languages:
        if square is not None:
            print_proof(job, language, square)
        elif ordinary_pack or strips:
            print_ordinary(job, language, strips)
        else:
            form: RecordForm = "envelopes" if envelopes else "curtain-cards" if curtain_cards else "deals"
            print_records(job, language, Told(numbers, analysis), form)
    if word is not None:
        job.lock(word)
    job.finish()


def _password(given: str | None) -> str | None:
    """Return the word that locks files, asked for on the terminal where it was given as -; None for none."""
    word = given
    if given == "-":
        asks = sys.stdin.isatty()
        word = (
            click.prompt("Password", hide_input=True, confirmation_prompt=True, err=True) if asks else sys.stdin.readline().rstrip("\r\n")
        )
    if word == "":
        raise ReplikatError(Fault("an empty word", "expected one that locks something", field="--password"))
    return str(word) if word is not None else None
