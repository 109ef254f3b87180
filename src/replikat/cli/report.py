"""What a run says when it is done: what was written, how many sheets, how to print them."""

import sys
from pathlib import Path

import click

from replikat.cli.decks import Opened
from replikat.recipes.cards import CardsPrint


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

    def cards(self, path: Path, made: CardsPrint, side: str) -> None:
        """Tell of a cards file, and how it wants to be printed."""
        plan = made.plan
        if plan.single:
            self.wrote(path, f"one card a page, trim {_size(plan.card.width, plan.card.height)}, bleed {plan.spec.bleed:g} mm")
            return
        assert plan.spec.paper
        sheets = f"{made.sheets} sheets {plan.spec.paper.name}, {plan.capacity} {plan.card.name} cards each, digits {made.digit:.1f} mm"
        self.wrote(path, sheets)
        if side == "both":
            self.say("print", f"at 100 %, on both sides, turned over the {plan.spec.flip} edge; then measure the 100 mm ruler")
        else:
            self.say("print", "at 100 %, on one side; then measure the 100 mm ruler")
        if plan.mark_room < 3:
            self.say("note", f"this grid is tight: crop marks are only {plan.mark_room:.1f} mm long on some sides")

    def finish(self) -> None:
        """Print everything, on standard output and without colour."""
        if self._live:
            click.echo("\r\033[K", nl=False, err=True)
        if self._quiet:
            return
        deck = self._opened.deck
        squares = f"{len(deck.squares)} squares"
        lines = [("deck", f"{deck.name}  {deck.code}  ({squares})"), *(("", line) for line in self._opened.story), *self._lines]
        for label, text in lines:
            click.echo(f"{label:<7} {text}".rstrip())


def _size(width: float, height: float) -> str:
    return f"{width:g} x {height:g} mm"
