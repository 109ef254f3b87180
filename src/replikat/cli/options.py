"""Options that are spelled the same in every command, and the headings of the help."""

import re
from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import partial, wraps
from pathlib import Path
from typing import Any

import click

from replikat.errors import Fault, ReplikatError, quoted
from replikat.geometry.paper import Paper

DEFAULT_DECK = "standard-52"
PAPERS = {
    "a4": Paper("A4", 210, 297),
    "a5": Paper("A5", 148, 210),
    "letter": Paper("Letter", 215.9, 279.4),
}
MOST_DECKS = 100_000
MOST_PAGES = 10_000

# ---- headings

WHAT = "What is printed"
QUESTION = "What is asked"
DECK = "Deck and folders"
PAPER = "Printer and paper"
SHOP = "Press and print service"
MANY = "Many decks"
OUTPUT = "Output"
HEADINGS = (WHAT, QUESTION, PAPER, SHOP, MANY, DECK, OUTPUT)  # in the order of the help

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


class HeadedOption(click.Option):
    """An option that stands under a heading of its command's help."""

    def __init__(self, *names: Any, heading: str, **settings: Any) -> None:
        super().__init__(*names, **settings)
        self.heading = heading


class HeadedCommand(click.Command):
    """A command whose help lists its options under headings; click's own --help stands last.

    Where it takes --templates, a folder of that name that it does not use is told.
    """

    def invoke(self, ctx: click.Context) -> Any:
        if ctx.params.get("templates", "") is None and not ctx.params.get("quiet"):
            _note_folder_passed_over()
        return super().invoke(ctx)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write a section for every heading that has options which are not hidden."""
        sections: dict[str, list[tuple[str, str]]] = {heading: [] for heading in HEADINGS}
        for parameter in self.get_params(ctx):
            record = parameter.get_help_record(ctx)
            if record is not None and isinstance(parameter, click.Option):
                sections[getattr(parameter, "heading", OUTPUT)].append(record)
        for heading, records in sections.items():
            if records:
                with formatter.section(heading):
                    formatter.write_dl(records)


def _note_folder_passed_over() -> None:
    """Tell of a folder of data files that somebody made by hand and that is not used."""
    from replikat.data.library import MARKER, passed_over

    folder = passed_over()
    if folder:
        cure = f"add an empty file {MARKER} to it, or use --templates {folder.name}"
        click.echo(f"replikat: the folder {folder} is not used; {cure}", err=True)


new_command = partial(click.command, cls=HeadedCommand)


def option(heading: str, *names: str, **settings: Any) -> Decorator:
    """Return the decorator of an option under a heading; `names` and `settings` are click's."""
    return click.option(*names, cls=HeadedOption, heading=heading, **settings)


def path_option(heading: str, *names: str, **settings: Any) -> Decorator:
    """Return the decorator of an option that names a file or folder."""
    return option(heading, *names, type=click.Path(path_type=Path), **settings)


def together(*decorators: Decorator) -> Decorator:
    """Return one decorator that applies all of them, the first on top of the help."""

    def apply(function: Callable[..., Any]) -> Callable[..., Any]:
        for decorator in reversed(decorators):
            function = decorator(function)
        return function

    return apply


# ---- the same in every command: tests/cli/test_options.py holds which command has which

templates_option = path_option(
    DECK,
    "--templates",
    help="Folder of your own decks, sheets, themes; looked at before the packaged ones.",
)
lang_option = option(
    OUTPUT,
    "--lang",
    multiple=True,
    metavar="LANG",
    help="Language (replikat list languages); may be repeated where papers come in several. "
    "The faces, and what is told, use the first.  [default: the deck's, or en]",
)
csv_style_option = option(
    OUTPUT,
    "--csv-style",
    type=click.Choice(["spreadsheet", "plain"]),
    help="How CSV is written: spreadsheet (byte order mark, separator and decimal sign of the "
    "language) or plain (commas and points, for programs).  [default: spreadsheet; plain on "
    "standard output and pipes]",
)
quiet_option = option(
    OUTPUT, "-q", "--quiet", is_flag=True, help="Say nothing but the answer and errors."
)
json_option = option(OUTPUT, "--json", "as_json", is_flag=True, help="Print JSON for programs.")

# ---- shared by some

deck_argument: Decorator = click.argument("deck", metavar="DECK")
output_option = path_option(
    DECK, "-o", "--output", help="Folder in which the deck's folder lies.  [default: output]"
)
sheet_option = option(PAPER, "--sheet", help="Sheet format (replikat list sheets).")
theme_option = option(WHAT, "--theme", help="Theme of the backs (replikat list themes).")
seed_option = option(DECK, "--seed", help="64 hexadecimal digits from which a new deck is dealt.")
new_option = option(
    DECK, "--new", is_flag=True, help="Make another deck; the old folder is moved aside."
)
effort_option = option(
    DECK,
    "--effort",
    type=click.IntRange(0, 100_000_000),
    metavar="N",
    help="How long a new deck of balance pairs is evened out, in looks at two squares. "
    " [default: the spec's, 60000]",
)
pages_option = option(
    WHAT,
    "--pages",
    help="Only these pages, such as 3-4,7, in a file of their own; to print a spoilt one again.",
)
printer_option = option(
    PAPER,
    "--printer",
    help="Correct every page for this printer (replikat list printers; replikat calibrate"
    " makes one).",
)
paper_option = option(
    PAPER,
    "--paper",
    type=click.Choice(list(PAPERS)),
    help="Paper of the sheets.  [default: that of the deck, or A4]",
)
flip_option = option(
    PAPER,
    "--flip",
    type=click.Choice(["long", "short"]),
    help="The edge over which the printer turns the paper.",
)
inks_option = option(
    PAPER,
    "--inks",
    type=click.Choice(["rgb", "cmyk"]),
    default="rgb",
    show_default=True,
    help="Colours for screens, or for presses.",
)
word_option = option(
    WHAT, "--word", help="The word at the bottom of every back.  [default: Replikatkort]"
)
faces_option = option(
    WHAT,
    "--faces",
    type=click.Choice(["four-colour", "large-index", "four-corners"]),
    multiple=True,
    help="An option of the faces; may be repeated.",
)
backs_option = option(
    WHAT,
    "--backs",
    type=click.Choice(["two-way", "underlined"]),
    multiple=True,
    help="An option of the backs; may be repeated. two-way: squares upright and turned, so that "
    "no card needs turning; underlined: numbers of a second batch stand underlined.",
)
games_option = option(
    WHAT,
    "--game",
    "games",
    multiple=True,
    help="Games for the booklet, by names in any language, commas between; may be repeated.",
)
many_options = together(
    option(
        MANY,
        "--copies",
        type=click.IntRange(1, MOST_DECKS),
        metavar="N",
        help="N equal decks, numbered behind the word on the backs, with box labels.",
    ),
    option(
        MANY,
        "--different",
        type=click.IntRange(1, MOST_DECKS),
        metavar="N",
        help="N decks of different deals, each in a folder of its own.",
    ),
    option(
        MANY,
        "--jobs",
        type=click.IntRange(1, 256),
        metavar="N",
        help="Processes for --copies and --different.  [default: one per processor]",
    ),
)


@dataclass(frozen=True, kw_only=True)
class Request:
    """What every printing command is asked for: which deck, where, in which languages."""

    deck: str
    output: Path | None
    lang: tuple[str, ...]
    seed: str | None
    new: bool
    templates: Path | None
    quiet: bool
    as_json: bool
    printer: str | None = None
    effort: int | None = None


def printing(function: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options of printing.

    It receives them as one `Request`, and its own ones by name.
    """
    names = [field.name for field in fields(Request)]

    @wraps(function)
    def run(**options: Any) -> Any:
        request = Request(**{name: options.pop(name) for name in names})
        return function(request, **options)

    return together(
        output_option,
        seed_option,
        new_option,
        effort_option,
        templates_option,
        printer_option,
        lang_option,
        quiet_option,
        json_option,
    )(run)


def numbers_in(text: str | None, option_name: str = "--pages") -> tuple[int, ...]:
    """Return the numbers that an option such as --pages names.

    Args:
        text: What was typed, such as "3-4,7"; None where the option was not given.
        option_name: The option's name, for the message.

    Returns:
        The numbers, rising and each once; () where the option was not given.

    Raises:
        ReplikatError: The text is no such list, or goes beyond MOST_PAGES.
    """
    if text is None:
        return ()
    numbers: set[int] = set()
    for part in text.split(","):
        match = re.fullmatch(r"\s*([1-9]\d{0,4})(?:\s*[-–]\s*([1-9]\d{0,4}))?\s*", part, re.ASCII)
        first, last = (int(match[1]), int(match[2] or match[1])) if match else (1, 0)
        if not first <= last <= MOST_PAGES:
            fault = Fault(
                f"found {quoted(text)}", "expected numbers such as 3-4,7", field=option_name
            )
            raise ReplikatError(fault)
        numbers |= set(range(first, last + 1))
    return tuple(sorted(numbers))
