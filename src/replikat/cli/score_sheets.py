"""The command that prints score sheets: scorecards, for a deck or for an event."""

from pathlib import Path

import click

from replikat.cli.decks import find_spec, is_path
from replikat.cli.events import open_event
from replikat.cli.jobs import start
from replikat.cli.options import PAPERS, Asked, making, pages_option, paper_option, sheet_option
from replikat.cli.output import write_whole
from replikat.errors import Fault, ReplikatError
from replikat.recipes.event_papers import ALL_KINDS, deck_sheets, event_name, event_sheets, kinds_asked, on_paper, usual_kinds
from replikat.recipes.games import game_named
from replikat.recipes.papers import stationery
from replikat.specs.strict_yaml import read_source
from replikat.templates import Library, library

OUTPUT = Path("output")


@click.command("scorecards")
@click.argument("deck", metavar="DECK|EVENT")
@making
@click.option("--kind", "kinds", multiple=True, help=f"{', '.join(ALL_KINDS)}; may be repeated.  [default: what suits the event, or duel]")
@click.option("--game", help="For blank sheets: the game they are for, by its name in any language.")
@click.option(
    "--players", type=click.IntRange(2, 10), help="For blank sheets: how many play at a table.  [default: 4, or what suits the game]"
)
@paper_option
@click.option("--fillable", is_flag=True, help="Sheets to be filled in on a screen; readers that run scripts work out the sums.")
@sheet_option
@pages_option
def scorecards_command(
    asked: Asked,
    kinds: tuple[str, ...],
    game: str | None,
    players: int | None,
    paper: str | None,
    fillable: bool,
    sheet: str | None,
    pages: str | None,
) -> None:
    """Print score sheets: blank ones for a deck, or fitted to an event, with its names, squares, rounds and tables.

    Kinds: duel and rotation (one sheet for the evening), table (a slip for every table and round), traveller (a slip for
    every square), player (everybody's own card), team (for matches and groups), ranking, and working (a game's own
    sheet to count on). An event's sheets lie in a folder of its name.
    """
    found = library(asked.templates)
    if is_event(asked.deck, found):
        unfit = {"--seed": asked.seed, "--new": asked.new, "--game": game, "--players": players, "--sheet": sheet, "--pages": pages}
        unfit |= {"--effort": asked.effort, "--printer": asked.printer}
        if given := [name for name, value in unfit.items() if value]:
            raise click.UsageError(f"{', '.join(given)} {'are' if len(given) > 1 else 'is'} for the sheets of a deck")
        _print_event(asked, kinds, paper, fillable, found)
        return
    job = start(asked, sheet, pages=pages)
    game_id = game_named(game, job.opened.deck, found) if game else None
    for language in job.settings.languages:
        made = on_paper(stationery(job.settings, language, found), PAPERS.get(paper or ""))
        for kind in kinds_asked(kinds, ("duel",)):
            data = deck_sheets(job.opened.deck, kind, made, found, game_id, players, fillable)
            job.add_paper(_name(kind if kinds else "", language, fillable), data)
    job.finish()


def is_event(word: str, found: Library) -> bool:
    """Return whether DECK|EVENT names an event: a file that has the key `use`, or else a name that no deck bears."""
    if not is_path(word):
        if found.has("events", word) and found.has("decks", word):
            raise ReplikatError(Fault(f"{word} is a deck and an event", "name the file of one of them"))
        return found.has("events", word)
    path = Path(word)
    if not path.is_file():
        find_spec(word, found)
        return False
    tree = read_source(path).tree
    return isinstance(tree, dict) and "use" in tree


def _name(kind: str, language: str, fillable: bool) -> str:
    return f"{'-'.join(part for part in ('scorecards', kind, language, 'fillable' if fillable else '') if part)}.pdf"


def _print_event(asked: Asked, kinds: tuple[str, ...], paper: str | None, fillable: bool, found: Library) -> None:
    planned = open_event(asked.deck, found, output=asked.output)
    folder = (asked.output or OUTPUT) / planned.source.path.stem
    products = [
        (folder / _name(kind, language, fillable), event_sheets(planned, kind, language, found, PAPERS.get(paper or ""), fillable))
        for language in asked.lang or planned.languages
        for kind in kinds_asked(kinds, usual_kinds(planned))
    ]
    folder.mkdir(parents=True, exist_ok=True)
    for path, data in products:
        write_whole(path, data)
    if not asked.quiet:
        click.echo(f"event   {event_name(planned)}")
        for path, _ in products:
            click.echo(f"wrote   {path}")
