"""Options that are spelled the same in every command."""

from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import wraps
from pathlib import Path
from typing import Any

import click

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]

deck_argument: Decorator = click.argument("deck", metavar="DECK")
output_option: Decorator = click.option(
    "-o", "--output", type=click.Path(path_type=Path), help="Folder in which the deck's folder lies.  [default: output]"
)
templates_option: Decorator = click.option(
    "--templates", type=click.Path(path_type=Path), help="Folder of your own decks, sheets, themes; looked at before the packaged ones."
)
lang_option: Decorator = click.option("--lang", multiple=True, help="Language; may be repeated. The faces use the first.")
sheet_option: Decorator = click.option("--sheet", help="Sheet format (replikat list sheets).")
theme_option: Decorator = click.option("--theme", help="Theme of the backs (replikat list themes).")
seed_option: Decorator = click.option("--seed", help="64 hexadecimal digits from which a new deck is dealt.")
new_option: Decorator = click.option("--new", is_flag=True, help="Make another deck; the old folder is moved aside.")
quiet_option: Decorator = click.option("-q", "--quiet", is_flag=True, help="Say nothing but errors.")
json_option: Decorator = click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")


def together(*decorators: Decorator) -> Decorator:
    """Return one decorator that applies all of them, the first on top of the help."""

    def apply(command: Callable[..., Any]) -> Callable[..., Any]:
        for decorator in reversed(decorators):
            command = decorator(command)
        return command

    return apply


@dataclass(frozen=True)
class Asked:
    """What every printing command is asked: which deck, where, in which languages."""

    deck: str
    output: Path | None
    lang: tuple[str, ...]
    seed: str | None
    new: bool
    templates: Path | None
    quiet: bool


def making(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options of printing; it receives them as one `Asked`, and its own ones by name."""
    names = [field.name for field in fields(Asked)]

    @wraps(command)
    def run(**given: Any) -> Any:
        return command(Asked(**{name: given.pop(name) for name in names}), **given)

    return together(output_option, lang_option, seed_option, new_option, templates_option, quiet_option)(run)


reading: Decorator = together(output_option, templates_option)
