"""The command that prints score sheets: scorecards, for a deck or for an event."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from replikat.cli.answers import print_written
from replikat.cli.decks import is_path
from replikat.cli.events import open_event
from replikat.cli.jobs import start
from replikat.cli.options import (
    OUTPUT,
    PAPERS,
    WHAT,
    Request,
    new_command,
    option,
    pages_option,
    paper_option,
    printing,
    sheet_option,
)
from replikat.cli.progress import Step, work_through
from replikat.data.files import is_folder, refuse_missing
from replikat.data.library import Library
from replikat.data.library import library as open_library
from replikat.data.strict_yaml import read_source
from replikat.errors import Fault, ReplikatError, quoted
from replikat.events.printing import (
    ALL_KINDS,
    deck_sheets,
    event_name,
    event_sheets,
    kinds_asked,
    on_paper,
    usual_kinds,
)
from replikat.games.set_up import game_named
from replikat.papers.stationery import stationery
from replikat.store.deck_folder import OUTPUT as USUAL_FOLDER
from replikat.store.files import make_folder, write_whole

if TYPE_CHECKING:
    from replikat.papers.stationery import Stationery


@new_command("scorecards")
@click.argument("deck", metavar="DECK|EVENT")
@option(
    WHAT,
    "--kind",
    "kinds",
    multiple=True,
    help=f"{', '.join(ALL_KINDS)}; may be repeated.  [default: what suits the event, or duel]",
)
@option(
    WHAT,
    "--game",
    help="For blank sheets: the game they are for, by its name in any language.",
)
@option(
    WHAT,
    "--players",
    type=click.IntRange(2, 10),
    help="For blank sheets: how many play at a table.  [default: 4, or what suits the game]",
)
@pages_option
@paper_option
@sheet_option
@option(
    OUTPUT,
    "--fillable",
    is_flag=True,
    help="Sheets to be filled in on a screen; readers that run scripts work out the sums.",
)
@printing
def command(
    request: Request,
    kinds: tuple[str, ...],
    game: str | None,
    players: int | None,
    paper: str | None,
    fillable: bool,
    sheet: str | None,
    pages: str | None,
) -> None:
    """Print score sheets: blank ones for a deck, or fitted to an event, with its names, squares,
    rounds and tables.

    Kinds: duel and rotation (one sheet for the evening), table (a slip for every table and round),
    traveller (a slip for every square), player (everybody's own card), team (for matches and
    groups), ranking, and working (a game's own sheet to count on). An event's sheets lie in a
    folder of its name.
    """
    library = open_library(request.templates)
    if is_event(request.deck, library):
        unfit = {
            "--seed": request.seed,
            "--new": request.new,
            "--game": game,
            "--players": players,
            "--sheet": sheet,
            "--pages": pages,
            "--effort": request.effort,
            "--printer": request.printer,
        }
        names = [name for name, value in unfit.items() if value]
        if names:
            verb = "are" if len(names) > 1 else "is"
            raise click.UsageError(f"{', '.join(names)} {verb} for the sheets of a deck")
        _print_event(request, kinds, paper, fillable, library)
        return
    job = start(request, sheet=sheet, pages=pages)
    game_id = game_named(game, job.opened.deck, library) if game else None

    def print_kind(kind: str, language: str, sheet_paper: "Stationery") -> None:
        deck = job.opened.deck
        data = deck_sheets(deck, kind, sheet_paper, library, game_id, players, fillable)
        job.add_paper(_name(kind if kinds else "", language, fillable), data)

    steps: list[Step] = []
    for language in job.settings.languages:
        own = stationery(job.settings, language, library)
        sheet_paper = on_paper(own, PAPERS.get(paper or ""))
        for kind in kinds_asked(kinds, ("duel",)):
            steps.append(
                Step(f"{kind} {language}", partial(print_kind, kind, language, sheet_paper))
            )
    job.work_through(steps)
    job.finish()


def is_event(word: str, library: Library) -> bool:
    """Return whether DECK|EVENT names an event: a file that has the key `use`, or else a name that
    no deck bears.
    """
    if not is_path(word):
        if library.has("events", word) and library.has("decks", word):
            raise ReplikatError(
                Fault(f"{word} is a deck and an event", "name the file of one of them")
            )
        return library.has("events", word)
    path = Path(word)
    if is_folder(path):
        return False
    refuse_missing(path, "expected a deck spec, a deck file or an output folder")
    tree = read_source(path).tree
    return isinstance(tree, dict) and "use" in tree


def _name(kind: str, language: str, fillable: bool) -> str:
    parts = ("scorecards", kind, language, "fillable" if fillable else "")
    return f"{'-'.join(part for part in parts if part)}.pdf"


def _print_event(
    request: Request, kinds: tuple[str, ...], paper: str | None, fillable: bool, library: Library
) -> None:
    """Print the sheets of an event into a folder of its name."""
    planned = open_event(request.deck, library, output=request.output)
    name = planned.source.path.stem
    if name.startswith("."):  # of "...yaml" it is "..": the folder above
        found = f"the event's name is {quoted(name)}"
        cure = "expected a file whose name begins with a letter or digit"
        raise ReplikatError(Fault(found, cure, str(planned.source.path)))
    output = request.output or USUAL_FOLDER
    folder = output / name
    products: list[tuple[Path, bytes]] = []

    def print_kind(kind: str, language: str) -> None:
        size = PAPERS.get(paper or "")
        data = event_sheets(planned, kind, language, library, size, fillable)
        products.append((folder / _name(kind, language, fillable), data))

    chosen = kinds_asked(kinds, usual_kinds(planned))
    steps: list[Step] = []
    for language in request.lang or planned.languages:
        steps += [
            Step(f"{kind} {language}", partial(print_kind, kind, language)) for kind in chosen
        ]
    work_through("printing", steps, request.quiet)
    make_folder(folder)
    for path, data in products:
        write_whole(path, data, within=output)
    print_written(
        [(path, "") for path, _ in products],
        quiet=request.quiet,
        as_json=request.as_json,
        title=("event", event_name(planned)),
    )
