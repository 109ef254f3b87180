"""The columns of tables of results, by the words of every language."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from replikat.data.csv_tables import PLAIN, CsvStyle, table_text
from replikat.data.library import Library
from replikat.deck.catalogue import Catalogue
from replikat.deck.loaders import load_language
from replikat.events.schedule import Schedule, Side, by_compass, side_name

TEMPLATE = ("square", "round", "table", "seat", "name", "result")
OPTIONAL = ("dealt", "contract", "correction", "note")
PHRASES = {
    "square": "scorecard.square",
    "round": "scorecard.round",
    "table": "scorecard.table",
    "seat": "forms.seat",
    "name": "forms.name",
    "result": "forms.result",
    "dealt": "results.dealt",
    "contract": "forms.contract",
    "correction": "results.correction",
    "note": "results.note",
}
ENGLISH = "en"
_BETWEEN_SEATS = re.compile(r"[-‐‑–−/&+ ]")


@dataclass(frozen=True)
class Headings:
    """Which words columns are called by: English ones, those of the event's language `lang`, or of any other language.

    Without a library only English is known.
    """

    library: Library | None = None
    lang: str = ENGLISH

    def words_of(self, names: Sequence[str]) -> Catalogue | None:
        """Return the language that knows the most names of a line of column names; None for English, which others must surpass."""
        most = len(set(TEMPLATE) & set(names))
        if self.library is None or most == len(TEMPLATE):
            return None
        best = None
        for lang in dict.fromkeys((self.lang, *self.library.names("languages"))):
            words = load_language(lang, self.library)
            known = len(set(TEMPLATE) & set(columns(names, words)))
            if known > most:
                best, most = words, known
        return best

    def own_words(self) -> Catalogue | None:
        """Return the words of the event's language; None where that is English."""
        if self.library is None or self.lang == ENGLISH:
            return None
        return load_language(self.lang, self.library)


def columns(names: Sequence[str], words: Catalogue | None) -> list[str]:
    """Return the columns that names in lower case mean in a language; English names, and others, stay."""
    if words is None:
        return list(names)
    meanings = {words.phrase(PHRASES[column]).lower(): column for column in PHRASES}
    return [meanings.get(name, name) for name in names]


def heading(column: str, words: Catalogue | None) -> str:
    """Return what a column is called in a language."""
    return words.phrase(PHRASES[column]) if words else column


def side_in(side: Side, words: Catalogue | None) -> str:
    """Return a side as it is written in a table: NS, or NS and ØV by the letters of a language."""
    if words is None:
        return side_name(side)
    return "".join(words.letters.get(seat, seat) for seat in by_compass(side))


def sides_by_word(sides: Sequence[Side], *languages: Catalogue | None) -> Mapping[str, Side]:
    """Return the sides by every word for them, as `side_word` leaves it; earlier words come before later ones."""
    meanings: dict[str, Side] = {}
    for side in sides:
        meanings[side_word(side_name(side))] = side
    for words in filter(None, languages):
        for side in sides:
            for word in _words_for(side, words):
                meanings.setdefault(side_word(word), side)
    return meanings


def _words_for(side: Side, words: Catalogue) -> Iterator[str]:
    yield side_in(side, words)
    yield "".join(words.positions.get(seat, seat) for seat in by_compass(side))


def side_word(text: str) -> str:
    """Return a word for a side as it is looked up: N-S, n/s and NS are one."""
    return _BETWEEN_SEATS.sub("", text).upper()


def template_csv(schedule: Schedule, first: int = 1, words: Catalogue | None = None, style: CsvStyle = PLAIN) -> str:
    """Return the table of results, to be filled in: a line for whatever is written down at a table.

    Args:
        schedule: The schedule of the event.
        first: The round with which the table begins.
        words: The language of column names and seats; None for English.
        style: How the table is written.
    """
    rows = [
        (place.sitting.square, place.round, place.sitting.table, side_in(place.side, words), place.name, "")
        for place in schedule.places()
        if place.round >= first
    ]
    return table_text([heading(column, words) for column in TEMPLATE], rows, style)
