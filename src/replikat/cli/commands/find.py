"""The command that names a card: find."""

import shlex
from pathlib import Path

import click

from replikat.cli.answers import print_json
from replikat.cli.decks import Opened, existing_deck
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
from replikat.deck.catalogue import Catalogue
from replikat.deck.find_card import find_card
from replikat.deck.loaders import load_language


@new_command("find")
@deck_argument
@option(QUESTION, "--square", type=int, help="The square that was dealt.")
@option(
    QUESTION,
    "--missing",
    metavar="MARK",
    help="The mark that is missing, or there twice, such as S7.",
)
@option(
    QUESTION,
    "--card",
    metavar="CARD",
    help="Instead: this card's own mark in every square, to be written on a joker that takes its"
    " place.",
)
@output_option
@templates_option
@lang_option
@quiet_option
@json_option
def command(
    deck: str,
    square: int | None,
    missing: str | None,
    card: str | None,
    output: Path | None,
    templates: Path | None,
    lang: tuple[str, ...],
    quiet: bool,
    as_json: bool,
) -> None:
    """Name the card that carries a mark in a square: a lost card, or the one that was read wrongly.
    Or name the marks of a card.

    It says nothing of any other card.
    """
    if card is not None and (square is not None or missing is not None):
        raise click.UsageError("--card tells a card's marks in every square; leave the others out")
    if card is None and square is None:
        raise click.UsageError("Missing option '--square'.")
    if card is None and missing is None:
        raise click.UsageError("Missing option '--missing'.")
    library = open_library(templates)
    opened = existing_deck(deck, library, output)
    words = load_language((lang or opened.settings.languages)[0], library)
    if card is not None:
        _tell_marks(opened, card, words.with_indices(opened.settings.indices), as_json)
        return
    assert square is not None and missing is not None
    cards = find_card(opened.deck, square, missing)
    if as_json:
        print_json([{"card": item.code, "name": words.card(item)} for item in cards])
        return
    folders = (("-o", output), ("--templates", templates))
    where = "".join(f" {name} {shlex.quote(str(path))}" for name, path in folders if path)
    again = f"replikat cards {shlex.quote(deck)}{where} --only"
    for item in cards:
        hint = "" if quiet else f"  (print it again: {again} {item.code})"
        click.echo(f"{item.code}  {words.card(item)}{hint}")


def _tell_marks(opened: Opened, name: str, words: Catalogue, as_json: bool) -> None:
    """Tell a card's mark in every square; a dash stands where the square does not deal it."""
    from replikat.cards.printing import printed_cards

    (printed,) = printed_cards(opened.deck, opened.settings, [name], words, "--card")
    card = printed.card
    assert card is not None  # a card with a name
    if as_json:
        marks = [
            {"square": square, "mark": str(mark) if mark else None}
            for square, mark in enumerate(printed.marks, 1)
        ]
        print_json({"card": card.code, "name": words.card(card), "marks": marks})
        return
    click.echo(f"{card.code}  {words.card(card)}")
    for square, mark in enumerate(printed.marks, 1):
        told = f"{mark!s:<4} {words.positions[mark.position]}" if mark else "-"
        click.echo(f"  {words.phrase('square', n=square):<12} {told}")
