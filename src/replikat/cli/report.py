"""What a run says when it is done: what was written, how many sheets, how to print them."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from replikat.cli.answers import WROTE, file_line, files_tree, print_json, print_lines

if TYPE_CHECKING:
    from replikat.cards.printing import CardsPrint
    from replikat.cli.decks import Opened

_ROUTES = {
    "stickers": ", try plain paper against a label sheet first; stick every label on the"
    " card that is named under it",
    "inserts": "; every back goes behind the card that is named under it",
    "gutterfold": "; fold along the line so that the crosses meet, glue, cut",
}


class Report:
    """Collects the lines of a run, and tells them at its end: to people, or as JSON to programs."""

    def __init__(self, opened: "Opened", quiet: bool, as_json: bool) -> None:
        self._opened = opened
        self._quiet = quiet
        self._as_json = as_json
        self._story = list(opened.story)
        self._files: list[tuple[Path, str]] = []
        self._lines: list[tuple[str, str]] = []

    def wrote(self, path: Path, about: str = "") -> None:
        """Take up a file, and what is to be known of it."""
        self._files.append((path, about))
        self._lines.append((WROTE, file_line(path, about)))

    def say(self, label: str, text: str) -> None:
        self._lines.append((label, text))

    def kept(self, story: tuple[str, ...]) -> None:
        """Tell at once what was done to the deck's folder, whatever comes after."""
        for line in story:
            if self._as_json:
                self._story.append(line)
            elif not self._quiet:
                click.echo(line)

    def how_to_print(self, cards: "CardsPrint", side: str) -> None:
        """Tell how a cards file wants to be printed."""
        plan = cards.plan
        if plan.single:
            return
        ruler = "then measure the 100 mm ruler"
        if plan.one_sided:
            self.say("print", f"at 100 %, on one side{_ROUTES[plan.spec.use]}; {ruler}")
        elif side == "both":
            turned = f"turned over the {plan.spec.flip} edge"
            self.say("print", f"at 100 %, on both sides, {turned}; {ruler}")
        else:
            self.say("print", f"at 100 %, on one side; {ruler}")
        if plan.mark_room < 3 and plan.spec.stock is None:
            length = f"{plan.mark_room:.1f} mm"
            self.say("note", f"this grid is tight: crop marks are only {length} long on some sides")

    def tree(self) -> dict[str, Any]:
        """Return the run as plain data: the deck, the files with what they are, the notes."""
        deck = self._opened.deck
        notes = [line for line in self._lines if line[0] != WROTE]
        return {
            "deck": deck.name,
            "code": deck.code,
            "squares": len(deck.squares),
            "story": self._story,
            "files": files_tree(self._files),
            "notes": [{"about": label, "text": text} for label, text in notes],
        }

    def finish(self) -> None:
        """Print everything, on standard output and without colour."""
        if self._as_json:
            print_json(self.tree())
            return
        if self._quiet:
            return
        deck = self._opened.deck
        squares = f"{len(deck.squares)} square{'s' if len(deck.squares) != 1 else ''}"
        print_lines([("deck", f"{deck.name}  {deck.code}  ({squares})")])
        print_lines([*(("", line) for line in self._story), *self._lines])


def about_cards(cards: "CardsPrint") -> str:
    """Return what a cards file holds, in a line."""
    plan = cards.plan
    if plan.spec.paper is None:
        trim = f"trim {plan.card.width:g} x {plan.card.height:g} mm"
        return f"one card a page, {trim}, bleed {plan.spec.bleed:g} mm"
    sheets = f"{cards.sheets} sheet{'s' if cards.sheets != 1 else ''} {plan.spec.paper.name}"
    return f"{sheets}, {plan.capacity} {plan.card.name} cards each, digits {cards.digit:.1f} mm"
