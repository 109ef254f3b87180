"""The command that prints the JSON Schema of a kind of data file: schema."""

import json

import click

from replikat.cli.listing import SCHEMAS, schema
from replikat.cli.options import new_command


@new_command("schema")
@click.argument("kind", type=click.Choice(list(SCHEMAS)))
def command(kind: str) -> None:
    """Print the JSON Schema of a kind of data file, by which an editor checks while you type."""
    click.echo(json.dumps(schema(kind), indent=2))
