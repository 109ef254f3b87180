"""The command that counts a deal: tally."""

from collections.abc import Iterator
from pathlib import Path

import click

from replikat.cli.answers import print_json
from replikat.cli.decks import is_path
from replikat.cli.options import (
    QUESTION,
    json_option,
    lang_option,
    new_command,
    option,
    templates_option,
)
from replikat.data.files import STANDARD_INPUT, read_standard_input, utf8_text
from replikat.data.library import library as open_library
from replikat.data.strict_yaml import LARGEST, SMALLER
from replikat.deck.catalogue import Catalogue
from replikat.deck.loaders import load_language
from replikat.errors import Fault, ReplikatError
from replikat.games.counting import Counted, count
from replikat.tally.words import what_said

USUAL_LANGUAGE = "en"


@new_command("tally", context_settings={"ignore_unknown_options": True})
@click.argument("game", metavar="GAME")
@click.argument("sheet", metavar="FILE|CARDS...", nargs=-1, required=True)
@option(
    QUESTION,
    "--way",
    help="Which way to count, where a game has several.  [default: the usual one]",
)
@templates_option
@lang_option
@json_option
def command(
    game: str,
    sheet: tuple[str, ...],
    way: str | None,
    templates: Path | None,
    lang: tuple[str, ...],
    as_json: bool,
) -> None:
    """Count a deal of GAME and show the working.

    The deal is a small YAML file, comes from standard input (-), or is typed.

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
    library = open_library(templates)
    words = load_language(lang[0] if lang else USUAL_LANGUAGE, library)
    counted = count(game, way, _deal(sheet), library)
    if as_json:
        print_json(_tree(counted))
    else:
        for line in _lines(counted, words):
            click.echo(line.rstrip())
    faults = [
        Fault(
            f"{what_said(check.what, words)}: {check.found}",
            f"expected {check.expected}; a card is missing or stands twice",
        )
        for check in counted.tally.wrong
    ]
    if faults:
        raise ReplikatError(*faults)


def _deal(sheet: tuple[str, ...]) -> Path | str | tuple[str, ...]:
    """Return the file, the text of standard input, or the words."""
    if sheet == ("-",):
        data = read_standard_input(largest=LARGEST, expected=SMALLER)
        return utf8_text(data, str(STANDARD_INPUT))
    if len(sheet) == 1 and " " not in sheet[0] and is_path(sheet[0]):
        return Path(sheet[0])
    return sheet


def _lines(counted: Counted, words: Catalogue) -> Iterator[str]:
    tally = counted.tally
    yield f"{counted.game}, {counted.way}"
    widest_side = max((len(line.side) for line in tally.lines), default=0)
    widest_what = max((len(what_said(line.what, words)) for line in tally.lines), default=0)
    for line in tally.lines:
        times = f" x {line.times}" if line.times > 1 else ""
        cards = "  " + " ".join(line.cards) if line.cards else ""
        running = ""
        if line.running:
            unsettled, settled = line.running
            running = "  " + words.phrase("tally.running", open=unsettled, settled=settled)
        what = f"{what_said(line.what, words):<{widest_what}}"
        yield f"  {line.side:<{widest_side}}  {what}  {line.points:>5}{times}{cards}{running}"
    yield ""
    for side, points in tally.totals.items():
        yield f"{side}: {points}"


def _tree(counted: Counted) -> dict[str, object]:
    tally = counted.tally
    lines: list[dict[str, object]] = []
    for line in tally.lines:
        tree: dict[str, object] = {
            "side": line.side,
            "what": line.what,
            "points": line.points,
            "cards": list(line.cards),
            "times": line.times,
        }
        if line.running:
            tree["open"], tree["settled"] = line.running
        lines.append(tree)
    return {
        "game": counted.game,
        "way": counted.way,
        "rule": counted.rule,
        "lines": lines,
        "totals": tally.totals,
        "checks": [check._asdict() for check in tally.checks],
    }
