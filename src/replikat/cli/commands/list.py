"""The command that shows what there is: list."""

from pathlib import Path

import click

from replikat.cli.answers import print_json
from replikat.cli.listing import LISTED, listing
from replikat.cli.options import json_option, new_command, templates_option
from replikat.data.library import library as open_library
from replikat.errors import ReplikatError


@new_command("list")
@click.argument("kind", type=click.Choice(LISTED))
@templates_option
@json_option
def command(kind: str, templates: Path | None, as_json: bool) -> None:
    """List what there is of a kind, a line each."""
    rows, faults = listing(kind, open_library(templates))
    if as_json:
        print_json([{"name": name, "about": about} for name, about in rows])
    else:
        widest = max((len(name) for name, _ in rows), default=0)
        for name, about in rows:
            click.echo(f"{name:<{widest}}  {about}".rstrip())
    if faults:
        raise ReplikatError(*faults)
