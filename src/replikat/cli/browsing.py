"""The commands that show what there is: list, init."""

import json
import shlex
import shutil
from pathlib import Path

import click

from replikat.cli.options import json_option, templates_option
from replikat.errors import Fault, ReplikatError
from replikat.recipes.listing import SCHEMAS, listing, schema
from replikat.templates import library, packaged

KINDS = ("decks", "packs", "games", "sheets", "languages", "themes", "events", "movements", "printers", "services")
STARTER = "starter"  # the folder of the templates that init copies


@click.command("list")
@click.argument("kind", type=click.Choice(KINDS))
@templates_option
@json_option
def list_command(kind: str, templates: Path | None, as_json: bool) -> None:
    """List what there is of a kind, a line each."""
    rows, faults = listing(kind, library(templates))
    if as_json:
        click.echo(json.dumps([{"name": name, "about": about} for name, about in rows], ensure_ascii=False, indent=2))
    else:
        wide = max((len(name) for name, _ in rows), default=0)
        for name, about in rows:
            click.echo(f"{name:<{wide}}  {about}".rstrip())
    if faults:
        raise ReplikatError(*faults)


@click.command("init")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
def init_command(folder: Path) -> None:
    """Make the folder DIR for your own decks, sheets, themes and games.

    Files in it come before the packaged ones of the same name: use it with --templates DIR, or call it templates
    and run replikat beside it.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise ReplikatError(Fault(f"{folder} exists and is not an empty folder", "name a new one"))
    shutil.copytree(packaged() / STARTER, folder, dirs_exist_ok=True)
    for kind in (*KINDS, "layouts", "palettes", "figures"):
        (folder / kind).mkdir(exist_ok=True)
    deck = next((folder / "decks").iterdir())
    click.echo(f"made {folder}; change {deck} and print it:")
    click.echo(f"  replikat make {deck.stem} --templates {shlex.quote(str(folder))}")


@click.command("schema")
@click.argument("kind", type=click.Choice(list(SCHEMAS)))
def schema_command(kind: str) -> None:
    """Print the JSON Schema of a kind of data file, by which an editor checks while you type."""
    click.echo(json.dumps(schema(kind), indent=2))
