"""What a run says when it is done: what was written, how many sheets, how to print them."""

import sys
from pathlib import Path

import click

from replikat.cli.decks import Opened
from replikat.recipes.cards import CardsPrint

_ROUTES = {
    "stickers": ", try plain paper against a label sheet first; stick every label on the card that is named under it",
    "inserts": "; every back goes behind the card that is named under it",
    "gutterfold": "; fold along the line so that the crosses meet, glue, cut",
}


class Report:
    """Collects the lines of a run; on a terminal it also shows what is being printed right now."""

    def __init__(self, opened: Opened, quiet: bool) -> None:
        self._opened = opened
        self._quiet = quiet
        self._lines: list[tuple[str, str]] = []
        self._live = sys.stderr.isatty() and not quiet

    def working(self, product: str) -> None:
        if self._live:
            click.echo(f"\r\033[Kprinting {product} ...", nl=False, err=True)

    def wrote(self, path: Path, about: str = "") -> None:
        self._lines.append(("wrote", f"{path}{f'  ({about})' if about else ''}"))

    def say(self, label: str, text: str) -> None:
        self._lines.append((label, text))

    def kept(self, story: tuple[str, ...]) -> None:
        """Tell at once what was done to the deck's folder, so that it is said whatever comes after."""
        for line in story:
            if not self._quiet:
                click.echo(f"\r\033[K{line}" if self._live else line)

    def how_to_print(self, made: CardsPrint, side: str) -> None:
        """Tell how a cards file wants to be printed."""
        plan = made.plan
        if plan.single:
            return
        if plan.one_sided:
            self.say("print", f"at 100 %, on one side{_ROUTES[plan.spec.use]}; then measure the 100 mm ruler")
        elif side == "both":
            self.say("print", f"at 100 %, on both sides, turned over the {plan.spec.flip} edge; then measure the 100 mm ruler")
        else:
            self.say("print", "at 100 %, on one side; then measure the 100 mm ruler")
        if plan.mark_room < 3 and plan.spec.stock is None:
            self.say("note", f"this grid is tight: crop marks are only {plan.mark_room:.1f} mm long on some sides")

    def finish(self) -> None:
        """Print everything, on standard output and without colour."""
        if self._live:
            click.echo("\r\033[K", nl=False, err=True)
        if self._quiet:
            return
        deck = self._opened.deck
        squares = f"{len(deck.squares)} square{'s' if len(deck.squares) != 1 else ''}"
        lines = [("deck", f"{deck.name}  {deck.code}  ({squares})"), *(("", line) for line in self._opened.story), *self._lines]
        for label, text in lines:
            click.echo(f"{label:<7} {text}".rstrip())


def about_cards(made: CardsPrint) -> str:
    """Return what a cards file holds, in a line."""
    plan = made.plan
    if plan.spec.paper is None:
        return f"one card a page, trim {plan.card.width:g} x {plan.card.height:g} mm, bleed {plan.spec.bleed:g} mm"
    sheets = f"{made.sheets} sheet{'s' if made.sheets != 1 else ''} {plan.spec.paper.name}"
    return f"{sheets}, {plan.capacity} {plan.card.name} cards each, digits {made.digit:.1f} mm"
