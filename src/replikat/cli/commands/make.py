"""The command that prints all there is of a deck: make."""

import click

from replikat.cli.jobs import start
from replikat.cli.options import (
    DEFAULT_DECK,
    Request,
    backs_option,
    faces_option,
    flip_option,
    games_option,
    inks_option,
    many_options,
    new_command,
    printing,
    sheet_option,
    theme_option,
    word_option,
)
from replikat.cli.products import print_everything
from replikat.deck.print_settings import BackOption, FaceOption
from replikat.geometry.paper import Flip
from replikat.typeset.figures.palette import Inks


@new_command("make")
@click.argument("deck", metavar="[DECK]", default=DEFAULT_DECK)
@games_option
@theme_option
@word_option
@faces_option
@backs_option
@sheet_option
@flip_option
@inks_option
@many_options
@printing
def command(
    request: Request,
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
    """Print everything for one deck: cards, booklet, score sheets, records; then read the cards
    back.

    Without DECK the deck standard-52 is printed. With --copies or --different a run that was broken
    off is taken up again by the same command.
    """
    if copies and different:
        raise click.UsageError("--copies are equal decks, --different are not; choose one")
    if jobs and not (copies or different):
        raise click.UsageError("--jobs shares many decks out; say --copies or --different too")
    if different and request.new:
        message = "--different takes up what is there; for another set use another folder (-o)"
        raise click.UsageError(message)
    if copies or different:
        from replikat.cli.many import Printing, print_copies, print_different
        from replikat.store.workers import processors

        many = Printing(
            request=request,
            games=games,
            sheet=sheet,
            theme=theme,
            word=word,
            faces=faces,
            backs=backs,
            flip=flip,
            inks=inks,
        )
        print_many = print_copies if copies else print_different
        print_many(many, copies or different or 1, jobs or processors())
        return
    job = start(request, sheet=sheet, theme=theme, word=word, faces=faces, backs=backs)
    print_everything(job, games, flip, inks)
    job.finish()
