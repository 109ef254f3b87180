"""The commands by which deals come in and go out: import, export."""

import secrets
import shlex
import sys
from pathlib import Path

import click

from replikat.cli.decks import FILE, Opened, existing_deck, find_spec, refuse_taken
from replikat.cli.options import DEFAULT_DECK, deck_argument, numbers_in, output_option, quiet_option, reading, templates_option
from replikat.cli.output import private_folder, write_whole
from replikat.errors import Fault, ReplikatError
from replikat.model.bounds import is_folder_name, is_seed
from replikat.model.squares import MOST_SQUARES
from replikat.recipes.deal_files import FORMATS, chosen_boards, deck_of_boards, export, otherwise_told
from replikat.recipes.decks import back_plan
from replikat.specs.loaders import load_sheet, read_deck_spec
from replikat.templates import library

LONGEST_NAME = 60


@click.command("import")
@click.argument("file", metavar="FILE.pbn", type=click.Path(path_type=Path))
@click.option("--as", "name", required=True, metavar="NAME", help="The name of the deck, and of its folder.")
@click.option("--boards", metavar="NUMBERS", help="Only these boards, such as 1-24, each by its number in the file.")
@click.option("--like", default=DEFAULT_DECK, metavar="DECK", show_default=True, help="The deck that says how this one is printed.")
@click.option("--seed", help="64 hexadecimal digits from which the numbers within the hands are drawn.")
@click.option("--new", is_flag=True, help="Make the deck even if its folder holds another; that is moved aside.")
@output_option
@templates_option
@quiet_option
def import_command(
    file: Path,
    name: str,
    boards: str | None,
    like: str,
    seed: str | None,
    new: bool,
    output: Path | None,
    templates: Path | None,
    quiet: bool,
) -> None:
    """Make a deck of the deals in a PBN file.

    Who holds what is the file's; which number a card gets within its hand is drawn.
    """
    from replikat.exchange.pbn import read_pbn

    found = library(templates)
    if not is_folder_name(name) or len(name) > LONGEST_NAME:
        raise ReplikatError(Fault(f"found {name!r}", f"expected {is_folder_name.__doc__}", field="--as"))
    if seed is not None and not is_seed(seed.lower()):
        raise ReplikatError(Fault(f"found {seed!r}", f"expected {is_seed.__doc__}", field="--seed"))
    folder = (output or Path("output")) / name
    if not new:
        refuse_taken(folder)
    read = read_pbn(_bytes(file), str(file))
    chosen = chosen_boards(read.boards, numbers_in(boards, "--boards"), str(file))
    if len(chosen) > MOST_SQUARES:
        raise ReplikatError(Fault(f"{len(chosen)} boards", f"a deck has at most {MOST_SQUARES}; choose some with --boards", str(file)))
    path = find_spec(like, found)
    spec, source = read_deck_spec(path, found)
    dealt = [one.board for one in chosen]
    deck = deck_of_boards(name, dealt, spec, source, found, seed.lower() if seed else secrets.token_hex(32))
    back_plan(deck, load_sheet(spec.print.sheet, found).card, spec.print.backs)
    aside = new and folder.is_dir() and any(folder.iterdir())
    opened = Opened(deck, spec.print, spec.games, folder, (), True, aside)
    story = opened.keep(spec.print)
    if quiet:
        return
    squares = f"{len(dealt)} square{'s' if len(dealt) != 1 else ''}"
    numbers = f"board {dealt[0].number}" if len(dealt) == 1 else f"boards {dealt[0].number} to {dealt[-1].number} of {file}"
    lines = [*(("", line) for line in story), ("deck", f"{name}  {deck.code}  ({squares}, {numbers})"), ("wrote", str(opened.file))]
    lines += [("note", line) for line in (*read.notes, *otherwise_told(dealt))]
    for label, text in [*lines, ("next", f"replikat make {shlex.quote(str(folder))}")]:
        click.echo(f"{label:<7} {text}")


def _bytes(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise ReplikatError(Fault(f"cannot be read ({error.strerror})", "expected a PBN file", str(file))) from None


@click.command("export")
@deck_argument
@reading
@click.option("--format", "kind", type=click.Choice(FORMATS), default="pbn", show_default=True, help="The format of the file.")
@click.option("--squares", metavar="NUMBERS", help="Only these squares, such as 1-8,12.")
@click.option("--results", type=click.Path(path_type=Path), help="With pbn: a table of results, from which instant scores are worked out.")
@click.option("--to", type=click.Path(path_type=Path), help="The file to write; - for standard output.  [default: in the private folder]")
@quiet_option
def export_command(
    deck: str,
    output: Path | None,
    templates: Path | None,
    kind: str,
    squares: str | None,
    results: Path | None,
    to: Path | None,
    quiet: bool,
) -> None:
    """Write the deals of DECK for other programs: pbn, lin, dealing machines, csv and json.

    csv and json hold every number and any pack; the others hold deals of bridge.
    """
    if results is not None and kind != "pbn":
        raise click.UsageError("--results go into pbn alone")
    opened = existing_deck(deck, library(templates), output)
    count = len(opened.deck.squares)
    wanted = numbers_in(squares, "--squares") or tuple(range(1, count + 1))
    if unknown := [number for number in wanted if number > count]:
        raise ReplikatError(Fault(f"square {unknown[0]}", f"{opened.deck.name} has squares 1 to {count}", field="--squares"))
    data = export(opened.deck, wanted, kind, results)
    if to is not None and str(to) == "-":
        sys.stdout.buffer.write(data)
        return
    if to is not None and to.name == FILE:
        raise ReplikatError(Fault(f"{to} would be written over a deck", "choose another name", field="--to"))
    path = to or private_folder(opened.folder) / f"deals.{kind}"
    write_whole(path, data)
    if not quiet:
        click.echo(f"{'wrote':<7} {path}  ({len(wanted)} square{'s' if len(wanted) != 1 else ''}; it shows every deal in it)")
