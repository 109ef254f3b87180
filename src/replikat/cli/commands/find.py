"""The command that names a card: find."""

import shlex
from pathlib import Path

import click

from replikat.cli.answers import print_json
from replikat.cli.decks import existing_deck
from replikat.cli.options import (
    QUESTION,
    deck_argument,
    json_option,
    lang_option,
    new_command,
    option,
    output_option,
    quiet_option,
    templates_option,
)
from replikat.data.library import library as open_library
from replikat.deck.find_card import find_card
from replikat.deck.loaders import load_language


@new_command("find")
@deck_argument
@option(QUESTION, "--square", type=int, required=True, help="The square that was dealt.")
@option(
    QUESTION,
    "--missing",
    required=True,
    metavar="MARK",
    help="The mark that is missing, or there twice, such as S7.",
)
@output_option
@templates_option
@lang_option
@quiet_option
@json_option
def command(
    deck: str,
    square: int,
    missing: str,
    output: Path | None,
    templates: Path | None,
    lang: tuple[str, ...],
    quiet: bool,
    as_json: bool,
) -> None:
    """Name the card that carries a mark in a square: a lost card, or the one that was read wrongly.

    It says nothing of any other card.
    """
    library = open_library(templates)
    opened = existing_deck(deck, library, output)
    words = load_language((lang or opened.settings.languages)[0], library)
    cards = find_card(opened.deck, square, missing)
    if as_json:
        print_json([{"card": card.code, "name": words.card(card)} for card in cards])
        return
    folders = (("-o", output), ("--templates", templates))
    where = "".join(f" {name} {shlex.quote(str(path))}" for name, path in folders if path)
    again = f"replikat cards {shlex.quote(deck)}{where} --only"
    for card in cards:
        hint = "" if quiet else f"  (print it again: {again} {card.code})"
        click.echo(f"{card.code}  {words.card(card)}{hint}")
