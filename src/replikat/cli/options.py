"""Options that are spelled the same in every command."""

import re
from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import wraps
from pathlib import Path
from typing import Any

import click

from replikat.errors import Fault, ReplikatError
from replikat.model.sheet_spec import Paper

DEFAULT_DECK = "standard-52"
PAPERS = {"a4": Paper("A4", 210, 297), "a5": Paper("A5", 148, 210), "letter": Paper("Letter", 215.9, 279.4)}

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]

deck_argument: Decorator = click.argument("deck", metavar="DECK")
output_option: Decorator = click.option(
    "-o", "--output", type=click.Path(path_type=Path), help="Folder in which the deck's folder lies.  [default: output]"
)
templates_option: Decorator = click.option(
    "--templates", type=click.Path(path_type=Path), help="Folder of your own decks, sheets, themes; looked at before the packaged ones."
)
lang_option: Decorator = click.option(
    "--lang",
    multiple=True,
    metavar="LANG",
    help="Language (replikat list languages); may be repeated. The faces, and what is told, use the first.",
)
sheet_option: Decorator = click.option("--sheet", help="Sheet format (replikat list sheets).")
theme_option: Decorator = click.option("--theme", help="Theme of the backs (replikat list themes).")
seed_option: Decorator = click.option("--seed", help="64 hexadecimal digits from which a new deck is dealt.")
pages_option: Decorator = click.option(
    "--pages", help="Only these pages, such as 3-4,7, in a file of their own; to print a spoilt one again."
)
sheets_option: Decorator = click.option(
    "--pages", help="Only these sheets, such as 3-4,7, by the number in their foot, each with its two sides; to print a spoilt one again."
)
new_option: Decorator = click.option("--new", is_flag=True, help="Make another deck; the old folder is moved aside.")
quiet_option: Decorator = click.option("-q", "--quiet", is_flag=True, help="Say nothing but errors.")
printer_option: Decorator = click.option(
    "--printer", help="Correct every page for this printer (replikat list printers; replikat calibrate makes one)."
)
paper_option: Decorator = click.option(
    "--paper", type=click.Choice(list(PAPERS)), help="Paper of the sheets.  [default: that of the deck, or A4]"
)
json_option: Decorator = click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")

MOST_DECKS = 100_000


MOST_PAGES = 10_000


def numbers_in(pages: str | None, option: str = "--pages") -> tuple[int, ...]:
    """Return the numbers that an option such as --pages names, rising and each once; () where it was not given."""
    if pages is None:
        return ()
    found: set[int] = set()
    for part in pages.split(","):
        match = re.fullmatch(r"\s*([1-9]\d{0,4})(?:\s*[-–]\s*([1-9]\d{0,4}))?\s*", part, re.ASCII)
        first, last = (int(match[1]), int(match[2] or match[1])) if match else (1, 0)
        if not first <= last <= MOST_PAGES:
            raise ReplikatError(Fault(f"found {pages!r}", "expected numbers such as 3-4,7", field=option))
        found |= set(range(first, last + 1))
    return tuple(sorted(found))


def together(*decorators: Decorator) -> Decorator:
    """Return one decorator that applies all of them, the first on top of the help."""

    def apply(command: Callable[..., Any]) -> Callable[..., Any]:
        for decorator in reversed(decorators):
            command = decorator(command)
        return command

    return apply


many_options: Decorator = together(
    click.option(
        "--copies",
        type=click.IntRange(1, MOST_DECKS),
        metavar="N",
        help="N equal decks, numbered behind the word on the backs, with box labels.",
    ),
    click.option(
        "--different", type=click.IntRange(1, MOST_DECKS), metavar="N", help="N decks of different deals, each in a folder of its own."
    ),
    click.option(
        "--jobs", type=click.IntRange(1, 256), metavar="N", help="Processes for --copies and --different.  [default: one per processor]"
    ),
)


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
    printer: str | None = None
    effort: int | None = None


effort_option: Decorator = click.option(
    "--effort",
    type=click.IntRange(0, 100_000_000),
    metavar="N",
    help="How long a new deck of balance pairs is evened out, in looks at two squares.  [default: the spec's, 60000]",
)


def making(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options of printing; it receives them as one `Asked`, and its own ones by name."""
    names = [field.name for field in fields(Asked)]

    @wraps(command)
    def run(**given: Any) -> Any:
        return command(Asked(**{name: given.pop(name) for name in names}), **given)

    return together(output_option, lang_option, seed_option, new_option, templates_option, quiet_option, printer_option, effort_option)(run)


reading: Decorator = together(output_option, templates_option)
