"""From the word EVENT to an event that is planned."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from replikat.cli.decks import find_spec, is_path
from replikat.data.csv_tables import PLAIN, CsvStyle, spreadsheet_style
from replikat.data.files import refuse_missing
from replikat.data.library import Library
from replikat.data.strict_yaml import Source
from replikat.deck.catalogue import Catalogue
from replikat.deck.deck_spec import DeckSpec
from replikat.deck.loaders import load_language, read_deck_spec
from replikat.errors import ReplikatError
from replikat.events.event import Change, Event
from replikat.events.loaders import read_event
from replikat.events.planning import Planned, plan_event
from replikat.events.results.headings import ENGLISH
from replikat.store.deck_folder import deck_file, home_of
from replikat.store.files import is_stream

STANDARD = Path("-")


def open_event(
    word: str,
    library: Library,
    change: Change | None = None,
    results: Sequence[Path] = (),
    output: Path | None = None,
    decimal: str = "",
) -> Planned:
    """Return the event that EVENT names, planned; the deck it names is looked for beside it.

    A Swiss goes on from its files of `results`, whose sign before decimals is `decimal` where the
    organiser has said it. A deck that has been made from a named spec, in the folder `output`, says
    in which languages it was printed.
    """
    path = Path(word) if is_path(word) else library.find("events", word)
    refuse_missing(path, "expected an event")
    event, source = read_event(path, library)
    deck = _deck(event, source, library, output)
    planned = plan_event(event, source, library, deck, change)
    if not results:
        return planned
    from replikat.events.swiss_so_far import with_results

    return with_results(planned, *results, decimal=decimal)


def other_way(
    event: str, library: Library, change: Change | None, planned: Planned
) -> Planned | ReplikatError | None:
    """Return the event with the plan kept instead of made anew, or the other way round.

    None where there is no choice: somebody takes over, or the event is planned round by round.
    ReplikatError where the other way cannot be gone.
    """
    if change is None or change.replaces:
        return None
    if planned.event.use != "tournament" or planned.event.movement_name == "swiss":
        return None
    try:
        return open_event(event, library, replace(change, keep=not change.keep))
    except ReplikatError as error:
        return error


class Writing(NamedTuple):
    """How a table is written as CSV: in which style, and in which language (None for English)."""

    style: CsvStyle
    words: Catalogue | None


def writing_of(path: Path, style: str | None, lang: str, library: Library) -> Writing:
    """Return how a table is written: files for spreadsheets, streams for programs.

    Args:
        path: The file, or STANDARD.
        style: "spreadsheet" or "plain" where it was said, else None.
        lang: The language of the event, or the one that was asked for.
        library: Where languages lie.
    """
    if style == "plain" or (style is None and is_stream(path)):
        return Writing(PLAIN, None)
    words = load_language(lang, library)
    return Writing(spreadsheet_style(words.decimal), None if lang == ENGLISH else words)


def _deck(event: Event, source: Source, library: Library, output: Path | None) -> DeckSpec | None:
    """Return what the event's deck is to be, or is; a path is seen from the event's folder."""
    if event.deck is None:
        return None
    word = str(source.path.parent / event.deck) if is_path(event.deck) else event.deck
    try:
        path = find_spec(word, library)
    except ReplikatError as error:
        raise ReplikatError(
            *(source.fault(("deck",), fault.found, fault.expected) for fault in error.faults)
        ) from None
    spec, _ = read_deck_spec(path, library)
    file = deck_file(home_of(spec, path, output))
    if spec.marks is not None or not file.is_file():
        return spec
    kept, _ = read_deck_spec(file, library)
    return replace(spec, print=kept.print) if kept.is_asked_for_by(spec) else spec
