"""The command that counts a deal: tally."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import click

from replikat.cli.decks import is_path
from replikat.cli.options import json_option, templates_option
from replikat.errors import Fault, ReplikatError
from replikat.model.texts import Catalogue
from replikat.play.tally.words import what_said
from replikat.recipes.tallies import Counted, count
from replikat.specs.loaders import load_language
from replikat.templates import library


@click.command("tally", context_settings={"ignore_unknown_options": True})
@click.argument("game", metavar="GAME")
@click.argument("sheet", metavar="FILE|CARDS...", nargs=-1, required=True)
@click.option("--way", help="Which way to count, where a game has several.  [default: the usual one]")
@click.option("--lang", default="en", show_default=True, help="Language of the words.")
@templates_option
@json_option
def tally_command(game: str, sheet: tuple[str, ...], way: str | None, lang: str, templates: Path | None, as_json: bool) -> None:
    """Count a deal of GAME and show the working: from a small YAML file, from standard input (-), or as typed.

    \b
    Typed, for example:
    replikat tally crazy-eights Astrid: 8S QD 7C AH  Birk: KH
    replikat tally casino A: 10D AS ... last sweeps=1  B: 2S ...
    replikat tally minchiate A: T40 MAT ... last of=46  B: T37 ... of=38
    replikat tally bridge 4S N = / 3NTX E -2 vul
    replikat tally skat Astrid: 144 Birk Cecilie
    replikat tally weavers-game ". . 4C . 9D . / 2S 3D 5H 8C 10S . / ..."

    Sums that are known beforehand are checked, so that a forgotten card shows.
    """
    found = library(templates)
    words = load_language(lang, found)
    counted = count(game, way, _given(sheet), found)
    if as_json:
        click.echo(json.dumps(_tree(counted), ensure_ascii=False, indent=2))
    else:
        for line in _told(counted, words):
            click.echo(line.rstrip())
    if counted.tally.wrong:
        raise ReplikatError(
            *(
                Fault(f"{what_said(check.what, words)}: {check.found}", f"expected {check.expected}; a card is missing or stands twice")
                for check in counted.tally.wrong
            )
        )


def _given(sheet: tuple[str, ...]) -> Path | str | tuple[str, ...]:
    """Return the file, the text of standard input, or the words."""
    if sheet == ("-",):
        return sys.stdin.read()
    if len(sheet) == 1 and " " not in sheet[0] and is_path(sheet[0]):
        return Path(sheet[0])
    return sheet


def _told(counted: Counted, words: Catalogue) -> Iterator[str]:
    tally = counted.tally
    yield f"{counted.game}, {counted.way}"
    wide = max((len(line.side) for line in tally.lines), default=0)
    says = max((len(what_said(line.what, words)) for line in tally.lines), default=0)
    for line in tally.lines:
        times = f" x {line.times}" if line.times > 1 else ""
        cards = "  " + " ".join(line.cards) if line.cards else ""
        running = "  " + words.phrase("tally.running", open=line.running[0], settled=line.running[1]) if line.running else ""
        yield f"  {line.side:<{wide}}  {what_said(line.what, words):<{says}}  {line.points:>5}{times}{cards}{running}"
    yield ""
    for side, points in tally.totals.items():
        yield f"{side}: {points}"


def _tree(counted: Counted) -> dict[str, object]:
    tally = counted.tally
    return {
        "game": counted.game,
        "way": counted.way,
        "rule": counted.rule,
        "lines": [
            {"side": line.side, "what": line.what, "points": line.points, "cards": list(line.cards), "times": line.times}
            | ({"open": line.running[0], "settled": line.running[1]} if line.running else {})
            for line in tally.lines
        ],
        "totals": tally.totals,
        "checks": [check._asdict() for check in tally.checks],
    }
