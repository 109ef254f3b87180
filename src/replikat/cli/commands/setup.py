"""The command that sets a square up for a game: setup."""

import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from replikat.bounds import is_seed
from replikat.cli.answers import print_json
from replikat.cli.decks import Opened, existing_deck
from replikat.cli.options import (
    DEFAULT_DECK,
    OUTPUT,
    QUESTION,
    json_option,
    lang_option,
    new_command,
    option,
    output_option,
    path_option,
    quiet_option,
    templates_option,
)
from replikat.data.library import library as open_library
from replikat.deck.loaders import load_language
from replikat.errors import Fault, ReplikatError, quoted, withheld
from replikat.store.files import write_whole

if TYPE_CHECKING:
    from replikat.deck.catalogue import Catalogue
    from replikat.games.table.telling import Start

LINE_WIDTH = 100  # characters
PICTURES = (".pdf", ".png")


@new_command("setup")
@click.argument("game", metavar="GAME")
@option(
    QUESTION,
    "--players",
    type=click.IntRange(min=1),
    help="How many play; may be left out where there is one number.",
)
@option(
    QUESTION,
    "--deck",
    default=DEFAULT_DECK,
    show_default=True,
    metavar="DECK",
    help="The deck whose square is set up.",
)
@option(QUESTION, "--square", type=int, required=True, help="The square.")
@option(
    QUESTION,
    "--setup",
    "key",
    help="Which set-up, where a game has several for a number of players.",
)
@option(
    QUESTION,
    "--semi",
    is_flag=True,
    help="A semi-replicate: what it leaves unsorted is named, not told.",
)
@option(
    QUESTION,
    "--tail-seed",
    help="With --semi: draw the order of what is unsorted from these hexadecimal digits.",
)
@option(
    QUESTION,
    "--with",
    "parameters",
    multiple=True,
    metavar="NAME=NUMBER",
    help="A parameter, such as k=7 cards in hand; else the square says it.",
)
@path_option(
    OUTPUT,
    "--picture",
    metavar="FILE",
    help="Draw the table as well, into a .pdf or .png file.",
)
@output_option
@templates_option
@lang_option
@quiet_option
@json_option
def command(
    game: str,
    players: int | None,
    deck: str,
    square: int,
    key: str | None,
    semi: bool,
    tail_seed: str | None,
    parameters: tuple[str, ...],
    picture: Path | None,
    output: Path | None,
    templates: Path | None,
    lang: tuple[str, ...],
    quiet: bool,
    as_json: bool,
) -> None:
    """Set a square up for GAME, a game by its name in any language: how it is done, and which cards
    lie where.

    It tells a deal: nobody who reads it can play that square.
    """
    from replikat.games.set_up import Asked, find_game, set_up

    library = open_library(templates)
    if tail_seed is not None and not semi:
        message = "--tail-seed orders what a semi-replicate leaves unsorted; add --semi"
        raise click.UsageError(message)
    if tail_seed is not None and not is_seed(tail_seed):
        cure = f"expected {is_seed.__doc__}"
        raise ReplikatError(Fault(f"found {withheld(tail_seed)}", cure, field="--tail-seed"))
    if picture is not None and picture.suffix.lower() not in PICTURES:
        cure = f"expected a name that ends in {' or '.join(PICTURES)}"
        raise ReplikatError(Fault(f"{picture} is no picture", cure, field="--picture"))
    name = find_game(game, library, "GAME")
    opened = existing_deck(deck, library, output)
    settings = opened.settings
    language = (lang or settings.languages)[0]
    words = load_language(language, library).with_indices(settings.indices)
    wish = Asked(square, players, key, semi, tail_seed, _numbers(parameters))
    start = set_up(name, opened.deck, wish, settings, library)
    if picture is not None:
        from replikat.games.set_up import picture as drawn

        as_png = picture.suffix.lower() == ".png"
        write_whole(picture, drawn(start, opened.deck, settings, language, library, as_png))
    if as_json:
        from replikat.games.table.telling import as_data

        tree = as_data(start, opened.deck.pack, words)
        print_json({"deck": opened.deck.name, "code": opened.deck.code, **tree})
        return
    for line in _lines(start, opened, words):
        click.echo(line)
    if picture is not None and not quiet:
        click.echo(f"wrote {picture}")


def _numbers(parameters: tuple[str, ...]) -> dict[str, int]:
    """Return parameters by name from NAME=NUMBER."""
    numbers = {}
    for text in parameters:
        name, _, number = text.partition("=")
        if not (number.isascii() and number.isdigit() and len(number) < 4):
            cure = "expected a name and a number, such as k=7"
            raise ReplikatError(Fault(f"found {quoted(text)}", cure, field="--with"))
        numbers[name] = int(number)
    return numbers


def _lines(start: "Start", opened: Opened, words: "Catalogue") -> Iterator[str]:
    """Yield the lines: title, steps, zones with their cards, what the rules say, what follows."""
    from replikat.games.table.steps import numbered, setup_steps
    from replikat.games.table.telling import facts_told, sentence, start_title, zones_told

    deck = opened.deck
    yield start_title(start, words)
    yield f"{deck.name}  {deck.code}  {words.phrase('square', n=start.square)}"
    yield ""
    for step in numbered(
        setup_steps(start.setup, words, start.semi, start.game.turn, start.parameters)
    ):
        yield from _wrapped(step, "   ", "")
    yield ""
    zones = list(zones_told(start, deck.pack, words))
    width = max(len(label) for label, _ in zones) + 2
    for label, lines in zones:
        for place, line in enumerate(lines or [words.phrase("setup.nothing")]):
            yield from _wrapped(line, " " * width, f"{label if not place else '':<{width}}")
    yield ""
    for rules in start.said.values():
        for rule in rules:
            yield from _wrapped(sentence(rule, deck.pack, words) + ".", "  ", "")
    yield from facts_told(start, words)


def _wrapped(text: str, indent: str, first: str) -> list[str]:
    return textwrap.wrap(
        text,
        LINE_WIDTH,
        initial_indent=first,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )
