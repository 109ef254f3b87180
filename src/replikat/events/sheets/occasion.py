"""What score sheets are for: an event, or a deck alone."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from replikat.deck.catalogue import Catalogue
from replikat.events.movements import Moving
from replikat.events.schedule import JOIN, Schedule, Sitting, by_compass
from replikat.games.game import Use
from replikat.games.setups import FURTHER_SEATS
from replikat.papers.forms import Cell, Column, Help, number_cell, text_cell

BLANK_ROWS = 16
SEATS = ("S", "W", "N", "E", *FURTHER_SEATS)  # clockwise from South

Row = tuple[Cell, ...]


@dataclass(frozen=True)
class Occasion:
    """What score sheets are for: an event with its schedule, or a deck alone (its squares and as many players).

    `game` is the game's name in the language, `record` what is written down, `total` what a table's results add up to;
    `contracts` gives columns for them, and `help` stands in the margin. `low` says that the lowest result is best.
    `said` is what the number of a square says, such as who deals.
    """

    name: str
    squares: tuple[int, ...]
    schedule: Schedule | None = None
    use: Use | None = None
    moving: Moving = "players"
    players: int = 4
    partners: tuple[tuple[str, ...], ...] = ()
    game: str = ""
    record: str = ""
    total: int | None = None
    low: bool = False
    contracts: bool = False
    help: Help | None = None
    said: Mapping[int, str] = field(default_factory=dict)

    @property
    def sides(self) -> tuple[tuple[str, ...], ...]:
        """Return the seats that write down a result each."""
        if self.schedule:
            return self.schedule.sides
        if self.partners:
            return self.partners
        if self.players == 2:
            return (("S",), ("N",))
        return tuple((seat,) for seat in SEATS[: self.players])

    def notes(self, words: Catalogue, *keys: str) -> tuple[str, ...]:
        """Return the notes with these keys, after what is recorded and what it always adds up to."""
        record = (f"{self.record}.",) if self.record else ()
        total = (words.phrase("forms.note.total", n=self.total),) if self.total is not None else ()
        return (*record, *total, *(words.phrase(key) for key in keys))

    def told(self, squares: Iterable[int]) -> tuple[str, ...]:
        """Return a note for every square whose number says something, such as who deals."""
        return tuple(f"{square}: {self.said[square]}" for square in sorted(set(squares)) if square in self.said)

    def fields(self, words: Catalogue, *first: tuple[str, str]) -> tuple[tuple[str, str], ...]:
        """Return the lines over a form: its own ones, then game and date."""
        return (*first, (words.phrase("scorecard.game"), self.game), (words.phrase("scorecard.date"), ""))


def company(words: Catalogue) -> tuple[Column, Column]:
    """Return the columns of a person's card that tell with whom and against whom."""
    return Column(words.phrase("forms.with"), 1.0, align="left"), Column(words.phrase("forms.against"), 1.4, align="left")


def company_cells(schedule: Schedule, sitting: Sitting, name: str, side: Sequence[str]) -> tuple[Cell, Cell]:
    """Return the cells of these columns for somebody at a table; `side` are the people of his side."""
    partners = [other for other in side if other != name]
    opponents = [other for other in sitting.people if other not in side]
    against = text_cell(", ".join(opponents) or "–", entry_said(schedule, opponents))
    return text_cell(", ".join(partners) or "–"), against


def entry_said(schedule: Schedule, people: Sequence[str]) -> str:
    """Return number and name of the pair or team that these people play for, such as 4 · Oslo BK.

    The number is its place in the event's list; a name that holds it already, such as Pair 4, is not numbered again.
    Nothing is returned where people play for themselves, or for different entries.
    """
    owners = {schedule.owners[name] for name in people}
    if len(owners) != 1:
        return ""
    number, entry = next((number, entry) for number, entry in enumerate(schedule.entries, 1) if entry.name in owners)
    if entry.members == (entry.name,):
        return ""
    if entry.name == JOIN.join(entry.members):
        return str(number)
    return entry.name if str(number) in re.findall(r"\d+", entry.name) else f"{number} · {entry.name}"


def seat_cell(seat: str, words: Catalogue) -> Cell:
    """Return the cell of a seat: its letter, or its number where the compass has no more."""
    if seat in FURTHER_SEATS:
        return number_cell(FURTHER_SEATS[seat])
    return text_cell(seat_said(seat, words))


def side_said(side: Sequence[str], words: Catalogue) -> str:
    """Return the seats of a side in short: N–S, W, 5."""
    return "–".join(seat_said(seat, words) for seat in by_compass(side))


def seat_said(seat: str, words: Catalogue) -> str:
    """Return a seat in short: its letter, or its number where the compass has no more."""
    return str(FURTHER_SEATS[seat]) if seat in FURTHER_SEATS else words.letters.get(seat, seat)


def times_said(schedule: Schedule, minute: int) -> list[str]:
    """Return a minute of an event as it is printed, or nothing where it is not known when the event begins."""
    return [schedule.clock(minute)] if schedule.opens is not None else []
