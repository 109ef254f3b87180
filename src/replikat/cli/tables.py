"""The command that sets a square up for a game: setup."""

import json
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from replikat.cli.decks import Opened, existing_deck
from replikat.cli.options import DEFAULT_DECK, json_option, reading
from replikat.cli.output import write_whole
from replikat.errors import Fault, ReplikatError
from replikat.model.bounds import is_seed
from replikat.specs.loaders import load_language
from replikat.templates import library

if TYPE_CHECKING:
    from replikat.model.texts import Catalogue
    from replikat.play.telling import Start

WIDE = 100  # characters of a line
PICTURES = (".pdf", ".png")


@click.command("setup")
@click.argument("game", metavar="GAME")
@click.option("--players", type=click.IntRange(min=1), help="How many play; may be left out where there is one number.")
@click.option("--deck", default=DEFAULT_DECK, show_default=True, metavar="DECK", help="The deck whose square is set up.")
@click.option("--square", type=int, required=True, help="The square.")
@click.option("--setup", "key", help="Which set-up, where a game has several for a number of players.")
@click.option("--semi", is_flag=True, help="A semi-replicate: what it leaves unsorted is named, not told.")
@click.option("--tail-seed", help="With --semi: draw the order of what is unsorted from these hexadecimal digits.")
@click.option(
    "--with", "given", multiple=True, metavar="NAME=NUMBER", help="A parameter, such as k=7 cards in hand; else the square says it."
)
@click.option("--lang", help="Language of the words.  [default: the deck's]")
@click.option("--picture", type=click.Path(path_type=Path), metavar="FILE", help="Draw the table as well, into a .pdf or .png file.")
@reading
@json_option
def setup_command(
    game: str,
    players: int | None,
    deck: str,
    square: int,
    key: str | None,
    semi: bool,
    tail_seed: str | None,
    given: tuple[str, ...],
    lang: str | None,
    picture: Path | None,
    output: Path | None,
    templates: Path | None,
    as_json: bool,
) -> None:
    """Set a square up for GAME, a game by its name in any language: how it is done, and which cards lie where.

    It tells a deal: nobody who reads it can play that square.
    """
    from replikat.recipes.games import Asked, find_game, set_up

    found = library(templates)
    if tail_seed is not None and not semi:
        raise click.UsageError("--tail-seed orders what a semi-replicate leaves unsorted; add --semi")
    if tail_seed is not None and not is_seed(tail_seed):
        raise ReplikatError(Fault(f"found {tail_seed!r}", f"expected {is_seed.__doc__}", field="--tail-seed"))
    if picture is not None and picture.suffix.lower() not in PICTURES:
        raise ReplikatError(Fault(f"{picture} is no picture", f"expected a name that ends in {' or '.join(PICTURES)}", field="--picture"))
    name = find_game(game, found, "GAME")
    opened = existing_deck(deck, found, output)
    language = lang or opened.settings.languages[0]
    words = load_language(language, found).with_indices(opened.settings.indices)
    start = set_up(name, opened.deck, Asked(square, players, key, semi, tail_seed, _numbers(given)), opened.settings, found)
    if picture is not None:
        from replikat.recipes.games import picture as drawn

        data = drawn(start, opened.deck, opened.settings, language, found, picture.suffix.lower() == ".png")
        write_whole(picture, data)
    if as_json:
        from replikat.play.telling import as_data

        told = {"deck": opened.deck.name, "code": opened.deck.code, **as_data(start, opened.deck.pack, words)}
        click.echo(json.dumps(told, ensure_ascii=False, indent=2))
        return
    for line in _told(start, opened, words):
        click.echo(line)
    if picture is not None:
        click.echo(f"wrote {picture}")


def _numbers(given: tuple[str, ...]) -> dict[str, int]:
    """Return parameters by name from NAME=NUMBER."""
    numbers = {}
    for text in given:
        name, _, number = text.partition("=")
        if not (number.isascii() and number.isdigit() and len(number) < 4):
            raise ReplikatError(Fault(f"found {text!r}", "expected a name and a number, such as k=7", field="--with"))
        numbers[name] = int(number)
    return numbers


def _told(start: "Start", opened: Opened, words: "Catalogue") -> Iterator[str]:
    """Yield the lines: title, steps, zones with their cards, what the rules say, what follows."""
    from replikat.play.steps import numbered, setup_steps
    from replikat.play.telling import facts_told, sentence, start_title, zones_told

    deck = opened.deck
    yield start_title(start, words)
    yield f"{deck.name}  {deck.code}  {words.phrase('square', n=start.square)}"
    yield ""
    for step in numbered(setup_steps(start.setup, words, start.semi, start.game.turn, start.parameters)):
        yield from _wrapped(step, "   ", "")
    yield ""
    zones = list(zones_told(start, deck.pack, words))
    wide = max(len(label) for label, _ in zones) + 2
    for label, lines in zones:
        for place, line in enumerate(lines or [words.phrase("setup.nothing")]):
            yield from _wrapped(line, " " * wide, f"{label if not place else '':<{wide}}")
    yield ""
    for said in start.said.values():
        yield from (line for one in said for line in _wrapped(sentence(one, deck.pack, words) + ".", "  ", ""))
    yield from facts_told(start, words)


def _wrapped(text: str, indent: str, first: str) -> list[str]:
    return textwrap.wrap(text, WIDE, initial_indent=first, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
