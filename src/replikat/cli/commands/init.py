"""The command that makes a folder of one's own: init."""

import shlex
from pathlib import Path

import click

from replikat.cli.listing import LISTED
from replikat.cli.options import new_command, quiet_option
from replikat.data.files import read_file
from replikat.data.library import STARTER, packaged
from replikat.data.strict_yaml import LARGEST
from replikat.errors import Fault, ReplikatError
from replikat.store.files import make_folder, write_whole

UNLISTED = ("layouts", "palettes", "figures")


@new_command("init")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@quiet_option
def command(folder: Path, quiet: bool) -> None:
    """Make the folder DIR for your own decks, sheets, themes and games.

    Files in it come before the packaged ones of the same name: use it with --templates DIR, or call
    it templates and run replikat beside it.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise ReplikatError(Fault(f"{folder} exists and is not an empty folder", "name a new one"))
    starter = packaged() / STARTER
    make_folder(folder)
    for source in sorted(starter.rglob("*")):
        copy = folder / source.relative_to(starter)
        if source.is_dir():
            make_folder(copy)
        else:
            write_whole(copy, read_file(source, largest=LARGEST), within=folder)
    for kind in (*LISTED, *UNLISTED):
        make_folder(folder / kind)
    if quiet:
        return
    deck = next((folder / "decks").iterdir())
    click.echo(f"made {folder}; change {deck} and print it:")
    click.echo(f"  replikat make {deck.stem} --templates {shlex.quote(str(folder))}")
