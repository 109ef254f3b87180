"""The command that reads a print back: verify."""

from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from replikat.cli.answers import print_json
from replikat.cli.decks import existing_deck
from replikat.cli.options import (
    PAPER,
    QUESTION,
    json_option,
    new_command,
    option,
    output_option,
    quiet_option,
    sheet_option,
    templates_option,
)
from replikat.cli.progress import progress
from replikat.data.library import library as open_library
from replikat.deck.print_settings import PrintSettings
from replikat.errors import Fault, ReplikatError
from replikat.geometry.paper import Flip

if TYPE_CHECKING:
    from replikat.reading.verdicts import Verdict

LIKE_DRAWN = 0.0015  # a ruler of 100 mm that is off by less is not told of
MOST_TOLD = 40  # faults of a file; after so many the file is not read for the details


@new_command("verify")
@click.argument("pdf", type=click.Path(path_type=Path))
@click.argument("deck", metavar="[DECK]", required=False)
@option(QUESTION, "--some", is_flag=True, help="The file need not hold the whole pack.")
@option(
    QUESTION,
    "--pixels",
    is_flag=True,
    help="Read pictures of the pages alone, as is done of a file that holds nothing else (slow).",
)
@sheet_option
@option(
    PAPER,
    "--flip",
    type=click.Choice(["long", "short"]),
    help="With pictures of pages: the edge over which the paper is turned.",
)
@output_option
@templates_option
@quiet_option
@json_option
def command(
    pdf: Path,
    deck: str | None,
    output: Path | None,
    templates: Path | None,
    some: bool,
    pixels: bool,
    sheet: str | None,
    flip: Flip | None,
    quiet: bool,
    as_json: bool,
) -> int:
    """Read PDF back from what is drawn on it and compare it with DECK.

    Without DECK the file must be sound in itself: every card once, every square complete, the code
    right. Files that were saved anew or made into pictures (300 dpi, a little askew) are read too;
    what cannot be read is told, never guessed. A sheet that is drawn at less than 97 or more than
    103 % of its size is not sound.
    """
    from replikat.reading.verify import verify

    library = open_library(templates)
    opened = existing_deck(deck, library, output) if deck else None
    settings = opened.settings if opened else PrintSettings()
    settings = replace(settings, sheet=sheet or settings.sheet)
    with progress("reading", 1, quiet):
        known = opened.deck if opened else None
        verdict = verify(pdf, known, settings, library, some, flip, pixels)
    if as_json:
        print_json({"file": str(pdf), **asdict(verdict), "sound": verdict.sound})
    elif verdict.sound:
        way = "read from pictures of the pages" if verdict.scanned else "read back"
        counts = f"{verdict.cards} cards, {verdict.marks} marks"
        scale = (
            f", drawn at {100 * verdict.scale:.1f} %" if abs(verdict.scale - 1) > LIKE_DRAWN else ""
        )
        click.echo(f"{pdf}: sound; deck {verdict.code}, {counts} {way}{scale}")
    else:
        raise ReplikatError(*_faults(str(pdf), verdict))
    return 0 if verdict.sound else 1


def _faults(file: str, verdict: "Verdict") -> list[Fault]:
    """Return what is said of a file that is not sound, or could not be read whole."""
    wrong = [*([verdict.misfit] if verdict.misfit else []), *verdict.faults, *verdict.unread]
    faults = [Fault(text, file=file) for text in wrong[:MOST_TOLD]]
    if len(wrong) > MOST_TOLD:
        more = len(wrong) - MOST_TOLD
        faults.append(Fault(f"and {more} more; --json has them all", file=file))
    if verdict.misfit and not verdict.faults and not verdict.unread:
        counts = f"{verdict.marks} marks of {verdict.cards} cards"
        faults.append(
            Fault(f"deck {verdict.code}: nothing else is wrong among {counts}", file=file)
        )
    if verdict.partial:
        cure = "if it was printed as a part of the deck, add --some"
        faults.append(Fault("all that is there is sound", cure, file=file))
    if verdict.unread and not verdict.faults:
        code = f"deck {verdict.code}: " if verdict.code else ""
        marks = f"nothing wrong among {verdict.marks} marks of {verdict.cards} cards"
        faults.append(Fault(f"{code}{marks}, but not all could be read", file=file))
    return faults
