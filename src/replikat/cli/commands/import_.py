"""The command by which deals come in: import."""

import secrets
import shlex
from collections.abc import Sequence
from pathlib import Path
from unicodedata import normalize

import click

from replikat.bounds import LONGEST_NAME, is_folder_name, is_seed
from replikat.cli.answers import files_tree, print_json, print_lines
from replikat.cli.decks import Opened, find_spec
from replikat.cli.options import (
    DECK,
    DEFAULT_DECK,
    WHAT,
    json_option,
    new_command,
    numbers_in,
    option,
    output_option,
    quiet_option,
    templates_option,
)
from replikat.data.csv_tables import LARGEST
from replikat.data.files import read_file
from replikat.data.library import library as open_library
from replikat.deals.boards.boards import Board
from replikat.deals.boards.deal_files import chosen_boards, deck_of_boards, otherwise_told
from replikat.deck.deck import Deck
from replikat.deck.loaders import read_deck_spec
from replikat.deck.squares import MOST_SQUARES
from replikat.errors import Fault, ReplikatError, quoted, withheld
from replikat.store.deck_folder import OUTPUT, as_on_disk, holds_something, refuse_taken


@new_command("import")
@click.argument("file", metavar="FILE.pbn", type=click.Path(path_type=Path))
@option(
    DECK,
    "--as",
    "name",
    required=True,
    metavar="NAME",
    help="The name of the deck, and of its folder.",
)
@option(
    WHAT,
    "--boards",
    metavar="NUMBERS",
    help="Only these boards, such as 1-24, each by its number in the file.",
)
@option(
    WHAT,
    "--like",
    default=DEFAULT_DECK,
    metavar="DECK",
    show_default=True,
    help="The deck that says how this one is printed.",
)
@option(
    DECK,
    "--seed",
    help="64 hexadecimal digits from which the numbers within the hands are drawn.",
)
@option(
    DECK,
    "--new",
    is_flag=True,
    help="Make the deck even if its folder holds another; that is moved aside.",
)
@output_option
@templates_option
@quiet_option
@json_option
def command(
    file: Path,
    name: str,
    boards: str | None,
    like: str,
    seed: str | None,
    new: bool,
    output: Path | None,
    templates: Path | None,
    quiet: bool,
    as_json: bool,
) -> None:
    """Make a deck of the deals in a PBN file.

    Who holds what is the file's; which number a card gets within its hand is drawn.
    """
    from replikat.deals.boards.pbn import read_pbn

    library = open_library(templates)
    if not is_folder_name(name) or len(name) > LONGEST_NAME:
        cure = f"expected {is_folder_name.__doc__}"
        raise ReplikatError(Fault(f"found {quoted(name)}", cure, field="--as"))
    if seed is not None and not is_seed(seed.lower()):
        raise ReplikatError(
            Fault(f"found {withheld(seed)}", f"expected {is_seed.__doc__}", field="--seed")
        )
    name = normalize("NFC", name)
    folder = as_on_disk((output or OUTPUT) / name)
    if not new:
        refuse_taken(folder)
    data = read_file(file, largest=LARGEST, expected="expected a PBN file")
    numbers = numbers_in(boards, "--boards")
    pbn = read_pbn(data, str(file), numbers)
    chosen = chosen_boards(pbn.boards, numbers, str(file))
    if len(chosen) > MOST_SQUARES:
        cure = f"a deck has at most {MOST_SQUARES}; choose some with --boards"
        raise ReplikatError(Fault(f"{len(chosen)} boards", cure, str(file)))
    spec, source = read_deck_spec(find_spec(like, library), library)
    dealt = [one.board for one in chosen]
    drawn_from = seed.lower() if seed else secrets.token_hex(32)
    deck = deck_of_boards(name, dealt, spec, source, library, drawn_from)
    opened = Opened(
        deck=deck,
        settings=spec.print,
        games=spec.games,
        folder=folder,
        new=True,
        aside=new and holds_something(folder),
    )
    opened.refuse_unfit_backs(library)
    story = opened.keep(spec.print)
    notes = [*pbn.notes, *otherwise_told(dealt)]
    if as_json:
        print_json(_tree(opened, story, notes))
    elif not quiet:
        squares = f"{len(dealt)} square{'s' if len(dealt) != 1 else ''}"
        line = f"{name}  {deck.code}  ({squares}, {_numbers(dealt, file)})"
        print_lines([*(("", text) for text in story), ("deck", line), ("wrote", str(opened.file))])
        print_lines(("note", text) for text in notes)
        print_lines([("next", f"replikat make {shlex.quote(str(folder))}")])


def _numbers(boards: Sequence[Board], file: Path) -> str:
    if len(boards) == 1:
        return f"board {boards[0].number}"
    return f"boards {boards[0].number} to {boards[-1].number} of {file}"


def _tree(opened: Opened, story: Sequence[str], notes: Sequence[str]) -> dict[str, object]:
    deck: Deck = opened.deck
    return {
        "deck": deck.name,
        "code": deck.code,
        "squares": len(deck.squares),
        "story": list(story),
        "files": files_tree([(opened.file, "the deck")]),
        "notes": [{"about": "note", "text": text} for text in notes],
    }
