"""The command by which deals go out: export."""

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from replikat.cli.answers import print_written
from replikat.cli.decks import existing_deck
from replikat.cli.options import (
    OUTPUT,
    WHAT,
    deck_argument,
    json_option,
    new_command,
    numbers_in,
    option,
    output_option,
    path_option,
    quiet_option,
    templates_option,
)
from replikat.data.library import library as open_library
from replikat.deals.boards.deal_files import FORMATS, export
from replikat.deck.deck import Deck
from replikat.errors import Fault, ReplikatError
from replikat.events.results.headings import Headings
from replikat.events.results.instant_tables import instant_tables
from replikat.store.deck_folder import FILE, private_folder
from replikat.store.files import write_whole

STANDARD = Path("-")


@new_command("export")
@deck_argument
@option(
    WHAT,
    "--format",
    "kind",
    type=click.Choice(FORMATS),
    default="pbn",
    show_default=True,
    help="The format of the file.",
)
@option(WHAT, "--squares", metavar="NUMBERS", help="Only these squares, such as 1-8,12.")
@path_option(
    WHAT,
    "--results",
    help="With pbn: a table of results, from which instant scores are worked out.",
)
@path_option(
    OUTPUT,
    "--to",
    help="The file to write; - for standard output.  [default: in the private folder]",
)
@output_option
@templates_option
@quiet_option
@json_option
def command(
    deck: str,
    output: Path | None,
    templates: Path | None,
    kind: str,
    squares: str | None,
    results: Path | None,
    to: Path | None,
    quiet: bool,
    as_json: bool,
) -> None:
    """Write the deals of DECK for other programs: pbn, lin, dealing machines, csv and json.

    csv and json hold every number and any pack; the others hold deals of bridge.
    """
    if results is not None and kind != "pbn":
        raise click.UsageError("--results go into pbn alone")
    if to == STANDARD and as_json:
        raise click.UsageError("--to - and --json both go to standard output; choose one")
    library = open_library(templates)
    opened = existing_deck(deck, library, output)
    numbers = _squares(opened.deck, squares)
    tables = instant_tables(results, numbers, Headings(library)) if results else {}
    data = export(opened.deck, numbers, kind, tables)
    if to == STANDARD:
        sys.stdout.buffer.write(data)
        return
    if to is not None and to.name == FILE:
        found = f"{to} would be written over a deck"
        raise ReplikatError(Fault(found, "choose another name", field="--to"))
    path = to or private_folder(opened.folder) / f"deals.{kind}"
    write_whole(path, data, within=None if to else opened.folder)
    count = f"{len(numbers)} square{'s' if len(numbers) != 1 else ''}"
    files = [(path, f"{count}; it shows every deal in it")]
    print_written(files, quiet=quiet, as_json=as_json)


def _squares(deck: Deck, text: str | None) -> Sequence[int]:
    """Return the squares that --squares names; all where it was not given."""
    count = len(deck.squares)
    numbers = numbers_in(text, "--squares") or tuple(range(1, count + 1))
    unknown = [number for number in numbers if number > count]
    if unknown:
        cure = f"{deck.name} has squares 1 to {count}"
        raise ReplikatError(Fault(f"square {unknown[0]}", cure, field="--squares"))
    return numbers
